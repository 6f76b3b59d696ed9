/* An invitation as a link that other programs preview. The page's own addresses are behind a #,
 * which no server is ever sent: so this is a page of a few lines that says what it is, and leads
 * there. What must hold: it is the same whether there is such an invitation or not, and says
 * nothing of who has made it; whoever opens the link is told by the page. */
#include "server/api/routes.h"
#include "server/http/route_pattern.h"

#include <string.h>

/* A code has 8 letters and digits, and people may put a dash in between. */
static bool is_code(ff_span text) {
    enum { LONGEST = 12 };
    for (size_t i = 0; i < text.size; i++) {
        char sign = text.data[i];
        if (!(sign >= '0' && sign <= '9') && !(sign >= 'A' && sign <= 'Z') &&
            !(sign >= 'a' && sign <= 'z') && sign != '-')
            return false;
    }
    return text.size > 0 && text.size <= LONGEST;
}

static void add_tag(ff_buffer *out, const char *name, const char *value) {
    ff_buffer_format(out, "<meta property=\"og:%s\" content=\"%s\">\n", name, value);
}

/* An address on this server: whole where the host has said under which name it is offered. A name
 * with signs that would end the attribute is none. */
static void add_address(ff_buffer *out, const char *name, const char *public_host, const char *path,
                        ff_span code) {
    bool is_named = public_host && !strpbrk(public_host, "\"<>& ");
    ff_buffer_format(out, "<meta property=\"og:%s\" content=\"%s%s%s", name,
                     is_named ? "https://" : "", is_named ? public_host : "", path);
    ff_buffer_add(out, code.data, code.size);
    ff_buffer_text(out, "\">\n");
}

void route_invitation(struct site *site, const http_request *request, http_reply *reply) {
    ff_span code = route_pattern_part("/join/*", request->path, 0);
    ff_buffer text = {0};
    if (!is_code(code)) {
        reply_text(reply, 404, "there is no such page\n");
        return;
    }
    ff_buffer_text(&text, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                          "<title>Flagfall: you are invited to a game</title>\n"
                          "<meta name=\"robots\" content=\"noindex\">\n");
    add_tag(&text, "type", "website");
    add_tag(&text, "site_name", "Flagfall");
    add_tag(&text, "title", "You are invited to a game of Flagfall");
    add_tag(&text, "description",
            "Two hidden armies, one flag each. Open the link to play in the browser, without an "
            "account.");
    add_address(&text, "url", site->public_host, "/join/", code);
    add_address(&text, "image", site->public_host, "/icon-512.png", ff_span_of(""));
    ff_buffer_text(&text, "<meta name=\"twitter:card\" content=\"summary\">\n"
                          "<meta http-equiv=\"refresh\" content=\"0; url=/#/join/");
    ff_buffer_add(&text, code.data, code.size);
    ff_buffer_text(&text, "\">\n<p><a href=\"/#/join/");
    ff_buffer_add(&text, code.data, code.size);
    ff_buffer_text(&text, "\">Join the game</a>\n</html>\n");
    reply_body(reply, 200, "text/html; charset=utf-8", &text);
}
