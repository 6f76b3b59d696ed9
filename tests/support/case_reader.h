/* Reads case files: rules told by board pictures. tests/cases/README.md tells
 * the format. */
#ifndef FLAGFALL_TEST_CASE_READER_H
#define FLAGFALL_TEST_CASE_READER_H

#include "flagfall/setup.h"

enum { CASE_EDITIONS = 24, CASE_PLIES = 80, CASE_SQUARES = 16, CASE_EXTRA = 4 };

/* A square and what stands there; FF_NOBODY and FF_EMPTY where nothing does. */
typedef struct case_piece {
    unsigned square;
    ff_seat seat;
    ff_rank rank;
} case_piece;

typedef enum case_outcome { CASE_LEGAL, CASE_REFUSED, CASE_FORFEITS } case_outcome;

/* One move of a case, and what it must do. */
typedef struct case_ply {
    size_t line;
    unsigned from;
    unsigned to;
    case_outcome outcome;
    ff_reason reason; /* of a refusal */
    ff_battle battle;
    bool revealed;
} case_ply;

typedef struct rules_case {
    size_t line;
    char id[32];
    char title[160];
    char settles[32]; /* numbers of docs/rules.md, "A-5 A-6" */
    const ff_edition *editions[CASE_EDITIONS];
    size_t edition_count;
    ff_options options;

    unsigned files;
    unsigned rows;
    case_piece pieces[FF_SQUARES + CASE_EXTRA]; /* in the order of the text */
    size_t piece_count;
    bool lake[FF_SQUARES];

    bool is_setup; /* an army to be judged, instead of moves */
    ff_seat seat;  /* whose */
    ff_setup_reason expected;

    ff_seat turn;
    case_ply plies[CASE_PLIES];
    size_t ply_count;
    case_piece after[CASE_SQUARES];
    size_t after_count;
    bool tells_public;
    bool is_public[FF_SQUARES]; /* whose ranks both players know at the end */
    size_t result_line;
    ff_result result;
    ff_ending ending;
} rules_case;

/* A file of cases, read whole. Free it with `case_file_free`. */
typedef struct case_file {
    rules_case *cases;
    size_t count;
} case_file;

/* False with an error that has a line. */
bool case_file_read(case_file *file, ff_span text, ff_error *error);
void case_file_free(case_file *file);

/* "R10", "BF", "." */
void case_piece_write(ff_seat seat, ff_rank rank, char text[4]);

#endif
