/* Lists of messages over shared texts. What must hold: a text lives as long as somebody has
 * a use of it, and `bytes` is the sum over the list. */
#include "server/session/outbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct outbox_text {
    size_t uses;
    ff_span text; /* in the same block, behind the headroom */
};

struct outbox_message {
    outbox_message *next;
    outbox_text *text;
};

outbox_text *outbox_text_new(const ff_buffer *text) {
    outbox_text *made = text->failed ? NULL : malloc(sizeof *made + OUTBOX_HEADROOM + text->size);
    if (!made)
        return NULL;
    char *copy = (char *)(made + 1) + OUTBOX_HEADROOM;
    if (text->size)
        memcpy(copy, text->data, text->size);
    *made = (outbox_text){1, {copy, text->size}};
    return made;
}

void outbox_text_drop(outbox_text *text) {
    assert(!text || text->uses > 0);
    if (text && --text->uses == 0)
        free(text);
}

/* What a message holds of memory. A text that many share counts for each: whoever is cut for it
 * would have had to read it. */
static size_t bytes_of(const outbox_message *message) {
    return sizeof *message + sizeof *message->text + OUTBOX_HEADROOM + message->text->text.size;
}

void outbox_move(struct outbox *to, struct outbox *from) {
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    to->bytes += from->bytes;
    *from = (struct outbox){0};
}

bool outbox_add(struct outbox *to, outbox_text *text) {
    outbox_message *added = malloc(sizeof *added);
    if (!added)
        return false;
    text->uses++;
    *added = (outbox_message){.text = text};
    struct outbox one = {added, added, bytes_of(added)};
    outbox_move(to, &one);
    return true;
}

void outbox_drop_first(struct outbox *from) {
    outbox_message *first = from->first;
    assert(first && from->bytes >= bytes_of(first));
    from->first = first->next;
    from->bytes -= bytes_of(first);
    if (!from->first)
        from->last = NULL;
    assert(from->first || from->bytes == 0);
    outbox_text_drop(first->text);
    free(first);
}

void outbox_clear(struct outbox *from) {
    while (from->first)
        outbox_drop_first(from);
}

const ff_span *outbox_first(const struct outbox *outbox) {
    return outbox->first ? &outbox->first->text->text : NULL;
}
