// What the account's cards are built of: labelled fields, forms, and texts shown once.

import { copyText } from '../ui/copy.js';
import { button, el, uniqueId } from '../ui/dom.js';
import { t } from '../strings/index.js';

export function labelled(label, attributes) {
  const id = uniqueId('field');
  const input = el('input', { id, required: true, ...attributes });
  return { input, element: el('div', { class: 'field' }, el('label', { for: id }, el('span', {}, label)), input) };
}

const plain = { autocapitalize: 'none', spellcheck: 'false' };

export const nameField = () => labelled(t.account.name, { type: 'text', name: 'name', autocomplete: 'username', ...plain });
export const passwordField = (label, autocomplete, name = 'password') => labelled(label, { type: 'password', name, autocomplete });
export const recoveryField = () => labelled(t.security.recovery,
  { type: 'text', name: 'recovery', class: 'letters', autocomplete: 'off', ...plain });
export const codeField = (attributes = {}) => labelled(t.security.code, {
  type: 'text', name: 'code', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 8, ...attributes,
});

/** A form whose fields are sent when it is submitted. */
export function form(kind, fields, label, submit, look = 'primary') {
  return el('form', {
    class: `account-form ${kind}`,
    onsubmit: (event) => {
      event.preventDefault();
      submit(...fields.map(({ input }) => input.value));
    },
  }, ...fields.map(({ element }) => element), button(label, null, look, { type: 'submit' }));
}

export const card = (title, ...children) => el('section', { class: 'card' }, el('h2', {}, title), ...children);

/** A text to be kept elsewhere, all of it to be seen on a phone too; `focus` leads to it. */
export function shownText(text, label) {
  const shown = el('p', { class: 'shown-text letters', role: 'group', 'aria-label': label, tabindex: -1 }, text);
  const select = () => getSelection()?.selectAllChildren(shown);
  return {
    element: el('div', { class: 'shown-row' }, shown, button(t.setup.copy, () => copyText(text, { select }), 'quiet')),
    focus: () => shown.focus(),
  };
}
