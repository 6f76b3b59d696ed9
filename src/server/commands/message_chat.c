/* Talk at a game. Who sits at it talks to the other seat; who watches, to the others who watch.
 * What must hold: while a game goes on its seats see nothing of what watchers say, so that nobody
 * is advised; when it is over they do. */
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/database/store_nodes.h"
#include "server/encoding/encode.h"
#include "server/moderation/reports.h"
#include "server/request/message_request.h"
#include "server/session/client.h"
#include "server/session/hub.h"
#include "server/session/subscriptions.h"
#include "server/store/store_chat.h"

#include <stdio.h>

enum {
    LINES_MAX = 1000,  /* of one game, those of watchers apart */
    MUTES_MAX = 1000,  /* of one game: anybody can be any number of guests */
    LINES_AT_ONCE = 5, /* that a person may say in CHAT_WINDOW_MS, everywhere */
    CHAT_WINDOW_MS = 10000,
    CHAT_PAGE = 50, /* lines that are told at once of what was said before */
};

/* May those who look through these eyes read the line? */
static bool is_for(const store_line *line, ff_seat eyes, bool over) {
    bool of_watcher = line->seat == FF_NOBODY;
    return eyes == FF_NOBODY ? of_watcher : !of_watcher || over;
}

/* A line on its way, and who must not hear it. */
typedef struct saying {
    struct store *store;
    const struct table *table;
    const store_line *line;
} saying;

static bool client_hears(void *context, const struct client *client, ff_seat eyes) {
    const saying *said = context;
    const struct person *person = client_person(client);
    bool muted;
    if (!is_for(said->line, eyes, table_phase(said->table) == PHASE_OVER))
        return false;
    if (person_is(&said->line->person, person))
        return true;
    /* Who cannot be asked whether it wants to hear is spared. */
    return store_is_muted(said->store, &said->table->row, person, &muted) && !muted;
}

/* ---- saying ---- */

static bool may_speak(struct request *request) {
    unsigned said, lines;
    struct store *store = request->hub->options.store;
    int64_t since = hub_now(request->hub) - CHAT_WINDOW_MS;
    if (!store_count_said(store, &request->who->person, since, &said) ||
        !store_count_lines(store, &request->table->row, request->eyes == FF_NOBODY, &lines))
        return request_cannot_read(request);
    if (said >= LINES_AT_ONCE)
        request_refuse(request, "rate", "five lines in ten seconds are enough");
    else if (lines >= LINES_MAX)
        request_refuse(request, "too-many", "enough has been said at this game");
    return said < LINES_AT_ONCE && lines < LINES_MAX;
}

static bool make_line(struct request *request, store_line *line) {
    const struct identity *speaker = request->who;
    *line = (store_line){
        .seat = (uint8_t)request->eyes, .person = speaker->person, .time = hub_now(request->hub)};
    if (!sanitize_line(request->command->text, SANITIZE_CHAT_MAX, line->text)) {
        request_refuse(request, "bad-message", "`text` is one line of 1 to 200 characters");
        return false;
    }
    snprintf(line->name, sizeof line->name, "%s", speaker->name);
    return true;
}

void chat_tell(struct hub *hub, struct table *table, const store_line *line) {
    ff_buffer text = {0};
    saying said = {hub->options.store, table, line};
    encode_chat(&text, &table->row, line);
    hub_say(hub, table, &text, client_hears, &said);
    ff_buffer_free(&text);
}

/* A game that has not begun may have been taken back, and then the store has nothing of it to
 * which a line could belong. It is held, so that lines of two nodes get their numbers one after
 * another. */
static bool find_company(struct request *request) {
    if (!request_find_table(request))
        return false;
    request_hold(request);
    bool alone = table_is_waiting(request->table) || request->table->dropped;
    if (alone)
        request_refuse(request, "not-begun", "nobody has taken the other seat yet");
    return !alone;
}

static void handle_chat(struct request *request) {
    store_line line;
    struct store *store = request->hub->options.store;
    if (!find_company(request) || !make_line(request, &line) || !may_speak(request) ||
        !store_add_line(store, &request->table->row, &line))
        return;
    request_follow(request, false);
    /* In a shared store it comes as news, in the order of all nodes' lines. */
    if (!store_is_shared(store))
        chat_tell(request->hub, request->table, &line);
}

/* ---- muting ---- */

static void tell_muted(const struct request *request, bool on) {
    ff_buffer text = {0};
    encode_muted(&text, &request->table->row, on);
    request_send(request, &text);
}

/* A seat may always stop hearing the other; watchers can be any number of guests, and what they
 * mute is stored. */
static bool may_mute(struct request *request) {
    unsigned mutes;
    if (request->eyes != FF_NOBODY || !request->command->on)
        return true;
    if (!store_count_mutes(request->hub->options.store, &request->table->row, &mutes))
        return request_cannot_read(request);
    if (mutes >= MUTES_MAX)
        request_refuse(request, "too-many", "enough persons have muted this game");
    return mutes < MUTES_MAX;
}

static void handle_mute(struct request *request) {
    if (find_company(request) && may_mute(request) &&
        store_set_mute(request->hub->options.store, &request->table->row, &request->who->person,
                       request->command->on))
        tell_muted(request, request->command->on);
}

/* ---- what has been said before ---- */

/* A page on its way to the sender. */
typedef struct retelling {
    ff_buffer text;
    const store_game *game;
    unsigned lines;
    int64_t first; /* number of its first line */
} retelling;

static bool retell(void *context, const store_line *line) {
    retelling *page = context;
    if (page->lines++ == 0) {
        encode_chat_page(&page->text, page->game);
        page->first = line->number;
    }
    encode_chat_line(&page->text, line);
    return true;
}

/* Whose lines the sender reads: its own room's; both rooms' where it sits and the game is
 * over; and no others' where it hears nobody. */
static store_room room_of(const struct request *request, bool muted) {
    if (muted)
        return ROOM_OWN;
    if (request->eyes == FF_NOBODY)
        return ROOM_WATCHERS;
    return table_phase(request->table) == PHASE_OVER ? ROOM_BOTH : ROOM_SEATS;
}

/* Tells a page of lines, those with smaller numbers than `before`. An empty one is told only
 * where it was asked for by `chat-before`. False where it cannot be read. */
static bool tell_page(const struct request *request, int64_t before, bool muted, bool even_empty) {
    const store_game *game = &request->table->row;
    retelling page = {.game = game};
    store_chat_page wanted = {room_of(request, muted), &request->who->person, before, CHAT_PAGE};
    bool read = store_visit_chat(request->hub->options.store, game, &wanted, retell, &page);
    if (read && page.lines == 0 && even_empty)
        encode_chat_page(&page.text, game);
    if (read && (page.lines > 0 || even_empty)) {
        encode_chat_page_end(&page.text, page.lines < CHAT_PAGE ? STORE_NULL : page.first);
        request_send(request, &page.text);
    }
    ff_buffer_free(&page.text);
    return read;
}

static bool is_muted(const struct request *request, bool *muted) {
    return store_is_muted(request->hub->options.store, &request->table->row, &request->who->person,
                          muted);
}

/* Where it cannot be read the game goes on without. */
void chat_retell(const struct request *request) {
    bool muted;
    if (!is_muted(request, &muted))
        return;
    if (muted)
        tell_muted(request, true);
    tell_page(request, INT64_MAX, muted, false);
}

static void handle_chat_before(struct request *request) {
    bool muted;
    if (request_find_table(request) &&
        (!is_muted(request, &muted) || !tell_page(request, request->command->before, muted, true)))
        request_cannot_read(request);
}

/* ---- reporting ---- */

static void refuse_unknown_line(const struct request *request) {
    request_refuse(request, "unknown-line", "there is no such line here, or no more");
}

/* The line that is reported, where the sender has it to read. False where it has refused. */
static bool find_line(struct request *request, store_line *line) {
    const struct command *asked = request->command;
    bool over = table_phase(request->table) == PHASE_OVER;
    store_answer found = store_find_line(request->hub->options.store, &request->table->row,
                                         asked->time, asked->text, line);
    if (found == STORE_FOUND && !is_for(line, request->eyes, over))
        found = STORE_NONE;
    bool own = found == STORE_FOUND && person_is(&line->person, &request->who->person);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    if (found != STORE_FOUND)
        refuse_unknown_line(request);
    else if (own)
        request_refuse(request, "own", "this is what you have said yourself");
    return found == STORE_FOUND && !own;
}

/* What waits for the host is bounded: by one person, from one address and in all. */
static bool may_report(struct request *request, int64_t origin) {
    report_counts waiting;
    if (!reports_count(request->hub->options.store, &request->who->person, origin, &waiting))
        return request_cannot_read(request);
    bool full = waiting.of_person >= REPORTS_OF_PERSON || waiting.of_origin >= REPORTS_OF_ADDRESS ||
                waiting.all >= REPORTS_MAX;
    if (full)
        request_refuse(request, "too-many", "enough reports wait for the host");
    return !full;
}

static void handle_report(struct request *request) {
    struct store *store = request->hub->options.store;
    report made = {
        .by = request->who->person, .origin = request->origin, .time = hub_now(request->hub)};
    store_line line;
    ff_buffer text = {0};
    bool added;
    if (!report_reason_find(request->command->reason, &made.reason)) {
        request_refuse(request, "bad-message", "`reason` is insult, threat, spam or other");
        return;
    }
    if (!request_find_table(request) || !find_line(request, &line) ||
        !may_report(request, made.origin))
        return;
    made.game = request->table->row.number;
    made.line = line.number;
    if (!reports_add(store, &made, &added))
        return;
    if (!added) {
        refuse_unknown_line(request);
        return;
    }
    log_event(request->hub->options.log, LOG_INFO, "chat-reported", "game=%s line=%lld reason=%s",
              request->table->row.id, (long long)made.line, report_reason_word(made.reason));
    encode_done(&text, request->type);
    request_send(request, &text);
}

const command_kind message_chat[] = {
    {"chat", COST_WRITE, handle_chat, {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(TEXT, text)}},
    {"chat-before",
     COST_READ,
     handle_chat_before,
     {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(NUMBER, before)}},
    {"chat-report",
     COST_WRITE,
     handle_report,
     {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(NUMBER, time), MESSAGE_NEEDS(TEXT, text),
      MESSAGE_NEEDS(TEXT, reason)}},
    {"mute", COST_WRITE, handle_mute, {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(BOOL, on)}},
    {0},
};
