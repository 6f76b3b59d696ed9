// What the browser keeps. Storage may be switched off: then nothing is kept.

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
  try {
    if (value === null) localStorage.removeItem(`flagfall.${key}`);
    else localStorage.setItem(`flagfall.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

/** The keys that begin with a word and a dot. @param {string} word */
export function keptKeys(word) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`flagfall.${word}.`))
      .map((key) => key.slice('flagfall.'.length));
  } catch {
    return [];
  }
}
