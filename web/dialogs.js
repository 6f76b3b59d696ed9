// Windows over the page.

import { button, el, uniqueId } from './dom.js';
import { upper } from './strings/grammar.js';
import { LANGUAGES, t } from './strings/index.js';

/**
 * Shows a dialog until it is closed.
 * @param {object} options
 * @param {string} options.title
 * @param {Array} options.body elements
 * @param {Array<{label: string, kind?: string, does?: Function, focus?: boolean}>} options.actions
 *   buttons; each closes it; one may have the focus at first
 * @param {string} [options.kind] a class
 * @param {boolean} [options.scrolls] the body is long: it has the focus, to be scrolled with keys
 * @returns {HTMLDialogElement}
 */
export function showDialog({ title, body, actions, kind = '', scrolls = false }) {
  const heading = uniqueId('dialog');
  const dialog = el('dialog', { class: `dialog ${kind}`, 'aria-labelledby': heading },
    el('h2', { id: heading }, title),
    el('div', { class: 'dialog-body', ...(scrolls ? { tabindex: 0, autofocus: true } : {}) }, ...body),
    el('div', { class: 'dialog-actions' }, ...actions.map(({ label, kind: look = '', does, focus }) => button(label, () => {
      dialog.close();
      does?.();
    }, look, { autofocus: focus }))));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that cannot be undone. */
export function confirmDialog(title, text, yes, does) {
  return showDialog({
    title,
    kind: 'narrow',
    body: [el('p', {}, text)],
    actions: [{ label: t.cancel, kind: 'quiet' }, { label: yes, kind: 'danger', does }],
  });
}

function choice(name, title, options, chosen, change) {
  return el('fieldset', { class: 'choice' }, el('legend', {}, title),
    ...Object.entries(options).map(([value, label]) => el('label', { class: 'radio' },
      el('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), label)));
}

// Languages call themselves by their own names.
function languageChoice(chosen, change, focus) {
  const own = (code) => upper(new Intl.DisplayNames(code, { type: 'language' }).of(code));
  const options = [['auto', t.settingsPanel.languageAuto], ...Object.keys(LANGUAGES).map((code) => [code, own(code)])];
  return el('div', { class: 'field' }, el('label', {}, el('span', {}, t.settingsPanel.language),
    el('select', { name: 'language', autofocus: focus, onchange: (event) => change(event.target.value) },
      ...options.map(([value, label]) => el('option', {
        value, lang: value === 'auto' ? null : value, selected: value === chosen,
      }, label)))));
}

/**
 * The settings of this browser; `change(name, value)` is told at once. The setting
 * called `first` has the focus.
 */
export function settingsDialog(settings, change, first) {
  const s = t.settingsPanel;
  showDialog({
    title: t.settings,
    kind: 'narrow',
    body: [
      languageChoice(settings.language, (value) => change('language', value), first === 'language'),
      ...['numbers', 'theme', 'battles'].map((name) => choice(
        name, s[name], s[`${name}Of`], settings[name], (value) => change(name, value))),
    ],
    actions: [{ label: t.close, kind: 'primary' }],
  });
}
