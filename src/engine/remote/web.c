/* Requests by libcurl. A token goes to the host that was named and to no other: redirects
 * are not followed. */
#define _POSIX_C_SOURCE 200809L
#include "engine/remote/web.h"

#include "base/clock.h"

#include <curl/curl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    CONNECT_SECONDS = 10,
    ANSWER_SECONDS = 30,
    LOOK_MS = 100,       /* between two looks at whether to stop: who leaves does not notice them */
    LINE_SIZE = 4 << 20, /* bytes */
    URL_SIZE = 1024,
};

bool web_begin(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void web_end(void) {
    curl_global_cleanup();
}

/* One request while it lasts. */
typedef struct call {
    CURL *curl;
    struct curl_slist *headers;
    const web *web;
    ff_buffer text; /* the answer, or a line that is arriving */
    web_take *take; /* null: not a stream */
    void *context;
    bool enough;    /* `take` wants no more */
    uint64_t heard; /* when the last byte of a stream came, by the clock below */
} call;

/* Hands out the whole lines of a stream and keeps the rest. Any other answer than `size` has
 * libcurl end the request. */
static size_t take_lines(call *to, size_t size) {
    char *begin = to->text.data, *end = begin + to->text.size, *stop;
    while (!to->enough && (stop = memchr(begin, '\n', (size_t)(end - begin)))) {
        if (stop > begin)
            to->enough = !to->take(to->context, (ff_span){begin, (size_t)(stop - begin)});
        begin = stop + 1;
    }
    size_t left = (size_t)(end - begin);
    memmove(to->text.data, begin, left);
    to->text.size = left;
    return to->enough || left > LINE_SIZE ? 0 : size;
}

static uint64_t now_of(const call *c) {
    return c->web->now ? c->web->now() : clock_now_ns();
}

static size_t on_data(char *data, size_t one, size_t size, void *context) {
    call *to = context;
    (void)one;
    to->heard = now_of(to);
    ff_buffer_add(&to->text, data, size);
    if (to->text.failed || to->text.size > LINE_SIZE)
        return 0;
    long status = 0;
    curl_easy_getinfo(to->curl, CURLINFO_RESPONSE_CODE, &status);
    return to->take && status == 200 ? take_lines(to, size) : size;
}

/* A line that is lost says nothing, and TCP would wait for many minutes. */
static bool is_silent(const call *stream) {
    return stream->take &&
           now_of(stream) - stream->heard > WEB_SILENCE_SECONDS * UINT64_C(1000000000);
}

static bool is_to_stop(const web *of) {
    return of->stop && atomic_load(of->stop);
}

static bool call_open(call *to, const web *place, const char *path) {
    char url[URL_SIZE], who[URL_SIZE];
    to->web = place;
    int size = snprintf(url, sizeof url, "%s%s", place->server, path);
    if (place->token)
        snprintf(who, sizeof who, "Authorization: Bearer %s", place->token);
    else /* the server takes a cookie from its own page alone */
        snprintf(who, sizeof who, "Origin: %s", place->server);
    to->curl = curl_easy_init();
    to->headers = curl_slist_append(NULL, who);
    if (!to->curl || !to->headers || size < 0 || (size_t)size >= sizeof url)
        return false;
    curl_easy_setopt(to->curl, CURLOPT_URL, url);
    curl_easy_setopt(to->curl, CURLOPT_HTTPHEADER, to->headers);
    curl_easy_setopt(to->curl, CURLOPT_COOKIEFILE, place->token ? NULL : place->jar);
    curl_easy_setopt(to->curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(to->curl, CURLOPT_QUICK_EXIT, 1L); /* a name that nobody answers for is left */
    curl_easy_setopt(to->curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(to->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(to->curl, CURLOPT_WRITEFUNCTION, on_data);
    curl_easy_setopt(to->curl, CURLOPT_WRITEDATA, to);
    return true;
}

/* Is it to stop, and has it had its grace since that was seen first (`*seen`, ns)? */
static bool has_to_stop(const web *of, uint64_t *seen) {
    if (!is_to_stop(of))
        return false;
    uint64_t now = clock_now_ns();
    *seen = *seen ? *seen : now;
    return now - *seen >= of->grace_ms * UINT64_C(1000000);
}

/* How it ended; as aborted where it was to stop, or was silent for too long. */
static CURLcode run(const call *to, CURLM *multi) {
    int running = 1, left;
    uint64_t seen = 0;
    CURLMcode code = curl_multi_add_handle(multi, to->curl);
    while (code == CURLM_OK && running && !has_to_stop(to->web, &seen) && !is_silent(to)) {
        code = curl_multi_perform(multi, &running);
        if (code == CURLM_OK && running)
            code = curl_multi_poll(multi, NULL, 0, LOOK_MS, NULL);
    }
    const CURLMsg *end = running ? NULL : curl_multi_info_read(multi, &left);
    CURLcode result = end ? end->data.result : CURLE_ABORTED_BY_CALLBACK;
    curl_multi_remove_handle(multi, to->curl);
    return result;
}

static long call_run(call *to) {
    long status = 0;
    CURLM *multi = curl_multi_init();
    CURLcode code = multi ? run(to, multi) : CURLE_OUT_OF_MEMORY;
    curl_multi_cleanup(multi);
    curl_easy_getinfo(to->curl, CURLINFO_RESPONSE_CODE, &status);
    return code == CURLE_OK || to->take ? status : 0;
}

static void call_close(call *to) {
    curl_slist_free_all(to->headers);
    if (to->curl)
        curl_easy_cleanup(to->curl);
    ff_buffer_free(&to->text);
}

long web_visit(const web *to) {
    call visit = {0};
    long status = 0;
    mode_t before = umask(077); /* the cookie is nobody else's to read */
    if (call_open(&visit, to, "/")) {
        curl_easy_setopt(visit.curl, CURLOPT_COOKIEJAR, to->jar);
        curl_easy_setopt(visit.curl, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
        status = call_run(&visit);
    }
    call_close(&visit); /* writes the jar */
    umask(before);
    return status;
}

long web_post(const web *to, const char *path, const char *form, ff_buffer *answer) {
    call post = {0};
    long status = 0;
    if (call_open(&post, to, path)) {
        curl_easy_setopt(post.curl, CURLOPT_POSTFIELDS, form);
        curl_easy_setopt(post.curl, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
        status = call_run(&post);
    }
    if (answer)
        ff_buffer_add(answer, post.text.data ? post.text.data : "", post.text.size);
    call_close(&post);
    return status;
}

long web_get(const web *from, const char *path, ff_buffer *answer) {
    call get = {0};
    long status = 0;
    if (call_open(&get, from, path)) {
        curl_easy_setopt(get.curl, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
        status = call_run(&get);
    }
    ff_buffer_add(answer, get.text.data ? get.text.data : "", get.text.size);
    call_close(&get);
    return status;
}

void web_add_escaped(ff_buffer *out, const char *text) {
    char *escaped = curl_easy_escape(NULL, text, 0);
    if (escaped)
        ff_buffer_text(out, escaped);
    out->failed |= !escaped;
    curl_free(escaped);
}

void web_pause(const web *of, unsigned ms) {
    for (; ms > 0 && !is_to_stop(of); ms -= ms < LOOK_MS ? ms : LOOK_MS)
        poll(NULL, 0, ms < LOOK_MS ? (int)ms : LOOK_MS);
}

long web_stream(const web *from, const char *path, web_take *take, void *context) {
    call stream = {.take = take, .context = context};
    long status = 0;
    if (call_open(&stream, from, path)) {
        stream.heard = now_of(&stream);
        status = call_run(&stream);
    }
    call_close(&stream);
    return status;
}
