/* Finished games, to download and to replay. Whether there is such a game the event loop sees
 * by its row; it is read and replayed by a thread, with the store opened once more: that takes
 * as long as the game is, and nobody waits for it. */
#include "server/api/routes.h"
#include "server/play/game_export.h"

#include "flagfall/json.h"
#include "server/http/route_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game as a file, or as a review. */
typedef struct game_job {
    http_job base; /* first */
    char id[GAME_ID_SIZE];
    const uploaded_format *format; /* null: a review */
    bool damaged;                  /* the game, which nobody knew */
    char path[];                   /* of the store */
} game_job;

/* ---- formats ---- */

static bool write_record(const ff_record *record, ff_buffer *out, ff_buffer *notes,
                         ff_error *error) {
    (void)notes, (void)error;
    ff_record_write(record, out);
    return true;
}

static const uploaded_format *find_format(const struct site *site, ff_span name) {
    static const uploaded_format own = {"ffr", "", NULL, write_record};
    if (ff_span_equals(name, own.name))
        return &own;
    for (const uploaded_format *at = site->formats; at && at->name; at++)
        if (ff_span_equals(name, at->name))
            return at;
    return NULL;
}

/* Gravon's formats lack some editions. */
static void write_file(const ff_record *record, const uploaded_format *format, http_reply *reply) {
    ff_buffer text = {0};
    ff_error error;
    if (format->write(record, &text, NULL, &error))
        reply_body(reply, 200,
                   strcmp(format->name, "xml") == 0 ? "application/xml"
                                                    : "text/plain; charset=utf-8",
                   &text);
    else
        reply_refusal(reply, 404, "no-such-format", error.message);
    ff_buffer_free(&text);
}

/* ---- refusing ---- */

static void refuse(http_reply *reply, store_answer why) {
    if (why == STORE_FAILED)
        reply_refusal(reply, 503, "store", "the server cannot read this game at the moment");
    else if (why == STORE_DAMAGED)
        reply_refusal(reply, 500, "damaged", "this game was damaged in the server's store");
    else
        reply_refusal(reply, 404, "unknown-game", "there is no such finished game");
}

/* ---- by a thread ---- */

static void write_game(const game_job *asked, const ff_record *record, http_reply *reply) {
    ff_buffer review = {0};
    if (asked->format) {
        write_file(record, asked->format, reply);
        snprintf(reply->file, sizeof reply->file, "%s.%s", asked->id, asked->format->name);
    } else {
        review.failed |= !ff_json_review(&review, record);
        reply_body(reply, 200, "application/json", &review);
    }
    ff_buffer_free(&review);
}

static void game_work(job *done) {
    game_job *asked = (game_job *)done;
    ff_record record = {0};
    store_answer found = game_export_read(asked->path, asked->id, &record);
    asked->damaged = found == STORE_DAMAGED;
    if (found == STORE_FOUND)
        write_game(asked, &record, &asked->base.reply);
    else
        refuse(&asked->base.reply, found);
    ff_record_free(&record);
}

/* The host is told of a game that is damaged when the server's own tables meet it. */
static void game_tell(const http_job *done, struct site *site) {
    const game_job *asked = (const game_job *)done;
    struct table *table;
    if (asked->damaged)
        tables_find(site->hub->tables, ff_span_of(asked->id), game_export_access,
                    &(struct person){{0}}, &table);
}

static void game_free(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

/* ---- by the event loop ---- */

/* False, with the reply still open, when too many wait or memory is out. What a thread needs is
 * copied: the row goes with the batch, and the store's path may be asked of the event loop alone.
 */
static bool ask_game(struct site *site, const store_game *row, const uploaded_format *format,
                     http_reply *reply) {
    const char *path = store_location(site->store);
    size_t size = strlen(path) + 1;
    game_job *asked = calloc(1, sizeof *asked + size);
    if (!asked)
        return false;
    http_job_init(&asked->base, game_work, game_free);
    asked->base.tell = game_tell;
    asked->format = format;
    memcpy(asked->id, row->id, sizeof asked->id);
    memcpy(asked->path, path, size);
    if (reply_by_worker(reply, site->readers, &asked->base))
        return true;
    game_free(&asked->base.job);
    return false;
}

/* A damaged row is met by the tables, which tell of it. */
static void answer_game(struct site *site, const http_request *request, ff_span id,
                        const uploaded_format *format, http_reply *reply) {
    store_game row;
    struct table *table;
    struct person nobody = {{0}};
    char address[ADDRESS_TEXT];
    ff_span who = address_group_text(&request->address, address);
    store_answer found = store_find_game(site->store, id, &row);
    if (found == STORE_DAMAGED)
        found = tables_find(site->hub->tables, id, game_export_access, &nobody, &table);
    else if (found == STORE_FOUND && !game_export_access(&row, &nobody))
        found = STORE_NONE;
    if (found != STORE_FOUND)
        refuse(reply, found);
    else if (!limits_take(&site->reads, who, request->now_ms))
        reply_refusal(reply, 429, "rate", "too many games at once; wait a moment");
    else if (!ask_game(site, &row, format, reply))
        reply_refusal(reply, 503, "too-many", "too many ask at once; try again later");
}

void route_games_file(struct site *site, const http_request *request, http_reply *reply) {
    ff_span id = route_pattern_part("/game/*.*", request->path, 0);
    ff_span name = route_pattern_part("/game/*.*", request->path, 1);
    const uploaded_format *format = find_format(site, name);
    if (format)
        answer_game(site, request, id, format, reply);
    else
        reply_text(reply, 404, "games are .ffr, .gsn or .xml\n");
}

void route_games_review(struct site *site, const http_request *request, http_reply *reply) {
    answer_game(site, request, route_pattern_part("/api/game/*", request->path, 0), NULL, reply);
}
