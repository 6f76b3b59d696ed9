// What the languages share: numbers and plurals by Intl, and how a piece is named.

export function grammar(code) {
  // Made when they are first needed: they take longer than all else of a language.
  let rules = null;
  let figures = null;
  function number(n) {
    figures ??= new Intl.NumberFormat(code);
    return figures.format(n);
  }
  function plural(n, one, many) {
    rules ??= new Intl.PluralRules(code);
    return `${number(n)}\u00a0${rules.select(n) === 'one' ? one : many}`;
  }
  return { number, plural };
}

export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A printed number is told, a printed letter is not: it is the name's own in one
// language only. On squares it follows the name bare, in sentences in brackets.
const isNumber = (label) => /\d/.test(label ?? '');
export const numbered = ({ name, label }) => (isNumber(label) ? `${name} ${label}` : name);
export const bracketed = ({ name, label }) => (isNumber(label) ? `${name} (${label})` : name);
