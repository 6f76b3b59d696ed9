// The page's other modules that need no page: letters, timelines, armies, hashes, notes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyArmy, filledAtRandom, mirrored, missing, placed, readArmy, remaining, swapped } from '../../../web/army/army.js';
import { blake2b } from '../../../web/ui/blake2b.js';
import { nextOf, ofTheDay, readSet, shuffled } from '../../../web/pages/puzzle-set.js';
import { movedSquares, originsOf, readMove, readPiece, setupSquare, squareName, squareNumber } from '../../../web/play/state.js';
import { framesOf, reviewOfGame, seenBy } from '../../../web/play/timeline.js';
import { EDITION, gameOf, square } from './samples.mjs';

test('squares are called as on the board, without a j', () => {
  const wide = { files: 10, rows: 10 };
  assert.deepEqual([squareName(wide, 0), squareName(wide, 9), squareName(wide, 99)], ['a1', 'k1', 'k10']);
  for (let i = 0; i < 100; i += 1) assert.equal(squareNumber(wide, squareName(wide, i)), i);
  assert.deepEqual(readMove(EDITION, 'a2xa3'), { from: 4, to: 8, attack: true });
});

test('a letter of the board is a piece, a back, or nothing', () => {
  assert.equal(readPiece('A'), null);
  assert.equal(readPiece('_'), null);
  assert.deepEqual(readPiece('!'), { seat: 'blue', rank: null, moved: true, known: false });
  assert.deepEqual(readPiece('x'), { seat: 'blue', rank: 'L', moved: false, known: true });
  assert.deepEqual(readPiece('M'), { seat: 'red', rank: 'M', moved: false, known: false });
});

const EVENTS = [
  { move: 'a2-a3' }, { move: 'c4-c3' }, { move: 'a3-b3' }, { move: 'c3xb3', attacker: 'D', defender: 'K', battle: 'defender' },
];

test('who has moved is followed through moves and battles', () => {
  assert.deepEqual([...movedSquares(EDITION, EVENTS)].map((one) => squareName(EDITION, one)), ['b3']);
  const both = [...EVENTS, { move: 'b3xd5', attacker: 'K', defender: 'K', battle: 'both' }];
  assert.equal(movedSquares(EDITION, both).size, 0);
});

test('a piece is known by where it began, and a move taken back takes nothing along', () => {
  const at = (events, name) => originsOf(EDITION, events).get(square(name));
  assert.equal(at(EVENTS.slice(0, 3), 'b3'), square('a2'));
  assert.equal(at(EVENTS.slice(0, 2), 'c3'), square('c4'));
  assert.equal(at(EVENTS, 'b3'), square('a2'), 'the defender stays who it is');
  assert.equal(at(EVENTS.slice(0, 1), 'b3'), undefined);
});

test('a finished game ply by ply: who fell, who is known, what a seat saw', () => {
  const armies = { red: 'MBAAKDDA', blue: 'MAAABDDK' };
  const events = [{ move: 'a2-a3' }, { move: 'd4-d3' }, { move: 'a3xa4', attacker: 'K', defender: 'K', battle: 'both' }];
  const review = reviewOfGame(EDITION, gameOf({}, { armies, events, phase: 'over' }));
  const frames = framesOf(review);
  assert.equal(frames.length, 4);
  assert.deepEqual(frames[3].lost, { red: { K: 1 }, blue: { K: 1 } });
  assert.equal(frames[3].squares[square('a4')], null);
  assert.equal(seenBy('red', frames[1].squares[square('d5')]).rank, null);
  assert.equal(seenBy('full', frames[1].squares[square('d5')]).rank, 'M');
});

test('an army by hand: what stands, what is missing, what does not fit', () => {
  const empty = emptyArmy(EDITION, 'red');
  assert.equal(empty.join(''), 'AAAAAAAA');
  const one = placed(empty, 2, 'M');
  assert.deepEqual([one[2], missing(EDITION, one), remaining(EDITION, one).M], ['M', 4, 0]);
  assert.equal(swapped(one, 2, 5).join(''), 'AAAAAMAA');
  assert.equal(mirrored(EDITION, one).join(''), 'AMAAAAAA');
  const full = filledAtRandom(EDITION, one);
  assert.deepEqual([missing(EDITION, full), full[2]], [0, 'M']);
  assert.equal(readArmy(EDITION, 'red', 'MMAAAAAA'), null, 'there is one flag');
  assert.equal(readArmy(EDITION, 'red', 'M'), null);
  assert.equal(setupSquare(EDITION, 'blue', 0), 19);
});

test('the hash is BLAKE2b of 256 bits', () => {
  assert.equal(blake2b(new Uint8Array()), '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8');
  assert.equal(blake2b(new TextEncoder().encode('abc')), 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319');
});

const SET = readSet(`flagfall-puzzles=1
# a comment
puzzle=0a kind=flag edition=duel red=M
puzzle=0b kind=win edition=duel red=M
puzzle=0c kind=flag edition=barrage red=M
`);

test('a set of puzzles is its lines, head and comments left out', () => {
  assert.deepEqual(SET.map(({ id, kind, edition }) => [id, kind, edition]), [
    ['0a', 'flag', 'duel'], ['0b', 'win', 'duel'], ['0c', 'flag', 'barrage']]);
  assert.ok(SET.every(({ line }) => line.startsWith('puzzle=')));
});

test('the puzzle of the day is the same all day and another the next', () => {
  const at = (day, hour) => ofTheDay(SET, new Date(2026, 10, day, hour)).id;
  assert.equal(at(22, 0), at(22, 23));
  assert.notEqual(at(22, 23), at(23, 0));
  assert.deepEqual([1, 2, 3].map((day) => at(day, 12)).sort(), ['0a', '0b', '0c']);
});

test('of a kind the puzzles that were not tried come first, and then all once more', () => {
  assert.equal(nextOf(SET, 'flag', {}).id, '0a');
  assert.equal(nextOf(SET, 'flag', { '0a': true }).id, '0c');
  assert.equal(nextOf(SET, 'flag', { '0a': true, '0c': false }, '0a').id, '0c');
  assert.equal(nextOf(SET, 'flag', { '0a': true, '0c': false }, '0c').id, '0a');
});

test('a browser that keeps nothing is asked all puzzles of a kind all the same', () => {
  const set = readSet(['a', 'b', 'c'].map((id) => `puzzle=${id} kind=flag edition=duel red=M`).join('\n'));
  const asked = [null];
  for (let i = 0; i < 4; i += 1) asked.push(nextOf(set, 'flag', {}, asked.at(-1)).id);
  assert.deepEqual(asked.slice(1), ['a', 'b', 'c', 'a']);
});

test('a run has every puzzle once', () => {
  assert.deepEqual(shuffled(SET).map(({ id }) => id).sort(), ['0a', '0b', '0c']);
  assert.equal(shuffled(SET, () => 0)[0].id, '0b');
});
