// The tutorial: lessons on a small board, where the learner makes the moves.

import { announce } from '../ui/announce.js';
import { BATTLE_TIME, playBattle } from '../play/battle.js';
import { createBoard } from '../play/board.js';
import { button, el } from '../ui/dom.js';
import { knownLetter, lessonsOf, played, readDrawing } from './lessons.js';
import { filler, labelOrder } from '../play/rules.js';
import { labelOf, nameOf, readMove, readPiece, squareName, squareNumber } from '../play/state.js';
import { load, save } from '../ui/storage.js';
import { t } from '../strings/index.js';

const SIZE = 5;
const REPLY_PAUSE = 900;

class LearnView {
  place = el('div', { class: 'lesson-board' });

  heading = el('h2', { tabindex: -1 });

  task = el('p', { class: 'task' });

  result = el('p', { class: 'message', role: 'status' });

  next = button(t.learn.next, () => this.goOn(), 'primary');

  list = el('ol', { class: 'lesson-list' });

  play = button(t.learn.play, () => this.app.goHome(), 'primary', { hidden: true });

  /** @type {Board} */
  board;

  /** @param {App} app @param {any} [again] what the same view has handed on */
  constructor(app, again) {
    const { settings } = app;
    this.app = app;
    this.settings = settings;
    const wish = load('wish', {}).edition;
    this.edition = app.editions.get(load('learn.edition') ?? wish) ?? app.editions.get(app.welcome.default);
    this.lessons = lessonsOf(this.edition, labelOrder(this.edition, settings));
    this.fill = filler(this.edition, settings);
    this.done = new Set(load('learned', []));
    this.number = Math.max(0, this.lessons.findIndex(({ name }) => !this.done.has(name)));
    this.step = 0;
    this.letters = [];
    this.begun = this.letters; // as the present step found them
    this.chosen = null;
    this.fulfilled = false; // the present step
    this.timer = null;
    this.endBattle = () => {};
    this.title = t.learn.title;
    this.element = this.layOutPage();
    app.setEdition(this.edition);
    if (again?.edition === this.edition.id) this.goOnFrom(again);
    else this.begin(this.number);
  }

  /** What the same view in another language begins with: a step that has been begun is done once more. */
  handOn() {
    const { number, step, begun } = this;
    return { edition: this.edition.id, number, step, letters: begun, isFinished: !this.play.hidden };
  }

  goOnFrom({ number, step, letters, isFinished }) {
    this.begin(number, step, letters);
    if (isFinished) this.celebrate();
  }

  layOutPage() {
    const l = t.learn;
    const choice = el('select', {
      name: 'learn-edition',
      onchange: (event) => {
        save('learn.edition', event.target.value);
        this.app.remake();
      },
    }, ...this.app.welcome.editions.map((one) => el('option', { value: one.id, selected: one.id === this.edition.id }, one.title)));
    return el('div', { class: 'learn-view' },
      el('header', { class: 'hero' }, el('h1', {}, l.title), el('p', {}, l.lead(this.lessons.length))),
      el('div', { class: 'lesson card' }, this.place,
        el('div', { class: 'lesson-text' }, this.heading, this.task, this.result,
          el('div', { class: 'row' }, this.next, this.play, button(l.again, () => this.begin(this.number), 'quiet')))),
      el('nav', { class: 'card lessons', 'aria-label': l.lessons },
        el('div', { class: 'field' }, el('label', {}, el('span', {}, l.edition), choice)), this.list));
  }

  lesson() {
    return this.lessons[this.number];
  }

  /** @returns {import('./lessons.js').Step} */
  present() {
    return this.lesson().steps[this.step];
  }

  pieceAt(square) {
    return readPiece(this.letters[square]);
  }

  movesFrom(square) {
    return Object.keys(this.present().moves ?? {})
      .map((move) => readMove(this.board.edition, move)).filter(({ from }) => from === square);
  }

  say(...sentences) {
    this.result.textContent = sentences.filter(Boolean).join(' ');
  }

  // A piece in words, for the sentences about battles.
  words(rank, mine) {
    return { name: nameOf(this.edition, rank), label: labelOf(this.edition, rank, this.settings.numbers), mine };
  }

  battleSentence(outcome, ranks, seat) {
    const tell = {
      attacker: t.battle.attackerWins, defender: t.battle.defenderWins, both: t.battle.both, flag: t.battle.flag,
    }[outcome];
    const other = seat === 'red' ? 'blue' : 'red';
    return tell?.(this.words(ranks[seat], seat === 'red'), this.words(ranks[other], other === 'red')) ?? '';
  }

  pick(square) {
    this.chosen = square;
    this.say('');
    this.render();
  }

  choose(square) {
    if (this.fulfilled) return;
    const { squares } = this.present();
    if (squares) return void this.putPiece(square, squares);
    if (this.pieceAt(square)?.seat === 'red') this.pick(square === this.chosen ? null : square);
    else if (this.chosen === null) this.say(t.learn.chooseOwn);
    else this.move(this.chosen, square);
  }

  putPiece(square, squares) {
    const name = squareName(this.board.edition, square);
    if (!squares.includes(name)) return void this.say(t.learn.wrong, this.task.textContent);
    const { place = '' } = this.present();
    this.letters[square] = place;
    this.finishStep(t.setup.placed(nameOf(this.edition, place), name));
  }

  move(from, to) {
    const { moves = {}, hints = {} } = this.present();
    const [a, b] = [squareName(this.board.edition, from), squareName(this.board.edition, to)];
    const [outcome, rank] = moves[`${a}-${b}`] ?? moves[`${a}x${b}`] ?? [];
    this.chosen = null;
    if (!outcome) this.say(t.learn.hint[hints[`${a}x${b}`]] ?? `${t.learn.wrong} ${this.task.textContent}`);
    else if (outcome === 'refused') this.finishStep(t.reasons[rank]);
    else this.carryOut(from, to, outcome, rank);
    this.render();
  }

  carryOut(from, to, outcome, rank) {
    const ranks = { red: this.pieceAt(from)?.rank ?? '', blue: rank };
    const pieces = [from, to].map((square) => this.pieceAt(square));
    this.letters = played(this.letters, { from, to }, outcome, ranks, 'red');
    // A scout that has run is known, where the edition says so.
    if (this.present().rules?.includes('scoutReveal')) this.letters[to] = knownLetter(ranks.red, 'red');
    this.render();
    this.showMove({ from, to, pieces, outcome, ranks: [ranks.red, rank] });
    const told = this.battleSentence(outcome, ranks, 'red');
    if (!this.present().reply) return void this.finishStep(told);
    this.fulfilled = true;
    this.say(told);
    announce(told);
    this.timer = setTimeout(() => this.reply(ranks.red), REPLY_PAUSE);
  }

  reply(victim) {
    const [text, outcome, rank] = this.present().reply ?? [];
    const { from, to } = readMove(this.board.edition, text);
    const ranks = { red: victim, blue: rank };
    const pieces = [from, to].map((square) => this.pieceAt(square));
    this.letters = played(this.letters, { from, to }, outcome, ranks, 'blue');
    this.render();
    this.showMove({ from, to, pieces, outcome, ranks: [rank, victim] });
    this.finishStep(this.battleSentence(outcome, ranks, 'blue'));
  }

  showMove(event) {
    this.endBattle();
    if (!event.pieces[1]) return void this.board.slide(event.from, event.to);
    this.endBattle = playBattle(this.board, event, {
      time: BATTLE_TIME[this.settings.battles], label: (rank) => labelOf(this.edition, rank, this.settings.numbers),
    });
  }

  finishStep(told) {
    const after = t.learn.after[this.present().key];
    this.fulfilled = true;
    this.render();
    if (!after) return void this.goOn();
    this.say(told, this.fill(after), this.rulesOf(this.present()));
    this.next.hidden = false;
    this.next.focus();
  }

  /** @param {{rules?: string[]}} step */
  rulesOf({ rules = [] }) {
    return rules.map((key) => this.fill(t.rulesText[key])).join(' ');
  }

  goOn() {
    if (this.step + 1 < this.lesson().steps.length) return void this.begin(this.number, this.step + 1);
    this.done.add(this.lesson().name);
    save('learned', [...this.done]);
    if (this.number + 1 < this.lessons.length) this.begin(this.number + 1);
    else this.celebrate();
  }

  celebrate() {
    this.fulfilled = true;
    this.heading.textContent = t.learn.finished;
    this.task.textContent = '';
    this.say('');
    this.next.hidden = true;
    this.play.hidden = false;
    this.play.focus();
    this.renderList();
  }

  /** Shows a step of a lesson; with its first one the board is set up anew, or as it is given. */
  begin(which, at = 0, letters = null) {
    clearTimeout(this.timer ?? undefined);
    const moved = which !== this.number || at === 0 || letters;
    const held = this.place.contains(document.activeElement);
    this.number = which;
    this.step = at;
    this.chosen = null;
    const { key, moves, squares, rules } = this.present();
    this.fulfilled = !moves && !squares;
    if (moved) this.layOut(letters ?? readDrawing(this.lesson().board));
    this.begun = [...this.letters];
    this.heading.textContent = t.learn.lesson(this.number + 1, this.lessons.length, t.learn.names[this.lesson().name]);
    this.task.textContent = [this.fill(t.learn.say[key]), this.fulfilled && this.rulesOf({ rules })].filter(Boolean).join(' ');
    this.say('');
    this.next.hidden = !this.fulfilled;
    this.play.hidden = true;
    this.render();
    this.renderList();
    announce(this.task.textContent);
    if (this.fulfilled) this.next.focus();
    else if (held || document.activeElement === document.body || document.activeElement === this.next) this.board.focus(this.startSquare());
  }

  // Where the keys begin: the piece to be moved, or the square to be chosen.
  startSquare() {
    const { moves, squares = [] } = this.present();
    return squareNumber(this.board.edition, moves ? Object.keys(moves)[0].split(/[-x]/)[0] : squares[0]);
  }

  layOut(letters) {
    this.letters = letters;
    const small = {
      files: SIZE, rows: SIZE, lakes: this.letters.flatMap((letter, i) => (letter === '_' ? [squareName({ files: SIZE }, i)] : [])),
    };
    this.board = createBoard({
      edition: small, seat: 'red', label: t.learn.board, choose: (square) => this.choose(square),
      canDrag: (square) => !this.fulfilled && this.pieceAt(square)?.seat === 'red',
      lift: (square) => this.pick(square),
      drop: (square, target) => {
        const to = this.board.squareAt(target);
        if (to !== null && to !== square) this.move(square, to);
      },
      key: (event) => {
        if (event.key === 'Escape') this.pick(null);
      },
    });
    this.place.replaceChildren(this.board.fit(this.board.element));
  }

  describe(square, isLake) {
    const piece = this.pieceAt(square);
    const name = squareName(this.board.edition, square);
    const target = this.chosen === null ? undefined : this.movesFrom(this.chosen).find(({ to }) => to === square);
    const wanted = !this.fulfilled && Boolean(this.present().squares);
    const rank = piece?.rank && { name: nameOf(this.edition, piece.rank), label: labelOf(this.edition, piece.rank, this.settings.numbers) };
    const own = piece?.seat === 'red';
    const what = isLake ? t.cell.lake : !piece ? t.cell.empty
      : own && rank ? t.cell.own(rank) : rank ? t.cell.enemy(rank) : piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    return {
      piece,
      label: rank ? rank.label : '',
      marks: { moved: Boolean(piece && !piece.rank && piece.moved), seen: Boolean(own && piece.known) },
      name: [name, what, own && piece.known && t.cell.known, this.chosen === square && t.cell.chosen,
        target && (target.attack ? t.cell.canAttack : t.cell.canMove)].filter(Boolean).join(', '),
      selected: this.chosen === square,
      classes: {
        grab: own && !this.fulfilled, selected: this.chosen === square, mobile: own && !this.fulfilled,
        target: (target && !target.attack) || (wanted && square < 2 * SIZE && !piece), attack: Boolean(target?.attack),
      },
    };
  }

  render() {
    this.board.show((square, isLake) => this.describe(square, isLake));
  }

  renderList() {
    this.list.replaceChildren(...this.lessons.map(({ name }, i) => el('li', {}, button(t.learn.names[name], () => this.begin(i), 'link', {
      'aria-current': i === this.number ? 'step' : null,
    }), this.done.has(name) && el('span', { class: 'lesson-done' }, '✓', el('span', { class: 'visually-hidden' }, ` ${t.learn.done}`)))));
  }

  settingsChanged() {
    this.render();
  }

  destroy() {
    clearTimeout(this.timer ?? undefined);
    this.endBattle();
  }
}

/** @param {App} app @param {any} [again] what was handed on */
export const learnView = (app, again) => new LearnView(app, again);
