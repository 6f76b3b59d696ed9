/* Set-ups: where a seat puts its army. */
#ifndef FLAGFALL_SETUP_H
#define FLAGFALL_SETUP_H

#include "flagfall/position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ranks in the order of `ff_edition_zone_square`: own back row first, left to
 * right from the owner's side. The same letters mean the same formation for
 * either seat. */
typedef struct ff_setup {
    uint8_t rank[FF_ZONE_MAX]; /* ff_rank; FF_EMPTY where nothing stands */
} ff_setup;

typedef enum ff_setup_reason {
    FF_SETUP_OK,
    FF_SETUP_WRONG_LENGTH,
    FF_SETUP_BAD_LETTER,
    FF_SETUP_OUTSIDE_ZONE,
    FF_SETUP_OVERLAP,
    FF_SETUP_WRONG_COUNTS,
} ff_setup_reason;

/* "wrong-counts": the word of the formats. Never null. */
const char *ff_setup_reason_word(ff_setup_reason reason);

/* Puts one piece on a square of the board, from an empty set-up (`{0}`) on.
 * FF_SETUP_OUTSIDE_ZONE (lakes too) and FF_SETUP_OVERLAP refuse and change
 * nothing. */
ff_setup_reason ff_setup_place(ff_setup *setup, const ff_edition *edition, ff_seat seat, int square,
                               ff_rank rank);

/* Does it use exactly the edition's army, inside the zone? */
ff_setup_reason ff_setup_check(const ff_setup *setup, const ff_edition *edition);

/* Can any piece of it move on the first turn of its seat? A legal army may be born
 * immobile and lose at once (docs/rules.md, A-16): warn before it is played. FF_NOBODY
 * where it is not known yet whose it will be: can it as Red and as Blue? They differ on
 * boards whose lakes are others when the board is turned round. */
bool ff_setup_can_move(const ff_setup *setup, const ff_edition *edition, ff_seat seat);

/* A uniformly random legal set-up. */
void ff_setup_random(ff_setup *setup, const ff_edition *edition, ff_rng *rng);

/* The formation seen in a mirror, left and right exchanged. */
void ff_setup_mirror(ff_setup *setup, const ff_edition *edition);

/* The first position of a game: both armies, Red to move, `ff_position_begin`
 * done. Both set-ups must have passed `ff_setup_check`. */
void ff_position_setup(const ff_rules *rules, ff_position *position, const ff_setup *red,
                       const ff_setup *blue);

#ifdef __cplusplus
}
#endif

#endif
