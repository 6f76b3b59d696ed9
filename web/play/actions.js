// What a player may do beside moving: draw, resign, call off, claim, take back, pause.

import { announce } from '../ui/announce.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, compact, el } from '../ui/dom.js';
import { timeSince } from '../ui/gaps.js';
import { gameHash } from '../ui/hashes.js';
import { opponentOf, playerName } from './players.js';
import { enemyOf } from './state.js';
import { clockFace } from '../strings/grammar.js';
import { isHotseat } from '../offline/ids.js';
import { t } from '../strings/index.js';

/** @typedef {'takeback' | 'agree' | 'abort' | 'resign' | 'pause' | 'draw' | 'claim'} SeatAct */

const TICK = 500; // ms

/** Has this seat moved already, in a trial since it began? Until then a game can be called off. @param {PlayedGame} game */
function hasMoved({ seat, view, trial }) {
  const begun = trial?.ply ?? 0;
  const isFirst = (begun % 2 === 0) === (seat === 'red');
  return view.plies > begun + (isFirst ? 0 : 1);
}

/** @param {App} app @param {PlayedGame} first a game in play in which one has a seat */
export function createActions(app, first) {
  const a = t.actions;
  let game = first;
  let shown = '';
  /** @type {?{wait: number, since: number}} */
  let claimable = null; // how long until a claim may be made, and as of when
  const buttons = el('div', { class: 'row actions' });
  const offer = el('div', { class: 'offer-bar', role: 'group', 'aria-label': a.drawOffer });
  const claim = el('div', { class: 'claim-bar' });
  const waitText = el('p', { class: 'fine' });
  const element = el('div', { class: 'all-actions' }, offer, claim, buttons);

  /** @param {SeatAct} type @param {object} [more] */
  const send = (type, more = {}) => app.order(/** @type {ClientMessage} */ ({ type, game: game.game, ...more }));
  /** @param {string[]} words @param {SeatAct} type */
  const ask = (words, type) => confirmDialog(words[0], words[1], words[2], () => send(type));
  const isComputer = () => opponentOf(game)?.kind === 'computer';

  const KINDS = {
    takeback: () => button(a.takeback, () => send('takeback'), 'quiet'),
    pause: () => button(a.pause, () => send('pause', { on: true }), 'quiet'),
    resume: () => button(a.resume, () => send('pause', { on: false }), 'primary'),
    agree: () => button(t.two.agree, () => ask([t.two.agreeAsk, t.two.agreeText, t.two.agreeYes], 'agree'), 'quiet'),
    draw: () => button(a.draw, () => send('draw', { yes: true }), 'quiet'),
    undraw: () => button(a.undraw, () => send('draw', { yes: false }), 'quiet'),
    abort: () => button(a.abort, () => ask([a.abortAsk, a.abortText, a.abortYes], 'abort'), 'quiet'),
    wake: () => button(t.wake.button, () => app.wake(true).then(renderButtons), 'quiet'),
    resign: () => button(t.play.resign, () => ask(
      [t.play.resignAsk, t.play.resignText, t.play.resignYes], 'resign'), 'quiet'),
  };

  /** @returns {Array<keyof typeof KINDS>} */
  function wanted() {
    if (game.phase === 'over') return [];
    /** @type {Array<keyof typeof KINDS>} */
    const last = hasMoved(game) ? ['resign'] : ['abort', 'resign'];
    if (isComputer()) {
      return compact([hasMoved(game) && !game.paused && 'takeback', game.paused ? 'resume' : 'pause', ...last]);
    }
    if (isHotseat(game.game)) return ['agree', ...last];
    const draw = game.draw === game.seat ? 'undraw' : game.draw === null && 'draw';
    return compact([draw, ...last, app.canWake() && 'wake']);
  }

  // Buttons are made anew only when others are wanted, so that the focus stays.
  function renderButtons() {
    const list = wanted();
    if (list.join() === shown) return;
    shown = list.join();
    buttons.replaceChildren(...list.map((kind) => KINDS[kind]()));
  }

  function renderOffer() {
    const offered = game.phase !== 'over' && game.seat !== null && game.draw === enemyOf(game.seat);
    if (offered === (offer.children.length > 0)) return;
    offer.replaceChildren(...(offered ? [
      el('p', {}, a.drawOffered(playerName(app, opponentOf(game)))),
      button(a.accept, () => send('draw', { yes: true }), 'primary'),
      button(a.decline, () => send('draw', { yes: false }), 'quiet')] : []));
    if (offered) announce(a.drawOffered(playerName(app, opponentOf(game))));
  }

  /** How long until then; 0: now. */
  const claimWait = () => (claimable ? Math.max(0, claimable.wait - timeSince(claimable.since, app.state.gaps)) : null);

  function renderClaim() {
    const name = playerName(app, opponentOf(game));
    const wait = claimWait();
    const kind = wait === null ? '' : wait === 0 ? 'now' : 'later';
    if (wait) waitText.textContent = a.claimIn(name, clockFace(Math.ceil(wait / 1000)));
    if (claim.dataset.kind === kind) return;
    claim.dataset.kind = kind;
    if (kind === 'later') claim.replaceChildren(waitText);
    else if (kind === '') claim.replaceChildren();
    else {
      claim.replaceChildren(el('p', {}, a.claimNow(name)),
        button(a.claimWin, () => send('claim', { as: 'win' }), 'primary'),
        button(a.claimDraw, () => send('claim', { as: 'draw' }), 'quiet'));
      announce(a.claimNow(name));
    }
  }

  /** @param {PlayedGame} next */
  function update(next) {
    game = next;
    const wait = game.phase === 'play' ? game.claim ?? null : null;
    claimable = wait === null ? null : { wait, since: performance.now() };
    renderButtons();
    renderOffer();
    renderClaim();
  }

  update(first);
  const timer = setInterval(() => { if (claimable) renderClaim(); }, TICK);
  return { element, update, destroy: () => clearInterval(timer) };
}

/**
 * Switches for the hints that both players have agreed to; `changed` is called after a change.
 * @param {App} app @param {Terms} terms @param {() => void} changed
 */
export function hintSwitches(app, terms, changed) {
  /** @param {'remember' | 'hints'} name */
  const box = (name) => terms[name] && el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name: `hint-${name}`, checked: app.settings[name],
    onchange: (event) => {
      app.changeSetting(name, event.target.checked);
      changed();
    },
  }), t.hints[name]);
  const switches = compact([box('remember'), box('hints')]);
  if (switches.length === 0) return el('p', { class: 'fine' }, t.hints.none);
  return el('details', { class: 'hints' }, el('summary', {}, t.hints.title), ...switches);
}

/** One's other games against people in which it is one's own turn, the oldest first. @param {App} app @param {string} here */
const waitingGames = (app, here) => app.welcome.games
  .filter(({ game, phase, seat, turn, ...row }) => phase === 'play' && seat && turn === seat && game !== here
    && opponentOf({ seat, ...row })?.kind !== 'computer').reverse();

/** The way to the next of them, and whether one goes there by itself after a move. @param {App} app @param {Pick<Game, 'game'>} game */
export function createNext(app, { game }) {
  const go = button('', () => app.goTo(gameHash(waitingGames(app, game)[0].game)), 'quiet');
  const auto = el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name: 'next-game', checked: app.settings.nextGame,
    onchange: ({ target }) => app.changeSetting('nextGame', target.checked),
  }), t.meet.next.auto);
  const element = el('div', { class: 'next-game', hidden: true }, go, auto);
  function update() {
    const count = waitingGames(app, game).length;
    element.hidden = count === 0;
    if (count) go.textContent = t.meet.next.go(count);
  }
  update();
  return { element, update, go: () => { if (waitingGames(app, game).length) go.click(); } };
}
