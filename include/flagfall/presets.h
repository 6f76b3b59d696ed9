/* Presets: set-ups with a name, for people in a hurry and for the computer.
 *
 * Every edition has some. Those whose zone and army a drawn formation fits have
 * that formation; after these come the styles of a generator that makes a fresh
 * set-up for any edition, then armies drawn as people set up, then any at all. */
#ifndef FLAGFALL_PRESETS_H
#define FLAGFALL_PRESETS_H

#include "flagfall/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many presets this edition has, at least one. The edition must pass
 * `ff_edition_check`, here and below. */
size_t ff_preset_count(const ff_edition *edition);

/* Of the preset `index` (below the count): "corner", for commands and messages;
 * "Corner keep", for people; and one honest English sentence about it. Static
 * text, null where there is no such preset. */
const char *ff_preset_name(const ff_edition *edition, size_t index);
const char *ff_preset_title(const ff_edition *edition, size_t index);
const char *ff_preset_text(const ff_edition *edition, size_t index);

/* The preset of that name; false where the edition has none. */
bool ff_preset_find(const ff_edition *edition, ff_span name, size_t *index);

/* Sets up the army by a preset. It passes `ff_setup_check`, and something can
 * move unless the edition leaves no way at all. A drawn formation comes as it is
 * or mirrored, a generated one differs each time. False where there is no such
 * preset. */
bool ff_preset_make(const ff_edition *edition, size_t index, ff_rng *rng, ff_setup *setup);

/* How the computer players set up: drawn from what people do, learned from tens of
 * thousands of their set-ups (docs/computer.md); another army each time. */
void ff_preset_draw(const ff_edition *edition, ff_rng *rng, ff_setup *setup);

/* The same for a batch's games (an `ff_setup_draw`); no context. */
ff_setup_draw ff_setup_draw_people;

#ifdef __cplusplus
}
#endif

#endif
