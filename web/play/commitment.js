// Armies promised before the game and opened after it (docs/formats.md, commitments):
// nobody, the server included, can change one unseen.

import { blake2b, hexOf } from './blake2b.js';
import { load, save } from '../ui/storage.js';

const SALT_BYTES = 16;
const KEPT = 40; // games whose promises this browser remembers
const key = 'promises';

/** A fresh salt, in hexadecimal. */
export const newSalt = () => hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/** The commitment of a seat to its letters. */
function commitmentTo({ edition, seat, letters, salt }) {
  return blake2b(new TextEncoder().encode(['flagfall/1', edition, seat, letters, salt].join('\n')));
}

const memoryOf = (game) => load(key, []).find((one) => one.game === game) ?? { game };

/** Remembers something more of a game's promises. */
function remember(game, what) {
  const others = load(key, []).filter((one) => one.game !== game);
  save(key, [{ ...memoryOf(game), ...what }, ...others].slice(0, KEPT));
}

/** Remembers what this browser promises in a game: more than once if it was refused. */
export function keepCommitment(game, letters, salt) {
  remember(game, { made: [{ letters, salt }, ...(memoryOf(game).made ?? [])] });
}

/** Is the own commitment one that this browser made, as far as it can tell? */
function ownIsKept({ game, edition, seat, commitments }) {
  const { made } = memoryOf(game);
  return !seat || !made || made.some((one) => commitments[seat] === commitmentTo({ edition, seat, ...one }));
}

/** Are the commitments those that this browser saw first? */
function areTheSame({ game, commitments: { red, blue } }) {
  const { seen } = memoryOf(game);
  if (!seen) remember(game, { seen: { red, blue } });
  return !seen || (seen.red === red && seen.blue === blue);
}

const opens = ({ edition, commitments, salts, armies }) => ['red', 'blue'].every((seat) => (
  commitmentTo({ edition, seat, letters: armies[seat], salt: salts[seat] }) === commitments[seat]));

/**
 * What can be said of a game's armies: `broken` a promise was not kept, `verified`
 * both are opened and right, `promised` nothing is wrong so far, or null without
 * commitments.
 */
export function armiesState(game) {
  if (!game.commitments?.red || !game.commitments.blue) return null;
  if (!areTheSame(game) || !ownIsKept(game)) return 'broken';
  if (!game.salts?.red || !game.salts.blue || !game.armies?.red || !game.armies.blue) return 'promised';
  return opens(game) ? 'verified' : 'broken';
}
