/* Editions: published sets of rules, as rows of data. */
#ifndef FLAGFALL_EDITION_H
#define FLAGFALL_EDITION_H

#include "flagfall/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Boards are at most ten by ten. A square is 10 * row + file, counted from a1
 * (Red's back row, Red's left), on every board, smaller ones too. */
enum {
    FF_FILES = 10,
    FF_ROWS = 10,
    FF_SQUARES = 100,
    FF_ZONE_MAX = 50 /* squares of one seat's zone at most */
};

#define FF_SQUARE(file, row) ((row)*FF_FILES + (file)) /* both from 0 */

typedef enum ff_seat {
    FF_RED,
    FF_BLUE,
    FF_NOBODY, /* a spectator's seat; the owner of an empty square */
} ff_seat;

/* Ranks are strengths, whatever an edition prints on its pieces. */
typedef enum ff_rank {
    FF_EMPTY,
    FF_SPY,
    FF_SCOUT,
    FF_MINER,
    FF_SERGEANT,
    FF_LIEUTENANT,
    FF_CAPTAIN,
    FF_MAJOR,
    FF_COLONEL,
    FF_GENERAL,
    FF_MARSHAL,
    FF_BOMB,
    FF_FLAG,
    FF_RANKS,             /* how many, FF_EMPTY counted */
    FF_HIDDEN = FF_RANKS, /* a piece whose rank a view does not know */
} ff_rank;

typedef enum ff_chase {
    FF_CHASE_NONE,
    FF_CHASE_ISF,   /* more-squares rule, the direct way back is free (docs/rules.md) */
    FF_CHASE_EXACT, /* the French text: no exception (docs/rules.md) */
} ff_chase;

typedef enum ff_language { FF_ENGLISH, FF_DUTCH, FF_FRENCH, FF_GERMAN, FF_LANGUAGES } ff_language;

/* One edition. A plain value: copy it, compare its fields, keep it as long as
 * you like. Text fields are terminated UTF-8. */
typedef struct ff_edition {
    char id[32];             /* "travel-en" */
    char title[64];          /* "Stratego Travel, English text" */
    ff_language language;    /* of the rule text, and of `name` */
    uint8_t files;           /* width of the board, 2..10 */
    uint8_t rows;            /* height, 3..10 */
    uint8_t zone_rows;       /* rows a seat may set up on */
    bool lake[FF_SQUARES];   /* squares nobody may enter or cross */
    uint8_t army[FF_RANKS];  /* pieces a seat has of each rank */
    char label[FF_RANKS][4]; /* printed on the piece: "10", "S", "B" */
    char name[FF_RANKS][24]; /* "Marshal" */
    uint8_t two_squares;     /* moves in a row over one border; 0 = no rule, at most 8 */
    ff_chase chase;          /* the rule against endless pursuit */
    bool forfeit;            /* moving a bomb or the flag loses the game */
    bool reveal_runs;        /* a move of two squares or more shows the scout */
    uint16_t quiet_limit;    /* draw on this many plies in a row without attack; 0 = none */
    uint16_t ply_limit;      /* draw on this many plies in all; 0 = none */
    uint16_t host_cap;       /* plies after which a host calls a draw where nobody names a cap */
} ff_edition;

/* The built-in editions, in the order of the documentation. */
size_t ff_edition_count(void);
const ff_edition *ff_edition_at(size_t index);

/* The built-in edition of that id, or null. */
const ff_edition *ff_edition_find(ff_span id);

/* The edition of those who name none: "tournament". */
const ff_edition *ff_edition_default(void);

/* Can anybody play this? False with a message that names the field: sizes out
 * of range, zones that overlap or hold lakes, an army that does not fit its zone,
 * no flag or more than one, nothing that moves, an id that is no plain word. */
bool ff_edition_check(const ff_edition *edition, ff_error *error);

/* How many pieces a seat has, and how many squares its zone. */
unsigned ff_edition_army_size(const ff_edition *edition);
unsigned ff_edition_zone_size(const ff_edition *edition);

/* The k-th square of a seat's zone in the order of a set-up: own back row first,
 * left to right from the owner's side. `k` below files * zone_rows. */
int ff_edition_zone_square(const ff_edition *edition, ff_seat seat, unsigned k);

/* True where the square lies on this edition's board (lakes included). */
bool ff_edition_on_board(const ff_edition *edition, int square);

/* What the pieces are called in a language: the edition's own name in the
 * language of its text, the Travel set's names otherwise. */
const char *ff_edition_rank_name(const ff_edition *edition, ff_rank rank, ff_language language);

#ifdef __cplusplus
}
#endif

#endif
