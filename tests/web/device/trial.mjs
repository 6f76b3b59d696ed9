// From a position of a finished game one plays on against the computer, and comes back.

import assert from 'node:assert/strict';
import { analysedGame, paste, ply } from './analysis.mjs';
import { moveByMouse } from '../hands.mjs';
import { complaints, widthFits } from '../pages.mjs';

const plies = (page) => page.locator('.play-view .board').getAttribute('data-plies').then(Number);
const rows = (page) => page.evaluate(() => new Promise((done) => {
  indexedDB.open('flagfall').onsuccess = ({ target }) => {
    target.result.transaction('rows').objectStore('rows').getAll().onsuccess = (event) => done(event.target.result);
  };
}));

/** Plays on from the move that is on show; `choose` makes the choices of the window. */
async function goOn(page, choose) {
  await page.locator('.trial-button').click();
  await choose?.();
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.waitForSelector('.play-view:not(.replay-view) .board[data-turn=mine]');
}

export const tests = {
  async 'trial: from a move of a record one plays on, throws it away or keeps it, and is back there'({ open }) {
    const { record } = await analysedGame({ analyse: false });
    const page = await open();
    await paste(page, record);
    await page.locator('.scrubber').fill('6');
    await goOn(page);
    assert.equal(await plies(page), 6);
    assert.match(await page.locator('.trial-bar').textContent(), /from move 6/);
    assert.deepEqual(await complaints(page), []);
    await moveByMouse(page, { isQuiet: true });
    await page.waitForSelector('.board[data-plies="8"][data-turn=mine]');
    await page.reload();
    await page.waitForSelector('.board[data-plies="8"][data-turn=mine]');
    await page.getByRole('button', { name: 'Throw it away' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('.replay-view .board[data-plies="6"]');
    assert.deepEqual(await rows(page), [], 'nothing of it is left');

    await page.locator('.scrubber').fill('9');
    await goOn(page, async () => {
      assert.deepEqual(await complaints(page), []);
      await page.locator('dialog input[value=red]').check();
      await page.locator('dialog input[value=drawn]').check();
      await page.locator('dialog select').selectOption('level:2');
    });
    assert.equal(await plies(page), 10, 'Blue is the computer, and has moved');
    await page.setViewportSize({ width: 360, height: 740 });
    await widthFits(page, 'a trial on a phone');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByText('Kept among your games.').waitFor();
    assert.deepEqual((await rows(page)).map(({ phase, trial }) => [phase, trial.kept]), [['over', true]]);
    await page.locator('.trial-bar a').click();
    await page.waitForSelector('.replay-view .board[data-plies="9"]');
    assert.equal(await ply(page), 9);
  },
};
