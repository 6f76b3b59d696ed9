/* The first message to each client. What must hold: it stands before all others, and where the
 * store cannot be read there is none rather than half of one. */
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/request/message_request.h"
#include "server/session/client.h"

#include <string.h>

typedef struct listing {
    ff_buffer *text;
    const struct person *person;
} listing;

static bool list_game(void *context, const store_game *game) {
    const listing *list = context;
    encode_row(list->text, game, game_seat_of(game, list->person));
    return true;
}

void messages_welcome(struct hub *hub, struct client *client, const char *kept) {
    static const store_page newest = {INT64_MAX, GAMES_LISTED};
    struct request request = request_of_client(hub, client, "welcome");
    ff_buffer text = {0};
    struct store *store = hub->options.store;
    listing list = {&text, client_person(client)};
    encode_welcome_opening(&text, hub->options.version, hub->lists.tag);
    if (strcmp(kept, hub->lists.tag) != 0) {
        encode_comma(&text);
        ff_buffer_add(&text, hub->lists.text.data, hub->lists.text.size);
    }
    request_prepare_failure(&request);
    if (encode_welcome_person(&text, store, client_identity(client)) &&
        store_visit_open(store, list.person, STORE_OPEN_MOST, list_game, &list) &&
        store_visit_over(store, list.person, &newest, list_game, &list)) {
        encode_welcome_end(&text, hub->notice, wakes_key(hub->wakes));
        request_send(&request, &text);
    } else {
        ff_buffer_free(&text);
        request_cannot_read(&request);
    }
}
