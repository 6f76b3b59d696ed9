/* The engine's side of our protocol. One thread reads orders; another thinks, so that
 * `stop` is heard. Every line goes out whole, under one lock. */
#define _POSIX_C_SOURCE 200809L
#include "engine/bot/engine_bot.h"

#include "base/clock.h"
#include "base/hash.h"
#include "engine/bot/mirror.h"
#include "engine/protocol/order.h"
#include "engine/protocol/reply.h"
#include "flagfall/edition_text.h"
#include "format/words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { EDITION_TEXT_MAX = 16384 };

/* How far the present game is. */
typedef enum stage {
    NO_GAME,
    HEARING_EDITION, /* its lines come */
    WITHOUT_ARMY,
    WITH_ARMY,
    PLAYING
} stage;

typedef struct bot {
    const engine_bot_plan *plan;
    engine_settings settings;
    size_t line; /* of the host's, read so far */
    bool gone;   /* quit, or the end */
    stage stage;
    uint64_t games; /* begun */
    ff_seat seat;
    ff_buffer edition_text;
    ff_edition edition;
    ff_rules rules;
    ff_setup army;
    ff_player *player;
    mirror mirror;

    /* The move being thought about. The thinker reads what stands above and `view`,
     * and while it is at work the other thread leaves them alone. */
    ff_view view;
    unsigned budget_ms;
    uint64_t begin_ns;
    pthread_t thinker;
    bool started;         /* to be joined */
    pthread_mutex_t lock; /* guards the output and what follows */
    pthread_cond_t done;
    bool thinking;
    bool failed;
} bot;

/* --- saying ----------------------------------------------------------------------- */

/* Says and frees. The lock is held. */
static void say_locked(bot *b, ff_buffer *text) {
    b->failed |= text->failed || fwrite(text->data, 1, text->size, b->plan->out) != text->size ||
                 fflush(b->plan->out) != 0;
    ff_buffer_free(text);
}

static void say(bot *b, ff_buffer *text) {
    pthread_mutex_lock(&b->lock);
    say_locked(b, text);
    pthread_mutex_unlock(&b->lock);
}

/* Tells the host what is wrong with its line. */
FF_PRINTF(2, 3) static void object(bot *b, const char *format, ...) {
    char message[256];
    va_list list;
    ff_buffer text = {0};
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    ff_buffer_format(&text, "error line %zu: %s\n", b->line, message);
    say(b, &text);
}

/* --- thinking ----------------------------------------------------------------------- */

static unsigned ms_since(uint64_t begin_ns) {
    return (unsigned)((clock_now_ns() - begin_ns) / 1000000);
}

/* How far the thinker is. What it believes stays the same: that is told at the end. */
static void hear_thought(void *context, const ff_thought *thought) {
    bot *b = context;
    ff_buffer text = {0};
    reply_write_thought(thought, ms_since(b->begin_ns), false, &text);
    say(b, &text);
}

/* The thinker. Its move and the end of its thinking are one step under the lock: who sees that it
 * has ended knows that the move has been said. */
static void *think(void *context) {
    bot *b = context;
    ff_buffer text = {0};
    ff_thought thought = {.size = sizeof thought};
    b->begin_ns = clock_now_ns();
    ff_move move = b->player->move(b->player, &b->view, b->budget_ms);
    if (ff_player_thought(b->player, &thought))
        reply_write_thought(&thought, ms_since(b->begin_ns), b->settings.beliefs, &text);
    reply_write_move(move, &b->view, &text);
    pthread_mutex_lock(&b->lock);
    b->thinking = false;
    say_locked(b, &text);
    pthread_cond_signal(&b->done);
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

static void join_thinker(bot *b) {
    if (b->started)
        pthread_join(b->thinker, NULL);
    b->started = false;
}

static bool is_thinking(bot *b) {
    pthread_mutex_lock(&b->lock);
    bool thinking = b->thinking;
    pthread_mutex_unlock(&b->lock);
    return thinking;
}

/* Has the thinker answer, and waits for it. It is asked again and again: a player
 * that has not quite begun does not hear the first time. */
static void stop_thinking(bot *b) {
    pthread_mutex_lock(&b->lock);
    while (b->thinking) {
        struct timespec until;
        ff_player_stop(b->player);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 5000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&b->done, &b->lock, &until);
    }
    pthread_mutex_unlock(&b->lock);
    join_thinker(b);
}

/* --- options --------------------------------------------------------------------------- */

static const struct setting {
    const char *name;
    option_type type;
    size_t offset; /* of an unsigned long in `engine_settings` */
    unsigned long least, most;
} settings[] = {
    {"level", OPTION_SPIN, offsetof(engine_settings, level), 1, 0}, /* most: the plan's */
    {"human-memory", OPTION_CHECK, offsetof(engine_settings, human), 0, 1},
    {"movetime", OPTION_SPIN, offsetof(engine_settings, movetime_ms), 1, 600000},
    {"seed", OPTION_SPIN, offsetof(engine_settings, seed), 0, UINT32_MAX},
    {"beliefs", OPTION_CHECK, offsetof(engine_settings, beliefs), 0, 1},
    {"memory", OPTION_SPIN, offsetof(engine_settings, memory_mb), 1, 65536},
    {"threads", OPTION_SPIN, offsetof(engine_settings, threads), 1, FF_THREADS_MAX},
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static unsigned long *value_of(bot *b, const struct setting *s) {
    return (unsigned long *)(void *)((char *)&b->settings + s->offset);
}

static engine_option option_of(const bot *b, const struct setting *s) {
    return (engine_option){
        .type = s->type, .least = s->least, .most = s->most ? s->most : b->plan->levels};
}

static void obey_set(bot *b, const order *o) {
    ff_error error;
    for (int i = 0; i < SETTINGS; i++) {
        engine_option option = option_of(b, &settings[i]);
        if (!ff_span_equals(o->name, settings[i].name))
            continue;
        if (!reply_option_takes(&option, o->text, &error)) {
            object(b, "%s is %s", settings[i].name, error.message);
            return;
        }
        if (option.type == OPTION_CHECK)
            *value_of(b, &settings[i]) = ff_span_equals(o->text, "true");
        else
            span_number(o->text, option.most, value_of(b, &settings[i]));
        return;
    }
    object(b, "there is no option '%.*s'", span_shown(o->name), o->name.data);
}

static void obey_hello(bot *b, const order *o) {
    ff_buffer text = {0};
    (void)o; /* what later versions offer, version 1 does without */
    ff_buffer_format(&text, "id name %s\nid author %s\n", b->plan->name, b->plan->author);
    for (int i = 0; i < SETTINGS; i++) {
        char value[24];
        engine_option option = option_of(b, &settings[i]);
        unsigned long number = *value_of(b, &settings[i]);
        snprintf(value, sizeof value, "%lu", number);
        option.value = ff_span_of(option.type == OPTION_SPIN ? value : number ? "true" : "false");
        reply_write_option(settings[i].name, &option, &text);
    }
    ff_buffer_format(&text, "ready %d\n", ENGINE_VERSION);
    say(b, &text);
}

static void obey_ping(bot *b, const order *o) {
    ff_buffer text = {0};
    ff_buffer_format(&text, "pong%s%.*s\n", o->text.size ? " " : "", (int)o->text.size,
                     o->text.data);
    say(b, &text);
}

/* --- a game ---------------------------------------------------------------------------- */

static void forget_game(bot *b) {
    join_thinker(b);
    if (b->player)
        b->player->free(b->player);
    b->player = NULL;
    b->stage = NO_GAME;
}

static void obey_newgame(bot *b, const order *o) {
    forget_game(b);
    ff_buffer_clear(&b->edition_text);
    b->seat = o->seat;
    b->stage = HEARING_EDITION;
}

static void obey_edition(bot *b, const order *o) {
    if (b->stage != HEARING_EDITION) {
        object(b, "the edition is told behind newgame");
        return;
    }
    if (b->edition_text.size + o->text.size >= EDITION_TEXT_MAX) {
        object(b, "an edition has at most %d bytes", EDITION_TEXT_MAX);
        return;
    }
    ff_buffer_add(&b->edition_text, o->text.data, o->text.size);
    ff_buffer_byte(&b->edition_text, '\n');
}

/* The lines of the edition are over: reads them, and makes the player. */
static bool close_edition(bot *b) {
    ff_error error = {0};
    ff_span text = {b->edition_text.data, b->edition_text.size};
    if (b->stage == NO_GAME)
        object(b, "first comes newgame");
    if (b->stage != HEARING_EDITION)
        return b->stage != NO_GAME;
    if (!ff_edition_read(text, &b->edition, &error)) {
        object(b, "the edition, line %zu of it: %s", error.line, error.message);
        return false;
    }
    uint64_t game = b->games++; /* without a seed each game of a program is another one */
    b->player = b->plan->create(&b->settings, b->settings.seed ? b->settings.seed
                                                               : hash_seed(b->plan->chance, game));
    if (!b->player) {
        object(b, "no player: memory is out, or option memory is too small for so many threads");
        b->stage = NO_GAME;
        return false;
    }
    ff_player_report(b->player, hear_thought, b);
    ff_rules_init(&b->rules, &b->edition, NULL);
    b->stage = WITHOUT_ARMY;
    return true;
}

static void obey_setup(bot *b, const order *o) {
    ff_buffer text = {0};
    char letters[FF_ZONE_MAX + 1];
    ff_setup setup = {{0}};
    (void)o;
    if (!close_edition(b))
        return;
    if (b->stage != WITHOUT_ARMY) {
        object(b, "the army stands already");
        return;
    }
    b->player->set_up(b->player, &b->edition, b->seat, &setup);
    ff_setup_write(&setup, &b->edition, letters);
    ff_buffer_format(&text, "setup %s\n", letters);
    say(b, &text);
}

static void obey_army(bot *b, const order *o) {
    ff_error error = {0};
    if (!close_edition(b))
        return;
    if (b->stage == PLAYING)
        object(b, "the game has begun");
    else if (ff_setup_parse(o->text, &b->edition, &b->army, &error) != FF_SETUP_OK)
        object(b, "the army: %s", error.message);
    else
        b->stage = WITH_ARMY;
}

static void obey_begin(bot *b, const order *o) {
    ff_error error = {0};
    bool enemy[FF_SQUARES] = {false};
    if (b->stage != WITH_ARMY) {
        object(b, "first come newgame, the edition and an army");
        return;
    }
    if (!order_begin_parse(o->text, &b->edition, b->seat, &b->army, enemy, &error)) {
        object(b, "the board: %s", error.message);
        return;
    }
    mirror_begin(&b->mirror, &b->rules, b->seat, &b->army, enemy);
    b->stage = PLAYING;
}

static bool is_playing(bot *b) {
    if (b->stage != PLAYING)
        object(b, "there is no game; it begins with newgame, edition, army, begin");
    return b->stage == PLAYING;
}

static void obey_event(bot *b, const order *o) {
    ff_error error = {0};
    if (!is_playing(b))
        return;
    if (b->mirror.position.turn != o->seat)
        object(b, "it is not that seat's turn");
    else if (!mirror_play(&b->mirror, &o->event, &error))
        object(b, "%s", error.message);
}

/* A host whose board is another one than ours should know as soon as it is. */
static void obey_board(bot *b, const order *o) {
    char board[FF_SQUARES + 1];
    if (!is_playing(b))
        return;
    mirror_view(&b->mirror, &b->view);
    ff_view_board_write(&b->view, board);
    if (!ff_span_equals(o->text, board))
        object(b, "the board is %s", board);
}

static void obey_moves(bot *b, const order *o) {
    (void)o; /* our rules are the host's */
    is_playing(b);
}

/* What there is to go by; the engine's own time where the host says nothing. */
static void bound_move(bot *b, const order *o) {
    const ff_limits *limits = &o->limits;
    b->budget_ms = (unsigned)(o->number < 600000 ? o->number : 600000);
    if (limits->clocks && o->number == 0)
        b->budget_ms = ff_limits_budget(limits, b->seat);
    if (b->budget_ms == 0 && limits->nodes == 0)
        b->budget_ms = (unsigned)b->settings.movetime_ms;
    ff_player_limit(b->player, limits);
}

static void resign(bot *b) {
    ff_buffer text = {0};
    ff_buffer_text(&text, "bestmove resign\n");
    say(b, &text);
}

static void obey_go(bot *b, const order *o) {
    ff_move moves[FF_MOVES_MAX];
    if (!is_playing(b))
        return;
    mirror_view(&b->mirror, &b->view);
    if (b->view.result != FF_ONGOING || b->view.turn != b->seat) {
        object(b, b->view.result != FF_ONGOING ? "the game is over" : "it is the other's turn");
        return;
    }
    if (ff_view_moves(&b->view, moves) == 0) {
        resign(b);
        return;
    }
    join_thinker(b);
    bound_move(b, o);
    b->thinking = true;
    b->started = pthread_create(&b->thinker, NULL, think, b) == 0;
    if (!b->started) {
        b->thinking = false;
        b->failed = true;
    }
}

static void obey_stop(bot *b, const order *o) {
    (void)o; /* has been done, where there was anything to be stopped */
    (void)b;
}

static void obey_gameover(bot *b, const order *o) {
    (void)o;
    forget_game(b);
}

static void obey_quit(bot *b, const order *o) {
    (void)o;
    b->gone = true;
}

/* --- lines ------------------------------------------------------------------------------- */

static void (*const obey[ORDER_KINDS])(bot *b, const order *o) = {
    [ORDER_HELLO] = obey_hello,     [ORDER_SET] = obey_set,           [ORDER_PING] = obey_ping,
    [ORDER_NEWGAME] = obey_newgame, [ORDER_EDITION] = obey_edition,   [ORDER_SETUP] = obey_setup,
    [ORDER_ARMY] = obey_army,       [ORDER_BEGIN] = obey_begin,       [ORDER_EVENT] = obey_event,
    [ORDER_BOARD] = obey_board,     [ORDER_MOVES] = obey_moves,       [ORDER_GO] = obey_go,
    [ORDER_STOP] = obey_stop,       [ORDER_GAMEOVER] = obey_gameover, [ORDER_QUIT] = obey_quit,
};

static void hear(bot *b, ff_span line) {
    order o;
    ff_error error = {0};
    if (!order_parse(line, &o, &error)) {
        object(b, "%s", error.message);
        return;
    }
    if (o.kind == ORDER_STOP || o.kind == ORDER_QUIT)
        stop_thinking(b);
    /* The others read or change what the thinker reads. */
    bool urgent = o.kind == ORDER_STOP || o.kind == ORDER_PING || o.kind == ORDER_QUIT;
    if (urgent || !is_thinking(b))
        obey[o.kind](b, &o);
    else
        object(b, "a move is being thought about; stop ends that");
}

/* Reads a line; one that is too long is passed over, and said to be. False at the
 * end of the input. */
static bool read_line(bot *b, char text[ORDER_LINE_MAX], ff_span *line) {
    size_t size = 0;
    int byte = getc(b->plan->in);
    if (byte == EOF)
        return false;
    for (; byte != EOF && byte != '\n'; byte = getc(b->plan->in))
        if (size++ < ORDER_LINE_MAX)
            text[size - 1] = (char)byte;
    b->line++;
    if (size > ORDER_LINE_MAX)
        object(b, "a line has at most %d bytes", ORDER_LINE_MAX);
    *line = span_trim((ff_span){text, size > ORDER_LINE_MAX ? 0 : size});
    return true;
}

static bool init(bot *b, const engine_bot_plan *plan) {
    *b = (bot){.plan = plan, .settings = plan->settings};
    if (pthread_mutex_init(&b->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&b->done, NULL) == 0)
        return true;
    pthread_mutex_destroy(&b->lock);
    return false;
}

static bool has_failed(bot *b) {
    pthread_mutex_lock(&b->lock);
    bool failed = b->failed || b->edition_text.failed;
    pthread_mutex_unlock(&b->lock);
    return failed;
}

bool engine_bot_run(const engine_bot_plan *plan) {
    bot b;
    char text[ORDER_LINE_MAX];
    ff_span line;
    if (!init(&b, plan))
        return false;
    while (!b.gone && !has_failed(&b) && read_line(&b, text, &line))
        if (line.size > 0)
            hear(&b, line);
    stop_thinking(&b);
    forget_game(&b);
    mirror_free(&b.mirror);
    bool good = !has_failed(&b);
    ff_buffer_free(&b.edition_text);
    pthread_cond_destroy(&b.done);
    pthread_mutex_destroy(&b.lock);
    return good;
}
