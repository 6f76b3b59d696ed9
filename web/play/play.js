// A game in play, for who has a seat and for who watches.

import { createActions } from './actions.js';
import { announce } from '../ui/announce.js';
import { BATTLE_TIME, IMPACT, kindOfBattle, playBattle } from './battle.js';
import { createBoard } from './board.js';
import { createChat } from './chat.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { hintSwitches } from './hints.js';
import { battlePicture, battleSentence, historyPanel, lossesPanel, plySentence } from './panels.js';
import { createPlayers, opponentOf, playerName } from './players.js';
import { armiesState } from './commitment.js';
import { outcomeOf, resultWords } from './result.js';
import {
  BOMB, FLAG, enemyOf, labelOf, movedSquares, nameOf, readMove, readPiece, squareName,
} from './state.js';
import { refusalText, t } from '../strings/index.js';

const MOVE_PAUSE = 250;
const END_PAUSE = 700; // the last move is seen before the result is told
const QUIET_WARNING = 40; // plies left before the draw is spoken of

/** Legal targets by source square, from the server's list. */
function targetsOf(edition, view) {
  const targets = new Map();
  for (const move of view.moves) {
    const { from, to, attack } = readMove(edition, move);
    if (!targets.has(from)) targets.set(from, new Map());
    targets.get(from).set(to, attack);
  }
  return targets;
}

/** @param {object} app see main.js @param {object} first the game as merged by state.js */
export function playView(app, first) {
  const { settings } = app;
  const edition = app.editions.get(first.edition);
  const { seat } = first;
  const p = t.play;

  let game = first; // what is shown
  let below = seat ?? 'red';
  let targets = new Map();
  let moved = new Set();
  let chosen = null;
  let pending = null; // a move that was sent and not yet answered
  const queue = []; // states still to be shown
  let timer = null;
  let ending = null;
  let endBattle = () => {}; // the battle being shown

  const name = (rank) => nameOf(edition, rank);
  const label = (rank) => labelOf(edition, rank, settings.numbers);
  const over = () => game.phase === 'over';
  const myTurn = () => !over() && seat !== null && game.view.turn === seat && !game.paused;
  const remembers = () => !seat || (first.terms.remember && settings.remember);
  const hints = () => first.terms.hints && settings.hints;

  const turn = el('p', { class: 'turn' });
  const count = el('span', { class: 'ply fine' });
  const message = el('p', { class: 'message', role: 'alert' });
  const battle = el('section', { class: 'card battle', 'aria-label': p.battle });
  const losses = el('div', { class: 'card all-losses' });
  const place = el('div', { class: 'board-place' });
  const promise = el('p', { class: 'armies-state broken', role: 'alert', hidden: true });
  const history = historyPanel(edition, settings);
  const players = createPlayers(app, game);
  const chat = createChat(app, game);
  const actions = seat ? createActions(app, game) : null;

  // What the page may show of a piece: without the aid a shown rank is hidden again.
  function pieceAt(square) {
    const piece = readPiece(game.view.board[square]);
    if (!piece?.known || piece.seat === seat || remembers() || over()) return piece;
    return { ...piece, rank: null, moved: moved.has(square) };
  }
  const say = (text) => { message.textContent = text; };

  // Choosing and moving

  function choose(square) {
    catchUp();
    if (over() || !seat) return;
    if (game.paused) return void say(t.actions.isPaused);
    if (!myTurn()) return void say(p.wait);
    if (pending) return;
    const piece = pieceAt(square);
    if (piece?.seat === seat) pick(square === chosen ? null : square, piece);
    else if (chosen !== null) moveTo(chosen, square);
    else say(piece ? p.notYourPiece : p.hint);
  }

  function pick(square, piece) {
    chosen = square;
    say(square !== null && hints() && !targets.has(square) ? stuckText(piece) : '');
    renderBoard();
  }

  function stuckText({ rank }) {
    return rank === BOMB || rank === FLAG ? t.reasons.immobile : p.noMoves(name(rank));
  }

  // Whether a move is legal is the server's to say, so that its reason can be shown.
  function moveTo(from, to) {
    const { rank } = pieceAt(from);
    if (edition.forfeit && (rank === BOMB || rank === FLAG)) {
      confirmDialog(p.forfeitAsk, p.forfeitText, p.forfeitYes, () => sendMove(from, to));
    } else sendMove(from, to);
  }

  function sendMove(from, to) {
    pending = {
      type: 'move', game: game.game, ply: game.view.plies,
      from: squareName(edition, from), to: squareName(edition, to),
    };
    // Without a connection it is sent when there is one again.
    say(app.send(pending) ? '' : p.sending);
    chosen = null;
    renderBoard();
  }

  function cancel() {
    if (chosen === null) return;
    chosen = null;
    renderBoard();
  }

  let board = null;

  function buildBoard() {
    board = createBoard({
      edition, seat: below, label: p.board(below), choose,
      canDrag: (square) => myTurn() && !pending && queue.length === 0 && pieceAt(square)?.seat === seat,
      lift(square) {
        pick(square, pieceAt(square));
      },
      drop(square, target) {
        const to = board.squareAt(target);
        if (to === null || to === square || !myTurn()) return;
        if (pieceAt(to)?.seat === seat) return void say(t.reasons['own-piece']);
        moveTo(square, to);
      },
      key(event) {
        if (event.key !== 'Escape') return;
        cancel();
        event.preventDefault();
      },
    });
    place.replaceChildren(board.element);
  }

  function flip() {
    below = enemyOf(below);
    buildBoard();
    renderBoard();
    renderLosses();
  }

  // Showing

  function nameOfPiece(piece) {
    if (!piece.rank && seat) return piece.moved ? t.cell.hiddenMoved : t.cell.hidden;
    if (!piece.rank) return t.sides.hidden[piece.seat](piece.moved);
    const words = { name: name(piece.rank), label: label(piece.rank) };
    if (!seat) return t.sides.on[piece.seat](words);
    return piece.seat === seat ? t.cell.own(words) : t.cell.enemy(words);
  }

  function describe(square, isLake) {
    const piece = pieceAt(square);
    const last = game.events.length ? readMove(edition, game.events.at(-1).move) : {};
    const attack = chosen === null || !hints() ? undefined : targets.get(chosen)?.get(square);
    const isChosen = chosen === square;
    const own = piece !== null && piece.seat === seat;
    const seen = Boolean(own && piece.known && !over() && remembers());
    const waiting = pending !== null && squareName(edition, square) === pending.from;
    const parts = [
      squareName(edition, square), isLake ? t.cell.lake : piece ? nameOfPiece(piece) : t.cell.empty,
      seen && t.cell.known, isChosen && t.cell.chosen,
      attack === true && t.cell.canAttack, attack === false && t.cell.canMove,
      (square === last.from || square === last.to) && t.cell.last,
    ];
    return {
      piece,
      label: piece?.rank ? label(piece.rank) : '',
      marks: { moved: Boolean(piece && !over() && (piece.rank ? own && moved.has(square) : piece.moved)), seen },
      name: parts.filter(Boolean).join(', '),
      selected: isChosen,
      classes: {
        grab: own && myTurn(), selected: isChosen, pending: waiting,
        target: attack === false, attack: attack === true,
        from: square === last.from, to: square === last.to,
        mobile: own && myTurn() && hints() && targets.has(square),
      },
    };
  }

  function renderBoard() {
    board.show(describe);
    board.grid.dataset.turn = over() ? 'over' : myTurn() ? 'mine' : 'theirs';
    board.grid.dataset.plies = game.view.plies;
  }

  function turnText() {
    const { view } = game;
    if (over()) return resultWords(game)[0];
    if (game.paused) return t.actions.isPaused;
    if (!seat) return t.replay.toMove[view.turn];
    if (myTurn()) return p.yourTurn;
    const enemy = opponentOf(game);
    return (enemy.kind === 'computer' ? p.theirTurn : t.players.theirMove)(playerName(app, enemy));
  }

  function renderTurn() {
    const { view } = game;
    turn.className = `turn ${over() ? 'over' : view.turn} ${myTurn() ? 'mine' : ''}`;
    turn.replaceChildren(el('span', { class: `seat-dot ${over() ? view.result : view.turn}` }), turnText());
    const left = edition.quietLimit - view.quiet;
    count.textContent = [p.ply(view.plies), edition.quietLimit && !over() && left <= QUIET_WARNING && p.quiet(left)]
      .filter(Boolean).join(' · ');
    app.setTitle(over() ? turnText() : myTurn() ? p.tabTurn : '', myTurn());
  }

  function renderBattle() {
    const numbers = game.events.flatMap((event, i) => (event.battle ? [i] : []));
    const recent = numbers.filter((i) => i >= game.events.length - 2);
    const shown = recent.length ? recent : numbers.slice(-1);
    battle.classList.toggle('old', recent.length === 0);
    battle.replaceChildren(el('h2', {}, p.battle), ...shown.map((i) => el('div', { class: 'battle-row' },
      battlePicture(edition, settings, game, game.events[i], i),
      el('p', {}, battleSentence(edition, settings, game, game.events[i], i)))));
    if (shown.length === 0) battle.append(el('p', { class: 'fine' }, p.noBattle));
  }

  function renderLosses() {
    const title = (owner) => (!seat ? t.replay.losses[owner] : owner === seat ? p.lostByYou : p.lostByEnemy);
    losses.replaceChildren(...[enemyOf(below), below].map((owner) => (
      lossesPanel(title(owner), edition, settings, owner, game.view))));
  }

  function renderPromise() {
    const broken = armiesState(game) === 'broken';
    promise.hidden = !broken;
    promise.textContent = broken ? t.after.armies.broken : '';
  }

  function render() {
    targets = targetsOf(edition, game.view);
    moved = movedSquares(edition, game.events);
    if (chosen !== null && !(myTurn() && pieceAt(chosen)?.seat === seat)) chosen = null;
    renderBoard();
    renderTurn();
    renderBattle();
    renderLosses();
    renderPromise();
    actions?.update(game);
  }

  // One state after the other, each with time to be seen.

  function advance(animate) {
    const before = game;
    const next = queue.shift();
    const latest = next.events.at(-1);
    const met = latest?.battle ? Object.values(squaresOf(latest)).map(pieceAt) : null;
    game = next;
    if (pending && game.view.plies !== pending.ply) pending = null;
    const back = game.view.plies < before.view.plies;
    const fresh = game.events.slice(before.events.length);
    if (fresh.length || back) {
      endBattle();
      say('');
    }
    render();
    if (fresh.length || back) history.update(game, back);
    if (back) announce(t.actions.tookBack);
    fresh.forEach((_, i) => announce(plySentence(edition, settings, game, before.events.length + i)));
    if (fresh.length && myTurn()) announce(p.yourTurnSaid);
    if (fresh.length) attract(latest, animate);
    if (animate && fresh.length) showMove(latest, met);
    const time = latest?.battle ? BATTLE_TIME[settings.battles] : MOVE_PAUSE;
    // What spectators have said is for the seats too now, and comes with the whole game.
    if (over() && before.phase !== 'over' && seat && opponentOf(game).kind !== 'computer') app.send({ type: 'open', game: game.game });
    if (over() && before.phase !== 'over') ending = setTimeout(() => app.showGame(), animate ? time + END_PAUSE : 0);
    return settings.battles === 'quick' || fresh.length === 0 ? 0 : time;
  }

  // For ears, and for who looks elsewhere.
  function attract(event, animate) {
    const length = animate && event.battle ? BATTLE_TIME[settings.battles] / 1000 : 0;
    if (event.battle) app.sound(kindOfBattle([event.attacker, event.defender], event.battle), length * IMPACT);
    else app.sound(document.hidden && myTurn() ? 'turn' : 'move');
    if (over()) app.sound({ won: 'won', lost: 'lost' }[outcomeOf(game.view, seat)] ?? 'draw', length);
    else if (myTurn()) app.notify(p.yourTurnSaid, game.game);
  }

  const squaresOf = ({ move }) => {
    const { from, to } = readMove(edition, move);
    return { from, to };
  };

  function showMove(event, pieces) {
    const { from, to } = squaresOf(event);
    if (!event.battle) return void board.slide(from, to);
    endBattle = playBattle(board, { from, to, pieces, ranks: [event.attacker, event.defender], outcome: event.battle }, {
      time: BATTLE_TIME[settings.battles], label,
      trayOf: (owner, rank) => losses.querySelector(`.${owner} [data-rank="${rank}"]`),
    });
  }

  function pump() {
    timer = null;
    if (queue.length === 0) return;
    const pause = advance(true);
    timer = setTimeout(pump, pause);
  }

  // A hand that is faster than the display goes on from the latest state.
  function catchUp() {
    if (queue.length === 0) return;
    clearTimeout(timer);
    timer = null;
    while (queue.length) advance(false);
  }

  buildBoard();
  render();
  history.update(game);

  return {
    element: board.fit(el('div', { class: 'play-view' },
      el('div', { class: 'board-column' },
        el('div', { class: 'status' }, turn, count), place, message, promise),
      el('div', { class: 'side left' },
        el('div', { class: 'card about' }, el('h1', {}, edition.title), players.element),
        losses),
      el('div', { class: 'side right' }, battle,
        el('section', { class: 'card moves-card' }, el('h2', {}, p.moves), history.element), actions?.element ?? '',
        seat ? hintSwitches(app, first.terms, render)
          : el('div', { class: 'row' }, el('span', { class: 'fine' }, t.players.watching), button(t.flip, flip, 'quiet')),
        chat.element))),
    receive(incoming) {
      if (incoming.type.startsWith('chat')) chat.render();
      if (incoming.type !== 'refused') return;
      const wasMove = incoming.re === 'move';
      if (wasMove) pending = null;
      catchUp();
      renderBoard();
      say(refusalText(incoming));
    },
    update(next) {
      players.update(next); // clocks are right at once, whatever is still being shown
      chat.update(next);
      queue.push(next);
      if (timer === null) pump();
    },
    /** A move that was on its way is sent again; one that arrived is refused as stale. */
    reconnected(current) {
      if (pending && current.view?.plies === pending.ply) app.send(pending);
      else pending = null;
      renderBoard();
    },
    settingsChanged() {
      render();
      history.update(game, true);
    },
    destroy() {
      endBattle();
      clearTimeout(timer);
      clearTimeout(ending);
      players.destroy();
      actions?.destroy();
    },
  };
}
