// Les tournois, en français.

import { grammar } from '../grammar.js';

const { number, plural } = grammar('fr');

/** @type {typeof import('./en.js').tournaments} */
export const tournaments = {
  title: 'Tournois',
  door: 'Tournois',
  empty: ['Aucun tournoi n’est annoncé', 'Annonces-en un : rondes et parties commencent alors d’elles-mêmes.'],
  system: { arena: 'Arène', swiss: 'Système suisse', 'round-robin': 'Toutes rondes', exhibition: 'Parties simultanées' },
  systemNote: {
    arena: 'Qui est libre reçoit aussitôt un adversaire, jusqu’à ce que le temps soit écoulé. Après deux victoires de suite, les points comptent double.',
    swiss: 'Quelques rondes : les vainqueurs jouent entre eux, et jamais deux fois contre le même.',
    'round-robin': 'Chacun joue une fois contre tous les autres. Jusqu’à 16 joueurs.',
    exhibition: 'Tu joues en même temps contre tous les participants, jusqu’à 16. Non classé.',
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
  signIn: 'Connecte-toi pour participer ou annoncer un tournoi',
  guests: 'invités bienvenus', nameFirst: 'Choisis un nom pour participer.',
  in_: 'Tu participes. Tes parties s’ouvrent d’elles-mêmes tant que cette page est ouverte.',
  awayNote: 'Tu es absent et ne reçois pas de parties. Reviens quand tu veux.',
  noShow: 'Qui ne dispose pas son armée à temps perd la partie et compte comme absent.',
  paired: (name) => `Ta partie dans « ${name} » commence.`,
  gameOf: (name) => `Une partie du tournoi « ${name} »`,
  show: 'Voir', open: 'Aller à la partie',
  exhibition: {
    against: (name) => `${name} contre tous`, left: (n) => plural(n, 'partie en cours', 'parties en cours'),
    note: 'Tu joues sur tous les plateaux. Ceux qui t’attendent sont en tête.', boards: 'Tes plateaux',
    waiting: (n) => (n ? plural(n, 'plateau t’attend', 'plateaux t’attendent') : 'Aucun plateau ne t’attend.'), next: 'Au plateau suivant',
    armies: (n) => `Armées prêtes sur ${plural(n, 'plateau', 'plateaux')}`, army: 'attend ton armée',
    colour: 'Ta couleur', inTurn: 'À tour de rôle', chooses: 'Je choisis mes adversaires', guests: 'Les invités peuvent participer',
    playsAll: (name, colour) => `${name} joue ${colour}`, ask: 'Demander à jouer', asked: 'Tu as demandé à jouer. L’organisateur choisit ses adversaires.',
    who: 'Qui demande à jouer', nobody: 'Personne n’a encore demandé.', chosen: 'joue', choose: 'Accepter', turnDown: 'Écarter',
  },
  standings: 'Classement', place: 'Place', player: 'Joueur', points: 'Points', games: 'Parties', wins: 'Victoires', streak: 'Victoires de suite',
  buchholzCut1: 'Buchholz sans le plus bas', buchholz: 'Buchholz', sonnebornBerger: 'Sonneborn-Berger',
  short: { buchholzCut1: 'BH−1', buchholz: 'BH', sonnebornBerger: 'SB' },
  away: 'absent', gone: 'Compte supprimé', bye: 'exempt', forfeit: 'par forfait',
  pairings: 'Parties', noGames: 'Aucune partie encore.', more: 'Plus', newest: 'Vers la tête',
  records: 'Télécharger les parties', recordsSaved: 'Toutes les parties terminées sont dans le fichier.',
  result: { '*': 'en cours', red: '1–0', blue: '0–1', draw: '½–½', none: '0–0' },
  announce: 'Annoncer un tournoi', name: 'Nom', kind: 'Système', edition: 'Édition', clock: 'Pendule', setup: 'Minutes de mise en place',
  roundsField: 'Rondes', minutesField: 'Minutes', placesField: 'Places (au plus)', delay: 'Minutes avant le début', ratedField: 'Parties classées', make: 'Annoncer',
};
