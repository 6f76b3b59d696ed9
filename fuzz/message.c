/* Any bytes as a script for a server without a network: a line a step, whose first byte
 * says who does what (the table `steps` below). Three guests, one of them signed in, and a
 * bot talk to it at once, its operator asks for this and that, time passes, computers move, the
 * store fails in the middle, the server is killed and begins again. Whatever happens:
 *
 * - what clients are told is JSON with a type, and shows no hidden rank;
 * - what they have been told is stored; where the store fails nothing has happened;
 * - who is told of changes, as Bob is, has put together what `open` answers;
 * - nobody who has left leaves anything behind.
 *
 * The same bytes do the same: time and random numbers are the script's. */
#include "fuzz.h"
#include "kept_memory.h"
#include "told_games.h"

#include "../tests/support/hub_snapshot.h"
#include "../tests/support/hub_world.h"

#include "../src/server/session/batch.h"
#include "../src/server/session/client.h"
#include "../src/server/session/client_state.h"
#include "../src/server/session/connections.h"
#include "../src/server/session/subscriptions.h"
#include "server/api/admin.h"
#include "server/api/bot_acts.h"
#include "server/api/bot_lines.h"
#include "server/commands/accounts.h"
#include "server/commands/command_table.h"
#include "server/encoding/encode_parts.h"
#include "server/identity/recovery.h"
#include "server/identity/sessions.h"
#include "server/identity/totp.h"
#include "server/play/inspection.h"
#include "server/puzzles/puzzle_rows.h"
#include "server/seeking/seeking.h"
#include "server/session/manual_time.h"
#include "server/session/resume.h"
#include "server/tournaments/rows.h"
#include "server/vacation/vacations.h"

#include <liboath/oath.h>

enum { STEPS_MAX = 32, KNOWN_GAMES = 10, KNOWN_TOURNAMENTS = 4 };

static const struct person cids_account = {{9}}, robot = {{10}};
static const char cids_password[] = "correct horse";

typedef struct script {
    hub_world world;
    hub_snapshot begin;
    struct person cookie[GUESTS];
    char ticket[GUESTS][TICKET_SIZE]; /* for another cookie, or empty */
    told_games bobs;
    bool compares;      /* what Bob has put together, with whole games that come now */
    struct client *bot; /* of the bot's stream; null where there is none */
    http_lines *lines;
    char game[KNOWN_GAMES][GAME_ID_SIZE]; /* new ones that somebody was told of */
    char code[KNOWN_GAMES][GAME_CODE_SIZE];
    unsigned games;
    char tournament[KNOWN_TOURNAMENTS][TOURNAMENT_ID_SIZE];
    unsigned tournaments;
    char recovery[RECOVERY_TEXT]; /* the newest code that somebody was told, */
    char secret[TOTP_TEXT];       /* and secret of one-time codes; or empty */
    bool failing;                 /* at the end of this batch */
    bool faulty;                  /* the batch: the store fails in it, or may */
} script;

/* ---- random numbers, the same each time ---- */

static uint64_t random_state;

static uint32_t draw_word(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

static void draw_bytes(void *to, size_t size) {
    for (uint8_t *at = to; size > 0; size--)
        *at++ = (uint8_t)draw_word();
}

static const char *source_name(void) {
    return "script";
}

static randombytes_implementation source = {
    .implementation_name = source_name, .random = draw_word, .buf = draw_bytes};

/* ---- what would take longer than a script; the linker puts these in its place ---- */

/* A welcome without what is the same for everybody: editions, styles, opponents. */
void __wrap_encode_welcome_lists(ff_buffer *out, const struct opponents *opponents);
void __wrap_encode_welcome_lists(ff_buffer *out, const struct opponents *opponents) {
    (void)opponents;
    encode_text(out, "default", "");
}

/* A password at libsodium's least cost. */
int __real_crypto_pwhash_str(char *hash, const char *password, unsigned long long size,
                             unsigned long long operations, size_t memory);
int __wrap_crypto_pwhash_str(char *hash, const char *password, unsigned long long size,
                             unsigned long long operations, size_t memory);
int __wrap_crypto_pwhash_str(char *hash, const char *password, unsigned long long size,
                             unsigned long long operations, size_t memory) {
    (void)operations, (void)memory;
    return __real_crypto_pwhash_str(hash, password, size, crypto_pwhash_OPSLIMIT_MIN,
                                    crypto_pwhash_MEMLIMIT_MIN);
}

/* The statements of tournaments, prepared once: each hub would prepare them anew. */
tournament_rows *__real_rows_open(struct store *store);
tournament_rows *__wrap_rows_open(struct store *store);
tournament_rows *__wrap_rows_open(struct store *store) {
    static tournament_rows *rows;
    rows = rows ? rows : __real_rows_open(store);
    return rows;
}

void __wrap_rows_close(tournament_rows *rows);
void __wrap_rows_close(tournament_rows *rows) {
    (void)rows;
}

/* A push service: takes a message, or has no time, or knows the browser no more. */
void __wrap_push_send_work(job *wanted);
void __wrap_push_send_work(job *wanted) {
    static const long statuses[] = {201, 201, 404, 429, 503, 0};
    push_send *message = (push_send *)wanted;
    message->status = statuses[draw_word() % (sizeof statuses / sizeof *statuses)];
}

/* ---- the world ---- */

static push_sender sender;

/* A puzzle to be had by who is signed in. */
static const char one_puzzle[] =
    "flagfall-puzzles=1\n"
    "puzzle=bb02e32467bccf97 kind=flag edition=barrage "
    "red=MBDAAAAAAALECAAAAAAAAAKAAAAAAAAAAAAAAAAD blue=MBAAAAAAAAKLAAAAAAAACDAAAAAAAAAAAADEAAAA "
    "moves=c1h1f7f1h1h4f1b1h4i4 answer=a1 best=921 next=42 about=b2 measure=167 worlds=8000\n";

static const puzzle_shelf *make_puzzles(struct store *store) {
    ff_error error;
    puzzle_shelf *shelf = puzzle_shelf_new();
    MUST(shelf && puzzle_shelf_add(shelf, ff_span_of(one_puzzle), &error));
    MUST(puzzle_rows_list(store, shelf) && store_commit(store));
    return shelf;
}

static const push_sender *make_sender(void) {
    uint8_t der[PUSH_KEY_MAX];
    size_t size;
    ff_error error;
    MUST(push_services_open(&sender.services, "", &error) && push_key_make(der, &size));
    MUST((sender.key = push_key_open(der, size)) && (sender.workers = workers_new(0, 8)));
    return &sender;
}

static bool add_account(struct store *store, const struct person *person, const char *name,
                        bool bot) {
    store_account account = {.person = *person, .bot = bot};
    memcpy(account.name, name, strlen(name));
    return crypto_pwhash_str(account.hash, cids_password, strlen(cids_password), 0, 0) == 0 &&
           store_add_account(store, &account, name, NULL);
}

static bool add_people(struct store *store) {
    const store_session cids = {.cookie = world_guests[CID],
                                .account = cids_account,
                                .guest = {{11}},
                                .device = cids_account,
                                .created = world_time.at.wall,
                                .used = world_time.at.wall};
    return add_account(store, &cids_account, "cid", false) &&
           add_account(store, &robot, "robo", true) && store_put_session(store, &cids) &&
           store_commit(store);
}

static const char *const old_games[] = {WORLD_NEW_GAME,  WORLD_GAME, WORLD_OLD_GAME,
                                        WORLD_BOBS_GAME, WORLD_PAIR, WORLD_OFFER};
enum { OLD_GAMES = sizeof old_games / sizeof *old_games };

/* A script that plays in damaged games is refused everything. */
static bool games_are_sound(struct store *store) {
    store_game row;
    bool sound = true;
    for (int i = 0; i < OLD_GAMES; i++)
        sound = sound && store_find_game(store, ff_span_of(old_games[i]), &row) == STORE_FOUND &&
                !inspection_fault(store, &row);
    return sound;
}

static int forbid_commit(void *context) {
    return ((script *)context)->failing;
}

/* Takes from the workers what nobody waits for any more. */
static void drain(hub_world *world) {
    computer_workers_answer ignored;
    while (computer_workers_think(world->computers) ||
           computer_workers_take(world->computers, &ignored))
        continue;
    struct workers *const pools[] = {world->passwords, sender.workers};
    for (int i = 0; i < 2; i++) {
        while (workers_work(pools[i]))
            continue;
        for (job *done; (done = workers_take(pools[i]));)
            done->free(done);
    }
}

/* As service.c has it. */
static void settle_tournaments(struct hub *hub, bool committed) {
    if (!committed)
        tournaments_reload(hub->tournaments);
}

static void replace_hub(script *s) {
    hub_options options = s->world.hub->options;
    drain(&s->world);
    tournaments_free(s->world.hub->tournaments);
    hub_free(s->world.hub);
    store_roll_back(s->world.store);
    s->world.hub = hub_new(&options);
    MUST(s->world.hub && (s->world.hub->tournaments = tournaments_new(s->world.hub)));
    s->world.hub->ended = settle_tournaments;
}

static void prepare(script *s) {
    if (s->begin.image)
        return;
    MUST(randombytes_set_implementation(&source) == 0 && sodium_init() >= 0);
    MUST(sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK);
    MUST(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK);
    MUST(world_open(&s->world, ":memory:"));
    MUST(world_add_games(s->world.store) && add_people(s->world.store));
    MUST(games_are_sound(s->world.store));
    s->world.hub->options.puzzles = make_puzzles(s->world.store);
    s->world.hub->options.push = make_sender();
    MUST(snapshot_take(&s->begin, s->world.store));
    sqlite3_commit_hook(sqlite_of(s->world.store), forbid_commit, s);
}

/* As a browser that has been told of a ticket fetches its new cookie. */
static void redeem(script *s, int guest) {
    struct cookie fresh;
    ff_span ticket = ff_span_of(s->ticket[guest]);
    if (ticket.size && sessions_redeem(s->world.store, &s->cookie[guest], ticket,
                                       hub_now(s->world.hub), &fresh) == SESSION_FOUND)
        s->cookie[guest] = fresh.key;
    s->ticket[guest][0] = 0;
}

static void join(script *s, int guest) {
    redeem(s, guest);
    s->world.client[guest] = hub_join(s->world.hub, &s->cookie[guest], "127.0.0.1", NULL);
    MUST(s->world.client[guest]);
    if (guest == BOB) {
        hub_tell_changes(s->world.client[BOB]);
        told_games_forget(&s->bobs);
    }
}

static void join_all(script *s) {
    for (int guest = 0; guest < GUESTS; guest++)
        join(s, guest);
}

static void leave_bot(script *s) {
    if (s->bot)
        hub_leave(s->world.hub, s->bot);
    if (s->lines)
        s->lines->free(s->lines);
    s->bot = NULL;
    s->lines = NULL;
}

/* ---- what clients are told ---- */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Hidden while the game goes on: Blue's letters in a board are `?` and `!`, or small; so
 * are both armies, and the one's from the other. */
static void must_be_blind(const json_t *message) {
    const char *board = text_of(json_object_get(message, "view"), "board");
    const char *seat = text_of(message, "seat");
    if (strcmp(text_of(message, "phase"), "over") == 0)
        return;
    MUST(json_is_null(json_object_get(message, "armies")));
    MUST(json_is_null(json_object_get(message, "salts")));
    MUST(*seat || json_is_null(json_object_get(message, "setup")));
    if (strcmp(seat, "blue") != 0)
        MUST(strpbrk(board, "NOPQRSTUVWXY") == NULL);
    if (strcmp(seat, "red") != 0)
        MUST(strpbrk(board, "BCDEFGHIJKLM") == NULL);
}

/* The store is no less far than what was told of it. Takebacks are of computers' games. */
static void must_be_stored(const script *s, const json_t *message) {
    store_game row;
    const char *phase = text_of(message, "phase");
    bool over = strcmp(phase, "over") == 0, plays = strcmp(phase, "play") == 0;
    json_int_t plies =
        json_integer_value(json_object_get(json_object_get(message, "view"), "plies"));
    store_answer found =
        store_find_game(s->world.store, ff_span_of(text_of(message, "game")), &row);
    if (found == STORE_NONE)
        MUST(!plays && plies == 0); /* a challenge taken back, be it in the same batch */
    if (found != STORE_FOUND)
        return;
    MUST(!over || row.phase == PHASE_OVER);
    MUST(!plays || row.phase >= PHASE_PLAY);
    bool people = row.seat[FF_RED].kind != SEAT_COMPUTER && row.seat[FF_BLUE].kind != SEAT_COMPUTER;
    MUST(!people || plies <= row.plies);
}

/* Steps name games that they cannot know as `$0`, `$1`, .. in the order of their first
 * telling, and their codes as `%0`; tournaments as `@0`; the newest recovery code as `~0`, and the
 * one-time code of now by the newest secret as `#0`. */
static void note_game(script *s, const json_t *message) {
    const char *id = text_of(message, "game"), *code = text_of(message, "code");
    for (int i = 0; i < OLD_GAMES; i++)
        if (strcmp(id, old_games[i]) == 0)
            return;
    unsigned at = 0;
    while (at < s->games && strcmp(id, s->game[at]) != 0)
        at++;
    if (at == KNOWN_GAMES)
        return;
    s->games += at == s->games;
    snprintf(s->game[at], sizeof s->game[at], "%s", id);
    if (*code)
        snprintf(s->code[at], sizeof s->code[at], "%s", code);
}

static void note_tournament(script *s, const char *id) {
    unsigned at = 0;
    while (at < s->tournaments && strcmp(id, s->tournament[at]) != 0)
        at++;
    if (!*id || at == KNOWN_TOURNAMENTS)
        return;
    s->tournaments += at == s->tournaments;
    snprintf(s->tournament[at], sizeof s->tournament[at], "%s", id);
}

/* Of a list the newest ones alone. */
static void note_tournaments(script *s, const json_t *message) {
    size_t i;
    const json_t *row, *list = json_object_get(message, "tournaments");
    note_tournament(s, text_of(message, "tournament"));
    json_array_foreach(list, i, row) note_tournament(s, text_of(row, "tournament"));
}

static void note_codes(script *s, const json_t *message) {
    if (*text_of(message, "recovery"))
        snprintf(s->recovery, sizeof s->recovery, "%s", text_of(message, "recovery"));
    if (*text_of(message, "secret"))
        snprintf(s->secret, sizeof s->secret, "%s", text_of(message, "secret"));
}

static json_t *must_be_json(ff_span text) {
    json_error_t error;
    json_t *read = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    MUST(json_is_object(read));
    return read;
}

/* A game as its client knows it now; null where the message tells of none. */
static const json_t *game_of(script *s, bool bobs, json_t *message) {
    const char *type = text_of(message, "type");
    bool whole = strcmp(type, "game") == 0, change = strcmp(type, "change") == 0;
    MUST(!change || bobs);
    MUST(!whole || !bobs || !s->compares || told_games_fit(&s->bobs, message));
    if (whole && bobs)
        return told_games_whole(&s->bobs, message);
    return change ? told_games_change(&s->bobs, message) : whole ? message : NULL;
}

static void take_in(script *s, ff_span text, char *ticket, bool bobs, bool committed) {
    json_t *message = must_be_json(text);
    const char *type = text_of(message, "type");
    MUST(*type);
    MUST(committed || strcmp(type, "refused") == 0);
    const json_t *game = game_of(s, bobs, message);
    if (game) {
        must_be_blind(game);
        must_be_stored(s, game);
        note_game(s, game);
    }
    if (strcmp(type, "paired") == 0)
        note_game(s, message);
    if (strcmp(type, "event") == 0)
        note_game(s, json_object_get(message, "row"));
    note_tournaments(s, message);
    note_codes(s, message);
    if (ticket && json_object_get(message, "ticket"))
        snprintf(ticket, TICKET_SIZE, "%s", text_of(message, "ticket"));
    json_decref(message);
}

/* The bot hears lines of a message, or nothing. */
static void must_be_lines(script *s, ff_span text) {
    ff_buffer lines = {0};
    s->lines->write(s->lines, text, &lines);
    MUST(!lines.failed);
    for (size_t begin = 0; begin < lines.size;) {
        const char *end = memchr(lines.data + begin, '\n', lines.size - begin);
        MUST(end);
        size_t size = (size_t)(end - lines.data) - begin;
        json_decref(must_be_json((ff_span){lines.data + begin, size}));
        begin += size + 1;
    }
    ff_buffer_free(&lines);
}

static void hear(script *s, struct client *client, char *ticket, bool committed) {
    for (const ff_span *text; (text = hub_next_message(client)); hub_message_sent(client)) {
        take_in(s, *text, ticket, client == s->world.client[BOB], committed);
        if (client == s->bot)
            must_be_lines(s, *text);
    }
}

/* ---- steps ---- */

/* While time passes several batches may end; what they let out was stored before this one. */
static void hear_earlier_batches(script *s) {
    for (int guest = 0; guest < GUESTS; guest++)
        hear(s, s->world.client[guest], s->ticket[guest], true);
    if (s->bot)
        hear(s, s->bot, NULL, true);
}

/* As the network ends a batch: what is stored is sent, and who is to leave does. */
static void end_batch(script *s) {
    hear_earlier_batches(s);
    uint32_t before = snapshot_commits(s->world.store);
    bool committed = hub_end_batch(s->world.hub);
    MUST(committed || snapshot_commits(s->world.store) == before);
    MUST(committed || s->faulty);
    s->failing = s->faulty = false;
    snapshot_fail_after(-1);
    for (int guest = 0; guest < GUESTS; guest++) {
        struct client *client = s->world.client[guest];
        bool leaving = client_is_leaving(client);
        hear(s, client, s->ticket[guest], committed);
        if (!leaving)
            continue;
        hub_leave(s->world.hub, client);
        join(s, guest);
    }
    if (s->bot)
        hear(s, s->bot, NULL, committed);
    if (s->bot && client_is_leaving(s->bot))
        leave_bot(s);
}

static void do_end(script *s, int who, ff_span rest) {
    (void)who, (void)rest;
    end_batch(s);
}

/* As a phone that has been told the secret shows it. */
static const char *code_of_now(const script *s) {
    static char code[7];
    char *secret = NULL;
    size_t size = 0;
    if (oath_base32_decode(s->secret, strlen(s->secret), &secret, &size) != OATH_OK ||
        oath_totp_generate(secret, size, (time_t)(world_time.at.wall / 1000),
                           OATH_TOTP_DEFAULT_TIME_STEP_SIZE, OATH_TOTP_DEFAULT_START_TIME, 6,
                           code) != OATH_OK)
        code[0] = 0;
    free(secret);
    return code;
}

/* What the script cannot know; null where it names nothing that there is. */
static const char *known(const script *s, char kind, unsigned number) {
    switch (kind) {
    case '$':
        return number < s->games ? s->game[number] : NULL;
    case '%':
        return number < s->games ? s->code[number] : NULL;
    case '@':
        return number < s->tournaments ? s->tournament[number] : NULL;
    case '~':
        return number == 0 && *s->recovery ? s->recovery : NULL;
    case '#':
        return number == 0 && *s->secret ? code_of_now(s) : NULL;
    default:
        return NULL;
    }
}

/* Puts in what the script cannot know; what is too long stays as it is. */
static void fill_in(const script *s, ff_span rest, ff_buffer *out) {
    for (size_t i = 0; i < rest.size; i++) {
        const char *word =
            i + 1 < rest.size ? known(s, rest.data[i], (unsigned)(rest.data[i + 1] - '0')) : NULL;
        if (word)
            ff_buffer_text(out, word);
        else
            ff_buffer_byte(out, rest.data[i]);
        i += word != NULL;
    }
}

static void do_say(script *s, int who, ff_span rest) {
    ff_buffer text = {0};
    fill_in(s, rest, &text);
    messages_receive(s->world.hub, s->world.client[who],
                     (ff_span){text.data ? text.data : "", text.size});
    ff_buffer_free(&text);
}

static void do_come_again(script *s, int who, ff_span rest) {
    (void)rest;
    end_batch(s);
    hub_leave(s->world.hub, s->world.client[who]);
    join(s, who);
    messages_welcome(s->world.hub, s->world.client[who], "");
}

/* A path, a space and a body: the bot acts without a client, as by a POST. */
static void do_post(script *s, int who, ff_span rest) {
    (void)who;
    ff_buffer text = {0};
    struct arena memory = {0};
    struct command asked;
    command_refusal why;
    bot_reply reply;
    unsigned status;
    struct identity bot;
    fill_in(s, rest, &text);
    const char *space = text.size ? memchr(text.data, ' ', text.size) : NULL;
    size_t path = space ? (size_t)(space - text.data) : text.size;
    http_request request = {.method = HTTP_POST, .path = {text.data ? text.data : "", path}};
    request.body = space ? (ff_span){space + 1, text.size - path - 1} : (ff_span){"", 0};
    if (bot_acts_read(&request, &memory, &asked, &reply, &status, &why) &&
        identity_read(s->world.store, &robot, &bot)) {
        ff_buffer answer = {0};
        command_result result = {.answer = reply == BOT_ANSWER ? &answer : NULL};
        messages_act(s->world.hub, &bot, "127.0.0.2", &asked, &result);
        if (answer.size)
            json_decref(must_be_json((ff_span){answer.data, answer.size}));
        ff_buffer_free(&answer);
    }
    arena_free(&memory);
    ff_buffer_free(&text);
}

static void open_stream(script *s, const char *type, ff_span game) {
    struct command asked = command_of(command_find(type));
    command_result result;
    asked.game = game;
    asked.on = true;
    messages_open(s->world.hub, s->bot, &asked, &result);
}

/* A stream of the lobby (a dot), of one game where one is named, else of all that happens. Where
 * the store fails just now there is none. */
static void do_stream(script *s, int who, ff_span rest) {
    (void)who;
    ff_buffer text = {0};
    bool lobby = ff_span_equals(rest, ".");
    end_batch(s);
    leave_bot(s);
    s->bot = hub_join_as(s->world.hub, &robot, "127.0.0.2", NULL);
    if (!s->bot)
        return;
    s->lines = lobby ? bot_lines_lobby() : rest.size ? bot_lines_game() : bot_lines_events();
    MUST(s->lines);
    fill_in(s, rest, &text);
    if (rest.size)
        open_stream(s, lobby ? "lobby" : "open", (ff_span){text.data, text.size});
    else
        hub_herald(s->bot);
    ff_buffer_free(&text);
}

/* 2 ms to 12 days, by a letter, and whatever becomes due meanwhile. */
static void do_pass(script *s, int who, ff_span rest) {
    (void)who;
    unsigned letter = rest.size ? (unsigned char)rest.data[0] % 32 : 10;
    end_batch(s);
    struct hub *hub = s->world.hub;
    manual_time_pass(hub, INT64_C(1) << (letter < 30 ? letter + 1 : 30));
    seeking_pulse(hub);
    tournaments_pulse(hub->tournaments, (uint64_t)world_time.at.steady);
    vacations_pulse(hub);
    end_batch(s);
    hub_tell_outage(hub, (uint64_t)world_time.at.steady);
    end_batch(s);
}

/* What the operator asks: a word, a space, and what it is to be done with. The time is the
 * script's own to move. */
static void do_operate(script *s, int who, ff_span rest) {
    (void)who;
    ff_buffer words = {0}, out = {0};
    ff_error error;
    fill_in(s, rest, &words);
    ff_buffer_byte(&words, 0);
    char *space = words.data ? memchr(words.data, ' ', words.size) : NULL;
    if (space)
        *space = 0;
    if (words.data && strcmp(words.data, "clock") != 0 && strcmp(words.data, "wall") != 0 &&
        admin_do(s->world.hub, (ff_span){words.data, words.size}, &out, &error)) {
        MUST(!out.failed);
        if (out.size == TOURNAMENT_ID_SIZE && strcmp(words.data, "add-tournament") == 0) {
            out.data[out.size - 1] = 0;
            note_tournament(s, out.data);
        }
    }
    ff_buffer_free(&words);
    ff_buffer_free(&out);
}

/* Computers move, passwords are hashed, services answer. */
static void do_work(script *s, int who, ff_span rest) {
    (void)who, (void)rest;
    end_batch(s);
    while (workers_work(s->world.passwords))
        continue;
    while (workers_work(sender.workers))
        continue;
    accounts_take_answers(s->world.hub);
    wakes_take_answers(s->world.hub->wakes, hub_now(s->world.hub));
    world_think(&s->world);
    end_batch(s);
}

/* The batch cannot be stored; or, where a letter follows, the disk fails once, after so many
 * reads and writes of it. */
static void do_fail(script *s, int who, ff_span rest) {
    (void)who;
    s->faulty = true;
    if (rest.size == 0)
        s->failing = true;
    else
        snapshot_fail_after((unsigned char)rest.data[0] % 64);
}

/* The process is gone with what it had not stored, and another one begins. */
static void do_kill(script *s, int who, ff_span rest) {
    (void)who, (void)rest;
    s->failing = s->faulty = false;
    snapshot_fail_after(-1);
    leave_bot(s);
    world_leave(&s->world);
    replace_hub(s);
    MUST(hub_resume(s->world.hub));
    join_all(s);
}

/* What takes long is done a few times in a script, so that scripts stay quick. */
enum { OFTEN = STEPS_MAX };

static const struct {
    char letter;
    int who;
    unsigned most;
    void (*run)(script *s, int who, ff_span rest);
} steps[] = {
    {'a', ANN, OFTEN, do_say},    {'b', BOB, OFTEN, do_say},    {'c', CID, OFTEN, do_say},
    {'A', ANN, 2, do_come_again}, {'B', BOB, 2, do_come_again}, {'C', CID, 2, do_come_again},
    {'p', 0, OFTEN, do_post},     {'s', 0, 2, do_stream},       {'t', 0, 6, do_pass},
    {'w', 0, 4, do_work},         {'!', 0, OFTEN, do_fail},     {'k', 0, 2, do_kill},
    {'.', 0, OFTEN, do_end},      {'o', 0, 16, do_operate},
};

enum { STEP_KINDS = sizeof steps / sizeof *steps };

static void run_step(script *s, unsigned done[STEP_KINDS], ff_span line) {
    for (size_t i = 0; i < STEP_KINDS; i++)
        if (line.size > 0 && line.data[0] == steps[i].letter && done[i]++ < steps[i].most)
            steps[i].run(s, steps[i].who, (ff_span){line.data + 1, line.size - 1});
}

/* Bob opens all games of which he hears. */
static void compare(script *s) {
    char id[HUB_FOLLOWED_GAMES][GAME_ID_SIZE] = {{0}}, text[64];
    if (!store_is_working(s->world.store))
        MUST(store_probe(s->world.store));
    hub_pulse(s->world.hub, (uint64_t)world_time.at.steady);
    world_think(&s->world);
    end_batch(s);
    for (int i = 0; i < HUB_FOLLOWED_GAMES; i++) {
        const struct table *table = s->world.client[BOB]->followed[i].table;
        snprintf(id[i], sizeof id[i], "%s", table ? table->row.id : "");
    }
    s->compares = true;
    for (int i = 0; i < HUB_FOLLOWED_GAMES; i++) {
        snprintf(text, sizeof text, "{\"type\":\"open\",\"game\":\"%s\"}", id[i]);
        if (id[i][0])
            do_say(s, BOB, ff_span_of(text));
        end_batch(s);
    }
    s->compares = false;
}

static void run_steps(script *s, ff_span text) {
    unsigned done[STEP_KINDS] = {0};
    for (int step = 0; step < STEPS_MAX && text.size > 0; step++) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        run_step(s, done, (ff_span){text.data, size});
        size_t used = end ? size + 1 : size;
        text = (ff_span){text.data + used, text.size - used};
    }
    end_batch(s);
    compare(s);
}

/* Whoever was here is gone, and so is what was kept for them. */
static void end_all(script *s) {
    struct hub *hub = s->world.hub;
    leave_bot(s);
    world_leave(&s->world);
    hub_end_batch(hub);
    MUST(!hub->clients && !hub->active);
    MUST(hub_count_persons(hub) == 0 && hub->lobby.subscribers == 0);
    store_roll_back(s->world.store);
    snapshot_restore(&s->begin, s->world.store);
}

/* With time and random numbers as they were for each script before: a server begun by another
 * one's time would go by it. */
static void begin_anew(script *s) {
    static const time_pair begin = {.steady = 1000, .wall = 1700000000000};
    world_time.at = begin;
    random_state = 1;
    replace_hub(s);
    memcpy(s->cookie, world_guests, sizeof s->cookie);
    s->games = s->tournaments = 0;
    s->recovery[0] = s->secret[0] = 0;
    memset(s->ticket, 0, sizeof s->ticket);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static script s;
    prepare(&s);
    begin_anew(&s);
    join_all(&s);
    run_steps(&s, (ff_span){(const char *)data, size});
    end_all(&s);
    return 0;
}
