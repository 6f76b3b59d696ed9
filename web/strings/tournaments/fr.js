// Les tournois, en français.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('fr');

export const tournaments = {
  title: 'Tournois',
  door: 'Tournois',
  empty: 'Aucun tournoi n’est annoncé. Annonces-en un : rondes et parties commencent alors d’elles-mêmes.',
  system: { arena: 'Arène', swiss: 'Système suisse', 'round-robin': 'Toutes rondes' },
  systemNote: {
    arena: 'Qui est libre est apparié aussitôt, jusqu’à la fin du temps. La troisième victoire de suite compte double.',
    swiss: 'Quelques rondes ; les vainqueurs se rencontrent, et personne deux fois le même.',
    'round-robin': 'Chacun rencontre chacun une fois. Jusqu’à 16 joueurs.',
  },
  state: { open: 'Annoncé', running: 'En cours', over: 'Terminé', cancelled: 'N’a pas eu lieu' },
  players: (n, places) => `${number(n)} sur ${plural(places, 'joueur', 'joueurs')}`,
  starts: (date) => `Commence ${date}`,
  in: (time) => `Commence dans ${time}`,
  soon: 'Commence tout de suite',
  left: (time) => `Encore ${time}`,
  round: (n, all) => `Ronde ${number(n)} sur ${number(all)}`,
  rounds: (n) => plural(n, 'ronde', 'rondes'),
  minutes: (n) => plural(n, 'minute', 'minutes'),
  rated: 'classé',
  join: 'Participer', leave: 'Quitter', cancel: 'Annuler le tournoi', again: 'Revenir',
  signIn: 'Les tournois sont pour les comptes. Connecte-toi pour participer.',
  in_: 'Tu participes. Tes parties s’ouvrent d’elles-mêmes tant que cette page est ouverte.',
  awayNote: 'Tu es absent et n’es pas apparié. Reviens quand tu veux.',
  noShow: 'Qui n’a pas d’armée quand le temps prévu est écoulé perd la partie et devient absent.',
  paired: (name) => `Ta partie dans « ${name} » commence.`,
  gameOf: (name) => `Une partie du tournoi « ${name} »`,
  show: 'Voir le tournoi', open: 'À la partie',
  standings: 'Classement', place: 'Place', player: 'Joueur', points: 'Points', games: 'Parties', wins: 'Victoires', streak: 'Victoires de suite',
  buchholzCut1: 'Buchholz sans le plus bas', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'absent', gone: 'Compte supprimé', bye: 'exempt', forfeit: 'par forfait',
  pairings: 'Parties', noGames: 'Aucune partie encore.', more: 'Plus', newest: 'Vers la tête',
  result: { '*': 'en cours', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Annoncer un tournoi', name: 'Nom', kind: 'Système', edition: 'Édition', clock: 'Pendule', setup: 'Minutes pour l’armée',
  roundsField: 'Rondes', minutesField: 'Minutes', placesField: 'Places au plus', delay: 'Commence dans tant de minutes', ratedField: 'Parties classées', make: 'Annoncer',
};
