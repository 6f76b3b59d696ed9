/* Networks as bytes. What must hold: what is written is read again the same, and bytes from
 * anywhere are refused or make a network whose sums cannot overflow. */
#include "ai/learned/net_file.h"

#include <string.h>

#include "base/hash.h"

static const char magic[] = "flagfall-net 2\n";

/* --- writing --------------------------------------------------------------------- */

static void write_number(ff_buffer *out, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        ff_buffer_byte(out, (char)(number >> 8 * i & 0xff));
}

static void write_shorts(ff_buffer *out, const int16_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        write_number(out, (uint16_t)numbers[i], 2);
}

static void write_longs(ff_buffer *out, const int32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        write_number(out, (uint32_t)numbers[i], 4);
}

static bool has_row(const net *n, size_t input) {
    bool any = n->straight[input] != 0;
    for (int unit = 0; unit < NET_UNITS; unit++)
        any |= n->row[input][unit] != 0;
    return any;
}

static void write_rows(const net *n, ff_buffer *out) {
    for (size_t first = 0; first < INPUTS; first += 8) {
        unsigned bits = 0;
        for (size_t i = first; i < first + 8 && i < INPUTS; i++)
            bits |= (unsigned)has_row(n, i) << (i - first);
        ff_buffer_byte(out, (char)bits);
    }
    for (size_t i = 0; i < INPUTS; i++)
        if (has_row(n, i)) {
            write_shorts(out, n->row[i], NET_UNITS);
            write_shorts(out, &n->straight[i], 1);
        }
}

void net_write(const net *n, const char *head, ff_buffer *out) {
    size_t begin = out->size;
    ff_buffer_text(out, magic);
    ff_buffer_text(out, head);
    ff_buffer_byte(out, '\n');
    write_rows(n, out);
    write_shorts(out, n->middle[0], NET_MIDDLE * NET_UNITS);
    write_shorts(out, n->last, NET_MIDDLE);
    write_longs(out, n->unit_bias, NET_UNITS);
    write_longs(out, n->middle_bias, NET_MIDDLE);
    write_longs(out, &n->last_bias, 1);
    if (!out->failed)
        write_number(out, hash_bytes(0, out->data + begin, out->size - begin), 8);
}

/* --- reading --------------------------------------------------------------------- */

/* What has not been read yet. Past the end there are zeros, and `short_of` is set. */
typedef struct reader {
    const uint8_t *data;
    size_t left;
    bool short_of;
} reader;

static uint64_t read_number(reader *r, unsigned bytes) {
    uint64_t number = 0;
    if (r->left < bytes) {
        r->short_of = true;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)r->data[i] << 8 * i;
    r->data += bytes;
    r->left -= bytes;
    return number;
}

/* Nearly all of a network: without a call for each of them, for players read it before they play.
 */
static void read_shorts(reader *r, int16_t *numbers, size_t count) {
    if (r->left < 2 * count) {
        r->short_of = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int16_t)(uint16_t)(r->data[2 * i] | r->data[2 * i + 1] << 8);
    r->data += 2 * count;
    r->left -= 2 * count;
}

static void read_longs(reader *r, int32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int32_t)(uint32_t)read_number(r, 4);
}

static void read_rows(reader *r, net *n) {
    uint8_t bits[(INPUTS + 7) / 8];
    for (size_t i = 0; i < sizeof bits; i++)
        bits[i] = (uint8_t)read_number(r, 1);
    for (size_t i = 0; i < INPUTS; i++)
        if (bits[i / 8] >> i % 8 & 1) {
            read_shorts(r, n->row[i], NET_UNITS);
            read_shorts(r, &n->straight[i], 1);
        }
}

/* Biases as large as all rows together could be are no weights that anybody learned. */
static bool is_in_range(int32_t x) {
    return x >= -(1 << 28) && x <= 1 << 28;
}

/* The sums of a network are computed without looking for overflow: what could overflow is refused
 * here, once. */
static bool can_overflow(const net *n) {
    bool good = is_in_range(n->last_bias);
    for (int j = 0; j < NET_MIDDLE; j++) {
        good &= is_in_range(n->middle_bias[j]);
        for (int i = 0; i < NET_UNITS; i++)
            good &= n->middle[j][i] <= NET_MIDDLE_MOST && n->middle[j][i] >= -NET_MIDDLE_MOST;
    }
    for (int i = 0; i < NET_UNITS; i++)
        good &= is_in_range(n->unit_bias[i]);
    return !good;
}

/* Where the head ends, behind its empty line; 0 where it does not. */
static size_t end_of_head(ff_span bytes) {
    size_t size = sizeof magic - 1;
    if (bytes.size < size || memcmp(bytes.data, magic, size) != 0)
        return 0;
    for (size_t i = size; i < bytes.size; i++)
        if (bytes.data[i] == '\n' && bytes.data[i - 1] == '\n')
            return i + 1;
    return 0;
}

bool net_read(ff_span bytes, net *n, ff_error *error) {
    size_t head = end_of_head(bytes);
    if (!head)
        return ff_fail(error, FF_ERROR_SYNTAX, 1, 1,
                       "no network, or one of another version: it begins with '%.14s' and a head",
                       magic);
    reader r = {(const uint8_t *)bytes.data + head, bytes.size - head, false};
    memset(n, 0, sizeof *n);
    read_rows(&r, n);
    read_shorts(&r, n->middle[0], NET_MIDDLE * NET_UNITS);
    read_shorts(&r, n->last, NET_MIDDLE);
    read_longs(&r, n->unit_bias, NET_UNITS);
    read_longs(&r, n->middle_bias, NET_MIDDLE);
    read_longs(&r, &n->last_bias, 1);
    uint64_t hash = hash_bytes(0, bytes.data, (size_t)((const char *)r.data - bytes.data));
    /* The hash covers all before it, so a file that was cut short or has more behind it is
     * damaged as well. */
    if (read_number(&r, 8) != hash || r.short_of || r.left)
        return ff_fail(error, FF_ERROR_DAMAGED, 0, 0,
                       "the network is damaged: its hash is that of other bytes");
    if (can_overflow(n))
        return ff_fail(error, FF_ERROR_DAMAGED, 0, 0,
                       "the network has weights that nobody learned: too large");
    return true;
}

ff_span net_head(ff_span bytes, const char *key) {
    size_t end = end_of_head(bytes), size = strlen(key);
    const char *line = bytes.data + sizeof magic - 1;
    while (end && line < bytes.data + end - 1) {
        const char *stop = memchr(line, '\n', (size_t)(bytes.data + end - line));
        if ((size_t)(stop - line) > size && memcmp(line, key, size) == 0 && line[size] == ' ')
            return (ff_span){line + size + 1, (size_t)(stop - line) - size - 1};
        line = stop + 1;
    }
    return (ff_span){bytes.data, 0};
}

/* What is no number says that the network is for armies of any size. */
unsigned net_pieces(ff_span bytes) {
    ff_span value = net_head(bytes, "pieces");
    unsigned pieces = 0;
    for (size_t i = 0; i < value.size && pieces <= FF_ZONE_MAX; i++) {
        if (value.data[i] < '0' || value.data[i] > '9')
            return FF_ZONE_MAX;
        pieces = 10 * pieces + (unsigned)(value.data[i] - '0');
    }
    return pieces && pieces < FF_ZONE_MAX ? pieces : FF_ZONE_MAX;
}
