/* A crosstable: who has met whom with what result, round by round. What pairings and tie-breaks
 * are made of. Plain values; no game word beyond players, scores and colours: White begins.
 *
 * Players are numbers from 0, in the order of the initial ranking (FIDE Handbook C.04.2.B): the
 * pairing number of the documents is one more. Points are counted in halves. */
#ifndef FLAGFALL_PAIRING_CROSSTABLE_H
#define FLAGFALL_PAIRING_CROSSTABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CROSSTABLE_PLAYERS_MAX = 128,
    CROSSTABLE_ROUNDS_MAX = 127,
    CROSSTABLE_WIN = 2, /* half points */
    CROSSTABLE_DRAW = 1,
    CROSSTABLE_NOBODY = 0xffff,
};

typedef enum crosstable_kind {
    ROUND_ABSENT,       /* not paired by own wish: a bye of no points (C.07, 16.1.1) */
    ROUND_PLAYED,       /* a game over the board */
    ROUND_FORFEIT_WIN,  /* paired; the other did not come */
    ROUND_FORFEIT_LOSS, /* paired, and did not come */
    ROUND_BYE,          /* the bye that the pairing gives, worth a win (C.04.1.c) */
} crosstable_kind;

/* What one player had in one round. */
typedef struct crosstable_entry {
    uint8_t kind;      /* crosstable_kind */
    uint8_t points;    /* halves */
    bool white;        /* where there was an opponent */
    uint16_t opponent; /* or CROSSTABLE_NOBODY */
} crosstable_entry;

typedef struct crosstable {
    unsigned players, rounds; /* rounds that are over */
    crosstable_entry *entry;  /* of player p in round r: p * rounds_max + r */
    unsigned rounds_max;
} crosstable;

/* False when memory is out; to be freed all the same. All entries are absences. */
bool crosstable_open(crosstable *table, unsigned players, unsigned rounds_max);
void crosstable_free(crosstable *table);

/* The entry of a player in a round below `rounds_max`, to be read or changed. */
crosstable_entry *crosstable_at(const crosstable *table, unsigned player, unsigned round);

/* Puts down a game: what White got, in halves. With `forfeit` it was not played: who has no
 * points did not come. */
void crosstable_set_game(crosstable *table, unsigned round, unsigned white, unsigned black,
                         unsigned white_points, unsigned black_points, bool forfeit);
void crosstable_set_bye(crosstable *table, unsigned round, unsigned player);

/* The player's points in the first so many rounds. */
unsigned crosstable_score(const crosstable *table, unsigned player, unsigned rounds);

/* Have they played a game? A pairing that one of them did not come to is none. */
bool crosstable_have_met(const crosstable *table, unsigned a, unsigned b);

#endif
