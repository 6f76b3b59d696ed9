/* Statements about chat. What must hold: lines of a game are numbered as they come, and each list
 * goes by an index, so that a page costs as much as it has lines. */
#include "server/store/store_chat.h"

#include "server/store/store_parts.h"

#include <assert.h>

enum {
    ADD_LINE,
    ADD_MUTE,
    DROP_MUTE,
    DROP_LINES,
    FIND_OLDEST,
    LIST_ROOM,
    LIST_BOTH,
    LIST_OWN,
    LIST_SAID,
    READ_LINE,
    FIND_LINE,
    COUNT_LINES,
    COUNT_MUTES,
    COUNT_SAID,
    FIND_MUTE,
    STATEMENTS
};

#define LINE_COLUMNS "chat.seat, chat.person, chat.name, chat.text, chat.time, chat.number"

/* The newest lines of a page, told in order. */
#define PAGE(index, where)                                                                         \
    "SELECT * FROM (SELECT " LINE_COLUMNS " FROM chat " index                                      \
    " WHERE game = ?1 AND number < ?2" where                                                       \
    " ORDER BY number DESC LIMIT ?3) AS page ORDER BY number"
/* Said by name, so that SQLite does not take the primary key and read all lines of the game. */
#define BY_ROOM "INDEXED BY chat_room"

/* ADD_LINE counts on from the last line in the same statement, so that two servers on one store
 * never give two lines one number. */
static const char *const statements[STATEMENTS] = {
    [ADD_LINE] = "INSERT INTO chat (game, number, seat, person, name, text, time)"
                 " SELECT ?1, coalesce(max(number) + 1, 0), ?2, ?3, ?4, ?5, ?6"
                 " FROM chat WHERE game = ?1",
    [ADD_MUTE] = "INSERT INTO mute (game, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [DROP_MUTE] = "DELETE FROM mute WHERE game = ?1 AND person = ?2",
    [DROP_LINES] = "DELETE FROM chat WHERE game = ?1 AND time < ?2",
    [FIND_OLDEST] = "SELECT time FROM chat WHERE game = ?1 ORDER BY number LIMIT 1",
    [LIST_ROOM] = PAGE(BY_ROOM, " AND (seat = 2) = (?4 = 1)"),
    [LIST_BOTH] = PAGE("", ""),
    [LIST_OWN] = PAGE("", " AND person = ?4"),
    [LIST_SAID] = "SELECT " LINE_COLUMNS ", game.id, chat.game FROM chat"
                  " CROSS JOIN game ON game.number = chat.game WHERE chat.person = ?1 AND"
                  " (chat.time, chat.game, chat.number) < (?2, ?3, ?4)"
                  " ORDER BY chat.time DESC, chat.game DESC, chat.number DESC LIMIT ?5",
    [READ_LINE] = "SELECT " LINE_COLUMNS " FROM chat WHERE game = ?1 AND number = ?2",
    [FIND_LINE] = "SELECT " LINE_COLUMNS " FROM chat WHERE game = ?1 AND time = ?2 AND text = ?3"
                  " ORDER BY number LIMIT 1",
    [COUNT_LINES] =
        "SELECT count(*) FROM chat " BY_ROOM " WHERE game = ?1 AND (seat = 2) = (?2 = 1)",
    [COUNT_MUTES] = "SELECT count(*) FROM mute WHERE game = ?1",
    [COUNT_SAID] = "SELECT count(*) FROM chat WHERE person = ?1 AND time > ?2",
    [FIND_MUTE] = "SELECT 1 FROM mute WHERE game = ?1 AND person = ?2",
};

const store_part store_part_chat = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int index) {
    return store->statement[PART_CHAT][index];
}

/* ---- writing ---- */

bool store_add_line(struct store *store, const store_game *game, const store_line *line) {
    assert(game->number > 0 && line->seat <= FF_NOBODY);
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, ADD_LINE);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, line->seat);
    store_bind_person(statement, 3, &line->person);
    store_bind_text(statement, 4, line->name);
    store_bind_text(statement, 5, line->text);
    store_bind_number(statement, 6, line->time);
    return store_run(store, statement);
}

bool store_set_mute(struct store *store, const store_game *game, const struct person *person,
                    bool on) {
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, on ? ADD_MUTE : DROP_MUTE);
    store_bind_number(statement, 1, game->number);
    store_bind_person(statement, 2, person);
    return store_run(store, statement);
}

bool store_drop_chat(struct store *store, const store_game *game, int64_t time) {
    struct statement *statement = statement_of(store, DROP_LINES);
    if (!store_begin(store))
        return false;
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, time);
    return store_run_delete(store, statement);
}

/* ---- reading ---- */

static void read_line(struct statement *statement, store_line *line) {
    *line = (store_line){.seat = (uint8_t)store_column_number(statement, 0),
                         .time = store_column_number(statement, 4),
                         .number = store_column_number(statement, 5)};
    store_column_person(statement, 1, &line->person);
    store_column_text(statement, 2, line->name, sizeof line->name);
    store_column_text(statement, 3, line->text, sizeof line->text);
}

/* A page is read backwards by the index and told forwards. The room of the seats and that of those
 * who watch are never in one page but for those who may see both (ROOM_BOTH). */
bool store_visit_chat(struct store *store, const store_game *game, const store_chat_page *page,
                      store_line_visitor *visit, void *context) {
    static const int lists[] = {[ROOM_SEATS] = LIST_ROOM,
                                [ROOM_WATCHERS] = LIST_ROOM,
                                [ROOM_BOTH] = LIST_BOTH,
                                [ROOM_OWN] = LIST_OWN};
    struct statement *statement = statement_of(store, lists[page->room]);
    store_answer answer = STORE_NONE;
    store_line line;
    bool going = true;
    static_assert(FF_NOBODY == 2, "as the statements have it");
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, page->before);
    store_bind_number(statement, 3, page->limit);
    if (page->room == ROOM_OWN)
        store_bind_person(statement, 4, page->person);
    else if (page->room != ROOM_BOTH)
        store_bind_number(statement, 4, page->room == ROOM_WATCHERS);
    while (going && (answer = store_step(store, statement, "reading chat")) == STORE_FOUND) {
        read_line(statement, &line);
        going = visit(context, &line);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

/* `at` moves with each line, so that a visitor that stops has told where the next page begins. */
bool store_visit_said(struct store *store, const struct person *person, store_said_cursor *at,
                      unsigned limit, store_said_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_SAID);
    store_answer answer = STORE_NONE;
    store_line line;
    char game[GAME_ID_SIZE];
    bool going = true;
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, at->time);
    store_bind_number(statement, 3, at->game);
    store_bind_number(statement, 4, at->number);
    store_bind_number(statement, 5, limit);
    while (going && (answer = store_step(store, statement, "reading chat")) == STORE_FOUND) {
        read_line(statement, &line);
        store_column_text(statement, 6, game, sizeof game);
        *at = (store_said_cursor){line.time, store_column_number(statement, 7), line.number};
        going = visit(context, game, &line);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

/* The line that the statement finds. */
static store_answer take_line(struct store *store, struct statement *statement, store_line *line) {
    store_answer answer = store_step(store, statement, "reading chat");
    if (answer == STORE_FOUND)
        read_line(statement, line);
    store_reset(statement);
    return answer;
}

store_answer store_read_line(struct store *store, const store_game *game, int64_t number,
                             store_line *line) {
    struct statement *statement = statement_of(store, READ_LINE);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, number);
    return take_line(store, statement, line);
}

store_answer store_find_line(struct store *store, const store_game *game, int64_t time,
                             ff_span text, store_line *line) {
    struct statement *statement = statement_of(store, FIND_LINE);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, time);
    store_bind_span(statement, 3, text);
    return take_line(store, statement, line);
}

static bool read_count(struct store *store, struct statement *statement, unsigned *count) {
    bool found = store_step(store, statement, "counting lines") == STORE_FOUND;
    if (found)
        *count = (unsigned)store_column_number(statement, 0);
    store_reset(statement);
    return found;
}

bool store_count_lines(struct store *store, const store_game *game, bool watchers,
                       unsigned *count) {
    struct statement *statement = statement_of(store, COUNT_LINES);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, watchers);
    return read_count(store, statement, count);
}

bool store_count_mutes(struct store *store, const store_game *game, unsigned *count) {
    struct statement *statement = statement_of(store, COUNT_MUTES);
    store_bind_number(statement, 1, game->number);
    return read_count(store, statement, count);
}

bool store_count_said(struct store *store, const struct person *person, int64_t since,
                      unsigned *count) {
    struct statement *statement = statement_of(store, COUNT_SAID);
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, since);
    return read_count(store, statement, count);
}

bool store_is_muted(struct store *store, const store_game *game, const struct person *person,
                    bool *muted) {
    struct statement *statement = statement_of(store, FIND_MUTE);
    store_bind_number(statement, 1, game->number);
    store_bind_person(statement, 2, person);
    store_answer answer = store_step(store, statement, "reading who is muted");
    store_reset(statement);
    *muted = answer == STORE_FOUND;
    return answer != STORE_FAILED;
}

/* Lines are numbered as they come: the first is the oldest. */
bool store_has_chat(struct store *store, const store_game *game, int64_t time) {
    struct statement *statement = statement_of(store, FIND_OLDEST);
    store_bind_number(statement, 1, game->number);
    bool found = store_step(store, statement, "looking for old chat") == STORE_FOUND &&
                 store_column_number(statement, 0) < time;
    store_reset(statement);
    return found;
}
