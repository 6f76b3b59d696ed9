// Games to watch: a wall of a few small boards that live, and all that may be watched below it, the
// best rated first. What stands beside a board is counted from what both sides have shown.

import { button, el } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { emptyState, linkTo } from './empty.js';
import { Tile, bothNames } from './tile.js';
import { refusalText, t } from '../strings/index.js';

const WALL = 4; // boards; with what else the page hears of no more than the server tells (docs/protocol.md)

class WatchView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = t.watch.title;
    /** @type {GameRow[]} */
    this.rows = [];
    /** @type {?string} from where the next page goes on */
    this.after = null;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.isChosen = false; // by hand: no board comes by itself any more
    this.status = el('p', { class: 'fine', role: 'status' });
    this.wall = el('ul', { class: 'wall', 'aria-label': t.watch.wall });
    this.none = el('div', { hidden: true }, emptyState(t.watch.none, '', linkTo('#/seek', t.meet.title), linkTo('#/new/computer', t.doors.now)));
    this.list = el('ul', { class: 'live-games' });
    this.more = button(t.watch.more, () => this.ask(this.after), 'quiet', { hidden: true });
    this.element = el('div', { class: 'watch-page' },
      el('header', { class: 'hero' }, el('h1', {}, t.watch.title), el('p', {}, t.watch.lead)), this.wall,
      el('section', { class: 'card games', 'aria-label': t.watch.all },
        el('div', { class: 'card-head' }, el('h2', {}, t.watch.all), button(t.watch.again, () => this.ask(), 'link')),
        this.status, this.none, this.list, el('div', { class: 'row' }, this.more)));
    this.ask();
  }

  /** @param {?string} [after] */
  ask(after = null) {
    this.app.send(after ? { type: 'live', after } : { type: 'live' });
    this.isNext = Boolean(after);
  }

  // The wall

  put(row) {
    const tile = new Tile(this.app, row);
    this.tiles.set(row.game, tile);
    this.wall.append(tile.element);
    tile.update(this.app.gameOf(row.game));
    this.app.send({ type: 'open', game: row.game });
  }

  drop(id) {
    this.tiles.get(id)?.element.remove();
    this.tiles.delete(id);
    this.leave(id);
  }

  // A game of one's own that goes on is heard of wherever on the page one is.
  leave(id) {
    const game = this.app.gameOf(id);
    if (!game?.seat || game.phase === 'over') this.app.send({ type: 'close', game: id });
  }

  toggle(row, on) {
    this.isChosen = true;
    if (!on) this.drop(row.game);
    else {
      const [first] = this.tiles.keys();
      if (this.tiles.size === WALL) this.drop(first);
      this.put(row);
    }
    this.render();
  }

  // The list

  item(row) {
    const box = el('input', {
      type: 'checkbox', name: row.game, checked: this.tiles.has(row.game), onchange: (event) => this.toggle(row, event.target.checked),
    });
    return el('li', {}, el('a', { class: 'game-row', href: gameHash(row.game) },
      el('span', { class: 'game-title' }, bothNames(this.app, row)),
      el('span', { class: 'fine' }, [this.app.editionTitle(row.edition),
        row.plies === null ? t.watch.later : t.home.plies(row.plies), row.viewers ? t.watch.viewers(row.viewers) : '',
        row.rated && t.terms.ratedShort].filter(Boolean).join(' · ')),
      el('span', { class: 'go' }, t.rows.watch)),
    el('label', { class: 'check' }, box, el('span', {}, t.watch.onWall, el('span', { class: 'visually-hidden' }, ` ${bothNames(this.app, row)}`))));
  }

  render() {
    const held = /** @type {HTMLInputElement} */ (document.activeElement)?.name;
    this.list.replaceChildren(...this.rows.map((row) => this.item(row)));
    this.status.textContent = '';
    this.none.hidden = this.rows.length > 0;
    this.more.hidden = !this.after;
    if (held) /** @type {?HTMLElement} */ (this.list.querySelector(`[name="${CSS.escape(held)}"]`))?.focus();
  }

  take({ games, after }) {
    const known = new Set(games.map(({ game }) => game));
    this.rows = this.isNext ? [...this.rows.filter(({ game }) => !known.has(game)), ...games] : games;
    this.after = after;
    if (!this.isChosen) for (const row of this.rows.slice(0, WALL)) if (this.tiles.size < WALL && !this.tiles.has(row.game)) this.put(row);
    this.render();
  }

  // What the page tells

  receive(message) {
    if (message.type === 'live') this.take(message);
    else if (message.type === 'refused') this.status.textContent = refusalText(message);
  }

  gamesChanged() {
    for (const [id, tile] of this.tiles) tile.update(this.app.gameOf(id));
  }

  settingsChanged() {
    this.gamesChanged();
  }

  reconnected() {
    for (const id of this.tiles.keys()) this.app.send({ type: 'open', game: id });
    this.ask();
  }

  destroy() {
    for (const id of this.tiles.keys()) this.leave(id);
  }
}

/** @param {App} app */
export const watchView = (app) => new WatchView(app);
