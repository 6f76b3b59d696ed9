/* A growing list of scenes. */
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

/* In memory mode a battle is told once. */
static void forget(ff_event *told) {
    told->attacker = told->defender = FF_EMPTY;
    told->revealed = false;
}

bool album_put(album *a, const ff_view *view) {
    scene next = {.last = view->last, .turn = view->turn};
    if (view->plies > a->size)
        return true;
    memcpy(next.cell, view->cell, sizeof next.cell);
    memcpy(next.lost, view->lost, sizeof next.lost);
    a->size = view->plies;
    if (view->memory && a->size && view->ending == FF_BY_NOTHING)
        forget(&a->scenes[a->size - 1].last);
    return album_add(a, &next);
}
