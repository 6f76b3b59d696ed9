// What screen readers are told as it happens.

import { el } from './dom.js';

const KEPT = 6;
const log = el('div', { class: 'visually-hidden', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });

export const announcer = log;

/** Takes back what was said: the next at this device is not to find it. */
export function hush() {
  log.replaceChildren();
}

/** Says a sentence. Sentences are queued by the reader, none is lost to the next. @param {string} sentence */
export function announce(sentence) {
  log.append(el('p', {}, sentence));
  while (log.children.length > KEPT) log.firstChild?.remove();
}
