// Turniere, auf Deutsch.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('de');

/** @type {typeof import('./en.js').tournaments} */
export const tournaments = {
  title: 'Turniere',
  door: 'Turniere',
  empty: ['Es ist kein Turnier angekündigt', 'Kündige eines an: Runden und Partien beginnen dann von selbst.'],
  system: { arena: 'Arena', swiss: 'Schweizer System', 'round-robin': 'Jeder gegen jeden', exhibition: 'Simultanspiel' },
  systemNote: {
    arena: 'Wer frei ist, bekommt sofort einen Gegner, bis die Zeit um ist. Nach zwei Siegen in Folge zählen Punkte doppelt.',
    swiss: 'Einige Runden: Sieger treffen auf Sieger, und niemand zweimal auf denselben Gegner.',
    'round-robin': 'Jeder spielt einmal gegen jeden. Bis zu 16 Spieler.',
    exhibition: 'Du spielst gleichzeitig gegen alle, die mitspielen, bis zu 16. Nicht gewertet.',
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
  signIn: 'Melde dich an, um mitzuspielen oder ein Turnier anzukündigen',
  guests: 'Gäste willkommen', nameFirst: 'Wähle einen Namen, um mitzuspielen.',
  in_: 'Du spielst mit. Deine Partien öffnen sich von selbst, solange diese Seite offen ist.',
  awayNote: 'Du bist abwesend und bekommst keine Partien. Komm zurück, wann du willst.',
  noShow: 'Wer seine Armee nicht rechtzeitig aufstellt, verliert die Partie und gilt als abwesend.',
  paired: (name) => `Deine Partie in „${name}“ beginnt.`,
  gameOf: (name) => `Eine Partie des Turniers „${name}“`,
  show: 'Zeigen', open: 'Zur Partie',
  exhibition: {
    against: (name) => `${name} gegen alle`, left: (n) => plural(n, 'Partie läuft', 'Partien laufen'),
    note: 'Du spielst an allen Brettern. Die auf dich warten, stehen vorn.', boards: 'Deine Bretter',
    waiting: (n) => (n ? plural(n, 'Brett wartet auf dich', 'Bretter warten auf dich') : 'Kein Brett wartet auf dich.'), next: 'Zum nächsten Brett',
    armies: (n) => `Fertige Armeen auf ${plural(n, 'Brett', 'Brettern')}`, army: 'braucht deine Armee',
    colour: 'Deine Farbe', inTurn: 'Abwechselnd', chooses: 'Ich wähle meine Gegner', guests: 'Gäste dürfen mitspielen',
    playsAll: (name, colour) => `${name} spielt ${colour}`, ask: 'Um einen Platz bitten', asked: 'Du hast um einen Platz gebeten. Wer simultan spielt, wählt die Gegner.',
    who: 'Wer mitspielen möchte', nobody: 'Noch hat niemand gefragt.', chosen: 'spielt mit', choose: 'Annehmen', turnDown: 'Ablehnen',
  },
  standings: 'Stand', place: 'Platz', player: 'Spieler', points: 'Punkte', games: 'Partien', wins: 'Siege', streak: 'Siege in Folge',
  buchholzCut1: 'Buchholz ohne die niedrigste', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'abwesend', gone: 'Gelöschtes Konto', bye: 'spielfrei', forfeit: 'kampflos',
  pairings: 'Partien', noGames: 'Noch keine Partie.', more: 'Mehr', newest: 'Zur Spitze',
  records: 'Die Partien herunterladen', recordsSaved: 'Alle Partien, die zu Ende gespielt sind, sind in der Datei.',
  result: { '*': 'läuft', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Ein Turnier ankündigen', name: 'Name', kind: 'System', edition: 'Ausgabe', clock: 'Uhr', setup: 'Minuten zum Aufstellen',
  roundsField: 'Runden', minutesField: 'Minuten', placesField: 'Plätze (höchstens)', delay: 'Minuten bis zum Beginn', ratedField: 'Gewertete Partien', make: 'Ankündigen',
};
