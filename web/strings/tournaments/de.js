// Turniere, auf Deutsch.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('de');

export const tournaments = {
  title: 'Turniere',
  door: 'Turniere',
  empty: 'Es ist kein Turnier angekündigt. Kündige eins an: Runden und Partien beginnen dann von selbst.',
  system: { arena: 'Arena', swiss: 'Schweizer System', 'round-robin': 'Jeder gegen jeden' },
  systemNote: {
    arena: 'Wer frei ist, wird sofort gepaart, bis die Zeit um ist. Der dritte Sieg in Folge zählt doppelt.',
    swiss: 'Einige Runden; Sieger treffen auf Sieger, und niemand zweimal auf denselben.',
    'round-robin': 'Je zwei treffen einmal aufeinander. Bis zu 16 Spieler.',
  },
  state: { open: 'Angekündigt', running: 'Im Gange', over: 'Beendet', cancelled: 'Fand nicht statt' },
  players: (n, places) => `${number(n)} von ${plural(places, 'Spieler', 'Spielern')}`,
  starts: (date) => `Beginnt ${date}`,
  in: (time) => `Beginnt in ${time}`,
  soon: 'Beginnt sofort',
  left: (time) => `Noch ${time}`,
  round: (n, all) => `Runde ${number(n)} von ${number(all)}`,
  rounds: (n) => plural(n, 'Runde', 'Runden'),
  minutes: (n) => plural(n, 'Minute', 'Minuten'),
  rated: 'gewertet',
  join: 'Mitspielen', leave: 'Aussteigen', cancel: 'Turnier absagen', again: 'Zurückkommen',
  signIn: 'Turniere sind für Konten. Melde dich an, um mitzuspielen.',
  in_: 'Du spielst mit. Deine Partien öffnen sich von selbst, solange diese Seite offen ist.',
  awayNote: 'Du bist nicht da und wirst nicht gepaart. Komm zurück, wann du willst.',
  noShow: 'Wer keine Armee hat, wenn die Zeit dafür um ist, verliert die Partie und gilt als nicht da.',
  paired: (name) => `Deine Partie in „${name}“ beginnt.`,
  gameOf: (name) => `Eine Partie des Turniers „${name}“`,
  show: 'Turnier zeigen', open: 'Zur Partie',
  standings: 'Stand', place: 'Platz', player: 'Spieler', points: 'Punkte', games: 'Partien', wins: 'Siege', streak: 'Siege in Folge',
  buchholzCut1: 'Buchholz ohne die niedrigste', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'nicht da', gone: 'Gelöschtes Konto', bye: 'spielfrei', forfeit: 'kampflos',
  pairings: 'Partien', noGames: 'Noch keine Partie.', more: 'Mehr', newest: 'Zur Spitze',
  result: { '*': 'läuft', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Ein Turnier ankündigen', name: 'Name', kind: 'System', edition: 'Ausgabe', clock: 'Uhr', setup: 'Minuten für die Armee',
  roundsField: 'Runden', minutesField: 'Minuten', placesField: 'Plätze höchstens', delay: 'Beginnt in so vielen Minuten', ratedField: 'Gewertete Partien', make: 'Ankündigen',
};
