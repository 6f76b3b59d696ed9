// The tutorial: lessons on a small board, where the learner makes the moves.

import { announce } from '../ui/announce.js';
import { BATTLE_TIME, playBattle } from '../play/battle.js';
import { createBoard } from '../play/board.js';
import { button, el } from '../ui/dom.js';
import { knownLetter, lessonsOf, played, readDrawing } from './lessons.js';
import { filler, labelOrder } from '../play/rules.js';
import { labelOf, load, nameOf, readMove, readPiece, save, squareName, squareNumber } from '../play/state.js';
import { t } from '../strings/index.js';

const SIZE = 5;
const REPLY_PAUSE = 900;

/** @param {object} app see main.js */
export function learnView(app) {
  const { settings } = app;
  const l = t.learn;
  const wish = load('wish', {}).edition;
  const edition = app.editions.get(load('learn.edition') ?? wish) ?? app.editions.get(app.welcome.default);
  const lessons = lessonsOf(edition, labelOrder(edition, settings));
  const fill = filler(edition, settings);
  const done = new Set(load('learned', []));
  app.setEdition(edition);

  let number = Math.max(0, lessons.findIndex(({ name }) => !done.has(name)));
  let step = 0;
  let letters = [];
  let board = null;
  let chosen = null;
  let fulfilled = false; // the present step
  let timer = null;
  let endBattle = () => {};

  const lesson = () => lessons[number];
  const present = () => lesson().steps[step];
  const pieceAt = (square) => readPiece(letters[square]);
  const movesFrom = (square) => Object.keys(present().moves ?? {})
    .map((move) => readMove(board.edition, move)).filter(({ from }) => from === square);

  const place = el('div', { class: 'lesson-board' });
  const title = el('h2', { tabindex: -1 });
  const task = el('p', { class: 'task' });
  const result = el('p', { class: 'message', role: 'status' });
  const next = button(l.next, goOn, 'primary');
  const list = el('ol', { class: 'lesson-list' });
  const say = (...sentences) => { result.textContent = sentences.filter(Boolean).join(' '); };

  // A piece in words, for the sentences about battles.
  const words = (rank, mine) => ({
    name: nameOf(edition, rank), label: labelOf(edition, rank, settings.numbers), mine,
  });

  function battleSentence(outcome, ranks, seat) {
    const tell = {
      attacker: t.battle.attackerWins, defender: t.battle.defenderWins, both: t.battle.both, flag: t.battle.flag,
    }[outcome];
    const other = seat === 'red' ? 'blue' : 'red';
    return tell?.(words(ranks[seat], seat === 'red'), words(ranks[other], other === 'red')) ?? '';
  }

  function pick(square) {
    chosen = square;
    say('');
    render();
  }

  function choose(square) {
    if (fulfilled) return;
    const { squares } = present();
    if (squares) return void putPiece(square, squares);
    if (pieceAt(square)?.seat === 'red') pick(square === chosen ? null : square);
    else if (chosen === null) say(l.chooseOwn);
    else move(chosen, square);
  }

  function putPiece(square, squares) {
    const name = squareName(board.edition, square);
    if (!squares.includes(name)) return void say(l.wrong, task.textContent);
    letters[square] = present().place;
    finishStep(t.setup.placed(nameOf(edition, present().place), name));
  }

  function move(from, to) {
    const { moves = {}, hints = {} } = present();
    const [a, b] = [squareName(board.edition, from), squareName(board.edition, to)];
    const [outcome, rank] = moves[`${a}-${b}`] ?? moves[`${a}x${b}`] ?? [];
    chosen = null;
    if (!outcome) say(l.hint[hints[`${a}x${b}`]] ?? `${l.wrong} ${task.textContent}`);
    else if (outcome === 'refused') finishStep(t.reasons[rank]);
    else carryOut(from, to, outcome, rank);
    render();
  }

  function carryOut(from, to, outcome, rank) {
    const ranks = { red: pieceAt(from).rank, blue: rank };
    const pieces = [from, to].map(pieceAt);
    letters = played(letters, { from, to }, outcome, ranks, 'red');
    // A scout that has run is known, where the edition says so.
    if (present().rules?.includes('scoutReveal')) letters[to] = knownLetter(ranks.red, 'red');
    render();
    showMove({ from, to, pieces, outcome, ranks: [ranks.red, rank] });
    const told = battleSentence(outcome, ranks, 'red');
    if (!present().reply) return void finishStep(told);
    fulfilled = true;
    say(told);
    announce(told);
    timer = setTimeout(() => reply(ranks.red), REPLY_PAUSE);
  }

  function reply(victim) {
    const [text, outcome, rank] = present().reply;
    const { from, to } = readMove(board.edition, text);
    const ranks = { red: victim, blue: rank };
    const pieces = [from, to].map(pieceAt);
    letters = played(letters, { from, to }, outcome, ranks, 'blue');
    render();
    showMove({ from, to, pieces, outcome, ranks: [rank, victim] });
    finishStep(battleSentence(outcome, ranks, 'blue'));
  }

  function showMove(event) {
    endBattle();
    if (!event.pieces[1]) return void board.slide(event.from, event.to);
    endBattle = playBattle(board, event, {
      time: BATTLE_TIME[settings.battles], label: (rank) => labelOf(edition, rank, settings.numbers),
    });
  }

  function finishStep(told) {
    const after = l.after[present().key];
    fulfilled = true;
    render();
    if (!after) return void goOn();
    say(told, fill(after), rulesOf(present()));
    next.hidden = false;
    next.focus();
  }

  const rulesOf = ({ rules = [] }) => rules.map((key) => fill(t.rulesText[key])).join(' ');

  function goOn() {
    if (step + 1 < lesson().steps.length) return void begin(number, step + 1);
    done.add(lesson().name);
    save('learned', [...done]);
    if (number + 1 < lessons.length) begin(number + 1);
    else celebrate();
  }

  function celebrate() {
    fulfilled = true;
    title.textContent = l.finished;
    task.textContent = '';
    say('');
    next.hidden = true;
    play.hidden = false;
    play.focus();
    renderList();
  }

  /** Shows a step of a lesson; with its first one the board is set up anew. */
  function begin(which, at = 0) {
    clearTimeout(timer);
    const moved = which !== number || at === 0;
    const held = place.contains(document.activeElement);
    number = which;
    step = at;
    chosen = null;
    const { key, moves, squares, rules } = present();
    fulfilled = !moves && !squares;
    if (moved) layOut();
    title.textContent = l.lesson(number + 1, lessons.length, l.names[lesson().name]);
    task.textContent = [fill(l.say[key]), fulfilled && rulesOf({ rules })].filter(Boolean).join(' ');
    say('');
    next.hidden = !fulfilled;
    play.hidden = true;
    render();
    renderList();
    announce(task.textContent);
    if (fulfilled) next.focus();
    else if (held || document.activeElement === document.body || document.activeElement === next) board.focus(startSquare());
  }

  // Where the keys begin: the piece to be moved, or the square to be chosen.
  function startSquare() {
    const { moves, squares } = present();
    return squareNumber(board.edition, moves ? Object.keys(moves)[0].split(/[-x]/)[0] : squares[0]);
  }

  function layOut() {
    letters = readDrawing(lesson().board);
    const small = {
      files: SIZE, rows: SIZE, lakes: letters.flatMap((letter, i) => (letter === '_' ? [squareName({ files: SIZE }, i)] : [])),
    };
    board = createBoard({
      edition: small, seat: 'red', label: l.board, choose,
      canDrag: (square) => !fulfilled && pieceAt(square)?.seat === 'red',
      lift: pick,
      drop(square, target) {
        const to = board.squareAt(target);
        if (to !== null && to !== square) move(square, to);
      },
      key(event) {
        if (event.key === 'Escape') pick(null);
      },
    });
    board.edition = small;
    place.replaceChildren(board.fit(board.element));
  }

  function describe(square, isLake) {
    const piece = pieceAt(square);
    const name = squareName(board.edition, square);
    const target = chosen === null ? undefined : movesFrom(chosen).find(({ to }) => to === square);
    const wanted = !fulfilled && Boolean(present().squares);
    const rank = piece?.rank && { name: nameOf(edition, piece.rank), label: labelOf(edition, piece.rank, settings.numbers) };
    const own = piece?.seat === 'red';
    const what = isLake ? t.cell.lake : !piece ? t.cell.empty
      : own ? t.cell.own(rank) : rank ? t.cell.enemy(rank) : piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    return {
      piece,
      label: rank ? rank.label : '',
      marks: { moved: Boolean(piece && !piece.rank && piece.moved), seen: Boolean(own && piece.known) },
      name: [name, what, own && piece.known && t.cell.known, chosen === square && t.cell.chosen,
        target && (target.attack ? t.cell.canAttack : t.cell.canMove)].filter(Boolean).join(', '),
      selected: chosen === square,
      classes: {
        grab: own && !fulfilled, selected: chosen === square, mobile: own && !fulfilled,
        target: (target && !target.attack) || (wanted && square < 2 * SIZE && !piece), attack: Boolean(target?.attack),
      },
    };
  }

  function render() {
    board.show(describe);
  }

  function renderList() {
    list.replaceChildren(...lessons.map(({ name }, i) => el('li', {}, button(l.names[name], () => begin(i), 'link', {
      'aria-current': i === number ? 'step' : null,
    }), done.has(name) && el('span', { class: 'lesson-done' }, '✓', el('span', { class: 'visually-hidden' }, ` ${l.done}`)))));
  }

  const choice = el('select', {
    name: 'learn-edition',
    onchange(event) {
      save('learn.edition', event.target.value);
      app.remake();
    },
  }, ...app.welcome.editions.map((one) => el('option', { value: one.id, selected: one.id === edition.id }, one.title)));
  const play = button(l.play, app.goHome, 'primary', { hidden: true });

  begin(number);

  return {
    element: el('div', { class: 'learn-view' },
      el('header', { class: 'hero' }, el('h1', {}, l.title), el('p', {}, l.lead(lessons.length))),
      el('div', { class: 'lesson card' }, place,
        el('div', { class: 'lesson-text' }, title, task, result,
          el('div', { class: 'row' }, next, play, button(l.again, () => begin(number), 'quiet')))),
      el('nav', { class: 'card lessons', 'aria-label': l.lessons },
        el('div', { class: 'field' }, el('label', {}, el('span', {}, l.edition), choice)), list)),
    title: l.title,
    settingsChanged: render,
    destroy() {
      clearTimeout(timer);
      endBattle();
    },
  };
}
