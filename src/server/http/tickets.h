/* Tickets: how somebody who works for another says whose work it is without holding on to
 * him. A ticket is a place in a table and a generation; when its holder goes the place is
 * given to the next one with another generation, and the old ticket finds nobody. One
 * thread hands out and looks up; anybody may carry. */
#ifndef FLAGFALL_SERVER_HTTP_TICKETS_H
#define FLAGFALL_SERVER_HTTP_TICKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ticket {
    uint32_t slot;
    uint32_t generation; /* 0: no ticket at all */
};

typedef struct ticket_slot {
    void *holder; /* null: free */
    uint32_t generation;
    uint32_t next; /* of the free ones, from 1; 0: none */
} ticket_slot;

/* Begins as {0}; ends with `tickets_free`. */
struct tickets {
    ticket_slot *slot;
    uint32_t count;
    uint32_t free; /* the first free one, from 1; 0: none */
};

/* A ticket for `holder`, which is not null. False when memory is out. */
bool tickets_issue(struct tickets *tickets, void *holder, struct ticket *ticket);

/* Its holder; null where that has gone. */
void *tickets_find(const struct tickets *tickets, struct ticket ticket);

/* The holder goes; who has none to give back gives back nothing. */
void tickets_return(struct tickets *tickets, struct ticket *ticket);

/* Does nobody hold one? */
bool tickets_are_returned(const struct tickets *tickets);

void tickets_free(struct tickets *tickets);

#endif
