/* Lines of chat that somebody has reported, as the store keeps them until the host has settled
 * them. A report points to its line and holds no copy: it goes with the line, when that is too old
 * or its speaker is forgotten, and with the account of who has reported it. Of where it came from a
 * keyed hash is kept (store_guests.h), so that one address does not fill the list. */
#ifndef FLAGFALL_SERVER_MODERATION_REPORTS_H
#define FLAGFALL_SERVER_MODERATION_REPORTS_H

#include "server/store/store_chat.h"

typedef enum report_reason {
    REPORT_INSULT,
    REPORT_THREAT,
    REPORT_SPAM,
    REPORT_OTHER,
    REPORT_REASONS
} report_reason;

/* "insult", "threat", "spam", "other". */
const char *report_reason_word(report_reason reason);
bool report_reason_find(ff_span word, report_reason *reason);

enum {
    REPORTS_MAX = 2000,      /* that wait for the host */
    REPORTS_OF_PERSON = 20,  /* of these, by one person */
    REPORTS_OF_ADDRESS = 60, /* and from one address */
    REPORTS_KEPT_DAYS = 90,  /* one that nobody settles */
};

typedef struct report {
    int64_t game, line; /* numbers */
    struct person by;
    int64_t origin; /* of the address, by store_origin_of */
    report_reason reason;
    int64_t time; /* ms since 1970 */
} report;

/* How many wait: in all, by this person, and from this address. False where that cannot be read. */
typedef struct report_counts {
    unsigned all, of_person, of_origin;
} report_counts;
bool reports_count(struct store *store, const struct person *by, int64_t origin,
                   report_counts *counts);

/* In the store's batch; false when it is spoilt. Who reports a line again has another reason now.
 * Not `added`: there is no such line any more. */
bool reports_add(struct store *store, const report *made, bool *added);

/* Deletes all reports of a line; `had`: there were any. */
bool reports_settle(struct store *store, const store_game *game, int64_t line, bool *had);

/* Deletes some that were made before `since`. */
bool reports_sweep(struct store *store, int64_t since);

/* A report as the host sees it; names are those of accounts, of a guest empty. */
typedef struct report_shown {
    char game[GAME_ID_SIZE];
    int64_t line; /* its number */
    report_reason reason;
    int64_t time;
    char by[SEAT_NAME_SIZE];
    uint8_t seat; /* of who has said it, as in store_line */
    char name[SEAT_NAME_SIZE], text[SANITIZE_CHAT_SIZE];
} report_shown;

/* The oldest first, `limit` of those after the first `skipped`. False where they cannot be read. */
typedef void report_visitor(void *context, const report_shown *shown);
bool reports_visit(struct store *store, unsigned skipped, unsigned limit, report_visitor *visit,
                   void *context);

/* The same of those that one person has made, all of them. */
bool reports_visit_of(struct store *store, const struct person *by, report_visitor *visit,
                      void *context);

#endif
