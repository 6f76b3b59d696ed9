// Toernooien, in het Nederlands.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('nl');

/** @type {typeof import('./en.js').tournaments} */
export const tournaments = {
  title: 'Toernooien',
  door: 'Toernooien',
  empty: ['Er is geen toernooi aangekondigd', 'Kondig er een aan: ronden en partijen beginnen dan vanzelf.'],
  system: { arena: 'Arena', swiss: 'Zwitsers', 'round-robin': 'Iedereen tegen iedereen', exhibition: 'Simultaan' },
  systemNote: {
    arena: 'Wie vrij is, krijgt meteen een tegenstander, tot de tijd om is. Na twee keer winst op rij tellen punten dubbel.',
    swiss: 'Een paar ronden: winnaars spelen tegen winnaars, en niemand twee keer tegen dezelfde.',
    'round-robin': 'Iedereen speelt één keer tegen iedereen. Tot 16 spelers.',
    exhibition: 'Je speelt tegelijk tegen iedereen die meedoet, hoogstens 16. Niet voor de rating.',
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
  rated: 'voor de rating',
  join: 'Meedoen', leave: 'Uitstappen', cancel: 'Toernooi afgelasten', again: 'Terugkomen',
  signIn: 'Meld je aan om mee te doen of een toernooi aan te kondigen',
  guests: 'gasten welkom', nameFirst: 'Kies een naam om mee te doen.',
  in_: 'Je doet mee. Je partijen openen vanzelf zolang deze pagina open is.',
  awayNote: 'Je bent afwezig en krijgt geen partijen. Kom terug wanneer je wilt.',
  noShow: 'Wie zijn leger niet op tijd opstelt, verliest de partij en geldt als afwezig.',
  paired: (name) => `Je partij in ‘${name}’ begint.`,
  gameOf: (name) => `Een partij van het toernooi ‘${name}’`,
  show: 'Tonen', open: 'Naar de partij',
  exhibition: {
    against: (name) => `${name} tegen iedereen`, left: (n) => plural(n, 'partij bezig', 'partijen bezig'),
    note: 'Je speelt op alle borden. De borden die op jou wachten staan vooraan.', boards: 'Je borden',
    waiting: (n) => (n ? plural(n, 'bord wacht op jou', 'borden wachten op jou') : 'Geen bord wacht op jou.'), next: 'Naar het volgende bord',
    armies: (n) => `Kant-en-klare legers op ${plural(n, 'bord', 'borden')}`, army: 'wacht op je leger',
    colour: 'Je kleur', inTurn: 'Om en om', chooses: 'Ik kies mijn tegenstanders', guests: 'Gasten mogen meedoen',
    playsAll: (name, colour) => `${name} speelt ${colour}`, ask: 'Vragen om mee te doen', asked: 'Je hebt gevraagd om mee te doen. De organisator kiest de tegenstanders.',
    who: 'Wie mee wil doen', nobody: 'Nog niemand heeft het gevraagd.', chosen: 'speelt', choose: 'Toelaten', turnDown: 'Afwijzen',
  },
  standings: 'Stand', place: 'Plaats', player: 'Speler', points: 'Punten', games: 'Partijen', wins: 'Winst', streak: 'Winst op rij',
  buchholzCut1: 'Buchholz zonder de laagste', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'afwezig', gone: 'Verwijderd account', bye: 'vrij', forfeit: 'niet gespeeld',
  pairings: 'Partijen', noGames: 'Nog geen partij.', more: 'Meer', newest: 'Naar de kop',
  records: 'De partijen downloaden', recordsSaved: 'Alle partijen die zijn uitgespeeld staan in het bestand.',
  result: { '*': 'bezig', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Een toernooi aankondigen', name: 'Naam', kind: 'Systeem', edition: 'Uitgave', clock: 'Klok', setup: 'Minuten om op te stellen',
  roundsField: 'Ronden', minutesField: 'Minuten', placesField: 'Plaatsen (hoogstens)', delay: 'Minuten tot het begin', ratedField: 'Partijen voor de rating', make: 'Aankondigen',
};
