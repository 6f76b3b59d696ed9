// The end of a game: told in a window, and what can be done then.

import { announce } from '../ui/announce.js';
import { addressOf, copyText } from '../ui/copy.js';
import { showDialog } from '../ui/dialogs.js';
import { button, compact, el } from '../ui/dom.js';
import { battlePicture } from './panels.js';
import { opponentOf, playerName } from './players.js';
import { armiesState } from './commitment.js';
import { embedDetails } from '../ui/embed.js';
import { outcomeText } from './replay.js';
import { enemyOf } from './state.js';
import { saveFile } from '../ui/files.js';
import { gameHash } from '../ui/hashes.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { t, wordsFor } from '../strings/index.js';

const FORMATS = [['ffr', 'record'], ['gsn', 'GSN'], ['xml', 'XML']];

/** "won", "lost", "draw" or "none", as the seat sees it; null for who has none. @param {Pick<View, 'result'>} view @param {?Seat} seat */
export function outcomeOf({ result }, seat) {
  if (result === 'draw') return 'draw';
  if (result === '*') return 'none';
  return result === seat ? 'won' : 'lost';
}

/** Does the page play in it: a game of one's own, not one that was watched? @param {Pick<Game, 'game' | 'seat'>} game */
const isOwn = ({ game, seat }) => Boolean(seat) || isHotseat(game);

/** The two sentences of an end: what, and why. @param {PlayedGame} game */
export function resultWords({ view, seat }) {
  if (!seat) return [outcomeText(view), ''];
  const outcome = outcomeOf(view, seat);
  /** @type {Partial<Record<typeof outcome, string>>} */
  const why = wordsFor(t.result.by, view.by) ?? {};
  return [t.result[outcome], why[outcome] ?? ''];
}

/**
 * Another game like this: against the computer at once, with a person when both want it.
 * @param {App} app @param {PlayedGame} game
 * @param {?string} [opponent] @param {string} [label] @returns {[string, () => void]}
 */
function againAction(app, game, opponent = opponentOf(game)?.name, label = t.play.again) {
  if (isHotseat(game.game)) {
    const { memory, remember, hints } = game.terms;
    return [label, () => app.ask({ type: 'new', edition: game.edition, hotseat: true, memory, remember, hints, here: true })];
  }
  const { edition, seat, terms } = game;
  if (seat && opponent && opponentOf(game)?.kind === 'computer') {
    return [label, () => app.ask({
      type: 'new', edition, seat, opponent, clock: terms.clock ?? null, memory: terms.memory,
      remember: terms.remember, hints: terms.hints, watch: terms.watch, here: isHere(game.game),
    })];
  }
  const a = t.after;
  return [seat && game.rematch === enemyOf(seat) ? a.rematchAccept : a.rematch, () => app.order({ type: 'rematch', game: game.game })];
}

/** Who has beaten one of the computer's opponents may go on to the next. @param {App} app @param {PlayedGame} game */
function nextAction(app, game) {
  const enemy = opponentOf(game);
  const next = enemy?.name && outcomeOf(game.view, game.seat) === 'won' && app.nextOpponent(enemy.name);
  return next ? againAction(app, game, next, t.doors.challenge(app.opponentName(next))) : null;
}

/** What is said of another game. @param {App} app @param {PlayedGame} game */
function rematchText(app, game) {
  if (!game.seat || game.next) return '';
  if (game.rematch === game.seat) return t.after.rematchWaiting;
  return game.rematch ? t.after.rematchOffered(playerName(app, opponentOf(game))) : '';
}

/**
 * Tells how the game ended, beside the board in `inside`, until it is closed; `update` shows what came since.
 * @param {App} app @param {Edition} edition @param {PlayedGame} game @param {?Element} inside
 */
export function resultDialog(app, edition, game, inside) {
  const [title, why] = resultWords(game);
  announce(`${title}. ${why}`);
  const latest = game.events.at(-1);
  const decisive = game.view.by === 'flag' && latest?.battle === 'flag';
  const next = isOwn(game) ? nextAction(app, game) : null;
  const actions = isOwn(game) ? [againAction(app, game), ...(next ? [next] : [])] : [];
  const offer = el('p', { class: 'rematch-offer' });
  const dialog = showDialog({
    title,
    inside,
    kind: `narrow result ${game.seat ? outcomeOf(game.view, game.seat) : ''}`,
    body: compact([
      decisive && battlePicture(edition, app.settings, game, latest, game.events.length - 1),
      el('p', { class: 'why' }, why), ratingLine(game), el('p', { class: 'fine' }, t.result.plies(game.view.plies)), offer,
    ]),
    actions: [
      { label: t.play.look, kind: 'quiet', focus: !isOwn(game) }, { label: t.play.another, kind: 'quiet', does: app.goHome },
      ...actions.map(([label, does], i) => {
        const isLast = i === actions.length - 1;
        return { label, kind: `${isLast ? 'primary' : 'quiet'} ${i === 0 ? 'again' : ''}`, does, focus: isLast };
      }),
    ],
  });
  /** @param {PlayedGame} now */
  function update(now) {
    offer.textContent = rematchText(app, now);
    offer.hidden = !offer.textContent;
    const again = dialog.querySelector('.again');
    if (again) [again.textContent] = againAction(app, now); // what it does is the same
  }
  update(game);
  return { update };
}

/** @param {Game} game */
function ratingLine({ rating, seat }) {
  const change = seat && rating?.[seat];
  return typeof change === 'number' && el('p', {}, t.after.rating(t.players.change(Math.round(change))));
}

/**
 * What stands beside a game that is over; `update` shows what came since. `shownPly` is what is on show.
 * @param {App} app @param {PlayedGame} first @param {() => ?number} shownPly
 */
export function createAftermath(app, first, shownPly) {
  const a = t.after;
  const status = el('p', { class: 'message', role: 'status' });
  const again = el('div', { class: 'row' });
  const armies = el('p', { class: 'armies-state' });
  /** @param {string} extension */
  const file = (extension) => `/game/${encodeURIComponent(first.game)}.${extension}`;
  let told = ''; // of the armies

  async function copy() {
    const ply = shownPly();
    await copyText(addressOf(`/g/${encodeURIComponent(first.game)}${ply === null ? '' : `/${ply}`}`));
    status.textContent = t.setup.copied;
  }

  /** @param {PlayedGame} game */
  function showArmies(game) {
    const state = armiesState(game);
    armies.textContent = state ? a.armies[state] ?? '' : '';
    armies.className = `armies-state ${state ?? ''}`;
    armies.hidden = !state;
    if (state === 'broken' && told !== state) announce(a.armies.broken);
    told = state ?? '';
  }

  /** @param {PlayedGame} game */
  function update(game) {
    showArmies(game);
    if (!isOwn(game)) return;
    const text = rematchText(app, game);
    if (text && text !== status.textContent) announce(text);
    status.textContent = text;
    const [label, does] = againAction(app, game);
    again.replaceChildren(...compact([
      game.next && el('a', { class: 'button primary', href: gameHash(game.next) }, a.next),
      !game.next && button(label, does, 'primary', { disabled: Boolean(game.seat) && game.rematch === game.seat }),
      button(t.play.another, app.goHome, 'quiet'),
    ]));
  }

  /** @param {string} extension @param {string} label @param {?string} [text] */
  const keepButton = (extension, label, text) => text && button(label, () => saveFile(`${first.game}.${extension}`, text), 'quiet');

  // A game of this device has its records with it, and no address that others could open.
  const downloads = isHere(first.game)
    ? compact([keepButton('ffr', a.formats.record, first.record), keepButton('gsn', 'GSN', first.gsn)])
    : [...FORMATS.map(([extension, label]) => el('a', { class: 'button', href: file(extension), download: '' }, wordsFor(a.formats, label) ?? label)),
      button(a.copyLink, copy, 'quiet')];

  update(first);
  return {
    element: el('section', { class: 'card aftermath' }, status, again, armies,
      el('div', { class: 'row downloads' }, el('span', { class: 'fine' }, a.download), ...downloads), embedDetails(first)),
    update,
  };
}
