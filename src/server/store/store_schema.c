/* Each schema that there has been, as the step to it from the one before. What must hold: a step
 * that was ever released is never changed; what is to be different is a new step at the end. A step
 * is for SQLite, and from STORE_POSTGRESQL_FIRST on in words that PostgreSQL knows too, or it has a
 * row in `in_postgresql`. */
#include "server/store/store_schema.h"

#include "flagfall/edition_text.h"
#include "server/database/store_sql.h"
#include "server/schema/schema_postgresql.h"
#include "server/store/store_game_rows.h"
#include "server/store/store_seal.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char schema_1[] =
    "CREATE TABLE game ("
    " id TEXT NOT NULL UNIQUE, owner BLOB NOT NULL, edition TEXT NOT NULL, opponent TEXT NOT NULL,"
    " seat INTEGER NOT NULL, memory INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, phase INTEGER NOT NULL, result INTEGER NOT NULL,"
    " plies INTEGER NOT NULL) STRICT;"
    "CREATE INDEX game_owner ON game (owner, phase);"
    "CREATE INDEX game_open ON game (phase) WHERE phase < 2;"
    "CREATE TABLE act ("
    " game TEXT NOT NULL REFERENCES game (id), number INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;";

/* Two seats for people, terms, the text of the rules. Games are numbered as they come;
 * what belongs to a game names its number, which is shorter than its id. */
static const char schema_2[] =
    "DROP INDEX game_owner; DROP INDEX game_open;"
    "ALTER TABLE act RENAME TO act_1; ALTER TABLE game RENAME TO game_1;"
    "CREATE TABLE rules (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE secret (key BLOB NOT NULL) STRICT;"
    "INSERT INTO secret VALUES (randomblob(16));"
    "CREATE TABLE game (number INTEGER PRIMARY KEY,"
    " id TEXT NOT NULL UNIQUE, edition TEXT NOT NULL, rules INTEGER REFERENCES rules (id),"
    " clock_bank INTEGER, clock_free INTEGER, clock_increment INTEGER, clock_setup INTEGER,"
    " memory INTEGER NOT NULL, remember INTEGER NOT NULL, hints INTEGER NOT NULL,"
    " watch INTEGER NOT NULL, open INTEGER NOT NULL, rated INTEGER NOT NULL,"
    " by INTEGER NOT NULL, code TEXT, code_key INTEGER, directed BLOB, seed INTEGER NOT NULL,"
    " previous TEXT, rematch INTEGER,"
    " created INTEGER NOT NULL, started INTEGER, ended INTEGER,"
    " phase INTEGER NOT NULL, result INTEGER NOT NULL, ending INTEGER NOT NULL,"
    " plies INTEGER NOT NULL) STRICT;"
    "CREATE INDEX game_going ON game (phase) WHERE phase < 3;"
    "CREATE INDEX game_challenge ON game (number) WHERE phase = 0 AND open = 1;"
    "CREATE INDEX game_directed ON game (directed) WHERE phase = 0 AND directed IS NOT NULL;"
    "CREATE INDEX game_watch ON game (number) WHERE phase = 2 AND watch = 1;"
    "CREATE INDEX game_code ON game (code_key) WHERE code_key IS NOT NULL;"
    "CREATE INDEX game_previous ON game (previous) WHERE previous IS NOT NULL;"
    "CREATE TABLE seat ("
    " game INTEGER NOT NULL REFERENCES game (number), seat INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, person BLOB, name TEXT NOT NULL, rating INTEGER, change INTEGER,"
    " salt TEXT NOT NULL, commitment TEXT NOT NULL,"
    " PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seat_person ON seat (person, game) WHERE person IS NOT NULL;"
    "CREATE TABLE act ("
    " game INTEGER NOT NULL REFERENCES game (number), number INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL,"
    " remains INTEGER, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat ("
    " game INTEGER NOT NULL REFERENCES game (number), number INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, person BLOB NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX chat_person ON chat (person);"
    /* Phases have one more before them; the computer had the other seat. The ending is a
     * part of the log, or of the board: its word is found by replay. */
    "INSERT INTO game SELECT rowid, id, edition, NULL, NULL, NULL, NULL, NULL, memory, 1, 1, 0, 0,"
    " 0, seat, NULL, NULL, NULL, seed, NULL, NULL, created,"
    " CASE WHEN phase >= 1 THEN created END,"
    " CASE WHEN phase = 2 THEN (SELECT max(time) * 1000 FROM act_1 WHERE act_1.game = id) END,"
    " phase + 1, result, 0, plies FROM game_1;"
    "INSERT INTO seat SELECT rowid, seat, 1, owner, '', NULL, NULL, '', '' FROM game_1;"
    "INSERT INTO seat SELECT rowid, 1 - seat, 4, NULL, opponent, NULL, NULL, '', '' FROM game_1;"
    "INSERT INTO act SELECT game_1.rowid, number, kind, act_1.seat, text, time * 1000, NULL"
    " FROM act_1 JOIN game_1 ON game_1.id = act_1.game;"
    "DROP TABLE act_1; DROP TABLE game_1;";

/* ---- schema 2: the text of each game's rules ---- */

static bool keep_rules(struct store *store, const ff_edition *edition) {
    static const char sql[] = "INSERT INTO rules (text) VALUES (?1) ON CONFLICT DO NOTHING";
    static const char use[] = "UPDATE game SET rules = (SELECT id FROM rules WHERE text = ?1)"
                              " WHERE edition = ?2";
    ff_buffer text = {0};
    ff_edition_write(edition, &text);
    bool ok = !text.failed;
    for (int i = 0; ok && i < 2; i++) {
        struct statement *statement = store_prepare(store, i == 0 ? sql : use);
        if (statement)
            store_bind_span(statement, 1, (ff_span){text.data, text.size});
        if (statement && i == 1)
            store_bind_text(statement, 2, edition->id);
        ok = statement && store_step(store, statement, "keeping the rules") == STORE_NONE;
        store_finalize(statement);
    }
    ff_buffer_free(&text);
    return ok;
}

/* Endings that the board does not show are in the log; the others are found when the
 * game is read. */
static bool keep_endings(struct store *store) {
    for (int e = FF_BY_FLAG; e <= FF_BY_ABORT; e++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "UPDATE game SET ending = %d WHERE phase = 3 AND EXISTS (SELECT 1 FROM act"
                 " WHERE act.game = game.number AND kind = 2 AND text = '%s')",
                 e, ff_ending_word((ff_ending)e));
        if (!store_execute(store, sql))
            return false;
    }
    return true;
}

/* Accounts, and by which cookies their browsers are known; saved armies; ratings. */
static const char schema_3[] =
    "CREATE TABLE account (person BLOB PRIMARY KEY, name TEXT NOT NULL,"
    " folded TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, bot INTEGER NOT NULL, token BLOB UNIQUE,"
    " banned INTEGER NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE session (cookie BLOB PRIMARY KEY, person BLOB NOT NULL, guest BLOB NOT NULL,"
    " time INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX session_person ON session (person);"
    "CREATE TABLE army (person BLOB NOT NULL, edition TEXT NOT NULL, name TEXT NOT NULL,"
    " letters TEXT NOT NULL, PRIMARY KEY (person, edition, name)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rating (person BLOB NOT NULL, \"group\" TEXT NOT NULL, rating REAL NOT NULL,"
    " deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY (person, \"group\")) STRICT, WITHOUT ROWID;";

/* Signs of the server's life, and the gaps in it (server_clock.h); who hears no chat; and
 * what somebody has said lately. */
static const char schema_4[] =
    "CREATE TABLE life (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;"
    "CREATE TABLE gap (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;"
    "CREATE TABLE mute ("
    " game INTEGER NOT NULL REFERENCES game (number), person BLOB NOT NULL,"
    " PRIMARY KEY (game, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX mute_person ON mute (person);"
    "DROP INDEX chat_person;"
    "CREATE INDEX chat_person ON chat (person, time);";

/* What the host has said. */
static const char schema_5[] =
    "CREATE TABLE notice (text TEXT NOT NULL) STRICT;"
    "CREATE TABLE ban (address TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/* Pages: of chat, of those who sit (0) and of those who watch (1); and of games. */
static const char schema_6[] =
    "CREATE INDEX chat_room ON chat (game, seat = 2, number);"
    "CREATE INDEX game_playing ON game (number) WHERE phase = 1 OR phase = 2;";

/* Cookies with a proof, and sessions that end: guests of before are known by a session too,
 * for their cookies have no proof. What an account is protected by beside its password;
 * and from where one has signed in. */
static const char schema_7[] =
    "ALTER TABLE secret ADD COLUMN session BLOB;"
    "ALTER TABLE account ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE account ADD COLUMN recovery BLOB;"
    "ALTER TABLE account ADD COLUMN totp BLOB;"
    "ALTER TABLE account ADD COLUMN totp_on INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE account ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;"
    "DROP INDEX session_person;"
    "ALTER TABLE session RENAME TO session_6;"
    "CREATE TABLE session (cookie BLOB PRIMARY KEY, account BLOB, guest BLOB, device BLOB,"
    " old INTEGER NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL) STRICT,"
    " WITHOUT ROWID;"
    "INSERT INTO session SELECT cookie, account.person, guest, account.person, 1, time * 1000,"
    " unixepoch() * 1000 FROM session_6 LEFT JOIN account ON account.person = session_6.person;"
    "INSERT OR IGNORE INTO session SELECT DISTINCT person, NULL, person, NULL, 1,"
    " unixepoch() * 1000, unixepoch() * 1000 FROM seat WHERE kind = 1 AND person IS NOT NULL"
    " AND person NOT IN (SELECT person FROM account);"
    "DROP TABLE session_6;"
    "CREATE INDEX session_account ON session (account) WHERE account IS NOT NULL;"
    "CREATE INDEX session_device ON session (device) WHERE device IS NOT NULL;"
    "CREATE INDEX session_used ON session (used);"
    "CREATE TABLE place (account BLOB NOT NULL, address BLOB NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (account, address)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX place_time ON place (time);";

static bool finish_7(struct store *store) {
    static const char sql[] = "UPDATE secret SET session = ?1";
    struct statement *statement = store_prepare(store, sql);
    uint8_t key[sizeof store->session_key];
    if (!statement)
        return false;
    randombytes_buf(key, sizeof key);
    store_bind_bytes(statement, 1, key, sizeof key);
    bool ok = store_step(store, statement, "making a key") == STORE_NONE;
    store_finalize(statement);
    return ok;
}

/* Guests' seats: from where each was taken (a keyed hash, for a while), and how many there are,
 * by origin and (0) in all; kept in the same batch as the seats. And games that never began. */
static const char schema_8[] =
    "ALTER TABLE seat ADD COLUMN origin INTEGER;"
    "CREATE INDEX seat_origin ON seat (game) WHERE origin IS NOT NULL;"
    "CREATE INDEX game_unstarted ON game (number) WHERE phase = 3 AND started IS NULL;"
    "CREATE TABLE tally (origin INTEGER PRIMARY KEY, seats INTEGER NOT NULL) STRICT;"
    "INSERT INTO tally SELECT 0, count(*) FROM seat WHERE kind = 1;"
    "CREATE TRIGGER seat_comes AFTER INSERT ON seat WHEN NEW.kind = 1 BEGIN"
    " INSERT INTO tally SELECT 0, 0 WHERE true ON CONFLICT DO NOTHING;"
    " INSERT INTO tally SELECT NEW.origin, 0 WHERE NEW.origin IS NOT NULL ON CONFLICT DO NOTHING;"
    " UPDATE tally SET seats = seats + 1 WHERE origin = 0 OR origin = NEW.origin;"
    " END;"
    "CREATE TRIGGER seat_goes AFTER DELETE ON seat WHEN OLD.kind = 1 BEGIN"
    " UPDATE tally SET seats = seats - 1 WHERE origin = 0 OR origin = OLD.origin;"
    " DELETE FROM tally WHERE origin = OLD.origin AND seats = 0;"
    " END;"
    "CREATE TRIGGER seat_changes AFTER UPDATE OF kind, origin ON seat"
    " WHEN (OLD.kind = 1) <> (NEW.kind = 1) OR OLD.origin IS NOT NEW.origin BEGIN"
    " INSERT INTO tally SELECT 0, 0 WHERE NEW.kind = 1 ON CONFLICT DO NOTHING;"
    " INSERT INTO tally SELECT NEW.origin, 0 WHERE NEW.kind = 1 AND NEW.origin IS NOT NULL"
    " ON CONFLICT DO NOTHING;"
    " UPDATE tally SET seats = seats - 1 WHERE OLD.kind = 1 AND origin IN (0, OLD.origin);"
    " UPDATE tally SET seats = seats + 1 WHERE NEW.kind = 1 AND origin IN (0, NEW.origin);"
    " DELETE FROM tally WHERE origin = OLD.origin AND seats = 0;"
    " END;";

/* Indexes that hold all that a list asks of a game; and seals (store_seal.h). */
static const char schema_9[] =
    "DROP INDEX game_challenge; DROP INDEX game_directed; DROP INDEX game_watch;"
    "DROP INDEX game_playing; DROP INDEX game_unstarted;"
    "CREATE INDEX game_directed ON game (directed, phase) WHERE phase = 0 AND directed IS NOT NULL;"
    "CREATE INDEX game_watch ON game (number, phase, watch) WHERE phase = 2 AND watch = 1;"
    "CREATE INDEX game_playing ON game (number, phase) WHERE phase = 1 OR phase = 2;"
    "CREATE INDEX game_unstarted ON game (number, phase, started)"
    " WHERE phase = 3 AND started IS NULL;"
    "ALTER TABLE game ADD COLUMN log INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE rules ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;";

/* Finished games in the order in which they get old. */
static const char schema_10[] = "CREATE INDEX game_ended ON game (phase, ended) WHERE phase = 3;";

/* A seat that is nobody's any more, and that no address has taken, is no guest's: accounts leave
 * such seats, as many as they like, when they are erased. */
#define GUESTS "(kind = 1 AND (person IS NOT NULL OR origin IS NOT NULL))"
#define NEW_GUESTS "(NEW.kind = 1 AND (NEW.person IS NOT NULL OR NEW.origin IS NOT NULL))"
#define OLD_GUESTS "(OLD.kind = 1 AND (OLD.person IS NOT NULL OR OLD.origin IS NOT NULL))"
static const char schema_11[] =
    "DROP TRIGGER seat_comes; DROP TRIGGER seat_goes; DROP TRIGGER seat_changes;"
    "DELETE FROM tally;"
    "INSERT INTO tally SELECT 0, count(*) FROM seat WHERE " GUESTS ";"
    "INSERT INTO tally SELECT origin, count(*) FROM seat WHERE kind = 1 AND origin IS NOT NULL"
    " GROUP BY origin;"
    "CREATE TRIGGER seat_comes AFTER INSERT ON seat WHEN " NEW_GUESTS " BEGIN"
    " INSERT INTO tally SELECT NEW.origin, 0 WHERE NEW.origin IS NOT NULL ON CONFLICT DO NOTHING;"
    " UPDATE tally SET seats = seats + 1 WHERE origin = 0 OR origin = NEW.origin;"
    " END;"
    "CREATE TRIGGER seat_goes AFTER DELETE ON seat WHEN " OLD_GUESTS " BEGIN"
    " UPDATE tally SET seats = seats - 1 WHERE origin = 0 OR origin = OLD.origin;"
    " DELETE FROM tally WHERE origin = OLD.origin AND seats = 0;"
    " END;"
    "CREATE TRIGGER seat_changes AFTER UPDATE OF kind, person, origin ON seat"
    " WHEN " OLD_GUESTS " <> " NEW_GUESTS " OR OLD.origin IS NOT NEW.origin BEGIN"
    " INSERT INTO tally SELECT NEW.origin, 0 WHERE " NEW_GUESTS
    " AND NEW.origin IS NOT NULL ON CONFLICT DO NOTHING;"
    " UPDATE tally SET seats = seats - 1 WHERE " OLD_GUESTS " AND tally.origin IN (0, OLD.origin);"
    " UPDATE tally SET seats = seats + 1 WHERE " NEW_GUESTS " AND tally.origin IN (0, NEW.origin);"
    " DELETE FROM tally WHERE origin = OLD.origin AND seats = 0;"
    " END;";

/* Until now a game named a built-in edition; its rules are as this program has it. */
static bool finish_2(struct store *store) {
    for (size_t i = 0; i < ff_edition_count(); i++)
        if (!keep_rules(store, ff_edition_at(i)))
            return false;
    return keep_endings(store);
}

/* Whom the store still has to forget (store_erase.h). And how many games go on, for the host:
 * kept in the turn in which they change, so that nobody counts them. */
static const char schema_12[] =
    "CREATE TABLE erasing (person BLOB PRIMARY KEY, stage INTEGER NOT NULL,"
    " after INTEGER NOT NULL, missed INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE going (edition TEXT NOT NULL, phase INTEGER NOT NULL, games INTEGER NOT NULL,"
    " PRIMARY KEY (edition, phase)) STRICT, WITHOUT ROWID;"
    "INSERT INTO going SELECT edition, phase, count(*) FROM game WHERE phase < 3 GROUP BY 1, 2;"
    "CREATE TRIGGER game_comes AFTER INSERT ON game WHEN NEW.phase < 3 BEGIN"
    " INSERT INTO going VALUES (NEW.edition, NEW.phase, 1)"
    " ON CONFLICT DO UPDATE SET games = games + 1;"
    " END;"
    "CREATE TRIGGER game_goes AFTER DELETE ON game WHEN OLD.phase < 3 BEGIN"
    " UPDATE going SET games = games - 1 WHERE edition = OLD.edition AND phase = OLD.phase;"
    " END;"
    "CREATE TRIGGER game_changes AFTER UPDATE OF phase ON game WHEN OLD.phase <> NEW.phase BEGIN"
    " UPDATE going SET games = games - 1 WHERE edition = OLD.edition AND phase = OLD.phase;"
    " INSERT INTO going SELECT NEW.edition, NEW.phase, 1 WHERE NEW.phase < 3"
    " ON CONFLICT DO UPDATE SET games = games + 1;"
    " END;";

/* Web Push: the server's key, and where browsers want to be woken. */
static const char schema_13[] =
    "CREATE TABLE push_key (key BLOB NOT NULL, contact TEXT NOT NULL) STRICT;"
    "CREATE TABLE push (endpoint TEXT PRIMARY KEY, person BLOB NOT NULL, cookie BLOB NOT NULL,"
    " point BLOB NOT NULL, secret BLOB NOT NULL, guest INTEGER NOT NULL, time INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX push_person ON push (person);"
    "CREATE INDEX push_cookie ON push (cookie);"
    "CREATE INDEX push_guest ON push (guest) WHERE guest = 1;"
    "CREATE INDEX push_time ON push (time);";

/* What guests are called. */
static const char schema_14[] =
    "CREATE TABLE guest_name (person BLOB PRIMARY KEY, name TEXT NOT NULL, time INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX guest_name_time ON guest_name (time);";

/* An endpoint is long, and without row numbers each index has it once more. And how many of them
 * are guests', kept in the turn in which it changes, so that nobody counts them. */
static const char schema_15[] =
    "ALTER TABLE push RENAME TO push_before;"
    "CREATE TABLE push (endpoint TEXT NOT NULL UNIQUE, person BLOB NOT NULL, cookie BLOB NOT NULL,"
    " point BLOB NOT NULL, secret BLOB NOT NULL, guest INTEGER NOT NULL, time INTEGER NOT NULL)"
    " STRICT;"
    "INSERT INTO push SELECT endpoint, person, cookie, point, secret, guest, time FROM push_before;"
    "DROP TABLE push_before;"
    "CREATE INDEX push_person ON push (person);"
    "CREATE INDEX push_cookie ON push (cookie);"
    "CREATE INDEX push_time ON push (time);"
    "CREATE TABLE push_guests (count INTEGER NOT NULL) STRICT;"
    "INSERT INTO push_guests SELECT count(*) FROM push WHERE guest = 1;"
    "CREATE TRIGGER push_comes AFTER INSERT ON push WHEN NEW.guest = 1 BEGIN"
    " UPDATE push_guests SET count = count + 1;"
    " END;"
    "CREATE TRIGGER push_goes AFTER DELETE ON push WHEN OLD.guest = 1 BEGIN"
    " UPDATE push_guests SET count = count - 1;"
    " END;";

/* What accounts show of themselves, and whom they follow (people/people_rows.h). Those of before
 * were made when there were no profiles: they show nothing until they say so. */
static const char schema_16[] =
    "CREATE TABLE profile (person BLOB PRIMARY KEY, shows INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "INSERT INTO profile SELECT person, 0 FROM account;"
    "CREATE TABLE follow (person BLOB NOT NULL, followed BLOB NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (person, followed)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX follow_followed ON follow (followed);";
/* Tournaments, of which no more is kept than what cannot be counted anew (server/tournaments). */
static const char schema_17[] =
    "CREATE TABLE tournament (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " name TEXT NOT NULL, maker BLOB, kind INTEGER NOT NULL, state INTEGER NOT NULL,"
    " edition TEXT NOT NULL, bank INTEGER NOT NULL, free INTEGER NOT NULL,"
    " increment INTEGER NOT NULL, setup INTEGER NOT NULL, rated INTEGER NOT NULL,"
    " starts INTEGER NOT NULL, ended INTEGER NOT NULL, minutes INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, places INTEGER NOT NULL, round INTEGER NOT NULL,"
    " seeded INTEGER NOT NULL, first_is_red INTEGER NOT NULL) STRICT;"
    "CREATE INDEX tournament_live ON tournament (starts, number) WHERE state < 2;"
    "CREATE INDEX tournament_ended ON tournament (ended) WHERE state >= 2;"
    "CREATE INDEX tournament_maker ON tournament (maker) WHERE maker IS NOT NULL;"
    "CREATE TABLE tournament_player (tournament INTEGER NOT NULL REFERENCES tournament (number)"
    " ON DELETE CASCADE, place INTEGER NOT NULL, person BLOB, name TEXT NOT NULL,"
    " bot INTEGER NOT NULL, rating INTEGER NOT NULL, away INTEGER NOT NULL,"
    " PRIMARY KEY (tournament, place)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournament_person ON tournament_player (person) WHERE person IS NOT NULL;"
    "CREATE TABLE tournament_game (tournament INTEGER NOT NULL REFERENCES tournament (number)"
    " ON DELETE CASCADE, place INTEGER NOT NULL, round INTEGER NOT NULL, red INTEGER NOT NULL,"
    " blue INTEGER NOT NULL, game INTEGER, id TEXT NOT NULL, result INTEGER NOT NULL,"
    " forfeit INTEGER NOT NULL, done INTEGER NOT NULL,"
    " PRIMARY KEY (tournament, place)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournament_of_game ON tournament_game (game) WHERE game IS NOT NULL;";

/* Rated puzzles (puzzles/puzzle_rows.h): each one's rating, who has tried which, and how an account
 * stands with them. */
static const char schema_18[] =
    "CREATE TABLE puzzle (id INTEGER PRIMARY KEY, listed INTEGER NOT NULL, rating REAL NOT NULL,"
    " deviation REAL NOT NULL, volatility REAL NOT NULL, tries INTEGER NOT NULL,"
    " time INTEGER NOT NULL) STRICT;"
    "CREATE INDEX puzzle_rating ON puzzle (listed, rating);"
    "CREATE TABLE puzzle_try (person BLOB NOT NULL, puzzle INTEGER NOT NULL,"
    " solved INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (person, puzzle))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE puzzle_solver (person BLOB PRIMARY KEY, present INTEGER,"
    " streak INTEGER NOT NULL, best INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/* From which address a guest's browser has asked to be woken, as with seats. */
static const char schema_19[] =
    "ALTER TABLE push ADD COLUMN origin INTEGER;"
    "CREATE INDEX push_origin ON push (origin) WHERE origin IS NOT NULL;"
    "CREATE INDEX push_origin_time ON push (time) WHERE origin IS NOT NULL;";

/* With how many seconds spectators see a game. */
static const char schema_20[] = "ALTER TABLE game ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;";

/* Lines of chat that were reported (moderation/reports.h), each as long as its line. */
static const char schema_21[] =
    "CREATE TABLE chat_report (game INTEGER NOT NULL, line INTEGER NOT NULL, person BLOB NOT NULL,"
    " origin INTEGER NOT NULL, reason INTEGER NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (game, line, person),"
    " FOREIGN KEY (game, line) REFERENCES chat (game, number) ON DELETE CASCADE)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX chat_report_person ON chat_report (person);"
    "CREATE INDEX chat_report_origin ON chat_report (origin);"
    "CREATE INDEX chat_report_time ON chat_report (time);";

/* Whose clocks stand in correspondence games, since when and until when (vacation/vacation_rows.h).
 */
static const char schema_22[] =
    "CREATE TABLE vacation (person BLOB PRIMARY KEY, year INTEGER NOT NULL, used INTEGER NOT NULL,"
    " since INTEGER, until INTEGER) STRICT, WITHOUT ROWID;"
    "CREATE INDEX vacation_until ON vacation (until) WHERE until IS NOT NULL;";

/* How far the moves of finished games are the computer's (moderation/agreement.h). */
static const char schema_23[] =
    "CREATE TABLE agreement (game INTEGER NOT NULL REFERENCES game (number) ON DELETE CASCADE,"
    " seat INTEGER NOT NULL, nodes INTEGER NOT NULL, moves INTEGER NOT NULL,"
    " same INTEGER NOT NULL, doubtful INTEGER NOT NULL, loss REAL NOT NULL,"
    " PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID;";

/* Guests in tournaments, and from where they have joined. */
static const char schema_24[] =
    "ALTER TABLE tournament ADD COLUMN guests INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tournament_player ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tournament_player ADD COLUMN origin INTEGER;";

/* Guests whom the host keeps out (identity/guest_bans.h). */
static const char schema_25[] =
    "CREATE TABLE guest_ban (person BLOB PRIMARY KEY, label TEXT NOT NULL, origin INTEGER,"
    " since INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX guest_ban_since ON guest_ban (since);"
    "CREATE INDEX guest_ban_origin ON guest_ban (origin, since) WHERE origin IS NOT NULL;";

/* Exhibitions whose host has chosen the colour and the opponents: 2 is none, in turn. */
static const char schema_26[] =
    "ALTER TABLE tournament ADD COLUMN host_seat INTEGER NOT NULL DEFAULT 2;"
    "ALTER TABLE tournament ADD COLUMN chooses INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tournament_player ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;";

const store_migration store_migrations[STORE_SCHEMA] = {
    {schema_1, NULL},  {schema_2, finish_2}, {schema_3, NULL},     {schema_4, NULL},
    {schema_5, NULL},  {schema_6, NULL},     {schema_7, finish_7}, {schema_8, NULL},
    {schema_9, NULL},  {schema_10, NULL},    {schema_11, NULL},    {schema_12, NULL},
    {schema_13, NULL}, {schema_14, NULL},    {schema_15, NULL},    {schema_16, NULL},
    {schema_17, NULL}, {schema_18, NULL},    {schema_19, NULL},    {schema_20, NULL},
    {schema_21, NULL}, {schema_22, NULL},    {schema_23, NULL},    {schema_24, NULL},
    {schema_25, NULL}, {schema_26, NULL},
};

/* ---- the same in PostgreSQL ---- */

/* Steps after the first whose words are others there. */
static const char *const in_postgresql[STORE_SCHEMA] = {0};

static bool make_secrets(struct store *store) {
    struct statement *statement =
        store_prepare(store, "INSERT INTO secret (key, session) VALUES (?1, ?2)");
    uint8_t key[sizeof store->secret], session[sizeof store->session_key];
    if (!statement)
        return false;
    randombytes_buf(key, sizeof key);
    randombytes_buf(session, sizeof session);
    store_bind_bytes(statement, 1, key, sizeof key);
    store_bind_bytes(statement, 2, session, sizeof session);
    bool ok = store_step(store, statement, "making keys") == STORE_NONE;
    store_finalize(statement);
    return ok;
}

bool store_migrate_postgresql(struct store *store, int schema) {
    assert(schema >= 0 && schema < STORE_SCHEMA);
    if (schema < STORE_POSTGRESQL_FIRST - 1)
        return true;
    if (schema == STORE_POSTGRESQL_FIRST - 1)
        return store_execute(store, schema_postgresql_tables) &&
               store_execute(store, schema_postgresql_indexes) &&
               store_execute(store, schema_postgresql_triggers) && make_secrets(store);
    const store_migration *step = &store_migrations[schema];
    /* What nodes count at the commit (postgresql_nodes.c) is counted at once: PostgreSQL changes no
     * table of which something still waits for that. */
    return store_execute(store, "SET CONSTRAINTS ALL IMMEDIATE") &&
           store_execute(store, in_postgresql[schema] ? in_postgresql[schema] : step->sql) &&
           (!step->finish || step->finish(store));
}

/* ---- sealing what an older Flagfall has written ---- */

enum { SEAL_RULES, SEAL_GAME, SEAL_LOG, SEAL_TEXTS, SEAL_GAMES, SEAL_STATEMENTS };

typedef struct statement *sealing[SEAL_STATEMENTS];

/* Runs a statement that changes a row. */
static bool change(struct store *store, struct statement *statement) {
    bool done = store_step(store, statement, "sealing games") == STORE_NONE;
    store_reset(statement);
    return done;
}

static bool seal_texts(struct store *store, const sealing by) {
    struct statement *texts = by[SEAL_TEXTS];
    store_answer answer;
    while ((answer = store_step(store, texts, "sealing games")) == STORE_FOUND) {
        store_bind_number(by[SEAL_RULES], 1, store_column_number(texts, 0));
        store_bind_number(by[SEAL_RULES], 2, seal_rules(store_column_span(texts, 1)));
        if (!change(store, by[SEAL_RULES]))
            return false;
    }
    return answer == STORE_NONE;
}

/* The sum of a game's log; one that cannot be read has none, and so no good seal. */
static bool sum_log(struct store *store, const sealing by, store_game *game) {
    store_act act;
    store_answer answer;
    game->log = 0;
    store_bind_number(by[SEAL_LOG], 1, game->number);
    store_bind_number(by[SEAL_LOG], 2, 0);
    for (unsigned i = 0; (answer = store_step(store, by[SEAL_LOG], "sealing games")) == STORE_FOUND;
         i++) {
        store_read_act(by[SEAL_LOG], &act);
        game->log = seal_act(game->log, i, &act);
    }
    store_reset(by[SEAL_LOG]);
    return answer == STORE_NONE;
}

/* A game's row is changed while the next ones are still to be read: they are read by their
 * numbers, which no seal changes. */
static bool seal_games(struct store *store, const sealing by) {
    store_game game;
    store_answer answer;
    while ((answer = store_step(store, by[SEAL_GAMES], "sealing games")) == STORE_FOUND) {
        store_read_game(by[SEAL_GAMES], &game);
        if (!sum_log(store, by, &game))
            continue;
        store_bind_number(by[SEAL_GAME], 1, game.number);
        store_bind_number(by[SEAL_GAME], 2, game.log);
        store_bind_number(by[SEAL_GAME], 3, seal_game(&game));
        if (!change(store, by[SEAL_GAME]))
            return false;
    }
    return answer == STORE_NONE;
}

bool store_seal_all(struct store *store) {
    static const char *const sql[SEAL_STATEMENTS] = {
        [SEAL_RULES] = "UPDATE rules SET seal = ?2 WHERE id = ?1",
        [SEAL_GAME] = "UPDATE game SET log = ?2, seal = ?3 WHERE number = ?1",
        [SEAL_LOG] = STORE_LIST_ACTS,
        [SEAL_TEXTS] = "SELECT id, text FROM rules ORDER BY id",
        [SEAL_GAMES] = "SELECT " STORE_GAME_COLUMNS " FROM " STORE_GAME_TABLES " ORDER BY number",
    };
    sealing by = {NULL};
    bool ok = true;
    for (int i = 0; ok && i < SEAL_STATEMENTS; i++)
        ok = (by[i] = store_prepare(store, sql[i])) != NULL;
    ok = ok && seal_texts(store, by) && seal_games(store, by);
    for (int i = 0; i < SEAL_STATEMENTS; i++)
        store_finalize(by[i]);
    return ok;
}
