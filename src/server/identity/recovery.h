/* Recovery codes: what lets in whoever has lost the password, or the device that makes the
 * codes. 160 random bits in the letters of RFC 4648's base 32, eight groups of four. That is
 * more than anybody can guess at any speed, so a plain hash of it is enough to keep: the slow
 * hash of passwords is there for what people think of themselves. */
#ifndef FLAGFALL_SERVER_IDENTITY_RECOVERY_H
#define FLAGFALL_SERVER_IDENTITY_RECOVERY_H

#include "server/store/store_accounts.h"

enum { RECOVERY_TEXT = 40 /* 32 letters, 7 hyphens, terminated */ };

/* A new code, and the hash that the store keeps. False when memory is out. */
bool recovery_make(char code[RECOVERY_TEXT], uint8_t hash[ACCOUNT_RECOVERY_SIZE]);

/* Is it the code of this hash? Small letters, spaces and hyphens are as good; so are 0, 1
 * and 8 for O, I and B. */
bool recovery_check(ff_span code, const uint8_t hash[ACCOUNT_RECOVERY_SIZE]);

#endif
