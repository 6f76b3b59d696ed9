// The two players beside the board: names, whether they are here, and their clocks.

import { createClock } from './clock.js';
import { compact, el } from '../ui/dom.js';
import { timeSince } from '../ui/gaps.js';
import { profileHash } from '../ui/hashes.js';
import { enemyOf } from './state.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { t } from '../strings/index.js';

const TICK = 100; // ms

/** A guest by the name that it has chosen, marked so that nobody takes it for an account. @param {string} name */
export const guestName = (name) => `${name} (${t.players.guest})`;

/** What a player is called. @param {Pick<App, 'opponentName'>} app @param {?Pick<Player, 'kind' | 'name'>} [player] */
export function playerName(app, player) {
  if (!player || player.kind === 'free') return t.players.free;
  if (!player.name) return t.players.guest;
  if (player.kind === 'guest') return guestName(player.name.replace(/ \(Guest\)$/, ''));
  return player.kind === 'computer' ? app.opponentName(player.name) : player.name;
}

/**
 * What a player is called, and of an account the way to its page.
 * @param {Pick<App, 'opponentName'>} app @param {?Pick<Player, 'kind' | 'name'>} [player]
 */
export function playerLink(app, player) {
  const name = playerName(app, player);
  return player?.name && ['account', 'bot'].includes(player.kind) ? el('a', { href: profileHash(player.name) }, name) : name;
}

/** @param {Game} game @param {Seat} seat */
function clockOf(game, seat) {
  const { clock } = game;
  if (!clock) return null;
  const running = clock.running.includes(seat) && !game.paused && game.phase !== 'over';
  return { bank: clock[seat], free: running ? clock.free ?? 0 : 0, running };
}

/** @param {App} app @param {Game} first */
export function createPlayers(app, first) {
  const own = first.seat;
  const warn = () => app.sound('low');
  const counted = (/** @type {number} */ since) => timeSince(since, isHere(first.game) ? [] : app.state.gaps);
  const clocks = { red: createClock(own === 'red', warn, counted), blue: createClock(own === 'blue', warn, counted) };
  const rows = Object.fromEntries(['red', 'blue'].map((seat) => [seat, el('div', { class: `player ${seat}` })]));
  const order = own === 'blue' ? ['red', 'blue'] : ['blue', 'red'];
  const element = el('div', { class: 'players' }, ...order.map((seat) => rows[seat]));

  // Who plays without a name is called "you" by itself; two at one device go by their colours. Nobody
  // is led away from a game that goes on.
  /** @param {Game} game @param {Seat} seat @param {Player} player */
  function nameOf(game, seat, player) {
    if (isHotseat(first.game)) return t.seat[seat];
    if (seat === own && !player.name) return t.players.youAlone;
    return game.phase === 'over' ? playerLink(app, player) : playerName(app, player);
  }

  /** @param {Game} game @param {Seat} seat @param {Player} player */
  function badges(game, seat, player) {
    const p = t.players;
    const isGone = game.phase !== 'over' && player.here === false && !['computer', 'free'].includes(player.kind);
    return [
      seat === own && player.name && p.you,
      player.kind === 'bot' && p.bot,
      player.rating && p.rating(Math.round(player.rating)),
      game.phase === 'setup' && player.ready && p.ready,
      player.vacation ? p.vacation : isGone && p.away,
    ].filter(Boolean);
  }

  /** @param {Game} game @param {Seat} seat */
  function ratingChange(game, seat) {
    const change = game.rating?.[seat];
    if (change === undefined || change === null) return null;
    return el('span', { class: 'rating-change' }, t.players.change(Math.round(change)));
  }

  /** @param {Game} game @param {Seat} seat */
  function show(game, seat) {
    const player = game[seat];
    const away = game.phase !== 'over' && player.here === false && player.kind !== 'computer';
    rows[seat].classList.toggle('away', away);
    rows[seat].replaceChildren(
      el('span', { class: `seat-dot ${seat}`, title: t.seat[seat] }),
      el('span', { class: 'player-name' }, nameOf(game, seat, player),
        el('span', { class: 'visually-hidden' }, ` (${t.seat[seat]})`)),
      el('span', { class: 'fine badges' }, badges(game, seat, player).join(' · ')),
      ...compact([ratingChange(game, seat)]), clocks[seat].element);
    clocks[seat].set(clockOf(game, seat));
  }

  /** @param {Game} game */
  function update(game) {
    show(game, 'red');
    show(game, 'blue');
  }

  update(first);
  const timer = setInterval(() => Object.values(clocks).forEach((clock) => clock.tick()), TICK);
  return { element, update, destroy: () => clearInterval(timer) };
}

/** The other player of a seat, or null for a spectator. @param {{seat: ?Seat, red: Player, blue: Player}} game */
export const opponentOf = (game) => (game.seat ? game[enemyOf(game.seat)] : null);
