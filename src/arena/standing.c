/* Players in the order of the share of their games that they have won, and a rating for
 * each. */
#include "arena/standing.h"

#include "arena/ratings.h"

static double share_of(const standing *s, unsigned player) {
    return statistics_share(&s->sum[player].tally).value;
}

static void rate_players(standing *s, const results *all) {
    tally pairing[SCHEDULE_PLAYERS_MAX * (SCHEDULE_PLAYERS_MAX - 1) / 2];
    if (s->players == 2) {
        for (unsigned i = 0; i < 2; i++)
            s->elo[i] = statistics_elo(&s->sum[i].tally);
        return;
    }
    for (unsigned i = 0; i < schedule_pairings(&all->schedule); i++)
        pairing[i] = all->pairing[i].tally;
    s->padded = ratings_fit(&all->schedule, pairing, s->elo);
}

void standing_fill(standing *s, const results *all) {
    *s = (standing){.players = all->schedule.players};
    for (unsigned i = 0; i < s->players; i++)
        s->sum[i] = results_of(all, i);
    for (unsigned i = 0; i < s->players; i++) { /* by insertion: equals stay in their order */
        unsigned place = i;
        for (; place > 0 && share_of(s, s->order[place - 1]) < share_of(s, i); place--)
            s->order[place] = s->order[place - 1];
        s->order[place] = i;
    }
    rate_players(s, all);
}
