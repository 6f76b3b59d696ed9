// The tutorial. `{spy}` and the like are names of ranks, as in the rules.

export const learn = {
  link: 'Learn',
  title: 'Learn to play',
  lead: (/** @type {number} */ n) => `${n} short lessons. You make the moves: choose a piece with a click, or with the arrow keys and Enter.`,
  edition: 'Edition',
  lessons: 'Lessons',
  board: 'The lesson’s board; you are Red',
  lesson: (/** @type {number} */ n, /** @type {number} */ of, /** @type {string} */ title) => `Lesson ${n} of ${of}: ${title}`,
  done: 'done',
  next: 'Go on',
  again: 'Start this lesson again',
  wrong: 'That is not what this step asks for.',
  chooseOwn: 'Choose one of your own pieces, the red ones.',
  finished: 'You know all you need. Now find out the rest in a game.',
  play: 'Play a game',
  names: {
    move: 'Moving', scout: 'The scout', attack: 'Attacking', bomb: 'Bomb and miner', spy: 'Spy and marshal',
    hidden: 'What is hidden', shuttle: 'Back and forth', flag: 'Taking the flag', setup: 'Setting up',
    end: 'How a game ends',
  },
  say: {
    move: 'Most pieces move one square, forwards, backwards or sideways, never diagonally. Nobody enters the lake. Choose '
      + 'your {general} and move it.',
    fixed: 'Two pieces never leave their squares: {bomb} and {flag}. See what happens when you try to move your flag.',
    forfeit: 'Two pieces must never leave their squares: {bomb} and {flag}. In this edition whoever moves one loses the '
      + 'game. Here nothing happens yet: try to move your flag.',
    run: '{scout}: the one piece that may go further, in a straight line over free squares. Run up the left edge, to a5.',
    runAttack: 'A run may end in an attack, in the same turn. There is somebody at e5: attack from where you stand.',
    attack: 'You see the enemy’s pieces from behind. To attack, move onto one. Attack c4 with your {general}.',
    equal: 'And if both are the same? Attack e3 with your {scout}.',
    bomb: 'This piece at b3 has never moved. Attack it with your {general}, if you dare.',
    miner: 'One piece clears bombs away: {miner}. Attack b3 with it.',
    spy: 'The enemy’s {marshal} stands before you, and everybody knows it. The weakest piece defeats the strongest, if it '
      + 'attacks first: {spy}. Attack!',
    hidden: 'Two unknown pieces stand beside your {marshal}. The one with the chevron has moved: it can be neither bomb nor '
      + 'flag. Attack the one that is certainly not a bomb.',
    memory: 'Ranks that a battle has shown stay in sight, and the list of losses counts what is gone.',
    shuttle: 'One piece may not go back and forth over the same border for ever. Move your {general} from c2 to c3.',
    shuttleOn: 'And back over the same border.',
    shuttleOver: 'That is as often as the rules allow. Try it once more anyway.',
    shuttleFree: 'So move it somewhere else, to any other square.',
    chase: 'Nor may you chase a fleeing piece for ever.',
    wall: 'Three pieces in the corner that never moved: two may be bombs and one the flag. Your {miner} stands beside them. '
      + 'Clear the way.',
    flag: 'The corner lies open. Take what stands there.',
    placeFlag: 'You set up your army as you like. The flag belongs at the back, where it is hard to reach. Put it into '
      + 'the corner a1.',
    placeBomb: 'Shut it in with bombs: only a miner comes through. Put one beside the flag or before it.',
    adviceFull: 'More advice: keep a few miners for the end, put scouts where they can run, spread the strong pieces over '
      + 'both wings, keep the spy near your second strongest piece, and leave the front free to move.',
    adviceFew: 'More advice: your rows have more squares than you have pieces. Leave gaps, hide the flag among pieces that '
      + 'never move, and do not show your strongest piece too early.',
    end: 'Whoever takes the flag wins. But a game can end in other ways.',
  },
  after: {
    move: 'Well done. Now it would be the enemy’s turn.',
    fixed: 'The move is refused, and you choose another.',
    forfeit: 'In a game that would have been the end.',
    run: 'Far and fast.',
    runAttack: 'Both ranks are shown, and the stronger one wins.',
    attack: 'You won and took over the square, but now the enemy knew your rank, and struck back with something stronger.',
    equal: 'Equal ranks fall together.',
    bomb: 'A bomb! Whoever attacks it falls, and the bomb stays.',
    miner: 'Cleared away. That is why miners are worth more than they look.',
    spy: 'The strongest piece is gone. But the spy falls to whoever attacks it, and so it did.',
    hidden: 'Right. An eye on your piece now says: the enemy knows this rank.',
    shuttleOver: 'Refused: another piece, or another way.',
    shuttleFree: 'That starts the count again.',
    wall: 'It was a bomb, and now it is gone.',
    flag: 'The flag! That wins the game.',
    placeFlag: 'A good place.',
    placeBomb: 'Now whoever wants the flag needs a miner first.',
  },
  hint: {
    maybeBomb: 'That one has never moved: it may be a bomb. Take the other.',
    flagFirst: 'That may be the second bomb. The flag is nearer.',
  },
};
