/* 112 published games on the rules against repetition: every action is legal but
 * the last, which is refused. The games are no part of this repository; the
 * folder is named by FLAGFALL_FIXTURES, or is ../shared/fixtures beside it. */
#include "umpire.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 112, NAME_SIZE = 256, PATH_SIZE = 1024 };

typedef struct game_list {
    char folder[PATH_SIZE / 2];
    char names[GAMES + 1][NAME_SIZE];
    size_t count;
} game_list;

static void find_folder(game_list *list) {
    const char *root = getenv("FLAGFALL_FIXTURES");
    root = root ? root : TEST_ROOT "/../../shared/fixtures";
    snprintf(list->folder, sizeof list->folder, "%s/chase", root);
}

static bool is_game(const char *name) {
    size_t size = strlen(name);
    return size > 4 && strcmp(name + size - 4, ".txt") == 0;
}

static void list_games(DIR *folder, game_list *list) {
    for (struct dirent *entry; (entry = readdir(folder)) && list->count <= GAMES;) {
        if (is_game(entry->d_name)) {
            snprintf(list->names[list->count++], NAME_SIZE, "%s", entry->d_name);
        }
    }
}

/* An action is 100 * c + cell in the mover's own frame: c below 9 names another
 * row of the cell's file, c from 9 another file of its row. */
static void read_action(unsigned action, ff_seat mover, unsigned *from, unsigned *to) {
    unsigned cell = action % 100, c = action / 100;
    unsigned row = cell / 10, file = cell % 10;
    unsigned other = c % 9, own = c < 9 ? row : file;
    other += other >= own;
    unsigned target = c < 9 ? other * 10 + file : row * 10 + other;
    *from = mover == FF_RED ? cell : 99 - cell;
    *to = mover == FF_RED ? target : 99 - target;
}

static void play_actions(umpire *judge, FILE *stream, const char *name) {
    unsigned action, from, to, ply = 0;
    ff_reason reason = FF_LEGAL;
    while (fscanf(stream, "%u", &action) == 1) {
        ff_event event;
        assert_true(action < 1800);
        if (reason != FF_LEGAL) {
            fail_msg("%s: action %u refused %s (%s)", name, ply, ff_reason_word(reason),
                     judge->name);
        }
        read_action(action, judge->state(judge).turn, &from, &to);
        reason = judge->attempt(judge, from, to, &event);
        ply++;
    }
    assert_true(feof(stream));
    if (reason != FF_MORE_SQUARES) {
        fail_msg("%s: the last action, %u, is answered %s (%s)", name, ply, ff_reason_word(reason),
                 judge->name);
    }
}

static void play_game(const game_list *list, size_t game, umpire *judge) {
    const char *name = list->names[game];
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", list->folder, name);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    char letters[FF_SQUARES + 1] = {0};
    assert_int_equal(fread(letters, 1, FF_SQUARES, stream), FF_SQUARES);
    assert_true(umpire_put_letters(judge, FF_FILES, letters));
    judge->begin(judge, FF_RED);
    play_actions(judge, stream, name);
    fclose(stream);
}

static void all_is_legal_but_the_last_action(void **state) {
    game_list *list = *state;
    ff_options no_limits = {.size = sizeof(ff_options), .no_limits = true};
    const ff_edition *tournament = ff_edition_find(ff_span_of("tournament"));
    if (list->count == 0) {
        print_message("skipped: no chase games in %s (set FLAGFALL_FIXTURES)\n", list->folder);
        skip();
    }
    assert_int_equal(list->count, GAMES);
    for (size_t game = 0; game < list->count; game++) {
        for (int kind = 0; kind < UMPIRES; kind++) {
            umpire *judge = umpire_kinds[kind](tournament, &no_limits);
            play_game(list, game, judge);
            judge->free(judge);
        }
    }
    print_message("%zu games, each through %d umpires\n", list->count, UMPIRES);
}

static int find_games(void **state) {
    game_list *list = calloc(1, sizeof *list);
    find_folder(list);
    DIR *folder = opendir(list->folder);
    if (folder) {
        list_games(folder, list);
        closedir(folder);
    }
    *state = list;
    return 0;
}

static int forget_games(void **state) {
    free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_legal_but_the_last_action),
    };
    return cmocka_run_group_tests_name("chase games", tests, find_games, forget_games);
}
