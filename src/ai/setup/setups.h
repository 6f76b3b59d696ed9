/* Sensible set-ups for any edition: as people set up, or by a style, where each rank
 * has a depth at which it likes to stand and chance does the rest. */
#ifndef FLAGFALL_AI_SETUPS_H
#define FLAGFALL_AI_SETUPS_H

#include "flagfall/setup.h"

/* Depths at which the pieces of a rank stand, in per cent of the zone: 0 is the
 * back row, 100 the front row. The first piece stands about `first`, the last
 * about `last`, the others between. */
typedef struct setup_depth {
    uint8_t first;
    uint8_t last;
} setup_depth;

/* A way of setting up. */
typedef struct setup_style {
    const char *name;
    const char *title;
    const char *text;
    uint8_t guards; /* bombs next to the flag, as far as there are any */
    uint8_t edge;   /* how much the flag is drawn to the side of the board */
    uint8_t noise;  /* how far chance moves a piece, in per cent of the zone */
    setup_depth depth[FF_RANKS];
} setup_style;

/* A set-up in that style, which passes `ff_setup_check`. */
void setup_generate(ff_setup *setup, const ff_edition *edition, const setup_style *style,
                    ff_rng *rng);

/* A set-up as people make them (setup_model.h), at their best: what is usual counts
 * double, and of several drawn it is one whose flag is well sheltered: mostly in a corner where
 * the army fills its zone, in a corner or one of the next two files where it does not. */
void setup_draw_as_people(ff_setup *setup, const ff_edition *edition, ff_rng *rng);

/* A set-up as people make them, the careless ones too. */
void setup_draw_plainly(ff_setup *setup, const ff_edition *edition, ff_rng *rng);

/* The flag's place, in the order of `ff_edition_zone_square`; the last one of all where there is no
 * flag. */
int setup_flag(const ff_setup *setup, const ff_edition *edition);

/* Do only bombs and sides of the board stand around the flag? */
bool setup_is_shut_in(const ff_setup *setup, const ff_edition *edition);

/* Where nothing could move, lets a mover change places so that it can, if there
 * is any such place. */
void setup_make_mobile(ff_setup *setup, const ff_edition *edition);

#endif
