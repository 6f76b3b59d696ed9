/* What is sent of a game, and to whom it fits. What must hold: a number is given once for
 * some eyes at a table, so that who has it knows the snapshot that was kept with it. */
#include "server/session/telling.h"

#include <assert.h>
#include <stdlib.h>

struct told_table {
    struct {
        uint32_t number;
        bool kept; /* `last` is what was told under that number */
        encode_snapshot last;
    } by[TELLING_EYES];
};

void told_free(told_table *told) {
    for (int i = 0; told && i < TELLING_EYES; i++)
        encode_snapshot_free(&told->by[i].last);
    free(told);
}

void told_forget(told_table *told) {
    for (int i = 0; told && i < TELLING_EYES; i++)
        told->by[i].kept = false;
}

void telling_begin(telling *news, const struct table *table, told_table **told,
                   const encode_eyes *eyes) {
    *news = (telling){.table = table, .told = told, .eyes = *eyes};
}

void telling_end(telling *news) {
    outbox_text_drop(news->since);
    for (int i = 0; i < TELLING_EYES; i++) {
        encode_snapshot_free(&news->by[i].now);
        outbox_text_drop(news->by[i].whole);
        outbox_text_drop(news->by[i].change);
    }
}

static outbox_text *text_of(ff_buffer *buffer) {
    outbox_text *made = outbox_text_new(buffer);
    ff_buffer_free(buffer);
    return made;
}

/* What a viewer sees, looked at once however many follow the game with the same eyes. */
static struct telling_look *look(telling *news, ff_seat viewer) {
    struct telling_look *by = &news->by[viewer];
    if (by->looked)
        return by;
    by->looked = true;
    news->eyes.viewer = viewer;
    encode_look(&by->now, news->table, &news->eyes, &by->view);
    return by;
}

/* ---- `flagfall` ---- */

/* With the events since the last telling alone, where the client's game goes on from there.
 * Followers mostly know as much as each other: the text of the one before is tried first. */
static outbox_text *since(telling *news, const struct telling_look *by, const told_mark *mark) {
    bool goes_on = mark->eyes == by->view.viewer && mark->takebacks == by->now.takebacks &&
                   mark->plies <= by->now.plies;
    unsigned first = goes_on ? mark->plies : 0;
    if (news->since && news->viewer == by->view.viewer && news->first == first)
        return news->since;
    ff_buffer text = {0};
    encode_whole(&text, &by->now, &by->view, first, 0);
    outbox_text_drop(news->since);
    news->since = text_of(&text);
    news->viewer = by->view.viewer;
    news->first = first;
    return news->since;
}

/* ---- `flagfall.2` ---- */

/* Compares, once, with what these eyes were told before. An answer that is no news, but for
 * the time that has passed, gets no number of its own. */
static void compare(telling *news, struct telling_look *by, told_how how) {
    encode_snapshot *last = &(*news->told)->by[by->view.viewer].last;
    bool kept = (*news->told)->by[by->view.viewer].kept;
    by->compared = true;
    by->before = by->number = (*news->told)->by[by->view.viewer].number;
    if (kept && how != TOLD_CHANGE && !encode_has_changed(last, &by->now))
        return;
    if (kept && how == TOLD_CHANGE) {
        ff_buffer text = {0};
        encode_change(&text, last, &by->now, &by->view, by->before + 1);
        by->change = text_of(&text);
    }
    encode_snapshot_copy(last, &by->now);
    (*news->told)->by[by->view.viewer].kept = !last->text.failed;
    by->number = ++(*news->told)->by[by->view.viewer].number;
    assert(by->number > by->before);
}

static outbox_text *whole(struct telling_look *by) {
    if (by->whole)
        return by->whole;
    ff_buffer text = {0};
    encode_whole(&text, &by->now, &by->view, 0, by->number);
    by->whole = text_of(&text);
    return by->whole;
}

static outbox_text *numbered(telling *news, struct telling_look *by, told_how how,
                             told_mark *mark) {
    if (!*news->told && !(*news->told = calloc(1, sizeof **news->told)))
        return NULL;
    if (!by->compared)
        compare(news, by, how);
    bool fits = how == TOLD_CHANGE && by->change && mark->eyes == by->view.viewer && mark->number &&
                mark->number == by->before;
    mark->number = by->number;
    return fits ? by->change : whole(by);
}

outbox_text *telling_text(telling *news, ff_seat viewer, told_how how, told_mark *mark) {
    struct telling_look *by = look(news, viewer);
    if (by->now.text.failed)
        return NULL;
    outbox_text *text = how == TOLD_SINCE ? since(news, by, mark) : numbered(news, by, how, mark);
    mark->eyes = (uint8_t)viewer;
    mark->plies = by->now.plies;
    mark->takebacks = (uint16_t)by->now.takebacks;
    return text;
}
