/* A record that somebody sends, replayed for the page. What must hold: however long or wrong the
 * text is, no more than UPLOADED_REPLAY_GAMES of it are replayed, and the first fault is told by
 * its place. */
#include "server/play/uploaded_replay.h"

#include "flagfall/json.h"
#include "format/words.h"

#include <string.h>

/* By how the text begins: a file's name and type come from the browser, and are often wrong. Null
 * is a record of ours. */
static const uploaded_format *guess(const uploaded_format *formats, ff_span text) {
    size_t at = text.size - span_unmarked(text).size;
    while (at < text.size && text.data[at] && strchr(" \t\r\n", text.data[at]))
        at++;
    for (const uploaded_format *f = formats; f && f->name; f++) {
        size_t size = strlen(f->begins);
        if (text.size - at >= size && memcmp(text.data + at, f->begins, size) == 0)
            return f;
    }
    return NULL;
}

static bool no_memory(ff_error *error) {
    return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the server is out of memory");
}

/* To replay a game that is all one chase takes time with the square of its length. */
static bool is_short(const ff_record *record, ff_error *error) {
    return record->move_count <= UPLOADED_REPLAY_PLIES ||
           ff_fail(error, FF_ERROR_RANGE, record->line, 1,
                   "a game of more than %d moves is not replayed here", UPLOADED_REPLAY_PLIES);
}

/* A game that cannot be read is told in its place, beside others that can; alone it is
 * the error. */
static bool write_records(ff_buffer *out, ff_span text, ff_record *record, ff_error *error) {
    ff_record_reader reader;
    ff_error inside;
    ff_read read;
    unsigned count = 0, good = 0;
    ff_fail(error, FF_ERROR_MISSING, 1, 1, "there is no game in this text");
    ff_record_reader_init(&reader, text);
    while (count < UPLOADED_REPLAY_GAMES &&
           (read = ff_record_read(&reader, record, &inside)) != FF_READ_END) {
        if (count++ > 0)
            ff_buffer_byte(out, ',');
        if (read == FF_READ_GAME && !is_short(record, &inside))
            read = FF_READ_ERROR;
        if (read == FF_READ_GAME && !ff_json_review(out, record))
            return no_memory(error);
        if (read == FF_READ_GAME)
            good++;
        else
            ff_json_review_unread(out, &inside);
        if (read == FF_READ_ERROR && good == 0)
            *error = inside;
    }
    return good > 0;
}

bool uploaded_replay_write(ff_buffer *out, ff_span text, const uploaded_format *formats,
                           ff_error *error) {
    ff_record record = {0};
    const uploaded_format *format = guess(formats, text);
    ff_buffer_text(out, "{\"games\":[");
    bool good = format ? format->read(text, &record, NULL, error) && is_short(&record, error) &&
                             (ff_json_review(out, &record) || no_memory(error))
                       : write_records(out, text, &record, error);
    ff_buffer_text(out, "]}\n");
    ff_record_free(&record);
    return good && (!out->failed || no_memory(error));
}
