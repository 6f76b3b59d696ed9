/* Puzzles: a position of a finished game as the seat on turn knew it, a question, and the one
 * answer. docs/puzzles.md tells what the four kinds ask and how an answer is proven; here a
 * puzzle is text (docs/formats.md) and a game that has come to its position. */
#ifndef FLAGFALL_PUZZLE_PUZZLE_H
#define FLAGFALL_PUZZLE_PUZZLE_H

#include "flagfall/game.h"
#include "flagfall/notation.h"

enum {
    PUZZLE_PLIES_MAX = 1000, /* of the game before the question */
    PUZZLE_LINE_MAX = 12000, /* bytes of a line */
};

typedef enum puzzle_kind {
    PUZZLE_FLAG,  /* which piece is the flag? */
    PUZZLE_WIN,   /* win a piece for certain */
    PUZZLE_MINER, /* stop the miner */
    PUZZLE_HOLD,  /* do not attack: the safe reply */
    PUZZLE_KINDS
} puzzle_kind;

/* The word of a kind, and the kind of a word; PUZZLE_KINDS where it is none. */
const char *puzzle_kind_word(puzzle_kind kind);
puzzle_kind puzzle_kind_find(ff_span word);

/* A plain value. What was measured when it was proven stands in the last five members:
 * docs/puzzles.md has a table of what they mean for each kind. */
typedef struct puzzle {
    puzzle_kind kind;
    const ff_edition *edition; /* a built-in one */
    ff_setup army[2];
    uint16_t plies;
    ff_move moves[PUZZLE_PLIES_MAX];
    ff_move answer;  /* of a flag both squares are the flag's */
    uint8_t about;   /* the square of the enemy's piece that it is about */
    int best;        /* worth of the answer */
    int next;        /* of the second best, less than that */
    int measure;     /* a number of the kind's */
    unsigned worlds; /* ways to deal out the hidden ranks that were looked at */
} puzzle;

/* Names a puzzle by what it asks: edition, armies, moves and kind, without what was measured. */
uint64_t puzzle_id(const puzzle *p);

/* The game at the question, or null: memory is out where `error` says so, or it says what in the
 * puzzle breaks the rules. The seat on turn is the one who is asked. */
ff_game *puzzle_game(const puzzle *p, ff_error *error);

/* May this be an answer, for all that the seat knows? A move is one that its view allows, a flag
 * a hidden piece of the enemy's that has not moved, named twice. */
bool puzzle_may_answer(puzzle_kind kind, const ff_view *view, ff_move answer);

/* Who is asked: the seat on turn. */
ff_seat puzzle_seat(const puzzle *p);

/* The question as members of a JSON object, without its braces, of the game at the question: no
 * more than the seat knows. And the solution, for which the game is ended: whether the answer was
 * right, the right one, what was measured, and the whole board (docs/json.md). */
void puzzle_question_json(const puzzle *p, const ff_game *game, ff_buffer *out);
void puzzle_solution_json(const puzzle *p, ff_game *game, bool right, ff_buffer *out);

/* "e8", or a move. The whole span must be of that form; any squares of a board will do. */
bool puzzle_answer_parse(puzzle_kind kind, ff_span text, ff_move *answer);
void puzzle_answer_write(puzzle_kind kind, ff_move answer, bool attack, char text[FF_MOVE_TEXT]);

/* Appends a puzzle's line without its end: pairs of `key=value`. */
void puzzle_write(const puzzle *p, ff_buffer *out);

/* Reads such a line and plays its game: what it gives has an answer that may be one, and of a
 * flag puzzle the true one. Total: any bytes give a puzzle or an error with the column and what
 * would be right. */
bool puzzle_read(ff_span line, puzzle *p, ff_error *error);

/* A file of puzzles, line by line. */
typedef struct puzzle_reader {
    ff_span text;
    size_t offset;
    size_t line;     /* the one that was read last, from 1 */
    bool begun;      /* the first line has been read */
    bool begun_well; /* and it was that of a file of puzzles */
} puzzle_reader;

typedef enum puzzle_line {
    PUZZLE_LINE_PUZZLE,
    PUZZLE_LINE_GAME,  /* a mark: this game has been searched */
    PUZZLE_LINE_ERROR, /* reading may go on with the next line */
    PUZZLE_LINE_END,
} puzzle_line;

void puzzle_reader_init(puzzle_reader *reader, ff_span text);

/* The next line that says something: `p` is set, or `game` to the number of a game
 * (`puzzle_game_id`). Comments and empty lines are passed over. */
puzzle_line puzzle_reader_next(puzzle_reader *reader, puzzle *p, uint64_t *game, ff_error *error);

/* The first line of a file, and the mark of a game that has been searched; with their ends. */
void puzzle_head_write(ff_buffer *out);
void puzzle_mark_write(uint64_t game, ff_buffer *out);

/* Names a whole game, for such a mark. */
uint64_t puzzle_game_id(const ff_edition *edition, const ff_setup army[2], const ff_move *moves,
                        uint32_t plies);

#endif
