// Tournaments, in English. The other languages have this shape.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('en');

export const tournaments = {
  title: 'Tournaments',
  door: 'Tournaments',
  empty: 'No tournament is announced. Announce one: rounds and games then begin by themselves.',
  system: { arena: 'Arena', swiss: 'Swiss', 'round-robin': 'Everybody meets everybody' },
  systemNote: {
    arena: 'Who is free is paired at once, until the time is up. A third win in a row counts double.',
    swiss: 'Some rounds; winners meet winners, and nobody the same person twice.',
    'round-robin': 'Every two players meet once. Up to 16 players.',
  },
  state: { open: 'Announced', running: 'Under way', over: 'Finished', cancelled: 'Did not take place' },
  players: (n, places) => `${number(n)} of ${plural(places, 'player', 'players')}`,
  starts: (date) => `Begins ${date}`,
  in: (time) => `Begins in ${time}`,
  soon: 'Begins at once',
  left: (time) => `${time} left`,
  round: (n, all) => `Round ${number(n)} of ${number(all)}`,
  rounds: (n) => plural(n, 'round', 'rounds'),
  minutes: (n) => plural(n, 'minute', 'minutes'),
  rated: 'rated',
  join: 'Take part', leave: 'Leave', cancel: 'Call the tournament off', again: 'Come back',
  signIn: 'Tournaments are for accounts. Sign in to take part.',
  in_: 'You take part. Your games open by themselves while this page is open.',
  awayNote: 'You are away, and are not paired. Come back whenever you like.',
  noShow: 'Who has no army when the time for it is up loses the game, and is away.',
  paired: (name) => `Your game in “${name}” begins.`,
  gameOf: (name) => `A game of the tournament “${name}”`,
  show: 'Show the tournament', open: 'To the game',
  standings: 'Standings', place: 'Place', player: 'Player', points: 'Points', games: 'Games', wins: 'Wins', streak: 'Wins in a row',
  buchholzCut1: 'Buchholz without the lowest', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'away', gone: 'Deleted account', bye: 'free', forfeit: 'not played',
  pairings: 'Games', noGames: 'No game yet.', more: 'More', newest: 'To the leaders',
  result: { '*': 'in play', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Announce a tournament', name: 'Name', kind: 'System', edition: 'Edition', clock: 'Clock', setup: 'Minutes for the army',
  roundsField: 'Rounds', minutesField: 'Minutes', placesField: 'Places at most', delay: 'Begins in so many minutes', ratedField: 'Rated games', make: 'Announce',
};
