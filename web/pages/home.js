// The start page: what one may want to do, and one's own games.

import { button, el, uniqueId } from '../ui/dom.js';
import { codeField, codeIn } from './join.js';
import { offersSection } from './lobby.js';
import { beginGame, lastWish } from './new-game.js';
import { gamesSection, isMyTurn } from './rows.js';
import { clockWords, termsOf } from './terms.js';
import { t } from '../strings/index.js';

const SHOWN_GAMES = 6;

function door(href, [title, text]) {
  return el('section', { class: 'card door' }, el('h2', {}, el('a', { href }, title)), el('p', { class: 'fine' }, text));
}

/** The last choice, in a line. */
function wishLine(app, wish) {
  return [
    app.editions.get(wish.edition).title, app.opponentName(wish.opponent), t.seat[wish.seat],
    clockWords(termsOf(app, wish).clock), wish.memory && t.terms.memoryShort,
  ].filter(Boolean).join(' · ');
}

function computerDoor(app) {
  const d = t.doors;
  const wish = { ...lastWish(app), against: 'computer' };
  return el('section', { class: 'card door main-door' }, el('h2', {}, d.computer[0]),
    el('p', { class: 'last-choice' }, wishLine(app, wish)),
    el('div', { class: 'row' }, button(d.now, () => beginGame(app, wish), 'primary large play-now'),
      el('a', { class: 'button', href: '#/new/computer' }, d.change)));
}

function friendDoor() {
  const id = uniqueId('code');
  const field = codeField({ id, placeholder: t.join.code });
  const form = el('form', {
    class: 'share-row', onsubmit: (event) => {
      event.preventDefault();
      if (codeIn(field.value)) location.hash = `#/join/${codeIn(field.value)}`;
    },
  }, el('label', { class: 'visually-hidden', for: id }, t.join.code), field,
  button(t.join.go, null, 'quiet', { type: 'submit' }));
  return el('section', { class: 'card door main-door' }, el('h2', {}, t.doors.friend[0]),
    el('p', { class: 'fine' }, t.doors.friend[1]),
    el('div', { class: 'row' }, el('a', { class: 'button primary large', href: '#/new/friend' }, t.doors.invite)), form);
}

function lobbyDoor(open) {
  return el('section', { class: 'card door main-door' }, el('h2', {}, t.doors.lobby[0]),
    el('p', { class: 'fine' }, t.doors.lobby[1], ' ', open),
    el('div', { class: 'row' }, el('a', { class: 'button primary large', href: '#/lobby' }, t.doors.enter)));
}

/** @param {object} app see main.js */
export function homeView(app) {
  const h = t.home;
  const d = t.doors;
  const games = el('div', { class: 'own-games' });
  const forYou = el('div', { class: 'own-games' });
  const open = el('strong', {});
  app.setEdition(app.editions.get(lastWish(app).edition));

  function render() {
    const own = app.welcome.games.filter(({ seat }) => seat);
    const going = own.filter(({ phase }) => phase !== 'over');
    games.replaceChildren(...[
      gamesSection(app, h.running, going.sort((a, b) => isMyTurn(b) - isMyTurn(a)), 20),
      gamesSection(app, h.finished, own.filter(({ phase }) => phase === 'over'), SHOWN_GAMES),
    ].filter(Boolean));
  }

  // Who is challenged by name is told here, and how many games are open.
  function receive(message) {
    if (message.type !== 'lobby') return;
    const others = message.challenges.filter(({ mine, toYou }) => !mine && !toYou);
    open.textContent = others.length ? `${t.lobby.open}: ${others.length}` : '';
    const directed = offersSection(app, t.lobby.forYou, message.challenges.filter(({ toYou }) => toYou));
    forYou.replaceChildren(...[directed].filter(Boolean));
  }

  const enter = () => app.send({ type: 'lobby', on: true });
  enter();
  render();
  return {
    element: el('div', { class: 'home' },
      el('header', { class: 'hero' }, el('h1', {}, d.heading), el('p', {}, h.lead)), forYou,
      el('div', { class: 'doors' }, computerDoor(app), friendDoor(), lobbyDoor(open)),
      el('div', { class: 'doors small' }, door('#/editor', d.editor), door('#/replay', d.replay), door('#/learn', d.learn)),
      games),
    title: '',
    gamesChanged: render,
    receive,
    destroy: () => app.send({ type: 'lobby', on: false }),
  };
}
