// Se rencontrer : n’importe quel adversaire.

/** @type {typeof import('./en.js').meet} */
export const meet = {
  title: 'Trouver un adversaire',
  lead: 'Un clic, et nous cherchons quelqu’un qui veut la même partie : d’abord près de ton classement, puis, après une minute, n’importe qui.',
  quick: 'Tout de suite',
  choose: 'Plus de choix',
  chooseNote: 'Tu joueras l’une des parties cochées : plus tu en coches, plus vite elle commence.',
  editions: 'Éditions', clocks: 'Pendules',
  rated: 'Classée', bots: 'Mon adversaire peut être un bot',
  go: 'Trouver un adversaire',
  none: 'Coche une édition et une pendule.',
  looking: 'Recherche d’un adversaire…',
  since: (time) => `Tu attends depuis ${time}.`,
  waiting: (n) => (n === 1 ? 'Personne d’autre n’attend en ce moment.' : `${n - 1} ${n === 2 ? 'autre personne attend' : 'autres personnes attendent'}.`),
  wait: (n) => `${n} en attente`,
  cancel: 'Arrêter la recherche', stay: 'Montrer', computer: 'Jouer contre l’ordinateur en attendant',
  leave: 'Tu peux te promener en attendant : la partie s’ouvre dès que quelqu’un vient.',
  found: 'Un adversaire a été trouvé.',
  plan: {
    title: 'Coups conditionnels',
    note: 'Pendant le tour de ton adversaire, tu peux préparer tes réponses. Personne d’autre ne les voit avant qu’elles soient jouées ; tout autre coup met fin à la suite. Choisis les cases des deux coups sur le plateau, ou écris-les.',
    condition: 'Si ton adversaire joue', battle: 'et que le combat finit ainsi', answer: 'je joue',
    hint: 'Deux cases, comme a7-a6',
    battles: { '': 'quelle que soit l’issue d’un combat', attacker: 'l’attaquant reste', defender: 'le défenseur reste', both: 'les deux tombent' },
    add: 'Ajouter', clear: 'Abandonner la suite',
    pair: (theirs, battle, answer) => `Si ${theirs}${battle ? ` (${battle})` : ''}, alors ${answer}`,
    ended: {
      'other-move': 'Tes coups conditionnels sont abandonnés : ton adversaire a joué autrement.',
      illegal: 'Tes coups conditionnels sont abandonnés : la réponse ne peut pas être jouée.',
      'draw-offer': 'Tes coups conditionnels sont abandonnés : ton adversaire propose la nulle.',
    },
  },
  vacation: {
    title: 'Vacances',
    text: 'Tu pars quelque temps ? Dans les parties avec des jours par coup, tes pendules s’arrêtent ; tes adversaires le voient, mais pas pour combien de temps. Un jour commencé compte.',
    days: 'Jours', leave: 'Arrêter mes pendules', back: 'Je suis de retour',
    change: 'Modifier', ended: 'Tes vacances sont finies : tes pendules tournent de nouveau.',
    away: (date) => `Tu es en vacances jusqu’au ${date} : tes pendules sont arrêtées.`,
    left: (n, all) => `Jours restants cette année : ${n} sur ${all}.`,
  },
  next: { go: (n) => `Partie suivante : c’est encore à toi dans ${n}`, auto: 'Y aller après chacun de mes coups' },
};
