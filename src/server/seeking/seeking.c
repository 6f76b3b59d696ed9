/* What must hold: who leaves the queue for a game has that game in the same batch; where several
 * servers share the queue its rows are the truth, and what is in memory follows them: a wish is
 * held before it is made a game of. */
#include "server/seeking/seeking.h"

#include "server/database/store_nodes.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/identity/identity.h"
#include "server/request/message_begin.h"
#include "server/seeking/wish_rows.h"
#include "server/session/client.h"
#include "server/session/subscriptions.h"
#include "server/vacation/vacations.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    GAMES_AT_ONCE = 20,    /* that one pulse may begin */
    ENDED_KEPT_MS = 600000 /* that the row of a wish stays after its end */
};

struct seeking {
    wish_rows *rows;
    bool doubtful; /* what is in memory may not be what the rows say */
};

bool seeking_open(struct hub *hub) {
    if (!store_is_shared(hub->options.store))
        return true;
    hub->seeking = calloc(1, sizeof *hub->seeking);
    if (!hub->seeking)
        return false;
    *hub->seeking = (struct seeking){wish_rows_open(hub->options.store), true};
    return hub->seeking->rows != NULL;
}

void seeking_close(struct hub *hub) {
    if (hub->seeking)
        wish_rows_close(hub->seeking->rows);
    free(hub->seeking);
    hub->seeking = NULL;
}

void seeking_doubt(struct hub *hub) {
    if (hub->seeking)
        hub->seeking->doubtful = true;
}

/* ---- telling ---- */

/* `ticket` null: one is not in the queue; `game`: why not, or empty. */
static void write_queue(ff_buffer *out, const struct hub *hub, const match_ticket *ticket,
                        const char *game) {
    int64_t now = hub_now(hub);
    encode_open(out, "queue");
    encode_bool(out, "on", ticket != NULL);
    encode_maybe_number(out, "waited",
                        !ticket ? STORE_NULL : (ticket->since < now ? now - ticket->since : 0));
    encode_maybe_text(out, "game", game);
    encode_close(out);
}

static void write_end(ff_buffer *out, const struct hub *hub, const wish_end *end) {
    const encode_refusal refusal = {.re = "seek", .reason = end->reason, .message = end->message};
    if (end->reason[0])
        encode_refused(out, &refusal);
    else
        write_queue(out, hub, NULL, end->game);
}

/* When the batch cannot be stored: what another server has stored is as true as before; where the
 * queue is in rows everybody waits on; and else nobody does, and hears so. */
typedef enum end_source { ENDED_HERE, ENDED_ELSEWHERE } end_source;

static void tell_end(struct hub *hub, const struct person *person, const wish_end *end,
                     end_source source, const struct client *but) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));) {
        struct request request = request_of_client(hub, at, "seek");
        ff_buffer text = {0};
        if (at == but)
            continue;
        write_end(&text, hub, end);
        if (source == ENDED_ELSEWHERE)
            hub_send_on_failure(hub, at, &text);
        else if (!hub->seeking)
            request_prepare_failure(&request);
        request_send(&request, &text);
    }
}

/* The sender may have been in the queue already. */
void seeking_answer(struct request *request) {
    ff_buffer text = {0};
    write_queue(&text, request->hub, match_queue_find(request->hub->queue, &request->who->person),
                "");
    request_send(request, &text);
}

/* ---- what other servers have done ---- */

static bool follow(struct hub *hub, const struct person *person) {
    match_ticket ticket;
    wish_end end;
    store_answer answer = wish_rows_find(hub->seeking->rows, person, &ticket, &end);
    if (answer == STORE_FAILED) {
        seeking_doubt(hub);
        return false;
    }
    ticket.seen = hub_now(hub);
    if (answer == STORE_FOUND)
        match_queue_put(hub->queue, &ticket);
    else if (match_queue_leave(hub->queue, person))
        tell_end(hub, person, &end, ENDED_ELSEWHERE, NULL);
    lobby_change(&hub->lobby);
    return true;
}

void seeking_hear(struct hub *hub, const struct person *person) {
    if (hub->seeking)
        follow(hub, person);
}

static void take_ticket(void *context, const match_ticket *ticket) {
    struct hub *hub = context;
    match_ticket taken = *ticket;
    taken.seen = hub_now(hub);
    match_queue_put(hub->queue, &taken);
}

/* Whoever is in memory and in no row is looked at one by one: its people hear what has come of it.
 */
static bool read_all(struct hub *hub) {
    const match_ticket *at;
    match_queue_doubt(hub->queue);
    bool read = wish_rows_visit(hub->seeking->rows, take_ticket, hub);
    while (read && (at = match_queue_lost(hub->queue, hub_now(hub)))) {
        struct person person = at->wish.person;
        read = follow(hub, &person);
    }
    lobby_change(&hub->lobby);
    return read;
}

/* Is the queue in memory what it should be? */
static bool is_certain(struct hub *hub) {
    struct seeking *seeking = hub->seeking;
    if (seeking && seeking->doubtful && store_is_working(hub->options.store))
        seeking->doubtful = !read_all(hub);
    return !seeking || !seeking->doubtful;
}

/* ---- entering and leaving ---- */

/* A wish that another server has entered meanwhile is read, and replaced then; one of which it has
 * made a game is not: its person hears of the game. */
match_entered seeking_enter(struct hub *hub, const match_wish *wish) {
    store_answer written = STORE_NONE;
    for (int tries = 0; written == STORE_NONE && tries < 2; tries++) {
        const match_ticket *before = match_queue_find(hub->queue, &wish->person);
        int64_t known = before ? before->wish.version : 0;
        match_entered entered = match_queue_enter(hub->queue, wish, hub_now(hub));
        if (entered != MATCH_ENTERED)
            return entered;
        if (hub->seeking)
            written = wish_rows_enter(hub->seeking->rows,
                                      match_queue_find(hub->queue, &wish->person), known);
        else
            written = STORE_FOUND;
        if (written == STORE_NONE)
            seeking_hear(hub, &wish->person);
        if (!match_queue_find(hub->queue, &wish->person))
            break;
    }
    lobby_change(&hub->lobby);
    return MATCH_ENTERED;
}

/* In the rows, where there are any. STORE_NONE: another server was faster, and has been heard. */
static store_answer end_row(struct hub *hub, const struct person *person, int64_t version,
                            const wish_end *end) {
    if (!hub->seeking)
        return STORE_FOUND;
    store_answer ended = wish_rows_end(hub->seeking->rows, person, version, hub_now(hub), end);
    if (ended == STORE_NONE)
        seeking_hear(hub, person);
    return ended;
}

void seeking_leave(struct hub *hub, const struct person *person, const struct client *but) {
    static const wish_end left;
    if (end_row(hub, person, 0, &left) != STORE_FOUND || !match_queue_leave(hub->queue, person))
        return;
    lobby_change(&hub->lobby);
    tell_end(hub, person, &left, ENDED_HERE, but);
}

/* Whoever has been away for too long waits no more. */
static void drop_lost(struct hub *hub) {
    static const wish_end left;
    const match_ticket *at;
    while ((at = match_queue_lost(hub->queue, hub_now(hub)))) {
        match_ticket lost = *at;
        match_queue_leave(hub->queue, &lost.wish.person);
        end_row(hub, &lost.wish.person, lost.wish.version, &left);
    }
}

/* ---- who has met ---- */

/* Are both wishes still what they were when the pair was found? Nobody else changes them then. */
static bool hold(struct hub *hub, const match_pair *pair) {
    for (int side = 0; hub->seeking && side < 2; side++) {
        store_answer held = wish_rows_hold(hub->seeking->rows, &pair->of[side]);
        if (held == STORE_FOUND)
            continue;
        match_queue_put(hub->queue, &pair->of[0]);
        match_queue_put(hub->queue, &pair->of[1]);
        if (held == STORE_NONE)
            seeking_hear(hub, &pair->of[side].wish.person);
        return false;
    }
    return true;
}

/* False, and why, where one cannot sit down. Nobody knows by which connection it waits, or at which
 * server: who it is now is read, and where it was is in its wish. */
static bool sit(struct hub *hub, const match_ticket *ticket, const ff_edition *rules,
                store_game *row, ff_seat seat, wish_end *why) {
    static const struct command nothing;
    struct identity who;
    command_result refusal = {0};
    struct request request = {.hub = hub,
                              .command = &nothing,
                              .type = "seek",
                              .who = &who,
                              .origin = ticket->wish.origin,
                              .result = &refusal,
                              .eyes = FF_NOBODY};
    bool read = identity_read(hub->options.store, &ticket->wish.person, &who) ||
                request_cannot_read(&request);
    if (read && begin_has_room(&request) && begin_sit(&request, rules, row, seat))
        return true;
    snprintf(why->reason, sizeof why->reason, "%s", refusal.reason);
    snprintf(why->message, sizeof why->message, "%s", refusal.message);
    return false;
}

static bool end_wish(struct hub *hub, const match_ticket *ticket, const wish_end *end) {
    const struct person *person = &ticket->wish.person;
    bool ended = end_row(hub, person, ticket->wish.version, end) == STORE_FOUND;
    tell_end(hub, person, end, ENDED_HERE, NULL);
    return ended;
}

static game_terms terms_of(const match_pair *pair) {
    return (game_terms){.timed = true,
                        .clock = clock_presets[pair->clock].terms,
                        .remember = true,
                        .hints = true,
                        .watch = true,
                        .rated = pair->rated};
}

/* Both sit down, by lot. Where one cannot, it hears why, and the other one waits on. */
static bool sit_both(struct hub *hub, const match_pair *pair, const ff_edition *rules,
                     store_game *row) {
    unsigned red = randombytes_uniform(2);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        unsigned side = seat == FF_RED ? red : 1 - red;
        wish_end why = {.game = ""};
        if (sit(hub, &pair->of[side], rules, row, (ff_seat)seat, &why))
            continue;
        match_queue_put(hub->queue, &pair->of[1 - side]);
        end_wish(hub, &pair->of[side], &why);
        return false;
    }
    return true;
}

static void begin_game(struct hub *hub, const match_pair *pair) {
    const ff_edition *rules = ff_edition_at(pair->edition);
    store_game row = {.terms = terms_of(pair)};
    wish_end end = {.game = ""};
    begin_row(&row, rules, FF_RED);
    if (!hold(hub, pair) || !sit_both(hub, pair, rules, &row))
        return;
    snprintf(end.game, sizeof end.game, "%s", row.id);
    struct table *table = tables_add(hub->tables, &row, NULL);
    bool ended = end_wish(hub, &pair->of[0], &end) && end_wish(hub, &pair->of[1], &end);
    if (table && ended && vacations_begin_game(hub, table))
        hub_publish(hub, table);
    else
        store_spoil(hub->options.store); /* and so they hear of no game that has not begun */
}

void seeking_pulse(struct hub *hub) {
    match_pair pair;
    size_t before = match_queue_count(hub->queue);
    if (!is_certain(hub) || !hub_keeps(hub))
        return;
    if (match_queue_look(hub->queue, hub_now(hub))) {
        drop_lost(hub);
        if (hub->seeking)
            wish_rows_sweep(hub->seeking->rows, hub_now(hub) - ENDED_KEPT_MS);
    }
    for (int i = 0; i < GAMES_AT_ONCE && store_is_working(hub->options.store) &&
                    match_queue_next(hub->queue, &pair);
         i++)
        begin_game(hub, &pair);
    if (match_queue_count(hub->queue) != before)
        lobby_change(&hub->lobby);
}
