/* Setting up in sentences: an army by its name, by its letters or by lot, and pieces that
 * change places. It is shown anew after each change, and given to the host only at the end. */
#include "flagfall/notation.h"
#include "flagfall/presets.h"
#include "tui/plain/describe.h"
#include "tui/plain/session.h"

#include <string.h>

/* By the name that programs know, or by the page's title for it. */
static bool find_preset(const session *s, ff_span words, size_t *preset) {
    const ff_edition *edition = s->table.edition;
    if (ff_preset_find(edition, words, preset))
        return true;
    for (size_t i = 0; i < ff_preset_count(edition); i++) {
        const char *title = text_listed(s->language, "preset", ff_preset_name(edition, i));
        if (title && text_is_same(words, title)) {
            *preset = i;
            return true;
        }
    }
    return false;
}

static bool make_army(session *s, ff_span words, ff_error *error) {
    const ff_edition *edition = s->table.edition;
    size_t preset;
    ff_setup army;
    if (text_is(s->language, T_WORD_RANDOM, words)) {
        ff_setup_random(&s->army, edition, &s->rng);
        return true;
    }
    if (find_preset(s, words, &preset))
        return ff_preset_make(edition, preset, &s->rng, &s->army);
    ff_setup_reason reason = ff_setup_parse(words, edition, &army, error);
    const char *text = text_listed(s->language, "reason", ff_setup_reason_word(reason));
    if (reason == FF_SETUP_OK)
        s->army = army;
    else if (text)
        snprintf(error->message, sizeof error->message, "%s", text);
    return reason == FF_SETUP_OK;
}

/* The army alone on the board. */
static void add_army(session *s) {
    const ff_edition *edition = s->table.edition;
    ff_seat seat = (ff_seat)s->table.seat;
    scene here;
    memset(&here, 0, sizeof here);
    for (int square = 0; square < FF_SQUARES; square++)
        here.cell[square] = (ff_cell){.seat = FF_NOBODY, .rank = FF_EMPTY};
    for (unsigned k = 0; s->has_army && k < ff_edition_zone_size(edition); k++)
        if (s->army.rank[k] != FF_EMPTY)
            here.cell[ff_edition_zone_square(edition, seat, k)] =
                (ff_cell){.seat = (uint8_t)seat, .rank = s->army.rank[k]};
    describe_board(&s->out, edition, &here, seat, false);
}

void session_add_board(session *s) {
    if (session_phase(s) != SETTING_UP) {
        describe_now(&s->out, &s->table);
        return;
    }
    if (!s->has_army)
        session_say(s, T_ARMY_FIRST);
    add_army(s);
}

static void show_army(session *s) {
    char letters[FF_ZONE_MAX + 1];
    s->has_army = true;
    ff_setup_write(&s->army, s->table.edition, letters);
    TEXT_ADD(&s->out, s->language, T_YOUR_ARMY, letters);
    ff_buffer_byte(&s->out, '\n');
    add_army(s);
    if (!ff_setup_can_move(&s->army, s->table.edition, s->table.seat))
        session_say(s, T_STUCK);
}

void session_choose_army(session *s, ff_span words) {
    ff_error error = {0};
    if (make_army(s, words, &error)) {
        show_army(s);
        return;
    }
    TEXT_ADD(&s->out, s->language, T_NO_ARMY, error.message);
    ff_buffer_byte(&s->out, '\n');
}

void session_swap(session *s, unsigned a, unsigned b) {
    int first = table_zone_place(&s->table, a), second = table_zone_place(&s->table, b);
    if (!s->has_army || first < 0 || second < 0) {
        session_say(s, T_NOT_BEGUN);
        return;
    }
    uint8_t rank = s->army.rank[first];
    s->army.rank[first] = s->army.rank[second];
    s->army.rank[second] = rank;
    show_army(s);
}

void session_start(session *s) {
    if (!s->has_army)
        session_say(s, T_ARMY_FIRST);
    else
        s->host->set_up(s->host, &s->army);
}
