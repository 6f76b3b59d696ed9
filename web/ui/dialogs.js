// Windows over the page.

import { button, el, uniqueId } from './dom.js';
import { t } from '../strings/index.js';

/**
 * Shows a dialog until it is closed.
 * @param {object} options
 * @param {string} options.title
 * @param {import('./dom.js').Child[]} options.body
 * @param {Array<{label: string, kind?: string, does?: () => unknown, focus?: boolean}>} options.actions
 *   buttons; each closes it; one may have the focus at first
 * @param {string} [options.kind] a class
 * @param {?Element} [options.inside] where it stands as a part of the page, not as a window over it
 * @param {boolean} [options.scrolls] the body is long: it has the focus, to be scrolled with keys
 * @returns {HTMLDialogElement}
 */
export function showDialog({ title, body, actions, kind = '', scrolls = false, inside = null }) {
  const heading = uniqueId('dialog');
  const dialog = el('dialog', { class: `dialog ${kind}`, 'aria-labelledby': heading },
    el('h2', { id: heading }, title),
    el('div', { class: 'dialog-body', ...(scrolls ? { tabindex: 0, autofocus: true } : {}) }, ...body),
    el('div', { class: 'dialog-actions' }, ...actions.map(({ label, kind: look = '', does, focus }) => button(label, () => {
      dialog.close();
      does?.();
    }, look, { autofocus: focus }))));
  dialog.addEventListener('close', () => dialog.remove());
  // A press beside it closes it; one that began before it was there does not.
  /** @type {?EventTarget} */
  let pressed = null;
  dialog.addEventListener('pointerdown', (event) => { pressed = event.target; });
  dialog.addEventListener('click', (event) => { if (event.target === dialog && pressed === dialog) dialog.close(); });
  if (inside) {
    dialog.addEventListener('keydown', (event) => { if (event.key === 'Escape') dialog.close(); });
    inside.prepend(dialog);
    dialog.show();
  } else {
    document.body.append(dialog);
    dialog.showModal();
  }
  return dialog;
}

/**
 * Asks before something that cannot be undone.
 * @param {string} title @param {string} text @param {string} yes @param {() => unknown} does
 */
export function confirmDialog(title, text, yes, does) {
  return showDialog({
    title,
    kind: 'narrow',
    body: [el('p', {}, text)],
    actions: [{ label: t.cancel, kind: 'quiet' }, { label: yes, kind: 'danger', does }],
  });
}
