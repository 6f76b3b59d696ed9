// The board as an ARIA grid, seen from one seat: drawing, focus, and what hands and
// keys do on it. Set-up and play both use it; it knows nothing of the game.

import { el } from '../ui/dom.js';
import { makeDraggable } from '../ui/drag.js';
import { onHold } from '../ui/hold.js';
import { needSprites, pieceImage } from './pieces.js';
import { squareName, squareNumber } from './state.js';
import { groundPicture } from '../drawing/terrain.js';

/** @type {Record<string, [number, number] | undefined>} */
const STEPS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  Home: [0, -99], End: [0, 99], PageUp: [-99, 0], PageDown: [99, 0],
};

/** @param {number} value @param {number} limit */
const clamp = (value, limit) => Math.max(0, Math.min(limit - 1, value));

/** Square numbers row by row as that seat sees them, its own side below. @param {BoardSize} edition @param {Seat} seat */
function rowsOf({ files, rows }, seat) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: files }, (__, file) => (
    seat === 'blue' ? row * files + (files - 1 - file) : (rows - 1 - row) * files + file)));
}

/**
 * @typedef {object} BoardOptions
 * @property {BoardSize} edition size and lakes
 * @property {Seat} seat whose side is below
 * @property {string} label the grid's name
 * @property {(square: number) => void} choose click, Enter or Space
 * @property {(square: number) => boolean} canDrag
 * @property {(from: number) => void} lift
 * @property {(from: number, target: ?Element) => void} drop
 * @property {(event: KeyboardEvent, square: number) => void} [key] any other key
 * @property {?(square: number) => boolean} [look] the right button, or a finger that stays: whether
 *   it did something
 */

class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    const { edition, seat, label } = options;
    this.options = options;
    this.edition = edition;
    this.layout = rowsOf(edition, seat);
    this.lakes = new Set(edition.lakes.map((name) => squareNumber(edition, name)));
    /** @type {Map<number, HTMLElement>} */
    this.cells = new Map(); // square number -> its element
    /** @type {Map<number, [number, number]>} */
    this.place = new Map(); // square number -> [row, column] on the screen
    this.focused = this.layout[edition.rows - 1][0];
    /** @type {HTMLElement | SVGElement} */
    this.ground = el('div');
    this.grid = el('div', { class: 'board', role: 'grid', 'aria-label': label },
      this.layout.map((squares, row) => el('div', { class: 'board-row', role: 'row' },
        squares.map((square, column) => this.buildCell(square, row, column)))));
    /** @param {string} kind @param {number[]} squares @param {(name: string) => string} part */
    const edge = (kind, squares, part) => el('div', { class: `coordinates ${kind}`, 'aria-hidden': 'true' },
      squares.map((square) => el('span', {}, part(squareName(edition, square)))));
    this.element = el('div', { class: 'board-frame' }, this.ground,
      edge('ranks', this.layout.map((squares) => squares[0]), (name) => name.slice(1)), this.grid,
      edge('files', this.layout[edition.rows - 1], (name) => name[0]));
    this.listen();
  }

  /** @param {number} square @param {number} row @param {number} column */
  buildCell(square, row, column) {
    const name = squareName(this.edition, square);
    const cell = el('div', {
      class: `cell${this.lakes.has(square) ? ' lake' : ''}`,
      role: 'gridcell', tabindex: square === this.focused ? 0 : -1, 'data-square': name,
    });
    this.cells.set(square, cell);
    this.place.set(square, [row, column]);
    return cell;
  }

  listen() {
    const { choose, canDrag, lift, drop, look } = this.options;
    /** @param {(square: number, event: any) => void} does */
    const onSquare = (does) => (/** @type {Event} */ event) => {
      const square = this.squareAt(event.target);
      if (square !== null) does(square, event);
    };
    this.grid.addEventListener('keydown', onSquare((square, event) => this.onKey(square, event)));
    this.grid.addEventListener('focusin', onSquare((square) => this.focus(square, false)));
    makeDraggable(this.grid, {
      source: (target) => {
        const square = this.squareAt(target);
        if (square === null || !canDrag(square)) return null;
        return { image: this.cell(square).querySelector('.piece'), data: square };
      },
      lift,
      drop,
    });
    if (look) {
      onHold(this.grid, (target) => {
        const square = this.squareAt(target);
        return square !== null && look(square);
      });
    }
    this.grid.addEventListener('click', onSquare((square) => choose(square)));
  }

  /** @param {number} square @param {KeyboardEvent} event */
  onKey(square, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const [row, column] = this.placeAt(square);
      const [down, right] = step;
      this.focus(this.layout[clamp(row + down, this.edition.rows)][clamp(column + right, this.edition.files)]);
    } else if (event.key === 'Enter' || event.key === ' ') this.options.choose(square);
    else return void this.options.key?.(event, square);
    event.preventDefault();
  }

  // The ground is drawn anew when another board is chosen.
  showGround() {
    const { board = '' } = document.documentElement.dataset;
    if (this.ground.dataset.board === board) return;
    needSprites();
    const lakes = [...this.lakes].map((square) => this.placeAt(square));
    const drawn = groundPicture(this.edition, lakes.map(([row, column]) => [column, row]), board);
    drawn.dataset.board = board;
    this.ground.replaceWith(drawn);
    this.ground = drawn;
  }

  /** @param {number} square @param {SquareLook} look */
  showCell(square, { piece, label: printed, marks, name, title, classes, selected }) {
    const cell = this.cell(square);
    cell.setAttribute('aria-label', name);
    cell.setAttribute('aria-selected', String(Boolean(selected)));
    if ((cell.title ?? '') !== (title ?? '')) cell.title = title ?? '';
    for (const [word, on] of Object.entries(classes)) cell.classList.toggle(word, Boolean(on));
    const look = piece ? [piece.seat, piece.rank, printed, marks?.moved, marks?.seen, marks?.note].join() : '';
    if (cell.dataset.look === look) return;
    cell.dataset.look = look;
    cell.querySelector('.piece')?.remove();
    if (piece) cell.append(pieceImage(piece, printed, marks));
  }

  /** The number of the square that an element lies in, or null. @param {?EventTarget} target */
  squareAt(target) {
    const cell = target instanceof Element ? /** @type {?HTMLElement} */ (target.closest('.cell')) : null;
    return cell && this.grid.contains(cell) ? squareNumber(this.edition, cell.dataset.square ?? '') : null;
  }

  /** @param {number} square */
  focus(square, take = true) {
    this.cell(this.focused).tabIndex = -1;
    this.focused = square;
    this.cell(square).tabIndex = 0;
    if (take) this.cell(square).focus();
  }

  /** @param {number} square */
  cell(square) {
    return /** @type {HTMLElement} */ (this.cells.get(square));
  }

  /** Its row and column on the screen. @param {number} square */
  placeAt(square) {
    const [row, column] = /** @type {[number, number]} */ (this.place.get(square));
    return [row, column];
  }

  /** Tells a view's style sheet the size of the board, which everything is fitted to. @param {HTMLElement} view */
  fit(view) {
    view.style.setProperty('--files', String(this.edition.files));
    view.style.setProperty('--rows', String(this.edition.rows));
    return view;
  }

  /**
   * Shows every square: `describe(square, isLake)` gives what `showCell` reads.
   * @param {(square: number, isLake: boolean) => SquareLook} describe
   */
  show(describe) {
    this.showGround();
    for (const square of this.cells.keys()) this.showCell(square, describe(square, this.lakes.has(square)));
  }

  /** Where a square is on the board, in pixels, and how wide. @param {number} square */
  placeOf(square) {
    const { offsetLeft, offsetTop, offsetWidth } = this.cell(square);
    return { x: offsetLeft, y: offsetTop, size: offsetWidth };
  }

  /** Lays something over the squares that hands reach through. @param {Element} layer */
  overlay(layer) {
    this.element.append(layer);
  }

  /** Lets the piece on `to` arrive from `from`. @param {number} from @param {number} to */
  slide(from, to) {
    const cell = this.cell(to);
    const piece = cell.querySelector('.piece');
    if (!piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const a = this.cell(from).getBoundingClientRect();
    const b = cell.getBoundingClientRect();
    cell.classList.add('moving');
    piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }],
      { duration: 190, easing: 'ease-out' }).onfinish = () => cell.classList.remove('moving');
  }
}

/** @param {BoardOptions} options */
export const createBoard = (options) => new Board(options);
