// An evening of two people and two bots, as all of them and somebody who looks on see it: an arena, then a
// round robin of the same four. The bots are programs: one of ours by `flagfall bridge`, and the small one that
// docs/bots.md names. The server's clock goes by when the story says so, and games end when they are over.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { go, moveByMouse, playFast, pressStart, register, setUpLetters } from '../hands.mjs';
import { PROGRAM, SOURCE, startServer, until } from '../support.mjs';

const run = promisify(execFile);
const BEHIND_BOMBS = 'AAAAEAAABMAAAAAAAAABAEAALCAAAADAAAAKAAAD'; // an army of duel whose flag no piece can reach in two moves
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const ARENA = ['wins', 'streak'];
const ROUNDS = ['buchholzCut1', 'buchholz', 'sonnebornBerger'];

/** A server whose time stands still, with two bots that are connected. */
async function beginEvening() {
  const server = await startServer('--clock', 'manual');
  const admin = (...words) => run(PROGRAM, ['admin', '--store', server.store, ...words]).then(({ stdout }) => stdout.trim());
  const tokens = { Bridge: await admin('add-bot', 'Bridge'), Small: await admin('add-bot', 'Small') };
  const url = server.url.replace(/\/$/, '');
  const programs = [
    spawn(PROGRAM, ['bridge', '--server', url, '--movetime', '20', '--games', '4', 'one-ply'],
      { env: { ...process.env, FLAGFALL_TOKEN: tokens.Bridge }, stdio: 'ignore' }),
    spawn('python3', [join(SOURCE, '../examples/server_bot.py'), url, tokens.Small, 'duel', BEHIND_BOMBS], { stdio: 'ignore' }),
  ];
  await until(async () => (await (await fetch(`${url}/metrics`)).text()).match(/^flagfall_persons (\d+)/m)?.[1], (persons) => persons === '2');
  return {
    server,
    pass: (seconds) => admin('clock', `+${seconds * 1000}`),
    /** What the server tells everybody of a tournament. */
    look: async (id) => (await fetch(`${url}/api/tournament/${id}`)).json(),
    bots: Object.entries(tokens).map(([name, token]) => ({
      name,
      join: async (id) => assert.equal((await fetch(`${url}/api/tournament/${id}/join`,
        { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status, 200),
    })),
    async end() {
      for (const program of programs) {
        const gone = new Promise((done) => { program.once('exit', done); });
        program.kill();
        await gone;
      }
      await server.stop();
    },
  };
}

/** Announces a tournament of duel and gives its address in the page. */
async function announce(page, name, system, fields) {
  await go(page, '#/tournaments');
  await page.locator('summary', { hasText: 'Announce a tournament' }).click();
  await page.locator('input[name=title]').fill(name);
  await page.locator(`.tournament-form input[name=system][value=${system}]`).check();
  await page.locator('.tournament-form select[name=edition]').selectOption('duel');
  for (const [field, value] of Object.entries({ setup: 5, delay: 1, ...fields })) {
    await page.locator(`.tournament-form input[name=${field}]`).fill(String(value));
  }
  await press(page, 'Announce');
  await page.locator('h1', { hasText: name }).waitFor();
  return new URL(page.url()).hash;
}

/** All four take part, and one more looks on; the tournament begins. Gives its id. */
async function gather({ pass, look, bots }, hash, people, watcher) {
  const id = hash.split('/').pop();
  for (const { page } of people) {
    await go(page, hash);
    await press(page, 'Take part');
    await page.getByRole('button', { name: 'Leave' }).waitFor();
  }
  for (const bot of bots) await bot.join(id);
  await go(watcher, hash);
  await pass(2);
  for (const name of [...people, ...bots].map((one) => one.name)) await watcher.locator('.standings th[scope=row]', { hasText: name }).waitFor();
  await pass(61);
  await until(() => look(id), ({ state }) => state === 'running');
  return id;
}

const isOpen = ({ game, result }) => game && result === '*';

/** Both who are at a game of two people set up; each moves once; then they agree on a draw. */
async function agree(red, blue) {
  await Promise.all([red, blue].map(({ page }) => setUp(page)));
  for (const { page } of [red, blue]) assert.ok(await moveByMouse(page, { isQuiet: true }));
  await press(red.page, 'Offer a draw');
  await press(blue.page, 'Accept');
}

async function setUp(page) {
  await page.waitForSelector('.setup-view');
  await setUpLetters(page, BEHIND_BOMBS);
  await pressStart(page);
}

/** One person against a bot: a move, and then the game is given up. */
async function resign({ page }) {
  await setUp(page);
  assert.ok(await moveByMouse(page, { isQuiet: true }));
  await press(page, 'Resign');
  await page.locator('dialog .danger').click();
}

/** The games that have begun are played to their end, the bots' by the bots; then the people are back. */
async function playRound({ look }, id, hash, people) {
  const games = (await look(id)).games.filter(isOpen);
  for (const { red, blue } of games) {
    const [one, other] = [red, blue].map(({ name }) => people.find((person) => person.name === name));
    if (one && other) await agree(one, other);
    else if (one ?? other) await resign(one ?? other);
  }
  for (const { page, name } of people) {
    if (!games.some(({ red, blue }) => [red.name, blue.name].includes(name))) continue;
    await page.waitForSelector('dialog.result');
    await go(page, hash);
  }
  await until(() => look(id), (one) => !one.games.some(isOpen));
}

/** The standings as a page shows them: a list of words a line. */
const table = (page) => page.locator('.standings tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/ away$/, ''))));

/** The same as the server tells them: points and tie-breaks in hundredths. */
const told = (one, ...keys) => one.standings.map((line) => [line.place, line.player.name, line.points / 100, line.games,
  ...keys.map((key) => (ROUNDS.includes(key) ? line[key] / 100 : line[key]))].map(String));

/** What each has of a game: halves of a point. */
const halves = { red: [2, 0], blue: [0, 2], draw: [1, 1] };

/** Points and Sonneborn-Berger of a round robin, from its games alone. */
function countRoundRobin(games) {
  const results = games.flatMap(({ red, blue, result }) => [[red.name, blue.name, halves[result][0] / 2], [blue.name, red.name, halves[result][1] / 2]]);
  const points = (name) => results.filter(([who]) => who === name).reduce((sum, [, , value]) => sum + value, 0);
  const berger = (name) => results.filter(([who]) => who === name).reduce((sum, [, other, value]) => sum + value * points(other), 0);
  return new Map([...new Set(results.map(([who]) => who))].map((name) => [name, [points(name), berger(name)]]));
}

/** An arena's points, from its games in the order in which they began: a win 2, a draw 1, double behind two wins in a row. */
function countArena(games) {
  const own = new Map();
  for (const { red, blue, result } of games) {
    for (const [i, { name }] of [red, blue].entries()) {
      const { points, wins } = own.get(name) ?? { points: 0, wins: 0 };
      const value = halves[result][i];
      own.set(name, { points: points + value * (wins >= 2 ? 2 : 1), wins: value === 2 ? wins + 1 : 0 });
    }
  }
  return new Map([...own].map(([name, { points }]) => [name, points]));
}

/** The file of records that a page gives: each is played through by the rules, and all are listed to be replayed. */
async function readRecords(page, games) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the games')]);
  const path = await file.path();
  const { stdout } = await run(PROGRAM, ['check', path]);
  const results = stdout.trim().split('\n').map((line) => line.match(/ ok plies=\d+ result=(\w+)/)?.[1]);
  assert.deepEqual(results, games.map(({ result }) => result), 'each game is there, in the order in which they began');
  const text = await readFile(path, 'utf8');
  assert.deepEqual([...text.matchAll(/\[Red "(.+)"\]/g)].map(([, name]) => name), games.map(({ red }) => red.name));
  await go(page, '#/replay');
  await page.locator('.drop summary').click();
  await page.locator('.drop textarea').fill(text);
  await press(page, 'Read it');
  await page.waitForSelector('.replay-view');
  assert.equal(await page.locator('.found-games li').count(), games.length);
}

/** Time goes by until who looks on sees what the server tells everybody. */
async function seeLive({ pass, look }, id, watcher, keys) {
  const same = ([seen, wanted]) => JSON.stringify(seen) === JSON.stringify(wanted);
  const [seen] = await until(async () => {
    await pass(1);
    const wanted = told(await look(id), ...keys);
    return [await table(watcher), wanted];
  }, same);
  return seen;
}

/** Time goes by until the tournament is as it is wanted. */
const passUntil = ({ pass, look }, id, isWanted) => until(async () => {
  await pass(1);
  return look(id);
}, isWanted);

/** The arena: whoever is free is paired, until the time is up. */
async function playArena(evening, people, watcher) {
  const hash = await announce(people[0].page, 'Arena of four', 'arena', { minutes: 1 });
  const id = await gather(evening, hash, people, watcher);
  for (let round = 1; round <= 3; round++) {
    await passUntil(evening, id, ({ games }) => games.length >= 2 * round);
    await playRound(evening, id, hash, people);
    if (round < 3) continue;
    for (const { page } of people) {
      await press(page, 'Leave');
      await page.getByRole('button', { name: 'Come back' }).waitFor();
    }
  }
  await seeLive(evening, id, watcher, ARENA);
  await evening.pass(60);
  const over = await passUntil(evening, id, ({ state }) => state === 'over');
  await watcher.locator('.seek-time', { hasText: 'Finished' }).waitFor();
  const games = [...over.games].reverse();
  for (const { name } of people) assert.equal(games.filter(({ red, blue }) => [red.name, blue.name].includes(name)).length, 3, 'who has left is not paired any more');
  const final = await seeLive(evening, id, watcher, ARENA);
  assert.deepEqual(new Map(final.map(([, name, points]) => [name, Number(points)])), countArena(games));
  await readRecords(people[0].page, games);
}

/** The round robin: everybody meets everybody. */
async function playRoundRobin(evening, people, watcher) {
  const hash = await announce(people[0].page, 'All against all', 'round-robin', {});
  const id = await gather(evening, hash, people, watcher);
  for (let round = 1; round <= 3; round++) {
    await passUntil(evening, id, (one) => one.round === round && one.games.length === 2 * round);
    await playRound(evening, id, hash, people);
    await seeLive(evening, id, watcher, ROUNDS);
  }
  const { games } = await passUntil(evening, id, ({ state }) => state === 'over');
  await watcher.locator('.seek-time', { hasText: 'Finished' }).waitFor();
  const final = await seeLive(evening, id, watcher, ROUNDS);
  const counted = countRoundRobin(games);
  for (const [, name, points, played, , buchholz, berger] of final) {
    assert.deepEqual([Number(points), Number(berger)], counted.get(name), name);
    assert.deepEqual([Number(played), Number(buchholz)], [3, 6 - Number(points)], 'the others have the other points');
  }
  const order = final.map(([, name]) => counted.get(name));
  assert.deepEqual(order, [...order].sort((a, b) => b[0] - a[0] || b[1] - a[1]), 'by points, then by Sonneborn-Berger');
  const places = final.filter(([, name]) => people.some((person) => person.name === name)).map(([place]) => place);
  assert.deepEqual(places, ['3', '3'], 'two who have drawn, and lost to the same, share a place');
  await readRecords(people[0].page, [...games].reverse());
}

export const tests = {
  async 'two people and two bots play an arena, then a round robin, from announcing it to reading its records'({ openAt, expectBreaks }) {
    const evening = await beginEvening();
    try {
      const watcher = await openAt(evening.server);
      const people = [];
      for (const name of ['Ann_of_evening', 'Bob_of_evening']) {
        const page = await openAt(evening.server);
        await playFast(page);
        await register(page, name);
        people.push({ name, page });
      }
      await playArena(evening, people, watcher);
      await playRoundRobin(evening, people, watcher);
    } finally {
      expectBreaks();
      await evening.end();
    }
  },
};
