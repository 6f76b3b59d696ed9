/* From a finished game to a record in a file. What must hold: a game that ended before both armies
 * stood makes a record with what there was of them. */
#include "tui/play/record.h"

#include "tui/text/text.h"

static bool add_tag(ff_record *record, const char *name, const char *value) {
    return ff_record_add_tag(record, name, ff_span_of(value));
}

static bool add_army(const ff_edition *edition, ff_record *record, const ff_position *first,
                     ff_seat seat) {
    char letters[FF_ZONE_MAX + 1];
    ff_setup setup = {{0}};
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        setup.rank[k] = (uint8_t)ff_position_rank(first, square);
    }
    ff_setup_write(&setup, edition, letters);
    return add_tag(record, seat == FF_RED ? "RedSetup" : "BlueSetup", letters);
}

/* A battle is told in a comment, in English as the record is. */
static void add_comment(ff_buffer *out, const ff_edition *edition, const ff_event *event) {
    static const char *const verbs[] = {
        [FF_NO_BATTLE] = "",     [FF_ATTACKER_WINS] = " takes ",  [FF_DEFENDER_WINS] = " falls to ",
        [FF_BOTH_DIE] = " and ", [FF_FLAG_TAKEN] = " takes the ",
    };
    if (event->battle == FF_NO_BATTLE)
        return;
    ff_buffer_format(
        out, "%s%s%s%s", ff_edition_rank_name(edition, (ff_rank)event->attacker, FF_ENGLISH),
        verbs[event->battle], ff_edition_rank_name(edition, (ff_rank)event->defender, FF_ENGLISH),
        event->battle == FF_BOTH_DIE ? " fall together" : "");
}

static bool add_ply(ff_record *record, const ff_edition *edition, const ff_event *event) {
    ff_buffer comment = {0};
    add_comment(&comment, edition, event);
    ff_span text = {comment.data, comment.size};
    bool good =
        !comment.failed && ff_record_add_move(record, FF_FROM(event->move), FF_TO(event->move),
                                              event->battle != FF_NO_BATTLE, text);
    ff_buffer_free(&comment);
    return good;
}

bool record_of_game(const ff_game *game, const char *const players[2], ff_record *record) {
    ff_position first;
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    const ff_edition *edition = &view.rules->edition;
    if (!ff_game_first_position(game, &first))
        ff_position_clear(&first);
    bool good = add_tag(record, "Edition", edition->id) && add_tag(record, "Red", players[0]) &&
                add_tag(record, "Blue", players[1]) && add_army(edition, record, &first, FF_RED) &&
                add_army(edition, record, &first, FF_BLUE) &&
                add_tag(record, "Result", ff_result_word((ff_result)view.result)) &&
                add_tag(record, "Termination", ff_ending_word((ff_ending)view.ending));
    for (unsigned ply = 0; good && ply < view.plies; ply++)
        good = add_ply(record, edition, &view.events[ply]);
    return good;
}

bool record_text(const ff_game *game, const char *const players[2], ff_buffer *out) {
    ff_record record = {0};
    bool good = record_of_game(game, players, &record);
    if (good)
        ff_record_write(&record, out);
    ff_record_free(&record);
    return good && !out->failed;
}
