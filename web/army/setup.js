// Setting up the army of a game.

import { createArrangement } from './arrange.js';
import { createChat } from '../play/chat.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { createPlayers, playerName } from '../play/players.js';
import { keepCommitment, newSalt } from '../play/commitment.js';
import { armyListPanel } from './army-list.js';
import { enemyOf, load, save } from '../play/state.js';
import { refusalText, t } from '../strings/index.js';

/** @param {object} app see main.js @param {object} first a game in phase `setup` */
export function setupView(app, first) {
  const edition = app.editions.get(first.edition);
  const { seat } = first;
  const s = t.setup;
  const draftKey = `setup.${first.game}`;
  const lastKey = `last.${first.edition}`;
  let game = first;
  let sent = Boolean(first.setup);
  let given = null; // the message that gave the army, until it is answered
  let verdict = null;

  const players = createPlayers(app, game);
  const chat = createChat(app, game);
  const start = button(s.start, begin, 'primary large');
  const wait = el('p', { class: 'waiting', role: 'status', tabindex: -1 });
  const arrangement = createArrangement(app, {
    edition, seat, first: first.setup ?? load(draftKey) ?? load('army-to-play', {})[edition.id] ?? load(lastKey),
    changed(letters, answer) {
      verdict = answer;
      if (!sent) save(draftKey, letters);
      showStart();
    },
  });
  const { parts } = arrangement;
  const list = armyListPanel(app, edition, arrangement);

  // The promise is kept here before it is given: whatever the server says later is
  // held against it.
  function begin() {
    const letters = arrangement.letters();
    const salt = newSalt();
    keepCommitment(game.game, letters, salt);
    given = { type: 'setup', game: game.game, letters, salt };
    if (!app.send(given)) return void arrangement.say(t.notSent);
    save(lastKey, letters);
    save('army-to-play', { ...load('army-to-play', {}), [edition.id]: undefined });
    stand(true);
    wait.focus(); // the button is gone: who has no mouse goes on from here
  }

  // An army that stands needs no tools any more.
  function stand(on) {
    sent = on;
    arrangement.lock(on);
    tools.classList.toggle('locked', on);
    showStart();
  }

  function showStart() {
    const stuck = verdict?.ok && !verdict.canMove;
    start.textContent = stuck ? s.startAnyway : s.start;
    start.disabled = sent || !verdict?.ok;
    start.hidden = sent;
    wait.textContent = sent ? waitText() : '';
    wait.hidden = !sent;
  }

  function waitText() {
    const enemy = game[enemyOf(seat)];
    return enemy.kind === 'computer' || enemy.ready ? s.waiting : t.players.waitingFor(playerName(app, enemy));
  }

  function callOff() {
    confirmDialog(t.actions.abortAsk, t.actions.abortText, t.actions.abortYes,
      () => app.send({ type: 'abort', game: game.game }));
  }

  const tools = el('div', { class: 'card tools' },
    el('div', { class: 'card-head' }, el('h1', {}, s.heading), button(t.actions.abort, callOff, 'link')),
    el('p', { class: 'fine edition-line' }, edition.title), players.element,
    el('div', { class: 'play-bar' }, parts.progress, start, wait), parts.warning,
    parts.tray, el('h2', {}, s.fill), parts.presets, parts.status, parts.hands, list.element, parts.share,
    ...parts.help, chat.element);
  stand(sent);
  if (!sent) arrangement.refresh();

  return {
    element: arrangement.board.fit(el('div', { class: 'setup-view' },
      el('div', { class: 'board-column' }, arrangement.board.element), tools)),
    title: s.heading,
    receive(message) {
      arrangement.receive(message);
      if (message.type === 'armies') list.render();
      if (message.type.startsWith('chat')) chat.render();
      if (message.type === 'refused') refused(message);
    },
    update(next) {
      game = next;
      players.update(game);
      chat.update(game);
      if (game.setup) given = null;
      stand(sent || Boolean(game.setup));
    },
    // After a break the answers that were on their way have to be asked for again; an
    // army that did not arrive is given again.
    reconnected(current) {
      if (!current.setup && given) app.send(given);
      else stand(Boolean(current.setup));
      if (!sent) arrangement.refresh();
    },
    settingsChanged: arrangement.render,
    destroy: players.destroy,
  };

  function refused(message) {
    if (message.re === 'setup') {
      given = null;
      stand(Boolean(game.setup));
    }
    arrangement.say(refusalText(message));
  }
}
