// The panels beside the board: losses, battles and the list of moves.

import { el } from '../ui/dom.js';
import { pieceImage } from './pieces.js';
import { RANKS, enemyOf, labelOf, nameOf } from './state.js';
import { moverOf } from './timeline.js';
import { t } from '../strings/index.js';

/** @param {Edition} edition @param {Settings} settings @param {string} rank */
const pieceWords = (edition, settings, rank) => ({
  name: nameOf(edition, rank), label: labelOf(edition, rank, settings.numbers),
});

/** @param {Edition} edition @param {Settings} settings @param {Seat} seat @param {string} rank @param {number} lost */
function lossItem(edition, settings, seat, rank, lost) {
  const total = edition.army[rank] ?? lost;
  const words = t.play.lostCount(nameOf(edition, rank), lost, total);
  return el('li', { class: lost ? 'lost' : 'none', 'data-rank': rank, title: words },
    pieceImage({ seat, rank }, labelOf(edition, rank, settings.numbers)),
    el('span', { class: 'count', 'aria-hidden': 'true' }, lost ? `${lost}/${total}` : '–'),
    el('span', { class: 'visually-hidden' }, words));
}

/**
 * What a seat has lost, by rank; in memory mode only how many.
 * @param {string} title @param {Edition} edition @param {Settings} settings @param {Seat} seat @param {Losses} view
 */
export function lossesPanel(title, edition, settings, seat, view) {
  const lost = view.lost[seat];
  /** @param {import('../ui/dom.js').Child[]} children */
  const panel = (...children) => el('section', { class: `losses ${seat}` }, el('h2', {}, title), ...children);
  if ('' in lost || (view.memory && view.by === '-')) return panel(el('p', { class: 'fine' }, t.play.lostHidden(lost[''] ?? 0)));
  const ranks = RANKS.filter((rank) => edition.army[rank] || lost[rank]);
  return panel(el('ul', { class: 'loss-list' },
    ...ranks.map((rank) => lossItem(edition, settings, seat, rank, lost[rank] ?? 0))));
}

/**
 * What a seat has lost, in a line of small pieces: for eyes alone, `lossesPanel` tells it in words.
 * @param {Edition} edition @param {Settings} settings @param {Seat} seat @param {Pick<View, 'lost'>} view
 */
export function lossesStrip(edition, settings, seat, view) {
  const lost = view.lost[seat];
  const ranks = RANKS.filter((rank) => lost[rank]);
  return el('ul', { class: `lost-strip ${seat}`, 'aria-hidden': 'true' },
    lost[''] && el('li', { class: 'fine' }, t.play.lostHidden(lost[''])),
    ...ranks.map((rank) => el('li', { 'data-rank': rank, title: t.play.lostCount(nameOf(edition, rank), lost[rank], edition.army[rank] ?? lost[rank]) },
      pieceImage({ seat, rank }, labelOf(edition, rank, settings.numbers)), lost[rank] > 1 && el('span', {}, String(lost[rank])))));
}

const FALLEN = { attacker: [false, true], flag: [false, true], defender: [true, false], both: [true, true] };

/** @param {ToldMoves} game @param {number} number */
const whoMoved = (game, number) => moverOf(game.first ?? 'red', number);

/**
 * A battle told in a sentence; `game` has `events`, `seat` (or null) and `first`, red if missing.
 * @param {Edition} edition @param {Settings} settings @param {ToldMoves} game @param {GameEvent} event @param {number} number
 */
export function battleSentence(edition, settings, game, event, number) {
  if (!event.attacker || !event.defender || !event.battle) return t.battle.forgotten;
  const mover = whoMoved(game, number);
  const b = game.seat ? t.battle : t.sides.battle;
  /** @param {Seat} seat @param {string} rank */
  const words = (seat, rank) => ({ mine: seat === game.seat, seat, ...pieceWords(edition, settings, rank) });
  const attacker = words(mover, event.attacker);
  const defender = words(enemyOf(mover), event.defender);
  const say = { attacker: b.attackerWins, defender: b.defenderWins, both: b.both, flag: b.flag }[event.battle];
  return say(attacker, defender);
}

/**
 * Both pieces of a battle, the fallen ones crossed out.
 * @param {Edition} edition @param {Settings} settings @param {ToldMoves} game @param {GameEvent} event @param {number} number
 */
export function battlePicture(edition, settings, game, event, number) {
  const attacker = whoMoved(game, number);
  const seats = [attacker, enemyOf(attacker)];
  const fallen = FALLEN[event.battle ?? 'both'];
  /** @param {0 | 1} i */
  const side = (i) => {
    const rank = [event.attacker, event.defender][i] ?? null;
    return el('span', { class: `fighter ${fallen[i] ? 'fallen' : 'standing'}` },
      pieceImage({ seat: seats[i], rank }, rank ? labelOf(edition, rank, settings.numbers) : ''),
      el('span', { class: 'fighter-name' }, rank ? nameOf(edition, rank) : ''),
      el('span', { class: 'fate' }, fallen[i] ? t.battle.lost : t.battle.won));
  };
  return el('span', { class: 'fight', 'aria-hidden': 'true' }, side(0), el('span', { class: 'clash' }), side(1));
}

/**
 * One ply told in a sentence, its battle included.
 * @param {Edition} edition @param {Settings} settings @param {ToldMoves} game @param {number} number
 */
export function plySentence(edition, settings, game, number) {
  const event = game.events[number];
  const [from, to] = event.move.split(/[-x]/);
  const mover = whoMoved(game, number);
  const who = mover === game.seat ? t.move.you : t.seat[mover];
  if (event.battle) {
    return `${t.move.attack(who, from, to)} ${battleSentence(edition, settings, game, event, number)}`;
  }
  return event.revealed ? t.move.scouted(who, from, to, nameOf(edition, 'D')) : t.move.go(who, from, to);
}

/**
 * @param {Edition} edition @param {Settings} settings @param {ToldMoves} game @param {number} number
 * @param {((ply: number) => void) | undefined} jump
 */
function plyCell(edition, settings, game, number, jump) {
  const event = game.events[number];
  if (!event) return el('td', {});
  const ranks = event.attacker && event.defender
    ? [event.attacker, event.defender].map((rank) => labelOf(edition, rank, settings.numbers) || nameOf(edition, rank))
    : null;
  const sign = event.battle && { attacker: '>', flag: '>', defender: '<', both: '=' }[event.battle];
  const text = event.move.replace('x', '×');
  // Keys step through the moves: hundreds of stops for the Tab key would help nobody.
  const move = jump ? el('button', { type: 'button', class: 'jump', tabindex: -1, onclick: () => jump(number + 1) }, text) : text;
  return el('td', { 'data-ply': number },
    move, ranks && el('span', { class: 'ranks-met' }, `${ranks[0]} ${sign} ${ranks[1]}`));
}

/**
 * The list of moves; `update` adds what is new, `mark` shows how far one has come.
 * @param {(ply: number) => void} [jump] where a press on a move leads
 * @param {Edition} edition @param {Settings} settings
 */
export function historyPanel(edition, settings, jump) {
  const body = el('tbody');
  const empty = el('p', { class: 'fine' }, t.play.noMovesYet);
  /** @param {Seat} seat */
  const head = (seat) => el('th', { scope: 'col' }, t.seat[seat]);
  const columns = el('tr');
  const table = el('table', { class: 'moves' }, el('caption', { class: 'visually-hidden' }, t.play.moves),
    el('thead', {}, columns), body);
  const scroll = el('div', { class: 'history', tabindex: 0, role: 'region', 'aria-label': t.play.moves }, empty, table);
  let shown = 0;
  let notes = new Map(); // by ply, from 1

  function writeNotes() {
    body.querySelectorAll('.doubt').forEach((one) => one.remove());
    for (const [ply, { kind, sign, words }] of notes) {
      body.querySelector(`[data-ply="${ply - 1}"] .jump`)?.after(
        el('span', { class: `doubt ${kind}`, title: words }, el('span', { 'aria-hidden': 'true' }, sign),
          el('span', { class: 'visually-hidden' }, words)));
    }
  }

  /** @param {number} plies */
  function mark(plies) {
    body.querySelector('.latest')?.classList.remove('latest');
    const cell = /** @type {?HTMLElement} */ (body.querySelector(`[data-ply="${plies - 1}"]`));
    cell?.classList.add('latest');
    if (!cell) scroll.scrollTop = 0;
    else scroll.scrollTop = cell.offsetTop - scroll.clientHeight / 2;
  }

  return {
    element: scroll,
    mark,
    /** Writes signs behind moves. @param {Map<number, {kind: string, sign: string, words: string}>} next by ply, from 1 */
    annotate(next) {
      notes = next;
      writeNotes();
    },
    /** @param {ToldMoves} game */
    update(game, again = false) {
      if (again) shown = 0;
      const first = game.first ?? 'red';
      if (!columns.children.length) columns.append(el('th', { scope: 'col' }, '#'), head(first), head(enemyOf(first)));
      // The last row shown is made anew: it may have got its second half.
      const row = Math.max(0, Math.floor((Math.min(shown, game.events.length) - 1) / 2));
      while (body.rows.length > row) body.rows[row].remove();
      for (let i = row; i * 2 < game.events.length; i += 1) {
        body.append(el('tr', {}, el('th', { scope: 'row' }, String(i + 1)),
          ...[0, 1].map((side) => plyCell(edition, settings, game, i * 2 + side, jump))));
      }
      shown = game.events.length;
      empty.hidden = shown > 0;
      table.hidden = shown === 0;
      writeNotes();
      mark(shown);
    },
  };
}
