// De volledige spelregels, zoals `flagfall rules EDITIE --lang nl` ze vertelt. `{naam}` is een waarde van de uitgave.

/** @type {typeof import('./en.js').rules} */
export const rules = {
  aimHeading: 'Doel van het spel',
  aim: 'Twee legers, Rood en Blauw, staan tegenover elkaar. Elke speler kent alleen de rangen van de eigen '
    + 'stukken; die van de tegenstander blijven verborgen tot er gevochten wordt. Wie de vijandelijke vlag '
    + 'verovert, wint.',
  boardHeading: 'Bord',
  board: 'Het bord is {files} vakken breed en {rows} vakken diep. De kolommen heten, van links naar rechts '
    + 'zoals Rood ze ziet, {letters}; de rijen zijn genummerd vanaf 1, de achterste rij van Rood.',
  lakes: 'Geen enkel stuk mag de meren betreden of oversteken: {lakes}.',
  noLakes: 'Er zijn geen meren.',
  setupHeading: 'Opstelling',
  setup: 'Elke speler stelt het eigen leger op zonder dat de ander het ziet. Rijen daarvoor: {red_rows} voor '
    + 'Rood, {blue_rows} voor Blauw.',
  setupFull: 'De {pieces} stukken vullen deze vakken, in een opstelling naar keuze.',
  setupSparse: 'De {pieces} stukken mogen op elk van deze {zone} vakken staan; de overige vakken blijven leeg.',
  setupMiddle: 'Tussen de legers is het bord leeg.',
  armyHeading: 'Het leger',
  army: 'Van het sterkste stuk naar het zwakste, daarna de stukken die nooit bewegen: hoeveel er zijn, wat er op '
    + 'het stuk gedrukt staat en hoe het heet.',
  armyHigh: 'Hoe hoger het getal, hoe sterker het stuk.',
  armyLow: 'Hoe lager het getal, hoe sterker het stuk.',
  moveHeading: 'Zetten',
  turns: 'Rood begint, daarna zijn de spelers om de beurt aan zet. Een beurt is één zet of één aanval met één '
    + 'stuk; overslaan mag niet.',
  step: 'Een stuk gaat één vak vooruit, achteruit of opzij, nooit schuin, naar een leeg vak. Het kan nergens '
    + 'overheen springen.',
  fixed: 'Bommen en vlag verlaten hun vak nooit.',
  fixedRefused: 'Een poging daartoe wordt geweigerd, en de speler kiest een andere zet.',
  fixedForfeit: 'Wie er toch een verzet, verliest meteen de partij.',
  fixedGerman: 'De gedrukte Duitse spelregels zijn strenger: wie er een verzet, verliest meteen de partij. Met de optie '
    + 'forfeit wordt zo gespeeld.',
  attackHeading: 'Aanvallen',
  attack: 'Een stuk valt aan door naar een vak te gaan waar een vijandelijk stuk staat. Aanvallen is nooit '
    + 'verplicht.',
  battle: 'Beide stukken tonen dan hun rang. Het zwakkere gaat van het bord; zijn ze even sterk, dan '
    + 'verdwijnen ze allebei.',
  battlePlace: 'Een aanvaller die wint, neemt het vak in; een verdediger die wint, blijft staan.',
  specialHeading: 'Stukken met een bijzondere gave',
  scout: '{scout}: loopt zo ver als de speler wil in een rechte lijn over lege vakken, en mag aan het eind daarvan '
    + 'in dezelfde beurt aanvallen.',
  scoutReveal: 'Wie zo twee vakken of meer aflegt, laat iedereen zien welk stuk het is.',
  spy: '{spy}: het zwakste stuk van allemaal, maar slaat het sterkste ({marshal}) door het aan te vallen. Valt '
    + 'het sterkste stuk zelf aan, dan wint dat zoals altijd.',
  miner: '{miner}: ruimt een bom op door die aan te vallen en neemt het vak in.',
  bomb: '{bomb}: elke andere aanvaller gaat van het bord, en de bom blijft liggen.',
  bombAlone: '{bomb}: elke aanvaller gaat van het bord, en de bom blijft liggen.',
  flag: '{flag}: kan door elk stuk worden veroverd dat aanvalt; dan is het spel uit.',
  twoHeading: 'Heen en weer',
  twoNone: 'Deze uitgave kent geen regel tegen heen en weer zetten.',
  twoOnce: 'Een stuk mag de grens tussen dezelfde twee vakken niet twee keer achter elkaar passeren.',
  two: 'Een stuk mag de grens tussen dezelfde twee vakken hoogstens {two} keer achter elkaar passeren; de '
    + 'volgende zet van die soort is verboden.',
  twoCount: 'De beurten van elke speler tellen apart, wat de tegenstander ook doet, en een aanval telt als zet. De '
    + 'telling begint opnieuw zodra die speler een ander stuk verzet, of hetzelfde stuk zonder die grens te '
    + 'passeren.',
  twoRuns: 'Bij een zet over meerdere vakken telt elke grens die wordt gepasseerd.',
  chaseHeading: 'Achtervolgen',
  chaseNone: 'Deze uitgave kent geen regel tegen eindeloos achtervolgen.',
  chase: 'Dreigen is een stuk naast een vijandelijk stuk zetten; ontwijken is het bedreigde stuk meteen '
    + 'wegzetten. Een achtervolging duurt zolang dreigen en ontwijken elkaar opvolgen zonder aanval.',
  chaseBan: 'De achtervolger mag niet opnieuw dreigen met een zet die een stelling terugbrengt die in deze '
    + 'achtervolging al op het bord stond.',
  chaseBack: 'De enige uitzondering is een zet rechtstreeks terug naar het vak dat net is verlaten, voor zover '
    + 'de regel over heen en weer zetten dat toelaat.',
  chaseExact: 'Dat geldt ook voor een zet rechtstreeks terug.',
  chaseFree: 'Wie ontwijkt, mag stellingen herhalen. Een aanval wordt door deze regel nooit verboden.',
  endHeading: 'Einde van het spel',
  endFlag: 'Wie de vlag verovert, wint.',
  endImmobile: 'Wie niet kan zetten of aanvallen, verliest; zetten die de regels verbieden, tellen daarbij niet. Kan '
    + 'geen van beide spelers zetten, dan is het remise.',
  endQuiet: 'Het is ook remise na {quiet} beurten op rij zonder aanval, die van beide spelers samengeteld.',
  endLimit: 'Na {plies} beurten in totaal, die van beide spelers samengeteld, is de partij remise.',
  endNoLimit: 'De regels zeggen niet na hoeveel beurten een partij remise is. Wie de partij organiseert, stelt een '
    + 'grens, zodat elke partij eindigt.',
  endCap: 'De regels zeggen niet na hoeveel beurten een partij remise is. Stelt ook de organisator geen grens, dan '
    + 'eindigt de partij in remise na {cap} beurten in totaal, die van beide spelers samengeteld.',
  endAgreed: 'De spelers mogen remise overeenkomen, en ieder mag opgeven.',
  knowHeading: 'Wat de spelers weten',
  know: 'Beide spelers mogen op elk moment nakijken welke rangen in gevechten zijn getoond en welke stukken '
    + 'verloren zijn.',
  knowMemory: 'In de geheugenstand wordt de rang van de overlevende weer verborgen en wordt er geen lijst van verliezen '
    + 'bijgehouden: onthoud wat je hebt gezien.',
  knowGerman: 'De Duitse spelregels willen het zo: ze verbieden elke vorm van aantekeningen, en de winnaar van een '
    + 'gevecht wordt weer omgedraaid.',
};
