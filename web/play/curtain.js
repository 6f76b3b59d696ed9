// The curtain between the turns of two people at one device: nothing of the game is on the page
// behind it, and it is drawn until who is to come says so.

import { hush } from '../ui/announce.js';
import { button, el, uniqueId } from '../ui/dom.js';
import { pieceImage } from './pieces.js';
import { t } from '../strings/index.js';

/** @param {App} app @param {Game & {seat: Seat}} first a game that is covered; its seat is to come */
export function curtainView(app, first) {
  const { game, seat, phase } = first;
  const w = t.two;
  const title = phase === 'setup' ? w.setsUp[seat] : w.turn[seat];
  const [heading, text] = [uniqueId('curtain'), uniqueId('curtain')];
  // Who presses "Hand over" twice by mistake has not said that the other is there.
  const ready = (/** @type {MouseEvent} */ event) => { if (event.detail < 2) app.send({ type: 'uncover', game }); };
  const element = el('section', { class: 'curtain', role: 'group', tabindex: -1, 'aria-labelledby': heading, 'aria-describedby': text },
    el('div', { class: 'card' },
      el('div', { class: 'curtain-back', 'aria-hidden': 'true' }, pieceImage({ seat, rank: null }, '')),
      el('h1', { id: heading }, title), el('p', { id: text }, w.pass[seat]),
      button(w.ready[seat], ready, 'primary huge'),
      el('a', { class: 'button link', href: '#/' }, t.home.toStart)));
  hush();
  return {
    element,
    title,
    update: () => {},
    takeFocus() {
      element.focus({ preventScroll: true });
      return true;
    },
  };
}
