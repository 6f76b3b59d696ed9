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

const char *study_begin(ff_analyst **analyst, ff_span text, ff_buffer *out) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_analyst_free(*analyst);
    *analyst = NULL;
    ff_record_reader_init(&reader, text);
    const char *refused = "unreadable";
    if (ff_record_read(&reader, &record, &error) == FF_READ_GAME)
        refused = open_record(analyst, &record, out);
    ff_record_free(&record);
    if (*analyst)
        ff_buffer_format(out, "{\"plies\":%u}", ff_analyst_plies(*analyst));
    return refused;
}

static bool has_ply(const ff_analyst *analyst, unsigned ply) {
    return analyst && ply >= 1 && ply <= ff_analyst_plies(analyst);
}

const char *study_insight(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t nodes,
                          ff_buffer *out) {
    ff_insight insight;
    if (!has_ply(analyst, ply))
        return "bad-message";
    if (ff_analyst_look(analyst, ply, seat, nodes, &insight))
        ff_insight_json(out, &insight);
    else
        out->failed = true;
    return NULL;
}

const char *study_deal(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t seed,
                       ff_buffer *out) {
    ff_setup setup;
    char letters[FF_ZONE_MAX + 1];
    if (!analyst || ply < 1 || ply > ff_analyst_plies(analyst) + 1)
        return "bad-message";
    if (!ff_analyst_deal(analyst, ply, seat, seed, &setup))
        return "no-army";
    ff_setup_write(&setup, ff_analyst_edition(analyst), letters);
    ff_buffer_format(out, "{\"letters\":\"%s\"}", letters);
    return NULL;
}
