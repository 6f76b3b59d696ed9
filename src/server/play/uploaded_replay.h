/* Records of anybody's, to be replayed: text in, reviews out (docs/protocol.md). */
#ifndef FLAGFALL_SERVER_PLAY_UPLOADED_REPLAY_H
#define FLAGFALL_SERVER_PLAY_UPLOADED_REPLAY_H

#include "flagfall/record.h"

enum {
    UPLOADED_REPLAY_LIMIT = 1 << 20, /* bytes of text */
    UPLOADED_REPLAY_GAMES = 50,      /* of which as many are replayed; the rest is left out */
    UPLOADED_REPLAY_PLIES = 10000,   /* of one game: a longer one cannot be read */
};

/* A format that holds one game, found out by how the text begins. The server is handed
 * those that need another's library; the last has a null name. */
typedef struct uploaded_format {
    const char *name;   /* "xml", the end of a file's name too */
    const char *begins; /* after spaces and a byte order mark */
    bool (*read)(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);
    bool (*write)(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);
} uploaded_format;

/* Analyses the first game of a text of records, by any thread, as long as it `goes_on`, and appends
 * JSON; or refuses by a word. Memory that ran out is in `out->failed`. */
typedef const char *analyse_record(ff_span text, bool (*goes_on)(void *context), void *context,
                                   ff_buffer *out);

/* Appends {"games": [review, ..]}. False with an error (line, column) where no game
 * can be read. `formats` may be null: records alone. Total, and thread-safe. */
bool uploaded_replay_write(ff_buffer *out, ff_span text, const uploaded_format *formats,
                           ff_error *error);

#endif
