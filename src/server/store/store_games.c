/* Statements about one game: its row, its seats, its log, its rules. What must hold: what is
 * written is sealed in the same batch, and what is read is compared with its seal before anybody
 * believes it. */
#include "server/store/store_games.h"

#include "flagfall/edition_text.h"
#include "server/store/store_game_rows.h"
#include "server/store/store_parts.h"
#include "server/store/store_seal.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum {
    KEEP_RULES,
    NUMBER_RULES,
    ADD_GAME,
    ADD_SEAT,
    ADD_ACT,
    UPDATE_GAME,
    UPDATE_LOG,
    UPDATE_SEAT,
    FIND_GAME,
    FIND_NUMBER,
    HOLD_GAME,
    FIND_CODE,
    FIND_RULES,
    FIND_NEXT,
    LIST_ACTS,
    DROP_ACTS,
    DROP_CHAT,
    DROP_MUTES,
    DROP_SEATS,
    DROP_GAME,
    STATEMENTS
};

/* From DROP_ACTS to DROP_GAME in the order in which a game goes: what refers to it first.
 * HOLD_GAME's comment is what PostgreSQL's engine makes of it; a file has one writer anyway. */
static const char *const statements[STATEMENTS] = {
    [KEEP_RULES] = "INSERT INTO rules (text, seal) VALUES (?, ?) ON CONFLICT DO NOTHING",
    [NUMBER_RULES] = "SELECT id FROM rules WHERE text = ?",
    [ADD_GAME] = "INSERT INTO game (id, edition, rules, clock_bank, clock_free, clock_increment,"
                 " clock_setup, memory, remember, hints, watch, open, rated, by, code, code_key,"
                 " directed, seed, previous, rematch, created, started, ended, phase, result,"
                 " ending, plies, delay) VALUES"
                 " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                 " ?, ?) RETURNING number",
    [ADD_SEAT] = "INSERT INTO seat (game, seat, kind, person, name, rating, change, salt,"
                 " commitment, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_ACT] = "INSERT INTO act (game, number, kind, seat, text, time, remains)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
    [UPDATE_GAME] = "UPDATE game SET plies = ?2, log = ?3, seal = ?4, phase = ?6, result = ?7,"
                    " ending = ?8, started = ?9, ended = ?10, code = ?11, code_key = ?12,"
                    " rematch = ?13 WHERE number = ?1 AND seal = ?5 " CHANGES_ONE,
    [UPDATE_LOG] = "UPDATE game SET plies = ?2, log = ?3, seal = ?4"
                   " WHERE number = ?1 AND seal = ?5 " CHANGES_ONE,
    [UPDATE_SEAT] = "UPDATE seat SET kind = ?3, person = ?4, name = ?5, rating = ?6, change = ?7,"
                    " salt = ?8, commitment = ?9, origin = ?10 WHERE game = ?1 AND seat = ?2",
    [FIND_GAME] = "SELECT " STORE_GAME_COLUMNS " FROM " STORE_GAME_TABLES " WHERE id = ?",
    [FIND_NUMBER] = "SELECT " STORE_GAME_COLUMNS " FROM " STORE_GAME_TABLES " WHERE number = ?1",
    [HOLD_GAME] = "SELECT seal FROM game WHERE number = ?1 /* FOR UPDATE */",
    [FIND_CODE] = "SELECT " STORE_GAME_COLUMNS " FROM " STORE_GAME_TABLES " WHERE code_key = ?",
    [FIND_RULES] = "SELECT text, seal FROM rules WHERE id = ?",
    [FIND_NEXT] = "SELECT id FROM game WHERE previous = ? ORDER BY number LIMIT 1",
    [LIST_ACTS] = STORE_LIST_ACTS,
    [DROP_ACTS] = "DELETE FROM act WHERE game = ?",
    [DROP_CHAT] = "DELETE FROM chat WHERE game = ?",
    [DROP_MUTES] = "DELETE FROM mute WHERE game = ?",
    [DROP_SEATS] = "DELETE FROM seat WHERE game = ?",
    [DROP_GAME] = "DELETE FROM game WHERE number = ?",
};

const store_part store_part_games = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int index) {
    return store->statement[PART_GAMES][index];
}

/* ---- writing ---- */

/* A code is looked up by a keyed hash, so that the time which an index takes tells
 * nothing of codes. */
static int64_t code_key(const struct store *store, const char *code) {
    uint8_t hash[crypto_shorthash_BYTES];
    int64_t key;
    if (!code[0])
        return STORE_NULL;
    crypto_shorthash(hash, (const uint8_t *)code, strlen(code), store->secret);
    memcpy(&key, hash, sizeof key);
    return key == STORE_NULL ? 0 : key;
}

/* Times are 0 where they have not come yet, and null in the store, where an index leaves them out.
 */
static int64_t null_for(int64_t number, int64_t nothing) {
    return number == nothing ? STORE_NULL : number;
}

/* What the log comes to, but for its plies. */
static void bind_summary(struct statement *statement, int at, const store_game *game) {
    store_bind_number(statement, at, game->phase);
    store_bind_number(statement, at + 1, game->result);
    store_bind_number(statement, at + 2, game->ending);
}

static void bind_terms(struct statement *statement, int at, const game_terms *terms) {
    const uint32_t clock[] = {terms->clock.bank, terms->clock.free, terms->clock.increment,
                              terms->clock.setup};
    const bool switches[] = {terms->memory, terms->remember, terms->hints,
                             terms->watch,  terms->open,     terms->rated};
    for (int i = 0; i < 4; i++)
        store_bind_maybe(statement, at + i, terms->timed ? (int64_t)clock[i] : STORE_NULL);
    for (int i = 0; i < 6; i++)
        store_bind_number(statement, at + 4 + i, switches[i]);
}

static bool add_row(struct store *store, store_game *game) {
    struct statement *statement = statement_of(store, ADD_GAME);
    store_bind_text(statement, 1, game->id);
    store_bind_text(statement, 2, game->edition);
    store_bind_number(statement, 3, game->rules);
    bind_terms(statement, 4, &game->terms);
    store_bind_number(statement, 14, game->by);
    store_bind_maybe_text(statement, 15, game->code);
    store_bind_maybe(statement, 16, code_key(store, game->code));
    store_bind_maybe_person(statement, 17, &game->to);
    store_bind_number(statement, 18, (int64_t)game->seed);
    store_bind_maybe_text(statement, 19, game->previous);
    store_bind_maybe(statement, 20, null_for(game->rematch, FF_NOBODY));
    store_bind_number(statement, 21, game->created);
    store_bind_maybe(statement, 22, null_for(game->started, 0));
    store_bind_maybe(statement, 23, null_for(game->ended, 0));
    bind_summary(statement, 24, game);
    store_bind_number(statement, 27, game->plies);
    store_bind_number(statement, 28, game->terms.delay);
    game->stored = game_standing(game);
    return store_run_insert(store, statement, &game->number);
}

static bool write_seat(struct store *store, int index, const store_game *game, ff_seat which) {
    struct statement *statement = statement_of(store, index);
    const store_seat *seat = &game->seat[which];
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, (int)which);
    store_bind_number(statement, 3, seat->kind);
    store_bind_maybe_person(statement, 4, &seat->person);
    store_bind_text(statement, 5, seat->name);
    store_bind_maybe(statement, 6, seat->rating);
    store_bind_maybe(statement, 7, seat->change);
    store_bind_text(statement, 8, seat->salt);
    store_bind_text(statement, 9, seat->commitment);
    store_bind_maybe(statement, 10, null_for(seat->origin, 0));
    return store_run(store, statement);
}

/* Their number, by which games that share them name them. The text is kept and not the
 * edition's name: an edition may change with the next release, and old games are played,
 * shown and checked by the rules that they began with. */
static bool keep_rules(struct store *store, ff_span text, int64_t *number) {
    struct statement *keep = statement_of(store, KEEP_RULES);
    struct statement *find = statement_of(store, NUMBER_RULES);
    store_bind_span(keep, 1, text);
    store_bind_number(keep, 2, seal_rules(text));
    if (!store_run(store, keep))
        return false;
    store_bind_span(find, 1, text);
    bool found = store_step(store, find, "finding rules") == STORE_FOUND;
    if (found)
        *number = store_column_number(find, 0);
    store_reset(find);
    return found || store_spoil(store);
}

/* Its seal needs its number, and so comes last. */
bool store_add_game(struct store *store, store_game *game, ff_span rules) {
    game->log = game->seal = 0; /* as rows begin */
    if (!store_begin(store) || !keep_rules(store, rules, &game->rules) || !add_row(store, game))
        return false;
    return write_seat(store, ADD_SEAT, game, FF_RED) &&
           write_seat(store, ADD_SEAT, game, FF_BLUE) && store_update_game(store, game);
}

/* All of the row but its plies, its log and their seal. */
static void bind_standing(struct store *store, struct statement *statement,
                          const store_game *game) {
    bind_summary(statement, 6, game);
    store_bind_maybe(statement, 9, null_for(game->started, 0));
    store_bind_maybe(statement, 10, null_for(game->ended, 0));
    store_bind_maybe_text(statement, 11, game->code);
    store_bind_maybe(statement, 12, code_key(store, game->code));
    store_bind_maybe(statement, 13, null_for(game->rematch, FF_NOBODY));
}

/* Every change of a game begins here, so that no row is left with the seal of what it was, and none
 * is written over what `game` does not know: its seal tells whether the row is still the one that
 * was read. A move changes the log alone, and not what the indexes are made of: to write that too
 * writes twice as many pages, for a column that is set counts as changed. */
bool store_update_game(struct store *store, store_game *game) {
    assert(game->number > 0); /* it has been added */
    bool same = game_stands_as(game, &game->stored);
    struct statement *statement = statement_of(store, same ? UPDATE_LOG : UPDATE_GAME);
    int64_t before = game->seal;
    if (!store_begin(store))
        return false;
    game->seal = seal_game(game);
    game->stored = game_standing(game);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, game->plies);
    store_bind_number(statement, 3, game->log);
    store_bind_number(statement, 4, game->seal);
    store_bind_number(statement, 5, before);
    if (!same)
        bind_standing(store, statement, game);
    return store_run(store, statement);
}

bool store_update_seat(struct store *store, store_game *game, ff_seat seat) {
    return store_update_game(store, game) && write_seat(store, UPDATE_SEAT, game, seat);
}

/* The log's seal is a chain: each act is hashed with the sum before it, so that a missing
 * act, another order and another game's act are all seen by the last number alone. */
bool store_add_act(struct store *store, store_game *game, unsigned number, const store_act *act) {
    struct statement *statement = statement_of(store, ADD_ACT);
    game->log = seal_act(game->log, number, act);
    if (!store_update_game(store, game))
        return false;
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, number);
    store_bind_number(statement, 3, act->kind);
    store_bind_number(statement, 4, act->seat);
    store_bind_text(statement, 5, act->text);
    store_bind_number(statement, 6, act->time);
    store_bind_maybe(statement, 7, act->left);
    return store_run(store, statement);
}

/* What refers to the game goes before the game itself: foreign keys are on. */
bool store_drop_game(struct store *store, const store_game *game) {
    bool ok = store_begin(store);
    for (int i = DROP_ACTS; ok && i <= DROP_GAME; i++) {
        store_bind_number(statement_of(store, i), 1, game->number);
        ok = store_run_delete(store, statement_of(store, i));
    }
    return ok;
}

/* ---- reading ---- */

/* Steps to what belongs to one game. A torn page here damages this game, and not the server's
 * trust in the others. */
static store_answer step(struct store *store, struct statement *statement, const char *doing) {
    store_answer answer = store_step(store, statement, doing);
    return answer == STORE_FAILED && store->met_damage ? STORE_DAMAGED : answer;
}

store_answer store_find_game(struct store *store, ff_span id, store_game *game) {
    struct statement *statement = statement_of(store, FIND_GAME);
    *game = (store_game){.number = 0};
    if (id.size >= GAME_ID_SIZE)
        return STORE_NONE;
    store_bind_span(statement, 1, id);
    store_answer answer = step(store, statement, "finding a game");
    if (answer == STORE_FOUND)
        store_read_game(statement, game);
    store_reset(statement);
    return game->damaged ? STORE_DAMAGED : answer;
}

void store_ask_game(struct store *store, ff_span id, int64_t number, unsigned acts) {
    struct statement *game = statement_of(store, FIND_GAME), *log = statement_of(store, LIST_ACTS);
    store_bind_span(game, 1, id);
    store_ask(store, game);
    if (!number)
        return;
    store_bind_number(log, 1, number);
    store_bind_number(log, 2, acts);
    store_ask(store, log);
}

store_answer store_find_number(struct store *store, int64_t number, store_game *game) {
    struct statement *statement = statement_of(store, FIND_NUMBER);
    *game = (store_game){.number = number};
    store_bind_number(statement, 1, number);
    store_answer answer = store_step(store, statement, "finding a game");
    if (answer == STORE_FOUND)
        store_read_game(statement, game);
    game->damaged |= answer == STORE_FAILED && store->met_damage;
    store_reset(statement);
    return game->damaged ? STORE_DAMAGED : answer;
}

/* Nobody else changes the row until the batch ends; whoever has changed it before has left another
 * seal. */
bool store_hold_game(struct store *store, const store_game *game, bool *changed) {
    struct statement *statement = statement_of(store, HOLD_GAME);
    if (!store_begin(store))
        return false;
    store_bind_number(statement, 1, game->number);
    store_answer answer = store_step(store, statement, "holding a game");
    *changed = answer != STORE_FOUND || store_column_number(statement, 0) != game->seal;
    store_reset(statement);
    return answer != STORE_FAILED || store_spoil(store);
}

/* All games with that hash are looked at, and compared without haste. */
store_answer store_find_code(struct store *store, const char *code, store_game *game) {
    struct statement *statement = statement_of(store, FIND_CODE);
    store_answer answer, found = STORE_NONE;
    store_bind_number(statement, 1, code_key(store, code));
    while ((answer = store_step(store, statement, "finding an invitation")) == STORE_FOUND) {
        store_game row;
        store_read_game(statement, &row);
        if (strlen(row.code) == strlen(code) && sodium_memcmp(row.code, code, strlen(code)) == 0) {
            *game = row;
            found = row.damaged ? STORE_DAMAGED : STORE_FOUND;
        }
    }
    store_reset(statement);
    return answer == STORE_FAILED ? answer : found;
}

static bool is_sealed(const ff_buffer *text, int64_t seal) {
    return !text->failed && seal_rules((ff_span){text->data, text->size}) == seal;
}

/* Rules are of many games: where their text is damaged, its seal may tell which they were. */
static store_answer find_built_in(int64_t seal, ff_buffer *text) {
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_buffer_clear(text);
        ff_edition_write(ff_edition_at(i), text);
        if (is_sealed(text, seal))
            return STORE_FOUND;
    }
    return text->failed ? STORE_FAILED : STORE_DAMAGED;
}

store_answer store_find_rules(struct store *store, const store_game *game, ff_buffer *text) {
    struct statement *statement = statement_of(store, FIND_RULES);
    int64_t seal = 0;
    store_bind_number(statement, 1, game->rules);
    store_answer answer = step(store, statement, "finding the rules of a game");
    if (answer == STORE_FOUND) {
        ff_span kept = store_column_span(statement, 0);
        ff_buffer_add(text, kept.data, kept.size);
        seal = store_column_number(statement, 1);
    }
    store_reset(statement);
    if (answer == STORE_NONE)
        return STORE_DAMAGED; /* every game has rules */
    return answer != STORE_FOUND || is_sealed(text, seal) ? answer : find_built_in(seal, text);
}

store_answer store_find_next(struct store *store, const store_game *game, char next[GAME_ID_SIZE]) {
    struct statement *statement = statement_of(store, FIND_NEXT);
    store_bind_text(statement, 1, game->id);
    store_answer answer = store_step(store, statement, "finding a rematch");
    next[0] = 0;
    if (answer == STORE_FOUND)
        store_column_text(statement, 0, next, GAME_ID_SIZE);
    store_reset(statement);
    return answer;
}

/* The next act, if it is the one that should come next. */
static store_answer read_next(struct store *store, struct statement *statement, store_log *at,
                              store_act *act) {
    store_answer answer = step(store, statement, "reading a game");
    if (answer != STORE_FOUND)
        return answer;
    if (store_column_number(statement, 5) != at->acts)
        return STORE_DAMAGED;
    store_read_act(statement, act);
    at->sum = seal_act(at->sum, at->acts, act);
    at->acts++;
    return STORE_FOUND;
}

/* May be cut off and go on later from `at`: long logs are read in slices, between which the
 * loop serves others. Only the end of the log can be compared with the seal. */
store_answer store_visit_acts(struct store *store, const store_game *game, store_log *at,
                              store_act_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_ACTS);
    store_log before = *at;
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, at->acts);
    store_answer answer;
    store_act act;
    while ((answer = read_next(store, statement, at, &act)) == STORE_FOUND && visit(context, &act))
        before = *at;
    store_reset(statement);
    if (answer == STORE_FOUND)
        *at = before; /* the visitor has not taken it */
    at->ended = answer == STORE_NONE;
    return at->ended && at->sum != game->log ? STORE_DAMAGED : answer;
}
