// Se rencontrer : n’importe quel adversaire.

export const meet = {
  title: 'Trouver un adversaire',
  door: ['Trouver un adversaire', 'Quiconque veut la même partie, de la même force que toi.'],
  lead: 'Une pression, et tu attends quelqu’un qui veut la même partie. Les classements proches passent d’abord ; au bout d’une minute, tout le monde convient.',
  quick: 'Tout de suite',
  choose: 'Choisir davantage',
  chooseNote: 'Tout ce que tu coches convient : plus il y en a, plus ça va vite.',
  editions: 'Éditions', clocks: 'Pendules',
  rated: 'Classée', bots: 'Mon adversaire peut être un bot',
  go: 'Trouver un adversaire',
  none: 'Coche une édition et une pendule.',
  looking: 'Recherche d’un adversaire…',
  since: (time) => `Tu attends depuis ${time}.`,
  waiting: (n) => (n === 1 ? 'Personne d’autre n’attend en ce moment.' : `${n - 1} ${n === 2 ? 'autre personne attend' : 'autres personnes attendent'}.`),
  wait: (n) => `${n} en attente`,
  cancel: 'Ne plus chercher', stay: 'Montrer', computer: 'Jouer contre l’ordinateur en attendant',
  leave: 'Tu peux aller ailleurs sur la page : la partie s’ouvre dès que quelqu’un vient.',
  found: 'Un adversaire a été trouvé.',
};
