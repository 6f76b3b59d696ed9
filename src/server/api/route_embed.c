/* A game in a frame on somebody else's site, and as a picture where a link to it is previewed. What
 * must hold: it tells what any spectator is told, with the host's delay, whoever asks; no cookie is
 * read or set; and the frame may be anybody's, which is so under the path /embed/ alone. */
#include "server/api/routes.h"
#include "server/http/route_pattern.h"
#include "server/watch/board_picture.h"
#include "server/watch/embed_page.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the page calls it; a computer player by its title. */
static const char *name_at(const struct table *table, ff_seat seat) {
    const ff_player_kind *kind = table->computer[seat];
    return kind ? kind->title : table->row.seat[seat].name;
}

/* 64 bits of a hash of what is shown: a browser that has it already asks in vain. */
static void add_tag(http_reply *reply, ff_span text) {
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char hex[17];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text.data, text.size, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, 8);
    snprintf(reply->tag, sizeof reply->tag, "\"%s\"", hex);
}

static void answer_table(const struct site *site, const http_request *request,
                         const struct table *table, ff_language language, http_reply *reply) {
    ff_view view;
    ff_buffer text = {0};
    table_view(table, FF_NOBODY, &view);
    embed_scene scene = {.game = table->row.id,
                         .edition = &table->edition,
                         .view = &view,
                         .player = {name_at(table, FF_RED), name_at(table, FF_BLUE)},
                         .public_host = site->public_host,
                         .language = language};
    embed_page_write(&text, &scene);
    if (!text.failed)
        add_tag(reply, (ff_span){text.data, text.size});
    bool unchanged = !text.failed && http_tag_matches(request->unchanged, reply->tag);
    reply_body(reply, unchanged ? 304 : 200, "text/html; charset=utf-8", &text);
}

/* The table of a game as any spectator sees it by now. Not FOUND where nobody may look. */
static store_answer find_seen(const struct site *site, ff_span id, struct table **table) {
    struct tables *tables = site->hub->tables;
    store_answer found = tables_find(tables, id, access_seen, &(struct person){{0}}, table);
    if (found == STORE_FOUND && !tables_advance(tables, *table, NULL))
        found = STORE_FAILED;
    return found == STORE_FOUND && !table_seen_by(*table, FF_NOBODY)->game ? STORE_FAILED : found;
}

static void answer_embedded(struct site *site, const http_request *request, ff_span id,
                            ff_language language, http_reply *reply) {
    struct table *table;
    reply->embedded = true;
    reply->when_stored = true; /* the game may end in this batch, and then all of it is shown */
    store_answer found = find_seen(site, id, &table);
    if (found == STORE_FOUND)
        answer_table(site, request, table, language, reply);
    else if (found == STORE_DAMAGED)
        reply_text(reply, 500, "this game was damaged in the server's store\n");
    else if (found == STORE_NONE)
        reply_text(reply, 404, "there is no such game to watch\n");
    else
        reply_text(reply, 503, "the server cannot read this game at the moment\n");
}

void route_embed(struct site *site, const http_request *request, http_reply *reply) {
    answer_embedded(site, request, route_pattern_part("/embed/*", request->path, 0), FF_ENGLISH,
                    reply);
}

void route_embed_in(struct site *site, const http_request *request, http_reply *reply) {
    ff_language language;
    if (embed_find_language(route_pattern_part("/embed/*/*", request->path, 1), &language))
        answer_embedded(site, request, route_pattern_part("/embed/*/*", request->path, 0), language,
                        reply);
    else
        reply_text(reply, 404, "languages are en, nl, fr and de\n");
}

/* ---- the picture ---- */

/* Drawn by a thread, from what was seen when it was asked for. */
typedef struct picture_job {
    http_job base; /* first */
    board_scene scene;
} picture_job;

static void picture_work(job *done) {
    picture_job *asked = (picture_job *)done;
    ff_buffer picture = {0};
    board_picture_write(&picture, &asked->scene);
    reply_body(&asked->base.reply, 200, "image/png", &picture);
}

static void picture_free(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

/* False, with the reply still open, when too many wait or memory is out. */
static bool ask_picture(const struct site *site, const board_scene *scene, http_reply *reply) {
    picture_job *asked = calloc(1, sizeof *asked);
    if (!asked)
        return false;
    http_job_init(&asked->base, picture_work, picture_free);
    asked->scene = *scene;
    memcpy(asked->base.reply.tag, reply->tag, sizeof reply->tag);
    if (reply_by_worker(reply, site->readers, &asked->base))
        return true;
    picture_free(&asked->base.job);
    return false;
}

/* A game that is over after so many plies; one that goes on is shown as spectators see it now, and
 * nothing of its past. */
static void fill_scene(struct site *site, board_scene *scene, const struct table *table,
                       unsigned plies) {
    ff_view view;
    ff_game *past = table_past(table, plies);
    if (past) {
        ff_game_view(past, FF_NOBODY, false, &view);
        site->replayed += plies;
    } else
        table_view(table, FF_NOBODY, &view);
    board_scene_init(scene, &table->edition, &view);
    ff_game_free(past);
}

/* Where there is nothing to see it is the empty board, so that a preview has a picture in any case
 * and tells nobody which games there are. As seldom as finished games are read: the plies of one
 * that is shown as it was are played again here, and not by the thread, and each is paid for. */
static void answer_picture(struct site *site, const http_request *request, ff_span id,
                           unsigned plies, http_reply *reply) {
    struct table *table;
    board_scene scene;
    char address[ADDRESS_TEXT];
    ff_span who = address_group_text(&request->address, address);
    if (!limits_take(&site->reads, who, request->now_ms)) {
        reply_refusal(reply, 429, "rate", "too many pictures at once; wait a moment");
        return;
    }
    reply->when_stored = true;
    if (find_seen(site, id, &table) == STORE_FOUND)
        fill_scene(site, &scene, table, plies);
    else
        board_scene_init(&scene, ff_edition_default(), NULL);
    add_tag(reply, (ff_span){(const char *)&scene, sizeof scene});
    if (http_tag_matches(request->unchanged, reply->tag))
        reply_page(reply, 304, "image/png", ff_span_of(""));
    else if (!ask_picture(site, &scene, reply))
        reply_refusal(reply, 503, "too-many", "too many ask at once; try again later");
}

void route_game_picture(struct site *site, const http_request *request, http_reply *reply) {
    answer_picture(site, request, route_pattern_part("/g/*.png", request->path, 0), UINT_MAX,
                   reply);
}

void route_ply_picture(struct site *site, const http_request *request, http_reply *reply) {
    ff_span digits = route_pattern_part("/g/*/*.png", request->path, 1);
    unsigned plies = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (digits.size > 4 || digits.data[i] < '0' || digits.data[i] > '9') {
            reply_text(reply, 404, "a picture is named by how many moves had been played\n");
            return;
        }
        plies = plies * 10 + (unsigned)(digits.data[i] - '0');
    }
    answer_picture(site, request, route_pattern_part("/g/*/*.png", request->path, 0), plies, reply);
}
