// The editor of armies without a game: links, names, files, and into a game.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { go, pressStart } from './hands.mjs';

const ARMY = 'MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA';
const letters = (page) => page.locator('.letters').inputValue();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

export const tests = {
  async 'an army is made without a game, kept, shared as a link and played with'({ open }) {
    const page = await open();
    await go(page, '#/editor');
    await page.locator('select[name=editor-edition]').selectOption('barrage');
    await page.waitForFunction(() => document.querySelectorAll('.tray-piece').length === 7);
    await page.locator('[data-style=by-lot]').click();
    const made = await letters(page);
    await page.locator('.army-list-panel summary').click();
    await page.locator('.army-name').fill('By lot');
    await press(page, 'Save');
    await page.reload();
    await page.waitForSelector('.editor-view');
    assert.equal(await letters(page), made, 'an unfinished visit is kept');
    await press(page, 'Clear');
    await page.locator('.army-list-panel summary').click();
    await press(page, 'By lot');
    assert.equal(await letters(page), made, 'a kept army is used again');

    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save all to a file')]);
    assert.equal(await readFile(await download.path(), 'utf8'), `barrage ${made} By lot\n`);
    await press(page, 'Delete By lot');
    assert.equal(await page.locator('.army-list li').count(), 0);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Load from a file')]);
    await chooser.setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(`barrage ${ARMY} Front\nnonsense\n`) });
    await page.waitForSelector('.army-list li');

    const other = await open();
    await other.goto(page.url().replace(/#.*/, `#/army/barrage/${ARMY}`));
    await other.waitForSelector('.editor-view');
    assert.equal(await letters(other), ARMY, 'a link opens the army');
    await other.waitForSelector('.play-bar .button:enabled');
    await press(other, 'Play with this army');
    await other.locator('.play-now').click();
    await other.waitForSelector('.setup-view:not(.editor-view)');
    assert.equal(await letters(other), ARMY, 'the next set-up begins with it');
    await pressStart(other);
  },

  async 'an army that cannot move is warned of in the editor too'({ open }) {
    const page = await open();
    await go(page, '#/editor');
    await page.locator('.share summary').last().click();
    const front = 'BBDDBBDDBB';
    const rest = `M${'D'.repeat(4)}CLK${'J'.repeat(2)}${'I'.repeat(3)}${'H'.repeat(4)}${'G'.repeat(4)}${'F'.repeat(4)}`
      + 'E'.repeat(5);
    await page.locator('.letters').fill(rest + front);
    await page.waitForSelector('.warning:not([hidden])');
  },
};
