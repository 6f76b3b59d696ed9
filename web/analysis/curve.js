// The curve of a game: Red's expected score over the plies, as each side could know it. A press
// leads to a ply, and so do the keys of the replay; a table beside it says the same.

import { el, svg } from '../ui/dom.js';
import { SEATS, curveOf, redScore } from './summary.js';

const WIDTH = 420;
const HEIGHT = 120;
const EDGE = 8; // above and below, so that marks are seen whole
const SHAPES = { inaccuracy: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', mistake: 'M0-6 6 0 0 6-6 0z', blunder: 'M-5-5 5 5M-5 5 5-5' };

/**
 * @param {string} label
 * @param {number} last how many plies there are
 * @param {(ply: number) => void} jump
 */
export function createCurve(label, last, jump) {
  const across = (plies) => (plies / last * WIDTH).toFixed(1);
  const down = (red) => (EDGE + (1 - red) * (HEIGHT - 2 * EDGE)).toFixed(1);
  const lines = svg('g');
  const here = svg('path', { class: 'curve-here' });
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    svg('path', { class: 'curve-half', d: `M0 ${down(0.5)}H${WIDTH}` }), lines, here);
  const element = el('div', {
    class: 'curve', role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': last,
  }, drawing);
  element.addEventListener('click', (event) => {
    const { left, width } = drawing.getBoundingClientRect();
    jump(Math.round((event.clientX - left) / width * last));
  });

  function lineOf(insights, seat) {
    const points = curveOf(insights, seat);
    const path = points.map(({ ply, red }, i) => `${i ? 'L' : 'M'}${across(ply)} ${down(red)}`).join('');
    const marks = insights.filter((one) => one?.mover === seat && one.mark).map(({ ply, mark, score }) => svg('path', {
      class: `curve-mark ${seat}`, d: SHAPES[mark], transform: `translate(${across(ply)} ${down(redScore(seat, score))})`,
    }));
    return [svg('path', { class: `curve-line ${seat}`, d: path }), ...marks];
  }

  return {
    element,
    draw: (insights) => lines.replaceChildren(...SEATS.flatMap((seat) => lineOf(insights, seat))),
    /** @param {number} ply @param {string} words what is said of it */
    show(ply, words) {
      here.setAttribute('d', `M${across(ply)} 0V${HEIGHT}`);
      element.setAttribute('aria-valuenow', String(ply));
      element.setAttribute('aria-valuetext', words);
    },
  };
}
