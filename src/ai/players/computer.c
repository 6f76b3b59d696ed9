/* The table of all computer players: levels, then players by name. To make a level
 * stronger or weaker, change its row and measure it against its neighbours
 * (docs/computer.md). */
#include "flagfall/computer.h"

#include "ai/players/learned.h"
#include "ai/players/level.h"
#include "ai/players/one_ply_player.h"
#include "ai/players/search_player.h"
#include "ai/search/search.h"

/* Levels 1 to 7 look one move ahead, and differ in what they care for. */
static const one_ply_traits one_ply_levels[] = {
    {.caution = 0, .plan = 0, .zeal = 60, .noise = 1024},
    {.caution = 0, .plan = 21, .zeal = 4, .noise = 8800},
    {.caution = 5, .plan = 38, .zeal = 1, .noise = 8450},
    {.caution = 14, .plan = 48, .noise = 7300},
    {.caution = 31, .plan = 58, .noise = 5600},
    {.caution = 66, .plan = 78, .noise = 3400},
    {.caution = 100, .plan = 100, .noise = 1024},
};

/* Levels 8 to 10 search, and differ in how far, how long and how exactly. */
static const search_player_traits search_levels[] = {
    {.nodes = 40000, .depth = 1, .reading = 100, .noise = 150},
    {.nodes = 40000, .depth = 1, .reading = 100, .noise = 40},
};

/* Styles: the search player with likings of its own (ai/search/style.h). */
static const search_player_traits guarded = {
    .nodes = 40000,
    .depth = SEARCH_DEPTH - 1,
    .reading = 100,
    .noise = 12,
    .shuts_in = true,
    .style = {.guard = 60, .fork = 60, .shy = 150, .still = 25}};

/* Weakest first. `share` of the time, and the `span` of memory. */
static const level_traits levels[FF_LEVELS] = {
    {one_ply_player_new, &one_ply_levels[0], .share = 1000, .span = 1},
    {one_ply_player_new, &one_ply_levels[1], .share = 1000, .span = 2},
    {one_ply_player_new, &one_ply_levels[2], .share = 1000, .span = 5},
    {one_ply_player_new, &one_ply_levels[3], .share = 1000, .span = 10},
    {one_ply_player_new, &one_ply_levels[4], .share = 1000, .span = 22},
    {one_ply_player_new, &one_ply_levels[5], .share = 1000, .span = 80},
    {one_ply_player_new, &one_ply_levels[6], .share = 1000, .span = 0},
    {search_player_new, &search_levels[0], .share = 100, .span = 0},
    {search_player_new, &search_levels[1], .share = 300, .span = 0},
    {search_player_new, &search_player_full, .share = 1000, .span = 0},
};

/* A level's row for each of two tables. */
#define LEVELS(ROW)                                                                                \
    ROW(1, "Attacks whatever stands beside it, sees no danger and forgets at once")                \
    ROW(2, "Hasty and greedy, and soon forgets what it was shown")                                 \
    ROW(3, "Takes what looks cheap, hardly sees danger and forgets soon")                          \
    ROW(4, "Begins to see danger and to plan; remembers for a few moves")                          \
    ROW(5, "Sees some danger; remembers for a dozen moves")                                        \
    ROW(6, "Sees danger one move ahead; remembers well, not for ever")                             \
    ROW(7, "Looks one move ahead, weighs what it cannot see and forgets nothing")                  \
    ROW(8, "Tries its attacks in many worlds, and misjudges a little")                             \
    ROW(9, "Tries its attacks in many worlds and reads what moves tell")                           \
    ROW(10, "All it has: searches as far as the time allows")

#define KIND(...)                                                                                  \
    { sizeof(ff_player_kind), __VA_ARGS__ }
#define PLAIN(number, title) KIND("level:" #number, title, level_new, &levels[number - 1], NULL),
#define HUMAN(number, title)                                                                       \
    KIND("level:" #number ":human", title ". Forgets shown ranks as people do", level_new_human,   \
         &levels[number - 1], NULL),

static const ff_player_kind kinds[] = {
    LEVELS(PLAIN) LEVELS(HUMAN)
    /* Players by name, the yardsticks. */
    KIND("random", "Draws every move by lot", ff_random_player_new, NULL, NULL),
    KIND("one-ply", "Looks one move ahead and weighs what it cannot see", one_ply_player_new, NULL,
         "picket"),
    KIND("search", "Searches several moves ahead through what may be hidden", search_player_new,
         NULL, "general"),
    KIND("learned", "Plays small armies by what its own games taught it, others as search does",
         learned_new, NULL, NULL),
    KIND("guarded", "Shuts its flag in, guards what it shows with what it hides, and forks",
         search_player_new, &guarded, NULL),
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
    return &kinds[level - 1 + (human_memory ? FF_LEVELS : 0)];
}
