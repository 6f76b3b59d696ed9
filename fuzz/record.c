/* Any bytes as a file of records: each game is read or refused with a reason,
 * replayed, and comes back the same after it was written. Check sums among them are compared to the
 * end of the file. */
#include "cli/record_sum.h"
#include "fuzz.h"

static void must_replay(const ff_record *record) {
    ff_history history = {0};
    ff_replay replay;
    ff_buffer line = {0};
    MUST(ff_replay_record(&replay, record, NULL, &history));
    ff_replay_write(&replay, &line);
    MUST(!line.failed && line.size > 0 && line.size < 400);
    if (replay.verdict == FF_REPLAY_ERROR)
        must_be_told(&replay.error);
    ff_buffer_free(&line);
    ff_history_free(&history);
}

static void must_come_back(const ff_record *record) {
    ff_buffer first = {0}, second = {0};
    ff_record again = {0};
    ff_record_reader reader;
    ff_error error;
    ff_record_write(record, &first);
    ff_record_reader_init(&reader, (ff_span){first.data, first.size});
    MUST(ff_record_read(&reader, &again, &error) == FF_READ_GAME);
    ff_record_write(&again, &second);
    must_be_same(&first, &second);
    MUST(again.move_count == record->move_count && again.tag_count == record->tag_count);
    MUST(ff_record_read(&reader, &again, &error) == FF_READ_END);
    ff_record_free(&again);
    ff_buffer_free(&first);
    ff_buffer_free(&second);
}

static void sums_must_be_compared(ff_span text) {
    record_sums sums = {.text = text};
    ff_buffer what = {0};
    for (size_t last = 0; record_sums_next_fault(&sums, &what); last = sums.offset) {
        MUST(what.size > 0 && sums.fault > 0);
        MUST(sums.offset > last && sums.offset <= text.size);
        ff_buffer_clear(&what);
    }
    MUST(sums.offset == text.size);
    ff_buffer_free(&what);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    ff_record_reader_init(&reader, (ff_span){(const char *)data, size});
    for (size_t last = 0; (read = ff_record_read(&reader, &record, &error)) != FF_READ_END;) {
        MUST(reader.offset > last && reader.offset <= size);
        last = reader.offset;
        if (read == FF_READ_ERROR) {
            must_be_told(&error);
            MUST(error.line > 0 && error.column > 0);
            continue;
        }
        must_replay(&record);
        must_come_back(&record);
    }
    ff_record_free(&record);
    sums_must_be_compared((ff_span){(const char *)data, size});
    return 0;
}
