/* Rated puzzles: one is dealt near an account's rating, the first answer counts, and both ratings
 * move. What must hold: nothing of the solution is said before the answer; a puzzle that was dealt
 * stays until it is answered, so that nobody passes the hard ones over. */
#include "server/commands/command_table.h"
#include "server/encoding/encode_parts.h"
#include "server/puzzles/puzzle_rows.h"
#include "server/request/message_request.h"
#include "server/store/store_accounts.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>

static const double DAY_MS = 24 * 60 * 60 * 1000.0;

/* False where it has refused: puzzles are rated against people, and a guest could be any number. */
static bool may_solve(const struct request *request) {
    if (!request->hub->options.puzzles)
        request_refuse(request, "no-puzzles", "this server has no rated puzzles");
    else if (!request->who->has_account)
        request_refuse(request, "not-signed-in", "rated puzzles are for those who have signed in");
    else if (request->who->bot)
        request_refuse(request, "no-puzzles", "puzzles are rated against people");
    else
        return true;
    return false;
}

/* An account's rating of now, and how it stands with puzzles. */
typedef struct solving {
    const struct person *person;
    store_rating rating;
    puzzle_solver solver;
} solving;

static bool find_solving(const struct request *request, solving *at) {
    struct store *store = request->hub->options.store;
    at->person = &request->who->person;
    if (store_find_rating(store, at->person, PUZZLE_RATING_GROUP, &at->rating) != STORE_FOUND ||
        puzzle_rows_find_solver(store, at->person, &at->solver) != STORE_FOUND)
        return request_cannot_read(request);
    if (at->rating.games > 0)
        at->rating.glicko = glicko_after_rest(
            at->rating.glicko, (double)(hub_now(request->hub) - at->rating.time) / DAY_MS);
    return true;
}

/* ---- dealing ---- */

/* The one that waits for an answer, where there still is one; else one by lot of those near the
 * rating. False where it has refused. */
static bool choose(const struct request *request, solving *at, puzzle *p) {
    const hub_options *options = &request->hub->options;
    uint64_t ids[PUZZLE_CHOICE], lot;
    size_t count;
    if (at->solver.asked && puzzle_shelf_find(options->puzzles, at->solver.present, p))
        return true;
    randombytes_buf(&lot, sizeof lot);
    store_answer found =
        puzzle_rows_choose(options->store, at->person, at->rating.glicko.rating, lot, ids, &count);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    if (found == STORE_FOUND) {
        at->solver.asked = true;
        at->solver.present = ids[randombytes_uniform((uint32_t)count)];
        if (puzzle_shelf_find(options->puzzles, at->solver.present, p))
            return puzzle_rows_put_solver(options->store, at->person, &at->solver);
    }
    request_refuse(request, "no-puzzles", "you have tried all puzzles of this server");
    return false;
}

static void add_standing(ff_buffer *out, const solving *at) {
    encode_begin(out, "you", "{");
    encode_number(out, "rating", lround(at->rating.glicko.rating));
    encode_number(out, "deviation", lround(at->rating.glicko.deviation));
    encode_number(out, "games", at->rating.games);
    encode_number(out, "streak", at->solver.streak);
    encode_number(out, "best", at->solver.best);
    encode_close(out);
}

/* The question alone (`puzzle_question_json`): the view of the seat that is asked. */
static void ask(const struct request *request, const solving *at, const puzzle *p) {
    ff_buffer text = {0};
    ff_game *game = puzzle_game(p, NULL);
    text.failed |= !game;
    encode_open(&text, "puzzle");
    ff_buffer_byte(&text, ',');
    if (game)
        puzzle_question_json(p, game, &text);
    add_standing(&text, at);
    encode_close(&text);
    ff_game_free(game);
    request_send(request, &text);
}

static void handle_puzzle(struct request *request) {
    solving at;
    puzzle p;
    if (may_solve(request) && find_solving(request, &at) && choose(request, &at, &p))
        ask(request, &at, &p);
}

/* ---- judging ---- */

static void refuse_stale(const struct request *request) {
    request_refuse(request, "stale", "this is not the puzzle that you have been dealt");
}

/* The puzzle that was dealt, and the answer to it. False where it has refused. */
static bool read_answer(const struct request *request, const solving *at, puzzle *p,
                        ff_move *given) {
    char id[17];
    snprintf(id, sizeof id, "%016llx", (unsigned long long)at->solver.present);
    if (!at->solver.asked || !ff_span_equals(request->command->puzzle, id) ||
        !puzzle_shelf_find(request->hub->options.puzzles, at->solver.present, p)) {
        refuse_stale(request);
        return false;
    }
    ff_view view;
    ff_game *game = puzzle_game(p, NULL);
    if (game)
        ff_game_view(game, puzzle_seat(p), false, &view);
    bool good = game && puzzle_answer_parse(p->kind, request->command->answer, given) &&
                puzzle_may_answer(p->kind, &view, *given);
    ff_game_free(game);
    if (!good)
        request_refuse(request, "bad-message",
                       "`answer` is a legal move, as \"a4-a5\", or the square of the flag");
    return good;
}

static void tell(const struct request *request, const solving *at, const puzzle *p, bool right,
                 long change) {
    ff_buffer text = {0};
    ff_game *game = puzzle_game(p, NULL);
    text.failed |= !game;
    encode_open(&text, "solution");
    encode_span(&text, "puzzle", request->command->puzzle);
    ff_buffer_byte(&text, ',');
    if (game)
        puzzle_solution_json(p, game, right, &text);
    add_standing(&text, at);
    encode_number(&text, "change", change);
    encode_close(&text);
    ff_game_free(game);
    request_send(request, &text);
}

/* Both are rated by what the other was before. */
static bool settle(const struct request *request, solving *at, puzzle_rated *rated, bool right) {
    struct store *store = request->hub->options.store;
    int64_t now = hub_now(request->hub);
    glicko_game solver = {rated->glicko, right ? 1 : 0}, asked = {at->rating.glicko, right ? 0 : 1};
    at->rating.glicko = glicko_after_games(at->rating.glicko, &solver, 1);
    at->rating.games++;
    at->rating.time = now;
    rated->glicko = glicko_after_games(rated->glicko, &asked, 1);
    rated->tries++;
    rated->time = now;
    at->solver.asked = false;
    at->solver.streak = right ? at->solver.streak + 1 : 0;
    if (at->solver.streak > at->solver.best)
        at->solver.best = at->solver.streak;
    return puzzle_rows_set(store, rated) &&
           puzzle_rows_put_solver(store, at->person, &at->solver) &&
           store_set_rating(store, at->person, &at->rating);
}

static void handle_answer(struct request *request) {
    solving at;
    puzzle p;
    puzzle_rated rated;
    ff_move given;
    bool added;
    struct store *store = request->hub->options.store;
    if (!may_solve(request) || !find_solving(request, &at) ||
        !read_answer(request, &at, &p, &given))
        return;
    if (puzzle_rows_hold(store, at.solver.present, &rated) != STORE_FOUND) {
        request_cannot_read(request);
        return;
    }
    long before = lround(at.rating.glicko.rating);
    bool right = given == p.answer;
    if (!puzzle_rows_add_try(store, at.person, rated.id, right, hub_now(request->hub), &added))
        return;
    if (!added)
        refuse_stale(request);
    else if (settle(request, &at, &rated, right))
        tell(request, &at, &p, right, lround(at.rating.glicko.rating) - before);
}

const command_kind message_puzzles[] = {
    {"puzzle", COST_WRITE, handle_puzzle, {{0}}},
    {"answer",
     COST_WRITE,
     handle_answer,
     {MESSAGE_NEEDS(TEXT, puzzle), MESSAGE_NEEDS(TEXT, answer)}},
    {0},
};
