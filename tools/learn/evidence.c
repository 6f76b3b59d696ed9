/* learn-evidence TABLES RECORDS...: what a piece's behaviour says of its rank.
 *
 * From the games of the records, of which each fifth is held out, writes
 * src/ai/belief/evidence_table.c (src/ai/belief/move_evidence.h) to TABLES, one table of the games
 * of small armies and one of those of large ones, and says on standard output how often two hidden
 * pieces are told from the same two exchanged, with and without what they were seen to do.
 *
 * Fitted as tools/learn/affinity.c fits set-ups, on what the exchanges of
 * src/ai/belief/belief_sampler.c ask: the logarithm of the chance that of two arrangements the
 * true one is chosen, where the set-up weighs what people's set-ups made it weigh. So behaviour
 * counts for no more than it tells, however often it is repeated. A weight is the sum of three: of
 * how the two ranks stand to each other, of the own rank, and of both ranks exactly, the last
 * held back the most; and it is bounded, for people do not play as surely by a rule as the computer
 * players do from whom this is learned.
 *
 * Together with them it is learned how much policy evidence (src/ai/belief/policy_evidence.h, by
 * the table of the move policy that this program is built with) counts beside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/affinity.h"
#include "ai/belief/belief.h"
#include "ai/belief/move_evidence.h"
#include "ai/belief/policy_evidence.h"
#include "base/rng.h"
#include "recorded.h"
#include "weights.h"

enum { PAIRS = 8, MOST = 3000000, STEPS = 20000000, RELATIONS = 8, ENTRIES = 110 };

/* MOST samples of either kind of armies are kept, four gigabytes of them in all. ENTRIES is all
 * that can be seen of a piece. Views are taken every so many plies: games of small armies are
 * short. */
static const unsigned every[ARMIES_KINDS] = {[ARMIES_SMALL] = 4, [ARMIES_LARGE] = 12};

/* What was seen of a piece, and what it counts. */
typedef struct entry {
    uint8_t kind, other;
    uint8_t times; /* in sixteenths */
} entry;

/* What two ranks, or one, are to each other. */
typedef enum relation {
    UNNAMED,
    STRONGER,
    EQUAL,
    WEAKER,
    SPY_AT_MARSHAL,
    MINER_AT_BOMB,
    AT_FIXED,
    FIXED
} relation;

static relation relation_of(const entry *e, int rank) {
    int other = e->other;
    if (rank >= FF_BOMB)
        return FIXED;
    if (other == EVIDENCE_NOBODY || e->kind >= EVIDENCE_STEPS)
        return UNNAMED;
    if (other == FF_BOMB && rank == FF_MINER)
        return MINER_AT_BOMB;
    if (other >= FF_BOMB)
        return AT_FIXED;
    if (rank == FF_SPY && other == FF_MARSHAL)
        return SPY_AT_MARSHAL;
    return rank > other ? STRONGER : rank == other ? EQUAL : WEAKER;
}

typedef struct weights {
    float relation[EVIDENCE_KINDS][RELATIONS];
    float own[EVIDENCE_KINDS][FF_RANKS];
    float both[EVIDENCE_KINDS][EVIDENCE_OTHERS][FF_RANKS];
} weights;

static float times_of(const entry *e) {
    return (float)e->times / 16;
}

/* A hidden piece as it was seen. */
typedef struct piece {
    uint8_t rank; /* the true one */
    uint8_t entries;
    float policy[FF_RANKS]; /* the logarithm of a likelihood */
    entry entry[ENTRIES];
} piece;

/* Two hidden pieces of one view. */
typedef struct sample {
    piece of[2];
    float setup; /* how much better the true set-up is, in natural logarithms */
} sample;

typedef struct training {
    sample *list;
    size_t kept, held; /* the first were not held out, the held out stand at the end */
    weights weight, pace;
    float share, share_pace; /* what policy evidence counts */
    ff_rng rng;
} training;

/* --- samples -------------------------------------------------------------------- */

static piece piece_of(const move_evidence *t, const policy_evidence *read, const ff_position *truth,
                      int square) {
    piece p = {.rank = (uint8_t)ff_position_rank(truth, square)};
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        p.policy[rank] = (float)read->seen[square][rank] * logf(2) / POLICY_EVIDENCE_UNIT;
    for (unsigned kind = 0; kind < EVIDENCE_KINDS; kind++)
        for (unsigned other = 0; other < EVIDENCE_OTHERS; other++)
            if (t->seen[square][kind][other] && p.entries < ENTRIES)
                p.entry[p.entries++] =
                    (entry){(uint8_t)kind, (uint8_t)other,
                            (uint8_t)move_evidence_times(t->seen[square][kind][other])};
    return p;
}

/* The hidden pieces of a view with their true ranks. */
typedef struct scene {
    ff_view view;
    move_evidence evidence;
    policy_evidence read[2]; /* by seat */
    const policy_evidence *policy;
    affinity_board setup;
    const ff_position *truth;
    int square[FF_SQUARES], place[FF_SQUARES];
    unsigned count;
} scene;

static void scene_fill(scene *s, const recorded *g, ff_seat seat) {
    const ff_edition *edition = &g->replay->rules.edition;
    s->count = 0;
    s->truth = &g->truth;
    ff_game_view(g->game, seat, false, &s->view);
    move_evidence_read(&s->evidence, &s->view);
    policy_evidence_read(&s->read[seat], &s->view);
    s->policy = &s->read[seat];
    affinity_init(&s->setup, edition);
    for (int square = 0; square < FF_SQUARES; square++)
        if (belief_is_hidden(&s->view, square))
            s->square[s->count++] = square;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, (ff_seat)(1 - seat), k);
        affinity_put(&s->setup, (int)k, ff_position_rank(&g->replay->first, square));
        for (unsigned i = 0; i < s->count; i++)
            if (s->evidence.start[s->square[i]] == square)
                s->place[i] = (int)k;
    }
}

/* By how much the set-up is better as it is than with two pieces exchanged. */
static float setup_gap(scene *s, unsigned i, unsigned j) {
    return -(float)affinity_exchange(&s->setup, s->place[i], s->place[j]) * logf(2) / MODEL_UNIT;
}

/* Could the piece on the square be of that rank? */
static bool is_possible(const scene *s, int square, unsigned rank) {
    return rank < FF_BOMB || !s->view.cell[square].moved;
}

static void add_samples(training *s, scene *from, bool held) {
    for (int pair = 0; pair < PAIRS && from->count > 1 && s->kept + s->held < MOST; pair++) {
        unsigned i = rng_below(&s->rng, from->count), j = rng_below(&s->rng, from->count);
        unsigned a = ff_position_rank(from->truth, from->square[i]);
        unsigned b = ff_position_rank(from->truth, from->square[j]);
        if (a == b || !is_possible(from, from->square[i], b) ||
            !is_possible(from, from->square[j], a))
            continue;
        s->list[held ? MOST - ++s->held : s->kept++] =
            (sample){{piece_of(&from->evidence, from->policy, from->truth, from->square[i]),
                      piece_of(&from->evidence, from->policy, from->truth, from->square[j])},
                     setup_gap(from, i, j)};
    }
}

/* `context`: a training for each kind of armies. */
static void see(void *context, const recorded *g) {
    static scene from;
    unsigned armies = armies_kind(&g->replay->rules.edition);
    training *s = (training *)context + armies;
    if (g->truth.plies % every[armies] != 0 || g->truth.plies == 0)
        return;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        scene_fill(&from, g, (ff_seat)seat);
        add_samples(s, &from, g->number % 5 == 4);
    }
}

/* --- learning ------------------------------------------------------------------- */

/* What one sight says at most, in natural logarithms: four times as likely, or as unlikely. */
static const float BOUND = 1.386f;

static float weight_of(const weights *w, const entry *e, unsigned rank) {
    float sum = w->relation[e->kind][relation_of(e, (int)rank)] + w->own[e->kind][rank] +
                w->both[e->kind][e->other][rank];
    return sum > BOUND ? BOUND : sum < -BOUND ? -BOUND : sum;
}

/* By how much the piece did rather what its own rank does than what the other's does. */
static float gap_of(const weights *w, const piece *p, unsigned other) {
    float gap = 0;
    for (unsigned i = 0; i < p->entries; i++)
        gap += times_of(&p->entry[i]) *
               (weight_of(w, &p->entry[i], p->rank) - weight_of(w, &p->entry[i], other));
    return gap;
}

/* The same by policy evidence, if all of it counts. */
static float policy_gap_of(const sample *t) {
    const piece *a = &t->of[0], *b = &t->of[1];
    return a->policy[a->rank] - a->policy[b->rank] + b->policy[b->rank] - b->policy[a->rank];
}

static float gap_of_sample(const weights *w, float share, const sample *t) {
    return t->setup + share * policy_gap_of(t) + gap_of(w, &t->of[0], t->of[1].rank) +
           gap_of(w, &t->of[1], t->of[0].rank);
}

static void push(float *weight, float *pace, float slope, float speed, float decay) {
    *pace += slope * slope;
    *weight += speed * (slope / sqrtf(*pace + 1) - decay * *weight);
}

static void push_rank(training *s, const entry *e, unsigned rank, float slope, float speed) {
    relation r = relation_of(e, (int)rank);
    weights *w = &s->weight, *p = &s->pace;
    push(&w->relation[e->kind][r], &p->relation[e->kind][r], slope, speed, 1e-6f);
    push(&w->own[e->kind][rank], &p->own[e->kind][rank], slope, speed, 1e-5f);
    push(&w->both[e->kind][e->other][rank], &p->both[e->kind][e->other][rank], slope, speed, 1e-4f);
}

static void push_piece(training *s, const piece *p, unsigned other, float slope, float speed) {
    for (unsigned i = 0; i < p->entries; i++) {
        push_rank(s, &p->entry[i], p->rank, slope * times_of(&p->entry[i]), speed);
        push_rank(s, &p->entry[i], other, -slope * times_of(&p->entry[i]), speed);
    }
}

static void learn(training *s) {
    for (unsigned step = 0; step < STEPS; step++) {
        const sample *t = &s->list[rng_below(&s->rng, (uint32_t)s->kept)];
        float slope = 1 / (1 + expf(gap_of_sample(&s->weight, s->share, t)));
        float speed = 0.1f * (1 - (float)step / (float)STEPS) + 0.001f;
        push(&s->share, &s->share_pace, slope * policy_gap_of(t), speed, 0);
        push_piece(s, &t->of[0], t->of[1].rank, slope, speed);
        push_piece(s, &t->of[1], t->of[0].rank, slope, speed);
    }
}

/* --- how good ------------------------------------------------------------------- */

static void judge(const training *s, const weights *w, float share, const char *name) {
    double nats = 0;
    size_t right = 0;
    for (size_t i = 0; i < s->held; i++) {
        double gap = gap_of_sample(w, share, &s->list[MOST - 1 - i]);
        nats += log1p(exp(-gap));
        right += gap > 0;
    }
    printf("%s: %zu learned, %zu held out, %.4f nats, %.1f %% told right\n", name, s->kept, s->held,
           nats / (double)s->held, 100.0 * (double)right / (double)s->held);
}

/* --- the table ------------------------------------------------------------------ */

static void write_table(FILE *out, const weights *w) {
    fprintf(out, "{");
    for (unsigned kind = 0; kind < EVIDENCE_KINDS; kind++) {
        fprintf(out, "{");
        for (unsigned other = 0; other < EVIDENCE_OTHERS; other++) {
            const entry e = {(uint8_t)kind, (uint8_t)other, 16};
            float row[FF_RANKS] = {0};
            for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
                row[rank] = weight_of(w, &e, rank);
            weights_write(out, row);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "},\n");
}

/* In 256ths. */
static int share_of(const training *s) {
    float share = roundf(256 * s->share);
    return share < 0 ? 0 : share > UINT8_MAX ? UINT8_MAX : (int)share;
}

static void write_tables(FILE *out, const training s[ARMIES_KINDS]) {
    fprintf(out, "/* Made by tools/learn/evidence; do not edit. */\n#include "
                 "\"ai/belief/move_evidence.h\"\n#include "
                 "\"ai/belief/policy_evidence.h\"\n\nconst int8_t evidence_table"
                 "[ARMIES_KINDS][EVIDENCE_KINDS][EVIDENCE_OTHERS][FF_RANKS] = {\n");
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++)
        write_table(out, &s[armies].weight);
    fprintf(out, "};\n\nconst uint8_t policy_evidence_share[ARMIES_KINDS] = {%d, %d};\n",
            share_of(&s[ARMIES_SMALL]), share_of(&s[ARMIES_LARGE]));
}

static bool learn_all(training s[ARMIES_KINDS]) {
    static const char *const names[] = {[ARMIES_SMALL] = "small", [ARMIES_LARGE] = "large"};
    static const weights nothing;
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++) {
        if (!s[armies].kept || !s[armies].held) {
            fprintf(stderr, "learn-evidence: too few games of %s armies\n", names[armies]);
            return false;
        }
        printf("%s armies\n", names[armies]);
        judge(&s[armies], &nothing, 0, "set-up alone");
        learn(&s[armies]);
        judge(&s[armies], &s[armies].weight, s[armies].share, "with evidence");
    }
    return true;
}

int main(int argc, char **argv) {
    static training s[ARMIES_KINDS];
    if (argc < 3) {
        fprintf(stderr, "usage: learn-evidence TABLES RECORDS...\n");
        return 2;
    }
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++) {
        s[armies].list = malloc(MOST * sizeof *s->list);
        if (!s[armies].list) {
            fprintf(stderr, "learn-evidence: memory is out\n");
            return 2;
        }
        ff_rng_seed(&s[armies].rng, 1);
    }
    for (int i = 2; i < argc; i++)
        if (!recorded_each(argv[i], s, see))
            return 2;
    if (!learn_all(s))
        return 2;
    FILE *tables = fopen(argv[1], "w");
    if (!tables) {
        perror(argv[1]);
        return 2;
    }
    write_tables(tables, s);
    for (unsigned armies = 0; armies < ARMIES_KINDS; armies++)
        free(s[armies].list);
    return fclose(tables) ? 2 : 0;
}
