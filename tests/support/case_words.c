/* The words of case files: whether a word is one of them, and what it means. */
#include "case_words.h"

#include <ctype.h>
#include <string.h>

const char CASE_FILES[] = "abcdefghik";

ff_span case_trim(ff_span span) {
    while (span.size && isspace((unsigned char)span.data[0])) {
        span = (ff_span){span.data + 1, span.size - 1};
    }
    while (span.size && isspace((unsigned char)span.data[span.size - 1])) {
        span.size--;
    }
    return span;
}

/* Takes the first word off the front; empty at the end. */
ff_span case_take_word(ff_span *rest) {
    *rest = case_trim(*rest);
    ff_span word = {rest->data, 0};
    while (word.size < rest->size && !isspace((unsigned char)rest->data[word.size])) {
        word.size++;
    }
    *rest = case_trim((ff_span){rest->data + word.size, rest->size - word.size});
    return word;
}

bool case_same(ff_span a, ff_span b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

bool case_take_line(ff_span *rest, ff_span *line) {
    if (rest->size == 0) {
        return false;
    }
    const char *end = memchr(rest->data, '\n', rest->size);
    line->data = rest->data;
    line->size = end ? (size_t)(end - rest->data) : rest->size;
    size_t used = line->size + (end ? 1 : 0);
    *rest = (ff_span){rest->data + used, rest->size - used};
    return true;
}

bool case_number_read(ff_span word, unsigned limit, unsigned *number) {
    *number = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (!isdigit((unsigned char)word.data[i]) || *number > limit) {
            return false;
        }
        *number = *number * 10 + (unsigned)(word.data[i] - '0');
    }
    return word.size > 0 && *number <= limit;
}

/* Any letter with a number; what no board has is FF_OFF_BOARD. */
bool case_square_read(ff_span word, unsigned *square) {
    unsigned row;
    ff_span digits = {word.data + 1, word.size ? word.size - 1 : 0};
    if (!word.size || !islower((unsigned char)word.data[0]) ||
        !case_number_read(digits, 999, &row)) {
        return false;
    }
    const char *file = strchr(CASE_FILES, word.data[0]);
    bool exists = file && row >= 1 && row <= FF_ROWS;
    *square = exists ? FF_SQUARE((unsigned)(file - CASE_FILES), row - 1) : FF_OFF_BOARD;
    return true;
}

static const char *const RANK_TEXT[FF_RANKS] = {"",  "S", "2", "3",  "4", "5", "6",
                                                "7", "8", "9", "10", "B", "F"};

/* "R10", "BB", "." */
bool case_piece_read(ff_span word, ff_seat *seat, ff_rank *rank) {
    *seat = FF_NOBODY;
    *rank = FF_EMPTY;
    if (ff_span_equals(word, ".")) {
        return true;
    }
    if (word.size < 2 || (word.data[0] != 'R' && word.data[0] != 'B')) {
        return false;
    }
    *seat = word.data[0] == 'R' ? FF_RED : FF_BLUE;
    for (*rank = FF_SPY; *rank < FF_RANKS; (*rank)++) {
        if (ff_span_equals((ff_span){word.data + 1, word.size - 1}, RANK_TEXT[*rank])) {
            return true;
        }
    }
    return false;
}

void case_piece_write(ff_seat seat, ff_rank rank, char text[4]) {
    strcpy(text, seat == FF_NOBODY ? "." : seat == FF_RED ? "R" : "B");
    strcat(text, RANK_TEXT[rank]);
}

/* "a4=R10", "a4=." */
bool case_standing_read(ff_span word, case_piece *piece) {
    const char *sign = word.size ? memchr(word.data, '=', word.size) : NULL;
    if (!sign) {
        return false;
    }
    size_t left = (size_t)(sign - word.data);
    ff_span right = {sign + 1, word.size - left - 1};
    return case_square_read((ff_span){word.data, left}, &piece->square) &&
           piece->square != FF_OFF_BOARD && case_piece_read(right, &piece->seat, &piece->rank);
}

/* "a4-a5", "a4xa5" */
bool case_move_read(ff_span word, case_ply *ply, bool *attack) {
    size_t left = 0;
    while (left < word.size && word.data[left] != '-' && word.data[left] != 'x') {
        left++;
    }
    if (left == word.size) {
        return false;
    }
    *attack = word.data[left] == 'x';
    ff_span right = {word.data + left + 1, word.size - left - 1};
    return case_square_read((ff_span){word.data, left}, &ply->from) &&
           case_square_read(right, &ply->to);
}
