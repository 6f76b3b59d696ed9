/* Any bytes as one of Gravon's files: refused with a reason, or a game that can
 * be written again and then comes back the same. */
#ifndef FLAGFALL_FUZZ_GRAVON_H
#define FLAGFALL_FUZZ_GRAVON_H

#include "fuzz.h"

typedef bool gravon_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);
typedef bool gravon_write(const ff_record *record, ff_buffer *out, ff_buffer *notes,
                          ff_error *error);

static inline void must_come_back(const ff_record *record, gravon_read *read, gravon_write *write) {
    ff_buffer first = {0}, second = {0}, notes = {0};
    ff_record again = {0};
    ff_error error;
    if (write(record, &first, &notes, &error)) {
        MUST(read((ff_span){first.data, first.size}, &again, NULL, &error));
        MUST(again.move_count == record->move_count);
        MUST(write(&again, &second, &notes, &error));
        must_be_same(&first, &second);
    } else {
        must_be_told(&error);
    }
    ff_record_free(&again);
    ff_buffer_free(&first);
    ff_buffer_free(&second);
    ff_buffer_free(&notes);
}

static inline void must_hold(const uint8_t *data, size_t size, gravon_read *read,
                             gravon_write *write) {
    ff_record record = {0};
    ff_buffer notes = {0};
    ff_error error;
    if (read((ff_span){(const char *)data, size}, &record, &notes, &error))
        must_come_back(&record, read, write);
    else
        must_be_told(&error);
    MUST(!notes.failed);
    ff_record_free(&record);
    ff_buffer_free(&notes);
}

#endif
