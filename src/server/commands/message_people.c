/* Messages about what people have played and what they show of it. What must hold: of others only
 * games that could be watched are listed, and only where the account shows its results; one that
 * shows nothing is answered as one that does not exist. */
#include "server/commands/command_table.h"
#include "server/commands/message_accounts.h"
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/people/history.h"
#include "server/people/people_rows.h"

enum { GAMES_LOOKED_AT = 200 }; /* for one message: where few fit, the next one goes on */

/* ---- whose ---- */

static bool refuse_unknown(const struct request *request) {
    request_refuse(request, "unknown-name",
                   "there is no account of this name, or it shows nothing of itself");
    return false;
}

/* An account that shows its results to whoever asks. False where it has refused. */
static bool find_shown(const struct request *request, struct identity *found) {
    struct store *store = request->hub->options.store;
    struct person person;
    profile_shows shows = SHOWS_NOTHING;
    store_answer answer = identity_find(store, request->command->name, &person);
    if (answer == STORE_NONE)
        return refuse_unknown(request);
    if (answer != STORE_FOUND || !identity_read(store, &person, found) ||
        people_find_shows(store, &person, &shows) != STORE_FOUND)
        return request_cannot_read(request);
    bool own = person_is(&person, &request->who->person);
    return own || (shows >= SHOWS_RESULTS && !found->banned) || refuse_unknown(request);
}

/* ---- history ---- */

typedef struct listing {
    ff_buffer text;
    const struct person *whose, *viewer;
    history_filter filter;
    unsigned looked, told;
    int64_t last;
} listing;

static bool list_game(void *context, const store_game *game) {
    listing *list = context;
    ff_seat seat = game_seat_of(game, list->whose);
    list->looked++;
    list->last = game->number;
    if (history_fits(&list->filter, game, seat)) {
        encode_row(&list->text, game, game_seat_of(game, list->viewer));
        list->told++;
    }
    return list->told < GAMES_LISTED;
}

static history_filter filter_of(const struct command *asked, bool own) {
    return (history_filter){.public = !own,
                            .edition = asked->edition,
                            .opponent = asked->opponent,
                            .against = asked->against,
                            .result = asked->result,
                            .rated = asked->rated_only == YES,
                            .casual = asked->rated_only == NO,
                            .since = asked->since,
                            .until = asked->until};
}

/* A page is full, or as much has been looked at as one message may cost. */
static void tell_history(struct request *request, listing *list) {
    store_page page = {request->command->before ? request->command->before : INT64_MAX,
                       GAMES_LOOKED_AT};
    encode_open(&list->text, "history");
    encode_begin(&list->text, "games", "[");
    bool read = store_visit_over(request->hub->options.store, list->whose, &page, list_game, list);
    bool more = list->told == GAMES_LISTED || list->looked == GAMES_LOOKED_AT;
    if (!read && list->told < GAMES_LISTED) {
        ff_buffer_free(&list->text);
        request_cannot_read(request);
        return;
    }
    ff_buffer_byte(&list->text, ']');
    encode_maybe_number(&list->text, "before", more ? list->last : STORE_NULL);
    encode_close(&list->text);
    request_send(request, &list->text);
}

static void handle_history(struct request *request) {
    struct identity whose = *request->who;
    if (request->command->name.size > 0 && !find_shown(request, &whose))
        return;
    bool own = person_is(&whose.person, &request->who->person);
    listing list = {.whose = &whose.person,
                    .viewer = &request->who->person,
                    .filter = filter_of(request->command, own)};
    const char *fault = history_filter_fault(&list.filter);
    if (fault)
        request_refuse(request, "bad-message", fault);
    else
        tell_history(request, &list);
}

/* ---- what one shows ---- */

static void handle_profile(struct request *request) {
    profile_shows shows;
    ff_buffer text = {0};
    if (!account_is_signed_in(request))
        return;
    if (!profile_shows_find(request->command->shows, &shows)) {
        request_refuse(request, "bad-message", "`shows` is nothing, results or setups");
        return;
    }
    if (!people_set_shows(request->hub->options.store, &request->who->person, shows))
        return;
    encode_done(&text, request->type);
    request_send(request, &text);
}

const command_kind message_people[] = {
    {"history",
     COST_READ,
     handle_history,
     {MESSAGE_MAY(NUMBER, before),
      MESSAGE_MAY(TEXT, name),
      MESSAGE_MAY(TEXT, edition),
      MESSAGE_MAY(TEXT, opponent),
      MESSAGE_MAY(TEXT, against),
      MESSAGE_MAY(TEXT, result),
      MESSAGE_MAY(NUMBER, since),
      MESSAGE_MAY(NUMBER, until),
      {"rated", FIELD_MAYBE, offsetof(struct command, rated_only), true}}},
    {"profile", COST_WRITE, handle_profile, {MESSAGE_NEEDS(TEXT, shows)}},
    {0},
};
