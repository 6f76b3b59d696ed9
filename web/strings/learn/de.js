// Die Einführung. `{spy}` und so weiter sind Namen von Rängen, wie in den Regeln.

/** @type {typeof import('./en.js').learn} */
export const learn = {
  link: 'Lernen',
  title: 'Spielen lernen',
  lead: (n) => `${n} kleine Lektionen. Du ziehst selbst; Figuren wählst du mit einem Klick oder mit Pfeiltasten und Enter.`,
  edition: 'Ausgabe',
  lessons: 'Lektionen',
  board: 'Das Brett der Lektion; du bist Rot',
  lesson: (n, of, title) => `Lektion ${n} von ${of}: ${title}`,
  done: 'fertig',
  next: 'Weiter',
  again: 'Diese Lektion von vorn',
  wrong: 'Das ist in diesem Schritt nicht gefragt.',
  chooseOwn: 'Wähle eine deiner eigenen Figuren, der roten.',
  finished: 'Du weißt alles, was du brauchst. Den Rest zeigt dir eine Partie.',
  play: 'Eine Partie spielen',
  names: {
    move: 'Ziehen', scout: 'Der Aufklärer', attack: 'Angreifen', bomb: 'Bombe und Mineur', spy: 'Spionin und Feldmarschall',
    hidden: 'Was verborgen ist', shuttle: 'Hin und her', flag: 'Die Fahne erobern', setup: 'Aufstellung',
    end: 'Wie eine Partie endet',
  },
  say: {
    move: 'Die meisten Figuren ziehen ein Feld vor, zurück oder zur Seite, nie schräg. Niemand betritt den See. Wähle deinen '
      + '{general} und zieh ihn.',
    fixed: 'Zwei Arten von Figuren verlassen ihr Feld nie: {bomb} und {flag}. Sieh, was passiert, wenn du deine Fahne ziehen '
      + 'willst.',
    forfeit: 'Zwei Arten von Figuren dürfen ihr Feld nie verlassen: {bomb} und {flag}. In dieser Ausgabe verliert, wer eine '
      + 'zieht. Hier passiert noch nichts: Versuch, deine Fahne zu ziehen.',
    run: '{scout}: die einzige Figur, die weiter darf, in gerader Linie über freie Felder. Lauf am linken Rand hinauf nach '
      + 'a5.',
    runAttack: 'Ein Lauf darf mit einem Angriff enden, im selben Zug. Auf e5 steht jemand: Greif von dort an, wo du stehst.',
    attack: 'Die Figuren des Gegners siehst du von hinten. Du greifst an, indem du auf eine ziehst. Greif c4 mit deinem '
      + '{general} an.',
    equal: 'Und wenn beide gleich stark sind? Greif e3 mit deinem {scout} an.',
    bomb: 'Diese Figur auf b3 hat nie gezogen. Greif sie mit deinem {general} an, wenn du dich traust.',
    miner: 'Eine einzige Figur räumt Bomben weg: {miner}. Greif b3 damit an.',
    spy: 'Der gegnerische {marshal} steht vor dir, und alle wissen es. Die schwächste Figur besiegt die stärkste, wenn sie '
      + 'selbst angreift: {spy}. Greif an!',
    hidden: 'Neben deinem {marshal} stehen zwei unbekannte Figuren. Die mit dem Winkel hat gezogen: Sie kann weder Bombe '
      + 'noch Fahne sein. Greif die an, die sicher keine Bombe ist.',
    memory: 'Ränge, die ein Kampf gezeigt hat, bleiben zu sehen, und die Verlustliste zählt, was weg ist.',
    shuttle: 'Eine Figur darf nicht endlos über dieselbe Grenze hin und her. Zieh mit deinem {general} von c2 nach c3.',
    shuttleOn: 'Und über dieselbe Grenze zurück.',
    shuttleOver: 'Öfter erlauben es die Regeln nicht. Versuch es trotzdem noch einmal.',
    shuttleFree: 'Zieh also woandershin, auf ein beliebiges anderes Feld.',
    chase: 'Auch eine fliehende Figur darf man nicht endlos verfolgen.',
    wall: 'Drei Figuren in der Ecke, die nie gezogen haben: Zwei können Bomben sein und eine die Fahne. Dein {miner} steht '
      + 'daneben. Mach den Weg frei.',
    flag: 'Die Ecke ist offen. Hol dir, was dort steht.',
    placeFlag: 'Du stellst deine Armee auf, wie du willst. Die Fahne gehört nach hinten, wo man lange nicht hinkommt. Stell '
      + 'sie in die Ecke a1.',
    placeBomb: 'Schließ sie mit Bomben ein: Nur ein Mineur kommt durch. Stell eine neben die Fahne oder davor.',
    adviceFull: 'Noch ein paar Tipps: Heb ein paar Mineure für das Ende auf, stell Aufklärer dorthin, wo sie laufen können, verteil '
      + 'die starken Figuren auf beide Flügel, halt die Spionin bei deiner zweitstärksten Figur, und lass der vordersten Reihe '
      + 'Platz zum Ziehen.',
    adviceFew: 'Noch ein paar Tipps: Deine Reihen haben mehr Felder, als du Figuren hast. Lass Lücken, versteck die Fahne zwischen '
      + 'Figuren, die nicht ziehen, und zeig deine stärkste Figur nicht zu früh.',
    end: 'Wer die Fahne erobert, gewinnt. Aber eine Partie kann auch anders enden.',
  },
  after: {
    move: 'Gut gemacht. Jetzt wäre der Gegner am Zug.',
    fixed: 'Der Zug wird abgelehnt, und du wählst einen anderen.',
    forfeit: 'In einer Partie wäre das das Ende gewesen.',
    run: 'Weit und schnell.',
    runAttack: 'Beide Ränge werden gezeigt, und der stärkere gewinnt.',
    attack: 'Du hast gewonnen und bist nachgerückt, aber nun kannte der Gegner deinen Rang und schlug mit etwas Stärkerem '
      + 'zurück.',
    equal: 'Gleiche Ränge fallen beide.',
    bomb: 'Eine Bombe! Wer sie angreift, fällt, und die Bombe bleibt.',
    miner: 'Weggeräumt. Dafür sind Mineure mehr wert, als sie aussehen.',
    spy: 'Die stärkste Figur ist weg. Aber die Spionin verliert gegen jeden, der sie angreift, und so kam es.',
    hidden: 'Richtig. Ein Auge auf deiner Figur sagt jetzt: Der Gegner kennt diesen Rang.',
    shuttleOver: 'Abgelehnt: eine andere Figur oder ein anderer Weg.',
    shuttleFree: 'Damit beginnt die Zählung von vorn.',
    wall: 'Es war eine Bombe, und jetzt ist sie weg.',
    flag: 'Die Fahne! Damit ist die Partie gewonnen.',
    placeFlag: 'Ein guter Platz.',
    placeBomb: 'Wer jetzt die Fahne will, braucht zuerst einen Mineur.',
  },
  hint: {
    maybeBomb: 'Die hat nie gezogen: Sie kann eine Bombe sein. Nimm die andere.',
    flagFirst: 'Das kann die zweite Bombe sein. Die Fahne ist näher.',
  },
};
