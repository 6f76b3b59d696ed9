/* A game on a server, from the lines of its stream (docs/bots.md) to what a screen shows. What
 * comes is what the seat, or a spectator, may know; earlier positions are got by taking back
 * the events. Knows nothing of the network. */
#ifndef FLAGFALL_TUI_FOLLOW_H
#define FLAGFALL_TUI_FOLLOW_H

#include "tui/model/table.h"
#include "tui/text/text.h"

/* Start from `{.language = ...}`. */
typedef struct follow {
    ff_language language;
    table table; /* what the screen is told; points into the rest */
    ff_rules rules;
    ff_event *events;
    ff_history moves; /* the same as moves */
    size_t capacity;
    ff_move legal[FF_MOVES_MAX];
    album past;
    ff_buffer chat;
    int64_t chat_time;   /* of its last line; ms since 1970 */
    char left[TABLE_ID]; /* the game before this one, after a rematch */
    bool has_next;       /* the rematch of this one has begun */
    bool has_game;
    bool unmarked; /* shown ranks are not kept on the board */
} follow;

typedef enum follow_state {
    FOLLOW_GOES_ON,
    FOLLOW_CLOCKS,  /* clocks stand, or go on: no answer to anybody */
    FOLLOW_LOST,    /* the line does not fit: the stream is to be opened again */
    FOLLOW_UNKNOWN, /* the edition is not known here */
    FOLLOW_FAILED,  /* memory is out */
} follow_state;

/* Reads a line; `now` (clock_now_ns) is when it came. Lines of other types are skipped. A line
 * of another game is of the rematch, to which the server leads: it takes the old one's place. */
follow_state follow_line(follow *f, ff_span line, uint64_t now);
void follow_free(follow *f);

/* Fills an album with all positions of a game: `last`, and those before it by taking back
 * `count` events, of which Red made the first. What was not told stays hidden. False when
 * memory is out. */
bool follow_rewind(album *past, const scene *last, const ff_event *events, size_t count);

#endif
