/* The network asked before the game. What must hold: it is asked what a seat would know, its own
 * ranks and where the enemy's pieces stand; where the flag stands is left to chance. */
#include "ai/learned/choose_army.h"

#include <limits.h>

#include "ai/setup/setups.h"
#include "flagfall/presets.h"

/* Enemy armies for one choice where a zone is not full: an army may suit one of them and not the
 * next. */
enum { ENEMIES = 4 };

/* What stays the same from army to army. */
typedef struct choice {
    const net *net;
    const net_kernel *kernel;
    ff_rules rules;
    ff_seat seat;
    int enemies;
    ff_setup enemy[ENEMIES];
} choice;

static void stand(ff_view *view, ff_seat seat, const ff_setup *setup) {
    const ff_edition *edition = &view->rules->edition;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        uint8_t rank = setup->rank[k];
        if (rank != FF_EMPTY)
            view->cell[square] = (ff_cell){
                .seat = (uint8_t)seat, .rank = seat == view->viewer ? rank : (uint8_t)FF_HIDDEN};
    }
}

static int value_against(const choice *c, const ff_setup *own, const ff_setup *enemy) {
    ff_view view = {.rules = &c->rules, .viewer = (uint8_t)c->seat, .turn = FF_RED};
    for (int square = 0; square < FF_SQUARES; square++)
        view.cell[square] = (ff_cell){.seat = FF_NOBODY, .rank = FF_EMPTY};
    stand(&view, c->seat, own);
    stand(&view, c->seat == FF_RED ? FF_BLUE : FF_RED, enemy);
    inputs_state state;
    net_sums sums;
    inputs_from_view(&state, &view);
    net_begin(c->net, c->kernel, &state, &sums);
    return c->kernel->value(c->net, &sums);
}

static int value_of(const choice *c, const ff_setup *own) {
    int sum = 0;
    for (int i = 0; i < c->enemies; i++)
        sum += value_against(c, own, &c->enemy[i]);
    return sum;
}

void choose_army(const net *n, const ff_edition *edition, ff_seat seat, unsigned drawn, ff_rng *rng,
                 ff_setup *setup) {
    bool full = ff_edition_army_size(edition) == ff_edition_zone_size(edition);
    choice c = {.net = n, .kernel = net_kernel_best(), .seat = seat, .enemies = full ? 1 : ENEMIES};
    ff_rules_init(&c.rules, edition, NULL);
    for (int i = 0; i < c.enemies; i++)
        ff_preset_draw(edition, rng, &c.enemy[i]);
    ff_preset_draw(edition, rng, setup);
    int flag = setup_flag(setup, edition);
    int most = value_of(&c, setup);
    for (unsigned i = 1; i < drawn; i++) {
        ff_setup one;
        ff_preset_draw(edition, rng, &one);
        int value = setup_flag(&one, edition) == flag ? value_of(&c, &one) : INT_MIN;
        if (value > most) {
            most = value;
            *setup = one;
        }
    }
}
