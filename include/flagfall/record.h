/* Records: games as text (.ffr), PGN-like, one after another in a file.
 *
 * A record is what a text says, not what the rules make of it: `ff_replay` does
 * that. */
#ifndef FLAGFALL_RECORD_H
#define FLAGFALL_RECORD_H

#include "flagfall/notation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One move of a record as it was written, squares may be FF_OFF_BOARD. */
typedef struct ff_record_move {
    uint8_t from;
    uint8_t to;
    bool attack; /* written with x */
    uint32_t line;
    uint32_t comment; /* offset of a terminated comment in `text`, 0 = none */
    uint32_t written; /* likewise the move in letters where a square is on no board */
} ff_record_move;

typedef struct ff_record_tag {
    uint32_t name; /* offsets of terminated text in `text` */
    uint32_t value;
    uint32_t line;
} ff_record_tag;

/* A game as text. Owns its arrays; start from `{0}`, end with `ff_record_free`. */
typedef struct ff_record {
    size_t line; /* of the first tag, from 1 */
    ff_record_tag *tags;
    size_t tag_count;
    size_t tag_capacity;
    ff_record_move *moves;
    size_t move_count;
    size_t move_capacity;
    ff_buffer text; /* holds tags and comments; offset 0 is the empty text */
} ff_record;

void ff_record_free(ff_record *record);
void ff_record_clear(ff_record *record); /* empties it, keeps the memory */

/* Adding. False when memory is out, and `text.failed` is set until the record is
 * cleared, so that one may ask at the end. A tag's name is letters, digits, `_` and `-`.
 * `value` and `comment` may hold any bytes: what is no UTF-8 becomes `?`, control
 * characters become spaces, and in a comment `}` becomes `)` and spaces in a row
 * one. An empty comment is none. */
bool ff_record_add_tag(ff_record *record, const char *name, ff_span value);
bool ff_record_add_move(ff_record *record, unsigned from, unsigned to, bool attack,
                        ff_span comment);

/* A move of the record as text: as it was read, in lower case. The text lives in
 * the record or in `room`. */
const char *ff_record_move_text(const ff_record *record, const ff_record_move *move,
                                char room[FF_MOVE_TEXT]);

/* The value of a tag (names are compared without case), or null. */
const char *ff_record_tag_value(const ff_record *record, const char *name);

/* Reads a text of records one by one. */
typedef struct ff_record_reader {
    ff_span text;
    size_t offset;
    size_t line;
} ff_record_reader;

typedef enum ff_read { FF_READ_GAME, FF_READ_ERROR, FF_READ_END } ff_read;

/* `text` is not copied and must stay as it is until the last game is read; records that were read
 * do not need it. A byte order mark at its beginning is skipped. */
void ff_record_reader_init(ff_record_reader *reader, ff_span text);

/* The next game into `record` (cleared first). After FF_READ_ERROR the reader
 * stands at the next game, `record->line` is where the bad one began, and
 * `error` says line, column and what would be right. Total: any bytes give a
 * value or an error, in time linear in their number. */
ff_read ff_record_read(ff_record_reader *reader, ff_record *record, ff_error *error);

/* Appends the record as text, moves numbered, lines of at most 80 columns. */
void ff_record_write(const ff_record *record, ff_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
