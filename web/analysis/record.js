// A review as a record of one game, for the module (docs/formats.md).

const quoted = (value) => String(value).replace(/[\u0000-\u001f]/g, ' ').replace(/[\\"]/g, '\\$&');

/** The tags of a game of this page, which has none of its own. */
const tagsOfGame = ({ edition, armies, red, blue, result, by }) => [
  ['Edition', edition.id], ['Red', red], ['Blue', blue], ['RedSetup', armies.red], ['BlueSetup', armies.blue],
  ['Result', result], ['Termination', by],
].filter(([, value]) => value);

/**
 * @param {any} review see docs/protocol.md, or play/timeline.js
 * @param {Map<number, string>} [comments] of moves, by ply; without them those that it has
 */
export function recordOf(review, comments = new Map(review.comments)) {
  const tags = review.tags.length ? review.tags : tagsOfGame(review);
  const moves = review.events.map(({ move }, i) => `${i % 2 ? '' : `${i / 2 + 1}. `}${move}${comments.get(i + 1) ? ` {${comments.get(i + 1)}}` : ''}`);
  return `${tags.map(([name, value]) => `[${name} "${quoted(value)}"]`).join('\n')}\n\n${moves.join('\n')}\n`;
}
