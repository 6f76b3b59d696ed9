/* A line-by-line game as its commands see it. What is said of the game comes from the person's
 * own view, as on any other screen: nothing here can tell a hidden rank. */
#include "tui/plain/session.h"

#include "tui/plain/describe.h"

phase session_phase(const session *s) {
    if (ff_game_is_over(s->game))
        return FINISHED;
    return ff_game_is_set_up(s->game, FF_NOBODY) ? PLAYING : SETTING_UP;
}

ff_view session_view(const session *s) {
    ff_view view;
    ff_game_view(s->game, s->setting->seat, s->setting->memory, &view);
    return view;
}

void session_add_board(session *s) {
    ff_view view = session_view(s);
    describe_board(&s->out, &view);
}
