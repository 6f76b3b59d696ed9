// The lobby: games that people offer, one's own offers, and games to watch.

import { button, compact, el } from '../ui/dom.js';
import { playerLink } from '../play/players.js';
import { emptyState, linkTo } from './empty.js';
import { beginGame, lastWish } from './new-game.js';
import { gamesSection } from './rows.js';
import { termsWords } from './terms.js';
import { refusalText, t } from '../strings/index.js';

function offerRow(app, offer) {
  const l = t.lobby;
  const act = offer.mine
    ? button(l.takeBack, () => app.order({ type: 'cancel', game: offer.game }), 'quiet')
    : button(l.join, () => app.ask({ type: 'join', game: offer.game }), 'primary');
  const rating = offer.by.rating ? ` (${Math.round(offer.by.rating)})` : '';
  return el('li', { class: 'offer-row', 'data-game': offer.game },
    el('span', { class: `seat-dot ${offer.seat}`, title: t.join.seat[offer.seat] }),
    el('span', { class: 'offer-text' },
      el('strong', {}, app.editionTitle(offer.edition)),
      el('span', { class: 'fine' }, playerLink(app, offer.by),
        [rating, ...termsWords({ ...offer.terms, rated: offer.rated })].join(' · ')),
      el('span', { class: 'fine' }, offer.mine ? '' : t.join.seat[offer.seat])),
    act, offer.toYou && button(l.decline, () => app.order({ type: 'cancel', game: offer.game }), 'quiet'));
}

/** Offers under a heading, to be taken or taken back; false where there are none. */
export function offersSection(app, title, offers) {
  return offers.length > 0 && el('section', { class: 'card' }, el('h2', {}, title),
    el('ul', { class: 'offers' }, ...offers.map((offer) => offerRow(app, offer))));
}

/** @param {App} app */
export function lobbyView(app) {
  const l = t.lobby;
  const status = el('p', { class: 'message', role: 'status' });
  const online = el('p', { class: 'fine', role: 'status' });
  const content = el('div', { class: 'lobby-lists' }, el('p', { class: 'fine' }, t.loading));
  let lobby = { challenges: [], games: [], online: 0 };
  let only = '';

  const section = (title, offers) => offersSection(app, title, offers);

  // Those of one edition stand together, and quick clocks before slow ones.
  const speed = ({ terms: { clock } }) => (clock ? clock.bank + 40 * (clock.free + clock.increment) : Infinity);
  const inOrder = (a, b) => app.editionTitle(a.edition).localeCompare(app.editionTitle(b.edition)) || speed(a) - speed(b) || 0;

  function filter(offers) {
    const ids = [...new Set(offers.map(({ edition }) => edition))];
    if (ids.length < 2) return null;
    return el('label', { class: 'field' }, el('span', {}, l.only), el('select', {
      name: 'only', onchange: (event) => { only = event.target.value; render(); },
    }, el('option', { value: '' }, l.all),
    ...ids.map((id) => el('option', { value: id, selected: id === only }, app.editionTitle(id)))));
  }

  function render() {
    const own = lobby.challenges.filter(({ mine }) => mine);
    const forMe = lobby.challenges.filter(({ toYou }) => toYou);
    const others = lobby.challenges.filter(({ mine, toYou }) => !mine && !toYou).sort(inOrder);
    const shown = others.filter(({ edition }) => !only || edition === only);
    const held = content.contains(document.activeElement) ? /** @type {HTMLSelectElement} */ (document.activeElement).name : null;
    content.replaceChildren(...compact([
      section(l.forYou, forMe), section(l.own, own), filter(others),
      section(l.open, shown.length ? shown : others), others.length === 0 && el('section', { class: 'card' }, emptyState(l.emptyTitle, l.emptyText)),
      gamesSection(app, l.watch, lobby.games),
      lobby.games.length > 0 && el('p', {}, linkTo('#/watch', t.watch.title)),
    ]));
    if (held) /** @type {?HTMLElement} */ (content.querySelector(`[name=${held}]`))?.focus();
    online.textContent = lobby.online ? l.online(lobby.online) : '';
  }

  let isTold = false;
  function enter() {
    const sent = app.send({ type: 'lobby', on: true });
    if (!sent && !isTold) content.replaceChildren(el('p', { class: 'message' }, t.people.unreachable));
  }
  enter();
  return {
    element: el('div', { class: 'lobby-page' },
      el('header', { class: 'hero' }, el('h1', {}, l.heading), online),
      el('div', { class: 'row' }, linkTo('#/seek', t.meet.title, 'primary'),
        linkTo('#/new/lobby', l.offer),
        button(l.computer, () => beginGame(app, lastWish(app, 'computer')), 'quiet')),
      status, content),
    title: l.heading,
    receive(message) {
      if (message.type === 'lobby') {
        lobby = message;
        isTold = true;
        render();
      } else if (message.type === 'refused') status.textContent = refusalText(message);
    },
    reconnected: enter,
    destroy: () => app.send({ type: 'lobby', on: false }),
  };
}
