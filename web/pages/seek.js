// Any opponent: one says what one would play, and waits; wherever on the page one is meanwhile.

import { button, el } from '../ui/dom.js';
import { load, save } from '../ui/storage.js';
import { beginGame, lastWish } from './new-game.js';
import { clockName, clockWords, presets } from './terms.js';
import { clockFace } from '../strings/grammar.js';
import { refusalText, t } from '../strings/index.js';

// What a newcomer needs no thought for: an edition and a clock a press.
/** @type {Array<[string, string]>} */
const QUICK = [['duel', '5+3'], ['barrage', '5+3'], ['barrage', '15+3'], ['tournament', '15+3'], ['tournament', '3d']];
const TICK = 1000; // ms

/**
 * Whether this page waits for an opponent, and for what.
 * @param {{send: (message: object) => boolean, order: (message: object) => boolean}} app see main.js
 */
export function createSeeking(app) {
  /** @type {?{editions: string[], clocks: string[], rated: boolean, bots: boolean}} */
  let wish = null;
  let since = 0; // by this page's clock
  return {
    isOn: () => wish !== null,
    wish: () => wish,
    waited: () => performance.now() - since,
    start(next) {
      wish = next;
      since = performance.now();
      if (!app.order({ type: 'seek', ...next })) wish = null;
    },
    stop() {
      wish = null;
      app.send({ type: 'unseek' });
    },
    /** The server has said no. */
    stopped() { wish = null; },
    /** A new connection: the server may have forgotten. */
    again() { if (wish) app.send({ type: 'seek', ...wish }); },
    /** @param {QueueMessage} message */
    receive({ on, waited }) {
      if (!on) wish = null;
      else since = performance.now() - (waited ?? 0);
    },
  };
}

/** The wish of last time, as far as the server still has it. */
function lastSeek(app) {
  const kept = load('seek', {});
  const has = (list, all) => (list ?? []).filter((one) => all.includes(one));
  return {
    editions: has(kept.editions, [...app.editions.keys()]), clocks: has(kept.clocks, presets(app).map(({ name }) => name)),
    rated: Boolean(kept.rated && app.welcome.you?.name), bots: Boolean(kept.bots),
  };
}

/**
 * What one may look for, and a function that says beside each choice how many wait there.
 * @param {App} app @param {object} wish what is ticked; changed in place
 * @param {(wish: object) => void} start
 * @returns {{elements: Element[], count: (pools: Array<{edition: string, clock: string, waiting: number}>) => void}}
 */
function seekChoices(app, wish, start) {
  const m = t.meet;
  const clocks = new Map(presets(app).map((preset) => [preset.name, preset]));
  const badges = new Map(); // of each which pools it counts

  function badge(isIt) {
    const element = el('small', { class: 'waiting-count' });
    badges.set(element, isIt);
    return element;
  }

  function count(pools) {
    for (const [element, isIt] of badges) {
      const most = Math.max(0, ...pools.filter(isIt).map(({ waiting }) => waiting));
      element.textContent = most ? m.wait(most) : '';
    }
  }

  function quickTile([edition, clock]) {
    const preset = clocks.get(clock);
    return el('button', {
      type: 'button', class: 'button seek-tile',
      onclick: () => start({ editions: [edition], clocks: [clock], rated: wish.rated, bots: wish.bots }),
    }, el('strong', {}, app.editionTitle(edition)), el('span', {}, clockName(preset)),
    !preset.clock.days && el('small', { class: 'fine' }, clockWords(preset.clock)),
    badge((pool) => pool.edition === edition && pool.clock === clock));
  }

  function change(list, value, on) {
    wish[list] = on ? [...wish[list], value] : wish[list].filter((one) => one !== value);
    save('seek', wish);
  }

  /** @param {string} key by which `pools` name it */
  function chips(key, list, values, label, wordsOf) {
    return el('div', { class: 'chips', role: 'group', 'aria-label': label }, ...values.map((value) => el('label', { class: 'chip' },
      el('input', {
        type: 'checkbox', name: key, value, checked: wish[list].includes(value),
        onchange: ({ target }) => change(list, value, target.checked),
      }), el('span', {}, wordsOf(value), ' ', badge((pool) => pool[key] === value)))));
  }

  const check = (name, label) => el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name, checked: wish[name], onchange: ({ target }) => {
      wish[name] = target.checked;
      save('seek', wish);
    },
  }), label);

  const submit = (event) => {
    event.preventDefault();
    start({ ...wish });
  };
  const quick = QUICK.filter(([edition, clock]) => app.editions.has(edition) && clocks.has(clock));
  const elements = [
    el('section', { class: 'card' }, el('h2', {}, m.quick), el('div', { class: 'seek-tiles' }, ...quick.map(quickTile)),
      el('div', { class: 'row' }, app.welcome.you?.name && check('rated', m.rated), check('bots', m.bots))),
    el('form', { class: 'card', onsubmit: submit },
      el('details', { open: wish.editions.length > 0 || wish.clocks.length > 0 }, el('summary', {}, m.choose),
        el('p', { class: 'fine' }, m.chooseNote),
        el('h3', {}, m.editions), chips('edition', 'editions', [...app.editions.keys()], m.editions, app.editionTitle),
        el('h3', {}, m.clocks), chips('clock', 'clocks', [...clocks.keys()], m.clocks, (name) => clockName(clocks.get(name))),
        el('div', { class: 'row' }, button(m.go, null, 'primary large', { type: 'submit' })))),
  ];
  return { elements, count };
}

/** @param {App} app */
export function seekView(app) {
  const m = t.meet;
  const wish = lastSeek(app);
  const status = el('p', { class: 'message', role: 'alert' });
  const content = el('div', { class: 'seek-content' });
  const counts = el('p', { class: 'fine', role: 'status' });
  const time = el('p', { class: 'seek-time', role: 'timer' });
  let queue = { waiting: 0, pools: [] };
  let choices = null; // while it is them that are shown

  function start(next) {
    status.textContent = next.editions.length && next.clocks.length ? '' : m.none;
    if (status.textContent) return;
    app.seeking.start(next);
    show();
  }

  function stop() {
    app.seeking.stop();
    show();
  }

  /** @param {SeekWish} wish */
  function waitingCard({ editions, clocks }) {
    return el('section', { class: 'card seek-waiting' }, el('h2', { class: 'pulse' }, m.looking), time, counts,
      el('ul', { class: 'terms-list' }, ...editions.map((id) => el('li', {}, app.editionTitle(id))),
        ...presets(app).filter(({ name }) => clocks.includes(name)).map((preset) => el('li', {}, clockName(preset)))),
      el('p', { class: 'fine' }, m.leave),
      el('div', { class: 'row' }, button(m.cancel, stop, 'primary'),
        button(m.computer, () => beginGame(app, lastWish(app, 'computer')), 'quiet')));
  }

  function tick() {
    time.textContent = app.seeking.isOn() ? m.since(clockFace(Math.floor(app.seeking.waited() / 1000))) : '';
  }

  function show() {
    const wished = app.seeking.wish();
    if (wished && (choices || !content.firstChild)) {
      choices = null;
      content.replaceChildren(waitingCard(wished));
    } else if (!wished && !choices) {
      choices = seekChoices(app, wish, start);
      content.replaceChildren(...choices.elements);
    }
    showCounts();
    tick();
  }

  function showCounts() {
    choices?.count(queue.pools);
    counts.textContent = m.waiting(Math.max(1, queue.waiting));
  }

  // What is as it was is not said again.
  function refresh(next) {
    if (JSON.stringify(next) === JSON.stringify(queue)) return;
    queue = next;
    showCounts();
  }

  const enter = () => app.send({ type: 'lobby', on: true });
  const timer = setInterval(tick, TICK);
  enter();
  show();
  return {
    element: el('div', { class: 'narrow-page seek-page' },
      el('header', { class: 'hero' }, el('h1', {}, m.title), el('p', {}, m.lead)), status, content),
    title: m.title,
    receive(message) {
      if (message.type === 'lobby' && message.queue) refresh(message.queue);
      else if (message.type === 'queue') show();
      else if (message.type === 'refused') {
        status.textContent = refusalText(message);
        show();
      }
    },
    reconnected: enter,
    destroy() {
      clearInterval(timer);
      app.send({ type: 'lobby', on: false });
    },
  };
}
