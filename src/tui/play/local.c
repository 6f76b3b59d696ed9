/* A game in this process. The computer thinks on a thread of its own, so that the screen goes
 * on; while it thinks nobody touches the game, and what would (resigning, leaving) asks it to
 * stop and waits for it first. */
#define _POSIX_C_SOURCE 200809L
#include "tui/play/local.h"

#include "tui/model/save.h"
#include "tui/play/record.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THINKING_MS = 1000 }; /* for a move: as long as one gladly waits */

typedef struct local {
    host host; /* first: a host is a local */
    local_setting setting;
    ff_game *game;
    ff_setup army[2];  /* as they were set up */
    ff_player *player; /* null between two people */
    ff_seat seat;
    hand_over hand;
    ff_move legal[FF_MOVES_MAX];
    album past[2];
    char note[TABLE_NOTE];
    unsigned notes;
    bool failed;
    /* The thread that thinks: joined before the game is touched. */
    pthread_t thread;
    bool thinking;
    ff_view view; /* what it thinks about */
    ff_move answer;
    atomic_bool done;
    int pipe[2]; /* it writes a byte when it is done */
} local;

static bool is_shared(const local *l) {
    return !l->setting.opponent;
}

static void see(local *l, ff_seat seat, ff_view *view) {
    ff_game_view(l->game, seat, l->setting.memory, view);
}

/* Both seats keep what they saw; what a person is shown is one seat's alone. */
static void remember(local *l) {
    ff_view view;
    if (!ff_game_is_set_up(l->game, FF_NOBODY))
        return;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (!is_shared(l) && seat != (int)l->setting.seat)
            continue;
        see(l, (ff_seat)seat, &view);
        l->failed |= !album_put(&l->past[seat], &view);
    }
}

/* --- thinking ------------------------------------------------------------------------- */

static void *think(void *context) {
    local *l = context;
    char byte = 1;
    l->answer = l->player->move(l->player, &l->view, THINKING_MS);
    atomic_store(&l->done, true);
    while (write(l->pipe[1], &byte, 1) < 0 && errno == EINTR)
        ;
    return NULL;
}

/* The computer sees all that was ever shown to it, also in memory mode: what it forgets is its
 * level's own affair. */
static void begin_thinking(local *l) {
    ff_seat seat = (ff_seat)!l->setting.seat;
    if (l->thinking || !l->player)
        return; /* the view is the thread's until it is joined */
    ff_game_view(l->game, seat, false, &l->view);
    if (ff_game_is_over(l->game) || l->view.turn != seat)
        return;
    atomic_store(&l->done, false);
    l->thinking = pthread_create(&l->thread, NULL, think, l) == 0;
    l->failed |= !l->thinking;
}

/* Waits for the thread, and forgets its answer unless it is to be played. */
static void end_thinking(local *l, bool plays) {
    char byte;
    if (!l->thinking)
        return;
    if (!plays && l->player->stop)
        l->player->stop(l->player);
    pthread_join(l->thread, NULL);
    while (read(l->pipe[0], &byte, 1) < 0 && errno == EINTR)
        ;
    l->thinking = false;
    if (!plays)
        return;
    ff_seat seat = (ff_seat)!l->setting.seat;
    ff_reason reason = ff_game_move(l->game, seat, FF_FROM(l->answer), FF_TO(l->answer));
    if (reason == FF_GAME_OVER && !ff_game_is_over(l->game)) /* so it says that memory is out */
        l->failed = true;
    else if (reason != FF_LEGAL && !ff_game_is_over(l->game))
        ff_game_end(l->game, l->answer == FF_RESIGN ? FF_BY_RESIGN : FF_BY_FORFEIT, seat);
    remember(l);
}

/* --- what it has to say ------------------------------------------------------------------ */

static void note(local *l, text_id id, const char *what) {
    ff_buffer text = {0};
    TEXT_ADD(&text, l->setting.language, id, what);
    snprintf(l->note, sizeof l->note, "%s", text.data ? text.data : "");
    l->notes++;
    ff_buffer_free(&text);
}

static void refuse(local *l, const char *reason) {
    const char *text = text_listed(l->setting.language, "reason", reason);
    snprintf(l->note, sizeof l->note, "%s", text ? text : reason);
    l->notes++;
}

/* --- what the screen asks -------------------------------------------------------------- */

static void fill_names(const local *l, table *t) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_buffer name = {0};
        if (is_shared(l) || seat == (int)l->setting.seat)
            ff_buffer_text(&name, text_get(l->setting.language, T_YOU));
        else
            text_add_opponent(&name, l->setting.language, l->setting.opponent->name);
        snprintf(t->name[seat], TABLE_NAME, "%s", name.data && !is_shared(l) ? name.data : "");
        ff_buffer_free(&name);
    }
}

static stage stage_of(const local *l) {
    if (ff_game_is_over(l->game))
        return STAGE_OVER;
    return ff_game_is_set_up(l->game, FF_NOBODY) ? STAGE_PLAY : STAGE_SETUP;
}

static bool update(host *self, table *t) {
    local *l = (local *)self;
    if (l->thinking && atomic_load(&l->done))
        end_thinking(l, true);
    begin_thinking(l);
    *t = (table){.edition = l->setting.edition,
                 .stage = stage_of(l),
                 .seat = (uint8_t)l->seat,
                 .acts = true,
                 .shared = is_shared(l),
                 .memory = l->setting.memory,
                 .no_hints = l->setting.no_hints,
                 .hand = l->hand,
                 .thinking = l->thinking,
                 .computer = !is_shared(l),
                 .draw_by = FF_NOBODY,
                 .rematch_by = FF_NOBODY,
                 .past = &l->past[l->seat],
                 .notes = l->notes};
    fill_names(l, t);
    memcpy(t->note, l->note, sizeof t->note);
    t->has_view = t->stage >= STAGE_PLAY;
    see(l, l->seat, &t->view);
    t->legal = l->legal;
    t->legal_count = t->has_view ? ff_view_moves(&t->view, l->legal) : 0;
    t->result = t->view.result;
    t->ending = t->view.ending;
    return !l->failed;
}

/* The computer's army is drawn only when the person's stands, by its own seed: it has seen nothing
 * of it. */
static void give_armies(local *l, const ff_setup *army) {
    ff_setup other = {{0}};
    if (!ff_game_set_up(l->game, l->seat, army, NULL))
        return;
    l->army[l->seat] = *army;
    if (is_shared(l)) {
        l->seat = (ff_seat)!l->seat;
        l->hand = HAND_LIFT;
        return;
    }
    ff_seat seat = (ff_seat)!l->setting.seat;
    l->player->set_up(l->player, l->setting.edition, seat, &other);
    l->army[seat] = other;
    if (!ff_game_set_up(l->game, seat, &other, NULL))
        ff_game_end(l->game, FF_BY_FORFEIT, seat);
}

static void set_up(host *self, const ff_setup *army) {
    local *l = (local *)self;
    give_armies(l, army);
    remember(l);
}

static void move(host *self, unsigned from, unsigned to) {
    local *l = (local *)self;
    if (l->thinking)
        return;
    ff_reason reason = ff_game_move(l->game, l->seat, from, to);
    l->failed |= reason == FF_GAME_OVER && !ff_game_is_over(l->game);
    if (reason != FF_LEGAL)
        refuse(l, ff_reason_word(reason));
    remember(l);
    if (is_shared(l) && reason == FF_LEGAL && !ff_game_is_over(l->game))
        l->hand = HAND_COVER;
}

static void save(local *l, const char *file) {
    const char *opponent = is_shared(l) ? "Player" : l->setting.opponent->name;
    char computer[64], path[SAVE_PATH];
    const char *players[2] = {"Player", "Player"};
    ff_buffer text = {0};
    snprintf(computer, sizeof computer, "Flagfall %s", opponent);
    if (!is_shared(l))
        players[!l->setting.seat] = computer;
    l->failed |= !record_text(l->game, players, &text);
    if (!l->failed && save_record(file, &text, path))
        note(l, T_SAVED, path);
    else if (!l->failed)
        note(l, T_NOT_SAVED, strerror(errno));
    ff_buffer_free(&text);
}

/* --- taking back ------------------------------------------------------------------------- */

static ff_game *game_new(const local_setting *setting) {
    ff_options options = {.size = sizeof(ff_options), .ply_limit = setting->edition->host_cap};
    return ff_game_new(setting->edition, &options);
}

static ff_player *opponent_new(const local_setting *setting) {
    const ff_means means = {
        .size = sizeof means, .memory_mb = FF_MEMORY_DEFAULT, .threads = setting->threads};
    ff_player *player = ff_player_new(setting->opponent, setting->seed);
    if (!player || ff_player_bound(player, &means))
        return player;
    player->free(player);
    return NULL;
}

/* The same game as it was after so many plies; null when memory is out. */
static ff_game *game_after(local *l, size_t plies) {
    ff_game *game = game_new(&l->setting);
    ff_view view;
    see(l, l->seat, &view);
    for (int seat = FF_RED; game && seat <= FF_BLUE; seat++)
        ff_game_set_up(game, (ff_seat)seat, &l->army[seat], NULL);
    for (size_t i = 0; game && i < plies; i++) {
        ff_move move = view.history.moves[i];
        if (ff_game_move(game, (ff_seat)(i % 2), FF_FROM(move), FF_TO(move)) != FF_LEGAL) {
            ff_game_free(game);
            game = NULL;
        }
    }
    return game;
}

/* Back to before the person's own last move: the plies of a seat are every other one. The
 * computer begins anew, for it may have thought of what is no more. */
static void take_back(local *l) {
    ff_view view;
    end_thinking(l, false);
    assert(!l->thinking); /* nobody else looks at the game that goes */
    see(l, l->seat, &view);
    unsigned own = view.plies & 1 ? FF_RED : FF_BLUE; /* who moved last: Red has the odd plies */
    unsigned gone = own == l->seat ? 1 : 2;
    if (view.plies < gone) {
        refuse(l, "too-early");
        return;
    }
    ff_game *game = game_after(l, view.plies - gone);
    ff_player *player = opponent_new(&l->setting);
    l->failed |= !game || !player;
    if (l->failed) {
        ff_game_free(game);
        if (player)
            player->free(player);
        return;
    }
    ff_game_free(l->game);
    l->player->free(l->player);
    l->game = game;
    l->player = player;
    remember(l);
}

static void do_act(host *self, act what, const char *text) {
    local *l = (local *)self;
    switch (what) {
    case ACT_TAKEBACK:
        take_back(l);
        break;
    case ACT_RESIGN:
        end_thinking(l, false);
        if (l->hand == HAND_NONE || is_shared(l))
            ff_game_end(l->game, FF_BY_RESIGN, l->seat);
        l->hand = HAND_NONE;
        remember(l);
        break;
    case ACT_COVER:
        l->seat = (ff_seat)!l->seat;
        l->hand = HAND_LIFT;
        break;
    case ACT_LIFT:
        l->hand = HAND_NONE;
        break;
    case ACT_SAVE:
        save(l, text);
        break;
    default: /* of games on a server */
        break;
    }
}

static void local_free(host *self) {
    local *l = (local *)self;
    end_thinking(l, false);
    if (l->player)
        l->player->free(l->player);
    ff_game_free(l->game);
    album_free(&l->past[FF_RED]);
    album_free(&l->past[FF_BLUE]);
    if (l->pipe[0] >= 0) {
        close(l->pipe[0]);
        close(l->pipe[1]);
    }
    free(l);
}

host *local_new(const local_setting *setting) {
    local *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    *l = (local){.host = {update, set_up, move, do_act, local_free, -1},
                 .setting = *setting,
                 .seat = setting->opponent ? setting->seat : FF_RED,
                 .pipe = {-1, -1}};
    l->game = game_new(setting);
    if (setting->opponent)
        l->player = opponent_new(setting);
    if (!l->game || (setting->opponent && !l->player) || pipe(l->pipe) != 0) {
        local_free(&l->host);
        return NULL;
    }
    l->host.news = l->pipe[0];
    return &l->host;
}
