// A small edition and a game in it, as the server would tell them.

import { squareNumber } from '../../../web/play/state.js';

/** @type {any} */
export const EDITION = {
  id: 'small', title: 'Small', language: 'en', files: 4, rows: 5, zoneRows: 2, lakes: [], army: { M: 1, K: 1, D: 2, B: 1 },
  armySize: 5, zoneSize: 8, labels: { M: 'F', K: '9', D: '2', B: 'B' }, names: { en: { M: 'Flag', K: 'General', D: 'Scout', B: 'Bomb' } },
  twoSquares: 3, chase: 'isf', forfeit: false, revealRuns: true, quietLimit: 0, plyLimit: 0, hostCap: 0,
};

export const square = (name) => squareNumber(EDITION, name);

// a1 b1 .. first: Red's flag on a1, general a2, scouts b2 (shut in) and c2; Blue's backs on row 4 and 5.
const BOARD = ['MBAA', 'KDDA', 'AAAA', 'AA?A', '??A!'].join('');

const player = (name) => ({ name, kind: 'guest', rating: null });

/** A game in play in which Red has the move. @returns {any} */
export function gameOf(view = {}, game = {}) {
  return {
    game: 'g', number: 1, edition: 'small', seat: 'red', phase: 'play', red: player(null), blue: player('Ann'), paused: false,
    terms: { clock: null, memory: false, remember: true, hints: true, watch: false, open: false, rated: false },
    events: [],
    view: {
      edition: 'small', viewer: 'red', turn: 'red', plies: 4, quiet: 0, result: '*', by: '-', memory: false, board: BOARD, first: 0,
      events: [], lost: { red: {}, blue: {} }, moves: ['a2-a3', 'c2-c3', 'c2-d2', 'c2xc4'], ...view,
    },
    ...game,
  };
}
