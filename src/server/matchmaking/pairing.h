/* Pairing: who of those that wait for an opponent play each other. Plain values in and out, no
 * store, no clock, no hub.
 *
 * People meet within a pool alone: an edition, a clock, and whether it is rated. Whoever would
 * play by any of several has an entry in each of these pools, all of one ticket. Two may meet
 * where their ratings differ by no more than the window of each; a window widens with the time
 * that its person has waited. A bot meets a person who allows it, and a bot that does. */
#ifndef FLAGFALL_SERVER_MATCHMAKING_PAIRING_H
#define FLAGFALL_SERVER_MATCHMAKING_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAIRING_WINDOW = 100,    /* points of rating at the beginning, */
    PAIRING_WIDENS = 10,     /* and so many more for each second, */
    PAIRING_OPEN_MS = 60000, /* until everybody will do */
    PAIRING_NEIGHBOURS = 4,  /* in the order of ratings, that each entry is compared with */
    PAIRING_ANY_RATING = INT32_MAX,
};

typedef struct pairing_entry {
    uint32_t ticket; /* whose it is, below the number of tickets */
    uint32_t pool;
    int32_t rating;
    bool bot, bots;    /* is one; would play one */
    int64_t waited_ms; /* 0 or more */
} pairing_entry;

typedef struct pairing {
    uint32_t ticket[2], pool;
} pairing;

/* How far the rating of an opponent may be off for who has waited so long. */
int32_t pairing_window(int64_t waited_ms);

/* Puts the pairs into `pairs`, the closest ratings first, of equal ones those who have waited
 * longest: no ticket is in two of them, so there are at most half as many as tickets. Sorts
 * the entries; takes time as sorting does. Returns how many; none when memory is out. */
size_t pairing_find(pairing_entry *entries, size_t count, size_t tickets, pairing *pairs);

#endif
