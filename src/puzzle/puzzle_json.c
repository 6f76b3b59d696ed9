/* A puzzle as members of a JSON object: what is asked, by the view of the seat that is asked alone,
 * and afterwards what was right. */
#include "flagfall/json.h"
#include "flagfall/record.h"
#include "puzzle/puzzle.h"

ff_seat puzzle_seat(const puzzle *p) {
    return p->plies % 2 ? FF_BLUE : FF_RED;
}

void puzzle_question_json(const puzzle *p, const ff_game *game, ff_buffer *out) {
    ff_view view;
    ff_game_view(game, puzzle_seat(p), false, &view);
    ff_buffer_format(out,
                     "\"puzzle\":\"%016llx\",\"kind\":\"%s\",\"edition\":\"%s\",\"seat\":\"%s\","
                     "\"view\":",
                     (unsigned long long)puzzle_id(p), puzzle_kind_word(p->kind), p->edition->id,
                     puzzle_seat(p) == FF_BLUE ? "blue" : "red");
    ff_json_view(out, &view, 0);
}

void puzzle_solution_json(const puzzle *p, ff_game *game, bool right, ff_buffer *out) {
    char answer[FF_MOVE_TEXT], about[FF_SQUARE_TEXT], board[FF_SQUARES + 1];
    ff_view view;
    ff_game_end(game, FF_BY_ABORT, FF_NOBODY);
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_view_board_write(&view, board);
    puzzle_answer_write(p->kind, p->answer, view.cell[FF_TO(p->answer)].seat != FF_NOBODY, answer);
    ff_square_write(p->about, about);
    ff_buffer_format(out,
                     "\"right\":%s,\"answer\":\"%s\",\"best\":%d,\"next\":%d,\"about\":\"%s\","
                     "\"measure\":%d,\"worlds\":%u,\"board\":\"%s\"",
                     right ? "true" : "false", answer, p->best, p->next, about, p->measure,
                     p->worlds, board);
}
