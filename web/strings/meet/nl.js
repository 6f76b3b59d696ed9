// Elkaar vinden: een willekeurige tegenstander.

/** @type {typeof import('./en.js').meet} */
export const meet = {
  title: 'Tegenstander zoeken',
  lead: 'Eén klik, en we zoeken iemand die hetzelfde wil spelen: eerst dicht bij jouw rating, na een minuut wie dan ook.',
  quick: 'Meteen',
  choose: 'Meer keuze',
  chooseNote: 'Je speelt iets van wat je aanvinkt: hoe meer, hoe sneller het begint.',
  editions: 'Uitgaven', clocks: 'Klokken',
  rated: 'Voor de rating', bots: 'Mijn tegenstander mag een bot zijn',
  go: 'Tegenstander zoeken',
  none: 'Vink een uitgave en een klok aan.',
  looking: 'Er wordt een tegenstander gezocht…',
  since: (time) => `Je wacht al ${time}.`,
  waiting: (n) => (n === 1 ? 'Verder wacht er nu niemand.' : `Er ${n === 2 ? 'wacht nog één ander' : `wachten nog ${n - 1} anderen`}.`),
  wait: (n) => `${n} ${n === 1 ? 'wacht' : 'wachten'}`,
  cancel: 'Stoppen met zoeken', stay: 'Tonen', computer: 'Intussen tegen de computer spelen',
  leave: 'Je kunt intussen rondkijken: de partij opent zodra er iemand komt.',
  found: 'Er is een tegenstander gevonden.',
  plan: {
    title: 'Voorwaardelijke zetten',
    note: 'Zolang je tegenstander aan zet is, kun je je antwoorden voorbereiden. Niemand anders ziet ze voordat ze gespeeld zijn; elke andere zet beëindigt de reeks. Kies de vakken van beide zetten op het bord, of typ ze in.',
    condition: 'Als je tegenstander speelt', battle: 'en het gevecht zo afloopt', answer: 'speel ik',
    hint: 'Twee vakken, zoals a7-a6',
    battles: { '': 'hoe een gevecht ook afloopt', attacker: 'de aanvaller blijft over', defender: 'de verdediger blijft over', both: 'beide sneuvelen' },
    add: 'Toevoegen', clear: 'Reeks schrappen',
    pair: (theirs, battle, answer) => `Als ${theirs}${battle ? ` (${battle})` : ''}, dan ${answer}`,
    ended: {
      'other-move': 'Je voorwaardelijke zetten zijn geschrapt: je tegenstander speelde iets anders.',
      illegal: 'Je voorwaardelijke zetten zijn geschrapt: het antwoord kan niet worden gespeeld.',
      'draw-offer': 'Je voorwaardelijke zetten zijn geschrapt: je tegenstander biedt remise aan.',
    },
  },
  vacation: {
    title: 'Vakantie',
    text: 'Een tijdje weg? In partijen met dagen per zet staan je klokken dan stil; je tegenstanders zien dat, maar niet hoelang. Een dag die begonnen is, telt mee.',
    days: 'Dagen', leave: 'Mijn klokken stilzetten', back: 'Ik ben terug',
    change: 'Wijzigen', ended: 'Je vakantie is voorbij: je klokken lopen weer.',
    away: (date) => `Je bent weg tot ${date}: je klokken staan stil.`,
    left: (n, all) => `Dagen over dit jaar: ${n} van ${all}.`,
  },
  next: { go: (n) => `Volgende partij: jij bent nog in ${n} aan zet`, auto: 'Ga daarheen na elke zet van mij' },
};
