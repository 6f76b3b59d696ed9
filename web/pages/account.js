// The account, which nobody needs: signing in, armies, one's data.

import { announce } from '../ui/announce.js';
import { card, codeField, form, labelled, nameField, passwordField, recoveryField } from './account-forms.js';
import { createArmyStore } from '../army/armies.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, el } from '../ui/dom.js';
import { armyHash } from '../ui/hashes.js';
import { guestName } from '../play/players.js';
import { guarded, recoveryShown, securityCards } from './security.js';
import { language, refusalText, t } from '../strings/index.js';

/** For guests; `askCode` shows the field for a one-time code where the account wants one. */
function doorway(app) {
  const a = t.account;
  const code = codeField({ required: false });
  code.element.hidden = true;
  const signIn = (name, password, digits) => app.order({ type: 'sign-in', name, password, ...(digits ? { code: digits } : {}) });
  const register = (name, password) => {
    app.dispatch({ type: 'registering', on: true });
    app.order({ type: 'register', name, password });
  };
  const recover = (name, recovery, password) => app.order({ type: 'recover', name, recovery, password });
  const lost = el('details', {}, el('summary', {}, t.security.lost), el('p', { class: 'fine' }, t.security.lostText),
    form('recover', [nameField(), recoveryField(), passwordField(a.newPassword, 'new-password')], t.security.recover, recover, 'quiet'));
  return {
    elements: [el('p', {}, a.why), el('div', { class: 'two-cards' },
      card(a.signIn, form('sign-in', [nameField(), passwordField(a.password, 'current-password'), code], a.signIn, signIn), lost),
      card(a.haveNone, form('register', [nameField(), passwordField(a.password, 'new-password')], a.register, register, 'quiet'),
        el('p', { class: 'fine' }, t.people.registerNote)))],
    askCode() {
      code.element.hidden = false;
      code.input.required = true;
      code.input.value = '';
      code.input.focus();
    },
  };
}

// A guest's name, which is shown with a mark; none is needed.
function guestCard(app) {
  const a = t.account;
  const field = labelled(a.guestName, {
    type: 'text', name: 'called', autocomplete: 'nickname', spellcheck: 'false', required: false, maxlength: 20, value: app.welcome.you?.called ?? '',
  });
  return card(a.guest, form('guest-name', [field], a.guestKeep, (name) => app.order({ type: 'guest-name', name: name.trim() }), 'quiet'),
    el('p', { class: 'fine' }, a.guestHint));
}

function armiesCard(app) {
  const store = createArmyStore(app);
  const list = el('ul', { class: 'army-list' });

  function render() {
    list.replaceChildren(...store.all().map((army) => el('li', {},
      el('a', { href: armyHash(army.edition, army.letters) },
        `${army.name} (${app.editionTitle(army.edition)})`),
      button('×', () => { store.drop(army); render(); }, 'link drop', { 'aria-label': t.armyList.drop(army.name) }))));
  }
  render();
  return { element: card(t.account.armies, list,
    el('div', { class: 'row' }, el('a', { class: 'button', href: '#/editor' }, t.editor.heading))), render };
}

const DAY = 86400000; // ms

// The clocks of a person's account stand in correspondence games, for some days of the year.
function vacationCard(app) {
  const v = t.meet.vacation;
  const leave = (days) => app.order({ type: 'vacation', days: Number(days) });
  const state = el('p', { role: 'status' });
  const field = labelled(v.days, { type: 'number', name: 'days', min: 1, value: 7, inputmode: 'numeric' });
  const go = form('vacation', [field], v.leave, leave, 'quiet');
  const change = /** @type {HTMLElement} */ (go.querySelector('.button'));
  const back = button(v.back, () => leave(0), 'primary', { hidden: true });
  const element = card(v.title, el('p', {}, v.text), state, el('div', { class: 'row' }, back), go);
  element.hidden = true; // until the server has told that there is such a thing here
  app.send({ type: 'vacation' });
  return {
    element,
    receive({ until, used, allowed }) {
      const left = Math.max(0, allowed - used);
      element.hidden = !allowed && !until;
      state.textContent = until ? v.away(new Date(until).toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' })) : v.left(left, allowed);
      back.hidden = !until;
      // Days that have not begun are counted anew, from now.
      const most = left + (until ? Math.floor((until - Date.now()) / DAY) : 0);
      go.hidden = most < 1;
      change.textContent = until ? v.change : v.leave;
      field.input.max = String(most);
      field.input.value = String(Math.min(Number(field.input.value) || 1, Math.max(1, most)));
    },
  };
}

function dataCard(app, isGuest) {
  const a = t.account;
  const ask = (proof) => confirmDialog(a.eraseAsk, a.eraseText, a.eraseYes, () => app.order({ type: 'erase', ...proof }));
  const erase = isGuest
    ? { element: form('erase', [], a.erase, () => ask({}), 'danger'), show: () => {} }
    : guarded('erase', [passwordField(a.password, 'current-password')], a.erase,
      (password, code) => ask({ password, ...code }), 'danger');
  return {
    element: card(a.data, el('div', { class: 'row' }, el('a', { class: 'button', href: '/api/export', download: '' }, a.export)),
      el('details', {}, el('summary', {}, a.erase), erase.element)),
    show: erase.show,
  };
}

/** @param {App} app */
export function accountView(app) {
  const a = t.account;
  const you = app.welcome.you ?? { name: null };
  const isGuest = !you.name;
  const status = el('p', { class: 'message', role: 'alert' });
  const kept = el('div', {}); // a recovery code, until it is written down
  const entry = isGuest ? doorway(app) : null;
  const data = dataCard(app, isGuest);
  const security = isGuest ? null : securityCards(app, data);
  const armies = armiesCard(app);
  const vacation = isGuest || you.bot ? null : vacationCard(app);

  function showRecovery({ recovery }) {
    app.dispatch({ type: 'recovery', code: recovery });
    const shown = recoveryShown(app);
    kept.replaceChildren(shown.element);
    announce(t.security.keepTitle);
    queueMicrotask(shown.focus); // when the view stands in the page
  }

  // It stands above forms that are longer than a phone.
  function say(text) {
    status.textContent = text;
    status.scrollIntoView({ block: 'nearest' });
  }

  function refuse(message) {
    say(refusalText(message));
    if (message.re === 'register') app.dispatch({ type: 'registering', on: false });
    if (['code-needed', 'wrong-code'].includes(message.reason) && message.re === 'sign-in') entry?.askCode();
  }

  const RECEIVERS = {
    armies: armies.render,
    called: ({ name }) => {
      app.welcome.you.called = name;
      say(name ? a.guestKept(guestName(name)) : a.guestNone);
    },
    recovery: showRecovery,
    account: security?.receive,
    totp: security?.receive,
    token: security?.receive,
    vacation: vacation?.receive,
    done: (message) => say(security?.done(message) ?? a.eraseNothing),
    refused: refuse,
  };

  if (app.state.recovery) showRecovery(app.state);
  if (app.state.passwordChanged) status.textContent = a.changed;
  app.dispatch({ type: 'signedSeen' });
  return {
    element: el('div', { class: 'account-page' },
      el('header', { class: 'hero' }, el('h1', {}, a.heading),
        !isGuest && el('p', {}, a.signedInAs(you.name ?? ''), ' ',
          button(a.signOut, () => app.order({ type: 'sign-out' }), 'quiet'))),
      status, kept, ...(entry ? [...entry.elements, guestCard(app)] : []),
      card(t.people.own, el('p', {}, t.people.ownText),
        el('div', { class: 'row' }, el('a', { class: 'button', href: '#/people' }, t.people.allGames))), armies.element,
      vacation?.element, ...(security?.elements ?? []), data.element),
    title: a.heading,
    receive: (message) => RECEIVERS[message.type]?.(message),
    reconnected: () => {
      if (!isGuest) app.send({ type: 'account' });
      if (vacation) app.send({ type: 'vacation' });
    },
  };
}
