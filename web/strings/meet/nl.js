// Elkaar vinden: een willekeurige tegenstander.

export const meet = {
  title: 'Tegenstander zoeken',
  door: ['Tegenstander zoeken', 'Iedereen die hetzelfde wil spelen, en even sterk is als jij.'],
  lead: 'Eén druk op de knop, en je wacht op wie hetzelfde wil spelen. Wie even sterk is komt eerst, na een minuut is iedereen goed.',
  quick: 'Meteen',
  choose: 'Meer kiezen',
  chooseNote: 'Alles wat je aanvinkt is goed: hoe meer, hoe sneller.',
  editions: 'Uitgaven', clocks: 'Klokken',
  rated: 'Voor de rating', bots: 'Mijn tegenstander mag een bot zijn',
  go: 'Tegenstander zoeken',
  none: 'Vink een uitgave en een klok aan.',
  looking: 'Er wordt een tegenstander gezocht…',
  since: (time) => `Je wacht al ${time}.`,
  waiting: (n) => (n === 1 ? 'Verder wacht er nu niemand.' : `Er ${n === 2 ? 'wacht nog één ander' : `wachten nog ${n - 1} anderen`}.`),
  wait: (n) => `${n} ${n === 1 ? 'wacht' : 'wachten'}`,
  cancel: 'Niet meer zoeken', stay: 'Tonen', computer: 'Intussen tegen de computer spelen',
  leave: 'Je mag intussen elders op de pagina zijn: de partij opent als er iemand komt.',
  found: 'Er is een tegenstander gevonden.',
};
