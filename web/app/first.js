// The page's first script: packed it is no module and waits for no other. While all else is still on
// its way it opens the connection and has the words of the page's language fetched. Where it does
// not come, the others do the same when they run.

import { load } from '../ui/storage.js';
import { openSocket } from './socket.js';
import { chosenCode } from '../strings/choice.js';

globalThis.firstSocket = openSocket();
const { dataset } = /** @type {HTMLScriptElement} */ (document.querySelector('script[data-en]'));
const words = document.createElement('link');
words.rel = 'modulepreload'; // an import would be run here, before what is needed sooner
words.href = dataset[chosenCode(load('settings')?.language)] ?? '';
document.head.append(words);
