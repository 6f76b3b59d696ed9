/* Tie-breaks as federations use them: FIDE Handbook C.07 in the edition of 2024, whose articles
 * are named here.
 *
 * Rounds that were not played (article 16), in a Swiss: for one's own tie-breaks such a round is
 * one against a dummy opponent with one's own score (16.4), and it counts the points that it gave.
 * For an opponent's tie-breaks one's score is adjusted: an absence counts as a draw where nothing
 * but absences and losses by forfeit follow it, all else what it gave (16.3). Where the lowest
 * contribution is cut, it is the lowest of rounds that one did not play by own choice, where there
 * are such, that is absences and losses by forfeit (16.5). In a round robin a forfeit counts as a
 * game with that opponent, a free round as nothing, and no score is adjusted. */
#ifndef FLAGFALL_PAIRING_TIE_BREAKS_H
#define FLAGFALL_PAIRING_TIE_BREAKS_H

#include "pairing/crosstable.h"

typedef enum tie_break {
    TIE_BUCHHOLZ,         /* 8.1: the sum of the opponents' scores, in halves */
    TIE_BUCHHOLZ_CUT_1,   /* 14.1: without the lowest */
    TIE_MEDIAN_BUCHHOLZ,  /* 14.3: without the lowest and the highest */
    TIE_SONNEBORN_BERGER, /* 9.1: opponents' scores times what one got of them, in quarters */
    TIE_DIRECT_ENCOUNTER, /* 6: points in the games of those who are tied, where each has met each
                           */
    TIE_WINS,             /* 7.1: rounds in which one got a win's points, played or not */
    TIE_PROGRESSIVE,      /* 7.5: the sum of the scores after each round, in halves */
    TIE_BREAKS
} tie_break;

typedef struct tie_ranking {
    unsigned player;
    unsigned place;             /* from 1; who is equal in all has the same */
    unsigned score;             /* halves */
    unsigned value[TIE_BREAKS]; /* direct encounter only where it was asked for, and else 0 */
} tie_ranking;

/* The tie-breaks that come one after another where points are equal. */
extern const tie_break tie_order_swiss[], tie_order_round_robin[];
enum { TIE_ORDER_SWISS = 6, TIE_ORDER_ROUND_ROBIN = 3 };

/* All players of the table, the best first; who is equal in all by pairing number. */
void tie_rank(const crosstable *table, bool round_robin, tie_ranking *ranking);

#endif
