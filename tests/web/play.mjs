// Whole games, and what is shown on the way.

import assert from 'node:assert/strict';
import {
  canStart, toNewGame, moveByKeys, moveByMouse, newGame, playFast, playToTheEnd, playUntil, pressStart, readBoard, readEverything,
  startAtRandom, startReadyMade, tabTo,
} from './hands.mjs';

const message = (page) => page.locator('.board-column .message').textContent();

/** Plays `n` moves of one's own, or fewer if the game ends. */
async function playSome(page, move, n) {
  for (let i = 0; i < n; i += 1) if (!await move(page)) return false;
  return true;
}

// Nothing on the page may name a hidden piece: its back has no symbol, no number
// and no name.
async function assertBacksAreBlank(page) {
  const backs = await page.evaluate(() => [...document.querySelectorAll('.board .cell')]
    .filter((cell) => /unknown/.test(cell.ariaLabel))
    .map((cell) => ({ uses: cell.querySelectorAll('use[href^="#figure"], text').length, text: cell.textContent, label: cell.ariaLabel })));
  assert.ok(backs.length > 0);
  for (const { uses, text, label } of backs) {
    assert.equal(uses, 0, label);
    assert.equal(text, '', 'no number, no letter');
    assert.match(label, /^\w\d+, enemy piece, unknown(, has moved)?(, can attack)?(, last move)?$/);
  }
}

async function assertAllIsShown(page) {
  const hidden = await page.evaluate(() => [...document.querySelectorAll('.board .cell')]
    .filter((cell) => /unknown/.test(cell.ariaLabel)).length);
  assert.equal(hidden, 0, 'at the end every rank is shown');
}

export const tests = {
  async 'a whole game of forty pieces by mouse, with a reload in the middle'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    assert.equal(await page.locator('.board .cell.lake').count(), 8);
    await assertBacksAreBlank(page);
    assert.ok(await playSome(page, moveByMouse, 12), 'the game is still on after 24 plies');
    await readBoard(page);
    await assertBacksAreBlank(page);
    const before = await readEverything(page);
    await page.reload();
    await readBoard(page);
    assert.deepEqual(await readEverything(page), before, 'a reload shows the same game');
    await playToTheEnd(page, moveByMouse);
    await assertAllIsShown(page);
    const why = await page.locator('dialog.result .why').textContent();
    assert.ok(why.length > 0, 'the reason of the end is told');
    await page.reload();
    await page.waitForSelector('dialog.result');
    assert.equal(await page.locator('dialog.result .why').textContent(), why, 'the end is still told after a reload');
    await page.locator('dialog.result').getByRole('button', { name: 'Play again' }).click();
    await page.waitForSelector('.setup-view');
  },

  async 'a whole game by keys alone, from the start page on'({ open }) {
    const page = await open();
    await playFast(page);
    await tabTo(page, '.last-choice a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.new-game');
    await tabTo(page, 'input[name=edition]');
    const chosen = () => page.evaluate(() => document.querySelector('input[name=edition]:checked').value);
    for (let i = 0; i < 40 && await chosen() !== 'barrage'; i += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await chosen(), 'barrage');
    await tabTo(page, '.play-bar .button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.setup-view');
    await tabTo(page, '[data-style=by-lot]');
    await page.keyboard.press(' ');
    await canStart(page);
    await tabTo(page, '.setup-view .play-bar .button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.play-view');
    await tabTo(page, '.board .cell');
    await playToTheEnd(page, moveByKeys);
    await assertAllIsShown(page);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  },

  async 'Blue plays a small board to its end by mouse'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'quick-arena', 'blue');
    await startAtRandom(page);
    await readBoard(page);
    assert.equal(await page.locator('.moves td[data-ply="0"]').count(), 1, 'Red has moved first');
    await playToTheEnd(page, moveByMouse);
    await assertAllIsShown(page);
  },

  async 'a battle shows both ranks, in pictures and in words, and the losses'({ open }) {
    const page = await open();
    await newGame(page, 'tournament'); // where no first battle takes a flag
    await startReadyMade(page, 'bastion');
    await playUntil(page, '.battle-row');
    const told = await page.locator('.battle-row p').last().textContent();
    assert.match(told, /your/i);
    assert.match(told, /the enemy’s/i);
    assert.match(told, /takes|falls to|both fall/);
    const figures = page.locator('.battle-row').last().locator('.fighter .piece use[href^="#figure"]');
    assert.equal(await figures.count(), 2, 'both pieces are drawn with their ranks');
    assert.ok(await page.locator('.losses .lost').count() > 0);
    assert.ok((await page.locator('.visually-hidden[role=log]').textContent()).length > 0, 'screen readers are told');
  },

  async 'aids are switched off by who would rather not use them'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'barrage');
    await startAtRandom(page);
    await readBoard(page);
    assert.ok(await page.locator('.cell.mobile').count() > 0);
    const from = await page.locator('.cell.mobile').first().getAttribute('data-square');
    await page.locator('.hints summary').click();
    await page.locator('input[name=hint-hints]').uncheck();
    await page.locator(`.cell[data-square=${from}]`).click();
    assert.equal(await page.locator('.cell.target, .cell.attack, .cell.mobile').count(), 0, 'no hint where it can go');
    assert.equal(await page.locator('.cell.selected').count(), 1);
    await page.keyboard.press('Escape');
    await page.locator('input[name=hint-hints]').check();
    await page.locator('input[name=hint-remember]').uncheck();
    // Whatever is shown in a battle, the board does not keep it.
    for (let i = 0; i < 60 && await page.locator('.moves .ranks-met').count() < 2; i += 1) {
      if (!await moveByMouse(page)) break;
      if ((await readBoard(page)).turn === 'over') return;
      assert.equal(await page.locator('.board .cell[aria-label*=", enemy "]:not([aria-label*=unknown])').count(), 0);
    }
  },

  async 'a move that is refused says why'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await readBoard(page);
    const walker = await page.evaluate(() => [...document.querySelectorAll('.cell.mobile')]
      .find((one) => !/Scout/.test(one.ariaLabel))?.dataset.square);
    assert.ok(walker, 'a piece that is no scout can move');
    const go = async (from, to) => {
      await page.locator(`.cell[data-square=${from}]`).click();
      await page.locator(`.cell[data-square=${to}]`).click();
    };
    const file = walker[0];
    await go(walker, `${file}6`);
    await page.waitForFunction(() => /one square at a time/.test(document.querySelector('.board-column .message').textContent));
    await go(walker, file === 'a' ? 'b5' : 'a5');
    await page.waitForFunction(() => /never diagonally/.test(document.querySelector('.board-column .message').textContent));
    assert.equal((await readBoard(page)).plies, '0', 'nothing has moved');
    const bomb = await page.evaluate(() => [...document.querySelectorAll('.cell')]
      .find((one) => /your Bomb/.test(one.ariaLabel)).dataset.square);
    await page.locator(`.cell[data-square=${bomb}]`).click();
    assert.match(await message(page), /never move/);
  },

  async 'going back and forth too often is refused with its reason'({ open }) {
    const page = await open();
    await playFast(page);
    await newGame(page, 'anniversary-duel');
    await page.locator('.share summary').click();
    // The marshal walks between i1 and k1, behind others; and nobody is soon at the flag.
    await page.locator('.letters').fill('MEDDCAABALKAAAAAAAEB'.padEnd(40, 'A'));
    await page.waitForFunction(() => /your Marshal/.test(document.querySelector('.cell[data-square=k1]').ariaLabel));
    await pressStart(page);
    const go = async (from, to) => {
      await readBoard(page);
      await page.locator(`.cell[data-square=${from}]`).click();
      await page.locator(`.cell[data-square=${to}]`).click();
    };
    const plies = (n) => page.waitForFunction((wanted) => document.querySelector('.board').dataset.plies === wanted, n);
    await go('k1', 'i1');
    await plies('2');
    await go('i1', 'k1');
    await plies('4');
    await go('k1', 'i1');
    await page.waitForFunction(() => /back and forth/.test(document.querySelector('.board-column .message').textContent));
    assert.equal((await readBoard(page)).plies, '4');
  },

  async 'resigning asks first, and shows all ranks'({ open }) {
    const page = await open();
    await newGame(page, 'duel');
    await startAtRandom(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.board').getAttribute('data-turn'), 'mine');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    assert.match(await page.locator('dialog.result').textContent(), /You have lost.*You have resigned/s);
    await assertAllIsShown(page);
  },

  async 'memory mode hides ranks again, and a reload does not bring them back'({ open }) {
    const page = await open();
    await toNewGame(page);
    await page.locator('.more-terms summary').click();
    await page.locator('input[name=memory]').check();
    await playFast(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await playUntil(page, '.moves td:has-text("×")');
    assert.ok(await playSome(page, moveByMouse, 6), 'the game is still on');
    await readBoard(page);
    assert.equal(await page.locator('.losses .loss-list').count(), 0, 'no list of lost ranks');
    const ranksMet = await page.locator('.moves td:not(.latest) .ranks-met').count();
    assert.equal(ranksMet, 0, 'the list of moves has forgotten the ranks');
    const before = await readEverything(page);
    await page.reload();
    await readBoard(page);
    assert.deepEqual(await readEverything(page), before);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    assert.equal(await page.locator('.losses .loss-list').count(), 2, 'at the end everything is told');
  },
};
