/* Curves of learning, as an SVG without scripts or fonts of its own. */
#include "learn/progress.h"

#include "format/words.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 860, PANEL = 200, LEFT = 60, RIGHT = 190, TOP = 30, BOTTOM = 24, CURVES = 48 };

/* A number of the lines by its name: "loss", "one-ply@duel". */
typedef struct curve {
    ff_span name;
    double most;
} curve;

typedef struct chart {
    ff_span lines;
    curve curve[CURVES];
    unsigned curves;
    double games; /* of the last line */
    ff_buffer *out;
} chart;

/* --- reading the lines ------------------------------------------------------------------- */

/* The next word of "NAME=NUMBER"; false at the end of the line. Other words are passed over: a
 * state may be of a version that writes more of them. */
static bool next_word(ff_span *line, ff_span *name, double *number) {
    while (line->size) {
        const char *space = memchr(line->data, ' ', line->size);
        size_t size = space ? (size_t)(space - line->data) : line->size;
        ff_span word = {line->data, size};
        line->data += size + (space != NULL);
        line->size -= size + (space != NULL);
        const char *sign = memchr(word.data, '=', word.size);
        char text[32] = "", *end;
        size_t digits = sign ? (size_t)(word.data + word.size - sign - 1) : 0;
        if (!digits || digits >= sizeof text)
            continue;
        memcpy(text, sign + 1, digits);
        *number = strtod(text, &end);
        *name = (ff_span){word.data, (size_t)(sign - word.data)};
        if (*end == '\0' && *number >= 0 && *number < 1e15)
            return true;
    }
    return false;
}

static bool same(ff_span a, ff_span b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static void note(chart *c, ff_span name, double number) {
    unsigned i = 0;
    while (i < c->curves && !same(c->curve[i].name, name))
        i++;
    if (i == CURVES)
        return;
    if (i == c->curves)
        c->curve[c->curves++] = (curve){name, 0};
    c->curve[i].most = number > c->curve[i].most ? number : c->curve[i].most;
}

/* Finds which curves there are and how high each goes, before anything is drawn. */
static void survey(chart *c) {
    ff_span lines = c->lines, line, name;
    double number;
    while (line_take(&lines, &line))
        while (next_word(&line, &name, &number)) {
            note(c, name, number);
            if (ff_span_equals(name, "games") && number > c->games)
                c->games = number;
        }
}

/* --- drawing ------------------------------------------------------------------------------- */

static const char *const colours[] = {"#1b6ca8", "#b8442e", "#3d8b40", "#8a5a9c",
                                      "#b07d12", "#2f8f8f", "#a03a6b", "#666666"};

enum { COLOURS = sizeof colours / sizeof *colours };

/* Names are put into the SVG as text: only plain letters of them. */
static void write_name(ff_buffer *out, ff_span name) {
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        ff_buffer_byte(out, c == '<' || c == '&' || c == '>' || c == '"' ? '?' : c);
    }
}

static void draw_curve(const chart *c, const curve *which, unsigned number, int top, double most) {
    ff_span lines = c->lines, line, name;
    double value, games = 0;
    ff_buffer_format(c->out, "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"",
                     colours[number % COLOURS]);
    while (line_take(&lines, &line))
        while (next_word(&line, &name, &value)) {
            if (ff_span_equals(name, "games"))
                games = value;
            else if (same(name, which->name))
                ff_buffer_format(c->out, "%.1f,%.1f ",
                                 LEFT + games / c->games * (WIDTH - LEFT - RIGHT),
                                 top + (1 - value / most) * (PANEL - TOP - BOTTOM));
        }
    ff_buffer_text(c->out, "\"/>\n");
    ff_buffer_format(c->out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">", WIDTH - RIGHT + 8,
                     top + 12 + 14 * (int)number, colours[number % COLOURS]);
    write_name(c->out, which->name);
    ff_buffer_text(c->out, "</text>\n");
}

/* A panel of one number, or (`what` is null) of all scores, 0 to 1: those are named by opponent
 * and edition, with an `@` between. */
static void draw_panel(const chart *c, const char *what, const char *title, int index) {
    int top = index * PANEL + TOP, height = PANEL - TOP - BOTTOM;
    double most = what ? 0 : 1;
    for (unsigned i = 0; what && i < c->curves; i++)
        most = ff_span_equals(c->curve[i].name, what) ? c->curve[i].most : most;
    most = most > 0 ? most : 1;
    ff_buffer_format(c->out,
                     "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n"
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                     "stroke=\"#999\"/>\n"
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.4g</text>\n"
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>\n",
                     LEFT, top - 8, title, LEFT, top, WIDTH - LEFT - RIGHT, height, LEFT - 6,
                     top + 10, most, LEFT - 6, top + height);
    unsigned drawn = 0;
    for (unsigned i = 0; i < c->curves; i++)
        if (what ? ff_span_equals(c->curve[i].name, what)
                 : memchr(c->curve[i].name.data, '@', c->curve[i].name.size) != NULL)
            draw_curve(c, &c->curve[i], drawn++, top, most);
}

void progress_draw(ff_span lines, ff_buffer *svg) {
    static const struct {
        const char *what, *title;
    } panels[] = {{"loss", "Mean squared error of what was expected"},
                  {"length", "Plies a game"},
                  {"draws", "Share of games drawn"},
                  {NULL, "Score against each opponent, one ply"}};
    enum { PANELS = sizeof panels / sizeof *panels };
    chart c = {.lines = lines, .out = svg};
    survey(&c);
    c.games = c.games > 0 ? c.games : 1;
    ff_buffer_format(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                     "font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     WIDTH, PANELS * PANEL + 10);
    for (int i = 0; i < PANELS; i++)
        draw_panel(&c, panels[i].what, panels[i].title, i);
    ff_buffer_format(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f games</text>\n</svg>\n",
                     WIDTH - RIGHT, PANELS * PANEL + 2, c.games);
}
