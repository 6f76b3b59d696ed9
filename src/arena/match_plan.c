/* When a match needs no more games: all are played, or the sequential test has decided. */
#include "arena/match_plan.h"

bool match_is_over(const match_plan *plan, const results *all) {
    return all->games >= schedule_games(&plan->schedule) ||
           (plan->test && sprt_judge(plan->test, all->pairing[0].tally.pairs) != SPRT_GO_ON);
}
