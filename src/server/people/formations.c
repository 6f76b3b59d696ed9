/* Armies of finished games, counted. What must hold: only games that are over and sound come in,
 * and of each only the own army. */
#include "server/people/formations.h"

#include "server/database/store_sql.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BEST_GAMES = 3 }; /* that an army needs to be among the best: one win says nothing */

/* Letters as in set-ups (ff_setup): B is a bomb, L the marshal, M the flag, A an empty place. */
#define LETTERS "ABCDEFGHIJKLM"

/* ---- counting ---- */

/* The map of an edition, made where there is none yet; null where there is no such edition, or no
 * room for one. */
static formation_map *find_map(formations *in, const char *edition) {
    for (size_t i = 0; i < in->map_count; i++)
        if (strcmp(in->maps[i].edition, edition) == 0)
            return &in->maps[i];
    const ff_edition *rules = ff_edition_find(ff_span_of(edition));
    if (!rules || in->map_count == CAREER_EDITIONS)
        return NULL;
    formation_map *made = &in->maps[in->map_count++];
    *made = (formation_map){.zone = ff_edition_zone_size(rules)};
    strncat(made->edition, edition, sizeof made->edition - 1);
    return made;
}

/* Armies are searched for one by one: there are as many as games at most, and a thread of its own
 * does this. */
void formations_add(formations *to, const char *edition, const char *letters, uint8_t result) {
    formation_map *map = find_map(to, edition);
    size_t at = 0;
    if (!map || strlen(letters) != map->zone || strspn(letters, LETTERS) != map->zone)
        return;
    unsigned number = (unsigned)(map - to->maps);
    while (at < to->army_count &&
           (to->armies[at].map != number || strcmp(to->armies[at].letters, letters) != 0))
        at++;
    if (at == CAREER_GAMES)
        return;
    if (at == to->army_count) {
        assert(to->army_count < CAREER_GAMES);
        formation *made = &to->armies[to->army_count++];
        *made = (formation){.map = number};
        memcpy(made->letters, letters, map->zone + 1);
    }
    career_count(&to->armies[at].score, result);
    career_count(&map->score, result);
    for (unsigned i = 0; i < map->zone; i++) {
        map->flag[i] += letters[i] == 'M';
        map->bombs[i] += letters[i] == 'B';
        map->marshal[i] += letters[i] == 'L';
        map->points[i] += letters[i] == 'M' ? result : 0;
    }
}

/* ---- reading ---- */

typedef struct reading {
    struct store *store;
    struct statement *army;
    const struct person *person;
    bool watched;
    formations *to;
    bool failed;
} reading;

/* The log is asked for the own army and for nothing else, a row: what the opponent had set up is
 * the opponent's to show, and a log may be long. */
static const char find_army[] = "SELECT text FROM act WHERE game = ?1 AND kind = ?2 AND seat = ?3"
                                " ORDER BY number LIMIT 1";

/* Empty where there is none, or the log is damaged; false where it cannot be read. */
static bool read_army(const reading *at, const store_game *game, char letters[FF_ZONE_MAX + 1]) {
    store_bind_number(at->army, 1, game->number);
    store_bind_number(at->army, 2, ACT_SETUP);
    store_bind_number(at->army, 3, game_seat_of(game, at->person));
    store_answer answer = store_step(at->store, at->army, "reading an army");
    letters[0] = 0;
    if (answer == STORE_FOUND)
        store_column_text(at->army, 0, letters, FF_ZONE_MAX + 1);
    store_reset(at->army);
    return answer != STORE_FAILED || store_met_damage(at->store);
}

static bool add_game(void *context, const store_game *game) {
    reading *at = context;
    career_game read;
    char letters[FF_ZONE_MAX + 1];
    if (!career_read_game(game, at->person, &read) || (at->watched && !read.watch))
        return true;
    at->failed = !read_army(at, game, letters);
    formations_add(at->to, read.edition, letters, read.outcome);
    return !at->failed;
}

/* Editions with more games come first; what the armies say of their maps goes with them. */
static void sort_maps(formations *of) {
    for (size_t i = 1; i < of->map_count; i++) {
        for (size_t at = i; at > 0 && of->maps[at].score.games > of->maps[at - 1].score.games;
             at--) {
            formation_map moved = of->maps[at];
            of->maps[at] = of->maps[at - 1];
            of->maps[at - 1] = moved;
            for (size_t a = 0; a < of->army_count; a++) {
                unsigned *map = &of->armies[a].map;
                *map = *map == at ? (unsigned)at - 1 : *map == at - 1 ? (unsigned)at : *map;
            }
        }
    }
}

bool formations_read(struct store *store, const struct person *person, bool watched,
                     formations *read) {
    *read = (formations){.armies = calloc(CAREER_GAMES, sizeof *read->armies)};
    reading at = {store, store_prepare(store, find_army), person, watched, read, false};
    store_page all = {INT64_MAX, CAREER_GAMES};
    bool good = read->armies && at.army && store_visit_over(store, person, &all, add_game, &at) &&
                !at.failed;
    store_finalize(at.army);
    if (good)
        sort_maps(read);
    return good;
}

void formations_free(formations *gone) {
    free(gone->armies);
    gone->armies = NULL;
    gone->army_count = gone->map_count = 0;
}

/* ---- the first of them ---- */

typedef bool formation_order(const formation *one, const formation *other);

static bool is_more_played(const formation *one, const formation *other) {
    return one->score.games > other->score.games;
}

/* The share of points, with a win and a loss more. */
static bool is_better(const formation *one, const formation *other) {
    uint64_t own = (2 * one->score.won + one->score.drawn + 2) * (uint64_t)(other->score.games + 2);
    uint64_t its =
        (2 * other->score.won + other->score.drawn + 2) * (uint64_t)(one->score.games + 2);
    return own > its;
}

/* Puts those with so many games or more in order, as far as there is room: an insertion into the
 * few that are asked for, so that the list of all armies stays as it is. */
static size_t find_first(const formations *of, unsigned map, unsigned games,
                         formation_order *before, const formation **found, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < of->army_count; i++) {
        const formation *army = &of->armies[i];
        if (army->map != map || army->score.games < games)
            continue;
        size_t at = count < most ? count++ : most;
        if (at == most && !before(army, found[most - 1]))
            continue;
        for (at = at == most ? most - 1 : at; at > 0 && before(army, found[at - 1]); at--)
            found[at] = found[at - 1];
        found[at] = army;
    }
    return count;
}

size_t formations_favourite(const formations *of, unsigned map, const formation **found,
                            size_t most) {
    return find_first(of, map, 1, is_more_played, found, most);
}

size_t formations_best(const formations *of, unsigned map, const formation **found, size_t most) {
    return find_first(of, map, BEST_GAMES, is_better, found, most);
}
