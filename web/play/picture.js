// The board as a picture to share: what is on show, drawn anew as one SVG with the page's own
// looks, and turned into a PNG by the browser. Nothing is asked of the server.

import { announce } from '../ui/announce.js';
import { button, el, svg } from '../ui/dom.js';
import { saveFile } from '../ui/files.js';
import { t } from '../strings/index.js';

const SQUARE = 100;
const EDGE = 30;
const FOOT = 80;
const WIDTH = 1200; // pixels of the PNG

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
const sheetsOf = (sheet) => [
  ...[...sheet.cssRules].filter((rule) => rule instanceof CSSImportRule)
    .flatMap((rule) => sheetsOf(/** @type {CSSImportRule} */ (rule).styleSheet)),
  sheet.href,
];

// The page's looks as they are written (as a browser gives rules back, fonts with variables get
// lost). A picture may fetch nothing: fonts come along as data.
async function looks() {
  const sheets = [...document.styleSheets].flatMap(sheetsOf).filter(Boolean);
  const texts = sheets.map(async (href) => {
    const text = await fetch(href).then((answer) => answer.text());
    const [, source] = text.match(/url\(['"]?([^'")]+\.woff2)['"]?\)/) ?? [];
    const plain = text.replace(/@import[^;]+;/g, '');
    if (!source) return plain;
    return plain.replace(source, await asData(await fetch(new URL(source, href)).then((answer) => answer.blob())));
  });
  return (await Promise.all(texts)).join('\n');
}

/**
 * The board as an SVG that needs nothing from elsewhere.
 * @param {any} board see board.js @param {string} caption
 */
async function boardPicture(board, caption) {
  const { files, rows } = board.edition;
  const width = files * SQUARE + 2 * EDGE;
  const height = rows * SQUARE + 2 * EDGE + FOOT;
  const root = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width: WIDTH, height: Math.round(WIDTH * height / width) });
  Object.assign(root.dataset, { ...document.documentElement.dataset });
  const ground = board.ground.cloneNode(true);
  const place = (node, x, y, w, h) => {
    for (const [name, value] of Object.entries({ x, y, width: w, height: h })) node.setAttribute(name, value);
    return node;
  };
  const squares = [...board.cells].flatMap(([square, cell]) => {
    const [row, column] = board.place.get(square);
    const at = [EDGE + column * SQUARE, EDGE + row * SQUARE];
    const isLast = cell.matches('.from, .to');
    const piece = cell.querySelector('.piece')?.cloneNode(true);
    piece?.querySelector('.note')?.remove(); // notes are told to nobody
    return [isLast && svg('rect', { x: at[0], y: at[1], width: SQUARE, height: SQUARE, class: 'picture-last' }),
      piece && place(piece, at[0] + 3, at[1] + 3, SQUARE - 6, SQUARE - 6)];
  });
  const sheet = document.querySelector('.sprites').cloneNode(true);
  const style = svg('style');
  style.textContent = await looks();
  root.append(style, sheet, svg('rect', { width, height, class: 'picture-frame' }),
    place(ground, EDGE, EDGE, files * SQUARE, rows * SQUARE), ...squares.filter(Boolean),
    svg('text', { x: EDGE, y: height - 30, class: 'picture-title' }, t.title),
    svg('text', { x: width - EDGE, y: height - 32, class: 'picture-text', 'text-anchor': 'end' }, caption));
  return root;
}

/** A picture as a PNG file. @param {SVGSVGElement} drawing */
async function asPng(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = el('canvas', { width: drawing.getAttribute('width'), height: drawing.getAttribute('height') });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, 'image/png'); });
  return new File([blob], 'flagfall.png', { type: 'image/png' });
}

// Handed to the device's other programs where it can be, saved otherwise.
async function share(board, caption, app) {
  try {
    const file = await asPng(await boardPicture(board, caption));
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

/** A button that shares the board as it is then. @param {() => any} board @param {() => string} caption @param {object} app */
export const pictureButton = (board, caption, app) => button(t.picture.make,
  () => share(board(), caption(), app), 'quiet picture-button', { title: t.picture.hint });
