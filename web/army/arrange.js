// Arranging an army: the board with its tray and tools, by dragging, clicking or keys,
// from a ready-made army or from letters. The set-up of a game and the editor both are
// this with something around it; it begins with a good army, to be changed or cleared.

import { announce } from '../ui/announce.js';
import {
  emptyArmy, filledAtRandom, isFree, isPiece, mirrored, missing, placed, readArmy, remaining, swapped,
} from './army.js';
import { createPresets } from './presets.js';
import { createBoard } from '../play/board.js';
import { copyText } from '../ui/copy.js';
import { button, el } from '../ui/dom.js';
import { makeDraggable } from '../ui/drag.js';
import { pieceImage } from '../play/pieces.js';
import { RANKS, labelOf, nameOf, setupSquare, squareName } from '../play/state.js';
import { refusalText, t } from '../strings/index.js';

/**
 * The rank that a key stands for: its printed number (0 for 10), or its letter.
 * @param {Edition} edition @param {Settings} settings @param {string} key
 */
function rankOfKey(edition, settings, key) {
  const upper = key.toUpperCase();
  const letter = t.setup.rankKeys[upper];
  if (letter) return edition.army[letter] ? letter : null;
  const wanted = key === '0' ? '10' : upper;
  return RANKS.find((rank) => edition.army[rank] && labelOf(edition, rank, settings.numbers) === wanted) ?? null;
}

/** @typedef {{k?: number, rank?: string}} Held a piece of that square of the zone, or one of the tray */

/**
 * @typedef {object} ArrangementOptions
 * @property {Edition} edition
 * @property {Seat} seat whose army
 * @property {?string} first letters to begin with
 * @property {(letters: string, verdict: ?Checked) => void} changed after every change: the
 *   server's `checked` for these letters comes later, until then it is null
 */

class Arrangement {
  status = el('p', { class: 'message', role: 'status' });

  warning = el('p', { class: 'warning', role: 'alert', hidden: true }, t.setup.stuck);

  progress = el('p', { class: 'progress' });

  tray = el('div', { class: 'tray', role: 'group', 'aria-label': t.setup.tray });

  share = el('input', {
    type: 'text', class: 'letters', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'characters',
    'aria-label': t.setup.share, oninput: () => this.readShared(),
  });

  undo = button(t.setup.undo, () => this.takeBack(), 'quiet');

  rest = button(t.setup.rest, () => this.change(filledAtRandom(this.edition, this.army), t.setup.filled), 'quiet');

  /** @type {ReturnType<typeof createBoard>} */
  board;

  /** @param {App} app @param {ArrangementOptions} options */
  constructor(app, { edition, seat, first, changed }) {
    this.app = app;
    this.settings = app.settings;
    this.edition = edition;
    this.seat = seat;
    this.changed = changed;
    this.indexOf = new Map(emptyArmy(edition, seat).map((_, k) => [setupSquare(edition, seat, k), k]));
    this.army = readArmy(edition, seat, first) ?? emptyArmy(edition, seat);
    /** @type {?Held} */
    this.chosen = null; // { k } a square of the zone, or { rank } from the tray
    /** @type {?Checked} */
    this.verdict = null; // the server's answer about the present letters
    this.locked = false;
    this.isReading = false; // letters were given by hand, and the server has not said yet whether they are an army
    /** @type {string[][]} */
    this.past = [];
    this.buildBoard();
    this.presets = createPresets(app, { edition, seat, use: (letters) => this.use(letters) });
    if (!readArmy(edition, seat, first)) this.presets.begin();
    this.parts = this.layOut();
  }

  buildBoard() {
    this.board = createBoard({
      edition: this.edition, seat: this.seat, label: t.setup.board(this.seat),
      choose: (square) => this.choose(square),
      key: (event, square) => this.onKey(event, square),
      canDrag: (square) => !this.locked && isPiece(this.army, this.indexOf.get(square) ?? -1),
      lift: (square) => {
        this.chosen = { k: this.indexOf.get(square) };
        this.render();
      },
      drop: (square, target) => this.dropOn({ k: this.indexOf.get(square) }, target),
    });
    makeDraggable(this.tray, {
      source(target) {
        const piece = /** @type {?HTMLElement} */ (target.closest('.tray-piece:not(:disabled)'));
        const image = piece?.querySelector('.piece');
        return piece && image ? { image, data: { rank: piece.dataset.rank } } : null;
      },
      lift: ({ rank }) => {
        this.chosen = { rank };
        this.board.show((square, isLake) => this.describe(square, isLake));
      },
      drop: (data, target) => this.dropOn(data, target),
    });
  }

  /** The tools in the order in which they are needed; others may stand between them. */
  layOut() {
    const s = t.setup;
    const { edition } = this;
    return {
      progress: this.progress, tray: this.tray, status: this.status, warning: this.warning,
      // In pairs: four in a line or two and two, never one alone.
      hands: el('div', { class: 'row' }, el('div', { class: 'row' }, this.undo, this.rest), el('div', { class: 'row' },
        button(s.mirror, () => this.change(mirrored(edition, this.army), s.mirror), 'quiet'),
        button(s.clear, () => this.change(emptyArmy(edition, this.seat), s.clear), 'quiet'))),
      presets: this.presets.element,
      share: el('details', { class: 'share' }, el('summary', {}, s.share),
        el('p', { class: 'fine' }, s.shareHint), el('div', { class: 'share-row' }, this.share, button(s.copy, () => this.copy()))),
      help: el('p', { class: 'fine' }, s.hint),
    };
  }

  letters() {
    return this.army.join('');
  }

  isComplete() {
    return missing(this.edition, this.army) === 0;
  }

  /** @param {string} rank */
  name(rank) {
    return nameOf(this.edition, rank);
  }

  /** @param {string} rank */
  label(rank) {
    return labelOf(this.edition, rank, this.settings.numbers);
  }

  /** @param {number} k */
  squareOf(k) {
    return squareName(this.edition, setupSquare(this.edition, this.seat, k));
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** @param {string[]} next @param {string} text */
  change(next, text) {
    if (this.locked || next.join('') === this.letters()) return;
    this.presets.forget();
    this.past.push(this.army);
    this.army = next;
    this.chosen = null;
    this.settle(text);
  }

  takeBack() {
    if (this.locked || !this.past.length) return;
    this.army = this.past.pop() ?? this.army;
    this.chosen = null;
    this.settle(t.setup.undo);
  }

  // After any change of the army: have it checked, show it, tell of it.
  /** @param {string} text */
  settle(text) {
    this.verdict = null;
    this.isReading = false;
    if (missing(this.edition, this.army) === 0) this.app.send({ type: 'check', edition: this.edition.id, letters: this.letters() });
    this.share.value = this.letters();
    this.render();
    if (text) this.say(text);
    this.tell();
  }

  // Choosing

  /** @param {number} square */
  choose(square) {
    const k = this.indexOf.get(square);
    if (this.locked) return;
    if (k === undefined) {
      this.chosen = null;
      this.say(t.setup.outside);
    } else if (this.chosen?.rank) this.putRank(k, this.chosen.rank);
    else if (this.chosen?.k !== undefined) this.moveTo(this.chosen.k, k);
    else if (isPiece(this.army, k)) {
      this.chosen = { k };
      this.say(t.setup.taken(this.name(this.army[k]), this.squareOf(k)));
    } else this.say(t.setup.chooseFirst);
    this.render();
  }

  /** @param {number} k @param {string} rank */
  putRank(k, rank) {
    if (this.army[k] === rank) return;
    if (remaining(this.edition, this.army)[rank] < 1) return void this.say(t.setup.noneLeft(this.name(rank)));
    this.change(placed(this.army, k, rank), t.setup.placed(this.name(rank), this.squareOf(k)));
    if (remaining(this.edition, this.army)[rank] > 0) this.chosen = { rank };
    this.render();
  }

  /** @param {number} from @param {number} to */
  moveTo(from, to) {
    this.chosen = null;
    if (from === to) return void this.say(t.setup.letGo);
    const text = isFree(this.army, to) ? t.setup.placed(this.name(this.army[from]), this.squareOf(to)) : t.setup.swapped(this.squareOf(from), this.squareOf(to));
    this.change(swapped(this.army, from, to), text);
  }

  /** @param {number | undefined} k */
  takeOff(k) {
    if (k !== undefined && isPiece(this.army, k)) this.change(placed(this.army, k, null), t.setup.removed(this.name(this.army[k]), this.squareOf(k)));
  }

  /** @param {string} rank */
  chooseFromTray(rank) {
    this.chosen = this.chosen?.rank === rank ? null : { rank };
    this.say(this.chosen ? t.setup.holding(this.name(rank)) : t.setup.letGo);
    this.render();
  }

  /** @param {KeyboardEvent} event @param {number} square */
  onKey(event, square) {
    const k = this.indexOf.get(square);
    const rank = event.key.length === 1 ? rankOfKey(this.edition, this.settings, event.key) : null;
    if (event.key === 'Escape') this.letGo();
    else if (event.key === 'Delete' || event.key === 'Backspace') this.takeOff(k);
    else if (rank && k !== undefined) {
      this.putRank(k, rank);
      this.chosen = null;
      this.render();
    } else return;
    event.preventDefault();
  }

  letGo() {
    if (!this.chosen) return;
    this.chosen = null;
    this.say(t.setup.letGo);
    this.render();
  }

  // Dragging: from the board or the tray, to the board or anywhere else.

  /** @param {Held} data @param {?Element} target */
  dropOn(data, target) {
    const square = this.board.squareAt(target);
    const k = square === null ? undefined : this.indexOf.get(square);
    this.chosen = null;
    if (data.rank && k !== undefined) this.putRank(k, data.rank);
    else if (data.rank) this.say(t.setup.outside);
    else if (k !== undefined && data.k !== undefined) this.moveTo(data.k, k);
    else if (square === null) this.takeOff(data.k);
    else this.say(t.setup.outside);
    this.chosen = null;
    this.render();
  }

  // Letters

  shared() {
    return this.share.value.replace(/\s/g, '').toUpperCase();
  }

  // Until they are read nobody starts with the army of before, and no other one is put over them.
  readShared() {
    const letters = this.shared();
    const isWhole = letters.length === this.letters().length;
    this.presets.forget();
    this.isReading = isWhole && this.app.send({ type: 'check', edition: this.edition.id, letters });
    if (isWhole && !this.isReading) this.say(t.notSent);
    else if (!isWhole && letters) this.say(t.reasons['wrong-length']);
    this.tell();
  }

  tell() {
    this.changed(this.letters(), this.isReading ? null : this.verdict);
  }

  async copy() {
    await copyText(this.letters(), this.share);
    this.say(t.setup.copied);
    announce(t.setup.copied);
  }

  /** @param {string} text */
  use(text) {
    this.change(readArmy(this.edition, this.seat, text) ?? this.army, t.setup.filled);
  }

  /** @param {Checked} message */
  checked(message) {
    if (message.letters === this.letters()) this.verdict = message;
    else if (message.letters !== this.shared()) return;
    else if (message.ok) return void this.use(message.letters);
    else this.say(refusalText({ reason: message.reason ?? '' }));
    if (message.letters === this.shared()) this.isReading = false;
    this.render();
    this.tell();
  }

  // Showing

  /** @param {number} square @param {boolean} isLake */
  describe(square, isLake) {
    const k = this.indexOf.get(square);
    const rank = k !== undefined && isPiece(this.army, k) ? this.army[k] : null;
    const isChosen = this.chosen !== null && this.chosen.k === k && k !== undefined;
    const what = rank ? t.cell.own({ name: this.name(rank), label: this.label(rank) })
      : isLake ? t.cell.lake : k === undefined ? t.cell.outside : t.cell.zone;
    return {
      piece: rank ? { seat: this.seat, rank } : null,
      label: rank ? this.label(rank) : '',
      name: [squareName(this.edition, square), what, isChosen && t.cell.chosen].filter(Boolean).join(', '),
      selected: isChosen,
      classes: {
        zone: k !== undefined, veiled: k === undefined, grab: Boolean(rank) && !this.locked,
        selected: isChosen, target: this.chosen !== null && k !== undefined && !rank && !isLake,
      },
    };
  }

  /** @param {string} rank @param {number} n */
  trayButton(rank, n) {
    return el('button', {
      type: 'button', class: 'tray-piece', 'data-rank': rank, disabled: n === 0 || this.locked,
      'aria-pressed': String(this.chosen?.rank === rank), title: this.name(rank), onclick: () => this.chooseFromTray(rank),
    }, el('span', { class: 'visually-hidden' }, t.setup.trayPiece({ name: this.name(rank), label: this.label(rank) })),
    pieceImage({ seat: this.seat, rank }, this.label(rank)), el('span', { class: 'count' }, `×${n}`));
  }

  renderTray() {
    const held = this.tray.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.rank : null;
    const left = remaining(this.edition, this.army);
    this.tray.replaceChildren(...RANKS.filter((rank) => this.edition.army[rank]).map((rank) => this.trayButton(rank, left[rank])));
    const again = held && /** @type {?HTMLElement} */ (this.tray.querySelector(`[data-rank="${held}"]:not(:disabled)`));
    if (again) again.focus();
  }

  render() {
    this.board.show((square, isLake) => this.describe(square, isLake));
    this.renderTray();
    const n = missing(this.edition, this.army);
    this.tray.classList.toggle('full', n === 0);
    this.undo.disabled = this.past.length === 0;
    this.rest.disabled = n === 0;
    this.warning.hidden = !this.verdict?.ok || this.verdict.canMove;
    this.progress.textContent = n ? t.setup.missing(n) : t.setup.ready;
    this.progress.classList.toggle('done', n === 0);
  }

  /** The army stands as it is: it is no longer changed. @param {boolean} on */
  lock(on) {
    this.locked = on;
    this.chosen = null;
    this.render();
  }

  /** Checks and shows anew, as after a break in the connection; letters that were being given stay.
   * @param {string} [typed] those letters, where another arrangement has handed them on */
  refresh(typed = this.typed()) {
    this.settle('');
    if (typed) {
      this.parts.share.open = true;
      this.share.value = typed;
      this.readShared();
    }
    this.presets.refresh();
  }

  /** What has been typed and is not the army that stands. */
  typed() {
    return this.shared() === this.letters() ? '' : this.share.value;
  }

  /** Letters that the server would not even look at: the army of before stands. */
  refusedCheck() {
    if (!this.isReading) return;
    this.isReading = false;
    this.tell();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.type === 'refused' && message.re === 'check') this.refusedCheck();
    const isOurs = 'edition' in message && message.edition === this.edition.id;
    if (isOurs && message.type === 'checked') this.checked(message);
    if (isOurs && message.type === 'suggestion') this.presets.receive(message);
  }
}

/** @param {App} app @param {ArrangementOptions} options */
export const createArrangement = (app, options) => new Arrangement(app, options);
