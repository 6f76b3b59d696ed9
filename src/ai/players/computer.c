/* The table of all computer players: levels, then players by name. To make a level stronger or
 * weaker, change its row and measure it against its neighbours (docs/computer.md says how, and
 * what the present rows were found to be worth). */
#include "flagfall/computer.h"

#include "ai/players/learned.h"
#include "ai/players/level.h"
#include "ai/players/one_ply_player.h"
#include "ai/players/search_player.h"
#include "ai/search/search.h"

/* Levels 1 to 5 look one move ahead, and differ in what they care for. */
static const one_ply_traits one_ply_levels[] = {
    {.caution = 0, .plan = 0, .zeal = 60, .noise = 1024},
    {.caution = 2, .plan = 30, .zeal = 3, .noise = 7300},
    {.caution = 11, .plan = 44, .noise = 5900},
    {.caution = 34, .plan = 59, .noise = 4050},
    {.caution = 80, .plan = 87, .noise = 780},
};

/* Levels 6 to 10 search, and differ in how far, how long and how exactly. */
static const search_player_traits search_levels[] = {
    {.nodes = 40000, .depth = 1, .reading = 40, .samples = 100, .noise = 540},
    {.nodes = 40000, .depth = 1, .reading = 40, .samples = 100, .noise = 255},
    {.nodes = 40000, .depth = 2, .reading = 70, .samples = 100, .noise = 110},
    {.nodes = 40000,
     .depth = 4,
     .reading = 100,
     .samples = 100,
     .noise = 30,
     .advice = 100,
     .advised_noise = 250},
};

/* Styles: the search player with likings of its own (ai/search/style.h). */
static const search_player_traits guarded = {
    .nodes = 40000,
    .depth = SEARCH_DEPTH - 1,
    .reading = 100,
    .samples = 100,
    .noise = 12,
    .shuts_in = true,
    .style = {.guard = 60, .fork = 60, .shy = 150, .still = 25}};

/* Weakest first. `share` of the time, and the `span` of memory. */
static const level_traits levels[FF_LEVELS] = {
    {one_ply_player_new, &one_ply_levels[0], .share = 1000, .span = 1},
    {one_ply_player_new, &one_ply_levels[1], .share = 1000, .span = 4},
    {one_ply_player_new, &one_ply_levels[2], .share = 1000, .span = 7},
    {one_ply_player_new, &one_ply_levels[3], .share = 1000, .span = 20},
    {one_ply_player_new, &one_ply_levels[4], .share = 1000, .span = 50},
    {search_player_new, &search_levels[0], .share = 50, .span = 0},
    {search_player_new, &search_levels[1], .share = 100, .span = 0},
    {search_player_new, &search_levels[2], .share = 200, .span = 0},
    {search_player_new, &search_levels[3], .share = 300, .span = 0},
    {search_player_new, &search_player_full, .share = 1000, .span = 0},
};

/* A level's row for each of two tables: number, rating, title. A rating is that of the level below
 * and what was won of it (docs/computer.md). */
#define LEVELS(ROW)                                                                                \
    ROW(1, 230, "Attacks whatever stands beside it, sees no danger and forgets at once")           \
    ROW(2, 375, "Hasty and greedy, and soon forgets what it was shown")                            \
    ROW(3, 540, "Takes what looks cheap, hardly sees danger and forgets soon")                     \
    ROW(4, 735, "Begins to see danger and to plan; remembers for a few moves")                     \
    ROW(5, 935, "Sees danger one move ahead; remembers for a dozen moves")                         \
    ROW(6, 1125, "Tries its moves in many worlds, and misjudges a lot")                            \
    ROW(7, 1325, "Tries its moves in many worlds, misjudges a little and forgets nothing")         \
    ROW(8, 1525, "Looks at the answers to its moves, in many worlds")                              \
    ROW(9, 1755, "Looks a few moves ahead and reads what moves tell")                              \
    ROW(10, 1990, "All it has: searches as far as the time allows")

#define KIND(...)                                                                                  \
    { sizeof(ff_player_kind), __VA_ARGS__ }
#define PLAIN(number, rating, title)                                                               \
    KIND("level:" #number, title, level_new, &levels[number - 1], NULL, rating),
#define HUMAN(number, rating, title)                                                               \
    KIND("level:" #number ":human", title ". Forgets shown ranks as people do", level_new_human,   \
         &levels[number - 1], NULL, 0),

static const ff_player_kind kinds[] = {
    LEVELS(PLAIN) LEVELS(HUMAN)
    /* Players by name, the yardsticks. */
    KIND("random", "Draws every move by lot", ff_random_player_new, NULL, NULL, 0),
    KIND("one-ply", "Looks one move ahead and weighs what it cannot see", one_ply_player_new, NULL,
         "picket", 0),
    KIND("search", "Searches several moves ahead through what may be hidden", search_player_new,
         NULL, "general", 0),
    KIND("learned", "Plays by what its own games have taught it, and nothing else", learned_new,
         NULL, NULL, 0),
    KIND("guarded", "Shuts its flag in, guards what it shows with what it hides, and forks",
         search_player_new, &guarded, NULL, 0),
};

enum { KINDS = sizeof kinds / sizeof *kinds };

size_t ff_computer_count(void) {
    return KINDS;
}

const ff_player_kind *ff_computer_at(size_t index) {
    return index < KINDS ? &kinds[index] : NULL;
}

const ff_player_kind *ff_computer_find(ff_span name) {
    for (size_t i = 0; i < KINDS; i++)
        if (ff_player_kind_is(&kinds[i], name))
            return &kinds[i];
    return NULL;
}

const ff_player_kind *ff_computer_level(unsigned level, bool human_memory) {
    if (level < 1 || level > FF_LEVELS)
        return NULL;
    /* By the order of the table: the plain levels first, then the same ones that forget. */
    return &kinds[level - 1 + (human_memory ? FF_LEVELS : 0)];
}
