/* Links that other programs preview: an invitation, and a game that is over. The page's own
 * addresses are behind a #, which no server is ever sent: so this is a page of a few lines that
 * says what it is, and leads there. What must hold: it is the same whether there is such an
 * invitation or game or not, and says nothing of whose it is; whoever opens the link is told by the
 * page. */
#include "server/api/routes.h"

#include <stdio.h>
#include <string.h>

/* A kind of link: the path before what is meant, the page's address, and what is told of it. */
typedef struct link_kind {
    const char *path, *address, *title, *text, *press;
    bool has_picture; /* of its own: path, id and ".png" */
} link_kind;

static const link_kind invitation = {
    "/join/",
    "/#/join/",
    "You are invited to a game of Flagfall",
    "Two hidden armies, one flag each. Open the link to play in the browser, without an account.",
    "Join the game",
    false};
static const link_kind game = {
    "/g/",
    "/#/game/",
    "A game of Flagfall to step through",
    "Two hidden armies, one flag each: every move and every piece, now that it is over.",
    "See the game",
    true};

static bool is_letter_or_digit(char sign) {
    return (sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z') ||
           (sign >= 'a' && sign <= 'z');
}

/* A code has 8 letters and digits, and people may put a dash in between. */
static bool is_code(ff_span text) {
    enum { LONGEST = 12 };
    for (size_t i = 0; i < text.size; i++)
        if (!is_letter_or_digit(text.data[i]) && text.data[i] != '-')
            return false;
    return text.size > 0 && text.size <= LONGEST;
}

enum { ID = GAME_ID_SIZE - 1 };

/* Perhaps a game is shown with its analysis, which the link says last. */
static ff_span without_analysis(ff_span text) {
    static const char analysed[] = "/analysis";
    const size_t size = sizeof analysed - 1;
    if (text.size > ID + 1 + size && memcmp(text.data + text.size - size, analysed, size) == 0)
        text.size -= size;
    return text;
}

/* A game's id, and perhaps a slash and the number of moves after which it is shown. */
static bool is_game(ff_span whole) {
    enum { DIGITS = 4 };
    ff_span text = without_analysis(whole);
    for (size_t i = 0; i < text.size && i < ID; i++)
        if (!is_letter_or_digit(text.data[i]) && text.data[i] != '-' && text.data[i] != '_')
            return false;
    for (size_t i = ID + 1; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return text.size == ID ||
           (text.size > ID + 1 && text.size <= ID + 1 + DIGITS && text.data[ID] == '/');
}

static void add_tag(ff_buffer *out, const char *name, const char *value) {
    ff_buffer_format(out, "<meta property=\"og:%s\" content=\"%s\">\n", name, value);
}

/* An address on this server: whole where the host has said under which name it is offered. A name
 * with signs that would end the attribute is none. */
static void add_address(ff_buffer *out, const char *name, const char *public_host, const char *path,
                        ff_span rest) {
    bool is_named = public_host && !strpbrk(public_host, "\"<>& ");
    ff_buffer_format(out, "<meta property=\"og:%s\" content=\"%s%s%s", name,
                     is_named ? "https://" : "", is_named ? public_host : "", path);
    ff_buffer_add(out, rest.data, rest.size);
    ff_buffer_text(out, "\">\n");
}

/* The picture of the game, as far as the link shows it; or the program's sign. */
static void add_picture(ff_buffer *out, const struct site *site, const link_kind *kind,
                        ff_span rest) {
    char path[sizeof "/g/" + GAME_ID_SIZE + sizeof "/1234.png"] = "/icon-512.png";
    if (kind->has_picture)
        snprintf(path, sizeof path, "%s%.*s.png", kind->path, (int)without_analysis(rest).size,
                 rest.data);
    add_address(out, "image", site->public_host, path, ff_span_of(""));
}

static void answer(const struct site *site, const link_kind *kind, ff_span rest,
                   http_reply *reply) {
    ff_buffer text = {0};
    ff_buffer_format(&text,
                     "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                     "<title>%s</title>\n<meta name=\"robots\" content=\"noindex\">\n",
                     kind->title);
    add_tag(&text, "type", "website");
    add_tag(&text, "site_name", "Flagfall");
    add_tag(&text, "title", kind->title);
    add_tag(&text, "description", kind->text);
    add_address(&text, "url", site->public_host, kind->path, rest);
    add_picture(&text, site, kind, rest);
    ff_buffer_format(&text,
                     "<meta name=\"twitter:card\" content=\"summary\">\n"
                     "<meta http-equiv=\"refresh\" content=\"0; url=%s",
                     kind->address);
    ff_buffer_add(&text, rest.data, rest.size);
    ff_buffer_format(&text, "\">\n<p><a href=\"%s", kind->address);
    ff_buffer_add(&text, rest.data, rest.size);
    ff_buffer_format(&text, "\">%s</a>\n</html>\n", kind->press);
    reply_body(reply, 200, "text/html; charset=utf-8", &text);
}

static void answer_if(bool (*fits)(ff_span rest), const link_kind *kind, const struct site *site,
                      const http_request *request, http_reply *reply) {
    size_t before = strlen(kind->path);
    ff_span rest = {request->path.data + before, request->path.size - before};
    if (fits(rest))
        answer(site, kind, rest, reply);
    else
        reply_text(reply, 404, "there is no such page\n");
}

void route_invitation(struct site *site, const http_request *request, http_reply *reply) {
    answer_if(is_code, &invitation, site, request, reply);
}

void route_shown_game(struct site *site, const http_request *request, http_reply *reply) {
    answer_if(is_game, &game, site, request, reply);
}
