// What an analysis draws over the board: chances as a heat of squares, and the better move as an
// arrow. It is for eyes; the panel says the same in words.

import { svg } from '../ui/dom.js';
import { readMove, squareNumber } from '../play/state.js';

const SHORT = 0.18; // how far from the middle of its square an arrow ends
const HEAD = 0.3;

const columnAndRow = (board, square) => [...board.place.get(square)].reverse();

function heatOf(board, { square, chance, text }) {
  const [x, y] = columnAndRow(board, squareNumber(board.edition, square));
  return [
    svg('rect', { class: 'heat', x, y, width: 1, height: 1, 'fill-opacity': (0.1 + 0.6 * chance).toFixed(2) }),
    svg('text', { class: 'heat-text', x: x + 0.5, y: y + 0.94, 'font-size': 0.27, 'text-anchor': 'middle' }, text),
  ];
}

function arrowOf(board, move) {
  const { from, to } = readMove(board.edition, move);
  const [[x1, y1], [x2, y2]] = [from, to].map((square) => columnAndRow(board, square).map((at) => at + 0.5));
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - dx * SHORT, y2 - dy * SHORT];
  const [bx, by] = [ex - dx * HEAD, ey - dy * HEAD];
  const [wx, wy] = [dy * HEAD * 0.7, dx * HEAD * 0.7];
  return [
    svg('path', { class: 'shaft', d: `M${x1} ${y1}L${bx} ${by}` }),
    svg('path', { class: 'head', d: `M${ex} ${ey}L${bx - wx} ${by + wy}L${bx + wx} ${by - wy}z` }),
  ];
}

/**
 * Draws over a board (play/board.js), in the place of what was drawn before.
 * @param {any} board @param {Array<{square: string, chance: number, text: string}>} chances @param {?string} move
 */
export function drawOver(board, chances, move) {
  board.element.querySelector('.analysis-layer')?.remove();
  const drawn = [...chances.flatMap((one) => heatOf(board, one)), ...(move ? arrowOf(board, move) : [])];
  const { files, rows } = board.edition;
  if (drawn.length) board.overlay(svg('svg', { class: 'analysis-layer analysis-marks', viewBox: `0 0 ${files} ${rows}`, 'aria-hidden': 'true' }, ...drawn));
}
