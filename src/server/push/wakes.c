/* Who is to be woken, and the messages that wait to be sent. What must hold: a wake-up tells
 * nothing that its person could not see at a glance at the list of games; nothing is sent of what
 * has not been stored, nor to a browser that does not want it any more; and a message belongs to
 * the list here or to the workers, never to both. */
#include "server/push/wakes.h"

#include "base/array.h"
#include "base/hash.h"
#include "flagfall/json.h"
#include "server/store/store_push.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)PUSH_ENDPOINT_SIZE == (int)STORE_PUSH_ENDPOINT &&
                  (int)PUSH_POINT == (int)STORE_PUSH_POINT &&
                  (int)PUSH_SECRET == (int)STORE_PUSH_SECRET,
              "what is stored is what is sent to");
static_assert((int)STORE_PUSH_SECRET >= (int)crypto_generichash_KEYBYTES_MIN, "it keys a hash");

enum {
    FIRST_WAIT_MS = 30000, /* before a second try; each later one waits four times as long */
    HOST_WAIT_MS = 30000,  /* that a host is left alone which had no time or was not there */
    PAUSES_MAX = 32,       /* the known services have some five hosts between them */
    HOST_REFUSALS = 8,     /* without a good answer between: then it is the host that has no time */
    PACE_MS = 10000,       /* between messages to one browser, */
    PACE_AHEAD_MS = 3 * PACE_MS, /* of which four may come at once */
    PACES = 1024,  /* places; forgetting a browser costs nothing but a message that comes early */
    PACE_WAYS = 4, /* browsers that share a place of the table */
};

typedef enum wake_why { WAKE_TURN, WAKE_JOINED, WAKE_OVER, WAKE_BACK } wake_why;

/* Somebody to be woken, if the batch stands. */
typedef struct news {
    wake_why why;
    struct person person;
    char game[GAME_ID_SIZE], edition[32], opponent[SEAT_NAME_SIZE];
} news;

/* A host of a service is left alone. Any client can name one that is not there, below a service's
 * name: so it is not the whole service. */
typedef struct host_pause {
    char origin[PUSH_ORIGIN_SIZE];
    int64_t until;
    unsigned refusals; /* 429 in a row: one may be of one browser's */
} host_pause;

/* How far ahead of its time a browser is: each message is PACE_MS of it. What comes too early
 * waits, and one of the same game takes its place; so who moves often costs no more than who does
 * not. */
typedef struct browser_pace {
    uint64_t browser; /* a hash of its endpoint */
    int64_t spent;
} browser_pace;

typedef struct wake wake;
struct wake {
    push_send send; /* first */
    wake *next;     /* of those that wait */
    struct person person;
    char origin[PUSH_ORIGIN_SIZE];
    uint64_t browser; /* as in browser_pace */
    int64_t due;      /* not before, ms of the server */
    unsigned tries;
};

struct wakes {
    wakes_options options;
    news *news; /* of this batch */
    size_t noted, room;
    wake *waiting;
    unsigned count; /* of all, on their way too */
    host_pause pause[PAUSES_MAX];
    browser_pace pace[PACES][PACE_WAYS];
    bool closed; /* the key is another one now */
};

struct wakes *wakes_new(const wakes_options *options) {
    struct wakes *wakes = calloc(1, sizeof *wakes);
    if (wakes)
        wakes->options = *options;
    return wakes;
}

void wakes_free(struct wakes *wakes) {
    if (!wakes)
        return;
    for (wake *at = wakes->waiting, *next; at; at = next) {
        next = at->next;
        free(at);
    }
    free(wakes->news);
    free(wakes);
}

void wakes_close(struct wakes *wakes) {
    wakes->closed = true;
}

const char *wakes_key(const struct wakes *wakes) {
    return wakes->options.sender && !wakes->closed ? push_key_public(wakes->options.sender->key)
                                                   : NULL;
}

/* ---- what has happened ---- */

/* What is told is copied: the table may be gone from memory when the batch ends. */
static void add_news(struct wakes *wakes, const struct table *table, ff_seat seat, wake_why why) {
    const store_seat *own = &table->row.seat[seat], *other = &table->row.seat[seat_other(seat)];
    if (!seat_has_person(own) || person_is_nobody(&own->person))
        return;
    news *list = array_with_room(wakes->news, wakes->noted, &wakes->room, sizeof *list);
    if (!list) {
        metrics_count_by(wakes->options.metrics, METRICS_WAKES, "full");
        return;
    }
    wakes->news = list;
    news *added = &list[wakes->noted++];
    *added = (news){.why = why, .person = own->person};
    memcpy(added->game, table->row.id, sizeof added->game);
    memcpy(added->edition, table->row.edition, sizeof added->edition);
    memcpy(added->opponent, other->name, sizeof added->opponent);
}

/* A table tells that it has changed, not how: so it is compared with what was noted of it last.
 * That is brought up to date in any case, or an old change would be told later. A computer answers
 * at once: nobody is woken for that. */
void wakes_note(struct wakes *wakes, struct table *table) {
    if (!table->now.game)
        return; /* taken back: it is read again */
    struct table_before before = table->before;
    phase now = table_phase(table);
    ff_seat turn = table_turn(table);
    table->before = (struct table_before){(uint8_t)now, (uint8_t)turn};
    if (!wakes_key(wakes) || table->dropped || game_has_computer(&table->row))
        return;
    if (before.phase == PHASE_WAITING && now != PHASE_WAITING)
        add_news(wakes, table, (ff_seat)table->row.by, WAKE_JOINED);
    else if (before.phase != PHASE_OVER && now == PHASE_OVER)
        for (int seat = FF_RED; seat <= FF_BLUE; seat++)
            add_news(wakes, table, (ff_seat)seat, WAKE_OVER);
    else if (now == PHASE_PLAY && turn != FF_NOBODY && turn != before.turn)
        add_news(wakes, table, turn, WAKE_TURN);
}

void wakes_note_back(struct wakes *wakes, const struct table *table, ff_seat seat) {
    if (wakes_key(wakes) && !table->dropped)
        add_news(wakes, table, seat, WAKE_BACK);
}

/* ---- messages ---- */

/* False where memory is out, or it would be too long: names and ids are not. */
static bool write_text(const news *about, char text[PUSH_TEXT_MAX + 1]) {
    static const char *const words[] = {"turn", "joined", "over", "back"};
    ff_buffer out = {0};
    ff_buffer_format(&out, "{\"why\":\"%s\",\"game\":\"%s\",\"edition\":", words[about->why],
                     about->game);
    ff_json_string(&out, ff_span_of(about->edition));
    ff_buffer_text(&out, ",\"opponent\":");
    if (about->opponent[0])
        ff_json_string(&out, ff_span_of(about->opponent));
    else
        ff_buffer_text(&out, "null");
    ff_buffer_byte(&out, '}');
    bool fits = !out.failed && out.size <= PUSH_TEXT_MAX;
    if (fits)
        memcpy(text, out.data, out.size + 1);
    ff_buffer_free(&out);
    return fits;
}

static void free_wake(job *gone) {
    free((wake *)gone);
}

static void drop(struct wakes *wakes, wake *gone, const char *how) {
    assert(wakes->count > 0);
    metrics_count_by(wakes->options.metrics, METRICS_WAKES, how);
    wakes->count--;
    free(gone);
}

/* What the service knows a game by. Who has a game's id may look at the game, so it is not that,
 * and another one for each browser. */
static void name_game(const store_push *push, const char *game, char topic[PUSH_TOPIC_SIZE]) {
    uint8_t hash[(PUSH_TOPIC_SIZE - 1) / 4 * 3];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)game, strlen(game), push->secret,
                       sizeof push->secret);
    sodium_bin2base64(topic, PUSH_TOPIC_SIZE, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The place of a message of the same game to the same browser, or the end of the list. */
static wake **find_same(struct wakes *wakes, const char *endpoint, const char *topic) {
    wake **at = &wakes->waiting;
    while (*at &&
           (strcmp((*at)->send.topic, topic) != 0 || strcmp((*at)->send.endpoint, endpoint) != 0))
        at = &(*at)->next;
    return at;
}

/* ---- hosts that are left alone ---- */

static int64_t longer(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Null: there is nothing to know of it. */
static host_pause *find_host(struct wakes *wakes, const char *origin) {
    for (size_t i = 0; i < PAUSES_MAX; i++)
        if (strcmp(wakes->pause[i].origin, origin) == 0)
            return &wakes->pause[i];
    return NULL;
}

/* The same, and begins to know it. Where there are too many, the one goes that ends first. */
static host_pause *host_of(struct wakes *wakes, const char *origin) {
    host_pause *place = find_host(wakes, origin);
    if (place)
        return place;
    place = wakes->pause;
    for (host_pause *at = wakes->pause; at < wakes->pause + PAUSES_MAX; at++)
        if (at->until < place->until)
            place = at;
    *place = (host_pause){.until = 0};
    memcpy(place->origin, origin, strlen(origin) + 1);
    return place;
}

/* ---- the pace of each browser ---- */

/* The browser's place, which begins where there is none. Where many share a place, the one goes
 * that is the least ahead, for it loses the least. */
static browser_pace *pace_of(struct wakes *wakes, uint64_t browser) {
    browser_pace *ways = wakes->pace[browser % PACES], *place = ways;
    for (browser_pace *at = ways; at < ways + PACE_WAYS; at++) {
        if (at->browser == browser)
            return at;
        if (at->spent < place->spent)
            place = at;
    }
    *place = (browser_pace){.browser = browser};
    return place;
}

static bool is_ahead(const struct wakes *wakes, uint64_t browser, int64_t now) {
    const browser_pace *ways = wakes->pace[browser % PACES];
    for (const browser_pace *at = ways; at < ways + PACE_WAYS; at++)
        if (at->browser == browser)
            return at->spent - now > PACE_AHEAD_MS;
    return false;
}

static bool is_due(struct wakes *wakes, const wake *at, int64_t now) {
    const host_pause *host = find_host(wakes, at->origin);
    return at->due <= now && !(host && host->until > now) && !is_ahead(wakes, at->browser, now);
}

/* ---- what is to be sent ---- */

/* Where all places are taken, one that cannot be sent now gives way: so nobody fills them for
 * others with messages to a host that is not there. */
static bool make_room(struct wakes *wakes, int64_t now) {
    for (wake **at = &wakes->waiting; wakes->count == WAKES_MAX && *at; at = &(*at)->next) {
        wake *late = *at;
        if (is_due(wakes, late, now))
            continue;
        *at = late->next;
        drop(wakes, late, "full");
        break;
    }
    return wakes->count < WAKES_MAX;
}

typedef struct waking {
    struct wakes *wakes;
    const news *about;
    int64_t now;
} waking;

/* One message for one browser. A message of the same game that still waits is written over, for who
 * comes late wants to know how the game stands now. Always true: what goes wrong with one browser
 * is no reason to leave out the person's others. */
static bool add_wake(void *context, const store_push *push) {
    const waking *of = context;
    struct wakes *wakes = of->wakes;
    const push_services *services = &wakes->options.sender->services;
    char origin[PUSH_ORIGIN_SIZE], topic[PUSH_TOPIC_SIZE], text[PUSH_TEXT_MAX + 1];
    if (!push_services_find(services, push->endpoint, origin))
        return true; /* the host allows it no more */
    name_game(push, of->about->game, topic);
    wake *added = *find_same(wakes, push->endpoint, topic);
    bool written = write_text(of->about, text);
    if (written && !added && make_room(wakes, of->now) && (added = calloc(1, sizeof *added))) {
        added->next = wakes->waiting;
        wakes->waiting = added;
        wakes->count++;
    }
    if (!written || !added) {
        metrics_count_by(wakes->options.metrics, METRICS_WAKES, "full");
        return true;
    }
    added->send = (push_send){.job = {.work = push_send_work, .free = free_wake},
                              .sender = wakes->options.sender};
    memcpy(added->send.endpoint, push->endpoint, sizeof added->send.endpoint);
    memcpy(added->send.point, push->point, sizeof added->send.point);
    memcpy(added->send.secret, push->secret, sizeof added->send.secret);
    memcpy(added->send.topic, topic, sizeof added->send.topic);
    memcpy(added->send.text, text, sizeof added->send.text);
    memcpy(added->origin, origin, sizeof added->origin);
    added->browser = hash_bytes(0, push->endpoint, strlen(push->endpoint));
    added->person = push->person;
    added->due = of->now;
    added->tries = 0;
    return true;
}

void wakes_end_batch(struct wakes *wakes, bool committed, int64_t now) {
    for (size_t i = 0; committed && i < wakes->noted; i++)
        if (!presence_has(wakes->options.watching, &wakes->news[i].person))
            store_visit_push(wakes->options.store, &wakes->news[i].person, add_wake,
                             &(waking){wakes, &wakes->news[i], now});
    bool any = wakes->noted > 0;
    wakes->noted = 0;
    if (any)
        wakes_pulse(wakes, now);
}

/* ---- sending ---- */

/* Has the browser's person neither signed out meanwhile nor taken the wish back? */
static bool is_wanted(const struct wakes *wakes, const wake *one) {
    store_push push;
    return store_find_push(wakes->options.store, one->send.endpoint, &push) == STORE_FOUND &&
           person_is(&push.person, &one->person) &&
           memcmp(push.secret, one->send.secret, sizeof push.secret) == 0;
}

/* What waits is looked at from the cheapest question to the dearest: is the person here by now, is
 * it time, and only then the store. A queue of the workers that is full ends it: the rest waits for
 * the next pulse. */
void wakes_pulse(struct wakes *wakes, int64_t now) {
    wake **at = &wakes->waiting;
    while (*at) {
        wake *one = *at;
        if (presence_has(wakes->options.watching, &one->person)) {
            *at = one->next;
            drop(wakes, one, "seen");
            continue;
        }
        if (!is_due(wakes, one, now)) {
            at = &one->next;
            continue;
        }
        if (!is_wanted(wakes, one)) {
            *at = one->next;
            drop(wakes, one, "gone");
            continue;
        }
        one->send.now = time_source_now(wakes->options.time).wall / 1000;
        wake *next = one->next; /* once it is asked for, the message is the thread's */
        uint64_t browser = one->browser;
        if (!workers_ask(wakes->options.sender->workers, &one->send.job))
            return;
        browser_pace *pace = pace_of(wakes, browser);
        pace->spent = longer(pace->spent, now) + PACE_MS;
        *at = next;
    }
}

/* The host has no time, or is not there: it is left alone. "Too many requests" may be said of this
 * browser's alone, so it is the host only where it says nothing else. */
static void note_failure(struct wakes *wakes, const wake *one, int64_t now) {
    host_pause *host = host_of(wakes, one->origin);
    bool one_browser = one->send.status == 429 && ++host->refusals < HOST_REFUSALS;
    if (one_browser) {
        browser_pace *pace = pace_of(wakes, one->browser);
        pace->spent = longer(pace->spent, now + one->send.wait_ms + PACE_AHEAD_MS);
    } else {
        host->until = longer(host->until, now + longer(one->send.wait_ms, HOST_WAIT_MS));
    }
}

static void try_again(struct wakes *wakes, wake *one, int64_t now) {
    int64_t wait = longer(one->send.wait_ms, (int64_t)FIRST_WAIT_MS << (2 * one->tries));
    note_failure(wakes, one, now);
    bool newer = *find_same(wakes, one->send.endpoint, one->send.topic) != NULL;
    if (newer || ++one->tries == WAKES_TRIES) {
        drop(wakes, one, newer ? "replaced" : "given-up");
        return;
    }
    metrics_count_by(wakes->options.metrics, METRICS_WAKES, "again");
    one->due = now + wait;
    one->next = wakes->waiting;
    wakes->waiting = one;
}

/* What the statuses mean is RFC 8030's: 404 and 410 end a subscription. What is left (4xx) is a
 * message that this service will not take however often it is sent. */
static void take_answer(struct wakes *wakes, wake *one, int64_t now) {
    host_pause *host = find_host(wakes, one->origin);
    long status = one->send.status;
    if (status >= 200 && status < 300) {
        if (host)
            host->refusals = 0;
        drop(wakes, one, "sent");
    } else if (status == 404 || status == 410) {
        store_drop_push(wakes->options.store, one->send.endpoint);
        drop(wakes, one, "gone");
    } else if (status == 0 || status == 429 || status >= 500) {
        try_again(wakes, one, now);
    } else {
        drop(wakes, one, "refused");
    }
}

void wakes_take_answers(struct wakes *wakes, int64_t now) {
    job *done;
    if (!wakes->options.sender)
        return;
    while ((done = workers_take(wakes->options.sender->workers)))
        take_answer(wakes, (wake *)done, now);
    wakes_pulse(wakes, now);
}
