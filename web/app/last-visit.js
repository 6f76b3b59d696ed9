// The start page of the last visit, shown until the server has spoken: the lists of a welcome, which
// the page keeps (lists.js), who one was, and one's games as they stood.

import { load, save } from '../ui/storage.js';
import { LISTS } from './socket.js';

const KEY = 'visit';
const GAMES = 40; // more than the start page shows

// Another version of the page may want other words of a game: its scripts have other names.
const pageName = () => /** @type {?HTMLScriptElement} */ (document.querySelector('script[type=module][src*=main]'))?.src ?? '';

/**
 * To be called when the page is left. What a device keeps without its server is kept elsewhere.
 * @param {?Welcome} welcome of now; null: there is nothing to come back to
 */
export function keepVisit(welcome) {
  if (welcome?.away) return;
  /** @param {GameRow} row */
  const isOver = ({ phase }) => phase === 'over';
  const games = welcome && [...welcome.games.filter((row) => !isOver(row)), ...welcome.games.filter(isOver)].slice(0, GAMES);
  save(KEY, welcome && { page: pageName(), you: welcome.you, games });
}

/** A welcome as the server would have given it at the end of the last visit, or null. @returns {?Welcome} */
export function lastVisit() {
  const lists = globalThis.firstSocket?.kept ?? load('lists');
  const visit = load(KEY);
  if (visit?.page !== pageName() || !LISTS.every((name) => lists?.[name])) return null;
  if ((visit.you?.name ?? null) !== load('name')) return null; // an account that has been left since
  return { ...lists, type: 'welcome', you: visit.you, games: visit.games, armies: [], notice: null, push: null };
}
