// A finished game, ply by ply: what stands where, and what each seat could know of
// it then. Everything is derived from the events; no rule of the game is here.

import { enemyOf, readMove, readPiece } from './state.js';

/** Who made a ply; `first` is the seat that begins. */
export const moverOf = (first, ply) => (ply % 2 === 0 ? first : enemyOf(first));

function counted(lost, piece) {
  const side = lost[piece.seat];
  return { ...lost, [piece.seat]: { ...side, [piece.rank]: (side[piece.rank] ?? 0) + 1 } };
}

// In memory mode a rank is public in the ply that shows it and hidden again after.
const forgotten = (squares) => squares.map((piece) => (piece?.known ? { ...piece, known: false } : piece));

function battled({ squares, lost }, { from, to }, battle) {
  const attacker = { ...squares[from], moved: true, known: true };
  const defender = { ...squares[to], known: true };
  squares[from] = null;
  squares[to] = { attacker, flag: attacker, defender, both: null }[battle];
  const fallen = { attacker: [defender], flag: [defender], defender: [attacker], both: [attacker, defender] }[battle];
  return { squares, lost: fallen.reduce(counted, lost) };
}

function played(edition, frame, event, memory) {
  const { from, to } = readMove(edition, event.move);
  const squares = memory ? forgotten(frame.squares) : [...frame.squares];
  if (event.battle) return battled({ squares, lost: frame.lost }, { from, to }, event.battle);
  const piece = squares[from];
  squares[from] = null;
  squares[to] = { ...piece, moved: true, known: piece.known || Boolean(event.revealed) };
  return { squares, lost: frame.lost };
}

/**
 * The states of a game, one more than it has events: `squares` a list of pieces
 * (`seat`, `rank`, `moved`, `known` to both) and nulls, and `lost` by seat and rank.
 * @param {object} review as in docs/protocol.md
 */
export function framesOf(review) {
  const { edition, board, events } = review;
  const frames = [{
    squares: [...board].map((letter) => {
      const piece = readPiece(letter);
      return piece && { ...piece, moved: false, known: false };
    }),
    lost: { red: {}, blue: {} },
  }];
  for (const event of events) frames.push(played(edition, frames.at(-1), event, review.memory));
  return frames;
}

/** A piece as that viewer saw it then; `full` sees everything. */
export function seenBy(viewer, piece) {
  if (!piece || viewer === 'full' || piece.seat === viewer || piece.known) return piece;
  return { ...piece, rank: null };
}

/** The letters of both armies as the position before the first move. */
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

/** Both armies as letters, of a game of the page or of a record that was read; null where it has none. */
export function armiesOf({ armies, tags }) {
  const tagged = Object.fromEntries(tags);
  const [red, blue] = armies ? [armies.red, armies.blue] : [tagged.RedSetup, tagged.BlueSetup];
  return red && blue ? { red, blue } : null;
}

/** A game that is over as a review, like those that the server makes of records. */
export function reviewOfGame(edition, game) {
  const { view, armies, events } = game;
  return {
    edition, armies, events, board: boardOf(edition, armies), turn: 'red', result: view.result, by: view.by,
    memory: Boolean(game.terms.memory), tags: [], error: null, times: game.times ?? null,
    red: game.red.name, blue: game.blue.name,
  };
}
