/* The table of keys of an edition file. A new field of an edition is a row here. */
#include "format/edition_keys.h"

#include <string.h>

static const char *const languages[] = {"en", "nl", "fr", "de", NULL};
static const char *const chases[] = {"none", "isf", "exact", NULL};
static const char *const switches[] = {"no", "yes", NULL};

#define FIELD(field) offsetof(ff_edition, field), sizeof((ff_edition *)0)->field
#define TEXT(key, field, wanted)                                                                   \
    { key, KEY_TEXT, wanted, FIELD(field), 0, 0, NULL }
#define NUMBER(key, field, least, most)                                                            \
    { key, KEY_NUMBER, #least " to " #most, FIELD(field), least, most, NULL }
#define LIMIT(key, field)                                                                          \
    {                                                                                              \
        key, KEY_NUMBER, "a number of plies up to 65000, or 0 for none", FIELD(field), 0, 65000,   \
            NULL                                                                                   \
    }
#define WORD(key, field, words, wanted)                                                            \
    { key, KEY_WORD, wanted, FIELD(field), 0, 0, words }
#define PIECE(key, rank)                                                                           \
    {                                                                                              \
        key, KEY_PIECE, "a count up to 50, a label of 1 to 3 bytes and a name of 1 to 23", 0, 0,   \
            rank, 50, NULL                                                                         \
    }

const edition_key edition_keys[EDITION_KEYS] = {
    TEXT("id", id, "1 to 31 letters a-z, digits and -"),
    TEXT("title", title, "1 to 63 bytes of text"),
    WORD("language", language, languages, "en, nl, fr or de"),
    NUMBER("files", files, 2, 10),
    NUMBER("rows", rows, 3, 10),
    NUMBER("zone-rows", zone_rows, 1, 5),
    {"lakes", KEY_LAKES, "squares such as c5 d5, or none", FIELD(lake), 0, 0, NULL},
    PIECE("marshal", FF_MARSHAL),
    PIECE("general", FF_GENERAL),
    PIECE("colonel", FF_COLONEL),
    PIECE("major", FF_MAJOR),
    PIECE("captain", FF_CAPTAIN),
    PIECE("lieutenant", FF_LIEUTENANT),
    PIECE("sergeant", FF_SERGEANT),
    PIECE("miner", FF_MINER),
    PIECE("scout", FF_SCOUT),
    PIECE("spy", FF_SPY),
    PIECE("bomb", FF_BOMB),
    PIECE("flag", FF_FLAG),
    NUMBER("two-squares", two_squares, 0, 8),
    WORD("chase", chase, chases, "none, isf or exact"),
    WORD("forfeit", forfeit, switches, "yes or no"),
    WORD("reveal-runs", reveal_runs, switches, "yes or no"),
    LIMIT("quiet-limit", quiet_limit),
    LIMIT("ply-limit", ply_limit),
    LIMIT("host-cap", host_cap),
};

/* Fields are of one, two or four bytes; `memcpy` and the table's sizes read any of them without
 * a function each. */
unsigned edition_key_get(const edition_key *key, const ff_edition *edition) {
    const char *field = (const char *)edition + key->offset;
    uint8_t byte;
    uint16_t pair;
    unsigned word;
    switch (key->size) {
    case sizeof byte:
        memcpy(&byte, field, sizeof byte);
        return byte;
    case sizeof pair:
        memcpy(&pair, field, sizeof pair);
        return pair;
    default:
        memcpy(&word, field, sizeof word);
        return word;
    }
}

void edition_key_set(const edition_key *key, ff_edition *edition, unsigned value) {
    char *field = (char *)edition + key->offset;
    uint8_t byte = (uint8_t)value;
    uint16_t pair = (uint16_t)value;
    switch (key->size) {
    case sizeof byte:
        memcpy(field, &byte, sizeof byte);
        break;
    case sizeof pair:
        memcpy(field, &pair, sizeof pair);
        break;
    default:
        memcpy(field, &value, sizeof value);
    }
}
