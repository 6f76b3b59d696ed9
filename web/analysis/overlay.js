// The better move as an arrow over the board. It is for eyes; the panel says the same in words.

import { svg } from '../ui/dom.js';
import { readMove } from '../play/state.js';

const SHORT = 0.18; // how far from the middle of its square an arrow ends
const HEAD = 0.3;

/** Draws a move on a board (play/board.js), or takes the arrow away where `move` is null. */
export function showArrow(board, move) {
  board.element.querySelector('.analysis-layer')?.remove();
  if (!move) return;
  const { files, rows } = board.edition;
  const { from, to } = readMove(board.edition, move);
  const [[x1, y1], [x2, y2]] = [from, to].map((square) => board.place.get(square).map((at) => at + 0.5).reverse());
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - dx * SHORT, y2 - dy * SHORT];
  const [bx, by] = [ex - dx * HEAD, ey - dy * HEAD];
  const [wx, wy] = [dy * HEAD * 0.7, dx * HEAD * 0.7];
  board.overlay(svg('svg', { class: 'analysis-layer', viewBox: `0 0 ${files} ${rows}`, 'aria-hidden': 'true' },
    svg('path', { class: 'shaft', d: `M${x1} ${y1}L${bx} ${by}` }),
    svg('path', { class: 'head', d: `M${ex} ${ey}L${bx - wx} ${by + wy}L${bx + wx} ${by - wy}z` })));
}
