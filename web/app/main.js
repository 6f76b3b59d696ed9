// Start: the connection, which view is shown, and where messages go.

import { accountView } from '../pages/account.js';
import { moveArmies } from '../army/armies.js';
import { notify, showBadge } from './attention.js';
import { createTalk } from '../play/chat.js';
import { connect } from './connection.js';
import { el } from '../ui/dom.js';
import { editorView } from '../army/editor.js';
import { complain, createFrame } from './frame.js';
import { homeView } from '../pages/home.js';
import { joinView, offerView } from '../pages/join.js';
import { listenForHelp } from './keys.js';
import { learnView } from '../pages/learn.js';
import { lobbyView } from '../pages/lobby.js';
import { lastWish, newGameView } from '../pages/new-game.js';
import { gameOverView } from '../play/game-over.js';
import { playView } from '../play/play.js';
import { nextOpponent } from '../pages/opponents.js';
import { opponentOf, playerName } from '../play/players.js';
import { replayPage } from '../pages/replay-page.js';
import { rulesDialog } from '../play/rules.js';
import { settingsDialog } from './settings.js';
import { setupView } from '../army/setup.js';
import { playSound } from '../ui/sound.js';
import { changedGame, loadSettings, rowOf, save, wholeGame } from '../play/state.js';
import { opponentWords, refusalText, t, translated, useLanguage } from '../strings/index.js';
import { waitingView } from '../pages/waiting.js';

/** What the views are given: the server's welcome, and what they may ask for. */
const app = {
  welcome: null,
  editions: new Map(),
  settings: loadSettings(),
  talk: createTalk(),
  send: (message) => connection.send(message),
  /** Sends what is answered by a game, which is then shown. A second press does nothing. */
  ask(message) {
    if (awaited) return;
    awaited = app.send(message);
    if (!awaited) complain(t.notSent);
  },
  goTo: (hash) => { location.hash = hash; },
  goHome: () => app.goTo('#/'),
  /** Shows an address, anew if it is shown already. */
  show(hash) {
    if (location.hash === hash) route();
    else app.goTo(hash);
  },
  showGame: () => showGame(),
  /** A game as the server has told it on this connection, or undefined. */
  gameOf: (id) => followed.get(id),
  /** The present view once more, after a choice that changes all of it. */
  remake: () => show(makeView, true),
  /** What the tab says, and whether it calls: it is your turn. */
  setTitle(text, calls = false) {
    document.title = text ? `${text} · ${t.title}` : t.title;
    showBadge(calls);
  },
  sound: (name, delay) => playSound(app.settings, name, delay),
  /** Tells somebody who looks elsewhere; `about` is the game. */
  notify: (text, about) => notify(app.settings, t.title, text, about),
  setEdition(edition) { shownEdition = edition; },
  nextOpponent: (name) => nextOpponent(app, name),
  opponentName: (name) => (name ? opponentWords(name)[0] : ''),
  changeSetting,
  complain,
  recovery: null, // a recovery code that has just been made, until it is kept
  signedFor: null, // why there is a new cookie, where the person is the same
  hasRegistered: false, // since the last welcome: what the guest kept becomes the account's
};

const FOLLOWED = 16; // games kept in mind, twice as many as a connection hears of
const followed = new Map(); // by id, as the server has told them on this connection

let shownEdition = null; // whose rules the button shows
let awaited = false; // the next new game that the server tells of is to be shown
let game = null; // the game of the present page
let view = null;
let kind = ''; // of the view, where it is a game's: its phase
let makeView = null; // makes the present view anew, for another language
let told = null; // the welcome as the server said it
let reopened = false; // the next state is the answer after a break
let personChanged = false; // the next welcome is for somebody else

const frame = createFrame({
  // Where no game is on show, the rules are those of the edition that one would play.
  rules: () => app.welcome && rulesDialog(shownEdition ?? app.editions.get(lastWish(app).edition), app.settings),
  settings: () => openSettings(),
});
const { main } = frame;

// Which view is shown

/** @type {Array<[RegExp, (app: object, ...given: string[]) => any]>} */
const PAGES = [
  [/^#\/new\/(computer|friend|lobby)$/, newGameView],
  [/^#\/lobby$/, lobbyView],
  [/^#\/join(?:\/(.+))?$/, joinView],
  [/^#\/editor$/, (to) => editorView(to)],
  [/^#\/army\/([^/]+)\/([A-Za-z_]+)$/, editorView],
  [/^#\/replay$/, replayPage],
  [/^#\/learn$/, learnView],
  [/^#\/account$/, accountView],
];

const gameInAddress = () => decodeURIComponent(location.hash.match(/^#\/game\/(.+)$/)?.[1] ?? '') || null;

// `again`: the same view in another language.
function show(make, again = false) {
  view?.destroy?.();
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  makeView = make;
  view = make(again);
  const focused = main.contains(document.activeElement);
  document.body.classList.toggle('has-board', view.element.matches('.play-view, .setup-view'));
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

const GAME_VIEWS = {
  waiting: (again) => (game.seat ? waitingView(app, game, again) : offerView(app, game)),
  setup: () => (game.seat ? setupView(app, game) : waitingNote()),
  play: () => playView(app, game),
  over: (again) => gameOverView(app, game, again),
};

const waitingNote = () => ({
  element: el('div', { class: 'note card' }, el('p', {}, t.players.bothSettingUp)), title: '', update: () => {},
});

function showGame() {
  app.setEdition(app.editions.get(game.edition));
  kind = game.phase;
  show((again) => GAME_VIEWS[kind](again));
}

// A game of others, and one that is over, tells nothing more to who has left.
function leaveGame() {
  if (game && (!game.seat || game.phase === 'over')) app.send({ type: 'close', game: game.game });
  game = null;
}

/** Shows what the address names. */
function route() {
  if (!app.welcome) return;
  const id = gameInAddress();
  if (id && game?.game === id && view) return;
  leaveGame();
  kind = '';
  if (id) {
    frame.dropNotice(id);
    show(() => ({ element: el('p', { class: 'note' }, t.loading) }));
    app.send({ type: 'open', game: id });
    return;
  }
  const [pattern, make] = PAGES.find(([one]) => one.test(location.hash)) ?? /** @type {[null, any]} */ ([null, homeView]);
  const given = pattern ? location.hash.match(pattern).slice(1).map((part) => part && decodeURIComponent(part)) : [];
  show(() => make(app, ...given));
}

// What the server says: a game as a whole, and then what has changed of it.

function receiveWhole(message) {
  const whole = wholeGame(message);
  followed.delete(whole.game);
  followed.set(whole.game, whole);
  if (followed.size > FOLLOWED) followed.delete(followed.keys().next().value);
  receiveGame(whole);
}

function receiveChange(message) {
  const changed = changedGame(followed.get(message.game), message);
  if (changed) receiveWhole(changed);
  else app.send({ type: 'open', game: message.game });
}

function receiveGame(message) {
  const before = app.welcome.games.find((one) => one.game === message.game);
  noteGame(message);
  if (awaited && !before && message.seat) {
    awaited = false;
    if (message.game !== gameInAddress()) return void app.goTo(`#/game/${encodeURIComponent(message.game)}`);
  }
  if (message.game !== gameInAddress()) return void tellElsewhere(before, message);
  if (kind === 'waiting' && message.phase === 'over') return void offerGone(message);
  const known = game?.game === message.game ? game : null;
  game = message;
  if (game.phase !== 'setup') save(`setup.${game.game}`, null);
  const isShown = known !== null && (kind === game.phase || (kind === 'play' && game.phase === 'over'));
  if (!isShown) showGame();
  else {
    view.update(game);
    if (reopened) view.reconnected?.(game);
  }
  reopened = false;
}

// An offer that was taken back, or declined, leaves nothing behind.
function offerGone({ game: id }) {
  app.welcome.games = app.welcome.games.filter((one) => one.game !== id);
  app.goHome();
}

// What is new in a game of one's own: somebody has joined, or has moved. A computer's
// moves are no news.
function newsOf(before, message) {
  const opponent = opponentOf(message);
  const name = playerName(app, opponent);
  if (before?.phase === 'waiting' && message.phase === 'setup') return t.friend.joined(name);
  const isTurn = message.phase === 'play' && message.view.turn === message.seat;
  if (!isTurn || before?.turn === message.seat || opponent.kind === 'computer') return null;
  return t.friend.moved(name);
}

// It is told to who is elsewhere on the page.
function tellElsewhere(before, message) {
  view?.gamesChanged?.();
  const text = message.seat && newsOf(before, message);
  if (!text) return;
  const go = () => app.goTo(`#/game/${encodeURIComponent(message.game)}`);
  frame.notify(message.game, text, [t.friend.go, go]);
  app.sound('turn');
  app.notify(text, message.game);
}

// The welcome lists the person's games once a connection; later news is added here.
function noteGame(message) {
  if (!message.seat) return;
  const before = app.welcome.games.find((one) => one.game === message.game);
  const others = app.welcome.games.filter((one) => one.game !== message.game);
  app.welcome.games = [rowOf(message, before), ...others];
}

// What the views read of the welcome, in the language of the page.
function translate() {
  Object.assign(app.welcome, translated(told));
  app.editions = new Map(app.welcome.editions.map((edition) => [edition.id, edition]));
}

function receiveWelcome(message) {
  followed.clear();
  const first = app.welcome === null || personChanged || app.welcome.you?.name !== message.you?.name;
  awaited = false;
  personChanged = false;
  if (app.welcome && app.welcome.version !== message.version) return void location.reload();
  told = message;
  app.welcome = { ...message };
  translate();
  frame.showPerson(message.you);
  receiveNotice({ text: message.notice });
  message.games.filter(({ phase, seat }) => phase === 'waiting' && seat).slice(0, 4)
    .forEach((row) => app.send({ type: 'open', game: row.game }));
  if (message.you.name && app.hasRegistered) moveArmies(app);
  app.hasRegistered = false;
  if (first) {
    game = null;
    return void route();
  }
  comeBack();
}

// After a break: the same page, with everything that was missed.
function comeBack() {
  if (gameInAddress()) {
    reopened = true;
    app.send({ type: 'open', game: gameInAddress() });
  } else if (view?.reconnected) view.reconnected();
  else route();
}

function receiveNotice({ text }) {
  if (text) frame.notify('host', text);
  else frame.dropNotice('host');
}

function receiveRefusal(message) {
  if (['new', 'challenge', 'join', 'rematch'].includes(message.re)) awaited = false;
  const isHere = !message.game || message.game === gameInAddress();
  if (message.re === 'open') {
    if (isHere) showNote(() => refusalText(message));
  } else if (view?.receive && (isHere || kind === '')) view.receive(message);
  else if (view) complain(refusalText(message));
}

function receiveChat(message) {
  if (message.type === 'chat-page') app.talk.take(message);
  else app.talk.hear(message);
  if (message.game === gameInAddress()) view?.receive?.(message);
}

function receiveArmies(message) {
  app.welcome.armies = message.armies;
  view?.receive?.(message);
}

// Who has signed in or out is somebody else from the next connection on.
function receiveSigned({ ticket, recovery, you }) {
  app.signedFor = you.name && you.name === app.welcome.you.name ? 'password' : null;
  app.recovery = recovery; // to be shown where the account is
  personChanged = true;
  connection.become(ticket);
}

const RECEIVERS = {
  welcome: receiveWelcome, game: receiveWhole, change: receiveChange, refused: receiveRefusal, chat: receiveChat,
  'chat-page': receiveChat, armies: receiveArmies,
  notice: receiveNotice, signed: receiveSigned,
};

function receive(message) {
  if (RECEIVERS[message.type]) RECEIVERS[message.type](message);
  else view?.receive?.(message);
}

// Settings

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function applyTheme() {
  const { dataset } = document.documentElement;
  const { theme } = app.settings;
  dataset.theme = theme === 'auto' ? (darkSystem.matches ? 'dark' : 'light') : theme;
  for (const name of ['palette', 'board', 'pieces']) dataset[name] = app.settings[name];
}

function changeSetting(name, value) {
  app.settings[name] = value;
  save('settings', app.settings);
  if (name === 'language') return void speak();
  applyTheme();
  view?.settingsChanged?.();
}

// Everything is said anew in another language, the settings being changed included.
async function speak() {
  try {
    await useLanguage(app.settings.language);
  } catch {
    return void complain(t.notSent);
  }
  document.body.replaceChildren(...frame.elements());
  frame.showStatus(!frame.isDown());
  if (!app.welcome) return;
  translate();
  frame.showPerson(app.welcome.you);
  if (shownEdition) shownEdition = app.editions.get(shownEdition.id);
  if (makeView) show(makeView, true);
  openSettings('language');
}

function openSettings(first) {
  settingsDialog(app.settings, changeSetting, first);
}

applyTheme();
darkSystem.addEventListener('change', applyTheme);
// While the words are on their way the connection is opened; what it says waits for them.
const speaking = useLanguage(app.settings.language).catch(() => useLanguage('en')).then(() => {
  document.body.replaceChildren(...frame.elements());
  listenForHelp();
  addEventListener('hashchange', route);
});
// Signing in or out breaks the connection for a moment, which is no news.
const connection = connect(
  (message) => speaking.then(() => receive(message)),
  (up) => speaking.then(() => { if (up || !personChanged) frame.showStatus(up); }),
);
