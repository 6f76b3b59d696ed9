// Simultaneous games, for the one who plays on all boards: which there are, which of them wait, and
// the way from one to the next.

import { button, compact, el } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { outcomeText } from '../play/replay.js';
import { keepCommitment, newSalt } from '../play/commitment.js';
import { enemyOf } from '../play/state.js';
import { playerName } from '../play/players.js';
import { isOwnExhibition } from './exhibitions.js';
import { Tile, withRating } from '../pages/tile.js';
import { t } from '../strings/index.js';

/** Does it wait for who plays all of them? */
const waits = (game) => (game?.phase === 'setup' ? !game.setup : game?.phase === 'play' && game.view?.turn === game.seat);

/** How a board stands, for who plays there. */
function stateOf(app, game) {
  const w = t.tournaments.exhibition;
  if (game.phase === 'over') return game.view ? outcomeText(game.view) : t.tournaments.result.none;
  if (waits(game)) return game.phase === 'setup' ? w.army : t.rows.yourTurn;
  return game.phase === 'setup' ? t.players.waitingFor(playerName(app, game[enemyOf(game.seat)])) : t.home.phase.play;
}

/** A wall of them, those that wait first. @param {App} app */
export function exhibitionBoards(app) {
  const w = t.tournaments.exhibition;
  /** @type {Map<string, Tile>} */
  const tiles = new Map();
  const said = el('p', { class: 'boards-waiting', role: 'status' });
  const next = button(w.next, () => { if (first) app.goTo(gameHash(first)); }, 'primary');
  const armies = button('', () => {
    given.clear();
    fill();
  }, 'quiet');
  const wall = el('ul', { class: 'wall', 'aria-label': w.boards });
  const element = el('section', { class: 'card boards', hidden: true }, el('h2', {}, w.boards), said, el('div', { class: 'row' }, next, armies), wall);
  /** @type {?string} the board that has waited longest */
  let first = null;
  /** @type {Set<string>} boards that have been given an army by `fill` */
  const given = new Set();
  let isFilling = false;

  const games = () => compact([...tiles.keys()].map((id) => app.gameOf(id)));
  const bare = () => games().filter(({ phase, setup }) => phase === 'setup' && !setup);
  const nextToFill = () => bare().find(({ game }) => !given.has(game));

  // Another army for each board: one that has been seen where a game is over would tell of the others.
  function fill() {
    const game = nextToFill();
    isFilling = Boolean(game);
    if (!game) return;
    const styles = app.welcome.styles.filter(({ name, editions }) => name !== 'random' && (editions?.includes(game.edition) ?? true));
    const style = styles[Math.floor(Math.random() * styles.length)]?.name ?? 'random';
    app.order({ type: 'suggest', edition: game.edition, style });
  }

  function give(letters) {
    const game = nextToFill();
    if (!isFilling || !game) return;
    const salt = newSalt();
    given.add(game.game);
    keepCommitment(game.game, letters, salt);
    app.send({ type: 'setup', game: game.game, letters, salt });
    fill();
  }

  function render() {
    const waiting = games().filter(waits);
    const empty = bare().length;
    first = waiting[0]?.game ?? null;
    said.textContent = w.waiting(waiting.length);
    next.disabled = !first;
    armies.hidden = empty === 0;
    armies.textContent = w.armies(empty);
    const held = document.activeElement;
    const order = [...tiles].sort(([a], [b]) => Number(waits(app.gameOf(b))) - Number(waits(app.gameOf(a))));
    for (const [id, tile] of tiles) {
      tile.update(app.gameOf(id));
      tile.element.classList.toggle('waits', waits(app.gameOf(id)) === true);
    }
    const elements = order.map(([, tile]) => tile.element);
    if (elements.some((one, i) => wall.children[i] !== one)) {
      wall.replaceChildren(...elements);
      if (wall.contains(held)) /** @type {HTMLElement} */ (held).focus();
    }
  }

  return {
    element,
    /** @param {Tournament} one as told */
    show(one) {
      const isHost = isOwnExhibition(one) && one.games.length > 0;
      element.hidden = !isHost;
      if (!isHost) return;
      for (const row of [...one.games].reverse()) {
        if (!row.game || tiles.has(row.game) || row.result !== '*') continue;
        const seat = row.red.name === one.host?.name ? 'red' : 'blue';
        const tile = new Tile(app, { .../** @type {any} */ (row), edition: one.edition }, {
          seat, names: withRating(app, row[enemyOf(seat)]), stateOf: (game) => stateOf(app, game),
        });
        tiles.set(row.game, tile);
      }
      render();
      element.hidden = tiles.size === 0;
      element.parentElement?.classList.toggle('has-boards', tiles.size > 0);
    },
    gamesChanged() {
      if (!element.hidden) render();
    },
    /** An army has been suggested. @param {any} message */
    receive: ({ letters }) => give(letters),
  };
}
