// Two people at one device, and two tabs of one browser: what the worker's server tells each.

import assert from 'node:assert/strict';
import { serverOn, memoryStore, moveOf } from './local-server.mjs';
import { openWasm } from './module.mjs';

const NEW = { type: 'new', edition: 'duel', hotseat: true };

/** Both have set up; the curtain hides the board from Red, who is to move first. */
async function begun(wasm, store) {
  const { say } = serverOn(wasm, store);
  const [{ styles }] = await say({ type: 'hello' });
  const style = styles.find(({ editions }) => editions.includes('duel')).name;
  const [made] = await say(NEW);
  let game = made;
  const armies = {};
  for (const seat of ['red', 'blue']) {
    assert.deepEqual([game.covered, game.seat, game.setup], [true, seat, null], `${seat} is to come`);
    assert.equal((await say({ type: 'setup', game: game.game, letters: 'A' }))[0].reason, 'not-yours', 'nobody acts behind a curtain');
    const [shown] = await say({ type: 'uncover', game: game.game });
    assert.deepEqual([shown.covered, shown.seat, shown.setup], [false, seat, null]);
    const [{ letters }] = await say({ type: 'suggest', edition: 'duel', style });
    armies[seat] = letters;
    [game] = await say({ type: 'setup', game: game.game, letters });
  }
  return { say, game, armies };
}

const isEmpty = (game) => game.covered && !game.view && !game.setup && !game.armies && !game.record;

export const hotseatTests = (build) => ({
  async 'two people play to the end; each is told only their own view, and a curtain tells nothing'() {
    let { say, game, armies } = await begun(await openWasm(build), memoryStore());
    for (let turn = 0; game.phase === 'play'; turn += 1) {
      const seat = turn % 2 ? 'blue' : 'red';
      assert.ok(isEmpty(game) && game.seat === seat);
      [game] = await say({ type: 'uncover', game: game.game });
      assert.deepEqual([game.view.viewer, game.setup], [seat, armies[seat]]);
      [game] = await say(moveOf(game, game.view.moves.at(turn % game.view.moves.length)));
      if (game.phase === 'over') break;
      assert.deepEqual([game.seat, game.view.viewer, game.view.turn === seat], [seat, seat, false], 'who has moved sees what came of it');
      assert.equal((await say(moveOf(game, 'a1-a2')))[0].reason, 'not-yours');
      [game] = await say({ type: 'cover', game: game.game });
    }
    assert.deepEqual([game.seat, game.armies], [null, armies]);
    assert.match(game.record, /\[Red "Guest"\]\n\[Blue "Guest"\]/);
  },

  async 'who leaves, or loads the page again, comes back to the curtain'() {
    const wasm = await openWasm(build);
    const store = memoryStore();
    const { say, game } = await begun(wasm, store);
    await say({ type: 'uncover', game: game.game });
    assert.equal((await say({ type: 'open', game: game.game }))[0].covered, false, 'a break of the network draws none');
    assert.ok(isEmpty((await say({ type: 'close', game: game.game }))[0]));
    assert.ok(isEmpty((await say({ type: 'open', game: game.game }))[0]));
    await say({ type: 'uncover', game: game.game });
    assert.ok(isEmpty((await serverOn(await openWasm(build), store).say({ type: 'open', game: game.game }))[0]));
    const { games } = (await say({ type: 'hello' }))[0];
    assert.deepEqual(games.map(({ seat, phase, plies }) => [seat, phase, plies]), [[null, 'play', 0]]);
  },

  async 'two agree on a draw, or one resigns; nothing is taken back or paused'() {
    for (const [type, result] of [['agree', 'draw'], ['resign', 'blue'], ['abort', '*']]) {
      const { say, game } = await begun(await openWasm(build), memoryStore());
      assert.equal((await say({ type, game: game.game }))[0].reason, 'not-yours', 'not behind the curtain');
      await say({ type: 'uncover', game: game.game });
      assert.equal((await say({ type: 'takeback', game: game.game }))[0].reason, 'not-computer');
      assert.equal((await say({ type: 'pause', game: game.game, on: true }))[0].reason, 'not-computer');
      const [over] = await say({ type, game: game.game });
      assert.deepEqual([over.phase, over.view.result, over.seat], ['over', result, null]);
    }
  },

  async 'two tabs of one game: the later to act is told, changes nothing, and may go on from how it stands'() {
    const store = memoryStore();
    const first = await begun(await openWasm(build), store);
    const second = serverOn(await openWasm(build), store);
    const id = first.game.game;
    const [here] = await first.say({ type: 'uncover', game: id });
    await second.say({ type: 'open', game: id });
    const [there] = await second.say({ type: 'uncover', game: id });
    assert.deepEqual(there.view, here.view);
    await first.say(moveOf(here));
    const kept = store.all.get(id);
    assert.equal((await second.say(moveOf(there, there.view.moves.at(-1))))[0].reason, 'elsewhere');
    assert.equal(store.all.get(id), kept, 'nothing was overwritten');
    await second.say({ type: 'open', game: id });
    const [now] = await second.say({ type: 'uncover', game: id });
    assert.deepEqual([now.seat, now.view.plies], ['blue', 1]);
    await second.say(moveOf(now));
    assert.equal((await first.say({ type: 'resign', game: id }))[0].reason, 'elsewhere');
  },

  async 'an army that could not be kept may be given again by the same person'() {
    const plain = memoryStore();
    let isFull = false;
    const put = async (log, row) => {
      if (isFull) throw new Error('QuotaExceededError');
      return plain.put(log, row);
    };
    const { say } = serverOn(await openWasm(build), { ...plain, put });
    const [{ styles }] = await say({ type: 'hello' });
    const [{ game }] = await say(NEW);
    await say({ type: 'uncover', game });
    const style = styles.find(({ editions }) => editions.includes('duel')).name;
    const [{ letters }] = await say({ type: 'suggest', edition: 'duel', style });
    isFull = true;
    assert.equal((await say({ type: 'setup', game, letters }))[0].reason, 'not-kept');
    isFull = false;
    const [next] = await say({ type: 'setup', game, letters });
    assert.deepEqual([next.type, next.covered, next.seat], ['game', true, 'blue']);
  },

  async 'a log that was kept anew between reading and writing is not overwritten'() {
    const plain = memoryStore();
    let isRace = false;
    const store = { ...plain, put: async (log, row) => !isRace && plain.put(log, row) };
    const { say, game } = await begun(await openWasm(build), store);
    const [mine] = await say({ type: 'uncover', game: game.game });
    isRace = true;
    assert.equal((await say(moveOf(mine)))[0].reason, 'elsewhere');
    isRace = false;
    await say({ type: 'open', game: game.game });
    const [again] = await say({ type: 'uncover', game: game.game });
    assert.equal(again.view.plies, 0, 'the move was not made');
    assert.equal((await say(moveOf(again)))[0].view.plies, 1);
  },
});
