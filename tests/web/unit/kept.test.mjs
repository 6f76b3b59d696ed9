// Whose is what the browser keeps: web/ui/storage.js and web/ui/kept.js, over a storage made of a map.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

// As in a browser, what is kept are the object's own properties.
class Storage {
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }

  setItem(key, value) { this[key] = value; }

  removeItem(key) { delete this[key]; }
}
globalThis.localStorage = new Storage();
globalThis.document = { querySelector: () => null };
const { save } = await import('../../../web/ui/storage.js');
const { keepVisit, lastVisit } = await import('../../../web/app/last-visit.js');
const { forget, keepFor, keepMove, keptMoves, tidy } = await import('../../../web/ui/kept.js');
const { isHere } = await import('../../../web/offline/ids.js');

const PERSONAL = ['visit', 'setup.g1', 'notes.g1', 'move.g1', 'promises', 'last.tournament', 'draft.duel', 'army-to-play', 'editor-edition', 'wish',
  'terms.computer', 'seek', 'tournament', 'discarded'];
const LASTING = ['settings', 'lists', 'here', 'armies', 'puzzles', 'learned', 'learn.edition', 'notes.local-1', 'setup.local-two-1.red'];
const kept = () => Object.keys(localStorage).map((key) => key.slice('flagfall.'.length)).filter((key) => key !== 'name').sort();

beforeEach(() => {
  Object.keys(localStorage).forEach((key) => localStorage.removeItem(key));
  [...PERSONAL, ...LASTING].forEach((key) => save(key, []));
});

test('what an account has left is not for a guest, nor for another account', () => {
  for (const next of [null, 'bea']) {
    PERSONAL.forEach((key) => save(key, []));
    keepFor('ann');
    keepFor(next);
    assert.deepEqual(kept(), [...LASTING].sort());
  }
});

test('what a guest has kept goes along into an account, and an account that comes back finds its own', () => {
  for (const name of [null, 'ann', 'ann']) {
    keepFor(name);
    assert.deepEqual(kept(), [...PERSONAL, ...LASTING].sort());
  }
});

test('a tab that hears later of the change takes nothing from who has come', () => {
  keepFor('ann');
  keepFor('bea');
  save('draft.duel', 'ABC');
  keepFor('bea');
  assert.ok(kept().includes('draft.duel'));
});

test('games of this device stay off the list, an account’s do not', () => {
  save('discarded', ['g1', 'local-1']);
  keepFor('ann');
  keepFor(null);
  assert.equal(localStorage.getItem('flagfall.discarded'), '["local-1"]');
  assert.ok(isHere('local-1'));
});

test('what an older page has kept, and nobody knows any more, is no device’s', () => {
  localStorage.setItem('flagfall.of-old', '1');
  keepFor('ann');
  keepFor(null);
  assert.ok(!kept().includes('of-old'));
});

test('nothing is kept of which nobody knows whose it is', () => {
  assert.throws(() => save('secret', 1), /whose is secret/);
});

test('a move is kept until its game has gone on, so one that is taken back is not played once more', () => {
  const moves = () => keptMoves().filter(({ game }) => game).map(({ game }) => game);
  for (const hears of [(plies) => forget('g2', 'play', plies), (plies) => tidy([{ game: 'g2', phase: 'play', plies }, { game: 'g3', phase: 'over', plies: 4 }])]) {
    keepMove('g2', { type: 'move', game: 'g2', ply: 4, from: 'a4', to: 'a5' });
    hears(4);
    assert.deepEqual(moves(), ['g2']);
    hears(5);
    assert.deepEqual(moves(), []);
  }
  keepMove('g3', { type: 'move', game: 'g3', ply: 4, from: 'a4', to: 'a5' });
  tidy([{ game: 'g3', phase: 'over', plies: 4 }]);
  assert.deepEqual(moves(), []);
});

test('of an account’s games the names stay with the server, and a guest’s start page is kept as it was', () => {
  const player = (name, kind) => ({ name, kind, rating: 1800 });
  const games = [{ game: 'g1', phase: 'play', red: player('ann', 'account'), blue: player('bea', 'account') },
    { game: 'g2', phase: 'over', red: player('cyd', 'guest'), blue: player('level:4', 'computer') }];
  save('lists', Object.fromEntries(['lists', 'editions', 'default', 'opponents', 'styles', 'clocks'].map((name) => [name, 'x'])));
  const visit = (name) => {
    save('name', name);
    keepVisit({ type: 'welcome', you: { name, ratings: [1800] }, games });
    return lastVisit();
  };
  const ann = visit('ann');
  assert.deepEqual(ann.games.map(({ game, phase }) => [game, phase]), [['g1', 'play'], ['g2', 'over']]);
  assert.equal(ann.you.name, 'ann');
  assert.doesNotMatch(JSON.stringify([ann.games, ann.you]), /bea|cyd|1800/);
  assert.match(JSON.stringify(ann.games), /level:4/);
  assert.deepEqual(visit(null).games, games);
});
