/* The rules of an edition told to people, made from its data. */
#ifndef FLAGFALL_RULES_TEXT_H
#define FLAGFALL_RULES_TEXT_H

#include "flagfall/edition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "en" "nl" "fr" "de". */
const char *ff_language_code(ff_language language);
bool ff_language_find(ff_span code, ff_language *language);

/* Appends the rules as plain text with `# ` headings, lines of at most 78
 * columns. */
void ff_rules_write(const ff_edition *edition, ff_language language, ff_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
