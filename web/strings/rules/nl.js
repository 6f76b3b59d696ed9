// De volledige spelregels, zoals `flagfall rules EDITIE --lang nl` ze vertelt. `{naam}` is een waarde van de uitgave.

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
  setupFull: 'De {pieces} stukken vullen deze vakken in een volgorde naar keuze.',
  setupSparse: 'De {pieces} stukken mogen op elk van deze {zone} vakken staan; de overige vakken blijven leeg.',
  setupMiddle: 'Tussen de legers is het bord leeg.',
  armyHeading: 'Het leger',
  army: 'Van het sterkste stuk naar het zwakste, daarna wat nooit beweegt: hoeveel het er zijn, wat er op het '
    + 'stuk gedrukt staat, en de naam.',
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
  fixedGerman: 'De gedrukte Duitse spelregels zijn strenger: wie het doet, verliest meteen. Op verzoek kan zo '
    + 'worden gespeeld (forfeit).',
  attackHeading: 'Aanvallen',
  attack: 'Een stuk valt aan door naar een vak te gaan waar een vijandelijk stuk staat. Aanvallen is nooit '
    + 'verplicht.',
  battle: 'Beide stukken tonen dan hun rang. Het zwakkere gaat van het bord; zijn ze even sterk, dan '
    + 'verdwijnen ze allebei.',
  battlePlace: 'Een aanvaller die wint, neemt het vak in; een verdediger die wint, blijft staan.',
  specialHeading: 'Stukken met een eigen gave',
  scout: '{scout}: gaat zo ver als gewenst in een rechte lijn over lege vakken, en mag aan het eind daarvan in '
    + 'dezelfde beurt aanvallen.',
  scoutReveal: 'Wie zo twee vakken of meer aflegt, laat iedereen zien welk stuk het is.',
  spy: '{spy}: is het zwakste stuk van allemaal, maar slaat het sterkste ({marshal}) door het aan te vallen. '
    + 'Valt daarentegen het sterkste stuk aan, dan wint dat zoals altijd.',
  miner: '{miner}: ruimt een bom op door die aan te vallen en neemt het vak in.',
  bomb: '{bomb}: elke andere aanvaller gaat van het bord, en de bom blijft liggen.',
  bombAlone: '{bomb}: elke aanvaller gaat van het bord, en de bom blijft liggen.',
  flag: '{flag}: kan door elk stuk worden veroverd dat aanvalt; dan is het spel uit.',
  twoHeading: 'Heen en weer',
  twoNone: 'Deze uitgave kent geen regel tegen heen en weer zetten.',
  twoOnce: 'Een stuk mag de grens tussen dezelfde twee vakken niet twee keer achter elkaar oversteken.',
  two: 'Een stuk mag de grens tussen dezelfde twee vakken hoogstens {two} keer achter elkaar oversteken; de '
    + 'volgende zet van die soort is verboden.',
  twoCount: 'De beurten van elke speler tellen apart, wat de tegenstander ook doet, en een aanval telt als '
    + 'zet. De telling begint opnieuw zodra die speler een ander stuk verzet, of hetzelfde stuk zonder die grens '
    + 'over te steken.',
  twoRuns: 'Bij een zet over meerdere vakken telt elke grens die wordt overgestoken.',
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
  endImmobile: 'Wie niet kan zetten en niet kan aanvallen, verliest, ook als er nog zetten zijn die de regels '
    + 'verbieden. Kan geen van beide spelers zetten, dan is het remise.',
  endQuiet: 'Het is ook remise zodra het aantal beurten achter elkaar zonder aanval, van beide spelers samen, '
    + '{quiet} bereikt.',
  endLimit: 'De partij is uiterlijk remise wanneer het totale aantal beurten, van beide spelers samen, {plies} '
    + 'bereikt.',
  endNoLimit: 'Er is geen lengte bepaald waarbij een partij remise wordt. Wie de partij organiseert, stelt een '
    + 'grens, zodat elke partij eindigt.',
  endCap: 'De regels bepalen geen lengte waarbij een partij remise wordt. Stelt de organisator evenmin een '
    + 'grens, dan eindigt ze in remise wanneer het totale aantal beurten, van beide spelers samen, {cap} bereikt.',
  endAgreed: 'De spelers mogen remise overeenkomen, en ieder mag opgeven.',
  knowHeading: 'Wat de spelers weten',
  know: 'Beide spelers mogen de rangen kennen die in een gevecht zijn getoond, en de verloren stukken.',
  knowMemory: 'In de geheugenstand wordt de rang van de overlevende weer verborgen en wordt er geen lijst van '
    + 'verliezen bijgehouden: men moet onthouden wat er te zien was.',
  knowGerman: 'De Duitse spelregels willen het zo: ze verbieden elke vorm van aantekeningen en laten de '
    + 'winnaar van een gevecht weer omdraaien.',
};
