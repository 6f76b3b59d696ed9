/* Setting up. */
#include "flagfall/notation.h"
#include "flagfall/presets.h"
#include "tui/plain/describe.h"
#include "tui/plain/session.h"

static bool make_army(session *s, ff_span words, ff_error *error) {
    const plain_setting *p = s->setting;
    if (ff_span_equals(words, "random")) {
        ff_setup_random(&s->army, p->edition, &s->rng);
        return true;
    }
    size_t preset;
    if (ff_preset_find(p->edition, words, &preset))
        return ff_preset_make(p->edition, preset, &s->rng, &s->army);
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
