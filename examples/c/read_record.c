/* Reads games from standard input and says of each what the rules make of it: the reader goes
 * on after a game that it cannot read.
 *
 * read_record <GAMES.ffr */
#include <flagfall.h>
#include <stdio.h>

int main(void) {
    ff_buffer text = {0};
    char bytes[4096];
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, stdin)) > 0;)
        ff_buffer_add(&text, bytes, size);
    if (text.failed || ferror(stdin)) {
        fputs("the input cannot be read\n", stderr);
        ff_buffer_free(&text);
        return 2;
    }

    ff_record_reader reader;
    ff_record record = {0};
    ff_history history = {0};
    ff_error error;
    ff_read read;
    int status = 0;
    ff_record_reader_init(&reader, (ff_span){text.data, text.size});
    while ((read = ff_record_read(&reader, &record, &error)) != FF_READ_END) {
        ff_replay replay;
        if (read == FF_READ_ERROR) {
            printf("line %zu, column %zu: %s\n", error.line, error.column, error.message);
            status = 1;
        } else if (!ff_replay_record(&replay, &record, NULL, &history)) {
            fputs("out of memory\n", stderr);
            status = 2;
            break;
        } else {
            ff_buffer line = {0}; /* as `flagfall check` has it */
            ff_replay_write(&replay, &line);
            printf("line %zu: %s\n", record.line, line.failed ? "out of memory" : line.data);
            ff_buffer_free(&line);
            if (replay.verdict != FF_REPLAY_OK)
                status = 1;
        }
    }
    ff_history_free(&history);
    ff_record_free(&record);
    ff_buffer_free(&text);
    return status;
}
