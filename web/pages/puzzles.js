// Puzzles out of games: one a day, a run against the clock, or kind by kind. The module on this
// device asks and judges them (offline/), so none needs a network. For who has an account the server
// asks and judges rated ones.

import { announce } from '../ui/announce.js';
import { PuzzleBoard } from './puzzle-board.js';
import {
  KINDS, bestRun, keepRun, keepTry, loadSet, nextOf, ofTheDay, shuffled, triedBefore,
} from './puzzle-set.js';
import { button, el } from '../ui/dom.js';
import { pieceImage } from '../play/pieces.js';
import { BOMB, FLAG, nameOf } from '../play/state.js';
import { clockFace } from '../strings/grammar.js';
import { refusalText, t } from '../strings/index.js';

const RUN = { time: 180_000, mistakes: 3 };
const TOLD = [60, 30, 10]; // seconds left that are spoken of
const TICK = 250;
// What a door shows, red and blue: a hidden piece is null.
const PICTURES = {
  rated: ['L', null], day: [null, 'L'], clock: ['D', 'D'],
  flag: ['C', FLAG], win: ['L', 'K'], miner: [BOMB, 'E'], hold: ['K', null],
};
const UNSURE = 110; // a deviation above which a rating is still a guess
const FAR_BEHIND = 30; // scouts: as good as lost, which is not told as a number

/** What an answer is made of, in words. */
function explain(edition, puzzle, solution) {
  const p = t.puzzles;
  const behind = (solution.best - solution.next) / 100;
  return p.because[puzzle.kind]({
    ...solution,
    answer: solution.answer.replace('x', '×'),
    percent: (perMille) => Math.round(perMille / 10),
    behind: behind > FAR_BEHIND ? p.farWorse : p.worse(behind),
    gain: solution.measure / 100,
    miner: nameOf(edition, 'E'),
  });
}

const pictureOf = (mode) => {
  const [red, blue] = PICTURES[mode];
  return el('span', { class: 'empty-picture', 'aria-hidden': 'true' }, pieceImage({ seat: 'red', rank: red }, ''), pieceImage({ seat: 'blue', rank: blue }, ''));
};

class PuzzlesView {
  // Of the question on show.

  /** @type {HTMLElement} */
  heading;

  /** @type {HTMLElement} */
  rated;

  /** @type {HTMLElement} */
  task;

  /** @type {HTMLElement} */
  result;

  /** @type {HTMLButtonElement} */
  next;

  /** @type {HTMLButtonElement} */
  turn;

  clock = el('span', { class: 'run-clock', role: 'timer' });

  score = el('span', {});

  bar = el('div', { class: 'card run' }, el('strong', {}, t.puzzles.clock), this.clock, this.score);

  gone = false;

  /**
   * @param {App} app @param {string} [mode] `day`, `clock`, `rated` or a kind; none: the choice
   * @param {?object} [again] what the same view has handed on, in another language
   */
  constructor(app, mode, again) {
    this.app = app;
    this.mode = mode;
    this.title = t.puzzles.title;
    this.set = [];
    /** @type {any} the puzzle that is asked */
    this.present = null;
    /** @type {any} and how it was put, once it was */
    this.question = null;
    this.answered = false;
    /** @type {any} and what the device has judged */
    this.solution = null;
    /** @type {any} */
    this.board = null;
    /** @type {any} a run against the clock */
    this.run = null;
    /** @type {any} a run that is over: its points, and the best one before it */
    this.ended = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.element = el('div', { class: 'puzzles-view' }, el('p', { class: 'note' }, t.loading));
    if (again?.set?.length || again?.question) this.goOnFrom(again);
    else if (mode === 'rated') this.askRated();
    else this.start();
  }

  /** What the same view in another language begins with. */
  handOn() {
    const { set, present, question, answered, solution, run, ended } = this;
    return { set, present, question, answered, solution, run, ended };
  }

  goOnFrom(before) {
    Object.assign(this, before);
    if (this.run) this.startRun();
    if (this.question) this.show(this.question);
    if (this.solution) this.explainAnswer();
    else if (this.ended) this.showEnd();
    else if (!this.present) this.showChoice();
  }

  async start() {
    if (!this.app.canPlayHere() || !document.body.dataset.puzzles) return void this.fail();
    try {
      this.set = await loadSet();
    } catch {
      return void this.fail();
    }
    if (this.gone) return;
    if (!this.mode) this.showChoice();
    else if (this.mode === 'clock') this.begin();
    else this.ask(this.mode === 'day' ? ofTheDay(this.set, new Date()) : nextOf(this.set, this.mode, triedBefore()));
  }

  fail(words = t.puzzles.missing) {
    clearInterval(this.timer);
    this.element.replaceChildren(el('div', { class: 'note card' }, el('p', { role: 'status' }, words),
      el('div', { class: 'row' }, el('a', { class: 'button', href: '#/' }, t.home.toStart))));
  }

  // The choice

  showChoice() {
    const p = t.puzzles;
    const done = triedBefore();
    const today = ofTheDay(this.set, new Date());
    const solved = (list) => list.filter(({ id }) => done[id]).length;
    const door = (mode, title, text) => el('a', { class: 'card door', href: `#/puzzles/${mode}` },
      el('h2', {}, title), el('span', { class: 'fine' }, text), pictureOf(mode));
    this.element.replaceChildren(
      el('header', { class: 'hero' }, el('h1', {}, p.title), el('p', {}, p.lead)),
      el('div', { class: 'doors' },
        this.mayBeRated() ? door('rated', p.rated, p.ratedText) : '',
        door('day', p.day, today.id in done ? (done[today.id] ? p.dayRight : p.dayWrong) : p.dayText),
        door('clock', p.clock, [p.clockText, bestRun() > 0 && p.best(bestRun())].filter(Boolean).join(' '))),
      el('div', { class: 'doors' }, ...KINDS.map((kind) => {
        const all = this.set.filter((one) => one.kind === kind);
        return door(kind, p.kinds[kind], p.solved(solved(all), all.length));
      })));
  }

  // Rated ones

  mayBeRated() {
    const { away, you } = this.app.welcome;
    return !away && Boolean(you?.name) && !you.bot;
  }

  // The server deals one, the same again until it is answered; who has no account is told so.
  askRated() {
    Object.assign(this, { present: null, question: null, answered: false, solution: null });
    this.app.send({ type: 'puzzle' });
  }

  standing({ you, change }) {
    const p = t.puzzles;
    return [p.rating(you.rating, change ?? 0), you.deviation > UNSURE && p.unsure, you.streak > 1 && p.streak(you.streak)]
      .filter(Boolean).join(' · ');
  }

  reconnected() {
    if (this.mode === 'rated' && !this.solution) this.askRated();
  }

  // A question

  ask(puzzle) {
    Object.assign(this, { present: puzzle, question: null, answered: false, solution: null });
    this.app.send({ type: 'puzzle', here: true, line: puzzle.line });
  }

  show(message) {
    const p = t.puzzles;
    const edition = this.app.editions.get(message.edition);
    this.question = message;
    if (this.run) this.run.until ??= Date.now() + RUN.time; // not while all is still on its way
    this.app.setEdition(edition);
    this.board?.destroy();
    this.heading = el('h1', { tabindex: -1 }, p.kinds[message.kind]);
    this.rated = el('p', { class: 'fine rating-line', role: 'status' }, this.mode === 'rated' ? this.standing(message) : '');
    this.task = el('p', { class: 'task' }, p.ask[message.kind](nameOf(edition, 'E')));
    this.result = el('p', { class: 'message', role: 'status' });
    this.next = button(this.mode === 'day' ? p.more : p.next, () => this.goOn(), 'primary', { hidden: true });
    this.turn = button(p.asSeen, () => this.turnOver(), 'quiet', { hidden: true, 'aria-pressed': 'false' });
    this.board = new PuzzleBoard(this.app, edition, message, {
      answer: (text) => this.give(text), say: (text) => this.say(text),
    });
    const view = el('div', { class: 'puzzle card' }, this.board.element,
      el('div', { class: 'puzzle-text' }, this.heading,
        el('p', { class: 'fine' }, [p.you[message.seat], edition.title].join(' · ')), this.task, this.result, this.rated,
        el('div', { class: 'row' }, this.next, this.turn, el('a', { class: 'button quiet', href: '#/puzzles' }, p.all)),
        this.board.aside));
    this.element.replaceChildren(...[this.run && this.bar, this.board.fit(view)].filter(Boolean));
    announce(`${this.heading.textContent}. ${this.task.textContent}`);
    this.board.focus();
  }

  say(text) {
    this.result.textContent = text;
  }

  give(text) {
    if (this.answered) return;
    this.answered = this.app.order({ type: 'answer', here: this.mode !== 'rated', puzzle: this.present.id, answer: text });
  }

  judge(solution) {
    const { right } = solution;
    if (this.mode !== 'rated') keepTry(this.present.id, right);
    this.app.sound(right ? 'turn' : 'clash');
    if (this.run) return void this.count(right);
    this.solution = solution;
    this.explainAnswer();
    this.next.focus();
  }

  explainAnswer() {
    const { solution } = this;
    const { right } = solution;
    const verdict = right ? t.puzzles.right : t.puzzles.wrong;
    const edition = this.app.editions.get(this.present.edition);
    this.say(`${verdict} ${explain(edition, this.present, solution)}`);
    this.result.classList.toggle('right', right);
    this.result.classList.toggle('wrong', !right);
    this.board.reveal(solution);
    if (this.mode === 'rated') this.rated.textContent = this.standing(solution);
    this.next.hidden = false;
    this.turn.hidden = false;
  }

  turnOver() {
    const seen = this.turn.getAttribute('aria-pressed') === 'false';
    this.turn.setAttribute('aria-pressed', String(seen));
    this.board.showAsSeen(seen);
  }

  goOn() {
    if (this.run) return void this.askNextOfRun();
    if (this.mode === 'rated') return void this.askRated();
    const kind = this.mode === 'day' ? this.present.kind : this.mode;
    if (this.mode === 'day') return void this.app.goTo(`#/puzzles/${kind}`);
    this.ask(nextOf(this.set, kind, triedBefore(), this.present.id));
  }

  // Against the clock

  begin() {
    this.ended = null;
    this.run = { list: shuffled(this.set), asked: 0, points: 0, mistakes: 0, until: null, told: [...TOLD] };
    this.startRun();
    this.askNextOfRun();
  }

  startRun() {
    this.timer = setInterval(() => this.tick(), TICK);
    this.tick();
  }

  tick() {
    const { run } = this;
    const ms = run.until === null ? RUN.time : run.until - Date.now();
    const left = Math.max(0, Math.ceil(ms / 1000));
    this.clock.textContent = clockFace(left);
    this.score.textContent = t.puzzles.score(run.points, RUN.mistakes - run.mistakes);
    if (left <= run.told[0]) announce(t.puzzles.secondsLeft(run.told.shift()));
    if (left === 0) this.finish();
  }

  count(right) {
    const { run } = this;
    run.points += Number(right);
    run.mistakes += Number(!right);
    announce(right ? t.puzzles.right : t.puzzles.wrong);
    this.tick();
    if (!this.run) return;
    if (run.mistakes === RUN.mistakes) this.finish();
    else this.askNextOfRun();
  }

  askNextOfRun() {
    const { run } = this;
    if (run.asked === run.list.length) return void this.finish();
    this.ask(run.list[run.asked]);
    run.asked += 1;
  }

  finish() {
    const { points } = this.run;
    clearInterval(this.timer);
    this.ended = { points, before: bestRun() };
    Object.assign(this, { run: null, present: null, question: null });
    keepRun(points);
    announce(t.puzzles.over(points));
    this.showEnd().focus();
  }

  showEnd() {
    const p = t.puzzles;
    const { points, before } = this.ended;
    const again = button(p.again, () => this.begin(), 'primary');
    this.element.replaceChildren(el('div', { class: 'card run-over', role: 'status' }, el('h1', {}, p.over(points)),
      el('p', {}, points > before ? p.newBest : p.best(Math.max(before, points))),
      el('div', { class: 'row' }, again, el('a', { class: 'button quiet', href: '#/puzzles' }, p.all))));
    return again;
  }

  // What the device says

  receive(message) {
    if (this.mode === 'rated' && message.type === 'puzzle') {
      this.present = { id: message.puzzle, kind: message.kind, edition: message.edition };
      this.show(message);
    } else if (message.type === 'puzzle' && message.puzzle === this.present?.id) this.show(message);
    else if (message.type === 'solution' && message.puzzle === this.present?.id) this.judge(message);
    else if (message.type === 'refused' && ['puzzle', 'answer'].includes(message.re)) this.fail(this.mode === 'rated' ? refusalText(message) : undefined);
  }

  settingsChanged() {
    this.board?.render();
  }

  destroy() {
    this.gone = true;
    clearInterval(this.timer);
  }
}

/** @param {App} app @param {string} [mode] @param {?object} [again] what was handed on */
export const puzzlesView = (app, mode, again) => new PuzzlesView(app, mode, again);
