/* The positions of a game as one seat saw them, a scene a ply: what stepping back through a
 * game shows. A scene holds what a view held then, so it never knows more than its viewer. */
#ifndef FLAGFALL_TUI_ALBUM_H
#define FLAGFALL_TUI_ALBUM_H

#include "flagfall/view.h"

typedef struct scene {
    ff_cell cell[FF_SQUARES];
    uint8_t lost[2][FF_RANKS];
    ff_event last; /* the ply that led here; move 0 at the beginning */
    uint8_t turn;
} scene;

/* Start from `{0}`. */
typedef struct album {
    scene *scenes; /* by the number of plies played */
    size_t size;
    size_t capacity;
} album;

void album_free(album *a);

/* Keeps a view as the scene of its number of plies, in the place of what was there and after
 * it. Views come in order; one that leaves a gap is not taken. False when memory is out. */
bool album_put(album *a, const ff_view *view);

/* The same for a scene that comes behind all others. */
bool album_add(album *a, const scene *next);

#endif
