// Armies promised before the game and opened after it (docs/formats.md, commitments):
// nobody, the server included, can change one unseen.

import { blake2b, hexOf } from '../ui/blake2b.js';
import { load, save } from '../ui/storage.js';

const SALT_BYTES = 16;
const KEPT = 40; // games whose promises this browser remembers
const key = 'promises';
/** @type {Seat[]} */
const SEATS = ['red', 'blue'];

/**
 * What this browser remembers of a game's promises: what it made, and what it saw first.
 * @typedef {object} Promises
 * @property {string} game
 * @property {Array<{letters: string, salt: string}>} [made]
 * @property {Record<Seat, string>} [seen]
 *
 * @typedef {Game & {commitments: Record<Seat, string>}} PromisedGame
 * @typedef {PromisedGame & {salts: Record<Seat, string>, armies: Record<Seat, string>}} OpenGame
 */

/** A fresh salt, in hexadecimal. */
export const newSalt = () => hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/** The commitment of a seat to its letters. @param {{edition: string, seat: Seat, letters: string, salt: string}} promise */
function commitmentTo({ edition, seat, letters, salt }) {
  return blake2b(new TextEncoder().encode(['flagfall/1', edition, seat, letters, salt].join('\n')));
}

/** @param {string} game @returns {Promises} */
const memoryOf = (game) => load(key, []).find((/** @type {Promises} */ one) => one.game === game) ?? { game };

/** Remembers something more of a game's promises. @param {string} game @param {Partial<Promises>} what */
function remember(game, what) {
  const others = load(key, []).filter((/** @type {Promises} */ one) => one.game !== game);
  save(key, [{ ...memoryOf(game), ...what }, ...others].slice(0, KEPT));
}

/**
 * Remembers what this browser promises in a game: more than once if it was refused.
 * @param {string} game @param {string} letters @param {string} salt
 */
export function keepCommitment(game, letters, salt) {
  remember(game, { made: [{ letters, salt }, ...(memoryOf(game).made ?? [])] });
}

/** Is the own commitment one that this browser made, as far as it can tell? @param {PromisedGame} game */
function ownIsKept({ game, edition, seat, commitments }) {
  const { made } = memoryOf(game);
  return !seat || !made || made.some((one) => commitments[seat] === commitmentTo({ edition, seat, ...one }));
}

/** Are the commitments those that this browser saw first? @param {PromisedGame} game */
function areTheSame({ game, commitments: { red, blue } }) {
  const { seen } = memoryOf(game);
  if (!seen) remember(game, { seen: { red, blue } });
  return !seen || (seen.red === red && seen.blue === blue);
}

/** @param {OpenGame} game */
const opens = ({ edition, commitments, salts, armies }) => SEATS.every((seat) => (
  commitmentTo({ edition, seat, letters: armies[seat], salt: salts[seat] }) === commitments[seat]));

/**
 * What can be said of a game's armies: `broken` a promise was not kept, `verified`
 * both are opened and right, `promised` nothing is wrong so far, or null without
 * commitments.
 * @param {Game} game
 */
export function armiesState(game) {
  const { commitments, salts, armies } = game;
  if (!commitments?.red || !commitments.blue) return null;
  const promised = { ...game, commitments };
  if (!areTheSame(promised) || !ownIsKept(promised)) return 'broken';
  if (!salts?.red || !salts.blue || !armies?.red || !armies.blue) return 'promised';
  return opens({ ...promised, salts, armies }) ? 'verified' : 'broken';
}
