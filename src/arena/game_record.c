/* A finished game as a record, from a view and what was public in it. What must hold: `flagfall
 * check` finds nothing wrong with it, whatever has happened in the game. */
#include "arena/game_record.h"

#include <stdio.h>

static bool add_tag(ff_record *record, const char *name, const char *value) {
    return ff_record_add_tag(record, name, ff_span_of(value));
}

/* What is no army never stood on the board: the game was over before it began. */
static bool add_setup(ff_record *record, const char *name, const ff_setup *setup,
                      const ff_edition *edition) {
    char letters[FF_ZONE_MAX + 1];
    if (ff_setup_check(setup, edition) != FF_SETUP_OK)
        return true;
    ff_setup_write(setup, edition, letters);
    return add_tag(record, name, letters);
}

static bool add_moves(ff_record *record, const ff_view *view, const int *scores) {
    for (unsigned i = 0; i < view->plies; i++) {
        const ff_event *event = &view->events[i];
        char comment[32] = "";
        if (scores && scores[i] != NO_SCORE)
            snprintf(comment, sizeof comment, "score %d", scores[i]);
        if (!ff_record_add_move(record, FF_FROM(event->move), FF_TO(event->move),
                                event->battle != FF_NO_BATTLE, ff_span_of(comment)))
            return false;
    }
    return true;
}

bool game_record_fill(ff_record *record, const ff_view *view, const char *const names[2],
                      const ff_setup *const setups[2], const char *fault, const int *scores) {
    const ff_edition *edition = &view->rules->edition;
    return add_tag(record, "Edition", edition->id) && add_tag(record, "Red", names[FF_RED]) &&
           add_tag(record, "Blue", names[FF_BLUE]) &&
           add_setup(record, "RedSetup", setups[FF_RED], edition) &&
           add_setup(record, "BlueSetup", setups[FF_BLUE], edition) &&
           add_tag(record, "Result", ff_result_word((ff_result)view->result)) &&
           add_tag(record, "Termination", ff_ending_word((ff_ending)view->ending)) &&
           (!fault || add_tag(record, "Fault", fault)) && add_moves(record, view, scores);
}
