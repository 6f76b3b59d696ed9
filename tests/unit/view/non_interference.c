/* Nothing that leaves a game may depend on what its receiver may not know.
 *
 * Random games are played in every edition. Now and then the ranks that a viewer
 * cannot know are dealt out anew among all the ways that it must think possible:
 * the armies at the start are changed accordingly, the whole game is played again
 * from there, and the new world counts where every ply is legal, makes the same
 * things public, and the game still goes on. Then everything that the viewer can
 * get out of the two games must be the same, byte for byte; and again for as long
 * as both go on alike.
 *
 * What a viewer can get is a list of probes. A second list of probes leaks on
 * purpose, each in another way: the test must notice every one of them.
 *
 * FLAGFALL_NONINTERFERENCE_POSITIONS sets how many pairs of positions are
 * compared, FLAGFALL_NONINTERFERENCE_SEED which. */
#include "server/encoding/encode.h"
#include "server/watch/board_picture.h"
#include "server/watch/embed_page.h"
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Who looks, and how. */
typedef struct look {
    ff_seat viewer;
    bool memory;
    uint64_t seed; /* of what the viewer tries */
} look;

typedef struct probe {
    const char *name;
    void (*write)(const world *w, const look *l, ff_buffer *out);
} probe;

static ff_view view_of(const world *w, const look *l) {
    ff_view view;
    ff_game_view(w->game, l->viewer, l->memory, &view);
    return view;
}

/* --- what a viewer can get ---------------------------------------------------- */

static void probe_bytes(const world *w, const look *l, ff_buffer *out) {
    ff_view view;
    memset(&view, 0xa5, sizeof view);
    ff_game_view(w->game, l->viewer, l->memory, &view);
    ff_buffer_add(out, view.events, view.plies * sizeof *view.events);
    ff_buffer_add(out, view.history.moves, view.plies * sizeof *view.history.moves);
    view.rules = NULL;
    view.events = NULL;
    view.history.moves = NULL;
    ff_buffer_add(out, &view, sizeof view);
}

static void probe_hash(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    uint64_t hash = ff_view_hash(&view);
    ff_buffer_add(out, &hash, sizeof hash);
}

static void probe_json(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    ff_json_view(out, &view, (unsigned)(l->seed % (view.plies + 1u)));
}

static void probe_board(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    char board[FF_SQUARES + 1];
    ff_view_board_write(&view, board);
    ff_buffer_text(out, board);
}

static void probe_moves(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(&view, moves);
    ff_buffer_add(out, moves, count * sizeof *moves);
}

/* A square that the viewer would try: mostly on the board, now and then not. */
static unsigned draw_square(ff_rng *rng, unsigned near) {
    static const int steps[] = {1, -1, 10, -10, 2, -20, 30, 11};
    switch (ff_rng_below(rng, 4)) {
    case 0:
        return ff_rng_below(rng, 256);
    case 1:
        return ff_rng_below(rng, FF_SQUARES);
    default:
        return (unsigned)((int)near + steps[ff_rng_below(rng, 8)]);
    }
}

/* Whether on turn or not, the viewer tries moves until it is weary; what is legal
 * is not played. */
static void probe_refusals(const world *w, const look *l, ff_buffer *out) {
    ff_rng rng;
    ff_rng_seed(&rng, l->seed);
    ff_view view = view_of(w, l);
    for (int i = 0; i < 24; i++) {
        unsigned from = ff_rng_below(&rng, i % 8 ? FF_SQUARES : 256);
        unsigned to = draw_square(&rng, from);
        ff_reason reason = ff_view_check(&view, from, to);
        ff_buffer_byte(out, (char)reason);
        if (reason != FF_LEGAL)
            ff_buffer_byte(out, (char)ff_game_move(w->game, l->viewer, from, to));
    }
}

/* The computer players, every level among them, see no more than anybody else. They
 * think, so they are not asked every time. */
static void probe_computers(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    ff_move moves[FF_MOVES_MAX];
    if (l->seed % 32 || ff_view_moves(&view, moves) == 0)
        return;
    for (size_t i = 0; i < ff_computer_count(); i++) {
        ff_player *player = ff_player_new(ff_computer_at(i), l->seed);
        assert_non_null(player);
        /* A few positions show as well as many what is looked at; now and then enough of them
         * that a network is asked what may follow. */
        uint64_t nodes = l->seed % 128 ? 2000 : 8000;
        ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = nodes});
        ff_move move = player->move(player, &view, 0);
        ff_buffer_add(out, &move, sizeof move);
        player->free(player);
    }
}

/* What the server sends to a connection that looks through the viewer's eyes. Salts are
 * random, and so the promises that they make of armies: constants stand for them. */
static void probe_wire(const world *w, const look *l, ff_buffer *out) {
    struct table table = {.edition = w->rules->edition,
                          .now = {.game = w->game, .draw = FF_NOBODY}};
    ff_view view = view_of(w, l);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        table.row.seat[seat] =
            (store_seat){.kind = SEAT_GUEST, .salt = "salt", .commitment = "promise"};
        ff_setup_write(&w->setup[seat], &w->rules->edition, table.now.letters[seat]);
    }
    table.row.terms.memory = l->memory;
    table_summarize(&table);
    encode_eyes eyes = {.viewer = l->viewer,
                        .first = (unsigned)(l->seed % (view.plies + 1u)),
                        .here = {true, false}};
    encode_game(out, &table, &eyes);
}

/* What a link to the game is previewed with: equal scenes are drawn as equal pictures, and the
 * picture's tag is made of the scene. Spectators' alone, as is the next. */
static void probe_picture(const world *w, const look *l, ff_buffer *out) {
    if (l->viewer != FF_NOBODY)
        return;
    ff_view view = view_of(w, l);
    board_scene scene;
    board_scene_init(&scene, &w->rules->edition, &view);
    ff_buffer_add(out, &scene, sizeof scene);
}

static void probe_frame(const world *w, const look *l, ff_buffer *out) {
    if (l->viewer != FF_NOBODY)
        return;
    ff_view view = view_of(w, l);
    embed_page_write(out, &(embed_scene){.game = "game",
                                         .edition = &w->rules->edition,
                                         .view = &view,
                                         .player = {"Ann", "Ben"},
                                         .language = FF_ENGLISH});
}

/* What learners get: all planes, from either side. A spectator has none. */
static void probe_observation(const world *w, const look *l, ff_buffer *out) {
    if (l->viewer == FF_NOBODY)
        return;
    ff_view view = view_of(w, l);
    ff_observation wanted = ff_observation_all(FF_UINT8, l->seed % 2);
    uint8_t planes[FF_PLANES_MAX * FF_SQUARES];
    ff_observe(&view, &wanted, planes);
    ff_buffer_add(out, planes, ff_observation_bytes(&wanted, &view.rules->edition));
}

static void probe_information(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    ff_view_information_write(&view, out);
}

/* The same seed draws the same world. */
static void probe_world(const world *w, const look *l, ff_buffer *out) {
    ff_view view = view_of(w, l);
    ff_position drawn;
    ff_rng rng;
    ff_rng_seed(&rng, l->seed);
    if (ff_world_draw(&view, &rng, &drawn) == FF_WORLD_OK)
        ff_buffer_add(out, &drawn, sizeof drawn);
}

static const probe honest_probes[] = {
    {"the bytes of the view", probe_bytes},
    {"the hash", probe_hash},
    {"the JSON", probe_json},
    {"the message of a game", probe_wire},
    {"the picture of a link", probe_picture},
    {"the page in a frame", probe_frame},
    {"the board's letters", probe_board},
    {"the list of moves", probe_moves},
    {"the refusals", probe_refusals},
    {"the computer's move", probe_computers},
    {"the observation", probe_observation},
    {"the information", probe_information},
    {"a world drawn", probe_world},
};

/* --- what a viewer must not get ------------------------------------------------ */

/* An encoder that writes one hidden rank. */
static void leak_rank(const world *w, const look *l, ff_buffer *out) {
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat owner = ff_position_owner(&w->truth, square);
        if (owner != FF_NOBODY && owner != l->viewer) {
            ff_buffer_byte(out, (char)ff_position_rank(&w->truth, square));
            return;
        }
    }
}

/* An encoder that lists the moves of whoever is on turn. */
static void leak_moves(const world *w, const look *l, ff_buffer *out) {
    (void)l;
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(w->rules, &w->truth, &w->history, moves);
    ff_buffer_add(out, moves, count * sizeof *moves);
}

/* A game that looks at the piece before it looks whose turn it is. */
static void leak_refusal(const world *w, const look *l, ff_buffer *out) {
    (void)l;
    for (unsigned from = 0; from < FF_SQUARES; from++)
        ff_buffer_byte(out, (char)ff_move_check(w->rules, &w->truth, &w->history, from, from));
}

/* A hash of the truth where one of the view was meant. */
static void leak_hash(const world *w, const look *l, ff_buffer *out) {
    (void)l;
    ff_buffer_add(out, &w->truth, sizeof w->truth);
}

static const probe leaks[] = {
    {"one rank", leak_rank},
    {"the other seat's moves", leak_moves},
    {"a refusal that knows bombs", leak_refusal},
    {"a hash of the truth", leak_hash},
};

/* --- another world ------------------------------------------------------------- */

/* A piece of one seat whose rank nobody else has been told. */
typedef struct token {
    uint8_t origin;
    bool moved;
} token;

static void swap_bytes(uint8_t *a, uint8_t *b) {
    uint8_t c = *a;
    *a = *b;
    *b = c;
}

static void shuffle_bytes(uint8_t *bytes, unsigned count, ff_rng *rng) {
    for (unsigned i = count; i > 1; i--)
        swap_bytes(&bytes[i - 1], &bytes[ff_rng_below(rng, i)]);
}

static unsigned hidden_tokens(const world *w, ff_seat seat, token tokens[FF_SQUARES]) {
    ff_view view;
    ff_game_view(w->game, seat == FF_RED ? FF_BLUE : FF_RED, false, &view);
    unsigned count = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        if (view.cell[square].seat == seat && view.cell[square].rank == FF_HIDDEN)
            tokens[count++] = (token){w->origin[square], view.cell[square].moved};
    return count;
}

/* Deals the hidden ranks of a seat anew, bombs and flag among those that have not
 * moved, uniformly. */
static void deal(const world *w, ff_seat seat, ff_rng *rng, ff_setup *setup) {
    token tokens[FF_SQUARES];
    unsigned count = hidden_tokens(w, seat, tokens);
    uint8_t fixed[FF_SQUARES], movers[FF_SQUARES], still[FF_SQUARES], rest[FF_SQUARES];
    unsigned n_fixed = 0, n_movers = 0, n_still = 0, n_rest = 0;
    for (unsigned i = 0; i < count; i++) {
        uint8_t rank = w->setup[seat].rank[tokens[i].origin];
        if (rank >= FF_BOMB)
            fixed[n_fixed++] = rank;
        else
            movers[n_movers++] = rank;
        if (tokens[i].moved)
            rest[n_rest++] = tokens[i].origin;
        else
            still[n_still++] = tokens[i].origin;
    }
    shuffle_bytes(still, n_still, rng);
    shuffle_bytes(fixed, n_fixed, rng);
    shuffle_bytes(movers, n_movers, rng);
    for (unsigned i = 0; i < n_fixed; i++)
        setup->rank[still[i]] = fixed[i];
    for (unsigned i = n_fixed; i < n_still; i++)
        rest[n_rest++] = still[i];
    for (unsigned i = 0; i < n_movers; i++)
        setup->rank[rest[i]] = movers[i];
}

/* In memory mode more is hidden: ranks that were told and forgotten, of the
 * fallen too. Most exchanges fail the replay, so it is only one. */
static void exchange(const world *w, ff_rng *rng, ff_setup *setup) {
    unsigned zone = ff_edition_zone_size(&w->rules->edition);
    for (int attempt = 0; attempt < 100; attempt++) {
        uint8_t *a = &setup->rank[ff_rng_below(rng, zone)];
        uint8_t *b = &setup->rank[ff_rng_below(rng, zone)];
        if (*a == *b || *a == FF_EMPTY || *b == FF_EMPTY)
            continue;
        swap_bytes(a, b);
        return;
    }
}

static bool same_event(const ff_event *a, const ff_event *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool same_outcome(const ff_event *a, const ff_event *b) {
    return a->move == b->move && a->battle == b->battle;
}

/* Plays the game of `w` again from other armies; true where the viewer has been
 * told the same. */
static bool replay(const world *w, const look *l, const ff_setup setup[2], world *other) {
    world_begin(other, &w->rules->edition, setup);
    ff_view view;
    ff_game_view(w->game, FF_NOBODY, false, &view);
    for (unsigned i = 0; i < view.plies; i++) {
        ff_event event;
        if (other->over || world_play(other, view.events[i].move, &event) != FF_LEGAL)
            return false;
        bool latest = i + 1u == view.plies;
        bool same = l->memory && !latest ? same_outcome(&event, &view.events[i])
                                         : same_event(&event, &view.events[i]);
        if (!same)
            return false;
    }
    return !other->over;
}

/* Another world that the viewer must think possible, if one is found soon. */
static bool find_other(const world *w, const look *l, ff_rng *rng, world *other) {
    for (int attempt = 0; attempt < 12; attempt++) {
        ff_setup setup[2] = {w->setup[FF_RED], w->setup[FF_BLUE]};
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            if (l->viewer == (ff_seat)seat)
                continue;
            if (l->memory)
                exchange(w, rng, &setup[seat]);
            else
                deal(w, (ff_seat)seat, rng, &setup[seat]);
        }
        if (memcmp(setup, w->setup, sizeof setup) == 0)
            continue;
        if (replay(w, l, setup, other))
            return true;
        world_end(other);
    }
    return false;
}

/* --- comparing ----------------------------------------------------------------- */

typedef struct campaign {
    const probe *probes;
    size_t probe_count;
    uint64_t positions; /* to compare */
    uint64_t compared;
    uint64_t memory; /* of these, alike in memory mode and not otherwise */
    uint64_t differences;
    bool quiet; /* differences are expected */
    ff_rng rng;
    ff_buffer bytes[2];
} campaign;

static bool probe_differs(campaign *c, const probe *p, const world *a, const world *b,
                          const look *l) {
    ff_buffer *bytes = c->bytes;
    ff_buffer_clear(&bytes[0]);
    ff_buffer_clear(&bytes[1]);
    p->write(a, l, &bytes[0]);
    p->write(b, l, &bytes[1]);
    assert_false(bytes[0].failed || bytes[1].failed);
    return bytes[0].size != bytes[1].size ||
           (bytes[0].size && memcmp(bytes[0].data, bytes[1].data, bytes[0].size) != 0);
}

static void tell(const campaign *c, const probe *p, const world *w, const look *l) {
    if (c->quiet || c->differences > 10)
        return;
    print_error("%s differs: edition %s, viewer %d, memory %d, ply %u\n", p->name,
                w->rules->edition.id, l->viewer, l->memory, w->truth.plies);
}

static void compare_for(campaign *c, const world *a, const world *b, const look *l) {
    for (size_t i = 0; i < c->probe_count; i++) {
        if (!probe_differs(c, &c->probes[i], a, b, l))
            continue;
        c->differences++;
        tell(c, &c->probes[i], a, l);
    }
}

/* The viewer of the pair and a spectator, who knows no more than any seat; and
 * both again in memory mode, where they know less. */
static void compare(campaign *c, const world *a, const world *b, const look *l) {
    const ff_seat viewers[] = {l->viewer, FF_NOBODY};
    for (int i = 0; i < (l->viewer == FF_NOBODY ? 1 : 2); i++)
        for (int memory = l->memory; memory <= 1; memory++) {
            look again = {viewers[i], memory, ff_rng_next(&c->rng) >> 1};
            compare_for(c, a, b, &again);
        }
    c->compared++;
    look open = {l->viewer, false, 0};
    ff_view view_a = view_of(a, &open), view_b = view_of(b, &open);
    c->memory += l->memory && ff_view_hash(&view_a) != ff_view_hash(&view_b);
}

/* Both worlds go on with the same move; true where they are still alike. The
 * viewer's own move must be legal in both or in neither. */
static bool step_alike(campaign *c, world *a, world *b, const look *l) {
    bool own = a->truth.turn == l->viewer;
    ff_event event[2];
    ff_move move = world_draw(a, &c->rng);
    ff_reason reason = world_play(b, move, &event[1]);
    if (reason != FF_LEGAL && own) {
        c->differences++;
        print_error("%s in one world alone\n", ff_reason_word(reason));
    }
    if (reason != FF_LEGAL)
        return false;
    assert_int_equal(world_play(a, move, &event[0]), FF_LEGAL);
    return same_event(&event[0], &event[1]) && !a->over && !b->over;
}

/* One moment of one game: `w` stays as it is. */
static void visit(campaign *c, const world *w) {
    look l = {.viewer = (ff_seat)ff_rng_below(&c->rng, 3), .memory = ff_rng_below(&c->rng, 4) == 0};
    world copy, other;
    if (!find_other(w, &l, &c->rng, &other))
        return;
    bool same = replay(w, &l, w->setup, &copy);
    assert_true(same);
    compare(c, &copy, &other, &l);
    for (int i = 0; i < 6 && step_alike(c, &copy, &other, &l); i++)
        compare(c, &copy, &other, &l);
    world_end(&copy);
    world_end(&other);
}

static void play_and_visit(campaign *c, const ff_edition *edition) {
    world w;
    world_begin_random(&w, edition, &c->rng);
    unsigned next = ff_rng_below(&c->rng, 20);
    while (!w.over && w.truth.plies < 600) {
        if (w.truth.plies >= next) {
            visit(c, &w);
            next += 1 + ff_rng_below(&c->rng, 60);
        }
        world_play(&w, world_draw(&w, &c->rng), NULL);
    }
    world_end(&w);
}

static void campaign_run(campaign *c, uint64_t seed) {
    ff_rng_seed(&c->rng, seed);
    for (size_t game = 0; c->compared < c->positions; game++)
        play_and_visit(c, ff_edition_at(game % ff_edition_count()));
    ff_buffer_free(&c->bytes[0]);
    ff_buffer_free(&c->bytes[1]);
}

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void what_is_hidden_makes_no_difference(void **state) {
    (void)state;
    campaign c = {.probes = honest_probes,
                  .probe_count = sizeof honest_probes / sizeof *honest_probes,
                  .positions = number_from("FLAGFALL_NONINTERFERENCE_POSITIONS", 2500)};
    campaign_run(&c, number_from("FLAGFALL_NONINTERFERENCE_SEED", 1));
    print_message(
        "%llu positions compared, %llu of them alike in memory mode alone, %llu differences\n",
        (unsigned long long)c.compared, (unsigned long long)c.memory,
        (unsigned long long)c.differences);
    assert_true(c.memory > 0);
    assert_int_equal(c.differences, 0);
}

static void every_leak_is_noticed(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        campaign c = {.probes = &leaks[i], .probe_count = 1, .positions = 100, .quiet = true};
        campaign_run(&c, 1);
        if (c.differences == 0)
            fail_msg("nobody noticed that %s leaked", leaks[i].name);
    }
}

/* Not only are two views alike: they are right. The moves that a view lists and
 * the refusals it gives are those of the truth. */
static void a_view_knows_its_own_moves_as_well_as_the_truth_does(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (size_t i = 0; i < 3 * ff_edition_count(); i++) {
        world w;
        world_begin_random(&w, ff_edition_at(i % ff_edition_count()), &rng);
        while (!w.over && w.truth.plies < 300) {
            ff_view view = view_of(&w, &(look){.viewer = (ff_seat)w.truth.turn});
            ff_move from_view[FF_MOVES_MAX], from_truth[FF_MOVES_MAX];
            size_t count = ff_moves(w.rules, &w.truth, &w.history, from_truth);
            assert_int_equal(ff_view_moves(&view, from_view), count);
            assert_memory_equal(from_view, from_truth, count * sizeof *from_truth);
            unsigned from = ff_rng_below(&rng, FF_SQUARES), to = draw_square(&rng, from);
            assert_int_equal(ff_view_check(&view, from, to),
                             ff_move_check(w.rules, &w.truth, &w.history, from, to));
            world_play(&w, world_draw(&w, &rng), NULL);
        }
        world_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_makes_no_difference),
        cmocka_unit_test(every_leak_is_noticed),
        cmocka_unit_test(a_view_knows_its_own_moves_as_well_as_the_truth_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
