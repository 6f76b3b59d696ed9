// A game in play as its page has it: what is shown and what waits to be shown, which piece is
// chosen, which move is on its way or made ahead. One reducer, without a page: `reducePlay(state,
// event)` gives the next state and leaves the old one as it was. It is made with the view of the
// game and goes with it; what the page knows beside it is app/page-state.js.

import {
  BOMB, FLAG, enemyOf, readMove, readPiece, squareName,
} from './state.js';
import { isHotseat } from '../offline/ids.js';

/**
 * @typedef {'immobile' | 'stuck' | 'pass' | 'paused' | 'wait' | 'premoveGone' | 'premoveFailed' | 'notYourPiece' | 'hint'
 *   | 'ownPiece' | 'sending'} Said
 */

/**
 * @typedef {object} PlayState
 * @property {Edition} edition
 * @property {PlayedGame} game what is shown
 * @property {PlayedGame[]} waiting states still to be shown, the oldest first
 * @property {Seat} below whose side is below
 * @property {?number} chosen the square of the chosen piece
 * @property {?{type: 'move', game: string, ply: number, from: string, to: string}} pending a move
 *   that was sent and is not answered yet
 * @property {?{from: number, to: number, attack: boolean}} premove a move made ahead, for when
 *   it is one's turn
 * @property {?{from: number, to: number}} asks a move that gives the game up: is it meant?
 * @property {?{what: Said, rank?: ?string}} said what a press came to, as a word
 */

/**
 * @param {Edition} edition @param {PlayedGame} game
 * @param {PlayState['pending']} [kept] a move that was made here before and has not been answered
 * @returns {PlayState}
 */
export const beginPlay = (edition, game, kept = null) => ({
  edition, game, waiting: [], below: game.seat ?? 'red', chosen: null, pending: kept?.ply === game.view.plies ? kept : null, premove: null, asks: null, said: null,
});

/** @param {PlayState} state */
export const isOver = ({ game }) => game.phase === 'over';
/** @param {PlayState} state */
export const isMyTurn = ({ game }) => game.phase !== 'over' && game.seat !== null && game.view.turn === game.seat && !game.paused;

/** Has one of two people at this device moved, and is to hand it over? @param {PlayState} state */
export const isToPass = (state) => isHotseat(state.game.game) && !isOver(state) && !isMyTurn(state);

/** @param {PlayState} state @param {number} square */
const pieceOn = ({ game }, square) => readPiece(game.view.board[square]);
/** @param {PlayState} state @param {number} square */
const isOwn = (state, square) => pieceOn(state, square)?.seat === state.game.seat;
/** @param {Pick<Piece, 'rank'>} piece */
const isFixed = ({ rank }) => rank === BOMB || rank === FLAG;

/**
 * Legal targets by source square, from the server's list: square -> is it an attack?
 * @param {{files: number}} edition @param {Pick<View, 'moves'>} view
 */
export function targetsOf(edition, { moves }) {
  const targets = new Map();
  for (const move of moves) {
    const { from, to, attack } = readMove(edition, move);
    if (!targets.has(from)) targets.set(from, new Map());
    targets.get(from).set(to, attack);
  }
  return targets;
}

/** @param {PlayState} state @param {Said} what @param {?string} [rank] @returns {PlayState} */
const say = (state, what, rank) => ({ ...state, said: { what, rank } });
/** @param {PlayState} state */
const quiet = (state) => ({ ...state, said: null });

/** @param {PlayState} state @param {?number} square */
function pick(state, square) {
  const next = quiet({ ...state, chosen: square });
  if (square === null || !isMyTurn(state)) return next;
  const piece = pieceOn(state, square);
  if (targetsOf(state.edition, state.game.view).has(square)) return next;
  return piece ? say(next, isFixed(piece) ? 'immobile' : 'stuck', piece.rank) : next;
}

/** @param {PlayState} state @param {{from: number, to: number}} move */
function send(state, { from, to }) {
  const { edition, game } = state;
  return quiet({
    ...state,
    chosen: null,
    asks: null,
    pending: { type: 'move', game: game.game, ply: game.view.plies, from: squareName(edition, from), to: squareName(edition, to) },
  });
}

// Whether a move is legal is the server's to say, so that its reason can be shown.
/** @param {PlayState} state @param {number} from @param {number} to */
function moveTo(state, from, to) {
  const piece = pieceOn(state, from);
  if (isToPass(state)) return say({ ...state, chosen: null }, 'pass');
  if (!isMyTurn(state)) return quiet({ ...state, chosen: null, premove: { from, to, attack: pieceOn(state, to) !== null } });
  if (state.edition.forfeit && piece && isFixed(piece)) return { ...state, asks: { from, to } };
  return send(state, { from, to });
}

// While the other is to move, a move can be made ahead; any other press takes it back.
/** @param {PlayState} state @param {number} square */
function pressAhead(state, square) {
  const free = { ...state, premove: null };
  const piece = pieceOn(state, square);
  if (piece?.seat === state.game.seat) {
    if (isFixed(piece)) return say({ ...free, chosen: null }, 'immobile');
    return pick(free, square === state.chosen ? null : square);
  }
  if (state.chosen !== null) return moveTo(free, state.chosen, square);
  return say(free, state.premove ? 'premoveGone' : 'wait');
}

/** @param {PlayState} state @param {number} square */
function press(state, square) {
  const { game, chosen, pending } = state;
  if (isOver(state) || game.seat === null) return state;
  if (game.paused) return say(state, 'paused');
  if (pending) return state;
  if (isToPass(state)) return say(state, 'pass');
  if (!isMyTurn(state)) return pressAhead(state, square);
  if (isOwn(state, square)) return pick(state, square === chosen ? null : square);
  if (chosen !== null) return moveTo(state, chosen, square);
  return say(state, pieceOn(state, square) ? 'notYourPiece' : 'hint');
}

/** @param {PlayState} state @param {number} from @param {number} to */
function drop(state, from, to) {
  if (from === to || isOver(state) || state.game.paused || state.pending) return state;
  if (isOwn(state, to)) return say(state, 'ownPiece');
  return moveTo({ ...state, premove: null }, from, to);
}

// The move made ahead, when it is one's turn and everything has been shown. It is made only if
// it is what it was meant to be: an enemy that has come in its way is not attacked by mistake.
/** @param {PlayState} state */
function playAhead(state) {
  const { premove } = state;
  if (!premove || !isMyTurn(state) || state.waiting.length || state.pending) return state;
  const free = { ...state, premove: null };
  const attack = targetsOf(state.edition, state.game.view).get(premove.from)?.get(premove.to);
  return attack === premove.attack ? send(free, premove) : say({ ...free, chosen: null }, 'premoveFailed');
}

/** Shows the oldest state that waits. @param {PlayState} state */
function showNext(state) {
  const [game, ...waiting] = state.waiting;
  const isNews = game.events.length !== state.game.events.length;
  const next = { ...state, game, waiting, said: isNews ? null : state.said };
  if (next.pending && game.view.plies !== next.pending.ply) next.pending = null;
  // What was meant for a position that has been taken back is not played in another one.
  if (next.premove && (isOver(next) || game.view.plies < state.game.view.plies || !isOwn(next, next.premove.from))) {
    next.premove = null;
  }
  if (next.chosen !== null && (isOver(next) || game.paused || !isOwn(next, next.chosen))) next.chosen = null;
  return next;
}

/**
 * What can happen to it, by the event's type: what the server tells, what is shown of that, and what a hand does.
 * @typedef {object} PlayEvents
 * @property {{game: PlayedGame}} told @property {{}} next @property {{}} ready
 * @property {{square: number}} press @property {{square: number}} lift @property {{from: number, to: number}} drop
 * @property {{}} confirmed @property {{}} cancel @property {{}} flip @property {{}} unsent
 * @property {{isMove: boolean}} refused
 * @property {{game: Game}} back
 *
 * @typedef {{[Type in keyof PlayEvents]: {type: Type} & PlayEvents[Type]}[keyof PlayEvents]} PlayEvent
 */

/** @type {{[Type in keyof PlayEvents]: (state: PlayState, event: PlayEvents[Type]) => PlayState}} */
const EVENTS = {
  told: (state, { game }) => ({ ...state, waiting: [...state.waiting, game] }),
  next: showNext,
  ready: playAhead,
  press: (state, { square }) => press(state, square),
  lift: (state, { square }) => pick(state, square),
  drop: (state, { from, to }) => drop(state, from, to),
  confirmed: (state) => (state.asks ? send(state, state.asks) : state),
  // Of a piece in the hand and a move made ahead, the one that is looked at goes first.
  cancel: (state) => (state.chosen !== null ? quiet({ ...state, chosen: null }) : quiet({ ...state, premove: null })),
  flip: (state) => ({ ...state, below: enemyOf(state.below) }),
  unsent: (state) => say(state, 'sending'),
  refused: (state, { isMove }) => ({ ...state, pending: isMove ? null : state.pending, chosen: null, premove: null }),
  /** After a break: a move that was on its way still is, or has become stale. */
  back: (state, { game }) => (game.view?.plies === state.pending?.ply ? state : { ...state, pending: null }),
};

/** @param {PlayState} state @param {PlayEvent} event @returns {PlayState} */
export const reducePlay = (state, event) => (
  /** @type {(state: PlayState, event: object) => PlayState} */ (EVENTS[event.type])(state, event));
