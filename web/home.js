// The start page: the guest's games, and the choice of a new one.

import { button, el, svg } from './dom.js';
import { armyList } from './rules.js';
import { load, save, squareNumber } from './state.js';
import { t } from './strings/index.js';

const SHOWN_GAMES = 6;

function groupOf(edition) {
  if (edition.armySize < edition.zoneSize) return 'few';
  return edition.armySize < 40 ? 'short' : 'full';
}

/** What sets an edition's rules apart, in a few words each. */
function specials(edition) {
  const h = t.home;
  return [
    h.shuttle(edition.twoSquares), h.chase[edition.chase], edition.forfeit && h.forfeit,
    edition.quietLimit ? h.quiet(edition.quietLimit) : '',
  ].filter(Boolean);
}

/** An edition in a line. */
function editionLine(edition) {
  return [t.home.board(edition), t.home.pieces(edition.armySize), ...specials(edition)].join(' · ');
}

function preview(edition) {
  const lakes = new Set(edition.lakes.map((name) => squareNumber(edition, name)));
  const squares = [];
  for (let row = 0; row < edition.rows; row += 1) {
    for (let file = 0; file < edition.files; file += 1) {
      let kind = (row + file) % 2 ? 'dark' : 'light';
      if (row < edition.zoneRows) kind += ' red';
      if (row >= edition.rows - edition.zoneRows) kind += ' blue';
      if (lakes.has(row * edition.files + file)) kind = 'lake';
      squares.push(svg('rect', { x: file, y: edition.rows - 1 - row, width: 1, height: 1, class: kind }));
    }
  }
  return svg('svg', {
    class: 'preview', viewBox: `0 0 ${edition.files} ${edition.rows}`, role: 'img', 'aria-label': t.home.preview(edition),
  }, ...squares);
}

function details(edition, settings, seat) {
  return [
    el('h2', { class: 'edition-title' }, edition.title),
    el('div', { class: 'overview' }, preview(edition), el('div', {},
      el('p', {}, t.home.board(edition)), el('p', {}, t.home.each(edition.armySize)),
      ...specials(edition).map((text) => el('p', { class: 'fine' }, text)))),
    el('h3', { class: 'visually-hidden' }, t.home.army),
    armyList(edition, settings, seat === 'blue' ? 'blue' : 'red'),
  ];
}

function gameRow(game, editions) {
  const h = t.home;
  const title = editions.get(game.edition)?.title ?? game.edition;
  const state = game.phase === 'over' ? h.outcome[game.result] ?? '' : h.phase[game.phase];
  return el('li', {}, el('a', { class: 'game-row', href: `#/game/${game.game}` },
    el('span', { class: `seat-dot ${game.seat}` }),
    el('span', { class: 'game-title' }, title),
    el('span', { class: 'fine' }, [t.seat[game.seat], state, game.plies ? h.plies(game.plies) : '']
      .filter(Boolean).join(' · ')),
    el('span', { class: 'go' }, game.phase === 'over' ? h.look : h.resume)));
}

function gamesSection(title, games, editions) {
  if (games.length === 0) return null;
  return el('section', { class: 'card games', 'aria-label': title },
    el('h2', {}, title), el('ul', {}, ...games.slice(0, SHOWN_GAMES).map((game) => gameRow(game, editions))));
}

function segments(name, title, options, chosen, change) {
  return el('fieldset', { class: 'segments' }, el('legend', {}, title), el('div', { class: 'segment-row' },
    ...options.map(([value, label, note]) => el('label', { class: `segment ${value}` },
      el('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }),
      el('span', {}, label, note && el('small', {}, note))))));
}

/** @param {object} app see main.js */
export function homeView(app) {
  const { welcome, editions, settings } = app;
  const h = t.home;
  const opponents = new Set(welcome.opponents.map(({ name }) => name));
  const wish = { edition: welcome.default, seat: 'red', opponent: '', memory: false, ...load('wish', {}) };
  if (!editions.has(wish.edition)) wish.edition = welcome.default;
  if (!opponents.has(wish.opponent)) wish.opponent = welcome.opponents[0]?.name;

  const chosen = el('div', { class: 'details' });
  const about = el('small', { class: 'fine', id: 'about-opponent' });
  const sticky = el('span', { class: 'sticky-title' });

  function refresh() {
    const edition = editions.get(wish.edition);
    chosen.replaceChildren(...details(edition, settings, wish.seat).filter(Boolean));
    sticky.textContent = edition.title;
    about.textContent = welcome.opponents.find(({ name }) => name === wish.opponent)?.title ?? '';
    save('wish', wish);
    app.setEdition(edition);
  }

  const set = (name) => (value) => { wish[name] = value; refresh(); };

  function editionCard(edition) {
    return el('label', { class: 'edition' },
      el('input', {
        type: 'radio', name: 'edition', value: edition.id, checked: edition.id === wish.edition,
        onchange: () => set('edition')(edition.id),
      }),
      el('span', { class: 'edition-text' },
        el('strong', {}, edition.title, edition.id === welcome.default && el('em', {}, h.recommended)),
        el('small', {}, editionLine(edition))));
  }

  function group(kind) {
    const members = welcome.editions.filter((edition) => groupOf(edition) === kind)
      .sort((a, b) => (b.id === welcome.default) - (a.id === welcome.default));
    if (members.length === 0) return null;
    const [title, line] = h.groups[kind];
    return el('fieldset', { class: 'edition-group' },
      el('legend', {}, title), el('p', { class: 'fine' }, line),
      el('div', { class: 'edition-list' }, ...members.map(editionCard)));
  }

  const opponent = el('select', {
    name: 'opponent', 'aria-describedby': about.id, onchange: (event) => set('opponent')(event.target.value),
  }, ...welcome.opponents.map(({ name }) => el('option', { value: name, selected: name === wish.opponent },
    app.opponentName(name))));

  const form = el('form', {
    class: 'new-game',
    onsubmit(event) {
      event.preventDefault();
      app.newGame({ ...wish });
    },
  },
  el('div', { class: 'card chosen' }, chosen,
    segments('seat', h.colour, [['red', t.seat.red, h.first], ['random', t.seat.random], ['blue', t.seat.blue]],
      wish.seat, set('seat')),
    el('div', { class: 'field' }, el('label', {}, el('span', {}, h.opponent), opponent), about),
    el('label', { class: 'check' }, el('input', {
      type: 'checkbox', name: 'memory', checked: wish.memory, onchange: (event) => set('memory')(event.target.checked),
    }), h.memory),
    el('div', { class: 'play-bar' }, sticky,
      button(h.play, null, 'primary large', { type: 'submit' }))),
  el('div', { class: 'card editions' }, el('h2', {}, h.edition), ...['full', 'short', 'few'].map(group)));

  refresh();
  return {
    element: el('div', { class: 'home' },
      el('header', { class: 'hero' }, el('h1', {}, h.heading), el('p', {}, h.lead)),
      gamesSection(h.running, welcome.games.filter(({ phase }) => phase !== 'over'), editions), form,
      gamesSection(h.finished, welcome.games.filter(({ phase }) => phase === 'over'), editions)),
    title: '',
    settingsChanged: refresh,
  };
}
