// A finished game analysed on this device: by mouse and by keys, on a phone, and as the program
// itself judges it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage, go, moveByMouse, newGame, startReadyMade, tabTo } from '../hands.mjs';
import { complaints, widthFits } from '../pages.mjs';
import { PROGRAM } from '../support.mjs';
import { PASSES } from '../../../web/offline/analyst.js';

export const ply = (page) => page.locator('.replay-view .board').getAttribute('data-plies').then(Number);

/** A game between computer players: its record, and what the program says of its plies. */
export async function analysedGame({ analyse = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'flagfall-analysis-'));
  const file = join(folder, 'game.ffr');
  execFileSync(PROGRAM, ['match', 'level:1', 'level:2', '--games', '1', '--edition', 'barrage', '--seed', '3', '--record', file]);
  const record = await readFile(file, 'utf8');
  const said = analyse && execFileSync(PROGRAM, ['analyse', '--json', '--nodes', String(PASSES.at(-1)), file], { maxBuffer: 1 << 26 });
  await rm(folder, { recursive: true });
  return { record, plies: said ? JSON.parse(String(said)).plies : [] };
}

/** The luck of each battle as the program tells it through the eyes of each side: `[ply, red, blue]`. */
async function luckOf(record) {
  const folder = await mkdtemp(join(tmpdir(), 'flagfall-luck-'));
  const file = join(folder, 'game.ffr');
  await writeFile(file, record);
  const [red, blue] = ['red', 'blue'].map((seat) => JSON.parse(String(execFileSync(PROGRAM,
    ['analyse', '--json', '--nodes', '1', '--seat', seat, file], { maxBuffer: 1 << 26 }))));
  await rm(folder, { recursive: true });
  const battles = red.plies.flatMap(({ ply: at, luck }, i) => (luck === undefined ? [] : [[at, luck, blue.plies[i].luck]]));
  return { battles, sums: [red.sum.red.luck, blue.sum.blue.luck] };
}

/** The figures of a sentence, as the page writes them in English. */
const figuresOf = (text) => [...text.matchAll(/[+−]?\d+(\.\d)?(?![\d%])/g)].map(([figure]) => Number(figure.replace('−', '-')));

/** The page shows tenths, the program tells sums in hundredths. */
function assertClose(shown, exact, message) {
  assert.equal(shown.length, exact.length, message);
  shown.forEach((figure, i) => assert.ok(Math.abs(figure - exact[i]) < 0.0551, `${message}: ${figure} is not ${exact[i]}`));
}

/** The page tells the luck of each battle as the program does: in their list, at the move and in the table. */
async function luckIsTold(page, { battles, sums }) {
  const notes = page.locator('.battle-list li');
  assert.equal(await notes.count(), battles.length);
  if (!await page.locator('.battle-list').getAttribute('open')) await page.locator('.battle-list summary').click();
  if (!await page.locator('.analysis details').getAttribute('open')) await page.locator('.analysis summary').click();
  for (const [i, [at, ...luck]] of battles.entries()) {
    assertClose(figuresOf(await notes.nth(i).locator('.battle-note').textContent()), luck, `battle ${i} in the list`);
    await notes.nth(i).locator('.jump').click();
    assert.equal(await ply(page), at, 'a press on it leads there');
    const said = await page.locator('.judgement').textContent();
    assertClose(figuresOf(said.match(/Luck in battle, in scouts: (Red \S+ · Blue \S+)\.$/)[1]), luck, `battle ${i} at its move`);
    const cell = page.locator(`.analysis tbody tr:nth-child(${at}) td:nth-child(6)`);
    assertClose(figuresOf(await cell.textContent()), luck, `battle ${i} in the table`);
  }
  const quiet = [1, 2, 3, 4].find((at) => battles.every(([other]) => other !== at));
  await page.locator('.scrubber').fill(String(quiet));
  assert.doesNotMatch(await page.locator('.judgement').textContent(), /Luck/, 'none without a battle');
  assert.equal(await page.locator(`.analysis tbody tr:nth-child(${quiet}) td:nth-child(6)`).textContent(), '');
  for (const [i, sum] of sums.entries()) {
    const words = await page.locator('.sums li').nth(i).textContent();
    assertClose(figuresOf(words.match(/luck in battles (\S+)/)[1]), [sum], 'in all');
  }
}

export async function paste(page, text) {
  await go(page, '#/replay');
  await page.locator('.drop summary').click();
  await page.locator('.drop textarea').fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.waitForSelector('.replay-view');
}

const isDone = (page) => page.waitForFunction(() => document.querySelector('.analysis > .row')?.hidden);

/** Waits until the table has so many plies. */
const isTold = (page, plies) => page.waitForFunction((all) => (
  document.querySelectorAll('.analysis tbody tr').length === all), plies);

/** The plies that are marked in the list of moves, each with its mark. */
const marksOf = (page) => page.locator('.moves .doubt').evaluateAll((all) => all.map((one) => (
  [Number(one.closest('td').dataset.ply) + 1, one.querySelector('.visually-hidden').textContent])));

export const tests = {
  async 'analysis: a press finds the doubtful moves that the program finds, and leads to them'({ open }) {
    const { record, plies } = await analysedGame();
    const page = await open();
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /panel|worker-/.test(name)).length);
    await paste(page, record);
    assert.equal(await loaded(), 0, 'it is loaded when it is asked for');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await isDone(page);
    const doubtful = plies.filter(({ mark }) => mark);
    assert.ok(doubtful.length > 2);
    assert.deepEqual(await marksOf(page), doubtful.map(({ ply: at, mark }) => [at, mark]));

    const { ply: at, best, mark } = doubtful[0];
    await page.locator(`.moves [data-ply="${at - 1}"] .jump`).click();
    assert.equal(await ply(page), at);
    assert.match(await page.locator('.judgement').textContent(), new RegExp(`${mark}.*Better: ${best}`));
    assert.equal(await page.locator('.analysis-layer .shaft').count(), 1, 'the better move is an arrow');
    await page.locator('input[name=viewer][value=blue]').check();
    assert.equal(await page.locator('.analysis-layer .shaft').count(), 1, 'on a board that was turned round too');
    await page.keyboard.press('Escape');
    await page.locator('.scrubber').fill('0');
    assert.equal(await page.locator('.analysis-layer').count(), 0);

    await page.locator('.analysis-rank').selectOption('M');
    await page.locator('input[name=viewer][value=red]').check();
    const flags = Object.entries(plies[0].beliefs).filter(([, all]) => all[11] >= 10);
    assert.equal(await page.locator('.analysis-layer .heat').count(), flags.length, 'where Red could think Blue’s flag');
    const [likeliest] = flags.sort(([, a], [, b]) => b[11] - a[11])[0];
    assert.match(await page.locator('.found').textContent(), new RegExp(`pieces: ${likeliest} \\d+%`));
    await page.locator('.analysis-rank').selectOption('');
    assert.equal(await page.locator('.analysis-layer').count(), 0);

    await page.evaluate(() => { globalThis.kept = globalThis.Worker; globalThis.Worker = null; });
    await go(page, '#/');
    await page.waitForSelector('.replay-view', { state: 'detached' });
    await paste(page, record);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await isDone(page);
    assert.deepEqual(await marksOf(page), doubtful.map((one) => [one.ply, one.mark]), 'it was kept, and nothing is done again');
    await page.evaluate(() => { globalThis.Worker = globalThis.kept; });

    const turns = page.locator('.analysis .turning');
    assert.equal(await turns.count(), 3);
    await turns.nth(1).click();
    assert.equal(await turns.nth(1).textContent().then((text) => Number(text.match(/\d+/)[0])), await ply(page));
    const box = await page.locator('.curve svg').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs(await ply(page) - plies.length / 2) <= 1, 'a press on the curve leads there');
    assert.equal(await page.locator('.sums li').count(), 2);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Record with the analysis' }).click()]);
    const annotated = await readFile(await file.path(), 'utf8');
    assert.match(annotated, /\[Annotator "Flagfall /);
    assert.equal(annotated.match(/%mark/g).length, doubtful.length);
    await page.locator('.analysis summary').click();
    await isTold(page, plies.length);
    assert.deepEqual(await complaints(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.deepEqual(await complaints(page), [], 'in dark colours');
    await page.setViewportSize({ width: 360, height: 740 });
    await widthFits(page, 'an analysis on a phone');
    assert.deepEqual(await complaints(page), []);
  },

  async 'analysis: a game of one’s own by keys alone'({ open }) {
    const page = await open();
    await newGame(page, 'tournament'); // which cannot be lost in three moves
    await startReadyMade(page, 'bastion');
    for (let i = 0; i < 3; i += 1) {
      await moveByMouse(page);
      await page.waitForSelector('.board[data-turn=mine], .board[data-turn=over]');
    }
    assert.equal(await page.getByRole('button', { name: 'Analyse' }).count(), 0, 'not while it goes on');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await page.keyboard.press('Escape');
    await tabTo(page, '.analyse-button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.analysis');
    await isDone(page);
    assert.equal(await page.evaluate(() => document.activeElement.closest('.analysis') !== null), true, 'one stands in it');
    await tabTo(page, '.curve');
    const last = await ply(page);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await ply(page), last - 1, 'arrows walk along the curve');
    assert.equal(await page.locator('.curve').getAttribute('aria-valuenow'), String(last - 1));
    assert.match(await page.locator('.curve').getAttribute('aria-valuetext'), /expected score was \d+%/);
    await page.keyboard.press('Home');
    assert.equal(await ply(page), 0);
    await page.keyboard.press('PageDown');
    assert.match(await page.locator('.took').textContent(), new RegExp(`Move ${last} took [\\d.]+ sec`));
    assert.equal(await page.locator('.times .time').count(), last, 'a bar a move');
    await tabTo(page, '.analysis summary');
    await page.keyboard.press('Enter');
    await isTold(page, last);
    assert.deepEqual(await complaints(page), []);

    await page.locator('.scrubber').fill('2');
    await page.getByRole('button', { name: 'Copy a link to this position' }).click();
    await page.locator('.analysis').getByText('Copied.').waitFor();
    const game = page.url().split('/').at(-1);
    const other = await open();
    await other.goto(new URL(`/g/${game}/2/analysis`, page.url()).href);
    await other.waitForSelector('.analysis');
    assert.equal(await ply(other), 2, 'the link leads there, for somebody else too');
    assert.equal(other.url().split('#')[1], `/game/${game}/2/analysis`);
  },

  async 'analysis: where the browser has no WebAssembly the server does it'({ open }) {
    const { record } = await analysedGame({ analyse: false });
    const page = await open();
    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await page.reload();
    await paste(page, record);
    assert.equal(await page.locator('.trial-button').count(), 0, 'nobody can be played against here');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await isDone(page);
    assert.equal(await page.locator('.curve-line').count(), 2);
    assert.equal(await page.locator('.sums li').count(), 2);
    assert.ok((await marksOf(page)).length > 2);
    assert.match(await page.locator('.analysis').textContent(), /The server’s computer/);
    await luckIsTold(page, await luckOf(record));
  },

  async 'analysis: the luck of each battle is the program’s'({ open }) {
    const { record } = await analysedGame({ analyse: false });
    const luck = await luckOf(record);
    assert.ok(luck.battles.some(([, red, blue]) => Math.abs(red + blue) > 0.1), 'it is not the same from both sides');
    const page = await open({ viewport: { width: 390, height: 800 } });
    await paste(page, record);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await isDone(page);
    await luckIsTold(page, luck);
    assert.deepEqual(await complaints(page), []);
    await widthFits(page, 'battles with their luck on a phone');
    await chooseLanguage(page, 'de');
    await page.locator('.battle-note', { hasText: 'Glück im Kampf, in Aufklärern: Rot' }).first().waitFor({ state: 'attached' });
  },

  async 'analysis: it is stopped, and goes on where it was'({ open }) {
    const { record, plies } = await analysedGame();
    const page = await open();
    await page.addInitScript(() => { // the worker's messages come one by one, so that there is a middle
      const Plain = globalThis.Worker;
      globalThis.Worker = class extends Plain {
        addEventListener(type, listener) {
          super.addEventListener(type, (event) => {
            if (event.data?.type === 'looked') globalThis.looked = (globalThis.looked ?? 0) + 1;
            if (event.data?.type !== 'done' || globalThis.mayEnd) listener(event);
          });
        }
      };
    });
    await page.reload();
    await paste(page, record);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForFunction(() => globalThis.looked > 0);
    await page.locator('.analysis-toggle').click();
    const stopped = await page.locator('.analysis progress').getAttribute('value').then(Number);
    assert.ok(stopped > 0);
    assert.equal(await page.locator('.analysis-toggle').textContent(), 'Go on');
    await page.locator('.scrubber').fill('1');
    await chooseLanguage(page, 'nl');
    await page.getByRole('button', { name: 'Doorgaan' }).waitFor();
    assert.equal(await ply(page), 1, 'the language changes the words alone');
    assert.equal(await page.locator('.analysis progress').getAttribute('value').then(Number), stopped);
    await chooseLanguage(page, 'en');
    await page.evaluate(() => { globalThis.mayEnd = true; });
    await page.locator('.analysis-toggle').click();
    await isDone(page);
    assert.equal(await page.locator('.curve-line').count(), 2);
    await chooseLanguage(page, 'de');
    await page.locator('.analysis h2', { hasText: 'Analyse' }).waitFor();
    assert.equal(await page.locator('.analysis-toggle').isVisible(), false, 'it is finished in any language');
    await chooseLanguage(page, 'en');
    await page.locator('.analysis h2', { hasText: 'Analysis' }).waitFor();
    assert.deepEqual(await marksOf(page), plies.filter(({ mark }) => mark).map(({ ply: at, mark }) => [at, mark]));
  },
};
