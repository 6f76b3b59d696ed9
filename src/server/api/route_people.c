/* Profiles and set-ups. They are made of many games: a thread does that (store_job.h). What must
 * hold: who asks for an account is told no more of it than it shows (people/profile.h). */
#include "server/api/store_job.h"
#include "server/http/route_pattern.h"
#include "server/identity/sessions.h"
#include "server/people/profile.h"
#include "server/people/setups.h"

#include <string.h>

typedef store_answer people_writer(struct store *store, const profile_question *asked,
                                   ff_buffer *out);

typedef struct people_question {
    struct identity viewer;
    char name[4 * ACCOUNT_NAME_SIZE]; /* as it came; empty: the viewer's own */
    const char *strongest;            /* of the computer players */
    people_writer *write;             /* what is asked for of them */
} people_question;

/* ---- by a thread ---- */

static void answer_question(struct store *store, void *question, http_reply *reply) {
    const people_question *asked = question;
    profile_question whose = {ff_span_of(asked->name), asked->viewer, asked->strongest};
    ff_buffer text = {0};
    store_answer found = asked->write(store, &whose, &text);
    if (found == STORE_FOUND)
        reply_body(reply, 200, "application/json", &text);
    else if (found == STORE_NONE)
        reply_refusal(reply, 404, "unknown-name",
                      "there is no account of this name, or it does not show this");
    else
        store_job_refuse(reply);
    ff_buffer_free(&text);
}

/* ---- by the event loop ---- */

static void ask(struct site *site, const http_request *request, people_question *asked,
                http_reply *reply) {
    const struct opponents *computers = &site->hub->options.opponents;
    asked->strongest = computers->count > 0 ? computers->kinds[0]->name : NULL;
    const store_inquiry inquiry = {answer_question, asked, sizeof *asked, site->readers,
                                   &site->reads};
    store_job_ask(site, request, &inquiry, reply);
}

/* Who looks may be nobody: a profile is for everybody. By a token nobody is more. */
static void answer_people(struct site *site, const http_request *request, ff_span name,
                          people_writer *write, http_reply *reply) {
    people_question asked = {.write = write};
    if (name.size < sizeof asked.name) { /* a longer one is nobody's, as none is */
        memcpy(asked.name, name.data, name.size);
        if (!request->has_cookie ||
            sessions_identify(site->store, &request->cookie, hub_now(site->hub), &asked.viewer) !=
                SESSION_FOUND)
            asked.viewer = (struct identity){.has_account = false};
    }
    ask(site, request, &asked, reply);
}

void route_profile(struct site *site, const http_request *request, http_reply *reply) {
    ff_span name = route_pattern_part("/api/people/*", request->path, 0);
    answer_people(site, request, name, profile_write, reply);
}

void route_setups(struct site *site, const http_request *request, http_reply *reply) {
    ff_span name = route_pattern_part("/api/people/*/setups", request->path, 0);
    answer_people(site, request, name, setups_write, reply);
}

static void answer_own(struct site *site, const http_request *request, people_writer *write,
                       http_reply *reply) {
    people_question asked = {.write = write};
    if (route_find_person(site, request, &asked.viewer, reply))
        ask(site, request, &asked, reply);
}

void route_own_profile(struct site *site, const http_request *request, http_reply *reply) {
    answer_own(site, request, profile_write, reply);
}

void route_own_setups(struct site *site, const http_request *request, http_reply *reply) {
    answer_own(site, request, setups_write, reply);
}
