/* What is lost on the way out, told alike for all formats: a reader must never find out by
 * missing it. */
#include "interchange/losses.h"

#include "format/words.h"

void losses_tell(const ff_record *record, const char *edition, const char *const kept[],
                 ff_buffer *notes) {
    size_t comments = 0;
    const char *own = ff_record_tag_value(record, "Edition");
    if (!notes)
        return;
    if (own && !word_is(ff_span_of(own), edition))
        ff_buffer_format(notes, "edition %s becomes %s\n", own, edition);
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *name = record->text.data + record->tags[i].name;
        size_t k = 0;
        while (kept[k] && !word_is(ff_span_of(name), kept[k]))
            k++;
        if (!kept[k])
            ff_buffer_format(notes, "tag %s is lost\n", name);
    }
    for (size_t i = 0; i < record->move_count; i++)
        comments += record->moves[i].comment != 0;
    if (comments > 0)
        ff_buffer_format(notes, "comments are lost: %zu\n", comments);
}

bool losses_replay(const ff_record *record, ff_replay *replay, ff_error *error) {
    ff_history history = {0};
    bool good = losses_replay_moves(record, replay, &history, error);
    ff_history_free(&history);
    return good;
}

bool losses_replay_moves(const ff_record *record, ff_replay *replay, ff_history *history,
                         ff_error *error) {
    if (!ff_replay_record(replay, record, NULL, history))
        return ff_fail(error, FF_ERROR_NO_MEMORY, record->line, 0, "out of memory");
    if (replay->verdict == FF_REPLAY_ERROR)
        return ff_fail(error, replay->error.code, record->line, 0, "%s", replay->error.message);
    return replay->verdict != FF_REPLAY_BAD_SETUP ||
           ff_fail(error, replay->error.code, record->line, 0, "the set-up of %s: %s",
                   replay->seat == FF_BLUE ? "blue" : "red", replay->error.message);
}
