/* Finished games analysed for who has no computer of his own in the browser: by one thread, a few
 * at a time. What is analysed is the text that was sent, with both armies: of the server's own
 * games nothing is read, so nobody learns here of one that goes on. */
#include "server/api/routes.h"
#include "server/api/upload_job.h"

#include <string.h>

/* What a game takes grows with its moves, so long texts are charged for more than one. */
enum { CHARGED = 4096, /* bytes that are one game's */ MORE_MAX = 3 };

static bool goes_on(void *analysts) {
    return workers_go_on(analysts);
}

/* In the words of `analyse_record`, and what to do about it. */
static void refuse(http_reply *reply, const char *why) {
    static const struct {
        const char *reason;
        unsigned status;
        const char *message;
    } refusals[] = {
        {"going-on", 400, "only a game that has ended is analysed"},
        {"too-long", 400, "a game of more than 2,000 moves is not analysed here"},
        {"stopped", 503, "the server stops; try again later"},
        {"unreadable", 400, "no game with both armies was found, or it breaks the rules"},
    };
    size_t at = 0;
    while (at + 1 < sizeof refusals / sizeof *refusals && strcmp(refusals[at].reason, why) != 0)
        at++;
    reply_refusal(reply, refusals[at].status, why, refusals[at].message);
}

static void write_analysis(const struct site *site, ff_span record, http_reply *reply) {
    ff_buffer out = {0};
    const char *refused = site->analyse(record, goes_on, site->analysts, &out);
    if (refused)
        refuse(reply, refused);
    else
        reply_body(reply, 200, "application/json", &out);
    ff_buffer_free(&out);
}

static bool may_ask(struct site *site, const http_request *request) {
    char address[ADDRESS_TEXT];
    ff_span who = address_group_text(&request->address, address);
    size_t more = request->body.size / CHARGED;
    bool may = limits_take(&site->analyses, who, request->now_ms);
    if (may)
        limits_spend(&site->analyses, who, request->now_ms,
                     (double)(more < MORE_MAX ? more : MORE_MAX));
    return may;
}

void route_analysis(struct site *site, const http_request *request, http_reply *reply) {
    if (!site->analyse)
        reply_refusal(reply, 404, "no-analysis", "this server analyses no games");
    else if (!may_ask(site, request))
        reply_refusal(reply, 429, "rate", "too many games at once; wait a minute");
    else if (!upload_job_ask(site, site->analysts, write_analysis, request->body, reply))
        reply_refusal(reply, 503, "too-many", "too many games wait; try again later");
}
