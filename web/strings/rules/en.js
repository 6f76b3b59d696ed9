// The rules in full, as `flagfall rules EDITION` tells them. `{name}` is a value of the edition.

export const rules = {
  aimHeading: 'Aim of the game',
  aim: 'Two armies, Red and Blue, face each other. Each player knows the ranks of their own pieces only; the '
    + 'enemy’s stay hidden until they fight. Whoever takes the enemy flag wins.',
  boardHeading: 'Board',
  board: 'The board is {files} squares wide and {rows} deep. The files are lettered from left to right as Red '
    + 'sees them, {letters}; the rows are numbered from 1, Red’s back row.',
  lakes: 'No piece may enter or cross the lakes: {lakes}.',
  noLakes: 'There are no lakes.',
  setupHeading: 'Setting up',
  setup: 'Each player sets up an army unseen by the other. Rows for this: {red_rows} for Red, {blue_rows} for '
    + 'Blue.',
  setupFull: 'The {pieces} pieces fill all of these squares, arranged as the player likes.',
  setupSparse: 'The {pieces} pieces may stand on any of these {zone} squares; the rest stay empty.',
  setupMiddle: 'Between the armies the board is empty.',
  armyHeading: 'The army',
  army: 'From the strongest piece to the weakest, then those that never move: how many there are, what is '
    + 'printed on the piece, and its name.',
  armyHigh: 'The higher the number, the stronger the piece.',
  armyLow: 'The lower the number, the stronger the piece.',
  moveHeading: 'Moving',
  turns: 'Red begins, then the players take turns. A turn is one move or one attack with one piece; nobody may '
    + 'pass.',
  step: 'A piece moves one square forwards, backwards or sideways, never diagonally, to a free square. It '
    + 'cannot jump over anything.',
  fixed: 'Bombs and the flag never leave their squares.',
  fixedRefused: 'An attempt to move one is refused, and the player chooses another move.',
  fixedForfeit: 'A player who moves one loses the game at once.',
  fixedGerman: 'The printed German rules are stricter: whoever moves one loses the game at once. The option forfeit '
    + 'plays it that way.',
  attackHeading: 'Attacking',
  attack: 'A piece attacks by moving to a square held by the enemy. Nobody is ever obliged to attack.',
  battle: 'Both pieces then show their ranks. The weaker one leaves the board; of two equal ones both do.',
  battlePlace: 'An attacker who wins takes over the square; a defender who wins stays put.',
  specialHeading: 'Pieces with powers of their own',
  scout: '{scout}: runs as far as it likes over free squares in a straight line, and may attack at the end of '
    + 'the run in the same turn.',
  scoutReveal: 'A run of two squares or more tells everybody what it is.',
  spy: '{spy}: the weakest of all, yet it removes the strongest piece ({marshal}) by attacking it. If that piece '
    + 'attacks instead, it wins as usual.',
  miner: '{miner}: removes a bomb by attacking it and moves to its square.',
  bomb: '{bomb}: any other attacker is removed, and the bomb stays.',
  bombAlone: '{bomb}: any attacker is removed, and the bomb stays.',
  flag: '{flag}: is taken by any piece that attacks it; that ends the game.',
  twoHeading: 'Back and forth',
  twoNone: 'This edition has no rule against moving back and forth.',
  twoOnce: 'A piece may not cross the border between the same two squares twice in a row.',
  two: 'A piece may cross the border between the same two squares {two} times in a row at most; the next such '
    + 'move is not allowed.',
  twoCount: 'Each player’s own turns are counted, whatever the opponent does, and an attack counts as a move. '
    + 'The count starts afresh as soon as that player moves another piece, or the same piece without crossing that '
    + 'border.',
  twoRuns: 'A long run crosses several borders, and every one of them counts.',
  chaseHeading: 'Chasing',
  chaseNone: 'This edition has no rule against chasing a piece for ever.',
  chase: 'To threaten is to move a piece next to an enemy piece; to evade is to move the threatened piece away '
    + 'at once. A chase lasts for as long as threats and evasions follow each other without an attack.',
  chaseBan: 'The chaser may not threaten again by a move that brings back a position already seen in this '
    + 'chase.',
  chaseBack: 'The one exception is a move straight back to the square just left, where the rule on moving back and '
    + 'forth permits it.',
  chaseExact: 'That holds for a move straight back, too.',
  chaseFree: 'The player who evades may repeat positions. An attack is never forbidden by this rule.',
  endHeading: 'End of the game',
  endFlag: 'Taking the flag wins the game.',
  endImmobile: 'A player who can neither move nor attack loses; moves that the rules forbid do not count. If neither '
    + 'player can move, the game is drawn.',
  endQuiet: 'The game is also drawn after {quiet} turns in a row without an attack, counting those of both players.',
  endLimit: 'After {plies} turns in all, counting those of both players, the game is drawn.',
  endNoLimit: 'The rules do not say after how many turns a game is drawn. Whoever hosts it sets a limit, so that every '
    + 'game ends.',
  endCap: 'The rules do not say after how many turns a game is drawn. Where the host sets no limit either, it ends '
    + 'as a draw after {cap} turns in all, counting those of both players.',
  endAgreed: 'The players may agree on a draw, and either may resign.',
  knowHeading: 'What the players know',
  know: 'Both players may look up at any time which ranks battles have shown and which pieces are lost.',
  knowMemory: 'In memory mode the survivor’s rank is hidden again and no list of losses is kept: remember what '
    + 'you have seen.',
  knowGerman: 'The German rules ask for that: they forbid notes of any kind, and the winner of a battle is turned round '
    + 'again.',
};
