/* Set-ups as JSON. What must hold: to others only those of games that could be watched, and only
 * where the owner shows set-ups. */
#include "server/people/setups.h"

#include "server/encoding/encode_parts.h"
#include "server/people/formations.h"

#include <stdlib.h>

enum { ARMIES_TOLD = 5 }; /* favourite ones, and best ones, of each edition */

static void write_places(ff_buffer *out, const char *key, const unsigned *places, unsigned count) {
    encode_begin(out, key, "[");
    for (unsigned i = 0; i < count; i++) {
        encode_comma(out);
        ff_buffer_number(out, places[i]);
    }
    ff_buffer_byte(out, ']');
}

static void write_armies(ff_buffer *out, const char *key, const formation *const *armies,
                         size_t count) {
    encode_begin(out, key, "[");
    for (size_t i = 0; i < count; i++) {
        encode_open(out, NULL);
        encode_text(out, "letters", armies[i]->letters);
        subject_write_score(out, &armies[i]->score);
        encode_close(out);
    }
    ff_buffer_byte(out, ']');
}

static void write_map(ff_buffer *out, const formations *of, unsigned which) {
    const formation_map *map = &of->maps[which];
    const formation *found[ARMIES_TOLD];
    encode_open(out, NULL);
    encode_text(out, "edition", map->edition);
    subject_write_score(out, &map->score);
    write_places(out, "flag", map->flag, map->zone);
    write_places(out, "bombs", map->bombs, map->zone);
    write_places(out, "marshal", map->marshal, map->zone);
    write_places(out, "points", map->points, map->zone);
    write_armies(out, "favourite", found, formations_favourite(of, which, found, ARMIES_TOLD));
    write_armies(out, "best", found, formations_best(of, which, found, ARMIES_TOLD));
    encode_close(out);
}

static bool write_all(struct store *store, const subject *whose, ff_buffer *out) {
    formations *of = calloc(1, sizeof *of);
    bool ok = of && formations_read(store, &whose->who.person, !whose->own, of);
    encode_open(out, NULL);
    subject_write(out, whose);
    encode_begin(out, "editions", "[");
    for (unsigned i = 0; ok && i < of->map_count; i++)
        write_map(out, of, i);
    ff_buffer_text(out, "]}\n");
    if (of)
        formations_free(of);
    free(of);
    return ok && !out->failed;
}

store_answer setups_write(struct store *store, const profile_question *asked, ff_buffer *out) {
    subject whose;
    store_answer found = subject_find(store, asked, SHOWS_SETUPS, &whose);
    if (found != STORE_FOUND)
        return found;
    return write_all(store, &whose, out) ? STORE_FOUND : STORE_FAILED;
}
