/* Sessions: whom a browser's cookie stands for, and how one cookie takes another's place.
 *
 * A guest is known by the cookie alone; the store needs nothing for that. Where somebody
 * signs in or out the browser gets a new cookie, and the old one is worth nothing from
 * then on, so that whoever knew it (or had planted it) has gained nothing. A cookie that
 * only HTTP can set is not to be set through a WebSocket: there the client is given a
 * ticket, sealed for this cookie and good for two minutes, which it takes to `/api/session`
 * (docs/protocol.md).
 *
 * A browser stays signed in while it comes (or stays connected) at least every
 * SESSION_IDLE_DAYS, and for SESSION_DAYS in all; then it is its guest again. Times are in
 * milliseconds since 1970. One thread, the loop's. */
#ifndef FLAGFALL_SERVER_IDENTITY_SESSIONS_H
#define FLAGFALL_SERVER_IDENTITY_SESSIONS_H

#include "server/http/cookies.h"
#include "server/identity/identity.h"
#include "server/store/store_sessions.h"

enum {
    SESSION_IDLE_DAYS = 90,
    SESSION_DAYS = 400,
    SESSION_REPLACED_MS = 120000, /* for a page that has not noticed yet */
    SESSION_PLACE_DAYS = 90,      /* that an address stays known */
    TICKET_MS = 120000,
    TICKET_SIZE = 256, /* as text, terminated */
};

typedef enum session_answer {
    SESSION_FOUND,
    SESSION_NONE,     /* it is as good as no cookie */
    SESSION_REPLACED, /* the same, but the browser is about to have another one: it is
                         not to be given a third */
    SESSION_FAILED,   /* the store cannot be read */
} session_answer;

/* Who has come, by a cookie that was read; by one whose proof has been checked. `who` is
 * filled with SESSION_FOUND alone. */
session_answer sessions_identify(struct store *store, const struct cookie *cookie, int64_t now,
                                 struct identity *who);
session_answer sessions_identify_key(struct store *store, const struct person *cookie, int64_t now,
                                     struct identity *who);

/* The browser has come, or is still there, to be noted once a day; where its account has been
 * away for too long it is signed out for good. `again` becomes when to say so again of who
 * stays, a day at most; INT64_MAX: nobody is signed in. False where the store cannot be read or
 * the batch is spoilt. */
bool sessions_touch(struct store *store, const struct person *cookie, int64_t now, int64_t *again);

/* Nobody is signed in at this browser any more; it is `guest`, null: who it was before. */
bool sessions_leave(struct store *store, const struct person *cookie, const struct person *guest,
                    int64_t now);

/* Has the account been signed in to by this browser, be it out again; or from this address?
 * Who has been right once is not kept waiting for the wrong tries of others (attempts.h).
 * Addresses are kept as hashes. False too where the store cannot be read. */
bool sessions_knows_browser(struct store *store, const struct person *cookie,
                            const struct person *account);
bool sessions_knows_address(struct store *store, const char *address, const struct person *account,
                            int64_t now);
bool sessions_note_address(struct store *store, const char *address, const struct person *account,
                           int64_t now);

/* What a ticket is good for: that the browser with this cookie becomes the account's. */
typedef struct session_grant {
    struct person cookie;
    struct person account; /* nobody: the guest's */
    struct person guest;
    int64_t epoch; /* the account's, see store_account */
    int64_t until;
} session_grant;

/* The ticket of a grant, until TICKET_MS from now. */
void sessions_seal(struct store *store, session_grant *grant, int64_t now,
                   char ticket[TICKET_SIZE]);

/* Exchanges a ticket, once, of the browser that it was made for: `fresh` is the browser's
 * from now on, and its old cookie nobody's. SESSION_NONE where the ticket is not good. */
session_answer sessions_redeem(struct store *store, const struct person *cookie, ff_span ticket,
                               int64_t now, struct cookie *fresh);

/* Deletes a slice of what has run out. */
bool sessions_sweep(struct store *store, int64_t now);

#endif
