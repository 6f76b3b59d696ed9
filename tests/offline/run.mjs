// The WebAssembly build must know the same rules and say the same words as the native program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { hotseatTests } from './hotseat.mjs';
import { localServerTests } from './local-server.mjs';
import { nativeAnswers, openWasm } from './module.mjs';
import { trialTests } from './trials.mjs';
import { recordOf as commented } from '../../web/analysis/record.js';
import { annotate } from '../../web/offline/analyst.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const build = resolve(process.argv[2]);
const GAMES = 300; // random ones, over all editions in turn
const PLIES = 120; // of each, at most
const PAGE = 65536;
const NODES = 300; // for each move of an analysis

// Small numbers by chance, the same each time (mulberry32).
function chance(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Plays a game and returns every command with its answer. */
function playRandomly(wasm, welcome, number) {
  const below = chance(number);
  const said = [];
  const ask = (command) => {
    const answer = wasm.call(command);
    said.push([command, answer]);
    return JSON.parse(answer);
  };
  const { id } = welcome.editions[number % welcome.editions.length];
  const styles = welcome.styles.filter(({ editions }) => editions.includes(id));
  ask(`begin ${id} ${number % 5 === 0 ? 1 : 0}`);
  for (const seat of ['red', 'blue']) {
    const { letters } = ask(`suggest ${id} ${styles[below(styles.length)].name} ${below(1e9)}`);
    ask(`check ${id} ${letters}`);
    ask(`setup ${seat} ${letters}`);
  }
  for (let ply = 0; ply < PLIES; ply += 1) {
    const seat = ply % 2 ? 'blue' : 'red';
    const view = ask(`view ${seat} ${ply}`);
    if (view.turn === null || view.result !== '*') break;
    ask(`view ${seat === 'red' ? 'blue' : 'red'} ${ply}`);
    ask(`view spectator ${Math.max(0, ply - 1)}`);
    ask(`move ${seat} a1 ${'abcdefghik'[below(10)]}${1 + below(10)}`); // often against the rules
    const now = ask(`view ${seat} ${ply}`);
    if (now.turn === seat && now.moves.length) ask(`move ${seat} ${now.moves[below(now.moves.length)].split(/[-x]/).join(' ')}`);
  }
  ask('end aborted red');
  for (const viewer of ['red', 'blue', 'spectator']) ask(`view ${viewer} 0`);
  ask('record Red A Blue B');
  return said;
}

/** Two computer players against each other, without a clock: the same thoughts. */
function playComputers(wasm, welcome, name, number) {
  const said = [];
  const ask = (command) => {
    const answer = wasm.call(command);
    said.push([command, answer]);
    return JSON.parse(answer);
  };
  const { id } = welcome.editions[number % welcome.editions.length];
  ask(`begin ${id} 0`);
  ask(`player ${name} ${number}`);
  for (const seat of ['red', 'blue']) ask(`setup ${seat} ${ask(`army ${seat}`).letters}`);
  for (let ply = 0; ply < 12; ply += 1) {
    const seat = ply % 2 ? 'blue' : 'red';
    const { from, to } = ask(`think ${seat} 0`);
    if (!from || ask(`move ${seat} ${from} ${to}`).refused) break;
  }
  ask('view spectator 0');
  return said;
}

/** A finished game by chance as a record on one line. */
function recordOf(wasm, welcome, id, number) {
  const below = chance(number);
  const ask = (command) => JSON.parse(wasm.call(command));
  const styles = welcome.styles.filter(({ editions }) => editions.includes(id));
  ask(`begin ${id} 0`);
  const armies = ['red', 'blue'].map((seat) => {
    const { letters } = ask(`suggest ${id} ${styles[below(styles.length)].name} ${below(1e9)}`);
    ask(`setup ${seat} ${letters}`);
    return letters;
  });
  for (let ply = 0; ply < PLIES; ply += 1) {
    const { moves, turn, result } = ask(`view ${ply % 2 ? 'blue' : 'red'} ${ply}`);
    if (!turn || result !== '*' || !moves.length) break;
    ask(`move ${turn} ${moves[below(moves.length)].split(/[-x]/).join(' ')}`);
  }
  ask('end resign red');
  const { result, by } = ask('view spectator 0');
  const tags = `Edition ${id}\nRedSetup ${armies[0]}\nBlueSetup ${armies[1]}\nResult ${result}\nTermination ${by}`;
  return ask(`record ${tags}`).record.replace(/\n/g, ' ');
}

async function sameAsNative(said) {
  const answers = await nativeAnswers(build, said.map(([command]) => command));
  said.forEach(([command, answer], i) => assert.equal(answer, answers[i], command));
  assert.equal(answers.length, said.length);
}

const tests = {
  async 'every case of tests/cases holds in WebAssembly'() {
    const wasi = new WASI({ version: 'preview1', args: ['cases'], returnOnExit: true, preopens: { '/': ROOT } });
    const module = await WebAssembly.compile(await readFile(join(build, 'cases.wasm')));
    assert.equal(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())), 0);
  },

  async 'moves, views, refusals and records are the native program\'s, byte for byte'() {
    const wasm = await openWasm(build);
    const opening = [['welcome', wasm.call('welcome')]];
    const welcome = JSON.parse(opening[0][1]);
    await sameAsNative(opening);
    let plies = 0;
    for (let number = 0; number < GAMES; number += 20) {
      const said = [];
      for (let i = number; i < number + 20; i += 1) said.push(...playRandomly(wasm, welcome, i));
      plies += said.filter(([command, answer]) => command.startsWith('move ') && answer === '{}').length;
      await sameAsNative(said);
    }
    console.log(`     ${GAMES} games, ${plies} plies`);
    assert.ok(plies > GAMES * 20);
  },

  async 'computer players choose what they choose natively, in editions of large armies'() {
    const wasm = await openWasm(build);
    const welcome = JSON.parse(wasm.call('welcome'));
    for (const [number, { name }] of welcome.opponents.entries()) await sameAsNative(playComputers(wasm, welcome, name, number));
  },

  async 'a finished game is analysed alike, whatever the edition, and in any order'() {
    const wasm = await openWasm(build);
    const welcome = JSON.parse(wasm.call('welcome'));
    for (const [number, { id }] of welcome.editions.entries()) {
      const record = recordOf(wasm, welcome, id, number);
      const said = [];
      const ask = (command) => {
        const answer = wasm.call(command);
        said.push([command, answer]);
        return JSON.parse(answer);
      };
      const { plies } = ask(`study ${record}`);
      assert.ok(plies > 0);
      for (let ply = plies; ply > 0; ply -= Math.ceil(plies / 12)) {
        for (const seat of ['red', 'blue']) {
          const insight = ask(`insight ${ply} ${seat} 400`);
          assert.equal(insight.score !== undefined, insight.mover === seat);
          assert.ok(Object.keys(insight.beliefs).length > 0);
          if (insight.mover === seat) assert.deepEqual(ask(`insight ${ply} mover 400`), insight);
        }
        assert.match(ask(`deal ${ply} red ${ply}`).letters, /^[A-M_]+$/);
      }
      const after = ask(`deal ${plies + 1} blue 7`);
      if (/"resign"/.test(record)) assert.match(after.letters, /^[A-M_]+$/, 'after the last move');
      await sameAsNative(said);
    }
  },

  async 'an annotated record is the one that `flagfall analyse --annotate` writes'() {
    const wasm = await openWasm(build);
    const welcome = JSON.parse(wasm.call('welcome'));
    const plain = recordOf(wasm, welcome, 'duel', 3).replace('1. ', '[Annotator "Somebody"]\n\n1. ').replace(/(\d\. \S+ \S+) /, '$1 {a word [%loss 0.5]} ');
    const record = plain.replace(/\] \[/g, ']\n[');
    const ask = (command) => JSON.parse(wasm.call(command));
    const { plies } = ask(`study ${record}`);
    const comments = new Map(Array.from({ length: plies }, (_, i) => [i + 1, ask(`insight ${i + 1} mover ${NODES}`).comment]));
    assert.match(comments.get(2), /^a word \[%eval/, 'what somebody has said stays, an earlier analysis goes');
    const [head, moves] = record.split('\n\n');
    const events = [...moves.replace(/\{[^}]*\}/g, '').matchAll(/\b([a-k]\d+[-x][a-k]\d+)/g)].map(([move]) => ({ move }));
    const tags = [...head.matchAll(/\[(\w+) "([^"]*)"\]/g)].map(([, name, value]) => [name, value]);
    const written = annotate(wasm, commented({ tags, events }, comments));
    const said = execFileSync(join(build, 'flagfall'), ['analyse', '--annotate', '--nodes', String(NODES), '-'], { input: record });
    assert.equal(written.record, String(said));
  },

  async 'a game that goes on is not analysed, nor a text that is none'() {
    const wasm = await openWasm(build);
    const welcome = JSON.parse(wasm.call('welcome'));
    const record = recordOf(wasm, welcome, 'duel', 1);
    const refused = (command) => JSON.parse(wasm.call(command)).refused;
    assert.equal(refused('insight 1 red 10'), 'bad-message');
    assert.equal(refused(`study ${record.replace(/\[(Result|Termination)[^\]]*\]/g, '')}`), 'going-on');
    assert.equal(refused('insight 1 red 10'), 'bad-message');
    assert.equal(refused('annotate x'), 'unreadable');
    for (const text of ['', 'x', '[Edition "duel"', '[Edition "none"] 1. a1-a2', record.replace(/1\. \S+/, '1. e5-e5')]) {
      assert.equal(refused(`study ${text}`), 'unreadable', text);
    }
    assert.equal(refused(`study ${record}`), undefined);
    for (const command of ['insight 0 red 1', 'insight 1 green 1', 'insight 1 red', 'insight 99999999999 red 1', 'deal 9999 red 1', 'deal 1 red']) {
      assert.equal(refused(command), 'bad-message', command);
    }
  },

  async 'commands that are none are refused, and what is too long is not taken'() {
    const wasm = await openWasm(build);
    const refused = (command) => JSON.parse(wasm.call(command)).refused;
    assert.equal(refused(''), 'unknown-type');
    assert.equal(refused('move red a1 a2'), 'not-begun');
    assert.equal(refused('begin nowhere 0'), 'unknown-edition');
    const { default: edition } = JSON.parse(wasm.call('welcome'));
    wasm.call(`begin ${edition} 0`);
    for (const command of ['player nobody 1', 'player level:1 x', 'army red', 'setup red', 'setup red ABC', 'move red', 'move red a1 z99',
      'move green a1 a2', 'think red 10', 'view red', 'view nobody 1', 'record Red A', 'suggest x y 1']) {
      assert.ok(refused(command), command);
    }
    assert.throws(() => wasm.call(`check ${'x'.repeat(2 ** 20)}`), RangeError);
    assert.equal(refused('move red a1 a2'), 'game-over');
  },

  async 'one game after another grows no memory'() {
    const wasm = await openWasm(build);
    const welcome = JSON.parse(wasm.call('welcome'));
    const play = () => welcome.opponents.forEach(({ name }, number) => playComputers(wasm, welcome, name, number));
    play();
    const { byteLength } = wasm.memory.buffer;
    for (let round = 0; round < 5; round += 1) play();
    assert.ok(wasm.memory.buffer.byteLength - byteLength <= PAGE, `${byteLength} became ${wasm.memory.buffer.byteLength}`);
  },
};

let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries({ ...tests, ...localServerTests(build), ...hotseatTests(build), ...trialTests(build) })) {
  try {
    await test();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack ?? error}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
