/* What is asked of tournaments. What must hold: accounts make them and play in them, so that a
 * place is somebody's, and guests where the host has said so; and a list is read a page at a time.
 */
#include "server/tournaments/requests.h"
#include "server/base/sanitize.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/session/client.h"
#include "server/tournaments/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED = 20,            /* that are over, in one page */
    DELAY_MAX = 30 * 86400, /* seconds until the start */
    SETUP_USUAL = 60,       /* seconds for the army */
};

static struct tournaments *tournaments_of(const struct request *request) {
    return request->hub->tournaments;
}

static void answer_done(const struct request *request) {
    ff_buffer text = {0};
    encode_done(&text, request->type);
    request_send(request, &text);
}

/* ---- refusals ---- */

static const struct {
    const char *reason, *message;
} sentences[] = {
    {"unknown-tournament", "there is no such tournament that can be entered or left"},
    {"begun", "it is too late for this"},
    {"full", "all places are taken"},
    {"not-seated", "you do not take part in it"},
    {"unknown-name", "nobody of that name takes part or asks to"},
    {"not-signed-in", "this tournament is for those who have signed in"},
    {"nameless", "choose what you are called first: the standings show it"},
    {"name-taken", "a guest of this name, or one like it, takes part: choose another one"},
    {"too-many",
     "a person can make 2 tournaments at once and 10 a day, and take part in 5; a server "
     "has 50; and one tournament 16 guests of an address, an exhibition that is open to all "
     "a quarter of its places"},
    {"store", "nothing can be stored at the moment"},
};

static bool has_done(const struct request *request, const char *reason) {
    for (size_t i = 0; reason && i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(reason, sentences[i].reason) == 0)
            request_refuse(request, reason, sentences[i].message);
    if (reason && strcmp(reason, "store") == 0)
        store_spoil(request->hub->options.store);
    return !reason;
}

static bool has_account(const struct request *request) {
    if (!request->who->has_account)
        request_refuse(request, "not-signed-in", "tournaments are for those who have signed in");
    return request->who->has_account;
}

/* ---- announcing ---- */

static bool read_number(const struct request *request, const char *name, int64_t given,
                        int64_t least, int64_t most, unsigned *out) {
    char message[120];
    *out = (unsigned)given;
    if (given >= least && given <= most)
        return true;
    snprintf(message, sizeof message, "`%s` must be a whole number from %lld to %lld", name,
             (long long)least, (long long)most);
    request_refuse(request, "bad-message", message);
    return false;
}

static bool read_system(const struct request *request, tournament_row *row) {
    for (unsigned kind = 0; kind < TOURNAMENT_KINDS; kind++)
        if (ff_span_equals(request->command->system, tournament_format_of(kind)->word)) {
            row->kind = (uint8_t)kind;
            return true;
        }
    request_refuse(request, "bad-message",
                   "`system` must be arena, swiss, round-robin or exhibition");
    return false;
}

static bool read_size(const struct request *request, tournament_row *row) {
    const struct command *command = request->command;
    int64_t most = tournament_format_of(row->kind)->places;
    int64_t places = command->places ? command->places : most;
    if (!read_number(request, "places", places, 2, most, &row->places))
        return false;
    if (row->kind == TOURNAMENT_ARENA)
        return read_number(request, "minutes", command->minutes, 1, TOURNAMENT_MINUTES_MAX,
                           &row->minutes);
    return row->kind != TOURNAMENT_SWISS ||
           read_number(request, "rounds", command->rounds, 1, TOURNAMENT_ROUNDS_MAX, &row->rounds);
}

static bool read_name(const struct request *request, tournament_row *row) {
    if (sanitize_line(request->command->name, TOURNAMENT_NAME_MAX, row->name))
        return true;
    request_refuse(request, "bad-name", "a tournament's name has 1 to 60 characters");
    return false;
}

static bool read_clock(struct request *request, tournament_row *row) {
    game_terms terms;
    if (!request->command->clock.given) {
        request_refuse(request, "bad-message", "`clock` is missing: tournaments have one");
        return false;
    }
    if (!request_find_terms(request, &terms))
        return false;
    if (clock_days(&terms.clock)) {
        request_refuse(request, "bad-message", "`clock.days` is for correspondence games");
        return false;
    }
    row->clock = terms.clock;
    if (row->clock.setup == 0)
        row->clock.setup = SETUP_USUAL;
    return true;
}

/* Whoever announces an exhibition plays it; and may choose the opponents by asking them to come, so
 * that it says little of how strong anybody is. */
static bool may_be_exhibition(const struct request *request, const tournament_row *row) {
    if (row->kind != TOURNAMENT_EXHIBITION || (request->who->has_account && !row->rated))
        return true;
    request_refuse(request, "bad-message",
                   row->rated ? "`rated`: games of an exhibition are not rated"
                              : "an exhibition is announced by the account that plays it");
    return false;
}

/* Who lets guests in answers for them, since anybody can be any number of them: that is the host of
 * the server, or who plays all of them. */
static bool read_guests(const struct request *request, tournament_row *row) {
    bool answers = !request->who->has_account || row->kind == TOURNAMENT_EXHIBITION;
    row->guests = request->command->guests;
    if (!row->guests || (answers && !row->rated))
        return true;
    request_refuse(request, "bad-message",
                   row->rated ? "`guests` and `rated`: rated games are for accounts"
                              : "`guests` is for exhibitions, and for what the host announces");
    return false;
}

/* Which colour the host of an exhibition plays, and whether it chooses its opponents. */
static bool read_choices(const struct request *request, tournament_row *row) {
    ff_span seat = request->command->seat;
    bool is_exhibition = row->kind == TOURNAMENT_EXHIBITION;
    row->chooses = request->command->chooses;
    row->host_seat = ff_span_equals(seat, "red")    ? FF_RED
                     : ff_span_equals(seat, "blue") ? FF_BLUE
                                                    : FF_NOBODY;
    if (seat.data && row->host_seat == FF_NOBODY)
        request_refuse(request, "bad-message", "`seat` must be red or blue; without it, in turn");
    else if (!is_exhibition && (seat.data || row->chooses))
        request_refuse(request, "bad-message", "`seat` and `chooses` are for exhibitions");
    else
        return true;
    return false;
}

bool requests_announce(struct request *request, tournament_row *row) {
    unsigned delay;
    *row = (tournament_row){.rated = request->command->rated};
    if (!read_name(request, row) || !read_system(request, row) || !request_find_edition(request) ||
        !may_be_exhibition(request, row) || !read_clock(request, row) || !read_size(request, row) ||
        !read_guests(request, row) || !read_choices(request, row) ||
        !read_number(request, "delay", request->command->delay, 0, DELAY_MAX, &delay))
        return false;
    snprintf(row->edition, sizeof row->edition, "%s", request->rules->id);
    row->starts = hub_now(request->hub) + (int64_t)delay * 1000;
    if (request->who->has_account)
        row->maker = request->who->person;
    return has_done(request, tournaments_announce(tournaments_of(request), row));
}

/* ---- telling ---- */

static void tell(struct request *request, const tournament *of, unsigned first) {
    ff_buffer text = {0};
    if (telling_write(&text, of, &request->who->person, first, hub_now(request->hub)))
        request_send(request, &text);
    else {
        ff_buffer_free(&text);
        request_cannot_read(request);
    }
}

static void handle_announce(struct request *request) {
    tournament_row row;
    if (!has_account(request) || !requests_announce(request, &row))
        return;
    const tournament *of = tournaments_find(tournaments_of(request), ff_span_of(row.id));
    if (request->client)
        *client_tournament(request->client) = row.number;
    tell(request, of, 0);
}

/* One that is announced or runs is in memory; one that is over is read from the store for this
 * once. */
bool requests_look(struct hub *hub, ff_span id, const struct person *person, unsigned first,
                   ff_buffer *out, bool *found) {
    const tournament *live = tournaments_find(hub->tournaments, id);
    tournament past;
    *found = true;
    if (live)
        return telling_write(out, live, person, first, hub_now(hub));
    tournament_row row;
    store_answer answer = rows_find(tournaments_rows(hub->tournaments), id, &row);
    *found = answer != STORE_NONE;
    if (answer != STORE_FOUND ||
        rows_read(tournaments_rows(hub->tournaments), &row, &past) != STORE_FOUND)
        return answer == STORE_NONE;
    bool ok = telling_write(out, &past, person, first, hub_now(hub));
    tournament_free(&past);
    return ok;
}

/* Who no longer watches is answered nothing: it would be a page of standings, for nothing. */
static void handle_look(struct request *request) {
    ff_buffer text = {0};
    bool found;
    int64_t first = request->command->first;
    unsigned from = first > 0 && first < TOURNAMENT_PLACES_ARENA ? (unsigned)first : 0;
    const tournament *live =
        tournaments_find(tournaments_of(request), request->command->tournament);
    if (request->client)
        *client_tournament(request->client) =
            live && request->command->watch == YES ? live->row.number : 0;
    if (request->command->watch == NO)
        return;
    bool ok = requests_look(request->hub, request->command->tournament, &request->who->person, from,
                            &text, &found);
    if (ok && found) {
        request_send(request, &text);
        return;
    }
    ff_buffer_free(&text);
    if (ok)
        request_refuse(request, "unknown-tournament", "there is no such tournament");
    else
        request_cannot_read(request);
}

/* ---- the list ---- */

static void add_row(ff_buffer *out, const tournament_row *row, unsigned players) {
    encode_open(out, NULL);
    telling_row(out, row, players);
    encode_close(out);
}

static void add_live(struct hub *hub, ff_buffer *out) {
    for (unsigned i = 0; i < tournaments_count(hub->tournaments); i++) {
        const tournament *of = tournaments_at(hub->tournaments, i);
        add_row(out, &of->row, tournament_count_placed(of));
    }
}

bool requests_list(struct hub *hub, int64_t before, ff_buffer *out) {
    tournament_row *over = calloc(LISTED, sizeof *over);
    tournament_rows *rows = tournaments_rows(hub->tournaments);
    unsigned count = 0;
    bool ok = over && rows_list(rows, false, before, LISTED, over, &count);
    encode_open(out, "tournaments");
    encode_number(out, "now", hub_now(hub));
    encode_begin(out, "tournaments", "[");
    if (before == INT64_MAX)
        add_live(hub, out);
    for (unsigned i = 0; ok && i < count; i++) {
        unsigned players;
        ok = rows_count_players(rows, over[i].number, &players);
        add_row(out, &over[i], players);
    }
    ff_buffer_byte(out, ']');
    encode_maybe_number(out, "before",
                        ok && count == LISTED ? over[LISTED - 1].number : STORE_NULL);
    encode_close(out);
    free(over);
    return ok && !out->failed;
}

static void handle_list(struct request *request) {
    ff_buffer text = {0};
    int64_t before = request->command->before;
    if (requests_list(request->hub, before > 0 ? before : INT64_MAX, &text)) {
        request_send(request, &text);
        return;
    }
    ff_buffer_free(&text);
    request_cannot_read(request);
}

/* ---- taking part ---- */

static void handle_join(struct request *request) {
    if (has_done(request, tournaments_join(tournaments_of(request), request->command->tournament,
                                           &request->who->person, request->origin)))
        answer_done(request);
}

static void handle_leave(struct request *request) {
    if (has_done(request, tournaments_leave(tournaments_of(request), request->command->tournament,
                                            &request->who->person)))
        answer_done(request);
}

static void handle_choose(struct request *request) {
    const struct command *command = request->command;
    if (has_account(request) &&
        has_done(request, tournaments_choose(tournaments_of(request), command->tournament,
                                             &request->who->person, command->name, command->on)))
        answer_done(request);
}

static void handle_cancel(struct request *request) {
    if (has_account(request) &&
        has_done(request, tournaments_cancel(tournaments_of(request), request->command->tournament,
                                             &request->who->person)))
        answer_done(request);
}

/* The tournament of the request's game, and the round. */
static store_answer find_of_game(const struct request *request, tournament_row *row,
                                 unsigned *round) {
    struct tournaments *all = tournaments_of(request);
    return all ? rows_find_game(tournaments_rows(all), request->table->row.number, row, round)
               : STORE_NONE;
}

void requests_tell_of_game(struct request *request) {
    tournament_row row;
    unsigned round;
    if (request->client && request->table && find_of_game(request, &row, &round) == STORE_FOUND)
        telling_game(request->hub, request->client, &row, request->table->row.id, round);
}

/* Where that cannot be read it may be one: an abort that is refused can be asked for again. */
bool requests_is_tournament_game(const struct request *request) {
    tournament_row row;
    unsigned round;
    return find_of_game(request, &row, &round) != STORE_NONE;
}

const command_kind message_tournaments[] = {
    {"tournaments", COST_READ, handle_list, {MESSAGE_MAY(NUMBER, before)}},
    {"tournament",
     COST_READ,
     handle_look,
     {MESSAGE_NEEDS(TEXT, tournament),
      {"on", FIELD_MAYBE, offsetof(struct command, watch), true},
      MESSAGE_MAY(NUMBER, first)}},
    {"tournament-new",
     COST_WRITE,
     handle_announce,
     {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, system), MESSAGE_NEEDS(TEXT, edition),
      MESSAGE_NEEDS(CLOCK, clock), MESSAGE_MAY(BOOL, rated), MESSAGE_MAY(BOOL, guests),
      MESSAGE_MAY(NUMBER, delay), MESSAGE_MAY(NUMBER, minutes), MESSAGE_MAY(NUMBER, rounds),
      MESSAGE_MAY(NUMBER, places), MESSAGE_MAY(TEXT, seat), MESSAGE_MAY(BOOL, chooses)}},
    {"tournament-join", COST_WRITE, handle_join, {MESSAGE_NEEDS(TEXT, tournament)}},
    {"tournament-leave", COST_WRITE, handle_leave, {MESSAGE_NEEDS(TEXT, tournament)}},
    {"tournament-choose",
     COST_WRITE,
     handle_choose,
     {MESSAGE_NEEDS(TEXT, tournament), MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(BOOL, on)}},
    {"tournament-cancel", COST_WRITE, handle_cancel, {MESSAGE_NEEDS(TEXT, tournament)}},
    {0},
};
