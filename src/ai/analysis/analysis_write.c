/* An analysis as text and as JSON. Numbers are rounded here and nowhere else. */
#include "flagfall/analysis.h"

#include <string.h>

#include "flagfall/notation.h"
#include "format/words.h"

enum { SHOWN = 3, PLACES = 3, COLUMN = 25 };

static const char *seat_word(ff_seat seat) {
    return seat == FF_BLUE ? "blue" : "red";
}

static bool is_battle(const ff_insight *i) {
    return i->event.battle != FF_NO_BATTLE;
}

static bool is_enemy(const double chance[FF_RANKS]) {
    double sum = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        sum += chance[rank];
    return sum > 0;
}

/* An `x` where an enemy stands, as in records: the move would be an attack. */
void ff_insight_best(const ff_insight *i, char text[FF_MOVE_TEXT]) {
    ff_move_write(i->best, is_enemy(i->belief.chance[FF_TO(i->best)]), text);
}

/* The piece there is no secret. */
static bool is_open(const double chance[FF_RANKS]) {
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        if (chance[rank] == 1)
            return true;
    return false;
}

/* --- text -------------------------------------------------------------------- */

/* The likeliest rank that is less likely than the `n - 1` before it; 0 where none is. */
static int nth_likely(const double chance[FF_RANKS], int n) {
    bool used[FF_RANKS] = {false};
    int best = 0;
    for (; n >= 0; n--) {
        best = 0;
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            if (!used[rank] && chance[rank] >= 0.005 && chance[rank] > (best ? chance[best] : 0))
                best = rank;
        used[best] = true;
    }
    return best;
}

/* "a7 B 31%, 3 20%, 2 12%" */
static void text_guess(ff_buffer *out, int square, const double chance[FF_RANKS],
                       const ff_edition *edition) {
    char place[FF_SQUARE_TEXT];
    size_t begin = out->size;
    ff_square_write(square, place);
    ff_buffer_format(out, "%-3s", place);
    for (int n = 0; n < SHOWN; n++) {
        int rank = nth_likely(chance, n);
        if (rank)
            ff_buffer_format(out, "%s %s %.0f%%", n ? "," : "", edition->label[rank],
                             100 * chance[rank]);
    }
    while (!out->failed && out->size < begin + COLUMN)
        ff_buffer_byte(out, ' ');
}

static void text_beliefs(ff_buffer *out, const ff_insight *i, const ff_edition *edition) {
    int count = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        const double *chance = i->belief.chance[square];
        if (!is_enemy(chance) || is_open(chance))
            continue;
        ff_buffer_text(out, count % PLACES == 0 ? "\n    " : " ");
        text_guess(out, square, chance, edition);
        count++;
    }
    ff_buffer_byte(out, '\n');
}

void ff_insight_text(ff_buffer *out, const ff_insight *i, const ff_edition *edition) {
    char move[FF_MOVE_TEXT], best[FF_MOVE_TEXT];
    ff_move_write(i->event.move, is_battle(i), move);
    ff_buffer_format(out, "%u. %s %s", i->ply, seat_word(i->mover), move);
    if (i->rated && i->best == i->event.move) {
        ff_buffer_format(out, ", the best (%+.1f)", i->value);
    } else if (i->rated) {
        ff_insight_best(i, best);
        ff_buffer_format(out, ", cost %.1f, best %s (%+.1f)", i->cost, best, i->value);
    }
    if (i->mark)
        ff_buffer_format(out, ", %s", ff_mark_word(i->mark));
    if (is_battle(i))
        ff_buffer_format(out, "; %s attacks %s, worth %+.1f on average, luck %+.1f",
                         edition->label[i->event.attacker], edition->label[i->event.defender],
                         i->expected, i->luck);
    ff_buffer_format(out, "\n    %s sees %s", seat_word(i->seat), i->board);
    text_beliefs(out, i, edition);
}

void ff_insight_sum_text(ff_buffer *out, const ff_insight_sum *sum) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (sum->moves[seat] + sum->battles[seat] == 0)
            continue;
        ff_buffer_format(out, "%s: moves=%u best=%u cost=%.1f", seat_word((ff_seat)seat),
                         sum->moves[seat], sum->same[seat], sum->cost[seat]);
        if (sum->worst_ply[seat])
            ff_buffer_format(out, " worst=%.1f ply=%u", sum->worst[seat], sum->worst_ply[seat]);
        ff_buffer_format(out, " battles=%u luck=%+.1f", sum->battles[seat], sum->luck[seat]);
        ff_buffer_format(out, " inaccuracies=%u mistakes=%u blunders=%u given=%.1f\n",
                         sum->marks[seat][FF_INACCURACY], sum->marks[seat][FF_MISTAKE],
                         sum->marks[seat][FF_BLUNDER], sum->given[seat]);
    }
}

/* --- JSON -------------------------------------------------------------------- */

/* Thousandths, of the ranks from spy to flag. */
static void json_beliefs(ff_buffer *out, const ff_insight *i) {
    bool first = true;
    ff_buffer_text(out, ",\"beliefs\":{");
    for (int square = 0; square < FF_SQUARES; square++) {
        const double *chance = i->belief.chance[square];
        if (!is_enemy(chance))
            continue;
        char place[FF_SQUARE_TEXT];
        ff_square_write(square, place);
        ff_buffer_format(out, "%s\"%s\":[", first ? "" : ",", place);
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            ff_buffer_format(out, "%s%.0f", rank > FF_SPY ? "," : "", 1000 * chance[rank]);
        ff_buffer_byte(out, ']');
        first = false;
    }
    ff_buffer_byte(out, '}');
}

void ff_insight_json(ff_buffer *out, const ff_insight *i) {
    char move[FF_MOVE_TEXT];
    ff_move_write(i->event.move, is_battle(i), move);
    ff_buffer_format(out, "{\"ply\":%u,\"seat\":\"%s\",\"mover\":\"%s\",\"move\":\"%s\"", i->ply,
                     seat_word(i->seat), seat_word(i->mover), move);
    if (i->rated) {
        ff_insight_best(i, move);
        ff_buffer_format(out, ",\"best\":\"%s\",\"value\":%.2f,\"cost\":%.2f", move, i->value,
                         i->cost);
        ff_buffer_format(out, ",\"score\":%.3f,\"loss\":%.3f", i->score, i->loss);
    }
    if (i->mark)
        ff_buffer_format(out, ",\"mark\":\"%s\"", ff_mark_word(i->mark));
    ff_buffer_format(out, ",\"secret\":%.1f,\"given\":%.1f", i->secret, i->given);
    if (is_battle(i))
        ff_buffer_format(out,
                         ",\"battle\":\"%s\",\"attacker\":\"%c\",\"defender\":\"%c\","
                         "\"expected\":%.4f,\"luck\":%.4f",
                         battle_word(i->event.battle),
                         ff_piece_letter(FF_RED, (ff_rank)i->event.attacker),
                         ff_piece_letter(FF_RED, (ff_rank)i->event.defender), i->expected, i->luck);
    ff_buffer_format(out, ",\"board\":\"%s\"", i->board);
    json_beliefs(out, i);
    ff_buffer_byte(out, '}');
}

void ff_insight_sum_json(ff_buffer *out, const ff_insight_sum *sum) {
    ff_buffer_byte(out, '{');
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_buffer_format(out,
                         "%s\"%s\":{\"moves\":%u,\"best\":%u,\"cost\":%.2f,\"worst\":%.2f,"
                         "\"worstPly\":%u,\"battles\":%u,\"luck\":%.2f",
                         seat ? "," : "", seat_word((ff_seat)seat), sum->moves[seat],
                         sum->same[seat], sum->cost[seat], sum->worst[seat], sum->worst_ply[seat],
                         sum->battles[seat], sum->luck[seat]);
        ff_buffer_format(out, ",\"loss\":%.3f,\"given\":%.1f", sum->loss[seat], sum->given[seat]);
        ff_buffer_format(out, ",\"inaccuracies\":%u,\"mistakes\":%u,\"blunders\":%u}",
                         sum->marks[seat][FF_INACCURACY], sum->marks[seat][FF_MISTAKE],
                         sum->marks[seat][FF_BLUNDER]);
    }
    ff_buffer_byte(out, '}');
}
