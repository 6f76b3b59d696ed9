// The account, which nobody needs: signing in, ratings, history, armies, one's data.

import { createShelf } from './armies.js';
import { copyText } from './copy.js';
import { confirmDialog } from './dialogs.js';
import { button, el, uniqueId } from './dom.js';
import { gameRow } from './rows.js';
import { refusalText, t } from './strings/index.js';

function labelled(label, attributes) {
  const id = uniqueId('field');
  const input = el('input', { id, required: true, ...attributes });
  return { input, element: el('div', { class: 'field' }, el('label', { for: id }, el('span', {}, label)), input) };
}

const nameField = () => labelled(t.account.name, {
  type: 'text', name: 'name', autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false',
});
const passwordField = (label, autocomplete, name = 'password') => labelled(label, { type: 'password', name, autocomplete });

/** A form whose fields are sent when it is submitted. */
function form(kind, fields, label, submit, look = 'primary') {
  return el('form', {
    class: `account-form ${kind}`,
    onsubmit: (event) => {
      event.preventDefault();
      submit(...fields.map(({ input }) => input.value));
    },
  }, ...fields.map(({ element }) => element), button(label, null, look, { type: 'submit' }));
}

const card = (title, ...children) => el('section', { class: 'card' }, el('h2', {}, title), ...children);

function doorway(app) {
  const a = t.account;
  const enter = (type) => (name, password) => {
    app.hasRegistered = type === 'register';
    app.send({ type, name, password });
  };
  return [el('p', {}, a.why), el('div', { class: 'two-cards' },
    card(a.signIn, form('sign-in', [nameField(), passwordField(a.password, 'current-password')],
      a.signIn, enter('sign-in'))),
    card(a.haveNone, form('register', [nameField(), passwordField(a.password, 'new-password')],
      a.register, enter('register'), 'quiet')))];
}

function ratingsCard({ ratings }) {
  const a = t.account;
  const lines = (ratings ?? []).map(({ group, rating, deviation, games }) => el('li', {},
    a.ratingLine(t.editions[group] ?? group, Math.round(rating), Math.round(deviation), games)));
  return card(a.ratings, lines.length ? el('ul', {}, ...lines) : el('p', { class: 'fine' }, a.noRatings));
}

function armiesCard(app) {
  const shelf = createShelf(app);
  const list = el('ul', { class: 'shelf' });

  function render() {
    list.replaceChildren(...shelf.all().map((army) => el('li', {},
      el('a', { href: `#/army/${encodeURIComponent(army.edition)}/${army.letters}` },
        `${army.name} (${app.editions.get(army.edition)?.title ?? army.edition})`),
      button('×', () => { shelf.drop(army); render(); }, 'link drop', { 'aria-label': t.shelf.drop(army.name) }))));
  }
  render();
  return { element: card(t.account.armies, list, el('a', { class: 'button', href: '#/editor' }, t.editor.heading)), render };
}

function passwordCard(app) {
  const a = t.account;
  return card(a.changePassword, form('password', [
    passwordField(a.oldPassword, 'current-password', 'old'), passwordField(a.newPassword, 'new-password', 'new')],
  a.changePassword, (old, fresh) => app.send({ type: 'password', old, new: fresh }), 'quiet'));
}

function tokenCard(app, shown) {
  const a = t.account;
  const makeBot = () => confirmDialog(a.botAsk, a.botText, a.botYes, () => app.send({ type: 'token', bot: true }));
  return card(a.token, el('p', { class: 'fine' }, a.tokenText), el('div', { class: 'row' },
    button(a.makeToken, () => app.send({ type: 'token', bot: Boolean(app.welcome.you.bot) }), 'quiet'),
    !app.welcome.you.bot && button(a.makeBot, makeBot, 'quiet')), shown);
}

function dataCard(app, isGuest) {
  const a = t.account;
  const password = passwordField(a.password, 'current-password');
  const erase = (word) => confirmDialog(a.eraseAsk, a.eraseText, a.eraseYes,
    () => app.send({ type: 'erase', ...(isGuest ? {} : { password: word }) }));
  return card(a.data, el('div', { class: 'row' }, el('a', { class: 'button', href: '/api/export', download: '' }, a.export)),
    el('details', {}, el('summary', {}, a.erase), form('erase', isGuest ? [] : [password], a.erase, erase, 'danger')));
}

/** @param {object} app see main.js */
export function accountView(app) {
  const a = t.account;
  const you = app.welcome.you ?? { name: null };
  const isGuest = !you.name;
  const status = el('p', { class: 'message', role: 'alert' });
  const list = el('ul', {}, el('li', { class: 'fine' }, t.loading));
  const more = button(a.more, () => ask(), 'quiet', { hidden: true });
  const tokenShown = el('div', {});
  const armies = armiesCard(app);
  let before = null;
  let games = [];

  function ask() {
    app.send({ type: 'history', ...(before === null ? {} : { before }) });
  }

  function showHistory(message) {
    games = before === null ? message.games : [...games, ...message.games];
    before = message.before;
    more.hidden = before === null;
    list.replaceChildren(...games.map((game) => gameRow(app, game)));
    if (games.length === 0) list.append(el('li', { class: 'fine' }, a.noHistory));
  }

  function showToken({ token }) {
    const field = el('input', { type: 'text', class: 'letters', readonly: true, value: token, 'aria-label': a.tokenIs });
    tokenShown.replaceChildren(el('p', {}, a.tokenIs), el('div', { class: 'share-row' }, field,
      button(t.setup.copy, () => copyText(token, field), 'quiet')));
    field.focus();
  }

  const RECEIVERS = {
    history: showHistory,
    token: showToken,
    armies: armies.render,
    done: () => { status.textContent = a.changed; },
    refused: (message) => { status.textContent = refusalText(message); },
  };

  ask();
  return {
    element: el('div', { class: 'account-page' },
      el('header', { class: 'hero' }, el('h1', {}, a.heading),
        !isGuest && el('p', {}, a.signedInAs(you.name), ' ',
          button(a.signOut, () => app.send({ type: 'sign-out' }), 'quiet'))),
      status, ...(isGuest ? doorway(app) : [ratingsCard(you)]),
      el('section', { class: 'card games' }, el('h2', {}, a.history), list, more), armies.element,
      ...(isGuest ? [] : [passwordCard(app), tokenCard(app, tokenShown)]), dataCard(app, isGuest)),
    title: a.heading,
    receive: (message) => RECEIVERS[message.type]?.(message),
    reconnected: () => {},
  };
}
