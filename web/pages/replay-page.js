// Games to replay: any record, GSN or XML that is chosen, dropped or pasted here.

import { button, el, uniqueId } from '../ui/dom.js';
import { emptyPicture, linkTo } from './empty.js';
import { finishedGames } from './finished.js';
import { readFile } from '../ui/files.js';
import { load } from '../ui/storage.js';
import { outcomeText, replayView } from '../play/replay.js';
import { editionTitle, t } from '../strings/index.js';

const LARGEST = 1024 * 1024; // what the server reads

/** The games of a text, read by the server; an error's text otherwise. */
async function reviewsOf(text) {
  if (text.length > LARGEST) return { error: t.replay.tooLarge };
  try {
    const answer = await fetch('/api/review', { method: 'POST', body: text, headers: { 'Content-Type': 'text/plain' } });
    const body = await answer.json();
    return body.games?.length ? { games: body.games } : { error: body.error ?? t.replay.unreadable };
  } catch {
    return { error: t.replay.unreachable };
  }
}

const namesOf = (review) => el('div', { class: 'players' }, ...['blue', 'red'].map((seat) => el(
  'div', { class: `player ${seat}` },
  el('span', { class: `seat-dot ${seat}`, title: t.seat[seat] }),
  el('span', { class: 'player-name' }, review[seat] || t.seat[seat]))));

const titleOf = ({ edition }) => (edition ? editionTitle(edition) : '');

/** The tags of a record that nothing else on the page says. */
const SAID = ['Edition', 'Red', 'Blue', 'RedSetup', 'BlueSetup', 'Board', 'Turn', 'Result', 'Termination', 'MoveTimes'];

function tagList(tags) {
  const others = (tags ?? []).map((tag) => (Array.isArray(tag) ? tag : [tag.name, tag.value]))
    .filter(([name]) => !SAID.includes(name));
  return others.length > 0 && el('details', { class: 'card tags' }, el('summary', {}, t.replay.tags),
    el('dl', {}, ...others.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])));
}

const KEY = 'flagfall.replay';

/** Which record is on show, for the way back from elsewhere: in this tab, while it is open. */
function keepShown(shown) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...shown, of: load('name') }));
  } catch {
    // There is no way back then.
  }
}

function loadShown() {
  try {
    const shown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return shown?.of === load('name') ? shown : null; // who is here now, or an account that has gone
  } catch {
    return null;
  }
}

/**
 * @param {App} app
 * @param {string} [ply] the record that was last on show in this tab once more, after so many moves
 * @param {string} [analysis] and with its analysis
 * @param {any} [again] what the same page has handed on, in another language
 */
export function replayPage(app, ply, analysis, again = null) {
  const r = t.replay;
  const status = el('p', { class: 'message', role: 'status' });
  const games = el('div', { class: 'found-games' });
  const shown = el('div', { class: 'shown-game' });
  const id = uniqueId('record');
  const field = el('textarea', { id, rows: 5, spellcheck: 'false', class: 'letters' });
  const picture = emptyPicture();
  let view = null;
  /** @type {{games: any[], error?: string}} */
  let found = { games: [] };
  let present = null; // the game of these that is shown

  let text = '';

  /** @param {any} review @param {object} [options] of the replay, see play/replay.js */
  function show(review, options = {}) {
    view?.destroy();
    view = null;
    present = review;
    picture.remove();
    shown.replaceChildren();
    if (!review.board || !review.edition) {
      status.textContent = r.broken(review.error ?? r.unreadable);
      return;
    }
    app.setEdition(review.edition);
    keepShown({ text, number: found.games.indexOf(review) });
    view = replayView(app, review, { ...options, players: namesOf(review), after: [tagList(review.tags)] });
    shown.replaceChildren(view.element);
    if (!options.again) shown.scrollIntoView({ block: 'start' });
  }

  function gameButton(review, i, all) {
    return el('li', {}, el('button', {
      type: 'button', class: 'game-row', onclick: () => show(all[i]),
    }, el('span', { class: 'game-title' }, `${review.red || t.seat.red} – ${review.blue || t.seat.blue}`),
    el('span', { class: 'fine' }, [titleOf(review), t.home.plies(review.events.length), outcomeText(review)]
      .filter(Boolean).join(' · '))));
  }

  async function read(given, number = 0, options = {}) {
    if (!given?.trim()) return;
    text = given;
    status.textContent = t.loading;
    list(await reviewsOf(text));
    if (!found.error) show(found.games[number] ?? found.games[0], options);
  }

  function list(next) {
    found = next;
    status.textContent = found.error ?? r.found(found.games.length);
    games.replaceChildren();
    if (found.games?.length > 1) games.append(el('ul', {}, ...found.games.map(gameButton)));
  }

  function onDrop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) file.text().then((one) => read(one));
    else read(event.dataTransfer.getData('text/plain'));
  }

  const source = el('section', { class: 'card drop empty-state', ondragover: (event) => event.preventDefault(), ondrop: onDrop },
    picture, el('h1', {}, r.heading), el('p', { class: 'fine' }, r.lead),
    el('div', { class: 'row' }, button(r.choose, () => readFile('.ffr,.gsn,.xml,.txt,text/*').then((one) => read(one)), 'primary'),
      linkTo('#/watch', t.watch.title)),
    el('details', {}, el('summary', {}, r.paste), el('label', { class: 'visually-hidden', for: id }, r.paste), field,
      button(r.read, () => read(field.value), 'quiet')),
    status, games);

  const finished = finishedGames(app);
  if (again?.present) {
    text = again.text;
    list(again.found);
    show(again.present, { again: again.view });
  } else if (ply !== undefined) {
    const kept = loadShown();
    read(kept?.text, kept?.number, { ply: Number(ply), isAnalysed: Boolean(analysis) });
  }
  return {
    element: el('div', { class: 'replay-page' }, source, shown, finished.show()),
    title: r.heading,
    gamesChanged: () => finished.show(),
    handOn: () => ({ text, found, present, view: view?.handOn() }),
    settingsChanged: () => view?.settingsChanged(),
    reconnected: () => finished.show(),
    destroy: () => view?.destroy(),
  };
}
