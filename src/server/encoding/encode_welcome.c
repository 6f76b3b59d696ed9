/* The welcome: what the server offers is the same for all and written once, what is one person's
 * comes after it, and the end. What must hold: nothing of a person comes into the lists, which a
 * browser keeps under their tag and is not sent again. */
#include "flagfall/json.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/play/clock.h"

static void add_editions(ff_buffer *out) {
    encode_begin(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        encode_comma(out);
        ff_json_edition(out, ff_edition_at(i));
    }
    ff_buffer_byte(out, ']');
}

static void open_named(ff_buffer *out, const char *name, const char *title) {
    encode_open(out, NULL);
    encode_text(out, "name", name);
    encode_text(out, "title", title);
}

static void add_opponents(ff_buffer *out, const struct opponents *opponents) {
    encode_begin(out, "opponents", "[");
    for (size_t i = 0; i < opponents->count; i++) {
        const ff_player_kind *kind = opponents->kinds[i];
        open_named(out, kind->name, kind->title);
        if (kind->rating != 0)
            encode_number(out, "rating", kind->rating);
        else
            encode_null(out, "rating");
        encode_close(out);
    }
    ff_buffer_byte(out, ']');
}

/* The editions that have a preset of this name. */
static void add_editions_with(ff_buffer *out, const struct styles *styles, const char *style) {
    encode_begin(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        size_t index;
        const ff_edition *edition = ff_edition_at(i);
        if (!styles->find(edition, ff_span_of(style), &index))
            continue;
        encode_comma(out);
        ff_json_string(out, ff_span_of(edition->id));
    }
    ff_buffer_byte(out, ']');
}

/* Has an edition before this one the same style? Then it has been told. */
static bool is_told(const struct styles *styles, size_t edition, const char *style) {
    size_t index;
    for (size_t i = 0; i < edition; i++)
        if (styles->find(ff_edition_at(i), ff_span_of(style), &index))
            return true;
    return false;
}

/* Editions share most of their presets: each is told once, with the editions that have it. */
static void add_styles_of(ff_buffer *out, const struct styles *styles, size_t at) {
    const ff_edition *edition = ff_edition_at(at);
    for (size_t i = 0; i < styles->count(edition); i++) {
        const char *name = styles->name(edition, i);
        if (is_told(styles, at, name))
            continue;
        open_named(out, name, styles->title(edition, i));
        encode_text(out, "text", styles->text(edition, i));
        add_editions_with(out, styles, name);
        encode_close(out);
    }
}

static void add_styles(ff_buffer *out, const struct styles *styles) {
    encode_begin(out, "styles", "[");
    for (size_t i = 0; i < ff_edition_count(); i++)
        add_styles_of(out, styles, i);
    ff_buffer_byte(out, ']');
}

static void add_clocks(ff_buffer *out) {
    encode_begin(out, "clocks", "[");
    for (size_t i = 0; i < clock_preset_count; i++) {
        encode_open(out, NULL);
        encode_text(out, "name", clock_presets[i].name);
        encode_clock(out, &clock_presets[i].terms);
        encode_close(out);
    }
    ff_buffer_byte(out, ']');
}

void encode_welcome_opening(ff_buffer *out, const char *version, const char *tag) {
    encode_open(out, "welcome");
    encode_text(out, "version", version);
    encode_text(out, "lists", tag);
}

void encode_welcome_lists(ff_buffer *out, const struct opponents *opponents) {
    add_editions(out);
    encode_text(out, "default", ff_edition_default()->id);
    add_opponents(out, opponents);
    add_styles(out, &opponents->styles);
    add_clocks(out);
}

bool encode_welcome_person(ff_buffer *out, struct store *store, const struct identity *who) {
    if (!encode_you(out, store, who) || !encode_army_list(out, store, &who->person))
        return false;
    encode_begin(out, "games", "[");
    return true;
}

void encode_welcome_end(ff_buffer *out, const char *notice, const char *push) {
    ff_buffer_byte(out, ']');
    encode_maybe_text(out, "notice", notice);
    encode_maybe_text(out, "push", push ? push : "");
    encode_close(out);
}

void encode_notice(ff_buffer *out, const char *notice, const char *code) {
    encode_open(out, "notice");
    encode_maybe_text(out, "text", notice);
    if (code)
        encode_text(out, "code", code);
    encode_close(out);
}

void encode_outage(ff_buffer *out, const outage_gap *gap, int64_t now) {
    bool on = gap->ended == INT64_MAX;
    encode_open(out, "outage");
    encode_bool(out, "on", on);
    encode_number(out, "now", now);
    encode_number(out, "began", gap->began);
    if (on)
        encode_null(out, "ended");
    else
        encode_number(out, "ended", gap->ended);
    encode_close(out);
}
