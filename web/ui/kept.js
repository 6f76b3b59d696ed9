// What this browser keeps of a game while it goes on: the army that is being set up, notes on backs, and a
// move that the server has not answered. Two people at one device have their own each.

import { keptKeys, load, personKeys, save } from './storage.js';
import { isHere, isHotseat } from '../offline/ids.js';

/** @typedef {{key: string, kind: string, game: string}} Kept */

const UNKNOWN_KEPT = 40; // keys of games that are in no list: of somebody else at this browser

/** @typedef {'setup' | 'notes' | 'move'} Kind */
/** @typedef {Extract<ClientMessage, {type: 'move'}>} MoveMessage */
/** @param {Kind} kind @param {{game: string, seat: ?Seat}} game */
const keyOf = (kind, { game, seat }) => [kind, game, ...(isHotseat(game) ? [seat] : [])].join('.');

/** @param {Kind} kind @param {{game: string, seat: ?Seat}} game @param {any} [fallback] */
export const loadOf = (kind, game, fallback = null) => load(keyOf(kind, game), fallback);
/** @param {Kind} kind @param {{game: string, seat: ?Seat}} game @param {unknown} value */
export const saveOf = (kind, game, value) => save(keyOf(kind, game), value);

/**
 * Keeps a move that is not answered yet, so that it is sent wherever one goes meanwhile; null: it is. This device
 * answers at once. @param {string} game @param {?MoveMessage} move
 */
export const keepMove = (game, move) => { if (!isHere(game)) saveOf('move', { game, seat: null }, move); };
/** The moves that are not answered. @returns {MoveMessage[]} */
export const keptMoves = () => keptKeys('move').map((key) => load(key)).filter(Boolean);

const allKeys = () => ['setup', 'notes', 'move'].flatMap(keptKeys).map((key) => {
  const [kind, game] = key.split('.');
  return { key, kind, game };
});

/** @param {Kept[]} keys */
const drop = (keys) => keys.forEach(({ key }) => save(key, null));

/**
 * Drafts are of no use once a game is played, nothing is once it is over. A move is answered when the game has gone
 * on: if that is taken back later, it is not to be played once more.
 * @param {Kept} kept @param {{phase: string, plies: ?number} | undefined} now
 */
function isDone({ key, kind }, now) {
  if (kind === 'move') return now?.phase === 'over' || (now?.plies ?? 0) > load(key)?.ply;
  return now?.phase === 'over' || (now?.phase === 'play' && kind === 'setup');
}

/** Forgets what a game does not need any more. @param {string} id @param {string} phase @param {?number} plies */
export const forget = (id, phase, plies) => drop(allKeys().filter((one) => one.game === id && isDone(one, { phase, plies })));

/** The games of this device stay there whoever comes, and what is kept of them. */
function forgetPerson() {
  const stays = allKeys().filter(({ game }) => isHere(game)).map(({ key }) => key);
  const discarded = load('discarded', []).filter(isHere);
  personKeys().filter((key) => !stays.includes(key)).forEach((key) => save(key, null));
  if (discarded.length) save('discarded', discarded);
}

/**
 * Who is here from now on: null is a guest. What an account has left is not for anybody else. In several
 * tabs at once the first one forgets it; what is kept after that is the new person's.
 * @param {?string} name
 */
export function keepFor(name) {
  const before = load('name');
  if (before && before !== name) forgetPerson();
  save('name', name);
}

/** Forgets what is of no use to any game in a list, and of too many that are in none. @param {GameRow[]} games */
export function tidy(games) {
  const rows = new Map(games.map((row) => [row.game, row]));
  const keys = allKeys();
  drop(keys.filter((one) => isDone(one, rows.get(one.game))));
  drop(keys.filter(({ game }) => !rows.has(game)).slice(UNKNOWN_KEPT));
}
