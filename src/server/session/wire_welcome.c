#include "flagfall/json.h"
#include "server/session/wire.h"
#include "server/session/wire_parts.h"

static void add_editions(ff_buffer *out) {
    wire_begin(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        wire_comma(out);
        ff_json_edition(out, ff_edition_at(i));
    }
    ff_buffer_byte(out, ']');
}

static void open_named(ff_buffer *out, const char *name, const char *title) {
    wire_open(out, NULL);
    wire_text(out, "name", name);
    wire_text(out, "title", title);
}

static void add_opponents(ff_buffer *out, const ff_opponents *opponents) {
    wire_begin(out, "opponents", "[");
    for (size_t i = 0; i < opponents->count; i++) {
        open_named(out, opponents->kinds[i]->name, opponents->kinds[i]->title);
        wire_close(out);
    }
    ff_buffer_byte(out, ']');
}

/* The editions that have a preset of this name. */
static void add_editions_with(ff_buffer *out, const ff_styles *styles, const char *style) {
    wire_begin(out, "editions", "[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        size_t index;
        const ff_edition *edition = ff_edition_at(i);
        if (!styles->find(edition, ff_span_of(style), &index))
            continue;
        wire_comma(out);
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
        wire_text(out, "text", styles->text(edition, i));
        add_editions_with(out, styles, name);
        wire_close(out);
    }
}

static void add_styles(ff_buffer *out, const ff_styles *styles) {
    wire_begin(out, "styles", "[");
    for (size_t i = 0; i < ff_edition_count(); i++)
        add_styles_of(out, styles, i);
    ff_buffer_byte(out, ']');
}

/* What a page offers first. The name is the bank's minutes, and after `+` the increment's
 * or after `|` the free seconds. */
static void add_clocks(ff_buffer *out) {
    static const struct {
        const char *name;
        clock_terms terms;
    } clocks[] = {
        {"2+3", {.bank = 120, .increment = 3, .setup = 60}},
        {"5+3", {.bank = 300, .increment = 3, .setup = 120}},
        {"10+5", {.bank = 600, .increment = 5, .setup = 180}},
        {"15+3", {.bank = 900, .increment = 3, .setup = 300}},
        {"30+10", {.bank = 1800, .increment = 10, .setup = 600}},
        {"5|10", {.bank = 300, .free = 10, .setup = 300}},
        {"15|30", {.bank = 900, .free = 30, .setup = 600}},
    };
    wire_begin(out, "clocks", "[");
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        wire_open(out, NULL);
        wire_text(out, "name", clocks[i].name);
        wire_clock(out, &clocks[i].terms);
        wire_close(out);
    }
    ff_buffer_byte(out, ']');
}

void wire_welcome_opening(ff_buffer *out, const char *version, const ff_opponents *opponents) {
    wire_open(out, "welcome");
    wire_text(out, "version", version);
    add_editions(out);
    wire_text(out, "default", ff_edition_default()->id);
    add_opponents(out, opponents);
    add_styles(out, &opponents->styles);
    add_clocks(out);
}

bool wire_welcome_person(ff_buffer *out, ff_store *store, const ff_identity *who) {
    if (!wire_you(out, store, who) || !wire_army_list(out, store, &who->person))
        return false;
    wire_begin(out, "games", "[");
    return true;
}

void wire_welcome_end(ff_buffer *out, const char *notice) {
    ff_buffer_byte(out, ']');
    wire_maybe_text(out, "notice", notice);
    wire_close(out);
}

void wire_notice(ff_buffer *out, const char *notice) {
    wire_open(out, "notice");
    wire_maybe_text(out, "text", notice);
    wire_close(out);
}
