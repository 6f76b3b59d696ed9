// What makes a game comfortable: moves made ahead, notes on backs, what is lost in sight, the
// end told beside the board, pictures, and the list of finished games.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { begin, onTurn } from './people.mjs';
import { moveByMouse, newGame, playFast, playToTheEnd, playUntil, readBoard, startAtRandom, startReadyMade } from './hands.mjs';
import { complaints } from './pages.mjs';

const cell = (page, square) => page.locator(`.play-view .cell[data-square=${square}]`);
const label = (page, square) => cell(page, square).getAttribute('aria-label');

/** Squares of enemy pieces that nobody has seen. */
const backs = (page) => page.evaluate(() => [...document.querySelectorAll('.play-view .cell')]
  .filter((one) => /, enemy piece, unknown/.test(one.ariaLabel)).map((one) => one.dataset.square));

/** Notes down what the page sends from now on. */
function listen(page) {
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  return sent;
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
}

export const tests = {
  async 'a move made ahead is played when it is one’s turn, and can be taken back'({ open }) {
    const pages = await begin(open);
    const first = await onTurn(pages);
    const second = pages.find((page) => page !== first);
    // Blue's set-up is Red's turned round: the scouts stand in front for both.
    const side = await second.evaluate(() => [...document.querySelectorAll('.cell.grab')].filter((one) => /Scout/.test(one.ariaLabel)).map((one) => one.dataset.square));
    const from = side[0];
    const to = `${from[0]}${Number(from.slice(1)) + (Number(from.slice(1)) > 5 ? -1 : 1)}`;
    await cell(second, from).click();
    await cell(second, to).click();
    assert.match(await label(second, from), /planned move from here/);
    assert.match(await label(second, to), /planned move to here/);
    await cell(second, to).focus();
    await second.keyboard.press('Escape');
    assert.doesNotMatch(await label(second, to), /ahead/);
    await cell(second, from).click();
    await cell(second, to).click();
    await moveByMouse(first);
    await second.waitForFunction(() => document.querySelector('.play-view .board').dataset.plies === '2');
    assert.match(await label(second, to), /Scout/);
    assert.doesNotMatch(await label(second, to), /ahead/);
  },

  async 'a guess on an enemy back stays with the piece and in the browser, and is told to nobody'({ open }) {
    const page = await open();
    const sent = listen(page);
    await page.reload();
    await page.waitForSelector('.home');
    await playFast(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await readBoard(page);
    const [one, two] = await backs(page);
    await cell(page, one).click({ button: 'right' });
    await page.waitForSelector('dialog.notes');
    assert.deepEqual(await complaints(page, ['color-contrast']), []);
    await page.locator('dialog .note-choice[data-rank=B]').click();
    assert.match(await label(page, one), /your guess: Bomb/);
    await cell(page, two).focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter'); // on the first choice
    assert.match(await label(page, two), /your guess: Marshal/);
    assert.equal(await cell(page, two).locator('.note text').textContent(), '10');
    assert.ok(await cell(page, two).evaluate((it) => it === document.activeElement), 'keys go on where they were');
    await page.reload();
    await readBoard(page);
    assert.match(await label(page, one), /your guess: Bomb/);
    await cell(page, one).click({ button: 'right' });
    await page.getByRole('button', { name: 'Remove the note' }).click();
    assert.doesNotMatch(await label(page, one), /guess/);
    await moveByMouse(page);
    await readBoard(page);
    assert.ok(sent.length > 4);
    assert.deepEqual(sent.filter((text) => /note|guess/i.test(text)), []);
    await resign(page);
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('flagfall.notes')));
    assert.deepEqual(kept, [], 'nothing is left of them after the game');
  },

  async 'a finger that stays on an enemy back asks for a guess, and chooses nothing'({ open }) {
    const page = await open({ hasTouch: true, viewport: { width: 390, height: 844 } });
    await newGame(page, 'barrage');
    await startAtRandom(page);
    await readBoard(page);
    const [one] = await backs(page);
    const { x, y, width } = await cell(page, one).boundingBox();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + width / 2 }] });
    await page.waitForSelector('dialog.notes');
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.locator('dialog .note-choice[data-rank=M]').tap();
    assert.match(await label(page, one), /your guess: Flag/);
  },

  async 'a finger that stays on a piece of one’s own presses it, once'({ open }) {
    const page = await open({ hasTouch: true, viewport: { width: 390, height: 844 } });
    await newGame(page, 'barrage');
    await startAtRandom(page);
    const { mobile: [{ square, x, y }] } = await readBoard(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    // What a browser tells of a finger that stays.
    await cell(page, square).dispatchEvent('contextmenu');
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForSelector(`.cell[data-square=${square}].selected`);
    await page.locator('.cell.target').first().tap();
    await page.waitForSelector('.board[data-plies="1"], .board[data-plies="2"]');
  },

  async 'what is lost is in sight above and below the board, which stays where it is'({ open }) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const page = await open({ viewport });
      await playFast(page);
      await newGame(page, 'tournament'); // which goes on for long enough
      await startReadyMade(page, 'bastion');
      await readBoard(page);
      const place = () => page.locator('.play-view .board').boundingBox();
      const before = await place();
      await playUntil(page, '.lost-strip li', 2);
      const pieces = await page.locator('.all-losses .lost').count();
      assert.equal(await page.locator('.play-view .lost-strip li').count(), pieces, 'the same as in the list');
      const strips = await page.locator('.play-view .lost-strip').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
      assert.deepEqual(await place(), before);
      assert.ok(strips[0] < before.y && strips[1] > before.y);
    }
  },

  async 'a rank says what it is and can do, to who points at it'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    const tip = (rank) => page.evaluate((wanted) => [...document.querySelectorAll('.play-view .cell')]
      .find((one) => one.ariaLabel.includes(`your ${wanted}`)).title, rank);
    assert.equal(await tip('Miner'), 'Miner 3 · 5 in each army · clears bombs');
    assert.equal(await tip('Bomb'), 'Bomb · 6 in each army · never moves');
    const back = (await backs(page))[0];
    assert.equal(await cell(page, back).getAttribute('title'), null, 'a back says nothing');
  },

  async 'the end is told beside the board, with both armies face up, and keys close it'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'barrage');
    await startAtRandom(page);
    await playToTheEnd(page, moveByMouse);
    await page.waitForSelector('dialog.result');
    const [result, board] = await Promise.all(['dialog.result', '.replay-view .board'].map((one) => page.locator(one).boundingBox()));
    assert.ok(result.x >= board.x + board.width, 'nothing lies over the board');
    assert.equal(await page.locator('.replay-view .cell[aria-label*=unknown]').count(), 0);
    assert.ok(await page.evaluate(() => document.querySelector('dialog.result').contains(document.activeElement)));
    await page.setViewportSize({ width: 844, height: 390 });
    const [sheet, small] = await Promise.all(['dialog.result', '.replay-view .board'].map((one) => page.locator(one).boundingBox()));
    assert.ok(sheet.x >= small.x + small.width && sheet.x + sheet.width <= 844, 'nor on a phone on its side');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.result', { state: 'detached' });
  },

  async 'on a phone both armies are in view above the end that is told'({ open }) {
    for (const [width, height] of [[390, 664], [360, 740], [390, 844]]) {
      const page = await open({ viewport: { width, height }, hasTouch: true, isMobile: true });
      await newGame(page, 'tournament');
      await page.locator('.setup-view .play-bar .button:enabled').click();
      await readBoard(page);
      await resign(page);
      const boxes = () => Promise.all(['dialog.result', '.replay-view .board'].map((one) => page.locator(one).boundingBox()));
      const [sheet, board] = await boxes();
      const where = `${width}x${height}: the board is at ${board.y} to ${board.y + board.height}, the sheet begins at ${sheet.y}`;
      assert.ok(board.y >= 0 && board.y + board.height <= sheet.y, where);
      await page.locator('dialog.result .why').evaluate((why) => { why.textContent = 'Much is told. '.repeat(60); });
      const [long] = await boxes();
      assert.ok(long.height + board.height <= height, `${where}; with much to tell it is ${long.height} high`);
    }
  },

  async 'a position and a finished game are saved as a picture'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await readBoard(page);
    for (const view of ['.play-view', '.replay-view']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`${view} .picture-button`).click()]);
      assert.equal(download.suggestedFilename(), 'flagfall.png');
      const bytes = await readFile(await download.path());
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 1291]);
      assert.ok(bytes.length > 50_000, `${bytes.length} bytes: something is drawn`);
      if (view === '.play-view') await resign(page);
    }
  },

  async 'finished games have their day, can be filtered and taken off the list'({ open, server }) {
    const page = await open();
    const day = () => new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(new Date());
    const before = day();
    for (const edition of ['duel', 'barrage']) {
      await newGame(page, edition);
      await startAtRandom(page);
      await readBoard(page);
      await resign(page);
    }
    await page.goto(server.url);
    await page.waitForSelector('.finished');
    const rows = page.locator('.finished .game-row');
    assert.equal(await rows.count(), 2);
    const told = await rows.first().textContent();
    assert.ok([before, day()].some((one) => told.includes(one)), 'of this year the day without it');
    await page.locator('select[name=finished]').selectOption('won');
    assert.equal(await rows.count(), 0);
    await page.locator('select[name=finished]').selectOption('lost');
    assert.equal(await rows.count(), 2);
    await page.locator('.finished .discard').first().click();
    assert.equal(await rows.count(), 1);
    await page.reload();
    await page.waitForSelector('.finished');
    assert.equal(await rows.count(), 1, 'it stays off the list');
    await page.locator('.finished .discard').click();
    await page.getByRole('button', { name: 'Put it back' }).press('Enter');
    assert.equal(await rows.count(), 1);
    assert.deepEqual(await complaints(page, ['color-contrast']), []);
  },
};
