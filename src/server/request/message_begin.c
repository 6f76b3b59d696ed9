/* What all ways to begin a game have in common. What must hold: limits are looked at before
 * anything is written; and whoever is refused here has been told so. */
#include "server/request/message_begin.h"

#include "server/identity/identity.h"
#include "server/store/store_guests.h"
#include "server/vacation/vacations.h"

#include <sodium.h>
#include <stdio.h>

bool begin_find_seat(struct request *request, ff_seat *seat) {
    if (ff_span_equals(request->command->seat, "random"))
        *seat = randombytes_uniform(2) ? FF_BLUE : FF_RED;
    else if (ff_span_equals(request->command->seat, "red"))
        *seat = FF_RED;
    else if (ff_span_equals(request->command->seat, "blue"))
        *seat = FF_BLUE;
    else {
        char message[64];
        snprintf(message, sizeof message, "`%s` is red, blue or random",
                 command_field_called(request->command, "seat"));
        request_refuse(request, "bad-message", message);
        return false;
    }
    return true;
}

bool begin_has_room(struct request *request) {
    unsigned all, open;
    if (!store_count_games(request->hub->options.store, &request->who->person, &all, &open))
        return request_cannot_read(request);
    if (open >= GAMES_OPEN_LIMIT)
        request_refuse(request, "too-many",
                       "you have 20 games going on: finish or resign one first");
    else if (all >= GAMES_LIMIT)
        request_refuse(request, "too-many",
                       "you have 2000 games, and the server keeps no more for you");
    return open < GAMES_OPEN_LIMIT && all < GAMES_LIMIT;
}

/* Told when it becomes so, by whoever sees it: others may have taken the last seats. */
static void report_guests(struct hub *hub, uint64_t seats) {
    bool full = seats >= hub->options.guest_games;
    if (full && !hub->guests_full)
        log_event(hub->options.log, LOG_ERROR, "guests-full", "seats=%llu",
                  (unsigned long long)seats);
    hub->guests_full = full;
}

/* Anybody can be any number of guests; so what they may fill is limited together, and of one
 * address to a share of that. The host is told when it is full. */
static bool has_room_for_guest(struct request *request, const store_game *row, ff_seat seat) {
    struct hub *hub = request->hub;
    uint64_t all, own, most = hub->options.guest_games;
    if (!store_count_guests(hub->options.store, row->seat[seat].origin, &all, &own))
        return request_cannot_read(request);
    /* The other seat of a game that is not added yet. */
    const store_seat *other = &row->seat[seat_other(seat)];
    bool counts = !row->number && other->kind == SEAT_GUEST;
    all += counts;
    own += counts && other->origin == row->seat[seat].origin;
    if (!row->seat[seat].origin) /* not known any more: it counts for all guests together alone */
        own = 0;
    if (all >= most)
        request_refuse(request, "too-many", "this server keeps no more games of guests");
    else if (own >= hub->options.guest_share)
        request_refuse(request, "too-many",
                       "guests at your address have as many games as this server keeps of one "
                       "address; who registers can begin more");
    bool has_room = all < most && own < hub->options.guest_share;
    report_guests(hub, all + has_room);
    return has_room;
}

static bool sit(struct request *request, const ff_edition *edition, store_game *row, ff_seat seat,
                const struct person *person, int64_t origin) {
    if (!identity_sit(request->hub->options.store, person, edition, &row->seat[seat]))
        return request_cannot_read(request);
    if (row->seat[seat].kind != SEAT_GUEST)
        return true;
    row->seat[seat].origin = origin;
    if (!row->terms.rated)
        return has_room_for_guest(request, row, seat);
    request_refuse(request, "not-signed-in", "rated games are for those who have signed in");
    return false;
}

bool begin_sit(struct request *request, const ff_edition *edition, store_game *row, ff_seat seat) {
    return sit(request, edition, row, seat, &request->who->person, request->origin);
}

bool begin_sit_again(struct request *request, const ff_edition *edition, store_game *row,
                     ff_seat seat, const store_seat *sat) {
    if (person_is(&sat->person, &request->who->person))
        return begin_sit(request, edition, row, seat);
    return sit(request, edition, row, seat, &sat->person, sat->origin);
}

/* The id is 128 random bits: whoever has it may ask for the game, and nobody guesses it. The seed
 * of the computer's moves is as random, and told to nobody. */
void begin_row(store_game *row, const ff_edition *edition, ff_seat by) {
    static const store_seat nobody = {.rating = STORE_NULL, .change = STORE_NULL};
    uint8_t id[16];
    randombytes_buf(id, sizeof id);
    sodium_bin2base64(row->id, sizeof row->id, id, sizeof id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    randombytes_buf(&row->seed, sizeof row->seed);
    row->by = (uint8_t)by;
    row->rematch = FF_NOBODY;
    row->seat[FF_RED] = row->seat[FF_BLUE] = nobody;
    snprintf(row->edition, sizeof row->edition, "%s", edition->id);
}

void begin_seat_computer(store_game *row, ff_seat seat, const char *name) {
    row->seat[seat].kind = SEAT_COMPUTER;
    snprintf(row->seat[seat].name, sizeof row->seat[seat].name, "%s", name);
}

bool begin_table(struct request *request, const store_game *row, const ff_edition *edition) {
    request->table = tables_add(request->hub->tables, row, edition);
    bool begun = request->table && vacations_begin_game(request->hub, request->table);
    if (!begun)
        request_refuse(request, "store", "the server cannot begin a game at the moment");
    return begun;
}
