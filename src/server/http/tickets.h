/* Tickets: how somebody who works for another says whose work it is without holding on to
 * him. A ticket is a place in a table and a generation; when its holder goes the place is
 * given to the next one with another generation, and the old ticket finds nobody. One
 * thread hands out and looks up; anybody may carry. */
#ifndef FLAGFALL_SERVER_HTTP_TICKETS_H
#define FLAGFALL_SERVER_HTTP_TICKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ff_ticket {
    uint32_t slot;
    uint32_t generation; /* 0: no ticket at all */
} ff_ticket;

typedef struct ticket_slot {
    void *holder; /* null: free */
    uint32_t generation;
    uint32_t next; /* of the free ones, from 1; 0: none */
} ticket_slot;

/* Begins as {0}; ends with `tickets_free`. */
typedef struct ff_tickets {
    ticket_slot *slot;
    uint32_t count;
    uint32_t free; /* the first free one, from 1; 0: none */
} ff_tickets;

/* A ticket for `holder`, which is not null. False when memory is out. */
bool tickets_issue(ff_tickets *tickets, void *holder, ff_ticket *ticket);

/* Its holder; null where that has gone. */
void *tickets_find(const ff_tickets *tickets, ff_ticket ticket);

/* The holder goes; who has none to give back gives back nothing. */
void tickets_return(ff_tickets *tickets, ff_ticket *ticket);

/* Does nobody hold one? */
bool tickets_are_returned(const ff_tickets *tickets);

void tickets_free(ff_tickets *tickets);

#endif
