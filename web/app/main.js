// Start: the connection, which view is shown, and where messages go. What the page knows is `state`,
// which changes by page-state.js alone. The module's other variables are no knowledge of the page: the
// view on show and the code that is being fetched for it, the promise of the first welcome, what is
// made of `state` for a language, and what server and push service were told last.

import { moveArmies } from '../army/armies.js';
import { hush } from '../ui/announce.js';
import { notify, showBadge } from './attention.js';
import { createTalk } from '../play/chat.js';
import { button, el } from '../ui/dom.js';
import { complain, createFrame } from './frame.js';
import { homeView } from '../pages/home.js';
import { listenForHelp } from './keys.js';
import { openLines } from './lines.js';
import { keepVisit, lastVisit } from './last-visit.js';
import { lastWish } from '../pages/new-game.js';
import { nextOpponent } from '../pages/opponents.js';
import { createExhibitions } from '../tournaments/exhibitions.js';
import { createSeeking } from '../pages/seek.js';
import { opponentOf, playerName } from '../play/players.js';
import { createRenewal, savesData } from './renewal.js';
import { settingsDialog } from './settings.js';
import { playSound } from '../ui/sound.js';
import { gameHash, tournamentHash } from '../ui/hashes.js';
import { whenIdle } from '../ui/idle.js';
import { forget, keepFor, keepMove, keptMoves, tidy } from '../ui/kept.js';
import { enemyOf, loadSettings } from '../play/state.js';
import { save } from '../ui/storage.js';
import { BEGINNING, isTaken, reducePage } from './page-state.js';
import { opponentWords, refusalText, t, translated, useLanguage, wordsFor } from '../strings/index.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { askToWake, canWake, endWake, keepWakeWords, renewWake, watchForWakes } from './wake.js';

/** What the views are given: the server's welcome, and what they may ask for. */
const app = {
  /** @type {?Welcome} */
  welcome: null,
  editions: new Map(),
  settings: loadSettings(),
  talk: createTalk(),
  /** Who waits for any opponent, wherever on the page, see seek.js. */
  seeking: createSeeking({ send: (message) => send(message, 'page'), order: (message) => app.order(message) }),
  /** Boards of simultaneous games, of which one plays all. */
  exhibitions: createExhibitions({ send: (message) => send(message, 'page'), gameOf: (id) => app.gameOf(id) }),
  send: (message) => send(message, 'view'),
  /** Sends what somebody has pressed, and says so where there is no connection for it. */
  order(message) {
    const sent = send(message, 'hand');
    if (!sent) complain(t.notSent);
    return sent;
  },
  /** The same of what is answered by a game, which is then shown. A second press does nothing. */
  ask(message) {
    if (!state.awaited) app.dispatch({ type: 'asked', sent: app.order(message) });
  },
  /** Does what is pressed, when the server has spoken: unless one has gone on by then, or is somebody else to it. */
  async whenGreeted(does) {
    const { hash } = location;
    const name = app.welcome?.you?.name;
    await greeted;
    const isSame = app.welcome?.away || app.welcome?.you?.name === name;
    if (isSame && location.hash === hash) does();
  },
  /** Can one play against the computer on this device? */
  canPlayHere: () => connection.canPlayHere(),
  /** Analyses a finished game beside its board. */
  openAnalysis: async (replay, before) => views.createAnalysis(replay, before),
  /** Plays on from what a replay shows, on this device. */
  openTrial: async (replay) => views.openTrial(replay),
  goTo: (hash) => { location.hash = hash; },
  goHome: () => app.goTo('#/'),
  /** Shows an address, anew if it is shown already. */
  show(hash) {
    if (location.hash === hash) route();
    else app.goTo(hash);
  },
  showGame: () => showGame(),
  /** A game as the server has told it on this connection, or undefined. */
  gameOf: (id) => state.followed.find((one) => one.game === id),
  /** The present view once more, after a choice that changes all of it. */
  remake: () => remake(),
  /** What the tab says, and whether it calls: it is your turn. */
  setTitle(text, calls = false) {
    document.title = text ? `${text} · ${t.title}` : t.title;
    showBadge(calls);
  },
  sound: (name, delay) => playSound(app.settings, name, delay),
  /** Tells somebody who looks elsewhere, of a game; but not what the server wakes them for. */
  notify(text, id) {
    if (!isWokenFor(app.gameOf(id))) notify(app.settings, t.title, text, id);
  },
  /** Can this browser be woken when no page is in sight, and has that not been asked for yet? */
  canWake: () => canWake(app.welcome?.push) && !app.settings.wake,
  wake,
  setEdition(edition) { shownEdition = edition; },
  nextOpponent: (name) => nextOpponent(app, name),
  /** What an edition is called; one that the page does not know, as the server does. */
  editionTitle: (id) => app.editions.get(id)?.title ?? id,
  opponentName: (name) => (name ? opponentWords(name)[0] : ''),
  changeSetting,
  complain,
  /** What the page knows, see page-state.js. */
  get state() { return state; },
  /** Has what the page knows changed by an event, and does what follows of it. */
  dispatch(event) {
    const before = state;
    state = reducePage(state, { ...event, here: gameInAddress() });
    if (state.welcome !== before.welcome) translate(before.welcome);
    for (const [what, ...given] of state.todo) DOES[what](...given);
  },
};

/** @type {() => void} */
let sayGreeted = () => {};
/** The server has spoken, or this device in its place. @type {Promise<void>} */
const greeted = new Promise((done) => { sayGreeted = done; });

let state = BEGINNING;
/** @type {?Edition} */
let shownEdition = null; // whose rules the button shows
/** @type {any} */
let lists = {}; // of the welcome, in the language of the page
/** @type {any} */
let view = null;
/** @type {?(again: any) => any} */
let makeView = null; // makes the present view anew, for another language

let rulesComing = null; // one window, however often it is asked for before it is here

const frame = createFrame({
  // Where no game is on show, the rules are those of the edition that one would play.
  rules: () => {
    rulesComing ??= fetchViews().then(() => greeted).then(showRules, () => complain(t.notSent))
      .finally(() => { rulesComing = null; });
  },
  settings: () => openSettings(),
  canPlayHere: () => app.canPlayHere(),
  playHere: () => app.goTo('#/new/computer'),
});
const { main } = frame;
// A game goes on, who waits for one keeps waiting, a code that is shown once is read first, and where the
// page is not kept it does not come without the server.
const renewal = createRenewal(() => !frame.isDown() && !gameInAddress() && !state.awaited && !state.recovery
  && !app.seeking.isOn() && !app.exhibitions.isOn());
const showRules = () => views.rulesDialog(shownEdition ?? app.editions.get(lastWish(app).edition), app.settings);

// Which view is shown

/** @type {any} */
let views = null; // all but the start page's, when they have come
let coming = null;
let wanted = null; // what is to be shown with them; a later wish takes its place

/** Has them fetched, before or when they are wanted. */
function fetchViews() {
  coming ??= import('./views.js').then((all) => { views = all; }, (error) => { coming = null; throw error; });
  return coming;
}

/** Shows something that needs them: at once, or when they have come. */
async function withViews(shows) {
  if (views) return void shows();
  wanted = shows;
  const haveCome = await fetchViews().then(() => true, () => false);
  if (wanted !== shows) return;
  wanted = null;
  if (haveCome) shows();
  else showNote(() => t.notSent, () => button(t.tryAgain, () => withViews(shows), 'primary'));
}

/** A part of the address in plain letters; what somebody has broken stays as it is, and names nothing. */
function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const isHome = () => /^(#\/?)?$/.test(location.hash);
const gameInAddress = () => plain(location.hash.match(/^#\/game\/([^/]+)/)?.[1] ?? '') || null;

/** After how many moves the game in the address is to be shown (null: at its end), and whether with its analysis. */
function placeInAddress() {
  const [, ply, analysis] = location.hash.match(/^#\/game\/[^/]+(?:\/(\d+))?(\/analysis)?$/) ?? [];
  return { ply: ply === undefined ? null : Number(ply), isAnalysed: Boolean(analysis) };
}

/** @param {any} make gives the view @param {?object} again what the same view has handed on, where it is made once more */
function show(make, again = null) {
  view?.destroy?.();
  if (!again) app.dispatch({ type: 'replaced' });
  // A window over a page that is only coming, like the settings', is not that page's.
  if (view && !view.isComing) document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  makeView = make;
  view = make(again);
  const hadFocus = main.contains(document.activeElement);
  document.body.classList.toggle('has-board', view.element.matches('.game-view, .editor-view'));
  main.replaceChildren(view.element);
  scrollTo(0, 0);
  // Where keys and readers go on.
  if (!view.takeFocus?.(hadFocus) && hadFocus) main.focus({ preventScroll: true });
  if (view.title !== undefined) app.setTitle(view.title);
}

// The present view once more, and it goes on where it was.
const remake = () => show(makeView, view?.handOn?.() ?? {});

/** @param {() => string} say @param {() => HTMLElement | false} [more] another way out than to the start */
function showNote(say, more = () => false) {
  show(() => ({
    element: el('div', { class: 'note card' }, el('h1', {}, t.failedTitle), el('p', { role: 'status' }, say()),
      el('div', { class: 'row' }, more(), el('a', { href: '#/', class: 'button' }, t.home.toStart))),
    title: '',
  }));
}

// A game of this device that another tab has played on: what is here is not how it stands.
function showElsewhere(message) {
  const goOn = () => button(t.two.goOnHere, () => app.order({ type: 'open', game: message.game }), 'primary');
  showNote(() => refusalText(message), goOn);
}

function showGame() {
  if (!state.present) return;
  if (!views) return void withViews(showGame);
  app.dispatch({ type: 'shown' });
  app.setEdition(app.editions.get(state.present.edition));
  show((again) => views.GAME_VIEWS[state.kind](app, state.present, { again, ...placeInAddress() }));
}

// A game of this device needs no server, and no more does another page that has never had one.
function showStatus(up) {
  const id = gameInAddress();
  frame.showStatus(up, state.isStoreAway, id ? isHere(id) : Boolean(app.welcome?.away));
  remindOfMoves();
}

/** Moves that are not answered, of one's games that have not gone on since; the game on show sends its own. */
const waitingMoves = () => keptMoves().filter(({ game, ply }) => game !== gameInAddress()
  && state.welcome?.games.some((row) => row.game === game && row.plies !== null && row.plies <= ply));

// One that comes too late is refused, and so is one that another tab has sent.
const sendMoves = () => waitingMoves().forEach((move) => send(move, 'page'));

/** Who has left a game is told that a move waits there. */
function remindOfMoves() {
  const [waiting] = waitingMoves();
  if (!waiting || (!frame.isDown() && !state.isStoreAway)) return void frame.dropNotice('move');
  frame.notify('move', t.play.moveWaits, frame.isDown() ? [] : [t.friend.go, () => app.goTo(gameHash(waiting.game))]);
}

/** What became of a move that was sent for a game that is not on show. */
function refuseMove({ game, reason, ...more }) {
  if (reason === 'store') return; // that the store works again is told
  keepMove(game, null);
  if (reason === 'stale') return; // it had arrived
  frame.notify(game, t.play.moveLost(refusalText({ reason, ...more })), [t.friend.go, () => app.goTo(gameHash(game))]);
}

// While the server can store nothing it would refuse a move: the view sends it when play goes on.
const isKeptBack = ({ type, game }) => type === 'move' && state.isStoreAway && !isHere(game);

/** Has something sent, by a view for itself, by what somebody has pressed, or by the page beside the view. */
function send(message, by) {
  app.dispatch({ type: 'sent', re: message.type, by });
  return !isKeptBack(message) && connection.send(message);
}

const showComing = () => show(() => ({ element: el('p', { class: 'note' }, t.loading), isComing: true }));

/** Shows what the address names. */
function route() {
  if (!app.welcome) return;
  if (state.isGuess && !isHome()) return void showComing();
  showStatus(!frame.isDown());
  wanted = null;
  const id = gameInAddress();
  if (id && state.present?.game === id && view) return;
  app.dispatch({ type: 'leave' });
  remindOfSeeking();
  frame.dropNotice('tournament');
  if (id) {
    frame.dropNotice(id);
    showComing();
    send({ type: 'open', game: id }, 'page');
    return;
  }
  if (isHome()) {
    show(() => homeView(app));
    if (!savesData()) whenIdle(() => fetchViews().catch(() => {})); // it is tried again when they are needed
  } else {
    withViews(showPage);
  }
}

// A page that the address names, or else the start page.
function showPage() {
  const [pattern, make] = views.PAGES.find(([one]) => one.test(location.hash)) ?? [/^/, homeView];
  const given = (location.hash.match(pattern) ?? []).slice(1).map((part) => part && plain(part));
  show((again) => make(app, ...given, again));
}

/** The start page as it was left, while the server is asked; without one, where that fails. */
function guess() {
  const message = isHome() ? lastVisit() : null;
  try {
    if (message) app.dispatch({ type: 'guess', message });
  } catch {
    state = BEGINNING; // something in it is not as it should be
    app.welcome = null;
    keepVisit(null);
  }
}

// What the server says, and what the page then does

// What is new in a game of one's own: somebody has joined, or has moved. A computer's
// moves are no news.
function newsOf(before, message) {
  const opponent = opponentOf(message);
  const name = playerName(app, opponent);
  if (before?.phase === 'waiting' && message.phase === 'setup') return t.friend.joined(name);
  const isTurn = message.phase === 'play' && message.view?.turn === message.seat;
  if (!isTurn || before?.turn === message.seat || opponent?.kind === 'computer') return null;
  return t.friend.moved(name);
}

// It is told to who is elsewhere on the page.
function tellElsewhere(before, message) {
  view?.gamesChanged?.();
  const text = message.seat && newsOf(before, message);
  if (!text) return;
  if (app.exhibitions.has(message.game)) app.notify(text, message.game); // its page says which boards wait
  else callTo(message.game, text, t.friend.go);
}

/** The other wants another game, which is told where one is, as it may be out of sight in the game itself; or it has begun. */
function tellRematch(message) {
  const { game, seat, rematch, next } = message;
  const isShown = () => game === gameInAddress();
  frame.dropNotice(game);
  const name = playerName(app, opponentOf(message));
  if (next) return void (isShown() || callTo(next, t.after.rematchBegun(name), t.friend.go));
  if (rematch !== enemyOf(seat)) return;
  const text = t.after.rematchOffered(name);
  if (!isShown()) return void callTo(game, text, t.friend.go);
  app.notify(text, game);
  frame.notify(game, text, [t.after.rematchAccept, () => (isShown() ? app.order({ type: 'rematch', game }) : app.goTo(gameHash(game)))]);
}

/** Tells of a game that wants the person; who waits for it is taken there. */
function callTo(game, text, label, isAwaited = false) {
  const go = () => app.goTo(gameHash(game));
  app.sound('turn');
  app.notify(text, game);
  if (isAwaited) go();
  else frame.notify(game, text, [label, go]);
}

// What the views read of the welcome, in the language of the page.
function translate(before) {
  if (!state.welcome) return;
  const isSame = before && before.editions === state.welcome.editions;
  if (!isSame) {
    lists = translated(state.welcome);
    app.editions = new Map(lists.editions.map((edition) => [edition.id, edition]));
  }
  app.welcome = { ...state.welcome, ...lists };
}

/** The host's words, or the program's own, which have a code. @param {{text: string | null, code?: string}} notice */
function receiveNotice({ text, code = '' }) {
  if (text) frame.notify('host', wordsFor(t.notices, code) ?? text);
  else frame.dropNotice('host');
}

/** What `todo` of page-state.js asks for. */
const DOES = {
  greet() {
    const { welcome } = app;
    if (!welcome) return;
    sayGreeted();
    frame.showPerson(welcome.you);
    if (!welcome.away) {
      keepFor(welcome.you?.name ?? null); // a device knows nobody
      sendMoves();
    }
    showStatus(!frame.isDown());
    tidy(welcome.games);
    receiveNotice({ text: welcome.notice });
    isWatchingSaid = true;
    sayWatching(!document.hidden);
    app.seeking.again();
    app.exhibitions.again();
    if (app.settings.wake) {
      keepWakeWords(wakeWords()); // an older page has kept others
      renewWake(welcome.push, (message) => send(message, 'page')).then((done) => { isWoken = done; });
    }
  },
  renew: () => renewal.look(),
  showOutage(isOver) {
    if (isOver) sendMoves();
    showStatus(!frame.isDown());
    if (isOver && state.kind === 'play') view.reconnected(state.present); // a move that has waited is sent
  },
  open: (id) => send({ type: 'open', game: id }, 'page'),
  close(id) {
    if (isHotseat(id)) hush();
    send({ type: 'close', game: id }, 'page');
  },
  route: () => route(),
  comeBack() {
    if (view?.reconnected) view.reconnected();
    else route();
  },
  moveArmies: () => moveArmies(app),
  goHome: () => app.goHome(),
  goToGame: (id) => app.goTo(gameHash(id)),
  tellElsewhere,
  tellRematch,
  forget,
  showGame,
  updateView(reopened) {
    view.update(state.present);
    if (reopened) view.reconnected?.(state.present);
  },
  showRefusal: (message) => (message.reason === 'elsewhere' ? showElsewhere(message) : showNote(() => refusalText(message))),
  // The server does not wake this browser: then the page itself tells of what happens.
  sleep: () => changeWake(false),
  refuse(message, isViews) {
    if (message.re === 'push') DOES.sleep();
    if (message.re === 'seek') stopSeeking();
    if (message.re === 'move' && message.game !== gameInAddress()) return void refuseMove(message);
    if (view?.receive && isViews) view.receive(message);
    else if (view) complain(refusalText(message));
  },
  pass: (message) => view?.receive?.(message),
  // Who has gone waits for nobody, and is not overheard.
  leavePerson() {
    app.talk.clear();
    stopSeeking();
  },
  // Signing in or out breaks the connection.
  become(ticket, name) {
    keepVisit(null);
    keepFor(name);
    connection.become(ticket);
  },
};

function receiveChat(message) {
  if (message.type === 'chat-page') app.talk.take(message);
  else app.talk.hear(message);
  if (message.game === gameInAddress()) view?.receive?.(message);
}

function stopSeeking() {
  app.seeking.stopped();
  remindOfSeeking();
}

/** Who waits for an opponent and looks elsewhere can come back to it. */
function remindOfSeeking() {
  if (app.seeking.isOn() && location.hash !== '#/seek') {
    frame.notify('seek', t.meet.looking, [t.meet.stay, () => app.goTo('#/seek')]);
  } else frame.dropNotice('seek');
}

// Two have met: who waits here goes to the game, another window of the person's is told.
function receiveQueue(message) {
  const waits = app.seeking.isOn();
  app.seeking.receive(message);
  remindOfSeeking();
  if (message.game) callTo(message.game, t.meet.found, t.friend.go, waits);
  else DOES.pass(message);
}

// A game of a tournament has begun: who waits for it on the tournament's page goes there.
function receivePaired(message) {
  const { tournament, name, game, system } = message;
  if (app.exhibitions.begin(message)) {
    const hash = tournamentHash(tournament);
    if (location.hash !== hash) frame.notify(system, t.tournaments.paired(name), [t.tournaments.show, () => app.goTo(hash)]);
    return;
  }
  callTo(game, t.tournaments.paired(name), t.tournaments.open, location.hash === tournamentHash(tournament));
}

/** The game that has been opened is one of a tournament. */
function receiveTournamentGame(message) {
  const { tournament, name, game } = message;
  app.exhibitions.meet(message);
  if (game !== gameInAddress()) return;
  frame.notify('tournament', t.tournaments.gameOf(name), [t.tournaments.show, () => app.goTo(tournamentHash(tournament))]);
}

// That the server will wake this browser is no answer to what a view has asked.
const RECEIVERS = {
  chat: receiveChat,
  'chat-page': receiveChat,
  notice: receiveNotice,
  queue: receiveQueue,
  paired: receivePaired,
  'tournament-game': receiveTournamentGame,
  // The account's page says it itself.
  vacation(message) {
    if (message.ended && location.hash !== '#/account') frame.notify('vacation', t.meet.vacation.ended);
    else if (message.until) frame.dropNotice('vacation');
    DOES.pass(message);
  },
  tournament(message) {
    app.exhibitions.take(message);
    DOES.pass(message);
  },
  done: (message) => { if (message.re !== 'push') DOES.pass(message); },
};

function receive(message) {
  if (isTaken(message.type)) app.dispatch({ type: message.type, message, at: performance.now() });
  else (RECEIVERS[message.type] ?? DOES.pass)(message);
}

// Being woken

let isWoken = false; // the server has been told where: that it is wished for is not enough

// The server wakes nobody for a computer's move, and knows nothing of this device's games.
const isWokenFor = (game) => isWoken && game && !isHere(game.game) && opponentOf(game)?.kind !== 'computer';

function changeWake(on) {
  isWoken = on;
  changeSetting('wake', on);
}

let isWatchingSaid = true; // the server takes a page for looked at until it is told

function sayWatching(on) {
  if (!app.welcome?.push || on === isWatchingSaid) return;
  if (send({ type: 'watching', on }, 'page')) isWatchingSaid = on;
}

const wakeWords = () => {
  const name = '{name}';
  return { guest: t.players.guest, turn: t.friend.moved(name), joined: t.friend.joined(name), over: t.wake.over(name), back: t.meet.vacation.ended };
};

/** Has this browser woken from now on, or no more; resolves to whether it is. */
async function wake(on) {
  const push = app.welcome?.push;
  const press = (message) => send(message, 'hand');
  const done = on ? await askToWake(push, press) : (await endWake(push, press), false);
  changeWake(done);
  if (done) keepWakeWords(wakeWords());
  else if (on) complain(t.wake.refused);
  return done;
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
  showStatus(!frame.isDown());
  if (app.settings.wake) keepWakeWords(wakeWords());
  if (app.welcome) {
    translate(null);
    if (!state.isGuess) frame.showPerson(app.welcome.you);
    if (shownEdition) shownEdition = app.editions.get(shownEdition.id);
  }
  if (makeView) remake();
  openSettings('language');
}

// Whether the server wakes anybody is known when it has spoken.
function openSettings(first) {
  const waking = greeted.then(() => (canWake(app.welcome?.push) ? wake : null));
  settingsDialog(app.settings, changeSetting, { first, waking });
}

if (!isHome()) fetchViews().catch(() => {}); // at the same time as the words
applyTheme();
darkSystem.addEventListener('change', applyTheme);
// While the words are on their way the connection is opened; what it says waits for them.
const speaking = useLanguage(app.settings.language).catch(() => useLanguage('en')).then(() => {
  document.body.replaceChildren(...frame.elements());
  listenForHelp();
  addEventListener('hashchange', () => { if (!renewal.leave()) route(); });
  guess();
});
// Signing in or out breaks the connection for a moment, which is no news.
const connection = openLines(
  (message) => speaking.then(() => receive(message)),
  (up) => speaking.then(() => { if (up || !state.personChanged) showStatus(up); }),
);
watchForWakes(sayWatching, (game) => app.goTo(gameHash(game)));
document.addEventListener('visibilitychange', () => {
  if (document.hidden && !state.isGuess) keepVisit(state.personChanged ? null : state.welcome);
});
renewal.keep();
