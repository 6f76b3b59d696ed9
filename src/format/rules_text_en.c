/* The sentences of the rules in English. */
#include "format/rules_words.h"

const char *const rules_words_en[RULES_SENTENCES] = {
    [RULES_AIM_HEADING] = "Aim of the game",
    [RULES_AIM] = "Two armies, Red and Blue, face each other. Each player knows the ranks of "
                  "their own pieces only; the enemy's stay hidden until they fight. Whoever "
                  "takes the enemy flag wins.",

    [RULES_BOARD_HEADING] = "Board",
    [RULES_BOARD] = "The board is {files} squares wide and {rows} deep. The files are lettered "
                    "from left to right as Red sees them, {letters}; the rows are numbered from "
                    "1, Red's back row.",
    [RULES_LAKES] = "No piece may enter or cross the lakes: {lakes}.",
    [RULES_NO_LAKES] = "There are no lakes.",

    [RULES_SETUP_HEADING] = "Setting up",
    [RULES_SETUP] = "Each player sets up an army unseen by the other. Rows for this: "
                    "{red_rows} for Red, {blue_rows} for Blue.",
    [RULES_SETUP_FULL] =
        "The {pieces} pieces fill all of these squares, arranged as the player likes.",
    [RULES_SETUP_SPARSE] = "The {pieces} pieces may stand on any of these {zone} squares; the "
                           "rest stay empty.",
    [RULES_SETUP_MIDDLE] = "Between the armies the board is empty.",

    [RULES_ARMY_HEADING] = "The army",
    [RULES_ARMY] = "From the strongest piece to the weakest, then those that never move: how "
                   "many there are, what is printed on the piece, and its name.",
    [RULES_ARMY_HIGH] = "The higher the number, the stronger the piece.",
    [RULES_ARMY_LOW] = "The lower the number, the stronger the piece.",

    [RULES_MOVE_HEADING] = "Moving",
    [RULES_TURNS] = "Red begins, then the players take turns. A turn is one move or one attack "
                    "with one piece; nobody may pass.",
    [RULES_STEP] = "A piece moves one square forwards, backwards or sideways, never diagonally, "
                   "to a free square. It cannot jump over anything.",
    [RULES_FIXED] = "Bombs and the flag never leave their squares.",
    [RULES_FIXED_REFUSED] = "An attempt to move one is refused, and the player chooses another "
                            "move.",
    [RULES_FIXED_FORFEIT] = "A player who moves one loses the game at once.",
    [RULES_FIXED_GERMAN] = "The printed German rules are stricter: whoever moves one loses the "
                           "game at once. The option forfeit plays it that way.",

    [RULES_ATTACK_HEADING] = "Attacking",
    [RULES_ATTACK] = "A piece attacks by moving to a square held by the enemy. Nobody is ever "
                     "obliged to attack.",
    [RULES_BATTLE] = "Both pieces then show their ranks. The weaker one leaves the board; of two "
                     "equal ones both do.",
    [RULES_BATTLE_PLACE] = "An attacker who wins takes over the square; a defender who wins "
                           "stays put.",

    [RULES_SPECIAL_HEADING] = "Pieces with powers of their own",
    [RULES_SCOUT] = "{scout}: runs as far as it likes over free squares in a straight line, and "
                    "may attack at the end of the run in the same turn.",
    [RULES_SCOUT_REVEAL] = "A run of two squares or more tells everybody what it is.",
    [RULES_SPY] = "{spy}: the weakest of all, yet it removes the strongest piece ({marshal}) by "
                  "attacking it. If that piece attacks instead, it wins as usual.",
    [RULES_MINER] = "{miner}: removes a bomb by attacking it and moves to its square.",
    [RULES_BOMB] = "{bomb}: any other attacker is removed, and the bomb stays.",
    [RULES_BOMB_ALONE] = "{bomb}: any attacker is removed, and the bomb stays.",
    [RULES_FLAG] = "{flag}: is taken by any piece that attacks it; that ends the game.",

    [RULES_TWO_HEADING] = "Back and forth",
    [RULES_TWO_NONE] = "This edition has no rule against moving back and forth.",
    [RULES_TWO_ONCE] = "A piece may not cross the border between the same two squares twice in "
                       "a row.",
    [RULES_TWO] = "A piece may cross the border between the same two squares {two} times in a "
                  "row at most; the next such move is not allowed.",
    [RULES_TWO_COUNT] = "Each player's own turns are counted, whatever the opponent does, and an "
                        "attack counts as a move. The count starts afresh as soon as that player "
                        "moves another piece, or the same piece without crossing that border.",
    [RULES_TWO_RUNS] = "A long run crosses several borders, and every one of them counts.",

    [RULES_CHASE_HEADING] = "Chasing",
    [RULES_CHASE_NONE] = "This edition has no rule against chasing a piece for ever.",
    [RULES_CHASE] = "To threaten is to move a piece next to an enemy piece; to evade is to move "
                    "the threatened piece away at once. A chase lasts for as long as threats and "
                    "evasions follow each other without an attack.",
    [RULES_CHASE_BAN] = "The chaser may not threaten again by a move that brings back a position "
                        "already seen in this chase.",
    [RULES_CHASE_BACK] = "The one exception is a move straight back to the square just left, where "
                         "the rule on moving back and forth permits it.",
    [RULES_CHASE_EXACT] = "That holds for a move straight back, too.",
    [RULES_CHASE_FREE] = "The player who evades may repeat positions. An attack is never "
                         "forbidden by this rule.",

    [RULES_END_HEADING] = "End of the game",
    [RULES_END_FLAG] = "Taking the flag wins the game.",
    [RULES_END_IMMOBILE] = "A player who can neither move nor attack loses; moves that the rules "
                           "forbid do not count. If neither player can move, the game is drawn.",
    [RULES_END_QUIET] = "The game is also drawn after {quiet} turns in a row without an attack, "
                        "counting those of both players.",
    [RULES_END_LIMIT] =
        "After {plies} turns in all, counting those of both players, the game is drawn.",
    [RULES_END_NO_LIMIT] = "The rules do not say after how many turns a game is drawn. Whoever "
                           "hosts it sets a limit, so that every game ends.",
    [RULES_END_CAP] =
        "The rules do not say after how many turns a game is drawn. Where the host sets no limit "
        "either, it ends as a draw after {cap} turns in all, counting those of both players.",
    [RULES_END_AGREED] = "The players may agree on a draw, and either may resign.",

    [RULES_KNOW_HEADING] = "What the players know",
    [RULES_KNOW] = "Both players may look up at any time which ranks battles have shown and which "
                   "pieces are lost.",
    [RULES_KNOW_MEMORY] = "In memory mode the survivor's rank is hidden again and no list of "
                          "losses is kept: remember what you have seen.",
    [RULES_KNOW_GERMAN] = "The German rules ask for that: they forbid notes of any kind, and the "
                          "winner of a battle is turned round again.",
};
