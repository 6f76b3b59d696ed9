// A new game: against the computer, for a friend by link, or for anybody in the lobby.

import { button, el, segments } from '../ui/dom.js';
import { editionChoice, editionDetails } from './editions.js';
import { load, save } from '../play/state.js';
import { USUAL_TERMS, termsForm, termsOf } from './terms.js';
import { t } from '../strings/index.js';

const FIRST_OPPONENT = 'level:4';
const AGAINST = ['computer', 'friend', 'lobby'];

/** What this person chose last, made to fit what the server has. */
export function lastWish({ welcome, editions }) {
  const usual = { ...USUAL_TERMS, edition: welcome.default, seat: 'red', opponent: '', against: 'computer' };
  const wish = { ...usual, ...load('wish', {}) };
  if (!editions.has(wish.edition)) wish.edition = welcome.default;
  if (!welcome.opponents.some(({ name }) => name === wish.opponent)) wish.opponent = beatable(welcome.opponents)?.name;
  return wish;
}

// Who has never chosen begins with an opponent that can be beaten.
const beatable = (list) => list.find(({ name }) => name === FIRST_OPPONENT) ?? list[Math.floor(list.length / 2)];

/** Begins what a wish says. */
export function beginGame(app, wish) {
  const { edition, seat, opponent, against } = wish;
  const open = against === 'lobby';
  if (against === 'computer') app.ask({ type: 'new', edition, seat, opponent, ...termsOf(app, wish) });
  else {
    app.ask({
      type: 'challenge', edition, seat, open, ...(wish.to && !open ? { to: wish.to } : {}),
      rated: Boolean(wish.rated && app.welcome.you?.name), ...termsOf(app, wish, open),
    });
  }
}

/** @param {object} app see main.js @param {string} [against] `computer`, `friend` or `lobby` */
export function newGameView(app, against) {
  const { welcome, editions, settings } = app;
  const h = t.home;
  const wish = lastWish(app);
  if (AGAINST.includes(against)) wish.against = against;

  const chosen = el('div', { class: 'details' });
  const about = el('small', { class: 'fine', id: 'about-opponent' });
  const sticky = el('span', { class: 'sticky-title' });
  const whom = el('div', {});
  const terms = el('div', {});
  const go = button('', null, 'primary large', { type: 'submit' });

  function refresh() {
    const edition = editions.get(wish.edition);
    chosen.replaceChildren(...editionDetails(edition, settings, wish.seat).filter(Boolean));
    sticky.textContent = edition.title;
    about.textContent = welcome.opponents.find(({ name }) => name === wish.opponent)?.title ?? '';
    go.textContent = { computer: h.play, friend: t.friend.make, lobby: t.lobby.offer }[wish.against];
    save('wish', wish);
    app.setEdition(edition);
  }

  function changeOpponent() {
    whom.replaceChildren(...[wish.against === 'computer' ? computerChoice() : null,
      wish.against === 'friend' && welcome.you?.name ? nameField() : null].filter(Boolean));
    terms.replaceChildren(termsForm(app, wish, {
      people: wish.against !== 'computer', open: wish.against === 'lobby', changed: refresh,
    }));
    refresh();
  }

  const set = (name, then = refresh) => (value) => {
    wish[name] = value;
    then();
  };

  function computerChoice() {
    const select = el('select', {
      name: 'opponent', 'aria-describedby': about.id, onchange: (event) => set('opponent')(event.target.value),
    }, ...welcome.opponents.map(({ name }) => el('option', { value: name, selected: name === wish.opponent },
      app.opponentName(name))));
    return el('div', { class: 'field' }, el('label', {}, el('span', {}, h.opponent), select), about);
  }

  function nameField() {
    return el('div', { class: 'field' }, el('label', {}, el('span', {}, t.friend.to), el('input', {
      type: 'text', name: 'to', autocomplete: 'off', value: wish.to ?? '', placeholder: t.friend.toHint,
      onchange: (event) => set('to')(event.target.value.trim()),
    })));
  }

  const form = el('form', {
    class: 'new-game',
    onsubmit(event) {
      event.preventDefault();
      beginGame(app, wish);
    },
  },
  el('div', { class: 'card chosen' },
    segments('against', t.newGame.against, AGAINST.map((kind) => [kind, t.newGame[kind]]), wish.against,
      set('against', changeOpponent)),
    chosen, whom,
    segments('seat', h.colour, [['red', t.seat.red, h.first], ['random', t.seat.random], ['blue', t.seat.blue]],
      wish.seat, set('seat')),
    terms, el('div', { class: 'play-bar' }, sticky, go)),
  editionChoice(welcome, wish.edition, set('edition')));

  changeOpponent();
  return {
    element: el('div', { class: 'home' }, el('header', { class: 'hero' }, el('h1', {}, h.heading)), form),
    title: h.heading,
    settingsChanged: refresh,
  };
}
