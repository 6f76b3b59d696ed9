// The words of the language that the page is shown in. `t` is another object after
// `useLanguage`: a view reads it when it is made, and is made anew after a change.

import { chosenCode } from './choice.js';
import { upper } from './grammar.js';

export { browserLanguage, LANGUAGES } from './choice.js';

// A language comes over the network when it is first spoken.
/** @type {Record<string, () => Promise<{words: typeof t}>>} */
const TABLES = {
  en: () => import('./en.js'), nl: () => import('./nl.js'), fr: () => import('./fr.js'), de: () => import('./de.js'),
};

// What the computer's opponents are called, from the weakest on.
export const NAMES = ['Pip', 'Bruno', 'Milo', 'Hanna', 'Otto', 'Vera', 'Casimir', 'Ingrid', 'Septima', 'Aurelius'];

/** @type {typeof import('./en.js').words} */
export let t = /** @type {any} */ (null); // until the first language has come
export let language = 'en';

/** @type {?string} */
let wished = null; // the latest wish; one that comes later than it is dropped

/**
 * Speaks `wish` (a code, or `auto`: as the browser) from now on, when its words have come.
 * Where they cannot be had, all stays as it is, and the promise is rejected.
 * @param {string} wish
 */
export async function useLanguage(wish) {
  const code = chosenCode(wish);
  wished = code;
  const { words } = await TABLES[code]();
  if (wished !== code) return;
  language = code;
  t = words;
  document.documentElement.lang = language;
}

/**
 * What a table has for a word of the server's; it may be one that the page does not know.
 * @template T
 * @param {Record<string, T>} table @param {string} word @returns {T | undefined}
 */
export const wordsFor = (table, word) => table[word];

/**
 * The sentence for a refusal: our own for its word, where need be for its word and what
 * was refused, otherwise the server's.
 * @param {{reason: string, re?: string, message?: string}} refusal
 */
export function refusalText({ reason, re, message }) {
  return wordsFor(t.reasons, `${reason} ${re}`) ?? wordsFor(t.reasons, reason) ?? message ?? reason;
}

/** Names that computer players had before: games of that time still bear them. @type {Record<string, string | undefined>} */
const BEFORE = { picket: 'one-ply', general: 'search' };

/** A computer player's name and what it is: `level:7`, `level:7:human` or a name of its own. @param {string} name */
export function opponentWords(name, title = '') {
  const [, digits, human] = name.match(/^level:(\d+)(:human)?$/) ?? [];
  const level = Number(digits);
  if (!digits) return wordsFor(t.opponents, BEFORE[name] ?? name) ?? [upper(name), title];
  const { human: forgetful, memory, texts } = t.levels;
  const text = texts[level - 1] ?? title;
  const called = NAMES[level - 1] ?? digits;
  return human ? [forgetful(called), `${text} ${memory}`] : [called, text];
}

/** What an edition is called; one that the page does not know, as the server does. @param {{id: string, title: string}} edition */
export const editionTitle = ({ id, title }) => wordsFor(t.editions, id) ?? title;

/** The lists of the server's welcome with titles and texts in our language. @param {Welcome} welcome */
export function translated(welcome) {
  /** @param {Welcome['styles'][number]} style */
  const style = ({ name, title, text }) => wordsFor(t.styles, name) ?? [title, text];
  return {
    editions: welcome.editions.map((one) => ({ ...one, title: editionTitle(one) })),
    opponents: welcome.opponents.map((one) => ({ ...one, title: opponentWords(one.name, one.title)[1] })),
    styles: welcome.styles.map((one) => ({ ...one, title: style(one)[0], text: style(one)[1] })),
  };
}
