// A board that lives: one's running game as it stands, or a short battle told over and
// over. It is there to be looked at: neither keys nor readers are led to it.

import { createBoard } from '../play/board.js';
import { el } from '../ui/dom.js';
import { whenIdle } from '../ui/idle.js';
import { labelOf, readMove, readPiece, squareName } from '../play/state.js';
import { played, readDrawing } from './lessons.js';

const STEP = 1500; // ms
const LAST = 4000;
const SIZE = 6;

// A scout finds a major, the general strikes it down, the spy takes the marshal, and the
// general the flag. Drawn and told as in lessons.js: move, outcome, Blue's rank.
const OPENING = ['?.????', '??.?.?', '..~..?', 'DK~.C.', '..LE.B', 'M.BE.B'];
/** @type {Array<[string, string?, string?]>} */
const STORY = [
  ['a3xa5', 'defender', 'I'], ['d5-d4', 'go'], ['b3-b4', 'go'], ['a5-a4', 'go'], ['b4xa4', 'attacker', 'I'],
  ['d4-d3', 'go'], ['e3xd3', 'attacker', 'L'], ['e6-e5', 'go'], ['a4-a5', 'go'], ['e5-e4', 'go'], ['a5xa6', 'flag', 'M'],
];

function lakesOf(letters) {
  return letters.flatMap((letter, i) => (letter === '_' ? [squareName({ files: SIZE }, i)] : []));
}

/**
 * The board after a step of the story.
 * @param {BoardSize} edition @param {string[]} letters @param {[string, string?, string?]} step
 */
function after(edition, letters, [move, outcome, rank]) {
  const { from, to } = readMove(edition, move);
  const { seat, rank: own } = /** @type {Piece} */ (readPiece(letters[from]));
  const next = played(letters, { from, to }, outcome, { red: own, blue: rank }, seat);
  if (next[to] === '?') next[to] = '!';
  return next;
}

/** @param {App} app @param {?{edition: Edition, seat: Seat, board: string}} position of a game, or null for the story */
export function livingBoard(app, position) {
  const { settings } = app;
  const first = readDrawing(OPENING);
  const edition = position?.edition
    ?? { ...app.editions.get(app.welcome.default), files: SIZE, rows: SIZE, lakes: lakesOf(first) };
  const board = createBoard({
    edition, seat: position?.seat ?? 'red', label: '', choose: () => {}, canDrag: () => false, lift: () => {}, drop: () => {},
  });
  const isStill = Boolean(position) || matchMedia('(prefers-reduced-motion: reduce)').matches;
  let letters = position ? [...position.board] : first;
  let step = 0;
  let timer = null;
  let isGone = false;

  function render(last = {}) {
    board.show((square) => {
      const piece = readPiece(letters[square]);
      return {
        piece, name: '', selected: false, label: piece?.rank ? labelOf(edition, piece.rank, settings.numbers) : '',
        marks: { moved: Boolean(piece && !piece.rank && piece.moved) },
        classes: { from: square === last.from, to: square === last.to },
      };
    });
  }

  function goOn() {
    if (document.hidden) return void wait(STEP);
    if (step === STORY.length) [letters, step] = [first, 0];
    else letters = after(edition, letters, STORY[step++]);
    const last = step ? readMove(edition, STORY[step - 1][0]) : {};
    render(last);
    if (step && STORY[step - 1][1] !== 'defender') board.slide(last.from, last.to);
    wait(step === STORY.length ? LAST : STEP);
  }

  function wait(pause) {
    timer = setTimeout(goOn, pause);
  }

  // Its place is there at once; what is to be pressed beside it does not wait for the drawing.
  whenIdle(() => {
    if (isGone) return;
    render();
    if (!isStill) wait(STEP);
  });
  return {
    element: board.fit(el('div', { class: 'living-board', 'aria-hidden': 'true', inert: true }, board.element)),
    destroy() {
      isGone = true;
      clearTimeout(timer);
    },
  };
}
