/* Finished games as files of records, a page at a time: one's own, and those of a tournament. A
 * thread makes a page (store_job.h). What must hold: a game is in a file only when it is over. */
#include "server/api/store_job.h"

#include "format/words.h"
#include "server/http/route_pattern.h"
#include "server/play/game_export.h"
#include "server/tournaments/rows.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Of a file, a page. A hundred games are replayed for it, so it is asked for as seldom as reviews.
 */
enum { GAMES_AT_ONCE = 100 };

/* ---- a page ---- */

typedef struct game_page {
    struct tables *tables; /* the thread's own */
    ff_buffer text;
    unsigned seen;
    int64_t last; /* which was seen last */
} game_page;

static bool is_over(const store_game *game, const struct person *person) {
    (void)person;
    return !game->damaged && game->phase == PHASE_OVER && game->started != 0;
}

/* A game that is damaged further in is left out: who looks at it is told. So is one that is not
 * over. Each game is a batch of its own, so that one is in memory at a time. False where the store
 * cannot be read. */
static bool write_game(game_page *page, const char *id) {
    struct table *table;
    ff_record record = {0};
    store_answer found =
        tables_find(page->tables, ff_span_of(id), is_over, &(struct person){{0}}, &table);
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

static bool open_page(game_page *page, struct store *store) {
    static const struct opponents nobody = {.count = 0};
    *page = (game_page){.tables = tables_new(store, &nobody, (time_pair){0})};
    return page->tables != NULL;
}

/* `next`: where it goes on. */
static void answer_page(game_page *page, bool good, const char *next, http_reply *reply) {
    if (good && !page->text.failed) {
        reply_body(reply, 200, "text/plain; charset=utf-8", &page->text);
        snprintf(reply->file, sizeof reply->file, "flagfall-games.ffr");
        if (page->seen == GAMES_AT_ONCE)
            snprintf(reply->next, sizeof reply->next, "%s", next);
    } else {
        store_job_refuse(reply);
    }
    ff_buffer_free(&page->text);
    tables_free(page->tables);
}

/* "NUMBER", as the link to the next page has it; 0 where the path is not `later`. False where it
 * is something else. */
static bool read_number(const char *later, const http_request *request, unsigned part,
                        int64_t *number, http_reply *reply) {
    unsigned long read;
    *number = 0;
    if (!route_pattern_fits(later, request->path))
        return true;
    if (span_number(route_pattern_part(later, request->path, part), LONG_MAX - GAMES_AT_ONCE,
                    &read)) {
        *number = (int64_t)read;
        return true;
    }
    reply_refusal(reply, 404, "unknown-page", "a page is a number, as `link` gives it");
    return false;
}

/* ---- all of one's own ---- */

typedef struct own_question {
    struct identity who;
    int64_t after; /* the number of the last game of the page before */
} own_question;

static bool add_own(void *context, const store_game *game) {
    game_page *page = context;
    page->seen++;
    page->last = game->number;
    return !is_over(game, NULL) || write_game(page, game->id);
}

static void answer_own(struct store *store, void *question, http_reply *reply) {
    const own_question *asked = question;
    char next[sizeof reply->next];
    game_page page;
    bool good =
        open_page(&page, store) &&
        store_visit_seated(store, &asked->who.person, asked->after, GAMES_AT_ONCE, add_own, &page);
    snprintf(next, sizeof next, "/api/person/games/%" PRId64 ".ffr", page.last);
    answer_page(&page, good, next, reply);
}

void route_own_games(struct site *site, const http_request *request, http_reply *reply) {
    own_question asked = {.after = 0};
    const store_inquiry inquiry = {answer_own, &asked, sizeof asked, site->reviewers,
                                   &site->reviews};
    if (read_number("/api/person/games/*.ffr", request, 0, &asked.after, reply) &&
        route_find_person(site, request, &asked.who, reply))
        store_job_ask(site, request, &inquiry, reply);
}

/* ---- those of a tournament ---- */

typedef struct tournament_question {
    char id[TOURNAMENT_ID_SIZE];
    int64_t from; /* games of the pages before */
} tournament_question;

static bool write_games(struct store *store, tournament_rows *rows, int64_t number, int64_t from,
                        game_page *page) {
    char ids[GAMES_AT_ONCE][GAME_ID_SIZE];
    bool good = open_page(page, store) &&
                rows_list_games(rows, number, from, GAMES_AT_ONCE, ids, &page->seen);
    for (unsigned i = 0; good && i < page->seen; i++)
        good = !ids[i][0] || write_game(page, ids[i]);
    return good;
}

static void answer_tournament(struct store *store, void *question, http_reply *reply) {
    const tournament_question *asked = question;
    char next[sizeof reply->next];
    game_page page;
    tournament_row row;
    tournament_rows *rows = rows_open(store);
    store_answer found = rows ? rows_find(rows, ff_span_of(asked->id), &row) : STORE_FAILED;
    snprintf(next, sizeof next, "/api/tournament/%s/games/%" PRId64 ".ffr", asked->id,
             asked->from + GAMES_AT_ONCE);
    if (found == STORE_FOUND)
        answer_page(&page, write_games(store, rows, row.number, asked->from, &page), next, reply);
    else if (found == STORE_NONE)
        reply_refusal(reply, 404, "unknown-tournament", "there is no such tournament");
    else
        store_job_refuse(reply);
    rows_close(rows);
}

void route_tournament_games(struct site *site, const http_request *request, http_reply *reply) {
    static const char first[] = "/api/tournament/*/games.ffr",
                      later[] = "/api/tournament/*/games/*.ffr";
    tournament_question asked = {{0}, 0};
    const store_inquiry inquiry = {answer_tournament, &asked, sizeof asked, site->reviewers,
                                   &site->reviews};
    ff_span id = route_pattern_part(route_pattern_fits(later, request->path) ? later : first,
                                    request->path, 0);
    if (id.size < sizeof asked.id) /* a longer one is no tournament's, as none is */
        memcpy(asked.id, id.data, id.size);
    if (read_number(later, request, 1, &asked.from, reply))
        store_job_ask(site, request, &inquiry, reply);
}
