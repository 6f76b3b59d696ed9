// What a press on the board of a game comes to, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginPlay, reducePlay } from '../../../web/play/play-state.js';
import { EDITION, gameOf, square } from './samples.mjs';

const play = (state, ...events) => events.reduce(reducePlay, state);
const press = (name) => ({ type: 'press', square: square(name) });
const begin = (view, game) => beginPlay(EDITION, gameOf(view, game));
const theirTurn = { turn: 'blue', moves: [] };

test('a piece and then a square make a move, which is not another until it is answered', () => {
  const before = begin();
  const chosen = play(before, press('a2'));
  assert.equal(chosen.chosen, square('a2'));
  const moved = play(chosen, press('a3'));
  assert.deepEqual(moved.pending, { type: 'move', game: 'g', ply: 4, from: 'a2', to: 'a3' });
  assert.equal(moved.chosen, null);
  assert.equal(play(moved, press('a2')), moved, 'nothing is chosen while a move is on its way');
  assert.equal(before.chosen, null, 'the state before is as it was');
});

test('a move that seems wrong is sent too: the server says why not', () => {
  assert.equal(play(begin(), press('a2'), press('c3')).pending.to, 'c3');
});

test('a press says what is missing', () => {
  const said = (...events) => play(begin(), ...events).said?.what;
  assert.equal(said(press('b3')), 'hint');
  assert.equal(said(press('c4')), 'notYourPiece');
  assert.equal(said(press('a1')), 'immobile');
  assert.equal(said(press('b2')), 'stuck');
  assert.equal(play(begin({}, { paused: true }), press('a2')).said.what, 'paused');
});

test('who watches chooses nothing, nor does anybody after the end', () => {
  for (const state of [begin({}, { seat: null }), begin({}, { phase: 'over' })]) {
    assert.equal(play(state, press('a2')), state);
  }
});

test('where moving the flag loses the game, one is asked first', () => {
  const edition = { ...EDITION, forfeit: true };
  const asked = play(beginPlay(edition, gameOf()), press('a1'), press('c1'));
  assert.deepEqual([asked.asks, asked.pending], [{ from: square('a1'), to: square('c1') }, null]);
  assert.equal(play(asked, { type: 'confirmed' }).pending.to, 'c1');
});

test('a move made ahead is sent when it is one’s turn, and not before all has been shown', () => {
  const ahead = play(begin(theirTurn), press('a2'), press('a3'));
  assert.deepEqual([ahead.premove, ahead.pending], [{ from: square('a2'), to: square('a3'), attack: false }, null]);
  const told = play(ahead, { type: 'told', game: gameOf({ plies: 5 }) }, { type: 'told', game: gameOf({ plies: 5 }) }, { type: 'next' });
  assert.equal(play(told, { type: 'ready' }).pending, null);
  const sent = play(told, { type: 'next' }, { type: 'ready' });
  assert.deepEqual([sent.pending.from, sent.pending.to, sent.pending.ply, sent.premove], ['a2', 'a3', 5, null]);
});

test('a move made ahead attacks nobody who has come in its way since', () => {
  const ahead = play(begin(theirTurn), press('a2'), press('a3'));
  const now = gameOf({ plies: 5, moves: ['a2xa3'] });
  const dropped = play(ahead, { type: 'told', game: now }, { type: 'next' }, { type: 'ready' });
  assert.deepEqual([dropped.pending, dropped.premove, dropped.said.what], [null, null, 'premoveFailed']);
});

test('a move made ahead is taken back by another press, by Escape, and with its piece', () => {
  const ahead = play(begin(theirTurn), press('a2'), press('a3'));
  assert.equal(play(ahead, press('b3')).premove, null);
  assert.equal(play(ahead, { type: 'cancel' }).premove, null);
  assert.equal(play(ahead, press('c2')).premove, null);
  const taken = gameOf({ board: ahead.game.view.board.replace('K', '?') });
  assert.equal(play(ahead, { type: 'told', game: taken }, { type: 'next' }).premove, null);
});

test('a move made ahead does not outlive the position that was taken back', () => {
  const ahead = play(begin(theirTurn), press('a2'), press('a3'));
  const before = gameOf({ plies: ahead.game.view.plies - 1 });
  const back = play(ahead, { type: 'told', game: before }, { type: 'next' }, { type: 'ready' });
  assert.deepEqual([back.premove, back.pending], [null, null]);
});

test('a bomb is not moved ahead', () => {
  assert.equal(play(begin(theirTurn), press('a1')).said.what, 'immobile');
});

test('a move is on its way until its ply is played, is refused, or turns out stale after a break', () => {
  const moved = play(begin(), press('a2'), press('a3'));
  assert.ok(play(moved, { type: 'told', game: gameOf() }, { type: 'next' }).pending);
  assert.equal(play(moved, { type: 'told', game: gameOf({ plies: 5 }) }, { type: 'next' }).pending, null);
  assert.equal(play(moved, { type: 'refused', isMove: true }).pending, null);
  assert.ok(play(moved, { type: 'refused', isMove: false }).pending);
  assert.ok(play(moved, { type: 'back', game: gameOf() }).pending);
  assert.equal(play(moved, { type: 'back', game: gameOf({ plies: 6 }) }).pending, null);
});
