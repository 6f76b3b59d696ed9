/* How well hidden ranks are foretold: nats (cross-entropy of a hidden piece's rank) and
 * top-1 (share of pieces whose likeliest rank is the true one), a line each.
 *
 * At ply 0 on people's set-ups that nothing was learned from (tools/held_out.h), then
 * at plies 50, 100 and 200 of games that armies like these play under mixed players,
 * beside what counts alone tell (`ff_belief_by_counts`).
 *
 * build/bench-belief SETUPS [GAMES-AN-OPPONENT]
 *
 * Calibration: of the games of records, both seats, at plies 50, 100 and 200 (and all together),
 * how often what is believed so much is so: a line for each piece's every rank by how much it is
 * believed, for marshals alone, and for the likeliest rank by what the piece was seen to do.
 *
 * build/bench-belief --records RECORDS [EACH-SO-MANYTH-GAME] */
#include "flagfall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/belief.h"
#include "ai/belief/move_evidence.h"
#include "ai/setup/setup_model.h"
#include "held_out.h"
#include "recorded.h"

enum { WORLDS = 1000, PLIES = 3 };

static const unsigned plies[PLIES] = {50, 100, 200};
static const char *const opponents[] = {"level:2", "level:4", "one-ply", "level:7", "level:9"};

typedef struct score {
    double nats;
    unsigned pieces;
    unsigned right;
} score;

static void score_add(score *s, const double *chance, unsigned truth) {
    int best = 0;
    for (int rank = 0; rank < FF_RANKS; rank++)
        best = chance[rank] > chance[best] ? rank : best;
    s->nats -= log(chance[truth]);
    s->right += best == (int)truth;
    s->pieces++;
}

static void score_print(const score *s, unsigned ply, const char *by) {
    printf("belief ply=%u by=%s nats=%.3f top1=%.1f pieces=%u\n", ply, by, s->nats / s->pieces,
           100.0 * s->right / s->pieces, s->pieces);
}

/* An average over worlds may leave nothing of a rank that is only unlikely: what counts
 * tell stands for one world more. */
static void smooth(ff_belief *sampled, const ff_belief *counts) {
    for (int square = 0; square < FF_SQUARES; square++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            sampled->chance[square][rank] =
                (WORLDS * sampled->chance[square][rank] + counts->chance[square][rank]) /
                (WORLDS + 1);
}

/* --- ply 0 --------------------------------------------------------------------- */

static ff_setup setup_of(const held_out_list *list, size_t i) {
    ff_setup setup = {{0}};
    held_out_ranks(held_out_at(list, i), false, setup.rank);
    return setup;
}

static ff_game *game_of(const ff_setup *red, const ff_setup *blue) {
    ff_game *game = ff_game_new(ff_edition_default(), NULL);
    if (!game || !ff_game_set_up(game, FF_RED, red, NULL) ||
        !ff_game_set_up(game, FF_BLUE, blue, NULL)) {
        fprintf(stderr, "bench-belief: no game of a set-up\n");
        exit(2);
    }
    return game;
}

/* Blue's piece on the k-th place of its zone, by what Red can tell before the first
 * move, which is the same in every game. */
static void judge_views(const held_out_list *list) {
    ff_setup setup = setup_of(list, 0);
    ff_game *game = game_of(&setup, &setup);
    score by_counts = {0}, by_player = {0};
    ff_belief counts, player;
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_belief_by_counts(&view, &counts);
    ff_belief_of(&view, 1, 20 * WORLDS, &player);
    smooth(&player, &counts);
    for (size_t i = list->kept; i < list->count; i++) {
        setup = setup_of(list, i);
        for (unsigned k = 0; k < HELD_OUT_PLACES; k++) {
            int square = ff_edition_zone_square(ff_edition_default(), FF_BLUE, k);
            score_add(&by_counts, counts.chance[square], setup.rank[k]);
            score_add(&by_player, player.chance[square], setup.rank[k]);
        }
    }
    score_print(&by_counts, 0, "counts");
    score_print(&by_player, 0, "player");
    ff_game_free(game);
}

/* How often each rank stands on each place, of what may be learned from; no rank never. */
static void count_places(const held_out_list *list, double count[HELD_OUT_PLACES][FF_RANKS]) {
    for (int k = 0; k < HELD_OUT_PLACES; k++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            count[k][rank] = rank ? 1 : 0;
    for (size_t i = 0; i < list->kept; i++) {
        ff_setup setup = setup_of(list, i);
        for (int k = 0; k < HELD_OUT_PLACES; k++)
            count[k][setup.rank[k]]++;
    }
}

/* A rank by its place alone, and one place after the other by the model that draws. */
static void judge_tables(const held_out_list *list) {
    static double count[HELD_OUT_PLACES][FF_RANKS];
    count_places(list, count);
    const ff_edition *edition = ff_edition_default();
    score by_place = {0}, by_model = {0};
    for (size_t i = list->kept; i < list->count; i++) {
        ff_setup setup = setup_of(list, i);
        for (unsigned k = 0; k < HELD_OUT_PLACES; k++) {
            double chance[FF_RANKS], sum = 0;
            for (int rank = 0; rank < FF_RANKS; rank++)
                sum += chance[rank] = count[k][rank];
            for (int rank = 0; rank < FF_RANKS; rank++)
                chance[rank] /= sum;
            score_add(&by_place, chance, setup.rank[k]);
            uint64_t part[FF_RANKS];
            sum = (double)setup_model_chances(&setup_model_full, edition, &setup, k, 100, part);
            for (int rank = 0; rank < FF_RANKS; rank++)
                chance[rank] = (double)part[rank] / sum;
            score_add(&by_model, chance, setup.rank[k]);
        }
    }
    score_print(&by_place, 0, "place");
    score_print(&by_model, 0, "model");
}

/* --- games --------------------------------------------------------------------- */

/* What Red cannot name, held against the truth. */
static void judge_view(const ff_game *game, const ff_position *truth, uint64_t seed,
                       score *by_counts, score *by_player) {
    ff_belief counts, player;
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_belief_by_counts(&view, &counts);
    ff_belief_of(&view, seed, WORLDS, &player);
    smooth(&player, &counts);
    for (int square = 0; square < FF_SQUARES; square++) {
        if (view.cell[square].seat != FF_BLUE || view.cell[square].rank != FF_HIDDEN)
            continue;
        unsigned rank = ff_position_rank(truth, square);
        score_add(by_counts, counts.chance[square], rank);
        score_add(by_player, player.chance[square], rank);
    }
}

/* The one-ply player leads Red, who watches; the opponent leads Blue. */
static void play(const held_out_list *list, const char *opponent, unsigned number,
                 score by_counts[PLIES], score by_player[PLIES]) {
    size_t held = list->count - list->kept, first = 2 * (size_t)number;
    ff_setup setup[2] = {setup_of(list, list->kept + first % held),
                         setup_of(list, list->kept + (first + 1) % held)};
    ff_game *game = game_of(&setup[FF_RED], &setup[FF_BLUE]);
    ff_player *players[2] = {ff_player_new(ff_computer_find(ff_span_of("one-ply")), number),
                             ff_player_new(ff_computer_find(ff_span_of(opponent)), number)};
    ff_rules rules;
    ff_position truth;
    ff_history history = {0};
    ff_rules_init(&rules, ff_edition_default(), NULL);
    ff_position_setup(&rules, &truth, &setup[FF_RED], &setup[FF_BLUE]);
    if (!players[0] || !players[1] || !ff_history_reserve(&history, plies[PLIES - 1]))
        exit(2);
    for (unsigned ply = 0, at = 0; at < PLIES && !ff_game_is_over(game); ply++) {
        ff_view view;
        if (ply == plies[at]) {
            judge_view(game, &truth, number, &by_counts[at], &by_player[at]);
            at++;
            if (at == PLIES)
                break;
        }
        ff_game_view(game, (ff_seat)(ply % 2), false, &view);
        ff_move move = players[ply % 2]->move(players[ply % 2], &view, 0);
        ff_game_move(game, (ff_seat)(ply % 2), FF_FROM(move), FF_TO(move));
        ff_position_play(&rules, &truth, &history, move);
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        players[seat]->free(players[seat]);
    ff_history_free(&history);
    ff_game_free(game);
}

static void judge_games(const held_out_list *list, unsigned games) {
    score by_counts[PLIES] = {{0}}, by_player[PLIES] = {{0}};
    for (size_t i = 0; i < sizeof opponents / sizeof *opponents; i++)
        for (unsigned n = 0; n < games; n++)
            play(list, opponents[i], (unsigned)(games * i + n), by_counts, by_player);
    for (int at = 0; at < PLIES; at++) {
        score_print(&by_counts[at], plies[at], "counts");
        score_print(&by_player[at], plies[at], "player");
    }
}

/* --- calibration ----------------------------------------------------------------- */

/* Of chances between one bound and the next, in per cent. */
enum { BANDS = 9 };
static const unsigned bounds[BANDS + 1] = {0, 2, 5, 10, 20, 40, 60, 80, 90, 100};

typedef struct band {
    unsigned pieces;
    unsigned so;     /* of that rank indeed */
    double believed; /* sum of chances */
} band;

typedef struct curve {
    band band[BANDS];
} curve;

static void curve_add(curve *c, double chance, bool so) {
    int at = 0;
    while (at < BANDS - 1 && 100 * chance >= bounds[at + 1])
        at++;
    c->band[at].pieces++;
    c->band[at].so += so;
    c->band[at].believed += chance;
}

static void curve_print(const curve *c, const char *ply, const char *of) {
    for (int at = 0; at < BANDS; at++) {
        const band *b = &c->band[at];
        if (b->pieces)
            printf("calibration ply=%s of=%s band=%u-%u pieces=%u believed=%.1f true=%.1f\n", ply,
                   of, bounds[at], bounds[at + 1], b->pieces, 100 * b->believed / b->pieces,
                   100.0 * b->so / b->pieces);
    }
}

/* What most of all was seen of a hidden piece; the last two: nothing but that it moved, or not. */
enum { KINDS = EVIDENCE_PATIENCE + 1 };
static const char *const kind_names[KINDS] = {"approach",     "flight", "stay",   "guard-alone",
                                              "guard-shared", "steps",  "unmoved"};

static unsigned kind_of(const move_evidence *t, int square) {
    for (unsigned kind = 0; kind < EVIDENCE_STEPS; kind++)
        for (unsigned other = 1; other < EVIDENCE_OTHERS; other++)
            if (t->seen[square][kind][other])
                return kind;
    return t->seen[square][EVIDENCE_STEPS][EVIDENCE_ANY_STEP] ? EVIDENCE_STEPS : EVIDENCE_PATIENCE;
}

/* Everything, once for each ply and once for all. */
typedef struct calibration {
    unsigned each;
    score by_counts[PLIES], by_player[PLIES];
    curve rank[PLIES + 1], marshal[PLIES + 1], kind[KINDS];
    score kind_score[KINDS];
} calibration;

static void judge_piece(calibration *c, unsigned at, const double *chance, unsigned truth,
                        bool moved, unsigned kind) {
    int best = FF_SPY;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        best = chance[rank] > chance[best] ? rank : best;
        curve_add(&c->rank[at], chance[rank], rank == (int)truth);
        curve_add(&c->rank[PLIES], chance[rank], rank == (int)truth);
    }
    if (moved) {
        curve_add(&c->marshal[at], chance[FF_MARSHAL], truth == FF_MARSHAL);
        curve_add(&c->marshal[PLIES], chance[FF_MARSHAL], truth == FF_MARSHAL);
    }
    curve_add(&c->kind[kind], chance[best], best == (int)truth);
    score_add(&c->kind_score[kind], chance, truth);
}

static void judge_recorded(void *context, const recorded *g) {
    calibration *c = context;
    unsigned at = 0;
    while (at < PLIES && g->truth.plies != plies[at])
        at++;
    if (at == PLIES || g->number % c->each != c->each - 1)
        return;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        ff_belief counts, player;
        move_evidence evidence;
        ff_game_view(g->game, (ff_seat)seat, false, &view);
        move_evidence_read(&evidence, &view);
        ff_belief_by_counts(&view, &counts);
        ff_belief_of(&view, g->number, WORLDS, &player);
        smooth(&player, &counts);
        for (int square = 0; square < FF_SQUARES; square++) {
            unsigned truth = ff_position_rank(&g->truth, square);
            if (!belief_is_hidden(&view, square))
                continue;
            score_add(&c->by_counts[at], counts.chance[square], truth);
            score_add(&c->by_player[at], player.chance[square], truth);
            judge_piece(c, at, player.chance[square], truth, view.cell[square].moved,
                        kind_of(&evidence, square));
        }
    }
}

static int judge_records(const char *path, unsigned each) {
    static calibration c;
    c.each = each;
    if (!recorded_each(path, &c, judge_recorded))
        return 2;
    if (!c.by_counts[0].pieces) {
        fprintf(stderr, "bench-belief: %s has no game of %u plies\n", path, plies[0]);
        return 1;
    }
    for (int at = 0; at <= PLIES; at++) {
        char ply[16] = "all";
        if (at < PLIES) {
            snprintf(ply, sizeof ply, "%u", plies[at]);
            score_print(&c.by_counts[at], plies[at], "counts");
            score_print(&c.by_player[at], plies[at], "player");
        }
        curve_print(&c.rank[at], ply, "rank");
        curve_print(&c.marshal[at], ply, "moved-marshal");
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!c.kind_score[kind].pieces)
            continue;
        const score *k = &c.kind_score[kind];
        printf("belief evidence=%s nats=%.3f top1=%.1f pieces=%u\n", kind_names[kind],
               k->nats / k->pieces, 100.0 * k->right / k->pieces, k->pieces);
        curve_print(&c.kind[kind], "all", kind_names[kind]);
    }
    return 0;
}

int main(int argc, char **argv) {
    held_out_list list;
    bool records = argc > 2 && strcmp(argv[1], "--records") == 0;
    if (argc < 2 || argc > 3 + records) {
        fprintf(stderr, "usage: bench-belief SETUPS [GAMES-AN-OPPONENT]\n"
                        "       bench-belief --records RECORDS [EACH-SO-MANYTH-GAME]\n");
        return 2;
    }
    if (records) {
        unsigned long each = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
        return judge_records(argv[2], each ? (unsigned)each : 1);
    }
    if (!held_out_read(argv[1], &list)) {
        perror(argv[1]);
        return 2;
    }
    if (list.kept == list.count) {
        fprintf(stderr, "%s: too few set-ups to hold some out\n", argv[1]);
        return 2;
    }
    unsigned long games = argc > 2 ? strtoul(argv[2], NULL, 10) : 20;
    printf("set-ups learned=%zu held-out=%zu\n", list.kept, list.count - list.kept);
    judge_views(&list);
    judge_tables(&list);
    judge_games(&list, (unsigned)games);
    free(list.letters);
    return 0;
}
