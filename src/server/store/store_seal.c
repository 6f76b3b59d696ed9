/* The sums and seals of games. What must hold: what is sealed is first written down as bytes, the
 * same on every machine: numbers as eight bytes, the lowest first, and before a text its size. */
#include "server/store/store_seal.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { BYTES_MAX = 2048 }; /* more than a game with the longest names and salts needs */

typedef struct writing {
    uint8_t bytes[BYTES_MAX];
    size_t size;
} writing;

static void add_number(writing *out, int64_t number) {
    assert(out->size + 8 <= sizeof out->bytes);
    for (int i = 0; i < 8; i++)
        out->bytes[out->size++] = (uint8_t)((uint64_t)number >> 8 * i);
}

/* The size first, so that two texts never run together: "ab", "c" is not "a", "bc". */
static void add_bytes(writing *out, const void *data, size_t size) {
    add_number(out, (int64_t)size);
    assert(out->size + size <= sizeof out->bytes);
    memcpy(out->bytes + out->size, data, size);
    out->size += size;
}

static void add_text(writing *out, const char *text) {
    add_bytes(out, text, strlen(text));
}

static void add_person(writing *out, const struct person *person) {
    add_bytes(out, person->key, sizeof person->key);
}

/* SipHash gives bytes; taken as a number the same way everywhere, whatever the machine's order. */
static int64_t hash_of(const void *data, size_t size) {
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "flagfall seal 1";
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number = 0;
    crypto_shorthash(hash, data, size, key);
    for (size_t i = 0; i < sizeof hash; i++)
        number |= (uint64_t)hash[i] << 8 * i;
    return (int64_t)number;
}

int64_t seal_act(int64_t log, unsigned number, const store_act *act) {
    writing out = {.size = 0};
    const int64_t numbers[] = {log, number, act->kind, act->seat, act->time, act->left};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(&out, numbers[i]);
    add_text(&out, act->text);
    return hash_of(out.bytes, out.size);
}

static void add_terms(writing *out, const game_terms *terms) {
    const clock_terms none = {0};
    const clock_terms *clock = terms->timed ? &terms->clock : &none;
    const int64_t numbers[] = {terms->timed, clock->bank,   clock->free,     clock->increment,
                               clock->setup, terms->memory, terms->remember, terms->hints,
                               terms->watch, terms->open,   terms->rated};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(out, numbers[i]);
    if (terms->delay) /* which games of before have not, and their seals stay good */
        add_number(out, terms->delay);
}

static void add_seat(writing *out, const store_seat *seat) {
    add_number(out, seat->kind);
    add_person(out, &seat->person);
    add_text(out, seat->name);
    add_number(out, seat->rating);
    add_number(out, seat->change);
    add_text(out, seat->salt);
    add_text(out, seat->commitment);
}

/* The order of the fields is part of the format, as is what stands for nothing: a clock of
 * zeros where there is none, an empty text where a code has been used. */
int64_t seal_game(const store_game *game) {
    writing out = {.size = 0};
    const int64_t numbers[] = {game->number,  game->rules,   game->by,      (int64_t)game->seed,
                               game->rematch, game->created, game->started, game->ended,
                               game->phase,   game->result,  game->ending,  game->plies,
                               game->log};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(&out, numbers[i]);
    add_text(&out, game->id);
    add_text(&out, game->edition);
    add_text(&out, game->code);
    add_text(&out, game->previous);
    add_person(&out, &game->to);
    add_terms(&out, &game->terms);
    add_seat(&out, &game->seat[FF_RED]);
    add_seat(&out, &game->seat[FF_BLUE]);
    return hash_of(out.bytes, out.size);
}

int64_t seal_rules(ff_span text) {
    return hash_of(text.data, text.size);
}
