// Somebody's page: what the games come to, and what others see of it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { chooseLanguage, go, newGame, register, startAtRandom } from '../hands.mjs';
import { complaints, widthFits } from '../pages.mjs';
import { until } from '../support.mjs';

async function loseAtOnce(page) {
  await newGame(page, 'duel');
  await startAtRandom(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
}

/** Another connection of the page's person, which plays without the page. */
const connect = (page) => page.evaluate(() => new Promise((done, fail) => {
  globalThis.second = new WebSocket(`ws://${location.host}/ws`, 'flagfall.2');
  globalThis.second.addEventListener('message', () => done(), { once: true });
  globalThis.second.addEventListener('close', () => fail(new Error('no second connection')));
}));

/** Says something by it; gives the first message that has those fields. */
const say = (page, message, wanted) => page.evaluate(([said, fields]) => new Promise((done, fail) => {
  const listen = ({ data }) => {
    const heard = JSON.parse(data);
    if (heard.type === 'refused') fail(new Error(data));
    if (!Object.entries(fields).every(([name, value]) => heard[name] === value)) return;
    globalThis.second.removeEventListener('message', listen);
    done(heard);
  };
  globalThis.second.addEventListener('message', listen);
  globalThis.second.send(JSON.stringify(said));
}), [message, wanted]);

/** A rated game that the second gives up. */
async function beat(winner, loser) {
  const offer = await say(winner, { type: 'challenge', edition: 'duel', seat: 'red', rated: true }, { type: 'game', phase: 'waiting' });
  const { game, code } = offer;
  await say(loser, { type: 'join', code }, { type: 'game', phase: 'setup' });
  for (const [page, wanted] of [[winner, { game }], [loser, { game, phase: 'play' }]]) {
    const { letters } = await say(page, { type: 'suggest', edition: 'duel', style: 'random' }, { type: 'suggestion' });
    await say(page, { type: 'setup', game, letters }, wanted);
  }
  await say(loser, { type: 'resign', game }, { game, phase: 'over' });
}

/** Goes to somebody's page anew, and gives what the server says of the person. */
async function profileOf(page, server, name) {
  await go(page, '#/people');
  await go(page, `#/people/${name}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.locator('.rating').waitFor();
  return (await fetch(`${server.url}api/people/${name}`)).json();
}

/** Where the curve goes: points of its drawing, and the ratings that these are by what stands at its edges. */
async function curveOf(page) {
  const edges = (await page.locator('.rating-curve .curve-edge').allTextContents()).map(Number);
  const path = await page.locator('.rating-curve .rating-line').getAttribute('d');
  const [high, low] = edges;
  const box = await page.locator('.rating-curve svg').getAttribute('viewBox').then((text) => text.split(' ').map(Number));
  const corners = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), rating: high - Number(y) / box[3] * (high - low) }));
  return { high, low, width: box[2], path, corners };
}

const dayIn = (language, time) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(new Date(time));

export const tests = {
  async 'ratings are a curve through what the server gives, badges a list, and both are told in words'({ open, server }) {
    const winner = await open();
    const loser = await open();
    await register(winner, 'Wilma');
    await register(loser, 'Lothar');
    await Promise.all([connect(winner), connect(loser)]);
    const page = await open({ viewport: { width: 390, height: 800 } }); // somebody else looks, on a phone
    const drawing = page.locator('.rating-curve svg');
    const badges = page.locator('.badge-list li');

    await beat(loser, winner);
    const { ratings: [{ points: [[, only]] }], badges: none } = await profileOf(page, server, 'Wilma');
    assert.equal(none.length, 0);
    assert.equal(await page.getByRole('heading', { name: 'Badges' }).count(), 0, 'no empty list of badges');
    const flat = await curveOf(page);
    const [, height] = flat.path.match(/^M0 ([\d.]+)H600$/);
    assert.equal(Math.round(flat.high - height / 120 * (flat.high - flat.low)), only, 'one game is a line at its rating');
    assert.equal(await drawing.getAttribute('aria-label'), `Rating over 1\u00a0game: from ${only.toLocaleString('en')} to ${only.toLocaleString('en')}, highest ${only.toLocaleString('en')}`);

    for (let i = 0; i < 5; i += 1) await beat(winner, loser);
    await beat(loser, winner);
    const { ratings: [{ points }], badges: earned } = await profileOf(page, server, 'Wilma');
    const values = points.map(([, rating]) => rating);
    assert.equal(values.length, 7);
    assert.ok(values[5] > values[0] && values[6] < values[5], 'it goes up, and down again');
    const { high, low, width, corners } = await curveOf(page);
    assert.ok(low < Math.min(...values) && high > Math.max(...values), 'the edges are beyond all');
    assert.equal(corners.length, values.length);
    corners.forEach(({ x, rating }, i) => {
      assert.ok(Math.abs(x - i * width / (values.length - 1)) < 0.1, 'evenly along the games');
      assert.equal(Math.round(rating), values[i], `after game ${i + 1}`);
    });
    const { width: across, height: tall } = await drawing.boundingBox();
    assert.ok(across > 200 && tall > 80, 'it has its room on a phone');
    const line = await page.locator('.rating-line').evaluate((one) => ({ ...((style) => ({ stroke: style.stroke, width: style.strokeWidth, fill: style.fill }))(getComputedStyle(one)) }));
    assert.ok(line.stroke !== 'none' && parseFloat(line.width) > 1 && line.fill === 'none', 'a line that is seen');
    const told = (n) => n.toLocaleString('en');
    await page.getByRole('img', { name: `Rating over 7\u00a0games: from ${told(values[0])} to ${told(values[6])}, highest ${told(values[5])}` }).waitFor();
    await page.getByText('As a table').click();
    const rows = await page.locator('.rating .results-table tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows, [...points].reverse().map(([time, rating]) => [dayIn('en', time), String(rating)]), 'the latest first');

    assert.deepEqual(earned.map(({ badge }) => badge), ['first-win', 'streak', 'upset']);
    await page.getByRole('heading', { name: 'Badges' }).waitFor();
    const shown = await badges.evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)));
    assert.deepEqual(shown, [['First win', 'Won a rated game.', dayIn('en', earned[0].time)],
      ['Five in a row', 'Won five rated games in a row.', dayIn('en', earned[1].time)],
      ['Against the odds', 'Beat somebody rated at least 200 points higher.', dayIn('en', earned[2].time)]]);
    assert.deepEqual(await complaints(page), []);
    await widthFits(page, 'ratings and badges on a phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.deepEqual(await complaints(page), [], 'in dark colours');
    await chooseLanguage(page, 'nl');
    await page.getByRole('img', { name: /^Rating over 7\s*partijen: van / }).waitFor();
    await page.locator('.badge-list strong', { hasText: 'Vijf op een rij' }).waitFor();

    await go(winner, '#/people');
    await winner.getByRole('img', { name: /^Rating over 7\s*games/ }).waitFor();
    assert.equal(await winner.locator('.badge-list li').count(), 3, 'on one’s own page too');
  },

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
    await other.getByText('None of these games could be watched by others.').waitFor();
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
