/* An army chosen by the network: of several that are drawn as people set up, the one of which it
 * expects most. */
#ifndef FLAGFALL_AI_CHOOSE_ARMY_H
#define FLAGFALL_AI_CHOOSE_ARMY_H

#include "ai/learned/net.h"
#include "flagfall/setup.h"

/* From how many the players choose. */
enum { ARMIES_CHOSEN_FROM = 512 };

/* Draws `drawn` armies, 1 or more, by `ff_preset_draw`. The first one's flag stays where it is, so
 * that nobody can foretell it; of all that have it there, it takes the one whose seat may expect
 * most before the first move, seeing where the pieces of an enemy army or a few stand, as in a
 * game, and no rank of them. The first drawn of equals. The same generator chooses the same army on
 * every machine. Reads the network; safe on any thread. */
void choose_army(const net *n, const ff_edition *edition, ff_seat seat, unsigned drawn, ff_rng *rng,
                 ff_setup *setup);

#endif
