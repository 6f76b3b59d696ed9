// The analysis of a finished game, beside its board: a worker of this device goes through it, and
// what it finds is drawn as a curve, marked in the list of moves and summed up.

import { createCurve } from './curve.js';
import { keepAnalysis, loadAnalysis } from './kept.js';
import { drawOver } from './overlay.js';
import { recordOf } from './record.js';
import { startRemote } from './remote.js';
import { SEATS, SIGNS, chancesAt, redScore, sumsOf, turningPoints } from './summary.js';
import { createTimes, timeSums, timesOf } from './times.js';
import { isHere } from '../offline/ids.js';
import { hasWorker, startWorker } from '../offline/start.js';
import { RANKS, nameOf } from '../play/state.js';
import { announce } from '../ui/announce.js';
import { addressOf, canShare, copyText, shareLink } from '../ui/copy.js';
import { button, el } from '../ui/dom.js';
import { saveFile } from '../ui/files.js';
import { t } from '../strings/index.js';

const TOLD = 4; // the likeliest squares that are said

const sumText = ({ inaccuracy, mistake, blunder, luck, given }) => (
  [t.analysis.doubts(inaccuracy, mistake, blunder), t.analysis.luck(luck), t.analysis.given(given)].join(' · '));

/** What a battle brought each side beyond what it could expect. @param {any} insight see offline/analyst.js; '' without a battle */
const luckText = ({ mover, luck, other }) => (other ? SEATS.map((seat) => (
  `${t.seat[seat]} ${t.analysis.signedTenths(seat === mover ? luck : other.luck)}`)).join(' · ') : '');

class Analysis {
  title = el('h2', { tabindex: -1 }, t.analysis.title);

  progress = el('progress', { max: 1, value: 0, 'aria-label': t.analysis.progress });

  toggle = button('', () => (this.worker ? this.stop() : this.start()), 'quiet analysis-toggle');

  problem = el('span');

  status = el('div', { class: 'row' }, this.progress, this.problem, this.toggle);

  said = el('p', { class: 'judgement' });

  turns = el('div', { class: 'row turns' });

  export = button(t.analysis.download, () => this.download(), 'quiet', { title: t.analysis.downloadHint });

  files = el('div', { class: 'row' }, this.export);

  copied = el('span', { class: 'fine' });

  sums = el('ul', { class: 'sums' });

  rows = el('tbody');

  took = el('p', { class: 'fine took' });

  found = el('p', { class: 'found' });

  rank = el('select', { class: 'analysis-rank', onchange: () => this.show() });

  search = el('div', {}, el('label', { class: 'row' }, t.analysis.where, this.rank), this.found);

  table = el('details', { ontoggle: () => this.fillTable() }, el('summary', {}, t.analysis.table));

  signs = ''; // that stand behind moves

  /** @type {ReturnType<typeof createCurve>} */
  curve;

  /** How long the moves took, where that is known. @type {ReturnType<typeof timesOf>} */
  times;

  /** @type {?ReturnType<typeof createTimes>} */
  chart;

  /** @type {HTMLElement} */
  element;

  /** @type {?Element} */
  timing = null;

  /**
   * @param {any} replay see play/replay.js @param {any} before what was handed on, or kept; null: it begins
   * @param {boolean} isAsked somebody has just pressed for it
   */
  constructor(replay, before, isAsked) {
    const { insights = Array(replay.last).fill(null), from = 0, part = 0, isDone = false, isStopped = false, rank = '' } = before ?? {};
    this.replay = replay;
    /** @type {any[]} by ply, see offline/analyst.js; null: not known yet */
    this.insights = insights;
    this.from = from; // how many looks were told
    this.keptFrom = from; // when it was last kept
    this.record = recordOf(replay.review);
    this.isDone = isDone;
    /** @type {?Worker} */
    this.worker = null;
    this.build();
    this.progress.value = part;
    this.rank.value = rank;
    replay.analysisPlace.replaceChildren(this.element);
    if (isDone || isStopped) this.renderStatus();
    else this.start();
    this.render();
    if (!isAsked) return;
    this.title.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  build() {
    const a = t.analysis;
    this.curve = createCurve(a.curve, this.replay.last, (ply) => this.replay.goTo(ply));
    this.buildTimes();
    this.buildSearch();
    const link = this.replay.game && !isHere(this.replay.game)
      ? el('div', { class: 'row' }, button(canShare() ? a.share : a.copyLink, () => this.share(), 'quiet'), this.copied) : null;
    this.table.append(el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': a.table }, el('table', {},
      el('thead', {}, el('tr', {}, ...this.columns().map((name) => el('th', { scope: 'col' }, name)))), this.rows)));
    this.element = el('section', { class: 'card analysis', 'aria-label': a.title },
      this.title, this.status, this.curve.element,
      el('p', { class: 'curve-key fine' }, ...SEATS.map((seat) => el('span', { class: seat }, a.line[seat]))),
      this.said, this.timing, this.search, this.turns, this.sums, this.table, this.files, link, el('p', { class: 'fine' }, hasWorker() ? a.note : a.noteServer));
  }

  columns() {
    return [...t.analysis.columns, ...(this.times ? [t.analysis.times] : [])];
  }

  // How long the moves took, where that is known.
  buildTimes() {
    const a = t.analysis;
    const { review, first } = this.replay;
    this.times = timesOf(review);
    this.chart = this.times && createTimes(this.times, first, (ply) => this.replay.goTo(ply));
    if (!this.times || !this.chart) return;
    const sums = timeSums(this.times, first);
    this.timing = el('div', { class: 'timing' }, el('h3', {}, a.times), this.chart.element, this.took,
      el('p', { class: 'fine' }, SEATS.map((seat) => `${t.seat[seat]}${t.colon}${a.timeSum(sums[seat].total, sums[seat].mean)}`).join(' · ')));
  }

  // "Where is the flag?": the chances of a rank on the backs, as a heat of the squares.
  buildSearch() {
    const { edition } = this.replay;
    const ranks = RANKS.filter((rank) => edition.army[rank]).reverse();
    this.rank.append(el('option', { value: '' }, t.analysis.noRank), ...ranks.map((rank) => el('option', { value: rank }, nameOf(edition, rank))));
  }

  // The worker

  start() {
    const worker = hasWorker() ? startWorker({ record: this.record, from: this.from }) : startRemote(this.record);
    this.worker = worker;
    worker.addEventListener('message', ({ data }) => this.receive(data));
    worker.addEventListener('error', () => this.receive({ type: 'failed' }));
    this.problem.textContent = '';
    this.renderStatus();
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.keep();
    this.renderStatus();
  }

  // What was found is there when one comes back.
  keep() {
    if (this.from === this.keptFrom) return;
    this.keptFrom = this.from;
    const { insights, from, isDone } = this;
    keepAnalysis(this.record, { insights, from, isDone, part: this.progress.value });
  }

  /** A link to the position on show, with the analysis. */
  async share() {
    const { game, ply } = this.replay;
    const address = addressOf(`/g/${encodeURIComponent(game)}/${ply}/analysis`);
    if (canShare()) return void shareLink(t.analysis.title, address);
    await copyText(address);
    announce(t.setup.copied);
    this.copied.textContent = t.setup.copied;
  }

  /** Saves the record with what was found in the comments of its moves. */
  download() {
    const comments = new Map(this.insights.map(({ ply, comment }) => [ply, comment ?? '']));
    const worker = startWorker({ annotated: recordOf(this.replay.review, comments) });
    this.export.disabled = true;
    const finish = ({ data }) => {
      worker.terminate();
      this.export.disabled = false;
      if (data?.type === 'annotated') saveFile('flagfall.ffr', data.record);
      else this.replay.app.complain(t.analysis.failed);
    };
    worker.addEventListener('message', finish);
    worker.addEventListener('error', () => finish({ data: null }));
  }

  receive(message) {
    if (message.type === 'looked') {
      for (const one of message.insights) this.insights[one.ply - 1] = one;
      this.from = message.from;
      this.progress.value = message.part;
      this.render();
      this.renderRows(message.insights);
      return;
    }
    this.isDone = message.type === 'done';
    if (this.isDone && this.status.contains(document.activeElement)) this.title.focus();
    const problem = this.isDone ? '' : t.reasons[message.reason] ?? t.analysis.failed;
    this.problem.textContent = problem;
    this.stop();
    announce(problem || t.analysis.done);
  }

  // Showing

  renderStatus() {
    this.toggle.textContent = this.worker ? t.analysis.stop : t.analysis.goOn;
    this.status.hidden = this.isDone;
    this.files.hidden = !this.isDone || !hasWorker();
  }

  /** What has been found. */
  render() {
    const a = t.analysis;
    const { review, history } = this.replay;
    this.curve.draw(this.insights);
    const marked = this.insights.filter((one) => one?.mark);
    const signs = marked.map(({ ply, mark }) => `${ply}${mark}`).join();
    if (signs !== this.signs) {
      history.annotate(new Map(marked.map(({ ply, mark }) => [ply, { kind: mark, sign: SIGNS[mark], words: a.marks[mark] }])));
    }
    this.signs = signs;
    this.replay.tellOfBattles(new Map(this.insights.filter((one) => one?.other).map((one) => [one.ply, a.battleLuck(luckText(one))])));
    if (this.insights.every(Boolean)) {
      this.renderTurns(turningPoints(this.insights, review.result));
      const sums = sumsOf(this.insights);
      this.sums.replaceChildren(...SEATS.map((seat) => el('li', { class: seat },
        el('span', { class: `seat-dot ${seat}` }), `${t.seat[seat]}${t.colon}${sumText(sums[seat])}`)));
    }
    this.show();
  }

  renderTurns(turns) {
    const a = t.analysis;
    const words = turns.map(({ ply, mover, swing }) => a.turn(ply, t.seat[mover], swing));
    const old = [...this.turns.querySelectorAll('button')].map((one) => one.textContent);
    if (words.join() === old.join()) return; // the one in focus stays
    const hadFocus = this.turns.contains(document.activeElement);
    this.turns.replaceChildren(...(turns.length ? [el('h3', {}, a.turns)] : []),
      ...turns.map(({ ply }, i) => button(words[i], () => this.replay.goTo(ply, true), 'quiet turning')));
    if (hadFocus) this.title.focus();
  }

  fillTable() {
    this.rows.replaceChildren();
    this.renderRows(this.insights.filter(Boolean));
  }

  // Plies are found in their order, so the row of each is at its number.
  renderRows(insights) {
    if (!this.table.open) return;
    for (const one of insights) {
      const row = this.rowOf(one);
      const old = this.rows.children[one.ply - 1];
      if (old) old.replaceWith(row);
      else this.rows.append(row);
    }
  }

  rowOf(insight) {
    const a = t.analysis;
    const { ply, mover, move, score, loss, mark, best } = insight;
    return el('tr', {}, el('th', { scope: 'row' }, String(ply)), el('td', {}, t.seat[mover]), el('td', {}, move.replace('x', '×')),
      el('td', {}, score === undefined ? '' : a.percent(redScore(mover, score))),
      el('td', {}, mark ? `${a.marks[mark]} (${a.percent(loss)}): ${best.replace('x', '×')}` : ''),
      el('td', {}, luckText(insight)), this.times && el('td', {}, this.tookAt(ply)));
  }

  tookAt(ply) {
    const ms = ply > 0 ? this.times?.[ply - 1] ?? null : null;
    return ms === null ? '' : t.analysis.duration(ms);
  }

  /** What is known of the move that the replay has come to. */
  show() {
    const a = t.analysis;
    const { ply, board, last } = this.replay;
    const insight = ply > 0 ? this.insights[ply - 1] : null;
    const chance = insight?.score === undefined ? '' : a.chance(a.percent(redScore(insight.mover, insight.score)));
    const better = insight?.mark ? a.better(a.marks[insight.mark], insight.best.replace('x', '×'), a.percent(insight.loss)) : '';
    const luck = insight?.other ? a.battleLuck(luckText(insight)) : '';
    const words = [chance, better, luck].filter(Boolean).join(' ');
    this.said.textContent = words || a.nothing;
    this.chart?.show(ply);
    const time = this.tookAt(ply);
    this.took.textContent = time ? a.took(ply, time) : a.chooseMove;
    this.curve.show(ply, [t.replay.at(ply, last), words].filter(Boolean).join('. '));
    drawOver(board, this.showChances(), insight?.mark ? insight.best : null);
  }

  /** Says what the sides that are looked through could think of the rank that was chosen. */
  showChances() {
    const a = t.analysis;
    const { ply, viewer } = this.replay;
    const rank = this.rank.value;
    const told = (rank ? SEATS : []).filter((seat) => viewer === 'full' || viewer === seat).map((seat) => ({
      seat, chances: chancesAt(this.insights, seat, ply, rank).map((one) => ({ ...one, text: a.percent(one.chance) })),
    }));
    this.found.textContent = told.filter(({ chances }) => chances.length).map(({ seat, chances }) => (
      a.thinks[seat](chances.slice(0, TOLD).map(({ square, text }) => `${square} ${text}`).join(', ')))).join(' ');
    return told.flatMap(({ chances }) => chances);
  }

  /** What the same analysis in another language begins with. */
  handOn() {
    const { insights, from, isDone } = this;
    return { insights, from, isDone, isStopped: !this.worker, part: this.progress.value, rank: this.rank.value };
  }

  destroy() {
    this.worker?.terminate();
    this.worker = null;
    this.keep();
  }
}

/**
 * Analyses what a replay shows, or shows what was kept of that.
 * @param {any} replay see play/replay.js @param {?object} before what was handed on
 */
export const createAnalysis = async (replay, before) => (
  new Analysis(replay, before ?? await loadAnalysis(recordOf(replay.review)), !before));
