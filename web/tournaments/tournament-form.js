// Announcing a tournament: what it is, and when it begins.

import { button, el, segments } from '../ui/dom.js';
import { load, save } from '../ui/storage.js';
import { clockWords, presets } from '../pages/terms.js';
import { t } from '../strings/index.js';

const SYSTEMS = ['arena', 'swiss', 'round-robin', 'exhibition'];
const PLACES = { arena: 500, swiss: 64, 'round-robin': 16, exhibition: 17 };
const USUAL = { system: 'swiss', clock: '5+3', setup: 2, rounds: 5, minutes: 60, delay: 10, rated: false, seat: 'alternate', chooses: false, guests: false };

/** @param {App} app @returns {any} the wish of last time, as far as the server still has it */
function lastWish(app) {
  const wish = { ...USUAL, edition: app.welcome.default, ...load('tournament', {}) };
  const clocks = timed(app).map(({ name }) => name);
  return {
    ...wish, edition: app.editions.has(wish.edition) ? wish.edition : app.welcome.default,
    system: SYSTEMS.includes(wish.system) ? wish.system : USUAL.system,
    clock: clocks.includes(wish.clock) ? wish.clock : clocks[0],
  };
}

/** Clocks that run out while people sit there. @param {any} app */
const timed = (app) => presets(app).filter(({ clock }) => !clock.days);

/** @param {App} app @param {any} wish @returns {{type: 'tournament-new'} & Requests['tournament-new']} */
function messageOf(app, wish) {
  const clock = timed(app).find(({ name }) => name === wish.clock)?.clock ?? null;
  return {
    type: 'tournament-new', name: wish.name, system: wish.system, edition: wish.edition, rated: wish.rated && wish.system !== 'exhibition',
    clock: clock && { bank: clock.bank, free: clock.free, increment: clock.increment, setup: wish.setup * 60 },
    delay: wish.delay * 60, places: Math.min(wish.places || PLACES[wish.system], PLACES[wish.system]),
    ...(wish.system === 'arena' ? { minutes: wish.minutes } : {}), ...(wish.system === 'swiss' ? { rounds: wish.rounds } : {}),
    ...(wish.system === 'exhibition' ? { chooses: wish.chooses, guests: wish.guests, seat: wish.seat === 'alternate' ? null : wish.seat } : {}),
  };
}

/** Behind a fold. @param {App} app @param {() => void} onSent what is announced has been sent */
export function tournamentForm(app, onSent) {
  const w = t.tournaments;
  const wish = lastWish(app);
  const note = el('p', { class: 'fine' });
  const set = (name) => (value) => {
    wish[name] = value;
    save('tournament', { ...wish, name: undefined });
    refresh();
  };
  const number = (name, label, least, most) => el('label', { class: 'number-field' }, el('span', {}, label), el('input', {
    type: 'number', name, min: least, max: most, step: 1, value: wish[name] ?? '', required: name !== 'places', inputmode: 'numeric',
    onchange: ({ target }) => set(name)(Math.max(least, Math.min(most, Math.round(Number(target.value)) || least))),
  }));
  const choice = (name, label, options) => el('label', { class: 'field' }, el('span', {}, label), el('select', {
    name, onchange: ({ target }) => set(name)(target.value),
  }, ...options.map(([value, text]) => el('option', { value, selected: value === wish[name] }, text))));
  const rounds = number('rounds', w.roundsField, 1, 15);
  const minutes = number('minutes', w.minutesField, 1, 720);
  const check = (name, label) => el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name, checked: wish[name], onchange: ({ target }) => set(name)(target.checked),
  }), label);
  const rated = check('rated', w.ratedField);
  const exhibition = el('div', { class: 'exhibition-choices' },
    segments('seat', w.exhibition.colour, [['alternate', w.exhibition.inTurn], ['red', t.seat.red], ['blue', t.seat.blue]], wish.seat, set('seat')),
    check('chooses', w.exhibition.chooses), check('guests', w.exhibition.guests));
  const name = el('input', { type: 'text', name: 'title', required: true, maxlength: 60, autocomplete: 'off' });

  function refresh() {
    note.textContent = w.systemNote[wish.system];
    rounds.hidden = wish.system !== 'swiss';
    minutes.hidden = wish.system !== 'arena';
    rated.hidden = wish.system === 'exhibition';
    exhibition.hidden = wish.system !== 'exhibition';
  }

  const form = el('form', {
    class: 'tournament-form', onsubmit(event) {
      event.preventDefault();
      if (app.order(messageOf(app, { ...wish, name: name.value.trim() }))) onSent();
    },
  }, el('label', { class: 'field' }, el('span', {}, w.name), name),
  segments('system', w.kind, SYSTEMS.map((system) => [system, w.system[system]]), wish.system, set('system')), note,
  choice('edition', w.edition, [...app.editions.values()].map(({ id, title }) => [id, title])),
  choice('clock', w.clock, timed(app).map(({ name: clock, clock: terms }) => [clock, `${clock} (${clockWords(terms)})`])),
  el('div', { class: 'custom-clock' }, number('setup', w.setup, 1, 60), rounds, minutes,
    number('delay', w.delay, 0, 43200), number('places', w.placesField, 2, 500)),
  rated, exhibition,
  el('div', { class: 'row' }, button(w.make, null, 'primary', { type: 'submit' })));
  refresh();
  return el('details', { class: 'card' }, el('summary', {}, w.announce), form);
}
