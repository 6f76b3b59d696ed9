// The computer's ten opponents, each with a face, a style, a greeting, and how one has
// fared against it; and those who are for the curious.

import { opponentOf } from '../play/players.js';
import { el, svg } from '../ui/dom.js';
import { t } from '../strings/index.js';

const LEVELS = 10;

// What makes a face: a hat or hair, and what is below the nose. One head for all.
const FACES = [
  ['M13 19c0-8 6-11 11-11s11 3 11 11z M24 8c1-4 5-5 7-4-1 3-3 5-7 5z', ''],
  ['M15 18l1-13h16l1 13z M14 18h20v2.5H14z', 'M20 33q4 3 8 0'],
  ['M13 19c1-9 6-11 11-11s10 2 11 11l-22 0z M35 17l6-3-1 7z', 'M21 33h6'],
  ['M12 27c-1-13 4-19 12-19s13 6 12 19l-3-2c0-6-2-9-9-9s-9 3-9 9z', 'M20 32q4 4 8 0'],
  ['M13 19c0-7 5-11 11-11s11 4 11 11z M22 3h4v6h-4z', 'M18 31q6-4 12 0q-6 2-12 0z'],
  ['M8 19q5-14 16-14t16 14q-6-4-16-4t-16 4z', 'M21 33q3-2 6 0'],
  ['M12 20q-2-13 12-13t12 13q-6-3-12-3t-12 3z', 'M17 29c0 10 3 13 7 13s7-3 7-13c-2 3-12 3-14 0z'],
  ['M13 20c0-8 5-12 11-12s11 4 11 12z M13 17L6 7c0 7 2 11 7 13z M35 17l7-10c0 7-2 11-7 13z', 'M21 33h6'],
  ['M10 40C8 20 12 6 24 6s16 14 14 34l-5-4c2-14-2-20-9-20s-11 6-9 20z', 'M28 24l5-1v4h-4z'],
  ['M13 20c0-8 5-12 11-12s11 4 11 12l-3 0v8l-3-6h-10l-3 6v-8z M22 8c0-6 8-7 11 2-4-2-7-2-11-2z', ''],
];

/** The level of a computer player by its name, 0 for others and for those with a memory as people's. */
export const levelOf = (name) => Number(name?.match(/^level:(\d+)$/)?.[1] ?? 0);

/** The next stronger opponent there is, or null. */
export function nextOpponent(app, name) {
  const next = `level:${levelOf(name) + 1}`;
  return levelOf(name) && app.welcome.opponents.some((one) => one.name === next) ? next : null;
}

/** A drawn face; nothing for who has none. */
export function opponentFace(name) {
  const level = levelOf(name);
  if (!FACES[level - 1]) return null;
  const [hat, mouth] = FACES[level - 1];
  return svg('svg', { class: `face face-${level}`, viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    svg('circle', { class: 'disk', cx: 24, cy: 24, r: 23 }),
    svg('path', { class: 'coat', d: 'M7 44c1-8 8-10 17-10s16 2 17 10a23 23 0 0 1-34 0z' }),
    svg('ellipse', { class: 'head', cx: 24, cy: 25, rx: 9, ry: 11 }),
    svg('path', { class: 'hat', d: hat }),
    svg('path', { class: 'eyes', d: 'M20 24v1.5M28 24v1.5' }),
    svg('path', { class: 'mouth', d: mouth }));
}

/** Won, lost and drawn against an opponent, of the games that the server lists. */
export function recordAgainst(app, name) {
  const over = app.welcome.games.filter((row) => row.phase === 'over' && opponentOf(row)?.name === name);
  const count = (is) => over.filter(is).length;
  return {
    won: count(({ result, seat }) => result === seat), drawn: count(({ result }) => result === 'draw'),
    lost: count(({ result, seat }) => result !== seat && ['red', 'blue'].includes(result)),
  };
}

function recordLine(app, name) {
  const record = recordAgainst(app, name);
  return record.won + record.lost + record.drawn ? t.levels.record(record.won, record.lost, record.drawn) : '';
}

/** All opponents to choose from; `change(name)` is told. */
export function opponentChoice(app, chosen, change) {
  const { opponents } = app.welcome;
  const isKnown = ({ name }) => levelOf(name) > 0 && levelOf(name) <= LEVELS;
  const people = opponents.filter(isKnown).sort((a, b) => levelOf(a.name) - levelOf(b.name));
  const others = opponents.filter((one) => !isKnown(one));
  const greeting = el('p', { class: 'greeting', role: 'status' });

  const card = ({ name, title, rating }) => el('label', { class: 'opponent', title },
    el('input', {
      type: 'radio', name: 'opponent', value: name, checked: name === chosen,
      onchange() {
        greet({ name, title, rating });
        change(name);
      },
    }),
    opponentFace(name), el('span', { class: 'opponent-text' },
      el('strong', {}, app.opponentName(name), el('span', { class: 'level' }, levelOf(name) ? ` ${levelOf(name)}` : '')),
      el('small', {}, [levelOf(name) ? '' : title, recordLine(app, name)].filter(Boolean).join(' '))));

  function greet({ name, title, rating }) {
    const words = t.levels.greetings[levelOf(name) - 1];
    greeting.replaceChildren(el('span', {}, title, rating && el('small', {}, ` ${t.levels.strength(rating)}`)), ...(words ? [el('q', {}, words)] : []));
  }

  const first = opponents.find(({ name }) => name === chosen) ?? people[0];
  greet(first);
  return el('fieldset', { class: 'opponents' }, el('legend', {}, t.home.opponent),
    el('div', { class: 'opponent-list' }, ...people.map(card)), greeting,
    others.length > 0 && el('details', { open: others.some(({ name }) => name === chosen) }, el('summary', {}, t.home.moreOpponents),
      el('div', { class: 'opponent-list plain' }, ...others.map(card))));
}
