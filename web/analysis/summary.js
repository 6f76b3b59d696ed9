// What an analysis comes to: curves, turning points and sums, out of the insights of single plies
// (offline/analyst.js), a list with gaps where nothing is known yet.

const TURNS = 3;
const APART = 6; // plies between two turning points, at least
const SWING = 0.05; // of expected score that is a turn, at least

/** @type {Seat[]} */
export const SEATS = ['red', 'blue'];

/** The moves that lost something, a sign each as in chess. */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Red's expected score where the mover's is that. */
export const redScore = (mover, score) => (mover === 'red' ? score : 1 - score);

/** Red's expected score before each ply of that seat, by what the seat could know. */
export const curveOf = (insights, seat) => insights
  .filter((one) => one && one.mover === seat && one.score !== undefined)
  .map(({ ply, score }) => ({ ply, red: redScore(seat, score) }));

/**
 * The plies after which the expected score of who moved changed most until it was to move again:
 * by its choice, by the answer, by luck.
 * @returns {Array<{ply: number, mover: Seat, swing: number}>} at most three, the earliest first
 */
export function turningPoints(insights, result) {
  const end = { red: 1, draw: 0.5, blue: 0 }[result];
  const swings = SEATS.flatMap((mover) => {
    const own = curveOf(insights, mover);
    const after = end === undefined ? own.slice(1) : [...own.slice(1), { red: end }];
    return after.map(({ red }, i) => ({ ply: own[i].ply, mover, swing: (red - own[i].red) * (mover === 'red' ? 1 : -1) }));
  });
  const chosen = [];
  for (const one of swings.sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing))) {
    const isNew = chosen.every(({ ply }) => Math.abs(ply - one.ply) >= APART);
    if (chosen.length < TURNS && isNew && Math.abs(one.swing) >= SWING) chosen.push(one);
  }
  return chosen.sort((a, b) => a.ply - b.ply);
}

/** By seat: how many moves of each mark, luck in battles (scouts), what was given away (bits). */
export function sumsOf(insights) {
  const none = () => ({ inaccuracy: 0, mistake: 0, blunder: 0, luck: 0, given: 0 });
  const sums = { red: none(), blue: none() };
  for (const { mover, mark, luck = 0, given, other } of insights.filter(Boolean)) {
    const [own, enemy] = mover === 'red' ? [sums.red, sums.blue] : [sums.blue, sums.red];
    if (mark) own[mark] += 1;
    own.luck += luck;
    own.given += given;
    enemy.luck += other?.luck ?? 0;
    enemy.given += other?.given ?? 0;
  }
  return sums;
}

const BELIEVED = 'CDEFGHIJKLBM'; // the ranks in the order of `beliefs`
const LEAST = 0.01; // a chance that is told

/**
 * Where a seat could think the enemy's pieces of a rank when so many plies had been played, as of
 * when it last was on turn.
 * @param {string} rank its letter
 * @returns {Array<{square: string, chance: number}>} the likeliest first
 */
export function chancesAt(insights, seat, plies, rank) {
  const latest = [plies, plies - 1, plies - 2].map((i) => insights[i]).find((one) => one?.mover === seat);
  const place = BELIEVED.indexOf(rank);
  return Object.entries(latest?.beliefs ?? {}).map(([square, all]) => ({ square, chance: all[place] / 1000 }))
    .filter(({ chance }) => chance >= LEAST).sort((a, b) => b.chance - a.chance);
}
