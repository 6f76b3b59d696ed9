/* A game on a server. One thread reads the stream of the game, and one posts what the person
 * does, so that neither waits for the other; both hand lines to the screen's thread, which
 * alone knows the game. A byte in the pipe tells that a line waits. */
#define _POSIX_C_SOURCE 200809L
#include "tui/online/online.h"

#include "base/clock.h"
#include "engine/remote/event.h"
#include "flagfall/notation.h"
#include "tui/model/save.h"
#include "tui/online/follow.h"
#include "tui/online/listener.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A form holds a typed line of 511 bytes, each as %20. */
enum {
    PATH_SIZE = 160,
    FORM_SIZE = 1600,
    LEAVING_MS = 2000 /* in which a server may still answer who leaves */
};

/* What the server has yet to say of what the person asked for: that it is done, and, as a line of
 * the stream, what came of it. These come in either order. */
enum { AWAITS_NOTHING = 0, AWAITS_ANSWER = 1, AWAITS_LINE = 2 };

typedef enum news_kind {
    NEWS_LINE,    /* of the stream */
    NEWS_AWAY,    /* the stream has ended, */
    NEWS_BACK,    /* and is there again */
    NEWS_UNSENT,  /* what was to be posted did not reach the server */
    NEWS_DONE,    /* it did, */
    NEWS_REFUSED, /* or was refused */
    NEWS_SAVED,   /* a record: the path of its file */
    NEWS_NOT_SAVED
} news_kind;

/* What a thread hands over. */
typedef struct news {
    struct news *next;
    news_kind kind;
    uint64_t at;
    size_t size;
    char data[];
} news;

/* What the person wants to be posted; or a record to be fetched into the file `form` (empty:
 * a new one). */
typedef struct post {
    struct post *next;
    bool fetches;
    char path[PATH_SIZE];
    char form[FORM_SIZE];
} post;

typedef struct online {
    host host;       /* first: a host is an online game */
    listener server; /* whose thread reads the stream; the other thread ends by its `stop`, too */
    follow game;
    atomic_bool cut;    /* the stream ends, and is opened again */
    atomic_bool failed; /* there was no memory, for any thread */
    unsigned awaits;    /* of what the person asked for: AWAITS_.. */
    bool asks_rematch;
    pthread_t poster;
    bool posts;
    pthread_cond_t wanted;
    /* Under the server's lock: */
    char id[TABLE_ID];
    news *first, *last;
    post *post_first, *post_last;
    bool holds; /* the server can store nothing: what is to be posted waits */
} online;

/* --- between threads -------------------------------------------------------------------- */

static void pass_on(online *o, news_kind kind, ff_span text) {
    news *n = malloc(sizeof *n + text.size + 1);
    if (n) {
        *n = (news){.kind = kind, .at = clock_now_ns(), .size = text.size};
        memcpy(n->data, text.data, text.size);
        n->data[text.size] = '\0';
    }
    pthread_mutex_lock(&o->server.lock);
    o->failed |= !n;
    if (n && o->last)
        o->last->next = n;
    else if (n)
        o->first = n;
    o->last = n ? n : o->last;
    pthread_mutex_unlock(&o->server.lock);
    listener_tell(&o->server);
}

/* The oldest news first. A byte is read even where no news wait: two may have come with one look.
 */
static news *take_news(online *o) {
    listener_take(&o->server);
    pthread_mutex_lock(&o->server.lock);
    news *n = o->first;
    o->first = n ? n->next : NULL;
    o->last = o->first ? o->last : NULL;
    pthread_mutex_unlock(&o->server.lock);
    return n;
}

/* --- the stream --------------------------------------------------------------------------- */

typedef struct hearing {
    online *online;
    bool away; /* and the person knows */
} hearing;

static bool hear(void *context, ff_span line) {
    hearing *h = context;
    if (h->away)
        pass_on(h->online, NEWS_BACK, ff_span_of(""));
    h->away = false;
    pass_on(h->online, NEWS_LINE, line);
    return !atomic_load(&h->online->cut);
}

/* Until the end of all, or of the game's being there. `cut` ends one stream alone: what follows
 * begins with the whole game again. */
static void *read_stream(void *context) {
    online *o = context;
    hearing h = {o, false};
    char path[PATH_SIZE];
    web place = o->server.web;
    place.stop = &o->cut;
    for (;;) {
        atomic_store(&o->cut, false);
        if (atomic_load(&o->server.stop)) /* which is set before `cut` */
            return NULL;
        pthread_mutex_lock(&o->server.lock);
        snprintf(path, sizeof path, "/api/bot/game/stream/%s", o->id);
        pthread_mutex_unlock(&o->server.lock);
        long status = web_stream(&place, path, hear, &h);
        if (atomic_load(&o->server.stop))
            return NULL;
        if (status == 404) {
            pass_on(o, NEWS_REFUSED, ff_span_of("{\"reason\":\"unknown-game\"}"));
            return NULL;
        }
        if (!h.away && !atomic_load(&o->cut))
            pass_on(o, NEWS_AWAY, ff_span_of(""));
        h.away |= !atomic_load(&o->cut);
        listener_pause(&o->server);
    }
}

/* --- notes ---------------------------------------------------------------------------------- */

static void note(online *o, const char *text) {
    snprintf(o->game.table.note, TABLE_NOTE, "%s", text);
    o->game.table.notes++;
}

static void note_of(online *o, text_id id, const char *what) {
    ff_buffer text = {0};
    TEXT_ADD(&text, o->game.language, id, what);
    note(o, text.data ? text.data : "");
    ff_buffer_free(&text);
}

/* --- posting ------------------------------------------------------------------------------ */

static post *next_post(online *o) {
    pthread_mutex_lock(&o->server.lock);
    while ((!o->post_first || o->holds) && !atomic_load(&o->server.stop))
        pthread_cond_wait(&o->wanted, &o->server.lock);
    post *p = o->post_first;
    o->post_first = p ? p->next : NULL;
    o->post_last = o->post_first ? o->post_last : NULL;
    pthread_mutex_unlock(&o->server.lock);
    return p;
}

/* What was asked for before the end is still posted, as long as the server answers. */
static void *post_all(void *context) {
    online *o = context;
    web place = o->server.web;
    place.grace_ms = LEAVING_MS;
    bool lost = false; /* nobody has answered who leaves: the rest is not tried */
    post *p;
    while ((p = next_post(o))) {
        ff_buffer answer = {0};
        long status = lost         ? 0
                      : p->fetches ? web_get(&place, p->path, &answer)
                                   : web_post(&place, p->path, p->form, &answer);
        lost = status == 0 && atomic_load(&o->server.stop);
        ff_span text = {answer.data ? answer.data : "", answer.size};
        if (status == 0)
            pass_on(o, NEWS_UNSENT, ff_span_of(""));
        else if (status != 200)
            pass_on(o, NEWS_REFUSED, text);
        else if (p->fetches) {
            /* As that file, or as a new one in the folder where the program was started. */
            char path[SAVE_PATH];
            bool good = save_record(p->form, &answer, path);
            pass_on(o, good ? NEWS_SAVED : NEWS_NOT_SAVED,
                    ff_span_of(good ? path : strerror(errno)));
        } else
            pass_on(o, NEWS_DONE, text);
        ff_buffer_free(&answer);
        free(p);
    }
    return NULL;
}

/* The poster waits while the server can store nothing. */
static void hold(online *o) {
    pthread_mutex_lock(&o->server.lock);
    o->holds = o->game.table.outage;
    pthread_cond_signal(&o->wanted);
    pthread_mutex_unlock(&o->server.lock);
}

/* Takes the post over; null, where memory is out, ends the game. */
static void enqueue(online *o, post *p, unsigned awaits) {
    o->awaits = awaits;
    pthread_mutex_lock(&o->server.lock);
    o->failed |= !p;
    if (p && o->post_last)
        o->post_last->next = p;
    else if (p)
        o->post_first = p;
    o->post_last = p ? p : o->post_last;
    pthread_cond_signal(&o->wanted);
    pthread_mutex_unlock(&o->server.lock);
}

static void want(online *o, const char *what, const char *form) {
    post *p = calloc(1, sizeof *p);
    if (p) {
        snprintf(p->path, sizeof p->path, "/api/bot/game/%s/%s", o->id, what);
        snprintf(p->form, sizeof p->form, "%s", form);
    }
    enqueue(o, p, AWAITS_ANSWER | AWAITS_LINE);
}

static void want_record(online *o, const char *file) {
    post *p = calloc(1, sizeof *p);
    if (p) {
        p->fetches = true;
        snprintf(p->path, sizeof p->path, "/game/%s.ffr", o->id);
        snprintf(p->form, sizeof p->form, "%s", file ? file : "");
    }
    enqueue(o, p, AWAITS_ANSWER);
}

static void want_said(online *o, const char *text) {
    ff_buffer form = {0};
    ff_buffer_text(&form, "text=");
    web_add_escaped(&form, text);
    if (form.data && form.size < FORM_SIZE)
        want(o, "chat", form.data);
    else
        note(o, text_get(o->game.language, T_TOO_LONG));
    ff_buffer_free(&form);
}

/* --- as a host ------------------------------------------------------------------------------ */

/* A refusal in the person's language, or as the server says it. */
static void add_refusal(ff_buffer *out, ff_language language, const char *answer, size_t size) {
    json_error_t wrong;
    json_t *json = json_loadb(answer, size, 0, &wrong);
    const char *reason = remote_text(json, "reason"), *error = remote_text(json, "error");
    const char *text = text_listed(language, "reason", reason);
    ff_buffer_text(out, text ? text : *error ? error : reason);
    json_decref(json);
}

/* False where it answers nobody. */
static bool take_line(online *o, const news *n) {
    follow_state state = follow_line(&o->game, (ff_span){n->data, n->size}, n->at);
    if (state == FOLLOW_UNKNOWN)
        note(o, text_listed(o->game.language, "reason", "unknown-edition"));
    o->failed |= state == FOLLOW_FAILED;
    hold(o);
    if (state == FOLLOW_LOST)
        atomic_store(&o->cut, true);
    if (strcmp(o->game.table.id, o->id) != 0 && o->game.has_game) {
        pthread_mutex_lock(&o->server.lock);
        memcpy(o->id, o->game.table.id, sizeof o->id);
        pthread_mutex_unlock(&o->server.lock);
        o->asks_rematch = false;
    }
    return state != FOLLOW_CLOCKS;
}

static void take(online *o, const news *n) {
    ff_buffer text = {0};
    switch (n->kind) {
    case NEWS_LINE:
        if (take_line(o, n) && (!o->game.has_next || !o->asks_rematch)) /* else it comes yet */
            o->awaits &= ~(unsigned)AWAITS_LINE;
        break;
    case NEWS_AWAY:
        o->awaits = AWAITS_NOTHING;
        o->game.table.offline = true;
        o->game.table.outage = false;
        hold(o);
        break;
    case NEWS_BACK:
        o->game.table.offline = false;
        break;
    case NEWS_UNSENT:
        o->awaits = AWAITS_NOTHING;
        note(o, text_get(o->game.language, T_UNSENT));
        break;
    case NEWS_DONE:
        o->awaits &= ~(unsigned)AWAITS_ANSWER;
        break;
    case NEWS_SAVED:
        o->awaits = AWAITS_NOTHING;
        note_of(o, T_SAVED, n->data);
        break;
    case NEWS_NOT_SAVED:
        o->awaits = AWAITS_NOTHING;
        note_of(o, T_NOT_SAVED, n->data);
        break;
    case NEWS_REFUSED:
        o->awaits = AWAITS_NOTHING;
        add_refusal(&text, o->game.language, n->data, n->size);
        note(o, text.data ? text.data : "");
        break;
    }
    ff_buffer_free(&text);
}

/* One at a time, so that the person is told of each ply: while more wait the file can be read. */
static bool update(host *self, table *t) {
    online *o = (online *)self;
    news *n = take_news(o);
    if (n)
        take(o, n);
    free(n);
    *t = o->game.table;
    t->asked = o->awaits != AWAITS_NOTHING;
    return !o->failed;
}

static void set_up(host *self, const ff_setup *army) {
    online *o = (online *)self;
    char letters[FF_ZONE_MAX + 1], form[FORM_SIZE];
    ff_setup_write(army, o->game.table.edition, letters);
    snprintf(form, sizeof form, "letters=%s", letters);
    want(o, "setup", form);
}

static void move(host *self, unsigned from, unsigned to) {
    online *o = (online *)self;
    char text[FF_MOVE_TEXT], path[32], form[32];
    ff_move_write(FF_MOVE(from, to), false, text);
    snprintf(path, sizeof path, "move/%s", text);
    snprintf(form, sizeof form, "ply=%u", o->game.table.view.plies);
    want(o, path, form);
}

static void do_act(host *self, act what, const char *text) {
    online *o = (online *)self;
    const table *t = &o->game.table;
    static const struct {
        const char *path, *form;
    } rows[] = {[ACT_RESIGN] = {"resign", ""},     [ACT_DRAW] = {"draw/yes", ""},
                [ACT_DECLINE] = {"draw/no", ""},   [ACT_ABORT] = {"abort", ""},
                [ACT_CLAIM] = {"claim", "as=win"}, [ACT_TAKEBACK] = {"takeback", ""},
                [ACT_PAUSE] = {"pause/yes", ""},   [ACT_REMATCH] = {"rematch", ""}};
    bool offered = (what == ACT_DRAW && t->draw_by == t->seat) ||
                   (what == ACT_REMATCH && t->rematch_by == t->seat);
    o->asks_rematch |= what == ACT_REMATCH;
    if (offered)
        return; /* the server would say nothing */
    if (what == ACT_SAVE)
        want_record(o, text);
    else if (what == ACT_SAY && text)
        want_said(o, text);
    else if (what == ACT_PAUSE && t->paused)
        want(o, "pause/no", "");
    else if (what <= ACT_REMATCH)
        want(o, rows[what].path, rows[what].form);
}

/* `stop` before `cut`: the reader clears `cut` before it looks at `stop`, and so sees one of
 * them. The poster first sends what was asked for. */
static void stop_threads(online *o) {
    pthread_mutex_lock(&o->server.lock);
    atomic_store(&o->server.stop, true);
    atomic_store(&o->cut, true);
    pthread_cond_broadcast(&o->wanted);
    pthread_mutex_unlock(&o->server.lock);
    if (o->posts)
        pthread_join(o->poster, NULL);
    listener_stop(&o->server);
}

static void online_free(host *self) {
    online *o = (online *)self;
    news *n;
    stop_threads(o);
    while (o->first) {
        n = o->first;
        o->first = n->next;
        free(n);
    }
    follow_free(&o->game);
    pthread_cond_destroy(&o->wanted);
    listener_close(&o->server);
    free(o);
}

/* --- beginning ------------------------------------------------------------------------------ */

bool online_refused(const online_setting *s, long status, const ff_buffer *answer,
                    ff_error *error) {
    ff_buffer text = {0};
    add_refusal(&text, s->language, answer->data ? answer->data : "", answer->size);
    text_fit(&text, false);
    if (text.size)
        ff_fail(error, FF_ERROR_PEER, 0, 0, "%s: %s", s->server, text.data);
    else if (status == 0)
        ff_fail(error, FF_ERROR_PEER, 0, 0, "%s does not answer", s->server);
    else
        ff_fail(error, FF_ERROR_PEER, 0, 0, "%s answers with status %ld of HTTP", s->server,
                status);
    ff_buffer_free(&text);
    return false;
}

static void add_field(ff_buffer *form, const char *name, const char *value) {
    ff_buffer_format(form, "%s%s=", form->size ? "&" : "", name);
    web_add_escaped(form, value);
}

static void add_switch(ff_buffer *form, const char *name, bool on) {
    add_field(form, name, on ? "true" : "false");
}

static void add_clock_part(ff_buffer *form, const char *name, unsigned value) {
    ff_buffer_format(form, "&clock.%s=%u", name, value);
}

static void add_clock(ff_buffer *form, const terms_clock *clock) {
    if (terms_days(clock)) {
        add_clock_part(form, "days", terms_days(clock));
        return;
    }
    add_clock_part(form, "limit", clock->bank);
    add_clock_part(form, "increment", clock->increment);
    add_clock_part(form, "free", clock->free);
    add_clock_part(form, "setup", clock->setup);
}

static void add_terms(ff_buffer *form, const game_terms *t) {
    add_field(form, "edition", t->edition);
    add_field(form, "color", t->seat);
    add_switch(form, "memory", t->memory);
    add_switch(form, "remember", !t->no_remember);
    add_switch(form, "hints", !t->no_hints);
    if (t->watch != WATCH_USUAL)
        add_switch(form, "watch", t->watch == WATCH_YES);
    if (t->clock.bank)
        add_clock(form, &t->clock);
}

/* What is posted to begin: an offer, a game against the computer, or an invitation taken. */
static void write_beginning(const online_setting *s, ff_buffer *path, ff_buffer *form) {
    bool computer = !s->against && !s->open && !s->link;
    ff_buffer_text(path, "/api/challenge/");
    if (s->code) {
        ff_buffer_text(path, "code/");
        web_add_escaped(path, s->code);
        return;
    }
    if (s->against)
        web_add_escaped(path, s->against);
    else
        ff_buffer_text(path, s->open ? "open" : s->link ? "link" : "ai");
    add_terms(form, &s->terms);
    if (computer)
        add_field(form, "level", s->opponent);
    else
        add_switch(form, "rated", s->terms.rated);
}

static bool begin(online *o, const online_setting *s, ff_error *error) {
    ff_buffer path = {0}, form = {0}, answer = {0};
    json_error_t wrong;
    write_beginning(s, &path, &form);
    bool good = !path.failed && !form.failed;
    long status =
        good ? web_post(&o->server.web, path.data, form.data ? form.data : "", &answer) : 0;
    good = good && status == 200;
    json_t *game = good ? json_loadb(answer.data, answer.size, 0, &wrong) : NULL;
    if (!good)
        online_refused(s, status, &answer, error);
    snprintf(o->id, sizeof o->id, "%s", remote_text(game, "id"));
    if (good && !o->id[0])
        good = ff_fail(error, FF_ERROR_PEER, 0, 0, "%s is no Flagfall server", s->server);
    json_decref(game);
    ff_buffer_free(&path);
    ff_buffer_free(&form);
    ff_buffer_free(&answer);
    return good;
}

/* Where the game is an offer that one may take, it is taken; else it is looked at. */
static void accept(online *o, const char *game) {
    ff_buffer path = {0};
    snprintf(o->id, sizeof o->id, "%s", game);
    ff_buffer_text(&path, "/api/challenge/");
    web_add_escaped(&path, o->id);
    ff_buffer_text(&path, "/accept");
    if (path.data)
        web_post(&o->server.web, path.data, "", NULL);
    ff_buffer_free(&path);
}

/* Waits for the first line of the game. */
static bool wait_for_game(online *o, ff_error *error) {
    table t;
    struct pollfd file = {.fd = o->host.news, .events = POLLIN};
    while (!o->game.has_game) {
        if (poll(&file, 1, -1) < 0 && errno != EINTR)
            return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", strerror(errno));
        if (!update(&o->host, &t))
            return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        if (!o->game.has_game && o->game.table.notes)
            return ff_fail(error, FF_ERROR_PEER, 0, 0, "%s: %s", o->server.web.server,
                           o->game.table.note);
    }
    return true;
}

bool online_decline(const online_setting *s, const char *game, ff_error *error) {
    ff_buffer path = {0}, answer = {0};
    web place = {.server = s->server, .token = s->token, .jar = s->token ? NULL : s->jar};
    ff_buffer_text(&path, "/api/challenge/");
    web_add_escaped(&path, game);
    ff_buffer_text(&path, "/decline");
    bool good = !path.failed && web_begin();
    long status = good ? web_post(&place, path.data, "", &answer) : 0;
    if (status != 200)
        online_refused(s, status, &answer, error);
    if (good)
        web_end();
    ff_buffer_free(&path);
    ff_buffer_free(&answer);
    return status == 200;
}

/* The reader begins only when the game's id is known; from then on threads hand over and the
 * screen's thread alone looks at the game. */
static bool go(online *o, const online_setting *s, ff_error *error) {
    if (!listener_visit(&o->server, error))
        return false;
    o->host.news = o->server.pipe[0];
    if (s->game)
        accept(o, s->game);
    else if (!begin(o, s, error))
        return false;
    if (!listener_start(&o->server, read_stream, o, error))
        return false;
    o->posts = pthread_create(&o->poster, NULL, post_all, o) == 0;
    if (!o->posts)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the system has no more threads");
    return wait_for_game(o, error);
}

host *online_new(const online_setting *setting, ff_error *error) {
    online *o = calloc(1, sizeof *o);
    if (!o || !listener_init(&o->server, setting->server, setting->token, setting->jar)) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        free(o);
        return NULL;
    }
    o->host = (host){update, set_up, move, do_act, online_free, -1};
    o->game.language = setting->language;
    o->game.table.draw_by = o->game.table.rematch_by = FF_NOBODY;
    pthread_cond_init(&o->wanted, NULL);
    if (go(o, setting, error))
        return &o->host;
    online_free(&o->host);
    return NULL;
}
