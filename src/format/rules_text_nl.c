/* The sentences of the rules in Dutch. */
#include "format/rules_words.h"

const char *const rules_words_nl[RULES_SENTENCES] = {
    [RULES_AIM_HEADING] = "Doel van het spel",
    [RULES_AIM] = "Twee legers, Rood en Blauw, staan tegenover elkaar. Elke speler kent alleen "
                  "de rangen van de eigen stukken; die van de tegenstander blijven verborgen tot "
                  "er gevochten wordt. Wie de vijandelijke vlag verovert, wint.",

    [RULES_BOARD_HEADING] = "Bord",
    [RULES_BOARD] = "Het bord is {files} vakken breed en {rows} vakken diep. De kolommen heten, "
                    "van links naar rechts zoals Rood ze ziet, {letters}; de rijen zijn genummerd "
                    "vanaf 1, de achterste rij van Rood.",
    [RULES_LAKES] = "Geen enkel stuk mag de meren betreden of oversteken: {lakes}.",
    [RULES_NO_LAKES] = "Er zijn geen meren.",

    [RULES_SETUP_HEADING] = "Opstelling",
    [RULES_SETUP] = "Elke speler stelt het eigen leger op zonder dat de ander het ziet. Rijen "
                    "daarvoor: {red_rows} voor Rood, {blue_rows} voor Blauw.",
    [RULES_SETUP_FULL] = "De {pieces} stukken vullen deze vakken, in een opstelling naar keuze.",
    [RULES_SETUP_SPARSE] = "De {pieces} stukken mogen op elk van deze {zone} vakken staan; de "
                           "overige vakken blijven leeg.",
    [RULES_SETUP_MIDDLE] = "Tussen de legers is het bord leeg.",

    [RULES_ARMY_HEADING] = "Het leger",
    [RULES_ARMY] = "Van het sterkste stuk naar het zwakste, daarna de stukken die nooit bewegen: "
                   "hoeveel er zijn, wat er op het stuk gedrukt staat en hoe het heet.",
    [RULES_ARMY_HIGH] = "Hoe hoger het getal, hoe sterker het stuk.",
    [RULES_ARMY_LOW] = "Hoe lager het getal, hoe sterker het stuk.",

    [RULES_MOVE_HEADING] = "Zetten",
    [RULES_TURNS] = "Rood begint, daarna zijn de spelers om de beurt aan zet. Een beurt is één "
                    "zet of één aanval met één stuk; overslaan mag niet.",
    [RULES_STEP] = "Een stuk gaat één vak vooruit, achteruit of opzij, nooit schuin, naar een "
                   "leeg vak. Het kan nergens overheen springen.",
    [RULES_FIXED] = "Bommen en vlag verlaten hun vak nooit.",
    [RULES_FIXED_REFUSED] = "Een poging daartoe wordt geweigerd, en de speler kiest een andere "
                            "zet.",
    [RULES_FIXED_FORFEIT] = "Wie er toch een verzet, verliest meteen de partij.",
    [RULES_FIXED_GERMAN] = "De gedrukte Duitse spelregels zijn strenger: wie er een verzet, "
                           "verliest meteen de partij. Met de optie forfeit wordt zo gespeeld.",

    [RULES_ATTACK_HEADING] = "Aanvallen",
    [RULES_ATTACK] = "Een stuk valt aan door naar een vak te gaan waar een vijandelijk stuk "
                     "staat. Aanvallen is nooit verplicht.",
    [RULES_BATTLE] = "Beide stukken tonen dan hun rang. Het zwakkere gaat van het bord; zijn ze "
                     "even sterk, dan verdwijnen ze allebei.",
    [RULES_BATTLE_PLACE] = "Een aanvaller die wint, neemt het vak in; een verdediger die wint, "
                           "blijft staan.",

    [RULES_SPECIAL_HEADING] = "Stukken met een bijzondere gave",
    [RULES_SCOUT] = "{scout}: loopt zo ver als de speler wil in een rechte lijn over lege vakken, "
                    "en mag aan het eind daarvan in dezelfde beurt aanvallen.",
    [RULES_SCOUT_REVEAL] = "Wie zo twee vakken of meer aflegt, laat iedereen zien welk stuk het "
                           "is.",
    [RULES_SPY] = "{spy}: het zwakste stuk van allemaal, maar slaat het sterkste ({marshal}) door "
                  "het aan te vallen. Valt het sterkste stuk zelf aan, dan wint dat zoals altijd.",
    [RULES_MINER] = "{miner}: ruimt een bom op door die aan te vallen en neemt het vak in.",
    [RULES_BOMB] = "{bomb}: elke andere aanvaller gaat van het bord, en de bom blijft liggen.",
    [RULES_BOMB_ALONE] = "{bomb}: elke aanvaller gaat van het bord, en de bom blijft liggen.",
    [RULES_FLAG] = "{flag}: kan door elk stuk worden veroverd dat aanvalt; dan is het spel uit.",

    [RULES_TWO_HEADING] = "Heen en weer",
    [RULES_TWO_NONE] = "Deze uitgave kent geen regel tegen heen en weer zetten.",
    [RULES_TWO_ONCE] =
        "Een stuk mag de grens tussen dezelfde twee vakken niet twee keer achter elkaar passeren.",
    [RULES_TWO] = "Een stuk mag de grens tussen dezelfde twee vakken hoogstens {two} keer achter "
                  "elkaar passeren; de volgende zet van die soort is verboden.",
    [RULES_TWO_COUNT] = "De beurten van elke speler tellen apart, wat de tegenstander ook doet, en "
                        "een aanval telt als zet. De telling begint opnieuw zodra die speler een "
                        "ander stuk verzet, of hetzelfde stuk zonder die grens te passeren.",
    [RULES_TWO_RUNS] = "Bij een zet over meerdere vakken telt elke grens die wordt gepasseerd.",

    [RULES_CHASE_HEADING] = "Achtervolgen",
    [RULES_CHASE_NONE] = "Deze uitgave kent geen regel tegen eindeloos achtervolgen.",
    [RULES_CHASE] = "Dreigen is een stuk naast een vijandelijk stuk zetten; ontwijken is het "
                    "bedreigde stuk meteen wegzetten. Een achtervolging duurt zolang dreigen en "
                    "ontwijken elkaar opvolgen zonder aanval.",
    [RULES_CHASE_BAN] = "De achtervolger mag niet opnieuw dreigen met een zet die een stelling "
                        "terugbrengt die in deze achtervolging al op het bord stond.",
    [RULES_CHASE_BACK] = "De enige uitzondering is een zet rechtstreeks terug naar het vak dat "
                         "net is verlaten, voor zover de regel over heen en weer zetten dat "
                         "toelaat.",
    [RULES_CHASE_EXACT] = "Dat geldt ook voor een zet rechtstreeks terug.",
    [RULES_CHASE_FREE] = "Wie ontwijkt, mag stellingen herhalen. Een aanval wordt door deze "
                         "regel nooit verboden.",

    [RULES_END_HEADING] = "Einde van het spel",
    [RULES_END_FLAG] = "Wie de vlag verovert, wint.",
    [RULES_END_IMMOBILE] =
        "Wie niet kan zetten of aanvallen, verliest; zetten die de regels verbieden, tellen "
        "daarbij niet. Kan geen van beide spelers zetten, dan is het remise.",
    [RULES_END_QUIET] = "Het is ook remise na {quiet} beurten op rij zonder aanval, die van beide "
                        "spelers samengeteld.",
    [RULES_END_LIMIT] =
        "Na {plies} beurten in totaal, die van beide spelers samengeteld, is de partij remise.",
    [RULES_END_NO_LIMIT] = "De regels zeggen niet na hoeveel beurten een partij remise is. Wie de "
                           "partij organiseert, stelt een grens, zodat elke partij eindigt.",
    [RULES_END_CAP] = "De regels zeggen niet na hoeveel beurten een partij remise is. Stelt ook de "
                      "organisator geen grens, dan eindigt de partij in remise na {cap} beurten in "
                      "totaal, die van beide spelers samengeteld.",
    [RULES_END_AGREED] = "De spelers mogen remise overeenkomen, en ieder mag opgeven.",

    [RULES_KNOW_HEADING] = "Wat de spelers weten",
    [RULES_KNOW] = "Beide spelers mogen op elk moment nakijken welke rangen in gevechten zijn "
                   "getoond en welke stukken verloren zijn.",
    [RULES_KNOW_MEMORY] =
        "In de geheugenstand wordt de rang van de overlevende weer verborgen en wordt er geen "
        "lijst van verliezen bijgehouden: onthoud wat je hebt gezien.",
    [RULES_KNOW_GERMAN] = "De Duitse spelregels willen het zo: ze verbieden elke vorm van "
                          "aantekeningen, en de winnaar van een gevecht wordt weer omgedraaid.",
};
