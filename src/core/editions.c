/* The editions: one row each. docs/rules.md tells where every value comes from,
 * and how the texts' gaps and contradictions are settled. */
#include "core/editions.h"

/* Boards. */
#define LAKE(file, row) [FF_SQUARE(file, (row)-1)] = true
#define LAKES_IN(row)                                                                              \
    LAKE(2, row), LAKE(3, row), LAKE(6, row), LAKE(7, row), LAKE(2, (row) + 1),                    \
        LAKE(3, (row) + 1), LAKE(6, (row) + 1), LAKE(7, (row) + 1)
#define BOARD_10X10 .files = 10, .rows = 10, .zone_rows = 4, .lake = {LAKES_IN(5)}
#define BOARD_10X8 .files = 10, .rows = 8, .zone_rows = 3, .lake = {LAKES_IN(4)}
#define BOARD_8X8                                                                                  \
    .files = 8, .rows = 8, .zone_rows = 3, .lake = {LAKE(2, 4), LAKE(2, 5), LAKE(5, 4), LAKE(5, 5)}

/* Armies, from the spy up, then bombs and flag. */
#define ARMY(s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, bombs)                                       \
    .army = {0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, bombs, 1}
#define ARMY_40 ARMY(1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6)
#define ARMY_30 ARMY(1, 5, 4, 2, 2, 3, 3, 2, 1, 1, 5)
#define ARMY_DUEL ARMY(1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2)
#define ARMY_BARRAGE ARMY(1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1)

/* What is printed on the pieces. */
#define LABELS_MARSHAL_1 .label = {"", "S", "9", "8", "7", "6", "5", "4", "3", "2", "1", "B", "F"}
#define LABELS_MARSHAL_10(spy)                                                                     \
    .label = {"", spy, "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "F"}

/* What the pieces are called. */
#define NAMES_EN                                                                                   \
    "", "Spy", "Scout", "Miner", "Sergeant", "Lieutenant", "Captain", "Major", "Colonel",          \
        "General", "Marshal", "Bomb", "Flag"
#define NAMES_NL                                                                                   \
    "", "Spionne", "Verkenner", "Mineur", "Sergeant", "Luitenant", "Kapitein", "Majoor",           \
        "Kolonel", "Generaal", "Maarschalk", "Bom", "Vlag"
#define NAMES_FR                                                                                   \
    "", "Espionne", "Éclaireur", "Démineur", "Sergent", "Lieutenant", "Capitaine", "Commandant",   \
        "Colonel", "Général", "Maréchal", "Bombe", "Drapeau"
#define NAMES_DE                                                                                   \
    "", "Spionin", "Aufklärer", "Mineur", "Unteroffizier", "Leutnant", "Hauptmann", "Major",       \
        "Oberst", "General", "Feldmarschall", "Bombe", "Fahne"
#define NAMES_SOLDIERS                                                                             \
    "", "Spy", "Soldier", "Bomb Defuser", "Sergeant", "Lieutenant", "Captain", "Major", "Colonel", \
        "General", "Marshal", "Bomb", "Flag"

#define ENGLISH .language = FF_ENGLISH, .name = {NAMES_EN}
#define DUTCH .language = FF_DUTCH, .name = {NAMES_NL}
#define FRENCH .language = FF_FRENCH, .name = {NAMES_FR}
#define GERMAN .language = FF_GERMAN, .name = {NAMES_DE}

/* Rules. A host that is told nothing draws a game after HOST_CAP plies. */
#define HOST_CAP .reveal_runs = true, .host_cap = 4000
#define US_RULES .two_squares = 2, .chase = FF_CHASE_NONE, HOST_CAP
#define TRAVEL_RULES .two_squares = 3, .chase = FF_CHASE_ISF, HOST_CAP
#define FRENCH_RULES .two_squares = 3, .chase = FF_CHASE_EXACT, HOST_CAP
#define MATCH_RULES(n)                                                                             \
    .two_squares = (n), .chase = FF_CHASE_ISF, .quiet_limit = 200, .ply_limit = 4000, HOST_CAP

const char *const edition_names[FF_LANGUAGES][FF_RANKS] = {
    [FF_ENGLISH] = {NAMES_EN},
    [FF_DUTCH] = {NAMES_NL},
    [FF_FRENCH] = {NAMES_FR},
    [FF_GERMAN] = {NAMES_DE},
};

static const ff_edition editions[] = {
    {.id = "anniversary",
     .title = "50th Anniversary",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_1,
     ENGLISH,
     US_RULES},
    {.id = "anniversary-duel",
     .title = "50th Anniversary, Duel",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_1,
     ENGLISH,
     US_RULES},
    {.id = "classic30",
     .title = "Classic, 30 pieces",
     BOARD_10X8,
     ARMY_30,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     US_RULES},
    {.id = "classic30-duel",
     .title = "Classic, Duel on ten by eight",
     BOARD_10X8,
     ARMY_DUEL,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     US_RULES},
    {.id = "travel-nl",
     .title = "Travel, Dutch text",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("1"),
     DUTCH,
     TRAVEL_RULES},
    {.id = "travel-fr",
     .title = "Travel, French text",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("1"),
     FRENCH,
     FRENCH_RULES},
    {.id = "travel-de",
     .title = "Travel, German text",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("1"),
     GERMAN,
     TRAVEL_RULES},
    {.id = "travel-en",
     .title = "Travel, English text",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("1"),
     ENGLISH,
     TRAVEL_RULES},
    {.id = "travel-duel-nl",
     .title = "Travel, Duel, Dutch text",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_10("1"),
     DUTCH,
     TRAVEL_RULES},
    {.id = "travel-duel-fr",
     .title = "Travel, Duel, French text",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_10("1"),
     FRENCH,
     FRENCH_RULES},
    {.id = "travel-duel-de",
     .title = "Travel, Duel, German text",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_10("1"),
     GERMAN,
     TRAVEL_RULES},
    {.id = "travel-duel-en",
     .title = "Travel, Duel, English text",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_10("1"),
     ENGLISH,
     TRAVEL_RULES},
    {.id = "soldiers",
     .title = "Soldiers, the online game",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("1"),
     .language = FF_ENGLISH,
     .name = {NAMES_SOLDIERS},
     .two_squares = 5,
     .chase = FF_CHASE_NONE,
     HOST_CAP},
    {.id = "tournament",
     .title = "Tournament",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     MATCH_RULES(3)},
    {.id = "gravon",
     .title = "Gravon classic",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     MATCH_RULES(5)},
    {.id = "barrage",
     .title = "Barrage",
     BOARD_10X10,
     ARMY_BARRAGE,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     MATCH_RULES(3)},
    {.id = "duel",
     .title = "Duel",
     BOARD_10X10,
     ARMY_DUEL,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     MATCH_RULES(3)},
    {.id = "quick-arena",
     .title = "Quick Arena",
     BOARD_8X8,
     ARMY_DUEL,
     LABELS_MARSHAL_10("S"),
     ENGLISH,
     MATCH_RULES(3)},
    {.id = "ucc",
     .title = "Computer competition 2012",
     BOARD_10X10,
     ARMY_40,
     LABELS_MARSHAL_1,
     ENGLISH,
     .two_squares = 0,
     .chase = FF_CHASE_NONE,
     .reveal_runs = true,
     .host_cap = 9998},
};

size_t ff_edition_count(void) {
    return sizeof editions / sizeof *editions;
}

const ff_edition *ff_edition_at(size_t index) {
    return &editions[index];
}
