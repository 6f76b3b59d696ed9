// How long each move took, where that is known: bars below the curve, one a move.

import { el, svg } from '../ui/dom.js';
import { SEATS } from './summary.js';
import { moverOf } from '../play/timeline.js';

const WIDTH = 420; // as the curve's
const HEIGHT = 44;
const LEAST = 1; // of a bar

/**
 * The times of a game of this page, or of a record's tag `MoveTimes`: ms by ply, null for one that
 * is not known; null where there are none.
 * @param {any} review see docs/protocol.md @returns {?Array<?number>}
 */
export function timesOf({ times, tags, events }) {
  const tag = (tags ?? []).find(([name]) => name === 'MoveTimes')?.[1];
  const all = times ?? tag?.trim().split(/\s+/).map((text) => Number(text) * 1000);
  const isGood = (ms) => ms === null || (Number.isFinite(ms) && ms >= 0);
  return all?.length === events.length && all.every(isGood) && all.some((ms) => ms !== null) ? all : null;
}

/** How high a bar is, 0 to 1: long thoughts leave the short ones to be seen. */
export const shareOf = (ms, longest) => (longest > 0 ? Math.sqrt(ms / longest) : 0);

/** By seat: how long it thought in all, and for a move on average. */
export function timeSums(times, first) {
  return Object.fromEntries(SEATS.map((seat) => {
    const own = times.filter((ms, i) => ms !== null && moverOf(first, i) === seat);
    const total = own.reduce((sum, ms) => sum + ms, 0);
    return [seat, { total, mean: own.length ? total / own.length : 0 }];
  }));
}

/**
 * @param {Array<?number>} times @param {Seat} first who begins @param {(ply: number) => void} jump
 * @returns {{element: Element, show: (ply: number) => void}}
 */
export function createTimes(times, first, jump) {
  const width = WIDTH / times.length;
  const longest = Math.max(...times.map((ms) => ms ?? 0));
  const here = svg('rect', { class: 'times-here', y: 0, width: Math.max(width, LEAST).toFixed(2), height: HEIGHT });
  const bars = times.map((ms, i) => {
    if (ms === null) return false;
    const height = Math.max(LEAST, shareOf(ms, longest) * HEIGHT);
    return svg('rect', {
      class: `time ${moverOf(first, i)}`, x: (i * width).toFixed(2), y: (HEIGHT - height).toFixed(1),
      width: Math.max(width * 0.8, 0.4).toFixed(2), height: height.toFixed(1),
    });
  });
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, here, ...bars);
  const element = el('div', { class: 'times' }, drawing);
  element.addEventListener('click', (event) => {
    const { left, width: across } = drawing.getBoundingClientRect();
    jump(Math.floor((event.clientX - left) / across * times.length) + 1);
  });
  return { element, show: (ply) => here.setAttribute('x', ((ply - 1) * width).toFixed(2)) };
}
