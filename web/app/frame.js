// What stands around every view: the top of the page, banners and notices.

import { announcer, announce } from '../ui/announce.js';
import { showDialog } from '../ui/dialogs.js';
import { button, el, svg } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { load } from '../ui/storage.js';
import { keysDialog } from './keys.js';
import { t } from '../strings/index.js';

const PATIENCE = 1000; // ms
const OVER = { offline: 'back', outage: 'outageOver' }; // what is said when it has passed

/**
 * @param {object} does
 * @param {() => void} does.rules @param {() => void} does.settings what the buttons above do
 * @param {() => boolean} does.canPlayHere @param {() => void} does.playHere while the server is away
 */
export function createFrame({ rules, settings, canPlayHere, playHere }) {
  const main = el('main', { id: 'main', tabindex: -1 });
  const banner = el('div', { class: 'banner', role: 'status', hidden: true });
  const notices = el('div', { class: 'notices', role: 'status' });
  const who = el('a', { class: 'button link', href: '#/account' });
  function showName(name) {
    who.classList.remove('unsaid');
    who.removeAttribute('aria-label');
    who.textContent = name ?? t.account.signIn;
  }

  // An account that was here: its name keeps its place, since a header whose buttons move would take a press
  // that has begun, and is not seen until the server has said that it is signed in.
  function holdName(name) {
    who.replaceChildren(el('span', {}, name));
    who.setAttribute('aria-label', t.account.heading);
    who.classList.add('unsaid');
  }

  const shown = new Map(); // key -> element
  let isDown = false;
  let trouble = ''; // what there is, and what is told of it: keys of the words, see OVER
  let told = '';
  let telling = null; // until it is told

  function dropNotice(key) {
    shown.get(key)?.remove();
    shown.delete(key);
  }

  function tellTrouble() {
    clearTimeout(telling ?? undefined);
    telling = null;
    if (!trouble && told && !isDown) announce(t[OVER[told]]);
    told = trouble;
    banner.hidden = !trouble;
    const way = trouble === 'offline' && canPlayHere() ? button(t.away.play, playHere, 'play-here') : '';
    banner.replaceChildren(...(trouble ? [el('span', {}, t[trouble]), way] : []));
  }

  return {
    main,
    /** Everything, in the language of now. Who one is, the server says. */
    elements() {
      const name = load('name');
      if (name) holdName(name);
      else showName(null);
      const logo = svg('svg', { viewBox: '0 0 64 64', class: 'logo', 'aria-hidden': 'true' },
        svg('path', { d: 'M15 6h6v54h-6z', class: 'pole' }),
        svg('path', { d: 'M21 9c11-6 18 6 30 0v25c-12 6-19-6-30 0z', class: 'cloth' }));
      return [
        el('a', { class: 'skip', href: '#main', onclick: (event) => { event.preventDefault(); main.focus(); } }, t.skip),
        el('header', { class: 'top' }, el('a', { class: 'brand', href: '#/' }, logo, el('span', {}, t.title)),
          el('nav', {}, el('a', { class: 'button link learn-link', href: '#/learn' }, t.learn.link),
            button(t.rules, rules, 'link open-rules'), el('button', { type: 'button', class: 'button link open-settings', onclick: settings },
              el('span', { class: 'word' }, t.settings), icon('settings')), who)),
        banner, notices, main, el('footer', {}, button(t.keys.open, keysDialog, 'link keys'), el('p', {}, t.footer)), announcer,
      ];
    },
    /** Who one is, as the link to the account. */
    showPerson: (you) => showName(you?.name),
    /**
     * Whether there is a connection, and a server that can store nothing: what passes at once is not
     * told of. `quiet`: what is shown needs no server.
     */
    showStatus(up, isStoreAway, quiet) {
      isDown = !up;
      trouble = quiet ? '' : isDown ? 'offline' : isStoreAway ? 'outage' : '';
      if (!trouble || told) tellTrouble();
      else telling ??= setTimeout(tellTrouble, PATIENCE);
    },
    isDown: () => isDown,
    /** A notice that stays until it is closed or `dropNotice` is called; one a key. */
    notify(key, text, [label, does] = []) {
      dropNotice(key);
      const act = () => {
        dropNotice(key);
        does();
      };
      const notice = el('div', { class: 'notice' }, el('span', {}, text), label && button(label, act, 'primary'),
        button('×', () => dropNotice(key), 'link', { 'aria-label': t.close }));
      shown.set(key, notice);
      notices.append(notice);
    },
    dropNotice,
  };
}

/** Says in a window what the server, or the page, could not do. */
export function complain(text) {
  showDialog({
    title: t.failedTitle, kind: 'narrow', body: [el('p', {}, text)], actions: [{ label: t.close, kind: 'primary' }],
  });
}
