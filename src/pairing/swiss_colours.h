/* Colours in Swiss pairings: what a player has had, would have next (C.04.3, A.6), and who of two
 * gets what (E). */
#ifndef FLAGFALL_PAIRING_SWISS_COLOURS_H
#define FLAGFALL_PAIRING_SWISS_COLOURS_H

#include "pairing/crosstable.h"

typedef enum swiss_wish { WISH_NONE, WISH_MILD, WISH_STRONG, WISH_ABSOLUTE } swiss_wish;

/* The colours of the games that somebody has played, in order; rounds without a game are left
 * out. */
typedef struct swiss_colours {
    uint8_t white[CROSSTABLE_ROUNDS_MAX];
    uint8_t count;
    int8_t difference; /* games with White less games with Black */
} swiss_colours;

swiss_colours swiss_colours_of(const crosstable *table, unsigned player);

/* A.6: how strong the preference is, and for which colour where there is any. */
swiss_wish swiss_colours_wish(const swiss_colours *of);
bool swiss_colours_wants_white(const swiss_colours *of);

/* Are both preferences absolute and for the same colour? */
bool swiss_colours_clash(const swiss_colours *a, const swiss_colours *b);

/* With this colour: is the difference greater than 2, is it the third time in a row? */
bool swiss_colours_get_wide(const swiss_colours *of, bool white);
bool swiss_colours_get_thrice(const swiss_colours *of, bool white);

/* E.1 to E.5: does the one that is ranked higher have White? `lot_white`: by the lot it would. */
bool swiss_colours_higher_is_white(const swiss_colours *higher, const swiss_colours *lower,
                                   bool lot_white);

#endif
