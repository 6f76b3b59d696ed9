/* The sentences of the rules in French. */
#include "format/rules_words.h"

const char *const rules_words_fr[RULES_SENTENCES] = {
    [RULES_AIM_HEADING] = "But du jeu",
    [RULES_AIM] = "Deux armées, les Rouges et les Bleus, se font face. Chaque joueur ne connaît "
                  "que les grades de ses propres pièces~; ceux de l'adversaire restent cachés "
                  "jusqu'au combat. Celui qui prend le drapeau ennemi gagne.",

    [RULES_BOARD_HEADING] = "Plateau",
    [RULES_BOARD] = "Le plateau compte {files} cases en largeur et {rows} en profondeur. Les "
                    "colonnes s'appellent, de gauche à droite vues par les Rouges, {letters}~; les "
                    "rangées sont numérotées à partir de 1, la rangée du fond du côté des Rouges.",
    [RULES_LAKES] = "Aucune pièce ne peut entrer dans les lacs ni les traverser~: {lakes}.",
    [RULES_NO_LAKES] = "Il n'y a pas de lacs.",

    [RULES_SETUP_HEADING] = "Mise en place",
    [RULES_SETUP] = "Chaque joueur dispose son armée à l'abri des regards de l'autre. Rangées "
                    "prévues~: {red_rows} pour les Rouges, {blue_rows} pour les Bleus.",
    [RULES_SETUP_FULL] = "Les {pieces} pièces remplissent ces cases dans l'ordre que l'on veut.",
    [RULES_SETUP_SPARSE] =
        "Les {pieces} pièces se placent au choix sur ces {zone} cases~; les autres restent vides.",
    [RULES_SETUP_MIDDLE] = "Entre les armées, le plateau est vide.",

    [RULES_ARMY_HEADING] = "L'armée",
    [RULES_ARMY] = "De la pièce la plus forte à la plus faible, puis celles qui ne bougent "
                   "jamais~: leur nombre, ce qui est imprimé sur la pièce, et son nom.",
    [RULES_ARMY_HIGH] = "Plus le nombre est grand, plus la pièce est forte.",
    [RULES_ARMY_LOW] = "Plus le nombre est petit, plus la pièce est forte.",

    [RULES_MOVE_HEADING] = "Déplacements",
    [RULES_TURNS] = "Les Rouges commencent, puis on joue à tour de rôle. Un tour consiste en un "
                    "déplacement ou une attaque d'une seule pièce~; on ne peut pas passer.",
    [RULES_STEP] = "Une pièce avance, recule ou va de côté d'une case, jamais en diagonale, vers "
                   "une case libre. Elle ne peut rien sauter.",
    [RULES_FIXED] = "Les bombes et le drapeau ne quittent jamais leur case.",
    [RULES_FIXED_REFUSED] = "Si l'on essaie d'en déplacer un, le coup est refusé et l'on en "
                            "choisit un autre.",
    [RULES_FIXED_FORFEIT] = "Celui qui en déplace un perd aussitôt la partie.",
    [RULES_FIXED_GERMAN] = "Les règles allemandes imprimées sont plus sévères~: qui en déplace un "
                           "perd aussitôt la partie. L'option forfeit permet de jouer ainsi.",

    [RULES_ATTACK_HEADING] = "Attaque",
    [RULES_ATTACK] = "Une pièce attaque en allant sur une case occupée par l'ennemi. On n'est "
                     "jamais obligé d'attaquer.",
    [RULES_BATTLE] = "Les deux pièces montrent alors leur grade. La plus faible quitte le "
                     "plateau~; à égalité, elles le quittent toutes les deux.",
    [RULES_BATTLE_PLACE] = "Un attaquant victorieux prend la case~; un défenseur victorieux "
                           "reste où il est.",

    [RULES_SPECIAL_HEADING] = "Pièces aux pouvoirs particuliers",
    [RULES_SCOUT] = "{scout}~: parcourt en ligne droite autant de cases libres qu'on le souhaite, "
                    "et peut attaquer au bout de sa course dans le même tour.",
    [RULES_SCOUT_REVEAL] = "Une course de deux cases ou plus révèle à tous de quelle pièce il "
                           "s'agit.",
    [RULES_SPY] =
        "{spy}~: la pièce la plus faible de toutes, qui élimine pourtant la plus forte ({marshal}) "
        "en l'attaquant. Si c'est la plus forte qui attaque, elle gagne comme toujours.",
    [RULES_MINER] = "{miner}~: élimine une bombe en l'attaquant et prend sa case.",
    [RULES_BOMB] = "{bomb}~: tout autre attaquant est éliminé, et la bombe reste en place.",
    [RULES_BOMB_ALONE] = "{bomb}~: tout attaquant est éliminé, et la bombe reste en place.",
    [RULES_FLAG] = "{flag}~: tombe aux mains de n'importe quelle pièce qui l'attaque, ce qui met "
                   "fin à la partie.",

    [RULES_TWO_HEADING] = "Va-et-vient",
    [RULES_TWO_NONE] = "Cette édition n'a pas de règle contre le va-et-vient.",
    [RULES_TWO_ONCE] = "Une pièce ne peut pas franchir deux fois de suite la limite entre les "
                       "deux mêmes cases.",
    [RULES_TWO] = "Une pièce peut franchir au plus {two} fois de suite la limite entre les deux "
                  "mêmes cases~; le coup suivant du même genre est interdit.",
    [RULES_TWO_COUNT] = "On compte séparément les tours de chaque joueur, quoi que fasse "
                        "l'adversaire, et une attaque compte comme un déplacement. Le compte "
                        "repart de zéro dès que ce joueur déplace une autre pièce, ou la même "
                        "sans franchir cette limite.",
    [RULES_TWO_RUNS] = "Lors d'une longue course, chaque limite franchie compte.",

    [RULES_CHASE_HEADING] = "Poursuite",
    [RULES_CHASE_NONE] = "Cette édition n'a pas de règle contre la poursuite sans fin.",
    [RULES_CHASE] = "Menacer, c'est placer une pièce à côté d'une pièce ennemie~; esquiver, "
                    "c'est éloigner aussitôt la pièce menacée. Une poursuite dure tant que "
                    "menaces et esquives se succèdent sans attaque.",
    [RULES_CHASE_BAN] = "Le poursuivant ne peut pas menacer à nouveau par un coup qui ramène une "
                        "position déjà vue au cours de cette poursuite.",
    [RULES_CHASE_BACK] = "Seule exception~: le retour direct sur la case que l'on vient de "
                         "quitter, dans la mesure où la règle du va-et-vient le permet.",
    [RULES_CHASE_EXACT] = "Cela vaut aussi pour un retour direct.",
    [RULES_CHASE_FREE] = "Celui qui esquive peut répéter des positions. Cette règle n'interdit "
                         "jamais une attaque.",

    [RULES_END_HEADING] = "Fin de la partie",
    [RULES_END_FLAG] = "La prise du drapeau fait gagner la partie.",
    [RULES_END_IMMOBILE] = "Un joueur qui ne peut ni se déplacer ni attaquer perd~; les coups que "
                           "les règles interdisent ne comptent pas. Si aucun des deux joueurs ne "
                           "peut jouer, la partie est nulle.",
    [RULES_END_QUIET] = "La partie est nulle aussi après {quiet} tours de suite sans attaque, ceux "
                        "des deux joueurs comptés ensemble.",
    [RULES_END_LIMIT] =
        "Après {plies} tours en tout, ceux des deux joueurs comptés ensemble, la partie est nulle.",
    [RULES_END_NO_LIMIT] =
        "Les règles ne disent pas après combien de tours une partie est nulle. Celui qui organise "
        "la partie fixe une limite, de sorte que toute partie se termine.",
    [RULES_END_CAP] = "Les règles ne disent pas après combien de tours une partie est nulle. Si "
                      "l'organisateur ne fixe pas de limite non plus, elle est déclarée nulle "
                      "après {cap} tours en tout, ceux des deux joueurs comptés ensemble.",
    [RULES_END_AGREED] = "Les joueurs peuvent convenir d'une partie nulle, et chacun peut "
                         "abandonner.",

    [RULES_KNOW_HEADING] = "Ce que savent les joueurs",
    [RULES_KNOW] = "Les deux joueurs peuvent revoir à tout moment les grades montrés au combat et "
                   "les pièces perdues.",
    [RULES_KNOW_MEMORY] = "En mode mémoire, le grade du survivant est caché à nouveau et aucune "
                          "liste des pertes n'est tenue~: il faut se souvenir de ce qu'on a vu.",
    [RULES_KNOW_GERMAN] = "Les règles allemandes le veulent ainsi~: elles interdisent toute prise "
                          "de notes, et le vainqueur d'un combat est retourné face cachée.",
};
