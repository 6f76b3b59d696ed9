/* What a table tells of itself: what may be asked of its host, its own zone, and its clocks. What
 * must hold: what is not allowed here is offered by no key and no command; what is, the host may
 * still refuse. */
#include "tui/model/table.h"

bool table_may(const table *t, act what) {
    bool plays = t->acts && t->stage == STAGE_PLAY;
    bool early = t->stage != STAGE_PLAY || t->view.plies < 2; /* one has not moved yet */
    switch (what) {
    case ACT_RESIGN:
        return t->acts && !t->replay && (plays || t->hand == HAND_COVER);
    case ACT_DRAW:
        return plays && t->online && !t->computer;
    case ACT_DECLINE:
        return plays && t->draw_by < FF_NOBODY && t->draw_by != t->seat;
    case ACT_ABORT:
        return t->online && t->acts && t->stage != STAGE_OVER && early;
    case ACT_CLAIM:
        return t->can_claim;
    case ACT_TAKEBACK:
        return plays && t->computer && !t->paused && t->view.plies > 0;
    case ACT_PAUSE:
        return t->online && t->acts && t->computer && t->stage != STAGE_OVER;
    case ACT_REMATCH:
        return t->online && t->acts && t->stage == STAGE_OVER;
    case ACT_COVER:
        return t->hand == HAND_COVER;
    case ACT_LIFT:
        return t->hand == HAND_LIFT;
    case ACT_SAY:
        return t->chat != NULL && t->stage != STAGE_WAITING;
    case ACT_SAVE:
        return t->stage == STAGE_OVER && !t->replay;
    }
    return false;
}

int table_zone_place(const table *t, unsigned square) {
    unsigned size = ff_edition_zone_size(t->edition);
    for (unsigned k = 0; t->seat < FF_NOBODY && k < size; k++)
        if (ff_edition_zone_square(t->edition, (ff_seat)t->seat, k) == (int)square)
            return (int)k;
    return -1;
}

bool table_is_legal(const table *t, unsigned from, unsigned to) {
    for (size_t i = 0; i < t->legal_count; i++)
        if (t->legal[i] == FF_MOVE(from, to))
            return true;
    return false;
}

uint64_t table_stood(const table *t, uint64_t now) {
    uint64_t from = t->stood[0] > t->clock_at ? t->stood[0] : t->clock_at;
    uint64_t to = t->stood[1] < now ? t->stood[1] : now;
    return to > from ? to - from : 0;
}

/* The free time of a move runs off first, and costs the bank nothing. */
int64_t table_left_ms(const table *t, unsigned seat, uint64_t now) {
    int64_t passed =
        now > t->clock_at ? (int64_t)((now - t->clock_at - table_stood(t, now)) / 1000000) : 0;
    passed = passed > t->free_ms ? passed - t->free_ms : 0;
    int64_t left = t->left_ms[seat] - (t->runs[seat] && t->stage != STAGE_OVER ? passed : 0);
    return left > 0 ? left : 0;
}

void table_add_clock(ff_buffer *out, int64_t ms) {
    long long seconds = (ms + 999) / 1000; /* up: "0:00" is said only when nothing is left */
    if (seconds >= 3600)
        ff_buffer_format(out, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                         seconds % 60);
    else
        ff_buffer_format(out, "%lld:%02lld", seconds / 60, seconds % 60);
}
