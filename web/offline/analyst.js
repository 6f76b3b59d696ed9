// A finished game gone through by the module, in a worker of its own: a quick look at all plies,
// and then a closer one. What is found is told as it comes; to stop it, the worker is ended.

/** Positions a move, pass by pass: the first curve within seconds, then a better one. */
export const PASSES = [500, 20000];

const ALL = PASSES.reduce((sum, nodes) => sum + nodes, 0);
const BATCH = 100; // ms of plies that are told at once

/**
 * @typedef {object} Insight what is known of a ply (`plies` in docs/computer.md)
 * @property {number} ply from 1
 * @property {Seat} mover
 * @property {string} move
 * @property {string} [best]
 * @property {number} [score] the mover's expected score before it, with its best move
 * @property {number} [loss] and by how much what was played lowers it
 * @property {'inaccuracy' | 'mistake' | 'blunder'} [mark]
 * @property {number} [luck] of a battle, in scouts
 * @property {number} given bits
 * @property {Record<string, number[]>} beliefs
 * @property {string} [comment] in an annotated record
 * @property {{luck?: number, given?: number}} [other] the same of the other seat, after a battle
 */

/**
 * What the page keeps of an insight.
 * @param {any} own by the mover @param {any} [other] by the other seat, after a battle
 * @returns {Insight}
 */
export function insightOf({ ply, mover, move, best, score, loss, mark, luck, given, beliefs, comment }, other) {
  const insight = { ply, mover, move, best, score, loss, mark, luck, given, beliefs, comment };
  return other ? { ...insight, other: { luck: other.luck, given: other.given } } : insight;
}

/**
 * @param {{call: (command: string) => string}} rules the module
 * @param {{record: string, from?: number}} wish the game, and how many looks were told before
 * @param {(message: any) => void} tell is given `looked` (from, the next look to take; part, of
 *   all the work, and insights), `done` and `refused` (reason)
 */
export function analyse(rules, { record, from = 0 }, tell) {
  const ask = (command) => JSON.parse(rules.call(command));
  const { plies, refused } = ask(`study ${record}`);
  if (refused) return void tell({ type: 'refused', reason: refused });

  /** @returns {Insight} */
  function lookAt(ply, nodes) {
    const own = ask(`insight ${ply} mover ${nodes}`);
    return insightOf(own, own.battle && ask(`insight ${ply} ${own.mover === 'red' ? 'blue' : 'red'} 1`));
  }

  const partAt = (look) => {
    const pass = Math.floor(look / plies);
    const before = PASSES.slice(0, pass).reduce((sum, nodes) => sum + nodes, 0);
    return (before + (PASSES[pass] ?? 0) * (look % plies) / plies) / ALL;
  };

  let insights = [];
  let told = performance.now();
  const last = plies * PASSES.length;
  for (let look = from; look < last; look += 1) {
    insights.push(lookAt(look % plies + 1, PASSES[Math.floor(look / plies)]));
    if (performance.now() - told < BATCH && look + 1 < last) continue;
    tell({ type: 'looked', from: look + 1, part: partAt(look + 1), insights });
    insights = [];
    told = performance.now();
  }
  tell({ type: 'done' });
}

/**
 * Writes the record of a game whose moves have the comments of insights.
 * @param {{call: (command: string) => string}} rules the module
 * @param {string} record
 * @returns {any} `annotated` with the record, or `refused`
 */
export function annotate(rules, record) {
  const { record: text, refused } = JSON.parse(rules.call(`annotate ${record}`));
  return refused ? { type: 'refused', reason: refused } : { type: 'annotated', record: text };
}
