// The ground of a board as one picture: land, lakes with their shores, a light grid.
// Everything follows from the board's size and its lakes, so that each edition, and one
// of somebody's own, has its own country, the same at every visit. A square is 100 wide.

import { svg, uniqueId } from '../ui/dom.js';

const SQUARE = 100;

/** Numbers from 0 to 1 that look random and are always the same (mulberry32). @param {number} seed */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number[]} point */
const spot = ([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)}`;

/** A smooth closed line through the points (Catmull-Rom, as Bézier curves). @param {number[][]} points */
function smooth(points) {
  /** @param {number} i */
  const at = (i) => points[(i + points.length) % points.length];
  /** @param {number[]} a @param {number[]} b @param {number[]} c @param {number} sign */
  const lean = (a, b, c, sign) => a.map((value, axis) => value + (sign * (c[axis] - b[axis])) / 6);
  const curves = points.map((point, i) => {
    const next = at(i + 1);
    return `C${[lean(point, at(i - 1), next, 1), lean(next, point, at(i + 2), -1), next].map(spot).join(' ')}`;
  });
  return `M${spot(points[0])}${curves.join('')}z`;
}

// Lakes

/** @typedef {{fromX: number, fromY: number, dx: number, dy: number, key: string}} Edge of a lake's square, whose name is the key */

/** The outlines of the lakes: lists of unit edges, water on their right. @param {Set<string>} lakes */
function outlines(lakes) {
  /** @param {number} x @param {number} y */
  const isLake = (x, y) => lakes.has(`${x},${y}`);
  /** @type {Map<string, Edge[]>} */
  const edges = new Map(); // where an edge begins -> the edges that do
  for (const key of lakes) {
    const [x, y] = key.split(',').map(Number);
    const sides = [[x, y, 1, 0, 0, -1], [x + 1, y, 0, 1, 1, 0], [x + 1, y + 1, -1, 0, 0, 1], [x, y + 1, 0, -1, -1, 0]];
    for (const [fromX, fromY, dx, dy, outX, outY] of sides) {
      if (isLake(x + outX, y + outY)) continue;
      const start = `${fromX},${fromY}`;
      edges.set(start, [...(edges.get(start) ?? []), { fromX, fromY, dx, dy, key }]);
    }
  }
  /** @type {(start: string, key?: string) => Edge | undefined} */
  const take = (start, key) => {
    const there = edges.get(start) ?? [];
    // Where two lakes touch at a corner each keeps its own shore.
    const [edge] = there.splice(Math.max(0, there.findIndex((one) => one.key === key)), 1);
    if (!there.length) edges.delete(start);
    return edge;
  };
  const rings = [];
  while (edges.size) {
    const ring = [];
    for (let edge = take([...edges.keys()][0]); edge; edge = take(`${edge.fromX + edge.dx},${edge.fromY + edge.dy}`, edge.key)) {
      ring.push(edge);
    }
    rings.push(ring);
  }
  return rings;
}

/** A shore along the edges: it keeps within the squares and swings a little. @param {Edge[]} ring @param {() => number} random */
function shore(ring, random) {
  return smooth(ring.flatMap(({ fromX, fromY, dx, dy }) => [0.3, 0.7].map((middle) => {
    const along = middle + random() * 0.16 - 0.08;
    const inward = 0.04 + random() * 0.13;
    return [fromX + dx * along - dy * inward, fromY + dy * along + dx * inward].map((value) => value * SQUARE);
  })));
}

// Lines along the shore, as engravers draw water: each is a broad stroke with a broad
// stroke of water over it.
const TIDES = [['tide', 62], ['still', 56], ['tide', 36], ['still', 30]];

/** @param {string} d @param {() => number} random @param {number[][]} squares */
function lakePicture(d, random, squares) {
  const clip = uniqueId('lake');
  const ripple = (/** @type {number[]} */ [x, y]) => {
    const [left, top] = [x * SQUARE + 12 + random() * 30, y * SQUARE + 24 + random() * 44];
    return `M${spot([left, top])}q9-7 18 0t18 0`;
  };
  return [
    svg('path', { d, class: 'shore' }),
    svg('clipPath', { id: clip }, svg('path', { d })),
    svg('g', { 'clip-path': `url(#${clip})` },
      svg('path', { d, class: 'bank' }),
      svg('path', { d, class: 'water', transform: 'translate(7 9)' }),
      svg('g', { transform: 'translate(7 9)' },
        ...TIDES.map(([name, width]) => svg('path', { d, class: name, 'stroke-width': width }))),
      svg('path', { d: squares.flatMap((square) => [square, square]).map(ripple).join(''), class: 'ripple' })),
    svg('path', { d, class: 'coast' }),
  ];
}

// Land

/** @param {number[]} place @param {number} size @param {() => number} random */
function blob([x, y], size, random) {
  return smooth(Array.from({ length: 9 }, (_, i) => {
    const radius = size * (0.82 + random() * 0.36);
    return [x + radius * 1.4 * Math.cos((i * Math.PI * 2) / 9), y + radius * Math.sin((i * Math.PI * 2) / 9)];
  }));
}

/** @param {{files: number, rows: number}} size @param {() => number} random */
function somewhere({ files, rows }, random) {
  return [random() * files * SQUARE, random() * rows * SQUARE];
}

/** @param {number} n @param {(none: unknown, i: number) => string} make */
const many = (n, make) => Array.from({ length: n }, make).join('');

/** @param {number[]} place */
const tuft = ([x, y]) => `M${spot([x, y])}l-4-9M${spot([x + 3, y])}v-12M${spot([x + 6, y])}l4-8`;
/** @param {number[]} place */
const hill = ([x, y]) => `M${spot([x, y])}q12-20 24 0M${spot([x + 16, y - 6])}q10-14 20 5M${spot([x + 17, y])}l3-6`;

/**
 * A tree at a corner of squares, where no piece hides it: its shadow, its crown, its lit side.
 * @param {{files: number, rows: number}} size @param {number} n @param {() => number} random
 */
function trees(size, n, random) {
  const places = Array.from({ length: n }, () => {
    /** @param {number} count */
    const corner = (count) => Math.floor(1 + random() * (count - 1)) * SQUARE + random() * 16 - 8;
    return [corner(size.files), corner(size.rows), 9 + random() * 7];
  });
  /** @param {number} dx @param {number} dy @param {number} scale */
  const crowns = (dx, dy, scale) => places.map(([x, y, radius]) => (
    blob([x + dx * radius, y + dy * radius], radius * scale, () => 0.2 + ((x * 7 + y) % 10) / 12))).join('');
  return [['tree-shadow', crowns(0.5, 0.5, 1)], ['tree', crowns(0, 0, 1)], ['tree-lit', crowns(-0.25, -0.25, 0.5)]];
}

/** @param {{files: number, rows: number}} size */
function compass({ files, rows }) {
  const [x, y] = [files * SQUARE / 2, rows * SQUARE / 2];
  /** @param {number} angle @param {number} length */
  const ray = (angle, length) => [-0.3, 0, 0.3].map((turn, i) => {
    const reach = i === 1 ? length : length * 0.18;
    return spot([x + reach * Math.sin(angle + turn * 2.6), y - reach * Math.cos(angle + turn * 2.6)]);
  }).join('L');
  const rays = [45, 135, 225, 315, 0, 90, 180, 270].map((angle, i) => `M${ray((angle * Math.PI) / 180, i < 4 ? 46 : 84)}L${spot([x, y])}z`);
  return `M${x - 60} ${y}a60 60 0 1 0 120 0a60 60 0 1 0-120 0z${rays.join('')}`;
}

/** @param {number[]} place @param {() => number} random */
function grain([x, y], random) {
  const length = 120 + random() * 260;
  return `M${spot([x, y])}q${spot([length / 4, random() * 14 - 7])} ${spot([length / 2, 0])}t${spot([length / 2, random() * 8 - 4])}`;
}

// What lies on the land of each board, by the number of its squares.
/** @type {Record<string, (size: {files: number, rows: number}, n: number, random: () => number) => Drawing>} */
const LAND = {
  field: (/** @type {{files: number, rows: number}} */ size, /** @type {number} */ n, /** @type {() => number} */ random) => [
    ['patch dim', many(n / 7, () => blob(somewhere(size, random), 60 + random() * 90, random))],
    ['patch lit', many(n / 8, () => blob(somewhere(size, random), 50 + random() * 80, random))],
    ['tuft', many(n * 0.9, () => tuft(somewhere(size, random)))],
    ...trees(size, Math.round(n / 6), random),
  ],
  map: (/** @type {{files: number, rows: number}} */ size, /** @type {number} */ n, /** @type {() => number} */ random) => [
    ...[1, 0.74, 0.5, 0.26].map((scale) => ['contour', many(n / 12, (_, i) => {
      const own = numbersFrom(i * 77 + 5);
      return blob(somewhere(size, own), (90 + own() * 70) * scale, own);
    })]),
    ['rose', compass(size)],
    ['tuft', many(n / 5, () => hill(somewhere(size, random)))],
  ],
  wood: (/** @type {{files: number, rows: number}} */ { files, rows }, /** @type {number} */ n, /** @type {() => number} */ random) => [
    ['grain', many(n * 1.6, () => grain(somewhere({ files, rows }, random), random))],
    ['check', many(files * rows, (_, i) => ((i + Math.floor(i / files) * (files % 2 ? 0 : 1)) % 2
      ? `M${(i % files) * SQUARE} ${Math.floor(i / files) * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z` : ''))],
  ],
};

/** @param {{files: number, rows: number}} size */
function gridLines({ files, rows }) {
  const across = Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * SQUARE}h${files * SQUARE}`);
  const down = Array.from({ length: files - 1 }, (_, i) => `M${(i + 1) * SQUARE} 0v${rows * SQUARE}`);
  return [...across, ...down].join('');
}

/**
 * The ground as an SVG picture, for screens and not for readers.
 * @param {{files: number, rows: number}} size
 * @param {Array<[number, number]>} lakes their columns and rows on the screen
 * @param {string} board `field`, `map` or `wood`
 */
export function groundPicture(size, lakes, board) {
  const { files, rows } = size;
  const random = numbersFrom(files * 31 + rows);
  const all = { x: 0, y: 0, width: files * SQUARE, height: rows * SQUARE };
  const squares = new Set(lakes.map(String));
  /** @type {Array<[string, Edge[]]>} */
  const rings = outlines(squares).map((ring) => [shore(ring, random), ring]);
  /** @param {Edge[]} ring */
  const inRing = (ring) => [...new Set(ring.map(({ key }) => key))].map((key) => key.split(',').map(Number));
  return svg('svg', {
    class: `ground ${board}`, viewBox: `0 0 ${all.width} ${all.height}`, 'aria-hidden': 'true', preserveAspectRatio: 'none',
  },
  svg('rect', { ...all, class: 'land' }),
  ...(LAND[board] ?? LAND.field)(size, files * rows, random).map(([name, d]) => svg('path', { d, class: name })),
  svg('rect', { ...all, fill: 'url(#daylight)' }),
  svg('path', { d: gridLines(size), class: 'grid-lines' }),
  ...rings.flatMap(([d, ring]) => lakePicture(d, random, inRing(ring))));
}
