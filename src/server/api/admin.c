/* What the operator may ask: a table of commands, served in the batch that is open. What must hold:
 * a command has either done all that it says, or changed nothing and said why; and what the store
 * could not keep is said to have failed, when the batch ends (admin_socket.c). */
#include "server/api/admin.h"

#include "format/words.h"
#include "server/base/address.h"
#include "server/base/sanitize.h"
#include "server/commands/account_security.h"
#include "server/commands/command_table.h"
#include "server/encoding/encode_parts.h"
#include "server/identity/bans.h"
#include "server/identity/guest_bans.h"
#include "server/moderation/fair_play.h"
#include "server/moderation/reports.h"
#include "server/play/inspection.h"
#include "server/session/connections.h"
#include "server/session/manual_time.h"
#include "server/session/subscriptions.h"
#include "server/store/store_guests.h"
#include "server/store/store_host.h"
#include "server/store/store_push.h"
#include "server/tournaments/requests.h"
#include "server/vacation/vacations.h"

#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    WORDS_MAX = 2,
    ACCOUNTS_AT_ONCE = 2000, /* that are looked at for a page: they cost two milliseconds */
};

typedef struct admin_call {
    struct hub *hub;
    ff_span word; /* after the name of the command; empty where there is none */
    ff_buffer *out;
    ff_error *error;
} admin_call;

static bool store_failed(const admin_call *c) {
    return ff_fail(c->error, FF_ERROR_SYSTEM, 0, 0, "the store fails: %s",
                   store_trouble(c->hub->options.store));
}

/* The last value of a line, which people have written: names of players have no quotes, and other
 * texts lose theirs, with which the value would end. */
static void end_with_text(ff_buffer *out, const char *name, const char *text) {
    ff_buffer_format(out, " %s=\"", name);
    for (const char *at = text; *at; at++)
        ff_buffer_byte(out, *at == '"' ? '\'' : *at);
    ff_buffer_text(out, "\"\n");
}

/* ---- games ---- */

static const char *name_of(const store_seat *seat) {
    return seat->kind == SEAT_FREE ? "-" : seat->name[0] ? seat->name : "guest";
}

/* A page of games. */
typedef struct game_list {
    ff_buffer *out;
    unsigned count;
    int64_t last;
} game_list;

static bool list_game(void *context, const store_game *game) {
    game_list *list = context;
    list->count++;
    list->last = game->number;
    ff_buffer_format(list->out, "%s edition=%s phase=%s plies=%u rated=%s red=\"%s\" blue=\"%s\"\n",
                     game->id, game->edition,
                     game->damaged ? "damaged" : encode_phase_word(game->phase), game->plies,
                     game->terms.rated ? "yes" : "no", name_of(&game->seat[FF_RED]),
                     name_of(&game->seat[FF_BLUE]));
    return true;
}

/* A page at once, so that nobody waits for a long list; `flagfall admin` asks for the next
 * one by the number in the last line. */
static bool do_list(admin_call *c) {
    game_list list = {.out = c->out};
    unsigned long after = 0;
    if (c->word.size > 0 && !span_number(c->word, LONG_MAX, &after))
        return ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0, "'list' takes no more words");
    if (!store_visit_going(c->hub->options.store, (int64_t)after, ADMIN_PAGE, list_game, &list))
        return store_failed(c);
    if (list.count == ADMIN_PAGE)
        ff_buffer_format(c->out, ADMIN_MORE "%" PRId64 "\n", list.last);
    return true;
}

/* Ends it for nobody; what nobody has joined is taken back. */
static bool close_sound(admin_call *c) {
    struct table *table;
    store_answer found = tables_find(c->hub->tables, c->word, NULL, NULL, &table);
    if (found == STORE_FAILED || found == STORE_DAMAGED)
        return store_failed(c);
    if (found == STORE_NONE || table_phase(table) == PHASE_OVER)
        return ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0, "there is no such game going on");
    store_act act = {.kind = ACT_END, .seat = FF_NOBODY};
    snprintf(act.text, sizeof act.text, "%s", ff_ending_word(FF_BY_ABORT));
    bool done = table_phase(table) == PHASE_WAITING
                    ? tables_drop(c->hub->tables, table)
                    : tables_play(c->hub->tables, table, &act, NULL) == ACT_DONE;
    hub_publish(c->hub, table);
    return done || store_failed(c);
}

/* What is left of a damaged game goes out of the store. One that is found to be sound was
 * marked because it could not be written: it is closed as any other. */
static bool close_damaged(admin_call *c) {
    store_game row;
    struct store *store = c->hub->options.store;
    store_find_game(store, c->word, &row);
    if (!row.number)
        return ff_fail(c->error, FF_ERROR_SYSTEM, 0, 0, "its row cannot be read: %s",
                       store_trouble(store));
    const char *fault = inspection_fault(store, &row);
    if (fault && (strcmp(fault, "store") == 0 || strcmp(fault, "memory") == 0))
        return store_failed(c);
    tables_forget_damage(c->hub->tables, c->word);
    if (!fault)
        return close_sound(c);
    return store_drop_game(store, &row) || store_failed(c);
}

static bool do_close(admin_call *c) {
    struct table *table;
    store_answer found = tables_find(c->hub->tables, c->word, NULL, NULL, &table);
    return found == STORE_DAMAGED ? close_damaged(c) : close_sound(c);
}

static bool do_mend(admin_call *c) {
    struct table *table;
    store_answer found = tables_find(c->hub->tables, c->word, NULL, NULL, &table);
    if (found == STORE_FAILED)
        return store_failed(c);
    if (found != STORE_DAMAGED)
        return ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0, "there is no such damaged game");
    if (!inspection_mend(c->hub->options.store, c->word, c->error))
        return false;
    tables_forget_damage(c->hub->tables, c->word);
    return true;
}

/* ---- bans ---- */

static bool read_address(ff_span word, char text[ADDRESS_TEXT]) {
    struct address address;
    if (!address_parse(word, &address))
        return false;
    address_group_text(&address, text);
    return true;
}

static bool find_account(admin_call *c, store_account *account, const char *unknown) {
    char name[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    store_answer found = STORE_NONE;
    if (sanitize_name(c->word, name)) {
        sanitize_name_key(name, key);
        found = store_find_name(c->hub->options.store, key, account);
    }
    if (found == STORE_FAILED)
        return store_failed(c);
    return found == STORE_FOUND || ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0, "%s", unknown);
}

/* An address with a number of bits: nothing is banned by those. */
static bool is_network(ff_span word) {
    const char *slash = word.size ? memchr(word.data, '/', word.size) : NULL;
    struct address address;
    return slash && address_parse((ff_span){word.data, (size_t)(slash - word.data)}, &address);
}

static bool refuse_network(admin_call *c) {
    return ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0,
                   "a network is not written with '/': give one address of it (of IPv6 its network "
                   "of 64 bits is banned, of IPv4 that address alone)");
}

/* GAME/LINE, as the list has it. */
static bool read_report(ff_span word, ff_span *game, int64_t *line) {
    const char *slash = word.size ? memchr(word.data, '/', word.size) : NULL;
    unsigned long number = 0;
    if (!slash)
        return false;
    *game = (ff_span){word.data, (size_t)(slash - word.data)};
    bool good = span_number((ff_span){slash + 1, word.size - game->size - 1}, LONG_MAX, &number);
    *line = (int64_t)number;
    return good;
}

/* The game of a reported line. Of a damaged one the number is enough: its chat is no part of what
 * is sealed. */
static store_answer find_chat_game(const admin_call *c, ff_span id, store_game *game) {
    store_answer found = store_find_game(c->hub->options.store, id, game);
    return found == STORE_DAMAGED ? (game->number > 0 ? STORE_FOUND : STORE_NONE) : found;
}

/* Who is kept out is here no longer, and is not woken. */
static bool send_away(admin_call *c, const struct person *person) {
    struct person nobody = {{0}};
    hub_dismiss_others(c->hub, person, &nobody);
    return store_drop_push_of(c->hub->options.store, person, NULL) || store_failed(c);
}

/* The address of a proxy that the host has not named is everybody's: it stays open, and the host
 * is told why. */
static void spare_proxy(const admin_call *c, int64_t *origin) {
    if (!relays_share(&c->hub->relays, *origin))
        return;
    *origin = STORE_NULL;
    ff_buffer_text(c->out, "the guest's cookie is banned; its address is that of a proxy, by which "
                           "all come: name it with 'serve --proxy', and a ban will close the "
                           "guest's own address too\n");
}

/* What a guest is called who has said that line, however the host has written it. */
static void write_label(char label[GUEST_BAN_LABEL], ff_span game, int64_t line) {
    snprintf(label, GUEST_BAN_LABEL, "%.*s/%" PRId64, (int)game.size, game.data, line);
}

/* A guest who is here has an address; else that of its newest seat is known for a while. */
static bool ban_guest(admin_call *c, const struct person *guest, const char *game, int64_t line) {
    struct store *store = c->hub->options.store;
    guest_ban ban = {.person = *guest, .since = hub_now(c->hub)};
    const struct client *here = hub_client_of(c->hub, guest, NULL);
    write_label(ban.label, ff_span_of(game), line);
    if (here)
        ban.origin = client_origin(here);
    else if (!guest_bans_origin(store, guest, &ban.origin))
        return store_failed(c);
    spare_proxy(c, &ban.origin);
    return send_away(c, guest) && (guest_bans_add(store, &ban) || store_failed(c));
}

static bool ban_account(admin_call *c, const struct person *person) {
    return send_away(c, person) &&
           (store_set_banned(c->hub->options.store, person, true) || store_failed(c));
}

/* Whoever has said a line. */
static bool ban_speaker(admin_call *c, ff_span id, int64_t number) {
    struct identity who;
    store_game game;
    store_line line;
    store_answer found = find_chat_game(c, id, &game);
    if (found == STORE_FOUND)
        found = store_read_line(c->hub->options.store, &game, number, &line);
    if (found == STORE_FAILED)
        return store_failed(c);
    if (found == STORE_NONE)
        return ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0, "there is no such line of chat");
    if (!identity_read(c->hub->options.store, &line.person, &who))
        return store_failed(c);
    return who.has_account ? ban_account(c, &line.person)
                           : ban_guest(c, &line.person, game.id, number);
}

static const char not_banned_by[] =
    "there is no account of that name, and it is neither an address nor GAME/LINE of 'reports'";

static bool do_ban(admin_call *c) {
    char address[ADDRESS_TEXT];
    ff_span game;
    int64_t number;
    store_account account;
    struct store *store = c->hub->options.store;
    if (read_address(c->word, address)) {
        if (relays_share(&c->hub->relays, store_origin_of(store, address)))
            return ff_fail(c->error, FF_ERROR_RANGE, 0, 0,
                           "%s is the address of a proxy, by which all come: name it with 'serve "
                           "--proxy', and ban the addresses of those whom it serves",
                           address);
        hub_dismiss_address(c->hub, address);
        return store_ban_address(store, address, hub_now(c->hub)) || store_failed(c);
    }
    if (is_network(c->word))
        return refuse_network(c);
    if (read_report(c->word, &game, &number))
        return ban_speaker(c, game, number);
    return find_account(c, &account, not_banned_by) && ban_account(c, &account.person);
}

/* Older bans are called as the host had written it. */
static bool unban_guest(admin_call *c, ff_span game, int64_t line) {
    char label[GUEST_BAN_LABEL];
    struct store *store = c->hub->options.store;
    bool had;
    write_label(label, game, line);
    if (!guest_bans_drop(store, ff_span_of(label), &had) ||
        (!had && !guest_bans_drop(store, c->word, &had)))
        return store_failed(c);
    return had || ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0,
                          "no guest is banned by this line; 'bans' lists who is");
}

static bool do_unban(admin_call *c) {
    char address[ADDRESS_TEXT];
    ff_span game;
    int64_t line;
    store_account account;
    struct store *store = c->hub->options.store;
    if (read_address(c->word, address))
        return store_unban_address(store, address) || store_failed(c);
    if (is_network(c->word))
        return refuse_network(c);
    if (read_report(c->word, &game, &line))
        return unban_guest(c, game, line);
    return find_account(c, &account, not_banned_by) &&
           (store_set_banned(store, &account.person, false) || store_failed(c));
}

static bool list_address(void *context, const char *address) {
    ff_buffer_format(context, "address %s\n", address);
    return true;
}

static bool list_account(void *context, const char *name) {
    ff_buffer_format(context, "account %s\n", name);
    return true;
}

static bool list_guest(void *context, const guest_ban *ban) {
    ff_buffer_format(context, "guest %s\n", ban->label);
    return true;
}

/* Where the page of accounts begins: '>' and the last name of the page before. */
static bool read_name_after(const admin_call *c, char after[ACCOUNT_NAME_SIZE]) {
    after[0] = 0;
    if (c->word.size == 0)
        return true;
    if (c->word.data[0] != '>' || c->word.size > ACCOUNT_NAME_SIZE)
        return ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0, "'bans' takes no more words");
    memcpy(after, c->word.data + 1, c->word.size - 1);
    after[c->word.size - 1] = 0;
    return true;
}

/* Addresses and guests are as many as the host has banned. Accounts are as many as there are, and
 * come page by page. */
static bool do_bans(admin_call *c) {
    char after[ACCOUNT_NAME_SIZE];
    struct store *store = c->hub->options.store;
    if (!read_name_after(c, after))
        return false;
    if (c->word.size == 0 && !(store_visit_bans(store, list_address, c->out) &&
                               guest_bans_visit(store, list_guest, c->out)))
        return store_failed(c);
    if (!bans_visit_accounts(store, after, ACCOUNTS_AT_ONCE, list_account, c->out))
        return store_failed(c);
    if (after[0])
        ff_buffer_format(c->out, ADMIN_MORE ">%s\n", after);
    return true;
}

/* ---- vacations ---- */

static bool do_vacation(admin_call *c) {
    store_account account;
    vacation_days days;
    if (!find_account(c, &account, "there is no account of that name"))
        return false;
    if (!vacations_find(c->hub, &account.person, &days))
        return store_failed(c);
    if (days.until)
        ff_buffer_format(c->out, "until=%" PRId64 " ", days.until);
    ff_buffer_format(c->out, "used=%" PRId64 " allowed=%" PRId64 "\n", days.used, days.allowed);
    return true;
}

/* ---- words to everybody ---- */

static bool do_announce(admin_call *c) {
    char line[NOTICE_SIZE] = "";
    if (c->word.size > 0 && !sanitize_line(c->word, NOTICE_MAX, line))
        return ff_fail(c->error, FF_ERROR_RANGE, 0, 0,
                       "an announcement is one line of at most %d characters", NOTICE_MAX);
    if (!store_set_notice(c->hub->options.store, line))
        return store_failed(c);
    hub_announce(c->hub, line);
    return true;
}

/* ---- reports of chat ---- */

typedef struct report_list {
    ff_buffer *out;
    unsigned count;
} report_list;

static void list_report(void *context, const report_shown *shown) {
    report_list *list = context;
    ff_buffer_format(list->out,
                     "%s/%" PRId64 " reason=%s time=%" PRId64 " by=\"%s\" from=%s name=\"%s\"",
                     shown->game, shown->line, report_reason_word(shown->reason), shown->time,
                     shown->by[0] ? shown->by : "guest",
                     shown->seat == FF_NOBODY ? "spectator" : seat_word((ff_seat)shown->seat),
                     shown->name[0] ? shown->name : "guest");
    end_with_text(list->out, "text", shown->text);
    list->count++;
}

static bool do_reports(admin_call *c) {
    report_list list = {.out = c->out};
    unsigned long skipped = 0;
    if (c->word.size > 0 && !span_number(c->word, LONG_MAX, &skipped))
        return ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0, "'reports' takes no more words");
    if (skipped > REPORTS_MAX ||
        !reports_visit(c->hub->options.store, (unsigned)skipped, ADMIN_PAGE, list_report, &list))
        return skipped > REPORTS_MAX || store_failed(c);
    if (list.count == ADMIN_PAGE)
        ff_buffer_format(c->out, ADMIN_MORE "%lu\n", skipped + ADMIN_PAGE);
    return true;
}

static bool do_settle_report(admin_call *c) {
    struct store *store = c->hub->options.store;
    store_game game;
    ff_span id;
    int64_t line;
    bool had = false;
    if (!read_report(c->word, &id, &line))
        return ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0,
                       "a report is called GAME/LINE, as 'reports' lists it");
    store_answer found = find_chat_game(c, id, &game);
    if (found == STORE_FAILED ||
        (found == STORE_FOUND && !reports_settle(store, &game, line, &had)))
        return store_failed(c);
    return had || ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0, "there is no such report");
}

/* ---- fair play ---- */

/* A game's id is longer than any name. */
static bool do_fair_play(admin_call *c) {
    struct store *store = c->hub->options.store;
    store_account account;
    store_game game;
    store_answer found = store_find_game(store, c->word, &game);
    if (found == STORE_FAILED)
        return store_failed(c);
    if (found == STORE_FOUND && !fair_play_is_finished(&game))
        return ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0,
                       "only a game that was played to its end is looked at");
    if (found == STORE_FOUND)
        return fair_play_write_game(c->hub->fair_play, store, &game, c->out) || store_failed(c);
    return find_account(c, &account, "there is no account of that name, and no such game") &&
           (fair_play_write_account(c->hub->fair_play, store, &account.person, c->out) ||
            store_failed(c));
}

/* ---- tournaments ---- */

static bool do_tournaments(admin_call *c) {
    const struct tournaments *all = c->hub->tournaments;
    for (unsigned i = 0; all && i < tournaments_count(all); i++) {
        const tournament *of = tournaments_at(all, i);
        ff_buffer_format(c->out, "%s system=%s state=%s edition=%s players=%u", of->row.id,
                         tournament_format_of(of->row.kind)->word,
                         tournament_state_word(of->row.state), of->row.edition, of->players);
        end_with_text(c->out, "name", of->row.name);
    }
    return true;
}

/* The host's own: as the message `tournament-new` in JSON, by nobody's account. */
static bool do_add_tournament(admin_call *c) {
    static const struct identity host = {.has_account = false};
    struct arena memory = {0};
    struct command asked;
    command_refusal why = {.reason = NULL};
    command_result result = {.reason = NULL};
    tournament_row row;
    json_error_t wrong;
    json_t *object = json_loadb(c->word.data, c->word.size, JSON_REJECT_DUPLICATES, &wrong);
    command_source from = {.object = object};
    asked = command_of(command_find("tournament-new"));
    bool good =
        c->hub->tournaments && json_is_object(object) && command_fill(&asked, &from, &memory, &why);
    if (good) {
        struct request request = {.hub = c->hub,
                                  .command = &asked,
                                  .type = asked.kind->type,
                                  .who = &host,
                                  .address = "",
                                  .result = &result,
                                  .eyes = FF_NOBODY};
        good = requests_announce(&request, &row);
    }
    if (good)
        ff_buffer_format(c->out, "%s\n", row.id);
    else
        ff_fail(c->error, FF_ERROR_SYNTAX, 0, 0, "%s",
                result.reason          ? result.message
                : why.reason           ? why.message
                : !c->hub->tournaments ? "no server runs, and without one none begins"
                : !json_is_object(object)
                    ? "a tournament is one JSON object, as in docs/protocol.md"
                    : "the store fails");
    json_decref(object);
    arena_free(&memory);
    return good;
}

static bool do_cancel_tournament(admin_call *c) {
    static const struct person host = {{0}};
    const char *reason =
        c->hub->tournaments ? tournaments_cancel(c->hub->tournaments, c->word, &host) : "begun";
    if (!reason)
        return true;
    return strcmp(reason, "store") == 0 ? store_failed(c)
                                        : ff_fail(c->error, FF_ERROR_UNKNOWN, 0, 0,
                                                  "there is no such tournament that has not begun");
}

/* ---- bots ---- */

/* The token is printed this once: the store keeps its hash. */
static bool do_add_bot(admin_call *c) {
    char key[SANITIZE_NAME_SIZE], name[SANITIZE_NAME_SIZE], token[ACCOUNT_TOKEN_SIZE];
    store_account made = {.bot = true, .created = hub_now(c->hub)};
    struct store *store = c->hub->options.store;
    bool added;
    if (!sanitize_name(c->word, name))
        return ff_fail(c->error, FF_ERROR_RANGE, 0, 0,
                       "a name has %d to %d letters, digits, and . _ - or a space "
                       "between two of them",
                       SANITIZE_NAME_MIN, SANITIZE_NAME_MAX);
    sanitize_name_key(name, key);
    snprintf(made.name, sizeof made.name, "%s", name);
    randombytes_buf(made.person.key, sizeof made.person.key);
    if (!store_add_account(store, &made, key, &added))
        return store_failed(c);
    if (!added)
        return ff_fail(c->error, FF_ERROR_CONFLICT, 0, 0, "this name, or one like it, is taken");
    if (!accounts_make_token(store, &made.person, true, token))
        return store_failed(c);
    ff_buffer_format(c->out, "%s\n", token);
    return true;
}

/* ---- wake-ups ---- */

/* As RFC 8292 wants it, and so that it can stand in a token as it is. */
static bool is_contact(ff_span word) {
    static const char *const begins[] = {"mailto:", "https://"};
    bool good = word.size < STORE_PUSH_CONTACT;
    for (size_t i = 0; i < word.size; i++)
        good = good && word.data[i] > ' ' && word.data[i] < 127 && word.data[i] != '"' &&
               word.data[i] != '\\';
    for (size_t i = 0; good && i < sizeof begins / sizeof *begins; i++) {
        size_t size = strlen(begins[i]);
        if (word.size > size && memcmp(word.data, begins[i], size) == 0)
            return true;
    }
    return false;
}

static bool do_push_keys(admin_call *c) {
    store_push_key key = {.size = 0};
    struct store *store = c->hub->options.store;
    if (ff_span_equals(c->word, "off")) {
        if (!store_set_push_key(store, NULL))
            return store_failed(c);
        wakes_close(c->hub->wakes);
        ff_buffer_text(c->out, "the server wakes nobody up any more\n");
        return true;
    }
    if (!is_contact(c->word))
        return ff_fail(c->error, FF_ERROR_RANGE, 0, 0,
                       "push services want to know whom to write to: mailto:ADDRESS or https://..; "
                       "or 'off'");
    memcpy(key.contact, c->word.data, c->word.size);
    if (!push_key_make(key.der, &key.size))
        return ff_fail(c->error, FF_ERROR_SYSTEM, 0, 0, "the system gives no key");
    struct push_key *made = push_key_open(key.der, key.size);
    bool stored = made && store_set_push_key(store, &key);
    if (stored) {
        wakes_close(c->hub->wakes);
        ff_buffer_format(c->out,
                         "public key %s\nfrom its next start the server wakes people up who ask "
                         "for it, and until then nobody\n",
                         push_key_public(made));
    }
    push_key_free(made);
    return stored || store_failed(c);
}

/* ---- the clock of a test ---- */

static bool read_move_of_clock(const admin_call *c, int64_t *out) {
    if (!manual_time_is_on(c->hub))
        return ff_fail(c->error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "the clock is the system's; only that of 'serve --clock manual' is moved");
    unsigned long number; /* of at most some thirty years */
    ff_span word = c->word;
    if (word.size < 2 || (word.data[0] != '+' && word.data[0] != '-') ||
        !span_number((ff_span){word.data + 1, word.size - 1}, 999999999999, &number))
        return ff_fail(c->error, FF_ERROR_RANGE, 0, 0,
                       "milliseconds are told as +5000 or -5000, in 12 digits at most");
    *out = word.data[0] == '-' ? -(int64_t)number : (int64_t)number;
    return true;
}

static bool tell_time(admin_call *c) {
    ff_buffer_format(c->out, "time=%lld wall=%lld\n", (long long)hub_now(c->hub),
                     (long long)time_source_now(c->hub->options.time).wall);
    return true;
}

static bool do_clock(admin_call *c) {
    int64_t milliseconds = 0;
    if (!read_move_of_clock(c, &milliseconds))
        return false;
    if (milliseconds < 0)
        return ff_fail(c->error, FF_ERROR_CONFLICT, 0, 0,
                       "time does not go back; 'wall' sets the wall clock back");
    manual_time_pass(c->hub, milliseconds);
    return tell_time(c);
}

static bool do_wall(admin_call *c) {
    int64_t milliseconds = 0;
    if (!read_move_of_clock(c, &milliseconds))
        return false;
    manual_time_set_wall(c->hub, milliseconds);
    return tell_time(c);
}

/* ---- the table ---- */

typedef struct admin_command {
    const char *name;
    bool (*run)(admin_call *c);
    int least, most; /* words after it */
    bool paged;      /* its word is where a list goes on: no operator's */
} admin_command;

static const admin_command commands[] = {
    {"list", do_list, 0, 1, true},
    {"close", do_close, 1, 1, false},
    {"mend", do_mend, 1, 1, false},
    {"ban", do_ban, 1, 1, false},
    {"unban", do_unban, 1, 1, false},
    {"bans", do_bans, 0, 1, true},
    {"vacation", do_vacation, 1, 1, false},
    {"announce", do_announce, 0, 1, false},
    {"add-bot", do_add_bot, 1, 1, false},
    {"reports", do_reports, 0, 1, true},
    {"settle-report", do_settle_report, 1, 1, false},
    {"fair-play", do_fair_play, 1, 1, false},
    {"tournaments", do_tournaments, 0, 0, false},
    {"add-tournament", do_add_tournament, 1, 1, false},
    {"cancel-tournament", do_cancel_tournament, 1, 1, false},
    {"push-keys", do_push_keys, 1, 1, false},
    {"clock", do_clock, 1, 1, false},
    {"wall", do_wall, 1, 1, false},
};

const char *admin_help(void) {
    return "  list               lists the games that are being set up or played\n"
           "  close GAME         ends a game without a result; deletes a damaged one\n"
           "  mend GAME          keeps what can still be read of a damaged game\n"
           "  ban WHO            keeps out an account, by its name, or an address, or GAME/LINE:\n"
           "                     whoever has said that line of chat, a guest as well\n"
           "  unban WHO          lets it in again, by the same word\n"
           "  bans               lists who is kept out\n"
           "  vacation NAME      until when an account is away, and the year's days\n"
           "  announce [TEXT]    shows a line to everybody; without TEXT, takes it away\n"
           "  add-bot NAME       makes an account for a bot and prints its token\n"
           "  reports            lists lines of chat that somebody has reported; then\n"
           "                     'ban GAME/LINE' or 'settle-report GAME/LINE'\n"
           "  settle-report GAME/LINE    takes all reports of a line off that list\n"
           "  fair-play WHO      tells how far the moves of a finished GAME, or of an account's\n"
           "                     newest games by its name, are the computer's own: an\n"
           "                     estimate and no proof (docs/server.md)\n"
           "  tournaments        lists the tournaments that are announced or run\n"
           "  add-tournament JSON    announces one, as the message 'tournament-new' of\n"
           "                     docs/protocol.md, and prints its id\n"
           "  cancel-tournament ID   takes back one that has not begun\n"
           "  push-keys CONTACT  makes the key with which the server wakes people up (Web Push),\n"
           "                     in the place of one of before; with 'off' takes it away\n"
           "  backup FILE        copies the store to a new file and checks the copy\n"
           "  check              checks the store and prints a line for each problem\n"
           "  clock +MS          with 'serve --clock manual': lets so much time pass\n"
           "  wall +MS, -MS      with 'serve --clock manual': sets the wall clock\n";
}

/* Words that end with a zero byte each. Those that no command takes are counted and not kept, so
 * that one too many is refused and not overlooked. */
static int split(ff_span words, ff_span word[WORDS_MAX]) {
    int count = 0;
    for (const char *stop; words.size > 0 && (stop = memchr(words.data, 0, words.size));) {
        size_t size = (size_t)(stop - words.data);
        if (count < WORDS_MAX)
            word[count] = (ff_span){words.data, size};
        count++;
        words = (ff_span){stop + 1, words.size - size - 1};
    }
    return count;
}

/* The command that the first word names, where it takes as many as there are after it: of a list
 * that goes on none, where they are an operator's. Null with a message. */
static const admin_command *find_command(const ff_span word[WORDS_MAX], int count, bool by_operator,
                                         ff_error *error) {
    const admin_command *command = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands && !command; i++)
        if (ff_span_equals(word[0], commands[i].name))
            command = &commands[i];
    if (!command) {
        ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                "there is no such command; see 'flagfall help admin'");
        return NULL;
    }
    int most = by_operator && command->paged ? 0 : command->most;
    if (count - 1 >= command->least && count - 1 <= most)
        return command;
    ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "'%s' takes %s", command->name,
            most == 0 ? "no more words" : "one word; quote it");
    return NULL;
}

bool admin_understands(ff_span words, ff_error *error) {
    ff_span word[WORDS_MAX] = {{"", 0}, {"", 0}};
    int count = split(words, word);
    return find_command(word, count, true, error) != NULL;
}

bool admin_do(struct hub *hub, ff_span words, ff_buffer *out, ff_error *error) {
    ff_span word[WORDS_MAX] = {{"", 0}, {"", 0}};
    int count = split(words, word);
    if (count == 0)
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "no command has come");
    const admin_command *command = find_command(word, count, false, error);
    return command && command->run(&(admin_call){hub, word[1], out, error});
}
