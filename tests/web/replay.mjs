// Finished games: stepping through them, from whose view one likes, and records that
// come from elsewhere.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { go, moveByMouse, newGame, playFast, startReadyMade } from './hands.mjs';
import { PROGRAM } from './support.mjs';

const ply = (page) => page.locator('.board').getAttribute('data-plies').then(Number);
const unknown = (page) => page.locator('.board .cell[aria-label*=unknown]').count();

/** Two games between computer players, as a record. */
async function record() {
  const folder = await mkdtemp(join(tmpdir(), 'flagfall-replay-'));
  const file = join(folder, 'games.ffr');
  execFileSync(PROGRAM, ['match', 'level:1', 'level:2', '--games', '2', '--edition', 'barrage', '--seed', '3',
    '--record', file]);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  return text;
}

async function paste(page, text) {
  await go(page, '#/replay');
  await page.locator('.drop summary').click();
  await page.locator('.drop textarea').fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
}

/** The squares where pieces stand, as the board shows them. */
const standing = (page) => page.locator('.replay-view .board .cell:has(.piece)').evaluateAll((cells) => (
  cells.map((cell) => cell.dataset.square).sort()));

/** The same of a film, in a page of its own, after so many plies of all. */
const filmed = (page, text, after, all) => page.evaluate(([source, now, plies]) => {
  const drawing = document.importNode(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement, true);
  document.body.replaceChildren(drawing);
  drawing.pauseAnimations();
  const length = parseFloat(drawing.querySelector('animateTransform').getAttribute('dur'));
  drawing.setCurrentTime(length * (now + 0.3) / (plies + 5));
  return [...drawing.querySelectorAll(':scope > g')].filter((one) => getComputedStyle(one).opacity === '1').map((one) => {
    const { e, f } = one.transform.animVal.getItem(0).matrix;
    return `${'abcdefghik'[(e - 33) / 100]}${10 - (f - 33) / 100}`;
  }).sort();
}, [text, after, all]);

export const tests = {
  async 'a game is a film that needs nothing else, and shows each position as the board does'({ open }) {
    const page = await open();
    await paste(page, await record());
    await page.waitForSelector('.replay-view');
    const last = await ply(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.film-button').click()]);
    assert.equal(download.suggestedFilename(), 'flagfall.svg');
    const text = await readFile(await download.path(), 'utf8');
    assert.doesNotMatch(text.replace(/xmlns(:\w+)?="[^"]+"/g, ''), /https?:/, 'nothing is asked of anybody');
    assert.doesNotMatch(text, /<script|<foreignObject/i);
    const cinema = await page.context().newPage();
    for (const at of [0, 1, Math.floor(last / 2), last - 1, last]) {
      await page.locator('.scrubber').fill(String(at));
      assert.equal(await ply(page), at);
      assert.deepEqual(await filmed(cinema, text, at, last), await standing(page), `after ${at} moves`);
    }
  },

  async 'a link to a position opens it for who has no account'({ open, server }) {
    const page = await open();
    await newGame(page, 'tournament'); // which cannot be lost in a move
    await startReadyMade(page, 'bastion');
    await moveByMouse(page);
    await page.waitForSelector('.board[data-turn=mine]');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await page.getByRole('button', { name: 'See the board' }).click();
    const id = page.url().match(/#\/game\/(.+)$/)[1];
    const other = await open();
    await other.goto(`${server.url}g/${id}/1`);
    await other.waitForSelector('.replay-view');
    assert.equal(await ply(other), 1);
    await other.goto(`${server.url}g/${id}`);
    await other.waitForSelector('.replay-view');
    assert.equal(await ply(other), await ply(page));
  },

  async 'a record is stepped through by keys, by the list and from either view'({ open }) {
    const page = await open();
    await paste(page, await record());
    await page.waitForSelector('.replay-view');
    assert.equal(await page.locator('.found-games li').count(), 2, 'both games are listed');
    const last = await ply(page);
    assert.ok(last > 4);
    assert.equal(await unknown(page), 0, 'everything is shown');
    await page.locator('.replay-view .status').click();
    await page.keyboard.press('Home');
    assert.equal(await ply(page), 0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await ply(page), 2);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await ply(page), 1);
    await page.keyboard.press('End');
    assert.equal(await ply(page), last);
    await page.locator('.moves .jump').nth(2).click();
    assert.equal(await ply(page), 3, 'a press on a move leads there');

    await page.keyboard.press('Home');
    await page.locator('input[name=viewer][value=red]').check();
    assert.equal(await unknown(page), 8, 'Red knows none of Blue’s pieces yet');
    await page.locator('input[name=viewer][value=blue]').check();
    assert.equal(await page.locator('.board .cell').first().getAttribute('data-square'), 'k1', 'seen from Blue’s side');
    assert.equal(await unknown(page), 8);
    await page.locator('.battle-list summary').click();
    await page.locator('.battle-list .jump').first().click();
    assert.equal(await page.locator('.battle .fighter use[href^="#figure"]').count(), 2, 'a battle is shown with both ranks');
    assert.ok(await unknown(page) < 8 || await page.locator('.losses .lost').count() > 0, 'and Blue knows it from now on');

    await page.locator('.scrubber').fill(String(last - 1));
    assert.equal(await ply(page), last - 1);
    await page.locator('.replay-bar .play').click();
    await page.waitForFunction((n) => Number(document.querySelector('.board').dataset.plies) === n, last);
    await page.locator('.found-games .game-row').nth(1).click();
    await page.waitForFunction((n) => Number(document.querySelector('.scrubber').max) !== n, last);
  },

  async 'what cannot be read, or played to its end, is said so'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks(); // the browser reports the answer 400
    await paste(page, 'no record at all');
    await page.waitForFunction(() => /\S/.test(document.querySelector('.drop .message').textContent)
      && !/moment/.test(document.querySelector('.drop .message').textContent));
    assert.equal(await page.locator('.replay-view').count(), 0);
    const text = await record();
    await page.locator('.drop textarea').fill(text.replace(/\n1\. \S+/, '\n1. a1-a9'));
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.waitForSelector('.replay-view');
    assert.match(await page.locator('.replay-view .message').textContent(), /cannot be played further/);
  },

  async 'a finished game has a link, and is downloaded in three formats'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'tournament'); // which cannot be lost or won in a move
    await startReadyMade(page, 'bastion');
    await moveByMouse(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await page.getByRole('button', { name: 'See the board' }).click();
    await page.locator('.armies-state', { hasText: 'verified' }).waitFor();
    const texts = {};
    for (const [name, format] of [['Record', 'ffr'], ['GSN', 'gsn'], ['XML', 'xml']]) {
      const [download] = await Promise.all([page.waitForEvent('download'),
        page.locator('.downloads').getByRole('link', { name, exact: true }).click()]);
      texts[format] = await readFile(await download.path(), 'utf8');
      assert.match(download.suggestedFilename(), new RegExp(`\\.${format}$`));
    }
    assert.match(texts.ffr, /\[RedCommitment "[0-9a-f]{64}"\]/);
    const other = await open();
    await other.goto(page.url());
    await other.waitForSelector('.replay-view');
    assert.equal(await unknown(other), 0, 'anybody who has the link sees the finished game');
    await paste(page, texts.xml);
    await page.waitForSelector('.replay-page .replay-view');
    assert.ok(await ply(page) >= 1, 'what was downloaded is replayed');
    await page.locator('.replay-page > .finished .game-row').click(); // one's own are listed there
    await page.waitForSelector('.replay-view:not(.replay-page *) .downloads');
  },
};
