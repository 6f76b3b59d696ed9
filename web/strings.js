// Every word the page says. Another language is another object of this shape.

const plural = (n, one, many) => (n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`);
const times = (n) => ({ 1: 'once', 2: 'twice', 3: 'three times', 4: 'four times', 5: 'five times' }[n] ?? `${n} times`);

// On squares the number follows the name bare, in sentences it stands in brackets.
const numbered = ({ name, label }) => (label && label !== name[0] ? `${name} ${label}` : name);
const piece = ({ name, label }) => (label && label !== name[0] ? `${name} (${label})` : name);

export const t = {
  title: 'Flagfall',
  skip: 'Skip to the game',
  rules: 'Rules',
  settings: 'Settings',
  close: 'Close',
  cancel: 'Cancel',
  footer: 'Flagfall plays by the rules of Stratego®. '
    + 'Not affiliated with or endorsed by the owners of that trademark.',
  seat: { red: 'Red', blue: 'Blue', random: 'Random' },
  loading: 'One moment…',
  offline: 'The connection is gone. Trying to reach the server again…',
  back: 'Connected again.',
  refusedTitle: 'The server said no',

  home: {
    heading: 'New game',
    lead: 'Two hidden armies, one flag each. Set up your pieces, find out theirs, take the flag.',
    edition: 'Choose an edition',
    groups: {
      full: ['The full battle', 'Every square of your four rows is filled.'],
      short: ['The shorter board', 'Fewer rows, thirty pieces, the same plan.'],
      few: ['The quick battle', 'A handful of pieces, set up wherever you like in your rows.'],
    },
    recommended: 'usual choice',
    board: (e) => `${e.files} × ${e.rows} board`,
    pieces: (n) => plural(n, 'piece', 'pieces'),
    each: (n) => `${plural(n, 'piece', 'pieces')} each`,
    forfeit: 'moving a bomb or the flag loses',
    quiet: (n) => `drawn after ${n} plies without an attack`,
    shuttle: (n) => (n ? `back and forth at most ${times(n)}` : 'no limit to moving back and forth'),
    chase: { none: '', isf: 'no endless chases', exact: 'no repeated chases' },
    preview: (e) => `The board: ${e.files} files, ${e.rows} rows, ${plural(e.zoneRows, 'row', 'rows')} for each army.`,
    army: 'Each army',
    colour: 'Your colour',
    first: 'moves first',
    opponent: 'Opponent',
    memory: 'Memory: ranks shown in a battle are hidden again',
    play: 'Play',
    running: 'Games in play',
    finished: 'Finished games',
    resume: 'Continue',
    look: 'Look',
    phase: { setup: 'setting up', play: 'in play', over: 'finished' },
    plies: (n) => plural(n, 'ply', 'plies'),
    outcome: { red: 'Red won', blue: 'Blue won', draw: 'drawn', '*': 'no result' },
    toStart: 'To the start page',
  },

  setup: {
    heading: 'Set up your army',
    board: (seat) => `Your rows of the board, ${t.seat[seat]}`,
    hint: 'Drag pieces onto your rows, or choose a piece and then a square. Two squares chosen in turn change places.',
    keys: 'Keys: arrows move, Enter chooses and places, a piece’s number (0 for 10), B, F or S places it, '
      + 'Delete takes it back, Escape lets go.',
    tray: 'Pieces still to place',
    trayPiece: (p) => `${piece(p)}, to place: `,
    fill: 'Ready-made armies',
    random: 'Random',
    rest: 'Fill the rest',
    last: 'My last army',
    mirror: 'Mirror',
    clear: 'Clear',
    undo: 'Undo',
    share: 'This army as letters',
    shareHint: 'Copy the letters to keep or share an army; paste some to use them.',
    copy: 'Copy',
    copied: 'Copied.',
    start: 'Start the game',
    startAnyway: 'Start all the same',
    missing: (n) => `${plural(n, 'piece is', 'pieces are')} still to be placed.`,
    ready: 'Your army stands. You may still change it.',
    stuck: 'None of these pieces could move: bombs, the flag and lakes shut them in. You would lose at once.',
    outside: 'Your army stands on your own rows, the light ones.',
    noneLeft: (name) => `There is no ${name} left to place.`,
    chooseFirst: 'Choose a piece first.',
    taken: (name, square) => `${name} on ${square} chosen.`,
    holding: (name) => `${name} chosen: now choose a square.`,
    placed: (name, square) => `${name} on ${square}.`,
    swapped: (a, b) => `${a} and ${b} have changed places.`,
    removed: (name, square) => `${name} taken off ${square}.`,
    filled: 'The army is set up anew.',
    letGo: 'Let go.',
    waiting: 'The game begins…',
  },

  cell: {
    own: (p) => `your ${numbered(p)}`,
    enemy: (p) => `enemy ${numbered(p)}`,
    hidden: 'enemy piece, unknown',
    hiddenMoved: 'enemy piece, unknown, has moved',
    empty: 'empty',
    lake: 'lake',
    zone: 'free',
    outside: 'not your rows',
    known: 'known to the enemy',
    chosen: 'chosen',
    canMove: 'can move here',
    canAttack: 'can attack',
    last: 'last move',
  },

  play: {
    board: (seat) => `The board, seen by ${t.seat[seat]}`,
    you: 'You',

    yourTurn: 'Your move',
    theirTurn: (name) => `${name} is thinking…`,
    tabTurn: 'Your move',
    yourTurnSaid: 'Your move.',
    ply: (n) => `Ply ${n}`,
    quiet: (left) => `Drawn in ${plural(left, 'ply', 'plies')} if nobody attacks.`,
    hint: 'Choose one of your pieces, then where it goes.',
    noMoves: (name) => `${name} has no legal move just now.`,
    notYourPiece: 'Choose one of your own pieces.',
    wait: 'It is not your turn yet.',
    moves: 'Moves',
    noMovesYet: 'No moves yet.',
    battle: 'Battle',
    noBattle: 'No battle yet.',
    lostByYou: 'Your losses',
    lostByEnemy: 'Enemy losses',
    lostCount: (name, lost, total) => `${name}: ${lost} of ${total} lost`,
    lostHidden: (n) => `${plural(n, 'piece', 'pieces')}, ranks not kept in memory mode`,
    resign: 'Resign',
    resignAsk: 'Resign this game?',
    resignText: 'The enemy wins, and every rank is shown.',
    resignYes: 'Yes, resign',
    forfeitAsk: 'Lose the game?',
    forfeitText: 'In this edition whoever moves a bomb or the flag loses at once.',
    forfeitYes: 'Move it and lose',
    again: 'Play again',
    another: 'Another game',
    look: 'See the board',
    sending: 'Sending your move…',
    legend: 'What the marks mean',
  },

  marks: {
    eye: 'The enemy knows this rank.',
    moved: 'This piece has moved: no bomb, no flag.',
    target: 'Your chosen piece may go here.',
    attack: 'Your chosen piece may attack here.',
    last: 'The last move, from the broken outline to the full one.',
  },

  move: {
    go: (who, from, to) => `${who}: ${from} to ${to}.`,
    scouted: (who, from, to, name) => `${who}: ${from} to ${to}, so it is a ${name}.`,
    attack: (who, from, to) => `${who} attacks, ${from} to ${to}.`,
    you: 'You',
  },

  battle: {
    mine: (p) => `your ${piece(p)}`,
    theirs: (p) => `the enemy’s ${piece(p)}`,
    upper: (text) => text[0].toUpperCase() + text.slice(1),
    attackerWins: (a, d) => `${t.battle.upper(a)} takes ${d}.`,
    defenderWins: (a, d) => `${t.battle.upper(a)} falls to ${d}.`,
    both: (a, d) => `${t.battle.upper(a)} and ${d} both fall.`,
    flag: (a, d) => `${t.battle.upper(a)} takes ${d}!`,
    forgotten: 'A battle; the ranks are hidden again.',
    won: 'wins',
    lost: 'falls',
  },

  result: {
    won: 'You have won',
    lost: 'You have lost',
    draw: 'A draw',
    none: 'The game was called off',
    by: {
      flag: { won: 'You have taken the enemy’s flag.', lost: 'Your flag has been taken.' },
      immobile: {
        won: 'The enemy has no legal move left.', lost: 'You have no legal move left.',
        draw: 'Neither side can move any more.',
      },
      resign: { won: 'The enemy has resigned.', lost: 'You have resigned.' },
      time: { won: 'The enemy’s time is up.', lost: 'Your time is up.' },
      forfeit: {
        won: 'The enemy moved a piece that must not move.', lost: 'You moved a piece that must not move.',
      },
      agreement: { draw: 'Both sides agreed.' },
      limit: { draw: 'The game has reached its limit of moves.' },
      aborted: { none: 'It counts for nobody.' },
    },
    plies: (n) => `After ${plural(n, 'ply', 'plies')}. All ranks are shown on the board.`,
  },

  reasons: {
    'game-over': 'The game is over.',
    'off-board': 'That square is not on this board.',
    'empty-source': 'There is no piece there to move.',
    'not-yours': 'That piece, or this turn, is not yours.',
    immobile: 'Bombs and the flag never move.',
    'null-move': 'A move must end on another square.',
    'not-straight': 'Pieces move along a row or a file, never diagonally.',
    'too-far': 'This piece moves one square at a time; only scouts run further.',
    lake: 'Nobody can enter or cross a lake.',
    'own-piece': 'One of your own pieces stands there.',
    blocked: 'Another piece stands in the way.',
    'two-squares': 'This piece has gone back and forth between the same squares too often. '
      + 'Move another piece, or this one elsewhere.',
    'more-squares': 'This would repeat a position of your endless chase. The chaser must choose another move.',
    stale: 'That move had been played already; the board is up to date now.',
    'wrong-length': 'That is not the right number of letters for this edition.',
    'bad-letter': 'An army is written with the letters A (nothing) and B to M only.',
    'wrong-counts': 'Those are not exactly the pieces of this edition’s army.',
    'unknown-game': 'The server knows no such game, or it is somebody else’s.',
  },

  settingsPanel: {
    numbers: 'Numbers on the pieces',
    numbersOf: {
      edition: 'As printed in the edition', ten: '10 is the Marshal', one: '1 is the Marshal',
    },
    theme: 'Colours',
    themeOf: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    battles: 'At a battle',
    battlesOf: { pause: 'Show both pieces for a moment', quick: 'Go on at once' },
  },

  rulesPanel: {
    title: (e) => `The rules: ${e.title}`,
    goal: 'The goal',
    goalText: 'Take the enemy’s flag, or leave the enemy without a legal move. Each side sees its own ranks only.',
    start: 'Setting up',
    startFull: (e) => `Each army of ${e.armySize} pieces fills the ${e.zoneRows} rows nearest its owner `
      + `on a board of ${e.files} by ${e.rows}. Red moves first.`,
    startFew: (e) => `Each army of ${e.armySize} pieces stands on any of the ${e.zoneSize} squares of the `
      + `${e.zoneRows} rows nearest its owner, on a board of ${e.files} by ${e.rows}. Red moves first.`,
    moving: 'Moving',
    movingText: (n) => `On your turn you move one piece one square forward, back or sideways, to a free square or onto `
      + `an enemy. A ${n.scout} runs any number of free squares in a straight line and may attack at its end. `
      + `A ${n.bomb} and the ${n.flag} never move. Nobody enters or crosses a lake.`,
    forfeit: 'Whoever moves a bomb or the flag loses the game.',
    reveal: (n) => `A run of two squares or more shows the piece to be a ${n.scout}.`,
    battles: 'Battles',
    battlesText: (n) => `Both ranks are shown. The stronger piece wins, equals fall together, and an attacker that wins `
      + `moves in. The ${n.spy} defeats the ${n.marshal} when she attacks it, and loses to everyone otherwise. Whoever `
      + `attacks a ${n.bomb} falls, but a ${n.miner} clears it away.`,
    ranks: 'The army, strongest first',
    count: 'Number',
    repetition: 'Going on for ever',
    two: (n) => `One piece may go to and fro across the same border between squares at most ${times(n)} in a row.`,
    chase: {
      isf: 'Whoever keeps attacking a fleeing piece may not bring about a position of that chase again, '
        + 'except by stepping straight back.',
      exact: 'Whoever keeps attacking a fleeing piece may not bring about a position of that chase again.',
      none: '',
    },
    quiet: (n) => `The game is drawn after ${plural(n, 'ply', 'plies')} in a row without an attack.`,
    limit: (n) => `The game is drawn after ${plural(n, 'ply', 'plies')} in all.`,
    cap: (n) => `The edition sets no limit to the length of a game; here it is drawn after ${plural(n, 'ply', 'plies')} in all.`,
    stuck: 'A side that cannot move has lost; if neither can, the game is drawn.',
  },
};

/** The sentence for a refusal: our own for its word, the server's otherwise. */
export function refusalText({ reason, message }) {
  return t.reasons[reason] ?? message ?? reason;
}
