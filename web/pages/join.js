// An invitation: who offers what, before one takes the seat.

import { button, el, uniqueId } from '../ui/dom.js';
import { emptyPicture, linkTo } from './empty.js';
import { gameHash } from '../ui/hashes.js';
import { playerName } from '../play/players.js';
import { termsWords } from './terms.js';
import { refusalText, t } from '../strings/index.js';

/** The code in what somebody typed or pasted: dashes, spaces, case and the link around it do not matter. */
export const codeIn = (text) => text.replace(/^.*\/join\//, '').replace(/[^0-9a-z]/gi, '').toUpperCase();

/** A code as it is read aloud: two halves. */
export const codeText = (code) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A field for a code. */
export const codeField = (more) => el('input', {
  type: 'text', class: 'code-field', autocomplete: 'off', spellcheck: 'false', ...more,
});

/** What is offered, in words. */
function offerWords(app, offer) {
  const edition = app.editions.get(offer.edition);
  return [
    el('h2', {}, t.join.from(playerName(app, offer.by))),
    el('p', { class: 'edition-title' }, edition?.title ?? offer.edition),
    el('p', {}, t.join.seat[offer.seat] ?? ''),
    el('ul', { class: 'terms-list' },
      ...termsWords({ ...offer.terms, rated: offer.rated }).map((text) => el('li', {}, text))),
  ];
}

/** An offer of somebody's that stands at the address of its game. */
export function offerView(app, game) {
  const by = [game.red, game.blue].find(({ kind }) => kind !== 'free');
  const seat = game.red.kind === 'free' ? 'red' : 'blue';
  const status = el('p', { class: 'message', role: 'status' });
  return {
    element: el('div', { class: 'narrow-page' }, el('section', { class: 'card' }, el('h1', {}, t.join.heading),
      ...offerWords(app, { by, seat, edition: game.edition, terms: game.terms, rated: game.terms.rated }), status,
      el('div', { class: 'row' }, button(t.join.join, () => app.ask({ type: 'join', game: game.game }), 'primary large')))),
    title: t.join.heading,
    update: () => {},
    receive(message) {
      if (message.type === 'refused') status.textContent = refusalText(message);
    },
  };
}

/** @param {App} app @param {string} [given] the code of the address */
export function joinView(app, given) {
  const j = t.join;
  const code = given && codeIn(given);
  const status = el('p', { class: 'message', role: 'status' });
  const offer = el('div', { class: 'offer' });
  const join = button(j.join, () => app.ask({ type: 'join', code }), 'primary large', { hidden: true });

  const id = uniqueId('code');
  const field = codeField({ id, value: code ? codeText(code) : '', placeholder: j.code });
  const form = el('form', { class: 'share-row', onsubmit: change }, el('label', { class: 'visually-hidden', for: id }, j.code), field,
    button(j.go, null, 'quiet', { type: 'submit' }));

  function change(event) {
    event.preventDefault();
    if (codeIn(field.value)) location.hash = `#/join/${codeIn(field.value)}`;
  }

  function look() {
    if (code) app.send({ type: 'invitation', code });
  }

  look();
  return {
    element: el('div', { class: 'narrow-page' }, code
      ? el('section', { class: 'card' }, el('h1', {}, j.heading), offer, status, el('div', { class: 'row' }, join),
        el('details', {}, el('summary', {}, j.other), form))
      : el('section', { class: 'card empty-state' }, emptyPicture(), el('h1', {}, j.heading), el('p', { class: 'fine' }, j.lead), form,
        el('div', { class: 'row' }, linkTo('#/new/friend', t.doors.invite), linkTo('#/seek', t.meet.title)))),
    title: j.heading,
    receive(message) {
      if (message.type === 'refused') {
        status.textContent = refusalText(message);
        join.hidden = true;
      }
      if (message.type !== 'invitation') return;
      app.setEdition(app.editions.get(message.challenge.edition));
      // Who follows a link again comes back to the game.
      if (message.seated) return void app.goTo(gameHash(message.challenge.game));
      offer.replaceChildren(...offerWords(app, message.challenge));
      status.textContent = '';
      join.hidden = false;
      join.focus();
    },
    reconnected: look,
  };
}
