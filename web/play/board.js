// The board as an ARIA grid, seen from one seat: drawing, focus, and what hands and
// keys do on it. Set-up and play both use it; it knows nothing of the game.

import { el } from '../ui/dom.js';
import { makeDraggable } from '../ui/drag.js';
import { pieceImage } from './pieces.js';
import { squareName, squareNumber } from './state.js';
import { groundPicture } from './terrain.js';

const STEPS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  Home: [0, -99], End: [0, 99], PageUp: [-99, 0], PageDown: [99, 0],
};

const clamp = (value, limit) => Math.max(0, Math.min(limit - 1, value));

/** Square numbers row by row as that seat sees them, its own side below. */
function rowsOf({ files, rows }, seat) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: files }, (__, file) => (
    seat === 'blue' ? row * files + (files - 1 - file) : (rows - 1 - row) * files + file)));
}

/**
 * @param {object} options
 * @param {object} options.edition size and lakes
 * @param {string} options.seat whose side is below
 * @param {string} options.label the grid's name
 * @param {(square: number) => void} options.choose click, Enter or Space
 * @param {(square: number) => boolean} options.canDrag
 * @param {(from: number) => void} options.lift
 * @param {(from: number, target: ?Element) => void} options.drop
 * @param {(event: KeyboardEvent, square: number) => void} [options.key] any other key
 */
export function createBoard({ edition, seat, label, choose, canDrag, lift, drop, key }) {
  const layout = rowsOf(edition, seat);
  const lakes = new Set(edition.lakes.map((name) => squareNumber(edition, name)));
  const cells = new Map(); // square number -> its element
  const place = new Map(); // square number -> [row, column] on the screen
  let focused = layout[edition.rows - 1][0];

  function buildCell(square, row, column) {
    const name = squareName(edition, square);
    const cell = el('div', {
      class: `cell${lakes.has(square) ? ' lake' : ''}`,
      role: 'gridcell', tabindex: square === focused ? 0 : -1, 'data-square': name,
    });
    cells.set(square, cell);
    place.set(square, [row, column]);
    return cell;
  }

  const grid = el('div', { class: 'board', role: 'grid', 'aria-label': label },
    layout.map((squares, row) => el('div', { class: 'board-row', role: 'row' },
      squares.map((square, column) => buildCell(square, row, column)))));
  const edge = (kind, squares, part) => el('div', { class: `coordinates ${kind}`, 'aria-hidden': 'true' },
    squares.map((square) => el('span', {}, part(squareName(edition, square)))));
  let ground = el('div');
  const element = el('div', { class: 'board-frame' }, ground,
    edge('ranks', layout.map((squares) => squares[0]), (name) => name.slice(1)), grid,
    edge('files', layout.at(-1), (name) => name[0]));

  // The ground is drawn anew when another board is chosen.
  function showGround() {
    const { board } = document.documentElement.dataset;
    if (ground.dataset.board === board) return;
    const drawn = groundPicture(edition, [...lakes].map((square) => place.get(square).slice().reverse()), board);
    drawn.dataset.board = board;
    ground.replaceWith(drawn);
    ground = drawn;
  }

  function squareAt(target) {
    const cell = target?.closest?.('.cell');
    return cell && grid.contains(cell) ? squareNumber(edition, cell.dataset.square) : null;
  }

  function focus(square, take = true) {
    cells.get(focused).tabIndex = -1;
    focused = square;
    cells.get(square).tabIndex = 0;
    if (take) cells.get(square).focus();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const square = squareAt(event.target);
    if (square === null) return;
    if (STEPS[event.key]) {
      const [row, column] = place.get(square);
      const [down, right] = STEPS[event.key];
      focus(layout[clamp(row + down, edition.rows)][clamp(column + right, edition.files)]);
    } else if (event.key === 'Enter' || event.key === ' ') choose(square);
    else return void key?.(event, square);
    event.preventDefault();
  }

  grid.addEventListener('keydown', onKey);
  grid.addEventListener('focusin', (event) => {
    const square = squareAt(event.target);
    if (square !== null) focus(square, false);
  });
  makeDraggable(grid, {
    source(target) {
      const square = squareAt(target);
      if (square === null || !canDrag(square)) return null;
      return { image: cells.get(square).querySelector('.piece'), data: square };
    },
    lift,
    drop,
  });
  grid.addEventListener('click', (event) => {
    const square = squareAt(event.target);
    if (square !== null) choose(square);
  });

  function showCell(square, { piece, label: printed, marks, name, classes, selected }) {
    const cell = cells.get(square);
    cell.setAttribute('aria-label', name);
    cell.setAttribute('aria-selected', String(Boolean(selected)));
    for (const [word, on] of Object.entries(classes)) cell.classList.toggle(word, Boolean(on));
    const look = piece ? [piece.seat, piece.rank, printed, marks?.moved, marks?.seen].join() : '';
    if (cell.dataset.look === look) return;
    cell.dataset.look = look;
    cell.querySelector('.piece')?.remove();
    if (piece) cell.append(pieceImage(piece, printed, marks));
  }

  return {
    element,
    grid,
    squareAt,
    focus,
    cell: (square) => cells.get(square),
    /** Tells a view's style sheet the size of the board, which everything is fitted to. */
    fit(view) {
      view.style.setProperty('--files', edition.files);
      view.style.setProperty('--rows', edition.rows);
      return view;
    },
    /** Shows every square: `describe(square, isLake)` gives what `showCell` reads. */
    show(describe) {
      showGround();
      for (const square of cells.keys()) showCell(square, describe(square, lakes.has(square)));
    },
    /** Where a square is on the board, in pixels, and how wide. */
    placeOf(square) {
      const { offsetLeft, offsetTop, offsetWidth } = cells.get(square);
      return { x: offsetLeft, y: offsetTop, size: offsetWidth };
    },
    /** Lays something over the squares that hands reach through. */
    overlay: (layer) => element.append(layer),
    /** Lets the piece on `to` arrive from `from`. */
    slide(from, to) {
      const cell = cells.get(to);
      const piece = cell.querySelector('.piece');
      if (!piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const a = cells.get(from).getBoundingClientRect();
      const b = cell.getBoundingClientRect();
      cell.classList.add('moving');
      piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }],
        { duration: 190, easing: 'ease-out' }).onfinish = () => cell.classList.remove('moving');
    },
  };
}
