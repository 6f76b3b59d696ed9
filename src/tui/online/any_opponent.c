/* Waiting for an opponent. What must hold: a game that had begun before is not taken for the one
 * that was looked for; and who stops, or has met somebody, stands in the queue no more. */
#define _POSIX_C_SOURCE 200809L
#include "tui/online/any_opponent.h"

#include "base/clock.h"
#include "engine/remote/event.h"
#include "tui/online/listener.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVING_MS = 500, SECOND_NS = 1000000000, MINUTE = 60 };

struct any_opponent {
    listener server;
    const online_setting *setting;
    ff_buffer form;
    json_t *known; /* games that had begun before: the thread's alone */
    uint64_t began;
    /* Under the server's lock; only the thread writes it, and reads it without: */
    char found[TABLE_ID];
    bool refused, offline;
    ff_error why; /* of the refusal */
};

/* ---- the thread ---- */

static void set_offline(any_opponent *s, bool offline) {
    pthread_mutex_lock(&s->server.lock);
    bool changed = s->offline != offline;
    s->offline = offline;
    pthread_mutex_unlock(&s->server.lock);
    if (changed)
        listener_tell(&s->server);
}

static bool is_known(const any_opponent *s, const char *id) {
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(s->known, "games"), i, row) {
        if (strcmp(remote_text(row, "game"), id) == 0 || strcmp(remote_text(row, "id"), id) == 0)
            return true;
    }
    return false;
}

/* The stream begins with the games that go on, and goes on with what begins. */
static bool hear(void *context, ff_span line) {
    any_opponent *s = context;
    json_error_t wrong;
    json_t *event = json_loadb(line.data, line.size, 0, &wrong);
    const char *id = remote_text(json_object_get(event, "game"), "id");
    bool begins = strcmp(remote_text(event, "type"), "gameStart") == 0 && *id && !is_known(s, id);
    if (begins) {
        pthread_mutex_lock(&s->server.lock);
        snprintf(s->found, sizeof s->found, "%s", id);
        pthread_mutex_unlock(&s->server.lock);
        listener_tell(&s->server);
    }
    json_decref(event);
    return !begins && !atomic_load(&s->server.stop);
}

/* Does one wait now? A server that cannot at the moment, as while it is started again behind a
 * proxy, is asked again; for a refusal there is no second try. */
static bool ask(any_opponent *s) {
    ff_buffer answer = {0};
    long status = web_post(&s->server.web, "/api/seek", s->form.data, &answer);
    bool away = status == 0 || status >= 500;
    set_offline(s, away);
    if (!away && status != 200) {
        pthread_mutex_lock(&s->server.lock);
        online_refused(s->setting, status, &answer, &s->why);
        s->refused = true;
        pthread_mutex_unlock(&s->server.lock);
        listener_tell(&s->server);
    }
    ff_buffer_free(&answer);
    return status == 200;
}

/* Asks again after each break: the time that one has waited counts on. */
static void *look_for_somebody(void *context) {
    any_opponent *s = context;
    while (!atomic_load(&s->server.stop)) {
        if (ask(s))
            web_stream(&s->server.web, "/api/stream/event", hear, s);
        if (atomic_load(&s->server.stop) || s->refused || s->found[0])
            break;
        set_offline(s, true);
        listener_pause(&s->server);
    }
    return NULL;
}

/* ---- the list ---- */

int any_opponent_news(const any_opponent *s) {
    return s->server.pipe[0];
}

static void add_rows(const any_opponent *s, menu *m) {
    ff_buffer text = {0};
    unsigned waited = (unsigned)((clock_now_ns() - s->began) / SECOND_NS);
    ff_buffer_format(&text, "%s %u:%02u", text_get(m->language, T_SEEKING), waited / MINUTE,
                     waited % MINUTE);
    menu_clear(m);
    menu_add(m, MENU_HEADING, "", text.data ? text.data : "");
    menu_add(m, MENU_STOP, "", text_get(m->language, T_STOP_SEEKING));
    menu_settle(m);
    ff_buffer_free(&text);
}

bool any_opponent_update(any_opponent *s, menu *m) {
    listener_take(&s->server);
    pthread_mutex_lock(&s->server.lock);
    m->offline = s->offline;
    if (s->found[0]) {
        m->chosen = (menu_row){.kind = MENU_GAME};
        memcpy(m->chosen.what, s->found, sizeof s->found);
    } else if (s->refused) {
        snprintf(m->note, sizeof m->note, "%s", s->why.message);
        m->chosen.kind = MENU_STOP;
    }
    pthread_mutex_unlock(&s->server.lock);
    add_rows(s, m);
    return true;
}

/* ---- opening ---- */

/* All clocks that people play by at once, where none is wished for. */
static void add_clocks(ff_buffer *form, const game_terms *terms) {
    ff_buffer_text(form, "&clocks=");
    ff_buffer name = {0};
    if (terms->clock.bank)
        terms_add_clock(&name, FF_ENGLISH, &terms->clock);
    else
        terms_add_live_clocks(&name);
    if (name.data)
        web_add_escaped(form, name.data);
    ff_buffer_free(&name);
}

static bool write_form(any_opponent *s, const game_terms *terms, ff_error *error) {
    ff_buffer_text(&s->form, "editions=");
    web_add_escaped(&s->form, terms->edition ? terms->edition : ff_edition_default()->id);
    add_clocks(&s->form, terms);
    ff_buffer_format(&s->form, "&rated=%s&bots=%s", terms->rated ? "true" : "false",
                     terms->bots ? "true" : "false");
    return !s->form.failed || ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
}

static bool read_known(any_opponent *s, ff_error *error) {
    ff_buffer answer = {0};
    json_error_t wrong;
    long status = web_get(&s->server.web, "/api/account/playing", &answer);
    s->known = status == 200 ? json_loadb(answer.data, answer.size, 0, &wrong) : NULL;
    if (!s->known)
        online_refused(s->setting, status, &answer, error);
    ff_buffer_free(&answer);
    return s->known != NULL;
}

/* Nobody who leaves is kept by a server that does not answer: there one's place is lost after some
 * seconds in any case. */
static void leave_queue(any_opponent *s) {
    s->server.web.grace_ms = LEAVING_MS;
    web_post(&s->server.web, "/api/seek/cancel", "", NULL);
}

void any_opponent_close(any_opponent *s) {
    /* As it stood when one left: what is cut off by leaving may have reached the server. */
    pthread_mutex_lock(&s->server.lock);
    bool asked = s->server.runs && !s->offline;
    pthread_mutex_unlock(&s->server.lock);
    listener_stop(&s->server);
    if (asked && !s->found[0])
        leave_queue(s);
    listener_close(&s->server);
    json_decref(s->known);
    ff_buffer_free(&s->form);
    free(s);
}

any_opponent *any_opponent_open(const online_setting *setting, ff_error *error) {
    any_opponent *s = calloc(1, sizeof *s);
    if (!s || !listener_init(&s->server, setting->server, setting->token, setting->jar)) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        free(s);
        return NULL;
    }
    s->setting = setting;
    s->began = clock_now_ns();
    if (write_form(s, &setting->terms, error) && listener_visit(&s->server, error) &&
        read_known(s, error) && listener_start(&s->server, look_for_somebody, s, error))
        return s;
    any_opponent_close(s);
    return NULL;
}
