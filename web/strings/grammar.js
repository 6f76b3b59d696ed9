// What the languages share: numbers and plurals by Intl, and how a time and a piece are named.

/** @param {number} n */
const two = (n) => String(n).padStart(2, '0');

/** Whole seconds as a clock shows them: 0:05, 1:02:05. @param {number} seconds */
export function clockFace(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {string} code */
export function grammar(code) {
  // Made when they are first needed: they take longer than all else of a language.
  let rules = null;
  let figures = null;
  let seconds = null;
  /** @param {number} n */
  function number(n) {
    figures ??= new Intl.NumberFormat(code);
    return figures.format(n);
  }
  /** @param {number} n @param {string} one @param {string} many */
  function plural(n, one, many) {
    rules ??= new Intl.PluralRules(code);
    return `${number(n)}\u00a0${rules.select(n) === 'one' ? one : many}`;
  }
  /** A time as people say it: seconds below a minute, then as a clock shows it. @param {number} ms */
  function duration(ms) {
    seconds ??= new Intl.NumberFormat(code, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 });
    if (ms < 60000) return seconds.format(ms < 10000 ? ms / 1000 : Math.round(ms / 1000));
    return clockFace(Math.round(ms / 1000));
  }
  /** To a tenth, with its sign: +3.2, −0.5, 0. @param {number} n */
  function signedTenths(n) {
    const tenths = Math.round(Math.abs(n) * 10) / 10;
    return tenths ? `${n < 0 ? '−' : '+'}${number(tenths)}` : number(0);
  }
  return { number, plural, duration, signedTenths };
}

/** @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A printed number is told, a printed letter is not: it is the name's own in one
// language only. On squares it follows the name bare, in sentences in brackets.
/** @param {?string=} label */
const isNumber = (label) => /\d/.test(label ?? '');
/** @param {NamedPiece} piece */
export const numbered = ({ name, label }) => (isNumber(label) ? `${name} ${label}` : name);
/** @param {NamedPiece} piece */
export const bracketed = ({ name, label }) => (isNumber(label) ? `${name} (${label})` : name);
