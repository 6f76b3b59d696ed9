/* The board as SVG 1.1 without scripts, fonts or links of its own: what forums take. */
#include "tui/image/image.h"

#include "base/markup.h"
#include "flagfall/notation.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 100, EDGE = 60, GAP = 8 /* between a piece and the edge of its square */ };

/* A part of a drawing: its picture, how it is painted, and its path. */
static const struct {
    const char *picture, *kind, *path;
} parts[] = {
#define PART(picture, kind, path) {picture, kind, path},
#include "tui/image/page_paths.def"
#undef PART
};

/* Colours of the page's light theme (web/ui/colours.css, web/play/pieces.css). */
static const char style[] =
    "<style>"
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-weight:bold;text-anchor:middle}"
    ".name{font-size:30px;fill:#5b4a2c}"
    ".digit{font-size:36px}"
    "path{stroke-linejoin:round;stroke-width:2}"
    ".shade,.plinth{stroke:none}.line,.hatch,.fuse,.rim{fill:none}"
    ".gold{fill:#f2c25a}.trim{fill:#e7a94a}"
    ".ball{fill:#1f1a1a;stroke-width:3}.gleam{fill:#fff;opacity:.85;stroke:none}"
    ".fuse{stroke-width:4}.hatch{stroke-width:1.6;opacity:.22}"
    ".field{stroke:#e7a94a;stroke-width:3}.ledge{stroke:#e7a94a;stroke-width:2.5}"
    ".red path{stroke:#571510}.red .pale,.red .digit{fill:#fff3dc}.red .shade{fill:#e0bd98}"
    ".red .dark{fill:#571510}.red .face{fill:#b8382a}.red .rim{stroke:#641a14}"
    ".red .plinth,.red .field{fill:#7a2018}"
    ".red .hatch,.red .fuse,.red .ball{stroke:#fff3dc}"
    ".blue path{stroke:#0d2340}.blue .pale,.blue .digit{fill:#f6f7f2}.blue .shade{fill:#b9c6d6}"
    ".blue .dark{fill:#0d2340}.blue .face{fill:#2b62a0}.blue .rim{stroke:#10294a}"
    ".blue .plinth,.blue .field{fill:#183d6a}"
    ".blue .hatch,.blue .fuse,.blue .ball{stroke:#f6f7f2}"
    "</style>\n";

static const char *const seat_names[] = {"red", "blue"};

static void add_parts(ff_buffer *out, const char *picture) {
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].picture, picture) == 0)
            ff_buffer_format(out, "<path class=\"%s\" d=\"%s\"/>", parts[i].kind, parts[i].path);
}

/* The tiles are the first two parts, in the order of the seats. Their names are compared, so that
 * another order of the page's drawings shows as no tile and not as the wrong one. */
static const char *tile_path(ff_seat seat) {
    return strcmp(parts[seat].picture, seat == FF_RED ? "tile-red" : "tile-blue") == 0
               ? parts[seat].path
               : "";
}

/* The figure, whole or as a bust over its printed label. */
static void add_front(ff_buffer *out, const ff_edition *edition, unsigned seat, unsigned rank) {
    char figure[16];
    bool sole = rank == FF_BOMB || rank == FF_FLAG || !edition->label[rank][0];
    snprintf(figure, sizeof figure, "figure-%c", ff_piece_letter(FF_RED, (ff_rank)rank));
    if (sole) {
        ff_buffer_text(out, "<g transform=\"translate(9 6) scale(.83)\">");
        add_parts(out, figure);
        ff_buffer_text(out, "</g>");
        return;
    }
    ff_buffer_format(out,
                     "<g clip-path=\"url(#%s)\"><g transform=\"translate(4.5 9.5) scale(.91)\">",
                     seat_names[seat]);
    add_parts(out, figure);
    ff_buffer_text(out, "</g><path class=\"plinth\" d=\"M0 64h100v36H0z\"/>"
                        "<path class=\"ledge\" d=\"M0 64h100\"/></g>"
                        "<text class=\"digit\" x=\"50\" y=\"91\">");
    markup_escape(ff_span_of(edition->label[rank]), out);
    ff_buffer_text(out, "</text>");
}

/* Each piece that stands on the board is drawn once, and used from there. */
static void add_piece(ff_buffer *out, const ff_edition *edition, unsigned seat, unsigned rank) {
    const char *tile = tile_path((ff_seat)seat);
    ff_buffer_format(out, "<symbol id=\"%s%u\" viewBox=\"0 0 100 100\"><g class=\"%s\">",
                     seat_names[seat], rank, seat_names[seat]);
    ff_buffer_format(out, "<path class=\"face\" d=\"%s\"/>", tile);
    if (rank == FF_HIDDEN) {
        ff_buffer_format(out, "<g clip-path=\"url(#%s)\">", seat_names[seat]);
        add_parts(out, seat == FF_RED ? "back-red" : "back-blue");
        ff_buffer_text(out, "</g>");
    } else {
        add_front(out, edition, seat, rank);
    }
    ff_buffer_format(out, "<path class=\"rim\" d=\"%s\"/></g></symbol>\n", tile);
}

static void add_definitions(ff_buffer *out, const ff_edition *edition, const scene *s) {
    bool used[2][FF_HIDDEN + 1] = {{false}};
    ff_buffer_text(out, "<defs>\n");
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        ff_buffer_format(out, "<clipPath id=\"%s\"><path d=\"%s\"/></clipPath>\n", seat_names[seat],
                         tile_path((ff_seat)seat));
    for (int square = 0; square < FF_SQUARES; square++)
        if (s->cell[square].seat < FF_NOBODY)
            used[s->cell[square].seat][s->cell[square].rank] = true;
    for (unsigned seat = FF_RED; seat <= FF_BLUE; seat++)
        for (unsigned rank = 0; rank <= FF_HIDDEN; rank++)
            if (used[seat][rank])
                add_piece(out, edition, seat, rank);
    ff_buffer_text(out, "</defs>\n");
}

static void add_ground(ff_buffer *out, const ff_edition *edition, int square, int x, int y) {
    bool dark = (square / FF_FILES + square % FF_FILES) % 2 == 0;
    const char *ground = edition->lake[square] ? "#5f9fb8" : dark ? "#a9b56b" : "#bcc57f";
    ff_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x,
                     y, CELL, CELL, ground);
}

/* Programs that draw SVG 1.1 read xlink:href, and those of today href: both are there. */
static void add_use(ff_buffer *out, ff_cell cell, int x, int y) {
    ff_buffer_format(out,
                     "<use href=\"#%s%u\" xlink:href=\"#%s%u\" x=\"%d\" y=\"%d\" "
                     "width=\"%d\" height=\"%d\"/>\n",
                     seat_names[cell.seat], cell.rank, seat_names[cell.seat], cell.rank, x, y,
                     CELL - 2 * GAP, CELL - 2 * GAP);
}

static void add_square(ff_buffer *out, const ff_edition *edition, const scene *s, int square, int x,
                       int y) {
    ff_cell cell = s->cell[square];
    add_ground(out, edition, square, x, y);
    if (s->last.move &&
        (FF_FROM(s->last.move) == (unsigned)square || FF_TO(s->last.move) == (unsigned)square))
        ff_buffer_format(out,
                         "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                         "stroke=\"#7c5200\" stroke-width=\"5\"/>\n",
                         x + 3, y + 3, CELL - 6, CELL - 6);
    if (cell.seat < FF_NOBODY)
        add_use(out, cell, x + GAP, y + GAP);
}

static void add_names(ff_buffer *out, const ff_edition *edition, bool from_blue) {
    char name[FF_SQUARE_TEXT];
    for (int i = 0; i < edition->files; i++) {
        ff_square_write(FF_SQUARE(from_blue ? edition->files - 1 - i : i, 0), name);
        ff_buffer_format(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%.1s</text>\n",
                         EDGE + i * CELL + CELL / 2, edition->rows * CELL + 40, name);
    }
    for (int i = 0; i < edition->rows; i++)
        ff_buffer_format(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%d</text>\n", EDGE / 2,
                         i * CELL + CELL / 2 + 10, from_blue ? i + 1 : edition->rows - i);
}

static void begin_svg(ff_buffer *out, const ff_edition *edition, const scene *s) {
    int width = edition->files * CELL + EDGE, height = edition->rows * CELL + EDGE;
    ff_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" height=\"%d\" "
                     "viewBox=\"0 0 %d %d\">\n",
                     width, height, width, height);
    ff_buffer_text(out, style);
    add_definitions(out, edition, s);
    ff_buffer_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"#f6e8cd\"/>\n", width, height);
}

void image_svg(const ff_edition *edition, const scene *s, bool from_blue, ff_buffer *out) {
    begin_svg(out, edition, s);
    for (int row = 0; row < edition->rows; row++)
        for (int file = 0; file < edition->files; file++) {
            int square = FF_SQUARE(from_blue ? edition->files - 1 - file : file,
                                   from_blue ? row : edition->rows - 1 - row);
            add_square(out, edition, s, square, EDGE + file * CELL, row * CELL);
        }
    add_names(out, edition, from_blue);
    ff_buffer_text(out, "</svg>\n");
}

/* --- a game as a film: times and moves as in web/play/picture.js ---------------------------- */

enum {
    MOVE = 7,       /* tenths of a second for a ply, ... */
    MOVING = 4,     /* of whose ten parts these, the last ones, are spent moving */
    LONGEST = 1200, /* tenths of a second for the longest game */
    HOLD = 5,       /* plies for which the end stays in sight */
};

typedef struct film {
    const ff_edition *edition;
    const album *game;
    uint32_t plies;
} film;

/* A piece on its way through the game. */
typedef struct walker {
    unsigned square;
    uint32_t ply; /* looked at last */
    bool moved;   /* in that ply */
    bool falls;
} walker;

/* On to the next ply in which the piece moves or falls; false where there is none. */
static bool walk(const film *f, walker *w) {
    w->moved = false;
    while (!w->falls && w->ply < f->plies) {
        ff_event event = f->game->scenes[++w->ply].last;
        bool both = event.battle == FF_BOTH_DIE;
        if (FF_FROM(event.move) == w->square) {
            w->square = FF_TO(event.move);
            w->moved = true;
            w->falls = both || event.battle == FF_DEFENDER_WINS;
            return true;
        }
        if (FF_TO(event.move) == w->square && event.battle != FF_DEFENDER_WINS) {
            w->falls = true;
            return true;
        }
    }
    return false;
}

/* Where a ply is within the film, from 0 to 1, less some of its ten parts. */
static void add_time(ff_buffer *out, const film *f, uint32_t ply, unsigned less) {
    uint64_t time = 10ull * ply - less, all = 10ull * (f->plies + HOLD);
    ff_buffer_format(out, "0.%05u", (unsigned)(time * 100000 / all));
}

static void add_place(ff_buffer *out, const film *f, unsigned square) {
    ff_buffer_format(out, "%d %d", EDGE + (int)(square % FF_FILES) * CELL + GAP,
                     (f->edition->rows - 1 - (int)(square / FF_FILES)) * CELL + GAP);
}

static void add_common(ff_buffer *out, const film *f) {
    uint64_t tenths = (uint64_t)(f->plies + HOLD) * MOVE;
    unsigned length = tenths < LONGEST ? (unsigned)tenths : LONGEST;
    ff_buffer_format(out, " dur=\"%u.%us\" repeatCount=\"indefinite\"", length / 10, length % 10);
}

/* An SVG animation is a list of times, from 0 to 1, and a place for each. A piece stands still
 * between its moves: each move adds the time where it leaves and the time where it arrives. The
 * times and the places are written in two walks over the same plies. */
static void add_way(ff_buffer *out, const film *f, unsigned square) {
    ff_buffer_text(out, "<animateTransform attributeName=\"transform\" type=\"translate\"");
    add_common(out, f);
    ff_buffer_text(out, " keyTimes=\"0");
    walker w = {.square = square};
    while (walk(f, &w)) {
        if (!w.moved)
            continue;
        ff_buffer_byte(out, ';');
        add_time(out, f, w.ply, MOVING);
        ff_buffer_byte(out, ';');
        add_time(out, f, w.ply, 0);
    }
    ff_buffer_text(out, ";1\" values=\"");
    add_place(out, f, square);
    w = (walker){.square = square};
    for (unsigned before = square; walk(f, &w); before = w.square) {
        if (!w.moved)
            continue;
        ff_buffer_byte(out, ';');
        add_place(out, f, before);
        ff_buffer_byte(out, ';');
        add_place(out, f, w.square);
    }
    ff_buffer_byte(out, ';');
    add_place(out, f, w.square);
    ff_buffer_text(out, "\"/>");
}

static void add_actor(ff_buffer *out, const film *f, unsigned square) {
    walker w = {.square = square};
    bool moves = false;
    while (walk(f, &w))
        moves = moves || w.moved;
    ff_buffer_text(out, "<g transform=\"translate(");
    add_place(out, f, square);
    ff_buffer_text(out, ")\">");
    if (moves)
        add_way(out, f, square);
    if (w.falls) {
        ff_buffer_text(out, "<animate attributeName=\"opacity\" calcMode=\"discrete\"");
        add_common(out, f);
        ff_buffer_text(out, " keyTimes=\"0;");
        add_time(out, f, w.ply, 0);
        ff_buffer_text(out, "\" values=\"1;0\"/>");
    }
    add_use(out, f->game->scenes[0].cell[square], 0, 0);
    ff_buffer_text(out, "</g>\n");
}

void image_film(const ff_edition *edition, const album *game, uint32_t plies, ff_buffer *out) {
    film f = {edition, game, plies};
    begin_svg(out, edition, &game->scenes[0]);
    for (int row = 0; row < edition->rows; row++)
        for (int file = 0; file < edition->files; file++)
            add_ground(out, edition, FF_SQUARE(file, edition->rows - 1 - row), EDGE + file * CELL,
                       row * CELL);
    add_names(out, edition, false);
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (game->scenes[0].cell[square].seat < FF_NOBODY)
            add_actor(out, &f, square);
    ff_buffer_text(out, "</svg>\n");
}

void image_text(const ff_edition *edition, const scene *s, bool from_blue, ff_buffer *out) {
    char name[FF_SQUARE_TEXT];
    for (int row = 0; row < edition->rows; row++) {
        ff_buffer_format(out, "%2d ", from_blue ? row + 1 : edition->rows - row);
        for (int file = 0; file < edition->files; file++) {
            int square = FF_SQUARE(from_blue ? edition->files - 1 - file : file,
                                   from_blue ? row : edition->rows - 1 - row);
            ff_cell cell = s->cell[square];
            const char *label =
                cell.rank == FF_HIDDEN ? (cell.moved ? "!" : "?") : edition->label[cell.rank];
            if (edition->lake[square])
                ff_buffer_text(out, " ~~~~");
            else if (cell.seat == FF_NOBODY)
                ff_buffer_text(out, "   . ");
            else
                ff_buffer_format(out, cell.seat == FF_RED ? " [%2s]" : " (%2s)", label);
        }
        ff_buffer_byte(out, '\n');
    }
    ff_buffer_text(out, "   ");
    for (int file = 0; file < edition->files; file++) {
        ff_square_write(FF_SQUARE(from_blue ? edition->files - 1 - file : file, 0), name);
        ff_buffer_format(out, "   %.1s%s", name, file + 1 < edition->files ? " " : "\n");
    }
}
