// Aids that both players have agreed to, each to be switched off by who would rather
// not use it.

import { el } from '../ui/dom.js';
import { t } from '../strings/index.js';

/** Switches for what the terms allow; `changed` is called after a change. */
export function hintSwitches(app, terms, changed) {
  const box = (name) => terms[name] && el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name: `hint-${name}`, checked: app.settings[name],
    onchange: (event) => {
      app.changeSetting(name, event.target.checked);
      changed();
    },
  }), t.hints[name]);
  const switches = ['remember', 'hints'].map(box).filter(Boolean);
  if (switches.length === 0) return el('p', { class: 'fine' }, t.hints.none);
  return el('details', { class: 'hints' }, el('summary', {}, t.hints.title), ...switches);
}
