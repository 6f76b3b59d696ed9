// What the browser keeps, and whose it is. Storage may be switched off: then nothing is kept.

/**
 * By the word that a key begins with. What is a person's goes when an account is left, by signing out or
 * because somebody else comes (ui/kept.js); what a guest has kept goes along into an account.
 * @type {Record<string, 'device' | 'person' | undefined>}
 */
export const OWNERS = {
  settings: 'device', // how the page looks and sounds
  lists: 'device', // what every welcome lists
  here: 'device', // that a game was played on this device: such games stay, and what is kept of them
  armies: 'device', // of whoever has no account; an account's are the server's
  puzzles: 'device', // these two can be done without a server, and are kept nowhere else
  learned: 'device',
  learn: 'device',
  name: 'person', // who it is
  visit: 'person', // the start page as it was left
  setup: 'person', // of games: the army that is being set up
  notes: 'person',
  move: 'person', // one that is not answered yet
  promises: 'person',
  last: 'person', // armies: the one that was played last
  draft: 'person', // .. and those of the editor
  'army-to-play': 'person',
  'editor-edition': 'person',
  wish: 'person', // what one would play
  terms: 'person',
  seek: 'person',
  tournament: 'person',
  discarded: 'person', // games that are off the list
};

/** @param {string} key */
const ownerOf = (key) => OWNERS[key.split('.')[0]];

/** @param {string} key @param {any} [fallback] where nothing is kept @returns {any} */
export function load(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(`flagfall.${key}`) ?? 'null') ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value; null: nothing. @param {string} key @param {unknown} value */
export function save(key, value) {
  if (value !== null && !ownerOf(key)) throw new Error(`whose is ${key}? It wants a line in OWNERS.`);
  try {
    if (value === null) localStorage.removeItem(`flagfall.${key}`);
    else localStorage.setItem(`flagfall.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

/** @returns {string[]} */
function allKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith('flagfall.')).map((key) => key.slice('flagfall.'.length));
  } catch {
    return [];
  }
}

/** The keys that begin with a word and a dot. @param {string} word */
export const keptKeys = (word) => allKeys().filter((key) => key.startsWith(`${word}.`));
/** The keys of a person; what nobody knows any more is no device's. */
export const personKeys = () => allKeys().filter((key) => ownerOf(key) !== 'device');
