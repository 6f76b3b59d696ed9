/* Gravon's XML read with expat. What cannot be understood is noted with its line; the rest of
 * the game is kept. What must hold: a file of any size and shape takes no more time and memory
 * than its bytes; so elements do not nest deeply, and no entity is expanded. */
#include "interchange/xml.h"

#include "format/gravon.h"
#include "format/words.h"

#include <expat.h>
#include <string.h>

/* What a file said, gathered from wherever it stood. */
typedef struct reading {
    XML_Parser parser;
    ff_record *record;
    ff_buffer *notes; /* may be null */
    ff_error *error;
    bool failed;      /* `error` is filled */
    unsigned games;   /* elements <game> begun */
    unsigned unknown; /* elements skipped */
    ff_buffer type;   /* attributes, as they stand */
    ff_buffer field;
    ff_buffer winner;
    ff_buffer ending;
    ff_buffer names[2]; /* Red's, Blue's */
    unsigned players;   /* elements <player> begun */
    bool in_player;
    unsigned depth; /* elements that are open */
} reading;

enum { DEPTH_MOST = 64 }; /* a game needs three; each level costs memory */

static void fail(reading *r, ff_error_code code, const char *message) {
    if (r->failed)
        return;
    r->failed = true;
    ff_fail(r->error, code, XML_GetCurrentLineNumber(r->parser),
            XML_GetCurrentColumnNumber(r->parser) + 1, "%s", message);
    XML_StopParser(r->parser, XML_FALSE);
}

static void note(reading *r, const char *message) {
    if (r->notes)
        ff_buffer_format(r->notes, "line %lu: %s\n",
                         (unsigned long)XML_GetCurrentLineNumber(r->parser), message);
}

/* The value of an attribute, or null. */
static const char *attribute(const char **attributes, const char *name) {
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static void keep(ff_buffer *out, const char *value) {
    ff_buffer_clear(out);
    if (value)
        ff_buffer_text(out, value);
}

/* Elements. Those after the first game's end that belong to the file (players,
 * result) count all the same; a second game does not. */

static void game_begin(reading *r, const char **attributes) {
    if (r->games++ == 0)
        keep(&r->type, attribute(attributes, "type"));
    else
        note(r, "not read, a file holds one game");
}

static void field_begin(reading *r, const char **attributes) {
    if (r->games <= 1)
        keep(&r->field, attribute(attributes, "content"));
}

static void move_begin(reading *r, const char **attributes) {
    const char *source = attribute(attributes, "source"), *target = attribute(attributes, "target");
    if (r->games > 1)
        return;
    bool good =
        source && target && gravon_move_read(ff_span_of(source), ff_span_of(target), r->record);
    if (!good)
        note(r, "no move; one has a source and a target, E4 and E5");
}

static void player_begin(reading *r, const char **attributes) {
    if (r->games > 1 || r->players >= 2)
        return;
    keep(&r->names[r->players++], attribute(attributes, "name"));
    r->in_player = true;
}

static void result_begin(reading *r, const char **attributes) {
    if (r->games > 1)
        return;
    keep(&r->winner, attribute(attributes, "winner"));
    keep(&r->ending, attribute(attributes, "type"));
}

static void nothing_begin(reading *r, const char **attributes) {
    (void)r;
    (void)attributes;
}

static const struct {
    const char *name;
    void (*begin)(reading *r, const char **attributes);
} elements[] = {
    {"stratego", nothing_begin}, {"game", game_begin},     {"field", field_begin},
    {"move", move_begin},        {"player", player_begin}, {"result", result_begin},
};

static void XMLCALL element_begin(void *user, const char *name, const char **attributes) {
    reading *r = user;
    if (++r->depth > DEPTH_MOST)
        fail(r, FF_ERROR_RANGE, "too many elements inside one another");
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(elements[i].name, name) != 0)
            continue;
        elements[i].begin(r, attributes);
        return;
    }
    r->unknown++;
}

static void XMLCALL element_end(void *user, const char *name) {
    reading *r = user;
    r->depth--;
    r->in_player &= strcmp(name, "player") != 0;
}

static void XMLCALL text_read(void *user, const char *text, int size) {
    reading *r = user;
    if (r->in_player)
        ff_buffer_add(&r->names[r->players - 1], text, (size_t)size);
}

/* Entities that refer to each other can grow a few bytes to gigabytes ("billion laughs"), and no
 * game needs any. */
static void XMLCALL entity_declared(void *user, const char *name, int is_parameter,
                                    const char *value, int size, const char *base,
                                    const char *system, const char *public, const char *notation) {
    (void)name, (void)is_parameter, (void)value, (void)size;
    (void)base, (void)system, (void)public, (void)notation;
    fail(user, FF_ERROR_UNSUPPORTED, "the file declares an entity, which no game needs");
}

/* The whole. */

static bool out_of_memory(reading *r) {
    ff_fail(r->error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    return false;
}

static bool name_add(reading *r, const char *tag, const ff_buffer *name) {
    ff_span trimmed = span_trim((ff_span){name->data, name->size});
    bool unknown = trimmed.size == 0 || ff_span_equals(trimmed, "?");
    return unknown || ff_record_add_tag(r->record, tag, trimmed) || out_of_memory(r);
}

/* A small number in decimal, or -1. */
static int number_of(const ff_buffer *text) {
    unsigned long value;
    return span_number((ff_span){text->data, text->size}, 999, &value) ? (int)value : -1;
}

/* Winner: 1 Red, 2 Blue, 3 a draw, which the tables call 0. */
static void result_add(reading *r) {
    int winner = number_of(&r->winner);
    ff_error inside = {0};
    if (r->winner.size + r->ending.size == 0)
        return;
    if (winner < 1 || winner > 3)
        ff_fail(&inside, FF_ERROR_UNKNOWN, 0, 0, "unknown winner '%.20s'",
                r->winner.size ? r->winner.data : "");
    else
        gravon_result_read(winner % 3, number_of(&r->ending), r->record, &inside);
    if (inside.message[0] && r->notes)
        ff_buffer_format(r->notes, "result: %s\n", inside.message);
}

static bool game_add(reading *r) {
    if (r->type.size == 0)
        return ff_fail(r->error, FF_ERROR_SYNTAX, 0, 0,
                       "expected an element game with a type, such as classic");
    const char *edition = gravon_edition(r->type.data);
    if (!edition)
        return ff_fail(r->error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "the rules of '%.40s' are not among ours", r->type.data);
    ff_error inside;
    if (!ff_record_add_tag(r->record, "Edition", ff_span_of(edition)) ||
        !name_add(r, "Red", &r->names[0]) || !name_add(r, "Blue", &r->names[1]))
        return out_of_memory(r);
    ff_span field = {r->field.data, r->field.size};
    if (field.size > 0 && !gravon_field_read(field, edition, r->record, &inside))
        return ff_fail(r->error, inside.code, 0, 0, "field: %s", inside.message);
    result_add(r);
    if (r->unknown > 0 && r->notes)
        ff_buffer_format(r->notes, "%u unknown elements were skipped\n", r->unknown);
    return true;
}

static bool buffers_good(const reading *r) {
    return !(r->type.failed || r->field.failed || r->winner.failed || r->ending.failed ||
             r->names[0].failed || r->names[1].failed);
}

static void buffers_free(reading *r) {
    ff_buffer_free(&r->type);
    ff_buffer_free(&r->field);
    ff_buffer_free(&r->winner);
    ff_buffer_free(&r->ending);
    ff_buffer_free(&r->names[0]);
    ff_buffer_free(&r->names[1]);
}

static bool parse(reading *r, ff_span text) {
    enum { CHUNK = 1 << 20 }; /* expat counts bytes in an int */
    bool last;
    do {
        size_t size = text.size < CHUNK ? text.size : CHUNK;
        last = size == text.size;
        if (XML_Parse(r->parser, text.data, (int)size, last) != XML_STATUS_OK) {
            enum XML_Error code = XML_GetErrorCode(r->parser);
            fail(r, code == XML_ERROR_NO_MEMORY ? FF_ERROR_NO_MEMORY : FF_ERROR_SYNTAX,
                 XML_ErrorString(code));
            return false;
        }
        text.data += size;
        text.size -= size;
    } while (!last);
    return true;
}

bool xml_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error) {
    reading r = {.record = record, .notes = notes, .error = error};
    ff_record_clear(record);
    record->line = 1;
    r.parser = XML_ParserCreate(NULL);
    if (!r.parser)
        return out_of_memory(&r);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, element_begin, element_end);
    XML_SetCharacterDataHandler(r.parser, text_read);
    XML_SetEntityDeclHandler(r.parser, entity_declared);
    if (!text.data)
        text = ff_span_of("");
    bool good = parse(&r, text);
    if (good)
        good = buffers_good(&r) ? game_add(&r) : out_of_memory(&r);
    if (good && record->text.failed)
        good = out_of_memory(&r);
    XML_ParserFree(r.parser);
    buffers_free(&r);
    return good;
}
