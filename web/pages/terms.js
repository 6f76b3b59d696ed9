// The terms of a game: clocks, memory, hints, who may watch; as a form and in words.

import { el } from '../ui/dom.js';
import { t } from '../strings/index.js';

const CUSTOM = 'custom';
const NONE = 'none';
const DELAYS = [0, 60, 300, 900]; // seconds with which spectators see a game
const OWN_CLOCK = { bank: 900, free: 0, increment: 3, setup: 300 };

/** What a person wants of a game until they say otherwise. */
export const USUAL_TERMS = {
  clock: NONE, custom: OWN_CLOCK, memory: false, remember: true, hints: true, watch: null, delay: 0, rated: false, here: false,
};

const only = ({ bank, free, increment, setup, days }) => (days ? { days } : { bank, free, increment, setup });

/** The server's presets: name and clock. */
export function presets(app) {
  return (app.welcome.clocks ?? []).map((preset) => ({ name: preset.name, clock: only(preset.clock ?? preset) }));
}

/** What is sent, of a wish. */
export function termsOf(app, wish, open = false) {
  const clock = wish.clock === CUSTOM ? only(wish.custom)
    : presets(app).find(({ name }) => name === wish.clock)?.clock ?? null;
  return {
    clock, memory: wish.memory, remember: wish.remember, hints: wish.hints, watch: wish.watch ?? open, delay: wish.delay,
  };
}

const minutes = (seconds) => (seconds % 60 || seconds < 60 ? t.terms.seconds(seconds) : t.terms.minutes(seconds / 60));

/** A clock in a few words. */
export function clockWords(clock) {
  const w = t.terms;
  if (!clock) return w.noClock;
  if (clock.days) return w.days(clock.days);
  return [
    minutes(clock.bank), clock.free && w.free(clock.free), clock.increment && w.increment(clock.increment),
  ].filter(Boolean).join(' ');
}

/** What a clock of the server is called: by its numbers, or where it has days by these. */
export const clockName = ({ name, clock }) => (clock.days ? clockWords(clock) : name);

/** All terms of a game, each in a few words; what is usual is left out. */
export function termsWords(terms) {
  const w = t.terms;
  return [
    clockWords(terms.clock), terms.clock?.setup && !terms.clock.days && w.setupTime(minutes(terms.clock.setup)),
    terms.rated && w.ratedShort, terms.memory && w.memoryShort, terms.remember === false && w.noRemember,
    terms.hints === false && w.noHints, terms.watch && (terms.delay ? w.watchedLater(minutes(terms.delay)) : w.watched),
  ].filter(Boolean);
}

function numberField(name, label, [low, high], value, change) {
  return el('label', { class: 'number-field' }, el('span', {}, label), el('input', {
    type: 'number', name, min: low, max: high, step: 1, required: true, value, inputmode: 'numeric',
    onchange: (event) => change(Math.max(low, Math.min(high, Math.round(Number(event.target.value)) || low))),
  }));
}

function customClock(wish, changed) {
  const w = t.terms;
  const set = (key, factor) => (value) => {
    wish.custom = { ...wish.custom, [key]: value * factor };
    changed();
  };
  return el('div', { class: 'custom-clock' },
    numberField('bank', w.bankField, [1, 1440], Math.round(wish.custom.bank / 60) || 1, set('bank', 60)),
    numberField('free', w.freeField, [0, 600], wish.custom.free, set('free', 1)),
    numberField('increment', w.incrementField, [0, 600], wish.custom.increment, set('increment', 1)),
    numberField('setup', w.setupField, [0, 1440], Math.round(wish.custom.setup / 60), set('setup', 60)));
}

/**
 * The form of the terms, without the edition and the seat.
 * @param {App} app
 * @param {object} wish what is chosen; changed in place
 * @param {object} options
 * @param {string} options.against `computer`, `friend`, `lobby`, or `two` at this device
 * @param {() => void} options.changed
 */
export function termsForm(app, wish, { against, changed }) {
  const w = t.terms;
  const people = ['friend', 'lobby'].includes(against);
  const canBeHere = against === 'computer' && app.canPlayHere();
  const isHere = () => against === 'two' || (canBeHere && (wish.here || Boolean(app.welcome.away)));
  const own = el('div', {});
  const isWatched = () => wish.watch ?? against === 'lobby';
  const delay = el('label', { class: 'field', hidden: !isWatched() }, el('span', {}, w.delay), el('select', {
    name: 'delay', onchange: (event) => { wish.delay = Number(event.target.value); changed(); },
  }, ...DELAYS.map((seconds) => el('option', { value: seconds, selected: seconds === wish.delay },
    seconds ? minutes(seconds) : w.atOnce))));
  const letWatch = (on) => {
    wish.watch = on;
    delay.hidden = !on;
  };
  const check = (name, label, on, set, note) => el('label', { class: 'check' },
    el('input', { type: 'checkbox', name, checked: on, onchange: (event) => { set(event.target.checked); changed(); } }),
    el('span', {}, label, note && el('small', { class: 'fine block' }, note)));

  function showCustom() {
    own.replaceChildren(...(wish.clock === CUSTOM ? [customClock(wish, changed)] : []));
  }

  const clocks = [[NONE, w.noClock], ...presets(app).filter(({ clock }) => people || !clock.days).map((preset) => [preset.name, preset.clock.days ? clockName(preset) : `${preset.name} (${clockWords(preset.clock)})`]),
    [CUSTOM, w.custom]];
  if (!clocks.some(([value]) => value === wish.clock)) wish.clock = NONE;
  const clock = el('select', {
    name: 'clock', onchange: (event) => {
      wish.clock = event.target.value;
      showCustom();
      changed();
    },
  }, ...clocks.map(([value, label]) => el('option', { value, selected: value === wish.clock }, label)));
  showCustom();
  const timed = el('div', { hidden: isHere() }, el('div', { class: 'field' }, el('label', {}, el('span', {}, w.clock), clock)), own);
  const chooseHere = (on) => {
    wish.here = on;
    timed.hidden = isHere();
  };

  return el('div', { class: 'terms' }, timed,
    canBeHere && !app.welcome.away && check('here', t.away.here, wish.here, chooseHere, t.away.hereNote),
    el('details', { class: 'more-terms', open: wish.memory || !wish.remember || !wish.hints },
      el('summary', {}, w.more),
      check('memory', t.home.memory, wish.memory, (on) => { wish.memory = on; }),
      check('remember', w.remember, wish.remember, (on) => { wish.remember = on; }, w.rememberNote),
      check('hints', w.hints, wish.hints, (on) => { wish.hints = on; }, w.hintsNote),
      ...(against === 'two' ? [] : [check('watch', w.watch, isWatched(), letWatch), delay])),
    people && app.welcome.you?.name && check('rated', w.rated, wish.rated, (on) => { wish.rated = on; }, w.ratedNote));
}
