// The start page: a game at once, one's own games, and whatever else one may want to do.

import { button, el, put, uniqueId } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { codeField, codeIn } from './join.js';
import { livingBoard } from './living-board.js';
import { offersSection } from './lobby.js';
import { beginGame, isPlayedHere, lastWish } from './new-game.js';
import { opponentFace } from './opponents.js';
import { finishedGames } from './finished.js';
import { gameRow, gamesSection, isMyTurn, isOwn } from './rows.js';
import { clockWords, termsOf } from './terms.js';
import { playerName } from '../play/players.js';
import { enemyOf } from '../play/state.js';
import { isHotseat } from '../offline/ids.js';
import { refusalText, t } from '../strings/index.js';

const WATCHED = 4;

/** @param {string} href @param {string[]} words its title, and what it leads to */
function door(href, [title, text]) {
  return el('a', { class: 'card door', href }, el('h2', {}, title), el('span', { class: 'fine' }, text));
}

/** Each sentence as a whole: a new line begins with one rather than within one. */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((one) => [el('span', { class: 'sentence' }, one), ' ']);

/** The last choice, in a line. */
function wishLine(app, wish) {
  return [
    app.editionTitle(wish.edition), app.opponentName(wish.opponent), t.seat[wish.seat],
    isPlayedHere(app, wish) ? t.away.short : clockWords(termsOf(app, wish).clock), wish.memory && t.terms.memoryShort,
  ].filter(Boolean).join(' · ');
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
    el('div', { class: 'row' }, el('a', { class: 'button', href: '#/new/friend' }, t.doors.invite)), form);
}

/** Who offers a game and who plays one, as the server tells it. */
function lobbyDoor(app) {
  const open = el('p', { class: 'fine' }, t.doors.lobby[1]);
  const list = el('ul', { class: 'played-now' });
  return {
    element: el('section', { class: 'card door main-door' }, el('h2', {}, t.doors.lobby[0]), open, list,
      el('div', { class: 'row' }, el('a', { class: 'button', href: '#/lobby' }, t.doors.enter),
        el('a', { class: 'button quiet', href: '#/tournaments' }, t.tournaments.door))),
    show({ challenges, games }) {
      const others = challenges.filter(({ mine, toYou }) => !mine && !toYou);
      open.textContent = others.length ? `${t.lobby.open}${t.colon}${others.length}` : t.doors.lobby[1];
      list.replaceChildren(...games.slice(0, WATCHED).map((game) => gameRow(app, game)));
    },
  };
}

/** Is it not known yet whether an account is still signed in here? Then nothing of it is shown (app/last-visit.js). */
const isUnsaid = (app) => app.state.isGuess && Boolean(app.welcome.you?.name);

/** The large button, and what it would begin or go on with. */
function firstChoice(app, running) {
  const wish = lastWish(app, 'computer');
  const change = el('a', { class: 'button link', href: '#/new/computer' }, t.doors.change);
  const begin = (kind) => {
    const now = button(t.doors.now, async () => {
      now.setAttribute('aria-busy', 'true');
      await app.whenGreeted(() => beginGame(app, wish));
      now.removeAttribute('aria-busy');
    }, `${kind} play-now`);
    return now;
  };
  const line = el('div', { class: 'last-choice' }, opponentFace(wish.opponent), el('span', {}, wishLine(app, wish)), change);
  const seek = !app.welcome.away && el('a', { class: 'button large seek-door', href: '#/seek' }, t.meet.title);
  if (!running) return [el('div', { class: 'row' }, begin('primary huge'), seek), line];
  const words = isUnsaid(app) ? t.home.resume : isHotseat(running.game) ? t.two.goOn : t.doors.goOn(playerName(app, running[enemyOf(running.seat)]), isMyTurn(running));
  return [el('a', { class: 'button primary huge', href: gameHash(running.game) }, words),
    el('div', { class: 'row' }, begin('quiet large'), seek), line];
}

/** @param {App} app */
export function homeView(app) {
  const h = t.home;
  const d = t.doors;
  const first = el('div', { class: 'first-choice' });
  const picture = el('div', { class: 'hero-board' });
  const games = el('div', { class: 'own-games' });
  const forYou = el('div', { class: 'own-games' });
  const lobby = lobbyDoor(app);
  const finished = finishedGames(app);
  let living = null;
  const isAway = Boolean(app.welcome.away);
  let shown; // what the picture shows: a position, or nothing
  app.setEdition(app.editions.get(lastWish(app).edition));

  const mineFirst = (a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a));
  const own = () => app.welcome.games.filter(isOwn);
  const runningGame = () => own().filter(({ phase }) => phase === 'play').sort(mineFirst)[0] ?? null;

  // A game of two at this device stays behind its curtain.
  function showPicture(latest) {
    const running = latest && !isHotseat(latest.game) ? latest : null;
    const view = running && app.gameOf(running.game)?.view;
    if (running && !view) app.send({ type: 'open', game: running.game });
    const board = view?.board ?? null;
    if (shown === board) return;
    shown = board;
    living?.destroy();
    living = livingBoard(app, view && { edition: app.editions.get(running.edition), seat: running.seat, board });
    picture.replaceChildren(living.element);
  }

  function render() {
    const running = runningGame();
    const going = own().filter(({ phase }) => phase !== 'over').sort(mineFirst);
    put(first, ...firstChoice(app, running));
    showPicture(running);
    for (const part of [first, games]) part.classList.toggle('unsaid', isUnsaid(app));
    games.inert = isUnsaid(app);
    put(games, gamesSection(app, h.running, going, 20), finished.show());
  }

  // Who is challenged by name is told here, and what others play.
  function receive(message) {
    if (message.type === 'refused' && message.re !== 'lobby') app.complain(refusalText(message)); // a game that was to begin
    if (message.type !== 'lobby') return;
    lobby.show(message);
    const directed = offersSection(app, t.lobby.forYou, message.challenges.filter(({ toYou }) => toYou));
    put(forYou, directed);
  }

  const twoDoor = app.canPlayHere() && door('#/new/two', t.two.door);
  const puzzlesDoor = app.canPlayHere() && door('#/puzzles', [t.puzzles.title, t.puzzles.door]);
  const enter = () => app.send({ type: 'lobby', on: true });
  enter();
  render();
  return {
    element: el('div', { class: 'home start-page' },
      el('section', { class: 'hero' }, el('div', { class: 'hero-text' }, el('h1', {}, ...sentences(d.heading)), el('p', {}, h.lead), first,
        el('a', { class: 'button quiet learn-door', href: '#/learn' }, d.learn)), picture),
      app.welcome.away && el('section', { class: 'card away' }, el('h2', {}, t.away.title), el('p', {}, t.away.text)),
      forYou, games,
      app.welcome.away ? el('div', { class: 'doors small' }, twoDoor, puzzlesDoor, door('#/editor', d.editor))
        : el('div', { class: 'doors' }, friendDoor(), lobby.element,
          el('div', { class: 'doors small' }, twoDoor, puzzlesDoor, door('#/editor', d.editor), door('#/replay', d.replay),
            door('#/people', t.people.door)))),
    title: '',
    gamesChanged: render,
    settingsChanged() {
      shown = undefined;
      render();
    },
    receive,
    reconnected() {
      if (isAway !== Boolean(app.welcome.away)) return void app.remake(); // there are other doors
      enter();
      render();
    },
    destroy() {
      living?.destroy();
      app.send({ type: 'lobby', on: false });
    },
  };
}
