// The tutorial, to its end.

import assert from 'node:assert/strict';
import { walkTo } from './hands.mjs';

const board = '.lesson-board .board';
const title = (page) => page.locator('.lesson-text h2').textContent();

/** The lessons of an edition with what is right in each step, as the page has them. */
function readLessons(page, id) {
  return page.evaluate(async (edition) => {
    const { lessonsOf } = await import('/lessons.js');
    return lessonsOf(edition, 1);
  }, id);
}

/** The edition object that the server gives, from its welcome. */
function readEdition(page, id) {
  return page.evaluate((wanted) => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, 'flagfall');
    socket.onmessage = ({ data }) => {
      done(JSON.parse(data).editions.find((one) => one.id === wanted));
      socket.close();
    };
  }), id);
}

async function press(page, square) {
  await walkTo(page, square);
  await page.keyboard.press('Enter');
}

// One right answer of a step, by keys; the focus is where the page has put it.
async function answer(page, step, has) {
  if (step.squares) {
    await press(page, step.squares.find((square) => !has(square)));
    return;
  }
  const moves = Object.keys(step.moves ?? {});
  if (moves.length === 0) return;
  const pieces = await page.evaluate((selector) => [...document.querySelectorAll(`${selector} .cell.mobile`)]
    .map((cell) => cell.dataset.square), board);
  const [from, to] = moves.map((move) => move.split(/[-x]/)).find(([square]) => pieces.includes(square));
  await press(page, from);
  await press(page, to);
}

async function learn(page, id) {
  const lessons = await readLessons(page, await readEdition(page, id));
  for (const [i, lesson] of lessons.entries()) {
    assert.match(await title(page), new RegExp(`${i + 1} .* ${lessons.length}`));
    const taken = new Set();
    for (const step of lesson.steps) {
      await answer(page, step, (square) => taken.has(square));
      if (step.squares) taken.add(step.squares[0]);
      if (/^shuttle(On)?$/.test(step.key)) continue; // goes on by itself
      await page.waitForFunction(() => document.activeElement?.matches('.lesson-text .primary'));
      const said = await page.locator('.lesson-text .message').textContent();
      if (step.moves) assert.ok(said.length > 10, `${lesson.name}: what has happened is said`);
      await page.keyboard.press('Enter');
    }
  }
}

export const tests = {
  async 'the tutorial by keys alone to its end, and the start page after it'({ open }) {
    const page = await open();
    await page.locator('.top nav a[href="#/learn"]').click();
    await page.waitForSelector(board);
    await page.locator(`${board} .cell[tabindex="0"]`).focus();
    await learn(page, 'tournament');
    assert.match(await title(page), /You know all you need/);
    assert.equal(await page.locator('.lesson-done').count(), 10, 'every lesson is marked as done');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.home');
  },

  async 'the tutorial differs by edition, and is told in the language of the page'({ open }) {
    const page = await open({ locale: 'fr-FR' });
    await page.goto(`${page.url().replace(/#.*/, '')}#/learn`);
    await page.waitForSelector(board);
    assert.match(await title(page), /Leçon 1 sur 10/);
    await page.locator('select[name=learn-edition]').selectOption('anniversary-duel');
    await page.locator('.lesson-list .button').nth(2).click();
    await page.locator(`${board} .cell[data-square=c3]`).click();
    await page.locator(`${board} .cell[data-square=c4]`).click();
    await page.waitForFunction(() => /nombre est petit/.test(document.querySelector('.lesson-text .message').textContent));
    await page.locator('select[name=learn-edition]').selectOption('ucc');
    await page.waitForFunction(() => /sur 9/.test(document.querySelector('.lesson-text h2').textContent));
  },

  async 'a wrong move in the tutorial is told, and changes nothing'({ open }) {
    const page = await open();
    await page.goto(`${page.url().replace(/#.*/, '')}#/learn`);
    await page.waitForSelector(board);
    await page.locator(`${board} .cell[data-square=b2]`).click();
    await page.locator(`${board} .cell[data-square=c4]`).click();
    assert.match(await page.locator('.lesson-text .message').textContent(), /not what this step asks/);
    assert.match(await page.locator(`${board} .cell[data-square=b2]`).getAttribute('aria-label'), /General/);
  },
};
