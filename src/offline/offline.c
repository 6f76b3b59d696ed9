/* A game against the computer, and finished games studied, behind a door of text commands. What
 * must hold: the page asks for views and is never given the game, as if a server were behind
 * it; a command that is wrong is refused with a word and changes nothing. What a game is asked
 * comes from its library; what is only text (the lists of a welcome, records) is in texts.c. */
#include "offline/offline.h"

#include "flagfall.h"
#include "format/words.h"
#include "offline/study.h"
#include "offline/texts.h"
#include "puzzle/puzzle.h"

#include <stdlib.h>
#include <string.h>

struct offline {
    ff_buffer room, answer;
    ff_game *game; /* null before the first */
    ff_player *player;
    bool memory;
    puzzle puzzle; /* the one that is asked */
    bool asks;
    study study; /* of the record that was read last */
};

/* ---- words ---- */

static bool take_number(ff_span *line, uint64_t *number) {
    enum { DIGITS = 18 };
    ff_span word = word_take(line);
    *number = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] < '0' || word.data[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(word.data[i] - '0');
    }
    return word.size > 0 && word.size <= DIGITS;
}

static bool take_seat(ff_span *line, ff_seat *seat) {
    ff_span word = word_take(line);
    *seat = ff_span_equals(word, "blue") ? FF_BLUE : FF_RED;
    return *seat == FF_BLUE || ff_span_equals(word, "red");
}

static bool take_square(ff_span *line, unsigned *square) {
    ff_span word = word_take(line);
    return word.size > 0 && ff_square_parse(word, square) == word.size && *square != FF_OFF_BOARD;
}

/* ---- answers ---- */

static void refuse(offline *door, const char *word) {
    ff_buffer_format(&door->answer, "{\"refused\":\"%s\"}", word);
}

static void agree(offline *door) {
    ff_buffer_text(&door->answer, "{}");
}

static void tell_letters(offline *door, const ff_setup *setup, const ff_edition *edition) {
    char letters[FF_ZONE_MAX + 1];
    ff_setup_write(setup, edition, letters);
    ff_buffer_format(&door->answer, "{\"letters\":\"%s\"}", letters);
}

/* ---- commands ---- */

static const ff_edition *edition_of(const offline *door) {
    ff_view view;
    ff_game_view(door->game, FF_NOBODY, false, &view);
    return &view.rules->edition;
}

static void drop_player(offline *door) {
    if (door->player)
        door->player->free(door->player);
    door->player = NULL;
}

static void do_welcome(offline *door, ff_span line) {
    (void)line;
    text_welcome(&door->answer);
}

static void do_begin(offline *door, ff_span line) {
    const ff_edition *edition = ff_edition_find(word_take(&line));
    bool memory = ff_span_equals(word_take(&line), "1");
    if (!edition) {
        refuse(door, "unknown-edition");
        return;
    }
    ff_options options = {.size = sizeof(ff_options), .ply_limit = edition->host_cap};
    ff_game *game = ff_game_new(edition, &options);
    door->answer.failed |= !game;
    drop_player(door);
    ff_game_free(door->game);
    door->game = game;
    door->memory = memory;
    agree(door);
}

static void do_player(offline *door, ff_span line) {
    const ff_player_kind *kind = ff_computer_find(word_take(&line));
    uint64_t seed;
    if (!kind || !take_number(&line, &seed)) {
        refuse(door, kind ? "bad-message" : "unknown-opponent");
        return;
    }
    drop_player(door);
    door->player = ff_player_new(kind, seed);
    door->answer.failed |= !door->player;
    agree(door);
}

static void do_army(offline *door, ff_span line) {
    ff_seat seat;
    ff_setup setup = {0};
    if (!take_seat(&line, &seat) || !door->player) {
        refuse(door, "bad-message");
        return;
    }
    const ff_edition *edition = edition_of(door);
    door->player->set_up(door->player, edition, seat, &setup);
    tell_letters(door, &setup, edition);
}

static void do_setup(offline *door, ff_span line) {
    ff_seat seat;
    ff_setup setup;
    if (!take_seat(&line, &seat)) {
        refuse(door, "bad-message");
        return;
    }
    ff_setup_reason why = ff_setup_parse(word_take(&line), edition_of(door), &setup, NULL);
    if (why != FF_SETUP_OK)
        refuse(door, ff_setup_reason_word(why));
    else if (!ff_game_set_up(door->game, seat, &setup, &why))
        refuse(door, "begun");
    else
        agree(door);
}

static void do_move(offline *door, ff_span line) {
    ff_seat seat;
    unsigned from, to;
    if (!take_seat(&line, &seat) || !take_square(&line, &from) || !take_square(&line, &to)) {
        refuse(door, "bad-message");
        return;
    }
    ff_reason reason = ff_game_move(door->game, seat, from, to);
    if (reason == FF_LEGAL) {
        agree(door);
        return;
    }
    door->answer.failed |= reason == FF_GAME_OVER && ff_game_is_set_up(door->game, FF_NOBODY) &&
                           !ff_game_is_over(door->game);
    refuse(door, ff_reason_word(reason));
}

static void do_think(offline *door, ff_span line) {
    ff_seat seat;
    uint64_t budget;
    ff_view view;
    char from[FF_SQUARE_TEXT], to[FF_SQUARE_TEXT];
    if (!take_seat(&line, &seat) || !take_number(&line, &budget) || !door->player) {
        refuse(door, "bad-message");
        return;
    }
    ff_game_view(door->game, seat, door->memory, &view);
    if (view.turn != seat || ff_game_is_over(door->game)) {
        refuse(door, ff_reason_word(FF_NOT_YOURS));
        return;
    }
    ff_limits limits = {.size = sizeof limits, .nodes = budget ? 0 : OFFLINE_NODES};
    ff_player_limit(door->player, &limits);
    ff_move move = door->player->move(door->player, &view, (unsigned)budget);
    if (move == FF_RESIGN) {
        ff_buffer_text(&door->answer, "{\"from\":null,\"to\":null}");
        return;
    }
    ff_square_write(FF_FROM(move), from);
    ff_square_write(FF_TO(move), to);
    ff_buffer_format(&door->answer, "{\"from\":\"%s\",\"to\":\"%s\"}", from, to);
}

static bool take_ending(ff_span *line, ff_ending *ending) {
    static const ff_ending endings[] = {FF_BY_RESIGN, FF_BY_AGREEMENT, FF_BY_ABORT};
    ff_span word = word_take(line);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        *ending = endings[i];
        if (ff_span_equals(word, ff_ending_word(*ending)))
            return true;
    }
    return false;
}

static void do_end(offline *door, ff_span line) {
    ff_seat seat;
    ff_ending ending;
    if (!take_ending(&line, &ending) || !take_seat(&line, &seat))
        refuse(door, "bad-message");
    else if (!ff_game_end(door->game, ending, seat))
        refuse(door, "game-over");
    else
        agree(door);
}

static void do_view(offline *door, ff_span line) {
    ff_seat seat = FF_NOBODY;
    uint64_t first;
    ff_view view;
    ff_span rest = line;
    bool spectator = ff_span_equals(word_take(&rest), "spectator");
    if (spectator)
        line = rest;
    if ((!spectator && !take_seat(&line, &seat)) || !take_number(&line, &first)) {
        refuse(door, "bad-message");
        return;
    }
    ff_game_view(door->game, seat, door->memory, &view);
    ff_json_view(&door->answer, &view, first < view.plies ? (unsigned)first : view.plies);
}

static void do_record(offline *door, ff_span line) {
    ff_view view;
    if (!ff_game_is_over(door->game) || !ff_game_is_set_up(door->game, FF_NOBODY)) {
        refuse(door, "not-begun");
        return;
    }
    ff_game_view(door->game, FF_NOBODY, false, &view);
    text_record(&door->answer, span_trim(line), &view);
}

static void do_suggest(offline *door, ff_span line) {
    const ff_edition *edition = ff_edition_find(word_take(&line));
    ff_span style = word_take(&line);
    size_t index;
    uint64_t seed;
    ff_rng rng;
    ff_setup setup = {0};
    if (!edition || !ff_preset_find(edition, style, &index) || !take_number(&line, &seed)) {
        refuse(door, edition ? "unknown-style" : "unknown-edition");
        return;
    }
    ff_rng_seed(&rng, seed);
    ff_preset_make(edition, index, &rng, &setup);
    tell_letters(door, &setup, edition);
}

static void do_check(offline *door, ff_span line) {
    const ff_edition *edition = ff_edition_find(word_take(&line));
    ff_setup setup;
    if (!edition) {
        refuse(door, "unknown-edition");
        return;
    }
    ff_setup_reason why = ff_setup_parse(word_take(&line), edition, &setup, NULL);
    bool ok = why == FF_SETUP_OK;
    ff_buffer_format(&door->answer, "{\"ok\":%s,\"reason\":", ok ? "true" : "false");
    ff_buffer_format(&door->answer, ok ? "null" : "\"%s\"", ff_setup_reason_word(why));
    ff_buffer_format(&door->answer, ",\"canMove\":%s}",
                     ok && ff_setup_can_move(&setup, edition, FF_NOBODY) ? "true" : "false");
}

/* ---- puzzles ---- */

/* The question, or null where memory is out: whoever read it has played it to its end. */
static ff_game *game_asked(offline *door) {
    ff_game *game = puzzle_game(&door->puzzle, NULL);
    door->answer.failed |= !game;
    return game;
}

static void do_puzzle(offline *door, ff_span line) {
    ff_error error;
    door->asks = puzzle_read(span_trim(line), &door->puzzle, &error);
    if (!door->asks) {
        refuse(door, "bad-message");
        return;
    }
    ff_game *game = game_asked(door);
    if (!game)
        return;
    ff_buffer_byte(&door->answer, '{');
    puzzle_question_json(&door->puzzle, game, &door->answer);
    ff_buffer_byte(&door->answer, '}');
    ff_game_free(game);
}

static void do_answer(offline *door, ff_span line) {
    ff_move given;
    ff_view view;
    ff_game *game = door->asks ? game_asked(door) : NULL;
    if (!game) {
        refuse(door, "not-begun");
        return;
    }
    ff_game_view(game, puzzle_seat(&door->puzzle), false, &view);
    if (puzzle_answer_parse(door->puzzle.kind, span_trim(line), &given) &&
        puzzle_may_answer(door->puzzle.kind, &view, given)) {
        ff_buffer_byte(&door->answer, '{');
        puzzle_solution_json(&door->puzzle, game, given == door->puzzle.answer, &door->answer);
        ff_buffer_byte(&door->answer, '}');
    } else {
        refuse(door, "bad-message");
    }
    ff_game_free(game);
}

/* ---- analysis ---- */

static void tell_study(offline *door, const char *refused) {
    if (refused)
        refuse(door, refused);
}

static void do_study(offline *door, ff_span line) {
    tell_study(door, study_begin(&door->study, line, &door->answer));
}

static void do_insight(offline *door, ff_span line) {
    ff_seat seat = FF_NOBODY;
    uint64_t ply, nodes;
    bool good = take_number(&line, &ply) && ply <= UINT32_MAX;
    ff_span rest = line;
    if (ff_span_equals(word_take(&rest), "mover"))
        line = rest;
    else
        good = good && take_seat(&line, &seat);
    if (good && take_number(&line, &nodes))
        tell_study(door, study_insight(&door->study, (unsigned)ply, seat, nodes, &door->answer));
    else
        refuse(door, "bad-message");
}

static void do_deal(offline *door, ff_span line) {
    ff_seat seat;
    uint64_t ply, seed;
    if (!take_number(&line, &ply) || !take_seat(&line, &seat) || !take_number(&line, &seed) ||
        ply > UINT32_MAX)
        refuse(door, "bad-message");
    else
        tell_study(door, study_deal(&door->study, (unsigned)ply, seat, seed, &door->answer));
}

static void do_annotate(offline *door, ff_span line) {
    tell_study(door, study_annotate(line, &door->answer));
}

static const struct command {
    const char *name;
    void (*carry_out)(offline *door, ff_span line);
    bool needs_game;
} commands[] = {
    {"welcome", do_welcome, false}, {"begin", do_begin, false},
    {"player", do_player, true},    {"army", do_army, true},
    {"setup", do_setup, true},      {"move", do_move, true},
    {"think", do_think, true},      {"end", do_end, true},
    {"view", do_view, true},        {"record", do_record, true},
    {"suggest", do_suggest, false}, {"check", do_check, false},
    {"puzzle", do_puzzle, false},   {"answer", do_answer, false},
    {"study", do_study, false},     {"insight", do_insight, false},
    {"deal", do_deal, false},       {"annotate", do_annotate, false},
};

/* ---- the door ---- */

offline *offline_new(void) {
    return calloc(1, sizeof(offline));
}

void offline_free(offline *door) {
    if (!door)
        return;
    drop_player(door);
    ff_game_free(door->game);
    study_free(&door->study);
    ff_buffer_free(&door->room);
    ff_buffer_free(&door->answer);
    free(door);
}

/* The page writes its command here, since WebAssembly shares memory and no strings. Blanks beyond
 * the size end it wherever it is read. */
char *offline_room(offline *door, size_t size) {
    static const char blank[64] = {0};
    ff_buffer_clear(&door->room);
    if (size > OFFLINE_COMMAND_MAX)
        return NULL;
    for (size_t at = 0; at <= size; at += sizeof blank)
        ff_buffer_add(&door->room, blank, sizeof blank);
    door->room.size = size;
    return door->room.failed ? NULL : door->room.data;
}

size_t offline_call(offline *door) {
    ff_span line = {door->room.data, door->room.size};
    ff_buffer_clear(&door->answer);
    ff_span name = word_take(&line);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!ff_span_equals(name, commands[i].name))
            continue;
        if (commands[i].needs_game && !door->game)
            refuse(door, "not-begun");
        else
            commands[i].carry_out(door, line);
        return door->answer.failed ? 0 : door->answer.size;
    }
    refuse(door, "unknown-type");
    return door->answer.failed ? 0 : door->answer.size;
}

const char *offline_answer(const offline *door) {
    return door->answer.data;
}
