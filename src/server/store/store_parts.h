/* The parts of the store: each subject has a file store_SUBJECT.c with its own prepared
 * statements, and here they are gathered, so that store_open.c can prepare all of them. */
#ifndef FLAGFALL_SERVER_STORE_STORE_PARTS_H
#define FLAGFALL_SERVER_STORE_STORE_PARTS_H

#include "server/database/store_sql.h"

typedef enum store_part_id {
    PART_GAMES,
    PART_LISTS,
    PART_ACCOUNTS,
    PART_CHAT,
    PART_HOST,
    PART_GUESTS,
    PART_SESSIONS,
    PART_ERASE,
    PART_PUSH,
    PART_PEOPLE,
    PART_PUZZLES,
    PART_REPORTS,
    PART_VACATION,
    PART_AGREEMENT,
    PART_GUEST_BANS,
    STORE_PARTS
} store_part_id;

/* The SQL of a part, PART_STATEMENTS_MAX at most. */
typedef struct store_part {
    const char *const *sql;
    int count;
} store_part;

extern const store_part store_part_games;
extern const store_part store_part_lists;
extern const store_part store_part_accounts;
extern const store_part store_part_chat;
extern const store_part store_part_host;
extern const store_part store_part_guests;
extern const store_part store_part_sessions;
extern const store_part store_part_erase;
extern const store_part store_part_push;
extern const store_part store_part_people;     /* server/people */
extern const store_part store_part_puzzles;    /* server/puzzles */
extern const store_part store_part_reports;    /* server/moderation */
extern const store_part store_part_vacation;   /* server/vacation */
extern const store_part store_part_agreement;  /* server/moderation */
extern const store_part store_part_guest_bans; /* server/identity */

#endif
