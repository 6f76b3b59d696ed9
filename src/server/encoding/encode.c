/* Messages that answer one request and are about no game: a refusal, a suggested army, a checked
 * one. */
#include "server/encoding/encode.h"

#include "server/encoding/encode_parts.h"

void encode_refused(ff_buffer *out, const encode_refusal *refusal) {
    encode_open(out, "refused");
    encode_text(out, "re", refusal->re);
    if (refusal->game.data)
        encode_span(out, "game", refusal->game);
    encode_text(out, "reason", refusal->reason);
    encode_text(out, "message", refusal->message);
    encode_close(out);
}

void encode_suggestion(ff_buffer *out, const ff_edition *edition, ff_span style,
                       const char *letters) {
    encode_open(out, "suggestion");
    encode_text(out, "edition", edition->id);
    encode_span(out, "style", style);
    encode_text(out, "letters", letters);
    encode_close(out);
}

void encode_checked(ff_buffer *out, const ff_edition *edition, ff_span letters,
                    ff_setup_reason reason, bool can_move) {
    encode_open(out, "checked");
    encode_text(out, "edition", edition->id);
    encode_span(out, "letters", letters);
    encode_bool(out, "ok", reason == FF_SETUP_OK);
    if (reason == FF_SETUP_OK)
        encode_null(out, "reason");
    else
        encode_text(out, "reason", ff_setup_reason_word(reason));
    encode_bool(out, "canMove", can_move);
    encode_close(out);
}
