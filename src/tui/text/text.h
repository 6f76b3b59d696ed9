/* What the terminal says, in the languages of the page: texts by their names, and sentences
 * about pieces and plies. The page's own words come from its tables (tools/page-words.mjs),
 * so that a piece, a refusal and an opponent are called the same in both. */
#ifndef FLAGFALL_TUI_TEXT_H
#define FLAGFALL_TUI_TEXT_H

#include "flagfall/view.h"

typedef enum text_id {
#define TEXT(name, en, nl, fr, de) T_##name,
#include "tui/text/own_texts.def"
#include "tui/text/page_texts.def"
#include "tui/text/plain_texts.def"
#undef TEXT
    TEXTS
} text_id;

/* The language of the first of LC_ALL, LC_MESSAGES, LANG that is set, or of `wish` ("nl",
 * may be null), English where it is none of the four. */
ff_language text_language(const char *wish);

const char *text_get(ff_language language, text_id id);

/* Are these the same words, as somebody types them: in either case, with or without accents? */
bool text_is_same(ff_span typed, const char *word);

/* Is this that text, in the language or in English? */
bool text_is(ff_language language, text_id id, ff_span typed);

/* Appends a text with its {0}, {1}, ... replaced by the parts (terminated by null). */
void text_add(ff_buffer *out, ff_language language, text_id id, const char *const parts[]);
#define TEXT_ADD(out, language, id, ...)                                                           \
    text_add(out, language, id, (const char *const[]){__VA_ARGS__, NULL})

/* A text by the word that programs say: of the list "reason" "two-squares". Null where the
 * page has none. Lists: see tools/page-words.mjs. */
const char *text_listed(ff_language language, const char *list, const char *key);

/* The edition's title as the page has it, or its own. */
const char *text_edition(ff_language language, const ff_edition *edition);

/* What the page calls a computer player ("level:7:human" and the like). */
void text_add_opponent(ff_buffer *out, ff_language language, const char *name);

/* "Marshal (10)", "Flag": a printed letter only repeats the name. */
void text_add_piece(ff_buffer *out, ff_language language, const ff_edition *edition, unsigned rank);

/* A ply as news: who went where, and how a battle ended. In memory mode the ranks of a battle
 * may be missing (FF_EMPTY): then it says so. */
void text_add_ply(ff_buffer *out, ff_language language, const ff_edition *edition,
                  const ff_event *event, ff_seat mover);

/* How a game has ended, in a sentence or two, as that viewer feels it. */
void text_add_end(ff_buffer *out, ff_language language, ff_result result, ff_ending ending,
                  unsigned viewer);

text_id text_seat(unsigned seat);

/* Makes text fit for a terminal that shows ASCII alone: letters without their accents, plain
 * quotation marks, anything else as `?`. */
void text_fold(ff_buffer *text);

/* Makes text fit to be written to a terminal, whoever it comes from: characters that would steer
 * it, and malformed ones, become `?`; line ends and tabs stay. `ascii`: folded as well. */
void text_fit(ff_buffer *text, bool ascii);

#endif
