// A game in play, for who has a seat and for who watches: the board, what is told beside it,
// and how one state after the other is shown. What a press means is in play-state.js.

import { createActions, createNext, hintSwitches } from './actions.js';
import { announce } from '../ui/announce.js';
import { BATTLE_TIME, IMPACT, kindOfBattle, playBattle } from './battle.js';
import { createBoard } from './board.js';
import { createChat } from './chat.js';
import { confirmDialog } from '../ui/dialogs.js';
import { balanceWords } from '../ui/balance.js';
import { button, compact, el } from '../ui/dom.js';
import { embedDetails } from '../ui/embed.js';
import { askForNote, createNotes } from './notes.js';
import { battlePicture, battleSentence, historyPanel, lossesPanel, lossesStrip, plySentence } from './panels.js';
import { pictureButton } from './picture.js';
import { countText, describeSquare, pieceSeen, saidText, turnText } from './play-words.js';
import { beginPlay, isMyTurn, isOver, isToPass, reducePlay, targetsOf } from './play-state.js';
import { createPlan } from './plan.js';
import { createPlayers, opponentOf } from './players.js';
import { armiesState } from './commitment.js';
import { outcomeOf } from './result.js';
import { enemyOf, labelOf, movedSquares, readMove, squareName } from './state.js';
import { createTrialBar } from './trial-bar.js';
import { keepMove, loadOf } from '../ui/kept.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { refusalText, t } from '../strings/index.js';

const MOVE_PAUSE = 250;
const END_PAUSE = 700; // the last move is seen before the result is told
const RETRY = 3000; // ms until a move is sent once more that the server could not store

class PlayView {
  turn = el('p', { class: 'turn' });

  count = el('span', { class: 'ply fine' });

  message = el('p', { class: 'message', role: 'alert' });

  battle = el('section', { class: 'card battle', 'aria-label': t.play.battle });

  losses = el('div', { class: 'card all-losses' });

  place = el('div', { class: 'board-place' });

  strips = { above: el('div', { class: 'strip' }), below: el('div', { class: 'strip' }) };

  promise = el('p', { class: 'armies-state broken', role: 'alert', hidden: true });

  /** @type {ReturnType<typeof createBoard>} */
  board;

  /** @type {ReturnType<typeof historyPanel>} */
  history;

  /** @type {ReturnType<typeof createPlayers>} */
  players;

  /** @type {ReturnType<typeof createChat>} */
  chat;

  /** @type {ReturnType<typeof createNotes>} */
  notes;

  /** @type {?ReturnType<typeof createActions>} */
  actions;

  /** @type {ReturnType<typeof createTrialBar>} */
  trial;

  /** @type {?ReturnType<typeof createNext>} */
  next;

  /** @type {?ReturnType<typeof createPlan>} */
  plan;

  /** Of two at one device: hands it over. @type {?HTMLButtonElement} */
  pass;

  /** @type {ReturnType<typeof targetsOf>} */
  targets;

  /** @type {ReturnType<typeof movedSquares>} */
  moved;

  /** @param {App} app @param {PlayedGame} first */
  constructor(app, first) {
    this.app = app;
    this.edition = app.editions.get(first.edition);
    this.seat = first.seat;
    this.terms = first.terms;
    this.state = beginPlay(this.edition, first, loadOf('move', { game: first.game, seat: null }));
    this.timer = null; // until the next state is shown
    this.ending = null; // until the end is told
    this.retry = null; // until a move is sent once more
    this.endBattle = () => {}; // the battle being shown
    this.buildParts(first);
    this.buildBoard();
    this.render();
    this.history.update(first);
    this.element = this.board.fit(this.layOut());
    if (this.state.pending) this.sendPending();
    else if (this.seat) keepMove(first.game, null); // it had arrived
  }

  /** @param {PlayedGame} first */
  buildParts(first) {
    const { app, edition } = this;
    this.history = historyPanel(edition, app.settings);
    this.players = createPlayers(app, first);
    this.chat = createChat(app, first);
    this.actions = this.seat ? createActions(app, first) : null;
    this.trial = createTrialBar(app, first);
    this.next = this.seat && !isHere(first.game) ? createNext(app, first) : null;
    this.plan = this.seat && first.terms.clock?.days ? createPlan(app, first, () => this.renderBoard()) : null;
    this.notes = createNotes(edition, first);
    this.pass = isHotseat(first.game) ? button('', () => app.send({ type: 'cover', game: first.game }), 'primary pass', { hidden: true }) : null;
  }

  layOut() {
    /** @param {string} where @param {import('../ui/dom.js').Child[]} children */
    const side = (where, ...children) => el('div', { class: `side ${where}` }, ...children);
    return el('div', { class: `game-view play-view${this.pass ? ' hotseat' : ''}` },
      el('div', { class: 'board-column' },
        el('div', { class: 'status' }, this.turn, this.count, this.pass),
        this.strips.above, this.place, this.strips.below, this.message, this.promise),
      side('left', el('div', { class: 'card about' }, el('h1', {}, this.edition.title), this.players.element), this.trial?.element ?? '', this.losses),
      // What one presses stands first: below it, what a battle is told in grows and shrinks.
      side('right', this.actions?.element ?? '', this.battle,
        el('section', { class: 'card moves-card' }, el('h2', {}, t.play.moves), this.history.element), this.next?.element ?? '', this.plan?.element ?? '',
        this.seat ? hintSwitches(this.app, this.terms, () => this.render())
          : el('div', { class: 'row' }, el('span', { class: 'fine' }, t.players.watching), button(t.flip, () => this.flip(), 'quiet')),
        el('div', { class: 'row' }, pictureButton(() => this.board, () => this.caption(), this.app)), embedDetails(this.state.game) ?? '',
        this.chat.element));
  }

  /** What is needed beside the state to show it. */
  sight() {
    const { settings } = this.app;
    return {
      settings,
      targets: this.targets,
      planned: this.plan?.marks() ?? {},
      moved: this.moved,
      notes: this.notes,
      remembers: !this.seat || (this.terms.remember && settings.remember),
      hints: this.terms.hints && settings.hints,
    };
  }

  caption() {
    return [this.edition.title, turnText(this.app, this.state), countText(this.state)].join(' · ');
  }

  /** @param {number} square */
  pieceAt(square) {
    return pieceSeen(this.state, this.sight(), square);
  }

  // What hands do

  /** A move stays with the page until it is answered, whatever becomes of this view. @param {PlayEvent} event */
  reduce(event) {
    const { pending } = this.state;
    this.state = reducePlay(this.state, event);
    if (this.state.pending !== pending) keepMove(this.state.game.game, this.state.pending);
  }

  /** Where there is no connection, or no store, it waits: for this view, or for app/main.js when one has left. */
  sendPending() {
    clearTimeout(this.retry ?? undefined);
    if (this.state.pending && !this.app.send(this.state.pending)) this.sayUnsent();
  }

  sayUnsent() {
    this.reduce({ type: 'unsent' });
    this.message.textContent = saidText(this.state, this.sight());
  }

  /** Has the state changed by an event, and does what follows of it. @param {PlayEvent} event */
  does(event) {
    const before = this.state;
    this.reduce(event);
    const { pending, asks } = this.state;
    if (pending !== before.pending) this.sendPending();
    if (asks && asks !== before.asks) {
      const p = t.play;
      confirmDialog(p.forfeitAsk, p.forfeitText, p.forfeitYes, () => this.does({ type: 'confirmed' }));
    }
    if (this.state === before) return;
    this.message.textContent = saidText(this.state, this.sight());
    this.renderBoard();
  }

  /** @param {number} square */
  choose(square) {
    this.catchUp();
    if (!this.plan?.isPlanning()) return this.does({ type: 'press', square });
    this.message.textContent = this.plan.press(squareName(this.edition, square));
    this.renderBoard();
  }

  /** @param {number} square */
  canDrag(square) {
    const { state } = this;
    if (this.seat === null || this.plan?.isPlanning() || isOver(state) || state.game.paused || state.pending || state.waiting.length) return false;
    return this.pieceAt(square)?.seat === this.seat;
  }

  /** Asks for a note on the back of an enemy piece; false where there is none. @param {number} square */
  note(square) {
    const piece = this.pieceAt(square);
    if (!this.seat || isOver(this.state) || !piece || piece.seat === this.seat || piece.rank) return false;
    const name = squareName(this.edition, square);
    askForNote(this.edition, this.app.settings, name, this.notes.on(square), (rank) => {
      this.notes.put(square, rank);
      this.renderBoard();
      this.board.focus(square);
    });
    return true;
  }

  /** @param {KeyboardEvent} event @param {number} square */
  onKey(event, square) {
    if (event.key === 'Escape') this.does({ type: 'cancel' });
    else if (event.key.toLowerCase() === 'n') this.note(square);
    else return;
    event.preventDefault();
  }

  buildBoard() {
    this.board = createBoard({
      edition: this.edition, seat: this.state.below, label: t.play.board(this.state.below),
      choose: (square) => this.choose(square),
      canDrag: (square) => this.canDrag(square),
      lift: (square) => this.does({ type: 'lift', square }),
      drop: (from, target) => {
        const to = this.board.squareAt(target);
        if (to !== null) this.does({ type: 'drop', from, to });
      },
      key: (event, square) => this.onKey(event, square),
      look: this.seat ? (square) => this.note(square) : null,
    });
    this.place.replaceChildren(this.board.element);
  }

  flip() {
    this.reduce({ type: 'flip' });
    this.buildBoard();
    this.renderBoard();
    this.renderLosses();
  }

  // Showing

  renderBoard() {
    const { state } = this;
    const sight = this.sight();
    this.board.show((square, isLake) => describeSquare(state, sight, square, isLake));
    this.board.grid.dataset.turn = isOver(state) ? 'over' : isMyTurn(state) ? 'mine' : 'theirs';
    this.board.grid.dataset.plies = String(state.game.view.plies);
  }

  renderTurn() {
    const { state } = this;
    const { view } = state.game;
    const mine = isMyTurn(state);
    const text = turnText(this.app, state);
    this.turn.className = `turn ${isOver(state) ? 'over' : view.turn} ${mine ? 'mine' : ''}`;
    this.turn.replaceChildren(el('span', { class: `seat-dot ${isOver(state) ? view.result : view.turn}` }), text);
    this.count.textContent = countText(state);
    this.app.setTitle(isOver(state) ? text : mine ? t.play.tabTurn : '', mine);
  }

  /** Of two at one device, who has moved has seen what came of it, and hands the device over. */
  renderPass() {
    const isWanted = isToPass(this.state);
    if (!this.pass || this.pass.hidden !== isWanted) return;
    const { turn } = this.state.game.view;
    this.pass.textContent = turn && t.two.handOver[turn];
    this.pass.hidden = !isWanted;
    this.count.hidden = isWanted; // its place is the button's
    if (isWanted) this.pass.focus({ preventScroll: true });
  }

  renderBattle() {
    const { edition, app: { settings }, state: { game } } = this;
    const numbers = game.events.flatMap((event, i) => (event.battle ? [i] : []));
    const recent = numbers.filter((i) => i >= game.events.length - 2);
    const shown = recent.length ? recent : numbers.slice(-1);
    this.battle.classList.toggle('old', recent.length === 0);
    this.battle.replaceChildren(el('h2', {}, t.play.battle), ...shown.map((i) => el('div', { class: 'battle-row' },
      battlePicture(edition, settings, game, game.events[i], i),
      el('p', {}, battleSentence(edition, settings, game, game.events[i], i)))));
    if (shown.length === 0) this.battle.append(el('p', { class: 'fine' }, t.play.noBattle));
  }

  renderLosses() {
    const { edition, seat, app: { settings }, state: { game, below } } = this;
    /** @param {Seat} owner */
    const title = (owner) => (!seat ? t.replay.losses[owner] : owner === seat ? t.play.lostByYou : t.play.lostByEnemy);
    const owners = [enemyOf(below), below];
    this.losses.replaceChildren(...owners.map((owner) => (
      lossesPanel(title(owner), edition, settings, owner, game.view))));
    if (!seat) this.losses.append(el('p', { class: 'fine balance' }, balanceWords(game.view)));
    this.strips.above.replaceChildren(lossesStrip(edition, settings, enemyOf(below), game.view));
    this.strips.below.replaceChildren(lossesStrip(edition, settings, below, game.view));
  }

  render() {
    const { edition, state: { game } } = this;
    this.targets = targetsOf(edition, game.view);
    this.moved = movedSquares(edition, game.events);
    this.notes.update(game);
    this.renderBoard();
    this.renderTurn();
    this.renderPass();
    this.renderBattle();
    this.renderLosses();
    const broken = armiesState(game) === 'broken';
    this.promise.hidden = !broken;
    this.promise.textContent = broken ? t.after.armies.broken : '';
    this.actions?.update(game);
    this.plan?.update(game);
    this.next?.update();
  }

  // One state after the other, each with time to be seen.

  /** Shows the next state; gives the milliseconds that it is to be looked at. @param {boolean} animate */
  advance(animate) {
    const before = this.state.game;
    const latest = this.state.waiting[0].events.at(-1);
    const met = latest?.battle ? Object.values(this.squaresOf(latest)).map((square) => this.pieceAt(square)) : null;
    this.reduce({ type: 'next' });
    const { game } = this.state;
    const back = game.view.plies < before.view.plies;
    const fresh = game.events.slice(before.events.length);
    if (fresh.length || back) {
      this.endBattle();
      this.message.textContent = '';
    }
    this.render();
    if (fresh.length || back) this.history.update(game, back);
    if (back) announce(t.actions.tookBack);
    this.tell(before.events.length, fresh.length, animate);
    if (animate && latest && fresh.length) this.showMove(latest, compact(met ?? []));
    const time = latest?.battle ? BATTLE_TIME[this.app.settings.battles] : MOVE_PAUSE;
    if (isOver(this.state) && before.phase !== 'over') this.finish(animate ? time + END_PAUSE : 0);
    else if (fresh.length && before.view.turn === this.seat && !isMyTurn(this.state)) this.goOn(time);
    this.does({ type: 'ready' });
    return this.app.settings.battles === 'quick' || fresh.length === 0 ? 0 : time;
  }

  // Who plays several games at once may be taken to the next after each own move, when it has been seen.
  /** @param {number} time */
  goOn(time) {
    if (this.next && this.app.settings.nextGame) this.ending = setTimeout(() => this.next?.go(), time + END_PAUSE);
  }

  gamesChanged() {
    this.next?.update();
  }

  // What spectators have said is for the seats too now, and comes with the whole game.
  /** @param {number} pause */
  finish(pause) {
    const { game } = this.state;
    if (this.seat && !isHere(game.game) && opponentOf(game)?.kind !== 'computer') this.app.send({ type: 'open', game: game.game });
    this.ending = setTimeout(() => this.app.showGame(), pause);
  }

  // For readers, for ears, and for who looks elsewhere.
  /** @param {number} first @param {number} count @param {boolean} animate */
  tell(first, count, animate) {
    const { edition, app, state } = this;
    const { game } = state;
    for (let i = first; i < first + count; i += 1) announce(plySentence(edition, app.settings, game, i));
    if (!count) return;
    const event = game.events[game.events.length - 1];
    const mine = isMyTurn(state);
    if (mine) announce(t.play.yourTurnSaid);
    const length = animate && event.battle ? BATTLE_TIME[app.settings.battles] / 1000 : 0;
    if (event.battle) app.sound(kindOfBattle([event.attacker ?? null, event.defender ?? null], event.battle), length * IMPACT);
    else app.sound(document.hidden && mine ? 'turn' : 'move');
    const outcome = outcomeOf(game.view, this.seat);
    if (isOver(state)) app.sound(outcome === 'none' ? 'draw' : outcome, length);
    else if (mine) app.notify(t.play.yourTurnSaid, game.game);
  }

  /** @param {GameEvent} event */
  squaresOf({ move }) {
    const { from, to } = readMove(this.edition, move);
    return { from, to };
  }

  /** @param {GameEvent} event @param {Piece[]} pieces of its battle, as they were seen before */
  showMove(event, pieces) {
    const { from, to } = this.squaresOf(event);
    if (!event.battle) return void this.board.slide(from, to);
    const { settings } = this.app;
    const ranks = [event.attacker ?? null, event.defender ?? null];
    this.endBattle = playBattle(this.board, { from, to, pieces, ranks, outcome: event.battle }, {
      time: BATTLE_TIME[settings.battles], label: (rank) => labelOf(this.edition, rank, settings.numbers),
      trayOf: (owner, rank) => this.element.querySelector(`.lost-strip.${owner} [data-rank="${rank}"]`),
    });
  }

  pump() {
    this.timer = null;
    if (this.state.waiting.length === 0) return;
    const pause = this.advance(true);
    this.timer = setTimeout(() => this.pump(), pause);
  }

  // A hand that is faster than the display goes on from the latest state.
  catchUp() {
    if (this.state.waiting.length === 0) return;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    while (this.state.waiting.length) this.advance(false);
  }

  // What the rest of the page asks of a view

  /** @param {ServerMessage} incoming */
  receive(incoming) {
    this.chat.receive(incoming);
    if (incoming.type !== 'refused') return;
    if (incoming.re === 'move' && incoming.reason === 'store' && !isHere(this.state.game.game)) return void this.sendLater();
    this.reduce({ type: 'refused', isMove: incoming.re === 'move' });
    this.catchUp();
    this.renderBoard();
    this.message.textContent = refusalText(incoming);
  }

  /** What the server could not store waits as it does without a connection; that it can is not always told. */
  sendLater() {
    this.sayUnsent();
    this.retry = setTimeout(() => this.sendPending(), RETRY);
  }

  /** @param {PlayedGame} next */
  update(next) {
    this.players.update(next); // clocks are right at once, whatever is still being shown
    this.chat.update(next);
    this.trial?.update(next);
    this.reduce({ type: 'told', game: next });
    if (this.timer === null) this.pump();
  }

  /** A move that was on its way is sent again; one that arrived is refused as stale. @param {PlayedGame} game */
  reconnected(game) {
    this.reduce({ type: 'back', game });
    this.sendPending();
    this.renderBoard();
  }

  /** Keys and readers go on at the board; after a curtain they hear what the other has done. @param {boolean} hadFocus */
  takeFocus(hadFocus) {
    if (!this.pass && !hadFocus) return false;
    const { edition, app: { settings }, state: { game } } = this;
    const last = game.events.length - 1;
    if (this.pass && last >= 0) announce(plySentence(edition, settings, game, last));
    this.board.focus(last >= 0 ? this.squaresOf(game.events[last]).to : this.targets.keys().next().value ?? this.board.focused);
    return true;
  }

  settingsChanged() {
    this.render();
    this.history.update(this.state.game, true);
  }

  destroy() {
    this.endBattle();
    clearTimeout(this.timer ?? undefined);
    clearTimeout(this.ending ?? undefined);
    clearTimeout(this.retry ?? undefined);
    this.players.destroy();
    this.actions?.destroy();
  }
}

/** @param {App} app @param {PlayedGame} first */
export const playView = (app, first) => new PlayView(app, first);
