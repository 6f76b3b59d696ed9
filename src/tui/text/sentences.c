/* Sentences about pieces, plies and ends of games. A sentence is chosen whole for each seat,
 * not put together from words: in some of the languages its grammar depends on the colour. */
#include "flagfall/notation.h"
#include "tui/text/text.h"

#include "format/words.h"

#include <string.h>

/* A name is "level:3" or "level:3:human": the texts know the first, and what the second adds. */
void text_add_opponent(ff_buffer *out, ff_language language, const char *name) {
    char plain[32];
    const char *human = strstr(name, ":human");
    size_t size = human ? (size_t)(human - name) : strlen(name);
    if (size >= sizeof plain)
        size = sizeof plain - 1;
    memcpy(plain, name, size);
    plain[size] = '\0';
    const char *called = text_listed(language, "opponent", plain);
    if (human)
        TEXT_ADD(out, language, T_HUMAN_MEMORY, called ? called : plain);
    else
        ff_buffer_text(out, called ? called : plain);
}

void text_add_piece(ff_buffer *out, ff_language language, const ff_edition *edition,
                    unsigned rank) {
    if (rank >= FF_RANKS)
        return;
    const char *label = edition->label[rank];
    ff_buffer_text(out, ff_edition_rank_name(edition, (ff_rank)rank, language));
    if (is_digit(label[0]))
        ff_buffer_format(out, " (%s)", label);
}

static void add_battle(ff_buffer *out, ff_language language, const ff_edition *edition,
                       const ff_event *event, ff_seat mover) {
    static const text_id told[][2] = {[FF_ATTACKER_WINS] = {T_RED_TAKES, T_BLUE_TAKES},
                                      [FF_DEFENDER_WINS] = {T_RED_FALLS, T_BLUE_FALLS},
                                      [FF_BOTH_DIE] = {T_RED_BOTH, T_BLUE_BOTH},
                                      [FF_FLAG_TAKEN] = {T_RED_FLAG, T_BLUE_FLAG}};
    ff_buffer attacker = {0}, defender = {0};
    if (event->attacker == FF_EMPTY || event->defender == FF_EMPTY) {
        ff_buffer_text(out, text_get(language, T_FORGOTTEN));
        return;
    }
    text_add_piece(&attacker, language, edition, event->attacker);
    text_add_piece(&defender, language, edition, event->defender);
    if (attacker.data && defender.data)
        TEXT_ADD(out, language, told[event->battle][mover], attacker.data, defender.data);
    out->failed |= attacker.failed || defender.failed;
    ff_buffer_free(&attacker);
    ff_buffer_free(&defender);
}

void text_add_ply(ff_buffer *out, ff_language language, const ff_edition *edition,
                  const ff_event *event, ff_seat mover) {
    char from[FF_SQUARE_TEXT], to[FF_SQUARE_TEXT];
    const char *who = text_get(language, text_seat(mover));
    ff_square_write(FF_FROM(event->move), from);
    ff_square_write(FF_TO(event->move), to);
    if (event->battle != FF_NO_BATTLE) {
        TEXT_ADD(out, language, T_ATTACK, who, from, to);
        ff_buffer_byte(out, ' ');
        add_battle(out, language, edition, event, mover);
    } else if (event->revealed) {
        const char *scout = ff_edition_rank_name(edition, FF_SCOUT, language);
        TEXT_ADD(out, language, T_SCOUTED, who, from, to, scout);
    } else {
        TEXT_ADD(out, language, T_GO, who, from, to);
    }
}

void text_add_end(ff_buffer *out, ff_language language, ff_result result, ff_ending ending,
                  unsigned viewer) {
    static const text_id outcomes[] = {[FF_ONGOING] = T_NO_RESULT,
                                       [FF_RED_WINS] = T_RED_WON,
                                       [FF_BLUE_WINS] = T_BLUE_WON,
                                       [FF_DRAW] = T_DRAWN};
    const char *how = text_listed(language, "ending", ff_ending_word(ending));
    bool decided = result == FF_RED_WINS || result == FF_BLUE_WINS;
    if (result == FF_DRAW && ending == FF_BY_IMMOBILE)
        how = text_get(language, T_NEITHER_MOVES);
    ff_buffer_format(out, "%s %s", text_get(language, outcomes[result]), how ? how : "");
    if (decided && viewer < FF_NOBODY) {
        bool won = viewer == (result == FF_RED_WINS ? FF_RED : FF_BLUE);
        ff_buffer_format(out, " %s.", text_get(language, won ? T_WON : T_LOST));
    }
}
