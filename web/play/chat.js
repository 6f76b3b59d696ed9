// What is said beside a game: those who sit to each other, spectators to spectators.

import { button, el, uniqueId } from '../ui/dom.js';
import { createReport } from '../ui/report.js';
import { opponentOf } from './players.js';
import { isHere } from '../offline/ids.js';
import { t } from '../strings/index.js';

const LONGEST = 200;
const KEPT = 2500; // lines of a game: more than a server keeps

/** @param {ChatLine} a @param {ChatLine} b */
const isSame = (a, b) => a.time === b.time && a.text === b.text && a.from === b.from && a.name === b.name;

/** What was said in the games of this visit. */
export function createTalk() {
  /** @typedef {{lines: ChatLine[], before: ?number, asked: boolean}} Talk */
  /** @type {Map<string, Talk>} */
  const games = new Map(); // game -> its lines; where earlier ones begin; whether those are asked for
  /** @param {string} game @returns {Talk} */
  const of = (game) => games.get(game) ?? { lines: [], before: null, asked: false };

  /** Takes lines that are new, among those known, in order. @param {ChatLine[]} known @param {ChatLine[]} lines */
  function merge(known, lines) {
    const fresh = lines.filter((line) => !known.some((other) => isSame(line, other)));
    return [...known, ...fresh].sort((a, b) => a.time - b.time).slice(-KEPT);
  }

  return {
    of,
    /** Somebody else is here. */
    clear: () => games.clear(),
    /** Adds a `chat` message, once. @param {ChatMessage} message */
    hear(message) {
      const talk = of(message.game);
      games.set(message.game, { ...talk, lines: merge(talk.lines, [message]) });
    },
    /** Takes a `chat-page`: earlier lines where they were asked for, else all that is known anew. @param {ChatPage} page */
    take({ game, lines, before }) {
      const talk = of(game);
      games.set(game, { lines: merge(talk.asked ? talk.lines : [], lines), before, asked: false });
    },
    /** The message that asks for earlier lines, null where there are none. @param {string} game @returns {?ClientMessage} */
    askEarlier(game) {
      const talk = of(game);
      if (talk.before === null) return null;
      games.set(game, { ...talk, asked: true });
      return { type: 'chat-before', game, before: talk.before };
    },
  };
}

/** @param {App} app @param {Game} first */
export function createChat(app, first) {
  const c = t.chat;
  let game = first;
  let muted = false;
  const id = uniqueId('chat');
  const log = el('div', { class: 'chat-log', role: 'log', tabindex: 0, 'aria-label': c.title });
  const field = el('input', { type: 'text', id, maxlength: LONGEST, autocomplete: 'off', placeholder: c.say });
  const earlier = button(c.earlier, askEarlier, 'link', { hidden: true });
  const mute = button(c.mute, toggleMute, 'link', { 'aria-pressed': 'false' });
  const report = createReport(app, () => shown.filter(isOfOthers).map((line) => ({ ...line, game: game.game, speaker: speaker(line) })));
  const element = el('section', { class: 'card chat' },
    el('div', { class: 'card-head' }, el('h2', {}, first.seat ? c.title : c.spectators), el('div', {}, report.element, first.seat && mute)), earlier, log,
    el('form', { class: 'share-row', onsubmit: speak }, el('label', { class: 'visually-hidden', for: id }, c.say), field,
      button(c.send, null, 'quiet', { type: 'submit' })));
  /** @type {ChatLine[]} */
  let shown = []; // the lines that are in the log

  function askEarlier() {
    const message = app.talk.askEarlier(game.game);
    if (message) app.order(message);
  }

  /** @param {Event} event */
  function speak(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (text && app.order({ type: 'chat', game: game.game, text })) field.value = '';
  }

  function toggleMute() {
    if (!app.order({ type: 'mute', game: game.game, on: !muted })) return;
    muted = !muted;
    mute.setAttribute('aria-pressed', String(muted));
    mute.textContent = muted ? c.unmute : c.mute;
    render();
  }

  /** @param {ChatLine} line */
  function speaker({ from, name }) {
    if (from === game.seat) return c.you;
    return name ?? (from === 'spectator' ? c.spectator : t.seat[from]);
  }

  // A muted side's lines stay away, those of before included.
  /** @param {ChatLine} line */
  const isHeard = ({ from }) => !muted || from === game.seat;

  // A spectator does not know which of the spectators' lines are its own, but for a name.
  /** @param {ChatLine} line */
  const isOfOthers = ({ from, name }) => from !== game.seat && !(from === 'spectator' && name && name === app.welcome?.you?.name);

  /** @param {ChatLine} line */
  const paragraph = (line) => el('p', { class: line.from }, el('strong', {}, `${speaker(line)}${t.colon}`), line.text);

  // Lines that follow those shown are added, and read out; earlier ones come without a word,
  // and what was in sight stays there.
  /** @param {ChatLine[]} lines */
  function show(lines) {
    const follows = shown.every((line, i) => line === lines[i]);
    const fromBottom = log.scrollHeight - log.scrollTop;
    log.setAttribute('aria-busy', String(!follows));
    if (follows) log.append(...lines.slice(shown.length).map(paragraph));
    else log.replaceChildren(...lines.map(paragraph));
    const grewAbove = !follows && shown.length > 0 && lines.length > shown.length;
    log.scrollTop = grewAbove ? log.scrollHeight - fromBottom : log.scrollHeight;
    log.setAttribute('aria-busy', 'false');
    shown = lines;
  }

  function render() {
    const { lines, before } = app.talk.of(game.game);
    const hadFocus = document.activeElement === earlier;
    show(lines.filter(isHeard));
    log.hidden = shown.length === 0;
    earlier.hidden = before === null;
    report.element.hidden = !shown.some(isOfOthers);
    if (hadFocus && earlier.hidden) log.focus();
  }

  /** @param {Game} next */
  function update(next) {
    game = next;
    element.hidden = isHere(game.game) || opponentOf(game)?.kind === 'computer';
  }

  update(first);
  render();
  /** What the server says to the view about the chat, or to other things. @param {ServerMessage} message */
  function receive(message) {
    if (message.type.startsWith('chat')) render();
    if (message.type === 'done' && message.re === 'chat-report') report.thank();
  }

  return { element, render, receive, update };
}
