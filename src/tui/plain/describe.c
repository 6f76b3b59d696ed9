/* Boards, pieces and moves in English. Only a view is read, so nothing hidden can be told. */
#include "tui/plain/describe.h"

#include "base/utf8.h"
#include "flagfall/notation.h"

#include <string.h>

const char *describe_seat(ff_seat seat) {
    return seat == FF_RED ? "Red" : "Blue";
}

ff_seat describe_mover(const ff_view *view, unsigned ply) {
    unsigned back = view->plies - ply;
    return (ff_seat)(back % 2 ? !view->turn : view->turn);
}

/* --- words -------------------------------------------------------------------- */

/* "captain", in the middle of a sentence; `otherwise` for a rank that is not told. */
static void add_name(ff_buffer *out, const ff_view *view, unsigned rank, const char *otherwise) {
    if (rank == FF_EMPTY) {
        ff_buffer_text(out, otherwise);
        return;
    }
    const char *name = ff_edition_rank_name(&view->rules->edition, (ff_rank)rank, FF_ENGLISH);
    for (; *name; name++) {
        bool capital = *name >= 'A' && *name <= 'Z';
        ff_buffer_byte(out, capital ? (char)(*name - 'A' + 'a') : *name);
    }
}

/* "captain (6)"; a label that is no number is left out, it repeats the name. */
static void add_rank(ff_buffer *out, const ff_view *view, unsigned rank) {
    const char *label = view->rules->edition.label[rank];
    add_name(out, view, rank, "piece");
    if (label[0] >= '0' && label[0] <= '9')
        ff_buffer_format(out, " (%s)", label);
}

/* "a captain (6)", "the flag". */
static void add_rank_with_article(ff_buffer *out, const ff_view *view, unsigned rank) {
    ff_buffer name = {0};
    add_rank(&name, view, rank);
    bool vowel = name.data && strchr("aeiou", name.data[0]);
    const char *article = rank == FF_FLAG ? "the" : vowel ? "an" : "a";
    ff_buffer_format(out, "%s %s", article, name.data ? name.data : "");
    ff_buffer_free(&name);
}

void describe_square(ff_buffer *out, unsigned square) {
    char text[FF_SQUARE_TEXT];
    ff_square_write((int)square, text);
    ff_buffer_text(out, text);
}

/* --- the board ------------------------------------------------------------------ */

enum { CELL_WIDTH = 5 };

/* Pads what was added since `start` to the width of a cell. */
static void pad(ff_buffer *out, size_t start) {
    if (out->failed)
        return;
    size_t width = utf8_length((ff_span){out->data + start, out->size - start});
    for (; width < CELL_WIDTH; width++)
        ff_buffer_byte(out, ' ');
}

static void add_cell(ff_buffer *out, const ff_view *view, int square) {
    const ff_edition *edition = &view->rules->edition;
    ff_cell cell = view->cell[square];
    bool own = cell.seat == (view->viewer == FF_NOBODY ? FF_RED : view->viewer);
    bool starred = cell.known && view->ending == FF_BY_NOTHING;
    size_t start = out->size;
    if (edition->lake[square])
        ff_buffer_text(out, "~~~");
    else if (cell.seat == FF_NOBODY)
        ff_buffer_text(out, ".");
    else if (cell.rank == FF_HIDDEN)
        ff_buffer_text(out, own ? (cell.moved ? "!" : "?") : (cell.moved ? "(!)" : "(?)"));
    else if (own)
        ff_buffer_format(out, "%s%s", edition->label[cell.rank], starred ? "*" : "");
    else
        ff_buffer_format(out, "(%s)", edition->label[cell.rank]);
    pad(out, start);
}

static void end_line(ff_buffer *out) {
    while (out->size && out->data[out->size - 1] == ' ')
        out->data[--out->size] = '\0';
    ff_buffer_byte(out, '\n');
}

static int turned(int n, int count, bool turn_round) {
    return turn_round ? count - 1 - n : n;
}

void describe_board(ff_buffer *out, const ff_view *view) {
    const ff_edition *edition = &view->rules->edition;
    bool blue = view->viewer == FF_BLUE;
    ff_buffer_text(out, "    ");
    for (int i = 0; i < edition->files; i++) {
        char name[FF_SQUARE_TEXT];
        ff_square_write(turned(i, edition->files, blue), name);
        ff_buffer_format(out, "%-*.1s", CELL_WIDTH, name);
    }
    end_line(out);
    for (int i = edition->rows - 1; i >= 0; i--) {
        int row = turned(i, edition->rows, blue);
        ff_buffer_format(out, "%2d  ", row + 1);
        for (int j = 0; j < edition->files; j++)
            add_cell(out, view, FF_SQUARE(turned(j, edition->files, blue), row));
        end_line(out);
    }
}

void describe_signs(ff_buffer *out) {
    ff_buffer_text(out,
                   "Your pieces are bare numbers or letters, with a star where the enemy knows "
                   "them.\n"
                   "The enemy's are in brackets: (?) is hidden, (!) is hidden and has moved.\n"
                   "A dot is an empty square, ~~~ is water.\n");
}

/* --- the latest ply -------------------------------------------------------------- */

static void add_own_attack(ff_buffer *out, const ff_view *view, const ff_event *e) {
    ff_buffer_text(out, "Your ");
    add_rank(out, view, e->attacker);
    ff_buffer_byte(out, ' ');
    describe_square(out, FF_FROM(e->move));
    ff_buffer_text(out, " attacks ");
    describe_square(out, FF_TO(e->move));
    ff_buffer_text(out, ": it is ");
    add_rank_with_article(out, view, e->defender);
    ff_buffer_text(out, ". ");
}

static void add_enemy_attack(ff_buffer *out, const ff_view *view, const ff_event *e) {
    ff_buffer_format(out, "%s attacks from ", describe_seat((ff_seat)!view->viewer));
    describe_square(out, FF_FROM(e->move));
    ff_buffer_text(out, " with ");
    add_rank_with_article(out, view, e->attacker);
    ff_buffer_text(out, ". On ");
    describe_square(out, FF_TO(e->move));
    ff_buffer_text(out, " stands your ");
    add_rank(out, view, e->defender);
    ff_buffer_text(out, ". ");
}

/* Who fell, as the viewer feels it. */
static void add_outcome(ff_buffer *out, const ff_view *view, const ff_event *e, bool own) {
    bool loses = (e->battle == FF_DEFENDER_WINS) == own;
    unsigned fallen = e->battle == FF_DEFENDER_WINS ? e->attacker : e->defender;
    if (e->battle == FF_BOTH_DIE) {
        ff_buffer_text(out, "Both are lost.\n");
        return;
    }
    ff_buffer_text(out, loses ? "Your " : "The ");
    add_name(out, view, fallen, "piece");
    ff_buffer_text(out, loses ? " is lost.\n" : " is taken.\n");
}

static void add_quiet_ply(ff_buffer *out, const ff_view *view, const ff_event *e, bool own) {
    if (own)
        ff_buffer_text(out, "You move from ");
    else
        ff_buffer_format(out, "%s moves from ", describe_seat((ff_seat)!view->viewer));
    describe_square(out, FF_FROM(e->move));
    ff_buffer_text(out, " to ");
    describe_square(out, FF_TO(e->move));
    if (e->revealed) {
        ff_buffer_text(out, own ? ", and all can see that it is " : ": it is ");
        add_rank_with_article(out, view, FF_SCOUT);
    }
    ff_buffer_text(out, ".\n");
}

void describe_latest(ff_buffer *out, const ff_view *view) {
    if (view->plies == 0)
        return;
    const ff_event *e = &view->last;
    bool own = describe_mover(view, view->plies - 1u) == (ff_seat)view->viewer;
    if (e->battle == FF_NO_BATTLE) {
        add_quiet_ply(out, view, e, own);
        return;
    }
    if (own)
        add_own_attack(out, view, e);
    else
        add_enemy_attack(out, view, e);
    add_outcome(out, view, e, own);
}

void describe_battle(ff_buffer *out, const ff_view *view, const ff_event *event) {
    static const char *const verbs[] = {
        [FF_NO_BATTLE] = "",     [FF_ATTACKER_WINS] = " takes ",  [FF_DEFENDER_WINS] = " falls to ",
        [FF_BOTH_DIE] = " and ", [FF_FLAG_TAKEN] = " takes the ",
    };
    add_name(out, view, event->attacker, "attacker");
    ff_buffer_text(out, verbs[event->battle]);
    add_name(out, view, event->defender, "defender");
    if (event->battle == FF_BOTH_DIE)
        ff_buffer_text(out, " fall together");
}

/* --- refusals -------------------------------------------------------------------- */

/* `%s` stands for the source, `%t` for the target, `%r` for the scout's name, `%n`
 * for how often a piece may go to and fro. None tells more than its reason. */
static const char *const refusals[FF_REASONS] = {
    [FF_LEGAL] = "That move is legal.",
    [FF_GAME_OVER] = "The game is over.",
    [FF_NOT_ON_BOARD] = "There is no such square on this board.",
    [FF_EMPTY_SOURCE] = "Nothing stands on %s.",
    [FF_NOT_YOURS] = "The piece on %s is not yours.",
    [FF_IMMOBILE] = "Bombs and the flag never move.",
    [FF_NULL_MOVE] = "The piece on %s must go to another square.",
    [FF_NOT_STRAIGHT] = "Pieces go straight along a row or a file, and %t is neither from %s.",
    [FF_TOO_FAR] = "That is too far: only the %r goes further than one square.",
    [FF_LAKE] = "There is water in the way from %s to %t.",
    [FF_OWN_PIECE] = "Your own piece stands on %t.",
    [FF_BLOCKED] = "Another piece is in the way from %s to %t.",
    [FF_TWO_SQUARES] = ("This piece has gone to and fro %n times in a row; it must do something "
                        "else (the two-squares rule)."),
    [FF_MORE_SQUARES] = ("That would repeat a position of your pursuit; chase in another way or "
                         "do something else (the more-squares rule)."),
};

void describe_refusal(ff_buffer *out, const ff_view *view, ff_reason reason, unsigned from,
                      unsigned to) {
    for (const char *text = refusals[reason]; *text; text++) {
        if (*text != '%') {
            ff_buffer_byte(out, *text);
            continue;
        }
        text++;
        if (*text == 'r')
            add_name(out, view, FF_SCOUT, "");
        else if (*text == 'n')
            ff_buffer_format(out, "%u", view->rules->two_squares);
        else
            describe_square(out, *text == 's' ? from : to);
    }
    ff_buffer_byte(out, '\n');
}

/* --- the end ---------------------------------------------------------------------- */

/* What befell the loser, or both. */
static const char *const endings[] = {
    [FF_BY_NOTHING] = "goes on",
    [FF_BY_FLAG] = "has lost the flag",
    [FF_BY_IMMOBILE] = "cannot move any more",
    [FF_BY_RESIGN] = "has given up",
    [FF_BY_TIME] = "has run out of time",
    [FF_BY_AGREEMENT] = "has agreed",
    [FF_BY_LIMIT] = "has grown too long",
    [FF_BY_FORFEIT] = "has broken the rules",
    [FF_BY_ABORT] = "was broken off",
};

static void add_draw(ff_buffer *out, const ff_view *view) {
    ff_buffer_text(out, "It is a draw: ");
    if (view->ending == FF_BY_IMMOBILE)
        ff_buffer_text(out, "neither side can move any more");
    else
        ff_buffer_format(out, "%s %s", view->ending == FF_BY_LIMIT ? "the game" : "each side",
                         endings[view->ending]);
    ff_buffer_text(out, ".\n");
}

void describe_end(ff_buffer *out, const ff_view *view) {
    if (view->result == FF_DRAW) {
        add_draw(out, view);
        return;
    }
    if (view->result == FF_ONGOING) {
        ff_buffer_format(out, "The game %s.\n", endings[view->ending]);
        return;
    }
    ff_seat winner = view->result == FF_RED_WINS ? FF_RED : FF_BLUE;
    const char *mine = view->viewer == FF_NOBODY         ? ""
                       : winner == (ff_seat)view->viewer ? " You have won."
                                                         : " You have lost.";
    ff_buffer_format(out, "%s wins: %s %s.%s\n", describe_seat(winner),
                     describe_seat((ff_seat)!winner), endings[view->ending], mine);
}
