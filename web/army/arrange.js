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

/** The rank that a key stands for: its printed number (0 for 10), or its letter. */
function rankOfKey(edition, settings, key) {
  const upper = key.toUpperCase();
  const letter = t.setup.rankKeys[upper];
  if (letter) return edition.army[letter] ? letter : null;
  const wanted = key === '0' ? '10' : upper;
  return RANKS.find((rank) => edition.army[rank] && labelOf(edition, rank, settings.numbers) === wanted) ?? null;
}

/**
 * @param {object} app see main.js
 * @param {object} options
 * @param {object} options.edition
 * @param {string} options.seat whose army
 * @param {?string} options.first letters to begin with
 * @param {(letters: string, verdict: ?object) => void} options.changed after every change: the
 *   server's `checked` for these letters comes later, until then it is null
 */
export function createArrangement(app, { edition, seat, first, changed }) {
  const { settings } = app;
  const s = t.setup;
  const indexOf = new Map(emptyArmy(edition, seat).map((_, k) => [setupSquare(edition, seat, k), k]));

  let army = readArmy(edition, seat, first) ?? emptyArmy(edition, seat);
  let chosen = null; // { k } a square of the zone, or { rank } from the tray
  let verdict = null; // the server's answer about the present letters
  let locked = false;
  const past = [];

  const letters = () => army.join('');
  const name = (rank) => nameOf(edition, rank);
  const label = (rank) => labelOf(edition, rank, settings.numbers);
  const squareOf = (k) => squareName(edition, setupSquare(edition, seat, k));

  const status = el('p', { class: 'message', role: 'status' });
  const warning = el('p', { class: 'warning', role: 'alert', hidden: true }, s.stuck);
  const progress = el('p', { class: 'progress' });
  const tray = el('div', { class: 'tray', role: 'group', 'aria-label': s.tray });
  const share = el('input', {
    type: 'text', class: 'letters', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'characters',
    'aria-label': s.share, oninput: readShared,
  });
  const undo = button(s.undo, takeBack, 'quiet');
  const rest = button(s.rest, () => change(filledAtRandom(edition, army), s.filled), 'quiet');

  function say(text) {
    status.textContent = text;
  }

  function change(next, text) {
    if (locked || next.join('') === letters()) return;
    presets.forget();
    past.push(army);
    army = next;
    chosen = null;
    settle(text);
  }

  function takeBack() {
    if (locked || !past.length) return;
    army = past.pop();
    chosen = null;
    settle(s.undo);
  }

  // After any change of the army: have it checked, show it, tell of it.
  function settle(text) {
    verdict = null;
    if (missing(edition, army) === 0) app.send({ type: 'check', edition: edition.id, letters: letters() });
    share.value = letters();
    render();
    if (text) say(text);
    changed(letters(), verdict);
  }

  // Choosing

  function choose(square) {
    const k = indexOf.get(square);
    if (locked) return;
    if (k === undefined) {
      chosen = null;
      say(s.outside);
    } else if (chosen?.rank) putRank(k, chosen.rank);
    else if (chosen) moveTo(chosen.k, k);
    else if (isPiece(army, k)) {
      chosen = { k };
      say(s.taken(name(army[k]), squareOf(k)));
    } else say(s.chooseFirst);
    render();
  }

  function putRank(k, rank) {
    if (army[k] === rank) return;
    if (remaining(edition, army)[rank] < 1) return void say(s.noneLeft(name(rank)));
    change(placed(army, k, rank), s.placed(name(rank), squareOf(k)));
    if (remaining(edition, army)[rank] > 0) chosen = { rank };
    render();
  }

  function moveTo(from, to) {
    chosen = null;
    if (from === to) return void say(s.letGo);
    const text = isFree(army, to) ? s.placed(name(army[from]), squareOf(to)) : s.swapped(squareOf(from), squareOf(to));
    change(swapped(army, from, to), text);
  }

  function takeOff(k) {
    if (k !== undefined && isPiece(army, k)) change(placed(army, k, null), s.removed(name(army[k]), squareOf(k)));
  }

  function chooseFromTray(rank) {
    chosen = chosen?.rank === rank ? null : { rank };
    say(chosen ? s.holding(name(rank)) : s.letGo);
    render();
  }

  function onKey(event, square) {
    const k = indexOf.get(square);
    const rank = event.key.length === 1 ? rankOfKey(edition, settings, event.key) : null;
    if (event.key === 'Escape') letGo();
    else if (event.key === 'Delete' || event.key === 'Backspace') takeOff(k);
    else if (rank && k !== undefined) {
      putRank(k, rank);
      chosen = null;
      render();
    } else return;
    event.preventDefault();
  }

  function letGo() {
    if (!chosen) return;
    chosen = null;
    say(s.letGo);
    render();
  }

  // Dragging: from the board or the tray, to the board or anywhere else.

  function dropOn(data, target) {
    const square = board.squareAt(target);
    const k = square === null ? undefined : indexOf.get(square);
    chosen = null;
    if (data.rank && k !== undefined) putRank(k, data.rank);
    else if (data.rank) say(s.outside);
    else if (k !== undefined) moveTo(data.k, k);
    else if (square === null) takeOff(data.k);
    else say(s.outside);
    chosen = null;
    render();
  }

  // Letters

  const shared = () => share.value.replace(/\s/g, '').toUpperCase();

  function readShared() {
    if (shared().length === letters().length) app.send({ type: 'check', edition: edition.id, letters: shared() });
    else if (shared()) say(t.reasons['wrong-length']);
  }

  async function copy() {
    await copyText(letters(), share);
    say(s.copied);
    announce(s.copied);
  }

  function use(text) {
    change(readArmy(edition, seat, text) ?? army, s.filled);
  }

  function checked(message) {
    if (message.letters === letters()) verdict = message;
    else if (message.letters !== shared()) return;
    else if (message.ok) return void use(message.letters);
    else say(refusalText(message));
    render();
    changed(letters(), verdict);
  }

  // Showing

  function describe(square, isLake) {
    const k = indexOf.get(square);
    const rank = k !== undefined && isPiece(army, k) ? army[k] : null;
    const isChosen = chosen !== null && chosen.k === k && k !== undefined;
    const what = rank ? t.cell.own({ name: name(rank), label: label(rank) })
      : isLake ? t.cell.lake : k === undefined ? t.cell.outside : t.cell.zone;
    return {
      piece: rank ? { seat, rank } : null,
      label: rank ? label(rank) : '',
      name: [squareName(edition, square), what, isChosen && t.cell.chosen].filter(Boolean).join(', '),
      selected: isChosen,
      classes: {
        zone: k !== undefined, veiled: k === undefined, grab: Boolean(rank) && !locked,
        selected: isChosen, target: chosen !== null && k !== undefined && !rank && !isLake,
      },
    };
  }

  function trayButton(rank, n) {
    return el('button', {
      type: 'button', class: 'tray-piece', 'data-rank': rank, disabled: n === 0 || locked,
      'aria-pressed': String(chosen?.rank === rank), title: name(rank), onclick: () => chooseFromTray(rank),
    }, el('span', { class: 'visually-hidden' }, s.trayPiece({ name: name(rank), label: label(rank) })),
    pieceImage({ seat, rank }, label(rank)), el('span', { class: 'count' }, `×${n}`));
  }

  function renderTray() {
    const held = tray.contains(document.activeElement) ? document.activeElement.dataset.rank : null;
    const left = remaining(edition, army);
    tray.replaceChildren(...RANKS.filter((rank) => edition.army[rank]).map((rank) => trayButton(rank, left[rank])));
    if (held) tray.querySelector(`[data-rank="${held}"]:not(:disabled)`)?.focus();
  }

  function render() {
    board.show(describe);
    renderTray();
    const n = missing(edition, army);
    tray.classList.toggle('full', n === 0);
    undo.disabled = past.length === 0;
    rest.disabled = n === 0;
    warning.hidden = !verdict?.ok || verdict.canMove;
    progress.textContent = n ? s.missing(n) : s.ready;
    progress.classList.toggle('done', n === 0);
  }

  const board = createBoard({
    edition, seat, label: s.board(seat), choose, key: onKey,
    canDrag: (square) => !locked && isPiece(army, indexOf.get(square)),
    lift(square) {
      chosen = { k: indexOf.get(square) };
      render();
    },
    drop: (square, target) => dropOn({ k: indexOf.get(square) }, target),
  });
  makeDraggable(tray, {
    source(target) {
      const piece = target.closest('.tray-piece:not(:disabled)');
      return piece && { image: piece.querySelector('.piece'), data: { rank: piece.dataset.rank } };
    },
    lift({ rank }) {
      chosen = { rank };
      board.show(describe);
    },
    drop: dropOn,
  });

  const presets = createPresets(app, { edition, seat, use });
  if (!readArmy(edition, seat, first)) presets.begin();

  return {
    board,
    letters,
    say,
    use,
    isComplete: () => missing(edition, army) === 0,
    /** The tools in the order in which they are needed; others may stand between them. */
    parts: {
      progress, tray, status, warning,
      hands: el('div', { class: 'row' }, undo, rest,
        button(s.mirror, () => change(mirrored(edition, army), s.mirror), 'quiet'),
        button(s.clear, () => change(emptyArmy(edition, seat), s.clear), 'quiet')),
      presets: presets.element,
      share: el('details', { class: 'share' }, el('summary', {}, s.share),
        el('p', { class: 'fine' }, s.shareHint), el('div', { class: 'share-row' }, share, button(s.copy, copy))),
      help: [el('p', { class: 'fine' }, s.hint), el('p', { class: 'fine keys' }, s.keys)],
    },
    /** The army stands as it is: it is no longer changed. */
    lock(on) {
      locked = on;
      chosen = null;
      render();
    },
    /** Checks and shows anew, as after a break in the connection. */
    refresh() {
      settle('');
      presets.refresh();
    },
    render,
    receive(message) {
      if (message.edition !== edition.id) return;
      if (message.type === 'checked') checked(message);
      if (message.type === 'suggestion') presets.receive(message);
    },
  };
}
