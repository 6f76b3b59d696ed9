// Our own drawings of the pieces. Red's are towers whose backs are hatched upright and
// bear a castle, Blue's are arches hatched across that bear a star (upright and across
// is how engravers print red and blue), so that colour is never the only cue.
//
// Each drawing is in the page once and used from there. What a piece looks like, its
// colours and which of its parts are seen in which set, is told in the style sheet.

import { svg } from '../ui/dom.js';
import { FIGURES } from '../drawing/figures.js';
import { BOMB, FLAG } from './state.js';

export const TILES = {
  red: 'M6 19V5h19v6h15V5h20v6h15V5h19v14l-3 4v65q0 6-6 6H15q-6 0-6-6V23z',
  blue: 'M9 88V40C9 18 28 5 50 5s41 13 41 35v48q0 6-6 6H15q-6 0-6-6z',
};

/** @param {number} from @param {number} step @param {number} to @param {(at: number) => string} line */
const repeat = (from, step, to, line) => {
  let d = '';
  for (let at = from; at < to; at += step) d += line(at);
  return d;
};

/** @type {Record<Seat, Drawing>} */
export const BACKS = {
  red: [
    ['hatch', repeat(13, 7, 92, (x) => `M${x} 12v80`)],
    ['field', 'M50 18L82 54 50 90 18 54z'],
    ['pale', 'M36 72V67h3V52h-4V39h7v5h4.5v-5h7v5H58v-5h7v13h-4v15h3v5H55V63q0-5-5-5t-5 5v9z'],
  ],
  blue: [
    ['hatch', repeat(16, 7, 92, (y) => `M10 ${y}h80`)],
    ['field', 'M50 20a32 32 0 1 0 .01 0z'],
    ['pale', 'M50 28L54.5 41 66 36 61 47.5 74 52 61 56.5 66 68 54.5 63 50 76 45.5 63 34 68 39 56.5 26 52 39 47.5 34 36 45.5 41z'],
    ['dark', 'M50 46a6 6 0 1 0 .01 0z'],
  ],
};

/** @param {Drawing} list */
const parts = (list) => list.map(([name, d]) => svg('path', { class: `art-${name}`, d }));

/** @param {Array<[number, string]>} list */
const stops = (...list) => list.map(([offset, name]) => svg('stop', { offset, class: name }));

// The light comes from the upper left, on faces and along their edges.
/** @param {string} id @param {Array<[number, string]>} list */
const gradient = (id, ...list) => svg('linearGradient', { id, x1: 0, y1: 0, x2: 0.8, y2: 1 }, ...stops(...list));

/** @param {Seat} seat */
function tile(seat) {
  const d = TILES[seat];
  return svg('symbol', { id: `tile-${seat}`, viewBox: '0 0 100 100', overflow: 'visible' },
    svg('path', { d, class: 'art-cast', transform: 'translate(6 8)' }),
    svg('path', { d, class: 'art-block', transform: 'translate(2 4)' }),
    svg('path', { d, class: 'art-face', fill: `url(#face-${seat})` }),
    svg('path', { d, class: 'art-bevel', transform: 'translate(2.5 2.5) scale(.95)' }));
}

const SPRITES = 'sprites';

function spriteSheet() {
  /** @type {Seat[]} */
  const seats = ['red', 'blue'];
  /** @param {string} id @param {Drawing} list */
  const symbol = (id, list) => svg('symbol', { id, viewBox: '0 0 100 100', overflow: 'visible' }, ...parts(list));
  return svg('svg', { id: SPRITES, class: 'sprites', width: 0, height: 0, 'aria-hidden': 'true' },
    svg('defs', {},
      ...seats.flatMap((seat) => [
        gradient(`face-${seat}`, [0, `lit-${seat}`], [0.55, `mid-${seat}`], [1, `low-${seat}`]),
        svg('clipPath', { id: `clip-${seat}` }, svg('path', { d: TILES[seat] })),
      ]),
      gradient('edge-light', [0, 'lit'], [0.5, 'mid'], [1, 'low']),
      gradient('daylight', [0, 'dawn'], [0.5, 'noon'], [1, 'dusk'])),
    ...seats.flatMap((seat) => [tile(seat), symbol(`back-${seat}`, BACKS[seat])]),
    ...Object.entries(FIGURES).map(([rank, list]) => symbol(`figure-${rank}`, list)));
}

/**
 * Puts the drawings into the page that `pieceImage` and `groundPicture` refer to, once. Not before they are
 * wanted: the start page's buttons need not wait for them.
 */
export function needSprites() {
  if (!document.getElementById(SPRITES)) document.body.append(spriteSheet());
}

/** @param {string} id @param {object} [attributes] */
const use = (id, attributes = {}) => svg('use', { href: `#${id}`, width: 100, height: 100, ...attributes });

// Bombs and flags fill their tiles, and what has no number printed on it.
/** @param {{seat: Seat, rank: string}} piece @param {string} label */
function front({ seat, rank }, label) {
  if (!label || rank === BOMB || rank === FLAG) return [use(`figure-${rank}`, { class: 'sole', transform: 'translate(9 6) scale(.83)' })];
  return [
    svg('g', { class: 'bust', 'clip-path': `url(#clip-${seat})` },
      use(`figure-${rank}`, { transform: 'translate(4.5 9.5) scale(.91)' }),
      svg('path', { d: 'M0 64h100v36H0z', class: 'plinth' }), svg('path', { d: 'M0 64h100', class: 'ledge' })),
    svg('text', { x: 50, y: 91, class: label.length > 1 ? 'number two' : 'number', 'text-anchor': 'middle' }, label),
  ];
}

/**
 * A piece as an SVG picture (hidden from screen readers: whoever shows it, names
 * it). `piece` as in `readPiece`; `label` is the printed number. Marks: `moved`
 * a pair of chevrons, `seen` an eye, `note` what its enemy has written on its back.
 * @param {{seat: Seat, rank: ?string}} piece @param {string} label
 */
export function pieceImage(piece, label, { moved = false, seen = false, note = '' } = {}) {
  const { seat, rank } = piece;
  needSprites();
  return svg('svg', { class: `piece ${seat}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    use(`tile-${seat}`),
    ...(rank ? front({ seat, rank }, label) : [svg('g', { 'clip-path': `url(#clip-${seat})` }, use(`back-${seat}`))]),
    svg('path', { d: TILES[seat], class: 'rim' }),
    moved && svg('path', { d: rank ? 'M78 83l5-5 5 5M78 89l5-5 5 5' : 'M40 86l10-8 10 8M40 93l10-8 10 8', class: 'moved' }),
    note && svg('g', { class: 'note' }, svg('rect', { x: 24, y: 26, width: 52, height: 46, rx: 8 }),
      svg('text', { x: 50, y: 62, 'text-anchor': 'middle' }, note)),
    seen && svg('g', { class: 'seen' },
      svg('circle', { cx: 82, cy: 18, r: 17 }),
      svg('path', { d: 'M69 18q13-15 26 0-13 15-26 0z' }), svg('circle', { cx: 82, cy: 18, r: 4, class: 'pupil' })));
}
