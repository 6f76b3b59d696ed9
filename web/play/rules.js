// The rules of an edition, told from its data.

import { el } from '../ui/dom.js';
import { pieceImage } from './pieces.js';
import { showDialog } from '../ui/dialogs.js';
import { BOMB, FLAG, RANKS, SPY, labelOf, nameOf, squareName } from './state.js';
import { editionTitle, t, wordsFor } from '../strings/index.js';

/** The army as a row of pictures with numbers of pieces. @param {Edition} edition @param {Settings} settings @param {Seat} seat */
export function armyList(edition, settings, seat) {
  return el('ul', { class: 'army' }, ...RANKS.filter((rank) => edition.army[rank]).map((rank) => el('li', {
    title: nameOf(edition, rank),
  }, pieceImage({ seat, rank }, labelOf(edition, rank, settings.numbers)),
  el('span', { class: 'visually-hidden' }, `${nameOf(edition, rank)}${t.colon}`),
  el('span', { class: 'count' }, `×${edition.army[rank]}`))));
}

/** @param {Edition} edition @param {Settings} settings */
function ranksTable(edition, settings) {
  return el('table', { class: 'ranks' }, el('tbody', {}, ...RANKS.filter((rank) => edition.army[rank]).map((rank) => el('tr', {},
    el('td', {}, pieceImage({ seat: 'red', rank }, labelOf(edition, rank, settings.numbers))),
    el('th', { scope: 'row' }, nameOf(edition, rank)),
    el('td', {}, `×${edition.army[rank]}`)))));
}

/** @param {string} title @param {import('../ui/dom.js').Child[]} children */
const section = (title, ...children) => el('section', {}, el('h3', {}, title), ...children);
/** @param {string} text */
const paragraph = (text) => el('p', {}, text);

function marks() {
  /** @type {{seat: Seat, rank: null}} */
  const hidden = { seat: 'blue', rank: null };
  /** @param {Element} image @param {string} text */
  const row = (image, text) => el('li', {}, el('span', { class: 'mark-image' }, image), text);
  return section(t.play.legend, el('ul', { class: 'legend' },
    row(pieceImage({ seat: 'red', rank: FLAG }, '', { seen: true }), t.marks.eye),
    row(pieceImage(hidden, '', { moved: true }), t.marks.moved),
    row(el('span', { class: 'cell target' }), t.marks.target),
    row(el('span', { class: 'cell attack' }, pieceImage(hidden, '')), t.marks.attack),
    row(el('span', { class: 'mark-pair' }, el('span', { class: 'cell from' }), el('span', { class: 'cell to' })),
      t.marks.last)));
}

// What sentences name, `{name}` in the texts.

/** @param {number} first @param {number} last */
const rows = (first, last) => (first === last ? `${first}` : `${first}-${last}`);

/** @param {Edition} edition @param {Settings} settings @returns {Record<string, string | number>} */
function valuesOf(edition, settings) {
  /** @param {string} letter */
  const rank = (letter) => {
    const label = labelOf(edition, letter, settings.numbers);
    return label ? `${nameOf(edition, letter)}\u00a0(${label})` : nameOf(edition, letter);
  };
  return {
    files: edition.files,
    rows: edition.rows,
    letters: Array.from({ length: edition.files }, (_, file) => squareName(edition, file)[0]).join(' '),
    lakes: edition.lakes.join(' '),
    red_rows: rows(1, edition.zoneRows),
    blue_rows: rows(edition.rows - edition.zoneRows + 1, edition.rows),
    pieces: edition.armySize,
    zone: edition.zoneSize,
    two: edition.twoSquares,
    quiet: edition.quietLimit,
    plies: edition.plyLimit,
    cap: edition.hostCap,
    scout: rank('D'), spy: rank(SPY), miner: rank('E'), bomb: rank(BOMB), flag: rank(FLAG),
    marshal: nameOf(edition, 'L'),
    general: rank('K'),
  };
}

// 1 where the printed numbers rise with strength, -1 where they fall, 0 where too few
// pieces of the army carry one.
/** @param {Edition} edition @param {Settings} settings */
export function labelOrder(edition, settings) {
  const numbers = RANKS.filter((rank) => edition.army[rank])
    .map((rank) => parseInt(labelOf(edition, rank, settings.numbers), 10)).filter((number) => number > 0);
  return Math.sign((numbers[0] ?? 0) - (numbers.at(-1) ?? 0));
}

// The whole text in order, as `flagfall rules` tells it: a heading and its paragraphs,
// each a list of sentences; a sentence with a condition is told where that holds.
/** @param {Edition} e @param {Settings} settings */
function chapters(e, settings) {
  const order = labelOrder(e, settings);
  const full = e.armySize === e.zoneSize;
  const { army } = e;
  const chase = e.chase !== 'none';
  const german = e.language === 'de';
  return [
    ['aimHeading', ['aim']],
    ['boardHeading', ['board', e.lakes.length ? 'lakes' : 'noLakes']],
    ['setupHeading', ['setup', full ? 'setupFull' : 'setupSparse', e.rows > 2 * e.zoneRows && 'setupMiddle']],
    ['armyHeading', ['army', order > 0 && 'armyHigh', order < 0 && 'armyLow']],
    ['moveHeading', ['turns', 'step'],
      ['fixed', e.forfeit ? 'fixedForfeit' : 'fixedRefused', german && !e.forfeit && 'fixedGerman']],
    ['attackHeading', ['attack', 'battle', 'battlePlace']],
    ['specialHeading', [army.D && 'scout', army.D && e.revealRuns && 'scoutReveal'], [army.C && army.L && 'spy'],
      [army.E && army.B && 'miner'], [army.B && (army.E ? 'bomb' : 'bombAlone')], ['flag']],
    ['twoHeading', [['twoNone', 'twoOnce'][e.twoSquares] ?? 'two', e.twoSquares && 'twoCount',
      e.twoSquares && army.D && 'twoRuns']],
    ['chaseHeading', chase
      ? ['chase', 'chaseBan', e.chase === 'isf' ? 'chaseBack' : 'chaseExact', 'chaseFree'] : ['chaseNone']],
    ['endHeading', ['endFlag', 'endImmobile'], [e.quietLimit && 'endQuiet', e.plyLimit && 'endLimit',
      !e.quietLimit && !e.plyLimit && (e.hostCap ? 'endCap' : 'endNoLimit')], ['endAgreed']],
    ['knowHeading', ['know', 'knowMemory', german && 'knowGerman']],
  ];
}

/** Fills what an edition has into sentences: `{spy}` and the like. @param {Edition} edition @param {Settings} settings */
export function filler(edition, settings) {
  const values = valuesOf(edition, settings);
  return (/** @type {string} */ text) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @param {Edition} edition @param {Settings} settings */
export function rulesDialog(edition, settings) {
  const fill = filler(edition, settings);
  /** @param {string} key */
  const say = (key) => fill(wordsFor(t.rulesText, key) ?? '');
  /** @param {any[]} chapter its heading, and sentences by paragraph */
  const chapter = ([heading, ...paragraphs]) => section(say(heading), ...paragraphs
    .map((sentences) => sentences.filter(Boolean).map(say).join(' ')).filter(Boolean).map(paragraph),
  heading === 'armyHeading' && ranksTable(edition, settings));
  showDialog({
    title: t.rulesTitle(editionTitle(edition)),
    scrolls: true,
    body: [...chapters(edition, settings).map(chapter), marks()],
    actions: [{ label: t.close, kind: 'primary' }],
  });
}
