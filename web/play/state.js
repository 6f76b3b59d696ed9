// What the server tells, read: letters of boards and set-ups, games and their
// events; and the settings. No rule of the game is here.

import { isHotseat } from '../offline/ids.js';
import { language } from '../strings/index.js';
import { load } from '../ui/storage.js';

const FILES = 'abcdefghik';

/** Rank letters from the strongest down, bombs and the flag last. */
export const RANKS = ['L', 'K', 'J', 'I', 'H', 'G', 'F', 'E', 'D', 'C', 'B', 'M'];
export const BOMB = 'B';
export const FLAG = 'M';
export const SPY = 'C';

/** @param {Seat} seat @returns {Seat} */
export const enemyOf = (seat) => (seat === 'red' ? 'blue' : 'red');

/** The name of a square by its number on a board of that width: 0 is a1. @param {{files: number}} edition @param {number} square */
export function squareName(edition, square) {
  return FILES[square % edition.files] + (Math.floor(square / edition.files) + 1);
}

/** @param {{files: number}} edition @param {string} name */
export function squareNumber(edition, name) {
  return (Number(name.slice(1)) - 1) * edition.files + FILES.indexOf(name[0]);
}

/** "a4-a5" or "a4xa5" as two square numbers and whether it is an attack. @param {{files: number}} edition @param {string} move */
export function readMove(edition, move) {
  const [from, to] = move.split(/[-x]/).map((name) => squareNumber(edition, name));
  return { from, to, attack: move.includes('x') };
}

/**
 * Where each piece that has moved began, by the square it stands on now; another square has the piece that began there, or
 * none. @param {BoardSize} edition @param {GameEvent[]} events @returns {Map<number, number>}
 */
export function originsOf(edition, events) {
  const origins = new Map();
  for (const { move, battle } of events) {
    const { from, to } = readMove(edition, move);
    const origin = origins.get(from) ?? from;
    origins.delete(from);
    if (battle === 'both') origins.delete(to);
    else if (battle !== 'defender') origins.set(to, origin);
  }
  return origins;
}

/** @type {Record<string, Pick<Piece, 'seat' | 'moved'>>} */
const HIDDEN = {
  '-': { seat: 'red', moved: false },
  '+': { seat: 'red', moved: true },
  '?': { seat: 'blue', moved: false },
  '!': { seat: 'blue', moved: true },
};

/**
 * One letter of a view's board: null for an empty square or a lake, otherwise
 * `seat`, `rank` (a letter, null where hidden), `moved` and `known` (the rank is
 * public).
 * @param {string} letter @returns {?Piece}
 */
export function readPiece(letter) {
  if (HIDDEN[letter]) return { rank: null, known: false, ...HIDDEN[letter] };
  const code = letter.toUpperCase().charCodeAt(0) - 65;
  if (letter === '_' || code < 1 || code > 24) return null;
  const seat = code > 12 ? 'blue' : 'red';
  const rank = String.fromCharCode(65 + (code > 12 ? code - 12 : code));
  return { seat, rank, moved: false, known: letter !== letter.toUpperCase() };
}

/**
 * The squares that hold a piece that has moved, followed through the events.
 * @param {{files: number}} edition @param {GameEvent[]} events
 */
export function movedSquares(edition, events) {
  /** @type {Set<number>} */
  const moved = new Set();
  for (const event of events) {
    const { from, to } = readMove(edition, event.move);
    moved.delete(from);
    if (!event.battle || event.battle === 'attacker' || event.battle === 'flag') moved.add(to);
    else if (event.battle === 'both') moved.delete(to);
  }
  return moved;
}

/**
 * The square of a seat's k-th set-up letter: own back row first, from its own side.
 * @param {{files: number, rows: number}} edition @param {Seat} seat @param {number} k
 */
export function setupSquare(edition, seat, k) {
  return seat === 'red' ? k : edition.files * edition.rows - 1 - k;
}

/** @param {{files: number, zoneRows: number}} edition */
export function setupLength(edition) {
  return edition.files * edition.zoneRows;
}

/** A game as the page has it, from the whole message: its events stand beside the view. @param {GameMessage} message @returns {Game} */
export const wholeGame = (message) => ({ ...message, events: message.view?.events ?? [] });

/** @param {string} board @param {Array<[number, string]>} cells */
function changedBoard(board, cells) {
  const letters = [...board];
  for (const [place, letter] of cells) letters[place] = letter;
  return letters.join('');
}

/** @param {?View} before @param {ViewChange} change @returns {View} */
function changedView(before, change) {
  const { cells = [], first, events, ...fields } = change;
  const view = /** @type {View} */ ({ first: 0, events: [], ...before, ...fields });
  if (events) view.events = [...view.events.slice(0, first), ...events];
  view.board = changedBoard(view.board, cells);
  return view;
}

/**
 * The game after a `change`, by the rule of docs/protocol.md; `before` stays as it was. Null
 * where something is missing in between, so that the whole game must be asked for.
 * @param {Game | undefined} before @param {ChangeMessage} change @returns {?Game}
 */
export function changedGame(before, change) {
  if (before?.number === undefined || before.number + 1 !== change.number) return null;
  const { type, view, ...fields } = change;
  const seen = view ? changedView(before.view, view) : view === null ? null : before.view;
  return wholeGame({ ...before, ...fields, view: seen });
}

/**
 * A game in a line, as the welcome lists it; `before` is what was listed. Two at one device have no seat of "mine".
 * @param {GameMessage} message @param {GameRow | undefined} before
 */
export function rowOf(message, before) {
  const { game, edition, seat, red, blue, phase, terms, view, trial } = message;
  return {
    game, edition, seat: isHotseat(game) ? null : seat, red, blue, phase, turn: view?.turn ?? null, plies: view?.plies ?? 0,
    result: view?.result ?? '*', by: view?.by ?? '-', rated: terms?.rated ?? false, time: before?.time ?? Date.now(),
    ...(trial ? { trial } : {}),
  };
}

/**
 * What is printed on a piece of that rank, in the style the player prefers.
 * @param {Edition} edition @param {string} rank @param {Settings['numbers']} style
 */
export function labelOf(edition, rank, style) {
  const strength = RANKS.length - 2 - RANKS.indexOf(rank);
  if (style === 'edition' || strength < 1) return edition.labels[rank] ?? '';
  if (style === 'ten') return String(strength);
  return rank === SPY ? 'S' : String(11 - strength);
}

/** What the edition calls a rank, in the language of the page. @param {Edition} edition @param {string} rank */
export function nameOf(edition, rank) {
  const names = edition.names[language] ?? edition.names.en;
  return names[rank] ?? rank;
}

/** @type {Settings} */
export const SETTINGS = {
  language: 'auto', numbers: 'edition', theme: 'auto', palette: 'plain', board: 'field', pieces: 'figures', battles: 'pause',
  sound: true, volume: 60, notify: false, wake: false, nextGame: false, remember: true, hints: true,
};

/** @returns {Settings} */
export function loadSettings() {
  return { ...SETTINGS, ...load('settings', {}) };
}
