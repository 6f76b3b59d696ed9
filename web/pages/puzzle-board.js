// The board of a puzzle: the position as the seat saw it, with the moves that it may make, and
// afterwards as it was.

import { createBoard } from '../play/board.js';
import { historyPanel, lossesPanel } from '../play/panels.js';
import {
  enemyOf, labelOf, movedSquares, nameOf, readMove, readPiece, squareName, squareNumber,
} from '../play/state.js';
import { el } from '../ui/dom.js';
import { t } from '../strings/index.js';

export class PuzzleBoard {
  /**
   * @param {App} app @param {Edition} edition @param {{puzzle: string, kind: string, seat: Seat, view: View}} question
   * @param {{answer: (text: string) => void, say: (text: string) => void}} tell what a hand or a key does
   */
  constructor(app, edition, { puzzle, kind, seat, view }, tell) {
    this.settings = app.settings;
    this.edition = edition;
    this.kind = kind;
    this.seat = seat;
    this.view = view;
    this.tell = tell;
    this.seen = [...view.board];
    this.letters = this.seen;
    this.moves = view.moves.map((move) => ({ text: move, ...readMove(edition, move) }));
    this.moved = movedSquares(edition, view.events);
    /** @type {{from?: number, to?: number}} */
    this.last = view.events.length ? readMove(edition, view.events[view.events.length - 1].move) : {};
    this.chosen = null;
    this.solution = null;
    this.board = createBoard({
      edition, seat, label: t.puzzles.board[seat], choose: (square) => this.choose(square),
      canDrag: (square) => this.isMine(square), lift: (square) => this.pick(square),
      drop: (square, target) => {
        const to = this.board.squareAt(target);
        if (to !== null && to !== square) this.move(square, to);
      },
      key: (event) => {
        if (event.key === 'Escape') this.pick(null);
      },
    });
    this.board.grid.dataset.puzzle = puzzle;
    this.element = el('div', { class: 'puzzle-board' }, this.board.element);
    this.aside = this.layOutAside();
    this.render();
  }

  layOutAside() {
    const history = historyPanel(this.edition, this.settings);
    history.update({ events: this.view.events, seat: this.seat });
    const losses = (owner) => lossesPanel(owner === this.seat ? t.play.lostByYou : t.play.lostByEnemy,
      this.edition, this.settings, owner, this.view);
    return el('div', { class: 'puzzle-aside' },
      el('div', { class: 'all-losses' }, losses(enemyOf(this.seat)), losses(this.seat)),
      el('details', {}, el('summary', {}, t.play.moves), history.element));
  }

  fit(view) {
    return this.board.fit(view);
  }

  /** Where keys begin: at the enemy's last move, or one's own first piece. */
  focus() {
    const first = this.kind === 'flag' ? this.seen.findIndex((_, square) => this.mayBeFlag(square)) : this.moves[0].from;
    this.board.focus(first);
  }

  pieceAt(square) {
    return readPiece(this.letters[square]);
  }

  /** May it be moved now? */
  isMine(square) {
    return !this.solution && this.kind !== 'flag' && this.pieceAt(square)?.seat === this.seat;
  }

  mayBeFlag(square) {
    const piece = readPiece(this.seen[square]);
    return Boolean(piece && piece.seat !== this.seat && !piece.rank && !piece.moved);
  }

  pick(square) {
    this.chosen = square;
    this.render();
  }

  choose(square) {
    if (this.solution) return;
    if (this.kind === 'flag') {
      if (this.mayBeFlag(square)) this.tell.answer(squareName(this.edition, square));
      else this.tell.say(t.puzzles.chooseHidden);
    } else if (this.isMine(square)) this.pick(square === this.chosen ? null : square);
    else if (this.chosen === null) this.tell.say(t.play.notYourPiece);
    else this.move(this.chosen, square);
  }

  move(from, to) {
    const move = this.moves.find((one) => one.from === from && one.to === to);
    this.pick(null);
    if (move) this.tell.answer(move.text);
    else this.tell.say(t.puzzles.notLegal);
  }

  /** The whole board, with the answer marked. */
  reveal(solution) {
    this.solution = solution;
    this.showAsSeen(false);
  }

  showAsSeen(seen) {
    this.letters = seen ? this.seen : [...this.solution.board];
    this.render();
  }

  /** The squares of the last move; of the right answer, once it is told. @returns {{from?: ?number, to?: number}} */
  marked() {
    if (!this.solution) return this.last;
    const { answer } = this.solution;
    if (this.kind === 'flag') return { from: null, to: squareNumber(this.edition, answer) };
    return readMove(this.edition, answer);
  }

  nameOfSquare(square, isLake, piece, marks) {
    const rank = piece?.rank && { name: nameOf(this.edition, piece.rank), label: labelOf(this.edition, piece.rank, this.settings.numbers) };
    const own = piece?.seat === this.seat;
    const what = isLake ? t.cell.lake : !piece ? t.cell.empty
      : own ? t.cell.own(rank) : rank ? t.cell.enemy(rank) : piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    const isMarked = square === marks.start || square === marks.end;
    return [squareName(this.edition, square), what, own && piece.known && this.letters === this.seen && t.cell.known, this.chosen === square && t.cell.chosen,
      marks.target && (marks.target.attack ? t.cell.canAttack : t.cell.canMove),
      isMarked && (this.solution ? t.puzzles.theAnswer : t.cell.last)].filter(Boolean).join(', ');
  }

  describe(square, isLake) {
    const piece = this.pieceAt(square);
    const own = piece?.seat === this.seat;
    const target = this.chosen === null ? undefined : this.moves.find(({ from, to }) => from === this.chosen && to === square);
    const { from: start, to: end } = this.marked();
    const marks = { start, end, target };
    return {
      piece,
      label: piece?.rank ? labelOf(this.edition, piece.rank, this.settings.numbers) : '',
      marks: {
        moved: Boolean(piece && (piece.rank ? own && this.moved.has(square) : piece.moved)),
        seen: Boolean(own && piece.known && this.letters === this.seen),
      },
      name: this.nameOfSquare(square, isLake, piece, marks),
      selected: this.chosen === square,
      classes: {
        grab: this.isMine(square), selected: this.chosen === square, mobile: this.isMine(square),
        target: Boolean(target && !target.attack), attack: Boolean(target?.attack),
        from: square === start, to: square === end,
      },
    };
  }

  render() {
    this.board.show((square, isLake) => this.describe(square, isLake));
  }

  destroy() {
    this.tell = { answer: () => {}, say: () => {} };
  }
}
