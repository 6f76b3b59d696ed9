// What an analysis comes to, and the order in which a game is looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outdated } from '../../../web/analysis/kept.js';
import { insightsOf as answered, startRemote } from '../../../web/analysis/remote.js';
import { clockFace, grammar } from '../../../web/strings/grammar.js';
import { recordOf } from '../../../web/analysis/record.js';
import { chancesAt, curveOf, sumsOf, turningPoints } from '../../../web/analysis/summary.js';
import { shareOf, timeSums, timesOf } from '../../../web/analysis/times.js';
import { PASSES, analyse } from '../../../web/offline/analyst.js';

/** Plies of both in turn, by the mover's expected score. */
const insightsOf = (scores, more = {}) => scores.map((score, i) => (
  { ply: i + 1, mover: i % 2 ? 'blue' : 'red', move: 'a1-a2', score, given: 0, ...more[i + 1] }));

test('a curve is Red’s expected score, from either side', () => {
  const insights = insightsOf([0.5, 0.4, 0.7, 0.1]);
  assert.deepEqual(curveOf(insights, 'red'), [{ ply: 1, red: 0.5 }, { ply: 3, red: 0.7 }]);
  assert.deepEqual(curveOf(insights, 'blue'), [{ ply: 2, red: 0.6 }, { ply: 4, red: 0.9 }]);
  assert.deepEqual(curveOf([null, insights[1]], 'red'), [], 'what is not known yet is left out');
});

test('turning points are the greatest changes, far enough apart, in the order of the game', () => {
  const scores = Array(60).fill(0.5);
  for (let i = 20; i < 60; i += 1) scores[i] = i % 2 ? 0.2 : 0.8; // Red is better from ply 21 on
  for (let i = 40; i < 60; i += 1) scores[i] = i % 2 ? 0.99 : 0.01; // and lost from ply 41 on
  const turns = turningPoints(insightsOf(scores), 'blue');
  assert.deepEqual(turns.map(({ ply }) => ply).map((ply) => Math.round(ply / 10)), [2, 4]);
  assert.ok(Math.abs(turns[1].swing) > 0.7);
  assert.equal(turns[0].swing > 0, turns[0].mover === 'red', 'for who moved');
  assert.deepEqual(turningPoints(insightsOf(Array(60).fill(0.5)), 'draw'), [], 'where nothing happened there is none');
});

test('the last move turns a game that it ends', () => {
  assert.deepEqual(turningPoints(insightsOf([0.5, 0.5, 0.5]), 'red').map(({ ply, mover, swing }) => [ply, mover, swing]), [[3, 'red', 0.5]]);
});

test('luck and what was given away are summed up by side, in battles for both', () => {
  const sums = sumsOf(insightsOf([0.5, 0.5, 0.5], {
    1: { mark: 'blunder', given: 2 }, 2: { luck: 3, given: 1, other: { luck: -3, given: 4 } }, 3: { mark: 'mistake', given: 0.5 },
  }));
  assert.deepEqual(sums.red, { inaccuracy: 0, mistake: 1, blunder: 1, luck: -3, given: 6.5 });
  assert.deepEqual(sums.blue, { inaccuracy: 0, mistake: 0, blunder: 0, luck: 3, given: 1 });
});

test('where a rank may be is what the side thought when it last was on turn', () => {
  const beliefs = (flag, spy) => ({ beliefs: { c4: [spy, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, flag], d4: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 900] } });
  const insights = insightsOf([0.5, 0.5, 0.5], { 1: beliefs(100, 5), 2: beliefs(200, 0), 3: beliefs(300, 0) });
  assert.deepEqual(chancesAt(insights, 'red', 0, 'M'), [{ square: 'd4', chance: 0.9 }, { square: 'c4', chance: 0.1 }]);
  assert.equal(chancesAt(insights, 'red', 1, 'M')[1].chance, 0.1, 'Blue is on turn');
  assert.equal(chancesAt(insights, 'red', 2, 'M')[1].chance, 0.3);
  assert.equal(chancesAt(insights, 'blue', 3, 'M')[1].chance, 0.2, 'the game is over');
  assert.deepEqual(chancesAt(insights, 'blue', 0, 'M'), [], 'Blue has thought nothing yet');
  assert.deepEqual(chancesAt(insights, 'red', 0, 'C'), [], 'what is as good as impossible is left out');
});

test('a game of this page is a record of its own, one that was read keeps its tags', () => {
  const game = {
    edition: { id: 'small' }, armies: { red: 'MKD', blue: 'KMD' }, red: null, blue: 'A "b" \\', result: 'red', by: 'resign', tags: [],
    events: [{ move: 'a1-a2' }, { move: 'b4xb3' }, { move: 'a2-a3' }],
  };
  assert.equal(recordOf(game), `[Edition "small"]\n[Blue "A \\"b\\" \\\\"]\n[RedSetup "MKD"]\n[BlueSetup "KMD"]
[Result "red"]\n[Termination "resign"]\n\n1. a1-a2\nb4xb3\n2. a2-a3\n`);
  const said = { ...game, comments: [[2, 'both fall']] };
  assert.match(recordOf(said), /1\. a1-a2\nb4xb3 \{both fall\}\n2\. a2-a3\n$/);
  assert.match(recordOf(said, new Map([[1, '[%eval 0.5]'], [2, '']])), /1\. a1-a2 \{\[%eval 0\.5\]\}\nb4xb3\n2\. a2-a3\n$/);
  assert.match(recordOf({ ...game, tags: [['Edition', 'small'], ['Board', 'AA']] }), /^\[Edition "small"\]\n\[Board "AA"\]\n\n1\. /);
});

test('the oldest analyses make room, and all by another engine', () => {
  const notes = (count, size) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, engine: 'a', time: i, size }));
  const added = { key: 'new', engine: 'a', time: 1000, size: 1000 };
  assert.deepEqual(outdated(notes(39, 1000), added), []);
  assert.deepEqual(outdated(notes(42, 1000), added), ['k2', 'k1', 'k0']);
  assert.deepEqual(outdated(notes(6, 4e6), added), ['k0'], 'by their size too');
  assert.deepEqual(outdated(notes(42, 1000), { ...added, key: 'k0' }), ['k2', 'k1'], 'one that is kept anew takes no other place');
  assert.deepEqual(outdated(notes(3, 1000), { ...added, engine: 'b' }).sort(), ['k0', 'k1', 'k2']);
});

test('times are the game’s own or a record’s, and none where they do not fit its moves', () => {
  const events = Array(3).fill({});
  assert.deepEqual(timesOf({ times: [1500, 0, 40], tags: [], events }), [1500, 0, 40]);
  assert.deepEqual(timesOf({ tags: [['MoveTimes', '1.5 0 12']], events }), [1500, 0, 12000]);
  assert.deepEqual(timesOf({ times: [null, null, 40], tags: [], events }), [null, null, 40], 'of a trial only those since');
  for (const times of [null, [], [1, 2], [1, 2, -3], [null, null, null]]) assert.equal(timesOf({ times, tags: [], events }), null);
  for (const tag of ['', '1 2', '1 2 x', '1 2 3 4', '1 2 -3']) assert.equal(timesOf({ tags: [['MoveTimes', tag]], events }), null, tag);
  assert.deepEqual(timeSums([1000, 500, 3000], 'red'), { red: { total: 4000, mean: 2000 }, blue: { total: 500, mean: 500 } });
  assert.deepEqual(timeSums([null, 500], 'red').red, { total: 0, mean: 0 });
  assert.deepEqual([shareOf(0, 100), shareOf(25, 100), shareOf(100, 100), shareOf(0, 0)], [0, 0.5, 1, 0]);
});

test('a time has hours where it needs them', () => {
  assert.deepEqual([0, 65, 3599, 3725].map(clockFace), ['0:00', '1:05', '59:59', '1:02:05']);
});

test('luck is told to a tenth with its sign, and none where it comes to nothing', () => {
  const told = [3, -1.25, 0.04, -0.04, 1234.5];
  assert.deepEqual(told.map(grammar('en').signedTenths), ['+3', '−1.3', '0', '0', '+1,234.5']);
  assert.deepEqual(told.map(grammar('de').signedTenths), ['+3', '−1,3', '0', '0', '+1.234,5']);
});

test('a server that will not analyse now is heard with its reason, one that cannot be heard as failed', async (context) => {
  const told = () => new Promise((done) => { startRemote('').addEventListener('message', ({ data }) => done(data)); });
  context.mock.method(globalThis, 'fetch', async () => new Response('{"error":"wait a minute","reason":"rate"}', { status: 429 }));
  assert.deepEqual(await told(), { type: 'refused', reason: 'rate' });
  globalThis.fetch.mock.mockImplementation(async () => new Response('<html>', { status: 502 }));
  assert.deepEqual(await told(), { type: 'failed' });
});

/** A module that knows a game of so many plies; writes down what it was asked. */
function moduleOf(plies, asked) {
  return {
    call(command) {
      const [word, ply, seat] = command.split(' ');
      if (word === 'study') return JSON.stringify({ plies });
      asked.push(command);
      const mover = Number(ply) % 2 ? 'red' : 'blue';
      const battle = ply === '2' ? { battle: 'both', luck: seat === 'mover' ? 1 : -1 } : {};
      return JSON.stringify({ ply: Number(ply), mover, move: 'a1-a2', given: 0, ...battle });
    },
  };
}

function toldOf(rules, wish) {
  const told = [];
  analyse(rules, { record: '', ...wish }, (message) => told.push(message));
  return told;
}

test('each pass goes through all plies, and the battle is also seen from the other side', () => {
  const asked = [];
  const told = toldOf(moduleOf(3, asked));
  assert.deepEqual(asked, PASSES.flatMap((nodes) => [1, 2, 3].flatMap((ply) => (
    [`insight ${ply} mover ${nodes}`, ...(ply === 2 ? ['insight 2 red 1'] : [])]))));
  assert.equal(told.at(-1).type, 'done');
  const looks = told.filter(({ type }) => type === 'looked');
  assert.equal(looks.at(-1).part, 1);
  assert.deepEqual(looks.flatMap(({ insights }) => insights)[1].other, { luck: -1, given: 0 });
});

test('what a server answers is what a worker tells', () => {
  const own = { ply: 1, mover: 'red', move: 'a1xa2', best: 'b1-b2', score: 0.5, loss: 0.1, mark: 'mistake', luck: 1, given: 2, beliefs: {}, comment: 'x' };
  const [first, second] = answered({ plies: [{ ...own, battle: 'both', board: 'AA' }, { ...own, ply: 2 }], others: [{ ply: 1, luck: -1, given: 3, beliefs: {} }] });
  assert.deepEqual(first, { ...own, other: { luck: -1, given: 3 } });
  assert.deepEqual(second, { ...own, ply: 2 });
});

test('what was stopped goes on where it was, and a game that is refused is told', () => {
  const asked = [];
  toldOf(moduleOf(3, asked), { from: 5 });
  assert.deepEqual(asked, [`insight 3 mover ${PASSES[1]}`]);
  const refusing = { call: () => JSON.stringify({ refused: 'going-on' }) };
  assert.deepEqual(toldOf(refusing), [{ type: 'refused', reason: 'going-on' }]);
});
