#include "server/store_parts.h"

const char *const store_migrations[STORE_SCHEMA] = {
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
    "CREATE TABLE probe (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;",
};
