/* Who may ask, whose cookie it is, and which files there are. */
#include "server/http.h"

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

static void a_cookie_is_read_among_others(void **state) {
    (void)state;
    char cookie[HTTP_COOKIE_SIZE], header[256];
    ff_person guest, same, other;
    http_cookie_make(cookie);
    static const char *const forms[] = {"flagfall=%s", "a=b; flagfall=%s", "flagfall=%s; c=d",
                                        "  flagfall=%s;x"};
    snprintf(header, sizeof header, forms[0], cookie);
    assert_true(http_cookie_read(ff_span_of(header), &guest));
    for (int i = 1; i < 4; i++) {
        snprintf(header, sizeof header, forms[i], cookie);
        assert_true(http_cookie_read(ff_span_of(header), &same));
        assert_memory_equal(&guest, &same, sizeof guest);
    }
    http_cookie_make(cookie);
    snprintf(header, sizeof header, forms[0], cookie);
    assert_true(http_cookie_read(ff_span_of(header), &other));
    assert_memory_not_equal(&guest, &other, sizeof guest);
}

static void what_is_no_cookie_is_no_guest(void **state) {
    (void)state;
    char cookie[HTTP_COOKIE_SIZE], header[256];
    ff_person guest;
    http_cookie_make(cookie);
    static const char *const forms[] = {
        "",         "flagfall=", "notflagfall=%s", "flagfall=%s0", "flagfall=z%s", "flagfall =%s",
        "flagfall", ";;;"};
    for (int i = 0; i < 8; i++) {
        snprintf(header, sizeof header, forms[i], cookie);
        assert_false(http_cookie_read(ff_span_of(header), &guest));
    }
    snprintf(header, sizeof header, "flagfall=%.63s", cookie);
    assert_false(http_cookie_read(ff_span_of(header), &guest));
}

static bool find(http_file *file, const char *path, const char *folder) {
    return http_file_find(file, ff_span_of(path), folder);
}

static void the_page_is_in_the_program(void **state) {
    (void)state;
    http_file file;
    assert_true(find(&file, "/", NULL));
    assert_string_equal(file.type, "text/html; charset=utf-8");
    assert_true(file.body.size > 0 && file.tag[0] == '"');
    assert_false(find(&file, "", NULL) || find(&file, "/nothing.js", NULL));
}

static void no_path_leads_out_of_the_folder(void **state) {
    (void)state;
    http_file file;
    char folder[] = TEST_ROOT "/support";
    assert_true(find(&file, "/hub_world.h", folder));
    assert_true(file.body.size > 0);
    ff_buffer_free(&file.owned);
    static const char *const paths[] = {"/../unit/server_http.c",
                                        "/./hub_world.h",
                                        "//hub_world.h",
                                        "/hub_world.h/",
                                        "/../../Makefile",
                                        "/a/../hub_world.h",
                                        "hub_world.h",
                                        "/.hidden",
                                        "/"};
    for (int i = 0; i < 9; i++)
        assert_false(find(&file, paths[i], folder));
    assert_false(http_file_find(&file, (ff_span){"/hub_world.h\0", 13}, folder));
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_knows_its_names),
        cmocka_unit_test(on_the_usual_port_no_port_is_named),
        cmocka_unit_test(a_cookie_is_read_among_others),
        cmocka_unit_test(what_is_no_cookie_is_no_guest),
        cmocka_unit_test(the_page_is_in_the_program),
        cmocka_unit_test(no_path_leads_out_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
