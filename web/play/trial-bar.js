// Beside a game that goes on from another: the way back there, and whether it is to be kept.

import { confirmDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { gameHash } from '../ui/hashes.js';
import { t } from '../strings/index.js';

/** Where the replay is that a trial goes on from. @param {Trial} trial */
export function originOf({ game, ply, isAnalysed }) {
  const place = game ? `${gameHash(game)}/${ply}` : `#/replay/${ply}`;
  return isAnalysed ? `${place}/analysis` : place;
}

/** @param {App} app @param {Game} first @returns {?{element: Element, update: (game: Game) => void}} */
export function createTrialBar(app, first) {
  if (!first.trial) return null;
  const words = t.trial;
  const origin = originOf(first.trial);
  const buttons = el('div', { class: 'row' });
  const element = el('section', { class: 'card trial-bar', 'aria-label': words.title },
    el('p', {}, words.from(first.trial.ply)), buttons);
  let game = first;

  function throwAway() {
    app.order({ type: 'drop', game: game.game });
    app.goTo(origin);
  }

  // What somebody has played is asked for, the rest goes at once.
  function ask() {
    if (!game.view || !game.trial || game.view.plies === game.trial.ply) throwAway();
    else confirmDialog(words.dropAsk, words.dropText, words.drop, throwAway);
  }

  /** @param {Game} next */
  function update(next) {
    game = next;
    buttons.replaceChildren(el('a', { class: 'button primary', href: origin }, words.back),
      game.trial?.kept ? el('span', { class: 'fine' }, words.kept)
        : button(words.keep, () => app.order({ type: 'keep', game: game.game }), 'quiet'),
      button(words.drop, ask, 'quiet'));
  }

  update(first);
  return { element, update };
}
