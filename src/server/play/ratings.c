/* What a rated game changes. What must hold: both ratings are settled in the batch that ends the
 * game, from what both were before it, or the batch is spoilt and the game goes on. */
#include "server/play/ratings.h"

#include <math.h>

enum { FULL_ARMY = 35, SHORT_ARMY = 20 }; /* pieces, at least */

static const double DAY_MS = 24 * 60 * 60 * 1000.0;

/* Editions with armies of about one size are rated together: with few players each, ratings of
 * every single one would say nothing. */
const char *ratings_group(const ff_edition *edition) {
    unsigned size = ff_edition_army_size(edition);
    return size >= FULL_ARMY ? "full" : size >= SHORT_ARMY ? "short" : "few";
}

static bool counts(const store_game *game) {
    return game->terms.rated && game->ending != FF_BY_ABORT && game->result != FF_ONGOING &&
           seat_has_person(&game->seat[FF_RED]) && seat_has_person(&game->seat[FF_BLUE]);
}

/* A player who has rested is rated with less certainty; one who has never played has nothing to
 * rest from. */
static bool find_rested(struct store *store, const ff_edition *edition, const store_game *game,
                        ff_seat seat, store_rating *rating) {
    if (store_find_rating(store, &game->seat[seat].person, ratings_group(edition), rating) !=
        STORE_FOUND)
        return false;
    if (rating->games > 0)
        rating->glicko =
            glicko_after_rest(rating->glicko, (double)(game->ended - rating->time) / DAY_MS);
    return true;
}

/* `own` and `other` as they were before the game. */
static bool settle_seat(struct store *store, store_game *game, ff_seat seat,
                        const store_rating *own, const store_rating *other) {
    bool won = (game->result == FF_RED_WINS) == (seat == FF_RED);
    glicko_game played = {other->glicko, game->result == FF_DRAW ? 0.5 : won};
    store_rating after = *own;
    after.glicko = glicko_after_games(own->glicko, &played, 1);
    after.games++;
    after.time = game->ended;
    game->seat[seat].change = lround(after.glicko.rating) - lround(own->glicko.rating);
    return store_set_rating(store, &game->seat[seat].person, &after) &&
           store_update_seat(store, game, seat);
}

bool ratings_settle(struct store *store, const ff_edition *edition, store_game *game) {
    store_rating red, blue;
    if (!counts(game))
        return true;
    if (!find_rested(store, edition, game, FF_RED, &red) ||
        !find_rested(store, edition, game, FF_BLUE, &blue))
        return store_spoil(store); /* or the game would be over, and never count */
    return settle_seat(store, game, FF_RED, &red, &blue) &&
           settle_seat(store, game, FF_BLUE, &blue, &red);
}
