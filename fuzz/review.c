/* Any bytes as the body of POST /api/review, whatever the format: JSON comes out, or an
 * error that says something. */
#include "fuzz.h"

#include "../src/interchange/xml.h"
#include "../src/server/play/uploaded_replay.h"

#include <jansson.h>

static const uploaded_format formats[] = {
    {"gsn", "#X38FA11", ff_gsn_read, ff_gsn_write},
    {"xml", "<", xml_read, xml_write},
    {NULL, NULL, NULL, NULL},
};

static void must_be_reviews(const ff_buffer *text) {
    json_error_t wrong;
    json_t *read = json_loadb(text->data, text->size, JSON_REJECT_DUPLICATES, &wrong);
    size_t index;
    json_t *game;
    MUST(json_is_object(read));
    json_array_foreach(json_object_get(read, "games"), index, game) {
        MUST(index < UPLOADED_REPLAY_GAMES);
        MUST(json_is_array(json_object_get(game, "events")));
        MUST(json_is_string(json_object_get(game, "result")));
        MUST(json_object_get(game, "error") && json_object_get(game, "board"));
    }
    json_decref(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_buffer text = {0};
    ff_error error;
    if (uploaded_replay_write(&text, (ff_span){(const char *)data, size}, formats, &error))
        must_be_reviews(&text);
    else
        must_be_told(&error);
    ff_buffer_free(&text);
    return 0;
}
