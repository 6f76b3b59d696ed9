/* Which of somebody's finished games are wanted. Pure. */
#ifndef FLAGFALL_SERVER_PEOPLE_HISTORY_H
#define FLAGFALL_SERVER_PEOPLE_HISTORY_H

#include "server/store/store_games.h"

/* What is empty, or false, or zero, lets every game through. */
typedef struct history_filter {
    bool public; /* only games that could be watched */
    ff_span edition;
    ff_span opponent;   /* a name, compared as names are (sanitize.h) */
    ff_span against;    /* "people" or "computer" */
    ff_span result;     /* "won", "drawn" or "lost" */
    bool rated, casual; /* only such */
    int64_t since,
        until; /* when the game began, ms since 1970: from the one on, before the other */
} history_filter;

/* Why a filter is none: a sentence; null: it is one. */
const char *history_filter_fault(const history_filter *filter);

/* Is this one of them? `seat` is that of the person whose game it is; a damaged game fits where
 * nothing is asked for. */
bool history_fits(const history_filter *filter, const store_game *game, ff_seat seat);

#endif
