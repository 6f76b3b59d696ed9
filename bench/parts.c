/* How fast the parts of the library are, by its public functions alone: a line a
 * part, `NAME key=value`. `flagfall bench` has the figure that matters, whole games;
 * these tell where its time, or that of a program on top, goes.
 *
 * build/bench-parts [SECONDS-A-PART] */
#define _POSIX_C_SOURCE 200809L
#include "flagfall.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct course {
    ff_rules rules;
    ff_rng rng;
    ff_setup setups[2];
    ff_position first;
    ff_history history;
    ff_buffer record; /* a whole game as text */
} course;

typedef struct part {
    const char *name;
    const char *unit;
    uint64_t (*run)(course *c); /* how many units were done */
} part;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static ff_move any_move(course *c, const ff_position *position) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(&c->rules, position, &c->history, moves);
    return count ? moves[ff_rng_below(&c->rng, (uint32_t)count)] : 0;
}

/* A game by lists of moves. */
static uint64_t moves_run(course *c) {
    ff_position position = c->first;
    ff_move move;
    c->history.size = 0;
    while ((move = any_move(c, &position)) != 0)
        ff_position_play(&c->rules, &position, &c->history, move);
    return position.plies;
}

static uint64_t perft_run(course *c) {
    c->history.size = 0;
    return ff_perft(&c->rules, &c->first, &c->history, 4);
}

/* A game as a host plays it: each seat moves by its own view. */
static uint64_t views_run(course *c) {
    ff_game *game = ff_game_new(&c->rules.edition, NULL);
    ff_view view;
    if (!game)
        return 0;
    ff_game_set_up(game, FF_RED, &c->setups[FF_RED], NULL);
    ff_game_set_up(game, FF_BLUE, &c->setups[FF_BLUE], NULL);
    ff_game_view(game, FF_RED, false, &view);
    while (view.result == FF_ONGOING) {
        ff_move moves[FF_MOVES_MAX];
        ff_game_view(game, (ff_seat)view.turn, false, &view);
        size_t count = ff_view_moves(&view, moves);
        ff_move move = moves[ff_rng_below(&c->rng, (uint32_t)count)];
        if (ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
            break;
        ff_game_view(game, (ff_seat)view.viewer, false, &view);
    }
    uint64_t plies = view.plies;
    ff_game_free(game);
    return plies;
}

/* A record read and replayed. */
static uint64_t records_run(course *c) {
    ff_record_reader reader;
    ff_record record = {0};
    ff_replay replay;
    ff_error error;
    uint64_t plies = 0;
    ff_record_reader_init(&reader, (ff_span){c->record.data, c->record.size});
    if (ff_record_read(&reader, &record, &error) == FF_READ_GAME &&
        ff_replay_record(&replay, &record, NULL, &c->history) && replay.verdict == FF_REPLAY_OK)
        plies = replay.position.plies;
    ff_record_free(&record);
    return plies;
}

static const part parts[] = {
    {"moves", "plies", moves_run},
    {"perft", "nodes", perft_run},
    {"views", "plies", views_run},
    {"records", "plies", records_run},
};

/* Plays a random game and writes it down. */
static bool record_make(course *c) {
    char setup[FF_ZONE_MAX + 1];
    ff_record record = {0};
    uint64_t plies = moves_run(c);
    ff_record_add_tag(&record, "Edition", ff_span_of(c->rules.edition.id));
    ff_setup_write(&c->setups[FF_RED], &c->rules.edition, setup);
    ff_record_add_tag(&record, "RedSetup", ff_span_of(setup));
    ff_setup_write(&c->setups[FF_BLUE], &c->rules.edition, setup);
    ff_record_add_tag(&record, "BlueSetup", ff_span_of(setup));
    for (uint64_t i = 0; i < plies; i++)
        ff_record_add_move(&record, FF_FROM(c->history.moves[i]), FF_TO(c->history.moves[i]), false,
                           (ff_span){NULL, 0});
    ff_record_write(&record, &c->record);
    bool good = !record.text.failed && !c->record.failed;
    ff_record_free(&record);
    return good;
}

static bool course_init(course *c) {
    ff_rules_init(&c->rules, ff_edition_default(), NULL);
    ff_rng_seed(&c->rng, 1);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        ff_setup_random(&c->setups[seat], &c->rules.edition, &c->rng);
    ff_position_setup(&c->rules, &c->first, &c->setups[FF_RED], &c->setups[FF_BLUE]);
    return ff_history_reserve(&c->history, c->rules.ply_limit) && record_make(c);
}

static bool part_time(course *c, const part *p, double seconds) {
    uint64_t done = 0, now;
    double begin = cpu_seconds(), spent;
    do {
        done += now = p->run(c);
        spent = cpu_seconds() - begin;
    } while (now && spent < seconds);
    if (now)
        printf("%s %s/s=%.0f\n", p->name, p->unit, (double)done / spent);
    return now;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
    course c = {0};
    bool good = course_init(&c);
    for (size_t i = 0; good && i < sizeof parts / sizeof *parts; i++)
        good = part_time(&c, &parts[i], seconds);
    ff_history_free(&c.history);
    ff_buffer_free(&c.record);
    return good ? 0 : 1;
}
