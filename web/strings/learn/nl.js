// De oefening. `{spy}` en dergelijke zijn namen van rangen, zoals in de spelregels.

/** @type {typeof import('./en.js').learn} */
export const learn = {
  link: 'Leren',
  title: 'Leer spelen',
  lead: (n) => `${n} korte lessen. Jij doet de zetten; een stuk kies je met een klik, of met de pijltjestoetsen en Enter.`,
  edition: 'Uitgave',
  lessons: 'Lessen',
  board: 'Het bord van deze les; jij bent Rood',
  lesson: (n, of, title) => `Les ${n} van ${of}: ${title}`,
  done: 'klaar',
  next: 'Verder',
  again: 'Deze les opnieuw',
  wrong: 'Dat is niet wat deze stap vraagt.',
  chooseOwn: 'Kies een van je eigen stukken, de rode.',
  finished: 'Je weet alles wat je nodig hebt. Ontdek de rest in een partij.',
  play: 'Speel een partij',
  names: {
    move: 'Zetten', scout: 'De verkenner', attack: 'Aanvallen', bomb: 'Bom en mineur', spy: 'Spionne en maarschalk',
    hidden: 'Wat verborgen is', shuttle: 'Heen en weer', flag: 'De vlag veroveren', setup: 'Opstellen',
    end: 'Hoe een partij eindigt',
  },
  say: {
    move: 'De meeste stukken gaan één vak vooruit, achteruit of opzij, nooit schuin. Niemand mag het meer in. Kies je '
      + '{general} en verzet dat stuk.',
    fixed: 'Twee soorten stukken verlaten hun vak nooit: {bomb} en {flag}. Kijk wat er gebeurt als je je vlag probeert te '
      + 'verzetten.',
    forfeit: 'Twee soorten stukken mogen hun vak nooit verlaten: {bomb} en {flag}. In deze uitgave verliest wie er een '
      + 'verzet. Hier gebeurt nog niets: probeer je vlag te verzetten.',
    run: '{scout}: het enige stuk dat verder mag, in een rechte lijn over lege vakken. Ga langs de linkerrand naar a5.',
    runAttack: 'Aan het eind van zo’n tocht mag je aanvallen, in dezelfde beurt. Op e5 staat iemand: val aan van waar je staat.',
    attack: 'De stukken van de tegenstander zie je van achteren. Aanvallen doe je door erheen te gaan. Val c4 aan met je '
      + '{general}.',
    equal: 'En als ze even sterk zijn? Val e3 aan met je {scout}.',
    bomb: 'Dit stuk op b3 heeft nooit bewogen. Val het aan met je {general}, als je durft.',
    miner: 'Eén stuk ruimt bommen op: {miner}. Val er b3 mee aan.',
    spy: 'De {marshal} van de tegenstander staat voor je, en iedereen weet het. Het zwakste stuk verslaat het sterkste, als '
      + 'het zelf aanvalt: {spy}. Val aan!',
    hidden: 'Naast je {marshal} staan twee onbekende stukken. Het stuk met het pijltje heeft bewogen: het kan geen bom en '
      + 'geen vlag zijn. Val het stuk aan dat zeker geen bom is.',
    memory: 'Rangen die een gevecht heeft getoond, blijven zichtbaar, en de lijst van verliezen telt wat weg is.',
    shuttle: 'Eén stuk mag niet eindeloos over dezelfde grens heen en weer. Ga met je {general} van c2 naar c3.',
    shuttleOn: 'En terug over dezelfde grens.',
    shuttleOver: 'Vaker mag het niet van de regels. Probeer het toch nog een keer.',
    shuttleFree: 'Ga er dus ergens anders mee heen, naar een willekeurig ander vak.',
    chase: 'Ook een vluchtend stuk mag je niet eindeloos achtervolgen.',
    wall: 'Drie stukken in de hoek die nooit bewogen hebben: twee ervan kunnen bommen zijn en één de vlag. Je {miner} staat '
      + 'ernaast. Maak de weg vrij.',
    flag: 'De hoek ligt open. Pak wat daar staat.',
    placeFlag: 'Je stelt je leger op zoals je wilt. De vlag hoort achteraan, waar de vijand er moeilijk bij komt. Zet die in de '
      + 'hoek op a1.',
    placeBomb: 'Sluit de vlag in met bommen: alleen een mineur komt erdoor. Zet er een naast of ervoor.',
    adviceFull: 'Nog wat tips: bewaar een paar mineurs voor het eind, zet verkenners waar ze ruimte hebben, verdeel de sterke '
      + 'stukken over beide vleugels, houd de spionne bij je op één na sterkste stuk, en zorg dat de voorste rij kan '
      + 'bewegen.',
    adviceFew: 'Nog wat tips: je rijen hebben meer vakken dan jij stukken. Laat gaten, verstop de vlag tussen stukken die niet '
      + 'bewegen, en toon je sterkste stuk niet te vroeg.',
    end: 'Wie de vlag verovert, wint. Maar een partij kan ook anders eindigen.',
  },
  after: {
    move: 'Goed gedaan. Nu zou de tegenstander aan zet zijn.',
    fixed: 'De zet wordt geweigerd, en je kiest een andere.',
    forfeit: 'In een partij was dat het einde geweest.',
    run: 'Ver en snel.',
    runAttack: 'Beide rangen worden getoond, en de sterkste wint.',
    attack: 'Je won en nam het vak in, maar nu kende de tegenstander je rang, en sloeg terug met iets sterkers.',
    equal: 'Bij gelijke rangen sneuvelen ze allebei.',
    bomb: 'Een bom! Wie die aanvalt, sneuvelt, en de bom blijft liggen.',
    miner: 'Opgeruimd. Daarom zijn mineurs meer waard dan ze lijken.',
    spy: 'Het sterkste stuk is weg. Maar de spionne verliest van iedereen die haar aanvalt, en dat gebeurde.',
    hidden: 'Juist. Een oog op je stuk zegt nu: de tegenstander kent deze rang.',
    shuttleOver: 'Geweigerd: een ander stuk, of een andere weg.',
    shuttleFree: 'Daarmee begint het tellen opnieuw.',
    wall: 'Het was een bom, en nu is die weg.',
    flag: 'De vlag! Daarmee win je de partij.',
    placeFlag: 'Een goede plek.',
    placeBomb: 'Wie nu de vlag wil, heeft eerst een mineur nodig.',
  },
  hint: {
    maybeBomb: 'Dat stuk heeft nooit bewogen: het kan een bom zijn. Neem het andere.',
    flagFirst: 'Dat kan de tweede bom zijn. De vlag is dichterbij.',
  },
};
