// A small board that lives, as a link to its game: on the wall of those who watch, and for whoever plays
// many games at once.

import { announce } from '../ui/announce.js';
import { el } from '../ui/dom.js';
import { balanceWords } from '../ui/balance.js';
import { gameHash } from '../ui/hashes.js';
import { createBoard } from '../play/board.js';
import { outcomeText } from '../play/replay.js';
import { playerName } from '../play/players.js';
import { labelOf, readMove, readPiece } from '../play/state.js';
import { t } from '../strings/index.js';

/** @param {App} app */
export const withRating = (app, player) => `${playerName(app, player)}${player.rating ? ` (${Math.round(player.rating)})` : ''}`;
/** @param {App} app */
export const bothNames = (app, { red, blue }) => `${withRating(app, red)} – ${withRating(app, blue)}`;

/** How a game stands, for who watches it. */
function stateText({ phase, view }) {
  if (!view) return t.watch.notYet;
  if (phase === 'over') return outcomeText(view);
  return [t.replay.toMove[view.turn] ?? '', t.home.plies(view.plies)].filter(Boolean).join(' · ');
}

/** One board: a link to its game, whose text tells how it stands. */
export class Tile {
  /**
   * @param {App} app @param {{game: string, edition: string, red: any, blue: any}} row
   * @param {{seat?: Seat, names?: string, stateOf?: (game: any) => string}} [options] from where it is seen, who
   *   plays there, and what is said of the game
   */
  constructor(app, row, { seat = 'red', names = bothNames(app, row), stateOf = stateText } = {}) {
    this.app = app;
    this.names = names;
    this.stateOf = stateOf;
    this.edition = app.editions.get(row.edition);
    this.board = createBoard({
      edition: this.edition, seat, label: '', choose: () => {}, canDrag: () => false, lift: () => {}, drop: () => {},
    });
    this.state = el('span', { class: 'fine' }, t.loading);
    this.balance = el('span', { class: 'fine' });
    const picture = this.board.fit(el('div', { class: 'tile-board', 'aria-hidden': 'true', inert: true }, this.board.element));
    this.element = el('li', { class: 'tile' }, el('a', { href: gameHash(row.game) }, picture,
      el('strong', {}, names), el('span', { class: 'fine' }, this.edition.title), this.state, this.balance));
    this.plies = 0;
    this.isOver = false;
    this.draw(() => null, {});
  }

  /** The ground, and what stands on it. @param {(square: number) => ?Piece} pieceOn @param {{from?: number, to?: number}} last */
  draw(pieceOn, last) {
    this.board.show((square) => {
      const piece = pieceOn(square);
      return {
        piece, name: '', selected: false, label: piece?.rank ? labelOf(this.edition, piece.rank, this.app.settings.numbers) : '',
        marks: { moved: Boolean(piece && !piece.rank && piece.moved) },
        classes: { from: square === last.from, to: square === last.to },
      };
    });
  }

  /** @param {any} game as told, or undefined */
  update(game) {
    if (!game) return;
    const { view } = game;
    const isOver = game.phase === 'over';
    this.state.textContent = this.stateOf(game);
    if (!view) return;
    const last = view.plies ? readMove(this.edition, game.events.at(-1).move) : {};
    this.draw((square) => readPiece(view.board[square]), last);
    if (view.plies === this.plies + 1) this.board.slide(last.from, last.to);
    this.plies = view.plies;
    this.balance.textContent = isOver ? '' : balanceWords(view);
    if (isOver && !this.isOver) announce(`${this.names}${t.colon}${this.state.textContent}`);
    this.isOver = isOver;
  }
}
