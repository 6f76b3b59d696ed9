// What the languages share: numbers and plurals by Intl, and how a piece is named.

export function grammar(code) {
  const rules = new Intl.PluralRules(code);
  const figures = new Intl.NumberFormat(code);
  const number = (n) => figures.format(n);
  return {
    number,
    plural: (n, one, many) => `${number(n)}\u00a0${rules.select(n) === 'one' ? one : many}`,
  };
}

export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A printed number is told, a printed letter is not: it is the name's own in one
// language only. On squares it follows the name bare, in sentences in brackets.
const isNumber = (label) => /\d/.test(label ?? '');
export const numbered = ({ name, label }) => (isNumber(label) ? `${name} ${label}` : name);
export const bracketed = ({ name, label }) => (isNumber(label) ? `${name} (${label})` : name);
