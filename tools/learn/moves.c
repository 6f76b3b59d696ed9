/* learn-moves TABLES RECORDS...: how likely a player's moves are, by what the mover knows.
 *
 * From the games of the records, of which each tenth is held out, writes
 * src/ai/policy/move_policy_table.c (src/ai/policy/move_policy.h) to TABLES, one table of the
 * games of small armies and one of those of large ones, and says on standard output how well the
 * moves that were held out are foretold: in nats a move, beside what it would be if all were
 * equally likely, and how often the likeliest is the one that was made.
 *
 * Fitted by stochastic gradients on the logarithm of the chance of the move that was made. Each
 * weight has a pace of its own (AdaGrad: Duchi, Hazan, Singer 2011). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/learned/continuation.h"
#include "ai/policy/move_policy.h"
#include "recorded.h"
#include "weights.h"

enum { PASSES = 5, HELD_ONE_IN = 10, LINE = 20 };

static const float SPEED = 0.2f;   /* at first; half of that in each pass after it */
static const float LEAST = 0.003f; /* a move that is off by less teaches nothing */

typedef struct score {
    double nats, even;
    unsigned long right, moves;
} score;

typedef struct training {
    float speed;
    float weight[POLICY_WEIGHTS], pace[POLICY_WEIGHTS];
    score learned, held;
} training;

/* --- a position -------------------------------------------------------------------- */

/* What a seat on turn can do, with the terms of each move. */
typedef struct choice {
    ff_view view;
    ff_knowledge knowledge;
    policy_scene scene;
    size_t count, made; /* made: the move of the record */
    ff_move moves[FF_MOVES_MAX];
    policy_terms terms[FF_MOVES_MAX];
    float chance[FF_MOVES_MAX];
} choice;

/* False where there was no choice. */
static bool choice_fill(choice *c, const recorded *g) {
    ff_move made = g->moves->moves[g->truth.plies];
    ff_game_view(g->game, (ff_seat)g->truth.turn, false, &c->view);
    continuation_knowledge(&c->view, &c->knowledge);
    policy_scene_init(&c->scene, &g->replay->rules.edition, &g->truth, &c->knowledge,
                      &c->view.history);
    c->count = ff_view_moves(&c->view, c->moves);
    c->made = c->count;
    for (size_t i = 0; i < c->count; i++) {
        move_policy_terms(&c->scene, c->moves[i], &c->terms[i]);
        if (c->moves[i] == made)
            c->made = i;
    }
    return c->count > 1 && c->made < c->count;
}

static float sum_of(const training *t, const policy_terms *terms) {
    float sum = 0;
    for (unsigned i = 0; i < terms->plus; i++)
        sum += t->weight[terms->added[i]];
    for (unsigned i = 0; i < terms->minus; i++)
        sum -= t->weight[terms->taken[i]];
    return sum;
}

/* The chance of each move; the likeliest. */
static size_t foretell(const training *t, choice *c) {
    float all = 0;
    size_t best = 0;
    for (size_t i = 0; i < c->count; i++) {
        c->chance[i] = sum_of(t, &c->terms[i]);
        best = c->chance[i] > c->chance[best] ? i : best;
    }
    float most = c->chance[best];
    for (size_t i = 0; i < c->count; i++)
        all += c->chance[i] = expf(c->chance[i] - most);
    for (size_t i = 0; i < c->count; i++)
        c->chance[i] /= all;
    return best;
}

/* --- learning ---------------------------------------------------------------------- */

static void push(training *t, unsigned term, float slope) {
    t->pace[term] += slope * slope;
    t->weight[term] += t->speed * slope / sqrtf(t->pace[term] + 1);
}

static void learn(training *t, const choice *c) {
    for (size_t i = 0; i < c->count; i++) {
        float slope = (float)(i == c->made) - c->chance[i];
        if (fabsf(slope) < LEAST)
            continue;
        const policy_terms *terms = &c->terms[i];
        for (unsigned k = 0; k < terms->plus; k++)
            push(t, terms->added[k], slope);
        for (unsigned k = 0; k < terms->minus; k++)
            push(t, terms->taken[k], -slope);
    }
}

/* `context`: a training for each kind of armies. */
static void see(void *context, const recorded *g) {
    static choice c;
    training *t = (training *)context + armies_kind(&g->replay->rules.edition);
    bool held = g->number % HELD_ONE_IN == HELD_ONE_IN - 1;
    if (!choice_fill(&c, g))
        return;
    size_t best = foretell(t, &c);
    score *s = held ? &t->held : &t->learned;
    s->nats -= log(c.chance[c.made]);
    s->even += log((double)c.count);
    s->right += best == c.made;
    s->moves++;
    if (!held)
        learn(t, &c);
}

/* --- the table --------------------------------------------------------------------- */

static void write_tables(FILE *out, const training t[ARMIES_KINDS]) {
    fprintf(out, "/* Made by tools/learn/moves; do not edit. */\n#include "
                 "\"ai/policy/move_policy.h\"\n\nconst int8_t "
                 "move_policy_table[ARMIES_KINDS][POLICY_WEIGHTS] = {\n");
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++) {
        fprintf(out, "{");
        for (unsigned i = 0; i < POLICY_WEIGHTS; i++)
            fprintf(out, "%d,%c", weights_round(t[armies].weight[i]), i % LINE ? ' ' : '\n');
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static void tell(const char *name, const score *s) {
    double moves = s->moves ? (double)s->moves : 1;
    printf("%s: %lu moves, %.4f nats (all alike: %.4f), %.1f %% foretold\n", name, s->moves,
           s->nats / moves, s->even / moves, 100.0 * (double)s->right / moves);
}

/* One pass over all games. */
static bool pass(training t[ARMIES_KINDS], float speed, char *const *paths, int count) {
    static const char *const names[] = {"small armies", "large armies"};
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++) {
        t[armies].speed = speed;
        t[armies].learned = t[armies].held = (score){0};
    }
    for (int i = 0; i < count; i++)
        if (!recorded_each(paths[i], t, see))
            return false;
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++) {
        printf("%s\n", names[armies]);
        tell("  learned", &t[armies].learned);
        tell("  held out", &t[armies].held);
    }
    return true;
}

int main(int argc, char **argv) {
    static training t[ARMIES_KINDS];
    if (argc < 3) {
        fprintf(stderr, "usage: learn-moves TABLES RECORDS...\n");
        return 2;
    }
    float speed = SPEED;
    for (unsigned i = 0; i < PASSES; i++, speed /= 2)
        if (!pass(t, speed, argv + 2, argc - 2))
            return 2;
    FILE *tables = fopen(argv[1], "w");
    if (!tables) {
        perror(argv[1]);
        return 2;
    }
    write_tables(tables, t);
    return fclose(tables) ? 2 : 0;
}
