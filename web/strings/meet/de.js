// Sich finden: irgendein Gegner.

/** @type {typeof import('./en.js').meet} */
export const meet = {
  title: 'Gegner suchen',
  lead: 'Ein Klick, und wir suchen jemanden, der dasselbe spielen will: zuerst nahe deiner Wertung, nach einer Minute überall.',
  quick: 'Sofort',
  choose: 'Mehr Auswahl',
  chooseNote: 'Gespielt wird etwas von dem, was du ankreuzt: Je mehr, desto schneller geht es los.',
  editions: 'Ausgaben', clocks: 'Uhren',
  rated: 'Gewertet', bots: 'Mein Gegner darf ein Bot sein',
  go: 'Gegner suchen',
  none: 'Kreuze eine Ausgabe und eine Uhr an.',
  looking: 'Ein Gegner wird gesucht…',
  since: (time) => `Du wartest seit ${time}.`,
  waiting: (n) => (n === 1 ? 'Sonst wartet gerade niemand.' : `${n === 2 ? 'Noch jemand wartet' : `Noch ${n - 1} andere warten`}.`),
  wait: (n) => `${n} ${n === 1 ? 'wartet' : 'warten'}`,
  cancel: 'Suche beenden', stay: 'Zeigen', computer: 'Solange gegen den Computer spielen',
  leave: 'Du kannst dich solange umsehen: Die Partie öffnet sich, sobald jemand kommt.',
  found: 'Ein Gegner ist gefunden.',
  plan: {
    title: 'Bedingte Züge',
    note: 'Solange dein Gegner am Zug ist, kannst du deine Antworten vorbereiten. Niemand sonst sieht sie, bevor sie gezogen sind; jeder andere Zug beendet die Folge. Wähle die Felder beider Züge auf dem Brett, oder tippe sie ein.',
    condition: 'Wenn dein Gegner zieht', battle: 'und der Kampf so ausgeht', answer: 'ziehe ich',
    hint: 'Zwei Felder, etwa a7-a6',
    battles: { '': 'wie ein Kampf auch ausgeht', attacker: 'der Angreifer bleibt', defender: 'der Verteidiger bleibt', both: 'beide fallen' },
    add: 'Hinzufügen', clear: 'Folge verwerfen',
    pair: (theirs, battle, answer) => `Wenn ${theirs}${battle ? ` (${battle})` : ''}, dann ${answer}`,
    ended: {
      'other-move': 'Deine bedingten Züge sind verworfen: Dein Gegner hat anders gezogen.',
      illegal: 'Deine bedingten Züge sind verworfen: Die Antwort ist nicht möglich.',
      'draw-offer': 'Deine bedingten Züge sind verworfen: Dein Gegner bietet Remis an.',
    },
  },
  vacation: {
    title: 'Urlaub',
    text: 'Eine Weile weg? In Partien mit Tagen je Zug stehen deine Uhren dann; deine Gegner sehen das, aber nicht, wie lange. Ein angefangener Tag zählt mit.',
    days: 'Tage', leave: 'Meine Uhren anhalten', back: 'Ich bin zurück',
    change: 'Ändern', ended: 'Dein Urlaub ist vorbei: Deine Uhren laufen wieder.',
    away: (date) => `Du bist bis ${date} weg: Deine Uhren stehen.`,
    left: (n, all) => `In diesem Jahr noch übrige Tage: ${n} von ${all}.`,
  },
  next: { go: (n) => `Nächste Partie: Du bist noch in ${n} am Zug`, auto: 'Nach jedem meiner Züge dorthin gehen' },
};
