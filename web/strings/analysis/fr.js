// L’analyse d’une partie terminée.

import { grammar } from '../grammar.js';

const { number, plural, duration, signedTenths } = grammar('fr');
/** @param {number} n */
const rounded = (n) => number(Math.round(n * 10) / 10);
/** @param {number} n @param {string} text */
const signed = (n, text) => `${n < 0 ? '−' : '+'}${text}`;
/** @param {number} part */
const percent = (part) => `${number(Math.round(part * 100))}\u00a0%`;

/** @type {typeof import('./en.js').analysis} */
export const analysis = {
  open: 'Analyser',
  title: 'Analyse',
  progress: 'Part de la partie analysée',
  stop: 'Arrêter', goOn: 'Continuer', done: 'L’analyse est terminée.',
  failed: 'La partie ne peut pas être analysée ici.',
  curve: 'Le score attendu de Rouge, coup par coup',
  line: { red: 'd’après ce que Rouge pouvait savoir', blue: 'd’après ce que Bleu pouvait savoir' },
  table: 'La courbe en tableau',
  columns: ['#', 'Camp', 'Coup', 'Score attendu de Rouge', 'Mieux', 'Chance au combat (éclaireurs)'],
  percent,
  marks: { inaccuracy: 'imprécision', mistake: 'erreur', blunder: 'gaffe' },
  chance: (score) => `Avant ce coup, le score attendu de Rouge était de ${score}.`,
  better: (mark, best, loss) => `Un coup qui a perdu ${loss} (${mark}). Mieux\u00a0: ${best}.`,
  nothing: 'Le bord supérieur est une victoire de Rouge, le bord inférieur une victoire de Bleu. Choisis un point de la courbe.',
  where: 'Où pouvait être ce grade\u00a0?', noRank: 'choisis un grade',
  thinks: {
    red: (squares) => `Ce que Rouge pouvait penser des pièces de Bleu\u00a0: ${squares}.`,
    blue: (squares) => `Ce que Bleu pouvait penser des pièces de Rouge\u00a0: ${squares}.`,
  },
  turns: 'Tournants',
  turn: (ply, who, swing) => `Coup ${number(ply)}\u00a0: ${who} ${signed(swing, percent(Math.abs(swing)))}`,
  doubts: (inaccuracies, mistakes, blunders) => [plural(inaccuracies, 'imprécision', 'imprécisions'), plural(mistakes, 'erreur', 'erreurs'), plural(blunders, 'gaffe', 'gaffes')].join(' · '),
  luck: (scouts) => `chance aux combats ${signedTenths(scouts)} (en éclaireurs)`,
  battleLuck: (each) => `Chance au combat, en éclaireurs\u00a0: ${each}.`, signedTenths,
  given: (bits) => `information cédée ${rounded(bits)} bits`,
  times: 'Temps utilisé', duration,
  took: (ply, time) => `Le coup ${number(ply)} a pris ${time}.`,
  chooseMove: 'Choisis un coup pour voir combien de temps il a pris.',
  timeSum: (total, mean) => `${duration(total)} en tout, ${duration(mean)} par coup en moyenne`,
  download: 'Fichier avec l’analyse', downloadHint: 'Le fichier de la partie, avec l’analyse en commentaire des coups',
  share: 'Partager cette position', copyLink: 'Copier un lien vers cette position',
  note: 'L’ordinateur de cet appareil juge chaque coup d’après ce que son camp pouvait alors savoir.',
  noteServer: 'L’ordinateur du serveur juge chaque coup d’après ce que son camp pouvait alors savoir.',
};

// Continuer depuis une position d’une partie terminée, contre l’ordinateur.
/** @type {typeof import('./en.js').trial} */
export const trial = {
  open: 'Essayer un autre coup',
  hint: 'Continuer depuis cette position contre l’ordinateur, sur cet appareil',
  failed: 'Impossible de continuer d’ici. Réessaie.',
  title: 'Continuer d’ici',
  lead: (ply) => (ply ? `Après le coup ${number(ply)}, sur cet appareil. La partie elle-même ne change pas.` : 'Depuis le début, sur cet appareil. La partie elle-même ne change pas.'),
  seat: 'Ton camp',
  army: 'L’armée de l’ordinateur', asItWas: 'Comme elle était', asItWasNote: 'dans cette partie', drawn: 'Redistribuée', drawnNote: 'd’après ce que ton camp pouvait savoir',
  begin: 'Continuer',
  from: (ply) => (ply ? `Un essai qui continue après le coup ${number(ply)} d’une partie.` : 'Un essai depuis le début d’une partie.'),
  back: 'Revenir à la partie', keep: 'Garder', kept: 'Gardé parmi tes parties.', drop: 'Jeter',
  dropAsk: 'Jeter cet essai\u00a0?',
  dropText: 'Ce que tu as joué depuis sera perdu. La partie d’origine reste.',
  short: 'un essai',
};
