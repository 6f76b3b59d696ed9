// What the page knows of its person and games, and what it waits for: one reducer without a
// page. `reducePage(state, event)` gives the next state and leaves the old one as it was; `todo`
// in it lists what main.js then does (its words are in `DOES` there). A game on show has a
// machine of its own, play/play-state.js, which lives no longer than its view: what is shown of
// the game, and what a hand does with it, concerns nothing here.

import { changedGame, enemyOf, rowOf, wholeGame } from '../play/state.js';
import { isHotseat } from '../offline/ids.js';

const FOLLOWED = 34; // games kept in mind, twice as many as a connection hears of
const GAPS = 8;
const OFFERS = 4; // of one's own, that are opened at once to hear who joins

/**
 * @typedef {object} PageState
 * @property {?Welcome} welcome as the server told it, its games and armies as of now
 * @property {boolean} isGuess that welcome is of the last visit: the server has not spoken yet
 * @property {Game[]} followed games as told on this connection, the latest last
 * @property {?Game} present the game of the present page
 * @property {string} kind its phase, as the view on show was made for
 * @property {boolean} awaited the next new game that the server tells of is to be shown
 * @property {boolean} reopened the next state is the answer after a break
 * @property {boolean} personChanged the next welcome is for somebody else
 * @property {boolean} registering what the guest keeps becomes the account's
 * @property {?string} lingering an own game that is over and was left last: another one may be offered there
 * @property {?string} recovery a recovery code that has just been made, until it is kept
 * @property {boolean} isStoreAway the server can store nothing: no move is taken
 * @property {Gap[]} gaps in which clocks stood, or stand, of those that may concern a clock on show
 * @property {boolean} passwordChanged why there is a new cookie, where the person is the same
 * @property {Record<string, Sent | undefined>} sent what was sent on this connection last, by its type
 * @property {Array<any[]>} todo
 */

/** @typedef {{isHere: boolean, isLook: boolean}} Sent by the view that is on show; without a press */

/**
 * What can happen to it, by the event's type: what the server says, and what the page and its person do.
 * @typedef {object} PageEvents
 * @property {{message: Welcome}} guess the start page of the last visit
 * @property {{message: Welcome, at: number}} welcome `at`: when it came, by `performance.now()`
 * @property {{message: GameMessage}} game @property {{message: ChangeMessage}} change
 * @property {{message: OutageMessage, at: number}} outage `at`: when it came, by `performance.now()`
 * @property {{message: Refused}} refused @property {{message: SignedMessage}} signed
 * @property {{message: Told<'called'>}} called @property {{message: Told<'armies'>}} armies
 * @property {{message: Told<'dropped'>}} dropped
 * @property {{}} leave another page is shown @property {{}} shown the game's view is
 * @property {{re: string, by: 'hand' | 'view' | 'page'}} sent to the server or this device @property {{}} replaced the view, by another
 * @property {{sent: boolean}} asked for a new game @property {{on: boolean}} registering
 * @property {{code: ?string}} recovery @property {{}} signedSeen
 *
 * @typedef {{[Type in keyof PageEvents]: {type: Type} & PageEvents[Type]}[keyof PageEvents]} PageEvent
 * @typedef {{here: ?string}} Place the game in the page's address
 */

/** @template {keyof PageEvents} Type @typedef {(state: PageState, event: PageEvents[Type] & Place) => PageState} Change */

/** @type {PageState} */
export const BEGINNING = {
  welcome: null, isGuess: false, followed: [], present: null, kind: '', awaited: false, reopened: false, personChanged: false,
  registering: false, lingering: null, recovery: null, passwordChanged: false, isStoreAway: false, gaps: [], sent: {}, todo: [],
};

/** Which view a game is for: its phase, or the curtain between two people at one device. @param {Game} game */
const kindOf = ({ covered, phase }) => (covered ? 'curtain' : phase);

/** With other members of the welcome, where there is one. @param {PageState} state @param {Partial<Welcome>} part @returns {PageState} */
const withWelcome = (state, part) => ({ ...state, welcome: state.welcome && { ...state.welcome, ...part } });
/** @param {PageState} state @param {string} id */
const rowNamed = ({ welcome: known }, id) => known?.games.find((one) => one.game === id);
/** @param {PageState} state @param {string} id */
const rowsWithout = ({ welcome: known }, id) => known?.games.filter((one) => one.game !== id) ?? [];

/** The welcome lists the person's games once a connection; later news is added here. @param {PageState} state @param {Game} game */
function noted(state, game) {
  const row = rowNamed(state, game.game);
  const isNews = isHotseat(game.game) ? !row || !game.covered : game.seat;
  return isNews ? withWelcome(state, { games: [rowOf(game, row), ...rowsWithout(state, game.game)] }) : state;
}

/** Another game is offered, or has begun: what that is to the page, where it is news. @param {PageState} before @param {Game} game @returns {PageState['todo']} */
function rematchNews({ followed, present }, game) {
  const was = followed.find((one) => one.game === game.game) ?? (present?.game === game.game ? present : null);
  const isNews = was && game.seat && (was.rematch !== game.rematch || was.next !== game.next);
  return isNews ? [['tellRematch', game]] : [];
}

/** @param {PageState} before @param {Game} game @param {?string} here @returns {PageState} */
function told(before, game, here) {
  const id = game.game;
  const row = rowNamed(before, id);
  const followed = [...before.followed.filter((one) => one.game !== id), game].slice(-FOLLOWED);
  const state = noted({ ...before, followed }, game);
  const isAwaited = state.awaited && !row && game.seat;
  if (isAwaited) state.awaited = false;
  const forget = ['forget', id, game.phase, game.view?.plies ?? null];
  const rematch = rematchNews(before, game);
  if (id !== here) return { ...state, todo: [forget, isAwaited ? ['goToGame', id] : ['tellElsewhere', row, game], ...rematch] };
  // An offer that was taken back, or declined, leaves nothing behind.
  if (state.kind === 'waiting' && game.phase === 'over') return { ...withWelcome(state, { games: rowsWithout(state, id) }), todo: [['goHome']] };
  const isKnown = state.present?.game === id;
  const isShown = isKnown && (state.kind === kindOf(game) || (state.kind === 'play' && game.phase === 'over'));
  return { ...state, present: game, reopened: false, todo: [forget, isShown ? ['updateView', state.reopened] : ['showGame'], ...rematch] };
}

/** @type {Change<'change'>} */
function change(state, { message, here }) {
  const changed = changedGame(state.followed.find((one) => one.game === message.game), message);
  return changed ? told(state, changed, here) : { ...state, todo: [['open', message.game]] };
}

/** The start page as it was left; all else waits for the server. @type {Change<'guess'>} */
const guess = (state, { message }) => ({ ...state, welcome: message, isGuess: true, todo: [['route']] });

/** @type {Change<'welcome'>} */
function welcome(state, { message, here, at }) {
  const before = state.welcome;
  const isOther = !before || before.you?.name !== message.you?.name || (state.isGuess && Boolean(here || message.away));
  const isFirst = isOther || state.personChanged;
  const offers = message.games.filter(({ phase, seat }) => phase === 'waiting' && seat).slice(0, OFFERS);
  // That a gap has ended is not told to a new connection, that it goes on is.
  const gaps = state.gaps.map(({ from, to }) => ({ from, to: Math.min(to, at) }));
  const next = { ...state, welcome: message, isGuess: false, followed: [], awaited: false, personChanged: false, registering: false, isStoreAway: false, gaps, sent: {}, lingering: null };
  const hasLeft = before?.you?.name && before.you.name !== message.you?.name && !message.away; // elsewhere, or the session has run out
  /** @type {PageState['todo']} */
  const todo = [...(hasLeft ? [['leavePerson']] : []), ['greet'], ...offers.map((row) => ['open', row.game])];
  if (before && !state.isGuess && before.version !== message.version) todo.push(['renew']);
  if (message.you.name && state.registering) todo.push(['moveArmies']);
  if (isFirst) return { ...next, present: null, todo: [...todo, ['route']] };
  // After a break: the same page, with everything that was missed.
  return here ? { ...next, reopened: true, todo: [...todo, ['open', here]] } : { ...next, todo: [...todo, ['comeBack']] };
}

/** A gap is told when it begins, and again when its end is known. @type {Change<'outage'>} */
function outage(state, { message: { on, now, began, ended }, at }) {
  const gap = { from: at + began - now, to: ended === null ? Infinity : at + ended - now };
  const gaps = [...state.gaps.filter(({ to }) => to < gap.from), gap].slice(-GAPS);
  return { ...state, isStoreAway: on, gaps, todo: [['showOutage', state.isStoreAway && !on]] };
}

/** Who has signed in or out is somebody else from the next connection on. @type {Change<'signed'>} */
function signed(state, { message: { ticket, recovery, you } }) {
  return {
    ...state, recovery, personChanged: true, passwordChanged: Boolean(you.name) && you.name === state.welcome?.you.name,
    todo: [['become', ticket, you.name]],
  };
}

const ASKING = ['new', 'challenge', 'join', 'rematch'];
/** What the page says by itself: to show what it is told, or so that the server knows it. Any of it can be pressed for, too. */
const LOOKS = [
  'account', 'check', 'close', 'following', 'history', 'invitation', 'live', 'lobby', 'push', 'puzzle', 'suggest', 'tournament',
  'tournaments', 'vacation', 'watching',
];

// What a hand has asked for (`hand`) is told of wherever one is by then. What a page beside the views asks
// for does not take the place of what the view on show has.
/** @type {Change<'sent'>} */
function sent(state, { re, by }) {
  const one = { isHere: by !== 'page', isLook: by !== 'hand' && LOOKS.includes(re) };
  return { ...state, sent: by === 'page' ? { [re]: one, ...state.sent } : { ...state.sent, [re]: one } };
}

/** @type {Change<'replaced'>} */
const replaced = (state) => ({
  ...state, sent: Object.fromEntries(Object.entries(state.sent).map(([re, one]) => [re, one && { ...one, isHere: false }])),
});

/** @type {Change<'refused'>} */
function refused(state, { message, here }) {
  const isPresent = !message.game || message.game === here;
  const asked = state.sent[message.re];
  const isLost = message.re === 'open' || message.reason === 'elsewhere';
  const next = { ...state, awaited: ASKING.includes(message.re) ? false : state.awaited };
  // Who has left is not told of it, nor who did not ask.
  if (asked?.isLook && !asked.isHere) return { ...next, todo: message.re === 'push' ? [['sleep']] : [] };
  const isViews = message.game && here ? isPresent : asked?.isHere !== false;
  if (!isLost) return { ...next, todo: [['refuse', message, isViews]] };
  return isPresent ? { ...next, present: null, kind: '', todo: [['showRefusal', message]] } : next;
}

/** May the other person of a game that is over still offer another one? @param {Game} game */
const isLingering = ({ game, seat, phase, next, ...players }) => Boolean(seat) && phase === 'over' && !next && !isHotseat(game)
  && ['guest', 'account', 'bot'].includes(players[enemyOf(/** @type {Seat} */ (seat))].kind);

/**
 * A game of others, and one that is over, tells nothing more to who has left, but for the latest in which
 * a rematch may be offered; before one of two people at this device the curtain is drawn.
 * @type {Change<'leave'>}
 */
function leave(state) {
  const { present, lingering } = state;
  if (present && isLingering(present)) {
    const todo = lingering && lingering !== present.game ? [['close', lingering]] : [];
    return { ...state, present: null, kind: '', lingering: present.game, todo };
  }
  const isDone = present && (!present.seat || present.phase === 'over' || isHotseat(present.game));
  return { ...state, present: null, kind: '', todo: isDone ? [['close', present.game]] : [] };
}

/** @type {{[Type in keyof PageEvents]: Change<Type>}} */
const EVENTS = {
  guess,
  welcome,
  game: (state, { message, here }) => told(state, wholeGame(message), here),
  change,
  outage,
  refused,
  signed,
  called: (state, { message }) => ({
    ...(state.welcome ? withWelcome(state, { you: { ...state.welcome.you, called: message.name } }) : state), todo: [['pass', message]],
  }),
  armies: (state, { message }) => ({ ...withWelcome(state, { armies: message.armies }), todo: [['pass', message]] }),
  // A trial that was thrown away.
  dropped: (state, { message: { game } }) => ({ ...withWelcome(state, { games: rowsWithout(state, game) }), todo: [['forget', game, 'over', null]] }),
  leave,
  shown: (state) => ({ ...state, kind: state.present ? kindOf(state.present) : '' }),
  sent,
  replaced,
  asked: (state, { sent: isSent }) => ({ ...state, awaited: isSent }),
  registering: (state, { on }) => ({ ...state, registering: on }),
  recovery: (state, { code }) => ({ ...state, recovery: code }),
  signedSeen: (state) => ({ ...state, passwordChanged: false }),
};

/** @param {PageState} state @param {PageEvent & Place} event @returns {PageState} */
export const reducePage = (state, event) => (
  /** @type {(state: PageState, event: object) => PageState} */ (EVENTS[event.type])({ ...state, todo: [] }, event));

/** Is this a message that the reducer takes? @param {string} type */
export const isTaken = (type) => ['welcome', 'game', 'change', 'refused', 'signed', 'armies', 'called', 'dropped', 'outage'].includes(type);
