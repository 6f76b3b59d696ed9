/* Finished games, to download and to replay. */
#include "server/archive.h"
#include "server/routes.h"

#include "flagfall/json.h"

#include <stdio.h>
#include <string.h>

static bool access_over(const store_game *game, const ff_person *person) {
    (void)person;
    return game->phase == PHASE_OVER && game->started != 0;
}

/* A game that goes on is as unknown as none, and so is one whose end is not stored yet:
 * its armies would be out, and it might go on after all. False where the answer says why not. */
static bool find_record(ff_site *site, ff_span id, ff_record *record, http_reply *reply) {
    ff_table *table;
    ff_person nobody = {{0}};
    store_answer found = tables_find(site->hub->tables, id, access_over, &nobody, &table);
    if (found == STORE_FAILED)
        reply_refusal(reply, 503, "store", "the server cannot read this game at the moment");
    else if (found == STORE_DAMAGED)
        reply_refusal(reply, 500, "damaged", "this game was damaged in the server's store");
    else if (found == STORE_NONE || table->changed)
        reply_refusal(reply, 404, "unknown-game", "there is no such finished game");
    else if (!archive_record(table, record))
        reply_refusal(reply, 500, "memory", "the server is out of memory");
    else
        return true;
    return false;
}

static bool write_record(const ff_record *record, ff_buffer *out, ff_buffer *notes,
                         ff_error *error) {
    (void)notes, (void)error;
    ff_record_write(record, out);
    return true;
}

static const review_format *find_format(const ff_site *site, ff_span name) {
    static const review_format own = {"ffr", "", NULL, write_record};
    if (ff_span_equals(name, own.name))
        return &own;
    for (const review_format *at = site->formats; at && at->name; at++)
        if (ff_span_equals(name, at->name))
            return at;
    return NULL;
}

/* Gravon's formats lack some editions. */
static void write_file(const ff_record *record, const review_format *format, http_reply *reply) {
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

void route_games_file(ff_site *site, const http_request *request, http_reply *reply) {
    ff_span id = routes_part("/game/*.*", request->path, 0);
    ff_span name = routes_part("/game/*.*", request->path, 1);
    const review_format *format = find_format(site, name);
    ff_record record = {0};
    if (!format) {
        reply_text(reply, 404, "games are .ffr, .gsn or .xml\n");
        return;
    }
    if (find_record(site, id, &record, reply)) {
        write_file(&record, format, reply);
        snprintf(reply->file, sizeof reply->file, "%.*s.%s", id.size < 40 ? (int)id.size : 40,
                 id.data, format->name);
    }
    ff_record_free(&record);
}

void route_games_review(ff_site *site, const http_request *request, http_reply *reply) {
    ff_record record = {0};
    ff_buffer text = {0};
    if (find_record(site, routes_part("/api/game/*", request->path, 0), &record, reply)) {
        text.failed |= !ff_json_review(&text, &record);
        reply_body(reply, 200, "application/json", &text);
    }
    ff_buffer_free(&text);
    ff_record_free(&record);
}
