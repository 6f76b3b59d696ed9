// What protects an account: the cards for its password, its recovery code, one-time codes,
// the browsers where it is signed in, and the token for programs.

import { card, codeField, form, passwordField, shownText } from './account-forms.js';
import { confirmDialog } from '../ui/dialogs.js';
import { button, el, svg } from '../ui/dom.js';
import { language, t } from '../strings/index.js';

const fine = (text) => el('p', { class: 'fine' }, text);
const ownPassword = () => passwordField(t.account.password, 'current-password');

/**
 * A form that asks for a one-time code as well, where the account has them. `ask` is called with
 * what is in its own fields, and last with what the message says of the code.
 */
export function guarded(kind, fields, label, ask, look = 'quiet') {
  const code = codeField();
  const own = fields.length;
  const submit = (...values) => {
    code.input.value = ''; // it is good once
    ask(...values.slice(0, own), values[own] ? { code: values[own] } : {});
  };
  const show = ({ totp }) => {
    code.element.hidden = !totp;
    code.input.required = totp;
  };
  show({ totp: false });
  return { element: form(kind, [...fields, code], label, submit, look), show };
}
const day = (ms) => new Date(ms).toLocaleDateString(language, { dateStyle: 'medium' });

/** A recovery code that has just been made; it stays until it is said to be kept. */
export function recoveryShown(app) {
  const s = t.security;
  const { element, focus } = shownText(app.state.recovery, s.recovery);
  const keep = button(s.keepDone, () => { app.dispatch({ type: 'recovery', code: null }); shown.remove(); }, 'primary');
  const shown = el('section', { class: 'card once', 'aria-label': s.keepTitle }, el('h2', {}, s.keepTitle), el('p', {}, s.keepText),
    element, el('div', { class: 'row' }, keep));
  return { element: shown, focus };
}

function passwordCard(app) {
  const a = t.account;
  const change = guarded('password', [
    passwordField(a.oldPassword, 'current-password', 'old'), passwordField(a.newPassword, 'new-password', 'new')],
  a.changePassword, (old, fresh, code) => app.order({ type: 'password', old, new: fresh, ...code }));
  return { element: card(a.changePassword, change.element), show: change.show };
}

function recoveryCard(app) {
  const s = t.security;
  const state = fine('');
  const make = guarded('recovery', [ownPassword()], s.recoveryMake,
    (password, code) => app.order({ type: 'recovery', password, ...code }));
  return {
    element: card(s.recovery, state, make.element),
    show(account) {
      state.textContent = account.recovery ? s.recoveryHave : s.recoveryNone;
      make.show(account);
    },
  };
}

function totpCard(app) {
  const s = t.security;
  const body = el('div', { class: 'steps' });

  const whenOff = () => [fine(s.totpText), form('totp', [ownPassword()], s.totpBegin,
    (password) => app.order({ type: 'totp', password }), 'quiet')];
  const whenOn = () => [el('p', {}, s.totpOn), form('totp-off', [ownPassword(), codeField()], s.totpOff,
    (password, code) => app.order({ type: 'totp-off', password, code }), 'quiet')];

  /** A QR code from its rows, with the light border that phones want. */
  function picture(rows) {
    const border = 4;
    const side = rows.length + 2 * border;
    const dark = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ 0: run, index }) =>
      `M${index + border} ${y + border}h${run.length}v1h-${run.length}z`));
    return svg('svg', { class: 'qr-code', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': s.totpPicture },
      svg('path', { d: dark.join('') }));
  }

  /** The phone is told the secret, and shows by a code that it has it. */
  function begin({ secret, uri, qr }) {
    const code = codeField();
    const key = shownText(secret.replace(/(.{4})(?=.)/g, '$1 '), s.totpKey);
    body.replaceChildren(el('p', {}, s.totpScan), picture(qr), key.element, el('p', {}, el('a', { href: uri }, s.totpOpen)),
      form('totp-confirm', [code], s.totpConfirm, (value) => app.order({ type: 'totp-confirm', code: value })));
    code.input.focus();
  }

  return {
    element: card(s.totp, body),
    begin,
    show: ({ totp }) => body.replaceChildren(...(totp ? whenOn() : whenOff())),
  };
}

function sessionsCard(app) {
  const s = t.security;
  const list = el('ul', { class: 'sessions' });
  const others = button(s.others, () => app.order({ type: 'sign-out-others' }), 'quiet');
  return {
    element: card(s.sessions, list, fine(s.sessionsEnd), el('div', { class: 'row' }, others)),
    show({ sessions, token }) {
      list.replaceChildren(...sessions.map(({ created, used, here }) => el('li', {},
        el('strong', {}, here ? s.sessionHere : s.sessionOther), ' ', el('span', { class: 'fine' }, s.sessionLine(day(created), day(used))))));
      others.disabled = sessions.length < 2 && !token;
    },
  };
}

function tokenCard(app) {
  const a = t.account;
  const s = t.security;
  const shown = el('div', { role: 'status' });
  const isBot = Boolean(app.welcome.you.bot);
  const bot = el('input', { type: 'checkbox', name: 'bot' });
  const make = guarded('token', [ownPassword()], a.makeToken, (password, code) => {
    const send = () => app.order({ type: 'token', password, bot: isBot || bot.checked, ...code });
    if (bot.checked) confirmDialog(a.botAsk, a.botText, a.botYes, send);
    else send();
  });
  if (!isBot) make.element.prepend(el('label', { class: 'check' }, bot, ' ', a.makeBot));
  const revoke = button(s.revoke, () => confirmDialog(s.revokeAsk, s.revokeText, s.revokeYes, () => {
    shown.replaceChildren();
    app.order({ type: 'revoke-token' });
  }), 'quiet', { hidden: true });
  return {
    element: card(a.token, fine(a.tokenText), make.element, shown, el('div', { class: 'row' }, revoke)),
    show(account) {
      revoke.hidden = !account.token;
      make.show(account);
    },
    tell({ token }) {
      const { element, focus } = shownText(token, a.tokenIs);
      shown.replaceChildren(el('p', {}, a.tokenIs), element);
      revoke.hidden = false;
      make.element.reset();
      focus();
    },
  };
}

/** All of them; `receive` takes what the server says of the account, and shows it to `others` too. */
export function securityCards(app, ...others) {
  const password = passwordCard(app);
  const recovery = recoveryCard(app);
  const totp = totpCard(app);
  const sessions = sessionsCard(app);
  const token = tokenCard(app);
  const shown = [password, recovery, totp, sessions, token, ...others];
  const receivers = {
    account: (message) => shown.forEach((one) => one.show(message)),
    totp: totp.begin,
    token: token.tell,
  };
  app.send({ type: 'account' });
  return {
    elements: [sessions.element, password.element, recovery.element, totp.element, token.element],
    receive: (message) => receivers[message.type]?.(message),
    /** What has been done, in words; asks how the account stands now. */
    done({ re }) {
      app.send({ type: 'account' });
      return t.security.done[re] ?? '';
    },
  };
}
