// Games in a line each, as the start page, the lobby and the history show them.

import { el } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { playerName } from '../play/players.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { language, t } from '../strings/index.js';

/** Is it the person's own turn? */
export const isMyTurn = ({ phase, seat, turn }) => phase === 'play' && Boolean(seat) && turn === seat;

/** Is it a game of one's own, and not one of others to watch? */
export const isOwn = ({ game, seat }) => Boolean(seat) || isHere(game);

/** How a game stands for who looks at it. */
function stateOf(game) {
  const h = t.home;
  if (isMyTurn(game)) return t.rows.yourTurn;
  if (game.phase !== 'over') return h.phase[game.phase];
  if (!game.seat || !['red', 'blue'].includes(game.result)) return h.outcome[game.result] ?? '';
  return game.result === game.seat ? t.rows.youWon : t.rows.youLost;
}

/** Who plays: the other player for one's own games, both for those of others. */
function whoPlays(app, game) {
  if (!game.red) return '';
  if (isHotseat(game.game)) return t.two.title;
  if (game.seat) return t.rows.against(playerName(app, game.seat === 'red' ? game.blue : game.red));
  return `${playerName(app, game.red)} – ${playerName(app, game.blue)}`;
}

/** The day of a game, as people write it in their language; the year where it is another one. */
export function dayOf(time) {
  const day = new Date(time);
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric' }).format(day);
}

export function gameRow(app, game) {
  const h = t.home;
  const title = app.editionTitle(game.edition);
  const go = isOwn(game) ? (game.phase === 'over' ? h.look : h.resume) : t.rows.watch;
  return el('li', {}, el(
    'a', { class: `game-row${isMyTurn(game) ? ' my-turn' : ''}`, href: gameHash(game.game) },
    el('span', { class: `seat-dot ${game.seat ?? game.result}` }),
    el('span', { class: 'game-title' }, title),
    el('span', { class: 'fine' }, [whoPlays(app, game), game.seat && t.seat[game.seat], stateOf(game),
      game.plies ? h.plies(game.plies) : '', game.phase === 'over' && game.time && dayOf(game.time),
      game.rated && t.terms.ratedShort, game.trial && t.trial.short].filter(Boolean).join(' · ')),
    el('span', { class: 'go' }, go)));
}

/** A card with rows, or null where there are none. */
export function gamesSection(app, title, games, most = Infinity) {
  if (games.length === 0) return null;
  return el('section', { class: 'card games', 'aria-label': title },
    el('h2', {}, title), el('ul', {}, ...games.slice(0, most).map((game) => gameRow(app, game))));
}
