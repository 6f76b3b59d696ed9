/* A record with what the analysis has found as comments of its moves (docs/formats.md). What is
 * written here is taken out again before it is written anew. */
#include "flagfall/analysis.h"

#include <stdio.h>
#include <string.h>

#include "flagfall/version.h"

static const char *const comment_commands[] = {"eval", "best", "loss", "mark", "luck", "given"};

/* How long the command of an analysis is that begins there; 0: none does. `last` is the comment's
 * last bracket: who looked for one behind it would go through the rest at each word. */
static size_t command_size(const char *text, const char *last) {
    if (!last || text > last || text[0] != '[' || text[1] != '%')
        return 0;
    for (size_t k = 0; k < sizeof comment_commands / sizeof *comment_commands; k++) {
        size_t size = strlen(comment_commands[k]);
        if (strncmp(text + 2, comment_commands[k], size) == 0 && text[2 + size] == ' ')
            return (size_t)(strchr(text, ']') - text) + 1;
    }
    return 0;
}

/* All else, with one space where there were some. */
static void keep_words(ff_buffer *out, const char *old) {
    size_t begin = out->size;
    const char *last = strrchr(old, ']');
    bool space = false;
    while (*old) {
        size_t gone = command_size(old, last);
        if (gone || *old == ' ') {
            space = out->size > begin;
            old += gone ? gone : 1;
            continue;
        }
        if (space)
            ff_buffer_byte(out, ' ');
        space = false;
        ff_buffer_byte(out, *old++);
    }
}

static void add_command(ff_buffer *out, size_t begin, const char *name, const char *value) {
    ff_buffer_format(out, "%s[%%%s %s]", out->size > begin ? " " : "", name, value);
}

static void add_number(ff_buffer *out, size_t begin, const char *name, const char *format,
                       double value) {
    char text[32];
    snprintf(text, sizeof text, format, value);
    add_command(out, begin, name, text);
}

void ff_insight_comment(ff_buffer *out, const ff_insight *i, const char *old) {
    char best[FF_MOVE_TEXT];
    size_t begin = out->size;
    if (old)
        keep_words(out, old);
    if (i->rated)
        add_number(out, begin, "eval", "%.3f", i->seat == FF_RED ? i->score : 1 - i->score);
    if (i->rated && i->best != i->event.move) {
        ff_insight_best(i, best);
        add_command(out, begin, "best", best);
        add_number(out, begin, "loss", "%.3f", i->loss);
    }
    if (i->mark)
        add_command(out, begin, "mark", ff_mark_word(i->mark));
    if (i->event.battle != FF_NO_BATTLE)
        add_number(out, begin, "luck", "%+.2f", i->luck);
    if (i->given >= 0.05)
        add_number(out, begin, "given", "%.1f", i->given);
}

/* --- a record ---------------------------------------------------------------- */

static const char *text_at(const ff_record *record, uint32_t offset) {
    return record->text.data + offset;
}

void ff_annotate_tags(ff_record *out, const ff_record *record) {
    ff_record_clear(out);
    for (size_t k = 0; k < record->tag_count; k++) {
        const char *name = text_at(record, record->tags[k].name);
        if (strcmp(name, "Annotator") != 0)
            ff_record_add_tag(out, name, ff_span_of(text_at(record, record->tags[k].value)));
    }
    ff_record_add_tag(out, "Annotator", ff_span_of("Flagfall " FF_VERSION_TEXT));
}

void ff_annotate_move(ff_record *out, const ff_record *record, const ff_insight *insight) {
    const ff_record_move *move = &record->moves[insight->ply - 1];
    ff_buffer comment = {0};
    ff_insight_comment(&comment, insight, move->comment ? text_at(record, move->comment) : NULL);
    ff_record_add_move(out, move->from, move->to, move->attack,
                       (ff_span){comment.data, comment.size});
    out->text.failed |= comment.failed;
    ff_buffer_free(&comment);
}

void ff_annotate_rest(ff_record *out, const ff_record *record) {
    for (size_t k = out->move_count; k < record->move_count; k++) {
        const ff_record_move *move = &record->moves[k];
        ff_record_add_move(out, move->from, move->to, move->attack,
                           ff_span_of(move->comment ? text_at(record, move->comment) : ""));
    }
}
