/* A table: one game in memory, with its two seats.
 *
 * `row` is what the store keeps of the game beside its log. `now` is what the log comes
 * to: everything in it is rebuilt from the acts, one after another, by `table_apply`,
 * live and when the game is read back. So whatever is a part of the game, and must be
 * the same after a restart, belongs there and has an act for it:
 *
 *   a clock     a struct in `table_state`, set by `table_apply` from `time` and `left` of
 *               each act; what it asks of the terms is in `row.terms`; the timer that
 *               ends a game plays an ACT_END like everybody else (`tables_play`)
 *   an offer    `draw` in `table_state`, with an act of its own; a rematch is not a part
 *               of the game that it follows, and is kept in `row`
 *   a move's time  `times` in `table_state`, from the times of the acts
 *   a pause     `paused` in `table_state`, with an act of its own
 *   a vacation  `clock.away` in `table_state`, with an act of its own: the log alone tells how
 *               long a seat's time stood (server/vacation says who may)
 *   takeback    an act whose application builds `game` anew from the first moves of its
 *               history; followers are told all events again where the plies go down
 *   a plan      conditional moves, `plan` in `table_state`: an act a pair; what they lead to is
 *               moves like all others
 *   chat        no part of the game: lines in the store (table `chat`, by game number),
 *               sent to `followers`; nothing of it is kept here
 *
 * A new act is a name in `act_kind` (at its end) and a row of `appliers` in table.c. */
#ifndef FLAGFALL_SERVER_PLAY_TABLE_H
#define FLAGFALL_SERVER_PLAY_TABLE_H

#include "server/base/timer_heap.h"
#include "server/play/clock.h"
#include "server/play/move_times.h"
#include "server/play/opponents.h"
#include "server/play/plan.h"
#include "server/store/store_games.h"

/* What the log comes to, up to some act of it. */
typedef struct table_state {
    ff_game *game;                    /* null: nothing has been read */
    unsigned acts;                    /* entries of the log that are in `game` */
    int64_t time;                     /* of the last act, ms since 1970; 0 before it */
    char letters[2][FF_ZONE_MAX + 1]; /* the armies, each empty before it is given */
    uint8_t draw;                     /* ff_seat that offers a draw, or FF_NOBODY */
    uint16_t offered[2];              /* plies when the seat offered a draw last, and one; or 0 */
    uint16_t takebacks;               /* how often plies have been taken back, */
    uint32_t played_again;            /* and how many plies were played again for it */
    bool paused;
    struct plan plan[2]; /* the conditional moves of each seat, and its secret */
    bool timed;          /* the next is in use */
    struct clock clock;  /* in the time that counts, see server_clock.h */
    struct move_times times;
} table_state;

/* What spectators see while the game goes on, where they see it later: rebuilt from the same
 * log, up to acts that are old enough. So it cannot know what came after. Of tables.c. */
struct table_delay {
    bool on;
    int64_t ms; /* the host's or the game's own, whichever is longer */
    table_state state;
    store_log read; /* how far the log has been read for it */
    int64_t due;    /* when the next act is old enough, as far as that is known; or before */
    struct table *next, *earlier; /* of those in memory that are seen later */
};

/* Who hears of the game. Of session/subscriptions.c, but where another file is named. */
struct table_audience {
    struct follower *followers; /* null: nobody */
    unsigned viewers;           /* of these, without a seat */
    struct told_table *told;    /* what they know; null: nothing */
    /* Since when the seat's person has not been here, in the time that counts; 0: it is
     * here. */
    int64_t away[2];
    bool elsewhere[2]; /* it is connected to another server on this store; of server/nodes */
    bool moved;        /* somebody of a seat came or went in this batch; ends with it (tables.c) */
    bool untold;       /* of that, or of what came while the state was not in memory */
};

/* Where it stands among the tables in memory. Of tables.c. */
struct table_place {
    bool changed;       /* something of this batch is not committed yet */
    bool created;       /* and the game itself is of this batch */
    bool doubtful;      /* a batch that changed it has failed: it may stand all the same */
    bool stale;         /* its row is that batch's, until it is read again */
    bool touched;       /* the end of the batch looks at it */
    bool waiting;       /* a computer is to be asked */
    unsigned kept_acts; /* its acts before that batch: the first one that is in doubt */
    heap_timer timer;   /* when the time of who is on turn is up */
    struct table *next_in_bucket;
    struct table *next_touched;
    struct table *next_waiting;
    struct table *next_damaged;
};

/* How the game stood when it was last looked at for wake-ups: as it was read, or after that of
 * push/wakes.c. */
struct table_before {
    uint8_t phase, turn; /* `turn` is an ff_seat */
};

/* Who writes what is told by where it stands: `now` changes by acts alone (`table_apply`), the
 * parts by the file that is named there, all else by tables.c, or by who then calls
 * `tables_update` or `tables_update_seat`. */
struct table {
    store_game row;
    char next[GAME_ID_SIZE]; /* the id of the rematch, or empty */
    ff_edition edition;      /* its rules, as they were when it began */
    /* Who plays a seat; null: a person, nobody, or a player that this server has not. */
    const ff_player_kind *computer[2];
    table_state now;
    struct table_delay delay;
    /* Why the game is damaged: "row", "log", "rules", "write"; null: it is not. Nobody
     * plays it or sees it, and it stays in memory to be refused without a look. */
    const char *damage;
    bool dropped;  /* the store has nothing of it any more */
    bool asked[2]; /* the computer has been asked and owes an answer; of computer_seat.c */
    struct table_before before;
    struct table_audience audience;
    struct table_place place;
};

/* Reads the rules of the table's row into `edition`. STORE_DAMAGED where they are not what was
 * written, or no rules. */
store_answer table_read_rules(struct store *store, struct table *table);

/* Why an act was refused: `reason` of a move, `why` of a set-up. */
typedef struct act_refusal {
    ff_reason reason;
    ff_setup_reason why;
} act_refusal;

/* A state before the first act. False when memory is out. */
bool table_state_open(table_state *state, const ff_edition *edition, const game_terms *terms);
void table_state_close(table_state *state);

/* Plays an act: the one way in which a state changes, live and when it is read back;
 * `counts` is when, in the time that counts. False, and nothing changed, where the rules
 * refuse it. */
bool table_apply(table_state *state, const ff_edition *edition, const store_act *act,
                 int64_t counts, act_refusal *refusal);

/* Brings the summary in `row` up to `now`. */
void table_summarize(struct table *table);

/* Is a seat free? Then the game waits for a second person. */
bool table_is_waiting(const struct table *table);
phase table_phase(const struct table *table);

/* The state that a viewer sees. Of a game under way that spectators see later, this may be
 * one that has no game yet: then they can be told nothing. A game that is over has nothing
 * to protect any more. */
const table_state *table_seen_by(const struct table *table, ff_seat viewer);
phase table_phase_of(const struct table *table, const table_state *state);

/* Through which eyes a person looks at the game: those of the own seat, or a
 * spectator's. */
ff_seat table_viewer(const struct table *table, const struct person *person);

/* Is the seat on vacation? Never in a game that is over. */
bool table_state_is_away(const table_state *state, ff_seat seat);

/* Who is to move, FF_NOBODY before both armies stand and when the game is over. */
ff_seat table_turn(const struct table *table);

/* How long its moves took, once it is over; null where that is not known. */
const struct move_times *table_times(const struct table *table);

/* Is a conditional move of that seat to be played now? Then `act` is it, or says that it cannot be
 * played any more. */
bool table_owes_answer(const struct table *table, ff_seat seat, store_act *act);

/* How many plies there are, and how many a takeback by that seat leaves; the same
 * where it has nothing to take back. */
unsigned table_plies(const struct table *table);
unsigned table_plies_before(const struct table *table, ff_seat seat);

/* Has the seat offered a draw since its last move? */
bool table_has_offered(const struct table *table, ff_seat seat);

/* Does this person's seat wait for somebody who is not here? Then since when it has, in
 * the time that counts; else 0, as in a correspondence game, where nobody has to be here. */
int64_t table_waits_since(const struct table *table, ff_seat seat);

/* What a viewer may know now. */
void table_view(const struct table *table, ff_seat viewer, ff_view *view);

/* A game that is over as it stood after so many plies, ended there, so that its views show both
 * armies; to be freed. Null where it goes on, whoever asks: of such a game nobody is shown the
 * past; where it had no more plies, where there were no two armies, and when memory is out. */
ff_game *table_past(const struct table *table, unsigned plies);

/* Does a computer player of this server owe a set-up or a move in that seat? */
bool table_awaits_computer(const struct table *table, ff_seat seat);

ff_seat seat_other(ff_seat seat);
const char *seat_word(ff_seat seat); /* "red", "blue" */

#endif
