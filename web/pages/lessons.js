// The lessons of the tutorial: small positions, which moves are right, and what comes of
// them. Nothing here knows the rules: every outcome is written down.
//
// A board is drawn as it is seen, Red's side below: capitals are Red's ranks (as in set-up
// letters), `?` a hidden piece of Blue's, `!` one that has moved, `~` a lake, `.` nothing;
// small letters from `n` on are Blue's known ones. A step has
//   key     its sentences in `t.learn.say`, and in `after` what is said when it is done;
//           without the latter the next step comes at once
//   moves   the right ones with their outcomes: `go`, or who is left in a battle
//           (`attacker`, `defender`, `both`, `flag`) and the rank that is shown, or
//           `refused` and the word for it
//   squares instead of moves: where `place` may be put
//   reply   what Blue does then: a move, its outcome and Blue's rank
//   hints   sentences of `t.learn.hint` for wrong moves that need a special one
//   rules   sentences of the rules that are told too
// and is left out where `when` does not hold for the edition.

/** A drawn board as letters by square, a1 first. */
export const readDrawing = (rows) => [...rows].reverse().join('').replaceAll('.', 'A').replaceAll('~', '_').split('');

/** The letter of a rank that everybody knows. */
export function knownLetter(rank, seat) {
  return String.fromCharCode(rank.charCodeAt(0) + (seat === 'blue' ? 12 : 0)).toLowerCase();
}

/** The board after a move whose outcome is given; `ranks` are those of both sides. */
export function played(board, { from, to }, outcome, ranks, seat) {
  const other = seat === 'red' ? 'blue' : 'red';
  const next = [...board];
  next[from] = 'A';
  if (outcome === 'go') next[to] = board[from];
  else if (outcome === 'both') next[to] = 'A';
  else if (outcome === 'defender') next[to] = knownLetter(ranks[other], other);
  else next[to] = knownLetter(ranks[seat], seat);
  return next;
}

const go = (from, ...to) => Object.fromEntries(to.map((square) => [`${from}-${square}`, ['go']]));

// One piece over one border as often as it may, once too often, then elsewhere.
function shuttle(limit) {
  const there = (i) => (i % 2 === 0 ? ['c2', 'c3'] : ['c3', 'c2']);
  const steps = Array.from({ length: limit }, (_, i) => ({
    key: i === 0 ? 'shuttle' : 'shuttleOn', moves: go(...there(i)),
  }));
  const [from, to] = there(limit);
  const free = from === 'c2' ? ['b2', 'd2', 'c1'] : ['b3', 'd3', 'c4'];
  return [...steps,
    { key: 'shuttleOver', moves: { [`${from}-${to}`]: ['refused', 'two-squares'] } },
    { key: 'shuttleFree', moves: go(from, ...free) }];
}

/**
 * @typedef {object} Step see above
 * @property {string} key @property {{[move: string]: string[] | undefined}} [moves] @property {string[]} [squares]
 * @property {string} [place] @property {string[]} [reply] @property {Object<string, string>} [hints]
 * @property {string[]} [rules] @property {boolean} [when]
 */

const chases = ({ chase }) => chase !== 'none';

/** @type {Array<(edition: Edition, order: number) => {name: string, when?: boolean, board: string[], steps: Step[]}>} */
const LESSONS = [
  (edition) => ({
    name: 'move',
    board: ['?...?', '.....', '..~..', '.K...', 'M...B'],
    steps: [
      { key: 'move', moves: go('b2', 'b3', 'a2', 'c2', 'b1') },
      {
        key: edition.forfeit ? 'forfeit' : 'fixed',
        moves: { 'a1-a2': ['refused', 'immobile'], 'a1-b1': ['refused', 'immobile'] },
      },
    ],
  }),
  (edition) => ({
    name: 'scout',
    board: ['....?', '.....', '.~...', '.....', 'D...M'],
    steps: [
      { key: 'run', moves: go('a1', 'a5'), rules: edition.revealRuns ? ['scoutReveal'] : [] },
      { key: 'runAttack', moves: { 'a5xe5': ['attacker', 'C'] } },
    ],
  }),
  (edition, order) => ({
    name: 'attack',
    board: ['..?..', '..?..', '..K.?', '....D', 'M....'],
    steps: [
      {
        key: 'attack',
        moves: { 'c3xc4': ['attacker', 'E'] },
        reply: ['c5xc4', 'attacker', 'L'],
        rules: [order > 0 ? 'armyHigh' : 'armyLow'],
      },
      { key: 'equal', moves: { 'e2xe3': ['both', 'D'] } },
    ],
  }),
  () => ({
    name: 'bomb',
    board: ['?....', '.....', '.?E..', '.K...', 'M....'],
    steps: [
      { key: 'bomb', moves: { 'b2xb3': ['defender', 'B'] } },
      { key: 'miner', moves: { 'c3xb3': ['attacker', 'B'] } },
    ],
  }),
  () => ({
    name: 'spy',
    board: ['..?..', '..x..', '..C..', '.....', 'M....'],
    steps: [{ key: 'spy', moves: { 'c3xc4': ['attacker', 'L'] }, reply: ['c5xc4', 'attacker', 'D'] }],
  }),
  (edition) => ({
    name: 'hidden',
    board: ['.....', '.?L!.', '.....', '.....', 'M....'],
    steps: [
      { key: 'hidden', moves: { 'c4xd4': ['attacker', 'E'] }, hints: { 'c4xb4': 'maybeBomb' } },
      { key: 'memory', rules: ['knowMemory', ...(edition.language === 'de' ? ['knowGerman'] : [])] },
    ],
  }),
  (edition) => ({
    name: 'shuttle',
    when: edition.twoSquares > 0,
    board: ['....?', '.....', '.....', '..K..', 'M....'],
    steps: [
      ...shuttle(edition.twoSquares),
      { key: 'chase', when: chases(edition), rules: ['chaseBan', edition.chase === 'isf' ? 'chaseBack' : 'chaseExact'] },
    ],
  }),
  () => ({
    name: 'flag',
    board: ['??..?', '?E...', '.....', '..C..', 'M....'],
    steps: [
      { key: 'wall', moves: { 'b4xa4': ['attacker', 'B'], 'b4xb5': ['attacker', 'B'] } },
      { key: 'flag', moves: { 'a4xa5': ['flag', 'M'], 'b5xa5': ['flag', 'M'] }, hints: { 'a4xb5': 'flagFirst' } },
    ],
  }),
  (edition) => ({
    name: 'setup',
    board: ['?...?', '.....', 'L....', '..D.D', '..E.C'],
    steps: [
      { key: 'placeFlag', squares: ['a1'], place: 'M' },
      { key: 'placeBomb', squares: ['a2', 'b1'], place: 'B' },
      { key: edition.armySize < edition.zoneSize ? 'adviceFew' : 'adviceFull' },
    ],
  }),
  (edition) => ({
    name: 'end',
    board: ['?.?.?', '.....', '.~.~.', '.....', 'M.K.D'],
    steps: [{
      key: 'end',
      rules: ['endImmobile', edition.quietLimit ? 'endQuiet' : '', edition.plyLimit ? 'endLimit' : '', 'endAgreed'].filter(Boolean),
    }],
  }),
];

/** The lessons of an edition; `order` as in rules.js: which way its numbers run. */
export function lessonsOf(edition, order) {
  return LESSONS.map((make) => make(edition, order)).filter(({ when = true }) => when)
    .map((lesson) => ({ ...lesson, steps: lesson.steps.filter(({ when = true }) => when) }));
}
