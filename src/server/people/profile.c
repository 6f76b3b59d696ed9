/* Profiles as JSON. What must hold: an account that shows nothing is not named in the profile of
 * another; nothing of a game that goes on is in one. */
#include "server/people/profile.h"

#include "server/encoding/encode_parts.h"
#include "server/people/badges.h"
#include "server/people/career.h"
#include "server/play/ratings.h"

#include <stdlib.h>
#include <string.h>

enum {
    POINTS_TOLD = 200,   /* of a rating's curve: it is drawn a few hundred pixels wide */
    OPPONENTS_TOLD = 50, /* those with the most games */
};

/* ---- ratings ---- */

/* A rating belongs to a group of editions; an edition that this server has no more is in none. */
static bool is_point(const career_game *game, const char *group) {
    const ff_edition *edition = ff_edition_find(ff_span_of(game->edition));
    return game->rating != STORE_NULL && edition && strcmp(ratings_group(edition), group) == 0;
}

/* The first, the last, and of what is between as many as are told, at equal steps. */
static void write_points(ff_buffer *out, const career *of, const char *group) {
    size_t count = 0, at = 0, told = 0;
    for (size_t i = 0; i < of->count; i++)
        count += is_point(&of->games[i], group);
    encode_begin(out, "points", "[");
    for (size_t i = 0; i < of->count; i++) {
        if (!is_point(&of->games[i], group))
            continue;
        if (count <= POINTS_TOLD || at * (POINTS_TOLD - 1) >= told * (count - 1)) {
            encode_comma(out);
            ff_buffer_format(out, "[%lld,%lld]", (long long)of->games[i].ended,
                             (long long)of->games[i].rating);
            told++;
        }
        at++;
    }
    ff_buffer_byte(out, ']');
}

typedef struct rating_list {
    ff_buffer *out;
    const career *of;
} rating_list;

static bool add_rating(void *context, const store_rating *rating) {
    const rating_list *list = context;
    encode_rating(list->out, rating);
    write_points(list->out, list->of, rating->group);
    encode_close(list->out);
    return true;
}

static bool write_ratings(struct store *store, ff_buffer *out, const subject *whose,
                          const career *of) {
    rating_list list = {out, of};
    encode_begin(out, "ratings", "[");
    bool ok = store_visit_ratings(store, &whose->who.person, add_rating, &list);
    ff_buffer_byte(out, ']');
    return ok;
}

/* ---- results ---- */

static void write_results(ff_buffer *out, const career *of) {
    career_score all = {0};
    for (size_t i = 0; i < of->count; i++)
        career_count(&all, of->games[i].outcome);
    encode_begin(out, "results", "{");
    subject_write_score(out, &all);
    encode_close(out);
}

static void write_editions(ff_buffer *out, const career *of) {
    career_edition editions[CAREER_EDITIONS];
    size_t count = career_by_edition(of, editions);
    encode_begin(out, "editions", "[");
    for (size_t i = 0; i < count; i++) {
        encode_open(out, NULL);
        encode_text(out, "edition", editions[i].edition);
        subject_write_score(out, &editions[i].score);
        encode_close(out);
    }
    ff_buffer_byte(out, ']');
}

static void write_opponent(ff_buffer *out, const char *kind, const char *name,
                           const career_score *score) {
    if (score->games == 0)
        return;
    encode_open(out, NULL);
    encode_maybe_text(out, "name", name);
    encode_text(out, "kind", kind);
    subject_write_score(out, score);
    encode_close(out);
}

static void add_score(career_score *to, const career_score *more) {
    to->games += more->games;
    to->won += more->won;
    to->drawn += more->drawn;
    to->lost += more->lost;
}

/* Whoever may not be named, and what is behind the first rows, is told together as one row, so that
 * the rows add up to the results. The store is asked about the first rows alone. */
static bool write_rows(struct store *store, ff_buffer *out, const subject *whose,
                       const career_opponent *rows, size_t count) {
    career_score rest = {0};
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        bool asked = told < OPPONENTS_TOLD, named = asked && whose->own;
        if (asked && !named && !subject_may_name(store, rows[i].kind, &rows[i].person, &named))
            return false;
        if (named)
            write_opponent(out, encode_kind_word(rows[i].kind), rows[i].name, &rows[i].score);
        else
            add_score(&rest, &rows[i].score);
        told += named;
    }
    write_opponent(out, "other", "", &rest);
    return true;
}

static bool write_opponents(struct store *store, ff_buffer *out, const subject *whose,
                            const career *of) {
    career_opponent *rows = calloc(of->count + 1, sizeof *rows);
    encode_begin(out, "opponents", "[");
    size_t count = rows ? career_by_opponent(of, rows) : 0;
    bool ok = rows && (count > 0 || of->count == 0) && write_rows(store, out, whose, rows, count);
    ff_buffer_byte(out, ']');
    free(rows);
    return ok;
}

static void write_badges(ff_buffer *out, const career *of, const char *strongest) {
    badge found[BADGES_MAX];
    size_t count = badges_find(of, strongest, found);
    encode_begin(out, "badges", "[");
    for (size_t i = 0; i < count; i++) {
        encode_open(out, NULL);
        encode_text(out, "badge", found[i].name);
        encode_number(out, "time", found[i].time);
        encode_close(out);
    }
    ff_buffer_byte(out, ']');
}

/* ---- whole ---- */

/* Does the account that asks follow this one? Null where that cannot be. */
static bool write_followed(struct store *store, ff_buffer *out, const profile_question *asked,
                           const subject *whose) {
    store_answer found = STORE_NONE;
    bool may = asked->viewer.has_account && !whose->own;
    if (may)
        found = people_find_follow(store, &asked->viewer.person, &whose->who.person);
    if (may)
        encode_bool(out, "followed", found == STORE_FOUND);
    else
        encode_null(out, "followed");
    return found != STORE_FAILED;
}

/* Written to its end even where something has failed: the caller throws it away as a whole. */
static bool write_all(struct store *store, const profile_question *asked, const subject *whose,
                      ff_buffer *out) {
    career of;
    bool ok = career_read(store, &whose->who.person, &of);
    encode_open(out, NULL);
    subject_write(out, whose);
    ok = ok && write_followed(store, out, asked, whose) && write_ratings(store, out, whose, &of);
    write_results(out, &of);
    write_editions(out, &of);
    ok = ok && write_opponents(store, out, whose, &of);
    write_badges(out, &of, asked->strongest);
    encode_close(out);
    ff_buffer_byte(out, '\n');
    career_free(&of);
    return ok && !out->failed;
}

store_answer profile_write(struct store *store, const profile_question *asked, ff_buffer *out) {
    subject whose;
    store_answer found = subject_find(store, asked, SHOWS_RESULTS, &whose);
    if (found != STORE_FOUND)
        return found;
    return write_all(store, asked, &whose, out) ? STORE_FOUND : STORE_FAILED;
}
