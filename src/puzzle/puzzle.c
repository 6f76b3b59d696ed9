/* Puzzles as values: their names, the game up to the question, and what may be answered. What
 * must hold: a puzzle's name follows from its game and its question alone, so that the same
 * question is one puzzle wherever it is found. */
#include "puzzle/puzzle.h"

#include <string.h>

#include "base/hash.h"

static const char *const kind_words[PUZZLE_KINDS] = {"flag", "win", "miner", "hold"};

const char *puzzle_kind_word(puzzle_kind kind) {
    return kind_words[kind];
}

puzzle_kind puzzle_kind_find(ff_span word) {
    for (int kind = 0; kind < PUZZLE_KINDS; kind++)
        if (ff_span_equals(word, kind_words[kind]))
            return (puzzle_kind)kind;
    return PUZZLE_KINDS;
}

uint64_t puzzle_game_id(const ff_edition *edition, const ff_setup army[2], const ff_move *moves,
                        uint32_t plies) {
    char letters[FF_ZONE_MAX + 1];
    uint64_t id = hash_bytes(0, edition->id, strlen(edition->id));
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup_write(&army[seat], edition, letters);
        id = hash_bytes(id, letters, strlen(letters));
    }
    for (uint32_t i = 0; i < plies; i++)
        id = hash_number(id, moves[i]);
    return id;
}

uint64_t puzzle_id(const puzzle *p) {
    return hash_number(puzzle_game_id(p->edition, p->army, p->moves, p->plies), p->kind);
}

/* Plays the moves; false after an error. */
static bool play(const puzzle *p, ff_game *game, ff_error *error) {
    for (unsigned i = 0; i < p->plies; i++) {
        unsigned from = FF_FROM(p->moves[i]), to = FF_TO(p->moves[i]);
        ff_reason reason = ff_game_move(game, i % 2 ? FF_BLUE : FF_RED, from, to);
        if (reason == FF_GAME_OVER && !ff_game_is_over(game))
            return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
        if (reason != FF_LEGAL)
            return ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "move %u of the game is not legal: %s",
                           i + 1, ff_reason_word(reason));
    }
    return !ff_game_is_over(game) ||
           ff_fail(error, FF_ERROR_CONFLICT, 0, 0,
                   "the game is over after its moves; a question comes before the end");
}

ff_game *puzzle_game(const puzzle *p, ff_error *error) {
    ff_game *game = ff_game_new(p->edition, NULL);
    if (!game) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
        return NULL;
    }
    ff_setup_reason why = FF_SETUP_OK;
    bool good = true;
    for (int seat = FF_RED; good && seat <= FF_BLUE; seat++)
        good = ff_game_set_up(game, (ff_seat)seat, &p->army[seat], &why);
    if (!good)
        ff_fail(error, FF_ERROR_ARMY, 0, 0, "the armies are not the edition's: %s",
                ff_setup_reason_word(why));
    if (good && play(p, game, error))
        return game;
    ff_game_free(game);
    return NULL;
}

/* A flag is asked for by its square, and only a piece that could be the flag is an answer. */
bool puzzle_may_answer(puzzle_kind kind, const ff_view *view, ff_move answer) {
    if (kind != PUZZLE_FLAG)
        return ff_view_check(view, FF_FROM(answer), FF_TO(answer)) == FF_LEGAL;
    if (FF_FROM(answer) != FF_TO(answer) || FF_TO(answer) >= FF_SQUARES)
        return false;
    const ff_cell *cell = &view->cell[FF_TO(answer)];
    return cell->seat == 1 - view->viewer && cell->rank == FF_HIDDEN && !cell->moved;
}
