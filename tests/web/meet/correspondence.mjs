// A correspondence game: days on the clocks, and an answer that is said beforehand; and several
// games at once.

import assert from 'node:assert/strict';
import { chooseEdition, go, playFast, pressStart, register, setUpLetters, toNewGame } from '../hands.mjs';

const ARMY = 'MBBAAAAAAAAAAAAAAAAAAAAAAAAAAADLDECKEAAA';

/** The first offers a game with three days a move, as Red, and the other one takes it. */
async function beginWithDays(red, blue) {
  await toNewGame(red, 'friend');
  await chooseEdition(red, 'duel');
  await red.locator('input[name=seat][value=red]').check();
  await red.locator('select[name=clock]').selectOption('3d');
  await red.locator('.play-bar .button').click();
  await red.waitForSelector('.waiting-view');
  assert.match(await red.locator('.terms-list').textContent(), /3.days a move/);
  await blue.goto(await red.locator('.link-field').inputValue());
  await blue.locator('.narrow-page .button.primary').click();
  for (const page of [red, blue]) await page.waitForSelector('.setup-view');
}

export const tests = {
  async 'a game with days for a move tells them, and answers by itself what was said beforehand'({ open }) {
    const [red, blue] = [await open(), await open()];
    for (const page of [red, blue]) await playFast(page);
    await beginWithDays(red, blue);
    for (const page of [red, blue]) await setUpLetters(page, ARMY);
    await red.locator('.setup-view .play-bar .button:enabled').click();
    await pressStart(blue);
    await red.waitForSelector('.play-view .board');
    assert.match(await red.locator('.clock .bank').first().textContent(), /^[23].d/);

    const plan = blue.locator('details.plan');
    await plan.locator('summary').click();
    for (const square of ['b4', 'b5', 'i7', 'i6']) await blue.locator(`[data-square=${square}]`).click();
    assert.equal(await plan.locator('[name=answer]').inputValue(), 'i7-i6');
    assert.equal(await blue.locator('.cell.ahead-to').count(), 2, 'both moves are on the board');
    await plan.locator('[name=condition]').fill('b4b5'); // as one types it
    await plan.getByRole('button', { name: 'Add' }).click();
    await plan.locator('.plan-line li').waitFor();
    assert.match(await plan.locator('.plan-line').textContent(), /If b4-b5, then i7-i6/);
    assert.equal(await red.locator('.plan-line li').count(), 0, 'nobody else sees it');
    assert.equal(await red.locator('.board').getAttribute('data-plies'), '0');

    await red.locator('[data-square=b4]').click();
    await red.locator('[data-square=b5]').click();
    for (const page of [red, blue]) await page.waitForSelector('.board[data-plies="2"]');
    await red.waitForSelector('.board[data-turn=mine]');
    await blue.locator('.plan-line li').waitFor({ state: 'detached' }); // it has been played
  },

  async 'who goes on vacation has a clock that stands, and is told until when'({ open }) {
    const [red, blue] = [await open(), await open()];
    await register(red, 'Vera_away');
    await beginWithDays(red, blue);
    const seen = blue.locator('.player.red .badges');
    assert.doesNotMatch(await seen.textContent(), /vacation/);

    await go(red, '#/account');
    const leave = red.locator('.account-form.vacation');
    await leave.locator('input').fill('5');
    await leave.locator('.button').click();
    const card = red.locator('.card', { has: leave });
    await card.getByText(/You are away until/).waitFor();
    await seen.getByText(/on vacation: the clock has stopped/).waitFor();

    // Thought better of: three days from now.
    const until = await card.getByText(/You are away until/).textContent();
    await leave.locator('input').fill('3');
    await leave.getByRole('button', { name: 'Change' }).click();
    await red.waitForFunction((before) => ![...document.querySelectorAll('[role=status]')].some((one) => one.textContent === before), until);
    await card.getByText(/You are away until/).waitFor();

    const tab = await red.context().newPage();
    await tab.goto(red.url().replace(/#.*/, '#/'));
    await tab.waitForSelector('.play-now');
    await card.getByRole('button', { name: 'I am back' }).click();
    await card.getByText('Days left this year: 29 of 30.').waitFor();
    await tab.locator('.notice', { hasText: 'Your vacation is over: your clocks run again.' }).waitFor();
    await tab.close();
    await blue.waitForFunction(() => !document.querySelector('.player.red .badges').textContent.includes('vacation'));
  },

  async 'who plays two games at once is taken to the other one after a move'({ open }) {
    const [ann, bob, cid] = [await open(), await open(), await open()];
    for (const page of [ann, bob, cid]) await playFast(page);
    const games = [];
    for (const other of [bob, cid]) {
      await toNewGame(ann, 'friend');
      await chooseEdition(ann, 'duel');
      await ann.locator('input[name=seat][value=red]').check();
      await ann.locator('.play-bar .button').click();
      await ann.waitForSelector('.waiting-view');
      games.push(new URL(ann.url()).hash);
      await other.goto(await ann.locator('.link-field').inputValue());
      await other.locator('.narrow-page .button.primary').click();
      for (const page of [ann, other]) {
        await page.waitForSelector('.setup-view');
        await setUpLetters(page, ARMY);
        await page.locator('.setup-view .play-bar .button:enabled').click();
      }
      await ann.waitForSelector('.play-view .board');
    }
    await ann.locator('.next-game input').check();
    await ann.locator('[data-square=b4]').click();
    await ann.locator('[data-square=b5]').click();
    await ann.waitForFunction((hash) => location.hash === hash, games[0]);
    await ann.waitForSelector('.board[data-turn=mine]');
    assert.equal(await ann.locator('.next-game').isVisible(), false, 'no other waits now');
  },
};
