// An army being set up: letters in the order of a set-up, changed by hand. Plain
// values, no page.

import { RANKS, setupLength, setupSquare, squareNumber } from '../play/state.js';

const EMPTY = 'A';
const LAKE = '_';

/**
 * An empty arrangement: a letter a square of the zone, lakes marked.
 * @param {Edition} edition @param {Seat} seat @returns {string[]}
 */
export function emptyArmy(edition, seat) {
  const lakes = new Set(edition.lakes.map((name) => squareNumber(edition, name)));
  return Array.from({ length: setupLength(edition) },
    (_, k) => (lakes.has(setupSquare(edition, seat, k)) ? LAKE : EMPTY));
}

/**
 * The same arrangement from text, or null where it does not fit the zone and the army.
 * @param {Edition} edition @param {Seat} seat @param {?string} text
 */
export function readArmy(edition, seat, text) {
  const army = emptyArmy(edition, seat);
  if (typeof text !== 'string' || text.length !== army.length) return null;
  for (let k = 0; k < army.length; k += 1) {
    if (RANKS.includes(text[k]) && army[k] === EMPTY) army[k] = text[k];
    else if (text[k] !== EMPTY && text[k] !== LAKE) return null;
  }
  return Object.values(remaining(edition, army)).some((n) => n < 0) ? null : army;
}

/** @param {string[]} army @param {number} k */
export const isFree = (army, k) => army[k] === EMPTY;
/** @param {string[]} army @param {number} k */
export const isPiece = (army, k) => RANKS.includes(army[k]);

/** How many pieces of each rank do not stand yet. @param {Edition} edition @param {string[]} army */
export function remaining(edition, army) {
  const left = Object.fromEntries(RANKS.map((rank) => [rank, edition.army[rank] ?? 0]));
  for (const letter of army) if (letter in left) left[letter] -= 1;
  return left;
}

/** @param {Edition} edition @param {string[]} army */
export function missing(edition, army) {
  return Object.values(remaining(edition, army)).reduce((sum, n) => sum + n, 0);
}

/** With that rank, or nothing, on a square; what stood there goes back. @param {string[]} army @param {number} k @param {?string} rank */
export function placed(army, k, rank) {
  const next = [...army];
  if (next[k] !== LAKE) next[k] = rank ?? EMPTY;
  return next;
}

/** @param {string[]} army @param {number} a @param {number} b */
export function swapped(army, a, b) {
  const next = [...army];
  if (next[a] !== LAKE && next[b] !== LAKE) [next[a], next[b]] = [army[b], army[a]];
  return next;
}

/** Left and right exchanged; the same where a lake of the zone would be hit. @param {Edition} edition @param {string[]} army */
export function mirrored(edition, army) {
  const { files } = edition;
  const next = army.map((_, k) => army[k - (k % files) + (files - 1 - (k % files))]);
  return next.some((letter, k) => (letter === LAKE) !== (army[k] === LAKE)) ? army : next;
}

/** Every piece that does not stand yet on a free square, by lot. @param {Edition} edition @param {string[]} army */
export function filledAtRandom(edition, army) {
  const next = [...army];
  const free = next.flatMap((letter, k) => (letter === EMPTY ? [k] : []));
  for (const [rank, n] of Object.entries(remaining(edition, army))) {
    for (let i = 0; i < n; i += 1) {
      const [k] = free.splice(Math.floor(Math.random() * free.length), 1);
      next[k] = rank;
    }
  }
  return next;
}
