/* Who may ask, and which files there are. */
#include "server/http/files.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool host(const http_hosts *hosts, const char *text) {
    return http_host_is_ours(hosts, ff_span_of(text));
}

static bool origin(const http_hosts *hosts, const char *text) {
    return http_origin_is_ours(hosts, ff_span_of(text));
}

static void a_server_knows_its_names(void **state) {
    (void)state;
    http_hosts hosts;
    http_hosts_init(&hosts, "192.168.1.5", 8080, "play.example.org");
    assert_true(host(&hosts, "127.0.0.1:8080") && host(&hosts, "localhost:8080"));
    assert_true(host(&hosts, "[::1]:8080") && host(&hosts, "192.168.1.5:8080"));
    assert_true(host(&hosts, "Play.Example.org"));
    assert_false(host(&hosts, "") || host(&hosts, "127.0.0.1") || host(&hosts, "127.0.0.1:80801"));
    assert_false(host(&hosts, "127.0.0.1:808") || host(&hosts, "play.example.org:8080"));
    assert_true(origin(&hosts, "http://localhost:8080"));
    assert_true(origin(&hosts, "https://play.example.org"));
    assert_false(origin(&hosts, "") || origin(&hosts, "http://") || origin(&hosts, "null"));
    assert_false(origin(&hosts, "ws://localhost:8080") || origin(&hosts, "localhost:8080"));
    assert_false(origin(&hosts, "http://localhost:8080/"));
}

static void on_the_usual_port_no_port_is_named(void **state) {
    (void)state;
    http_hosts hosts;
    http_hosts_init(&hosts, "::1", 80, NULL);
    assert_true(host(&hosts, "localhost") && host(&hosts, "[::1]") && host(&hosts, "127.0.0.1"));
    assert_false(host(&hosts, "localhost:8080"));
}

static void headers_are_read(void **state) {
    (void)state;
    size_t length;
    assert_true(ff_span_equals(http_bearer(ff_span_of("Bearer abc")), "abc"));
    assert_true(ff_span_equals(http_bearer(ff_span_of("bearer  abc ")), "abc"));
    assert_int_equal(http_bearer(ff_span_of("Basic abc")).size, 0);
    assert_true(http_takes_gzip(ff_span_of("gzip, deflate, br")));
    assert_true(http_takes_gzip(ff_span_of("br;q=1.0, GZIP;q=0.5")));
    assert_false(http_takes_gzip(ff_span_of("br")) || http_takes_gzip(ff_span_of("")));
    assert_false(http_takes_gzip(ff_span_of("gzip;q=0")) ||
                 http_takes_gzip(ff_span_of("gzip; q=0.00, br")));
    assert_true(http_length_read(ff_span_of("1000"), 1000, &length) && length == 1000);
    static const char *const wrong[] = {"",    "1001", "-1", "+1",
                                        "1e3", "0x10", " 1", "99999999999999999999999"};
    for (int i = 0; i < 8; i++)
        assert_false(http_length_read(ff_span_of(wrong[i]), 1000, &length));
    assert_true(http_tag_matches(ff_span_of("\"a\", W/\"b\""), "\"b\""));
    assert_true(http_tag_matches(ff_span_of("*"), "\"b\""));
    assert_false(http_tag_matches(ff_span_of("\"ab\""), "\"b\""));
}

static struct arena memory;

static http_reply fetch(const struct files *files, ff_span path, bool gzip) {
    http_request request = {.method = HTTP_GET, .path = path, .gzip = gzip};
    http_reply answer = {.memory = &memory};
    files_answer(files, &request, &answer);
    return answer;
}

static void the_page_is_in_the_program(void **state) {
    (void)state;
    struct files *files = files_new(NULL);
    assert_non_null(files);
    http_reply page = fetch(files, ff_span_of("/"), false);
    assert_int_equal(page.status, 200);
    assert_string_equal(page.type, "text/html; charset=utf-8");
    assert_true(page.body.size > 0 && page.tag[0] == '"' && page.varies);
    assert_int_equal(fetch(files, ff_span_of(""), false).status, 404);
    assert_int_equal(fetch(files, ff_span_of("/nothing.js"), false).status, 404);
    http_reply packed = fetch(files, ff_span_of("/"), true);
    assert_string_equal(packed.encoding, "gzip");
    assert_true(packed.body.size < page.body.size && memcmp(packed.body.data, "\x1f\x8b", 2) == 0);
    assert_string_not_equal(packed.tag, page.tag);
    files_free(files);
}

static void no_path_leads_out_of_the_folder(void **state) {
    (void)state;
    struct files *files = files_new(TEST_ROOT "/support");
    http_reply found = fetch(files, ff_span_of("/hub_world.h"), true);
    assert_true(found.status == 200 && found.body.size > 0);
    arena_free(&memory);
    static const char *const paths[] = {"/../unit/server/http.c",
                                        "/./hub_world.h",
                                        "//hub_world.h",
                                        "/hub_world.h/",
                                        "/../../Makefile",
                                        "/a/../hub_world.h",
                                        "hub_world.h",
                                        "/.hidden",
                                        "/"};
    for (int i = 0; i < 9; i++)
        assert_int_equal(fetch(files, ff_span_of(paths[i]), false).status, 404);
    assert_int_equal(fetch(files, (ff_span){"/hub_world.h\0", 13}, false).status, 404);
    files_free(files);
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_knows_its_names),
        cmocka_unit_test(on_the_usual_port_no_port_is_named),
        cmocka_unit_test(headers_are_read),
        cmocka_unit_test(the_page_is_in_the_program),
        cmocka_unit_test(no_path_leads_out_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
