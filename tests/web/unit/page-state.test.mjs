// What the page does with what the server says, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEGINNING, reducePage } from '../../../web/app/page-state.js';
import { stoodIn } from '../../../web/ui/gaps.js';
import { gameOf } from './samples.mjs';

const player = { name: null, kind: 'guest', rating: null };
const row = (game, more = {}) => ({ game, edition: 'small', seat: 'red', red: player, blue: player, phase: 'play', turn: 'red', plies: 0, ...more });
const welcomeOf = (more = {}) => ({ type: 'welcome', version: '1', editions: [], you: { name: null }, games: [], armies: [], ...more });
const words = (state) => state.todo.map(([word, ...given]) => [word, given[0]].filter((one) => typeof one === 'string').join(' '));

/** The state after these, each `[type, message, here]`. */
const after = (...told) => told.reduce((state, [type, message, here = null]) => reducePage(state, { type, message, here }), BEGINNING);
const greeted = ['welcome', welcomeOf()];

test('the first welcome shows what the address names, the next one goes on where one was', () => {
  assert.deepEqual(words(after(greeted)), ['greet', 'route']);
  assert.deepEqual(words(after(greeted, greeted)), ['greet', 'comeBack']);
  const back = after(greeted, ['welcome', welcomeOf(), 'g']);
  assert.deepEqual([words(back), back.reopened], [['greet', 'open g'], true]);
});

test('another version of the server has the page look for a newer one, and what is on show goes on', () => {
  assert.deepEqual(words(after(greeted, ['welcome', welcomeOf({ version: '2' }), 'g'])), ['greet', 'renew', 'open g']);
});

test('the start page of the last visit stays on show when the server has spoken, unless it speaks to somebody else', () => {
  const guessed = ['guess', welcomeOf({ version: undefined })];
  assert.deepEqual(words(after(guessed)), ['route']);
  assert.deepEqual(words(after(guessed, greeted)), ['greet', 'comeBack'], 'of whatever version it is');
  assert.deepEqual(words(after(guessed, greeted, ['welcome', welcomeOf({ version: '2' })])), ['greet', 'renew', 'comeBack']);
  assert.deepEqual(words(after(guessed, ['welcome', welcomeOf({ you: { name: 'ann' } })])), ['greet', 'route']);
  assert.deepEqual(words(after(guessed, ['welcome', welcomeOf({ away: true })])), ['greet', 'route'], 'or cannot be reached');
  assert.deepEqual(words(after(guessed, ['welcome', welcomeOf(), 'g'])), ['greet', 'route'], 'or one has gone on to a game');
});

test('an account that is left, here or elsewhere, waits for nobody; a break is no leaving', () => {
  const ann = ['welcome', welcomeOf({ you: { name: 'ann' } })];
  const { todo } = after(ann, ['signed', { ticket: 'x', recovery: null, you: { name: 'bea' } }]);
  assert.deepEqual(todo, [['become', 'x', 'bea']]);
  assert.deepEqual(words(after(ann, greeted)), ['leavePerson', 'greet', 'route']);
  assert.deepEqual(words(after(ann, ['welcome', welcomeOf({ you: { name: 'bea' } })])), ['leavePerson', 'greet', 'route']);
  assert.deepEqual(words(after(greeted, ann)), ['greet', 'route'], 'a guest goes on as an account');
  assert.deepEqual(words(after(ann, ann)), ['greet', 'comeBack']);
  assert.deepEqual(words(after(['guess', welcomeOf({ you: { name: 'ann' } })], ['welcome', welcomeOf({ away: true })])), ['greet', 'route']);
});

test('one’s open offers are asked for, so that one hears who joins', () => {
  const games = [row('a', { phase: 'waiting' }), row('b'), row('c', { phase: 'waiting' })];
  assert.deepEqual(words(after(['welcome', welcomeOf({ games })])), ['greet', 'open a', 'open c', 'route']);
});

test('a new game that was asked for is gone to, and only that one', () => {
  const asked = reducePage(after(greeted), { type: 'asked', sent: true });
  const told = reducePage(asked, { type: 'game', message: gameOf(), here: null });
  assert.deepEqual([words(told), told.awaited], [['forget g', 'goToGame g'], false]);
  assert.equal(told.welcome.games[0].game, 'g');
  assert.deepEqual(words(after(greeted, ['game', gameOf()])), ['forget g', 'tellElsewhere']);
});

test('clocks stand from when the server tells until it tells, by this browser’s time; of a gap that grows one is kept', () => {
  const tell = (state, at, message) => reducePage(state, { type: 'outage', here: null, at, message });
  const away = tell(after(greeted), 1000, { on: true, now: 90000, began: 89400, ended: null });
  assert.deepEqual([away.isStoreAway, away.gaps, away.todo], [true, [{ from: 400, to: Infinity }], [['showOutage', false]]]);
  const back = tell(away, 4000, { on: false, now: 93010, began: 89400, ended: 98010 });
  assert.deepEqual([back.isStoreAway, back.gaps, back.todo], [false, [{ from: 390, to: 9000 }], [['showOutage', true]]]);
  const again = tell(back, 20000, { on: true, now: 109000, began: 108000, ended: null });
  assert.equal(again.gaps.length, 2);
  const anew = reducePage(again, { type: 'welcome', message: welcomeOf(), here: null, at: 30000 });
  assert.equal(anew.isStoreAway, false, 'a new connection is told anew');
  assert.equal(stoodIn(anew.gaps, 30000, 90000), 0, 'and hears nothing of a gap that has ended meanwhile');
  const on = tell(anew, 30100, { on: true, now: 119100, began: 108000, ended: null });
  assert.equal(stoodIn(on.gaps, 19000, 40000), 40000 - 19000, 'where it goes on it is one gap');
  assert.equal(stoodIn(again.gaps, 5000, 25000), 4000 + 6000);
  assert.equal(stoodIn(again.gaps, 9000, 19000), 0);
});

test('a refusal ends the waiting for a new game', () => {
  const asked = reducePage(after(greeted), { type: 'asked', sent: true });
  assert.equal(reducePage(asked, { type: 'refused', message: { re: 'new', reason: 'rate' } }).awaited, false);
  assert.equal(reducePage(asked, { type: 'refused', message: { re: 'chat', reason: 'rate' } }).awaited, true);
});

test('a refusal is told to the view that has asked while it is on show; after that, where somebody has pressed', () => {
  const { todo: _, ...start } = after(greeted);
  const sends = (state, re, by) => reducePage(state, { type: 'sent', re, by });
  const refused = (state, re, more = {}, here = null) => reducePage(state, { type: 'refused', message: { re, reason: 'x', ...more }, here })
    .todo.filter(([what]) => what === 'refuse').map(([, , isViews]) => (isViews ? 'view' : 'page'));
  const left = (state) => reducePage(state, { type: 'replaced' });
  for (const re of ['account', 'check', 'close', 'following', 'history', 'invitation', 'live', 'lobby', 'push', 'puzzle', 'suggest', 'tournament', 'tournaments', 'vacation', 'watching']) {
    const looked = sends(start, re, 'view');
    assert.deepEqual(refused(looked, re), ['view'], re);
    assert.deepEqual(refused(left(looked), re), [], re);
    assert.deepEqual(refused(sends(left(looked), re, 'view'), re), ['view'], re);
    assert.deepEqual(refused(sends(start, re, 'page'), re), [], re);
    assert.deepEqual(refused(sends(looked, re, 'page'), re), ['view'], re);
    assert.deepEqual(refused(left(sends(start, re, 'hand')), re), ['page'], re);
    assert.deepEqual(refused(reducePage(left(looked), { type: 'welcome', message: welcomeOf(), here: null }), re), ['view'], 'another connection');
  }
  const renewal = reducePage(sends(start, 'push', 'page'), { type: 'refused', message: { re: 'push', reason: 'unknown-service' }, here: null });
  assert.deepEqual(words(renewal), ['sleep'], 'whom the server does not wake is told of news by the page again');
  assert.deepEqual(refused(sends(start, 'guest-name', 'hand'), 'guest-name'), ['view']);
  assert.deepEqual(refused(left(sends(start, 'guest-name', 'hand')), 'guest-name'), ['page']);
  assert.deepEqual(refused(left(sends(start, 'move', 'view')), 'move', { game: 'g' }, 'g'), ['view'], 'of the game that is on show');
  assert.deepEqual(refused(left(sends(start, 'move', 'view')), 'move', { game: 'g' }, 'h'), ['page']);
});

test('a game of the address is shown, and then only brought up to date', () => {
  const first = after(greeted, ['game', gameOf(), 'g']);
  assert.deepEqual(words(first), ['forget g', 'showGame']);
  const shown = reducePage(first, { type: 'shown' });
  const next = reducePage(shown, { type: 'change', message: { type: 'change', game: 'g', number: 2, draw: 'blue' }, here: 'g' });
  assert.deepEqual([words(next), next.present.draw, first.present.draw], [['forget g', 'updateView'], 'blue', undefined]);
  const over = reducePage(next, { type: 'change', message: { type: 'change', game: 'g', number: 3, phase: 'over' }, here: 'g' });
  assert.deepEqual(words(over), ['forget g', 'updateView'], 'the end is told by the view that shows the game');
});

test('a change that takes the view away leaves a game without one', () => {
  const shown = after(greeted, ['game', gameOf(), 'g']);
  const { present } = reducePage(shown, { type: 'change', message: { type: 'change', game: 'g', number: 2, view: null }, here: 'g' });
  assert.deepEqual([present.view, present.events], [null, []]);
});

test('a change that does not follow has the whole game asked for', () => {
  const first = after(greeted, ['game', gameOf(), 'g']);
  const torn = reducePage(first, { type: 'change', message: { type: 'change', game: 'g', number: 7 }, here: 'g' });
  assert.deepEqual([words(torn), torn.present], [['open g'], first.present]);
});

test('an offer that is gone leaves nothing behind', () => {
  const offer = gameOf({}, { phase: 'waiting', view: null });
  const shown = reducePage(after(greeted, ['game', offer, 'g']), { type: 'shown' });
  const gone = reducePage(shown, { type: 'game', message: { ...offer, phase: 'over' }, here: 'g' });
  assert.deepEqual([words(gone), gone.welcome.games], [['goHome'], []]);
});

test('who leaves a game of others, or one that is over, hears no more of it', () => {
  const left = (game) => words(reducePage(after(greeted, ['game', game, 'g']), { type: 'leave' }));
  assert.deepEqual(left(gameOf({}, { seat: null })), ['close g']);
  assert.deepEqual(left(gameOf({}, { phase: 'over', next: 'h' })), ['close g']);
  assert.deepEqual(left(gameOf({}, { phase: 'over', blue: { name: 'level-3', kind: 'computer', rating: null } })), ['close g']);
  assert.deepEqual(left(gameOf()), []);
});

test('of the latest own game that is over one hears whether the other wants a rematch, wherever one is', () => {
  const over = (more = {}) => gameOf({}, { phase: 'over', rematch: null, next: null, ...more });
  const left = reducePage(after(greeted, ['game', over(), 'g']), { type: 'leave' });
  assert.deepEqual(words(left), []);
  const tell = (state, game, here = null) => reducePage(state, { type: 'game', message: game, here });
  const offered = tell(left, over({ rematch: 'blue' }));
  assert.deepEqual(words(offered), ['forget g', 'tellElsewhere', 'tellRematch']);
  assert.deepEqual(words(tell(offered, over({ rematch: 'blue' }))), ['forget g', 'tellElsewhere'], 'once');
  assert.deepEqual(words(tell(offered, over({ next: 'h' }))), ['forget g', 'tellElsewhere', 'tellRematch']);
  const shown = reducePage(after(greeted, ['game', over(), 'g']), { type: 'shown' });
  assert.deepEqual(words(tell(shown, over({ rematch: 'blue' }), 'g')), ['forget g', 'updateView', 'tellRematch'], 'in the game itself too');
  const other = reducePage(tell(left, over({ game: 'i' }), 'i'), { type: 'leave' });
  assert.deepEqual(words(other), ['close g'], 'one game lingers, the latest');
});

test('who signs in is somebody else at the next welcome, and takes the guest’s armies along after registering', () => {
  const signed = reducePage(reducePage(after(greeted), { type: 'registering', on: true }),
    { type: 'signed', message: { ticket: 'x', recovery: 'r', you: { name: 'Ann' } } });
  assert.deepEqual([words(signed), signed.recovery, signed.passwordChanged], [['become x'], 'r', false]);
  const now = reducePage(signed, { type: 'welcome', message: welcomeOf({ you: { name: 'Ann' } }), here: 'g' });
  assert.deepEqual([words(now), now.registering], [['greet', 'moveArmies', 'route'], false]);
});

test('at most 34 games are kept in mind, the latest of them', () => {
  const told = Array.from({ length: 38 }, (_, i) => ['game', gameOf({}, { game: `g${i}` })]);
  const { followed } = after(greeted, ...told, ['game', gameOf({}, { game: 'g4' })]);
  assert.deepEqual([followed.length, followed[0].game, followed.at(-1).game], [34, 'g5', 'g4']);
});

test('of two people at this device, what is covered is another view, and leaving draws the curtain', () => {
  const game = { ...gameOf(), game: 'local-two-1' };
  const open = reducePage(after(greeted, ['game', game, game.game]), { type: 'shown' });
  assert.equal(open.welcome.games[0].seat, null, 'in the list it is nobody’s side');
  const covered = reducePage(open, { type: 'game', message: { ...game, view: null, covered: true }, here: game.game });
  assert.deepEqual(words(covered), [`forget ${game.game}`, 'showGame']);
  assert.equal(reducePage(covered, { type: 'shown' }).kind, 'curtain');
  assert.deepEqual(words(reducePage(open, { type: 'leave' })), [`close ${game.game}`]);
});

test('a game that another tab has played on is no longer the present one', () => {
  const open = reducePage(after(greeted, ['game', gameOf(), 'g']), { type: 'shown' });
  const lost = reducePage(open, { type: 'refused', message: { re: 'move', game: 'g', reason: 'elsewhere' }, here: 'g' });
  assert.deepEqual([words(lost), lost.present], [['showRefusal'], null]);
  assert.deepEqual(words(reducePage(open, { type: 'refused', message: { re: 'think', game: 'h', reason: 'elsewhere' }, here: 'g' })), []);
});
