// What this browser keeps of a game while it goes on: the army that is being set up, and notes
// on backs. Two people at one device have their own each.

import { keptKeys, load, save } from './state.js';
import { isHotseat } from '../offline/ids.js';

const UNKNOWN_KEPT = 40; // keys of games that are in no list: of somebody else at this browser

const keyOf = (kind, { game, seat }) => [kind, game, ...(isHotseat(game) ? [seat] : [])].join('.');

/** @param {'setup' | 'notes'} kind @param {{game: string, seat: ?Seat}} game @param {any} [fallback] */
export const loadOf = (kind, game, fallback = null) => load(keyOf(kind, game), fallback);
export const saveOf = (kind, game, value) => save(keyOf(kind, game), value);

const gameIn = (key) => key.split('.')[1];

/** Forgets what a game does not need any more: drafts once it is played, all once it is over. */
export function forget(id, phase) {
  const kinds = { over: ['setup', 'notes'], play: ['setup'] }[phase] ?? [];
  kinds.flatMap(keptKeys).filter((key) => gameIn(key) === id).forEach((key) => save(key, null));
}

/** The same of all games in a list, and of too many that are in none. */
export function tidy(games) {
  games.forEach(({ game, phase }) => forget(game, phase));
  const known = new Set(games.map(({ game }) => game));
  const unknown = ['setup', 'notes'].flatMap(keptKeys).filter((key) => !known.has(gameIn(key)));
  unknown.slice(UNKNOWN_KEPT).forEach((key) => save(key, null));
}
