// Which language the page is shown in, before its words are there.

/** The codes of the languages that we have. */
export const LANGUAGES = ['en', 'nl', 'fr', 'de'];

/** The first of the browser's languages that we have. */
export function browserLanguage(wishes = navigator.languages ?? []) {
  const codes = wishes.map((wish) => wish.toLowerCase().split('-')[0]);
  return codes.find((code) => LANGUAGES.includes(code)) ?? 'en';
}

/** The language of a wish: a code, or `auto`, as the browser. @param {string} wish */
export const chosenCode = (wish) => (LANGUAGES.includes(wish) ? wish : browserLanguage());
