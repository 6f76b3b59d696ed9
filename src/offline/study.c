/* A record's first game behind the door: read, judged by the rules, and looked at ply by ply. The
 * seed is that of `flagfall analyse`, so that the numbers are the same. */
#include "offline/study.h"

#include "flagfall.h"

enum { SEED = 1 };

/* Only what has ended: nobody is to ask here about a game that somebody still plays. */
static const char *judge(const ff_replay *replay) {
    const ff_position *end = &replay->position;
    if (replay->verdict != FF_REPLAY_OK)
        return "unreadable";
    return end->result == FF_ONGOING && end->ending == FF_BY_NOTHING ? "going-on" : NULL;
}

static const char *open_record(ff_analyst **analyst, const ff_record *record, ff_buffer *out) {
    static const ff_analysis_options options = {.size = sizeof options, .seed = SEED};
    ff_history history = {0};
    ff_replay replay;
    const char *refused = NULL;
    if (!ff_replay_record(&replay, record, NULL, &history))
        out->failed = true;
    else
        refused = judge(&replay);
    if (!out->failed && !refused) {
        *analyst = ff_analyst_new(&replay, &history, &options);
        out->failed = !*analyst;
    }
    ff_history_free(&history);
    return refused;
}

void study_free(study *s) {
    ff_analyst_free(s->analyst);
    s->analyst = NULL;
    ff_record_free(&s->record);
    s->record = (ff_record){0};
}

static bool read_first(ff_span text, ff_record *record) {
    ff_record_reader reader;
    ff_error error;
    ff_record_reader_init(&reader, text);
    return ff_record_read(&reader, record, &error) == FF_READ_GAME;
}

/* A game of more than `most` moves is not even replayed: that alone may take long. */
static const char *begin(study *s, ff_span text, size_t most, ff_buffer *out) {
    study_free(s);
    if (!read_first(text, &s->record))
        return "unreadable";
    if (s->record.move_count > most)
        return "too-long";
    return open_record(&s->analyst, &s->record, out);
}

const char *study_begin(study *s, ff_span text, ff_buffer *out) {
    const char *refused = begin(s, text, SIZE_MAX, out);
    if (s->analyst)
        ff_buffer_format(out, "{\"plies\":%u}", ff_analyst_plies(s->analyst));
    return refused;
}

static void add_comment(const study *s, const ff_insight *insight, ff_buffer *out) {
    const ff_record_move *move = &s->record.moves[insight->ply - 1];
    ff_buffer comment = {0};
    ff_insight_comment(&comment, insight,
                       move->comment ? s->record.text.data + move->comment : NULL);
    out->size--; /* the brace */
    ff_buffer_text(out, ",\"comment\":");
    ff_json_string(out, (ff_span){comment.data ? comment.data : "", comment.size});
    ff_buffer_byte(out, '}');
    out->failed |= comment.failed;
    ff_buffer_free(&comment);
}

const char *study_insight(study *s, unsigned ply, ff_seat seat, uint64_t nodes, ff_buffer *out) {
    ff_insight insight;
    if (!s->analyst || ply < 1 || ply > ff_analyst_plies(s->analyst))
        return "bad-message";
    if (!ff_analyst_look(s->analyst, ply, seat, nodes, &insight)) {
        out->failed = true;
        return NULL;
    }
    ff_insight_json(out, &insight);
    if (insight.rated && !out->failed)
        add_comment(s, &insight, out);
    return NULL;
}

/* How many positions a move is looked at for. A long game gets less for each of them: the whole
 * takes about as long as a short one. */
static unsigned nodes_for(unsigned plies) {
    unsigned nodes = STUDY_WHOLE_POSITIONS / (plies ? plies : 1);
    return nodes > STUDY_MOVE_POSITIONS ? STUDY_MOVE_POSITIONS
           : nodes < STUDY_MOVE_LEAST   ? STUDY_MOVE_LEAST
                                        : nodes;
}

/* Of a battle the other seat has something to tell too: no move is rated for that. */
static bool look_on(study *s, unsigned ply, unsigned nodes, ff_buffer *out, ff_buffer *others) {
    ff_insight insight;
    if (!ff_analyst_look(s->analyst, ply, FF_NOBODY, nodes, &insight))
        return false;
    ff_buffer_text(out, ply > 1 ? "," : "");
    ff_insight_json(out, &insight);
    if (!out->failed)
        add_comment(s, &insight, out);
    if (insight.event.battle == FF_NO_BATTLE)
        return true;
    ff_seat other = insight.mover == FF_RED ? FF_BLUE : FF_RED;
    if (!ff_analyst_look(s->analyst, ply, other, 1, &insight))
        return false;
    ff_buffer_text(others, others->size ? "," : "");
    ff_insight_json(others, &insight);
    return true;
}

static const char *look_at_all(study *s, bool (*goes_on)(void *context), void *context,
                               ff_buffer *out) {
    unsigned plies = ff_analyst_plies(s->analyst), nodes = nodes_for(plies);
    ff_buffer others = {0};
    bool good = true, on = true;
    ff_buffer_format(out, "{\"nodes\":%u,\"plies\":[", nodes);
    for (unsigned ply = 1; good && ply <= plies && (on = goes_on(context)); ply++)
        good = look_on(s, ply, nodes, out, &others);
    ff_buffer_text(out, "],\"others\":[");
    ff_buffer_add(out, others.data ? others.data : "", others.size);
    ff_buffer_text(out, "]}\n");
    out->failed |= others.failed || !good;
    ff_buffer_free(&others);
    return on ? NULL : "stopped";
}

/* Where memory is out there is neither an analyst nor a word. */
static const char *begin_whole(study *s, ff_span text) {
    ff_buffer plies = {0};
    const char *refused = begin(s, text, STUDY_WHOLE_PLIES, &plies);
    ff_buffer_free(&plies);
    return refused;
}

const char *study_whole(ff_span text, bool (*goes_on)(void *context), void *context,
                        ff_buffer *out) {
    study s = {0};
    const char *refused = begin_whole(&s, text);
    if (!refused && s.analyst)
        refused = look_at_all(&s, goes_on, context, out);
    else if (!refused)
        out->failed = true;
    study_free(&s);
    return refused;
}

static const char *add_up(study *s, bool (*goes_on)(void *context), void *context,
                          ff_insight_sum *sum, unsigned nodes) {
    for (unsigned ply = 1; ply <= ff_analyst_plies(s->analyst); ply++) {
        ff_insight insight;
        if (!goes_on(context))
            return "stopped";
        if (!ff_analyst_look(s->analyst, ply, FF_NOBODY, nodes, &insight))
            return "memory";
        ff_insight_add(sum, &insight);
    }
    return NULL;
}

const char *study_sum(ff_span text, bool (*goes_on)(void *context), void *context,
                      ff_insight_sum *sum, unsigned *nodes) {
    study s = {0};
    const char *refused = begin_whole(&s, text);
    *sum = (ff_insight_sum){.moves = {0, 0}};
    if (!refused && !s.analyst)
        refused = "memory";
    if (!refused) {
        *nodes = nodes_for(ff_analyst_plies(s.analyst));
        refused = add_up(&s, goes_on, context, sum, *nodes);
    }
    study_free(&s);
    return refused;
}

const char *study_deal(study *s, unsigned ply, ff_seat seat, uint64_t seed, ff_buffer *out) {
    ff_setup setup;
    char letters[FF_ZONE_MAX + 1];
    if (!s->analyst || ply < 1 || ply > ff_analyst_plies(s->analyst) + 1)
        return "bad-message";
    if (!ff_analyst_deal(s->analyst, ply, seat, seed, &setup))
        return "no-army";
    ff_setup_write(&setup, ff_analyst_edition(s->analyst), letters);
    ff_buffer_format(out, "{\"letters\":\"%s\"}", letters);
    return NULL;
}

const char *study_annotate(ff_span text, ff_buffer *out) {
    ff_record record = {0}, annotated = {0};
    ff_buffer written = {0};
    bool good = read_first(text, &record);
    if (good) {
        ff_annotate_tags(&annotated, &record);
        ff_annotate_rest(&annotated, &record);
        ff_record_write(&annotated, &written);
        ff_buffer_text(out, "{\"record\":");
        ff_json_string(out, (ff_span){written.data ? written.data : "", written.size});
        ff_buffer_byte(out, '}');
    }
    out->failed |= annotated.text.failed || written.failed;
    ff_buffer_free(&written);
    ff_record_free(&annotated);
    ff_record_free(&record);
    return good ? NULL : "unreadable";
}
