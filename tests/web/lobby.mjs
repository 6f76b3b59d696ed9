// The lobby, clocks, what players may do beside moving, and who watches.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import assert from 'node:assert/strict';
import { QUICK, chooseEdition, go, moveByMouse, playFast, pressStart, readBoard, setUpLetters, startReadyMade, toNewGame } from './hands.mjs';
import { startServer } from './support.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function offer(page, edition, clock) {
  await toNewGame(page, 'lobby');
  await chooseEdition(page, edition);
  await page.locator('input[name=seat][value=red]').check();
  if (clock) await page.locator('select[name=clock]').selectOption(clock);
  await page.locator('.play-bar .button').click();
  await page.waitForSelector('.waiting-view');
}

/** Two players who met in the lobby, with clocks, and a third who watches. */
async function meet(open) {
  const [red, blue] = [await open(), await open()];
  for (const page of [red, blue]) await playFast(page);
  await offer(red, 'barrage', '15+3');
  await go(blue, '#/lobby');
  const row = blue.locator('.offer-row', { hasText: 'Barrage' }).first();
  assert.match(await row.textContent(), /15.min/, 'the clock is told');
  await row.getByRole('button', { name: 'Join' }).click();
  for (const page of [red, blue]) {
    await page.waitForSelector('.setup-view');
    await setUpLetters(page, QUICK);
  }
  await red.locator('.setup-view .play-bar .button:enabled').click();
  await pressStart(blue);
  await red.waitForSelector('.play-view .board');
  return [red, blue];
}

/** Nobody can write to this store until what is given is called. */
async function lock(store) {
  const holder = spawn('python3', ['-c', `
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()`, store]);
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
}

/** For this page as much time has gone by, and its clocks have ticked since. */
const pass = (page, ms) => page.evaluate(async (more) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + more;
  await new Promise((done) => { setTimeout(done, 250); });
}, ms);

/** What the clocks of both seats show, in seconds. */
const clocksOf = (page) => page.evaluate(() => [...document.querySelectorAll('.clock .bank')].map((bank) => {
  const [minutes, seconds] = bank.textContent.split(':').map(Number);
  return minutes * 60 + seconds;
}));

export const tests = {
  async 'while the server can store nothing all see it, clocks stand and a move waits'({ openAt }) {
    const server = await startServer();
    const banner = '.banner:not([hidden])';
    const [red, blue] = await meet(() => openAt(server));
    const place = () => red.locator('.board').boundingBox();
    const before = await place();
    const unlock = await lock(server.store);
    for (const page of [red, blue]) {
      await page.waitForSelector(banner);
      assert.match(await page.locator(banner).textContent(), /clocks stand still and moves wait/);
      assert.equal(await page.locator(banner).getAttribute('role'), 'status');
    }
    assert.deepEqual(await place(), before, 'the board stays where it is');
    const clocks = await clocksOf(red);
    await pass(red, 600000);
    assert.deepEqual(await clocksOf(red), clocks, 'clocks stand');

    const { mobile, plies } = await readBoard(red);
    await red.mouse.click(mobile[0].x, mobile[0].y);
    const { targets, attacks } = await readBoard(red);
    const [to] = [...attacks, ...targets];
    await red.mouse.click(to.x, to.y);
    await red.getByText('Sending your move').waitFor();
    assert.equal((await readBoard(red)).plies, plies);
    await unlock();
    for (const page of [red, blue]) {
      await page.waitForFunction((old) => document.querySelector('.board').dataset.plies !== old, plies);
      await page.waitForSelector(banner, { state: 'detached' });
      await page.getByText('Play goes on').waitFor({ state: 'attached' });
    }
    await pass(blue, 600000); // more than the seconds of grace that a clock still stands
    const [gone] = (await clocksOf(blue)).filter((left) => left < 400);
    assert.ok(gone, 'clocks go on');
    await server.stop();
  },

  async 'an empty lobby helps, and one plays the computer while an offer waits'({ openAt, expectBreaks }) {
    const server = await startServer();
    const [page, guest] = [await openAt(server), await openAt(server)];
    await go(page, '#/lobby');
    await page.waitForSelector('.empty-state');
    await offer(page, 'duel');
    await go(page, '#/lobby');
    await page.waitForSelector('.offer-row');
    await press(page, 'Play the computer while you wait');
    await page.waitForSelector('.setup-view');
    const game = page.url();
    await go(guest, '#/lobby');
    await guest.getByRole('button', { name: 'Join' }).click();
    await page.waitForSelector('.notice');
    assert.match(await page.locator('.notice').textContent(), /joined/);
    assert.equal(page.url(), game, 'nobody is torn from a game');
    await page.locator('.notice .primary').click();
    await page.waitForFunction((old) => location.href !== old && document.querySelector('.setup-view'), game);
    expectBreaks();
    await server.stop();
  },

  async 'clocks run, chat is heard and muted, a draw is offered and accepted'({ open }) {
    const [red, blue] = await meet(open);
    await readBoard(red);
    const clock = red.locator('.player.red .clock');
    const told = await clock.locator('.bank').textContent();
    assert.match(told, /^1[0-5]:\d\d$/);
    await red.waitForFunction((before) => document.querySelector('.player.red .clock .bank').textContent < before, told);
    assert.match(await clock.getAttribute('class'), /running/);
    await moveByMouse(red);

    await red.locator('.chat input').fill('Good luck <b>you</b>');
    await red.locator('.chat input').press('Enter');
    await blue.waitForFunction(() => /Good luck <b>you<\/b>/.test(document.querySelector('.chat-log').textContent));
    await red.waitForSelector('.chat-log p');
    await press(blue, 'Report');
    assert.equal(await blue.locator('dialog [name=report-line] option').textContent(), 'Red: Good luck <b>you</b>');
    await blue.locator('dialog [name=report-reason]').selectOption('spam');
    await blue.locator('dialog .danger').press('Enter');
    await blue.waitForFunction(() => /Reported/.test(document.querySelector('.chat .card-head').textContent));
    assert.ok(await red.locator('.chat .card-head button', { hasText: 'Report' }).isHidden(), 'nobody reports oneself');
    await press(blue, 'Mute');
    await blue.waitForFunction(() => document.querySelector('.chat-log').textContent === '');
    assert.equal(await red.locator('.chat-log p').count(), 1, 'one’s own line is shown once');

    await press(red, 'Offer a draw');
    await blue.waitForSelector('.offer-bar .primary');
    await press(blue, 'Decline');
    await red.waitForFunction(() => [...document.querySelectorAll('.actions .button')].some((b) => b.textContent === 'Offer a draw'));
    await moveByMouse(blue); // once a move is often enough
    await moveByMouse(red);
    await press(red, 'Offer a draw');
    await press(blue, 'Accept');
    for (const page of [red, blue]) {
      await page.waitForSelector('dialog.result');
      assert.match(await page.locator('dialog.result').textContent(), /A draw/);
    }
  },

  async 'earlier chat is asked for by key, and comes above what is there'({ openAt, expectBreaks }) {
    const server = await startServer();
    const [red] = await meet(() => openAt(server));
    expectBreaks();
    await server.kill();
    execFileSync('python3', ['-c', `
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
game, person = store.execute("SELECT game, person FROM seat WHERE seat = 0 ORDER BY game DESC").fetchone()
store.executemany("INSERT INTO chat VALUES (?, ?, 0, ?, '', ?, ?)",
                  [(game, i, person, f"line {i}.", 1000 + i) for i in range(120)])
store.commit()`, server.store]);
    await server.start();
    const lines = (count) => red.waitForFunction((n) => document.querySelectorAll('.chat-log p').length === n, count);
    await lines(50);
    const earlier = red.getByRole('button', { name: 'Earlier messages' });
    await earlier.focus();
    await red.keyboard.press('Enter');
    await lines(100);
    await red.keyboard.press('Enter');
    await lines(120);
    assert.match(await red.locator('.chat-log p').first().textContent(), /line 0\./);
    assert.match(await red.locator('.chat-log p').last().textContent(), /line 119\./);
    await earlier.waitFor({ state: 'hidden' });
    assert.ok(await red.evaluate(() => document.activeElement.classList.contains('chat-log')), 'the focus stays near');
    await server.stop();
  },

  async 'who has gone for long loses a claim'({ openAt, expectBreaks }) {
    const server = await startServer('--claim', '2');
    const [red, blue] = await meet(() => openAt(server));
    await moveByMouse(red);
    const context = blue.context();
    await blue.close();
    await red.waitForSelector('.player.away');
    await red.waitForSelector('.claim-bar .primary');
    await press(red, 'Claim the win');
    await red.waitForSelector('dialog.result');
    assert.match(await red.locator('dialog.result').textContent(), /You have won/);
    const back = await context.newPage();
    await back.goto(server.url);
    await back.waitForSelector('.game-row');
    assert.match(await back.locator('.game-row').first().textContent(), /lost/);
    expectBreaks();
    await server.stop();
  },

  async 'how long it is until a claim counts down to its end'({ openAt, expectBreaks }) {
    const server = await startServer('--claim', '60');
    const [red, blue] = await meet(() => openAt(server));
    await moveByMouse(red);
    await red.clock.install();
    await red.reload();
    await blue.close();
    const text = red.locator('.claim-bar .fine');
    await text.filter({ hasText: /0:\d\d/ }).waitFor();
    await red.clock.pauseAt(await red.evaluate(() => Date.now() + 1000));
    const left = async () => Number((await text.textContent()).match(/0:(\d\d)/)[1]);
    await red.clock.runFor((await left() - 5) * 1000);
    assert.equal(await left(), 5);
    expectBreaks();
    await server.stop();
  },

  async 'who watches sees what both know, turns the board, and the end'({ open }) {
    const [red, blue] = await meet(open);
    await readBoard(red);
    const watcher = await open();
    await go(watcher, '#/lobby');
    await watcher.locator('.game-row', { hasText: 'Barrage' }).first().click();
    await watcher.waitForSelector('.play-view .board');
    assert.equal(await watcher.locator('.cell[aria-label*=unknown]').count(), 16, 'neither side’s ranks are known');
    assert.equal(await watcher.locator('.board use[href^="#figure"]').count(), 0);
    assert.equal(await watcher.getByRole('button', { name: 'Resign' }).count(), 0);
    await press(watcher, 'Turn the board round');
    assert.equal(await watcher.locator('.board .cell').first().getAttribute('data-square'), 'k1');
    await watcher.locator('.chat input').fill('quiet here');
    await watcher.locator('.chat input').press('Enter');
    await watcher.waitForFunction(() => /quiet here/.test(document.querySelector('.chat-log').textContent));
    assert.doesNotMatch(await red.locator('.chat').textContent(), /quiet here/, 'players do not hear spectators');
    await moveByMouse(red);
    await press(blue, 'Call off');
    await blue.locator('dialog .danger').click();
    await watcher.waitForSelector('.replay-view');
    assert.equal(await watcher.locator('.cell[aria-label*=unknown]').count(), 0, 'a finished game shows everything');
    await red.waitForFunction(() => /quiet here/.test(document.querySelector('.replay-view .chat-log')?.textContent)); // now the players read what spectators said, without a reload
  },

  async 'against the computer a move is taken back, and the game pauses'({ open }) {
    const page = await open();
    await playFast(page);
    await toNewGame(page);
    await chooseEdition(page, 'tournament'); // which is not over after a move
    await page.locator('select[name=clock]').selectOption('custom');
    await page.locator('input[name=bank]').fill('45');
    await page.locator('input[name=bank]').press('Tab');
    await page.locator('.play-bar .button').click();
    await page.waitForSelector('.setup-view');
    await startReadyMade(page, 'bastion');
    await moveByMouse(page);
    await readBoard(page);
    await press(page, 'Take back');
    await page.waitForFunction(() => document.querySelector('.board').dataset.plies === '0');
    assert.equal(await page.locator('.moves td[data-ply]').count(), 0);
    await press(page, 'Pause');
    await page.waitForFunction(() => /paused/.test(document.querySelector('.turn').textContent));
    const left = await page.locator('.player.red .clock').textContent();
    // A clock that stands shows the same however long one waits: no slowness makes this fail.
    await page.waitForTimeout(1100);
    assert.equal(await page.locator('.player.red .clock').textContent(), left, 'the clock stands');
    await press(page, 'Resume');
    assert.equal((await readBoard(page)).turn, 'mine');
    await moveByMouse(page);
  },
};
