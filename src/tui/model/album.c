/* The past of a game: scene N is the board after N plies, so what was taken back is dropped by
 * putting an earlier ply, and a gap is never left. */
#include "tui/model/album.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void album_free(album *a) {
    free(a->scenes);
    *a = (album){NULL, 0, 0};
}

bool album_add(album *a, const scene *next) {
    scene *scenes = array_with_room(a->scenes, a->size, &a->capacity, sizeof *scenes);
    if (!scenes)
        return false;
    a->scenes = scenes;
    a->scenes[a->size++] = *next;
    return true;
}

/* A view that leaves a gap comes of a game that was joined late: it is not taken, and the next
 * whole past (follow_rewind) brings all. */
bool album_put(album *a, const ff_view *view) {
    scene next = {.last = view->last, .turn = view->turn};
    if (view->plies > a->size)
        return true;
    memcpy(next.cell, view->cell, sizeof next.cell);
    memcpy(next.lost, view->lost, sizeof next.lost);
    a->size = view->plies;
    if (view->memory && a->size && view->ending == FF_BY_NOTHING) {
        /* In memory mode a battle is told once, and the next ply is the end of that. */
        ff_event *told = &a->scenes[a->size - 1].last;
        told->attacker = told->defender = FF_EMPTY;
        told->revealed = false;
    }
    return album_add(a, &next);
}
