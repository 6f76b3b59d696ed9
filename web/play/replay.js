// A finished game to step through: forwards and back, from either seat's view of
// then or with everything shown.

import { announce } from '../ui/announce.js';
import { BATTLE_TIME, playBattle } from './battle.js';
import { createBoard } from './board.js';
import { button, el, segments } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { battlePicture, battleSentence, historyPanel, lossesPanel, plySentence } from './panels.js';
import { enemyOf, labelOf, nameOf, readMove, squareName } from './state.js';
import { framesOf, moverOf, seenBy } from './timeline.js';
import { t } from '../strings/index.js';

const SPEEDS = [0.5, 1, 2, 4]; // moves a second
const LEAPS = { Home: -Infinity, End: Infinity, PageUp: -10, PageDown: 10, ArrowLeft: -1, ArrowRight: 1, ',': -1, '.': 1 };
const BOARD_KEYS = [',', '.']; // on the board the arrows walk over the squares

/**
 * @param {object} app see main.js
 * @param {object} review see docs/protocol.md
 * @param {object} [options]
 * @param {?string} [options.seat] whose side is below, and who is "you"
 * @param {Element} [options.players] names and what belongs to them
 * @param {Array<Element>} [options.beside] more for the right side, above all else
 * @param {Array<Element>} [options.after] and below it
 */
export function replayView(app, review, { seat = null, players = null, beside = [], after = [] } = {}) {
  const { settings } = app;
  const { edition, events } = review;
  const r = t.replay;
  const frames = framesOf(review);
  const last = events.length;
  const first = review.turn ?? 'red';

  let ply = last;
  let viewer = 'full';
  let below = seat ?? 'red';
  let board = null;
  let timer = null;
  let endBattle = () => {};
  let speed = 1;

  const name = (rank) => nameOf(edition, rank);
  const label = (rank) => labelOf(edition, rank, settings.numbers);
  // What the panels are told: the events so far, as somebody without a seat, or with one.
  const told = (upTo = ply) => ({ events: events.slice(0, upTo), seat: viewer === 'full' ? null : viewer, first });

  const place = el('div', { class: 'board-place' });
  const turn = el('p', { class: 'turn' });
  const count = el('span', { class: 'ply fine' });
  const battle = el('section', { class: 'card battle', 'aria-label': t.play.battle });
  const losses = el('div', { class: 'card all-losses' });
  const message = el('p', { class: 'message' });
  const history = historyPanel(edition, settings, goTo);
  const scrubber = el('input', {
    type: 'range', class: 'scrubber', min: 0, max: last, step: 1, value: last, 'aria-label': r.scrubber,
    oninput: () => goTo(Number(scrubber.value)),
  });
  const play = button('', () => (timer ? stop() : start()), 'quiet play', {});
  const step = (words, sign, by) => button(icon(sign), () => leap(by), 'quiet', { 'aria-label': words, title: words });
  const steps = {
    first: step(r.first, 'first', -Infinity), back: step(r.back, 'back', -1),
    on: step(r.on, 'on', 1), last: step(r.last, 'last', Infinity),
  };

  // Going to and fro

  function goTo(next, spoken = false) {
    const before = ply;
    ply = Math.max(0, Math.min(last, next));
    if (ply === before) return;
    endBattle();
    render();
    if (ply === before + 1) {
      slide();
      if (spoken) announce(plySentence(edition, settings, told(), ply - 1));
    } else if (spoken) announce(r.at(ply, last));
  }

  function leap(by) {
    stop();
    goTo(ply + by, true);
  }

  function start() {
    if (ply === last) goTo(0);
    timer = setInterval(() => {
      goTo(ply + 1);
      if (ply === last) stop();
    }, 1000 / speed);
    renderPlay();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    renderPlay();
  }

  function slide() {
    const event = events[ply - 1];
    const { from, to } = readMove(edition, event.move);
    if (!event.battle) return void board.slide(from, to);
    const pieces = [from, to].map((square) => seenBy(viewer, frames[ply - 1].squares[square]));
    endBattle = playBattle(board, { from, to, pieces, ranks: [event.attacker, event.defender], outcome: event.battle }, {
      time: Math.min(BATTLE_TIME[settings.battles], timer ? 900 / speed : Infinity), label,
      trayOf: (owner, rank) => losses.querySelector(`.${owner} [data-rank="${rank}"]`),
    });
  }

  // Keys that step wherever the focus is, but for fields and lists, which have their own.
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in LEAPS)) return;
    if (event.target.closest('input, select, textarea, dialog')) return;
    if (event.target.closest('.board') && !BOARD_KEYS.includes(event.key)) return;
    leap(LEAPS[event.key]);
    event.preventDefault();
  }

  // Showing

  function nameOfPiece(piece) {
    if (!piece.rank) return piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    const words = { name: name(piece.rank), label: label(piece.rank) };
    if (viewer === 'full') return t.sides.on[piece.seat](words);
    return piece.seat === viewer ? t.cell.own(words) : t.cell.enemy(words);
  }

  function describe(square, isLake) {
    const piece = seenBy(viewer, frames[ply].squares[square]);
    const latest = ply ? readMove(edition, events[ply - 1].move) : {};
    const seen = Boolean(piece?.known && (viewer === 'full' || piece.seat === viewer));
    const parts = [
      squareName(edition, square), isLake ? t.cell.lake : piece ? nameOfPiece(piece) : t.cell.empty,
      seen && t.sides.known, (square === latest.from || square === latest.to) && t.cell.last,
    ];
    return {
      piece,
      label: piece?.rank ? label(piece.rank) : '',
      marks: { moved: Boolean(piece?.moved), seen },
      name: parts.filter(Boolean).join(', '),
      selected: false,
      classes: { from: square === latest.from, to: square === latest.to },
    };
  }

  function buildBoard() {
    board = createBoard({
      edition, seat: below, label: t.play.board(below),
      choose: () => {}, canDrag: () => false, lift: () => {}, drop: () => {},
    });
    board.grid.dataset.turn = 'over';
    place.replaceChildren(board.element);
  }

  function renderBattle() {
    const event = events[ply - 1];
    battle.replaceChildren(el('h2', {}, t.play.battle), event?.battle
      ? el('div', { class: 'battle-row' }, battlePicture(edition, settings, told(), event, ply - 1),
        el('p', {}, battleSentence(edition, settings, told(), event, ply - 1)))
      : el('p', { class: 'fine' }, r.noBattleHere));
  }

  function renderLosses() {
    const view = { lost: frames[ply].lost, memory: false, by: review.by };
    const title = (owner) => (viewer === 'full' ? r.losses[owner]
      : owner === viewer ? t.play.lostByYou : t.play.lostByEnemy);
    losses.replaceChildren(...[enemyOf(below), below].map((owner) => (
      lossesPanel(title(owner), edition, settings, owner, view))));
  }

  function renderPlay() {
    play.replaceChildren(icon(timer ? 'pause' : 'play'));
    play.setAttribute('aria-label', timer ? r.pause : r.play);
    play.title = timer ? r.pause : r.play;
  }

  function renderTurn() {
    const mover = moverOf(first, ply);
    const over = ply === last;
    turn.replaceChildren(el('span', { class: `seat-dot ${over ? review.result : mover}` }),
      over ? outcomeText(review) : r.toMove[mover]);
    count.textContent = r.at(ply, last);
  }

  function render() {
    board.show(describe);
    board.grid.dataset.plies = ply;
    scrubber.value = ply;
    scrubber.setAttribute('aria-valuetext', r.at(ply, last));
    steps.first.disabled = steps.back.disabled = ply === 0;
    steps.on.disabled = steps.last.disabled = ply === last;
    renderTurn();
    renderBattle();
    renderLosses();
    history.mark(ply);
  }

  function setViewer(next) {
    viewer = next;
    if (next !== 'full' && next !== below) {
      below = next;
      buildBoard();
    }
    render();
  }

  function flip() {
    below = enemyOf(below);
    buildBoard();
    render();
  }

  const battles = events.flatMap((event, i) => (event.battle ? [i] : []));
  const battleList = el('details', { class: 'card battle-list' }, el('summary', {}, r.battles(battles.length)),
    el('ol', {}, ...battles.map((i) => el('li', {}, el(
      'button', { type: 'button', class: 'jump', onclick: () => goTo(i + 1) },
      `${i + 1}. ${events[i].move.replace('x', '×')}: `,
      battleSentence(edition, settings, { events, seat: null, first }, events[i], i))))));

  const speedChoice = el('select', {
    'aria-label': r.speed, class: 'speed',
    onchange: (event) => {
      speed = Number(event.target.value);
      if (timer) {
        stop();
        start();
      }
    },
  }, ...SPEEDS.map((value) => el('option', { value, selected: value === speed }, r.perSecond(value))));

  const stepper = el('div', { class: 'stepper' }, el('div', { class: 'replay-bar' }, steps.first, steps.back, play, steps.on, steps.last, speedChoice,
    button(icon('flip'), flip, 'quiet', { 'aria-label': t.flip, title: t.flip })), scrubber);

  buildBoard();
  history.update({ events, first });
  renderPlay();
  render();
  message.textContent = review.error ? r.broken(review.error) : '';
  document.addEventListener('keydown', onKey);
  queueMicrotask(() => history.mark(ply)); // when the list stands in the page and can be scrolled

  return {
    element: board.fit(el('div', { class: 'play-view replay-view' },
      el('div', { class: 'board-column' }, el('div', { class: 'status' }, turn, count), place, message),
      el('div', { class: 'side left' },
        el('div', { class: 'card about' }, el('h1', {}, t.editions[edition.id] ?? edition.title), players),
        el('div', { class: 'card viewer' }, segments('viewer', r.viewer,
          [['full', r.views.full], ['red', t.seat.red], ['blue', t.seat.blue]], viewer, setViewer),
        el('p', { class: 'fine keys' }, r.keys)), losses),
      el('div', { class: 'side right' }, stepper, ...beside.filter(Boolean), battle,
        el('section', { class: 'card moves-card' }, el('h2', {}, t.play.moves), history.element),
        battleList, ...after.filter(Boolean)))),
    settingsChanged() {
      history.update({ events, first }, true);
      render();
    },
    destroy() {
      stop();
      endBattle();
      document.removeEventListener('keydown', onKey);
    },
  };
}

/** How a game ended, in a line, for who had no part in it. */
export function outcomeText({ result, by }) {
  const words = t.outcome[result] ?? t.outcome['*'];
  return t.ending[by] ? `${words} ${t.ending[by]}` : words;
}
