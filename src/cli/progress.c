/* How far long work is, on one line. Long lines are cut at the terminal's edge, so that the
 * line stays one and can be taken back. */
#define _DEFAULT_SOURCE
#include "cli/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const uint64_t interval_ns = 250000000;

void progress_begin(progress *p, const char *unit, double count, double total, progress_mode mode) {
    *p = (progress){.unit = unit, .total = total, .mode = mode, .first_count = count};
    p->first_share = total > 0 ? count / total : 0;
    const char *term = getenv("TERM"); /* a "dumb" one cannot take a line back */
    p->terminal = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
    p->silent = mode == PROGRESS_OFF || (mode == PROGRESS_TERMINAL && !p->terminal);
    p->begun_ns = clock_now_ns();
}

bool progress_is_due(const progress *p) {
    return !p->silent && (p->told_ns == 0 || clock_now_ns() - p->told_ns >= interval_ns);
}

/* "1234", "56.7 million". */
static void add_number(ff_buffer *out, double number) {
    if (number >= 1e7)
        ff_buffer_format(out, "%.1f million", number / 1e6);
    else
        ff_buffer_format(out, number < 10 && number > 0 ? "%.2g" : "%.0f", number);
}

static void add_count(ff_buffer *out, const progress *p, double count) {
    if (count >= 1e7)
        add_number(out, count);
    else
        ff_buffer_format(out, "%.0f", count);
    if (p->total > 0)
        ff_buffer_format(out, " of %.0f", p->total);
    ff_buffer_format(out, " %s", p->unit);
}

static void write_line(const progress *p, uint64_t now, double count, double share,
                       const char *more, ff_buffer *out) {
    double seconds = (double)(now - p->begun_ns) / 1e9, done = share - p->first_share;
    if (share >= 0)
        ff_buffer_format(out, "%3.0f %%  ", share * 100);
    add_count(out, p, count);
    if (seconds > 0 && count > p->first_count) {
        ff_buffer_text(out, "  ");
        add_number(out, (count - p->first_count) / seconds);
        ff_buffer_text(out, "/s");
    }
    if (done > 0) {
        double left = seconds / done * (1 - share);
        uint64_t whole = left < 3.6e7 ? (uint64_t)(left + 0.5) : 36000000;
        ff_buffer_format(out, "  %s%u:%02u:%02u left", p->at_most ? "at most " : "",
                         (unsigned)(whole / 3600), (unsigned)(whole / 60 % 60),
                         (unsigned)(whole % 60));
    }
    if (more && *more)
        ff_buffer_format(out, "  %s", more);
}

static void show(progress *p, const ff_buffer *line) {
    struct winsize terminal;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 1;
    /* The last column stays free: some terminals begin a new line when it is written. */
    size_t most = (known ? terminal.ws_col : 80u) - 1;
    size_t size = line->size < most ? line->size : most;
    if (p->terminal)
        fprintf(stderr, "\r%.*s\033[K", (int)size, line->data);
    else
        fprintf(stderr, "%s\n", line->data);
    p->shown = p->terminal;
}

void progress_at(progress *p, double count, double share, const char *more) {
    if (share < 0 && p->total > 0)
        share = count / p->total;
    if (p->silent || (!progress_is_due(p) && share < 1))
        return;
    ff_buffer line = {0};
    uint64_t now = clock_now_ns();
    write_line(p, now, count, share > 1 ? 1 : share, more, &line);
    if (!line.failed)
        show(p, &line);
    p->told_ns = now;
    ff_buffer_free(&line);
}

void progress_end(progress *p) {
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}

void progress_give_way(progress *p) {
    if (p->shown && isatty(STDOUT_FILENO))
        progress_end(p);
}
