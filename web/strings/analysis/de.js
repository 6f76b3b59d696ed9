// Die Analyse einer beendeten Partie.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('de');
const rounded = (n) => number(Math.round(n * 10) / 10);
const signed = (n, text) => `${n < 0 ? '−' : '+'}${text}`;
const percent = (part) => `${number(Math.round(part * 100))}\u00a0%`;

export const analysis = {
  open: 'Analysieren',
  title: 'Analyse',
  progress: 'Wie viel der Partie analysiert ist',
  stop: 'Anhalten', goOn: 'Weiter', done: 'Die Analyse ist fertig.',
  failed: 'Die Partie lässt sich hier nicht analysieren.',
  curve: 'Rots erwartete Punktzahl, Zug für Zug',
  line: { red: 'wie Rot es wissen konnte', blue: 'wie Blau es wissen konnte' },
  table: 'Die Kurve als Tabelle',
  columns: ['#', 'Seite', 'Zug', 'Rots erwartete Punktzahl', 'Besser'],
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
  luck: (scouts) => `Glück in Kämpfen ${signed(scouts, rounded(Math.abs(scouts)))} (in Aufklärern)`,
  given: (bits) => `verratenes Wissen ${rounded(bits)} Bit`,
  note: 'Jeder Zug wird nach dem beurteilt, was seine Seite da wissen konnte, vom Computer auf diesem Gerät.',
};
