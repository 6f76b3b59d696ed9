/* Setting up, and the record of what came of it. */
#include "tui/describe.h"
#include "tui/session.h"

#include <string.h>

static bool make_army(session *s, ff_span words, ff_error *error) {
    const plain_setting *p = s->setting;
    if (ff_span_equals(words, "random")) {
        ff_setup_random(&s->army, p->edition, &s->rng);
        return true;
    }
    if (p->preset_make && p->preset_make(p->edition, words, &s->rng, &s->army))
        return true;
    ff_setup army;
    if (ff_setup_parse(words, p->edition, &army, error) != FF_SETUP_OK)
        return false;
    s->army = army;
    return true;
}

void session_choose_army(session *s, ff_span words) {
    const ff_edition *edition = s->setting->edition;
    ff_error error = {0};
    if (!make_army(s, words, &error)) {
        ff_buffer_format(&s->out, "That is no preset, and no army: %s.\n", error.message);
        return;
    }
    char letters[FF_ZONE_MAX + 1];
    ff_setup_write(&s->army, edition, letters);
    ff_game_set_up(s->game, s->setting->seat, &s->army, NULL);
    s->has_army = true;
    ff_buffer_format(&s->out, "Your army is %s.\n", letters);
    session_add_board(s);
    if (!ff_setup_can_move(&s->army, edition))
        ff_buffer_text(&s->out, "Beware: no piece of this army can move, which loses at once.\n");
}

void session_start(session *s) {
    const ff_edition *edition = s->setting->edition;
    ff_seat seat = s->setting->seat == FF_RED ? FF_BLUE : FF_RED;
    ff_setup setup = {{0}};
    if (!s->has_army) {
        ff_buffer_text(&s->out, "Choose an army first.\n");
        return;
    }
    s->opponent->set_up(s->opponent, edition, seat, &setup);
    if (!ff_game_set_up(s->game, seat, &setup, NULL)) {
        ff_game_end(s->game, FF_BY_FORFEIT, seat);
        return;
    }
    ff_buffer_text(&s->out, "The game begins.\n");
    if (s->setting->seat == FF_RED)
        session_add_board(s);
}

/* --- the record ------------------------------------------------------------------------ */

static bool add_tag(ff_record *record, const char *name, const char *value) {
    return ff_record_add_tag(record, name, ff_span_of(value));
}

static bool add_player(const session *s, ff_record *record, ff_seat seat) {
    char name[80] = "Player";
    if (seat != s->setting->seat) {
        memcpy(name, "Flagfall ", 10);
        strncat(name, s->setting->opponent->name, sizeof name - 10);
    }
    return add_tag(record, describe_seat(seat), name);
}

static bool add_army(const session *s, ff_record *record, const ff_position *first, ff_seat seat) {
    const ff_edition *edition = s->setting->edition;
    char letters[FF_ZONE_MAX + 1];
    ff_setup setup = {{0}};
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        setup.rank[k] = (uint8_t)ff_position_rank(first, square);
    }
    ff_setup_write(&setup, edition, letters);
    return add_tag(record, seat == FF_RED ? "RedSetup" : "BlueSetup", letters);
}

/* A battle is told in a comment, as is usual. */
static bool add_ply(ff_record *record, const ff_view *view, const ff_event *event) {
    ff_buffer comment = {0};
    bool attack = event->battle != FF_NO_BATTLE;
    if (attack)
        describe_battle(&comment, view, event);
    ff_span text = {comment.data, comment.size};
    bool good = !comment.failed &&
                ff_record_add_move(record, FF_FROM(event->move), FF_TO(event->move), attack, text);
    ff_buffer_free(&comment);
    return good;
}

bool session_record(const session *s, ff_record *record) {
    ff_position first;
    ff_view view = session_view(s);
    if (!ff_game_first_position(s->game, &first))
        ff_position_clear(&first);
    bool good = add_tag(record, "Edition", s->setting->edition->id) &&
                add_player(s, record, FF_RED) && add_player(s, record, FF_BLUE) &&
                add_army(s, record, &first, FF_RED) && add_army(s, record, &first, FF_BLUE) &&
                add_tag(record, "Result", ff_result_word((ff_result)view.result)) &&
                add_tag(record, "Termination", ff_ending_word((ff_ending)view.ending));
    for (unsigned ply = 0; good && ply < view.plies; ply++)
        good = add_ply(record, &view, &view.events[ply]);
    return good;
}
