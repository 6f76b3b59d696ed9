/* The rules of an edition told in sentences. Which sentences hold is decided here, in one
 * table for all languages; the languages give the words. */
#include "flagfall/rules_text.h"

#include "base/utf8.h"
#include "flagfall/notation.h"
#include "format/rules_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 78 };

static const struct {
    const char *code;
    const char *const *words;
} languages[FF_LANGUAGES] = {
    [FF_ENGLISH] = {"en", rules_words_en},
    [FF_DUTCH] = {"nl", rules_words_nl},
    [FF_FRENCH] = {"fr", rules_words_fr},
    [FF_GERMAN] = {"de", rules_words_de},
};

const char *ff_language_code(ff_language language) {
    return languages[language].code;
}

bool ff_language_find(ff_span code, ff_language *language) {
    for (int i = 0; i < FF_LANGUAGES; i++) {
        if (ff_span_equals(code, languages[i].code)) {
            *language = (ff_language)i;
            return true;
        }
    }
    return false;
}

/* An edition being told in a language. */
typedef struct telling {
    const ff_edition *edition;
    ff_language language;
    ff_buffer *out;
} telling;

/* Values that sentences name. */

static void add_letters(const telling *t, ff_buffer *out) {
    for (int file = 0; file < t->edition->files; file++) {
        char square[FF_SQUARE_TEXT];
        ff_square_write(file, square);
        ff_buffer_format(out, "%s%c", file ? " " : "", square[0]);
    }
}

static void add_lakes(const telling *t, ff_buffer *out) {
    const char *between = "";
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!t->edition->lake[square])
            continue;
        char name[FF_SQUARE_TEXT];
        ff_square_write(square, name);
        ff_buffer_format(out, "%s%s", between, name);
        between = " ";
    }
}

static void add_rows(ff_buffer *out, int first, int last) {
    ff_buffer_format(out, first == last ? "%d" : "%d-%d", first, last);
}

static void add_red_rows(const telling *t, ff_buffer *out) {
    add_rows(out, 1, t->edition->zone_rows);
}

static void add_blue_rows(const telling *t, ff_buffer *out) {
    add_rows(out, t->edition->rows - t->edition->zone_rows + 1, t->edition->rows);
}

static void add_files(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->files);
}

static void add_board_rows(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->rows);
}

static void add_pieces(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", ff_edition_army_size(t->edition));
}

static void add_zone(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", ff_edition_zone_size(t->edition));
}

static void add_two(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->two_squares);
}

static void add_quiet(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->quiet_limit);
}

static void add_plies(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->ply_limit);
}

static void add_cap(const telling *t, ff_buffer *out) {
    ff_buffer_format(out, "%u", (unsigned)t->edition->host_cap);
}

/* "Scout (2)" */
static void add_rank(const telling *t, ff_buffer *out, ff_rank rank) {
    ff_buffer_text(out, ff_edition_rank_name(t->edition, rank, t->language));
    if (t->edition->label[rank][0])
        ff_buffer_format(out, "~(%s)", t->edition->label[rank]);
}

static void add_scout(const telling *t, ff_buffer *out) {
    add_rank(t, out, FF_SCOUT);
}

static void add_spy(const telling *t, ff_buffer *out) {
    add_rank(t, out, FF_SPY);
}

static void add_miner(const telling *t, ff_buffer *out) {
    add_rank(t, out, FF_MINER);
}

static void add_bomb(const telling *t, ff_buffer *out) {
    add_rank(t, out, FF_BOMB);
}

static void add_flag(const telling *t, ff_buffer *out) {
    add_rank(t, out, FF_FLAG);
}

static void add_marshal(const telling *t, ff_buffer *out) {
    ff_buffer_text(out, ff_edition_rank_name(t->edition, FF_MARSHAL, t->language));
}

static const struct {
    const char *name;
    void (*add)(const telling *t, ff_buffer *out);
} values[] = {
    {"files", add_files},   {"rows", add_board_rows},   {"letters", add_letters},
    {"lakes", add_lakes},   {"red_rows", add_red_rows}, {"blue_rows", add_blue_rows},
    {"pieces", add_pieces}, {"zone", add_zone},         {"two", add_two},
    {"quiet", add_quiet},   {"plies", add_plies},       {"cap", add_cap},
    {"scout", add_scout},   {"spy", add_spy},           {"miner", add_miner},
    {"bomb", add_bomb},     {"flag", add_flag},         {"marshal", add_marshal},
};

/* Appends a sentence with its values filled in: "{lakes}" is the value of that name. */
static void add_sentence(const telling *t, ff_buffer *out, rules_sentence sentence) {
    const char *text = languages[t->language].words[sentence];
    while (*text) {
        size_t plain = strcspn(text, "{");
        ff_buffer_add(out, text, plain);
        text += plain;
        if (*text == '{') {
            size_t size = strcspn(text, "}");
            for (size_t i = 0; i < sizeof values / sizeof *values; i++)
                if (ff_span_equals((ff_span){text + 1, size - 1}, values[i].name))
                    values[i].add(t, out);
            text += size + 1;
        }
    }
}

/* When a sentence is told. */

static bool always(const ff_edition *e) {
    (void)e;
    return true;
}

static bool has_lakes(const ff_edition *e) {
    return memchr(e->lake, true, sizeof e->lake) != NULL;
}

static bool has_no_lakes(const ff_edition *e) {
    return !has_lakes(e);
}

static bool fills_zone(const ff_edition *e) {
    return ff_edition_army_size(e) == ff_edition_zone_size(e);
}

static bool leaves_gaps(const ff_edition *e) {
    return !fills_zone(e);
}

static bool has_middle(const ff_edition *e) {
    return e->rows > 2 * e->zone_rows;
}

/* Which way the printed numbers run: 1 with strength, -1 against it, 0 where
 * fewer than two ranks of the army carry a number. */
static int label_order(const ff_edition *e) {
    int low = 0, high = 0;
    for (int rank = FF_SPY; rank <= FF_MARSHAL; rank++) {
        int number = atoi(e->label[rank]);
        if (!e->army[rank] || number <= 0)
            continue;
        low = low ? low : number;
        high = number;
    }
    return (high > low) - (high < low);
}

static bool numbers_rise(const ff_edition *e) {
    return label_order(e) > 0;
}

static bool numbers_fall(const ff_edition *e) {
    return label_order(e) < 0;
}

static bool refuses_fixed(const ff_edition *e) {
    return !e->forfeit;
}

static bool forfeits_fixed(const ff_edition *e) {
    return e->forfeit;
}

static bool has_scouts(const ff_edition *e) {
    return e->army[FF_SCOUT] > 0;
}

static bool reveals_runs(const ff_edition *e) {
    return has_scouts(e) && e->reveal_runs;
}

static bool has_spy_and_marshal(const ff_edition *e) {
    return e->army[FF_SPY] && e->army[FF_MARSHAL];
}

static bool has_miners_and_bombs(const ff_edition *e) {
    return e->army[FF_MINER] && e->army[FF_BOMB];
}

static bool has_bombs_alone(const ff_edition *e) {
    return e->army[FF_BOMB] && !e->army[FF_MINER];
}

static bool two_none(const ff_edition *e) {
    return e->two_squares == 0;
}

static bool two_once(const ff_edition *e) {
    return e->two_squares == 1;
}

static bool two_often(const ff_edition *e) {
    return e->two_squares > 1;
}

static bool two_any(const ff_edition *e) {
    return e->two_squares > 0;
}

static bool two_runs(const ff_edition *e) {
    return two_any(e) && has_scouts(e);
}

static bool chase_none(const ff_edition *e) {
    return e->chase == FF_CHASE_NONE;
}

static bool chase_any(const ff_edition *e) {
    return e->chase != FF_CHASE_NONE;
}

static bool chase_isf(const ff_edition *e) {
    return e->chase == FF_CHASE_ISF;
}

static bool chase_exact(const ff_edition *e) {
    return e->chase == FF_CHASE_EXACT;
}

static bool quiet_ends(const ff_edition *e) {
    return e->quiet_limit > 0;
}

static bool length_ends(const ff_edition *e) {
    return e->ply_limit > 0;
}

static bool cap_ends(const ff_edition *e) {
    return !e->quiet_limit && !e->ply_limit && e->host_cap;
}

static bool nothing_ends(const ff_edition *e) {
    return !e->quiet_limit && !e->ply_limit && !e->host_cap;
}

static bool is_german(const ff_edition *e) {
    return e->language == FF_GERMAN;
}

/* The German text has a penalty that is played on demand only (docs/rules.md, A-19). */
static bool spares_german(const ff_edition *e) {
    return is_german(e) && !e->forfeit;
}

/* The whole text, in order. */

typedef enum part_kind {
    HEADING,
    PARAGRAPH, /* begins one */
    SENTENCE,  /* goes on with it */
    ARMY,      /* the table, after the paragraph so far */
} part_kind;

static const struct {
    part_kind kind;
    rules_sentence sentence;
    bool (*when)(const ff_edition *e);
} parts[] = {
    {HEADING, RULES_AIM_HEADING, always},
    {PARAGRAPH, RULES_AIM, always},
    {HEADING, RULES_BOARD_HEADING, always},
    {PARAGRAPH, RULES_BOARD, always},
    {SENTENCE, RULES_LAKES, has_lakes},
    {SENTENCE, RULES_NO_LAKES, has_no_lakes},
    {HEADING, RULES_SETUP_HEADING, always},
    {PARAGRAPH, RULES_SETUP, always},
    {SENTENCE, RULES_SETUP_FULL, fills_zone},
    {SENTENCE, RULES_SETUP_SPARSE, leaves_gaps},
    {SENTENCE, RULES_SETUP_MIDDLE, has_middle},
    {HEADING, RULES_ARMY_HEADING, always},
    {PARAGRAPH, RULES_ARMY, always},
    {SENTENCE, RULES_ARMY_HIGH, numbers_rise},
    {SENTENCE, RULES_ARMY_LOW, numbers_fall},
    {ARMY, RULES_ARMY, always},
    {HEADING, RULES_MOVE_HEADING, always},
    {PARAGRAPH, RULES_TURNS, always},
    {SENTENCE, RULES_STEP, always},
    {PARAGRAPH, RULES_FIXED, always},
    {SENTENCE, RULES_FIXED_REFUSED, refuses_fixed},
    {SENTENCE, RULES_FIXED_FORFEIT, forfeits_fixed},
    {SENTENCE, RULES_FIXED_GERMAN, spares_german},
    {HEADING, RULES_ATTACK_HEADING, always},
    {PARAGRAPH, RULES_ATTACK, always},
    {SENTENCE, RULES_BATTLE, always},
    {SENTENCE, RULES_BATTLE_PLACE, always},
    {HEADING, RULES_SPECIAL_HEADING, always},
    {PARAGRAPH, RULES_SCOUT, has_scouts},
    {SENTENCE, RULES_SCOUT_REVEAL, reveals_runs},
    {PARAGRAPH, RULES_SPY, has_spy_and_marshal},
    {PARAGRAPH, RULES_MINER, has_miners_and_bombs},
    {PARAGRAPH, RULES_BOMB, has_miners_and_bombs},
    {PARAGRAPH, RULES_BOMB_ALONE, has_bombs_alone},
    {PARAGRAPH, RULES_FLAG, always},
    {HEADING, RULES_TWO_HEADING, always},
    {PARAGRAPH, RULES_TWO_NONE, two_none},
    {PARAGRAPH, RULES_TWO_ONCE, two_once},
    {PARAGRAPH, RULES_TWO, two_often},
    {SENTENCE, RULES_TWO_COUNT, two_any},
    {SENTENCE, RULES_TWO_RUNS, two_runs},
    {HEADING, RULES_CHASE_HEADING, always},
    {PARAGRAPH, RULES_CHASE_NONE, chase_none},
    {PARAGRAPH, RULES_CHASE, chase_any},
    {SENTENCE, RULES_CHASE_BAN, chase_any},
    {SENTENCE, RULES_CHASE_BACK, chase_isf},
    {SENTENCE, RULES_CHASE_EXACT, chase_exact},
    {SENTENCE, RULES_CHASE_FREE, chase_any},
    {HEADING, RULES_END_HEADING, always},
    {PARAGRAPH, RULES_END_FLAG, always},
    {SENTENCE, RULES_END_IMMOBILE, always},
    {PARAGRAPH, RULES_END_QUIET, quiet_ends},
    {SENTENCE, RULES_END_LIMIT, length_ends},
    {PARAGRAPH, RULES_END_CAP, cap_ends},
    {PARAGRAPH, RULES_END_NO_LIMIT, nothing_ends},
    {PARAGRAPH, RULES_END_AGREED, always},
    {HEADING, RULES_KNOW_HEADING, always},
    {PARAGRAPH, RULES_KNOW, always},
    {SENTENCE, RULES_KNOW_MEMORY, always},
    {SENTENCE, RULES_KNOW_GERMAN, is_german},
};

/* A word, its `~` turned into no-break spaces: names keep their labels beside them, and French
 * its signs. */
static void add_word(ff_buffer *out, const char *word, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (word[i] == '~')
            ff_buffer_text(out, "\xc2\xa0");
        else
            ff_buffer_byte(out, word[i]);
    }
}

/* Writes a paragraph after an empty line, broken at spaces, and empties it. */
static void flush(const telling *t, ff_buffer *paragraph) {
    const char *word = paragraph->size ? paragraph->data : "";
    size_t column = 0;
    t->out->failed |= paragraph->failed;
    if (paragraph->size)
        ff_buffer_byte(t->out, '\n');
    while (*word) {
        size_t size = strcspn(word, " "), width = utf8_length((ff_span){word, size});
        if (column && column + 1 + width > WIDTH) {
            ff_buffer_byte(t->out, '\n');
            column = 0;
        }
        if (column)
            ff_buffer_byte(t->out, ' ');
        add_word(t->out, word, size);
        column += width + (column > 0);
        word += size + (word[size] == ' ');
    }
    if (column)
        ff_buffer_byte(t->out, '\n');
    ff_buffer_clear(paragraph);
}

static void add_army_row(const telling *t, ff_rank rank) {
    if (!t->edition->army[rank])
        return;
    ff_buffer_format(t->out, "  %2u x  %-3s  %s\n", (unsigned)t->edition->army[rank],
                     t->edition->label[rank], ff_edition_rank_name(t->edition, rank, t->language));
}

static void add_army(const telling *t) {
    ff_buffer_byte(t->out, '\n');
    for (int rank = FF_MARSHAL; rank >= FF_SPY; rank--)
        add_army_row(t, (ff_rank)rank);
    add_army_row(t, FF_BOMB);
    add_army_row(t, FF_FLAG);
}

void ff_rules_write(const ff_edition *edition, ff_language language, ff_buffer *out) {
    telling t = {edition, language, out};
    ff_buffer paragraph = {0};
    ff_buffer_format(out, "# %s\n", edition->title);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].when(edition))
            continue;
        if (parts[i].kind != SENTENCE)
            flush(&t, &paragraph);
        if (parts[i].kind == HEADING)
            ff_buffer_format(out, "\n# %s\n", languages[language].words[parts[i].sentence]);
        else if (parts[i].kind == ARMY)
            add_army(&t);
        else {
            if (paragraph.size)
                ff_buffer_byte(&paragraph, ' ');
            add_sentence(&t, &paragraph, parts[i].sentence);
        }
    }
    flush(&t, &paragraph);
    ff_buffer_free(&paragraph);
}
