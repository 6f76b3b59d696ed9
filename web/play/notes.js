// What a player writes on the backs of enemy pieces: a guess at the rank. It is kept in this
// browser with the game and never leaves it. A piece is known by the square on which it began,
// so a note goes with it, and a move that is taken back takes nothing else along.

import { showDialog } from '../ui/dialogs.js';
import { el } from '../ui/dom.js';
import { loadOf, saveOf } from '../ui/kept.js';
import { RANKS, labelOf, nameOf, originsOf } from './state.js';
import { t } from '../strings/index.js';

/** Notes on one game. @param {Edition} edition @param {Game} first */
export function createNotes(edition, first) {
  let notes = loadOf('notes', first, {}); // by the number of the square on which the piece began
  let origins = new Map();
  /** @param {number} square */
  const at = (square) => origins.get(square) ?? square;
  return {
    /** @param {Game} game */
    update(game) {
      origins = originsOf(edition, game.events);
    },
    /** The rank that is noted on that square, or undefined. */
    on: (/** @type {number} */ square) => notes[at(square)],
    /** @param {number} square @param {?string} rank */
    put(square, rank) {
      const { [at(square)]: _, ...others } = notes;
      notes = rank ? { ...others, [at(square)]: rank } : others;
      saveOf('notes', first, Object.keys(notes).length ? notes : null);
    },
  };
}

/**
 * Asks which rank is to be noted; `done` is told of it, or of null for none.
 * @param {Edition} edition @param {Settings} settings @param {string} where the square
 * @param {?string} noted @param {(rank: ?string) => void} done
 */
export function askForNote(edition, settings, where, noted, done) {
  const n = t.notes;
  /** @type {?HTMLDialogElement} */
  let dialog = null;
  /** @param {?string} rank */
  const choose = (rank) => {
    dialog?.close();
    done(rank);
  };
  /** @param {string} rank */
  const choice = (rank) => el('button', {
    type: 'button', class: 'button quiet note-choice', 'data-rank': rank, 'aria-pressed': String(rank === noted),
    autofocus: rank === (noted ?? RANKS[0]), onclick: () => choose(rank === noted ? null : rank),
  }, labelOf(edition, rank, settings.numbers) && el('span', { class: 'note-label', 'aria-hidden': 'true' },
    labelOf(edition, rank, settings.numbers)), el('span', {}, nameOf(edition, rank)));
  dialog = showDialog({
    title: n.title(where),
    kind: 'narrow notes',
    body: [el('p', { class: 'fine' }, n.text),
      el('div', { class: 'note-choices' }, ...RANKS.filter((rank) => edition.army[rank]).map(choice))],
    actions: [...(noted ? [{ label: n.clear, kind: 'quiet', does: () => done(null) }] : []), { label: t.close, kind: 'primary' }],
  });
}
