// Rätsel. `a` ist eine Antwort mit dem, was bei ihrem Beweis gemessen wurde (docs/puzzles.md).

import { grammar } from '../grammar.js';

const { number } = grammar('de');
/** @param {number} n */
const tenths = (n) => number(Math.round(n * 10) / 10);

/** @type {typeof import('./en.js').puzzles} */
export const puzzles = {
  title: 'Rätsel',
  door: 'Finde die Fahne, gewinne eine Figur, halte den Mineur auf: je eine Lösung.',
  lead: 'Stellungen aus Partien, wie eine Seite sie sah. Jede hat genau eine richtige Lösung, die danach erklärt wird.',
  rated: 'Gewertet',
  ratedText: 'Der Server wählt eines nahe deiner Wertung. Deine erste Antwort zählt.',
  rating: (rating, change) => `Deine Wertung: ${rating}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}`,
  unsure: 'noch unsicher',
  streak: (n) => `${n} richtig in Folge`,
  missing: 'Die Rätsel können hier nicht geladen werden. Sie brauchen einen Browser, der auf diesem Gerät spielen kann, und beim ersten Mal eine Verbindung.',
  day: 'Rätsel des Tages', dayText: 'Heute für alle dasselbe.', dayRight: 'Gelöst.', dayWrong: 'Versucht.',
  clock: 'Gegen die Uhr', clockText: 'Drei Minuten oder drei Fehler.', best: (n) => `Deine beste Serie: ${number(n)}.`,
  kinds: { flag: 'Wo ist die Fahne?', win: 'Gewinne eine Figur', miner: 'Halte den Mineur auf', hold: 'Greif nicht an' },
  solved: (n, of) => `${number(n)} von ${number(of)} gelöst`,
  ask: {
    flag: () => 'Welche verdeckte Figur des Gegners ist am ehesten die Fahne? Wähle sie.',
    win: () => 'Ein Zug gewinnt sicher eine Figur, was immer die verdeckten auch sind. Spiel ihn.',
    miner: (miner) => `Ein gegnerischer ${miner} ist auf dem Weg zu deiner Fahne. Ein Zug hält ihn am besten auf. Spiel ihn.`,
    hold: () => 'Eine unbekannte Figur lockt dich. Greif nicht an: Finde den besten ruhigen Zug.',
  },
  you: { red: 'Du bist Rot und am Zug', blue: 'Du bist Blau und am Zug' },
  board: { red: 'Die Stellung, von Rot gesehen', blue: 'Die Stellung, von Blau gesehen' },
  chooseHidden: 'Die Fahne ist eine verdeckte Figur des Gegners, die nicht gezogen hat.',
  notLegal: 'Diese Figur kann dort nicht hin.',
  right: 'Richtig.', wrong: 'Nein.',
  because: {
    flag: (a) => `Die Fahne steht auf ${a.answer}. Die verdeckten Figuren wurden auf ${number(a.worlds)} Arten verteilt, die zu allem passen, was zu sehen war: In ${number(a.percent(a.best))} % davon steht sie dort, und auf ${a.about}, dem nächstwahrscheinlichen Platz, in ${number(a.percent(a.next))} %. Zählen allein ergibt ${number(a.percent(a.measure))} %.`,
    win: (a) => `${a.answer} ist der Zug. Es geht um die Figur auf ${a.about}: Bei jeder der ${number(a.worlds)} Arten, die verdeckten Figuren zu verteilen, gewinnt er mindestens so viel, wie ${tenths(a.gain)} Aufklärer wert sind. ${a.behind}`,
    miner: (a) => `${a.answer} ist der Zug. Lässt man ihn, nimmt der ${a.miner} auf ${a.about} in höchstens drei Schritten deine Fahne oder eine Bombe daneben. ${a.measure === 1 ? 'Kein anderer Zug hält ihn auf.' : `${number(a.measure)} Züge halten ihn auf, dieser kostet am wenigsten.`} ${a.behind}`,
    hold: (a) => `${a.answer} ist der Zug. Der Angriff auf ${a.about} schlägt die Figur dort nur bei ${number(a.percent(a.measure))} % der Arten, die verdeckten Figuren zu verteilen. ${a.behind}`,
  },
  farWorse: 'Jeder andere Zug ist weit schlechter.',
  worse: (scouts) => `Der nächstbeste Zug ist ${tenths(scouts)} Aufklärer weniger wert.`,
  theAnswer: 'die Lösung',
  next: 'Nächstes Rätsel', more: 'Mehr von dieser Art', all: 'Alle Rätsel', asSeen: 'Wie es zu sehen war',
  score: (points, lives) => `${number(points)} richtig · noch ${number(lives)} Fehler`,
  secondsLeft: (n) => `Noch ${number(n)} Sekunden.`,
  over: (n) => `${number(n)} gelöst`, newBest: 'Deine beste Serie bisher.', again: 'Noch einmal',
};
