/* Messages about what people have played and what they show of it. What must hold: of others only
 * games that could be watched are listed, and only where the account shows its results; one that
 * shows nothing is answered as one that does not exist, and in nobody's list but its own. */
#include "server/commands/command_table.h"
#include "server/commands/message_accounts.h"
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/people/history.h"
#include "server/people/people_rows.h"
#include "server/people/subject.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_LOOKED_AT = 200 }; /* for one message: where few fit, the next one goes on */

/* ---- whose ---- */

/* An account that shows its results to whoever asks. False where it has refused. */
static bool find_shown(const struct request *request, subject *found) {
    profile_question asked = {.name = request->command->name, .viewer = *request->who};
    store_answer answer = subject_find(request->hub->options.store, &asked, SHOWS_RESULTS, found);
    if (answer == STORE_NONE)
        request_refuse(request, "unknown-name",
                       "there is no account of this name, or it shows nothing of itself");
    else if (answer != STORE_FOUND)
        request_cannot_read(request);
    return answer == STORE_FOUND;
}

/* ---- history ---- */

typedef struct listing {
    ff_buffer text;
    struct store *store;
    const struct person *whose, *viewer;
    history_filter filter;
    unsigned looked, told;
    int64_t last;
} listing;

/* Of somebody else's games those are left out whose other player shows nothing, but for that
 * player. False when the store cannot be read. */
static bool may_be_listed(const listing *list, const store_seat *other, bool *may) {
    *may = !list->filter.public || person_is(&other->person, list->viewer);
    return *may || subject_may_name(list->store, other->kind, &other->person, may);
}

static bool list_game(void *context, const store_game *game) {
    listing *list = context;
    ff_seat seat = game_seat_of(game, list->whose);
    bool fits = history_fits(&list->filter, game, seat);
    if (fits && !game->damaged && !may_be_listed(list, &game->seat[seat_other(seat)], &fits))
        return false;
    list->looked++;
    list->last = game->number;
    if (fits) {
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
    subject whose = {.who = *request->who, .own = true};
    if (request->command->name.size > 0 && !find_shown(request, &whose))
        return;
    if (request->command->edition.size > 0 && !request_find_edition(request))
        return;
    listing list = {.store = request->hub->options.store,
                    .whose = &whose.who.person,
                    .viewer = &request->who->person,
                    .filter = filter_of(request->command, whose.own)};
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

/* ---- following ---- */

/* Whom the sender follows, in the order of their keys, each with a game that is being played. */
typedef struct follow_list {
    people_followed followed[FOLLOWS_MAX];
    const struct table *playing[FOLLOWS_MAX];
    size_t count;
} follow_list;

static bool add_followed(void *context, const people_followed *followed) {
    follow_list *list = context;
    list->followed[list->count++] = *followed;
    return true;
}

static int by_key(const void *a, const void *b) {
    const people_followed *one = a, *other = b;
    return memcmp(one->person.key, other->person.key, sizeof one->person.key);
}

/* Of the games that somebody has before the eyes those that everybody may watch: one whose clock
 * runs is in memory without its board, too. */
static void note_playing(void *context, struct table *table) {
    follow_list *list = context;
    if (!table->now.game || !table->row.terms.watch || table_phase(table) != PHASE_PLAY)
        return;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        people_followed wanted = {.person = table->row.seat[seat].person};
        const people_followed *found =
            bsearch(&wanted, list->followed, list->count, sizeof wanted, by_key);
        if (found && found->shows > SHOWS_NOTHING)
            list->playing[found - list->followed] = table;
    }
}

static void encode_playing(ff_buffer *out, const struct table *table) {
    if (!table) {
        encode_null(out, "playing");
        return;
    }
    encode_begin(out, "playing", "{");
    encode_text(out, "game", table->row.id);
    encode_text(out, "edition", table->row.edition);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        encode_player(out, seat_word((ff_seat)seat), &table->row.seat[seat]);
        encode_close(out);
    }
    encode_close(out);
}

static void encode_following(ff_buffer *out, const follow_list *list) {
    encode_open(out, "following");
    encode_begin(out, "accounts", "[");
    for (size_t i = 0; i < list->count; i++) {
        encode_open(out, NULL);
        encode_text(out, "name", list->followed[i].name);
        encode_text(out, "kind", list->followed[i].bot ? "bot" : "account");
        encode_bool(out, "shown", list->followed[i].shows > SHOWS_NOTHING);
        encode_playing(out, list->playing[i]);
        encode_close(out);
    }
    ff_buffer_text(out, "]");
    encode_close(out);
}

static bool read_following(const struct request *request, follow_list *list) {
    *list = (follow_list){.count = 0};
    if (!people_visit_followed(request->hub->options.store, &request->who->person, add_followed,
                               list))
        return request_cannot_read(request);
    qsort(list->followed, list->count, sizeof *list->followed, by_key);
    return true;
}

/* All games in memory are looked at: it has its price. */
static void handle_following(struct request *request) {
    follow_list list;
    ff_buffer text = {0};
    if (!account_is_signed_in(request) || !read_following(request, &list))
        return;
    if (list.count > 0)
        tables_visit(request->hub->tables, note_playing, &list);
    encode_following(&text, &list);
    request_send(request, &text);
}

/* False where it has refused, or the batch is spoilt. */
static bool follow(struct request *request) {
    struct store *store = request->hub->options.store;
    subject whom;
    follow_list list;
    if (!find_shown(request, &whom) || !read_following(request, &list))
        return false;
    if (whom.own)
        request_refuse(request, "own", "nobody follows oneself");
    else if (list.count >= FOLLOWS_MAX)
        request_refuse(request, "too-many", "an account follows 100 at most");
    else
        return people_follow(store, &request->who->person, &whom.who.person, hub_now(request->hub));
    return false;
}

/* Whoever it is, hidden or not: one may stop at any time. */
static bool unfollow(struct request *request) {
    struct store *store = request->hub->options.store;
    struct person whom;
    store_answer found = identity_find(store, request->command->name, &whom);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    return found == STORE_NONE || people_unfollow(store, &request->who->person, &whom);
}

static void handle_follow(struct request *request) {
    if (account_is_signed_in(request) &&
        (request->command->on ? follow(request) : unfollow(request)))
        handle_following(request);
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
    {"follow", COST_HEAVY, handle_follow, {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(BOOL, on)}},
    {"following", COST_HEAVY, handle_following, {{0}}},
    {0},
};
