// The words of the language that the page is shown in. `t` is read anew by every view
// that is made; modules that import it see it change.

import { en } from './en.js';

export const LANGUAGES = { en };

export let t = en;
export let language = 'en';

/** The sentence for a refusal: our own for its word, the server's otherwise. */
export function refusalText({ reason, message }) {
  return t.reasons[reason] ?? message ?? reason;
}
