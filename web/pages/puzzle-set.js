// The puzzles that come with the page: read when they are wanted, which of them is asked, and
// what of them this browser has seen.

import { load, save } from '../ui/storage.js';

/** What is asked, in the order of the page. */
export const KINDS = ['flag', 'win', 'miner', 'hold'];

/** @typedef {{id: string, kind: string, edition: string, line: string}} Puzzle */

/** The puzzles of a text (docs/formats.md). @returns {Puzzle[]} */
export function readSet(text) {
  return text.split('\n').filter((line) => line.startsWith('puzzle=')).map((line) => {
    const [id, kind, edition] = line.split(' ', 3).map((pair) => pair.slice(pair.indexOf('=') + 1));
    return { id, kind, edition, line };
  });
}

/** @returns {Promise<Puzzle[]>} */
export async function loadSet() {
  const answer = await fetch(new URL(document.body.dataset.puzzles ?? '', document.baseURI));
  if (!answer.ok) throw new Error(`puzzles: ${answer.status}`);
  const set = readSet(await answer.text());
  if (set.length === 0) throw new Error('puzzles: none');
  return set;
}

const DAY = 86_400_000; // in milliseconds

/** The puzzle of a day: chosen by the date that the calendar shows and nothing else. */
export function ofTheDay(set, date) {
  const day = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  return set[day % set.length];
}

/** The first of a kind after `last`, round and round, that was not tried yet; when all were, the one after `last`. */
export function nextOf(set, kind, done, last = null) {
  const all = set.filter((one) => one.kind === kind);
  const after = all.findIndex(({ id }) => id === last) + 1;
  const round = [...all.slice(after), ...all.slice(0, after)];
  return round.find(({ id }) => !(id in done) && id !== last) ?? round[0];
}

/** All of them by lot: Fisher and Yates' shuffle. */
export function shuffled(set, draw = Math.random) {
  const list = [...set];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(draw() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

// What is kept: by its id, whether the first try was right; and the best run against the clock.

const KEY = 'puzzles';
const kept = () => ({ done: {}, best: 0, ...load(KEY, {}) });

export const triedBefore = () => kept().done;
export const bestRun = () => kept().best;

/** The first try counts. */
export function keepTry(id, right) {
  const now = kept();
  if (!(id in now.done)) save(KEY, { ...now, done: { ...now.done, [id]: right } });
}

export function keepRun(points) {
  const now = kept();
  if (points > now.best) save(KEY, { ...now, best: points });
}
