// Aids that both players have agreed to, each to be switched off by who would rather
// not use it.

import { el } from './dom.js';
import { t } from './strings/index.js';

/** Switches for what the terms allow; `changed` is called after a change. */
export function aidSwitches(app, terms, changed) {
  const box = (name) => terms[name] && el('label', { class: 'check' }, el('input', {
    type: 'checkbox', name: `aid-${name}`, checked: app.settings[name],
    onchange: (event) => {
      app.changeSetting(name, event.target.checked);
      changed();
    },
  }), t.aids[name]);
  const switches = ['remember', 'hints'].map(box).filter(Boolean);
  if (switches.length === 0) return el('p', { class: 'fine' }, t.aids.none);
  return el('details', { class: 'aids' }, el('summary', {}, t.aids.title), ...switches);
}
