// The start page of the last visit, shown until the server has spoken: the lists of a welcome, which
// the page keeps (lists.js), who one was, and one's games as they stood. An account may have been signed out
// elsewhere since: of its games no more is kept than what room they take and whether one goes on.

import { load, save } from '../ui/storage.js';
import { LISTS } from './socket.js';

const KEY = 'visit';
const GAMES = 40; // more than the start page shows

// Another version of the page may want other words of a game: its scripts have other names.
const pageName = () => /** @type {?HTMLScriptElement} */ (document.querySelector('script[type=module][src*=main]'))?.src ?? '';

/** @param {Player} player */
const nameless = (player) => ({ ...player, name: player.kind === 'computer' ? player.name : null, rating: null });
/** @param {GameRow} row @returns {GameRow} */
const unnamed = (row) => ({ ...row, red: nameless(row.red), blue: nameless(row.blue) });

/**
 * To be called when the page is left. What a device keeps without its server is kept elsewhere.
 * @param {?Welcome} welcome of now; null: there is nothing to come back to
 */
export function keepVisit(welcome) {
  if (welcome?.away) return;
  /** @param {GameRow} row */
  const isOver = ({ phase }) => phase === 'over';
  const games = welcome && [...welcome.games.filter((row) => !isOver(row)), ...welcome.games.filter(isOver)].slice(0, GAMES);
  const isAccounts = Boolean(welcome?.you?.name);
  save(KEY, welcome && { page: pageName(), you: isAccounts ? { name: welcome.you.name } : welcome.you, games: isAccounts ? games?.map(unnamed) : games });
}

/** A welcome as the server would have given it at the end of the last visit, or null. @returns {?Welcome} */
export function lastVisit() {
  const lists = globalThis.firstSocket?.kept ?? load('lists');
  const visit = load(KEY);
  if (visit?.page !== pageName() || !LISTS.every((name) => lists?.[name])) return null;
  if ((visit.you?.name ?? null) !== load('name')) return null; // an account that has been left since
  return { ...lists, type: 'welcome', you: visit.you, games: visit.games, armies: [], notice: null, push: null };
}
