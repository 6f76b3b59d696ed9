/* A journal: what a match has come to, game by game, in a file that is only ever appended to.
 * A game that is not whole and unchanged by its hash is left out, whether it was being written when
 * a match was killed or was damaged later: it is played again. */
#include "arena/journal.h"

#include "base/hash.h"
#include "format/words.h"

#include <inttypes.h>
#include <string.h>

#define FIRST_LINE "flagfall-journal 1"

void journal_begin(const char *match, ff_buffer *out) {
    ff_buffer_format(out, FIRST_LINE "\n%s\n", match);
}

static void add_watch(const stopwatch *watch, ff_buffer *out) {
    ff_buffer_format(out, "%" PRIu64 " %" PRIu64, watch->moves, watch->total_ns);
    for (int i = 0; i < STOPWATCH_BUCKETS; i++)
        if (watch->bucket[i])
            ff_buffer_format(out, " %d %" PRIu64, i, watch->bucket[i]);
    ff_buffer_byte(out, '\n');
}

static uint64_t hash_of(const match_game *game, ff_span body) {
    const uint64_t numbers[] = {game->index, game->result, game->ending, game->plies};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    return hash_bytes(hash, body.data, body.size);
}

void journal_add(const match_game *game, ff_buffer *out) {
    ff_buffer body = {0};
    add_watch(&game->watch[0], &body);
    add_watch(&game->watch[1], &body);
    ff_buffer_add(&body, game->record.data, game->record.size);
    uint64_t hash = hash_of(game, (ff_span){body.data, body.size});
    ff_buffer_format(out, "game %u %d %d %u %zu %" PRIu64 "\n", game->index, (int)game->result,
                     (int)game->ending, game->plies, body.size, hash);
    ff_buffer_add(out, body.data, body.size);
    out->failed |= body.failed;
    ff_buffer_free(&body);
}

/* --- reading ------------------------------------------------------------------------ */

/* The next line; false where none ends: a run that was killed may have left a part of one. */
static bool take_line(ff_span *text, ff_span *line) {
    return text->size > 0 && memchr(text->data, '\n', text->size) && line_take(text, line);
}

/* A number behind any spaces. */
static bool take_number(ff_span *line, uint64_t *number) {
    size_t digits = 0;
    *number = 0;
    while (line->size && *line->data == ' ') {
        line->data++;
        line->size--;
    }
    while (digits < line->size && digits < 20 && line->data[digits] >= '0' &&
           line->data[digits] <= '9')
        *number = *number * 10 + (uint64_t)(line->data[digits++] - '0');
    line->data += digits;
    line->size -= digits;
    return digits > 0;
}

static bool read_watch(ff_span *body, stopwatch *watch) {
    ff_span line;
    uint64_t bucket, count;
    memset(watch, 0, sizeof *watch);
    if (!take_line(body, &line) || !take_number(&line, &watch->moves) ||
        !take_number(&line, &watch->total_ns))
        return false;
    while (line.size > 0) {
        if (!take_number(&line, &bucket) || !take_number(&line, &count) ||
            bucket >= STOPWATCH_BUCKETS)
            return false;
        watch->bucket[bucket] = count;
    }
    return true;
}

bool journal_open(ff_span text, ff_span *match, size_t *offset) {
    ff_span rest = text, first;
    if (!take_line(&rest, &first) || !ff_span_equals(first, FIRST_LINE) || !take_line(&rest, match))
        return false;
    *offset = text.size - rest.size;
    return true;
}

/* The line of numbers; `size` are the bytes of what follows. */
static bool read_head(ff_span line, match_game *game, uint64_t *size, uint64_t *hash) {
    uint64_t number[4];
    if (line.size < 5 || memcmp(line.data, "game ", 5) != 0)
        return false;
    line.data += 5;
    line.size -= 5;
    for (int i = 0; i < 4; i++)
        if (!take_number(&line, &number[i]))
            return false;
    if (number[0] > UINT32_MAX || number[1] > FF_DRAW || number[2] >= RESULTS_ENDINGS ||
        number[3] > FF_PLIES_MAX)
        return false;
    *game = (match_game){.index = (unsigned)number[0],
                         .result = (ff_result)number[1],
                         .ending = (ff_ending)number[2],
                         .plies = (unsigned)number[3]};
    return take_number(&line, size) && take_number(&line, hash) && line.size == 0;
}

bool journal_read(ff_span text, size_t *offset, match_game *game, stopwatch watch[2]) {
    ff_span rest = {text.data + *offset, text.size - *offset}, line;
    uint64_t size, hash;
    if (!take_line(&rest, &line) || !read_head(line, game, &size, &hash) || size > rest.size)
        return false;
    ff_span body = {rest.data, (size_t)size};
    if (hash_of(game, body) != hash || !read_watch(&body, &watch[0]) ||
        !read_watch(&body, &watch[1]))
        return false;
    game->watch = watch;
    game->record = body;
    *offset = (size_t)(rest.data - text.data) + (size_t)size;
    return true;
}

bool journal_skip(ff_span text, size_t *offset) {
    ff_span rest = {text.data + *offset, text.size - *offset}, line;
    match_game game;
    stopwatch watch[2];
    while (take_line(&rest, &line)) {
        size_t at = (size_t)(rest.data - text.data), end = at;
        if (!journal_read(text, &end, &game, watch))
            continue;
        *offset = at;
        return true;
    }
    return false;
}
