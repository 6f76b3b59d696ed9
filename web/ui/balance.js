// Who is ahead, for who watches: what each side has lost, by what pieces are worth. It reads the
// losses of a spectator's view, which both sides have seen, and guesses nothing of hidden ranks: no
// analysis of a game that goes on exists for anybody.

import { t } from '../strings/index.js';

// In scouts, as puzzles count them (docs/puzzles.md).
/** @type {RankCounts} */
const WORTH = { L: 20.8, K: 15, J: 9.2, I: 5.8, H: 3.8, G: 2.5, F: 1.7, E: 2.5, D: 1, C: 1.7, B: 2.5, M: 0 };

/** @param {RankCounts} lost */
const worthOf = (lost) => Object.keys(WORTH).reduce((sum, rank) => sum + WORTH[rank] * (lost[rank] ?? 0), 0);

/** By how many scouts' worth Red is ahead; null in memory mode, where nobody is told what was lost. @param {View} view */
function redAhead({ lost: { red, blue } }) {
  if ('' in red || '' in blue) return null;
  return worthOf(blue) - worthOf(red);
}

/** That in a sentence, with how many pieces of each side are known. @param {View} view */
export function balanceWords(view) {
  const ahead = redAhead(view);
  if (ahead === null) return '';
  const known = [...view.board].filter((letter) => letter !== letter.toUpperCase()).length;
  const w = t.watch;
  const scouts = Math.round(Math.abs(ahead));
  const balance = scouts === 0 ? w.level : w.ahead[ahead > 0 ? 'red' : 'blue'](scouts);
  return [balance, known > 0 && w.known(known)].filter(Boolean).join(' · ');
}
