/* A game as the store keeps it and as play goes by it: what was agreed, who sits, what its log
 * comes to, and the acts of the log. Plain values. */
#ifndef FLAGFALL_SERVER_STORE_STORE_GAME_H
#define FLAGFALL_SERVER_STORE_STORE_GAME_H

#include "commitment/commitment.h"
#include "flagfall/setup.h"
#include "server/base/person.h"
#include "server/database/store.h"

/* The clock, in seconds. In a correspondence game bank, increment and set-up are the same, some
 * whole days: each move fills the bank again, and no more than that. */
typedef struct clock_terms {
    uint32_t bank;      /* 10 to 86,400 */
    uint32_t free;      /* of each move, before the bank runs; 0 to 600 */
    uint32_t increment; /* that each move adds to the bank; 0 to 600 */
    uint32_t setup;     /* for the army, 15 to 86,400; 0: as long as one likes */
} clock_terms;

/* The days for each move of a correspondence game; 0: it is none. */
unsigned clock_days(const clock_terms *terms);

/* The clock of a correspondence game. */
clock_terms clock_of_days(unsigned days);

enum {
    CLOCK_BANK_MIN = 10,
    CLOCK_SETUP_MIN = 15,
    CLOCK_BANK_MAX = 86400, /* and of `setup` */
    CLOCK_MOVE_MAX = 600,   /* of `free` and `increment` */
    CLOCK_DAY = 86400,
    WATCH_DELAY_MAX = 3600, /* seconds */
};

/* What was agreed before the game. */
typedef struct game_terms {
    bool timed; /* has a clock */
    clock_terms clock;
    bool memory, remember, hints, watch, open, rated;
    uint16_t delay; /* seconds with which spectators see it, where the host's are fewer */
} game_terms;

enum {
    GAME_ID_SIZE = 23,   /* 128 random bits in base64url, terminated */
    GAME_CODE_SIZE = 9,  /* an invitation's code, terminated */
    SEAT_NAME_SIZE = 64, /* of a player, UTF-8, terminated */
};

typedef enum phase { PHASE_WAITING, PHASE_SETUP, PHASE_PLAY, PHASE_OVER } phase;

typedef enum seat_kind { SEAT_FREE, SEAT_GUEST, SEAT_ACCOUNT, SEAT_BOT, SEAT_COMPUTER } seat_kind;

typedef struct store_seat {
    uint8_t kind;              /* seat_kind */
    struct person person;      /* of a guest, an account or a bot */
    char name[SEAT_NAME_SIZE]; /* the computer player's, the account's, or a guest's
                                  with its mark (identity.h); empty: a guest's without one */
    int64_t rating, change;    /* as the game began, and by it; or STORE_NULL */
    int64_t origin;            /* from where a guest took it (store_guests.h); 0: not known */
    /* Of the army's commitment, both empty before it is given. */
    char salt[SALT_DIGITS_MAX + 1];
    char commitment[COMMITMENT_TEXT];
} store_seat;

/* What of a row no move changes: the columns that its indexes are made of are among them. */
typedef struct store_standing {
    int64_t started, ended;
    char code[GAME_CODE_SIZE];
    uint8_t phase, result, ending, rematch;
} store_standing;

typedef struct store_game {
    int64_t number; /* by which the store finds it, growing as games come; 0: not added */
    char id[GAME_ID_SIZE];
    char edition[32];
    game_terms terms;
    store_seat seat[2];          /* by ff_seat */
    uint8_t by;                  /* ff_seat of who began or offered it */
    char code[GAME_CODE_SIZE];   /* of the invitation; empty where there is none */
    struct person to;            /* whom it is offered to; nobody: not one person */
    uint64_t seed;               /* of the computer player */
    char previous[GAME_ID_SIZE]; /* the game that this is the rematch of, or empty */
    uint8_t rematch;             /* ff_seat that offers a rematch, or FF_NOBODY */
    int64_t created;             /* ms since 1970; so are the next two, 0: not yet */
    int64_t started;             /* both armies stood */
    int64_t ended;
    /* What the log comes to. */
    uint8_t phase;
    uint8_t result; /* ff_result */
    uint8_t ending; /* ff_ending */
    uint16_t plies;
    /* The store's own. */
    int64_t rules;         /* the number of their text */
    int64_t log;           /* the sum of the log (store_seal.h) */
    int64_t seal;          /* that the store has: of the game as it was read, or written last; */
    store_standing stored; /* so is this */
    bool damaged;          /* as read, it is not what was written: only its id may be told */
} store_game;

typedef enum act_kind {
    ACT_SETUP,    /* text: the letters of the army */
    ACT_MOVE,     /* text: "a4-a5" */
    ACT_END,      /* text: "resign" or another ending's word; the seat loses, FF_NOBODY: nobody */
    ACT_BEGIN,    /* both seats are taken; the seat has come last. Only where the set-up is
                     timed */
    ACT_DRAW,     /* text: "offer", or "no": there is no offer any more */
    ACT_TAKEBACK, /* back to before the seat's last move */
    ACT_PAUSE,    /* text: "on" or "off" */
    ACT_PLAN,     /* text: a pair that the seat adds to its conditional moves (play/plan.h); empty:
                     it has none any more; "illegal": for that reason */
    ACT_VACATION, /* text: "on" or "off": the seat's clock stands. Correspondence games only */
    ACT_KINDS
} act_kind;

typedef struct store_act {
    uint8_t kind; /* act_kind */
    uint8_t seat; /* ff_seat */
    char text[FF_ZONE_MAX + 1];
    int64_t time; /* ms since 1970 */
    int64_t left; /* of the seat's bank (or set-up time) after it, ms; STORE_NULL: no clock */
} store_act;

/* Where a game stands among those that are over, by when each ended. */
typedef struct store_ended {
    int64_t time, number;
} store_ended;

typedef bool store_game_visitor(void *context, const store_game *game);

/* As the game has it by now. */
store_standing game_standing(const store_game *game);
bool game_stands_as(const store_game *game, const store_standing *stored);

/* The seat in which that person sits, or FF_NOBODY. */
ff_seat game_seat_of(const store_game *game, const struct person *person);

/* Does the computer sit in it? */
bool game_has_computer(const store_game *game);

/* Has it days for a move, and no time for all moves together? */
bool game_is_correspondence(const store_game *game);

/* Is the seat a guest's, an account's or a bot's? Nobody's, if its person has left it. */
bool seat_has_person(const store_seat *seat);

/* The seat is nobody's any more, a guest's without a name. */
void seat_leave(store_seat *seat);

#endif
