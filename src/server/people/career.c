/* Finished games as few numbers, and what they come to by edition and by opponent. What must hold:
 * only games that are over and sound come in; each counts once, in one edition and for one
 * opponent. */
#include "server/people/career.h"

#include "server/play/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static uint8_t outcome_for(const store_game *game, ff_seat seat) {
    if (game->result == FF_DRAW)
        return OUTCOME_DRAWN;
    return (game->result == FF_RED_WINS) == (seat == FF_RED) ? OUTCOME_WON : OUTCOME_LOST;
}

/* Left out are games that nobody could win or lose: such as never began, or were ended for nobody.
 * A rating is told only where it changed: `rating` is kept as it was before the game. */
bool career_read_game(const store_game *game, const struct person *person, career_game *read) {
    ff_seat seat = game_seat_of(game, person);
    if (game->damaged || game->phase != PHASE_OVER || !game->started ||
        game->ending == FF_BY_ABORT || game->result == FF_ONGOING || seat == FF_NOBODY)
        return false;
    const store_seat *own = &game->seat[seat], *other = &game->seat[seat_other(seat)];
    bool counted = own->rating != STORE_NULL && own->change != STORE_NULL;
    *read = (career_game){.ended = game->ended,
                          .outcome = outcome_for(game, seat),
                          .ending = game->ending,
                          .rated = game->terms.rated,
                          .watch = game->terms.watch,
                          .plies = game->plies,
                          .rating = counted ? own->rating + own->change : STORE_NULL,
                          .before = counted ? own->rating : STORE_NULL,
                          .kind = other->kind,
                          .opponent = other->person,
                          .strength = other->rating};
    snprintf(read->edition, sizeof read->edition, "%s", game->edition);
    snprintf(read->name, sizeof read->name, "%s", other->name);
    return true;
}

typedef struct reading {
    career *to;
    const struct person *person;
} reading;

static bool add_game(void *context, const store_game *game) {
    const reading *at = context;
    career *to = at->to;
    assert(to->count < CAREER_GAMES);
    to->count += career_read_game(game, at->person, &to->games[to->count]);
    return true;
}

/* Games come by their numbers, in the order in which they began; a curve and a row of wins go by
 * when they ended. */
static int by_end(const void *a, const void *b) {
    const career_game *one = a, *other = b;
    return (one->ended > other->ended) - (one->ended < other->ended);
}

bool career_read(struct store *store, const struct person *person, career *read) {
    *read = (career){.games = calloc(CAREER_GAMES, sizeof *read->games)};
    reading at = {.to = read, .person = person};
    store_page all = {INT64_MAX, CAREER_GAMES};
    if (!read->games || !store_visit_over(store, person, &all, add_game, &at))
        return false;
    qsort(read->games, read->count, sizeof *read->games, by_end);
    return true;
}

void career_free(career *gone) {
    free(gone->games);
    *gone = (career){0};
}

/* ---- results ---- */

void career_count(career_score *score, uint8_t result) {
    score->games++;
    score->won += result == OUTCOME_WON;
    score->drawn += result == OUTCOME_DRAWN;
    score->lost += result == OUTCOME_LOST;
}

static int more_games(const career_score *one, const career_score *other) {
    return (one->games < other->games) - (one->games > other->games);
}

static int by_games_of_edition(const void *a, const void *b) {
    const career_edition *one = a, *other = b;
    int order = more_games(&one->score, &other->score);
    return order ? order : strcmp(one->edition, other->edition);
}

/* What is behind the first CAREER_EDITIONS editions is not told: there are fewer built-in ones, and
 * a host with more has still all of them in `results`. */
size_t career_by_edition(const career *of, career_edition editions[CAREER_EDITIONS]) {
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++) {
        const career_game *game = &of->games[i];
        size_t at = 0;
        while (at < count && strcmp(editions[at].edition, game->edition) != 0)
            at++;
        if (at == CAREER_EDITIONS)
            continue;
        if (at == count) {
            editions[count] = (career_edition){.score = {0}};
            memcpy(editions[count++].edition, game->edition, sizeof game->edition);
        }
        career_count(&editions[at].score, game->outcome);
    }
    qsort(editions, count, sizeof *editions, by_games_of_edition);
    return count;
}

static bool has_own_row(const career_game *game) {
    return game->kind == SEAT_COMPUTER || game->kind == SEAT_ACCOUNT || game->kind == SEAT_BOT;
}

/* Games with the same opponent come together: guests are one, a computer player is its name, and an
 * account its key, for it may have become a bot's. */
static int by_opponent(const void *a, const void *b) {
    const career_game *one = *(const career_game *const *)a;
    const career_game *other = *(const career_game *const *)b;
    int order = (int)has_own_row(one) - (int)has_own_row(other);
    if (order || !has_own_row(one))
        return order;
    order = memcmp(one->opponent.key, other->opponent.key, sizeof one->opponent.key);
    return order || one->kind != SEAT_COMPUTER ? order : strcmp(one->name, other->name);
}

static int by_games_of_opponent(const void *a, const void *b) {
    const career_opponent *one = a, *other = b;
    int order = more_games(&one->score, &other->score);
    return order ? order : strcmp(one->name, other->name);
}

/* Sorted pointers and not a table of opponents searched for each game: somebody may have met
 * another opponent in each of 2,000 games. */
size_t career_by_opponent(const career *of, career_opponent *rows) {
    const career_game **games = calloc(of->count + 1, sizeof *games);
    size_t count = 0;
    if (!games)
        return 0;
    for (size_t i = 0; i < of->count; i++)
        games[i] = &of->games[i];
    qsort(games, of->count, sizeof *games, by_opponent);
    for (size_t i = 0; i < of->count; i++) {
        if (i == 0 || by_opponent(&games[i - 1], &games[i]) != 0)
            rows[count++] = has_own_row(games[i])
                                ? (career_opponent){.kind = games[i]->kind,
                                                    .person = games[i]->opponent,
                                                    .name = games[i]->name}
                                : (career_opponent){.kind = SEAT_GUEST, .name = ""};
        career_count(&rows[count - 1].score, games[i]->outcome);
    }
    free(games);
    qsort(rows, count, sizeof *rows, by_games_of_opponent);
    return count;
}
