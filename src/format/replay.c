/* What a record says, played by the rules: which edition and options it means, where it begins,
 * and the first move that is not legal. What must hold: each verdict says one thing that is
 * wrong, the first in the order of reading; a record without fault plays to the end that its
 * tags claim. */
#include "flagfall/replay.h"

#include "format/words.h"

#include <assert.h>
#include <string.h>

/* Tags by name. */

static const char *tag_text(const ff_record *record, uint32_t offset) {
    return record->text.data + offset;
}

/* A tag that decides the game must not be there twice: which of them counts? */
static bool tags_once(ff_replay *replay, const ff_record *record) {
    static const char *const names[] = {"Edition",   "Board",  "Turn",       "RedSetup",
                                        "BlueSetup", "Result", "Termination"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t count = 0;
        for (size_t at = 0; at < record->tag_count; at++)
            count += word_is(ff_span_of(tag_text(record, record->tags[at].name)), names[i]);
        if (count > 1)
            return ff_fail(&replay->error, FF_ERROR_REPEATED, record->line, 0,
                           "tag %s stands there twice", names[i]);
    }
    return true;
}

static bool fail(ff_replay *replay, const ff_record *record, ff_error_code code, const char *words,
                 const char *value) {
    ff_span span = ff_span_of(value ? value : "");
    if (value)
        return ff_fail(&replay->error, code, record->line, 0, "%s \"%.*s\"", words,
                       span_shown(span), value);
    return ff_fail(&replay->error, code, record->line, 0, "%s", words);
}

/* The rules: edition and options. */

static const ff_edition *edition_of(ff_replay *replay, const ff_record *record,
                                    const ff_edition *extra) {
    const char *id = ff_record_tag_value(record, "Edition");
    if (!id) {
        fail(replay, record, FF_ERROR_MISSING, "no tag Edition, which names the rules", NULL);
        return NULL;
    }
    if (extra && strcmp(extra->id, id) == 0)
        return extra;
    const ff_edition *edition = ff_edition_find(ff_span_of(id));
    if (!edition)
        fail(replay, record, FF_ERROR_UNKNOWN, "unknown edition", id);
    return edition;
}

static bool option_set(ff_options *options, ff_span word) {
    if (word_is(word, "forfeit"))
        options->forfeit = true;
    else if (word_is(word, "no-limits"))
        options->no_limits = true;
    else
        return false;
    return true;
}

/* Every [Option "..."] holds one or more words. */
static bool options_of(ff_replay *replay, const ff_record *record, ff_options *options) {
    for (size_t i = 0; i < record->tag_count; i++) {
        if (!word_is(ff_span_of(tag_text(record, record->tags[i].name)), "Option"))
            continue;
        ff_span rest = ff_span_of(tag_text(record, record->tags[i].value));
        for (ff_span word = word_take(&rest); word.size > 0; word = word_take(&rest))
            if (!option_set(options, word))
                return ff_fail(&replay->error, FF_ERROR_UNKNOWN, record->line, 0,
                               "unknown option \"%.*s\"; there are forfeit and no-limits",
                               span_shown(word), word.data);
    }
    return true;
}

/* The extra edition, a user's own file, comes before the built-in ones of the same name. */
static bool rules_of(ff_replay *replay, const ff_record *record, const ff_edition *extra) {
    const ff_edition *edition = edition_of(replay, record, extra);
    ff_options options = {.size = sizeof(ff_options)};
    if (!edition || !options_of(replay, record, &options))
        return false;
    ff_rules_init(&replay->rules, edition, &options);
    return true;
}

/* The tags' word on how it ended. */

typedef struct claim {
    ff_result result; /* FF_ONGOING claims nothing */
    ff_ending ending; /* nor does FF_BY_NOTHING */
} claim;

static bool claim_read(ff_replay *replay, const ff_record *record, claim *claimed) {
    const char *result = ff_record_tag_value(record, "Result");
    const char *ending = ff_record_tag_value(record, "Termination");
    *claimed = (claim){FF_ONGOING, FF_BY_NOTHING};
    while (result && !word_is(ff_span_of(result), ff_result_word(claimed->result)))
        if (claimed->result++ == FF_DRAW)
            return fail(replay, record, FF_ERROR_UNKNOWN, "Result is red, blue, draw or *, not",
                        result);
    while (ending && !word_is(ff_span_of(ending), ff_ending_word(claimed->ending)))
        if (claimed->ending++ == FF_BY_ABORT)
            return fail(replay, record, FF_ERROR_UNKNOWN,
                        "Termination is flag, immobile, resign, time, agreement, limit, forfeit or "
                        "aborted, not",
                        ending);
    return true;
}

/* Endings that the board does not show, and the results they can have. A host
 * may cap any game, so a draw by the limit needs no limit in the edition. */
static bool host_may_end(const claim *claimed) {
    bool won = claimed->result == FF_RED_WINS || claimed->result == FF_BLUE_WINS;
    switch (claimed->ending) {
    case FF_BY_RESIGN:
        return won;
    case FF_BY_TIME:
    case FF_BY_FORFEIT:
        return won || claimed->result == FF_DRAW;
    case FF_BY_AGREEMENT:
    case FF_BY_LIMIT:
        return claimed->result == FF_DRAW;
    case FF_BY_ABORT:
        return claimed->result == FF_ONGOING;
    default:
        return false;
    }
}

/* The first position: two set-ups, or a board. */

static bool turn_of(ff_replay *replay, const ff_record *record, ff_seat *turn) {
    const char *word = ff_record_tag_value(record, "Turn");
    *turn = word && word_is(ff_span_of(word), "blue") ? FF_BLUE : FF_RED;
    return !word || *turn == FF_BLUE || word_is(ff_span_of(word), "red") ||
           fail(replay, record, FF_ERROR_UNKNOWN, "Turn is red or blue, not", word);
}

static bool board_start(ff_replay *replay, const ff_record *record, const char *board,
                        ff_seat turn) {
    ff_error inside;
    replay->has_board = true;
    if (!ff_board_parse(ff_span_of(board), &replay->rules.edition, &replay->first, replay->known,
                        &inside))
        return ff_fail(&replay->error, inside.code, record->line, 0, "Board: %s", inside.message);
    replay->first.turn = (uint8_t)turn;
    ff_position_begin(&replay->rules, &replay->first);
    return true;
}

static const char *const setup_tags[2] = {"RedSetup", "BlueSetup"};

static bool army_read(ff_replay *replay, ff_seat seat, const char *letters, ff_setup *setup) {
    replay->seat = seat;
    replay->setup_reason =
        ff_setup_parse(ff_span_of(letters), &replay->rules.edition, setup, &replay->error);
    if (replay->setup_reason == FF_SETUP_OK)
        return true;
    replay->verdict = FF_REPLAY_BAD_SETUP;
    return false;
}

/* An army may be missing where the game ended without a move, by something that the board
 * does not show: a seat that never set up resigns, forfeits or runs out of time. */
static bool setups_start(ff_replay *replay, const ff_record *record, const claim *claimed) {
    ff_setup setup;
    const char *letters[2];
    const ff_edition *edition = &replay->rules.edition;
    bool unbegun = record->move_count == 0 && host_may_end(claimed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        letters[seat] = ff_record_tag_value(record, setup_tags[seat]);
        if (!letters[seat] && !unbegun)
            return ff_fail(&replay->error, FF_ERROR_MISSING, record->line, 0,
                           "no tag %s; a game begins from RedSetup and BlueSetup, or from Board",
                           setup_tags[seat]);
    }
    ff_position_clear(&replay->first);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (letters[seat] && !army_read(replay, (ff_seat)seat, letters[seat], &setup))
            return false;
        for (unsigned k = 0; letters[seat] && k < ff_edition_zone_size(edition); k++)
            ff_position_put(&replay->first, ff_edition_zone_square(edition, (ff_seat)seat, k),
                            (ff_seat)seat, (ff_rank)setup.rank[k]);
    }
    if (letters[FF_RED] && letters[FF_BLUE])
        ff_position_begin(&replay->rules, &replay->first);
    return true;
}

static bool start_of(ff_replay *replay, const ff_record *record, const claim *claimed) {
    const char *board = ff_record_tag_value(record, "Board");
    bool setups = ff_record_tag_value(record, setup_tags[FF_RED]) ||
                  ff_record_tag_value(record, setup_tags[FF_BLUE]);
    ff_seat turn;
    if (board && setups)
        return fail(replay, record, FF_ERROR_CONFLICT,
                    "a Board and set-ups; a game begins from one of them", NULL);
    if (!turn_of(replay, record, &turn))
        return false;
    if (board)
        return board_start(replay, record, board, turn);
    if (turn == FF_BLUE)
        return fail(replay, record, FF_ERROR_CONFLICT,
                    "Red begins a game from set-ups; Turn is for a Board", NULL);
    return setups_start(replay, record, claimed);
}

/* The moves. */

/* True where the ply was played, or ended the game as a forfeit. */
static bool ply_play(ff_replay *replay, const ff_record_move *move, ff_history *history) {
    ff_event event;
    ff_position *position = &replay->position;
    bool over = position->result != FF_ONGOING;
    replay->reason =
        ff_position_try(&replay->rules, position, history, move->from, move->to, &event);
    return replay->reason == FF_LEGAL || (!over && position->ending == FF_BY_FORFEIT);
}

static bool moves_play(ff_replay *replay, const ff_record *record, ff_history *history) {
    for (size_t i = 0; i < record->move_count; i++) {
        if (ply_play(replay, &record->moves[i], history))
            continue;
        char room[FF_MOVE_TEXT];
        const char *text = ff_record_move_text(record, &record->moves[i], room);
        /* Cut where it is too long; the struct was zeroed, so it ends. */
        strncpy(replay->move_text, text, sizeof replay->move_text - 1);
        replay->verdict = FF_REPLAY_BAD_MOVE;
        replay->ply = i + 1;
        replay->move = record->moves[i];
        return false;
    }
    return true;
}

/* False where the tags contradict the board. Sets an ending that only they tell. */
static bool claim_apply(ff_position *position, const claim *claimed) {
    if (position->result != FF_ONGOING)
        return (claimed->result == FF_ONGOING || claimed->result == (ff_result)position->result) &&
               (claimed->ending == FF_BY_NOTHING || claimed->ending == (ff_ending)position->ending);
    if (host_may_end(claimed)) {
        position->result = (uint8_t)claimed->result;
        position->ending = (uint8_t)claimed->ending;
        return true;
    }
    bool on_board = claimed->ending == FF_BY_FLAG || claimed->ending == FF_BY_IMMOBILE;
    return claimed->result == FF_ONGOING && !on_board;
}

bool ff_replay_record(ff_replay *replay, const ff_record *record, const ff_edition *extra,
                      ff_history *history) {
    memset(replay, 0, sizeof *replay);
    history->size = 0;
    size_t plies = record->move_count < FF_PLIES_MAX ? record->move_count : FF_PLIES_MAX;
    if (!ff_history_reserve(history, (uint32_t)plies))
        return false;
    claim claimed;
    replay->verdict = FF_REPLAY_ERROR;
    if (!tags_once(replay, record) || !rules_of(replay, record, extra) ||
        !claim_read(replay, record, &claimed) || !start_of(replay, record, &claimed))
        return true;
    replay->position = replay->first;
    if (!moves_play(replay, record, history))
        return true;
    assert(replay->position.plies == history->size);
    bool agrees = claim_apply(&replay->position, &claimed);
    replay->verdict = agrees ? FF_REPLAY_OK : FF_REPLAY_BAD_RESULT;
    return true;
}

/* The verdict in words. */

void ff_replay_write(const ff_replay *replay, ff_buffer *out) {
    const ff_position *position = &replay->position;
    char board[FF_SQUARES + 1];
    switch (replay->verdict) {
    case FF_REPLAY_OK:
        ff_board_write(&replay->rules.edition, position, NULL, board);
        ff_buffer_format(out, "ok plies=%u result=%s by=%s turn=%s board=%s", position->plies,
                         ff_result_word(position->result), ff_ending_word(position->ending),
                         position->turn == FF_BLUE ? "blue" : "red", board);
        break;
    case FF_REPLAY_BAD_MOVE:
        ff_buffer_format(out, "illegal ply=%zu move=%s reason=%s", replay->ply, replay->move_text,
                         ff_reason_word(replay->reason));
        break;
    case FF_REPLAY_BAD_SETUP:
        ff_buffer_format(out, "illegal setup=%s reason=%s",
                         replay->seat == FF_BLUE ? "blue" : "red",
                         ff_setup_reason_word(replay->setup_reason));
        break;
    case FF_REPLAY_BAD_RESULT:
        ff_buffer_text(out, "illegal reason=wrong-result");
        break;
    case FF_REPLAY_ERROR:
        ff_buffer_format(out, "error %s", replay->error.message);
        break;
    }
}
