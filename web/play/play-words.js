// What the page says of a game in play, and of each square: words and looks, from its state.

import { isMyTurn, isOver, isToPass } from './play-state.js';
import { opponentOf, playerName } from './players.js';
import { resultWords } from './result.js';
import {
  labelOf, nameOf, readMove, readPiece, squareName,
} from './state.js';
import { t, wordsFor } from '../strings/index.js';

const QUIET_WARNING = 40; // plies left before the draw is spoken of

/**
 * What is needed beside the state to show a board.
 * @typedef {object} Sight
 * @property {Map<number, Map<number, boolean>>} targets legal moves
 * @property {Record<string, 'from' | 'to'>} planned squares of conditional moves: name -> 'from' or 'to'
 * @property {Set<number>} moved squares whose piece has moved
 * @property {ReturnType<typeof import('./notes.js').createNotes>} notes
 * @property {Settings} settings
 * @property {boolean} remembers shown ranks may stay in sight
 * @property {boolean} hints moves may be shown
 */

/**
 * What the page may show of a piece: without the aid a shown rank is hidden again.
 * @param {import('./play-state.js').PlayState} state @param {Sight} sight @param {number} square
 */
export function pieceSeen(state, sight, square) {
  const piece = readPiece(state.game.view.board[square]);
  if (!piece?.known || piece.seat === state.game.seat || sight.remembers || isOver(state)) return piece;
  return { ...piece, rank: null, moved: sight.moved.has(square) };
}

/** @param {PlayState} state @param {Sight} sight @param {Piece} piece */
function nameOfPiece({ edition, game: { seat } }, { settings }, piece) {
  if (!piece.rank && seat) return piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
  if (!piece.rank) return t.sides.hidden[piece.seat](piece.moved);
  const words = { seat: piece.seat, name: nameOf(edition, piece.rank), label: labelOf(edition, piece.rank, settings.numbers) };
  if (!seat) return t.sides.on[piece.seat](words);
  return piece.seat === seat ? t.cell.own(words) : t.cell.enemy(words);
}

// What is special about the square at this moment.
/** @param {PlayState} state @param {Sight} sight @param {number} square */
function marksOf(state, sight, square) {
  const { edition, game, chosen, premove, pending } = state;
  const event = game.events.at(-1);
  const latest = event ? readMove(edition, event.move) : null;
  const shows = chosen !== null && sight.hints && isMyTurn(state);
  const name = squareName(edition, square);
  return {
    chosen: chosen === square,
    attack: shows ? sight.targets.get(chosen)?.get(square) : undefined,
    last: square === latest?.from ? 'from' : square === latest?.to ? 'to' : null,
    ahead: square === premove?.from ? 'from' : square === premove?.to ? 'to' : sight.planned[name] ?? null,
    pending: pending?.from === name,
  };
}

/**
 * A square as `board.show` wants it.
 * @param {PlayState} state @param {Sight} sight @param {number} square @param {boolean} isLake @returns {SquareLook}
 */
export function describeSquare(state, sight, square, isLake) {
  const { edition, game } = state;
  const piece = pieceSeen(state, sight, square);
  const marks = marksOf(state, sight, square);
  const own = piece !== null && piece.seat === game.seat;
  const seen = Boolean(own && piece.known && !isOver(state) && sight.remembers);
  const noted = piece && !piece.rank && game.seat && !isOver(state) ? sight.notes.on(square) : undefined;
  /** @param {string} rank */
  const label = (rank) => labelOf(edition, rank, sight.settings.numbers);
  const parts = [
    squareName(edition, square), isLake ? t.cell.lake : piece ? nameOfPiece(state, sight, piece) : t.cell.empty,
    noted && t.notes.noted(nameOf(edition, noted)), seen && t.cell.known, marks.chosen && t.cell.chosen,
    marks.ahead && t.premove[marks.ahead],
    marks.attack === true && t.cell.canAttack, marks.attack === false && t.cell.canMove, marks.last && t.cell.last,
  ];
  return {
    piece,
    label: piece?.rank ? label(piece.rank) : '',
    marks: {
      moved: Boolean(piece && !isOver(state) && (piece.rank ? own && sight.moved.has(square) : piece.moved)),
      seen,
      note: noted && (label(noted) || nameOf(edition, noted).slice(0, 1)),
    },
    name: parts.filter(Boolean).join(', '),
    title: piece?.rank ? t.rankTip(nameOf(edition, piece.rank), label(piece.rank), edition.army[piece.rank] ?? 1, wordsFor(t.powers, piece.rank)) : '',
    selected: marks.chosen,
    classes: {
      grab: own && !isOver(state) && !game.paused, selected: marks.chosen, pending: marks.pending,
      target: marks.attack === false, attack: marks.attack === true,
      from: marks.last === 'from', to: marks.last === 'to',
      'ahead-from': marks.ahead === 'from', 'ahead-to': marks.ahead === 'to',
      mobile: own && isMyTurn(state) && sight.hints && sight.targets.has(square),
    },
  };
}

/** Whose turn it is, or how it ended. @param {App} app @param {PlayState} state */
export function turnText(app, state) {
  const { game } = state;
  if (isOver(state)) return resultWords(game)[0];
  if (game.paused) return t.actions.isPaused;
  if (isMyTurn(state)) return t.play.yourTurn;
  const enemy = isToPass(state) ? null : opponentOf(game);
  if (!enemy) return t.replay.toMove[game.view.turn ?? 'red'];
  const words = (enemy.kind === 'computer' ? t.play.theirTurn : t.players.theirMove)(playerName(app, enemy));
  return enemy.vacation ? `${words} · ${t.players.vacation}` : words;
}

/** How many plies, and how many are left before a draw is called. @param {PlayState} state */
export function countText(state) {
  const { edition, game: { view } } = state;
  const left = edition.quietLimit - view.quiet;
  return [t.play.ply(view.plies), edition.quietLimit && !isOver(state) && left <= QUIET_WARNING && t.play.quiet(left)]
    .filter(Boolean).join(' · ');
}

/** The sentence for what a press came to. @param {PlayState} state @param {Sight} sight */
export function saidText({ edition, said }, sight) {
  const p = t.play;
  if (!said) return '';
  if (['stuck', 'immobile'].includes(said.what) && !sight.hints) return '';
  const texts = {
    paused: t.actions.isPaused, wait: t.premove.wait, notYourPiece: p.notYourPiece, hint: p.hint, ownPiece: t.reasons['own-piece'],
    pass: t.two.passFirst, immobile: t.reasons.immobile, sending: p.sending, premoveGone: t.premove.gone, premoveFailed: t.premove.failed,
  };
  return said.what === 'stuck' ? p.noMoves(nameOf(edition, said.rank ?? '')) : texts[said.what];
}
