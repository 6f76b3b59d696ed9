/* Lines on standard output, and how far it is on standard error. */
#include "store_listener.h"

#include "cli/line.h"
#include "cli/spec.h"
#include "server/play/inspection.h"

static void print_problem(void *context, const char *line) {
    store_listener *l = context;
    progress_give_way(&l->progress);
    line_print(l->json, NULL, "%s", line);
}

static void print_progress(void *context, uint64_t games) {
    progress_at(&((store_listener *)context)->progress, (double)games, -1, NULL);
}

store_check_hears store_listener_begin(store_listener *listener) {
    progress_begin(&listener->progress, "games", 0, 0, PROGRESS_TERMINAL);
    return (store_check_hears){listener, inspection_fault, print_problem, print_progress};
}

int store_report_print(const store_report *report, bool json) {
    line_print(json, NULL, "games=%llu damaged=%llu problems=%llu",
               (unsigned long long)report->games, (unsigned long long)report->damaged,
               (unsigned long long)report->problems);
    return report->problems ? EXIT_NO : EXIT_DONE;
}
