/* A tournament: what was announced, who plays, which games there are, and what follows from
 * that: the standings, and who meets whom next. Plain values; rows.h keeps them, tournaments.h lets
 * time go by. White of pairing/ is Red here: who begins. */
#ifndef FLAGFALL_SERVER_TOURNAMENTS_TOURNAMENT_H
#define FLAGFALL_SERVER_TOURNAMENTS_TOURNAMENT_H

#include "pairing/round_robin.h"
#include "pairing/swiss.h"
#include "pairing/tie_breaks.h"
#include "server/store/store_game.h"

enum {
    TOURNAMENT_ID_SIZE = 12,  /* 64 random bits in base64url, terminated */
    TOURNAMENT_NAME_MAX = 60, /* characters */
    TOURNAMENT_NAME_SIZE = 4 * TOURNAMENT_NAME_MAX + 1,
    TOURNAMENT_PLACES_ARENA = 500,
    TOURNAMENT_PLACES_SWISS = 64,
    TOURNAMENT_PLACES_ROBIN = 16,
    TOURNAMENT_PLACES_EXHIBITION =
        17,                       /* a page hears of all its host's games: HUB_FOLLOWED_GAMES */
    TOURNAMENT_ASKING = 50,       /* players and those who ask, where the host chooses */
    TOURNAMENT_ROUNDS_MAX = 15,   /* of a Swiss */
    TOURNAMENT_MINUTES_MAX = 720, /* of an arena, */
    TOURNAMENT_GAMES_MAX = 20000, /* after which it pairs no more */
    TOURNAMENT_NOBODY = 0xffff,
};

typedef enum tournament_kind {
    TOURNAMENT_ARENA,
    TOURNAMENT_SWISS,
    TOURNAMENT_ROBIN,
    TOURNAMENT_EXHIBITION, /* simultaneous games of its maker, the first player, against all others
                            */
} tournament_kind;
enum { TOURNAMENT_KINDS = 4 };

typedef enum tournament_state {
    TOURNAMENT_OPEN, /* announced */
    TOURNAMENT_RUNNING,
    TOURNAMENT_OVER,
    TOURNAMENT_CANCELLED, /* by its maker, or because nobody came */
} tournament_state;

typedef struct tournament_row {
    int64_t number; /* in the store; 0: not added */
    char id[TOURNAMENT_ID_SIZE];
    char name[TOURNAMENT_NAME_SIZE];
    struct person maker; /* nobody: the host of the server */
    uint8_t kind, state;
    char edition[32];
    clock_terms clock; /* with a set-up time: who has no army by then has not come */
    bool rated;
    bool guests;      /* may take part too */
    int64_t starts;   /* ms since 1970, and so is */
    int64_t ended;    /* 0: not yet */
    unsigned minutes; /* of an arena */
    unsigned rounds;  /* of the others: 0 before a round robin or an exhibition begins */
    unsigned places;
    unsigned round;    /* that is being played, from 1 */
    unsigned seeded;   /* how many players there were at the start */
    bool first_is_red; /* the lot for the first pair of a Swiss or of an exhibition */
    uint8_t host_seat; /* ff_seat of an exhibition's host; FF_NOBODY: in turn */
    bool chooses;      /* the host of an exhibition says who plays of those who ask */
} tournament_row;

typedef struct tournament_player {
    struct person person; /* nobody: gone from this server */
    char name[SEAT_NAME_SIZE];
    bool bot, guest;
    int64_t rating; /* as it joined */
    int64_t origin; /* from where a guest has joined (store_guests.h), until the end; or 0 */
    bool away;      /* has withdrawn, or did not come */
    bool asks;      /* where the host chooses: has not been chosen */
    /* What the games come to. */
    unsigned points; /* halves; of an arena its points */
    unsigned streak; /* wins in a row, of an arena */
    unsigned games, wins;
    unsigned last; /* whom it has met last, or itself */
    int colours;   /* games as Red less games as Blue */
    bool had_red;
    unsigned playing; /* games without a result */
} tournament_player;

typedef enum tournament_result {
    RESULT_OPEN,
    RESULT_RED,
    RESULT_BLUE,
    RESULT_DRAW,
    RESULT_NONE
} tournament_result;

/* A game, or a bye: then `blue` is TOURNAMENT_NOBODY. Players are places in the list. */
typedef struct tournament_game {
    unsigned round; /* from 1; of an arena 0 */
    uint16_t red, blue;
    int64_t game;          /* in the store; 0: has still to be begun */
    char id[GAME_ID_SIZE]; /* empty then */
    uint8_t result;        /* tournament_result */
    bool forfeit;          /* nobody has played */
    unsigned done;         /* which result it was, from 1; 0: none yet */
} tournament_game;

typedef struct tournament {
    tournament_row row;
    tournament_player *player;
    tournament_game *game;
    unsigned players, games;
    size_t players_room, games_room;
    unsigned done; /* results so far */
    unsigned open; /* games without one */
} tournament;

void tournament_free(tournament *of);

/* False when memory is out. */
bool tournament_add_player(tournament *of, const tournament_player *player);
/* Before there are games: the last one takes its place. */
void tournament_drop_player(tournament *of, unsigned player);
bool tournament_add_game(tournament *of, const tournament_game *game);

/* A game, by its place, has a result: puts it down, and counts it. Results of an arena must come
 * in the order of their numbers when they are read back. */
void tournament_finish(tournament *of, unsigned game, tournament_result result, bool forfeit);

/* Who has a game that nobody plays: who was there. */
tournament_result tournament_unplayed(bool red, bool blue);

/* Does that player meet all others at once? */
bool tournament_is_host(const tournament *of, unsigned player);

/* The place of that person, or of who is called so, or TOURNAMENT_NOBODY; how many are not away;
 * and how many of the places are taken. */
unsigned tournament_find_player(const tournament *of, const struct person *person);
unsigned tournament_find_name(const tournament *of, ff_span name);
unsigned tournament_count_here(const tournament *of);
unsigned tournament_count_placed(const tournament *of);

/* How many may be in the list of players: those who only ask too. */
unsigned tournament_list_max(const tournament_row *row);

/* The tournament begins, with those who are there: how many rounds it has. */
void tournament_begin(tournament *of);

/* Adds the pairs of the next round as games; byes and games of who is away are finished. False
 * when memory is out; `possible` is false where no pairing is: then it is over. */
bool tournament_pair_round(tournament *of, bool *possible);

/* Adds games of an arena for those who are free; `idle` says who is there. False when memory is
 * out. */
typedef bool tournament_is_there(void *context, const struct person *person);
bool tournament_pair_arena(tournament *of, tournament_is_there *there, void *context);

/* The standings, the best first: `ranking` has room for all players, and `player` is a place in the
 * list. Without tie-breaks where the kind has none. False when memory is out. */
bool tournament_rank(const tournament *of, tie_ranking *ranking);

/* What tells the kinds apart, but for who meets whom. */
typedef struct tournament_format {
    const char *word;
    unsigned places;     /* that one can have */
    bool has_tie_breaks; /* its standings */
    bool takes_late;     /* players who join after the start */
} tournament_format;
const tournament_format *tournament_format_of(unsigned kind);

const char *tournament_state_word(unsigned state);

#endif
