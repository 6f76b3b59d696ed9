// De analyse van een afgelopen partij.

import { grammar } from '../grammar.js';

const { number, plural, duration, signedTenths } = grammar('nl');
/** @param {number} n */
const rounded = (n) => number(Math.round(n * 10) / 10);
/** @param {number} n @param {string} text */
const signed = (n, text) => `${n < 0 ? '−' : '+'}${text}`;
/** @param {number} part */
const percent = (part) => `${number(Math.round(part * 100))}%`;

/** @type {typeof import('./en.js').analysis} */
export const analysis = {
  open: 'Analyseren',
  title: 'Analyse',
  progress: 'Hoeveel van de partij geanalyseerd is',
  stop: 'Stoppen', goOn: 'Doorgaan', done: 'De analyse is klaar.',
  failed: 'De partij kan hier niet geanalyseerd worden.',
  curve: 'De verwachte score van Rood, zet voor zet',
  line: { red: 'zoals Rood het kon weten', blue: 'zoals Blauw het kon weten' },
  table: 'De curve als tabel',
  columns: ['#', 'Kant', 'Zet', 'Verwachte score van Rood', 'Beter', 'Geluk in het gevecht (verkenners)'],
  percent,
  marks: { inaccuracy: 'onnauwkeurigheid', mistake: 'fout', blunder: 'blunder' },
  chance: (score) => `Voor deze zet was de verwachte score van Rood ${score}.`,
  better: (mark, best, loss) => `Een zet die ${loss} verloor (${mark}). Beter: ${best}.`,
  nothing: 'De bovenrand is winst voor Rood, de onderrand voor Blauw. Kies een punt van de curve.',
  where: 'Waar kon deze rang staan?', noRank: 'kies een rang',
  thinks: {
    red: (squares) => `Wat Rood van de stukken van Blauw kon denken: ${squares}.`,
    blue: (squares) => `Wat Blauw van de stukken van Rood kon denken: ${squares}.`,
  },
  turns: 'Keerpunten',
  turn: (ply, who, swing) => `Zet ${number(ply)}: ${who} ${signed(swing, percent(Math.abs(swing)))}`,
  doubts: (inaccuracies, mistakes, blunders) => [plural(inaccuracies, 'onnauwkeurigheid', 'onnauwkeurigheden'), plural(mistakes, 'fout', 'fouten'), plural(blunders, 'blunder', 'blunders')].join(' · '),
  luck: (scouts) => `geluk in gevechten ${signedTenths(scouts)} (in verkenners)`,
  battleLuck: (each) => `Geluk in het gevecht, in verkenners: ${each}.`, signedTenths,
  given: (bits) => `weggegeven kennis ${rounded(bits)} bits`,
  times: 'Bedenktijd', duration,
  took: (ply, time) => `Zet ${number(ply)} duurde ${time}.`,
  chooseMove: 'Kies een zet om te zien hoelang die duurde.',
  timeSum: (total, mean) => `${duration(total)} in totaal, gemiddeld ${duration(mean)} per zet`,
  download: 'Partij met de analyse', downloadHint: 'De bewaarde partij, met de analyse in de opmerkingen bij de zetten',
  share: 'Deel deze stelling', copyLink: 'Kopieer een link naar deze stelling',
  note: 'De computer op dit apparaat beoordeelt elke zet naar wat die kant toen kon weten.',
  noteServer: 'De computer van de server beoordeelt elke zet naar wat die kant toen kon weten.',
};

// Verderspelen vanuit een stelling van een afgelopen partij, tegen de computer.
/** @type {typeof import('./en.js').trial} */
export const trial = {
  open: 'Probeer een andere zet',
  hint: 'Speel vanuit deze stelling verder tegen de computer, op dit apparaat',
  failed: 'Verderspelen vanaf hier lukte niet. Probeer het opnieuw.',
  title: 'Verderspelen vanaf hier',
  lead: (ply) => (ply ? `Na zet ${number(ply)}, op dit apparaat. De partij zelf verandert niet.` : 'Vanaf het begin, op dit apparaat. De partij zelf verandert niet.'),
  seat: 'Jouw kant',
  army: 'Het leger van de computer', asItWas: 'Zoals het was', asItWasNote: 'in deze partij', drawn: 'Opnieuw verdeeld', drawnNote: 'uit wat jouw kant toen kon weten',
  begin: 'Verderspelen',
  from: (ply) => (ply ? `Een poging die verdergaat na zet ${number(ply)} van een partij.` : 'Een poging vanaf het begin van een partij.'),
  back: 'Terug naar de partij', keep: 'Bewaren', kept: 'Bewaard bij je partijen.', drop: 'Weggooien',
  dropAsk: 'Deze poging weggooien?',
  dropText: 'Wat je sindsdien hebt gespeeld, is dan weg. De partij waaruit die voortkwam, blijft.',
  short: 'een poging',
};
