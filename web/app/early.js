// What need not wait for the rest of the page: the words of its language are asked for while its
// scripts are still on their way.

import { fetchWords } from '../strings/index.js';
import { load } from '../ui/storage.js';

fetchWords(load('settings')?.language ?? 'auto');
