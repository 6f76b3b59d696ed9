// One's own offer of a game, until somebody takes it.

import { addressOf, canShare, copyText, shareLink } from '../ui/copy.js';
import { button, el, uniqueId } from '../ui/dom.js';
import { codeText } from './join.js';
import { beginGame, lastWish } from './new-game.js';
import { termsWords } from './terms.js';
import { refusalText, t } from '../strings/index.js';

/** @param {App} app @param {object} game in phase `waiting` */
export function waitingView(app, game) {
  const f = t.friend;
  const edition = app.editions.get(game.edition);
  const status = el('p', { class: 'message', role: 'status' });
  const link = game.code ? addressOf(`/join/${game.code}`) : '';
  const id = uniqueId('link');
  const field = el('input', { type: 'text', id, class: 'letters link-field', readonly: true, value: link, onfocus: () => field.select() });

  async function copy() {
    await copyText(link, field);
    status.textContent = t.setup.copied;
  }

  const invitation = el('div', { class: 'invitation' },
    el('label', { for: id }, f.link),
    el('div', { class: 'share-row' }, field, button(t.setup.copy, copy, 'primary'),
      canShare() && button(t.share, () => shareLink(t.title, link), 'quiet')),
    el('p', {}, f.code, ' ', el('strong', { class: 'code' }, game.code ? codeText(game.code) : '')));

  const wake = button(t.wake.button, async () => {
    wake.hidden = await app.wake(true);
    if (wake.hidden) status.textContent = t.wake.done;
  }, 'quiet', { hidden: !app.canWake() });

  return {
    element: el('div', { class: 'narrow-page' }, el('section', { class: 'card waiting-view' },
      el('h1', {}, game.terms.open ? f.inLobby : f.heading), el('p', { class: 'edition-title' }, edition.title),
      el('ul', { class: 'terms-list' }, game.seat && el('li', {}, f.yourSeat(t.seat[game.seat])),
        ...termsWords(game.terms).map((text) => el('li', {}, text))),
      game.code && invitation, status, el('p', { class: 'pulse' }, f.waiting),
      el('div', { class: 'row' },
        wake, button(f.meanwhile, () => beginGame(app, { ...lastWish(app), against: 'computer' }), 'quiet'),
        el('a', { class: 'button', href: '#/lobby' }, t.doors.enter),
        el('a', { class: 'button', href: '#/editor' }, t.editor.heading),
        button(f.cancel, () => app.order({ type: 'cancel', game: game.game }), 'link')))),
    title: f.heading,
    receive(message) {
      if (message.type === 'refused') status.textContent = refusalText(message);
    },
    update: () => {},
  };
}
