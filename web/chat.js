// What is said beside a game: those who sit to each other, spectators to spectators.

import { button, el, uniqueId } from './dom.js';
import { opponentOf } from './players.js';
import { t } from './strings/index.js';

const LONGEST = 200;
const KEPT = 200; // lines of a game

/** What was said in the games of this visit. */
export function createTalk() {
  const lines = new Map(); // game -> lines
  return {
    of: (game) => lines.get(game) ?? [],
    /** Adds a `chat` message, once. */
    hear(message) {
      const before = lines.get(message.game) ?? [];
      const known = before.some(({ time, text, from }) => (
        time === message.time && text === message.text && from === message.from));
      if (!known) lines.set(message.game, [...before, message].slice(-KEPT));
    },
  };
}

/** @param {object} first a game as merged by state.js */
export function createChat(app, first) {
  const c = t.chat;
  let game = first;
  let muted = false;
  const id = uniqueId('chat');
  const log = el('div', { class: 'chat-log', role: 'log', tabindex: 0, 'aria-label': c.title });
  const field = el('input', { type: 'text', id, maxlength: LONGEST, autocomplete: 'off', placeholder: c.say });
  const mute = button(c.mute, toggleMute, 'link', { 'aria-pressed': 'false' });
  const element = el('section', { class: 'card chat' },
    el('div', { class: 'card-head' }, el('h2', {}, first.seat ? c.title : c.spectators), first.seat && mute), log,
    el('form', { class: 'share-row', onsubmit: speak }, el('label', { class: 'visually-hidden', for: id }, c.say), field,
      button(c.send, null, 'quiet', { type: 'submit' })));
  let shown = 0;

  function speak(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (text && app.send({ type: 'chat', game: game.game, text })) field.value = '';
  }

  function toggleMute() {
    muted = !muted;
    app.send({ type: 'mute', game: game.game, on: muted });
    mute.setAttribute('aria-pressed', String(muted));
    mute.textContent = muted ? c.unmute : c.mute;
    shown = 0;
    render();
  }

  function speaker({ from, name }) {
    if (from === game.seat) return c.you;
    return name ?? t.seat[from] ?? c.spectator;
  }

  // A muted side's lines stay away, those of before included.
  const isHeard = ({ from }) => !muted || from === game.seat;

  function render() {
    const lines = app.talk.of(game.game).filter(isHeard);
    if (lines.length === KEPT) shown = 0; // the oldest have gone
    if (shown === 0) log.replaceChildren();
    lines.slice(shown).forEach((line) => log.append(el('p', { class: line.from },
      el('strong', {}, `${speaker(line)}: `), line.text)));
    shown = lines.length;
    log.hidden = shown === 0;
    log.scrollTop = log.scrollHeight;
  }

  function update(next) {
    game = next;
    element.hidden = opponentOf(game)?.kind === 'computer';
  }

  update(first);
  render();
  return { element, render, update };
}
