// What need not wait for the rest of the page: the words of its language are asked for, and the
// connection is opened, while its scripts are still on their way. A small file of its own, which
// index.html names first.

import { openEarly } from './socket.js';
import { fetchWords } from '../strings/index.js';

function wishedLanguage() {
  try {
    return JSON.parse(localStorage.getItem('flagfall.settings') ?? 'null')?.language;
  } catch {
    return 'auto'; // nothing can be kept here, or it is no text of ours
  }
}

openEarly();
fetchWords(wishedLanguage() ?? 'auto');
