// Gaps in which clocks stood, as the server tells them: the time in them does not count.

/**
 * How long clocks have stood between two moments.
 * @param {Gap[]} gaps @param {number} since @param {number} now
 */
export const stoodIn = (gaps, since, now) => gaps.reduce(
  (sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - Math.max(from, since)), 0);

/** How much of the time since then counts. @param {number} since by `performance.now()` @param {Gap[]} gaps */
export function timeSince(since, gaps) {
  const now = performance.now();
  return now - since - stoodIn(gaps, since, now);
}
