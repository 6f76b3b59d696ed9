/* The sentences of the rules in German. */
#include "format/rules_words.h"

const char *const rules_words_de[RULES_SENTENCES] = {
    [RULES_AIM_HEADING] = "Ziel des Spiels",
    [RULES_AIM] = "Zwei Armeen, Rot und Blau, stehen einander gegenüber. Jeder kennt nur die "
                  "Ränge der eigenen Figuren; die gegnerischen bleiben verborgen, bis sie "
                  "kämpfen. Wer die Fahne des Gegners erobert, gewinnt.",

    [RULES_BOARD_HEADING] = "Spielbrett",
    [RULES_BOARD] = "Das Brett ist {files} Felder breit und {rows} Felder tief. Die Spalten "
                    "heißen, von Rot aus gesehen von links nach rechts, {letters}; die Reihen "
                    "werden ab 1 gezählt, beginnend mit der hintersten Reihe von Rot.",
    [RULES_LAKES] = "Keine Figur darf die Seen betreten oder überqueren: {lakes}.",
    [RULES_NO_LAKES] = "Es gibt keine Seen.",

    [RULES_SETUP_HEADING] = "Aufstellung",
    [RULES_SETUP] = "Jeder stellt die eigene Armee auf, ohne dass der Gegner es sieht. Reihen "
                    "dafür: {red_rows} für Rot, {blue_rows} für Blau.",
    [RULES_SETUP_FULL] = "Die {pieces} Figuren füllen diese Felder in beliebiger Anordnung.",
    [RULES_SETUP_SPARSE] = "Die {pieces} Figuren dürfen auf beliebigen dieser {zone} Felder "
                           "stehen; die übrigen bleiben leer.",
    [RULES_SETUP_MIDDLE] = "Zwischen den Armeen ist das Brett leer.",

    [RULES_ARMY_HEADING] = "Die Armee",
    [RULES_ARMY] = "Von der stärksten Figur zur schwächsten, dann jene, die nie ziehen: wie viele "
                   "es sind, was auf der Figur steht und wie sie heißt.",
    [RULES_ARMY_HIGH] = "Je höher die Zahl, desto stärker die Figur.",
    [RULES_ARMY_LOW] = "Je kleiner die Zahl, desto stärker die Figur.",

    [RULES_MOVE_HEADING] = "Ziehen",
    [RULES_TURNS] = "Rot beginnt, danach wird abwechselnd gezogen. Ein Zug ist eine Bewegung oder "
                    "ein Angriff mit einer Figur; aussetzen darf man nicht.",
    [RULES_STEP] = "Eine Figur geht ein Feld vor, zurück oder zur Seite, nie schräg, auf ein "
                   "freies Feld. Überspringen kann sie nichts.",
    [RULES_FIXED] = "Bomben und Fahne verlassen ihr Feld nie.",
    [RULES_FIXED_REFUSED] =
        "Der Versuch, sie zu ziehen, wird abgelehnt, und man wählt einen anderen Zug.",
    [RULES_FIXED_FORFEIT] = "Wer dennoch eine davon zieht, verliert die Partie sofort.",
    [RULES_FIXED_GERMAN] = "Die gedruckten deutschen Spielregeln sind strenger: Wer eine davon "
                           "zieht, verliert sofort. Mit der Option forfeit wird so gespielt.",

    [RULES_ATTACK_HEADING] = "Angreifen",
    [RULES_ATTACK] = "Eine Figur greift an, indem sie auf ein Feld zieht, auf dem eine "
                     "gegnerische Figur steht. Angreifen muss man nie.",
    [RULES_BATTLE] = "Beide Figuren zeigen dann ihren Rang. Die schwächere verlässt das Brett; "
                     "sind sie gleich stark, verlassen es beide.",
    [RULES_BATTLE_PLACE] = "Gewinnt der Angreifer, so rückt er auf das Feld vor; gewinnt der "
                           "Verteidiger, so bleibt er stehen.",

    [RULES_SPECIAL_HEADING] = "Figuren mit besonderen Fähigkeiten",
    [RULES_SCOUT] = "{scout}: zieht in gerader Linie beliebig weit über freie Felder und darf am "
                    "Ende im selben Zug angreifen.",
    [RULES_SCOUT_REVEAL] = "Wer so zwei Felder oder mehr zurücklegt, verrät allen, welche Figur "
                           "es ist.",
    [RULES_SPY] =
        "{spy}: die schwächste Figur von allen, schlägt aber die stärkste ({marshal}), wenn sie "
        "selbst angreift. Greift dagegen die stärkste an, gewinnt diese wie immer.",
    [RULES_MINER] = "{miner}: entfernt eine Bombe durch einen Angriff und rückt auf ihr Feld "
                    "vor.",
    [RULES_BOMB] = "{bomb}: Jeder andere Angreifer verlässt das Brett, und die Bombe bleibt.",
    [RULES_BOMB_ALONE] = "{bomb}: Jeder Angreifer verlässt das Brett, und die Bombe bleibt.",
    [RULES_FLAG] = "{flag}: kann von jeder Figur erobert werden, die angreift; damit endet die "
                   "Partie.",

    [RULES_TWO_HEADING] = "Hin und her",
    [RULES_TWO_NONE] = "Diese Ausgabe kennt keine Regel gegen das Hin- und Herziehen.",
    [RULES_TWO_ONCE] = "Eine Figur darf die Grenze zwischen denselben zwei Feldern nicht zweimal "
                       "in Folge überschreiten.",
    [RULES_TWO] = "Eine Figur darf die Grenze zwischen denselben zwei Feldern höchstens "
                  "{two}-mal in Folge überschreiten; der nächste solche Zug ist verboten.",
    [RULES_TWO_COUNT] = "Gezählt werden die Züge jedes Spielers für sich, was auch immer der "
                        "Gegner tut, und ein Angriff zählt als Zug. Die Zählung beginnt von "
                        "vorn, sobald dieser Spieler eine andere Figur zieht oder dieselbe, ohne "
                        "die Grenze zu überschreiten.",
    [RULES_TWO_RUNS] = "Bei einem Zug über mehrere Felder zählt jede überschrittene Grenze.",

    [RULES_CHASE_HEADING] = "Verfolgen",
    [RULES_CHASE_NONE] = "Diese Ausgabe kennt keine Regel gegen endloses Verfolgen.",
    [RULES_CHASE] = "Drohen heißt, eine Figur neben eine gegnerische zu ziehen; ausweichen "
                    "heißt, die bedrohte Figur sogleich wegzuziehen. Eine Verfolgung dauert an, "
                    "solange Drohen und Ausweichen ohne Angriff aufeinander folgen.",
    [RULES_CHASE_BAN] = "Der Verfolger darf nicht erneut mit einem Zug drohen, der eine Stellung "
                        "wiederholt, die in dieser Verfolgung schon auf dem Brett war.",
    [RULES_CHASE_BACK] = "Die einzige Ausnahme ist der Zug geradewegs zurück auf das eben "
                         "verlassene Feld, soweit ihn die Regel über das Hin- und Herziehen "
                         "erlaubt.",
    [RULES_CHASE_EXACT] = "Das gilt auch für den Zug geradewegs zurück.",
    [RULES_CHASE_FREE] = "Wer ausweicht, darf Stellungen wiederholen. Ein Angriff ist nach "
                         "dieser Regel nie verboten.",

    [RULES_END_HEADING] = "Ende der Partie",
    [RULES_END_FLAG] = "Wer die Fahne erobert, gewinnt.",
    [RULES_END_IMMOBILE] =
        "Wer weder ziehen noch angreifen kann, verliert; Züge, die die Regeln verbieten, zählen "
        "dabei nicht. Kann keiner von beiden ziehen, ist die Partie unentschieden.",
    [RULES_END_QUIET] = "Unentschieden ist die Partie auch nach {quiet} Zügen in Folge ohne "
                        "Angriff, beide Spieler zusammengerechnet.",
    [RULES_END_LIMIT] =
        "Nach {plies} Zügen, beide Spieler zusammengerechnet, ist die Partie unentschieden.",
    [RULES_END_NO_LIMIT] =
        "Die Regeln sagen nicht, nach wie vielen Zügen eine Partie unentschieden ist. Wer sie "
        "ausrichtet, setzt eine Grenze, damit jede Partie endet.",
    [RULES_END_CAP] = "Die Regeln sagen nicht, nach wie vielen Zügen eine Partie unentschieden "
                      "ist. Setzt auch der Ausrichter keine Grenze, endet sie unentschieden nach "
                      "{cap} Zügen, beide Spieler zusammengerechnet.",
    [RULES_END_AGREED] = "Die Spieler dürfen sich auf Unentschieden einigen, und jeder darf "
                         "aufgeben.",

    [RULES_KNOW_HEADING] = "Was die Spieler wissen",
    [RULES_KNOW] = "Beide Spieler dürfen jederzeit nachsehen, welche Ränge in Kämpfen gezeigt "
                   "wurden und welche Figuren verloren sind.",
    [RULES_KNOW_MEMORY] = "Im Gedächtnismodus wird der Rang des Überlebenden wieder verdeckt und "
                          "keine Verlustliste geführt: Man muss sich merken, was zu sehen war.",
    [RULES_KNOW_GERMAN] = "Die deutschen Spielregeln wollen es so: Sie verbieten jede Art von "
                          "Notizen, und der Sieger eines Kampfes wird wieder umgedreht.",
};
