/* Lists for the page, and records. What must hold: the page finds the same members as in the
 * messages of a server (docs/protocol.md), so that one page serves both. */
#include "offline/texts.h"

#include "flagfall.h"

#include <string.h>

/* ---- a welcome ---- */

static void add_named(ff_buffer *out, bool first, const char *name, const char *title) {
    ff_buffer_text(out, first ? "{\"name\":" : ",{\"name\":");
    ff_json_string(out, ff_span_of(name));
    ff_buffer_text(out, ",\"title\":");
    ff_json_string(out, ff_span_of(title));
}

/* The strongest first. Without the network, which is larger than all else, `learned` would be
 * another name for `search`. */
static void add_opponents(ff_buffer *out) {
    bool first = true;
    for (size_t i = ff_computer_count(); i-- > 0;) {
        const ff_player_kind *kind = ff_computer_at(i);
        if (strcmp(kind->name, "learned") == 0)
            continue;
        add_named(out, first, kind->name, kind->title);
        ff_buffer_text(out, ",\"rating\":");
        if (kind->rating != 0)
            ff_buffer_number(out, kind->rating);
        else
            ff_buffer_text(out, "null");
        ff_buffer_byte(out, '}');
        first = false;
    }
}

/* The editions that have a preset of this name. */
static void add_editions_with(ff_buffer *out, const char *style) {
    size_t index;
    bool first = true;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        const ff_edition *edition = ff_edition_at(i);
        if (!ff_preset_find(edition, ff_span_of(style), &index))
            continue;
        ff_buffer_text(out, first ? "" : ",");
        ff_json_string(out, ff_span_of(edition->id));
        first = false;
    }
}

/* Has an edition before this one the same style? Then it has been told. */
static bool is_told(size_t edition, const char *style) {
    size_t index;
    for (size_t i = 0; i < edition; i++)
        if (ff_preset_find(ff_edition_at(i), ff_span_of(style), &index))
            return true;
    return false;
}

static void add_styles(ff_buffer *out) {
    bool first = true;
    for (size_t at = 0; at < ff_edition_count(); at++) {
        const ff_edition *edition = ff_edition_at(at);
        for (size_t i = 0; i < ff_preset_count(edition); i++) {
            const char *name = ff_preset_name(edition, i);
            if (is_told(at, name))
                continue;
            add_named(out, first, name, ff_preset_title(edition, i));
            ff_buffer_text(out, ",\"text\":");
            ff_json_string(out, ff_span_of(ff_preset_text(edition, i)));
            ff_buffer_text(out, ",\"editions\":[");
            add_editions_with(out, name);
            ff_buffer_text(out, "]}");
            first = false;
        }
    }
}

void text_welcome(ff_buffer *out) {
    ff_buffer_text(out, "{\"version\":\"" FF_VERSION_TEXT "\",\"editions\":[");
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_buffer_text(out, i ? "," : "");
        ff_json_edition(out, ff_edition_at(i));
    }
    ff_buffer_text(out, "],\"default\":");
    ff_json_string(out, ff_span_of(ff_edition_default()->id));
    ff_buffer_text(out, ",\"opponents\":[");
    add_opponents(out);
    ff_buffer_text(out, "],\"styles\":[");
    add_styles(out);
    ff_buffer_text(out, "]}");
}

/* ---- a record ---- */

/* Takes what stands before a sign, and the sign; all where there is none. */
static ff_span take_until(ff_span *text, char sign) {
    const char *end = text->size ? memchr(text->data, sign, text->size) : NULL;
    ff_span part = {text->data, end ? (size_t)(end - text->data) : text->size};
    size_t gone = part.size + (end != NULL);
    text->data += gone;
    text->size -= gone;
    return part;
}

/* A line without a value, or with a name that is none, is no tag. */
static void add_tags(ff_record *record, ff_span lines) {
    enum { NAME = 32 };
    while (lines.size) {
        char name[NAME];
        ff_span value = take_until(&lines, '\n');
        ff_span first = take_until(&value, ' ');
        if (first.size == 0 || first.size >= NAME || value.size == 0)
            continue;
        memcpy(name, first.data, first.size);
        name[first.size] = 0;
        ff_record_add_tag(record, name, value);
    }
}

static void add_text(ff_buffer *out, const char *name, const ff_buffer *text, bool is_there) {
    ff_buffer_format(out, "\"%s\":", name);
    if (is_there)
        ff_json_string(out, (ff_span){text->data ? text->data : "", text->size});
    else
        ff_buffer_text(out, "null");
    out->failed |= text->failed;
}

void text_record(ff_buffer *out, ff_span tags, const ff_view *view) {
    ff_record record = {0};
    ff_buffer text = {0}, gsn = {0};
    ff_error error;
    add_tags(&record, tags);
    for (unsigned i = 0; i < view->plies; i++) {
        const ff_event *event = &view->events[i];
        ff_record_add_move(&record, FF_FROM(event->move), FF_TO(event->move),
                           event->battle != FF_NO_BATTLE, (ff_span){NULL, 0});
    }
    ff_record_write(&record, &text);
    bool has_gsn = ff_gsn_write(&record, &gsn, NULL, &error);
    ff_buffer_byte(out, '{');
    add_text(out, "record", &text, true);
    ff_buffer_byte(out, ',');
    add_text(out, "gsn", &gsn, has_gsn);
    ff_buffer_byte(out, '}');
    out->failed |= record.text.failed;
    ff_buffer_free(&gsn);
    ff_buffer_free(&text);
    ff_record_free(&record);
}
