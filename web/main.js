// Start: the connection, the frame of the page, and which view is shown.

import { announcer, announce } from './announce.js';
import { notify, showBadge } from './attention.js';
import { connect } from './connection.js';
import { showDialog } from './dialogs.js';
import { button, el, svg } from './dom.js';
import { homeView } from './home.js';
import { keysDialog, listenForHelp } from './keys.js';
import { learnView } from './learn.js';
import { spriteSheet } from './pieces.js';
import { playView } from './play.js';
import { rulesDialog } from './rules.js';
import { settingsDialog } from './settings.js';
import { setupView } from './setup.js';
import { playSound } from './sound.js';
import { loadSettings, mergeGame, save } from './state.js';
import { opponentWords, refusalText, t, translated, useLanguage } from './strings/index.js';

/** What the views are given: the server's welcome, and what they may ask for. */
const app = {
  welcome: null,
  editions: new Map(),
  settings: loadSettings(),
  send: (message) => connection.send(message),
  goHome: () => { location.hash = '#/'; },
  /** What the tab says, and whether it calls: it is your turn. */
  setTitle(text, calls = false) {
    document.title = text ? `${text} · ${t.title}` : t.title;
    showBadge(calls);
  },
  /** The present view once more, after a choice that changes all of it. */
  remake: () => show(makeView, true),
  sound: (name) => playSound(app.settings, name),
  /** Tells somebody who looks elsewhere; `about` is the game. */
  notify: (text, about) => notify(app.settings, t.title, text, about),
  setEdition(edition) { shownEdition = edition; },
  opponentName: (name) => (name ? opponentWords(name)[0] : ''),
  newGame({ edition, seat, opponent, memory }) {
    if (awaitingNew) return; // a second press of the button
    awaitingNew = app.send({ type: 'new', edition, seat, opponent, memory });
  },
};

let shownEdition = null; // whose rules the button shows
let awaitingNew = false; // the next game that the server tells of is a new one
let game = null; // the game of the present page, as merged
let view = null;
let makeView = null; // makes the present view anew, for another language
let told = null; // the welcome as the server said it

const main = el('main', { id: 'main', tabindex: -1 });
const banner = el('div', { class: 'banner', role: 'status', hidden: true });

const gameInAddress = () => decodeURIComponent(location.hash.match(/^#\/game\/(.+)$/)?.[1] ?? '') || null;

// `again`: the same view in another language.
function show(make, again = false) {
  view?.destroy?.();
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  makeView = make;
  view = make(again);
  const focused = main.contains(document.activeElement);
  main.replaceChildren(view.element);
  scrollTo(0, 0);
  if (focused) main.focus({ preventScroll: true }); // where keys and readers go on
  if (view.title !== undefined) app.setTitle(view.title);
}

function showNote(say) {
  show(() => ({
    element: el('div', { class: 'note card' }, el('p', {}, say()), el('a', { href: '#/', class: 'button' }, t.home.toStart)),
    title: '',
  }));
}

function showHome() {
  game = null;
  show(() => homeView(app));
}

function showGame() {
  app.setEdition(app.editions.get(game.edition));
  show((again) => (game.phase === 'setup' ? setupView(app, game) : playView(app, game, again)));
}

/** Shows what the address names. */
function route() {
  if (!app.welcome) return;
  const id = gameInAddress();
  if (location.hash === '#/learn') return void show(() => learnView(app));
  if (!id) return void showHome();
  if (game?.game === id && view) return;
  game = null;
  show(() => ({ element: el('p', { class: 'note' }, t.loading) }));
  app.send({ type: 'open', game: id });
}

function receiveGame(message) {
  noteGame(message);
  if (awaitingNew) {
    awaitingNew = false;
    if (message.game !== gameInAddress()) location.hash = `#/game/${encodeURIComponent(message.game)}`;
  }
  if (message.game !== gameInAddress()) return;
  const before = game;
  game = mergeGame(before, message);
  if (!game) return void app.send({ type: 'open', game: message.game });
  if (game.phase !== 'setup') save(`setup.${game.game}`, null);
  const sameView = before && view && (before.phase === 'setup') === (game.phase === 'setup');
  if (!sameView) return void showGame();
  if (reopened) view.reconnected?.(game);
  if (game.view) view.update(game);
  reopened = false;
}

// The welcome lists the guest's games once a connection; later news is added here.
function noteGame({ game: id, edition, seat, red, blue, phase, view: state }) {
  if (!seat) return; // a game of others
  const row = { game: id, edition, seat, red, blue, phase, plies: state?.plies ?? 0, result: state?.result ?? '*' };
  const others = app.welcome.games.filter((one) => one.game !== id);
  app.welcome.games = [row, ...others];
}

let reopened = false; // the next state is the answer after a break

// What the views read of the welcome, in the language of the page.
function translate() {
  Object.assign(app.welcome, translated(told));
  app.editions = new Map(app.welcome.editions.map((edition) => [edition.id, edition]));
}

function receiveWelcome(message) {
  const again = app.welcome !== null;
  awaitingNew = false;
  if (again && app.welcome.version !== message.version) return void location.reload();
  told = message;
  app.welcome = { ...message };
  translate();
  if (!again) return void route();
  if (!gameInAddress()) return void showHome();
  reopened = true;
  app.send({ type: 'open', game: gameInAddress() });
}

function receiveRefusal(message) {
  if (message.re === 'new') awaitingNew = false;
  if (message.re === 'open') return void showNote(() => refusalText(message));
  if (view?.receive) return void view.receive(message);
  showDialog({
    title: t.refusedTitle, kind: 'narrow', body: [el('p', {}, refusalText(message))],
    actions: [{ label: t.close, kind: 'primary' }],
  });
}

const RECEIVERS = { welcome: receiveWelcome, game: receiveGame, refused: receiveRefusal };

function receive(message) {
  if (RECEIVERS[message.type]) RECEIVERS[message.type](message);
  else view?.receive?.(message);
}

function showStatus(up) {
  const wasDown = !banner.hidden;
  banner.hidden = up;
  banner.textContent = up ? '' : t.offline;
  if (up && wasDown) announce(t.back);
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function applyTheme() {
  const { dataset } = document.documentElement;
  const { theme } = app.settings;
  dataset.theme = theme === 'auto' ? (darkSystem.matches ? 'dark' : 'light') : theme;
  dataset.palette = app.settings.palette;
}

function changeSetting(name, value) {
  app.settings[name] = value;
  save('settings', app.settings);
  if (name === 'language') return void speak();
  applyTheme();
  view?.settingsChanged?.();
}

// Everything is said anew in another language, the settings being changed included.
function speak() {
  useLanguage(app.settings.language);
  document.body.replaceChildren(...frame());
  showStatus(banner.hidden);
  if (!app.welcome) return;
  translate();
  if (shownEdition) shownEdition = app.editions.get(shownEdition.id);
  if (makeView) show(makeView, true);
  openSettings('language');
}

function openSettings(first) {
  settingsDialog(app.settings, changeSetting, first);
}

function frame() {
  const logo = svg('svg', { viewBox: '0 0 64 64', class: 'logo', 'aria-hidden': 'true' },
    svg('path', { d: 'M15 6h6v54h-6z', class: 'pole' }),
    svg('path', { d: 'M21 9c11-6 18 6 30 0v25c-12 6-19-6-30 0z', class: 'cloth' }));
  return [
    el('a', { class: 'skip', href: '#main', onclick: (event) => { event.preventDefault(); main.focus(); } }, t.skip),
    el('header', { class: 'top' }, el('a', { class: 'brand', href: '#/' }, logo, el('span', {}, t.title)),
      el('nav', {}, el('a', { class: 'button link', href: '#/learn' }, t.learn.link), button(t.rules, () => shownEdition && rulesDialog(shownEdition, app.settings), 'link open-rules'),
        button(t.settings, () => openSettings(), 'link open-settings'))),
    banner, main, el('footer', {}, button(t.keys.open, keysDialog, 'link'), el('p', {}, t.footer)), announcer, spriteSheet(),
  ];
}

useLanguage(app.settings.language);
applyTheme();
document.body.append(...frame());
darkSystem.addEventListener('change', applyTheme);
listenForHelp();
addEventListener('hashchange', route);
const connection = connect(receive, showStatus);
