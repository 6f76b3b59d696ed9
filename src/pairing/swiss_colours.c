/* Colours of a Swiss tournament (FIDE Handbook C.04.3, A.6 and E). What must hold: who gets
 * which colour depends on the two players alone, so that criteria about colours can ask before
 * there is a pair. */
#include "pairing/swiss_colours.h"

#include <stdlib.h>

swiss_colours swiss_colours_of(const crosstable *table, unsigned player) {
    swiss_colours of = {.count = 0};
    for (unsigned round = 0; round < table->rounds; round++) {
        const crosstable_entry *entry = crosstable_at(table, player, round);
        if (entry->kind != ROUND_PLAYED)
            continue;
        of.white[of.count++] = entry->white;
        of.difference = (int8_t)(of.difference + (entry->white ? 1 : -1));
    }
    return of;
}

static bool last(const swiss_colours *of) {
    return of->white[of->count - 1];
}

/* The same colour in the last two games that were played; rounds without a game do not count. */
static bool had_twice(const swiss_colours *of) {
    return of->count >= 2 && of->white[of->count - 1] == of->white[of->count - 2];
}

swiss_wish swiss_colours_wish(const swiss_colours *of) {
    if (of->count == 0)
        return WISH_NONE;
    if (abs(of->difference) > 1 || had_twice(of))
        return WISH_ABSOLUTE;
    return of->difference ? WISH_STRONG : WISH_MILD;
}

bool swiss_colours_wants_white(const swiss_colours *of) {
    if (abs(of->difference) > 1 || (of->difference && !had_twice(of)))
        return of->difference < 0;
    return of->count == 0 || !last(of);
}

bool swiss_colours_clash(const swiss_colours *a, const swiss_colours *b) {
    return swiss_colours_wish(a) == WISH_ABSOLUTE && swiss_colours_wish(b) == WISH_ABSOLUTE &&
           swiss_colours_wants_white(a) == swiss_colours_wants_white(b);
}

bool swiss_colours_get_wide(const swiss_colours *of, bool white) {
    return abs(of->difference + (white ? 1 : -1)) > 2;
}

bool swiss_colours_get_thrice(const swiss_colours *of, bool white) {
    return had_twice(of) && last(of) == white;
}

/* E.3: the most recent round in which one had White and the other Black, counted back over the
 * games of each. 1: the first had White there; -1: Black; 0: there is none. */
static int last_difference(const swiss_colours *a, const swiss_colours *b) {
    for (unsigned i = 1; i <= a->count && i <= b->count; i++)
        if (a->white[a->count - i] != b->white[b->count - i])
            return a->white[a->count - i] ? 1 : -1;
    return 0;
}

/* E.2: of two who want the same, the stronger wish; of absolute ones the wider difference. */
static int compare_wishes(const swiss_colours *a, const swiss_colours *b) {
    swiss_wish of_a = swiss_colours_wish(a), of_b = swiss_colours_wish(b);
    if (of_a != of_b)
        return of_a > of_b ? 1 : -1;
    if (of_a != WISH_ABSOLUTE)
        return 0;
    int wide_a = abs(a->difference), wide_b = abs(b->difference);
    return (wide_a > wide_b) - (wide_a < wide_b);
}

bool swiss_colours_higher_is_white(const swiss_colours *higher, const swiss_colours *lower,
                                   bool lot_white) {
    bool white = swiss_colours_wants_white(higher);
    if (higher->count == 0 && lower->count == 0)
        return lot_white;
    if (higher->count == 0)
        return !swiss_colours_wants_white(lower);
    if (lower->count == 0 || white != swiss_colours_wants_white(lower))
        return white;
    int stronger = compare_wishes(higher, lower);
    if (stronger)
        return stronger > 0 ? white : !white;
    int alternate = last_difference(higher, lower);
    return alternate ? alternate < 0 : white;
}
