// Puzzels. `a` is een antwoord met wat bij het bewijs gemeten is (docs/puzzles.md).

import { grammar } from '../grammar.js';

const { number } = grammar('nl');
/** @param {number} n */
const tenths = (n) => number(Math.round(n * 10) / 10);

/** @type {typeof import('./en.js').puzzles} */
export const puzzles = {
  title: 'Puzzels',
  door: 'Vind de vlag, win een stuk, houd de mineur tegen: telkens één antwoord.',
  lead: 'Stellingen uit partijen, zoals één kant ze zag. Elke puzzel heeft één goed antwoord en legt daarna uit waarom.',
  rated: 'Met rating',
  ratedText: 'De server kiest er een dicht bij je rating. Je eerste antwoord telt.',
  rating: (rating, change) => `Jouw rating: ${rating}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}`,
  unsure: 'nog onzeker',
  streak: (n) => `${n} goed op rij`,
  missing: 'De puzzels kunnen hier niet geladen worden. Ze hebben een browser nodig die op dit apparaat kan spelen, en de eerste keer een verbinding.',
  day: 'Puzzel van de dag', dayText: 'Vandaag voor iedereen dezelfde.', dayRight: 'Opgelost.', dayWrong: 'Geprobeerd.',
  clock: 'Tegen de klok', clockText: 'Drie minuten, of drie fouten.', best: (n) => `Je beste reeks: ${number(n)}.`,
  kinds: { flag: 'Waar is de vlag?', win: 'Win een stuk', miner: 'Houd de mineur tegen', hold: 'Val niet aan' },
  solved: (n, of) => `${number(n)} van ${number(of)} opgelost`,
  ask: {
    flag: () => 'Welk verborgen stuk van de vijand is waarschijnlijk de vlag? Kies het.',
    win: () => 'Eén zet wint zeker een stuk, wat de verborgen stukken ook blijken te zijn. Doe die zet.',
    miner: (miner) => `Een vijandelijke ${miner.toLowerCase()} is op weg naar je vlag. Eén zet houdt hem het best tegen. Doe die zet.`,
    hold: () => 'Een onbekend stuk lokt je. Val niet aan: vind de beste rustige zet.',
  },
  you: { red: 'Je bent Rood en aan zet', blue: 'Je bent Blauw en aan zet' },
  board: { red: 'De stelling, gezien door Rood', blue: 'De stelling, gezien door Blauw' },
  chooseHidden: 'De vlag is een verborgen stuk van de vijand dat niet bewogen heeft.',
  notLegal: 'Dit stuk kan daar niet heen.',
  right: 'Goed.', wrong: 'Nee.',
  because: {
    flag: (a) => `De vlag staat op ${a.answer}. De verborgen stukken zijn verdeeld op ${number(a.worlds)} manieren die kloppen met alles wat te zien was: in ${number(a.percent(a.best))}% daarvan staat hij daar, en op ${a.about}, de op een na waarschijnlijkste plek, in ${number(a.percent(a.next))}%. Tellen alleen geeft ${number(a.percent(a.measure))}%.`,
    win: (a) => `${a.answer} is de zet. Het gaat om het stuk op ${a.about}: bij elk van de ${number(a.worlds)} manieren om de verborgen stukken te verdelen wint die minstens wat ${tenths(a.gain)} verkenners waard zijn. ${a.behind}`,
    miner: (a) => `${a.answer} is de zet. Als je niets doet, pakt de ${a.miner.toLowerCase()} op ${a.about} binnen drie stappen je vlag, of een bom ernaast. ${a.measure === 1 ? 'Geen andere zet houdt hem tegen.' : `${number(a.measure)} zetten houden hem tegen, deze kost het minst.`} ${a.behind}`,
    hold: (a) => `${a.answer} is de zet. De aanval op ${a.about} slaat het stuk daar bij maar ${number(a.percent(a.measure))}% van de manieren om de verborgen stukken te verdelen. ${a.behind}`,
  },
  farWorse: 'Elke andere zet is veel slechter.',
  worse: (scouts) => `De op een na beste zet is ${tenths(scouts)} verkenners minder waard.`,
  theAnswer: 'het antwoord',
  next: 'Volgende puzzel', more: 'Meer van deze soort', all: 'Alle puzzels', asSeen: 'Zoals het te zien was',
  score: (points, lives) => `${number(points)} goed · nog ${number(lives)} ${lives === 1 ? 'fout' : 'fouten'}`,
  secondsLeft: (n) => `Nog ${number(n)} seconden.`,
  over: (n) => `${number(n)} opgelost`, newBest: 'Je beste reeks tot nu toe.', again: 'Nog een keer',
};
