// A new game: against the computer, for a friend by link, for anybody in the lobby, or for two at
// this device.

import { button, compact, el, segments } from '../ui/dom.js';
import { editionChoice, editionDetails } from './editions.js';
import { load, save } from '../ui/storage.js';
import { opponentChoice } from './opponents.js';
import { USUAL_TERMS, termsForm, termsOf } from './terms.js';
import { t } from '../strings/index.js';

const FIRST_OPPONENT = 'level:4';
const ONLINE = ['friend', 'lobby'];
const SHARED = ['edition', 'seat', 'opponent', 'to'];

const pick = (object, names) => Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

function keepWish(wish) {
  save('wish', pick(wish, [...SHARED, 'against']));
  save(`terms.${wish.against}`, pick(wish, Object.keys(USUAL_TERMS)));
}

/**
 * What this person chose last, made to fit what the server has: the same edition and
 * seat against everybody, the clock and other terms for each kind of opponent alone.
 * @param {App} app @param {?string} [kind] against whom
 */
export function lastWish({ welcome, editions }, kind = null) {
  const usual = { edition: welcome.default, seat: 'red', opponent: '', against: 'computer' };
  const kept = load('wish', {});
  const against = kind ?? kept.against ?? usual.against;
  const wish = { ...usual, ...pick(kept, SHARED), ...USUAL_TERMS, ...load(`terms.${against}`, {}), against };
  if (!editions.has(wish.edition)) wish.edition = welcome.default;
  if (!welcome.opponents.some(({ name }) => name === wish.opponent)) wish.opponent = beatable(welcome.opponents)?.name;
  return wish;
}

// Who has never chosen begins with an opponent that can be beaten.
const beatable = (list) => list.find(({ name }) => name === FIRST_OPPONENT) ?? list[Math.floor(list.length / 2)];

/** Is a game against the computer to be played on this device? */
export const isPlayedHere = (app, wish) => Boolean(wish.here && app.canPlayHere());

/** Against whom one can play now. */
const kindsOf = (app) => ['computer', ...(app.welcome.away ? [] : ONLINE), ...(app.canPlayHere() ? ['two'] : [])];

/** Begins what a wish says; a second press meanwhile does nothing. */
export function beginGame(app, wish) {
  if (app.state.awaited) return;
  const { edition, seat, opponent, against, memory, remember, hints } = wish;
  const open = against === 'lobby';
  if (against === 'computer') leaveSetups(app);
  if (against === 'computer') app.ask({ type: 'new', edition, seat, opponent, ...termsOf(app, wish), here: isPlayedHere(app, wish) });
  else if (against === 'two') app.ask({ type: 'new', edition, hotseat: true, memory, remember, hints, here: true });
  else {
    app.ask({
      type: 'challenge', edition, seat, open, ...(wish.to && !open ? { to: wish.to } : {}),
      rated: Boolean(wish.rated && app.welcome.you?.name), ...termsOf(app, wish, open),
    });
  }
}

// A set-up against the computer that was left makes room for the next.
function leaveSetups(app) {
  app.welcome.games
    .filter(({ seat, phase, red, blue }) => seat && phase === 'setup' && [red, blue].some(({ kind }) => kind === 'computer'))
    .forEach(({ game }) => app.send({ type: 'abort', game }));
}

/** @param {App} app @param {string} [against] `computer`, `friend`, `lobby` or `two` */
export function newGameView(app, against) {
  const { welcome, editions, settings } = app;
  const h = t.home;
  const kinds = kindsOf(app);
  const wish = lastWish(app, [against, lastWish(app).against].find((kind) => kinds.includes(kind)) ?? 'computer');

  const chosen = el('div', { class: 'details' });
  const sticky = el('span', { class: 'sticky-title' });
  const whom = el('div', {});
  const terms = el('div', {});
  const seats = segments('seat', h.colour, [['red', t.seat.red, h.first], ['random', t.seat.random], ['blue', t.seat.blue]],
    wish.seat, set('seat'));
  const go = button('', null, 'primary large', { type: 'submit' });

  function refresh() {
    const edition = editions.get(wish.edition);
    chosen.replaceChildren(...editionDetails(edition, settings, wish.seat).filter(Boolean));
    sticky.textContent = edition.title;
    go.textContent = { friend: t.friend.make, lobby: t.lobby.offer }[wish.against] ?? h.play;
    keepWish(wish);
    app.setEdition(edition);
  }

  // Each kind of opponent has terms of its own.
  function changeKind(kind) {
    Object.assign(wish, pick(lastWish(app, kind), Object.keys(USUAL_TERMS)), { against: kind });
    changeOpponent();
  }

  function changeOpponent() {
    whom.replaceChildren(...compact([wish.against === 'computer' ? computerChoice() : null,
      wish.against === 'two' ? el('p', {}, t.two.note) : null,
      wish.against === 'friend' && welcome.you?.name ? nameField() : null]));
    seats.hidden = wish.against === 'two';
    terms.replaceChildren(termsForm(app, wish, { against: wish.against, changed: refresh }));
    refresh();
  }

  function set(name) {
    return (value) => {
      wish[name] = value;
      refresh();
    };
  }

  const computerChoice = () => opponentChoice(app, wish.opponent, set('opponent'));

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
  el('div', { class: 'card choices' },
    welcome.away ? el('p', { class: 'away-note' }, t.away.text) : '',
    segments('against', t.newGame.against, kinds.map((kind) => [kind, t.newGame[kind] ?? t.two.title]), wish.against, changeKind),
    editionChoice(welcome, wish.edition, set('edition')), whom, seats, terms),
  el('aside', { class: 'card chosen' }, el('div', { class: 'play-bar' }, sticky, go), chosen));

  changeOpponent();
  return {
    element: el('div', { class: 'home' }, el('header', { class: 'hero' }, el('h1', {}, h.heading)), form),
    title: h.heading,
    settingsChanged: refresh,
  };
}
