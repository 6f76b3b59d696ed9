#include "server/wire.h"

#include "flagfall/json.h"

#include <string.h>

static const char *const phase_words[] = {
    [PHASE_SETUP] = "setup", [PHASE_PLAY] = "play", [PHASE_OVER] = "over"};

static const char *seat_word(unsigned seat) {
    return seat == FF_RED ? "red" : "blue";
}

/* A comma before all but the first of an object or a list. */
static void add_comma(ff_buffer *out) {
    char last = out->size ? out->data[out->size - 1] : '{';
    if (last != '{' && last != '[')
        ff_buffer_byte(out, ',');
}

static void add_span(ff_buffer *out, const char *key, ff_span value) {
    add_comma(out);
    ff_buffer_format(out, "\"%s\":", key);
    ff_json_string(out, value);
}

static void add_text(ff_buffer *out, const char *key, const char *value) {
    add_span(out, key, ff_span_of(value));
}

static void add_bare(ff_buffer *out, const char *key, const char *value) {
    add_comma(out);
    ff_buffer_format(out, "\"%s\":%s", key, value);
}

static void add_bool(ff_buffer *out, const char *key, bool value) {
    add_bare(out, key, value ? "true" : "false");
}

static void open_message(ff_buffer *out, const char *type) {
    ff_buffer_byte(out, '{');
    add_text(out, "type", type);
}

void wire_refused(ff_buffer *out, const wire_refusal *refusal) {
    open_message(out, "refused");
    add_text(out, "re", refusal->re);
    if (refusal->game.data)
        add_span(out, "game", refusal->game);
    add_text(out, "reason", refusal->reason);
    add_text(out, "message", refusal->message);
    ff_buffer_byte(out, '}');
}

unsigned wire_game(ff_buffer *out, const ff_table *table, unsigned first) {
    ff_view view;
    table_view(table, &view);
    phase now = table_phase(table);
    open_message(out, "game");
    add_text(out, "game", table->row.id);
    add_text(out, "edition", table->row.edition);
    add_text(out, "seat", seat_word(table->row.seat));
    add_text(out, "opponent", table->row.opponent);
    add_bool(out, "memory", table->row.memory);
    add_text(out, "phase", phase_words[now]);
    if (table->letters[0])
        add_text(out, "setup", table->letters);
    else
        add_bare(out, "setup", "null");
    add_bare(out, "view", now == PHASE_SETUP ? "null" : "");
    if (now != PHASE_SETUP)
        ff_json_view(out, &view, first);
    ff_buffer_byte(out, '}');
    return view.plies;
}

void wire_suggestion(ff_buffer *out, const ff_edition *edition, const char *letters) {
    open_message(out, "suggestion");
    add_text(out, "edition", edition->id);
    add_text(out, "letters", letters);
    ff_buffer_byte(out, '}');
}

void wire_checked(ff_buffer *out, const ff_edition *edition, ff_span letters,
                  ff_setup_reason reason, bool can_move) {
    open_message(out, "checked");
    add_text(out, "edition", edition->id);
    add_span(out, "letters", letters);
    add_bool(out, "ok", reason == FF_SETUP_OK);
    if (reason == FF_SETUP_OK)
        add_bare(out, "reason", "null");
    else
        add_text(out, "reason", ff_setup_reason_word(reason));
    add_bool(out, "canMove", can_move);
    ff_buffer_byte(out, '}');
}

/* ---- the welcome ---- */

static void add_editions(ff_buffer *out) {
    add_bare(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        add_comma(out);
        ff_json_edition(out, ff_edition_at(i));
    }
    ff_buffer_byte(out, ']');
}

static void open_named(ff_buffer *out, const char *name, const char *title) {
    add_comma(out);
    ff_buffer_byte(out, '{');
    add_text(out, "name", name);
    add_text(out, "title", title);
}

static void add_opponents(ff_buffer *out, const ff_opponents *opponents) {
    add_bare(out, "opponents", "[");
    for (size_t i = 0; i < opponents->count; i++) {
        open_named(out, opponents->kinds[i]->name, opponents->kinds[i]->title);
        ff_buffer_byte(out, '}');
    }
    ff_buffer_byte(out, ']');
}

/* The editions that have a preset of this name. */
static void add_editions_with(ff_buffer *out, const ff_styles *styles, const char *style) {
    add_bare(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        size_t index;
        const ff_edition *edition = ff_edition_at(i);
        if (!styles->find(edition, ff_span_of(style), &index))
            continue;
        add_comma(out);
        ff_json_string(out, ff_span_of(edition->id));
    }
    ff_buffer_byte(out, ']');
}

/* Has an edition before this one the same style? Then it has been told. */
static bool is_told(const ff_styles *styles, size_t edition, const char *style) {
    size_t index;
    for (size_t i = 0; i < edition; i++)
        if (styles->find(ff_edition_at(i), ff_span_of(style), &index))
            return true;
    return false;
}

static void add_styles_of(ff_buffer *out, const ff_styles *styles, size_t at) {
    const ff_edition *edition = ff_edition_at(at);
    for (size_t i = 0; i < styles->count(edition); i++) {
        const char *name = styles->name(edition, i);
        if (is_told(styles, at, name))
            continue;
        open_named(out, name, styles->title(edition, i));
        add_text(out, "text", styles->text(edition, i));
        add_editions_with(out, styles, name);
        ff_buffer_byte(out, '}');
    }
}

static void add_styles(ff_buffer *out, const ff_styles *styles) {
    add_bare(out, "styles", "[");
    for (size_t i = 0; i < ff_edition_count(); i++)
        add_styles_of(out, styles, i);
    ff_buffer_byte(out, ']');
}

void wire_welcome_opening(ff_buffer *out, const char *version, const ff_opponents *opponents) {
    open_message(out, "welcome");
    add_text(out, "version", version);
    add_editions(out);
    add_text(out, "default", ff_edition_default()->id);
    add_opponents(out, opponents);
    add_styles(out, &opponents->styles);
    add_bare(out, "games", "[");
}

void wire_welcome_game(ff_buffer *out, const store_game *game) {
    add_comma(out);
    ff_buffer_byte(out, '{');
    add_text(out, "game", game->id);
    add_text(out, "edition", game->edition);
    add_text(out, "seat", seat_word(game->seat));
    add_text(out, "opponent", game->opponent);
    add_text(out, "phase", phase_words[game->phase <= PHASE_OVER ? game->phase : PHASE_OVER]);
    add_comma(out);
    ff_buffer_format(out, "\"plies\":%u", game->plies);
    add_text(out, "result", ff_result_word((ff_result)game->result));
    ff_buffer_byte(out, '}');
}

void wire_welcome_end(ff_buffer *out) {
    ff_buffer_text(out, "]}");
}
