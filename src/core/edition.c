/* What an edition is asked, and whether an edition somebody made up can be played. */
#include "flagfall/edition.h"

#include <assert.h>
#include <string.h>

#include "core/editions.h"

const ff_edition *ff_edition_find(ff_span id) {
    for (size_t i = 0; i < ff_edition_count(); i++)
        if (ff_span_equals(id, ff_edition_at(i)->id))
            return ff_edition_at(i);
    return NULL;
}

const ff_edition *ff_edition_default(void) {
    return ff_edition_find(ff_span_of("tournament"));
}

unsigned ff_edition_army_size(const ff_edition *edition) {
    unsigned size = 0;
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
        size += edition->army[rank];
    return size;
}

unsigned ff_edition_zone_size(const ff_edition *edition) {
    return (unsigned)edition->files * edition->zone_rows;
}

int ff_edition_zone_square(const ff_edition *edition, ff_seat seat, unsigned k) {
    assert(seat <= FF_BLUE && k < ff_edition_zone_size(edition));
    /* Blue's squares are Red's with the board turned round, not mirrored: both count from their
     * own left corner. */
    int file = (int)k % edition->files, row = (int)k / edition->files;
    return seat == FF_RED ? FF_SQUARE(file, row)
                          : FF_SQUARE(edition->files - 1 - file, edition->rows - 1 - row);
}

bool ff_edition_on_board(const ff_edition *edition, int square) {
    return square >= 0 && square < FF_SQUARES && square % FF_FILES < edition->files &&
           square / FF_FILES < edition->rows;
}

const char *ff_edition_rank_name(const ff_edition *edition, ff_rank rank, ff_language language) {
    return language == edition->language ? edition->name[rank] : edition_names[language][rank];
}

/* --- checking ---------------------------------------------------------------- */

static bool is_word(const char *text) {
    return text[0] && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == 0;
}

static bool check_sizes(const ff_edition *e, ff_error *error) {
    if (!memchr(e->id, 0, sizeof e->id) || !is_word(e->id))
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "id must be 1 to 31 of a-z, 0-9 and -");
    if (e->files < 2 || e->files > FF_FILES)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "files must be 2 to 10, not %u", e->files);
    if (e->rows < 3 || e->rows > FF_ROWS)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "rows must be 3 to 10, not %u", e->rows);
    if (e->zone_rows < 1 || e->zone_rows * 2 > e->rows)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0,
                       "zone-rows must be 1 to half of rows (%u), not %u", e->rows / 2u,
                       e->zone_rows);
    if (e->two_squares > 8)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "two-squares must be 0 to 8, not %u",
                       e->two_squares);
    if ((unsigned)e->chase > FF_CHASE_EXACT)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "chase must be none, isf or exact");
    if ((unsigned)e->language >= FF_LANGUAGES)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "language must be en, nl, fr or de");
    return true;
}

static bool check_lakes(const ff_edition *e, ff_error *error) {
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!e->lake[square])
            continue;
        int row = square / FF_FILES;
        if (!ff_edition_on_board(e, square))
            return ff_fail(error, FF_ERROR_RANGE, 0, 0, "lakes must be on the board");
        if (row < e->zone_rows || row >= e->rows - e->zone_rows)
            return ff_fail(error, FF_ERROR_RANGE, 0, 0, "lakes must be outside the set-up zones");
    }
    return true;
}

static bool check_army(const ff_edition *e, ff_error *error) {
    unsigned size = ff_edition_army_size(e), zone = ff_edition_zone_size(e);
    if (e->army[FF_FLAG] != 1)
        return ff_fail(error, FF_ERROR_ARMY, 0, 0, "the army must have one flag, not %u",
                       e->army[FF_FLAG]);
    if (size > zone)
        return ff_fail(error, FF_ERROR_ARMY, 0, 0, "the army has %u pieces, the zone %u squares",
                       size, zone);
    if (size == 1u + e->army[FF_BOMB])
        return ff_fail(error, FF_ERROR_ARMY, 0, 0, "the army must have a piece that moves");
    return true;
}

static bool check_texts(const ff_edition *e, ff_error *error) {
    if (!memchr(e->title, 0, sizeof e->title) || !e->title[0])
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "title must be 1 to 63 bytes");
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (!memchr(e->label[rank], 0, sizeof e->label[rank]) || !e->label[rank][0])
            return ff_fail(error, FF_ERROR_RANGE, 0, 0, "a label must be 1 to 3 bytes");
        if (!memchr(e->name[rank], 0, sizeof e->name[rank]) || !e->name[rank][0])
            return ff_fail(error, FF_ERROR_RANGE, 0, 0, "a name must be 1 to 23 bytes");
    }
    return true;
}

/* Sizes come first: the checks of lakes and army read the zone by them. */
bool ff_edition_check(const ff_edition *edition, ff_error *error) {
    return check_sizes(edition, error) && check_lakes(edition, error) &&
           check_army(edition, error) && check_texts(edition, error);
}
