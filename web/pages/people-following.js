// Whom one follows, and who of them is playing now.

import { button, el } from '../ui/dom.js';
import { gameHash, profileHash } from '../ui/hashes.js';
import { playerName } from '../play/players.js';
import { t } from '../strings/index.js';

const AGAIN = 20000; // ms until it is asked again who is playing

/** Follows an account of this name, or no more. @param {boolean} on how it is now */
export function followButton(app, name, on) {
  const p = t.people;
  let isOn = on;
  const element = button('', () => app.order({ type: 'follow', name, on: !isOn }), 'quiet');
  function show(now) {
    isOn = now;
    element.textContent = isOn ? p.unfollow : p.follow;
  }
  show(on);
  return { element, receive: ({ accounts }) => show(accounts.some((one) => one.name === name)) };
}

function row(app, { name, shown, playing }) {
  const p = t.people;
  const title = playing && app.editionTitle(playing.edition);
  return el('li', {}, shown ? el('a', { href: profileHash(name) }, name) : el('span', {}, name),
    playing ? el('a', { class: 'button quiet', href: gameHash(playing.game) },
      p.watchNow(playerName(app, playing.red), playerName(app, playing.blue), title))
      : el('span', { class: 'fine' }, shown ? p.notPlaying : p.hidden),
    button('×', () => app.order({ type: 'follow', name, on: false }), 'link drop', { 'aria-label': p.unfollowName(name), title: p.unfollow }));
}

/** @param {App} app */
export function followingCard(app) {
  const p = t.people;
  const list = el('ul', { class: 'following' });
  const note = el('p', { class: 'fine' }, t.loading);
  const ask = () => { if (!document.hidden) app.send({ type: 'following' }); };
  const timer = setInterval(ask, AGAIN);
  let shown = '';
  ask();
  return {
    element: el('section', { class: 'card' }, el('h2', {}, p.following), list, note),
    receive({ accounts }) {
      const now = JSON.stringify(accounts);
      if (shown === now) return; // whoever is at a link stays there
      shown = now;
      const order = (one) => (one.playing ? 0 : 1);
      list.replaceChildren(...[...accounts].sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name)).map((one) => row(app, one)));
      note.textContent = accounts.length ? '' : p.followNobody;
    },
    reconnected: ask,
    destroy: () => clearInterval(timer),
  };
}
