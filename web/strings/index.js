// The words of the language that the page is shown in. `t` is another object after
// `useLanguage`: a view reads it when it is made, and is made anew after a change.

import { chosenCode } from './choice.js';
import { upper } from './grammar.js';

export { browserLanguage, LANGUAGES } from './choice.js';

// A language comes over the network when it is first spoken.
const TABLES = {
  en: () => import('./en.js'), nl: () => import('./nl.js'), fr: () => import('./fr.js'), de: () => import('./de.js'),
};

// What the computer's opponents are called, from the weakest on.
export const NAMES = ['Pip', 'Bruno', 'Milo', 'Hanna', 'Otto', 'Vera', 'Casimir', 'Ingrid', 'Septima', 'Aurelius'];

/** @type {any} */
export let t = null; // until the first language has come
export let language = 'en';

let wished = null; // the latest wish; one that comes later than it is dropped

/**
 * Speaks `wish` (a code, or `auto`: as the browser) from now on, when its words have come.
 * Where they cannot be had, all stays as it is, and the promise is rejected.
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
 * The sentence for a refusal: our own for its word, where need be for its word and what
 * was refused, otherwise the server's.
 */
export function refusalText({ reason, re, message }) {
  return t.reasons[`${reason} ${re}`] ?? t.reasons[reason] ?? message ?? reason;
}

/** Names that computer players had before: games of that time still bear them. */
const BEFORE = { picket: 'one-ply', general: 'search' };

/** A computer player's name and what it is: `level:7`, `level:7:human` or a name of its own. */
export function opponentWords(name, title = '') {
  const [, level, human] = name.match(/^level:(\d+)(:human)?$/) ?? [];
  if (!level) return t.opponents[BEFORE[name] ?? name] ?? [upper(name), title];
  const { human: forgetful, memory, texts } = t.levels;
  const text = texts[level - 1] ?? title;
  const called = NAMES[level - 1] ?? level;
  return human ? [forgetful(called), `${text} ${memory}`] : [called, text];
}

/** What an edition is called; one that the page does not know, as the server does. */
export const editionTitle = ({ id, title }) => t.editions[id] ?? title;

/** The lists of the server's welcome with titles and texts in our language. */
export function translated(welcome) {
  const style = ({ name, title, text }) => t.styles[name] ?? [title, text];
  return {
    editions: welcome.editions.map((one) => ({ ...one, title: editionTitle(one) })),
    opponents: welcome.opponents.map((one) => ({ ...one, title: opponentWords(one.name, one.title)[1] })),
    styles: welcome.styles.map((one) => ({ ...one, title: style(one)[0], text: style(one)[1] })),
  };
}
