// One's finished games: filtered, and taken off the list by who does not want to see them. The
// server keeps them all; what is taken off is kept in this browser.

import { announce } from '../ui/announce.js';
import { button, el, put } from '../ui/dom.js';
import { gameRow, isOwn } from './rows.js';
import { opponentOf } from '../play/players.js';
import { enemyOf } from '../play/state.js';
import { load, save } from '../ui/storage.js';
import { t } from '../strings/index.js';

const SHOWN = 6;
const KEPT = 500; // games that are off the list, the latest
const KEY = 'discarded';

// A game that was called off before its first move is nothing to look at.
const wasPlayed = ({ phase, result, plies }) => phase === 'over' && (plies > 0 || result !== '*');

const isAgainstComputer = (row) => opponentOf(row)?.kind === 'computer';

/** What the choice lets through. @type {Object<string, (row: GameRow) => boolean>} */
export const FILTERS = {
  all: () => true,
  computer: isAgainstComputer,
  people: (row) => !isAgainstComputer(row),
  won: (row) => row.result === row.seat,
  lost: (row) => row.seat !== null && row.result === enemyOf(row.seat),
};

/** @param {App} app */
export function finishedGames(app) {
  const f = t.finished;
  const list = el('ul');
  const status = el('p', { class: 'fine', role: 'status' });
  const choice = el('select', { name: 'finished', onchange: () => render() },
    ...Object.keys(FILTERS).map((name) => el('option', { value: name }, f[name])));
  const element = el('section', { class: 'card games finished', 'aria-label': t.home.finished },
    el('div', { class: 'card-head' }, el('h2', {}, t.home.finished),
      el('label', { class: 'finished-filter' }, el('span', { class: 'fine' }, f.filter), choice)), list, status);
  let games = [];

  function discard(id, on) {
    const others = load(KEY, []).filter((one) => one !== id);
    save(KEY, on ? [...others, id].slice(-KEPT) : others);
    render();
    if (!on) return void status.replaceChildren();
    const undo = button(f.undo, () => discard(id, false), 'link');
    status.replaceChildren(f.discarded, ' ', undo);
    undo.focus();
    announce(f.discarded);
  }

  function row(game) {
    const words = f.discard(app.editionTitle(game.edition));
    const item = gameRow(app, game);
    item.append(button('×', () => discard(game.game, true), 'link discard', { 'aria-label': words, title: words }));
    return item;
  }

  function render() {
    const off = new Set(load(KEY, []));
    const shown = games.filter((one) => !off.has(one.game) && FILTERS[choice.value](one));
    put(list, ...shown.slice(0, SHOWN).map(row), !shown.length && el('li', { class: 'fine' }, f.none));
  }

  return {
    /** The list of now as a card, hidden where nothing has been finished yet. */
    show() {
      games = app.welcome.games.filter(isOwn).filter(wasPlayed);
      render();
      element.hidden = !games.length;
      return element;
    },
  };
}
