/* Records in tests: read from a text in the test, told by one line. */
#ifndef TESTS_RECORDS_H
#define TESTS_RECORDS_H

#include "flagfall.h"

/* Two whole armies of `duel`, and of the 40-piece editions. */
#define DUEL_SETUP "MBCDDEEKLBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define DUEL_TAGS                                                                                  \
    "[Edition \"duel\"]\n[RedSetup \"" DUEL_SETUP "\"]\n[BlueSetup \"" DUEL_SETUP "\"]\n"
#define FULL_SETUP "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"

/* The text's only game; fails the test where there is none or more. The caller
 * frees it. */
ff_record record_of(const char *text);

/* What `flagfall check` says of the text's only game. The caller frees it. */
char *verdict_of(const char *text);

/* Fails the test where that is another line. */
void assert_verdict(const char *text, const char *line);

/* Fails the test where the line does not begin so. */
void assert_verdict_begins(const char *text, const char *line);

/* The record as text. The caller frees it. */
char *text_of(const ff_record *record);

#endif
