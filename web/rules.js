// The rules of an edition in short, told from its data.

import { el } from './dom.js';
import { pieceImage } from './pieces.js';
import { showDialog } from './dialogs.js';
import { BOMB, FLAG, RANKS, labelOf, nameOf } from './state.js';
import { t } from './strings/index.js';

/** The army as a row of pictures with numbers of pieces. */
export function armyList(edition, settings, seat) {
  return el('ul', { class: 'army' }, ...RANKS.filter((rank) => edition.army[rank]).map((rank) => el('li', {
    title: nameOf(edition, rank),
  }, pieceImage({ seat, rank }, labelOf(edition, rank, settings.numbers)),
  el('span', { class: 'visually-hidden' }, `${nameOf(edition, rank)}: `),
  el('span', { class: 'count' }, `×${edition.army[rank]}`))));
}

function ranksTable(edition, settings) {
  return el('table', { class: 'ranks' }, el('tbody', {}, ...RANKS.filter((rank) => edition.army[rank]).map((rank) => el('tr', {},
    el('td', {}, pieceImage({ seat: 'red', rank }, labelOf(edition, rank, settings.numbers))),
    el('th', { scope: 'row' }, nameOf(edition, rank)),
    el('td', {}, `×${edition.army[rank]}`)))));
}

/** Sentences about what may not go on for ever. */
export function limitSentences(edition) {
  const r = t.rulesPanel;
  return [
    edition.twoSquares ? r.two(edition.twoSquares) : '',
    r.chase[edition.chase],
    edition.quietLimit ? r.quiet(edition.quietLimit) : '',
    edition.plyLimit ? r.limit(edition.plyLimit) : '',
    edition.plyLimit || !edition.hostCap ? '' : r.cap(edition.hostCap),
  ].filter(Boolean);
}

const section = (title, ...children) => el('section', {}, el('h3', {}, title), ...children);
const paragraph = (text) => el('p', {}, text);

function marks() {
  const hidden = { seat: 'blue', rank: null };
  const row = (image, text) => el('li', {}, el('span', { class: 'mark-image' }, image), text);
  return section(t.play.legend, el('ul', { class: 'legend' },
    row(pieceImage({ seat: 'red', rank: FLAG }, '', { seen: true }), t.marks.eye),
    row(pieceImage(hidden, '', { moved: true }), t.marks.moved),
    row(el('span', { class: 'cell light target' }), t.marks.target),
    row(el('span', { class: 'cell light attack' }, pieceImage(hidden, '')), t.marks.attack),
    row(el('span', { class: 'mark-pair' }, el('span', { class: 'cell light from' }), el('span', { class: 'cell light to' })),
      t.marks.last)));
}

export function rulesDialog(edition, settings) {
  const r = t.rulesPanel;
  const name = (rank) => nameOf(edition, rank);
  const names = {
    marshal: name('L'), miner: name('E'), scout: name('D'), spy: name('C'), bomb: name(BOMB), flag: name(FLAG),
  };
  showDialog({
    title: r.title(edition),
    scrolls: true,
    body: [
      section(r.goal, paragraph(r.goalText), paragraph(r.stuck)),
      section(r.start, paragraph(edition.armySize < edition.zoneSize ? r.startFew(edition) : r.startFull(edition))),
      section(r.moving, paragraph(r.movingText(names)),
        edition.revealRuns && paragraph(r.reveal(names)), edition.forfeit && paragraph(r.forfeit)),
      section(r.battles, paragraph(r.battlesText(names))),
      section(r.ranks, ranksTable(edition, settings)),
      section(r.repetition, ...limitSentences(edition).map(paragraph)),
      marks(),
    ],
    actions: [{ label: t.close, kind: 'primary' }],
  });
}
