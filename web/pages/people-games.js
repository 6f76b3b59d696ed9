// Finished games by page, with filters, and all of one's own as one file.

import { button, el } from '../ui/dom.js';
import { recordsButton } from '../ui/records.js';
import { gameRow } from './rows.js';
import { refusalText, t } from '../strings/index.js';

const WANTED = 15; // rows that a press brings
const ASKED = 12; // pages at most that one press asks for, where few games fit

/** When a day of a date field begins here, or one so many days later; ms since 1970. */
function beginningOf(day, later = 0) {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

/** A choice with "all" before it. */
function choice(label, name, options, change) {
  return el('label', { class: 'field' }, el('span', {}, label), el('select', { name, onchange: change },
    el('option', { value: '' }, t.people.all), ...options.map(([value, text]) => el('option', { value }, text))));
}

const input = (label, name, type, change) => el('label', { class: 'field' }, el('span', {}, label),
  el('input', { type, name, onchange: change, autocomplete: 'off', spellcheck: 'false' }));

/**
 * @param {App} app
 * @param {?string} name whose games; null: one's own
 * @param {Array<string>} editions that can be chosen
 */
export function gamesCard(app, name, editions) {
  const p = t.people;
  const list = el('ul');
  const status = el('p', { class: 'fine', role: 'status' });
  const more = button(p.more, () => { wanted += WANTED; asked = 0; goOn(); }, 'quiet', { hidden: true });
  const begin = () => {
    [before, games, asked, wanted] = [null, [], 0, WANTED];
    list.replaceChildren();
    ask();
  };
  const form = el('form', { class: 'filters', onsubmit: (event) => { event.preventDefault(); begin(); } },
    choice(p.edition, 'edition', editions.map((id) => [id, app.editionTitle(id)]), begin),
    choice(p.against, 'against', Object.entries(p.againstOf), begin),
    choice(p.result, 'result', ['won', 'drawn', 'lost'].map((one) => [one, p[one].toLocaleLowerCase()]), begin),
    choice(p.rated, 'rated', Object.entries(p.ratedOf), begin),
    input(p.opponentName, 'opponent', 'text', begin), input(p.from, 'since', 'date', begin), input(p.to, 'until', 'date', begin));
  const element = el('section', { class: 'card games' }, el('h2', {}, p.finished),
    el('details', { class: 'filter-panel' }, el('summary', {}, p.filters), form), list, status,
    el('div', { class: 'row' }, more, name === null && recordsButton('/api/person/games.ffr', t.people.download, t.people.downloaded, status)));
  let before = null;
  let games = [];
  let asked = 0;
  let wanted = WANTED;
  let isWaiting = false;
  let again = false; // what was asked last is no longer what is wanted

  function wish() {
    const given = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]).filter(([, value]) => value));
    const { since, until, rated, ...texts } = given;
    return {
      type: 'history', ...texts, ...(name === null ? {} : { name }), ...(before === null ? {} : { before }),
      ...(rated ? { rated: rated === 'yes' } : {}),
      ...(since ? { since: beginningOf(since) } : {}), ...(until ? { until: beginningOf(until, 1) } : {}),
    };
  }

  function ask() {
    again = isWaiting;
    if (isWaiting) return;
    asked += 1;
    isWaiting = app.send(wish());
    status.textContent = isWaiting ? t.loading : p.unreachable;
  }

  // Shows what has come, as much as is wanted; asks for more where that is not enough.
  function goOn() {
    const shown = list.children.length;
    list.append(...games.slice(shown, wanted).map((game) => gameRow(app, game)));
    if (before !== null && games.length < wanted && asked < ASKED) return void ask();
    more.hidden = before === null && games.length <= wanted;
    const isAll = before === null && ![...new FormData(form).values()].some(String);
    // Who has no finished game is told so by the results already.
    element.hidden = name === null && !games.length && isAll;
    status.textContent = games.length ? '' : isAll ? p.noneWatched : before === null ? p.none : p.noneYet;
    if (shown && list.children.length > shown) list.children[shown].querySelector('a')?.focus();
  }

  function receive(message) {
    isWaiting = false;
    if (again) return void ask();
    before = message.before;
    games.push(...message.games);
    goOn();
  }

  ask();
  return {
    element,
    receive,
    refuse(message) {
      isWaiting = false;
      status.textContent = refusalText(message);
    },
    /** The connection is back: what was asked before is lost. */
    reconnected() {
      isWaiting = false;
      begin();
    },
  };
}
