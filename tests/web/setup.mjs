// Setting up an army: every way to do it, and what is kept.

import assert from 'node:assert/strict';
import { canStart as isReady, emptyBoard, go, newGame, pressStart, readBoard, tabTo, toNewGame, walkTo } from './hands.mjs';

const cell = (page, square) => page.locator(`.board .cell[data-square=${square}]`);
const name = (page, square) => cell(page, square).getAttribute('aria-label');
const tray = (page, rank) => page.locator(`.tray-piece[data-rank=${rank}]`);
const letters = (page) => page.locator('.letters').inputValue();
const canStart = (page) => page.locator('.setup-view .play-bar .button').isEnabled();

async function drag(page, from, to) {
  await from.scrollIntoViewIfNeeded();
  const a = await from.boundingBox();
  const b = await to.boundingBox();
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 - 12);
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function dragWithFinger(page, from, to) {
  const centre = async (locator) => {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [a, b] = [await centre(from), await centre(to)];
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [a]);
  for (const part of [0.2, 0.6, 1]) {
    await touch('touchMove', [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }]);
  }
  await touch('touchEnd', []);
}

// Barrage: marshal, general, miner, two scouts, spy, bomb, flag.
const BARRAGE = { a1: 'M', b1: 'B', a2: 'L', b2: 'K', c2: 'E', d2: 'D', e2: 'D', f2: 'C' };

async function toLetters(page) {
  await page.locator('.share summary').click();
}

export const tests = {
  async 'set-up by dragging with the mouse'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await emptyBoard(page);
    await toLetters(page);
    for (const [square, rank] of Object.entries(BARRAGE)) await drag(page, tray(page, rank), cell(page, square));
    assert.match(await letters(page), /^MBA{8}LKEDDCA{24}$/);
    await drag(page, cell(page, 'a2'), cell(page, 'k4'));
    assert.match(await name(page, 'k4'), /your Marshal/);
    await drag(page, cell(page, 'k4'), cell(page, 'b2'));
    assert.match(await name(page, 'b2'), /your Marshal/, 'two pieces change places');
    assert.match(await name(page, 'k4'), /your General/);
    await drag(page, cell(page, 'k4'), page.locator('.tools h1'));
    assert.match(await name(page, 'k4'), /free/, 'a piece dragged off the board goes back');
    assert.equal(await canStart(page), false, 'an unfinished army does not start');
    await drag(page, tray(page, 'K'), cell(page, 'k7'));
    assert.doesNotMatch(await name(page, 'k7'), /General/, 'outside the own rows nothing is put');
    await drag(page, tray(page, 'K'), cell(page, 'k4'));
    await pressStart(page);
    assert.match(await name(page, 'k4'), /your General/);
  },

  async 'set-up by dragging with a finger on a phone'({ open }) {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await newGame(page, 'barrage');
    await page.waitForSelector('.tray.full', { state: 'hidden' });
    await emptyBoard(page);
    await dragWithFinger(page, tray(page, 'L'), cell(page, 'd3'));
    assert.match(await name(page, 'd3'), /your Marshal/);
    await dragWithFinger(page, cell(page, 'd3'), cell(page, 'e1'));
    assert.match(await name(page, 'e1'), /your Marshal/);
    assert.match(await name(page, 'd3'), /free/);
  },

  async 'set-up by clicking: piece, then square'({ open }) {
    const page = await open();
    await newGame(page, 'barrage', 'blue');
    await emptyBoard(page);
    const blue = { a10: 'M', b10: 'B', a9: 'L', b9: 'K', c9: 'E', d9: 'D', e9: 'D', f9: 'C' };
    for (const [square, rank] of Object.entries(blue)) {
      // Two scouts are placed with one choice of the tray.
      if (await tray(page, rank).getAttribute('aria-pressed') !== 'true') await tray(page, rank).click();
      await cell(page, square).click();
    }
    assert.match(await name(page, 'd9'), /your Scout/);
    await cell(page, 'a9').click();
    await cell(page, 'k7').click();
    assert.match(await name(page, 'k7'), /your Marshal/);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.match(await name(page, 'a9'), /your Marshal/);
    await pressStart(page);
    assert.match(await name(page, 'a9'), /your Marshal/);
    const first = await page.locator('.board .cell').first().getAttribute('data-square');
    assert.equal(first, 'k1', 'Blue sees the board from its own side');
  },

  async 'set-up by keys alone'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await emptyBoard(page);
    await page.keyboard.down('Shift');
    await tabTo(page, '.board .cell');
    await page.keyboard.up('Shift');
    const keys = { a1: 'f', b1: 'b', a2: '0', b2: '9', c2: '3', d2: '2', e2: '2', f2: 's' };
    for (const [square, key] of Object.entries(keys)) {
      await walkTo(page, square);
      await page.keyboard.press(key);
      assert.match(await name(page, square), /your/, `${key} puts a piece on ${square}`);
    }
    await page.keyboard.press('Delete');
    assert.match(await name(page, 'f2'), /free/);
    await tabTo(page, '.tray-piece[data-rank=C]');
    await page.keyboard.press('Enter');
    await page.keyboard.down('Shift');
    await tabTo(page, '.board .cell');
    await page.keyboard.up('Shift');
    await walkTo(page, 'k1');
    await page.keyboard.press('Enter');
    assert.match(await name(page, 'k1'), /your Spy/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await cell(page, 'k1').getAttribute('aria-selected'), 'false');
    await isReady(page);
    await tabTo(page, '.setup-view .play-bar .button');
    await page.keyboard.press('Enter');
    assert.equal((await readBoard(page)).plies, '0');
    assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the focus is not lost');
  },

  async 'one press plays: a good army stands, and presets are small boards in sight'({ open }) {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.locator('.play-now').click();
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    assert.equal(await page.locator('.board .cell .piece').count(), 40, 'a whole army stands');
    assert.equal(await page.locator('.tray').isVisible(), false, 'an empty tray takes no room on a phone');
    const preset = page.locator('[data-style=bastion]');
    await page.waitForSelector('[data-style=bastion] .army-picture rect');
    assert.equal(await preset.locator('.bomb').count(), 6);
    const box = await preset.boundingBox();
    const bar = await page.locator('.setup-view .play-bar').boundingBox();
    assert.ok(box.y + box.height <= bar.y, 'ready-made armies are seen without scrolling');
    await preset.click();
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await page.locator('.tray').isVisible(), true, 'with pieces to place it is back');
    const before = await page.locator('.board').boundingBox();
    await page.locator('.tray-piece').first().click();
    assert.deepEqual(await page.locator('.board').boundingBox(), before);
  },

  async 'set-ups that were left do not pile up'({ open }) {
    const page = await open();
    for (let i = 0; i < 3; i += 1) {
      await go(page, '#/');
      await page.locator('.play-now').click();
      await page.waitForSelector('.setup-view .play-bar .button:enabled');
    }
    await go(page, '#/');
    await page.waitForSelector('.own-games .game-row');
    await page.reload();
    await page.waitForSelector('.own-games .game-row');
    assert.equal(await page.locator('.own-games .game-row').count(), 1, 'the last one is left, to go on with');
  },

  async 'a clock for a friend is none against the computer'({ open }) {
    const page = await open();
    await toNewGame(page, 'friend');
    await page.locator('select[name=clock]').selectOption('15+3');
    await go(page, '#/');
    assert.match(await page.locator('.last-choice').textContent(), /no clock/);
    await toNewGame(page, 'friend');
    assert.equal(await page.locator('select[name=clock]').inputValue(), '15+3', 'and it is kept for the next friend');
  },

  async 'ready-made armies, mirror, clear, and letters to keep'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await toLetters(page);
    await isReady(page);
    const styles = page.locator('[data-style]:not([data-style=by-lot])');
    assert.ok(await styles.count() > 0, 'the server offers ready-made armies');
    const before = await letters(page);
    await styles.first().click();
    const army = await letters(page);
    assert.notEqual(army, before);
    assert.match(army, /^[B-M]{40}$/);
    await page.getByRole('button', { name: 'Mirror' }).click();
    const mirrored = army.match(/.{10}/g).map((row) => [...row].reverse().join('')).join('');
    assert.equal(await letters(page), mirrored);
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await letters(page), 'A'.repeat(40));
    await page.locator('.letters').fill(army.toLowerCase());
    await page.waitForFunction((wanted) => document.querySelector('.letters').value === wanted, army);
    await page.waitForFunction(() => !document.querySelector('.setup-view .play-bar .button').disabled);
    await page.locator('.letters').fill('L'.repeat(40));
    await page.waitForFunction(() => /exactly the pieces/.test(document.querySelector('.tools .message').textContent));
    await page.locator('.letters').fill(army.slice(1));
    assert.match(await page.locator('.tools .message').textContent(), /number of letters/);
  },

  async 'an army that cannot move is warned of before it is played'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await toLetters(page);
    const front = 'BBDDBBDDBB';
    const rest = `M${'D'.repeat(4)}CLK${'J'.repeat(2)}${'I'.repeat(3)}${'H'.repeat(4)}${'G'.repeat(4)}${'F'.repeat(4)}`
      + 'E'.repeat(5);
    await page.locator('.letters').fill(rest + front);
    await page.waitForSelector('.warning:not([hidden])');
    await page.getByRole('button', { name: 'Start anyway' }).click();
    await page.waitForSelector('dialog.result');
    assert.match(await page.locator('dialog.result .why').textContent(), /no legal move/);
  },

  async 'a reload during set-up keeps the unfinished army'({ open }) {
    const page = await open();
    await newGame(page, 'quick-arena', 'blue');
    await page.locator('[data-style=by-lot]').click();
    await page.locator('.board .cell.grab').first().click();
    await page.keyboard.press('Delete');
    const before = await letters(page);
    assert.equal(before.replace(/A/g, '').length, 9);
    const address = page.url();
    await page.reload();
    await page.waitForSelector('.setup-view');
    assert.equal(page.url(), address);
    assert.equal(await letters(page), before);
    await page.getByRole('button', { name: 'Fill the rest' }).click();
    await pressStart(page);
  },
};
