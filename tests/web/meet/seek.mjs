// Any opponent: two who want the same meet, one of them elsewhere on the page.

import assert from 'node:assert/strict';
import { go } from '../hands.mjs';
import { startServer, until } from '../support.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

export const tests = {
  async 'two who look for an opponent are in one game, and who has stopped looking is left alone'({ openAt, expectBreaks }) {
    const server = await startServer();
    const [ann, bob, cid] = [await openAt(server), await openAt(server), await openAt(server)];
    for (const page of [ann, bob, cid]) await go(page, '#/seek');
    await cid.locator('.seek-tile', { hasText: 'Duel' }).click();
    await cid.waitForSelector('.seek-waiting');
    await press(cid, 'Stop looking');
    await cid.waitForSelector('.seek-tiles');

    await ann.locator('summary', { hasText: 'More choice' }).click();
    for (const one of ['duel', 'barrage']) await ann.locator(`.chip input[value=${one}]`).check();
    await press(ann, 'Find an opponent');
    assert.match(await ann.locator('.alert, .message').textContent(), /clock/, 'a clock is needed, too');
    await ann.locator('.chip input[value="5+3"]').check();
    const tile = cid.locator('.seek-tile', { hasText: 'Duel' });
    await tile.focus();
    await press(ann, 'Find an opponent');
    await ann.waitForSelector('.seek-waiting');
    await until(() => tile.textContent(), (text) => /1 waiting/.test(text));
    assert.equal(await tile.evaluate((one) => one === document.activeElement), true, 'new counts leave the focus where it is');
    await press(ann, 'Play the computer while you wait');
    await ann.waitForSelector('.setup-view');
    await ann.waitForSelector('.notice');
    const alone = ann.url();

    await bob.locator('.seek-tile', { hasText: 'Duel' }).click();
    await bob.waitForSelector('.setup-view');
    await ann.waitForFunction((old) => location.href !== old, alone);
    await ann.waitForSelector('.setup-view .clock:not([hidden])');
    assert.equal(new URL(ann.url()).hash, new URL(bob.url()).hash, 'both are at the same game');
    assert.equal(await cid.locator('.seek-tiles').count(), 1);
    assert.equal(await ann.locator('.notice').count(), 0, 'nobody is reminded of a search that is over');
    expectBreaks();
    await server.stop();
  },
};
