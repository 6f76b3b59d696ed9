// The board as a picture to share: what is on show, drawn anew as one SVG with the page's own
// looks, and turned into a PNG by the browser; and a finished game as one that plays itself.
// Nothing is asked of the server.

import { announce } from '../ui/announce.js';
import { button, compact, el, svg } from '../ui/dom.js';
import { saveFile } from '../ui/files.js';
import { pieceImage } from './pieces.js';
import { readMove } from './state.js';
import { framesOf } from './timeline.js';
import { t } from '../strings/index.js';

const SQUARE = 100;
const EDGE = 30;
const FOOT = 80;
const WIDTH = 1200; // pixels of the PNG

/** @param {Blob} blob */
async function asData(blob) {
  const reader = new FileReader();
  const read = new Promise((done, fail) => {
    reader.onload = () => done(reader.result);
    reader.onerror = fail;
  });
  reader.readAsDataURL(blob);
  return read;
}

// All style sheets of the page with those that they import, the innermost first.
/** @param {?CSSStyleSheet} sheet @returns {Array<?string>} */
const sheetsOf = (sheet) => (sheet ? [
  ...[...sheet.cssRules].filter((rule) => rule instanceof CSSImportRule)
    .flatMap((rule) => sheetsOf(/** @type {CSSImportRule} */ (rule).styleSheet)),
  sheet.href,
] : []);

// The page's looks as they are written (as a browser gives rules back, fonts with variables get
// lost). A picture may fetch nothing: fonts come along as data.
async function looks() {
  const sheets = compact([...document.styleSheets].flatMap(sheetsOf));
  const texts = sheets.map(async (href) => {
    const text = await fetch(href).then((answer) => answer.text());
    const [, source] = text.match(/url\(['"]?([^'")]+\.woff2)['"]?\)/) ?? [];
    const plain = text.replace(/@import[^;]+;/g, '');
    if (!source) return plain;
    return plain.replace(source, await asData(await fetch(new URL(source, href)).then((answer) => answer.blob())));
  });
  return (await Promise.all(texts)).join('\n');
}

/** @param {Element} node @param {number} x @param {number} y @param {number} width @param {number} height */
function place(node, x, y, width, height) {
  for (const [name, value] of Object.entries({ x, y, width, height })) node.setAttribute(name, String(value));
  return node;
}

/**
 * An SVG that needs nothing from elsewhere, with the board's ground and a line below.
 * @param {Board} board @param {string} caption
 */
async function emptyPicture(board, caption) {
  const { files, rows } = board.edition;
  const width = files * SQUARE + 2 * EDGE;
  const height = rows * SQUARE + 2 * EDGE + FOOT;
  const root = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width: WIDTH, height: Math.round(WIDTH * height / width) });
  Object.assign(root.dataset, { ...document.documentElement.dataset });
  const ground = /** @type {Element} */ (board.ground.cloneNode(true));
  const sheet = /** @type {Element} */ (document.querySelector('.sprites')).cloneNode(true);
  const style = svg('style');
  style.textContent = await looks();
  root.append(style, sheet, svg('rect', { width, height, class: 'picture-frame' }),
    place(ground, EDGE, EDGE, files * SQUARE, rows * SQUARE),
    svg('text', { x: EDGE, y: height - 30, class: 'picture-title' }, t.title),
    svg('text', { x: width - EDGE, y: height - 32, class: 'picture-text', 'text-anchor': 'end' }, caption));
  return root;
}

/** Where a square lies in the picture: its upper left corner. @param {Board} board @param {number} square */
function cornerOf(board, square) {
  const [row, column] = board.placeAt(square);
  return [EDGE + column * SQUARE, EDGE + row * SQUARE];
}

/** The board as it is on show, and what an analysis marks on it. @param {Board} board @param {string} caption */
async function boardPicture(board, caption) {
  const root = await emptyPicture(board, caption);
  root.append(...[...board.cells].flatMap(([square, cell]) => {
    const [x, y] = cornerOf(board, square);
    const isLast = cell.matches('.from, .to');
    const piece = /** @type {Element | undefined} */ (cell.querySelector('.piece')?.cloneNode(true));
    piece?.querySelector('.note')?.remove(); // notes are told to nobody
    return compact([isLast && svg('rect', { x, y, width: SQUARE, height: SQUARE, class: 'picture-last' }),
      piece && place(piece, x + 3, y + 3, SQUARE - 6, SQUARE - 6)]);
  }));
  const marks = /** @type {Element | undefined} */ (board.element.querySelector('.analysis-layer')?.cloneNode(true));
  if (marks) {
    const { files, rows } = board.edition;
    marks.classList.remove('analysis-layer'); // which lays it over the board on the screen
    root.append(place(marks, EDGE, EDGE, files * SQUARE, rows * SQUARE));
  }
  return root;
}

// A game as a film

const MOVE_SECONDS = 0.7; // for each move, of which the last part is spent moving
const FILM_SECONDS = 120; // and of the longest game
const HOLD = 5; // moves for which the end stays in sight
const MOVING = 0.4;

/**
 * @typedef {object} Track
 * @property {Piece} piece
 * @property {number} square where it begins
 * @property {Array<{ply: number, square: number}>} steps
 * @property {?number} end the ply after which it falls
 */

/**
 * The way of each piece: where it begins, where it is after which ply, and after which it falls.
 * @param {Board} board @param {Review} review
 */
function tracksOf(board, review) {
  const start = framesOf(review)[0].squares;
  /** @type {Array<?Track>} */
  const at = start.map((piece, square) => piece && { piece, square, steps: [], end: null });
  const tracks = compact(at);
  review.events.forEach((event, i) => {
    const { from, to } = readMove(board.edition, event.move);
    const [mover, met] = [at[from], at[to]];
    mover?.steps.push({ ply: i + 1, square: to });
    const stays = { attacker: mover, flag: mover, defender: met, both: null }[event.battle ?? 'attacker'];
    for (const one of [mover, met]) if (one && one !== stays) one.end = i + 1;
    at[from] = null;
    at[to] = stays;
  });
  return tracks;
}

/** @param {number[]} list */
const timesOf = (list) => list.map((time) => Math.min(time, 1).toFixed(5)).join(';');

/**
 * What moves a piece along its way, and takes it off, again and again.
 * @param {Board} board @param {Track} track @param {{plies: number, seconds: number}} film
 */
function motions(board, { square, steps, end }, { plies, seconds }) {
  /** @param {number} one */
  const corner = (one) => cornerOf(board, one).map((side) => side + 3).join(' ');
  const common = { dur: `${seconds.toFixed(2)}s`, repeatCount: 'indefinite' };
  const places = [{ time: 0, at: square }];
  let here = square;
  for (const step of steps) {
    places.push({ time: (step.ply - MOVING) / plies, at: here }, { time: step.ply / plies, at: step.square });
    here = step.square;
  }
  places.push({ time: 1, at: here });
  const way = steps.length > 0 && svg('animateTransform', {
    attributeName: 'transform', type: 'translate', ...common, keyTimes: timesOf(places.map(({ time }) => time)), values: places.map((one) => corner(one.at)).join(';'),
  });
  const fall = end && svg('animate', {
    attributeName: 'opacity', ...common, calcMode: 'discrete', keyTimes: timesOf([0, end / plies]), values: '1;0',
  });
  return [way, fall].filter(Boolean);
}

/**
 * A game as an SVG that plays itself, with all pieces face up.
 * @param {Board} board @param {Review} review
 * @param {(rank: string) => string} labelOf what is printed on a piece @param {string} caption
 */
export async function gameFilm(board, review, labelOf, caption) {
  const root = await emptyPicture(board, caption);
  const plies = review.events.length + HOLD;
  const film = { plies, seconds: Math.min(plies * MOVE_SECONDS, FILM_SECONDS) };
  root.append(...tracksOf(board, review).map((track) => {
    const [x, y] = cornerOf(board, track.square);
    return svg('g', { transform: `translate(${x + 3} ${y + 3})` }, ...motions(board, track, film),
      place(pieceImage(track.piece, labelOf(track.piece.rank ?? '')), 0, 0, SQUARE - 6, SQUARE - 6));
  }));
  return root;
}

/** A picture as a PNG file. @param {SVGSVGElement} drawing */
async function asPng(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = el('canvas', { width: drawing.getAttribute('width'), height: drawing.getAttribute('height') });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, 'image/png'); });
  return new File([blob], 'flagfall.png', { type: 'image/png' });
}

/** @param {SVGSVGElement} drawing */
const asSvg = (drawing) => new File([new XMLSerializer().serializeToString(drawing)], 'flagfall.svg', { type: 'image/svg+xml' });

// Handed to the device's other programs where it can be, saved otherwise.
/** @param {() => Promise<File>} make @param {App} app */
async function share(make, app) {
  try {
    const file = await make();
    if (navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file], title: t.title }).catch(() => null);
      return;
    }
    saveFile(file.name, file);
    announce(t.picture.saved);
  } catch {
    app.complain(t.picture.failed);
  }
}

/** A button that shares the board as it is then. @param {() => Board} board @param {() => string} caption @param {App} app */
export const pictureButton = (board, caption, app) => button(t.picture.make,
  () => share(async () => asPng(await boardPicture(board(), caption())), app), 'quiet picture-button', { title: t.picture.hint });

/** A button that shares a finished game as a film. @param {() => Promise<SVGSVGElement>} make @param {App} app */
export const filmButton = (make, app) => button(t.picture.film,
  () => share(async () => asSvg(await make()), app), 'quiet film-button', { title: t.picture.filmHint });
