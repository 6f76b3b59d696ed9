// The analysis of a finished game. A change of expected score is told in points of a hundred.

import { grammar } from '../grammar.js';

const { number, plural, duration, signedTenths } = grammar('en');
/** @param {number} n */
const rounded = (n) => number(Math.round(n * 10) / 10);
/** @param {number} n @param {string} text */
const signed = (n, text) => `${n < 0 ? '−' : '+'}${text}`;
/** @param {number} part */
const percent = (part) => `${number(Math.round(part * 100))}%`;

export const analysis = {
  open: 'Analyse',
  title: 'Analysis',
  progress: 'How much of the game is analysed',
  stop: 'Stop', goOn: 'Go on', done: 'The analysis is finished.',
  failed: 'The game cannot be analysed here.',
  curve: 'Red’s expected score, move by move',
  line: { red: 'as Red could know it', blue: 'as Blue could know it' },
  table: 'The curve as a table',
  columns: ['#', 'Side', 'Move', 'Red’s expected score', 'Better', 'Luck in battle (scouts)'],
  percent,
  marks: { inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' },
  chance: (/** @type {string} */ score) => `Before this move Red’s expected score was ${score}.`,
  better: (/** @type {string} */ mark, /** @type {string} */ best, /** @type {string} */ loss) => `A move that lost ${loss} (${mark}). Better: ${best}.`,
  nothing: 'The upper edge is a win for Red, the lower one for Blue. Choose a point of the curve.',
  where: 'Where could this rank be?', noRank: 'choose a rank',
  thinks: {
    red: (/** @type {string} */ squares) => `What Red could think of Blue’s pieces: ${squares}.`,
    blue: (/** @type {string} */ squares) => `What Blue could think of Red’s pieces: ${squares}.`,
  },
  turns: 'Turning points',
  turn: (/** @type {number} */ ply, /** @type {string} */ who, /** @type {number} */ swing) => `Move ${number(ply)}: ${who} ${signed(swing, percent(Math.abs(swing)))}`,
  doubts: (/** @type {number} */ inaccuracies, /** @type {number} */ mistakes, /** @type {number} */ blunders) => [plural(inaccuracies, 'inaccuracy', 'inaccuracies'), plural(mistakes, 'mistake', 'mistakes'), plural(blunders, 'blunder', 'blunders')].join(' · '),
  luck: (/** @type {number} */ scouts) => `luck in battles ${signedTenths(scouts)} (in scouts)`,
  battleLuck: (/** @type {string} */ each) => `Luck in battle, in scouts: ${each}.`, signedTenths,
  given: (/** @type {number} */ bits) => `knowledge given away ${rounded(bits)} bits`,
  times: 'Time used', duration,
  took: (/** @type {number} */ ply, /** @type {string} */ time) => `Move ${number(ply)} took ${time}.`,
  chooseMove: 'Choose a move to see how long it took.',
  timeSum: (/** @type {number} */ total, /** @type {number} */ mean) => `${duration(total)} in all, ${duration(mean)} a move on average`,
  download: 'Record with the analysis', downloadHint: 'The record of the game with what was found in the comments of its moves',
  share: 'Share this position', copyLink: 'Copy a link to this position',
  note: 'The computer on this device judges each move by what its side could know at the time.',
  noteServer: 'The server’s computer judges each move by what its side could know at the time.',
};

// Playing on from a position of a finished game, against the computer.
export const trial = {
  open: 'Try a different move',
  hint: 'Play on from this position against the computer, on this device',
  failed: 'Playing on from here did not work. Please try again.',
  title: 'Play on from here',
  lead: (/** @type {number} */ ply) => (ply ? `After move ${number(ply)}, on this device. The game itself stays as it was.` : 'From the beginning, on this device. The game itself stays as it was.'),
  seat: 'Your side',
  army: 'The computer’s army', asItWas: 'As it was', asItWasNote: 'in this game', drawn: 'Dealt anew', drawnNote: 'from what your side could know then',
  begin: 'Play on',
  from: (/** @type {number} */ ply) => (ply ? `A try that goes on from move ${number(ply)} of a game.` : 'A try from the beginning of a game.'),
  back: 'Back to the game', keep: 'Keep it', kept: 'Kept among your games.', drop: 'Throw it away',
  dropAsk: 'Throw this try away?',
  dropText: 'What you have played since is gone then. The game that it came from stays.',
  short: 'a try',
};
