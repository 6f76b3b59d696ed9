// The worker's server in Node.js: what it answers is what docs/protocol.md says, and no secret.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createLocalServer } from '../../web/offline/local-server.js';
import { Secrets } from '../web/secrets.mjs';
import { openWasm } from './module.mjs';

/** A store as store.js, in memory: it keeps texts, as a browser does. */
export function memoryStore() {
  const all = new Map();
  return {
    all,
    get: async (game) => all.has(game) ? JSON.parse(all.get(game)).log : undefined,
    rows: async () => [...all.values()].map((text) => JSON.parse(text).row),
    put: async (log, row) => {
      const revision = all.has(log.game) ? JSON.parse(all.get(log.game)).log.revision : 0;
      if (revision !== log.revision) return false;
      all.set(log.game, JSON.stringify({ log: { ...log, revision: revision + 1 }, row }));
      return true;
    },
    drop: async (game) => { all.delete(game); },
  };
}

/** A server, and what is said to it: `say` gives the answers that came until the server is quiet. */
export function serverOn(wasm, store) {
  const secrets = new Secrets();
  let heard = [];
  const serve = createLocalServer(wasm, store, ({ record, gsn, ...message }) => {
    assert.deepEqual(secrets.leaksIn(message), []);
    assert.ok((!record && !gsn) || message.phase === 'over', 'no record before the end');
    heard.push(record ? { ...message, record, gsn } : message);
  });
  async function say(message) {
    heard = [];
    await serve(message);
    // The computer's answer is served behind it.
    for (let last = -1; last !== heard.length;) {
      last = heard.length;
      await serve({ type: 'close' });
    }
    return heard;
  }
  return { say };
}

const NEW = { type: 'new', edition: 'duel', seat: 'red', opponent: 'level:1' };

async function begun(wasm, store, wish = NEW) {
  const { say } = serverOn(wasm, store);
  const [welcome] = await say({ type: 'hello' });
  const [made] = await say(wish);
  assert.equal(made.phase, 'setup');
  const style = welcome.styles.find(({ editions }) => editions.includes(made.edition)).name;
  const [{ letters }] = await say({ type: 'suggest', edition: made.edition, style });
  const answers = await say({ type: 'setup', game: made.game, letters });
  return { say, welcome, letters, game: answers.at(-1) };
}

export const moveOf = (game, move = game.view.moves[0]) => {
  const [from, to] = move.split(/[-x]/);
  return { type: 'move', game: game.game, ply: game.view.plies, from, to };
};

const LINE = readFileSync(new URL('../../fuzz/corpus/puzzle/kinds.txt', import.meta.url), 'utf8').split('\n')[1];

export const localServerTests = (build) => ({
  async 'a puzzle is asked by the view of its seat, and tells its answer after the attempt alone'() {
    const { say } = serverOn(await openWasm(build), memoryStore());
    const [asked] = await say({ type: 'puzzle', line: LINE });
    const [, id, kind, edition, answer] = LINE.match(/^puzzle=(\S+) kind=(\S+) edition=(\S+) .* answer=(\S+) /);
    assert.deepEqual([asked.puzzle, asked.kind, asked.edition], [id, kind, edition]);
    assert.deepEqual(Object.keys(asked), ['type', 'puzzle', 'kind', 'edition', 'seat', 'view']);
    const game = { type: 'game', game: 'x', phase: 'play', edition, seat: asked.seat, view: asked.view };
    const [welcome] = await say({ type: 'hello' });
    const secrets = new Secrets();
    secrets.leaksIn(welcome);
    assert.deepEqual(secrets.leaksIn(game), []);
    const [refused] = await say({ type: 'answer', puzzle: id, answer: 'a1-a1' });
    assert.deepEqual([refused.type, refused.reason], ['refused', 'bad-message']);
    const [told] = await say({ type: 'answer', puzzle: id, answer });
    assert.deepEqual([told.type, told.right, told.answer], ['solution', true, answer]);
    assert.doesNotMatch(told.board, /[?!+-]/);
  },

  async 'a line that is no puzzle is refused'() {
    const { say } = serverOn(await openWasm(build), memoryStore());
    const [refused] = await say({ type: 'puzzle', line: LINE.replace('kind=', 'kind=x') });
    assert.deepEqual([refused.type, refused.re, refused.reason], ['refused', 'puzzle', 'bad-message']);
    const [late] = await say({ type: 'answer', puzzle: '0', answer: 'a1' });
    assert.equal(late.reason, 'not-begun');
  },

  async 'a game of the worker goes to its end by the messages of a server, and tells no secret'() {
    const wasm = await openWasm(build);
    for (const [number, seat] of ['red', 'blue', 'red'].entries()) {
      let { say, game } = await begun(wasm, memoryStore(), { ...NEW, seat, memory: number === 2 });
      while (game.phase === 'play') game = (await say(moveOf(game, game.view.moves.at(game.view.plies % game.view.moves.length)))).at(-1);
      assert.equal(game.phase, 'over');
      assert.match(game.record, /^\[Edition "duel"\]/);
      assert.ok(game.armies.red && game.armies.blue);
    }
  },

  async 'what a server has told, the next one tells: reloading loses nothing'() {
    const wasm = await openWasm(build);
    const store = memoryStore();
    let { say, game } = await begun(wasm, store);
    for (let i = 0; i < 3 && game.phase === 'play'; i += 1) game = (await say(moveOf(game))).at(-1);
    const next = serverOn(await openWasm(build), store);
    await next.say({ type: 'hello' });
    const [again] = await next.say({ type: 'open', game: game.game });
    assert.deepEqual(again, game);
  },

  async 'wrong messages are refused with the server\'s words, and change nothing'() {
    const { say, game, letters } = await begun(await openWasm(build), memoryStore());
    const reason = async (message) => (await say({ game: game.game, ...message }))[0].reason;
    assert.equal(await reason({ ...moveOf(game), ply: 7 }), 'stale');
    assert.equal(await reason({ ...moveOf(game), from: 'e5', to: 'e6' }), 'empty-source');
    assert.equal(await reason({ ...moveOf(game), from: 'a1 a2', to: 'a1\nresign' }), 'bad-message');
    assert.equal(await reason({ type: 'setup', letters }), 'begun');
    assert.equal(await reason({ type: 'takeback' }), 'too-early');
    assert.equal(await reason({ type: 'chat', text: 'hello' }), 'away');
    assert.equal(await reason({ type: 'constructor' }), 'away');
    assert.equal(await reason({ type: 'open', game: 'local-none' }), 'unknown-here');
    assert.equal(await reason({ type: 'new', edition: 'none', seat: 'red', opponent: 'level:1' }), 'unknown-edition');
    assert.equal(await reason({ type: 'new', edition: 'duel', seat: 'green', opponent: 'level:1' }), 'bad-message');
    assert.equal(await reason({ type: 'new', edition: 'duel', seat: 'red', opponent: 'nobody' }), 'unknown-opponent');
    const [now] = await say({ type: 'open', game: game.game });
    assert.deepEqual(now, game);
  },

  async 'a move is taken back, a pause is kept, and who resigns has lost'() {
    const { say, game } = await begun(await openWasm(build), memoryStore());
    await say(moveOf(game));
    const [back] = await say({ type: 'takeback', game: game.game });
    assert.deepEqual(back.view, game.view);
    const [paused] = await say({ type: 'pause', game: game.game, on: true });
    assert.equal(paused.paused, true);
    assert.equal((await say(moveOf(game)))[0].reason, 'paused');
    await say({ type: 'pause', game: game.game, on: false });
    const [over] = await say({ type: 'resign', game: game.game });
    assert.deepEqual([over.phase, over.view.result, over.view.by], ['over', 'blue', 'resign']);
  },

  async 'at most sixty games are kept, and those that go on are never dropped'() {
    const wasm = await openWasm(build);
    const store = memoryStore();
    const { say, game } = await begun(wasm, store);
    for (let i = 0; i < 70; i += 1) {
      const [made] = await say(NEW);
      await say({ type: 'abort', game: made.game });
    }
    assert.equal(store.all.size, 60);
    assert.ok(store.all.has(game.game));
    for (let i = 0; i < 19; i += 1) assert.equal((await say(NEW))[0].type, 'game');
    assert.equal((await say(NEW))[0].reason, 'too-many');
    assert.ok(store.all.size <= 60);
  },
});
