/* Tournaments that are announced or run, and what moves them on: people who join and leave, games
 * that end, and the pulse. What must hold: a result, a round and a game are written in the batch in
 * which they come to be; a game is begun once, because its row says that it has been; and a pulse
 * does a bounded amount of work, the rest waits for the next. */
#include "server/tournaments/tournaments.h"

#include "server/base/sanitize.h"
#include "server/identity/identity.h"
#include "server/request/message_begin.h"
#include "server/session/client.h"
#include "server/session/subscriptions.h"
#include "server/tournaments/telling.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEGUN_AT_ONCE = 10, /* games, in one pulse */
    READ_AT_ONCE = 20,  /* rows of games that are not in memory, in one pulse */
    PAIRED_AT_ONCE = 1, /* rounds, in one pulse */
    LOOK_MS = 5000,     /* between two looks at games where none seems to have ended */
    SWEEP_MS = 60000,
};

static const int64_t day_ms = 86400000;
static const int64_t kept_ms = INT64_C(400) * 86400000; /* how long those that are over are kept */

typedef struct live {
    tournament of;
    bool changed;       /* since watchers were told, */
    uint64_t told_ms;   /* which was then, on the clock of the pulse, */
    unsigned told;      /* and these were so many */
    int64_t pairs_ms;   /* when the next pairing may be */
    int64_t looked_ms;  /* when all games were looked at last */
    unsigned long seen; /* the tables' turnover at that look */
    bool waits;         /* the pause before the next round has begun */
} live;

struct tournaments {
    struct hub *hub;
    tournament_rows *rows;
    live *list[TOURNAMENTS_LIVE];
    unsigned count;
    bool unread;                                        /* the list is not what the store has */
    unsigned budget_games, budget_reads, budget_rounds; /* of this pulse */
    int64_t sweep_ms;
};

/* ---- the list ---- */

static void drop_live(struct tournaments *all, unsigned index) {
    tournament_free(&all->list[index]->of);
    free(all->list[index]);
    all->list[index] = all->list[--all->count];
}

static bool add_live(struct tournaments *all, const tournament *of) {
    live *one = all->count < TOURNAMENTS_LIVE ? calloc(1, sizeof *one) : NULL;
    if (!one)
        return false;
    one->of = *of;
    one->changed = true;
    all->list[all->count++] = one;
    return true;
}

/* One that is damaged is logged, and hinders no other. False where not all can be read now. */
static bool load(struct tournaments *all) {
    tournament_row *list = calloc(TOURNAMENTS_LIVE, sizeof *list);
    unsigned count;
    bool ok = list && rows_note_revision(all->rows) &&
              rows_list(all->rows, true, 0, TOURNAMENTS_LIVE, list, &count);
    for (unsigned i = 0; ok && i < count; i++) {
        tournament of;
        store_answer answer = rows_read(all->rows, &list[i], &of);
        if (answer == STORE_DAMAGED)
            log_event(all->hub->options.log, LOG_ERROR, "bad-tournament", "tournament=%s",
                      list[i].id);
        else
            ok = answer == STORE_FOUND && add_live(all, &of);
        if (!ok)
            tournament_free(&of);
    }
    free(list);
    return ok;
}

struct tournaments *tournaments_new(struct hub *hub) {
    struct tournaments *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->hub = hub;
    all->rows = rows_open(hub->options.store);
    if (all->rows && load(all))
        return all;
    tournaments_free(all);
    return NULL;
}

static void unload(struct tournaments *all) {
    while (all->count > 0)
        drop_live(all, all->count - 1);
}

void tournaments_free(struct tournaments *all) {
    if (!all)
        return;
    unload(all);
    rows_close(all->rows);
    free(all);
}

void tournaments_reload(struct tournaments *all) {
    unload(all);
    all->unread = !load(all);
}

/* ---- what other servers have done ---- */

static live *find_live(const struct tournaments *all, ff_span id) {
    for (unsigned i = 0; i < all->count; i++)
        if (ff_span_equals(id, all->list[i]->of.row.id))
            return all->list[i];
    return NULL;
}

static void tell_pairs(struct hub *hub, const tournament *before, const tournament *now) {
    for (unsigned i = 0; i < now->games; i++) {
        bool known = i < before->games && before->game[i].game;
        if (now->game[i].game && !known && now->game[i].result == RESULT_OPEN)
            telling_paired(hub, now, &now->game[i]);
    }
}

/* One that is over is told of once more. */
static live *find_again(struct tournaments *all, const live *before) {
    tournament_row row;
    tournament of;
    live *found = find_live(all, ff_span_of(before->of.row.id));
    if (found || rows_find(all->rows, ff_span_of(before->of.row.id), &row) != STORE_FOUND ||
        rows_read(all->rows, &row, &of) != STORE_FOUND)
        return found;
    if (add_live(all, &of))
        return all->list[all->count - 1];
    tournament_free(&of);
    return NULL;
}

static void go_on_from(struct tournaments *all, live *before) {
    live *now = find_again(all, before);
    if (now) {
        tell_pairs(all->hub, &before->of, &now->of);
        const tournament of = now->of;
        *now = *before;
        now->of = of;
        now->changed = true;
    }
    tournament_free(&before->of);
    free(before);
}

void tournaments_refresh(struct tournaments *all) {
    live *before[TOURNAMENTS_LIVE];
    unsigned count = all->count;
    if (!all->unread && rows_are_as_read(all->rows, false))
        return;
    memcpy(before, all->list, sizeof before);
    all->count = 0;
    all->unread = !load(all);
    for (unsigned i = 0; i < count; i++)
        go_on_from(all, before[i]);
}

/* Before something is asked: nobody else changes anything until the end of the batch. */
static void hold(struct tournaments *all) {
    if (!rows_are_as_read(all->rows, true))
        tournaments_refresh(all);
}

const tournament *tournaments_find(const struct tournaments *all, ff_span id) {
    const live *found = find_live(all, id);
    return found ? &found->of : NULL;
}

unsigned tournaments_count(const struct tournaments *all) {
    return all->count;
}

const tournament *tournaments_at(const struct tournaments *all, unsigned index) {
    return &all->list[index]->of;
}

tournament_rows *tournaments_rows(struct tournaments *all) {
    return all->rows;
}

/* ---- what people ask ---- */

/* Why the person cannot make another one; null: it can. What is announced and taken back all day
 * would fill the list of those that are over. */
static const char *why_not_made(const struct tournaments *all, const struct person *maker) {
    unsigned made = 0;
    int64_t ended;
    for (unsigned i = 0; i < all->count; i++)
        made += person_is(&all->list[i]->of.row.maker, maker);
    if (made >= TOURNAMENTS_EACH)
        return "too-many";
    store_answer answer = rows_find_made(all->rows, maker, TOURNAMENTS_DAY - 1, &ended);
    if (answer == STORE_NONE)
        return NULL;
    if (answer != STORE_FOUND)
        return "store";
    return ended == 0 || ended > hub_now(all->hub) - day_ms ? "too-many" : NULL;
}

static unsigned count_joined(const struct tournaments *all, const struct person *person) {
    unsigned joined = 0;
    for (unsigned i = 0; i < all->count; i++) {
        const tournament *of = &all->list[i]->of;
        unsigned place = tournament_find_player(of, person);
        joined += place != TOURNAMENT_NOBODY && !of->player[place].away;
    }
    return joined;
}

/* As the person is called and rated now; in the standings it stays so. */
static bool fill_player(struct tournaments *all, const tournament *of, const struct person *person,
                        int64_t origin, tournament_player *player) {
    const ff_edition *edition = ff_edition_find(ff_span_of(of->row.edition));
    store_seat seat = {.rating = STORE_NULL};
    if (!edition || !identity_sit(all->hub->options.store, person, edition, &seat))
        return false;
    *player = (tournament_player){.person = *person,
                                  .bot = seat.kind == SEAT_BOT,
                                  .guest = seat.kind == SEAT_GUEST,
                                  .origin = seat.kind == SEAT_GUEST ? origin : 0,
                                  .rating = seat.rating == STORE_NULL ? 1500 : seat.rating};
    snprintf(player->name, sizeof player->name, "%s", seat.name);
    return true;
}

static const char *why_not(const struct tournaments *all, const tournament *of,
                           const struct person *person, unsigned place) {
    bool late = of->row.state == TOURNAMENT_RUNNING;
    if (place == TOURNAMENT_NOBODY && late && !tournament_format_of(of->row.kind)->takes_late)
        return "begun";
    if (late && of->row.kind == TOURNAMENT_SWISS && of->row.round >= of->row.rounds)
        return "begun";
    if (place == TOURNAMENT_NOBODY && of->players >= tournament_list_max(&of->row))
        return "full";
    return count_joined(all, person) >= TOURNAMENTS_JOINED ? "too-many" : NULL;
}

/* How many guests of one address take part. An exhibition has few places, and whoever fills them
 * with guests leaves its host nobody else to play; where the host chooses, they only ask. */
static unsigned guests_of_address(const tournament_row *row) {
    if (row->kind != TOURNAMENT_EXHIBITION || row->chooses)
        return TOURNAMENT_GUESTS;
    return row->places > TOURNAMENT_GUEST_SHARE ? row->places / TOURNAMENT_GUEST_SHARE : 1;
}

/* Why a guest cannot take part: anybody can be any number of guests, so of one address there are
 * few; and the standings are to tell them apart, names that look alike too. */
static const char *why_no_guest(const tournament *of, const tournament_player *guest) {
    unsigned of_origin = 0;
    char key[SANITIZE_NAME_SIZE], other[SANITIZE_NAME_SIZE];
    if (!of->row.guests)
        return "not-signed-in";
    if (!guest->name[0])
        return "nameless";
    sanitize_name_key(guest->name, key);
    for (unsigned i = 0; i < of->players; i++) {
        if (!of->player[i].guest)
            continue;
        sanitize_name_key(of->player[i].name, other);
        if (strcmp(other, key) == 0)
            return "name-taken";
        of_origin += of->player[i].origin == guest->origin;
    }
    return of_origin >= guests_of_address(&of->row) ? "too-many" : NULL;
}

/* The person's first time. */
static const char *enter(struct tournaments *all, live *one, const struct person *person,
                         int64_t origin) {
    tournament_player player;
    if (!fill_player(all, &one->of, person, origin, &player))
        return "store";
    const char *reason = player.guest ? why_no_guest(&one->of, &player) : NULL;
    if (reason)
        return reason;
    player.asks = one->of.row.chooses && !person_is(person, &one->of.row.maker);
    return tournament_add_player(&one->of, &player) ? NULL : "store";
}

/* Whoever announces an exhibition plays in it, as the first player: there is none without. */
static const char *seat_host(struct tournaments *all, live *one) {
    if (!enter(all, one, &one->of.row.maker, 0) && rows_put_player(all->rows, &one->of, 0))
        return NULL;
    store_spoil(all->hub->options.store);
    return "store";
}

const char *tournaments_announce(struct tournaments *all, tournament_row *row) {
    uint8_t id[8];
    bool by_host = person_is_nobody(&row->maker);
    hold(all);
    bool plays = row->kind == TOURNAMENT_EXHIBITION;
    const char *reason = by_host ? NULL : why_not_made(all, &row->maker);
    if (plays && !reason && count_joined(all, &row->maker) >= TOURNAMENTS_JOINED)
        reason = "too-many";
    if (all->count == TOURNAMENTS_LIVE || reason)
        return reason ? reason : "too-many";
    randombytes_buf(id, sizeof id);
    sodium_bin2base64(row->id, sizeof row->id, id, sizeof id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    row->state = TOURNAMENT_OPEN;
    row->first_is_red = randombytes_uniform(2) != 0;
    if (!rows_add(all->rows, row))
        return "store";
    tournament of = {.row = *row};
    if (!add_live(all, &of))
        return "store";
    return plays ? seat_host(all, all->list[all->count - 1]) : NULL;
}

const char *tournaments_join(struct tournaments *all, ff_span id, const struct person *person,
                             int64_t origin) {
    hold(all);
    live *one = find_live(all, id);
    if (!one)
        return "unknown-tournament";
    unsigned place = tournament_find_player(&one->of, person);
    if (place != TOURNAMENT_NOBODY && !one->of.player[place].away)
        return NULL;
    const char *reason = why_not(all, &one->of, person, place);
    if (reason)
        return reason;
    if (place == TOURNAMENT_NOBODY)
        reason = enter(all, one, person, origin);
    else
        one->of.player[place].away = false;
    if (reason)
        return reason;
    one->changed = true;
    return rows_put_player(all->rows, &one->of,
                           place == TOURNAMENT_NOBODY ? one->of.players - 1 : place)
               ? NULL
               : "store";
}

static bool end(struct tournaments *all, live *one, tournament_state state) {
    one->of.row.state = (uint8_t)state;
    one->of.row.ended = hub_now(all->hub);
    one->changed = true;
    return rows_update(all->rows, &one->of.row) &&
           rows_forget_origins(all->rows, one->of.row.number);
}

/* Before the start a player simply goes, and an exhibition with its host; later the games that were
 * played have to keep their player, who is away and not paired. */
static bool leave(struct tournaments *all, live *one, unsigned place) {
    one->changed = true;
    if (one->of.row.state == TOURNAMENT_OPEN && tournament_is_host(&one->of, place))
        return end(all, one, TOURNAMENT_CANCELLED);
    if (one->of.row.state == TOURNAMENT_OPEN) {
        tournament_drop_player(&one->of, place);
        return rows_drop_player(all->rows, &one->of, place);
    }
    one->of.player[place].away = true;
    return rows_put_player(all->rows, &one->of, place);
}

const char *tournaments_leave(struct tournaments *all, ff_span id, const struct person *person) {
    hold(all);
    live *one = find_live(all, id);
    unsigned place = one ? tournament_find_player(&one->of, person) : TOURNAMENT_NOBODY;
    if (place == TOURNAMENT_NOBODY)
        return one ? "not-seated" : "unknown-tournament";
    return leave(all, one, place) ? NULL : "store";
}

const char *tournaments_choose(struct tournaments *all, ff_span id, const struct person *person,
                               ff_span name, bool on) {
    hold(all);
    live *one = find_live(all, id);
    if (!one || !one->of.row.chooses || !person_is(&one->of.row.maker, person))
        return "unknown-tournament";
    tournament *of = &one->of;
    unsigned place = tournament_find_name(of, name);
    if (of->row.state != TOURNAMENT_OPEN)
        return "begun";
    if (place == TOURNAMENT_NOBODY || tournament_is_host(of, place))
        return "unknown-name";
    if (of->player[place].asks != on)
        return NULL;
    if (on && tournament_count_placed(of) >= of->row.places)
        return "full";
    of->player[place].asks = !on;
    one->changed = true;
    return rows_put_player(all->rows, of, place) ? NULL : "store";
}

const char *tournaments_cancel(struct tournaments *all, ff_span id, const struct person *person) {
    hold(all);
    live *one = find_live(all, id);
    if (!one || (!person_is_nobody(person) && !person_is(&one->of.row.maker, person)))
        return "unknown-tournament";
    if (one->of.row.state != TOURNAMENT_OPEN)
        return "begun";
    return end(all, one, TOURNAMENT_CANCELLED) ? NULL : "store";
}

/* From where a guest has joined stays known until the end (rows_forget_origins): who is erased and
 * comes back as another guest takes one more of the places of its address. */
void tournaments_forget(struct tournaments *all, const struct person *person) {
    hold(all);
    for (unsigned i = 0; i < all->count; i++) {
        live *one = all->list[i];
        unsigned place = tournament_find_player(&one->of, person);
        if (person_is(&one->of.row.maker, person))
            one->of.row.maker = (struct person){{0}};
        if (place == TOURNAMENT_NOBODY)
            continue;
        leave(all, one, place);
        if (one->of.row.state == TOURNAMENT_OPEN)
            continue;
        one->of.player[place].person = (struct person){{0}};
        one->of.player[place].name[0] = 0;
    }
    rows_forget(all->rows, person);
}

/* ---- results ---- */

static void put_result(struct tournaments *all, live *one, unsigned place, tournament_result result,
                       bool forfeit) {
    tournament_finish(&one->of, place, result, forfeit);
    rows_put_game(all->rows, &one->of, place);
    one->changed = true;
}

/* Nobody has played, and who has not won has not come. */
static void put_forfeit(struct tournaments *all, live *one, unsigned place,
                        tournament_result result) {
    const tournament_game *game = &one->of.game[place];
    put_result(all, one, place, result, true);
    for (int blue = 0; blue < 2; blue++) {
        unsigned player = blue ? game->blue : game->red;
        bool came = result == (blue ? RESULT_BLUE : RESULT_RED);
        if (came || one->of.player[player].away)
            continue;
        one->of.player[player].away = true;
        rows_put_player(all->rows, &one->of, player);
    }
}

static tournament_result result_of(const store_game *row) {
    switch (row->result) {
    case FF_RED_WINS:
        return RESULT_RED;
    case FF_BLUE_WINS:
        return RESULT_BLUE;
    case FF_DRAW:
        return RESULT_DRAW;
    default:
        return RESULT_NONE;
    }
}

/* Did the game end before anybody was late? Then the host has closed it, or one of them has had its
 * data deleted. */
static bool was_closed(const store_game *row) {
    return row->ending == FF_BY_ABORT &&
           row->ended - row->created < (int64_t)row->terms.clock.setup * 1000;
}

static void take_result(struct tournaments *all, live *one, unsigned place, const store_game *row) {
    const tournament_game *game = &one->of.game[place];
    if (row->started != 0)
        put_result(all, one, place, result_of(row), false);
    else if (was_closed(row))
        put_result(all, one, place,
                   tournament_unplayed(!person_is_nobody(&one->of.player[game->red].person),
                                       !person_is_nobody(&one->of.player[game->blue].person)),
                   true);
    else
        put_forfeit(all, one, place, result_of(row));
}

/* The game as it stands; false where it cannot be told now. `gone`: the store has it no more. */
static bool read_game(struct tournaments *all, const tournament_game *game, store_game *row,
                      bool *gone) {
    const struct table *table = tables_peek(all->hub->tables, ff_span_of(game->id));
    *gone = false;
    if (table) {
        *row = table->row;
        return true;
    }
    if (all->budget_reads == 0)
        return false;
    all->budget_reads--;
    store_answer answer = store_find_number(all->hub->options.store, game->game, row);
    *gone = answer == STORE_NONE;
    return answer == STORE_FOUND || *gone;
}

/* Games say nothing to their tournament: it looks, where games have begun or ended anywhere since
 * the last look, and now and then in any case. */
static void look_at_games(struct tournaments *all, live *one) {
    unsigned long turnover = tables_turnover(all->hub->tables);
    int64_t now = hub_now(all->hub);
    if (one->seen == turnover && now - one->looked_ms < LOOK_MS && now >= one->looked_ms)
        return;
    one->seen = turnover;
    one->looked_ms = now;
    unsigned left = one->of.open;
    for (unsigned i = one->of.games; left > 0 && i-- > 0;) {
        store_game row;
        bool gone;
        if (one->of.game[i].result != RESULT_OPEN)
            continue;
        left--;
        if (one->of.game[i].game == 0 || !read_game(all, &one->of.game[i], &row, &gone))
            continue;
        if (gone)
            put_result(all, one, i, RESULT_NONE, true);
        else if (row.phase == PHASE_OVER)
            take_result(all, one, i, &row);
    }
}

/* ---- games begin ---- */

static bool sit(struct tournaments *all, const tournament_player *player, const ff_edition *edition,
                store_seat *seat) {
    struct store *store = all->hub->options.store;
    struct identity who;
    if (person_is_nobody(&player->person) || !identity_read(store, &player->person, &who) ||
        who.banned || !(who.has_account || player->guest) ||
        !identity_sit(store, &player->person, edition, seat))
        return false;
    if (seat->kind == SEAT_GUEST)
        seat->origin = player->origin;
    return true;
}

/* One who cannot sit down (away, banned, erased) loses without a game to the other. */
static void begin_game(struct tournaments *all, live *one, unsigned place) {
    struct hub *hub = all->hub;
    tournament *of = &one->of;
    tournament_game *game = &of->game[place];
    const ff_edition *edition = ff_edition_find(ff_span_of(of->row.edition));
    store_game row = {.terms = {.timed = true,
                                .clock = of->row.clock,
                                .remember = true,
                                .hints = true,
                                .watch = true,
                                .rated = of->row.rated}};
    bool red = !of->player[game->red].away, blue = !of->player[game->blue].away;
    if (edition && red && blue) {
        begin_row(&row, edition, FF_RED);
        red = sit(all, &of->player[game->red], edition, &row.seat[FF_RED]);
        blue = sit(all, &of->player[game->blue], edition, &row.seat[FF_BLUE]);
    }
    if (!edition || !red || !blue) {
        put_forfeit(all, one, place, tournament_unplayed(red, blue));
        return;
    }
    struct table *table = tables_add(hub->tables, &row, NULL);
    if (!table) {
        store_spoil(hub->options.store);
        return;
    }
    game->game = table->row.number;
    memcpy(game->id, table->row.id, sizeof game->id);
    rows_put_game(all->rows, of, place);
    one->changed = true;
    hub_publish(hub, table);
    telling_paired(hub, of, game);
}

static void begin_games(struct tournaments *all, live *one) {
    unsigned left = one->of.open;
    for (unsigned i = one->of.games; left > 0 && i-- > 0;) {
        if (one->of.game[i].result != RESULT_OPEN)
            continue;
        left--;
        if (one->of.game[i].game != 0 || all->budget_games == 0)
            continue;
        all->budget_games--;
        begin_game(all, one, i);
    }
}

/* ---- rounds ---- */

static void put_games_from(struct tournaments *all, live *one, unsigned first) {
    for (unsigned i = first; i < one->of.games; i++)
        rows_put_game(all->rows, &one->of, i);
    one->changed = true;
}

static bool is_there(void *context, const struct person *person) {
    const struct hub *hub = context;
    return hub_is_connected(hub, person);
}

/* Every few seconds whoever is here and does not play is paired; when the time is up nobody is any
 * more, and the last game ends the arena. A clock that was set back is no reason to wait longer
 * than one pause. */
static void go_on_arena(struct tournaments *all, live *one) {
    int64_t now = hub_now(all->hub);
    unsigned first = one->of.games;
    bool time_is_up = now >= one->of.row.starts + (int64_t)one->of.row.minutes * 60000;
    time_is_up |= one->of.games >= TOURNAMENT_GAMES_MAX;
    if (time_is_up && one->of.open == 0)
        end(all, one, TOURNAMENT_OVER);
    if (time_is_up || (now < one->pairs_ms && one->pairs_ms - now <= TOURNAMENT_ARENA_MS))
        return;
    one->pairs_ms = now + TOURNAMENT_ARENA_MS;
    if (!tournament_pair_arena(&one->of, is_there, all->hub))
        store_spoil(all->hub->options.store);
    if (one->of.games > first)
        put_games_from(all, one, first);
}

/* When the last game of a round is over comes a pause, and then the next round, until there is
 * none, or nobody to pair. */
static void go_on_rounds(struct tournaments *all, live *one) {
    int64_t now = hub_now(all->hub);
    tournament *of = &one->of;
    if (of->open > 0) {
        one->waits = false;
        return;
    }
    if (of->row.round >= of->row.rounds || tournament_count_here(of) < 2) {
        end(all, one, TOURNAMENT_OVER);
        return;
    }
    if (!one->waits) {
        one->waits = true;
        one->pairs_ms = of->row.round == 0 ? now : now + TOURNAMENT_PAUSE_MS;
    }
    if ((now < one->pairs_ms && one->pairs_ms - now <= TOURNAMENT_PAUSE_MS) ||
        all->budget_rounds == 0)
        return;
    all->budget_rounds--;
    unsigned first = of->games;
    bool possible;
    one->waits = false;
    if (!tournament_pair_round(of, &possible)) {
        store_spoil(all->hub->options.store);
        return;
    }
    if (!possible) {
        end(all, one, TOURNAMENT_OVER);
        return;
    }
    rows_update(all->rows, &of->row);
    put_games_from(all, one, first);
}

/* Who has not been chosen was never in it. The last one takes the place of who goes. */
static void drop_those_who_ask(struct tournaments *all, live *one) {
    for (unsigned place = one->of.players; place-- > 0;)
        if (one->of.player[place].asks) {
            tournament_drop_player(&one->of, place);
            rows_drop_player(all->rows, &one->of, place);
            one->changed = true;
        }
}

static void start(struct tournaments *all, live *one) {
    drop_those_who_ask(all, one);
    if (tournament_count_here(&one->of) < 2) {
        end(all, one, TOURNAMENT_CANCELLED);
        return;
    }
    tournament_begin(&one->of);
    one->changed = true;
    rows_update(all->rows, &one->of.row);
}

static void go_on(struct tournaments *all, live *one) {
    if (one->of.row.state == TOURNAMENT_OPEN && hub_now(all->hub) >= one->of.row.starts)
        start(all, one);
    if (one->of.row.state != TOURNAMENT_RUNNING)
        return;
    look_at_games(all, one);
    if (one->of.row.kind == TOURNAMENT_ARENA)
        go_on_arena(all, one);
    else
        go_on_rounds(all, one);
    if (one->of.row.state == TOURNAMENT_RUNNING)
        begin_games(all, one);
}

static bool is_over(const live *one) {
    return one->of.row.state >= TOURNAMENT_OVER;
}

/* Who watches is told how things stand, after a pause; and at once how they have ended. What that
 * costs in a second has a bound however many watch: nobody is charged for it. */
static void tell_watchers(struct hub *hub, live *one, uint64_t now_ms) {
    uint64_t pause = TELLING_PAUSE_MS + TELLING_PAUSE_EACH_MS * (uint64_t)one->told;
    if (!one->changed || (now_ms - one->told_ms < pause && !is_over(one)))
        return;
    one->told = telling_changed(hub, &one->of);
    one->told_ms = now_ms;
    one->changed = false;
}

void tournaments_pulse(struct tournaments *all, uint64_t now_ms) {
    struct hub *hub = all->hub;
    hub_tick(hub);
    if (!store_is_working(hub->options.store))
        return;
    if (all->unread)
        tournaments_reload(all);
    if (all->unread)
        return;
    all->budget_games = BEGUN_AT_ONCE;
    all->budget_reads = READ_AT_ONCE;
    all->budget_rounds = PAIRED_AT_ONCE;
    for (unsigned i = 0; hub_keeps(hub) && i < all->count; i++)
        go_on(all, all->list[i]);
    for (unsigned i = all->count; i-- > 0;) {
        tell_watchers(hub, all->list[i], now_ms);
        if (is_over(all->list[i]))
            drop_live(all, i);
    }
    int64_t now = hub_now(hub);
    if (!hub_keeps(hub))
        return;
    if (now >= all->sweep_ms || all->sweep_ms - now > SWEEP_MS) {
        all->sweep_ms = now + SWEEP_MS;
        rows_sweep(all->rows, now - kept_ms);
    }
}
