/* Filters of finished games. What must hold: a filter never tells more than the list without it
 * would; it only leaves games out. */
#include "server/people/history.h"

#include "format/words.h"
#include "server/base/sanitize.h"
#include "server/people/career.h"
#include "server/play/table.h"

#include <string.h>

static const char *const results[] = {
    [OUTCOME_LOST] = "lost", [OUTCOME_DRAWN] = "drawn", [OUTCOME_WON] = "won"};

static int find_result(ff_span word) {
    return word_place(word, results, sizeof results / sizeof *results);
}

const char *history_filter_fault(const history_filter *filter) {
    static const char *const kinds[] = {"people", "computer"};
    if (filter->against.size > 0 && word_place(filter->against, kinds, 2) < 0)
        return "`against` is people or computer";
    if (filter->result.size > 0 && find_result(filter->result) < 0)
        return "`result` is won, drawn or lost";
    return NULL;
}

/* Names of guests and of computer players have signs that no account's name has: they are
 * compared as they stand. */
static bool is_called(const store_seat *seat, ff_span name) {
    char clean[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE], wanted[SANITIZE_NAME_SIZE];
    if (ff_span_equals(name, seat->name))
        return true;
    if ((seat->kind != SEAT_ACCOUNT && seat->kind != SEAT_BOT) || !sanitize_name(name, clean))
        return false;
    sanitize_name_key(clean, wanted);
    sanitize_name_key(seat->name, key);
    return strcmp(key, wanted) == 0;
}

static bool fits_opponent(const history_filter *filter, const store_seat *other) {
    bool computer = other->kind == SEAT_COMPUTER;
    return (filter->against.size == 0 || ff_span_equals(filter->against, "computer") == computer) &&
           (filter->opponent.size == 0 || is_called(other, filter->opponent));
}

static bool fits_result(const history_filter *filter, const store_game *game, ff_seat seat) {
    career_game read;
    return filter->result.size == 0 || (career_read_game(game, &game->seat[seat].person, &read) &&
                                        find_result(filter->result) == (int)read.outcome);
}

/* Of a damaged game nothing is certain: it is listed where nothing is asked, so that it is not
 * missed. */
static bool asks_nothing(const history_filter *filter) {
    return !filter->public && !filter->rated && !filter->casual && !filter->since &&
           !filter->until && filter->edition.size == 0 && filter->opponent.size == 0 &&
           filter->against.size == 0 && filter->result.size == 0;
}

bool history_fits(const history_filter *filter, const store_game *game, ff_seat seat) {
    if (game->damaged)
        return asks_nothing(filter);
    if (game->phase != PHASE_OVER || seat == FF_NOBODY)
        return false;
    return (!filter->public || (game->terms.watch && game->started)) &&
           (filter->edition.size == 0 || ff_span_equals(filter->edition, game->edition)) &&
           (!filter->rated || game->terms.rated) && (!filter->casual || !game->terms.rated) &&
           game->created >= filter->since &&
           (filter->until == 0 || game->created < filter->until) &&
           fits_opponent(filter, &game->seat[seat_other(seat)]) && fits_result(filter, game, seat);
}
