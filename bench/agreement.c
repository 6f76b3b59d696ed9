/* How far do players agree with the computer who have no help of it? Looks at each game of the
 * records as `flagfall admin fair-play` does (docs/server.md), and prints of each player who is
 * named there how the share of moves that are the computer's own is spread over its games, and
 * which part of the games lies at or above each of some shares.
 *
 * build/bench-agreement RECORDS... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/files.h"
#include "flagfall.h"
#include "offline/study.h"

/* A game of fewer moves says nothing: it is left out. */
enum { MOVES_LEAST = 30, NAME_SIZE = 64 };

static const double bounds[] = {0.45, 0.5, 0.55, 0.6, 0.65, 0.7};
enum { BOUNDS = sizeof bounds / sizeof *bounds };

typedef struct side {
    char player[NAME_SIZE];
    double share; /* of the moves that are the computer's own */
    double loss;  /* of expected score, by all moves together */
    unsigned moves, same;
} side;

typedef struct list {
    side *sides;
    size_t count, room;
} list;

static bool go_on(void *context) {
    (void)context;
    return true;
}

static void give_up(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void add_side(list *to, const char *player, const ff_insight_sum *sum, ff_seat seat) {
    if (sum->moves[seat] < MOVES_LEAST)
        return;
    side *sides = array_with_room(to->sides, to->count, &to->room, sizeof *sides);
    if (!sides)
        give_up("memory is out");
    to->sides = sides;
    side *added = &to->sides[to->count++];
    snprintf(added->player, sizeof added->player, "%s", player ? player : "?");
    added->moves = sum->moves[seat];
    added->same = sum->same[seat];
    added->share = (double)added->same / added->moves;
    added->loss = sum->loss[seat];
}

static void look_at(const ff_record *record, list *to) {
    ff_buffer text = {0};
    ff_insight_sum sum;
    unsigned nodes;
    ff_record_write(record, &text);
    if (text.failed)
        give_up("memory is out");
    const char *refused = study_sum((ff_span){text.data, text.size}, go_on, NULL, &sum, &nodes);
    if (refused) {
        fprintf(stderr, "a game is left out: %s\n", refused);
    } else {
        add_side(to, ff_record_tag_value(record, "Red"), &sum, FF_RED);
        add_side(to, ff_record_tag_value(record, "Blue"), &sum, FF_BLUE);
    }
    ff_buffer_free(&text);
}

static bool look_at_file(const char *path, list *to) {
    ff_buffer text = {0};
    ff_record_reader reader;
    ff_record record = {0};
    ff_error error;
    ff_read read;
    if (!file_read(path, &text))
        return false;
    ff_record_reader_init(&reader, (ff_span){text.data, text.size});
    while ((read = ff_record_read(&reader, &record, &error)) != FF_READ_END)
        if (read == FF_READ_GAME)
            look_at(&record, to);
        else
            fprintf(stderr, "%s:%zu: %s\n", path, error.line, error.message);
    ff_record_free(&record);
    ff_buffer_free(&text);
    return true;
}

/* By player, and each player's games by their share. */
static int compare(const void *a, const void *b) {
    const side *x = a, *y = b;
    int by_name = strcmp(x->player, y->player);
    return by_name ? by_name : (x->share > y->share) - (x->share < y->share);
}

static double part_from(const side *sides, size_t count, double bound) {
    size_t above = 0;
    for (size_t i = 0; i < count; i++)
        above += sides[i].share >= bound;
    return (double)above / (double)count;
}

/* Of the games of one player, in order of their shares. */
static void print(const side *sides, size_t count) {
    unsigned moves = 0, same = 0;
    double loss = 0;
    for (size_t i = 0; i < count; i++) {
        moves += sides[i].moves;
        same += sides[i].same;
        loss += sides[i].loss;
    }
    printf("agreement player=%s games=%zu moves=%u share=%.2f lowest=%.2f tenth=%.2f median=%.2f"
           " nine-tenths=%.2f highest=%.2f loss=%.4f",
           sides->player, count, moves, (double)same / moves, sides[0].share,
           sides[count / 10].share, sides[count / 2].share, sides[count - 1 - count / 10].share,
           sides[count - 1].share, loss / moves);
    for (size_t i = 0; i < BOUNDS; i++)
        printf(" from-%.2f=%.2f", bounds[i], part_from(sides, count, bounds[i]));
    printf("\n");
}

int main(int argc, char **argv) {
    list found = {0};
    if (argc < 2) {
        fprintf(stderr, "usage: bench-agreement RECORDS...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (!look_at_file(argv[i], &found))
            return 2;
    if (found.count > 0)
        qsort(found.sides, found.count, sizeof *found.sides, compare);
    for (size_t from = 0, to; from < found.count; from = to) {
        for (to = from; to < found.count; to++)
            if (strcmp(found.sides[to].player, found.sides[from].player) != 0)
                break;
        print(found.sides + from, to - from);
    }
    free(found.sides);
    return 0;
}
