/* The game in the terminal when memory runs out: it stops and says so, or goes on
 * where the loss does not matter; it never crashes. */
#include "failing_malloc.h"
#include "flagfall/player.h"
#include "tui/plain/plain.h"
#include "tui/play/local.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char typed[] = "help\nsetup random\nstart\nmoves\npieces\ncaptured\nhistory\n"
                            "a1-a1\nrules\nresign\nsave /dev/null/none\nquit\n";

static const ff_player_kind opponent = {.size = sizeof opponent,
                                        .name = "random",
                                        .title = "draws by lot",
                                        .create = ff_random_player_new};

/* Plays what is typed with the n-th allocation failing. */
static plain_status play_with_failure(unsigned long n, ff_seat seat) {
    FILE *in = tmpfile(), *out = tmpfile();
    assert_true(in && out);
    fputs(typed, in);
    rewind(in);
    local_setting game = {.edition = ff_edition_find(ff_span_of("barrage")),
                          .opponent = &opponent,
                          .seat = seat,
                          .seed = 1,
                          .threads = 1};
    plain_setting setting = {.seed = 1, .in = in, .out = out};
    malloc_fail_at(n);
    setting.host = local_new(&game);
    plain_status status = setting.host ? plain_play(&setting) : PLAIN_FAILED;
    if (setting.host)
        setting.host->free(setting.host);
    fclose(in);
    fclose(out);
    return status;
}

static void the_terminal_survives_every_failure(void **state) {
    (void)state;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        assert_int_equal(play_with_failure(0, (ff_seat)seat), PLAIN_DONE);
        unsigned long n = 0, told = 0;
        bool failed;
        do {
            plain_status status = play_with_failure(++n, (ff_seat)seat);
            failed = malloc_has_failed();
            malloc_fail_at(0);
            assert_int_not_equal(status, PLAIN_CUT);
            assert_true(failed || status == PLAIN_DONE);
            told += status == PLAIN_FAILED;
        } while (failed);
        assert_true(told >= 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_terminal_survives_every_failure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
