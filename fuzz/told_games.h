/* The games of a client that is told of changes (subprotocol flagfall.2), as it puts them together:
 * field by field what `open` answers (docs/protocol.md). */
#ifndef FLAGFALL_FUZZ_TOLD_GAMES_H
#define FLAGFALL_FUZZ_TOLD_GAMES_H

#include "fuzz.h"

#include <jansson.h>
#include <string.h>

typedef struct told_games {
    json_t *game; /* by its id */
} told_games;

/* As for a connection that has just begun. */
static inline void told_games_forget(told_games *told) {
    json_decref(told->game);
    told->game = json_object();
    MUST(told->game);
}

static inline json_int_t told_games_number(const json_t *message) {
    return json_integer_value(json_object_get(message, "number"));
}

static inline void told_games_put_cells(json_t *view, const json_t *cells) {
    size_t i;
    const json_t *cell;
    char board[256];
    const char *before = json_string_value(json_object_get(view, "board"));
    MUST(before && strlen(before) < sizeof board);
    memcpy(board, before, strlen(before) + 1);
    json_array_foreach(cells, i, cell) {
        json_int_t place = json_integer_value(json_array_get(cell, 0));
        const char *letter = json_string_value(json_array_get(cell, 1));
        MUST(place >= 0 && place < (json_int_t)strlen(board) && letter && strlen(letter) == 1);
        board[place] = *letter;
    }
    json_object_set_new(view, "board", json_string(board));
}

static inline void told_games_put_events(json_t *view, const json_t *change) {
    json_t *events = json_object_get(view, "events");
    size_t first = (size_t)json_integer_value(json_object_get(change, "first"));
    MUST(json_is_array(events) && first <= json_array_size(events));
    while (json_array_size(events) > first)
        json_array_remove(events, first);
    json_array_extend(events, json_object_get(change, "events"));
}

static inline void told_games_change_view(json_t *view, json_t *change) {
    const char *key;
    json_t *value;
    json_object_foreach(change, key, value) {
        if (strcmp(key, "cells") == 0)
            told_games_put_cells(view, value);
        else if (strcmp(key, "events") == 0)
            told_games_put_events(view, change);
        else if (strcmp(key, "first") != 0)
            json_object_set(view, key, value);
    }
}

/* A whole game, in the place of what was known of it. */
static inline const json_t *told_games_whole(told_games *told, const json_t *message) {
    json_t *copy = json_deep_copy(message);
    MUST(copy && json_string_value(json_object_get(copy, "game")));
    json_object_set_new(told->game, json_string_value(json_object_get(copy, "game")), copy);
    return copy;
}

/* A change fits what has been told. The game as it is now. */
static inline const json_t *told_games_change(told_games *told, json_t *message) {
    const char *key, *id = json_string_value(json_object_get(message, "game"));
    json_t *value, *game = json_object_get(told->game, id), *view = json_object_get(game, "view");
    MUST(game && told_games_number(message) == told_games_number(game) + 1);
    json_object_foreach(message, key, value) {
        if (strcmp(key, "view") == 0 && json_is_object(view))
            told_games_change_view(view, value);
        else if (strcmp(key, "type") != 0)
            json_object_set_new(game, key, json_deep_copy(value));
    }
    return game;
}

static inline bool told_games_is_computer(const json_t *message, const char *seat) {
    const char *kind = json_string_value(json_object_get(json_object_get(message, seat), "kind"));
    return kind && strcmp(kind, "computer") == 0;
}

/* That a computer's army stands alone is told nobody; who sees a game later hears with its next
 * act who has come and gone. */
static inline bool told_games_waits(const json_t *message) {
    const char *phase = json_string_value(json_object_get(message, "phase"));
    const json_t *delay = json_object_get(json_object_get(message, "terms"), "delay");
    bool computers =
        told_games_is_computer(message, "red") || told_games_is_computer(message, "blue");
    return (computers && phase && strcmp(phase, "setup") == 0) ||
           (json_integer_value(delay) > 0 && json_is_null(json_object_get(message, "seat")));
}

/* Is it what a whole game says now, but for what passes with the time and for numbers? */
static inline bool told_games_fit(const told_games *told, const json_t *message) {
    static const char *const left_out[] = {"number", "from", "clock", "claim"};
    json_t *now = json_deep_copy(message);
    json_t *before = json_deep_copy(
        json_object_get(told->game, json_string_value(json_object_get(now, "game"))));
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        json_object_del(now, left_out[i]);
        json_object_del(before, left_out[i]);
    }
    json_object_del(json_object_get(now, "view"), "first");
    json_object_del(json_object_get(before, "view"), "first");
    bool fit = !before || told_games_waits(now) || json_equal(now, before);
    if (!fit) {
        json_dumpf(before, stderr, JSON_SORT_KEYS);
        fputs("\n", stderr);
        json_dumpf(now, stderr, JSON_SORT_KEYS);
        fputs("\n", stderr);
    }
    json_decref(now);
    json_decref(before);
    return fit;
}

#endif
