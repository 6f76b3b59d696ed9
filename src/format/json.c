/* Views, events and editions as JSON, with the keys of docs/formats.md. What must hold: only a
 * view is written of a game; a key once published keeps its meaning, since programs of others
 * read it. */
#include "flagfall/json.h"

#include "flagfall/notation.h"
#include "flagfall/rules_text.h"
#include "format/json_parts.h"
#include "format/json_view.h"
#include "format/words.h"

/* Ranks are keyed by Red's letters for them; FF_EMPTY, "rank not told", by "". */
static void add_rank_key(ff_buffer *out, unsigned rank) {
    char key[2] = {rank == FF_EMPTY ? '\0' : ff_piece_letter(FF_RED, (ff_rank)rank), '\0'};
    add_key(out, key);
}

static void add_counts(ff_buffer *out, const char *key, const uint8_t counts[FF_RANKS]) {
    add_key(out, key);
    ff_buffer_byte(out, '{');
    for (unsigned rank = 0; rank < FF_RANKS; rank++) {
        if (counts[rank] == 0)
            continue;
        add_rank_key(out, rank);
        ff_buffer_number(out, counts[rank]);
    }
    ff_buffer_byte(out, '}');
}

static void add_rank_letter(ff_buffer *out, const char *key, unsigned rank) {
    char letter[] = {'"', ff_piece_letter(FF_RED, (ff_rank)rank), '"', '\0'};
    add_key(out, key);
    ff_buffer_text(out, rank == FF_EMPTY ? "null" : letter);
}

void ff_json_event(ff_buffer *out, const ff_event *event) {
    bool attack = event->battle != FF_NO_BATTLE;
    char move[FF_MOVE_TEXT];
    ff_move_write(event->move, attack, move);
    ff_buffer_byte(out, '{');
    add_text(out, "move", move);
    if (attack) {
        add_rank_letter(out, "attacker", event->attacker);
        add_rank_letter(out, "defender", event->defender);
        add_text(out, "battle", battle_word(event->battle));
    }
    if (event->revealed)
        add_bool(out, "revealed", true);
    ff_buffer_byte(out, '}');
}

/* ---- the members of a view ---- */

static void write_edition_id(ff_buffer *out, const ff_view *view) {
    ff_json_string(out, ff_span_of(view->rules->edition.id));
}

static void write_viewer(ff_buffer *out, const ff_view *view) {
    static const char *const words[] = {
        [FF_RED] = "\"red\"", [FF_BLUE] = "\"blue\"", [FF_NOBODY] = "\"spectator\""};
    ff_buffer_text(out, words[view->viewer]);
}

static void write_memory(ff_buffer *out, const ff_view *view) {
    ff_buffer_text(out, view->memory ? "true" : "false");
}

static void write_turn(ff_buffer *out, const ff_view *view) {
    static const char *const words[] = {
        [FF_RED] = "\"red\"", [FF_BLUE] = "\"blue\"", [FF_NOBODY] = "null"};
    ff_buffer_text(out, words[view->turn]);
}

static void write_plies(ff_buffer *out, const ff_view *view) {
    ff_buffer_number(out, view->plies);
}

static void write_quiet(ff_buffer *out, const ff_view *view) {
    ff_buffer_number(out, view->quiet);
}

static void write_result(ff_buffer *out, const ff_view *view) {
    ff_json_string(out, ff_span_of(ff_result_word((ff_result)view->result)));
}

static void write_ending(ff_buffer *out, const ff_view *view) {
    ff_json_string(out, ff_span_of(ff_ending_word((ff_ending)view->ending)));
}

static void write_lost(ff_buffer *out, const ff_view *view) {
    ff_buffer_byte(out, '{');
    add_counts(out, "red", view->lost[FF_RED]);
    add_counts(out, "blue", view->lost[FF_BLUE]);
    ff_buffer_byte(out, '}');
}

/* Letters of a board have nothing to escape, nor have moves. */
static void write_board(ff_buffer *out, const ff_view *view) {
    char board[FF_SQUARES + 1];
    ff_view_board_write(view, board);
    ff_buffer_byte(out, '"');
    ff_buffer_text(out, board);
    ff_buffer_byte(out, '"');
}

static void write_moves(ff_buffer *out, const ff_view *view) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    ff_buffer_byte(out, '[');
    for (size_t i = 0; i < count; i++) {
        char text[FF_MOVE_TEXT];
        ff_move_write(moves[i], view->cell[FF_TO(moves[i])].seat != FF_NOBODY, text);
        ff_buffer_text(out, i ? ",\"" : "\"");
        ff_buffer_text(out, text);
        ff_buffer_byte(out, '"');
    }
    ff_buffer_byte(out, ']');
}

const json_view_member json_view_members[JSON_VIEW_MEMBERS] = {
    {"edition", write_edition_id}, {"viewer", write_viewer},
    {"memory", write_memory},      {"turn", write_turn},
    {"plies", write_plies},        {"quiet", write_quiet},
    {"result", write_result},      {"by", write_ending},
    {"lost", write_lost},          [JSON_VIEW_BOARD] = {"board", write_board},
    {"moves", write_moves},
};

/* The latest event is told in full, in memory mode too: it has just been seen. `first` lets who
 * knows the earlier ones ask for the rest alone. */
void json_view_events(ff_buffer *out, const ff_view *view, unsigned first) {
    if (first > view->plies)
        first = view->plies;
    add_number(out, "first", first);
    add_key(out, "events");
    ff_buffer_byte(out, '[');
    for (unsigned i = first; i < view->plies; i++) {
        add_comma(out);
        ff_json_event(out, i + 1u == view->plies ? &view->last : &view->events[i]);
    }
    ff_buffer_byte(out, ']');
}

void ff_json_view(ff_buffer *out, const ff_view *view, unsigned first) {
    ff_buffer_byte(out, '{');
    for (int i = 0; i < JSON_VIEW_MEMBERS; i++) {
        add_key(out, json_view_members[i].key);
        json_view_members[i].write(out, view);
    }
    json_view_events(out, view, first);
    ff_buffer_byte(out, '}');
}

static void add_lakes(ff_buffer *out, const ff_edition *edition) {
    add_key(out, "lakes");
    ff_buffer_byte(out, '[');
    for (int square = 0; square < FF_SQUARES; square++) {
        char text[FF_SQUARE_TEXT];
        if (!edition->lake[square])
            continue;
        ff_square_write(square, text);
        add_comma(out);
        ff_json_string(out, ff_span_of(text));
    }
    ff_buffer_byte(out, ']');
}

static void add_labels(ff_buffer *out, const ff_edition *edition) {
    add_key(out, "labels");
    ff_buffer_byte(out, '{');
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        add_rank_key(out, rank);
        ff_json_string(out, ff_span_of(edition->label[rank]));
    }
    ff_buffer_byte(out, '}');
}

static void add_names(ff_buffer *out, const ff_edition *edition) {
    add_key(out, "names");
    ff_buffer_byte(out, '{');
    for (unsigned language = 0; language < FF_LANGUAGES; language++) {
        add_key(out, ff_language_code((ff_language)language));
        ff_buffer_byte(out, '{');
        for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
            const char *name = ff_edition_rank_name(edition, (ff_rank)rank, (ff_language)language);
            add_rank_key(out, rank);
            ff_json_string(out, ff_span_of(name));
        }
        ff_buffer_byte(out, '}');
    }
    ff_buffer_byte(out, '}');
}

void ff_json_edition(ff_buffer *out, const ff_edition *edition) {
    static const char *const chases[] = {
        [FF_CHASE_NONE] = "none", [FF_CHASE_ISF] = "isf", [FF_CHASE_EXACT] = "exact"};
    ff_buffer_byte(out, '{');
    add_text(out, "id", edition->id);
    add_text(out, "title", edition->title);
    add_text(out, "language", ff_language_code(edition->language));
    add_number(out, "files", edition->files);
    add_number(out, "rows", edition->rows);
    add_number(out, "zoneRows", edition->zone_rows);
    add_lakes(out, edition);
    add_counts(out, "army", edition->army);
    add_number(out, "armySize", ff_edition_army_size(edition));
    add_number(out, "zoneSize", ff_edition_zone_size(edition));
    add_labels(out, edition);
    add_names(out, edition);
    add_number(out, "twoSquares", edition->two_squares);
    add_text(out, "chase", chases[edition->chase]);
    add_bool(out, "forfeit", edition->forfeit);
    add_bool(out, "revealRuns", edition->reveal_runs);
    add_number(out, "quietLimit", edition->quiet_limit);
    add_number(out, "plyLimit", edition->ply_limit);
    add_number(out, "hostCap", edition->host_cap);
    ff_buffer_byte(out, '}');
}
