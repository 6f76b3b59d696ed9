// A finished game, ply by ply: what stands where, and what each seat could know of
// it then. Everything is derived from the events; no rule of the game is here.

import { enemyOf, readMove, readPiece } from './state.js';

/** @typedef {{squares: Array<?Piece>, lost: View['lost']}} Frame how it stood, see `framesOf` */

/** Who made a ply; `first` is the seat that begins. @param {Seat} first @param {number} ply */
export const moverOf = (first, ply) => (ply % 2 === 0 ? first : enemyOf(first));

/** @param {View['lost']} lost @param {Piece} piece */
function counted(lost, piece) {
  const side = lost[piece.seat];
  const rank = piece.rank ?? '';
  return { ...lost, [piece.seat]: { ...side, [rank]: (side[rank] ?? 0) + 1 } };
}

// In memory mode a rank is public in the ply that shows it and hidden again after.
/** @param {Array<?Piece>} squares */
const forgotten = (squares) => squares.map((piece) => (piece?.known ? { ...piece, known: false } : piece));

/** @param {Frame} frame @param {{from: number, to: number}} move @param {NonNullable<GameEvent['battle']>} battle @returns {Frame} */
function battled({ squares, lost }, { from, to }, battle) {
  const attacker = { .../** @type {Piece} */ (squares[from]), moved: true, known: true };
  const defender = { .../** @type {Piece} */ (squares[to]), known: true };
  squares[from] = null;
  squares[to] = { attacker, flag: attacker, defender, both: null }[battle];
  const fallen = { attacker: [defender], flag: [defender], defender: [attacker], both: [attacker, defender] }[battle];
  return { squares, lost: fallen.reduce(counted, lost) };
}

/** @param {Edition} edition @param {Frame} frame @param {GameEvent} event @param {boolean} memory @returns {Frame} */
function played(edition, frame, event, memory) {
  const { from, to } = readMove(edition, event.move);
  const squares = memory ? forgotten(frame.squares) : [...frame.squares];
  if (event.battle) return battled({ squares, lost: frame.lost }, { from, to }, event.battle);
  const piece = /** @type {Piece} */ (squares[from]);
  squares[from] = null;
  squares[to] = { ...piece, moved: true, known: piece.known || Boolean(event.revealed) };
  return { squares, lost: frame.lost };
}

/**
 * The states of a game, one more than it has events: `squares` a list of pieces
 * (`seat`, `rank`, `moved`, `known` to both) and nulls, and `lost` by seat and rank.
 * @param {Pick<Review, 'edition' | 'board' | 'events' | 'memory'>} review @returns {Frame[]}
 */
export function framesOf(review) {
  const { edition, board, events } = review;
  /** @type {Frame[]} */
  const frames = [{
    squares: [...board].map((letter) => {
      const piece = readPiece(letter);
      return piece && { ...piece, moved: false, known: false };
    }),
    lost: { red: {}, blue: {} },
  }];
  for (const event of events) frames.push(played(edition, frames[frames.length - 1], event, Boolean(review.memory)));
  return frames;
}

/** A piece as that viewer saw it then; `full` sees everything. @param {Seat | 'full'} viewer @param {?Piece} piece */
export function seenBy(viewer, piece) {
  if (!piece || viewer === 'full' || piece.seat === viewer || piece.known) return piece;
  return { ...piece, rank: null };
}

/** The letters of both armies as the position before the first move. @param {Edition} edition @param {Record<Seat, string>} armies */
function boardOf(edition, armies) {
  const last = edition.files * edition.rows - 1;
  const board = Array(last + 1).fill('A');
  [...armies.red].forEach((letter, k) => { if (letter !== 'A') board[k] = letter; });
  [...armies.blue].forEach((letter, k) => {
    if (letter === 'A' || letter === '_') return;
    board[last - k] = String.fromCharCode(letter.charCodeAt(0) + 12);
  });
  return board.join('');
}

/**
 * Both armies as letters, of a game of the page or of a record that was read; null where it has none.
 * @param {Pick<Review, 'armies' | 'tags'>} review
 */
export function armiesOf({ armies, tags }) {
  const tagged = Object.fromEntries(tags);
  const [red, blue] = armies ? [armies.red, armies.blue] : [tagged.RedSetup, tagged.BlueSetup];
  return red && blue ? { red, blue } : null;
}

/** A game that is over as a review, like those that the server makes of records. @param {Edition} edition @param {OverGame} game @returns {Review} */
export function reviewOfGame(edition, game) {
  const { view, armies, events } = game;
  return {
    edition, armies, events, board: boardOf(edition, armies), turn: 'red', result: view.result, by: view.by,
    memory: Boolean(game.terms.memory), tags: [], error: null, times: game.times ?? null,
    red: game.red.name, blue: game.blue.name,
  };
}
