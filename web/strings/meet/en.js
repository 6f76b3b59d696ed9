// Meeting: any opponent.

export const meet = {
  title: 'Find an opponent',
  door: ['Find an opponent', 'Anybody who wants the same game, as strong as you.'],
  lead: 'One press, and you wait for anybody who wants the same game. Close ratings come first, after a minute everybody will do.',
  quick: 'At once',
  choose: 'Choose more',
  chooseNote: 'Any of what you tick will do: the more, the sooner.',
  editions: 'Editions', clocks: 'Clocks',
  rated: 'Rated', bots: 'Bots may be my opponent',
  go: 'Find an opponent',
  none: 'Tick an edition and a clock.',
  looking: 'Looking for an opponent…',
  since: (time) => `You have waited ${time}.`,
  waiting: (n) => (n === 1 ? 'Nobody else waits just now.' : `${n - 1} ${n === 2 ? 'other person waits' : 'others wait'}.`),
  wait: (n) => `${n} ${n === 1 ? 'waits' : 'wait'}`,
  cancel: 'Stop looking', stay: 'Show', computer: 'Play the computer while you wait',
  leave: 'You may go elsewhere on the page: the game opens when somebody comes.',
  found: 'An opponent has been found.',
};
