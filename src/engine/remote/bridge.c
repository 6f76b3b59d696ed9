/* A player on somebody's server: a thread reads the server's events, and one plays each game.
 * What must hold: the server's copy of a game is what counts, so a connection that is lost is
 * tried again after growing waits, and each stream begins with the whole game. */
#define _POSIX_C_SOURCE 200809L

#include "engine/remote/bridge.h"

#include "engine/remote/seat.h"
#include "engine/remote/web.h"

#include <assert.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    SLOTS = 64, /* games that may be played at once, whoever has begun them */
    ID_SIZE = 40,
    WAIT_LEAST_MS = 500, /* before a server that is away is asked again, */
    WAIT_MOST_MS = 15000 /* and after some times */
};

typedef struct bridge bridge;

/* A game under way. */
typedef struct slot {
    bridge *bridge;
    bool used;
    char id[ID_SIZE];
} slot;

struct bridge {
    const bridge_options *options;
    web web;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t ended; /* a game is over */
    unsigned playing;
    unsigned accepted; /* of which the game has not begun yet */
    unsigned over;
    slot slot[SLOTS];
};

static void tell(const bridge *of, const char *game, const char *what) {
    char line[256];
    snprintf(line, sizeof line, "%s %s", game, what);
    of->options->tell(line);
}

/* Longer from time to time, so that a server that comes up is not trampled. */
static void wait_a_while(unsigned *milliseconds) {
    struct timespec pause = {*milliseconds / 1000, (long)(*milliseconds % 1000) * 1000000};
    nanosleep(&pause, NULL);
    *milliseconds = 2 * *milliseconds < WAIT_MOST_MS ? 2 * *milliseconds : WAIT_MOST_MS;
}

/* ---- one game ---- */

/* A game's stream as it is read. */
typedef struct game_stream {
    const slot *slot;
    bridge_seat seat;
    seat_state state;
    bool heard; /* something, since the stream was opened */
} game_stream;

/* False where it was refused, or nobody answered. */
static bool post_act(const game_stream *stream, const seat_act *act) {
    char path[256];
    ff_buffer answer = {0};
    snprintf(path, sizeof path, "/api/bot/game/%s/%s", stream->slot->id, act->path);
    long status = web_post(&stream->slot->bridge->web, path, act->form, &answer);
    if (status != 200) {
        char what[200];
        snprintf(what, sizeof what, "refused status=%ld %.120s", status,
                 answer.data ? answer.data : "");
        tell(stream->slot->bridge, stream->slot->id, what);
    }
    ff_buffer_free(&answer);
    return status == 200;
}

static bool take_state(void *context, ff_span line) {
    game_stream *stream = context;
    seat_act act;
    stream->heard = true;
    stream->state = seat_take_line(&stream->seat, line, &act);
    if (stream->seat.trouble[0])
        tell(stream->slot->bridge, stream->slot->id, stream->seat.trouble);
    stream->seat.trouble[0] = 0;
    if (act.path[0] && !post_act(stream, &act)) /* with the next change once more */
        stream->seat.army_given = stream->seat.given_up = false;
    return stream->state == SEAT_GOES_ON;
}

static void play(const slot *at, ff_player *player) {
    char path[128];
    unsigned pause = WAIT_LEAST_MS;
    const bridge_options *options = at->bridge->options;
    game_stream stream = {
        .slot = at,
        .seat = {.player = player, .fault = options->fault, .budget_ms = options->budget_ms}};
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", at->id);
    while (stream.state != SEAT_OVER && !atomic_load(&at->bridge->stop)) {
        stream.heard = false;
        long status = web_stream(&at->bridge->web, path, take_state, &stream);
        if (status == 404)
            break;
        if (stream.heard)
            pause = WAIT_LEAST_MS;
        if (stream.state != SEAT_OVER)
            wait_a_while(&pause);
    }
    seat_close(&stream.seat);
}

/* Gives a place back. After so many games as were asked for no more are begun. */
static void leave(slot *at) {
    bridge *b = at->bridge;
    pthread_mutex_lock(&b->lock);
    assert(at->used && b->playing > 0);
    at->used = false;
    b->playing--;
    b->over++;
    if (b->options->count > 0 && b->over >= b->options->count)
        atomic_store(&b->stop, true);
    pthread_cond_broadcast(&b->ended);
    pthread_mutex_unlock(&b->lock);
}

static void *run_game(void *context) {
    slot *at = context;
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL);
    ff_player *player = at->bridge->options->create(at->bridge->options->context, seed);
    tell(at->bridge, at->id, player ? "begins" : "has no player: memory or processes are out");
    if (player) {
        play(at, player);
        player->free(player);
    }
    tell(at->bridge, at->id, "ends");
    leave(at);
    return NULL;
}

/* ---- what happens to the account ---- */

/* A place for a game that is not being played yet; null where it is, or none is left. */
static slot *take_slot(bridge *b, const char *id) {
    slot *found = NULL;
    pthread_mutex_lock(&b->lock);
    if (b->accepted > 0)
        b->accepted--;
    for (int i = 0; i < SLOTS; i++) {
        if (b->slot[i].used && strcmp(b->slot[i].id, id) == 0) {
            found = NULL;
            break;
        }
        if (!b->slot[i].used && !found)
            found = &b->slot[i];
    }
    if (found) {
        found->used = true;
        found->bridge = b;
        snprintf(found->id, sizeof found->id, "%s", id);
        b->playing++;
    }
    pthread_mutex_unlock(&b->lock);
    return found;
}

static void begin_game(bridge *b, const char *id) {
    pthread_t thread;
    slot *at = take_slot(b, id);
    if (!at)
        return;
    if (pthread_create(&thread, NULL, run_game, at) == 0) {
        pthread_detach(thread);
    } else {
        tell(b, id, "has no thread");
        leave(at);
    }
}

/* Is the word one of a list with commas between? */
static bool is_listed(const char *list, const char *word) {
    size_t size = strlen(word);
    for (const char *at = list; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (strcspn(at, ",") == size && strncmp(at, word, size) == 0)
            return true;
    return false;
}

static bool is_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

/* Why an offer is declined; null: it is not. */
static const char *objection(bridge *b, const json_t *offer) {
    const bridge_policy *policy = &b->options->policy;
    const json_t *terms = json_object_get(offer, "terms");
    const char *edition = json_string_value(json_object_get(offer, "edition"));
    bool timed = json_is_object(json_object_get(terms, "clock"));
    bool known = edition && ff_edition_find(ff_span_of(edition)) &&
                 (!policy->editions || is_listed(policy->editions, edition));
    pthread_mutex_lock(&b->lock);
    bool busy = b->playing + b->accepted >= policy->games;
    pthread_mutex_unlock(&b->lock);
    if (!known)
        return "declined: edition";
    if (timed ? !policy->timed : !policy->untimed)
        return "declined: clock";
    if (is_true(terms, "rated") ? !policy->rated : !policy->casual)
        return "declined: rated";
    if (is_true(terms, "memory"))
        return "declined: memory";
    return busy ? "declined: busy" : NULL;
}

static void answer_offer(bridge *b, const json_t *offer, const char *id) {
    char path[128];
    const char *why = objection(b, offer);
    snprintf(path, sizeof path, "/api/challenge/%s/%s", id, why ? "decline" : "accept");
    tell(b, id, why ? why : "accepted");
    long status = web_post(&b->web, path, "", NULL);
    if (why || status != 200)
        return;
    pthread_mutex_lock(&b->lock);
    b->accepted++;
    pthread_mutex_unlock(&b->lock);
}

/* An event of the account: an offer, or a game that begins. Others say nothing to a program. */
static bool take_event(void *context, ff_span line) {
    bridge *b = context;
    json_error_t wrong;
    json_t *event = json_loadb(line.data, line.size, 0, &wrong);
    const char *type = json_string_value(json_object_get(event, "type"));
    const json_t *offer = json_object_get(event, "challenge");
    const char *id =
        json_string_value(json_object_get(offer ? offer : json_object_get(event, "game"), "id"));
    bool usable = type && id && strlen(id) < ID_SIZE;
    if (usable && strcmp(type, "challenge") == 0)
        answer_offer(b, offer, id);
    else if (usable && strcmp(type, "gameStart") == 0)
        begin_game(b, id);
    json_decref(event);
    return !atomic_load(&b->stop);
}

/* A page that was moved or is not there will not come, where it has never been. */
static bool is_elsewhere(long status) {
    return status == 404 || (status >= 300 && status < 400);
}

/* Reads what happens to the account until enough games are over, or the token is refused; a server
 * that is away is asked again. */
static bool follow_account(bridge *b, ff_error *error) {
    unsigned pause = WAIT_LEAST_MS;
    bool met = false;
    while (!atomic_load(&b->stop)) {
        long status = web_stream(&b->web, "/api/stream/event", take_event, b);
        if (status == 401 || status == 403)
            return ff_fail(error, FF_ERROR_PEER, 0, 0, "%s refuses the token (status %ld)",
                           b->web.server, status);
        if (!met && is_elsewhere(status))
            return ff_fail(error, FF_ERROR_PEER, 0, 0, "%.100s is no Flagfall server (status %ld)",
                           b->web.server, status);
        met |= status == 200;
        if (status == 200)
            pause = WAIT_LEAST_MS;
        if (atomic_load(&b->stop))
            break;
        char what[64];
        snprintf(what, sizeof what, "away status=%ld: asks again", status);
        tell(b, "server", what);
        wait_a_while(&pause);
    }
    return true;
}

bool bridge_run(const bridge_options *options, ff_error *error) {
    bridge b = {.options = options};
    b.web = (web){.server = options->server, .token = options->token, .stop = &b.stop};
    if (!web_begin())
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    pthread_mutex_init(&b.lock, NULL);
    pthread_cond_init(&b.ended, NULL);
    bool good = follow_account(&b, error);
    atomic_store(&b.stop, true);
    pthread_mutex_lock(&b.lock);
    while (b.playing > 0) /* their threads are detached, and use what ends here */
        pthread_cond_wait(&b.ended, &b.lock);
    pthread_mutex_unlock(&b.lock);
    pthread_mutex_destroy(&b.lock);
    pthread_cond_destroy(&b.ended);
    web_end();
    return good;
}
