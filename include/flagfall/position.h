/* Positions and moves: the rules, on plain values.
 *
 * Three values go together. `ff_rules` is an edition made ready for play with
 * the host's options; it does not change during a game. `ff_position` is a full
 * board; it may be copied and kept. `ff_history` is the list of moves since the
 * first position, which the repetition rules read. */
#ifndef FLAGFALL_POSITION_H
#define FLAGFALL_POSITION_H

#include "flagfall/edition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move or an attack: source and target square. */
typedef uint16_t ff_move;

#define FF_MOVE(from, to) ((ff_move)((from) | (to) << 8))
#define FF_FROM(move) ((move)&0xff)
#define FF_TO(move) ((move) >> 8)

enum {
    FF_OFF_BOARD = 255,  /* the square of a coordinate that this board lacks */
    FF_MOVES_MAX = 400,  /* a square is reached at most once from each side */
    FF_PLIES_MAX = 65000 /* a game is drawn then, whatever the edition says */
};

typedef enum ff_result { FF_ONGOING, FF_RED_WINS, FF_BLUE_WINS, FF_DRAW } ff_result;

typedef enum ff_ending {
    FF_BY_NOTHING,
    FF_BY_FLAG,
    FF_BY_IMMOBILE,
    FF_BY_RESIGN,
    FF_BY_TIME,
    FF_BY_AGREEMENT,
    FF_BY_LIMIT,
    FF_BY_FORFEIT,
    FF_BY_ABORT,
} ff_ending;

/* Why a move is refused; of several the first in this order. The order lets no
 * refusal tell what an enemy piece is. */
typedef enum ff_reason {
    FF_LEGAL,
    FF_GAME_OVER,
    FF_NOT_ON_BOARD,
    FF_EMPTY_SOURCE,
    FF_NOT_YOURS,
    FF_IMMOBILE,
    FF_NULL_MOVE,
    FF_NOT_STRAIGHT,
    FF_TOO_FAR,
    FF_LAKE,
    FF_OWN_PIECE,
    FF_BLOCKED,
    FF_TWO_SQUARES,
    FF_MORE_SQUARES,
    FF_REASONS,
} ff_reason;

/* "two-squares": the word of the formats. Never null. */
const char *ff_reason_word(ff_reason reason);

/* "red blue draw *" and "flag immobile ... aborted -"; never null. */
const char *ff_result_word(ff_result result);
const char *ff_ending_word(ff_ending ending);

/* What the host decides beside the edition. Start from `{.size = sizeof(ff_options)}`. */
typedef struct ff_options {
    uint32_t size;
    bool forfeit;       /* play the German text's penalty although the edition leaves it open */
    bool no_limits;     /* leave the edition's own limits out (perft, fixtures) */
    uint16_t ply_limit; /* the host's cap, 0 = none; the lower of this and the edition's holds */
} ff_options;

/* An edition ready for play. Fill it with `ff_rules_init`, read what you like. */
typedef struct ff_rules {
    ff_edition edition;
    uint64_t playable[4]; /* lanes (see ff_position) of the squares a piece may stand on */
    uint16_t quiet_limit; /* 0 = none */
    uint16_t ply_limit;   /* never 0 */
    uint8_t two_squares;
    uint8_t chase;
    bool forfeit;
} ff_rules;

/* `options` may be null: none. The edition must pass `ff_edition_check`. */
void ff_rules_init(ff_rules *rules, const ff_edition *edition, const ff_options *options);

/* A full board, 256 bytes, a plain value.
 *
 * Sets of squares are kept as four "lanes" of 64 bits: five rows in each of the
 * first two, five files in each of the last two, eleven bits a line so that a
 * shift by one never leaves it. The shift moves east or west in the first pair
 * and north or south in the second. Read single squares with the functions
 * below. */
typedef struct ff_position {
    uint64_t pieces[2][4];         /* of each seat */
    uint64_t movers[2][4];         /* of these, all but bombs and flag */
    uint64_t scouts[2][4];         /* of these, scouts */
    uint8_t ranks[FF_SQUARES / 2]; /* ff_rank, four bits a square, low half first */
    uint8_t turn;                  /* ff_seat */
    uint8_t result;                /* ff_result */
    uint8_t ending;                /* ff_ending */
    uint16_t plies;                /* played since the first position */
    uint16_t quiet;                /* of these, the last ones without an attack */
    uint16_t chase[2];             /* length in plies of each seat's present chase (more squares) */
} ff_position;

/* The moves since the first position. `moves` has room for `capacity`; the
 * caller owns it, or lets `ff_history_reserve` do so. Start from `{0}`. */
typedef struct ff_history {
    ff_move *moves;
    uint32_t size;
    uint32_t capacity;
} ff_history;

/* Makes room for `capacity` moves in all with realloc; false when memory is
 * out, the history is then as it was. */
bool ff_history_reserve(ff_history *history, uint32_t capacity);
void ff_history_free(ff_history *history);

/* What a battle did. */
typedef enum ff_battle {
    FF_NO_BATTLE,
    FF_ATTACKER_WINS, /* it stands on the target now */
    FF_DEFENDER_WINS,
    FF_BOTH_DIE,
    FF_FLAG_TAKEN,
} ff_battle;

/* What a ply made public. The ranks are FF_EMPTY unless there was a battle;
 * `revealed` says that a long run has shown a scout. */
typedef struct ff_event {
    ff_move move;
    uint8_t battle;   /* ff_battle */
    uint8_t attacker; /* ff_rank */
    uint8_t defender; /* ff_rank */
    bool revealed;
} ff_event;

/* An empty board, Red to move. */
void ff_position_clear(ff_position *position);

/* Puts a piece on a square in place of what is there; FF_EMPTY takes it away
 * (`seat` does not matter then), FF_HIDDEN is a piece nobody knows to move. */
void ff_position_put(ff_position *position, int square, ff_seat seat, ff_rank rank);

/* The piece on a square of the board, and whose it is: FF_EMPTY and FF_NOBODY where there is none,
 * on a lake too. FF_HIDDEN where the piece was put down without its rank. */
ff_rank ff_position_rank(const ff_position *position, int square);
ff_seat ff_position_owner(const ff_position *position, int square);

/* To be called when all pieces stand and `turn` is set, before the first move:
 * tests whether either side can move at all (how a game ends, docs/rules.md). */
void ff_position_begin(const ff_rules *rules, ff_position *position);

/* May the player on turn make this move? Any numbers will do for squares. */
ff_reason ff_move_check(const ff_rules *rules, const ff_position *position,
                        const ff_history *history, unsigned from, unsigned to);

/* All legal moves of the player on turn, every rule applied; returns how many.
 * None when the game is over. The order is fixed: east, north, west, south, in
 * each of these by lane and bit of the target. */
size_t ff_moves(const ff_rules *rules, const ff_position *position, const ff_history *history,
                ff_move moves[FF_MOVES_MAX]);

/* Plays a legal move: board, counters, history (which must have room) and, if
 * the game is over with it, result and ending. */
ff_event ff_position_play(const ff_rules *rules, ff_position *position, ff_history *history,
                          ff_move move);

/* Check and play in one: FF_LEGAL when the move was played and `event` filled.
 * Under the forfeit rule moving a bomb or the flag ends the game instead: the
 * reason is FF_IMMOBILE, the position is over and no ply is counted. */
ff_reason ff_position_try(const ff_rules *rules, ff_position *position, ff_history *history,
                          unsigned from, unsigned to, ff_event *event);

/* The battle between two ranks; `defender` may be FF_FLAG or FF_BOMB. */
ff_battle ff_battle_of(ff_rank attacker, ff_rank defender);

/* How many sequences of `depth` legal plies there are. A finished game has no
 * continuation. `history` needs room for `depth` more moves, and is as before
 * on return. */
uint64_t ff_perft(const ff_rules *rules, const ff_position *position, ff_history *history,
                  unsigned depth);

#ifdef __cplusplus
}
#endif

#endif
