/* Tickets: what a worker holds instead of a pointer to a connection that may be gone. What must
 * hold: a place changes its generation each time it is given back, so that an old ticket finds
 * nobody. Free places are a list through the table, the one that became free last in front; places
 * are counted from 1 there, so that 0 ends it. */
#include "server/http/tickets.h"

#include <assert.h>
#include <stdlib.h>

static bool grow(struct tickets *tickets) {
    uint32_t count = tickets->count ? 2 * tickets->count : 16;
    ticket_slot *grown = realloc(tickets->slot, count * sizeof *grown);
    if (!grown)
        return false;
    for (uint32_t i = tickets->count; i < count; i++)
        grown[i] = (ticket_slot){.generation = 1, .next = i + 1 < count ? i + 2 : 0};
    tickets->slot = grown;
    tickets->free = tickets->count + 1;
    tickets->count = count;
    return true;
}

bool tickets_issue(struct tickets *tickets, void *holder, struct ticket *ticket) {
    assert(holder);
    if (tickets->free == 0 && !grow(tickets))
        return false;
    uint32_t at = tickets->free - 1;
    ticket_slot *slot = &tickets->slot[at];
    assert(at < tickets->count && !slot->holder);
    *ticket = (struct ticket){at, slot->generation};
    slot->holder = holder;
    tickets->free = slot->next;
    return true;
}

void *tickets_find(const struct tickets *tickets, struct ticket ticket) {
    if (ticket.slot >= tickets->count || ticket.generation == 0)
        return NULL;
    const ticket_slot *slot = &tickets->slot[ticket.slot];
    return slot->generation == ticket.generation ? slot->holder : NULL;
}

void tickets_return(struct tickets *tickets, struct ticket *ticket) {
    if (ticket->generation == 0)
        return;
    assert(tickets_find(tickets, *ticket));
    ticket_slot *slot = &tickets->slot[ticket->slot];
    slot->holder = NULL;
    /* Generation 0 is of no ticket. */
    slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
    slot->next = tickets->free;
    tickets->free = ticket->slot + 1;
    *ticket = (struct ticket){0, 0};
}

bool tickets_are_returned(const struct tickets *tickets) {
    uint32_t i = 0;
    while (i < tickets->count && !tickets->slot[i].holder)
        i++;
    return i == tickets->count;
}

void tickets_free(struct tickets *tickets) {
    assert(tickets_are_returned(tickets));
    free(tickets->slot);
    *tickets = (struct tickets){0};
}
