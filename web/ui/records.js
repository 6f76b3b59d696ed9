// Records of many games, which the server gives in pages, as one file.

import { button } from './dom.js';
import { saveFile } from './files.js';
import { t } from '../strings/index.js';

const AGAIN = 5000; // ms, where the server says that it was too often

/** All pages from this one on, as one text. @param {string} first its path @param {(pages: number) => void} tell */
async function fetchRecords(first, tell) {
  const parts = [];
  /** @type {?string} */
  let path = first;
  while (path) {
    const answer = await fetch(path);
    if (answer.status === 429) await new Promise((done) => { setTimeout(done, AGAIN); });
    else if (!answer.ok) throw new Error(String(answer.status));
    else {
      parts.push(await answer.text());
      path = answer.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1] ?? null;
      tell(parts.length);
    }
  }
  return parts.filter(Boolean).join('\n');
}

/** Saves them, and says in `status` how far it is. @param {string} path @param {string} label @param {string} saved @param {HTMLElement} status */
export function recordsButton(path, label, saved, status) {
  const own = button(label, async () => {
    own.disabled = true;
    try {
      saveFile('flagfall-games.ffr', await fetchRecords(path, (pages) => { status.textContent = t.people.downloading(pages); }));
      status.textContent = saved;
    } catch {
      status.textContent = t.people.unreachable;
    }
    own.disabled = false;
  }, 'quiet');
  return own;
}
