// Our own drawings of the pieces. Red's are towers with battlements and a hatched
// back, Blue's are arches with a dotted back, so that colour is never the only cue.

import { svg } from '../ui/dom.js';
import { BOMB, FLAG } from './state.js';

const TILES = {
  red: 'M9 26V10h17v9h15v-9h18v9h15v-9h17v76q0 8-8 8H17q-8 0-8-8z',
  blue: 'M9 86V45C9 23 26 8 50 8s41 15 41 37v41q0 8-8 8H17q-8 0-8-8z',
};

function star(cx, cy, outer, inner) {
  const points = [];
  for (let i = 0; i < 10; i += 1) {
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    points.push(`${(cx + radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join('L')}z`;
}

const SWORD = 'M24 1l4 6v24h-8V7zM13 31h22v4H13zM22 35h4v7h-4zM21 42h6v4h-6z';

const fill = (d, extra = {}) => ['path', { d, 'fill-rule': 'evenodd', ...extra }];
const line = (d, width = 5) => ['path', {
  d, fill: 'none', stroke: 'currentColor', 'stroke-width': width, 'stroke-linejoin': 'miter',
}];

// Each symbol is drawn on 48 x 48 in the colour of the text.
const SYMBOLS = {
  L: [fill('M6 36L3 14l11 8L24 7l10 15 11-8-3 22zM6 39h36v5H6z'),
    ...[[3, 12], [24, 5], [45, 12]].map(([cx, cy]) => ['circle', { cx, cy, r: 3 }])],
  K: [fill(star(24, 26, 24, 10))],
  J: [fill(`M24 2l19 6v15c0 11-8 18-19 23C13 41 5 34 5 23V8z${star(24, 22, 13.5, 5.6)}`)],
  I: [fill('M22 1h4v6c9 1 15 7 15 17v13c0 4-5 7-11 9l-3 1V32h8v-8H26v6h-4v-6H13v8h8v15l-3-1C12 44 7 41 7 37V24'
    + 'C7 14 13 8 22 7z')],
  H: [fill(SWORD, { transform: 'rotate(45 24 24)' }), fill(SWORD, { transform: 'rotate(-45 24 24)' })],
  G: [fill(SWORD)],
  F: [line('M7 17L24 6l17 11'), line('M7 30l17-11 17 11'), line('M7 43l17-11 17 11')],
  E: [line('M9 44L32 14', 5.5), fill('M15 3c14 0 26 8 29 25-5-10-15-17-31-19z')],
  D: [fill('M-23-9h15V9h-15zM-6-7H7V7H-6zM9-5h13V5H9z', { transform: 'translate(25 20) rotate(-33)' }),
    line('M24 26l-9 20M26 25l9 21', 3.5)],
  C: [fill('M12 19c1-10 4-14 8-14 2 0 3 1 4 1s2-1 4-1c4 0 7 4 8 14z'),
    fill('M2 23q22-7 44 0v3H2z'),
    fill('M14 29a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM34 29a8 8 0 1 1 0 16 8 8 0 0 1 0-16z'
      + 'm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z'),
    line('M21 35q3-3 6 0', 3)],
  B: [['circle', { cx: 21, cy: 30, r: 16 }], fill('M25 12l9 6-4 6-9-6z'),
    line('M31 14c2-6 6-7 9-5', 3), fill(star(42, 8, 6, 2.6))],
  M: [fill('M8 2h5v45H8z'), fill('M14 4c10-5 17 5 29 0v23c-12 5-19-5-29 0z')],
};

const BACKS = {
  red: ['path', { d: 'M0 12L12 0M-3 3L3-3M9 15l6-6', stroke: 'currentColor', 'stroke-width': 2.5 }],
  blue: ['circle', { cx: 6, cy: 6, r: 2.2, fill: 'currentColor' }],
};

const make = ([name, attributes]) => svg(name, attributes);

/** The drawings that `pieceImage` refers to; to be put into the page once. */
export function spriteSheet() {
  const symbols = Object.entries(SYMBOLS).map(([rank, parts]) => svg(
    'symbol', { id: `rank-${rank}`, viewBox: '0 0 48 48', overflow: 'visible' },
    svg('g', { fill: 'currentColor' }, ...parts.map(make))));
  const patterns = Object.entries(BACKS).map(([seat, part]) => svg(
    'pattern', { id: `back-${seat}`, class: `back-${seat}`, width: 12, height: 12, patternUnits: 'userSpaceOnUse' },
    make(part)));
  return svg('svg', { class: 'sprites', width: 0, height: 0, 'aria-hidden': 'true' }, svg('defs', {}, ...patterns),
    ...symbols);
}

function front(rank, label) {
  const alone = rank === BOMB || rank === FLAG || label === '';
  const [x, y, size] = alone ? [24, 26, 52] : [29, 19, 42];
  const symbol = svg('use', { href: `#rank-${rank}`, x, y, width: size, height: size, class: 'symbol' });
  if (alone) return [symbol];
  return [symbol, svg('text', { x: 50, y: 89, class: 'number', 'text-anchor': 'middle' }, label)];
}

function back(seat) {
  return [
    svg('path', { d: TILES[seat], fill: `url(#back-${seat})`, class: 'hatch' }),
    seat === 'red'
      ? svg('path', { d: 'M50 36l17 19-17 19-17-19z', class: 'emblem' })
      : svg('circle', { cx: 50, cy: 54, r: 16, class: 'emblem' }),
  ];
}

/**
 * A piece as an SVG picture (hidden from screen readers: whoever shows it, names
 * it). `piece` as in `readPiece`; `label` is the printed number. Marks: `moved`
 * a pair of chevrons, `seen` an eye.
 */
export function pieceImage(piece, label, { moved = false, seen = false } = {}) {
  const tile = TILES[piece.seat];
  return svg('svg', { class: `piece ${piece.seat}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg('path', { d: tile, class: 'edge', transform: 'translate(0 4)' }),
    svg('path', { d: tile, class: 'face' }),
    ...(piece.rank ? front(piece.rank, label) : back(piece.seat)),
    moved && svg('path', { d: piece.rank ? 'M77 88l5-5 5 5' : 'M41 90l9-8 9 8', class: 'moved' }),
    seen && svg('g', { class: 'seen' },
      svg('circle', { cx: 82, cy: 18, r: 17 }),
      svg('path', { d: 'M69 18q13-15 26 0-13 15-26 0z' }), svg('circle', { cx: 82, cy: 18, r: 4, class: 'pupil' })));
}
