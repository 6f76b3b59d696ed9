/* The store: games as a log of set-ups and moves in one SQLite file.
 *
 * The log is the truth; every game is rebuilt from it. What is written between
 * two calls of `store_commit` stands or falls together, and a write that fails
 * spoils the whole turn: `store_commit` then takes everything back and says so.
 * WAL and synchronous=FULL: what has been committed survives a kill and a power
 * cut. The key (game, number) of the log keeps two servers on one file from
 * telling two stories of one game.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_STORE_H
#define FLAGFALL_SERVER_STORE_H

#include "flagfall/setup.h"

enum {
    GAME_ID_SIZE = 23, /* 128 random bits in base64url, terminated */
    STORE_SCHEMA = 1,  /* the schema that this program writes */
};

/* Whose game it is: a hash of the guest's cookie, never the cookie itself. */
typedef struct ff_guest {
    uint8_t key[32];
} ff_guest;

typedef enum phase { PHASE_SETUP, PHASE_PLAY, PHASE_OVER } phase;

typedef struct store_game {
    char id[GAME_ID_SIZE];
    ff_guest owner;
    char edition[32];
    char opponent[32];
    uint8_t seat; /* ff_seat of the owner; the computer has the other one */
    bool memory;
    uint64_t seed;   /* of the computer player */
    int64_t created; /* milliseconds since 1970 */
    /* What the log comes to, kept so that a list of games needs no replay. */
    uint8_t phase;
    uint8_t result; /* ff_result */
    uint16_t plies;
} store_game;

typedef enum act_kind {
    ACT_SETUP, /* text: the letters of the army */
    ACT_MOVE,  /* text: "a4-a5" */
    ACT_END,   /* text: "resign" or another ending's word; the seat loses */
} act_kind;

typedef struct store_act {
    uint8_t kind; /* act_kind */
    uint8_t seat; /* ff_seat */
    char text[FF_ZONE_MAX + 1];
} store_act;

typedef enum store_answer { STORE_FOUND, STORE_NONE, STORE_FAILED } store_answer;

typedef struct ff_store ff_store;

/* Opens or creates the file. Null with a message when it cannot be read and
 * written, is something else, or was written by a newer Flagfall. */
ff_store *store_open(const char *path, ff_error *error);

/* Takes back what was not committed, and closes. */
void store_close(ff_store *store);

/* Writes; false when the turn is spoilt. The act's `number` counts from 0 within
 * its game; the summary in `game` is that after the act. */
bool store_add_game(ff_store *store, const store_game *game);
bool store_add_act(ff_store *store, const store_game *game, unsigned number, const store_act *act);

/* Ends the turn: true when all that was written since the last call is on disk,
 * or nothing was; false when none of it is. */
bool store_commit(ff_store *store);
void store_roll_back(ff_store *store);

/* Did the last commit or probe succeed? The probe really writes. */
bool store_is_working(const ff_store *store);
bool store_probe(ff_store *store);

/* Why the store last failed; empty where it never did. For the log. */
const char *store_trouble(const ff_store *store);

/* The game of that id, if it is this guest's. */
store_answer store_find_game(ff_store *store, ff_span id, const ff_guest *owner, store_game *game);

/* The game of that id, whosever it is: for the server's own work. */
store_answer store_find_any_game(ff_store *store, const char *id, store_game *game);

/* The log of a game, in order. The visitor returns false to stop; then, and when
 * reading fails, the result is false. */
typedef bool store_act_visitor(void *context, const store_act *act);
bool store_visit_acts(ff_store *store, const char *id, store_act_visitor *visit, void *context);

/* A guest's games, newest first: all that go on, and the newest `finished` of the
 * others. */
typedef bool store_game_visitor(void *context, const store_game *game);
bool store_visit_games(ff_store *store, const ff_guest *owner, unsigned finished,
                       store_game_visitor *visit, void *context);

/* The games whose computer player owes a set-up or a move, oldest first. */
bool store_visit_waiting(ff_store *store, store_game_visitor *visit, void *context);

/* How many games a guest has, and how many of them go on. */
bool store_count_games(ff_store *store, const ff_guest *owner, unsigned *all, unsigned *open);

#endif
