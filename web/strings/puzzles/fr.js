// Problèmes. `a` est une réponse avec ce qui a été mesuré pour la prouver (docs/puzzles.md).

import { grammar } from '../grammar.js';

const { number } = grammar('fr');
/** @param {number} n */
const tenths = (n) => number(Math.round(n * 10) / 10);

/** @type {typeof import('./en.js').puzzles} */
export const puzzles = {
  title: 'Problèmes',
  door: 'Trouve le drapeau, gagne une pièce, arrête le démineur : une seule réponse à chaque fois.',
  lead: 'Des positions de parties, telles qu’un camp les voyait. Chacune a une seule bonne réponse, expliquée ensuite.',
  rated: 'Classés',
  ratedText: 'Le serveur en choisit un proche de ton classement. Ta première réponse compte.',
  rating: (rating, change) => `Ton classement : ${rating}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}`,
  unsure: 'encore incertain',
  streak: (n) => `${n} justes de suite`,
  missing: 'Les problèmes ne peuvent pas être chargés ici. Il faut un navigateur qui sache jouer sur cet appareil et, la première fois, une connexion.',
  day: 'Problème du jour', dayText: 'Le même pour tout le monde aujourd’hui.', dayRight: 'Résolu.', dayWrong: 'Essayé.',
  clock: 'Contre la montre', clockText: 'Trois minutes, ou trois erreurs.', best: (n) => `Ta meilleure série : ${number(n)}.`,
  kinds: { flag: 'Où est le drapeau ?', win: 'Gagne une pièce', miner: 'Arrête le démineur', hold: 'N’attaque pas' },
  solved: (n, of) => `${number(n)} sur ${number(of)} résolus`,
  ask: {
    flag: () => 'Laquelle des pièces cachées de l’ennemi est le plus probablement le drapeau ? Choisis-la.',
    win: () => 'Un seul coup gagne une pièce à coup sûr, quelles que soient les pièces cachées. Joue-le.',
    miner: (miner) => `Un ${miner.toLowerCase()} ennemi marche vers ton drapeau. Un coup l’arrête mieux que tout autre. Joue-le.`,
    hold: () => 'Une pièce inconnue te tente. N’attaque pas : trouve le meilleur coup tranquille.',
  },
  you: { red: 'Tu joues Rouge, et c’est à toi', blue: 'Tu joues Bleu, et c’est à toi' },
  board: { red: 'La position, vue par Rouge', blue: 'La position, vue par Bleu' },
  chooseHidden: 'Le drapeau est une pièce cachée de l’ennemi qui n’a pas bougé.',
  notLegal: 'Cette pièce ne peut pas aller là.',
  right: 'Juste.', wrong: 'Non.',
  because: {
    flag: (a) => `Le drapeau est en ${a.answer}. Les pièces cachées ont été réparties de ${number(a.worlds)} façons qui s’accordent avec tout ce qui a été vu : dans ${number(a.percent(a.best))} % d’entre elles il est là, et en ${a.about}, la case la plus probable ensuite, dans ${number(a.percent(a.next))} %. Un simple décompte donne ${number(a.percent(a.measure))} %.`,
    win: (a) => `${a.answer} est le coup. Il s’agit de la pièce en ${a.about} : quelle que soit celle des ${number(a.worlds)} façons de répartir les pièces cachées, il gagne au moins la valeur de ${tenths(a.gain)} éclaireurs. ${a.behind}`,
    miner: (a) => `${a.answer} est le coup. Si on le laisse faire, le ${a.miner.toLowerCase()} en ${a.about} prend ton drapeau, ou une bombe à côté, en trois pas au plus. ${a.measure === 1 ? 'Aucun autre coup ne l’arrête.' : `${number(a.measure)} coups l’arrêtent, celui-ci à moindre coût.`} ${a.behind}`,
    hold: (a) => `${a.answer} est le coup. L’attaque en ${a.about} ne prend la pièce que dans ${number(a.percent(a.measure))} % des façons de répartir les pièces cachées. ${a.behind}`,
  },
  farWorse: 'Tout autre coup est bien pire.',
  worse: (scouts) => `Le deuxième meilleur coup vaut ${tenths(scouts)} éclaireurs de moins.`,
  theAnswer: 'la réponse',
  next: 'Problème suivant', more: 'Encore de ce genre', all: 'Tous les problèmes', asSeen: 'Comme on le voyait',
  score: (points, lives) => `${number(points)} justes · encore ${number(lives)} ${lives === 1 ? 'erreur' : 'erreurs'}`,
  secondsLeft: (n) => `Encore ${number(n)} secondes.`,
  over: (n) => `${number(n)} ${n > 1 ? 'résolus' : 'résolu'}`, newBest: 'Ta meilleure série jusqu’ici.', again: 'Encore une fois',
};
