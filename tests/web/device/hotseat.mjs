// Two people at one device: a curtain between their turns, with keys alone and on a phone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { complaints, widthFits } from '../pages.mjs';
import { heardNoSecret, listenToWorker } from './offline.mjs';
import { chooseLanguage, go, moveByKeys, moveByMouse, playFast, readBoard, tabTo } from '../hands.mjs';

const CURTAIN = '.curtain';

/** Two who have played the smallest edition here before. */
async function openForTwo(open, options) {
  const page = await open(options);
  await listenToWorker(page);
  await page.evaluate(() => localStorage.setItem('flagfall.wish', JSON.stringify({ edition: 'duel', against: 'two' })));
  await page.reload();
  await page.waitForSelector('.home');
  await playFast(page);
  return page;
}

/** What the page has while the curtain is drawn: nothing of any army, on it or in what it keeps. */
async function curtainHides(page, armies) {
  await page.waitForSelector(CURTAIN);
  const { cells, ranks, log, title, kept } = await page.evaluate(() => ({
    cells: document.querySelectorAll('.cell, .lost-strip, .history, dialog').length,
    ranks: document.querySelectorAll('main [data-rank]').length,
    log: document.querySelector('.visually-hidden[role=log]').textContent,
    title: document.title,
    kept: JSON.stringify({ ...localStorage }),
  }));
  assert.deepEqual([cells, ranks, log], [0, 0, '']);
  assert.match(title, /^(Red|Blue) sets up|^(Red|Blue)’s turn/);
  for (const letters of armies) assert.ok(!kept.includes(letters), 'no army is kept where the page could read it');
  const focused = await page.evaluate(() => document.activeElement.className);
  assert.equal(focused, 'curtain', 'keys and readers are led to it');
}

const seatShown = (page) => page.locator('.board').getAttribute('aria-label');

async function pressKey(page, selector) {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

/** Who is to come says so, with the mouse. */
async function come(page) {
  await page.locator(`${CURTAIN} .primary`).click();
}

async function beginByMouse(page) {
  await go(page, '#/new/two');
  await page.locator('.play-bar .button.primary').click();
  for (let i = 0; i < 2; i += 1) {
    await come(page);
    await page.locator('.setup-view .play-bar .button:enabled').click();
    await page.waitForSelector(CURTAIN);
  }
}

export const tests = {
  async 'two people play at one device with keys alone, and each sees only their own army'({ open }) {
    const page = await openForTwo(open);
    await pressKey(page, 'a[href="#/new/two"]');
    await page.waitForSelector('.new-game');
    assert.equal(await page.locator('select[name=clock]').isVisible(), false);
    assert.equal(await page.locator('input[name=seat]').first().isVisible(), false);
    await pressKey(page, '.play-bar .button.primary');
    const armies = [];
    for (const seat of ['Red', 'Blue']) {
      await curtainHides(page, armies);
      assert.match(await page.locator(`${CURTAIN} h1`).textContent(), new RegExp(seat));
      await pressKey(page, `${CURTAIN} .primary`);
      await page.waitForSelector('.setup-view .play-bar .button:enabled');
      assert.match(await seatShown(page), new RegExp(seat));
      armies.push(await page.locator('.letters').inputValue());
      await pressKey(page, '.setup-view .play-bar .button.primary');
    }
    assert.equal(armies[0].length, armies[1].length);
    for (let turn = 0; turn < 6; turn += 1) {
      await curtainHides(page, armies);
      await page.keyboard.press('Enter'); // held down by mistake: it is the curtain that has the focus
      assert.equal(await page.locator(CURTAIN).count(), 1);
      await pressKey(page, `${CURTAIN} .primary`);
      await page.waitForSelector('.play-view');
      assert.match(await seatShown(page), turn % 2 ? /Blue/ : /Red/);
      assert.ok(await page.evaluate(() => document.activeElement.matches('.cell')), 'the focus is on the board');
      if (turn) assert.match(await page.locator('.visually-hidden[role=log]').textContent(), turn % 2 ? /Red:/ : /Blue:/, 'what the other did is said');
      assert.ok(await moveByKeys(page, { isQuiet: true }));
      await page.waitForFunction(() => document.activeElement.matches('.pass'));
      await page.keyboard.press('Enter');
    }
    await pressKey(page, `${CURTAIN} .primary`);
    await pressKey(page, '.actions button');
    await page.waitForSelector('dialog .danger');
    await pressKey(page, 'dialog .danger');
    await page.waitForSelector('dialog.result');
    assert.match(await page.locator('dialog.result').textContent(), /draw.*By agreement/s);
    await heardNoSecret(page, [{ id: 'duel', files: 10, rows: 10 }]);
  },

  async 'on a phone two play, are never shown what the other has, and keep the record'({ open }) {
    const page = await openForTwo(open, { viewport: { width: 390, height: 844 }, hasTouch: true, bypassCSP: true });
    await beginByMouse(page);
    for (const language of ['nl', 'fr', 'de', 'en']) {
      await chooseLanguage(page, language);
      await widthFits(page, `the curtain in ${language}`);
      assert.deepEqual(await complaints(page), []);
    }
    await come(page);
    assert.ok(await moveByMouse(page, { isQuiet: true }));
    await widthFits(page, 'the board before it is handed over');
    assert.deepEqual(await complaints(page), []);
    const box = await page.locator('.pass').boundingBox();
    assert.ok(box.height >= 43.5 && box.y + box.height < 844, 'the button is in reach of a thumb');
    await page.locator('.board .cell').first().click();
    assert.match(await page.locator('.message').textContent(), /hand the device over/);
    await page.locator('.pass').click();
    // Loading anew, and leaving for the start page, both come back to the curtain.
    await come(page);
    await page.waitForSelector('.play-view');
    await page.reload();
    await page.waitForSelector(CURTAIN);
    await come(page);
    await page.waitForSelector('.play-view');
    await go(page, '#/');
    await page.waitForSelector('.start-page');
    assert.equal(await page.locator('.visually-hidden[role=log]').textContent(), '', 'what was said is not left for the other');
    assert.equal(await page.locator('.living-board [data-rank]').evaluateAll((all) => all.filter((one) => one.closest('.own')).length), 0);
    await page.locator('.first-choice a.huge').click();
    await page.waitForSelector(CURTAIN);
    await come(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    assert.match(await page.locator('dialog.result').textContent(), /Red has won/, 'it is told by colours');
    await page.locator('dialog .button').first().click();
    const download = page.waitForEvent('download');
    await page.locator('.downloads button').first().click();
    assert.match(await readFile(await (await download).path(), 'utf8'), /\[Termination "resign"\]/);
    await go(page, '#/');
    assert.match(await page.locator('.finished').textContent(), /Two at this device/);
  },

  async 'a game that another tab has played on is not overwritten, and may be taken over'({ open }) {
    const page = await openForTwo(open);
    await beginByMouse(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await come(other);
    await other.waitForSelector('.play-view');
    await come(page);
    await moveByMouse(page, { isQuiet: true });
    const before = await readBoard(other);
    await other.mouse.click(before.mobile[0].x, before.mobile[0].y);
    const { targets, attacks } = await readBoard(other);
    await other.mouse.click([...targets, ...attacks][0].x, [...targets, ...attacks][0].y);
    await other.waitForSelector('.note .primary');
    assert.match(await other.locator('.note').textContent(), /another tab/);
    await other.locator('.note .primary').click();
    await come(other);
    await other.waitForSelector('.play-view .board[data-plies="1"]');
    await other.close();
  },
};
