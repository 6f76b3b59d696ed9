// The list of keys, which `?` opens.

import { showDialog } from '../ui/dialogs.js';
import { el } from '../ui/dom.js';
import { t } from '../strings/index.js';

/** @param {typeof t.keys.groups[number]} group */
function table([title, rows]) {
  return el('section', {}, el('h3', {}, title), el('table', { class: 'keys-table' }, el('tbody', {},
    ...rows.map(([keys, does]) => el('tr', {},
      el('th', { scope: 'row' }, ...keys.map((key) => el('kbd', {}, key))), el('td', {}, does))))));
}

export function keysDialog() {
  showDialog({
    title: t.keys.title,
    scrolls: true,
    body: t.keys.groups.map(table),
    actions: [{ label: t.close, kind: 'primary' }],
  });
}

/** @param {?EventTarget} target */
const writes = (target) => target instanceof Element
  && target.closest('input:not([type=radio], [type=checkbox], [type=range]), textarea, select') !== null;

/** Listens for `?` wherever one does not write. */
export function listenForHelp() {
  addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (writes(event.target) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    keysDialog();
  });
}
