/* The table of all computer players: levels, then players by name. To make a level stronger or
 * weaker, change its row and measure it against its neighbours (docs/computer.md says how, and
 * what the present rows were found to be worth). */
#include "flagfall/computer.h"

#include "ai/players/learned.h"
#include "ai/players/level.h"
#include "ai/players/one_ply_player.h"
#include "ai/players/search_player.h"
#include "ai/search/search.h"

/* Levels 1 to 4 look one move ahead, and differ in what they care for. Of noise the first number is
 * for small armies, the other for large ones (ARMIES_KINDS). */
static const one_ply_traits one_ply_levels[] = {
    {.caution = 0, .plan = 66, .zeal = 6, .noise = {22000, 1500}},
    {.caution = 12, .plan = 44, .noise = {9500, 5950}},
    {.caution = 35, .plan = 60, .noise = {5800, 4000}},
    {.caution = 78, .plan = 86, .noise = {2400, 900}},
};

/* Levels 5 to 10 search, and differ in how far, how long and how exactly. */
static const search_player_traits search_levels[] = {
    {.nodes = 40000, .depth = 1, .reading = 40, .samples = 100, .noise = {340, 640}},
    {.nodes = 40000, .depth = 1, .reading = 40, .samples = 100, .noise = {150, 375}},
    {.nodes = 40000, .depth = 2, .reading = 70, .samples = 100, .noise = {50, 200}},
    {.nodes = 40000, .depth = 3, .reading = 85, .samples = 100, .noise = {12, 72}},
    {.nodes = 40000,
     .depth = 4,
     .reading = 100,
     .samples = 100,
     .noise = {30, 30},
     .advice = 100,
     .advised_noise = {550, 195}},
};

/* Styles: the search player with likings of its own (ai/search/style.h). */
static const search_player_traits guarded = {
    .nodes = 40000,
    .depth = SEARCH_DEPTH - 1,
    .reading = 100,
    .samples = 100,
    .noise = {12, 12},
    .shuts_in = true,
    .style = {.guard = 60, .fork = 60, .shy = 150, .still = 25}};

/* Weakest first. `share` of the time, and the `span` of memory. */
static const level_traits levels[FF_LEVELS] = {
    {one_ply_player_new, &one_ply_levels[0], .share = 1000, .span = 4},
    {one_ply_player_new, &one_ply_levels[1], .share = 1000, .span = 8},
    {one_ply_player_new, &one_ply_levels[2], .share = 1000, .span = 20},
    {one_ply_player_new, &one_ply_levels[3], .share = 1000, .span = 48},
    {search_player_new, &search_levels[0], .share = 50, .span = 50},
    {search_player_new, &search_levels[1], .share = 50, .span = 0},
    {search_player_new, &search_levels[2], .share = 150, .span = 0},
    {search_player_new, &search_levels[3], .share = 200, .span = 0},
    {search_player_new, &search_levels[4], .share = 300, .span = 0},
    {search_player_new, &search_player_full, .share = 1000, .span = 0},
};

/* A level's row for each of two tables: number, rating, title. A rating is that of the level below
 * and what was won of it (docs/computer.md). */
#define LEVELS(ROW)                                                                                \
    ROW(1, 370, "Attacks what it can reach, sees no danger and soon forgets")                      \
    ROW(2, 535, "Hasty and greedy, and soon forgets what it was shown")                            \
    ROW(3, 715, "Takes what looks cheap, rarely sees danger and forgets soon")                     \
    ROW(4, 875, "Sees some danger one move ahead and plans; remembers for a while")                \
    ROW(5, 1030, "Tries its moves in many worlds, misjudges a lot and forgets")                    \
    ROW(6, 1225, "Tries its moves in many worlds, misjudges less and forgets nothing")             \
    ROW(7, 1390, "Looks at the answers to its moves, in many worlds")                              \
    ROW(8, 1590, "Looks three moves ahead and reads most of what moves tell")                      \
    ROW(9, 1730, "Looks a few moves ahead, and asks what it has learned")                          \
    ROW(10, 1895, "All it has: searches as far as the time allows")

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
