#include "flagfall/computer.h"

#include "ai/general.h"
#include "ai/level.h"
#include "ai/picket.h"

/* Levels 1 to 5 look one move ahead, and differ in what they care for. */
static const picket_traits pickets[] = {
    {.caution = 0, .plan = 30, .noise = 12000},   {.caution = 10, .plan = 60, .noise = 8000},
    {.caution = 40, .plan = 80, .noise = 5000},   {.caution = 80, .plan = 100, .noise = 2500},
    {.caution = 100, .plan = 100, .noise = 1024},
};

/* Levels 6 to 10 search, and differ in how far and how well. */
static const general_traits generals[] = {
    {.nodes = 2000, .depth = 1, .worlds = 2, .reading = 0, .noise = 150},
    {.nodes = 6000, .depth = 2, .worlds = 4, .reading = 50, .noise = 60},
    {.nodes = 12000, .depth = 3, .worlds = 8, .reading = 100, .noise = 30},
    {.nodes = 20000, .depth = 4, .worlds = 12, .reading = 100, .noise = 12},
};

/* Weakest first. `share` of the time, and the `span` of memory. */
static const level_traits levels[FF_LEVELS] = {
    {picket_new, &pickets[0], .share = 1000, .span = 2},
    {picket_new, &pickets[1], .share = 1000, .span = 8},
    {picket_new, &pickets[2], .share = 1000, .span = 24},
    {picket_new, &pickets[3], .share = 1000, .span = 80},
    {picket_new, &pickets[4], .share = 1000, .span = 0},
    {general_new, &generals[0], .share = 50, .span = 40},
    {general_new, &generals[1], .share = 100, .span = 80},
    {general_new, &generals[2], .share = 200, .span = 160},
    {general_new, &generals[3], .share = 400, .span = 0},
    {general_new, &general_grown, .share = 1000, .span = 0},
};

/* A level's row for each of two tables. */
#define LEVELS(ROW)                                                                                \
    ROW(1, "Takes what looks cheap, sees no danger and forgets at once what it was shown")         \
    ROW(2, "Hasty and greedy, and soon forgets what it was shown")                                 \
    ROW(3, "Begins to see danger; remembers for a dozen moves")                                    \
    ROW(4, "Sees danger one move ahead; remembers well, not for ever")                             \
    ROW(5, "Looks one move ahead, weighs what it cannot see and forgets nothing")                  \
    ROW(6, "Looks at the answers to its moves, roughly; remembers for a while")                    \
    ROW(7, "Looks two plies ahead and begins to read what moves tell")                             \
    ROW(8, "Looks three plies ahead and reads what moves tell")                                    \
    ROW(9, "Looks four plies ahead, in less than half the time")                                   \
    ROW(10, "All it has: searches as far as the time allows")

#define PLAIN(number, title) {"level:" #number, title, level_new, &levels[number - 1]},
#define HUMAN(number, title)                                                                       \
    {"level:" #number ":human", title ". Forgets shown ranks as people do", level_new_human,       \
     &levels[number - 1]},

static const ff_player_kind kinds[] = {
    LEVELS(PLAIN) LEVELS(HUMAN)
    /* Players by name, the yardsticks. */
    {"random", "Draws every move by lot", ff_random_player_new, NULL},
    {"picket", "Looks one move ahead and weighs what it cannot see", picket_new, NULL},
    {"general", "Searches several moves ahead through what may be hidden", general_new, NULL},
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
        if (ff_span_equals(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

const ff_player_kind *ff_computer_level(unsigned level, bool human_memory) {
    if (level < 1 || level > FF_LEVELS)
        return NULL;
    return &kinds[level - 1 + (human_memory ? FF_LEVELS : 0)];
}
