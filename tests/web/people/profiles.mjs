// Somebody's page: what the games come to, and what others see of it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { go, newGame, register, startAtRandom } from '../hands.mjs';
import { complaints, widthFits } from '../pages.mjs';
import { until } from '../support.mjs';

async function loseAtOnce(page) {
  await newGame(page, 'duel');
  await startAtRandom(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
}

export const tests = {
  async 'one’s games come to a page, of which others see what one shows'({ open, server }) {
    const page = await open();
    await register(page, 'Hester');
    await loseAtOnce(page);
    await go(page, '#/people');
    await page.getByText('1 game: 0 won, 0 drawn, 1 lost').waitFor();
    await page.locator('.people-page .game-row').waitFor();
    await page.locator('.filter-panel summary').click();
    await page.locator('select[name=result]').selectOption('won');
    await page.getByText('No such games.').waitFor();
    await page.locator('select[name=result]').selectOption('lost');
    await page.locator('.people-page .game-row').waitFor();
    await page.getByText('Where flag, bombs and marshal stood').click();
    await page.getByText('1 game, score 0%').waitFor();
    assert.deepEqual(await complaints(page), []);
    await widthFits(page, 'the own page');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all games' }).click();
    assert.match(await readFile(await (await file).path(), 'utf8'), /^\[Edition "duel"\]\n/);

    const other = await open({ viewport: { width: 390, height: 800 } });
    await go(other, '#/people');
    await other.getByText('No finished games yet.').waitFor();
    await other.getByLabel('Look somebody up').fill('hester');
    await other.getByRole('button', { name: 'Show' }).click();
    await other.getByRole('heading', { name: 'Hester' }).waitFor();
    await other.getByText('1 game: 0 won, 0 drawn, 1 lost').waitFor();
    await other.getByText('No such games.').waitFor(); // it could not be watched
    assert.deepEqual(await complaints(other), []);
    await widthFits(other, 'somebody’s page');
    await register(other, 'Ioan');
    await go(other, '#/people/Hester');
    await other.getByRole('button', { name: 'Follow', exact: true }).click();
    await other.getByRole('button', { name: 'Stop following' }).waitFor();
    await go(other, '#/people');
    await other.getByText('nothing to watch just now').waitFor();
    assert.deepEqual(await complaints(other), []);
    await page.getByRole('radio', { name: 'Nothing' }).check();
    await page.getByText('Nobody else can open this page').first().waitFor();
    await until(async () => (await fetch(`${server.url}api/people/Hester`)).status, (status) => status === 404);
  },
};
