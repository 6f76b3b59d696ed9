/* Lines that come through a pipe, while something else happens. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The two ends of what is typed, and a file of news. */
typedef struct desk {
    int typed[2], news[2];
    FILE *in, *out;
    prompt *prompt;
    unsigned heard;
} desk;

static void write_all(int file, const char *text) {
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
}

/* After this no line is wanted. */
static bool hear(void *context, ff_buffer *out) {
    desk *d = context;
    char byte;
    assert_int_equal(read(d->news[0], &byte, 1), 1);
    ff_buffer_text(out, "news\n");
    d->heard++;
    return false;
}

static int set_up(void **state) {
    desk *d = calloc(1, sizeof *d);
    if (!d || pipe(d->typed) != 0 || pipe(d->news) != 0)
        return -1;
    d->in = fdopen(d->typed[0], "r");
    d->out = tmpfile();
    d->prompt = d->in && d->out ? prompt_new(d->in, d->out) : NULL;
    *state = d;
    return d->prompt ? 0 : -1;
}

static int tear_down(void **state) {
    desk *d = *state;
    prompt_free(d->prompt);
    fclose(d->in);
    fclose(d->out);
    close(d->typed[1]);
    close(d->news[0]);
    close(d->news[1]);
    free(d);
    return 0;
}

static prompt_answer next_line(desk *d, char line[PROMPT_LINE]) {
    prompt_news news = {d->news[0], hear, d};
    return prompt_read(d->prompt, &news, line);
}

static void a_line_that_news_interrupts_is_read_whole_afterwards(void **state) {
    desk *d = *state;
    char line[PROMPT_LINE];
    write_all(d->typed[1], "a4");
    write_all(d->news[1], "x");
    assert_int_equal(next_line(d, line), PROMPT_END);
    assert_int_equal(d->heard, 1);
    write_all(d->typed[1], "-a5\r\nb4-b5\n");
    assert_int_equal(next_line(d, line), PROMPT_READ);
    assert_string_equal(line, "a4-a5");
    assert_int_equal(next_line(d, line), PROMPT_READ);
    assert_string_equal(line, "b4-b5");
}

static void a_line_may_be_as_long_as_it_fits_and_the_last_needs_no_end(void **state) {
    desk *d = *state;
    char line[PROMPT_LINE], text[PROMPT_LINE + 1];
    memset(text, 'x', sizeof text);
    text[PROMPT_LINE] = '\0';
    write_all(d->typed[1], text);
    write_all(d->typed[1], "\n");
    write_all(d->typed[1], text + 1);
    write_all(d->typed[1], "\nquit");
    close(d->typed[1]);
    assert_int_equal(next_line(d, line), PROMPT_TOO_LONG);
    assert_string_equal(line, "");
    assert_int_equal(next_line(d, line), PROMPT_READ);
    assert_int_equal(strlen(line), PROMPT_LINE - 1);
    assert_int_equal(next_line(d, line), PROMPT_READ);
    assert_string_equal(line, "quit");
    assert_int_equal(next_line(d, line), PROMPT_END);
    d->typed[1] = dup(d->news[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_line_that_news_interrupts_is_read_whole_afterwards,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_line_may_be_as_long_as_it_fits_and_the_last_needs_no_end,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
