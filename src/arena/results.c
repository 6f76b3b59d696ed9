/* Sums over games. Adding the same games in the same order gives the same sums, whoever
 * played them when. */
#include "arena/results.h"

#include "flagfall/record.h"

#include <stdio.h>
#include <stdlib.h>

bool results_init(results *all, const schedule *s) {
    *all = (results){.schedule = *s};
    all->pairing = calloc(schedule_pairings(s), sizeof *all->pairing);
    all->watch = calloc(s->players, sizeof *all->watch);
    all->fault = calloc(s->players, sizeof *all->fault);
    return all->pairing && all->watch && all->fault;
}

void results_free(results *all) {
    free(all->pairing);
    free(all->watch);
    free(all->fault);
    *all = (results){.games = 0};
}

/* Keeps what the record says of it; games of a journal and of other machines come with no more. */
static void note_fault(results_fault *fault, ff_span text) {
    ff_record record = {.line = 0};
    ff_record_reader reader;
    ff_error error;
    ff_record_reader_init(&reader, text);
    const char *said = ff_record_read(&reader, &record, &error) == FF_READ_GAME
                           ? ff_record_tag_value(&record, "Fault")
                           : NULL;
    snprintf(fault->text, sizeof fault->text, "%s", said ? said : "");
    ff_record_free(&record);
}

void results_add(results *all, const match_game *game) {
    fixture f = schedule_fixture(&all->schedule, game->index);
    pairing_results *p = &all->pairing[f.pairing];
    bool decided = game->result == FF_RED_WINS || game->result == FF_BLUE_WINS;
    /* Half points of the first player; what has no result is a draw. */
    unsigned half = !decided ? 1 : (game->result == FF_RED_WINS) == (f.red == 0) ? 2 : 0;
    unsigned *count[] = {&p->tally.lost, &p->tally.drawn, &p->tally.won};
    unsigned *ending[] = {p->lost, p->drawn, p->won};
    *count[half] += 1;
    ending[half][game->ending]++;
    p->plies += game->plies;
    /* Games come in pairs with the same armies and seats exchanged: the pair's outcome is
     * counted with its second game, 0 to 4 half points. */
    if (f.number % 2)
        p->tally.pairs[p->half + half]++;
    else
        p->half = half;
    unsigned loser = f.player[half == 0 ? 0 : 1];
    if (game->ending == FF_BY_FORFEIT && !all->fault[loser].text[0])
        note_fault(&all->fault[loser], game->record);
    for (unsigned seat = 0; seat < 2; seat++)
        stopwatch_merge(&all->watch[f.player[seat ^ f.red]], &game->watch[seat]);
    all->games++;
}

static void add_pairing(pairing_results *sum, const pairing_results *p, bool reversed) {
    tally t = reversed ? tally_reversed(&p->tally) : p->tally;
    tally_add(&sum->tally, &t);
    for (int i = 0; i < RESULTS_ENDINGS; i++) {
        sum->won[i] += reversed ? p->lost[i] : p->won[i];
        sum->drawn[i] += p->drawn[i];
        sum->lost[i] += reversed ? p->won[i] : p->lost[i];
    }
    sum->plies += p->plies;
}

pairing_results results_of(const results *all, unsigned player) {
    pairing_results sum = {.plies = 0};
    for (unsigned i = 0; i < schedule_pairings(&all->schedule); i++) {
        unsigned who[2];
        schedule_pairing(&all->schedule, i, who);
        if (who[0] == player || who[1] == player)
            add_pairing(&sum, &all->pairing[i], who[1] == player);
    }
    return sum;
}
