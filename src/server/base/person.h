/* Who somebody is, for all who need no more than to tell one from another. */
#ifndef FLAGFALL_SERVER_BASE_PERSON_H
#define FLAGFALL_SERVER_BASE_PERSON_H

#include <stdbool.h>
#include <stdint.h>

/* A person: a guest, by a hash of the secret in the cookie (never the secret itself),
 * or an account, by a key of its own. All zeros are nobody. */
typedef struct ff_person {
    uint8_t key[32];
} ff_person;

bool person_is_nobody(const ff_person *person);

/* Are they the same? Nobody is anybody. Takes as long whatever the answer is. */
bool person_is(const ff_person *person, const ff_person *other);

#endif
