/* The page of a game for frames of other sites. It stands without the page's own code, for a frame
 * is to be there at once and may not run much: the board is SVG, the words are these few lines.
 * What must hold: every text of a person or an edition is escaped; nothing but the view's cells
 * says what stands on a square. */
#include "server/watch/embed_page.h"

#include "base/markup.h"

#include <string.h>

enum { SQUARE = 100 }; /* of the picture's units */

/* ---- words ---- */

typedef struct embed_words {
    const char *tag, *turn[2], *won[2], *draw, *none, *soon, *ply, *plies, *guest, *board, *link;
} embed_words;

static const embed_words all_words[FF_LANGUAGES] = {
    [FF_ENGLISH] = {"en",
                    {"Red to move", "Blue to move"},
                    {"Red has won.", "Blue has won."},
                    "A draw.",
                    "No result.",
                    "The armies are being set up.",
                    "move",
                    "moves",
                    "Guest",
                    "The board from Red’s side",
                    "Watch on Flagfall"},
    [FF_DUTCH] = {"nl",
                  {"Rood is aan zet", "Blauw is aan zet"},
                  {"Rood heeft gewonnen.", "Blauw heeft gewonnen."},
                  "Remise.",
                  "Zonder uitslag.",
                  "De legers worden opgesteld.",
                  "zet",
                  "zetten",
                  "Gast",
                  "Het bord van de kant van Rood",
                  "Bekijken op Flagfall"},
    [FF_FRENCH] = {"fr",
                   {"À Rouge de jouer", "À Bleu de jouer"},
                   {"Rouge a gagné.", "Bleu a gagné."},
                   "Partie nulle.",
                   "Sans résultat.",
                   "Les armées se mettent en place.",
                   "coup",
                   "coups",
                   "Invité",
                   "Le plateau du côté de Rouge",
                   "Regarder sur Flagfall"},
    [FF_GERMAN] = {"de",
                   {"Rot ist am Zug", "Blau ist am Zug"},
                   {"Rot hat gewonnen.", "Blau hat gewonnen."},
                   "Unentschieden.",
                   "Ohne Ergebnis.",
                   "Die Armeen werden aufgestellt.",
                   "Zug",
                   "Züge",
                   "Gast",
                   "Das Brett von Rots Seite",
                   "Auf Flagfall ansehen"},
};

bool embed_find_language(ff_span tag, ff_language *language) {
    for (int i = 0; i < FF_LANGUAGES; i++) {
        if (ff_span_equals(tag, all_words[i].tag)) {
            *language = (ff_language)i;
            return true;
        }
    }
    return false;
}

/* ---- text ---- */

static const char *name_of(const embed_scene *scene, ff_seat seat) {
    const char *name = scene->player[seat];
    return name[0] ? name : all_words[scene->language].guest;
}

static bool is_over(const ff_view *view) {
    return view->result != FF_ONGOING || view->ending != FF_BY_NOTHING;
}

static void add_state(ff_buffer *out, const embed_scene *scene) {
    const embed_words *words = &all_words[scene->language];
    const ff_view *view = scene->view;
    if (is_over(view))
        ff_buffer_text(out, view->result == FF_RED_WINS    ? words->won[FF_RED]
                            : view->result == FF_BLUE_WINS ? words->won[FF_BLUE]
                            : view->result == FF_DRAW      ? words->draw
                                                           : words->none);
    else
        ff_buffer_text(out, view->turn == FF_NOBODY ? words->soon : words->turn[view->turn]);
    if (view->plies)
        ff_buffer_format(out, " · %u %s", view->plies,
                         view->plies == 1 ? words->ply : words->plies);
}

/* ---- the board ---- */

/* Red's pieces are towers with backs hatched upright, Blue's arches hatched across, so that colour
 * is never the only cue. */
static const char shapes[] =
    "<defs>"
    "<path id=\"red\" d=\"M9 20V8h18v6h14V8h18v6h14V8h18v12l-3 4v61q0 6-6 6H18q-6 0-6-6V24z\"/>"
    "<path id=\"blue\" d=\"M11 86V41C11 20 29 8 50 8s39 12 39 33v45q0 6-6 6H17q-6 0-6-6z\"/>"
    "<path id=\"back-red\" d=\"M26 26v54M38 26v54M50 26v54M62 26v54M74 26v54\"/>"
    "<path id=\"back-blue\" d=\"M24 36h52M24 48h52M24 60h52M24 72h52M24 84h52\"/>"
    "</defs>";

static void add_piece(ff_buffer *out, const ff_edition *edition, const ff_cell *cell, unsigned x,
                      unsigned y) {
    const char *seat = cell->seat == FF_RED ? "red" : "blue";
    ff_buffer_format(out, "<g class=\"%s\" transform=\"translate(%u %u)\"><use href=\"#%s\"/>",
                     seat, x, y, seat);
    if (cell->rank >= FF_RANKS) {
        ff_buffer_format(out, "<use href=\"#back-%s\" class=\"back%s\"/>", seat,
                         cell->moved ? " moved" : "");
    } else {
        ff_buffer_text(out, "<text x=\"50\" y=\"70\">");
        markup_escape(ff_span_of(edition->label[cell->rank]), out);
        ff_buffer_text(out, "</text>");
    }
    ff_buffer_text(out, "</g>");
}

/* From Red's side: rows are counted from Red's, and y grows downwards. */
static void add_board(ff_buffer *out, const embed_scene *scene) {
    const ff_edition *edition = scene->edition;
    const ff_view *view = scene->view;
    ff_buffer_format(out, "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%s",
                     all_words[scene->language].board, edition->files * SQUARE,
                     edition->rows * SQUARE, shapes);
    for (unsigned row = 0; row < edition->rows; row++) {
        for (unsigned file = 0; file < edition->files; file++) {
            unsigned square = FF_SQUARE(file, row);
            unsigned x = file * SQUARE, y = (edition->rows - 1u - row) * SQUARE;
            bool latest = view->plies > 0 &&
                          (square == FF_FROM(view->last.move) || square == FF_TO(view->last.move));
            ff_buffer_format(out,
                             "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/>",
                             edition->lake[square] ? "lake"
                             : latest              ? "latest"
                                                   : "land",
                             x, y, SQUARE, SQUARE);
            if (view->cell[square].seat != FF_NOBODY)
                add_piece(out, edition, &view->cell[square], x, y);
        }
    }
    ff_buffer_text(out, "</svg>\n");
}

/* ---- the page ---- */

/* A public host that would end the attribute is not written: it is the host's own option, so this
 * is a mistake and no attack. The link opens a window of its own: other sites may not frame the
 * page. */
static void add_link(ff_buffer *out, const embed_scene *scene) {
    bool named = scene->public_host && !strpbrk(scene->public_host, "\"<>& ");
    ff_buffer_format(
        out, "<p><a href=\"%s%s/#/game/%s\" target=\"_blank\" rel=\"noopener\">%s</a></p>\n",
        named ? "https://" : "", named ? scene->public_host : "", scene->game,
        all_words[scene->language].link);
}

void embed_page_write(ff_buffer *out, const embed_scene *scene) {
    ff_buffer_format(out,
                     "<!doctype html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n"
                     "<meta name=\"robots\" content=\"noindex\">\n<title>",
                     all_words[scene->language].tag);
    markup_escape(ff_span_of(name_of(scene, FF_RED)), out);
    ff_buffer_text(out, " – ");
    markup_escape(ff_span_of(name_of(scene, FF_BLUE)), out);
    ff_buffer_format(out,
                     " · Flagfall</title>\n<link rel=\"stylesheet\" href=\"/embedded.css\">\n"
                     "<script src=\"/embedded.js\" defer></script>\n<main%s>\n",
                     is_over(scene->view) ? "" : " data-live");
    ff_buffer_text(out, "<p class=\"players\"><b class=\"red\">");
    markup_escape(ff_span_of(name_of(scene, FF_RED)), out);
    ff_buffer_text(out, "</b> – <b class=\"blue\">");
    markup_escape(ff_span_of(name_of(scene, FF_BLUE)), out);
    ff_buffer_text(out, "</b></p>\n");
    add_board(out, scene);
    ff_buffer_text(out, "<p class=\"state\" role=\"status\">");
    add_state(out, scene);
    ff_buffer_text(out, "</p>\n");
    add_link(out, scene);
    ff_buffer_text(out, "</main>\n</html>\n");
}
