/* A record gone through by the rules, as JSON: each ply's event, or where and why it
 * stops. */
#include "flagfall/replay.h"
#include "format/json_parts.h"

static void add_null(ff_buffer *out, const char *key) {
    add_key(out, key);
    ff_buffer_text(out, "null");
}

static void add_name(ff_buffer *out, const char *key, const ff_record *record, const char *tag) {
    const char *name = ff_record_tag_value(record, tag);
    if (name)
        add_text(out, key, name);
    else
        add_null(out, key);
}

/* Every rank is told: whoever sends a record has told them all. The moves are played once more
 * because the replay keeps positions and no events. */
static void add_events(ff_buffer *out, const ff_replay *replay, const ff_history *history,
                       ff_history *again) {
    ff_position position = replay->first;
    add_key(out, "events");
    ff_buffer_byte(out, '[');
    for (uint32_t i = 0; i < history->size; i++) {
        ff_event event = ff_position_play(&replay->rules, &position, again, history->moves[i]);
        add_comma(out);
        ff_json_event(out, &event);
    }
    ff_buffer_byte(out, ']');
}

static void add_tags(ff_buffer *out, const ff_record *record) {
    add_key(out, "tags");
    ff_buffer_byte(out, '[');
    for (size_t i = 0; i < record->tag_count; i++) {
        add_comma(out);
        ff_buffer_byte(out, '[');
        ff_json_string(out, ff_span_of(record->text.data + record->tags[i].name));
        ff_buffer_byte(out, ',');
        ff_json_string(out, ff_span_of(record->text.data + record->tags[i].value));
        ff_buffer_byte(out, ']');
    }
    ff_buffer_byte(out, ']');
}

/* What stands behind moves in braces, each with its ply. */
static void add_comments(ff_buffer *out, const ff_record *record) {
    add_key(out, "comments");
    ff_buffer_byte(out, '[');
    for (size_t i = 0; i < record->move_count; i++) {
        if (!record->moves[i].comment)
            continue;
        add_comma(out);
        ff_buffer_format(out, "[%zu,", i + 1);
        ff_json_string(out, ff_span_of(record->text.data + record->moves[i].comment));
        ff_buffer_byte(out, ']');
    }
    ff_buffer_byte(out, ']');
}

static void add_error(ff_buffer *out, const ff_replay *replay) {
    ff_buffer line = {0};
    if (replay->verdict == FF_REPLAY_OK) {
        add_null(out, "error");
        return;
    }
    ff_replay_write(replay, &line);
    add_key(out, "error");
    ff_json_string(out, (ff_span){line.data ? line.data : "", line.size});
    out->failed |= line.failed;
    ff_buffer_free(&line);
}

/* A record of no edition, or whose armies do not stand, has no first position. */
static void add_play(ff_buffer *out, const ff_replay *replay, const ff_history *history,
                     ff_history *again) {
    bool ruled = replay->verdict != FF_REPLAY_ERROR;
    add_key(out, "edition");
    if (ruled)
        ff_json_edition(out, &replay->rules.edition);
    else
        ff_buffer_text(out, "null");
    if (ruled && replay->verdict != FF_REPLAY_BAD_SETUP) {
        char board[FF_SQUARES + 1];
        ff_board_write(&replay->rules.edition, &replay->first, NULL, board);
        add_text(out, "board", board);
        add_text(out, "turn", replay->first.turn == FF_BLUE ? "blue" : "red");
        add_events(out, replay, history, again);
    } else {
        add_null(out, "board");
        add_null(out, "turn");
        add_key(out, "events");
        ff_buffer_text(out, "[]");
    }
}

static void add_review(ff_buffer *out, const ff_record *record, const ff_replay *replay,
                       const ff_history *history, ff_history *again) {
    ff_buffer_byte(out, '{');
    add_play(out, replay, history, again);
    add_name(out, "red", record, "Red");
    add_name(out, "blue", record, "Blue");
    add_text(out, "result", ff_result_word((ff_result)replay->position.result));
    add_text(out, "by", ff_ending_word((ff_ending)replay->position.ending));
    add_tags(out, record);
    add_comments(out, record);
    add_error(out, replay);
    ff_buffer_byte(out, '}');
}

bool ff_json_review(ff_buffer *out, const ff_record *record) {
    ff_history history = {0}, again = {0};
    ff_replay replay;
    bool good = ff_replay_record(&replay, record, NULL, &history) &&
                ff_history_reserve(&again, history.size + 1);
    if (good)
        add_review(out, record, &replay, &history, &again);
    ff_history_free(&history);
    ff_history_free(&again);
    return good && !out->failed;
}

void ff_json_review_unread(ff_buffer *out, const ff_error *error) {
    ff_buffer_text(out, "{\"edition\":null,\"board\":null,\"turn\":null,\"events\":[],\"red\":null,"
                        "\"blue\":null,\"result\":\"*\",\"by\":\"-\",\"tags\":[],"
                        "\"comments\":[],\"error\":");
    ff_buffer line = {0};
    ff_buffer_format(&line, "line %zu, column %zu: %s", error->line, error->column, error->message);
    ff_json_string(out, (ff_span){line.data ? line.data : "", line.size});
    out->failed |= line.failed;
    ff_buffer_free(&line);
    ff_buffer_byte(out, '}');
}
