/* How people set up: a distribution over whole set-ups, learned by
 * tools/learn/setups.c.
 *
 * Places are filled one after the other, own back row first, left to right. The
 * chance of a rank on a place is in proportion to how many of that rank are left,
 * times two to the power of three weights: of the place, of the piece beside it (on
 * its left) and of the piece behind it. So every set-up that is drawn has the right
 * pieces, and bombs gather around flags as people gather them. */
#ifndef FLAGFALL_AI_SETUP_MODEL_H
#define FLAGFALL_AI_SETUP_MODEL_H

#include "flagfall/setup.h"

/* The zone that was learned from; a neighbour may be any rank, nothing, or the side of
 * the board. */
enum {
    MODEL_ROWS = 4,
    MODEL_FILES = 10,
    MODEL_SIDE = FF_RANKS,
    MODEL_NEIGHBOURS = FF_RANKS + 1,
    MODEL_UNIT = 16 /* weights to a doubling */
};

typedef struct setup_model {
    int8_t place[MODEL_ROWS * MODEL_FILES][FF_RANKS];
    int8_t beside[MODEL_ROWS][MODEL_NEIGHBOURS][FF_RANKS];
    int8_t behind[MODEL_ROWS][MODEL_NEIGHBOURS][FF_RANKS];
} setup_model;

extern const setup_model setup_model_full;   /* of armies that fill their zone */
extern const setup_model setup_model_sparse; /* of a few pieces on many places */

/* The model that suits an edition. Other zones than the learned one are stretched over
 * it: rows from back to front, files from both sides; ranks that the sparse model has
 * not seen are placed like those next in strength. */
const setup_model *setup_model_for(const ff_edition *edition);

/* The learned place that a place of the edition's zone is like, and the rank that a
 * model knows a rank as. */
int setup_model_place(const ff_edition *edition, int place);
int setup_model_rank(const setup_model *model, int rank);

/* Draws a set-up; it passes `ff_setup_check`. `boldness` is how much weights count, in
 * per cent: 100 draws as people do, more prefers what is usual. */
void setup_model_draw(const setup_model *model, const ff_edition *edition, unsigned boldness,
                      ff_rng *rng, ff_setup *setup);

/* The chances of each rank on the `k`-th place of a set-up whose earlier places are
 * filled, in parts of their sum, which is returned. 0 where nothing is left. */
uint64_t setup_model_chances(const setup_model *model, const ff_edition *edition,
                             const ff_setup *setup, unsigned k, unsigned boldness,
                             uint64_t chance[FF_RANKS]);

#endif
