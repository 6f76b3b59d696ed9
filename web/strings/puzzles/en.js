// Puzzles. `a` is an answer with what was measured when it was proven (docs/puzzles.md).

import { grammar } from '../grammar.js';

const { number } = grammar('en');
/** @param {number} n */
const tenths = (n) => number(Math.round(n * 10) / 10);

const seats = { red: 'Red', blue: 'Blue' };

export const puzzles = {
  title: 'Puzzles',
  door: 'Find the flag, win a piece, stop the miner: one answer each.',
  lead: 'Positions from games, as one side saw them. Each has one right answer, explained afterwards.',
  rated: 'Rated',
  ratedText: 'The server picks one near your rating. Your first answer counts.',
  rating: (/** @type {number} */ rating, /** @type {number | null} */ change) => `Your rating: ${rating}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}`,
  unsure: 'not sure yet',
  streak: (/** @type {number} */ n) => `${n} right in a row`,
  missing: 'The puzzles cannot be loaded here. They need a browser that can play on this device, and a connection the first time.',
  day: 'Puzzle of the day', dayText: 'The same for everybody today.', dayRight: 'Solved.', dayWrong: 'Tried.',
  clock: 'Against the clock', clockText: 'Three minutes, or three mistakes.', best: (/** @type {number} */ n) => `Your best run: ${number(n)}.`,
  kinds: { flag: 'Where is the flag?', win: 'Win a piece', miner: 'Stop the miner', hold: 'Do not attack' },
  solved: (/** @type {number} */ n, /** @type {number} */ of) => `${number(n)} of ${number(of)} solved`,
  ask: {
    flag: () => 'Which of the enemy’s hidden pieces is most likely the flag? Choose it.',
    win: () => 'One move wins a piece for certain, whatever the hidden pieces are. Make it.',
    miner: (/** @type {string} */ miner) => `An enemy ${miner} is on the way to your flag. One move stops it best. Make it.`,
    hold: () => 'An unknown piece tempts you. Do not attack: find the best quiet move.',
  },
  you: { red: 'You are Red, and it is your turn', blue: 'You are Blue, and it is your turn' },
  board: { red: `The position, seen by ${seats.red}`, blue: `The position, seen by ${seats.blue}` },
  chooseHidden: 'The flag is a hidden piece of the enemy’s that has not moved.',
  notLegal: 'This piece cannot go there.',
  right: 'Right.', wrong: 'No.',
  because: {
    flag: (/** @type {PuzzleAnswer} */ a) => `The flag is on ${a.answer}. The hidden pieces were dealt out in ${number(a.worlds)} ways that agree with all that was seen: in ${number(a.percent(a.best))}% of them it stands there, and on ${a.about}, the next likeliest place, in ${number(a.percent(a.next))}%. Counting alone says ${number(a.percent(a.measure))}%.`,
    win: (/** @type {PuzzleAnswer} */ a) => `${a.answer} is the move. It concerns the piece on ${a.about}: in every one of ${number(a.worlds)} ways to deal out the hidden pieces it gains at least what ${tenths(a.gain)} scouts are worth. ${a.behind}`,
    miner: (/** @type {PuzzleAnswer} */ a) => `${a.answer} is the move. Left alone, the ${a.miner} on ${a.about} takes your flag, or a bomb beside it, within three steps. ${a.measure === 1 ? 'No other move stops it.' : `${number(a.measure)} moves stop it, this one at the least cost.`} ${a.behind}`,
    hold: (/** @type {PuzzleAnswer} */ a) => `${a.answer} is the move. The attack on ${a.about} takes the piece there in only ${number(a.percent(a.measure))}% of the ways to deal out the hidden pieces. ${a.behind}`,
  },
  farWorse: 'Any other move is far worse.',
  worse: (/** @type {number} */ scouts) => `The next best move is worth ${tenths(scouts)} scouts less.`,
  theAnswer: 'the answer',
  next: 'Next puzzle', more: 'More of this kind', all: 'All puzzles', asSeen: 'As it was seen',
  score: (/** @type {number} */ points, /** @type {number} */ lives) => `${number(points)} right · ${number(lives)} ${lives === 1 ? 'mistake' : 'mistakes'} left`,
  secondsLeft: (/** @type {number} */ n) => `${number(n)} seconds left.`,
  over: (/** @type {number} */ n) => `${number(n)} solved`, newBest: 'Your best run so far.', again: 'Once more',
};
