/* Where games go as they finish. The journal is only ever added to, a whole game at a
 * time, and locked while it is in use: a match that was killed goes on from the last whole
 * game. */
#define _DEFAULT_SOURCE /* flock, ftruncate, fileno */
#include "ledger.h"

#include "arena/journal.h"
#include "base/hash.h"
#include "cli/files.h"
#include "flagfall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* --- which match is it? ---------------------------------------------------------- */

static uint64_t edition_hash(const ff_edition *edition) {
    ff_buffer text = {0};
    ff_edition_write(edition, &text);
    uint64_t hash = hash_bytes(0, text.data, text.size);
    ff_buffer_free(&text);
    return hash;
}

/* All that the games depend on. How many they are is left out where more of them can
 * be added at the end. */
static void describe_match(const match_plan *plan, ff_buffer *out) {
    const match_time *time = &plan->time;
    ff_buffer_format(out, "edition=%s:%llx seed=%llu", plan->edition->id,
                     (unsigned long long)edition_hash(plan->edition),
                     (unsigned long long)plan->seed);
    ff_buffer_format(out, " movetime=%u gametime=%u+%u nodes=%llu limit=%u", time->move_ms,
                     time->game_ms, time->increment_ms, (unsigned long long)time->nodes,
                     plan->options.ply_limit);
    if (plan->schedule.games % 2)
        ff_buffer_format(out, " games=%u", plan->schedule.games);
    ff_buffer_text(out, plan->own_armies ? " armies=own" : " armies=drawn");
    ff_buffer_text(out, plan->schedule.gauntlet ? " gauntlet" : " players");
    for (unsigned i = 0; i < plan->schedule.players; i++) {
        ff_buffer_byte(out, i ? ',' : '=');
        ff_json_string(out, ff_span_of(plan->entrant[i].name));
    }
}

/* --- the journal ------------------------------------------------------------------ */

static bool write_all(FILE *file, const char *path, const char *data, size_t size) {
    if (fwrite(data, 1, size, file) == size && fflush(file) == 0)
        return true;
    complain("%s: %s", path, strerror(errno));
    return false;
}

/* Opens the record file, where there shall be one. Not before it is known that the
 * match will be played: what it held is gone then. */
static bool open_record(ledger *l) {
    if (!l->record_path)
        return true;
    bool standard = strcmp(l->record_path, "-") == 0;
    l->record = standard ? stdout : fopen(l->record_path, "wb");
    if (!l->record)
        complain("%s: %s", l->record_path, strerror(errno));
    return l->record;
}

/* Takes the next game that stands in the text; its record is written again. */
static bool take_game(ledger *l, ff_span text, size_t *offset, stopwatch watch[2], results *all,
                      bool *failed) {
    match_game game;
    if (!journal_read(text, offset, &game, watch) || game.index != all->games)
        return false;
    results_add(all, &game);
    *failed =
        l->record && !write_all(l->record, l->record_path, game.record.data, game.record.size);
    return !*failed;
}

/* Takes the games that the match needs. The bytes to keep: up to the first that is no
 * whole game, all where enough were found; 0 after a complaint. */
static size_t take_games(ledger *l, ff_span text, size_t offset, results *all) {
    stopwatch *watch = calloc(2, sizeof *watch);
    size_t good = offset;
    bool failed = !watch;
    if (failed)
        complain("memory is out");
    while (!failed && !match_is_over(l->plan, all) &&
           take_game(l, text, &offset, watch, all, &failed))
        good = offset;
    free(watch);
    if (failed)
        return 0;
    return match_is_over(l->plan, all) ? text.size : good;
}

/* Goes on from a text that is not empty; the bytes to keep, 0 after a complaint. */
static size_t go_on(ledger *l, ff_span text, ff_span match, results *all) {
    ff_span found;
    size_t offset;
    if (!journal_open(text, &found, &offset)) {
        complain("%s is no journal of a match; name another file, or one that is not there yet",
                 l->journal_path);
        return 0;
    }
    if (found.size == match.size && memcmp(found.data, match.data, match.size) == 0)
        return open_record(l) ? take_games(l, text, offset, all) : 0;
    complain("%s is the journal of another match: %.*s", l->journal_path, (int)found.size,
             found.data);
    complain("this one is: %.*s", (int)match.size, match.data);
    return 0;
}

static bool open_journal(ledger *l, ff_span match, results *all) {
    ff_buffer text = {0};
    l->journal = fopen(l->journal_path, "a+be");
    if (!l->journal || flock(fileno(l->journal), LOCK_EX | LOCK_NB) != 0) {
        complain("%s: %s", l->journal_path,
                 l->journal ? "a match is being played with it" : strerror(errno));
        return false;
    }
    bool good = file_read(l->journal_path, &text);
    if (good && text.size > 0) {
        size_t keep = go_on(l, (ff_span){text.data, text.size}, match, all);
        good = keep > 0 && ftruncate(fileno(l->journal), (off_t)keep) == 0;
    } else if (good) {
        journal_begin(match.data, &text);
        good = !text.failed && open_record(l) &&
               write_all(l->journal, l->journal_path, text.data, text.size);
    }
    ff_buffer_free(&text);
    return good;
}

/* --- opening and closing ---------------------------------------------------------- */

bool ledger_open(ledger *l, const match_plan *plan, results *all) {
    ff_buffer match = {0};
    l->plan = plan;
    describe_match(plan, &match);
    bool good =
        !match.failed && (l->journal_path ? open_journal(l, (ff_span){match.data, match.size}, all)
                                          : open_record(l));
    ff_buffer_free(&match);
    progress_begin(&l->progress, "games", all->games, schedule_games(&all->schedule), l->mode);
    l->progress.at_most = plan->test;
    return good;
}

static bool close_file(FILE *file, const char *path) {
    if (!file || file == stdout || fclose(file) == 0)
        return true;
    complain("%s: %s", path, strerror(errno));
    return false;
}

bool ledger_close(ledger *l) {
    progress_end(&l->progress);
    bool record = close_file(l->record, l->record_path);
    return close_file(l->journal, l->journal_path) && record;
}

/* --- a game is over ---------------------------------------------------------------- */

static void add_standing(const ledger *l, const results *all, ff_buffer *out) {
    const tally *t = &all->pairing[0].tally;
    estimate elo = statistics_elo(t);
    if (all->schedule.players > 2)
        return;
    ff_buffer_format(out, "%.1f - %.1f  elo %.0f (%.0f to %.0f)", tally_points(t),
                     tally_games(t) - tally_points(t), elo.value, elo.low, elo.high);
    if (l->plan->test)
        ff_buffer_format(out, "  llr %.2f (%.2f to %.2f)", sprt_llr(l->plan->test, t->pairs),
                         sprt_lower(l->plan->test), sprt_upper(l->plan->test));
}

static void tell_progress(ledger *l, const results *all) {
    ff_buffer standing = {0};
    bool over = match_is_over(l->plan, all);
    if (over || progress_is_due(&l->progress))
        add_standing(l, all, &standing);
    progress_at(&l->progress, all->games, over ? 1 : -1, standing.data);
    ff_buffer_free(&standing);
}

bool ledger_take(void *context, const match_game *game, const results *all) {
    ledger *l = context;
    ff_buffer text = {0};
    bool good =
        !l->record || write_all(l->record, l->record_path, game->record.data, game->record.size);
    if (good && l->journal) {
        journal_add(game, &text);
        good = !text.failed && write_all(l->journal, l->journal_path, text.data, text.size);
    }
    ff_buffer_free(&text);
    tell_progress(l, all);
    return good;
}
