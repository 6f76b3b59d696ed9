// The end of a game: told in a window, and what can be done then.

import { announce } from '../ui/announce.js';
import { addressOf, copyText } from '../ui/copy.js';
import { showDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { battlePicture } from './panels.js';
import { opponentOf, playerName } from './players.js';
import { armiesState } from './commitment.js';
import { embedDetails } from '../ui/embed.js';
import { outcomeText } from './replay.js';
import { enemyOf } from './state.js';
import { saveFile } from '../ui/files.js';
import { gameHash } from '../ui/hashes.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { t } from '../strings/index.js';

const FORMATS = [['ffr', 'record'], ['gsn', 'GSN'], ['xml', 'XML']];
const FILES = [['ffr', 'record', 'record'], ['gsn', 'gsn', 'GSN']]; // of a game of this device

/** "won", "lost", "draw" or "none", as the seat sees it; null for who has none. */
export function outcomeOf({ result }, seat) {
  if (result === 'draw') return 'draw';
  if (result === '*') return 'none';
  return result === seat ? 'won' : 'lost';
}

/** Does the page play in it: a game of one's own, not one that was watched? */
const isOwn = ({ game, seat }) => Boolean(seat) || isHotseat(game);

/** The two sentences of an end: what, and why. */
export function resultWords({ view, seat }) {
  if (!seat) return [outcomeText(view), ''];
  const outcome = outcomeOf(view, seat);
  return [t.result[outcome], t.result.by[view.by]?.[outcome] ?? ''];
}

/** Another game like this: against the computer at once, with a person when both want it. @returns {[string, () => void]} */
function againAction(app, game, opponent = opponentOf(game)?.name, label = t.play.again) {
  if (isHotseat(game.game)) {
    const { edition, terms: { memory, remember, hints } } = game;
    return [label, () => app.ask({ type: 'new', edition, hotseat: true, memory, remember, hints, here: true })];
  }
  if (opponentOf(game).kind === 'computer') {
    const { edition, seat, terms } = game;
    return [label, () => app.ask({
      type: 'new', edition, seat, opponent, clock: terms.clock ?? null, memory: terms.memory,
      remember: terms.remember, hints: terms.hints, watch: terms.watch, here: isHere(game.game),
    })];
  }
  const a = t.after;
  return [game.rematch === enemyOf(game.seat) ? a.rematchAccept : a.rematch, () => app.order({ type: 'rematch', game: game.game })];
}

/** Who has beaten one of the computer's opponents may go on to the next. */
function nextAction(app, game) {
  const next = game.seat && outcomeOf(game.view, game.seat) === 'won' && app.nextOpponent(opponentOf(game).name);
  return next ? againAction(app, game, next, t.doors.challenge(app.opponentName(next))) : null;
}

/** Tells how the game ended, beside the board in `inside`, until it is closed. */
export function resultDialog(app, edition, game, inside) {
  const [title, why] = resultWords(game);
  announce(`${title}. ${why}`);
  const decisive = game.view.by === 'flag' && game.events.at(-1)?.battle === 'flag';
  const next = isOwn(game) ? nextAction(app, game) : null;
  const actions = isOwn(game) ? [againAction(app, game), ...(next ? [next] : [])] : [];
  return showDialog({
    title,
    inside,
    kind: `narrow result ${game.seat ? outcomeOf(game.view, game.seat) : ''}`,
    body: [
      decisive && battlePicture(edition, app.settings, game, game.events.at(-1), game.events.length - 1),
      el('p', { class: 'why' }, why), ratingLine(game), el('p', { class: 'fine' }, t.result.plies(game.view.plies)),
    ].filter(Boolean),
    actions: [
      { label: t.play.look, kind: 'quiet', focus: !isOwn(game) }, { label: t.play.another, kind: 'quiet', does: app.goHome },
      ...actions.map(([label, does], i) => {
        const isLast = i === actions.length - 1;
        return { label, kind: isLast ? 'primary' : 'quiet', does, focus: isLast };
      }),
    ],
  });
}

function ratingLine({ rating, seat }) {
  const change = seat && rating?.[seat];
  return typeof change === 'number' && el('p', {}, t.after.rating(t.players.change(Math.round(change))));
}

/** What stands beside a game that is over; `update` shows what came since. `shownPly` is what is on show. */
export function createAftermath(app, first, shownPly) {
  const a = t.after;
  const status = el('p', { class: 'message', role: 'status' });
  const again = el('div', { class: 'row' });
  const armies = el('p', { class: 'armies-state' });
  const file = (extension) => `/game/${encodeURIComponent(first.game)}.${extension}`;
  let told = null;

  async function copy() {
    const ply = shownPly();
    await copyText(addressOf(`/g/${encodeURIComponent(first.game)}${ply === null ? '' : `/${ply}`}`));
    status.textContent = t.setup.copied;
  }

  function showArmies(game) {
    const state = armiesState(game);
    armies.textContent = state ? a.armies[state] ?? '' : '';
    armies.className = `armies-state ${state ?? ''}`;
    armies.hidden = !state;
    if (state === 'broken' && told !== state) announce(a.armies.broken);
    told = state;
  }

  function rematchText(game) {
    if (!game.seat) return '';
    if (game.rematch === game.seat) return a.rematchWaiting;
    return game.rematch ? a.rematchOffered(playerName(app, opponentOf(game))) : '';
  }

  function update(game) {
    showArmies(game);
    if (!isOwn(game)) return;
    const text = game.next ? '' : rematchText(game);
    if (text && text !== status.textContent) announce(text);
    status.textContent = text;
    const [label, does] = againAction(app, game);
    again.replaceChildren(...[
      game.next && el('a', { class: 'button primary', href: gameHash(game.next) }, a.next),
      !game.next && button(label, does, 'primary', { disabled: Boolean(game.seat) && game.rematch === game.seat }),
      button(t.play.another, app.goHome, 'quiet'),
    ].filter(Boolean));
  }

  // A game of this device has its records with it, and no address that others could open.
  const downloads = isHere(first.game)
    ? FILES.filter(([, field]) => first[field]).map(([extension, field, label]) => (
      button(a.formats[label] ?? label, () => saveFile(`${first.game}.${extension}`, first[field]), 'quiet')))
    : [...FORMATS.map(([extension, label]) => el('a', { class: 'button', href: file(extension), download: '' }, a.formats[label] ?? label)),
      button(a.copyLink, copy, 'quiet')];

  update(first);
  return {
    element: el('section', { class: 'card aftermath' }, status, again, armies,
      el('div', { class: 'row downloads' }, el('span', { class: 'fine' }, a.download), ...downloads), embedDetails(first)),
    update,
  };
}
