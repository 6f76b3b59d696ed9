// Puzzles on this device: each kind asked and answered by mouse and by keys, one a day, a run
// against the clock, on a phone and without a server.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { complaints, widthFits } from '../pages.mjs';
import { chooseLanguage, go, register, walkTo } from '../hands.mjs';
import { SOURCE } from '../support.mjs';

const TEXT = await readFile(join(SOURCE, 'offline/puzzles.txt'), 'utf8');
const PUZZLES = TEXT.split('\n').filter((line) => line.startsWith('puzzle='))
  .map((line) => Object.fromEntries(line.split(' ').map((pair) => pair.split('='))));
const BOARD = '.puzzle-board .board';

const cell = (page, square) => page.locator(`${BOARD} [data-square="${square}"]`);

async function goTo(page, mode = '') {
  await go(page, `#/puzzles${mode && `/${mode}`}`);
}

const isAsked = (page) => page.waitForSelector('.puzzle .task');
const isJudged = (page) => page.waitForSelector('.puzzle .message:is(.right, .wrong)');

/** The first puzzle of a kind, which a new browser is asked. */
const firstOf = (kind) => PUZZLES.find((one) => one.kind === kind);

async function answerByMouse(page, answer) {
  for (const square of answer.split(/[-x]/)) await cell(page, square).click();
}

async function answerByKeys(page, answer) {
  for (const square of answer.split(/[-x]/)) {
    await walkTo(page, square);
    await page.keyboard.press('Enter');
  }
}

const boardOf = (page) => page.locator(BOARD).evaluate(({ dataset, children }) => [dataset.puzzle, children.length].join());

/** Waits for another question, or for the end of a run. */
const isAnother = (page, before) => page.waitForFunction((old) => {
  const board = document.querySelector('.puzzle-board .board');
  return document.querySelector('.run-over') || (board && [board.dataset.puzzle, board.children.length].join() !== old);
}, before);

/** Whatever comes first: a hidden piece that has not moved, or a move of some piece. */
async function answerSomehow(page) {
  const mobile = page.locator(`${BOARD} .cell.mobile`);
  if (await mobile.count() === 0) {
    await page.locator(`${BOARD} .cell[aria-label*="unknown"]:not([aria-label*="moved"])`).last().click();
    return;
  }
  for (const piece of await mobile.all()) {
    await piece.click();
    const target = page.locator(`${BOARD} .cell:is(.target, .attack)`).last();
    if (await target.count()) return void await target.click();
    await page.keyboard.press('Escape');
  }
}

export const tests = {
  async 'puzzles: each kind is asked, answered and explained, and remembered'({ open }) {
    const page = await open();
    await page.locator('a[href="#/puzzles"]').click();
    await page.waitForSelector('a[href="#/puzzles/flag"]');
    assert.deepEqual(await complaints(page), []);
    for (const kind of ['flag', 'win', 'miner', 'hold']) {
      const puzzle = firstOf(kind);
      await goTo(page, kind);
      await isAsked(page);
      await answerByMouse(page, puzzle.answer);
      await page.waitForSelector('.puzzle .message.right');
      const said = await page.locator('.puzzle .message').textContent();
      for (const word of [puzzle.about, ...puzzle.answer.split(/[-x]/)]) assert.ok(said.includes(word), `${kind}: ${said} names ${word}`);
      assert.equal(await page.locator(`${BOARD} .piece.back`).count(), 0);
      assert.deepEqual(await complaints(page), []);
      await goTo(page);
      await page.waitForSelector('a[href="#/puzzles/flag"]');
      assert.match(await page.locator(`a[href="#/puzzles/${kind}"]`).textContent(), /(?<!\d)1 of \d+ solved/);
    }
  },

  async 'puzzles: keys alone answer, a wrong answer is told, and the next one comes'({ open }) {
    const page = await open();
    await goTo(page, 'flag');
    await isAsked(page);
    const puzzle = firstOf('flag');
    await page.waitForFunction(() => document.activeElement?.matches('.puzzle-board .cell'));
    await answerByKeys(page, puzzle.about);
    await page.waitForSelector('.puzzle .message.wrong');
    assert.ok((await page.locator('.puzzle .message').textContent()).includes(puzzle.answer));
    await page.waitForFunction(() => document.activeElement?.matches('.puzzle-text .primary'));
    const before = await boardOf(page);
    await page.keyboard.press('Enter');
    await isAnother(page, before);
    await goTo(page);
    await page.waitForSelector('a[href="#/puzzles/flag"]');
    assert.match(await page.locator('a[href="#/puzzles/flag"]').textContent(), /(?<!\d)0 of \d+ solved/);
  },

  async 'puzzles: the one of the day is chosen by the date alone'({ open }) {
    for (const day of [22, 22, 23]) {
      const page = await open();
      await page.clock.setFixedTime(new Date(2026, 10, day, 12));
      await goTo(page, 'day');
      await isAsked(page);
      const today = PUZZLES[Date.UTC(2026, 10, day) / 86_400_000 % PUZZLES.length];
      assert.equal(await page.locator(BOARD).getAttribute('data-puzzle'), today.puzzle);
    }
  },

  async 'puzzles: a run against the clock ends with three mistakes and keeps the best'({ open }) {
    const page = await open();
    await page.clock.setFixedTime(new Date()); // it is not over before the third mistake
    await goTo(page, 'clock');
    await isAsked(page);
    const first = await boardOf(page);
    await answerByMouse(page, PUZZLES.find(({ puzzle }) => first.startsWith(puzzle)).answer);
    await isAnother(page, first);
    const second = await boardOf(page);
    await chooseLanguage(page, 'fr');
    await page.locator('.run', { hasText: /^Contre la montre/ }).waitFor();
    assert.equal(await boardOf(page), second, 'the language changes the words alone');
    await chooseLanguage(page, 'en');
    await page.locator('.run', { hasText: '1 right · 3 mistakes left' }).waitFor();
    for (let i = 0; i < 60 && !await page.locator('.run-over').count(); i += 1) {
      const before = await boardOf(page);
      await answerSomehow(page);
      await isAnother(page, before);
    }
    await page.waitForSelector('.run-over');
    assert.deepEqual(await complaints(page), []);
    await page.waitForFunction(() => document.activeElement?.matches('.run-over .primary'));
    const points = (await page.locator('.run-over h1').textContent()).match(/\d+/)[0];
    assert.ok(Number(points) >= 1);
    await goTo(page);
    await page.locator('a[href="#/puzzles/clock"]', { hasText: `Your best run: ${points}.` }).waitFor();
  },

  async 'who has an account is rated: a puzzle of the server, its answer and what it changes'({ open }) {
    const page = await open();
    await register(page, 'Solver');
    await goTo(page);
    await page.locator('a[href="#/puzzles/rated"]').click();
    await isAsked(page);
    assert.match(await page.locator('.rating-line').textContent(), /^Your rating: 1500 · not sure yet$/);
    const id = await page.locator(BOARD).getAttribute('data-puzzle');
    await answerByMouse(page, PUZZLES.find((one) => one.puzzle === id).answer);
    await isJudged(page);
    assert.match(await page.locator('.rating-line').textContent(), /\(\+\d+\)/);
    await page.locator('.puzzle .primary').click();
    await page.waitForFunction((old) => document.querySelector('.puzzle-board .board')?.dataset.puzzle !== old, id);
    await widthFits(page, 'rated');
  },

  async 'puzzles that cannot be had are said to be so, with a way back'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    await page.route(/puzzles[^/]*\.txt$/, (route) => route.abort());
    await goTo(page, 'clock');
    await page.locator('.puzzles-view .note a').click();
    await page.waitForSelector('.start-page');
  },

  async 'puzzles: a tablet upright has room for the board, and their pictures lie beside their names'({ open }) {
    const page = await open({ viewport: { width: 768, height: 1024 }, hasTouch: true });
    await goTo(page, '');
    await page.waitForSelector('a[href="#/puzzles/flag"]');
    for (const door of await page.locator('.puzzles-view .door').all()) {
      const [name, picture] = await Promise.all([door.locator('h2').evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return range.getBoundingClientRect().right;
      }), door.locator('.empty-picture').evaluate((one) => one.getBoundingClientRect().left)]);
      assert.ok(name <= picture, `the name ends at ${name}, the picture begins at ${picture}`);
    }
    await goTo(page, 'flag');
    await page.waitForSelector('.puzzle .task');
    const { width, y, height } = await page.locator('.puzzle .board-frame').boundingBox();
    assert.ok(width > 600 && y + height < 1024, `${width} wide, from ${y} on ${height} high`);
  },

  async 'puzzles: a phone suffices, in every language'({ open }) {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    for (const language of ['en', 'nl', 'fr', 'de']) {
      await page.evaluate((code) => localStorage.setItem('flagfall.settings', JSON.stringify({ language: code })), language);
      for (const mode of ['', 'hold', 'flag']) {
        await goTo(page, mode);
        await page.reload();
        await page.waitForSelector(mode ? '.puzzle .task' : 'a[href="#/puzzles/flag"]');
        await widthFits(page, `${language} ${mode}`);
        if (language !== 'de') continue;
        assert.deepEqual(await complaints(page), []);
      }
    }
    await answerByMouse(page, firstOf('flag').answer);
    await isJudged(page);
    await widthFits(page, 'the answer');
  },
};
