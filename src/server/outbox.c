#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

struct outbox_message {
    outbox_message *next;
    ff_span text; /* in the same block */
};

void outbox_move(ff_outbox *to, ff_outbox *from) {
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    to->bytes += from->bytes;
    *from = (ff_outbox){0};
}

bool outbox_add(ff_outbox *to, ff_span text) {
    outbox_message *added = malloc(sizeof *added + text.size);
    if (!added)
        return false;
    char *copy = (char *)(added + 1);
    memcpy(copy, text.data, text.size);
    *added = (outbox_message){.text = {copy, text.size}};
    ff_outbox one = {added, added, text.size + sizeof *added};
    outbox_move(to, &one);
    return true;
}

void outbox_drop_first(ff_outbox *from) {
    outbox_message *first = from->first;
    from->first = first->next;
    from->bytes -= first->text.size + sizeof *first;
    if (!from->first)
        from->last = NULL;
    free(first);
}

void outbox_clear(ff_outbox *from) {
    while (from->first)
        outbox_drop_first(from);
}

const ff_span *outbox_first(const ff_outbox *outbox) {
    return outbox->first ? &outbox->first->text : NULL;
}
