// The panels beside the board: losses, battles and the list of moves.

import { el } from './dom.js';
import { pieceImage } from './pieces.js';
import { RANKS, labelOf, nameOf } from './state.js';
import { t } from './strings/index.js';

const pieceWords = (edition, settings, rank) => ({
  name: nameOf(edition, rank), label: labelOf(edition, rank, settings.numbers),
});

function lossItem(edition, settings, seat, rank, lost) {
  const total = edition.army[rank] ?? lost;
  const words = t.play.lostCount(nameOf(edition, rank), lost, total);
  return el('li', { class: lost ? 'lost' : 'none', title: words },
    pieceImage({ seat, rank }, labelOf(edition, rank, settings.numbers)),
    el('span', { class: 'count', 'aria-hidden': 'true' }, lost ? `${lost}/${total}` : '–'),
    el('span', { class: 'visually-hidden' }, words));
}

/** What a seat has lost, by rank; in memory mode only how many. */
export function lossesPanel(title, edition, settings, seat, view) {
  const lost = view.lost[seat];
  const panel = (...children) => el('section', { class: `losses ${seat}` }, el('h2', {}, title), ...children);
  if ('' in lost || (view.memory && view.by === '-')) return panel(el('p', { class: 'fine' }, t.play.lostHidden(lost[''] ?? 0)));
  const ranks = RANKS.filter((rank) => edition.army[rank] || lost[rank]);
  return panel(el('ul', { class: 'loss-list' },
    ...ranks.map((rank) => lossItem(edition, settings, seat, rank, lost[rank] ?? 0))));
}

const FALLEN = { attacker: [false, true], flag: [false, true], defender: [true, false], both: [true, true] };

// Red makes the first ply, and every second one after it.
const moverOf = (number) => (number % 2 === 0 ? 'red' : 'blue');

/** A battle told in a sentence. */
export function battleSentence(edition, settings, game, event, number) {
  if (!event.attacker || !event.defender) return t.battle.forgotten;
  const mine = moverOf(number) === game.seat;
  const b = t.battle;
  const attacker = { mine, ...pieceWords(edition, settings, event.attacker) };
  const defender = { mine: !mine, ...pieceWords(edition, settings, event.defender) };
  const say = { attacker: b.attackerWins, defender: b.defenderWins, both: b.both, flag: b.flag }[event.battle];
  return say(attacker, defender);
}

/** Both pieces of a battle, the fallen ones crossed out. */
export function battlePicture(edition, settings, game, event, number) {
  const attacker = moverOf(number);
  const seats = [attacker, attacker === 'red' ? 'blue' : 'red'];
  const fallen = FALLEN[event.battle];
  const side = (i) => {
    const rank = [event.attacker, event.defender][i];
    return el('span', { class: `fighter ${fallen[i] ? 'fallen' : 'standing'}` },
      pieceImage({ seat: seats[i], rank }, rank ? labelOf(edition, rank, settings.numbers) : ''),
      el('span', { class: 'fighter-name' }, rank ? nameOf(edition, rank) : ''),
      el('span', { class: 'fate' }, fallen[i] ? t.battle.lost : t.battle.won));
  };
  return el('span', { class: 'fight', 'aria-hidden': 'true' }, side(0), el('span', { class: 'clash' }), side(1));
}

/** One ply told in a sentence, its battle included. */
export function plySentence(edition, settings, game, number) {
  const event = game.events[number];
  const [from, to] = event.move.split(/[-x]/);
  const mover = moverOf(number);
  const who = mover === game.seat ? t.move.you : t.seat[mover];
  if (event.battle) {
    return `${t.move.attack(who, from, to)} ${battleSentence(edition, settings, game, event, number)}`;
  }
  return event.revealed ? t.move.scouted(who, from, to, nameOf(edition, 'D')) : t.move.go(who, from, to);
}

function plyCell(edition, settings, game, number) {
  const event = game.events[number];
  if (!event) return el('td', {});
  const ranks = event.attacker && event.defender
    ? [event.attacker, event.defender].map((rank) => labelOf(edition, rank, settings.numbers) || nameOf(edition, rank))
    : null;
  const sign = { attacker: '>', flag: '>', defender: '<', both: '=' }[event.battle];
  return el('td', { 'data-ply': number },
    event.move.replace('x', '×'),
    ranks && el('span', { class: 'ranks-met' }, `${ranks[0]} ${sign} ${ranks[1]}`));
}

/** The list of moves; `update` adds what is new. */
export function historyPanel(edition, settings) {
  const body = el('tbody');
  const empty = el('p', { class: 'fine' }, t.play.noMovesYet);
  const table = el('table', { class: 'moves' }, el('caption', { class: 'visually-hidden' }, t.play.moves),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), el('th', { scope: 'col' }, t.seat.red),
      el('th', { scope: 'col' }, t.seat.blue))), body);
  const scroll = el('div', { class: 'history', tabindex: 0, role: 'region', 'aria-label': t.play.moves }, empty, table);
  let shown = 0;
  return {
    element: scroll,
    update(game, again = false) {
      if (again) shown = 0;
      // The last row shown is made anew: it may have got its second half.
      const first = Math.max(0, Math.floor((shown - 1) / 2));
      while (body.rows.length > first) body.rows[first].remove();
      for (let row = first; row * 2 < game.events.length; row += 1) {
        body.append(el('tr', {}, el('th', { scope: 'row' }, String(row + 1)),
          ...[0, 1].map((side) => plyCell(edition, settings, game, row * 2 + side))));
      }
      shown = game.events.length;
      body.querySelector('.latest')?.classList.remove('latest');
      body.querySelector(`[data-ply="${shown - 1}"]`)?.classList.add('latest');
      empty.hidden = shown > 0;
      table.hidden = shown === 0;
      scroll.scrollTop = scroll.scrollHeight;
    },
  };
}
