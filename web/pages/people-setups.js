// How somebody sets up: where pieces stood as maps of the own rows, and armies that were played.
// Each map's numbers stand in a table as well.

import { armyPicture } from '../army/presets.js';
import { compact, el, svg } from '../ui/dom.js';
import { armyHash } from '../ui/hashes.js';
import { read, scoreOf, table } from './people-results.js';
import { squareName } from '../play/state.js';
import { t } from '../strings/index.js';

const HEAT = 0.6; // of the colour at most: the number on it stays legible

const MAPS = ['flag', 'points', 'bombs', 'marshal'];

/** What a map says of each square, in percent, or null where there is nothing to say. */
function percents(map, which) {
  if (which === 'points') return map.points.map((points, k) => (map.flag[k] ? points / map.flag[k] * 50 : null));
  return map[which].map((games) => (games ? games / map.games * 100 : null));
}

function heatMap({ files, zoneRows }, values) {
  const most = Math.max(...values.map((value) => value ?? 0), 1);
  const cells = values.flatMap((value, k) => {
    if (value === null) return [];
    const [x, y] = [k % files, zoneRows - 1 - Math.floor(k / files)];
    return [svg('rect', { class: 'heat', x, y, width: 1, height: 1, 'fill-opacity': (value / most * HEAT).toFixed(2) }),
      svg('text', { x: x + 0.5, y: y + 0.63 }, String(Math.round(value)))];
  });
  const lines = [...Array(files - 1).keys()].map((i) => `M${i + 1} 0V${zoneRows}`)
    .concat([...Array(zoneRows - 1).keys()].map((i) => `M0 ${i + 1}H${files}`)).join('');
  return svg('svg', { class: 'heat-map', viewBox: `0 0 ${files} ${zoneRows}`, 'aria-hidden': 'true' },
    ...cells, svg('path', { class: 'heat-grid', d: lines }));
}

function asTable(edition, map) {
  const p = t.people;
  const all = MAPS.map((which) => percents(map, which));
  const rows = map.flag.map((_, k) => [squareName(edition, k), ...all.map((values) => values[k])])
    .filter(([, ...values]) => values.some((value) => value !== null))
    .map(([square, ...values]) => [square, ...values.map((value) => (value === null ? '' : p.percent(Math.round(value))))]);
  return el('details', {}, el('summary', {}, p.asTable),
    el('div', { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': p.setups },
      table([p.square, ...MAPS.map((which) => p.places[which])], rows, p.setups)));
}

function armies(edition, title, list, note = '') {
  const p = t.people;
  return list.length > 0 && el('div', { class: 'played' }, el('h3', {}, title), note && el('p', { class: 'fine' }, note),
    el('ul', {}, ...list.map((army) => el('li', {},
      el('a', { href: armyHash(edition.id, army.letters) }, armyPicture(edition, 'red', army.letters),
        el('span', { class: 'fine' }, p.army(army.games, scoreOf(army))))))));
}

function editionPart(edition, map) {
  const p = t.people;
  return compact([
    el('div', { class: 'heat-maps' }, ...MAPS.map((which) => el('div', {}, el('h3', {}, p.places[which]), heatMap(edition, percents(map, which))))),
    el('p', { class: 'fine' }, p.placesNote), asTable(edition, map),
    armies(edition, p.favourite, map.favourite), armies(edition, p.best, map.best, p.bestNote),
  ]);
}

/** @param {App} app @param {string} path of the profile; the set-ups are asked for when they are opened */
export function setupsCard(app, path) {
  const p = t.people;
  const shown = el('div', { class: 'people-cards' });
  const content = el('div', { class: 'setups-edition' });
  let isAsked = false;

  function show(list) {
    const known = list.filter(({ edition }) => app.editions.has(edition));
    if (known.length === 0) return void shown.replaceChildren(el('p', { class: 'fine' }, p.noSetups));
    const choose = (id) => {
      const map = known.find(({ edition }) => edition === id);
      content.replaceChildren(...editionPart(app.editions.get(id), map));
    };
    const choice = el('label', { class: 'field' }, el('span', {}, p.edition),
      el('select', { name: 'setups-edition', onchange: (event) => choose(event.target.value) },
        ...known.map(({ edition }) => el('option', { value: edition }, app.editions.get(edition).title))));
    shown.replaceChildren(choice, content);
    choose(known[0].edition);
  }

  async function open() {
    if (isAsked) return;
    isAsked = true;
    shown.replaceChildren(el('p', { class: 'fine' }, t.loading));
    try {
      show((await read(`${path}/setups`))?.editions ?? []);
    } catch {
      isAsked = false;
      shown.replaceChildren(el('p', { class: 'fine' }, p.unreachable));
    }
  }

  return el('section', { class: 'card setups' }, el('h2', {}, p.setups),
    el('details', { ontoggle: open }, el('summary', {}, p.setupsOpen), shown));
}
