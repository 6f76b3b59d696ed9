/* Profiles and set-ups, and all of one's games as a file. Both look at many games: a thread does
 * that, with the store opened once more, and sees what is committed. What must hold: who asks for
 * an account is told no more of it than it shows (people/profile.h), and a game is in a file only
 * when it is over. */
#include "server/api/routes.h"
#include "server/http/route_pattern.h"
#include "server/identity/sessions.h"
#include "server/people/profile.h"
#include "server/people/setups.h"
#include "server/play/game_export.h"
#include "server/store/store_open.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_AT_ONCE = 100, /* of a file, a page */
    NUMBER_DIGITS = 18,  /* of a path: no sum overflows */
};

typedef store_answer people_writer(struct store *store, const profile_question *asked,
                                   ff_buffer *out);

typedef struct people_job {
    http_job base; /* first */
    struct identity viewer;
    char name[4 * ACCOUNT_NAME_SIZE]; /* of a profile, as it came; empty: the viewer's own */
    const char *strongest;            /* of the computer players */
    people_writer *write;             /* what is asked for of them */
    int64_t after;                    /* where a page of games begins: the number before it */
    char location[];                  /* of the store */
} people_job;

static void people_free(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

static void refuse_store(http_reply *reply) {
    reply_refusal(reply, 503, "store", "the server cannot read its store at the moment");
}

/* ---- profiles and set-ups ---- */

static void answer_profile(struct store *store, const people_job *asked, http_reply *reply) {
    profile_question question = {ff_span_of(asked->name), asked->viewer, asked->strongest};
    ff_buffer text = {0};
    store_answer found = asked->write(store, &question, &text);
    if (found == STORE_FOUND)
        reply_body(reply, 200, "application/json", &text);
    else if (found == STORE_NONE)
        reply_refusal(reply, 404, "unknown-name",
                      "there is no account of this name, or it does not show this");
    else
        refuse_store(reply);
    ff_buffer_free(&text);
}

static void profile_work(job *done) {
    people_job *asked = (people_job *)done;
    ff_error error;
    struct store *store = store_open_snapshot(asked->location, &error);
    if (store)
        answer_profile(store, asked, &asked->base.reply);
    else
        refuse_store(&asked->base.reply);
    store_close(store);
}

/* ---- all of one's games ---- */

typedef struct game_page {
    struct tables *tables;
    ff_buffer text;
    unsigned seen;
    int64_t last;
    bool failed;
} game_page;

static bool is_over(const store_game *game, const struct person *person) {
    (void)person;
    return !game->damaged && game->phase == PHASE_OVER && game->started != 0;
}

/* A game that is damaged further in is left out: who looks at it is told. */
static bool write_game(game_page *page, const store_game *game) {
    struct table *table;
    ff_record record = {0};
    store_answer found =
        tables_find(page->tables, ff_span_of(game->id), is_over, &(struct person){{0}}, &table);
    if (found == STORE_FOUND && game_export_record(table, &record)) {
        ff_buffer_text(&page->text, page->text.size > 0 ? "\n" : "");
        ff_record_write(&record, &page->text);
    }
    ff_record_free(&record);
    if (found == STORE_FOUND)
        tables_touch(page->tables, table);
    tables_end_batch(page->tables, true, NULL, NULL);
    return found != STORE_FAILED;
}

static bool add_game(void *context, const store_game *game) {
    game_page *page = context;
    page->seen++;
    page->last = game->number;
    page->failed = is_over(game, NULL) && !write_game(page, game);
    return !page->failed;
}

static bool write_page(struct store *store, const people_job *asked, game_page *page) {
    static const struct opponents nobody = {.count = 0};
    page->tables = tables_new(store, &nobody, (time_pair){0});
    bool good = page->tables && store_visit_seated(store, &asked->viewer.person, asked->after,
                                                   GAMES_AT_ONCE, add_game, page);
    tables_free(page->tables);
    return good && !page->text.failed;
}

static void games_work(job *done) {
    people_job *asked = (people_job *)done;
    http_reply *reply = &asked->base.reply;
    game_page page = {.seen = 0};
    ff_error error;
    struct store *store = store_open_snapshot(asked->location, &error);
    if (store && write_page(store, asked, &page)) {
        reply_body(reply, 200, "text/plain; charset=utf-8", &page.text);
        snprintf(reply->file, sizeof reply->file, "flagfall-games.ffr");
        if (page.seen == GAMES_AT_ONCE)
            snprintf(reply->next, sizeof reply->next, "/api/person/games/%" PRId64 ".ffr",
                     page.last);
    } else {
        refuse_store(reply);
    }
    ff_buffer_free(&page.text);
    store_close(store);
}

/* ---- by the event loop ---- */

static people_job *make_job(const struct site *site, void (*work)(job *)) {
    const struct opponents *computers = &site->hub->options.opponents;
    const char *location = store_location(site->store);
    size_t size = strlen(location) + 1;
    people_job *made = calloc(1, sizeof *made + size);
    if (!made)
        return NULL;
    http_job_init(&made->base, work, people_free);
    made->strongest = computers->count > 0 ? computers->kinds[0]->name : NULL;
    memcpy(made->location, location, size);
    return made;
}

/* Takes the job over, which may be null: memory is out. */
static void ask(struct site *site, const http_request *request, struct workers *workers,
                people_job *asked, http_reply *reply) {
    char address[ADDRESS_TEXT];
    ff_span who = address_group_text(&request->address, address);
    if (!limits_take(&site->reads, who, request->now_ms))
        reply_refusal(reply, 429, "rate", "too often; wait a moment");
    else if (asked && reply_by_worker(reply, workers, &asked->base))
        return;
    else
        reply_refusal(reply, 503, "too-many", "too many ask at once; try again later");
    if (asked)
        people_free(&asked->base.job);
}

/* Who looks may be nobody: a profile is for everybody. By a token nobody is more. */
static void note_viewer(struct site *site, const http_request *request, struct identity *viewer) {
    if (!request->has_cookie || sessions_identify(site->store, &request->cookie, hub_now(site->hub),
                                                  viewer) != SESSION_FOUND)
        *viewer = (struct identity){.has_account = false};
}

static void answer_people(struct site *site, const http_request *request, ff_span name,
                          people_writer *write, http_reply *reply) {
    people_job *asked = make_job(site, profile_work);
    if (asked)
        asked->write = write;
    if (asked && name.size < sizeof asked->name) { /* a longer one is nobody's, as none is */
        memcpy(asked->name, name.data, name.size);
        note_viewer(site, request, &asked->viewer);
    }
    ask(site, request, site->readers, asked, reply);
}

void route_profile(struct site *site, const http_request *request, http_reply *reply) {
    ff_span name = route_pattern_part("/api/people/*", request->path, 0);
    answer_people(site, request, name, profile_write, reply);
}

void route_setups(struct site *site, const http_request *request, http_reply *reply) {
    ff_span name = route_pattern_part("/api/people/*/setups", request->path, 0);
    answer_people(site, request, name, setups_write, reply);
}

static void ask_own(struct site *site, const http_request *request, struct workers *workers,
                    people_job *asked, http_reply *reply) {
    if (asked && !route_find_person(site, request, &asked->viewer, reply))
        people_free(&asked->base.job);
    else
        ask(site, request, workers, asked, reply);
}

static void answer_own(struct site *site, const http_request *request, people_writer *write,
                       http_reply *reply) {
    people_job *asked = make_job(site, profile_work);
    if (asked)
        asked->write = write;
    ask_own(site, request, site->readers, asked, reply);
}

void route_own_profile(struct site *site, const http_request *request, http_reply *reply) {
    answer_own(site, request, profile_write, reply);
}

void route_own_setups(struct site *site, const http_request *request, http_reply *reply) {
    answer_own(site, request, setups_write, reply);
}

/* "NUMBER", as the link to the next page has it; 0 where there is none. */
static bool read_number(ff_span text, int64_t *number) {
    *number = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (i == NUMBER_DIGITS || text.data[i] < '0' || text.data[i] > '9')
            return false;
        *number = *number * 10 + (text.data[i] - '0');
    }
    return true;
}

void route_own_games(struct site *site, const http_request *request, http_reply *reply) {
    static const char later[] = "/api/person/games/*.ffr";
    int64_t after = 0;
    if (route_pattern_fits(later, request->path) &&
        !read_number(route_pattern_part(later, request->path, 0), &after)) {
        reply_refusal(reply, 404, "unknown-page", "a page is a number, as `link` gives it");
        return;
    }
    people_job *asked = make_job(site, games_work);
    if (asked)
        asked->after = after;
    ask_own(site, request, site->reviewers, asked, reply);
}
