// The choice of an edition: cards in groups, and one shown in full.

import { groundPicture } from '../drawing/terrain.js';
import { el, svg } from '../ui/dom.js';
import { armyList } from '../play/rules.js';
import { needSprites } from '../play/pieces.js';
import { squareNumber } from '../play/state.js';
import { upper } from '../strings/grammar.js';
import { t } from '../strings/index.js';

function groupOf(edition) {
  if (edition.armySize < edition.zoneSize) return 'few';
  return edition.armySize < 40 ? 'short' : 'full';
}

/** What sets an edition's rules apart, in a few words each. */
function specials(edition) {
  const h = t.home;
  return [
    h.shuttle(edition.twoSquares), h.chase[edition.chase], edition.forfeit && h.forfeit,
    edition.quietLimit ? h.quiet(edition.quietLimit) : '',
  ].filter(Boolean);
}

function preview(edition) {
  const { files, rows, zoneRows } = edition;
  const lakes = edition.lakes.map((name) => squareNumber(edition, name))
    .map((square) => [square % files, rows - 1 - Math.floor(square / files)]);
  needSprites();
  const picture = groundPicture(edition, lakes, document.documentElement.dataset.board ?? '');
  const zone = { x: 0, width: files * 100, height: zoneRows * 100 };
  picture.append(svg('rect', { ...zone, y: 0, class: 'zone blue' }),
    svg('rect', { ...zone, y: (rows - zoneRows) * 100, class: 'zone red' }));
  return el('div', { class: 'preview', role: 'img', 'aria-label': t.home.preview(edition) }, picture);
}

/** An edition with its board and its army, for a seat. */
export function editionDetails(edition, settings, seat) {
  return [
    el('h2', { class: 'edition-title' }, edition.title),
    el('div', { class: 'overview' }, preview(edition), el('div', {},
      el('p', {}, upper(t.home.board(edition))), el('p', {}, upper(t.home.each(edition.armySize))),
      ...specials(edition).map((text) => el('p', { class: 'fine' }, upper(text))))),
    el('h3', { class: 'visually-hidden' }, t.home.army),
    armyList(edition, settings, seat === 'blue' ? 'blue' : 'red'),
  ];
}

/** All editions to choose from, three of them large; `change(id)` is told. */
export function editionChoice({ editions }, chosen, change) {
  const h = t.home;
  const input = ({ id }) => el('input', {
    type: 'radio', name: 'edition', value: id, checked: id === chosen, onchange: () => change(id),
  });
  const card = (edition) => el('div', { class: 'edition' }, el('label', {}, input(edition),
    el('span', { class: 'edition-text' }, el('strong', {}, edition.title), ' ',
      el('small', {}, [upper(h.board(edition)), h.pieces(edition.armySize)].join(' · ')))),
  el('details', { class: 'differences' }, el('summary', {}, el('span', { 'aria-hidden': 'true' }, '?'),
    el('span', { class: 'visually-hidden' }, h.differences(edition.title))), el('small', {}, upper(specials(edition).join(' · ')))));
  const large = (edition) => el('label', { class: 'edition large' }, input(edition),
    el('span', { class: 'edition-text' }, preview(edition), el('strong', {}, edition.title), ' ',
      el('small', {}, h.big[edition.id])));

  function group(kind) {
    const members = editions.filter((edition) => !h.big[edition.id] && groupOf(edition) === kind);
    if (members.length === 0) return null;
    const [title, line] = h.groups[kind];
    return el('div', { class: 'edition-group', role: 'group', 'aria-label': title },
      el('h3', {}, title), el('p', { class: 'fine' }, line), el('div', { class: 'edition-list' }, ...members.map(card)));
  }
  const big = Object.keys(h.big).map((id) => editions.find((edition) => edition.id === id)).filter(Boolean);
  return el('fieldset', { class: 'editions' }, el('legend', {}, h.edition), el('div', { class: 'big-editions' }, ...big.map(large)),
    el('details', { open: !h.big[chosen] }, el('summary', {}, h.moreEditions), ...['full', 'short', 'few'].map(group)));
}
