/* The state of learning as bytes. What must hold: what is written is read again the same, bit
 * by bit, so that training that was stopped goes on as if it had not been; and what is no such
 * state, or a part of one, is refused. */
#include "learn/state.h"

#include <stdlib.h>
#include <string.h>

#include "ai/learned/net_file.h"
#include "base/hash.h"

static const char magic[] = "flagfall-learning 2\n";

/* --- writing --------------------------------------------------------------------------- */

/* Least significant byte first, whatever the machine: a state may be carried to another one. */
static void write_number(ff_buffer *out, uint64_t number, unsigned bytes) {
    char text[8];
    for (unsigned i = 0; i < bytes; i++)
        text[i] = (char)(number >> 8 * i & 0xff);
    ff_buffer_add(out, text, bytes);
}

/* As bits of IEEE 754, not as decimals: learning goes on to the very same weights. */
static void write_floats(ff_buffer *out, const void *numbers, size_t count) {
    const float *list = numbers;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &list[i], sizeof bits);
        write_number(out, bits, 4);
    }
}

static void write_span(ff_buffer *out, ff_span span) {
    write_number(out, span.size, 8);
    ff_buffer_add(out, span.data, span.size);
}

static void write_model(const model *m, ff_buffer *out) {
    write_number(out, MODEL_NUMBERS, 8);
    write_number(out, m->steps, 8);
    write_number(out, m->seed, 8);
    write_floats(out, &m->weights, MODEL_NUMBERS);
    write_floats(out, &m->mean, MODEL_NUMBERS);
    write_floats(out, &m->first_moment, MODEL_NUMBERS);
    write_floats(out, &m->second_moment, MODEL_NUMBERS);
}

static void write_snapshots(const training *s, ff_buffer *out) {
    for (unsigned i = 0; i < TRAINING_SNAPSHOTS && i < s->snapshots; i++) {
        ff_buffer one = {0};
        net_write(&s->snapshot[i], "", &one);
        write_span(out, (ff_span){one.data, one.size});
        out->failed |= one.failed;
        ff_buffer_free(&one);
    }
}

static void write_samples(const samples *l, ff_buffer *out) {
    write_number(out, l->count, 8);
    for (size_t i = 0; i < l->count; i++) {
        write_number(out, l->list[i].count, 4);
        write_floats(out, &l->list[i].target, 1);
        for (size_t k = 0; k < l->list[i].count; k++)
            write_number(out, l->inputs[l->list[i].first + k], 2);
    }
}

void state_write(const training *s, ff_span progress, ff_buffer *out) {
    uint64_t inputs;
    ff_buffer_text(out, magic);
    write_number(out, s->seed, 8);
    write_number(out, s->games, 8);
    write_number(out, s->learned, 8);
    memcpy(&inputs, &s->inputs, sizeof inputs);
    write_number(out, inputs, 8);
    write_number(out, s->snapshots, 8);
    write_model(&s->model, out);
    write_snapshots(s, out);
    write_samples(&s->kept, out);
    write_span(out, progress);
    if (!out->failed)
        write_number(out, hash_bytes(0, out->data, out->size), 8);
}

/* --- reading --------------------------------------------------------------------------- */

/* What has not been read yet. Past the end there are zeros. */
typedef struct reader {
    ff_span left;
} reader;

static uint64_t read_number(reader *r, unsigned bytes) {
    uint64_t number = 0;
    if (r->left.size < bytes) {
        r->left.size = 0;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)(uint8_t)r->left.data[i] << 8 * i;
    r->left.data += bytes;
    r->left.size -= bytes;
    return number;
}

static void read_floats(reader *r, void *numbers, size_t count) {
    float *list = numbers;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)read_number(r, 4);
        memcpy(&list[i], &bits, sizeof bits);
    }
}

static ff_span read_span(reader *r) {
    uint64_t size = read_number(r, 8);
    ff_span span = {r->left.data, size < r->left.size ? (size_t)size : r->left.size};
    r->left.data += span.size;
    r->left.size -= span.size;
    return span;
}

static bool read_model(reader *r, model *m) {
    if (read_number(r, 8) != MODEL_NUMBERS)
        return false;
    m->steps = read_number(r, 8);
    m->seed = read_number(r, 8);
    read_floats(r, &m->weights, MODEL_NUMBERS);
    read_floats(r, &m->mean, MODEL_NUMBERS);
    read_floats(r, &m->first_moment, MODEL_NUMBERS);
    read_floats(r, &m->second_moment, MODEL_NUMBERS);
    return true;
}

/* A count is believed only as far as bytes follow, so that a large one asks for no memory. */
static bool read_samples(reader *r, samples *l) {
    uint64_t count = read_number(r, 8);
    for (uint64_t i = 0; i < count; i++) {
        uint16_t inputs[INPUTS_MAX];
        uint64_t size = read_number(r, 4);
        float target;
        read_floats(r, &target, 1);
        if (size > INPUTS_MAX || !r->left.size)
            return false;
        for (uint64_t k = 0; k < size; k++) {
            inputs[k] = (uint16_t)read_number(r, 2);
            if (inputs[k] >= INPUTS)
                return false;
        }
        if (!samples_add(l, inputs, (size_t)size))
            return false;
        l->list[l->count - 1].target = target;
    }
    return true;
}

static bool begins_as_state(ff_span bytes) {
    return bytes.size >= sizeof magic - 1 && memcmp(bytes.data, magic, sizeof magic - 1) == 0;
}

/* The hash is against disks that fill and copies that break off, not against malice. */
static bool is_whole(ff_span bytes) {
    if (bytes.size < sizeof magic - 1 + 8)
        return false;
    reader end = {{bytes.data + bytes.size - 8, 8}};
    return read_number(&end, 8) == hash_bytes(0, bytes.data, bytes.size - 8);
}

bool state_read(ff_span bytes, training *s, ff_buffer *progress, ff_error *error) {
    if (!begins_as_state(bytes))
        return ff_fail(error, FF_ERROR_SYNTAX, 1, 1,
                       "no state of learning, or one of another version: it begins with '%.19s'",
                       magic);
    if (!is_whole(bytes))
        return ff_fail(error, FF_ERROR_DAMAGED, 0, 0, "a state of learning that is damaged");
    reader r = {{bytes.data + sizeof magic - 1, bytes.size - sizeof magic + 1 - 8}};
    s->seed = read_number(&r, 8);
    s->games = read_number(&r, 8);
    s->learned = read_number(&r, 8);
    uint64_t inputs = read_number(&r, 8);
    memcpy(&s->inputs, &inputs, sizeof s->inputs);
    s->snapshots = (unsigned)read_number(&r, 8);
    if (!read_model(&r, &s->model))
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "a state of learning with other inputs than these");
    for (unsigned i = 0; i < TRAINING_SNAPSHOTS && i < s->snapshots; i++)
        if (!net_read(read_span(&r), &s->snapshot[i], error))
            return false;
    if (!read_samples(&r, &s->kept))
        return ff_fail(error, FF_ERROR_DAMAGED, 0, 0,
                       "a state of learning with samples that cannot be");
    ff_span text = read_span(&r);
    ff_buffer_add(progress, text.data, text.size);
    return true;
}
