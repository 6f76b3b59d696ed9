// What a welcome lists and is the same for everybody: it is kept with its tag, by which the server
// knows it (socket.js), and told again only when it is another.

import { save } from '../ui/storage.js';
import { LISTS } from './socket.js';

/**
 * A welcome with its lists.
 * @param {any} welcome
 * @param {?object} kept what the server was told that we have
 * @returns {Welcome}
 */
export function withLists(welcome, kept) {
  if (!welcome.editions) return { ...kept, ...welcome };
  save('lists', Object.fromEntries(['lists', ...LISTS].map((name) => [name, welcome[name]])));
  return welcome;
}
