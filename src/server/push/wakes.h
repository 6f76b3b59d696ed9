/* Wake-ups: who is told by Web Push that a game waits, because no page of theirs is looked at.
 *
 * A person is woken when the turn comes to them in a game against another person, when somebody
 * takes the game that they have offered, when a game of theirs ends, and when their clock runs
 * again because a vacation is over. What is sent says that much, which game and edition it is, and
 * the opponent's name; nothing of the board.
 *
 * What a batch brings is held until it is stored. Then each subscription gets a message, which
 * threads send; one for which the service has no time, or of which a browser has had many just now,
 * is sent later, unless the person looks at a page by then or a newer one of the same game takes
 * its place. A subscription that the service does not know any more is deleted. One thread, the
 * event loop's. */
#ifndef FLAGFALL_SERVER_PUSH_WAKES_H
#define FLAGFALL_SERVER_PUSH_WAKES_H

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/identity/presence.h"
#include "server/play/table.h"
#include "server/push/push_send.h"

enum {
    WAKES_MAX = 2048, /* messages that wait or are on their way */
    WAKES_TRIES = 5,
};

/* What is given must outlive the wake-ups. */
typedef struct wakes_options {
    const push_sender *sender; /* null: nobody is woken */
    struct store *store;
    const struct presence *watching; /* who looks at a page */
    struct metrics *metrics;         /* may be null */
    time_source *time;
} wakes_options;

struct wakes;

/* Null when memory is out. */
struct wakes *wakes_new(const wakes_options *options);

/* To be called before the sender's workers are freed, or after they have ended their work. */
void wakes_free(struct wakes *wakes);

/* The server's key has been changed, or taken away: browsers that subscribe now would do so for one
 * that is gone. So nobody is woken, or asked, until the next start. */
void wakes_close(struct wakes *wakes);

/* The public key for which browsers subscribe; null: nobody is woken here. */
const char *wakes_key(const struct wakes *wakes);

/* The game has changed, or may have: somebody may be woken for it when the batch is stored. */
void wakes_note(struct wakes *wakes, struct table *table);

/* The vacation of who has that seat is over: its clock runs again in that game, and perhaps in
 * others, for which one message is enough. */
void wakes_note_back(struct wakes *wakes, const struct table *table, ff_seat seat);

/* The batch has ended, at that time (ms of the server): what was noted is sent, or forgotten. */
void wakes_end_batch(struct wakes *wakes, bool committed, int64_t now);

/* Takes what services have answered, in the batch that is open; and sends what was to be tried
 * again by now. */
void wakes_take_answers(struct wakes *wakes, int64_t now);
void wakes_pulse(struct wakes *wakes, int64_t now);

#endif
