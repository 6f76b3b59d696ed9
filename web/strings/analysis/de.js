// Die Analyse einer beendeten Partie.

import { grammar } from '../grammar.js';

const { number, plural, duration, signedTenths } = grammar('de');
/** @param {number} n */
const rounded = (n) => number(Math.round(n * 10) / 10);
/** @param {number} n @param {string} text */
const signed = (n, text) => `${n < 0 ? '−' : '+'}${text}`;
/** @param {number} part */
const percent = (part) => `${number(Math.round(part * 100))}\u00a0%`;

/** @type {typeof import('./en.js').analysis} */
export const analysis = {
  open: 'Analysieren',
  title: 'Analyse',
  progress: 'Wie viel der Partie analysiert ist',
  stop: 'Anhalten', goOn: 'Weiter', done: 'Die Analyse ist fertig.',
  failed: 'Die Partie lässt sich hier nicht analysieren.',
  curve: 'Rots erwartete Punktzahl, Zug für Zug',
  line: { red: 'wie Rot es wissen konnte', blue: 'wie Blau es wissen konnte' },
  table: 'Die Kurve als Tabelle',
  columns: ['#', 'Seite', 'Zug', 'Rots erwartete Punktzahl', 'Besser', 'Glück im Kampf (Aufklärer)'],
  percent,
  marks: { inaccuracy: 'Ungenauigkeit', mistake: 'Fehler', blunder: 'grober Fehler' },
  chance: (score) => `Vor diesem Zug war Rots erwartete Punktzahl ${score}.`,
  better: (mark, best, loss) => `Ein Zug, der ${loss} verlor (${mark}). Besser: ${best}.`,
  nothing: 'Der obere Rand ist ein Sieg von Rot, der untere einer von Blau. Wähle einen Punkt der Kurve.',
  where: 'Wo konnte dieser Rang stehen?', noRank: 'wähle einen Rang',
  thinks: {
    red: (squares) => `Was Rot von Blaus Figuren denken konnte: ${squares}.`,
    blue: (squares) => `Was Blau von Rots Figuren denken konnte: ${squares}.`,
  },
  turns: 'Wendepunkte',
  turn: (ply, who, swing) => `Zug ${number(ply)}: ${who} ${signed(swing, percent(Math.abs(swing)))}`,
  doubts: (inaccuracies, mistakes, blunders) => [plural(inaccuracies, 'Ungenauigkeit', 'Ungenauigkeiten'), plural(mistakes, 'Fehler', 'Fehler'), plural(blunders, 'grober Fehler', 'grobe Fehler')].join(' · '),
  luck: (scouts) => `Glück in Kämpfen ${signedTenths(scouts)} (in Aufklärern)`,
  battleLuck: (each) => `Glück im Kampf, in Aufklärern: ${each}.`, signedTenths,
  given: (bits) => `verratenes Wissen ${rounded(bits)} Bit`,
  times: 'Bedenkzeit', duration,
  took: (ply, time) => `Zug ${number(ply)} dauerte ${time}.`,
  chooseMove: 'Wähl einen Zug, um zu sehen, wie lange er dauerte.',
  timeSum: (total, mean) => `${duration(total)} insgesamt, im Schnitt ${duration(mean)} je Zug`,
  download: 'Aufzeichnung mit der Analyse', downloadHint: 'Die Aufzeichnung der Partie mit den Ergebnissen in den Kommentaren der Züge',
  share: 'Diese Stellung teilen', copyLink: 'Link zu dieser Stellung kopieren',
  note: 'Der Computer auf diesem Gerät beurteilt jeden Zug danach, was seine Seite da wissen konnte.',
  noteServer: 'Der Computer des Servers beurteilt jeden Zug danach, was seine Seite da wissen konnte.',
};

// Weiterspielen aus einer Stellung einer beendeten Partie, gegen den Computer.
/** @type {typeof import('./en.js').trial} */
export const trial = {
  open: 'Einen anderen Zug versuchen',
  hint: 'Von dieser Stellung aus gegen den Computer weiterspielen, auf diesem Gerät',
  failed: 'Von hier weiterzuspielen ging nicht. Versuch es noch einmal.',
  title: 'Von hier weiterspielen',
  lead: (ply) => (ply ? `Nach Zug ${number(ply)}, auf diesem Gerät. Die Partie selbst bleibt, wie sie war.` : 'Vom Anfang an, auf diesem Gerät. Die Partie selbst bleibt, wie sie war.'),
  seat: 'Deine Seite',
  army: 'Die Armee des Computers', asItWas: 'Wie sie war', asItWasNote: 'in dieser Partie', drawn: 'Neu verteilt', drawnNote: 'aus dem, was deine Seite da wissen konnte',
  begin: 'Weiterspielen',
  from: (ply) => (ply ? `Ein Versuch, der nach Zug ${number(ply)} einer Partie weitergeht.` : 'Ein Versuch vom Anfang einer Partie an.'),
  back: 'Zurück zur Partie', keep: 'Behalten', kept: 'Bei deinen Partien behalten.', drop: 'Wegwerfen',
  dropAsk: 'Diesen Versuch wegwerfen?',
  dropText: 'Was du seitdem gespielt hast, ist dann fort. Die Partie, aus der er kommt, bleibt.',
  short: 'ein Versuch',
};
