// Games as logs: what was set up and moved. The module makes a game of a log (module.js); here
// is what may be told of it, to the seat that a person has.

import { isHotseat } from './ids.js';

/** A reason of docs/protocol.md, or a word of its kind. */
export class Refusal extends Error {}

/**
 * @typedef {object} Log
 * @property {string} game @property {string} edition
 * @property {?string} opponent the computer's name, null where two people share the device
 * @property {?Seat} seat the person's, null for two @property {number} time of its beginning
 * @property {Partial<Record<Seat, string>>} armies @property {string[]} moves as "a4 a5"
 * @property {?{by: string, seat: Seat}} end where it was given up @property {boolean} paused
 * @property {Array<?number>} [times] of the moves, in ms @property {number} [spent] on the present one before a pause
 * @property {Terms} terms @property {number} revision how often it has been kept
 * @property {Trial} [trial] where it goes on from another game, whose moves it begins with
 */

export const enemyOf = (seat) => (seat === 'red' ? 'blue' : 'red');
export const random = () => crypto.getRandomValues(new Uint32Array(1))[0];

export const isOver = (view) => view.result !== '*' || view.by !== '-';

export function phaseOf(log, view) {
  if (isOver(view)) return 'over';
  return log.armies.red && log.armies.blue ? 'play' : 'setup';
}

/** Who of two at this device is to come: to set up, or to move. */
export function seatToCome(log, view) {
  if (log.armies.red && log.armies.blue) return view.turn;
  return log.armies.red ? 'blue' : 'red';
}

function playerOf(log, seat) {
  const isComputer = log.seat !== null && seat !== log.seat;
  return {
    name: isComputer ? log.opponent : null, kind: isComputer ? 'computer' : 'guest', rating: null,
    here: true, ready: Boolean(log.armies[seat]),
  };
}

/** A game in a line. */
export function rowOf(log, view) {
  return {
    game: log.game, edition: log.edition, seat: log.seat, red: playerOf(log, 'red'), blue: playerOf(log, 'blue'),
    phase: phaseOf(log, view), turn: view.turn, plies: view.plies, result: view.result, by: view.by, rated: false, time: log.time,
    ...(log.trial ? { trial: log.trial } : {}),
  };
}

// As a server writes it (docs/formats.md), so that any program reads it.
function tagsOf(log, view) {
  const nameOf = (seat) => (isHotseat(log.game) || seat === log.seat ? 'Guest' : log.opponent);
  return [['Edition', log.edition], ['Game', log.game], ['Date', new Date(log.time).toISOString().slice(0, 10)],
    ['Red', nameOf('red')], ['Blue', nameOf('blue')], ['RedSetup', log.armies.red], ['BlueSetup', log.armies.blue],
    ['Memory', log.terms.memory ? 'yes' : ''], ['TrialFrom', log.trial ? `${log.trial.ply} plies` : ''], ['MoveTimes', timesTag(log)], ['Result', view.result], ['Termination', view.by]];
}

/** How long each move took, in ms, null where that is not known; null for games that were kept without. */
const timesOf = ({ times, moves }) => (times?.length === moves.length ? times : null);

// Seconds to a tenth, as a record has them; empty where one is not known.
const timesTag = (log) => {
  const times = timesOf(log) ?? [null];
  return times.includes(null) ? '' : times.map((ms) => Math.floor(ms / 100) / 10).join(' ');
};

/** @param {{call: (command: string) => string}} rules the module */
export function createGames(rules) {
  let loaded = null; // the log whose game the module holds

  /** Has the module do something; what it refuses is thrown. */
  function ask(command) {
    const answer = JSON.parse(rules.call(command));
    if (answer.refused) throw new Refusal(answer.refused);
    return answer;
  }

  /** Makes the module's game that of a log, from its beginning. */
  function load(log) {
    if (loaded === log) return;
    loaded = null;
    ask(`begin ${log.edition} ${log.terms.memory ? 1 : 0}`);
    if (log.opponent) ask(`player ${log.opponent} ${random()}`);
    for (const seat of ['red', 'blue']) if (log.armies[seat]) ask(`setup ${seat} ${log.armies[seat]}`);
    log.moves.forEach((move, ply) => ask(`move ${ply % 2 ? 'blue' : 'red'} ${move}`));
    if (log.end) ask(`end ${log.end.by} ${log.end.seat}`);
    loaded = log;
  }

  /** The view of a seat, a spectator's for null. */
  function viewOf(log, seat = log.seat) {
    load(log);
    return ask(`view ${seat ?? 'spectator'} 0`);
  }

  /** The `game` message of docs/protocol.md for a seat, with its view; the records where it is over. */
  function messageOf(log, view, seat = log.seat) {
    const phase = phaseOf(log, view);
    const isShown = phase === 'over' && Boolean(log.armies.red && log.armies.blue);
    const tags = isShown ? tagsOf(log, view).map(([name, value]) => `${name} ${value}`).join('\n') : '';
    return {
      type: 'game', game: log.game, edition: log.edition, seat, phase, red: playerOf(log, 'red'),
      blue: playerOf(log, 'blue'), terms: log.terms, code: null, setup: log.armies[seat] ?? null, commitments: null,
      salts: null, armies: isShown ? log.armies : null, clock: null, draw: null, rematch: null, next: null, claim: null,
      paused: log.paused, rating: null, trial: log.trial ?? null, times: isShown ? timesOf(log) : null, view: phase === 'setup' ? null : view, covered: false,
      ...(isShown ? ask(`record ${tags}`) : { record: null, gsn: null }),
    };
  }

  /** The same while a curtain hides everything from both: who is to come, and no more. */
  const coverOf = (log, view) => ({ ...messageOf(log, view, null), seat: seatToCome(log, view), view: null, covered: true });

  return {
    ask,
    load,
    viewOf,
    messageOf,
    coverOf,
    /** The log that the module has, where it is that game's. */
    at: (game) => (loaded?.game === game ? loaded : null),
    /** The module's game may be another than its log says. */
    doubt() { loaded = null; },
  };
}
