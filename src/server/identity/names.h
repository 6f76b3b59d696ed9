/* Names that nobody may register: those of the host and of the server, of computer players,
 * and words that the page or the API puts where a name stands. Pure. */
#ifndef FLAGFALL_SERVER_IDENTITY_NAMES_H
#define FLAGFALL_SERVER_IDENTITY_NAMES_H

#include "server/play/opponents.h"

/* Could this name be taken for one of those? Told by the keys of names (sanitize.h), so that
 * "Adm1n" and "S.e.r.v.e.r" are too; some also with a number after them. */
bool names_is_reserved(const char *key, const struct opponents *opponents);

#endif
