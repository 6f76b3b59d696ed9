/* Badges as a table of figures and of how much of each is needed. What must hold: a figure never
 * goes down, so a badge stays earned as long as its games are there. */
#include "server/people/badges.h"

#include <string.h>

typedef enum figure {
    GAMES,         /* that count */
    RATED_WINS,    /* rated games are between accounts */
    WINS_IN_A_ROW, /* of rated games, at most */
    RATING_ABOVE,  /* of the strongest account that has been beaten, beyond one's own */
    EDITIONS_WON,  /* in how many editions a game has been won */
    LONGEST_WIN,   /* in plies */
    RAIDS,         /* flags taken early in a rated game */
    STRONGEST,     /* wins against the strongest computer player */
    FIGURES
} figure;

enum { RAID_PLIES = 60 }; /* thirty moves of each seat */

/* In this order they are shown; names and numbers are told in docs/protocol.md. */
static const struct {
    const char *name;
    figure of;
    unsigned needed;
} table[BADGES_MAX] = {
    {"first-win", RATED_WINS, 1}, {"streak", WINS_IN_A_ROW, 5},   {"upset", RATING_ABOVE, 200},
    {"raid", RAIDS, 1},           {"marathon", LONGEST_WIN, 600}, {"editions", EDITIONS_WON, 5},
    {"strongest", STRONGEST, 1},  {"hundred", GAMES, 100},
};

typedef struct counting {
    unsigned figures[FIGURES];
    unsigned row;                  /* rated games won since the last that was not */
    char won[CAREER_EDITIONS][32]; /* the editions of EDITIONS_WON, to count each once */
    const char *strongest;
} counting;

static void reach(unsigned *highest, int64_t to) {
    if (to > (int64_t)*highest)
        *highest = (unsigned)to;
}

static void count_edition(counting *at, const char *edition) {
    unsigned *count = &at->figures[EDITIONS_WON];
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(at->won[i], edition) == 0)
            return;
    if (*count < CAREER_EDITIONS)
        memcpy(at->won[(*count)++], edition, sizeof at->won[0]);
}

static void count_rated_win(counting *at, const career_game *game) {
    at->figures[RATED_WINS]++;
    reach(&at->figures[WINS_IN_A_ROW], ++at->row);
    if (game->strength != STORE_NULL && game->before != STORE_NULL)
        reach(&at->figures[RATING_ABOVE], game->strength - game->before);
    at->figures[RAIDS] += game->ending == FF_BY_FLAG && game->plies <= RAID_PLIES;
}

static void count(counting *at, const career_game *game) {
    at->figures[GAMES]++;
    if (game->rated && game->outcome != OUTCOME_WON)
        at->row = 0;
    if (game->outcome != OUTCOME_WON)
        return;
    count_edition(at, game->edition);
    reach(&at->figures[LONGEST_WIN], game->plies);
    at->figures[STRONGEST] +=
        game->kind == SEAT_COMPUTER && at->strongest && strcmp(game->name, at->strongest) == 0;
    if (game->rated)
        count_rated_win(at, game);
}

/* Game by game, oldest first, so that each badge has the time of the game that earned it. */
size_t badges_find(const career *of, const char *strongest, badge found[BADGES_MAX]) {
    counting at = {.strongest = strongest};
    int64_t earned[BADGES_MAX] = {0};
    bool has[BADGES_MAX] = {false};
    size_t all = 0;
    for (size_t i = 0; i < of->count; i++) {
        count(&at, &of->games[i]);
        for (int b = 0; b < BADGES_MAX; b++) {
            if (has[b] || at.figures[table[b].of] < table[b].needed)
                continue;
            has[b] = true;
            earned[b] = of->games[i].ended;
        }
    }
    for (int b = 0; b < BADGES_MAX; b++)
        if (has[b])
            found[all++] = (badge){table[b].name, earned[b]};
    return all;
}
