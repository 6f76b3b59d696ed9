// Files of the person's own: chosen, and saved.

import { el } from './dom.js';

/** Lets a file be chosen and gives its text, or null. @param {string} accept @returns {Promise<?string>} */
export function readFile(accept) {
  return new Promise((done) => {
    const input = el('input', {
      type: 'file', accept, hidden: true,
      onchange: ({ target: { files } }) => files?.[0]?.text().then(finish, () => finish(null)),
      oncancel: () => finish(null),
    });
    /** @param {?string} text */
    function finish(text) {
      input.remove();
      done(text);
    }
    document.body.append(input);
    input.click();
  });
}

/** Saves a text, or what a Blob holds, as a file. */
/** @param {string} name @param {Blob | string} content */
export function saveFile(name, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }));
  const link = el('a', { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
