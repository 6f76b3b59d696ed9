/* The keys of an edition file, a row each: what the reader takes and the writer
 * gives, in the order of the writer. */
#ifndef FLAGFALL_FORMAT_EDITION_KEYS_H
#define FLAGFALL_FORMAT_EDITION_KEYS_H

#include "flagfall/edition.h"

typedef enum key_kind {
    KEY_TEXT,   /* the rest of the line */
    KEY_NUMBER, /* least .. most */
    KEY_WORD,   /* one of `words`; its place is the value */
    KEY_LAKES,  /* squares, or "none" */
    KEY_PIECE,  /* count, label, name; `least` is the rank */
} key_kind;

typedef struct edition_key {
    const char *name;
    key_kind kind;
    const char *wanted; /* what would be right, for the error */
    size_t offset;      /* of the field in ff_edition */
    size_t size;        /* of the field in bytes */
    unsigned least;
    unsigned most;
    const char *const *words; /* ends with null */
} edition_key;

enum { EDITION_KEYS = 26 };

extern const edition_key edition_keys[EDITION_KEYS];

/* A number or a word's place, whatever the size of its field. */
unsigned edition_key_get(const edition_key *key, const ff_edition *edition);
void edition_key_set(const edition_key *key, ff_edition *edition, unsigned value);

#endif
