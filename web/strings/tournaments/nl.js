// Toernooien, in het Nederlands.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('nl');

export const tournaments = {
  title: 'Toernooien',
  door: 'Toernooien',
  empty: 'Er is geen toernooi aangekondigd. Kondig er een aan: ronden en partijen beginnen dan vanzelf.',
  system: { arena: 'Arena', swiss: 'Zwitsers', 'round-robin': 'Iedereen tegen iedereen' },
  systemNote: {
    arena: 'Wie vrij is, wordt meteen ingedeeld, tot de tijd om is. De derde winst op rij telt dubbel.',
    swiss: 'Enkele ronden; winnaars treffen winnaars, en niemand tweemaal dezelfde.',
    'round-robin': 'Elke twee spelers treffen elkaar één keer. Tot 16 spelers.',
  },
  state: { open: 'Aangekondigd', running: 'Aan de gang', over: 'Afgelopen', cancelled: 'Ging niet door' },
  players: (n, places) => `${number(n)} van ${plural(places, 'speler', 'spelers')}`,
  starts: (date) => `Begint ${date}`,
  in: (time) => `Begint over ${time}`,
  soon: 'Begint meteen',
  left: (time) => `Nog ${time}`,
  round: (n, all) => `Ronde ${number(n)} van ${number(all)}`,
  rounds: (n) => plural(n, 'ronde', 'ronden'),
  minutes: (n) => plural(n, 'minuut', 'minuten'),
  rated: 'telt mee',
  join: 'Meedoen', leave: 'Uitstappen', cancel: 'Toernooi afgelasten', again: 'Terugkomen',
  signIn: 'Toernooien zijn voor accounts. Meld je aan om mee te doen.',
  in_: 'Je doet mee. Je partijen openen vanzelf zolang deze pagina open is.',
  awayNote: 'Je bent weg en wordt niet ingedeeld. Kom terug wanneer je wilt.',
  noShow: 'Wie geen leger heeft als de tijd daarvoor om is, verliest de partij en geldt als weg.',
  paired: (name) => `Je partij in ‘${name}’ begint.`,
  gameOf: (name) => `Een partij van het toernooi ‘${name}’`,
  show: 'Toernooi tonen', open: 'Naar de partij',
  standings: 'Stand', place: 'Plaats', player: 'Speler', points: 'Punten', games: 'Partijen', wins: 'Winst', streak: 'Winst op rij',
  buchholzCut1: 'Buchholz zonder de laagste', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'weg', gone: 'Verwijderd account', bye: 'vrij', forfeit: 'niet gespeeld',
  pairings: 'Partijen', noGames: 'Nog geen partij.', more: 'Meer', newest: 'Naar de kop',
  result: { '*': 'bezig', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Een toernooi aankondigen', name: 'Naam', kind: 'Systeem', edition: 'Uitgave', clock: 'Klok', setup: 'Minuten voor het leger',
  roundsField: 'Ronden', minutesField: 'Minuten', placesField: 'Plaatsen hoogstens', delay: 'Begint over zoveel minuten', ratedField: 'Partijen tellen mee', make: 'Aankondigen',
};
