// Die Regeln in ganzer Länge, wie `flagfall rules AUSGABE --lang de` sie erzählt. `{name}` ist ein Wert der Ausgabe.

/** @type {typeof import('./en.js').rules} */
export const rules = {
  aimHeading: 'Ziel des Spiels',
  aim: 'Zwei Armeen, Rot und Blau, stehen einander gegenüber. Jeder kennt nur die Ränge der eigenen Figuren; '
    + 'die gegnerischen bleiben verborgen, bis sie kämpfen. Wer die Fahne des Gegners erobert, gewinnt.',
  boardHeading: 'Spielbrett',
  board: 'Das Brett ist {files} Felder breit und {rows} Felder tief. Die Spalten heißen, von Rot aus gesehen '
    + 'von links nach rechts, {letters}; die Reihen werden ab 1 gezählt, beginnend mit der hintersten Reihe von '
    + 'Rot.',
  lakes: 'Keine Figur darf die Seen betreten oder überqueren: {lakes}.',
  noLakes: 'Es gibt keine Seen.',
  setupHeading: 'Aufstellung',
  setup: 'Jeder stellt die eigene Armee auf, ohne dass der Gegner es sieht. Reihen dafür: {red_rows} für Rot, '
    + '{blue_rows} für Blau.',
  setupFull: 'Die {pieces} Figuren füllen diese Felder in beliebiger Anordnung.',
  setupSparse: 'Die {pieces} Figuren dürfen auf beliebigen dieser {zone} Felder stehen; die übrigen bleiben leer.',
  setupMiddle: 'Zwischen den Armeen ist das Brett leer.',
  armyHeading: 'Die Armee',
  army: 'Von der stärksten Figur zur schwächsten, dann jene, die nie ziehen: wie viele es sind, was auf der Figur '
    + 'steht und wie sie heißt.',
  armyHigh: 'Je höher die Zahl, desto stärker die Figur.',
  armyLow: 'Je kleiner die Zahl, desto stärker die Figur.',
  moveHeading: 'Ziehen',
  turns: 'Rot beginnt, danach wird abwechselnd gezogen. Ein Zug ist eine Bewegung oder ein Angriff mit einer '
    + 'Figur; aussetzen darf man nicht.',
  step: 'Eine Figur geht ein Feld vor, zurück oder zur Seite, nie schräg, auf ein freies Feld. Überspringen '
    + 'kann sie nichts.',
  fixed: 'Bomben und Fahne verlassen ihr Feld nie.',
  fixedRefused: 'Der Versuch, sie zu ziehen, wird abgelehnt, und man wählt einen anderen Zug.',
  fixedForfeit: 'Wer dennoch eine davon zieht, verliert die Partie sofort.',
  fixedGerman: 'Die gedruckten deutschen Spielregeln sind strenger: Wer eine davon zieht, verliert sofort. Mit der '
    + 'Option forfeit wird so gespielt.',
  attackHeading: 'Angreifen',
  attack: 'Eine Figur greift an, indem sie auf ein Feld zieht, auf dem eine gegnerische Figur steht. Angreifen '
    + 'muss man nie.',
  battle: 'Beide Figuren zeigen dann ihren Rang. Die schwächere verlässt das Brett; sind sie gleich stark, '
    + 'verlassen es beide.',
  battlePlace: 'Gewinnt der Angreifer, so rückt er auf das Feld vor; gewinnt der Verteidiger, so bleibt er '
    + 'stehen.',
  specialHeading: 'Figuren mit besonderen Fähigkeiten',
  scout: '{scout}: zieht in gerader Linie beliebig weit über freie Felder und darf am Ende im selben Zug '
    + 'angreifen.',
  scoutReveal: 'Wer so zwei Felder oder mehr zurücklegt, verrät allen, welche Figur es ist.',
  spy: '{spy}: die schwächste Figur von allen, schlägt aber die stärkste ({marshal}), wenn sie selbst angreift. '
    + 'Greift dagegen die stärkste an, gewinnt diese wie immer.',
  miner: '{miner}: entfernt eine Bombe durch einen Angriff und rückt auf ihr Feld vor.',
  bomb: '{bomb}: Jeder andere Angreifer verlässt das Brett, und die Bombe bleibt.',
  bombAlone: '{bomb}: Jeder Angreifer verlässt das Brett, und die Bombe bleibt.',
  flag: '{flag}: kann von jeder Figur erobert werden, die angreift; damit endet die Partie.',
  twoHeading: 'Hin und her',
  twoNone: 'Diese Ausgabe kennt keine Regel gegen das Hin- und Herziehen.',
  twoOnce: 'Eine Figur darf die Grenze zwischen denselben zwei Feldern nicht zweimal in Folge überschreiten.',
  two: 'Eine Figur darf die Grenze zwischen denselben zwei Feldern höchstens {two}-mal in Folge überschreiten; '
    + 'der nächste solche Zug ist verboten.',
  twoCount: 'Gezählt werden die Züge jedes Spielers für sich, was auch immer der Gegner tut, und ein Angriff '
    + 'zählt als Zug. Die Zählung beginnt von vorn, sobald dieser Spieler eine andere Figur zieht oder dieselbe, '
    + 'ohne die Grenze zu überschreiten.',
  twoRuns: 'Bei einem Zug über mehrere Felder zählt jede überschrittene Grenze.',
  chaseHeading: 'Verfolgen',
  chaseNone: 'Diese Ausgabe kennt keine Regel gegen endloses Verfolgen.',
  chase: 'Drohen heißt, eine Figur neben eine gegnerische zu ziehen; ausweichen heißt, die bedrohte Figur '
    + 'sogleich wegzuziehen. Eine Verfolgung dauert an, solange Drohen und Ausweichen ohne Angriff aufeinander '
    + 'folgen.',
  chaseBan: 'Der Verfolger darf nicht erneut mit einem Zug drohen, der eine Stellung wiederholt, die in dieser '
    + 'Verfolgung schon auf dem Brett war.',
  chaseBack: 'Die einzige Ausnahme ist der Zug geradewegs zurück auf das eben verlassene Feld, soweit ihn die '
    + 'Regel über das Hin- und Herziehen erlaubt.',
  chaseExact: 'Das gilt auch für den Zug geradewegs zurück.',
  chaseFree: 'Wer ausweicht, darf Stellungen wiederholen. Ein Angriff ist nach dieser Regel nie verboten.',
  endHeading: 'Ende der Partie',
  endFlag: 'Wer die Fahne erobert, gewinnt.',
  endImmobile: 'Wer weder ziehen noch angreifen kann, verliert; Züge, die die Regeln verbieten, zählen dabei nicht. Kann '
    + 'keiner von beiden ziehen, ist die Partie unentschieden.',
  endQuiet: 'Unentschieden ist die Partie auch nach {quiet} Zügen in Folge ohne Angriff, beide Spieler '
    + 'zusammengerechnet.',
  endLimit: 'Nach {plies} Zügen, beide Spieler zusammengerechnet, ist die Partie unentschieden.',
  endNoLimit: 'Die Regeln sagen nicht, nach wie vielen Zügen eine Partie unentschieden ist. Wer sie ausrichtet, setzt '
    + 'eine Grenze, damit jede Partie endet.',
  endCap: 'Die Regeln sagen nicht, nach wie vielen Zügen eine Partie unentschieden ist. Setzt auch der Ausrichter '
    + 'keine Grenze, endet sie unentschieden nach {cap} Zügen, beide Spieler zusammengerechnet.',
  endAgreed: 'Die Spieler dürfen sich auf Unentschieden einigen, und jeder darf aufgeben.',
  knowHeading: 'Was die Spieler wissen',
  know: 'Beide Spieler dürfen jederzeit nachsehen, welche Ränge in Kämpfen gezeigt wurden und welche Figuren '
    + 'verloren sind.',
  knowMemory: 'Im Gedächtnismodus wird der Rang des Überlebenden wieder verdeckt und keine Verlustliste '
    + 'geführt: Man muss sich merken, was zu sehen war.',
  knowGerman: 'Die deutschen Spielregeln wollen es so: Sie verbieten jede Art von Notizen, und der Sieger eines Kampfes '
    + 'wird wieder umgedreht.',
};
