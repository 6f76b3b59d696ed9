// Setting up the army of a game.

import { createArrangement } from './arrange.js';
import { createChat } from '../play/chat.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { createPlayers, playerName } from '../play/players.js';
import { keepCommitment, newSalt } from '../play/commitment.js';
import { armyListPanel } from './army-list.js';
import { isHere, isHotseat } from '../offline/ids.js';
import { loadOf, saveOf } from '../ui/kept.js';
import { enemyOf } from '../play/state.js';
import { load, save } from '../ui/storage.js';
import { refusalText, t } from '../strings/index.js';

class SetupView {
  /**
   * @param {App} app @param {Game} first a game in phase `setup`
   * @param {?{typed?: string}} again what the same view has handed on, in another language
   */
  constructor(app, first, again) {
    this.app = app;
    this.game = first;
    this.seat = /** @type {Seat} */ (first.seat);
    this.edition = app.editions.get(first.edition);
    this.isHotseat = isHotseat(first.game);
    this.lastKey = `last.${first.edition}`;
    this.sent = Boolean(first.setup);
    /** @type {?{type: 'setup', game: string, letters: string, salt?: string}} */
    this.given = null; // the message that gave the army, until it is answered
    /** @type {?Checked} */
    this.verdict = null;
    this.title = t.setup.heading;
    this.players = createPlayers(app, first);
    this.chat = createChat(app, first);
    this.start = button(this.startText(), () => this.begin(), 'primary large');
    this.wait = el('p', { class: 'waiting', role: 'status', tabindex: -1 });
    this.arrangement = createArrangement(app, {
      edition: this.edition, seat: this.seat, first: this.firstArmy(),
      changed: (letters, answer) => {
        this.verdict = answer;
        if (!this.sent) saveOf('setup', first, letters);
        this.showStart();
      },
    });
    this.list = armyListPanel(app, this.edition, this.arrangement);
    this.tools = this.buildTools();
    this.stand(this.sent);
    if (!this.sent) this.arrangement.refresh(again?.typed);
    this.element = this.arrangement.board.fit(this.layOut());
  }

  // As a game in play is laid out (play/play.js): when it starts, the board stays where it is.
  layOut() {
    const { parts, board } = this.arrangement;
    return el('div', { class: `game-view setup-view${this.isHotseat ? ' hotseat' : ''}` },
      el('div', { class: 'board-column' },
        el('div', { class: 'status' }, parts.progress), el('div', { class: 'strip' }), el('div', { class: 'board-place' }, board.element)),
      el('div', { class: 'side left' },
        el('div', { class: 'card about' }, el('p', { class: 'edition-name' }, this.edition.title), this.players.element)),
      el('div', { class: 'side right' }, this.tools));
  }

  // The army that stands, or the one that was begun, chosen in the editor, or played last: but
  // nobody sees what the other at this device played last.
  firstArmy() {
    const begun = this.game.setup ?? loadOf('setup', this.game);
    return begun || this.isHotseat ? begun : load('army-to-play', {})[this.edition.id] ?? load(this.lastKey);
  }

  buildTools() {
    const s = t.setup;
    const { parts } = this.arrangement;
    return el('div', { class: 'card tools' },
      el('div', { class: 'card-head' }, el('h1', {}, s.heading), button(t.actions.abort, () => this.callOff(), 'link')),
      el('div', { class: 'play-bar' }, this.start, this.wait), parts.warning,
      parts.tray, el('h2', {}, s.fill), parts.presets, parts.hands, parts.status, this.list.element, parts.share,
      parts.help, this.chat.element);
  }

  // The promise is kept here before it is given: whatever the server says later is
  // held against it.
  begin() {
    const letters = this.arrangement.letters();
    const given = { type: /** @type {const} */ ('setup'), game: this.game.game, letters, ...this.promise(letters) };
    this.given = given;
    if (!this.app.send(given)) return void this.arrangement.say(t.notSent);
    if (this.isHotseat) saveOf('setup', this.game, null);
    else this.remember(letters);
    this.stand(true);
    this.wait.focus(); // the button is gone: who has no mouse goes on from here
  }

  // On this device there is nobody to promise it to.
  /** @param {string} letters */
  promise(letters) {
    if (isHere(this.game.game)) return {};
    const salt = newSalt();
    keepCommitment(this.game.game, letters, salt);
    return { salt };
  }

  /** @param {string} letters */
  remember(letters) {
    save(this.lastKey, letters);
    save('army-to-play', { ...load('army-to-play', {}), [this.edition.id]: undefined });
  }

  startText() {
    return this.isHotseat ? t.two.armyReady : t.setup.start;
  }

  // An army that stands needs no tools any more.
  /** @param {boolean} on */
  stand(on) {
    this.sent = on;
    this.arrangement.lock(on);
    this.tools.classList.toggle('locked', on);
    this.showStart();
  }

  showStart() {
    const stuck = this.verdict?.ok && !this.verdict.canMove;
    this.start.textContent = stuck ? t.setup.startAnyway : this.startText();
    this.start.disabled = this.sent || !this.verdict?.ok;
    this.start.hidden = this.sent;
    this.wait.textContent = this.sent ? this.waitText() : '';
    this.wait.hidden = !this.sent;
  }

  waitText() {
    const enemy = this.game[enemyOf(this.seat)];
    return enemy.kind === 'computer' || enemy.ready ? t.setup.waiting : t.players.waitingFor(playerName(this.app, enemy));
  }

  callOff() {
    confirmDialog(t.actions.abortAsk, t.actions.abortText, t.actions.abortYes,
      () => this.app.order({ type: 'abort', game: this.game.game }));
  }

  /** @param {Refused} message */
  refused(message) {
    if (message.re === 'setup') {
      this.given = null;
      this.stand(Boolean(this.game.setup));
    }
    this.arrangement.say(refusalText(message));
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.arrangement.receive(message);
    if (message.type === 'armies') this.list.render();
    if (message.type.startsWith('chat')) this.chat.render();
    if (message.type === 'refused') this.refused(message);
  }

  /** @param {Game} next */
  update(next) {
    this.game = next;
    this.players.update(next);
    this.chat.update(next);
    if (next.setup) this.given = null;
    this.stand(this.sent || Boolean(next.setup));
  }

  // After a break the answers that were on their way have to be asked for again; an
  // army that did not arrive is given again.
  /** @param {Game} current */
  reconnected(current) {
    if (!current.setup && this.given) this.app.send(this.given);
    else this.stand(Boolean(current.setup));
    if (!this.sent) this.arrangement.refresh();
  }

  settingsChanged() {
    this.arrangement.render();
  }

  handOn() {
    return { typed: this.arrangement.typed() };
  }

  destroy() {
    this.players.destroy();
  }
}

/** @param {App} app @param {Game} first a game in phase `setup` @param {{again: ?object}} shown */
export const setupView = (app, first, { again }) => new SetupView(app, first, again);
