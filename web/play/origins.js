// Where each piece began, followed through the moves.

import { readMove } from './state.js';

/**
 * Where each piece that has moved began, by the square it stands on now; a square that is not
 * here has the piece that began there, or none.
 * @param {BoardSize} edition @param {GameEvent[]} events @returns {Map<number, number>}
 */
export function originsOf(edition, events) {
  const origins = new Map();
  for (const { move, battle } of events) {
    const { from, to } = readMove(edition, move);
    const origin = origins.get(from) ?? from;
    origins.delete(from);
    if (battle === 'both') origins.delete(to);
    else if (battle !== 'defender') origins.set(to, origin);
  }
  return origins;
}
