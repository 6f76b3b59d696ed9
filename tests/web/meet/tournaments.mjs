// A tournament, from its announcement to its end, as two people see it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { go, moveByMouse, register, startAtRandom } from '../hands.mjs';
import { PROGRAM, startServer } from '../support.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

export const tests = {
  async 'a guest takes part where the host lets guests in, by the name that the guest has chosen'({ open, server }) {
    const terms = { name: 'Open evening', system: 'arena', edition: 'duel', minutes: 5, delay: 600, guests: true, clock: { bank: 300, free: 0, increment: 0, setup: 60 } };
    const { stdout } = await promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'add-tournament', JSON.stringify(terms)]);
    const hash = `#/tournaments/${stdout.trim()}`;
    const page = await open();
    await go(page, hash);
    await page.getByText('guests welcome').waitFor();
    await page.getByRole('link', { name: 'Choose a name to take part.' }).click();
    await page.locator('input[name=called]').fill('Zoe');
    await page.locator('input[name=called]').press('Enter');
    await page.getByText('your name is Zoe (guest)').waitFor();
    await go(page, hash);
    await press(page, 'Take part');
    await page.getByRole('button', { name: 'Leave' }).waitFor();
    await page.locator('.standings tr.mine th', { hasText: 'Zoe (guest)' }).waitFor();
  },

  async 'a tournament is announced, joined and begins by itself; its games open, and say what they are'({ openAt, expectBreaks }) {
    const server = await startServer('--clock', 'manual');
    const pass = (seconds) => promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'clock', `+${seconds * 1000}`]);
    const [ann, bob] = [await openAt(server), await openAt(server)];
    for (const [page, name] of [[ann, 'Ann_of_swiss'], [bob, 'Bob_of_swiss']]) {
      await register(page, name);
      await go(page, '#/tournaments');
      await page.waitForSelector('.tournament-form', { state: 'attached' });
    }

    await ann.locator('summary', { hasText: 'Announce a tournament' }).click();
    await ann.locator('input[name=title]').fill('Club evening');
    await ann.locator('.tournament-form input[name=system][value=swiss]').check();
    await ann.locator('.tournament-form input[name=rounds]').fill('1');
    await ann.locator('.tournament-form input[name=setup]').fill('1');
    await ann.locator('.tournament-form input[name=delay]').fill('1');
    await press(ann, 'Announce');
    await ann.locator('h1', { hasText: 'Club evening' }).waitFor();
    await press(ann, 'Take part');

    await go(ann, '#/tournaments');
    await ann.locator('.offer-row a', { hasText: 'Club evening' }).waitFor();
    await pass(2);
    assert.equal(new URL(ann.url()).hash, '#/tournaments', 'who leaves the page of one stays with the list');
    await ann.locator('.offer-row a', { hasText: 'Club evening' }).click();
    await ann.getByRole('button', { name: 'Leave' }).waitFor();

    await go(bob, '#/');
    await go(bob, '#/tournaments');
    await bob.locator('.offer-row a', { hasText: 'Club evening' }).click();
    await press(bob, 'Take part');
    await bob.getByRole('button', { name: 'Leave' }).waitFor();
    await pass(2);
    await ann.locator('.standings th[scope=row]').nth(1).waitFor();
    assert.match(await ann.locator('.seek-time').textContent(), /Begins/);

    await pass(61);
    await ann.waitForSelector('.setup-view');
    await bob.waitForSelector('.setup-view');
    assert.equal(new URL(ann.url()).hash, new URL(bob.url()).hash, 'both are at the same game');
    await ann.locator('.notice', { hasText: 'A game of the tournament “Club evening”' }).waitFor();

    await press(ann, 'Show');
    await ann.locator('.pairings', { hasText: 'in play' }).waitFor();
    assert.equal(await ann.getByRole('button', { name: 'Download the games' }).count(), 0, 'none is over');
    await ann.goBack();
    await Promise.all([startAtRandom(ann), startAtRandom(bob)]);
    await press(bob, 'Resign');
    await bob.locator('dialog .danger').click();
    await bob.waitForSelector('dialog.result');
    await go(ann, '#/tournaments');
    for (let i = 0; i < 3; i++) await pass(2);
    await ann.locator('.offer-row a', { hasText: 'Club evening' }).click();
    await ann.locator('.seek-time', { hasText: 'Finished' }).waitFor();
    const file = ann.waitForEvent('download');
    await press(ann, 'Download the games');
    assert.match(await readFile(await (await file).path(), 'utf8'), /"(Ann|Bob)_of_swiss"/);
    expectBreaks();
    await server.stop();
  },

  async 'one plays all others at once: the boards that wait are shown, and one goes from the one to the next'({ openAt, expectBreaks }) {
    const server = await startServer('--clock', 'manual');
    const pass = (seconds) => promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'clock', `+${seconds * 1000}`]);
    const ann = await openAt(server);
    await register(ann, 'Ann_of_many');
    await go(ann, '#/tournaments');
    await ann.locator('summary', { hasText: 'Announce a tournament' }).click();
    await ann.locator('input[name=title]').fill('Ann and all');
    await ann.locator('.tournament-form input[name=system][value=exhibition]').check();
    assert.equal(await ann.locator('.tournament-form input[name=rated]').isVisible(), false, 'such games are not rated');
    await ann.locator('.tournament-form input[name=chooses]').check();
    await ann.locator('.tournament-form input[name=guests]').check();
    await ann.locator('.tournament-form input[name=setup]').fill('5');
    await ann.locator('.tournament-form input[name=delay]').fill('1');
    await press(ann, 'Announce');
    await ann.locator('h1', { hasText: 'Ann and all' }).waitFor();
    await ann.getByText('Ann_of_many against all').waitFor();
    const hash = new URL(ann.url()).hash;
    assert.equal(await ann.getByRole('button', { name: 'Leave' }).count(), 0, 'without her there is none');

    const others = [await openAt(server), await openAt(server)];
    for (const [i, page] of others.entries()) {
      await register(page, `Opponent_${i + 1}`);
      await go(page, hash);
      await press(page, 'Ask to play');
      await page.getByText('The host chooses the opponents.').waitFor();
    }
    const guest = await openAt(server);
    await go(guest, hash);
    await guest.getByRole('link', { name: 'Choose a name to take part.' }).waitFor();
    await pass(2);
    const asking = ann.locator('.asking');
    for (const name of ['Opponent_1', 'Opponent_2']) {
      const row = asking.locator('li', { hasText: name });
      await row.getByRole('button', { name: 'Accept' }).click();
      await row.getByRole('button', { name: 'Turn down' }).waitFor();
    }
    await ann.getByText('3 of 17\u00a0players').waitFor();
    await pass(2);
    await Promise.all(others.map((page) => page.getByText('You take part.').waitFor()));
    await pass(61);
    await Promise.all(others.map((page) => page.waitForSelector('.setup-view')));
    await ann.getByText('2\u00a0boards wait for you').waitFor();
    await guest.getByRole('link', { name: 'Choose a name to take part.' }).waitFor({ state: 'detached' }); // it is too late
    assert.equal(new URL(ann.url()).hash, hash, 'she is taken to no board, having all of them');
    assert.equal(await ann.locator('.boards .tile svg.ground').count(), 2, 'a board without armies is a board');
    assert.deepEqual(await ann.locator('.boards .tile strong').allTextContents(), ['Opponent_1 (1500)', 'Opponent_2 (1500)'], 'she knows who she is');
    await press(ann, 'Ready-made armies on 2\u00a0boards');
    await ann.getByRole('button', { name: 'Ready-made' }).waitFor({ state: 'hidden' });
    await Promise.all(others.map((page) => startAtRandom(page)));

    // Colours go in turn: she begins at one board, and at the other one her opponent does.
    await ann.getByText('1\u00a0board waits for you').waitFor();
    assert.equal(await ann.locator('.boards .tile').count(), 2);
    assert.equal(await ann.locator('.boards .tile.waits').count(), 1);
    assert.match(await ann.locator('.boards .tile').first().getAttribute('class'), /waits/, 'what waits stands first');
    await press(ann, 'To the next board');
    await ann.waitForSelector('.play-view');
    const [here, there] = new URL(others[0].url()).hash === new URL(ann.url()).hash ? others : [...others].reverse();
    await moveByMouse(there, { isQuiet: true });
    const next = ann.locator('.next-game button');
    await next.waitFor();
    assert.equal(await ann.locator('.notice', { hasText: 'Opponent' }).count(), 0, 'no notice for each move');
    await next.click();
    await ann.waitForFunction((left) => location.hash === left, new URL(there.url()).hash);
    await ann.waitForSelector('.play-view .board[data-turn=mine]');

    // All boards are hers again after a break.
    await ann.reload();
    await ann.waitForSelector('.play-view .board[data-turn=mine]');
    await ann.locator('.next-game button').waitFor();
    for (const page of [here, there]) {
      await press(page, 'Resign');
      await page.locator('dialog .danger').click();
      await page.waitForSelector('dialog.result');
    }
    await go(ann, hash);
    for (let i = 0; i < 3; i++) await pass(2);
    await ann.locator('.seek-time', { hasText: 'Finished' }).waitFor();
    await ann.locator('.standings tr.mine', { hasText: 'Ann_of_many' }).waitFor();
    assert.match(await ann.locator('.standings tr.mine td').nth(1).textContent(), /^2$/);
    expectBreaks();
    await server.stop();
  },

  async 'who chooses somebody that has left is told so, and no longer shown the name'({ openAt, expectBreaks }) {
    const server = await startServer('--clock', 'manual');
    const pass = (seconds) => promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'clock', `+${seconds * 1000}`]);
    const host = await openAt(server);
    await register(host, 'Host_of_few');
    await go(host, '#/tournaments');
    await host.locator('summary', { hasText: 'Announce a tournament' }).click();
    await host.locator('input[name=title]').fill('A few');
    await host.locator('.tournament-form input[name=system][value=exhibition]').check();
    await host.locator('.tournament-form input[name=chooses]').check();
    await press(host, 'Announce');
    await host.locator('h1', { hasText: 'A few' }).waitFor();
    const asker = await openAt(server);
    await register(asker, 'Came_and_went');
    await go(asker, new URL(host.url()).hash);
    await press(asker, 'Ask to play');
    await asker.getByText('The host chooses the opponents.').waitFor();
    await pass(2);
    const row = host.locator('.asking li', { hasText: 'Came_and_went' });
    await row.waitFor();
    await press(asker, 'Leave'); // of which nobody is told before the clock goes on
    await asker.getByRole('button', { name: 'Ask to play' }).waitFor();
    await row.getByRole('button', { name: 'Accept' }).click();
    const status = host.locator('.tournament-page [role=status]', { hasText: 'This player has left, or no longer asks to play.' });
    await status.waitFor();
    await row.waitFor({ state: 'detached' });
    await pass(2);
    await host.getByText('Nobody has asked yet.').waitFor();
    assert.equal(await status.count(), 1, 'the words stay while the list goes on');
    expectBreaks();
    await server.stop();
  },
};
