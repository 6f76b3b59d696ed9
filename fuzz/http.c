/* Any bytes as what a request brings: lines for its path, cookie, authorization, encodings,
 * tags, length, forwarded addresses and origin, and the rest as a body. Everything is read
 * or refused; what a bot asks becomes a message, or nothing; no file outside is found. */
#include "fuzz.h"

#include "../src/server/api/bot_acts.h"
#include "../src/server/api/routes.h"

#include <sodium.h>
#include <string.h>

static ff_span take_line(ff_span *rest) {
    const char *end = rest->size ? memchr(rest->data, '\n', rest->size) : NULL;
    size_t size = end ? (size_t)(end - rest->data) : rest->size;
    size_t used = end ? size + 1 : size;
    ff_span line = {rest->data, size};
    *rest = (ff_span){rest->data + used, rest->size - used};
    return line;
}

static void read_headers(http_request *request, ff_span *rest) {
    static const char own[] = "[::1]";
    http_hosts hosts;
    struct proxies proxies;
    ff_error error;
    size_t length = 0;
    http_hosts_init(&hosts, "127.0.0.1", 8080, "play.example.org");
    ff_span cookie = take_line(rest);
    static const uint8_t key[COOKIE_KEY_SIZE] = {1};
    request->has_cookie = cookies_read(key, cookie, false, 0, &request->cookie);
    MUST(!request->has_cookie || cookie.size >= 64);
    MUST(!request->has_cookie || !request->cookie.proved || cookie.size >= 104);
    request->bearer = http_bearer(take_line(rest));
    request->gzip = http_takes_gzip(take_line(rest));
    request->unchanged = take_line(rest);
    MUST(!http_length_read(take_line(rest), 1000, &length) || length <= 1000);
    MUST(proxies_parse(&proxies, "::1,10.0.0.0/8", &error));
    MUST(address_parse(ff_span_of(own), &request->address));
    request->address = proxies_client(&proxies, &request->address, take_line(rest));
    ff_span origin = take_line(rest);
    request->has_origin = origin.size > 0;
    request->from_our_page = http_origin_is_ours(&hosts, origin);
    http_host_is_ours(&hosts, origin);
}

static void ask_as_bot(const http_request *request) {
    bot_reply reply;
    unsigned status;
    struct command asked;
    command_refusal why;
    struct arena memory = {0};
    if (bot_acts_read(request, &memory, &asked, &reply, &status, &why))
        MUST(asked.kind && asked.kind->handle);
    else
        MUST(status >= 400 && why.reason && why.message[0]);
    arena_free(&memory);
}

static void ask_for_file(const struct files *files, const http_request *request) {
    struct arena memory = {0};
    http_reply answer = {.memory = &memory};
    files_answer(files, request, &answer);
    MUST(answer.status == 200 || answer.status == 304 || answer.status == 404);
    MUST(answer.body.data != NULL);
    arena_free(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct files *files;
    ff_span rest = {(const char *)data, size};
    http_request request = {.method = size % 3 == 0 ? HTTP_POST : HTTP_GET};
    struct arena memory = {0};
    http_reply answer = {.memory = &memory};
    if (!files)
        MUST(sodium_init() >= 0 && (files = files_new(NULL)));
    request.path = take_line(&rest);
    read_headers(&request, &rest);
    request.body = rest;
    const http_route *route = routes_find(&request, &answer);
    MUST(route || (answer.status == 405 && answer.allowed));
    if (route)
        routes_permit(&request, &answer);
    arena_free(&memory);
    ask_for_file(files, &request);
    ask_as_bot(&request);
    return 0;
}
