/* What a match has come to, for people and as JSON. Every share is given with its
 * interval. */
#include "arena/report.h"

#include "arena/standing.h"
#include "flagfall/json.h"
#include "format/output_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "flag:12,limit:3", "-" for none. */
static void add_endings(ff_buffer *out, const char *key, const unsigned counts[RESULTS_ENDINGS]) {
    bool any = false;
    ff_buffer_format(out, " %s=", key);
    for (int i = 0; i < RESULTS_ENDINGS; i++) {
        if (counts[i] == 0)
            continue;
        ff_buffer_format(out, "%s%s:%u", any ? "," : "", ff_ending_word((ff_ending)i), counts[i]);
        any = true;
    }
    if (!any)
        ff_buffer_byte(out, '-');
}

static double mean_of(uint64_t sum, unsigned count) {
    return count ? (double)sum / count : 0;
}

static void add_line(ff_buffer *out, const char *name, const pairing_results *p,
                     const stopwatch *watch, const estimate *elo) {
    estimate share = statistics_share(&p->tally), won = statistics_won(&p->tally);
    unsigned games = tally_games(&p->tally);
    ff_buffer_format(
        out, "%s games=%u won=%u drawn=%u lost=%u points=%.1f ms_mean=%.3f ms_p99=%.3f", name,
        games, p->tally.won, p->tally.drawn, p->tally.lost, tally_points(&p->tally),
        stopwatch_mean_ms(watch), stopwatch_percentile_ms(watch, 99));
    ff_buffer_format(out, " share=%.4f share_low=%.4f share_high=%.4f", share.value, share.low,
                     share.high);
    ff_buffer_format(out, " elo=%.1f elo_low=%.1f elo_high=%.1f", elo->value, elo->low, elo->high);
    ff_buffer_format(out, " plies_mean=%.1f", mean_of(p->plies, games));
    add_endings(out, "won_by", p->won);
    add_endings(out, "drawn_by", p->drawn);
    add_endings(out, "lost_by", p->lost);
    ff_buffer_format(out, " won_share=%.4f won_low=%.4f won_high=%.4f", won.value, won.low,
                     won.high);
    ff_buffer_byte(out, '\n');
}

void report_lines(const match_plan *plan, const results *all, ff_buffer *out) {
    standing s;
    standing_fill(&s, all);
    for (unsigned i = 0; i < s.players; i++) {
        unsigned player = s.players == 2 ? i : s.order[i];
        add_line(out, plan->entrant[player].name, &s.sum[player], &all->watch[player],
                 &s.elo[player]);
    }
}

bool report_forfeits(const match_plan *plan, const results *all, unsigned player, ff_buffer *out) {
    pairing_results sum = results_of(all, player);
    const char *fault = all->fault[player].text;
    if (sum.lost[FF_BY_FORFEIT] == 0)
        return false;
    ff_buffer_format(out, "%s: %u of %u games forfeited", plan->entrant[player].name,
                     sum.lost[FF_BY_FORFEIT], tally_games(&sum.tally));
    if (*fault)
        ff_buffer_format(out, ", the first: %s", fault);
    return true;
}

/* --- the cross table -------------------------------------------------------------- */

/* The pairing of two players and which of the two is its first; -1 where they do not
 * meet. */
static int pairing_of(const results *all, unsigned one, unsigned other, bool *reversed) {
    for (unsigned i = 0; i < schedule_pairings(&all->schedule); i++) {
        unsigned who[2];
        schedule_pairing(&all->schedule, i, who);
        *reversed = who[0] == other;
        if ((who[0] == one && who[1] == other) || (who[0] == other && who[1] == one))
            return (int)i;
    }
    return -1;
}

static void add_points(ff_buffer *out, const results *all, unsigned one, unsigned other) {
    bool reversed;
    int pairing = one == other ? -1 : pairing_of(all, one, other, &reversed);
    if (pairing < 0) {
        ff_buffer_format(out, " %7s", "-");
        return;
    }
    tally t = all->pairing[pairing].tally;
    if (reversed)
        t = tally_reversed(&t);
    ff_buffer_format(out, " %7.1f", tally_points(&t));
}

void report_cross_table(const match_plan *plan, const results *all, ff_buffer *out) {
    standing s;
    standing_fill(&s, all);
    int width = 6; /* of the longest name, 40 at most */
    for (unsigned i = 0; i < s.players; i++) {
        size_t size = strlen(plan->entrant[i].name);
        size = size < 40 ? size : 40;
        width = (int)size > width ? (int)size : width;
    }
    ff_buffer_format(out, "%3s %-*s %7s %6s %7s", "", width, "", "elo", "+-", "points");
    for (unsigned i = 0; i < s.players; i++)
        ff_buffer_format(out, " %7u", i + 1);
    ff_buffer_byte(out, '\n');
    for (unsigned i = 0; i < s.players; i++) {
        unsigned player = s.order[i];
        const estimate *elo = &s.elo[player];
        ff_buffer_format(out, "%3u %-*.*s %7.0f %6.0f %7.1f", i + 1, width, width,
                         plan->entrant[player].name, elo->value, (elo->high - elo->low) / 2,
                         tally_points(&s.sum[player].tally));
        for (unsigned j = 0; j < s.players; j++)
            add_points(out, all, player, s.order[j]);
        ff_buffer_byte(out, '\n');
    }
    if (s.padded)
        ff_buffer_text(out, "Somebody has taken nothing from the others: elo counts a drawn game"
                            " more in each pairing.\n");
}

/* --- the test --------------------------------------------------------------------- */

static const char *verdict_word(const sprt *test, const tally *t) {
    static const char *const words[] = {
        [SPRT_GO_ON] = "none", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"};
    return words[sprt_judge(test, t->pairs)];
}

void report_test(const sprt *test, const tally *t, ff_buffer *out) {
    ff_buffer_format(out, "sprt elo0=%g elo1=%g alpha=%g beta=%g llr=%.3f lower=%.3f upper=%.3f",
                     test->elo0, test->elo1, test->alpha, test->beta, sprt_llr(test, t->pairs),
                     sprt_lower(test), sprt_upper(test));
    ff_buffer_format(out, " pairs=%u,%u,%u,%u,%u accepted=%s\n", t->pairs[0], t->pairs[1],
                     t->pairs[2], t->pairs[3], t->pairs[4], verdict_word(test, t));
}

/* --- JSON ------------------------------------------------------------------------- */

/* A key with the comma before it, if it is not the first of its object. */
static void json_key(ff_buffer *out, const char *key) {
    if (out->size && out->data[out->size - 1] != '{')
        ff_buffer_byte(out, ',');
    ff_buffer_format(out, "\"%s\":", key);
}

static void json_count(ff_buffer *out, const char *key, uint64_t number) {
    json_key(out, key);
    ff_buffer_format(out, "%llu", (unsigned long long)number);
}

/* JSON knows no infinity: null. */
static void json_number(ff_buffer *out, const char *key, double number) {
    json_key(out, key);
    if (isfinite(number))
        ff_buffer_format(out, "%.6g", number);
    else
        ff_buffer_text(out, "null");
}

static void json_text(ff_buffer *out, const char *key, const char *text) {
    json_key(out, key);
    ff_json_string(out, ff_span_of(text));
}

static void json_estimate(ff_buffer *out, const char *key, const estimate *e) {
    char low[32], high[32];
    snprintf(low, sizeof low, "%s_low", key);
    snprintf(high, sizeof high, "%s_high", key);
    json_number(out, key, e->value);
    json_number(out, low, e->low);
    json_number(out, high, e->high);
}

static void json_endings(ff_buffer *out, const char *key, const unsigned counts[RESULTS_ENDINGS]) {
    json_key(out, key);
    ff_buffer_byte(out, '{');
    for (int i = 0; i < RESULTS_ENDINGS; i++)
        if (counts[i])
            json_count(out, ff_ending_word((ff_ending)i), counts[i]);
    ff_buffer_byte(out, '}');
}

/* What a player's whole and a pairing have in common. */
static void json_results(ff_buffer *out, const pairing_results *p) {
    unsigned games = tally_games(&p->tally);
    estimate share = statistics_share(&p->tally), won = statistics_won(&p->tally);
    json_count(out, "games", games);
    json_count(out, "won", p->tally.won);
    json_count(out, "drawn", p->tally.drawn);
    json_count(out, "lost", p->tally.lost);
    json_number(out, "points", tally_points(&p->tally));
    json_estimate(out, "share", &share);
    json_number(out, "won_share", won.value);
    json_number(out, "won_low", won.low);
    json_number(out, "won_high", won.high);
    json_number(out, "plies_mean", mean_of(p->plies, games));
    json_endings(out, "won_by", p->won);
    json_endings(out, "drawn_by", p->drawn);
    json_endings(out, "lost_by", p->lost);
}

static void json_player(ff_buffer *out, const match_plan *plan, const results *all,
                        const standing *s, unsigned player) {
    ff_buffer_byte(out, '{');
    json_text(out, "name", plan->entrant[player].name);
    json_results(out, &s->sum[player]);
    json_estimate(out, "elo", &s->elo[player]);
    json_number(out, "ms_mean", stopwatch_mean_ms(&all->watch[player]));
    json_number(out, "ms_p99", stopwatch_percentile_ms(&all->watch[player], 99));
    ff_buffer_byte(out, '}');
}

static void json_pairing(ff_buffer *out, const results *all, unsigned pairing) {
    const pairing_results *p = &all->pairing[pairing];
    estimate elo = statistics_elo(&p->tally);
    unsigned who[2];
    schedule_pairing(&all->schedule, pairing, who);
    ff_buffer_byte(out, '{');
    json_key(out, "players");
    ff_buffer_format(out, "[%u,%u]", who[0], who[1]);
    json_results(out, p);
    json_estimate(out, "elo", &elo);
    json_key(out, "pairs");
    ff_buffer_format(out, "[%u,%u,%u,%u,%u]", p->tally.pairs[0], p->tally.pairs[1],
                     p->tally.pairs[2], p->tally.pairs[3], p->tally.pairs[4]);
    ff_buffer_byte(out, '}');
}

static void json_test(ff_buffer *out, const sprt *test, const tally *t) {
    json_key(out, "sprt");
    ff_buffer_byte(out, '{');
    json_number(out, "elo0", test->elo0);
    json_number(out, "elo1", test->elo1);
    json_number(out, "alpha", test->alpha);
    json_number(out, "beta", test->beta);
    json_number(out, "llr", sprt_llr(test, t->pairs));
    json_number(out, "lower", sprt_lower(test));
    json_number(out, "upper", sprt_upper(test));
    json_text(out, "accepted", verdict_word(test, t));
    ff_buffer_byte(out, '}');
}

static void json_players(const match_plan *plan, const results *all, ff_buffer *out) {
    standing s;
    standing_fill(&s, all);
    json_key(out, "elo_padded");
    ff_buffer_text(out, s.padded ? "true" : "false");
    json_key(out, "players");
    for (unsigned i = 0; i < s.players; i++) {
        ff_buffer_byte(out, i ? ',' : '[');
        json_player(out, plan, all, &s, i);
    }
    ff_buffer_byte(out, ']');
}

void report_json(const match_plan *plan, const results *all, ff_buffer *out) {
    ff_buffer_byte(out, '{');
    json_count(out, "format_version", OUTPUT_FORMAT);
    json_text(out, "edition", plan->edition->id);
    json_count(out, "games", all->games);
    json_players(plan, all, out);
    json_key(out, "pairings");
    for (unsigned i = 0; i < schedule_pairings(&all->schedule); i++) {
        ff_buffer_byte(out, i ? ',' : '[');
        json_pairing(out, all, i);
    }
    ff_buffer_byte(out, ']');
    if (plan->test)
        json_test(out, plan->test, &all->pairing[0].tally);
    ff_buffer_text(out, "}\n");
}
