// Tournaments, in English. The other languages have this shape.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('en');

export const tournaments = {
  title: 'Tournaments',
  door: 'Tournaments',
  empty: 'No tournament is announced. Announce one: rounds and games then begin by themselves.',
  system: { arena: 'Arena', swiss: 'Swiss', 'round-robin': 'Round robin', exhibition: 'Simultaneous games' },
  systemNote: {
    arena: 'Whoever is free gets an opponent at once, until the time is up. After two wins in a row points count double.',
    swiss: 'A few rounds: winners meet winners, and nobody meets the same opponent twice.',
    'round-robin': 'Everybody plays everybody once. Up to 16 players.',
    exhibition: 'You play everybody who takes part, up to 16, at the same time. Not rated.',
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
  signIn: 'Sign in to take part or to announce a tournament.',
  guests: 'guests welcome', nameFirst: 'Choose a name to take part.',
  in_: 'You take part. Your games open by themselves while this page is open.',
  awayNote: 'You are away and get no games. Come back whenever you like.',
  noShow: 'Whoever has not set up an army in time loses the game and counts as away.',
  paired: (name) => `Your game in “${name}” begins.`,
  gameOf: (name) => `A game of the tournament “${name}”`,
  show: 'Show the tournament', open: 'To the game',
  exhibition: {
    against: (name) => `${name} against all`, left: (n) => plural(n, 'game goes on', 'games go on'),
    note: 'You play on all boards. Those that wait for you stand first.', boards: 'Your boards',
    waiting: (n) => (n ? plural(n, 'board waits for you', 'boards wait for you') : 'No board waits for you.'), next: 'To the next board',
    armies: (n) => `Ready-made armies on ${plural(n, 'board', 'boards')}`, army: 'needs your army',
  },
  standings: 'Standings', place: 'Place', player: 'Player', points: 'Points', games: 'Games', wins: 'Wins', streak: 'Wins in a row',
  buchholzCut1: 'Buchholz without the lowest', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'away', gone: 'Deleted account', bye: 'free', forfeit: 'not played',
  pairings: 'Games', noGames: 'No game yet.', more: 'More', newest: 'To the leaders',
  records: 'Download the games', recordsSaved: 'All games that have been played to their end are in the file.',
  result: { '*': 'in play', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Announce a tournament', name: 'Name', kind: 'System', edition: 'Edition', clock: 'Clock', setup: 'Minutes to set up',
  roundsField: 'Rounds', minutesField: 'Minutes', placesField: 'Places (at most)', delay: 'Minutes until it begins', ratedField: 'Rated games', make: 'Announce',
};
