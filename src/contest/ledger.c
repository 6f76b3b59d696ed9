/* Where games go as they finish. What must hold: a match that was killed goes on with all its
 * games. So the journal is only ever added to, a whole game at a time, in the order in which
 * they end, and it is locked while it is in use. The record has the games in the order of the
 * schedule. */
#define _DEFAULT_SOURCE /* flock, ftruncate, fileno */
#include "contest/ledger.h"

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

/* Two editions of one name may differ, in files of the user's: all of their text counts. */
static uint64_t edition_hash(const ff_edition *edition) {
    ff_buffer text = {0};
    ff_edition_write(edition, &text);
    uint64_t hash = hash_bytes(0, text.data, text.size);
    ff_buffer_free(&text);
    return hash;
}

/* All that the games depend on. How many they are is left out where more of them can
 * be added at the end. */
void ledger_describe(const match_plan *plan, const player_terms *terms, const competitor *players,
                     ff_buffer *out) {
    const match_time *time = &plan->time;
    ff_buffer_format(out, "edition=%s:%llx seed=%llu", plan->edition->id,
                     (unsigned long long)edition_hash(plan->edition),
                     (unsigned long long)plan->seed);
    ff_buffer_format(out, " movetime=%u gametime=%u+%u nodes=%llu limit=%u", time->move_ms,
                     time->game_ms, time->increment_ms, (unsigned long long)time->nodes,
                     plan->options.ply_limit);
    if (plan->schedule.games % 2)
        ff_buffer_format(out, " games=%u", plan->schedule.games);
    ff_buffer_format(out, " armies=%s", plan->armies ? plan->armies : "drawn");
    if (plan->scores)
        ff_buffer_text(out, " scores");
    /* Where they are not what they are without an option. */
    if (terms->means.memory_mb != FF_MEMORY_DEFAULT)
        ff_buffer_format(out, " memory=%u", terms->means.memory_mb);
    if (terms->means.threads != 1)
        ff_buffer_format(out, " threads=%u", terms->means.threads);
    if (terms->reply_ms != REPLY_MS_DEFAULT)
        ff_buffer_format(out, " reply=%u", terms->reply_ms);
    ff_buffer_text(out, plan->schedule.gauntlet ? " gauntlet" : " players");
    for (unsigned i = 0; i < plan->schedule.players; i++) {
        ff_buffer_byte(out, i ? ',' : '=');
        competitor_describe(&players[i], out);
    }
}

/* --- the journal ------------------------------------------------------------------ */

/* Not before it is known that the match will be played: what the file held is gone then. Records
 * with scores are kept for programs and not changed by hand, so each has its check sum. */
static bool open_record(ledger *l) {
    return record_file_open(&l->record, l->record_path, l->plan->scores);
}

/* Is the text the journal of this match? False after a complaint. */
static bool is_of_match(ledger *l, ff_span match) {
    ff_span found, text = {l->played.data, l->played.size};
    if (!journal_open(text, &found, &l->read)) {
        complain("%s is no journal of a match; name another file, or one that is not there yet",
                 l->journal_path);
        return false;
    }
    if (found.size == match.size && memcmp(found.data, match.data, match.size) == 0)
        return true;
    complain("%s is the journal of another match: %.*s", l->journal_path, (int)found.size,
             found.data);
    complain("this one is: %.*s", (int)match.size, match.data);
    return false;
}

static bool open_journal(ledger *l, ff_span match) {
    l->journal = fopen(l->journal_path, "a+be");
    if (!l->journal || flock(fileno(l->journal), LOCK_EX | LOCK_NB) != 0) {
        complain("%s: %s", l->journal_path,
                 l->journal ? "a match is being played with it" : strerror(errno));
        return false;
    }
    if (!file_read(l->journal_path, &l->played))
        return false;
    if (l->played.size > 0)
        return is_of_match(l, match) && open_record(l);
    journal_begin(match.data, &l->played);
    l->read = l->played.size;
    return !l->played.failed && open_record(l) &&
           stream_write(l->journal, l->journal_path, l->played.data, l->played.size);
}

/* Up to a place where no whole game stands; false when memory is out. */
static bool take_games(ledger *l, ff_span text, struct game_queue *queue) {
    sheet s;
    while (sheet_read(text, &l->read, &s))
        game_queue_played(queue, s.game.index, &s);
    bool good = !s.record.failed || complain("memory is out") == EXIT_DONE;
    sheet_free(&s);
    return good;
}

static bool take_journal(ledger *l, struct game_queue *queue) {
    ff_span text = {l->played.data, l->played.size};
    l->reading = true;
    bool good = take_games(l, text, queue);
    for (size_t next = l->read; good && journal_skip(text, &next); next = l->read) {
        complain("%s: damaged from byte %zu to %zu; what was there is played again",
                 l->journal_path, l->read, next);
        l->read = next;
        good = take_games(l, text, queue);
    }
    l->reading = false;
    ff_buffer_free(&l->played);
    /* What stands behind the last whole game was being written when a match was killed. */
    if (good && ftruncate(fileno(l->journal), (off_t)l->read) != 0) {
        complain("%s: %s", l->journal_path, strerror(errno));
        good = false;
    }
    return good;
}

bool ledger_begin(void *context, struct game_queue *queue) {
    ledger *l = context;
    bool good = !l->journal || take_journal(l, queue);
    progress_begin(&l->progress, "games", l->games, schedule_games(&l->plan->schedule), l->mode);
    l->progress.at_most = l->plan->test;
    return good;
}

/* --- opening and closing ---------------------------------------------------------- */

bool ledger_open(ledger *l, const match_plan *plan, const char *match) {
    l->plan = plan;
    bool good = l->journal_path ? open_journal(l, ff_span_of(match)) : open_record(l);
    if (!good)
        ff_buffer_free(&l->played);
    return good;
}

bool ledger_close(ledger *l) {
    progress_end(&l->progress);
    ff_buffer_free(&l->played);
    bool record = record_file_close(&l->record);
    if (!l->journal || fclose(l->journal) == 0)
        return record;
    complain("%s: %s", l->journal_path, strerror(errno));
    return false;
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

void ledger_tell(void *context, const char *text) {
    ledger *l = context;
    progress_end(&l->progress);
    complain("%s", text);
}

bool ledger_arrive(void *context, const match_game *game) {
    ledger *l = context;
    ff_buffer text = {0};
    if (!l->journal)
        return true;
    journal_add(game, &text);
    bool good = !text.failed && stream_write(l->journal, l->journal_path, text.data, text.size);
    ff_buffer_free(&text);
    return good;
}

bool ledger_take(void *context, const match_game *game, const results *all) {
    ledger *l = context;
    bool good = record_file_add(&l->record, game->record);
    l->games = all->games;
    if (l->reading)
        return good;
    ff_buffer standing = {0};
    bool over = match_is_over(l->plan, all);
    if (over || progress_is_due(&l->progress))
        add_standing(l, all, &standing);
    progress_at(&l->progress, all->games, over ? 1 : -1, standing.data);
    ff_buffer_free(&standing);
    return good;
}
