#include "server/session/wire.h"

#include "server/session/wire_parts.h"

void wire_refused(ff_buffer *out, const wire_refusal *refusal) {
    wire_open(out, "refused");
    wire_text(out, "re", refusal->re);
    if (refusal->game.data)
        wire_span(out, "game", refusal->game);
    wire_text(out, "reason", refusal->reason);
    wire_text(out, "message", refusal->message);
    wire_close(out);
}

void wire_suggestion(ff_buffer *out, const ff_edition *edition, const char *letters) {
    wire_open(out, "suggestion");
    wire_text(out, "edition", edition->id);
    wire_text(out, "letters", letters);
    wire_close(out);
}

void wire_checked(ff_buffer *out, const ff_edition *edition, ff_span letters,
                  ff_setup_reason reason, bool can_move) {
    wire_open(out, "checked");
    wire_text(out, "edition", edition->id);
    wire_span(out, "letters", letters);
    wire_bool(out, "ok", reason == FF_SETUP_OK);
    if (reason == FF_SETUP_OK)
        wire_null(out, "reason");
    else
        wire_text(out, "reason", ff_setup_reason_word(reason));
    wire_bool(out, "canMove", can_move);
    wire_close(out);
}
