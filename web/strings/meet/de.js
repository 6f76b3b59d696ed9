// Sich finden: irgendein Gegner.

export const meet = {
  title: 'Gegner suchen',
  door: ['Gegner suchen', 'Wer dasselbe spielen will und so stark ist wie du.'],
  lead: 'Ein Druck, und du wartest auf jemanden, der dasselbe spielen will. Ähnlich Starke kommen zuerst, nach einer Minute ist jeder recht.',
  quick: 'Sofort',
  choose: 'Mehr wählen',
  chooseNote: 'Alles, was du ankreuzt, ist recht: je mehr, desto schneller.',
  editions: 'Ausgaben', clocks: 'Uhren',
  rated: 'Gewertet', bots: 'Mein Gegner darf ein Bot sein',
  go: 'Gegner suchen',
  none: 'Kreuze eine Ausgabe und eine Uhr an.',
  looking: 'Ein Gegner wird gesucht…',
  since: (time) => `Du wartest seit ${time}.`,
  waiting: (n) => (n === 1 ? 'Sonst wartet gerade niemand.' : `${n === 2 ? 'Noch jemand wartet' : `Noch ${n - 1} andere warten`}.`),
  wait: (n) => `${n} ${n === 1 ? 'wartet' : 'warten'}`,
  cancel: 'Nicht mehr suchen', stay: 'Zeigen', computer: 'Solange gegen den Computer spielen',
  leave: 'Du kannst auf der Seite anderswohin gehen: Die Partie öffnet sich, sobald jemand kommt.',
  found: 'Ein Gegner ist gefunden.',
};
