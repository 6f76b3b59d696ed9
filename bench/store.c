/* The store with many games: how large it is, and what looking through it, opening it,
 * sealing and deleting cost. It is made through the store's own interface, of games played
 * by the rules and by lot, so that it is what a server would have written.
 *
 * build/bench-store [GAMES [PLIES]]
 *
 * GAMES (100,000) of at most PLIES (98) moves, after which who is to move resigns. In a
 * folder of its own in TMPDIR (/tmp), which is deleted afterwards; a line a part, `NAME
 * key=value`, seconds of processor time where it is not said otherwise. */
#define _XOPEN_SOURCE 700
#include "flagfall.h"
#include "flagfall/edition_text.h"
#include "server/database/sqlite.h"
#include "server/play/inspection.h"
#include "server/play/table.h"
#include "server/store/store_open.h"
#include "server/store/store_schema.h"
#include "server/store/store_seal.h"
#include "server/transfer/store_check.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SAMPLES = 32, /* different games, written again and again under new names */
    ACTS_MAX = 512,
    GAMES_A_COMMIT = 100,
    DROPPED = 1000,
    HASHES = 1000000,
    PATH_SIZE = 256,
};

/* A game as it is written: after each act its row says what the log comes to. */
typedef struct sample {
    unsigned count;
    store_act act[ACTS_MAX];
    store_game row[ACTS_MAX];
} sample;

typedef struct bench {
    unsigned games, plies;
    ff_rules rules;
    ff_buffer text; /* of the rules */
    char folder[PATH_SIZE / 2], path[PATH_SIZE];
    sample *samples[SAMPLES];
    struct store *store;
    uint64_t acts;
    double act_seconds; /* that an act took to be written */
} bench;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double wall_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void must(bool good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "bench-store: %s failed\n", what);
    exit(1);
}

/* ---- games ---- */

static store_game new_row(const bench *b) {
    store_game row = {
        .seat = {{.kind = SEAT_ACCOUNT,
                  .person = {{1}},
                  .name = "Somebody",
                  .rating = 1500,
                  .change = STORE_NULL},
                 {.kind = SEAT_GUEST, .person = {{2}}, .rating = STORE_NULL, .change = STORE_NULL}},
        .rematch = FF_NOBODY,
        .created = 1700000000000,
        .phase = PHASE_SETUP};
    snprintf(row.edition, sizeof row.edition, "%s", b->rules.edition.id);
    return row;
}

static void do_act(sample *game, struct table *table, const store_act *act) {
    act_refusal refusal;
    must(game->count < ACTS_MAX &&
             table_apply(&table->now, &table->edition, act, act->time, &refusal),
         "playing");
    table_summarize(table);
    game->act[game->count] = *act;
    game->row[game->count++] = table->row;
}

/* A move drawn from all legal ones; a resignation after so many. */
static void act_next(const bench *b, sample *game, struct table *table, ff_rng *rng) {
    ff_seat turn = table_turn(table);
    ff_move moves[FF_MOVES_MAX];
    ff_view view;
    store_act act = {.kind = ACT_END,
                     .seat = (uint8_t)turn,
                     .text = "resign",
                     .time = table->row.created + 5000 * (int64_t)game->count,
                     .left = STORE_NULL};
    table_view(table, turn, &view);
    size_t count = ff_view_moves(&view, moves);
    ff_move move = moves[ff_rng_below(rng, (uint32_t)count)];
    if (view.plies < b->plies) {
        act.kind = ACT_MOVE;
        char from[FF_SQUARE_TEXT], to[FF_SQUARE_TEXT];
        ff_square_write(FF_FROM(move), from);
        ff_square_write(FF_TO(move), to);
        snprintf(act.text, sizeof act.text, "%s-%s", from, to);
    }
    do_act(game, table, &act);
}

static sample *play(const bench *b, uint64_t seed) {
    sample *game = calloc(1, sizeof *game);
    struct table *table = calloc(1, sizeof *table);
    ff_rng rng;
    must(game && table, "memory");
    *table = (struct table){.edition = b->rules.edition, .row = new_row(b)};
    must(table_state_open(&table->now, &table->edition, &table->row.terms), "memory");
    ff_rng_seed(&rng, seed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        store_act act = {.kind = ACT_SETUP, .seat = (uint8_t)seat, .left = STORE_NULL};
        ff_setup_random(&setup, &b->rules.edition, &rng);
        ff_setup_write(&setup, &b->rules.edition, act.text);
        act.time = table->row.created;
        do_act(game, table, &act);
    }
    while (table_phase(table) != PHASE_OVER)
        act_next(b, game, table, &rng);
    table_state_close(&table->now);
    free(table);
    return game;
}

/* ---- the parts ---- */

static void add_game(bench *b, unsigned number) {
    const sample *game = b->samples[number % SAMPLES];
    store_game row = new_row(b);
    snprintf(row.id, sizeof row.id, "game%018u", number);
    must(store_add_game(b->store, &row, (ff_span){b->text.data, b->text.size}), "adding a game");
    for (unsigned i = 0; i < game->count; i++) {
        store_game next = game->row[i];
        memcpy(next.id, row.id, sizeof row.id);
        next.number = row.number;
        next.rules = row.rules;
        next.log = row.log;
        must(store_add_act(b->store, &next, i, &game->act[i]), "adding an act");
        row = next;
    }
    b->acts += game->count;
}

static void make(bench *b) {
    double began = cpu_seconds(), wall = wall_seconds();
    for (unsigned i = 0; i < b->games; i++) {
        add_game(b, i);
        if (i % GAMES_A_COMMIT == GAMES_A_COMMIT - 1)
            must(store_commit(b->store), "committing");
    }
    must(store_commit(b->store), "committing");
    double spent = cpu_seconds() - began;
    b->act_seconds = spent / (double)b->acts;
    printf("make games=%u acts=%llu seconds=%.1f wall_seconds=%.1f us_an_act=%.2f\n", b->games,
           (unsigned long long)b->acts, spent, wall_seconds() - wall, b->act_seconds * 1e6);
}

static void open_again(bench *b) {
    ff_error error;
    store_close(b->store);
    double began = cpu_seconds(), wall = wall_seconds();
    b->store = store_open(b->path, &error);
    must(b->store, "opening");
    struct stat file;
    must(stat(b->path, &file) == 0, "looking at the file");
    printf("open ms=%.2f wall_ms=%.2f\n", 1e3 * (cpu_seconds() - began),
           1e3 * (wall_seconds() - wall));
    printf("size MB=%.1f bytes_an_act=%.1f\n", (double)file.st_size / 1e6,
           (double)file.st_size / (double)b->acts);
}

static void quick_check(bench *b) {
    double began = cpu_seconds(), wall = wall_seconds();
    must(sqlite3_exec(sqlite_of(b->store), "PRAGMA quick_check", NULL, NULL, NULL) == SQLITE_OK,
         "quick_check");
    printf("quick_check seconds=%.2f wall_seconds=%.2f\n", cpu_seconds() - began,
           wall_seconds() - wall);
}

/* What a store of before it was sealed costs at its first start, beside its other steps. */
static void seal(bench *b) {
    double began = cpu_seconds(), wall = wall_seconds();
    must(store_begin(b->store) && store_seal_all(b->store) && store_commit(b->store), "sealing");
    printf("seal_all seconds=%.1f wall_seconds=%.1f\n", cpu_seconds() - began,
           wall_seconds() - wall);
}

static void note_problem(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static void check(const bench *b) {
    const store_check_hears hears = {.inspect = inspection_fault, .problem = note_problem};
    store_report report;
    ff_error error;
    double began = cpu_seconds(), wall = wall_seconds();
    must(store_check(b->path, &hears, &report, &error) && report.problems == 0 &&
             report.games == b->games,
         "check");
    double spent = cpu_seconds() - began;
    printf("check seconds=%.1f wall_seconds=%.1f games/s=%.0f\n", spent, wall_seconds() - wall,
           b->games / spent);
}

/* Both sums that an act is written with, beside what all of the writing took. */
static void sums(const bench *b) {
    const sample *game = b->samples[0];
    int64_t log = 0;
    double began = cpu_seconds();
    for (unsigned i = 0; i < HASHES; i++) {
        store_game row = game->row[i % game->count];
        row.log = log = seal_act(log, i, &game->act[i % game->count]);
        log ^= seal_game(&row);
    }
    double each = (cpu_seconds() - began) / HASHES;
    printf("seals ns_an_act=%.0f share_of_an_act=%.3f sum=%llx\n", 1e9 * each,
           each / b->act_seconds, (unsigned long long)log);
}

/* As many bytes as both sums have, by the hash that is used and by a stronger one. */
static void hashes(void) {
    enum { ACT_BYTES = 61, GAME_BYTES = 500 };
    static uint8_t bytes[GAME_BYTES], key[crypto_shorthash_KEYBYTES];
    double began = cpu_seconds();
    for (unsigned i = 0; i < HASHES; i++) {
        crypto_shorthash(bytes, bytes, ACT_BYTES, key);
        crypto_shorthash(bytes, bytes, GAME_BYTES, key);
    }
    double sip = cpu_seconds() - began;
    for (unsigned i = 0; i < HASHES; i++) {
        crypto_generichash(bytes, crypto_generichash_BYTES_MIN, bytes, ACT_BYTES, NULL, 0);
        crypto_generichash(bytes, crypto_generichash_BYTES_MIN, bytes, GAME_BYTES, NULL, 0);
    }
    double blake = cpu_seconds() - began - sip;
    printf("hashes siphash_ns=%.0f blake2b_ns=%.0f\n", 1e9 * sip / HASHES, 1e9 * blake / HASHES);
}

/* Games go one by one, as they do when they are kept no longer. */
static void drop(bench *b) {
    unsigned count = b->games < DROPPED ? b->games : DROPPED;
    double began = cpu_seconds();
    for (unsigned i = 1; i <= count; i++)
        must(store_drop_game(b->store, &(store_game){.number = i}), "deleting");
    must(store_commit(b->store), "committing");
    printf("drop games=%u us_a_game=%.0f\n", count, 1e6 * (cpu_seconds() - began) / count);
}

/* ---- from the beginning to the end ---- */

static void begin(bench *b) {
    const char *folder = getenv("TMPDIR");
    ff_error error;
    snprintf(b->folder, sizeof b->folder, "%s/bench-store-XXXXXX", folder ? folder : "/tmp");
    must(sodium_init() >= 0 && mkdtemp(b->folder), "making a folder");
    snprintf(b->path, sizeof b->path, "%s/games.db", b->folder);
    ff_rules_init(&b->rules, ff_edition_default(), NULL);
    ff_edition_write(&b->rules.edition, &b->text);
    for (unsigned i = 0; i < SAMPLES; i++)
        b->samples[i] = play(b, i);
    b->store = store_open(b->path, &error);
    must(b->store && !b->text.failed, "making a store");
}

static void end(bench *b) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    store_close(b->store);
    for (int i = 0; i < 3; i++) {
        char path[PATH_SIZE + 8];
        snprintf(path, sizeof path, "%s%s", b->path, ends[i]);
        unlink(path);
    }
    rmdir(b->folder);
    ff_buffer_free(&b->text);
    for (unsigned i = 0; i < SAMPLES; i++)
        free(b->samples[i]);
}

int main(int argc, char **argv) {
    bench b = {.games = argc > 1 ? (unsigned)atoi(argv[1]) : 100000,
               .plies = argc > 2 ? (unsigned)atoi(argv[2]) : 98};
    if (b.games < 1 || b.plies < 1 || b.plies > ACTS_MAX - 8)
        return fputs("usage: bench-store [GAMES [PLIES]]\n", stderr), 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* each part is told when it is known */
    begin(&b);
    make(&b);
    open_again(&b);
    sums(&b);
    hashes();
    quick_check(&b);
    seal(&b);
    check(&b);
    drop(&b);
    end(&b);
    return 0;
}
