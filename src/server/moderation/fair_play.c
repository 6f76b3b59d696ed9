/* The line of games that the host wants compared with the computer, and what the host is told of
 * them. What must hold: only games that are over, and stored so, are looked at; one at a time is
 * with the thread, which reads the store for itself. Those that wait are forgotten when the server
 * stops: the host asks again. */
#include "server/moderation/fair_play.h"

#include "server/play/game_export.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct fair_play {
    struct store *store;
    agree_record *agree;
    struct workers *workers;
    const struct log *log;
    struct waiting {
        int64_t number;
        char id[GAME_ID_SIZE];
    } waiting[FAIR_PLAY_WAITING]; /* the first is with the thread */
    size_t count;
};

/* ---- by the thread ---- */

typedef struct agreement_job {
    job job; /* first */
    agree_record *agree;
    struct workers *workers;
    agreement found[2];
    const char *failed; /* null: found */
    char id[GAME_ID_SIZE];
    char path[]; /* of the store */
} agreement_job;

static bool goes_on(void *workers) {
    return workers_go_on(workers);
}

/* The game goes to the computer as text, by the export that anybody may download: so the computer
 * can be told nothing that is not in a finished game's record, and this room needs to know nothing
 * of the computer (it is handed in as `agree`). */
static void work(job *done) {
    agreement_job *asked = (agreement_job *)done;
    ff_record record = {0};
    ff_buffer text = {0};
    asked->failed = "unreadable";
    if (game_export_read(asked->path, asked->id, &record) == STORE_FOUND) {
        ff_record_write(&record, &text);
        asked->failed = text.failed ? "memory"
                                    : asked->agree((ff_span){text.data, text.size}, goes_on,
                                                   asked->workers, asked->found);
    }
    ff_buffer_free(&text);
    ff_record_free(&record);
}

static void free_job(job *gone) {
    free(gone);
}

/* ---- by the event loop ---- */

struct fair_play *fair_play_new(struct store *store, agree_record *agree, unsigned threads,
                                const struct log *log) {
    struct fair_play *of = calloc(1, sizeof *of);
    if (!of)
        return NULL;
    *of = (struct fair_play){
        .store = store, .agree = agree, .workers = workers_new(threads, 1), .log = log};
    if (of->workers)
        return of;
    free(of);
    return NULL;
}

void fair_play_free(struct fair_play *of) {
    if (!of)
        return;
    workers_free(of->workers);
    free(of);
}

int fair_play_fd(const struct fair_play *of) {
    return workers_fd(of->workers);
}

workers_load fair_play_measure(struct fair_play *of) {
    workers_load load = workers_measure(of->workers);
    load.limit = FAIR_PLAY_WAITING;
    load.waiting = (unsigned)of->count - load.working;
    return load;
}

bool fair_play_work(struct fair_play *of) {
    return workers_work(of->workers);
}

/* Gives the thread the first that waits. Without memory for it all of them are forgotten: were they
 * kept, nothing would ever ask for them again, for it is an answer that makes the next be asked. */
static void ask_for_first(struct fair_play *of) {
    const char *path = store_location(of->store);
    size_t size = strlen(path) + 1;
    if (of->count == 0)
        return;
    agreement_job *asked = calloc(1, sizeof *asked + size);
    if (asked) {
        asked->job = (job){.work = work, .free = free_job};
        asked->agree = of->agree;
        asked->workers = of->workers;
        memcpy(asked->id, of->waiting[0].id, sizeof asked->id);
        memcpy(asked->path, path, size);
    }
    if (!asked || !workers_ask(of->workers, &asked->job)) {
        of->count = 0;
        free(asked);
    }
}

static void take(struct fair_play *of, const agreement_job *done) {
    assert(of->count > 0 && strcmp(done->id, of->waiting[0].id) == 0);
    if (done->failed)
        log_event(of->log, LOG_ERROR, "no-agreement", "game=%s reason=%s", done->id, done->failed);
    else
        agreement_put(of->store, of->waiting[0].number, done->found);
    of->count--;
    memmove(of->waiting, of->waiting + 1, of->count * sizeof *of->waiting);
    ask_for_first(of);
}

void fair_play_take(struct fair_play *of) {
    job *done = workers_take(of->workers);
    if (done)
        take(of, (const agreement_job *)done);
    free(done);
}

/* From now on the game waits, or has done so; false where too many do. */
static bool wait_for(struct fair_play *of, const store_game *game) {
    for (size_t i = 0; i < of->count; i++)
        if (of->waiting[i].number == game->number)
            return true;
    if (of->count == FAIR_PLAY_WAITING)
        return false;
    of->waiting[of->count].number = game->number;
    memcpy(of->waiting[of->count].id, game->id, sizeof game->id);
    if (of->count++ == 0)
        ask_for_first(of);
    return of->count > 0;
}

/* ---- told to the host ---- */

bool fair_play_is_finished(const store_game *game) {
    return game->phase == PHASE_OVER && game->started != 0 && !game->damaged;
}

static void write_unknown(struct fair_play *of, const store_game *game, ff_buffer *out) {
    const char *state = "unknown";
    if (game->plies > FAIR_PLAY_PLIES)
        state = "too-long";
    else if (of)
        state = wait_for(of, game) ? "waiting" : "too-many";
    ff_buffer_format(out, "%s state=%s\n", game->id, state);
}

/* What is told of no moves is not 0, which would be a finding, but no number. */
static double share(const agreement *of) {
    return of->moves ? (double)of->same / of->moves : NAN;
}

static double loss(const agreement *of) {
    return of->moves ? of->loss / of->moves : NAN;
}

/* The opponent's share stands beside: in a game with few choices both agree with the computer, and
 * only the difference says something. */
static void write_seat(const store_game *game, const agreement found[2], ff_seat seat,
                       ff_buffer *out) {
    const char *name = game->seat[seat].name;
    const agreement *own = &found[seat];
    ff_buffer_format(out,
                     "%s seat=%s name=\"%s\" nodes=%u moves=%u same=%u share=%.2f other=%.2f"
                     " doubtful=%u loss=%.3f\n",
                     game->id, seat_word(seat), name[0] ? name : "guest", own->nodes, own->moves,
                     own->same, share(own), share(&found[seat_other(seat)]), own->doubtful,
                     loss(own));
}

bool fair_play_write_game(struct fair_play *of, struct store *store, const store_game *game,
                          ff_buffer *out) {
    agreement found[2];
    store_answer known = agreement_find(store, game->number, found);
    if (known == STORE_NONE)
        write_unknown(of, game, out);
    for (int seat = FF_RED; known == STORE_FOUND && seat <= FF_BLUE; seat++)
        write_seat(game, found, (ff_seat)seat, out);
    return known != STORE_FAILED;
}

typedef struct account_list {
    struct fair_play *of;
    struct store *store;
    const struct person *account;
    ff_buffer *out;
    unsigned known, unknown;
    agreement own, other; /* of those that are known together */
    bool failed;
} account_list;

static void add(agreement *to, const agreement *more) {
    to->moves += more->moves;
    to->same += more->same;
    to->doubtful += more->doubtful;
    to->loss += more->loss;
}

static bool list_game(void *context, const store_game *game) {
    account_list *list = context;
    agreement found[2];
    ff_seat seat = game_seat_of(game, list->account);
    if (!fair_play_is_finished(game) || seat == FF_NOBODY)
        return true;
    store_answer known = agreement_find(list->store, game->number, found);
    if (known == STORE_FOUND) {
        write_seat(game, found, seat, list->out);
        add(&list->own, &found[seat]);
        add(&list->other, &found[seat_other(seat)]);
        list->known++;
    } else {
        write_unknown(list->of, game, list->out);
        list->unknown++;
    }
    list->failed |= known == STORE_FAILED;
    return !list->failed;
}

bool fair_play_write_account(struct fair_play *of, struct store *store,
                             const struct person *account, ff_buffer *out) {
    account_list list = {.of = of, .store = store, .account = account, .out = out};
    store_page newest = {INT64_MAX, FAIR_PLAY_GAMES};
    if (!store_visit_over(store, account, &newest, list_game, &list) || list.failed)
        return false;
    ff_buffer_format(out,
                     "games=%u unknown=%u moves=%u same=%u share=%.2f other=%.2f doubtful=%u"
                     " loss=%.3f\n",
                     list.known, list.unknown, list.own.moves, list.own.same, share(&list.own),
                     share(&list.other), list.own.doubtful, loss(&list.own));
    return true;
}
