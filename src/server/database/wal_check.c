/* Does SQLite's journal hold batches behind a damaged place? SQLite itself stops there without a
 * word, and what had been committed after it would be gone in silence. The format is
 * https://www.sqlite.org/fileformat2.html#walformat: a header, then frames, each a page behind a
 * header of its own, with a sum over all before it. What must hold: a write that was cut short, and
 * frames of a journal that was begun anew, are no damage. */
#include "server/database/wal_check.h"

#include "flagfall/base.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 32, FRAME_HEADER = 24, PAGE_MAX = 65536, SALTS = 8 };
static const uint32_t magic = 0x377f0682; /* or one more: sums of big-endian words */

typedef struct journal {
    FILE *file;
    uint32_t page;
    bool big;             /* the words that are summed */
    uint8_t salts[SALTS]; /* of all frames since it was begun anew */
    uint32_t sum[2];
    uint8_t frame[FRAME_HEADER + PAGE_MAX];
} journal;

static uint32_t big_word(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t little_word(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* The sum of the format: over pairs of words, each sum added to the other. */
static void add_sum(journal *j, const uint8_t *bytes, size_t size) {
    assert(size % 8 == 0);
    uint32_t (*word)(const uint8_t *) = j->big ? big_word : little_word;
    for (size_t i = 0; i < size; i += 8) {
        j->sum[0] += word(bytes + i) + j->sum[1];
        j->sum[1] += word(bytes + i + 4) + j->sum[0];
    }
}

static bool has_sum(const journal *j, const uint8_t *at) {
    return big_word(at) == j->sum[0] && big_word(at + 4) == j->sum[1];
}

enum { PAGE_USUAL = 4096 };

/* False where the header is damaged, and SQLite takes the journal for empty. */
static bool read_header(journal *j) {
    uint8_t header[HEADER] = {0};
    size_t got = fread(header, sizeof header, 1, j->file);
    uint32_t page = big_word(header + 8);
    bool known = page >= 512 && page <= PAGE_MAX && (page & (page - 1)) == 0;
    j->big = header[3] & 1;
    j->page = known ? page : PAGE_USUAL;
    memcpy(j->salts, header + 16, SALTS);
    add_sum(j, header, 24);
    return got == 1 && known && (big_word(header) & ~1u) == magic && has_sum(j, header + 24);
}

static bool read_frame(journal *j) {
    return fread(j->frame, FRAME_HEADER + j->page, 1, j->file) == 1;
}

/* The sum runs on from frame to frame: one that is asked is asked once, in order. */
static bool is_sound(journal *j) {
    assert(j->page <= PAGE_MAX);
    add_sum(j, j->frame, 8);
    add_sum(j, j->frame + FRAME_HEADER, j->page);
    return memcmp(j->frame + 8, j->salts, SALTS) == 0 && has_sum(j, j->frame + 16);
}

/* Was the frame written since the journal was begun anew, even if a bit of its salts has turned
 * over? Both halves change then: one that is the same is enough. */
static bool is_recent(const journal *j) {
    enum { HALF = SALTS / 2 };
    const uint8_t *own = j->frame + 8;
    return memcmp(own, j->salts, HALF) == 0 || memcmp(own + HALF, j->salts + HALF, HALF) == 0;
}

/* Does the first frame belong to this damaged header? */
static bool read_first(journal *j) {
    if (!read_frame(j))
        return false;
    bool recent = is_recent(j);
    memcpy(j->salts, j->frame + 8, SALTS);
    return recent;
}

/* From the damage on: the batches behind which another one was begun. What an older frame says is
 * of a batch that is in the file: the new one has not come to its place, as when a loss of power
 * lets only the end of a batch come to the disk. */
static unsigned count_behind(journal *j) {
    unsigned lost = 0;
    bool ends = is_recent(j) && big_word(j->frame + 4) != 0; /* the last frame of a batch */
    while (read_frame(j)) {
        if (memcmp(j->frame + 8, j->salts, SALTS) != 0)
            continue;
        lost += ends;
        ends = big_word(j->frame + 4) != 0;
    }
    return lost;
}

static unsigned look_through(journal *j, uint64_t *at) {
    *at = 0;
    if (!read_header(j))
        return read_first(j) ? count_behind(j) : 0;
    for (*at = HEADER; read_frame(j); *at += FRAME_HEADER + j->page)
        if (!is_sound(j))
            return count_behind(j);
    return 0;
}

unsigned wal_count_lost(const char *store_path, uint64_t *at) {
    ff_buffer path = {0};
    journal *j = calloc(1, sizeof *j);
    unsigned lost = 0;
    ff_buffer_format(&path, "%s-wal", store_path);
    if (j && !path.failed)
        j->file = fopen(path.data, "rbe");
    if (j && j->file) {
        lost = look_through(j, at);
        fclose(j->file);
    }
    free(j);
    ff_buffer_free(&path);
    return lost;
}
