/* Statements about reports of chat, and the words for their reasons. What must hold: a person has
 * one report of a line at most, and a report whose line is gone is gone too (the schema deletes
 * it), so that what the host reads is what was said. */
#include "server/moderation/reports.h"

#include "format/words.h"
#include "server/store/store_parts.h"

enum { COUNT, ADD, SETTLE, OLD, SWEEP, LIST, LIST_OF, STATEMENTS };

/* The line's text is read where it stands, and the account's name as it is now. */
#define SHOWN                                                                                      \
    "SELECT game.id, chat_report.line, chat_report.reason, chat_report.time, account.name,"        \
    " chat.seat, chat.name, chat.text FROM chat_report"                                            \
    " JOIN chat ON chat.game = chat_report.game AND chat.number = chat_report.line"                \
    " JOIN game ON game.number = chat_report.game"                                                 \
    " LEFT JOIN account ON account.person = chat_report.person"

static const char *const statements[STATEMENTS] = {
    [COUNT] = "SELECT (SELECT count(*) FROM chat_report),"
              " (SELECT count(*) FROM chat_report WHERE person = ?1),"
              " (SELECT count(*) FROM chat_report WHERE origin = ?2)",
    [ADD] =
        "INSERT INTO chat_report (game, line, person, origin, reason, time)"
        " SELECT game, number, ?3, ?4, ?5, ?6 FROM chat WHERE game = ?1 AND number = ?2"
        " /* FOR UPDATE */ ON CONFLICT (game, line, person) DO UPDATE SET reason = excluded.reason",
    [SETTLE] = "DELETE FROM chat_report WHERE game = ?1 AND line = ?2",
    [OLD] = "SELECT 1 FROM chat_report WHERE time < ?1 LIMIT 1",
    [SWEEP] = "DELETE FROM chat_report WHERE time < ?1",
    [LIST] = SHOWN " ORDER BY chat_report.time, chat_report.game, chat_report.line,"
                   " chat_report.person LIMIT ?1 OFFSET ?2",
    [LIST_OF] = SHOWN " WHERE chat_report.person = ?1 ORDER BY chat_report.time",
};

const store_part store_part_reports = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_REPORTS][which];
}

/* ---- reasons ---- */

static const char *const words[REPORT_REASONS] = {"insult", "threat", "spam", "other"};

/* The number comes from the store's file, which may be damaged or of a later version. */
const char *report_reason_word(report_reason reason) {
    return words[reason < REPORT_REASONS ? reason : REPORT_OTHER];
}

bool report_reason_find(ff_span word, report_reason *reason) {
    int place = word_place(word, words, REPORT_REASONS);
    if (place >= 0)
        *reason = (report_reason)place;
    return place >= 0;
}

/* ---- one ---- */

bool reports_count(struct store *store, const struct person *by, int64_t origin,
                   report_counts *counts) {
    struct statement *statement = statement_of(store, COUNT);
    store_bind_person(statement, 1, by);
    store_bind_number(statement, 2, origin);
    bool found = store_step(store, statement, "counting reports") == STORE_FOUND;
    if (found)
        *counts = (report_counts){(unsigned)store_column_number(statement, 0),
                                  (unsigned)store_column_number(statement, 1),
                                  (unsigned)store_column_number(statement, 2)};
    store_reset(statement);
    return found;
}

bool reports_add(struct store *store, const report *made, bool *added) {
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, ADD);
    store_bind_number(statement, 1, made->game);
    store_bind_number(statement, 2, made->line);
    store_bind_person(statement, 3, &made->by);
    store_bind_number(statement, 4, made->origin);
    store_bind_number(statement, 5, made->reason);
    store_bind_number(statement, 6, made->time);
    return store_run_asking(store, statement, added);
}

bool reports_settle(struct store *store, const store_game *game, int64_t line, bool *had) {
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, SETTLE);
    store_bind_number(statement, 1, game->number);
    store_bind_number(statement, 2, line);
    return store_run_asking(store, statement, had);
}

bool reports_sweep(struct store *store, int64_t since) {
    return store_sweep(store, statement_of(store, OLD), statement_of(store, SWEEP), since);
}

/* ---- all ---- */

static void read_shown(const struct statement *statement, report_shown *shown) {
    *shown = (report_shown){.line = store_column_number(statement, 1),
                            .reason = (report_reason)store_column_number(statement, 2),
                            .time = store_column_number(statement, 3),
                            .seat = (uint8_t)store_column_number(statement, 5)};
    store_column_text(statement, 0, shown->game, sizeof shown->game);
    store_column_text(statement, 4, shown->by, sizeof shown->by);
    store_column_text(statement, 6, shown->name, sizeof shown->name);
    store_column_text(statement, 7, shown->text, sizeof shown->text);
}

static bool visit_all(struct store *store, struct statement *statement, report_visitor *visit,
                      void *context) {
    store_answer answer;
    report_shown shown;
    while ((answer = store_step(store, statement, "reading reports")) == STORE_FOUND) {
        read_shown(statement, &shown);
        visit(context, &shown);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}

bool reports_visit(struct store *store, unsigned skipped, unsigned limit, report_visitor *visit,
                   void *context) {
    struct statement *statement = statement_of(store, LIST);
    store_bind_number(statement, 1, limit);
    store_bind_number(statement, 2, skipped);
    return visit_all(store, statement, visit, context);
}

bool reports_visit_of(struct store *store, const struct person *by, report_visitor *visit,
                      void *context) {
    struct statement *statement = statement_of(store, LIST_OF);
    store_bind_person(statement, 1, by);
    return visit_all(store, statement, visit, context);
}
