// What somebody's games come to: ratings as curves, results as tables, badges. Each drawing has
// the same in words or in a table beside it.

import { emptyState } from './empty.js';
import { el, svg } from '../ui/dom.js';
import { playerLink } from '../play/players.js';
import { dayOf } from './rows.js';
import { t } from '../strings/index.js';

const WIDTH = 600;
const HEIGHT = 120;
const STEP = 50; // points of a rating: the curve's edges are at whole ones

/** Asks the server by HTTP: what it answers, or null where there is nothing; throws where it is away. */
export async function read(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** A table under its heads; the first cell of a row is its head. */
export function table(heads, rows, caption) {
  return el('table', { class: 'results-table' }, el('caption', { class: 'visually-hidden' }, caption),
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...rows.map(([first, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, first),
      ...cells.map((cell) => el('td', {}, cell))))));
}

// Ratings

/** The ratings after each game, evenly along the games. */
function curve(points) {
  const p = t.people;
  const values = points.map(([, rating]) => rating);
  const low = Math.floor((Math.min(...values) - 1) / STEP) * STEP;
  const high = Math.ceil((Math.max(...values) + 1) / STEP) * STEP;
  const across = (i) => (points.length > 1 ? i / (points.length - 1) * WIDTH : WIDTH / 2).toFixed(1);
  const down = (value) => ((high - value) / (high - low) * HEIGHT).toFixed(1);
  const path = values.length > 1 ? values.map((value, i) => `${i ? 'L' : 'M'}${across(i)} ${down(value)}`).join('')
    : `M0 ${down(values[0])}H${WIDTH}`;
  const label = p.curve(points.length, values[0], values.at(-1), Math.max(...values));
  return el('div', { class: 'rating-curve' },
    el('span', { class: 'curve-edge' }, String(high)), el('span', { class: 'curve-edge low' }, String(low)),
    svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      svg('path', { class: 'curve-grid', d: `M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}` }),
      svg('path', { class: 'rating-line', d: path })),
    el('div', { class: 'curve-days fine' }, el('span', {}, dayOf(points[0][0])), el('span', {}, dayOf(points.at(-1)[0]))));
}

function ratingOf({ group, rating, deviation, games, points }) {
  const p = t.people;
  const name = group === 'puzzles' ? t.puzzles.title : t.home.groups[group]?.[0] ?? group;
  return el('div', { class: 'rating' }, el('h3', {}, name), el('p', {}, p.rating(rating, deviation, games)),
    points.length > 0 && curve(points),
    points.length > 0 && el('details', {}, el('summary', {}, p.asTable), el('div', { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': name },
      table([p.date, p.ratingHead], [...points].reverse().map(([time, value]) => [dayOf(time), String(value)]), name))));
}

export function ratingsCard({ ratings }) {
  const p = t.people;
  return el('section', { class: 'card' }, el('h2', {}, p.ratings),
    ...(ratings.length ? ratings.map(ratingOf) : [el('p', { class: 'fine' }, p.noRatings)]));
}

// Results

/** Of games the share of points, in percent. */
export const scoreOf = ({ games, won, drawn }) => (games ? Math.round((won + drawn / 2) / games * 100) : 0);

/** Won, drawn and lost as one bar; the words beside it say the same. */
export function bar({ won, drawn, lost }) {
  const parts = [['won', won], ['drawn', drawn], ['lost', lost]];
  let at = 0;
  return svg('svg', { class: 'result-bar', viewBox: `0 0 ${won + drawn + lost || 1} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...parts.filter(([, n]) => n > 0).map(([kind, n]) => {
      at += n;
      return svg('rect', { class: kind, x: at - n, y: 0, width: n, height: 1 });
    }));
}

function scores(first, rows, caption) {
  const p = t.people;
  const cells = (score) => [score.games, score.won, score.drawn, score.lost].map(String).concat(p.percent(scoreOf(score)));
  return table([first, p.games, p.won, p.drawn, p.lost, p.score], rows.map(([name, score]) => [name, ...cells(score)]), caption);
}

function opponentName(app, { name, kind }) {
  const p = t.people;
  if (kind === 'guest') return p.guests;
  if (kind === 'other') return p.others;
  return playerLink(app, { name, kind });
}

export function resultsCard(app, { results, editions, opponents }) {
  const p = t.people;
  const { games, won, drawn, lost } = results;
  if (!games) return el('section', { class: 'card' }, emptyState(p.noResults, ''));
  return el('section', { class: 'card' }, el('h2', {}, p.results), el('p', {}, p.total(games, won, drawn, lost)), bar(results),
    el('div', { class: 'two-tables' },
      scores(p.edition, editions.map((one) => [app.editionTitle(one.edition), one]), p.edition),
      scores(p.opponent, opponents.map((one) => [opponentName(app, one), one]), p.opponent)));
}

// Badges

export function badgesCard({ badges }) {
  const p = t.people;
  return badges.length > 0 && el('section', { class: 'card' }, el('h2', {}, p.badges),
    el('ul', { class: 'badge-list' }, ...badges.map(({ badge, time }) => {
      const [title, text] = p.badge[badge] ?? [badge, ''];
      return el('li', {}, el('strong', {}, title), el('span', { class: 'fine' }, text), el('span', { class: 'fine' }, dayOf(time)));
    })));
}
