// The words of the screens around a game: start page, lobby, players, replay, account.

import { screens as de } from './de.js';
import { screens as en } from './en.js';
import { screens as fr } from './fr.js';
import { screens as nl } from './nl.js';

export const screens = { en, nl, fr, de };
