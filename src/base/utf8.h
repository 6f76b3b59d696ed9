/* Well-formed UTF-8. */
#ifndef FLAGFALL_BASE_UTF8_H
#define FLAGFALL_BASE_UTF8_H

#include "flagfall/base.h"

/* Bytes of the sequence that a text begins with; 0 where it is empty or begins
 * with none that is well formed. */
size_t utf8_sequence(ff_span text);

/* How many characters: every byte but those that continue a sequence. */
size_t utf8_length(ff_span text);

/* Writes a character of Unicode as UTF-8; returns its bytes. */
size_t utf8_write(uint32_t character, char bytes[4]);

#endif
