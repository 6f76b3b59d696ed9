// A game of this server that is over: its replay, with what both may still do.

import { createChat } from './chat.js';
import { el } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { createPlayers } from './players.js';
import { replayView } from './replay.js';
import { createAftermath, resultDialog, resultWords } from './result.js';
import { reviewOfGame } from './timeline.js';
import { createTrialBar } from './trial-bar.js';
import { isHotseat } from '../offline/ids.js';
import { refusalText, t } from '../strings/index.js';

const REVEAL = 650; // ms in which the pieces are turned, as in board.css
const MARGIN = 6; // pixels between a board and what lies below it

/** Where the end is told in a sheet over the page, the board is led out from under it. @param {Element} view */
function showAbove(view) {
  const board = view.querySelector('.board-frame')?.getBoundingClientRect();
  const sheet = view.querySelector('dialog.result');
  if (!board || !sheet || getComputedStyle(sheet).position !== 'fixed') return;
  const { left, top } = sheet.getBoundingClientRect();
  if (left < board.right && top < board.bottom + MARGIN) scrollBy(0, board.bottom + MARGIN - top);
}

/** A game that ended before both armies stood has nothing to replay. @param {Game} game @returns {PageView} */
function neverBegun(game) {
  const [title, why] = game.view ? resultWords({ ...game, view: game.view }) : [t.result.none, ''];
  const isAborted = !game.view || game.view.by === 'aborted';
  return {
    element: el('div', { class: 'note card' }, el('h1', {}, title), el('p', {}, isAborted ? t.after.neverBegun : why),
      el('a', { class: 'button primary', href: '#/' }, t.home.toStart)),
    title,
    update: () => {},
  };
}

/**
 * @param {App} app
 * @param {Game} told in phase `over`
 * @param {object} shown
 * @param {?object} shown.again it has been on show, and this was handed on: its end is not told once more
 * @param {?number} shown.ply after how many moves it is shown; null: at its end
 * @param {boolean} [shown.isAnalysed] with its analysis
 * @returns {PageView}
 */
export function gameOverView(app, told, { again, ply, isAnalysed = false }) {
  const { view, armies } = told;
  const edition = app.editions.get(told.edition);
  if (!view || !armies?.red || !armies.blue) return neverBegun(told);
  const first = { ...told, view, armies };
  const players = createPlayers(app, first);
  const chat = createChat(app, first);
  const after = createAftermath(app, first, () => replay.shownPly());
  const trial = createTrialBar(app, first);
  const replay = replayView(app, reviewOfGame(edition, first), {
    ply, again, isAnalysed, game: first.game, seat: first.seat, players: players.element,
    beside: [trial?.element ?? null, after.element], after: [chat.element],
  });
  /** @type {PlayedGame} */
  let game = first;
  // Both armies turn face up, and then it is told.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let telling;
  let sheet = /** @type {?ReturnType<typeof resultDialog>} */ (null);
  if ((first.seat || isHotseat(first.game)) && !again && ply === null) {
    const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : REVEAL;
    replay.element.classList.add('just-over');
    telling = setTimeout(() => {
      replay.element.classList.remove('just-over');
      sheet = resultDialog(app, edition, game, replay.element.querySelector('.side.right'));
      leadOut();
    }, pause);
  }
  // A tablet may be turned while the end is told.
  const leadOut = () => showAbove(replay.element);
  addEventListener('resize', leadOut);

  return {
    element: replay.element,
    handOn: () => replay.handOn(),
    settingsChanged: () => replay.settingsChanged(),
    title: resultWords(first)[0],
    update(next) {
      // When the other wants to play again, or it has begun, one is led there.
      if (next.next && !game.next && next.seat) app.goTo(gameHash(next.next));
      if (next.view) game = { ...next, view: next.view };
      players.update(game);
      chat.update(game);
      after.update(game);
      sheet?.update(game);
      trial?.update(game);
    },
    receive(message) {
      chat.receive(message);
      if (message.type === 'refused') app.complain(refusalText(message));
    },
    destroy() {
      clearTimeout(telling);
      removeEventListener('resize', leadOut);
      players.destroy();
      replay.destroy();
    },
  };
}
