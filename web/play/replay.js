// A finished game to step through: forwards and back, from either seat's view of
// then or with everything shown.

import { announce } from '../ui/announce.js';
import { BATTLE_TIME, playBattle } from './battle.js';
import { createBoard } from './board.js';
import { button, compact, el, segments } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { filmButton, gameFilm, pictureButton } from './picture.js';
import { battlePicture, battleSentence, historyPanel, lossesPanel, lossesStrip, plySentence } from './panels.js';
import { enemyOf, labelOf, nameOf, readMove, squareName } from './state.js';
import { armiesOf, framesOf, moverOf, seenBy } from './timeline.js';
import { editionTitle, t, wordsFor } from '../strings/index.js';

const SPEEDS = [0.5, 1, 2, 4]; // moves a second
/** @type {Record<string, number>} */
const LEAPS = { Home: -Infinity, End: Infinity, PageUp: -10, PageDown: 10, ArrowLeft: -1, ArrowRight: 1, ',': -1, '.': 1 };
const GIVEN_UP = ['resign', 'agreement', 'time']; // ends after which the board could be played on
const BOARD_KEYS = [',', '.']; // on the board the arrows walk over the squares

/**
 * @typedef {object} ReplayOptions
 * @property {?Seat} [seat] whose side is below, and who is "you"
 * @property {?number} [ply] after how many moves it is shown first; null: at its end
 * @property {?string} [game] its id, where the page can open it again
 * @property {boolean} [isAnalysed] with its analysis
 * @property {any} [again] what the same view has handed on, in another language
 * @property {?Element} [players] names and what belongs to them
 * @property {Array<?Element>} [beside] more for the right side, above all else
 * @property {Array<?Element>} [after] and below it
 */

class ReplayView {
  place = el('div', { class: 'board-place' });

  strips = { above: el('div', { class: 'strip' }), below: el('div', { class: 'strip' }) };

  turn = el('p', { class: 'turn' });

  count = el('span', { class: 'ply fine' });

  battle = el('section', { class: 'card battle', 'aria-label': t.play.battle });

  losses = el('div', { class: 'card all-losses' });

  message = el('p', { class: 'message' });

  analysisPlace = el('div', { class: 'analysis-place' });

  /** @type {Map<number, HTMLElement>} behind each battle in their list, by ply */
  battleNotes = new Map();

  play = button('', () => (this.timer ? this.stop() : this.start()), 'quiet play');

  scrubber = el('input', {
    type: 'range', class: 'scrubber', min: 0, step: 1, 'aria-label': t.replay.scrubber, oninput: ({ target }) => this.goTo(Number(target.value)),
  });

  /** @type {HTMLButtonElement | false} */
  analyse;

  /** @type {HTMLButtonElement | false | null} */
  trial;

  /** @type {ReturnType<typeof createBoard>} */
  board;

  /** @type {ReturnType<typeof historyPanel>} */
  history;

  /** @type {Record<'first' | 'back' | 'on' | 'last', HTMLButtonElement>} */
  steps;

  /** @type {?ShownAnalysis} */
  analysis = null;

  /** @param {App} app @param {Review} review @param {ReplayOptions} options */
  constructor(app, review, options) {
    this.app = app;
    this.settings = app.settings;
    this.review = review;
    this.game = options.game ?? null;
    this.edition = review.edition;
    this.events = review.events;
    this.frames = framesOf(review);
    this.last = review.events.length;
    this.first = review.turn ?? 'red';
    const { ply = Math.min(options.ply ?? this.last, this.last), viewer = 'full', below = options.seat ?? 'red', analysis = null } = options.again ?? {};
    this.ply = ply;
    this.viewer = viewer;
    this.below = below;
    this.timer = null;
    this.endBattle = () => {};
    this.speed = 1;
    this.isGone = false;
    this.buildParts();
    this.buildBoard();
    this.history.update({ events: this.events, seat: null, first: this.first });
    this.renderPlay();
    this.render();
    this.element = this.board.fit(this.layOut(options));
    this.message.textContent = review.error ? t.replay.broken(review.error) : '';
    this.listener = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    document.addEventListener('keydown', this.listener);
    queueMicrotask(() => this.history.mark(this.ply)); // when the list stands in the page and can be scrolled
    if (analysis || (options.isAnalysed && this.analyse)) this.openAnalysis(analysis);
  }

  buildParts() {
    const r = t.replay;
    this.analyse = this.canAnalyse() && button(t.analysis.open, () => this.openAnalysis(), 'quiet analyse-button');
    this.trial = this.canGoOn() && button(t.trial.open, () => this.openTrial(), 'quiet trial-button', { title: t.trial.hint });
    this.history = historyPanel(this.edition, this.settings, (ply) => this.goTo(ply));
    this.scrubber.max = String(this.last);
    this.scrubber.value = String(this.last);
    /** @type {(words: string, sign: Parameters<typeof icon>[0], by: number) => HTMLButtonElement} */
    const step = (words, sign, by) => button(icon(sign), () => this.leap(by), 'quiet', { 'aria-label': words, title: words });
    this.steps = {
      first: step(r.first, 'first', -Infinity), back: step(r.back, 'back', -1),
      on: step(r.on, 'on', 1), last: step(r.last, 'last', Infinity),
    };
  }

  buildStepper() {
    const r = t.replay;
    const { steps } = this;
    const speedChoice = el('select', {
      'aria-label': r.speed, class: 'speed',
      onchange: (event) => {
        this.speed = Number(event.target.value);
        if (this.timer) {
          this.stop();
          this.start();
        }
      },
    }, ...SPEEDS.map((value) => el('option', { value, selected: value === this.speed }, r.perSecond(value))));
    return el('div', { class: 'stepper' },
      el('div', { class: 'replay-bar' }, steps.first, steps.back, this.play, steps.on, steps.last, speedChoice,
        button(icon('flip'), () => this.flip(), 'quiet', { 'aria-label': t.flip, title: t.flip })), this.scrubber);
  }

  buildBattleList() {
    const { edition, events, first } = this;
    const battles = events.flatMap((event, i) => (event.battle ? [i] : []));
    return el('details', { class: 'card battle-list' }, el('summary', {}, t.replay.battles(battles.length)),
      el('ol', {}, ...battles.map((i) => el('li', {}, el(
        'button', { type: 'button', class: 'jump', onclick: () => this.goTo(i + 1) },
        `${i + 1}. ${events[i].move.replace('x', '×')}${t.colon}`,
        battleSentence(edition, this.settings, { events, seat: null, first }, events[i], i)), this.battleNote(i + 1)))));
  }

  /** @param {number} ply */
  battleNote(ply) {
    const note = el('span', { class: 'fine battle-note' });
    this.battleNotes.set(ply, note);
    return note;
  }

  /** Writes what is known of battles behind them in their list. @param {Map<number, string>} words by ply, from 1 */
  tellOfBattles(words) {
    for (const [ply, text] of words) {
      const note = this.battleNotes.get(ply);
      if (note && note.textContent !== text) note.textContent = text;
    }
  }

  /** @param {ReplayOptions} options */
  layOut({ players = null, beside = [], after = [] }) {
    const r = t.replay;
    return el('div', { class: 'game-view play-view replay-view' },
      el('div', { class: 'board-column' }, el('div', { class: 'status' }, this.turn, this.count),
        this.strips.above, this.place, this.strips.below, this.message),
      el('div', { class: 'side left' },
        el('div', { class: 'card about' }, el('h1', {}, editionTitle(this.edition)), players),
        el('div', { class: 'card viewer' }, segments('viewer', r.viewer,
          [['full', r.views.full], ['red', t.seat.red], ['blue', t.seat.blue]], this.viewer, (next) => this.setViewer(next)),
        el('div', { class: 'row' }, this.analyse, this.trial, pictureButton(() => this.board, () => this.caption(), this.app),
          this.last > 0 && filmButton(() => this.film(), this.app))), this.losses),
      el('div', { class: 'side right' }, this.buildStepper(), this.analysisPlace, ...beside.filter(Boolean), this.battle,
        el('section', { class: 'card moves-card' }, el('h2', {}, t.play.moves), this.history.element),
        this.buildBattleList(), ...after.filter(Boolean)));
  }

  /** After how many moves it is shown; null: at its end. */
  shownPly() {
    return this.ply === this.last ? null : this.ply;
  }

  caption() {
    return [editionTitle(this.edition), this.ply === this.last ? outcomeText(this.review) : t.replay.at(this.ply, this.last)].join(' · ');
  }

  film() {
    const caption = [editionTitle(this.edition), outcomeText(this.review)].join(' · ');
    return gameFilm(this.board, this.review, (rank) => this.label(rank), caption);
  }

  /** @param {string} rank */
  name(rank) {
    return nameOf(this.edition, rank);
  }

  /** @param {string} rank */
  label(rank) {
    return labelOf(this.edition, rank, this.settings.numbers);
  }

  // What the panels are told: the events so far, as somebody without a seat, or with one.
  told(upTo = this.ply) {
    return { events: this.events.slice(0, upTo), seat: this.viewer === 'full' ? null : this.viewer, first: this.first };
  }

  /** A game that has ended, and a device that has the computer player, or a server. */
  canAnalyse() {
    return (this.app.canPlayHere() || !this.app.welcome.away) && this.last > 0 && this.review.result !== '*' && !this.review.error;
  }

  /** @param {?AnalysisState} [before] what an analysis of it has handed on */
  async openAnalysis(before = null) {
    const { analyse } = this;
    if (!analyse || analyse.disabled) return;
    analyse.disabled = true;
    try {
      const analysis = await this.app.openAnalysis(this, before);
      this.analysis = analysis;
      if (this.isGone) analysis.destroy();
      else analyse.remove();
    } catch {
      analyse.disabled = false;
      this.app.complain(t.analysis.failed);
    }
  }

  /** Can this device play on from it? The rules and both whole armies must be known here. */
  canGoOn() {
    const { app, review, edition } = this;
    return app.canPlayHere() && app.editions.has(edition.id) && armiesOf(review)
      && review.result !== '*' && !review.error && !review.tags.some(([name]) => name === 'Option');
  }

  openTrial() {
    this.stop();
    this.app.openTrial(this).catch(() => this.app.complain(t.trial.failed));
  }

  // Going to and fro

  /** @param {number} next */
  goTo(next, spoken = false) {
    const before = this.ply;
    this.ply = Math.max(0, Math.min(this.last, next));
    if (this.ply === before) return;
    this.endBattle();
    this.render();
    if (this.ply === before + 1) {
      this.slide();
      if (spoken) announce(plySentence(this.edition, this.settings, this.told(), this.ply - 1));
    } else if (spoken) announce(t.replay.at(this.ply, this.last));
  }

  /** @param {number} by */
  leap(by) {
    this.stop();
    this.goTo(this.ply + by, true);
  }

  start() {
    if (this.ply === this.last) this.goTo(0);
    this.timer = setInterval(() => {
      this.goTo(this.ply + 1);
      if (this.ply === this.last) this.stop();
    }, 1000 / this.speed);
    this.renderPlay();
  }

  stop() {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
    this.renderPlay();
  }

  slide() {
    const event = this.events[this.ply - 1];
    const { from, to } = readMove(this.edition, event.move);
    if (!event.battle) return void this.board.slide(from, to);
    const pieces = compact([from, to].map((square) => seenBy(this.viewer, this.frames[this.ply - 1].squares[square])));
    this.endBattle = playBattle(this.board, { from, to, pieces, ranks: [event.attacker ?? null, event.defender ?? null], outcome: event.battle }, {
      time: Math.min(BATTLE_TIME[this.settings.battles], this.timer ? 900 / this.speed : Infinity), label: (rank) => this.label(rank),
      trayOf: (owner, rank) => this.element.querySelector(`.lost-strip.${owner} [data-rank="${rank}"]`),
    });
  }

  // Keys that step wherever the focus is, but for fields and lists, which have their own.
  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in LEAPS)) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest('input, select, textarea, dialog')) return;
    if (target.closest('.board') && !BOARD_KEYS.includes(event.key)) return;
    this.leap(LEAPS[event.key]);
    event.preventDefault();
  }

  // Showing

  /** @param {Piece} piece */
  nameOfPiece(piece) {
    if (!piece.rank) return piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    const words = { seat: piece.seat, name: this.name(piece.rank), label: this.label(piece.rank) };
    if (this.viewer === 'full') return t.sides.on[piece.seat](words);
    return piece.seat === this.viewer ? t.cell.own(words) : t.cell.enemy(words);
  }

  /** @param {number} square @param {boolean} isLake */
  describe(square, isLake) {
    const piece = seenBy(this.viewer, this.frames[this.ply].squares[square]);
    const latest = this.ply ? readMove(this.edition, this.events[this.ply - 1].move) : null;
    const seen = Boolean(piece?.known && (this.viewer === 'full' || piece.seat === this.viewer));
    const parts = [
      squareName(this.edition, square), isLake ? t.cell.lake : piece ? this.nameOfPiece(piece) : t.cell.empty,
      seen && t.sides.known, (square === latest?.from || square === latest?.to) && t.cell.last,
    ];
    return {
      piece,
      label: piece?.rank ? this.label(piece.rank) : '',
      marks: { moved: Boolean(piece?.moved), seen },
      name: parts.filter(Boolean).join(', '),
      selected: false,
      classes: { from: square === latest?.from, to: square === latest?.to },
    };
  }

  buildBoard() {
    this.board = createBoard({
      edition: this.edition, seat: this.below, label: t.play.board(this.below),
      choose: () => {}, canDrag: () => false, lift: () => {}, drop: () => {},
    });
    this.board.grid.dataset.turn = 'over';
    this.place.replaceChildren(this.board.element);
  }

  renderBattle() {
    const event = this.events[this.ply - 1];
    this.battle.replaceChildren(el('h2', {}, t.play.battle), event?.battle
      ? el('div', { class: 'battle-row' }, battlePicture(this.edition, this.settings, this.told(), event, this.ply - 1),
        el('p', {}, battleSentence(this.edition, this.settings, this.told(), event, this.ply - 1)))
      : el('p', { class: 'fine' }, t.replay.noBattleHere));
  }

  renderLosses() {
    const view = { lost: this.frames[this.ply].lost, memory: false, by: this.review.by };
    /** @param {Seat} owner */
    const title = (owner) => (this.viewer === 'full' ? t.replay.losses[owner]
      : owner === this.viewer ? t.play.lostByYou : t.play.lostByEnemy);
    this.losses.replaceChildren(...[enemyOf(this.below), this.below].map((owner) => (
      lossesPanel(title(owner), this.edition, this.settings, owner, view))));
    this.strips.above.replaceChildren(lossesStrip(this.edition, this.settings, enemyOf(this.below), view));
    this.strips.below.replaceChildren(lossesStrip(this.edition, this.settings, this.below, view));
  }

  renderPlay() {
    this.play.replaceChildren(icon(this.timer ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', this.timer ? t.replay.pause : t.replay.play);
    this.play.title = this.timer ? t.replay.pause : t.replay.play;
  }

  renderTurn() {
    const mover = moverOf(this.first, this.ply);
    const over = this.ply === this.last;
    this.turn.replaceChildren(el('span', { class: `seat-dot ${over ? this.review.result : mover}` }),
      over ? outcomeText(this.review) : t.replay.toMove[mover]);
    this.count.textContent = t.replay.at(this.ply, this.last);
  }

  render() {
    this.board.show((square, isLake) => this.describe(square, isLake));
    this.board.grid.dataset.plies = String(this.ply);
    this.scrubber.value = String(this.ply);
    this.scrubber.setAttribute('aria-valuetext', t.replay.at(this.ply, this.last));
    this.steps.first.disabled = this.steps.back.disabled = this.ply === 0;
    this.steps.on.disabled = this.steps.last.disabled = this.ply === this.last;
    if (this.trial) this.trial.disabled = this.ply === this.last && !GIVEN_UP.includes(this.review.by);
    this.renderTurn();
    this.renderBattle();
    this.renderLosses();
    this.history.mark(this.ply);
    this.analysis?.show();
  }

  /** @param {Seat | 'full'} next */
  setViewer(next) {
    this.viewer = next;
    if (next !== 'full' && next !== this.below) {
      this.below = next;
      this.buildBoard();
    }
    this.render();
  }

  flip() {
    this.below = enemyOf(this.below);
    this.buildBoard();
    this.render();
  }

  settingsChanged() {
    this.history.update({ events: this.events, seat: null, first: this.first }, true);
    this.render();
  }

  /** What the same view in another language begins with. */
  handOn() {
    const { ply, viewer, below } = this;
    return { ply, viewer, below, analysis: this.analysis?.handOn() };
  }

  destroy() {
    this.stop();
    this.endBattle();
    document.removeEventListener('keydown', this.listener);
    this.isGone = true;
    this.analysis?.destroy();
  }
}

/** @param {App} app @param {Review} review @param {ReplayOptions} [options] */
export const replayView = (app, review, options = {}) => new ReplayView(app, review, options);

/** How a game ended, in a line, for who had no part in it. @param {Pick<Review, 'result' | 'by'>} end */
export function outcomeText({ result, by }) {
  const words = t.outcome[result] ?? t.outcome['*'];
  const why = wordsFor(t.ending, by);
  return why ? `${words} ${why}` : words;
}
