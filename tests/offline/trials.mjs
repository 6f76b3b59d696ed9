// Trials: a finished game that is gone on with from one of its positions.

import assert from 'node:assert/strict';
import { serverOn, memoryStore, moveOf } from './local-server.mjs';
import { openWasm } from './module.mjs';

const PLIES = 8; // that are played before it is given up
const EDITION = 'anniversary'; // of many pieces: no flag falls in so few moves

/** A game against the computer that was given up, and its moves as squares. */
async function finished(server) {
  const [{ styles }] = await server.say({ type: 'hello' });
  const [made] = await server.say({ type: 'new', edition: EDITION, seat: 'red', opponent: 'level:1' });
  const style = styles.find(({ editions }) => editions.includes(EDITION)).name;
  const [{ letters }] = await server.say({ type: 'suggest', edition: EDITION, style });
  let game = (await server.say({ type: 'setup', game: made.game, letters })).at(-1);
  while (game.phase === 'play' && game.view.plies < PLIES) {
    game = (await server.say(moveOf(game, game.view.moves.at(game.view.plies % game.view.moves.length)))).at(-1);
  }
  if (game.phase === 'play') [game] = await server.say({ type: 'resign', game: game.game });
  return { game, moves: game.view.events.map(({ move }) => move.split(/[-x]/)) };
}

const wishOf = ({ game, moves }, ply, more = {}) => ({
  type: 'new', edition: EDITION, seat: 'red', opponent: 'level:2',
  trial: { record: game.record, drawn: false, game: game.game, ply, armies: game.armies, moves, ...more },
});

async function prepared(build) {
  const store = memoryStore();
  const server = serverOn(await openWasm(build), store);
  return { ...server, store, over: await finished(server) };
}

const playable = (answers) => answers.at(-1);

export const trialTests = (build) => ({
  async 'a trial begins where the game stood, with its armies, and the game itself stays as it was'() {
    const { say, over } = await prepared(build);
    const before = await say({ type: 'open', game: over.game.game });
    const trial = playable(await say(wishOf(over, 4)));
    assert.deepEqual(trial.trial, { game: over.game.game, ply: 4, kept: false, isAnalysed: false });
    assert.deepEqual([trial.phase, trial.view.plies, trial.setup], ['play', 4, over.game.armies.red]);
    assert.deepEqual(trial.view.events.map(({ move }) => move), over.game.view.events.slice(0, 4).map(({ move }) => move));
    assert.equal(trial.armies, null, 'the enemy’s army is not told anew');
    const [done] = await say({ type: 'resign', game: trial.game });
    assert.deepEqual(done.armies, over.game.armies);
    assert.match(done.record, /\[TrialFrom "4 plies"\]/);
    assert.deepEqual([done.times, trial.times], [null, null], 'how long the moves of the game itself took is not known here');
    assert.equal(over.game.times.length, over.game.view.plies);
    assert.equal(over.game.record.match(/\[MoveTimes "([^"]*)"\]/)[1].split(' ').length, over.game.view.plies);
    assert.deepEqual(await say({ type: 'open', game: over.game.game }), before);
  },

  async 'where the computer is on turn it moves, and no move of the game itself is taken back'() {
    const { say, over } = await prepared(build);
    const trial = playable(await say(wishOf(over, 3)));
    assert.deepEqual([trial.view.plies, trial.view.turn], [4, 'red'], 'Blue has answered');
    assert.equal((await say({ type: 'takeback', game: trial.game }))[0].reason, 'too-early');
    await say(moveOf(trial));
    const back = playable(await say({ type: 'takeback', game: trial.game }));
    assert.deepEqual(back.view, trial.view);
  },

  async 'an army drawn anew has what was shown, and need not be the one that was there'() {
    const { say, over } = await prepared(build);
    const shown = over.game.view.events.some(({ battle }) => battle);
    const drawn = new Set();
    for (let i = 0; i < 6; i += 1) {
      const trial = playable(await say(wishOf(over, over.moves.length, { drawn: true })));
      assert.deepEqual(trial.view.lost, over.game.view.lost, shown ? 'what has fallen is as it was' : '');
      const [{ armies }] = await say({ type: 'resign', game: trial.game });
      assert.equal(armies.red, over.game.armies.red);
      assert.deepEqual([...armies.blue].sort(), [...over.game.armies.blue].sort());
      drawn.add(armies.blue);
    }
    assert.ok(drawn.size > 1);
  },

  async 'a trial makes room for the next, unless it is kept or the next goes on from it'() {
    const { say, over, store } = await prepared(build);
    const first = playable(await say(wishOf(over, 2)));
    const second = playable(await say(wishOf(over, 4)));
    assert.ok(!store.all.has(first.game) && store.all.has(second.game) && store.all.has(over.game.game));
    assert.equal((await say({ type: 'keep', game: second.game }))[0].trial.kept, true);
    const third = playable(await say(wishOf(over, 2)));
    const [given] = await say({ type: 'resign', game: third.game });
    const fromThird = { game: given, moves: over.moves };
    const fourth = playable(await say(wishOf(fromThird, 1)));
    assert.deepEqual([second, third, fourth].map(({ game }) => store.all.has(game)), [true, true, true]);
    await say({ type: 'keep', game: fourth.game });
    const fifth = playable(await say(wishOf(over, 2)));
    assert.ok([third, fourth, fifth].every(({ game }) => store.all.has(game)), 'the way back from a kept one is kept too');
    assert.deepEqual(await say({ type: 'drop', game: fourth.game }), [{ type: 'dropped', game: fourth.game }]);
    assert.equal((await say({ type: 'open', game: fourth.game }))[0].reason, 'unknown-here');
    assert.equal((await say({ type: 'drop', game: over.game.game }))[0].reason, 'bad-message', 'what is no trial is not thrown away');
  },

  async 'a trial of a game that goes on, or against the rules, is refused and nothing of it is kept'() {
    const { say, over, store } = await prepared(build);
    const present = playable(await say(wishOf(over, 2)));
    const size = store.all.size;
    const reason = async (message) => (await say(message))[0].reason;
    const going = over.game.record.replace(/\[(Result|Termination)[^\]]*\]\n/g, '');
    assert.equal(await reason(wishOf(over, 2, { drawn: true, record: going })), 'going-on');
    assert.equal(await reason(wishOf(over, 99, { drawn: true })), 'bad-message');
    assert.equal(await reason(wishOf(over, 2, { moves: [['e5', 'e6'], ['a1', 'a2']] })), 'empty-source');
    assert.equal(await reason(wishOf(over, 2, { armies: { red: 'A', blue: 'B' } })), 'wrong-length');
    assert.equal(await reason({ ...wishOf(over, 2), seat: 'green' }), 'bad-message');
    assert.equal(store.all.size, size);
    assert.ok(store.all.has(present.game), 'and the one before has not made room for it');
  },
});
