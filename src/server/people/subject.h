/* Whose profile is asked for, and what of it who asks may see: one answer for all that is told of
 * people. */
#ifndef FLAGFALL_SERVER_PEOPLE_SUBJECT_H
#define FLAGFALL_SERVER_PEOPLE_SUBJECT_H

#include "server/identity/identity.h"
#include "server/people/career.h"
#include "server/people/people_rows.h"

/* Whose profile, and who looks. */
typedef struct profile_question {
    ff_span name;           /* the account's; empty: the viewer's own, a guest's too */
    struct identity viewer; /* nobody: somebody without a cookie */
    const char *strongest;  /* computer player, or null */
} profile_question;

typedef struct subject {
    struct identity who;
    profile_shows shows;
    int64_t since; /* ms since 1970; STORE_NULL for a guest */
    bool own;      /* of who asks */
} subject;

/* STORE_NONE: there is no such account, or it shows less than `needed` to who asks. */
store_answer subject_find(struct store *store, const profile_question *asked, profile_shows needed,
                          subject *found);

/* May an opponent of this kind (seat_kind) be named to others? An account that shows nothing may
 * not. False when the store cannot be read. */
bool subject_may_name(struct store *store, uint8_t kind, const struct person *person, bool *may);

/* The members of an object that say whose it is. */
void subject_write(ff_buffer *out, const subject *of);

/* The members of an object that tell a score. */
void subject_write_score(ff_buffer *out, const career_score *score);

#endif
