// Analyses that this browser keeps, so that one that comes back is shown at once: at most so many,
// the oldest go first. One by another engine than the present is as good as none.

import { PASSES } from '../offline/analyst.js';
import { engineName } from '../offline/start.js';
import { done } from '../offline/store.js';
import { blake2b } from '../ui/blake2b.js';

const NAME = 'flagfall-analyses';
const MOST = 40; // analyses
const MOST_SIZE = 24e6; // of their texts together, in characters

/**
 * @typedef {object} Note what is known of an analysis without reading it
 * @property {string} key of its game @property {string} engine by which it was made
 * @property {number} time when it was kept @property {number} size of its text
 */

/**
 * Which analyses make room where there is one more.
 * @param {Note[]} notes those that are kept @param {Note} added
 * @returns {string[]} keys
 */
export function outdated(notes, added) {
  const others = notes.filter(({ key }) => key !== added.key).sort((a, b) => b.time - a.time);
  let [count, size] = [1, added.size];
  return others.filter((note) => {
    const isKept = note.engine === added.engine && count < MOST && size + note.size <= MOST_SIZE;
    if (isKept) [count, size] = [count + 1, size + note.size];
    return !isKept;
  }).map(({ key }) => key);
}

/** What makes an analysis, or null where that is not known: scripts that are being worked on. */
function engine() {
  const name = engineName();
  return name && `${name} ${PASSES.join(' ')}`;
}

const keyOf = (record) => blake2b(new TextEncoder().encode(record));

/** Does something with the store, and closes it. */
async function withStore(act) {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => ['notes', 'texts'].forEach((name) => request.result.createObjectStore(name));
  const database = await done(request);
  try {
    const transaction = database.transaction(['notes', 'texts'], 'readwrite');
    return await act(transaction.objectStore('notes'), transaction.objectStore('texts'));
  } finally {
    database.close();
  }
}

/** What was kept of the analysis of a record, or null. @param {string} record */
export async function loadAnalysis(record) {
  const sign = engine();
  if (!sign) return null;
  try {
    return await withStore(async (notes, texts) => {
      const key = keyOf(record);
      const note = await done(notes.get(key));
      return note?.engine === sign ? JSON.parse(await done(texts.get(key))) : null;
    });
  } catch {
    return null; // it is made once more
  }
}

/** Keeps one, in the place of what was kept of it before. @param {string} record @param {object} analysis */
export async function keepAnalysis(record, analysis) {
  const sign = engine();
  const text = JSON.stringify(analysis);
  if (!sign || text.length > MOST_SIZE) return;
  try {
    await withStore(async (notes, texts) => {
      const note = { key: keyOf(record), engine: sign, time: Date.now(), size: text.length };
      for (const key of outdated(await done(notes.getAll()), note)) {
        notes.delete(key);
        texts.delete(key);
      }
      notes.put(note, note.key);
      await done(texts.put(text, note.key));
    });
  } catch {
    // Nothing depends on it.
  }
}
