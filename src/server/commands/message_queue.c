/* Any opponent: what somebody would play. What must hold: nobody is told who else waits, but only
 * how many. */
#include "server/commands/command_table.h"
#include "server/play/ratings.h"
#include "server/request/message_begin.h"
#include "server/seeking/seeking.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>

enum {
    NEW_RATING = 1500,       /* of who has none */
    NAMES_MAX = QUEUE_POOLS, /* editions, or clocks, of one wish */
};

/* ---- what is wished ---- */

/* The numbers of what a list names, each once. */
typedef struct numbers {
    uint16_t number[NAMES_MAX];
    unsigned count;
} numbers;

/* The next word of a list, which words are parted in by spaces or commas; empty: no more. */
static ff_span next_word(ff_span *list) {
    size_t from = 0, to;
    while (from < list->size && (list->data[from] == ' ' || list->data[from] == ','))
        from++;
    for (to = from; to < list->size && list->data[to] != ' ' && list->data[to] != ',';)
        to++;
    ff_span word = {list->data + from, to - from};
    *list = (ff_span){list->data + to, list->size - to};
    return word;
}

static bool find_edition(ff_span name, uint16_t *number) {
    size_t at = 0;
    while (at < ff_edition_count() && !ff_span_equals(name, ff_edition_at(at)->id))
        at++;
    *number = (uint16_t)at;
    return at < ff_edition_count();
}

static bool find_clock(ff_span name, uint16_t *number) {
    size_t at = 0;
    while (at < clock_preset_count && !ff_span_equals(name, clock_presets[at].name))
        at++;
    *number = (uint16_t)at;
    return at < clock_preset_count;
}

static bool has_number(const numbers *of, uint16_t number) {
    for (unsigned i = 0; i < of->count; i++)
        if (of->number[i] == number)
            return true;
    return false;
}

static bool read_list(struct request *request, ff_span list, numbers *out,
                      bool (*find)(ff_span name, uint16_t *number), const char *unknown,
                      const char *sentence) {
    uint16_t number;
    out->count = 0;
    if (!list.data)
        list = ff_span_of("");
    for (ff_span word = next_word(&list); word.size > 0; word = next_word(&list)) {
        if (!find(word, &number)) {
            request_refuse(request, unknown, sentence);
            return false;
        }
        if (!has_number(out, number) && out->count < NAMES_MAX)
            out->number[out->count++] = number;
    }
    if (out->count == 0)
        request_refuse(request, "bad-message",
                       "`editions` and `clocks` must each name one or more");
    return out->count > 0;
}

/* Who has no account has no rating, and meets whoever is new. */
static bool find_rating(struct request *request, uint16_t edition, int32_t *points) {
    store_rating rating;
    *points = NEW_RATING;
    if (!request->who->has_account)
        return true;
    if (store_find_rating(request->hub->options.store, &request->who->person,
                          ratings_group(ff_edition_at(edition)), &rating) != STORE_FOUND)
        return request_cannot_read(request);
    *points = (int32_t)lround(rating.glicko.rating);
    return true;
}

static bool fill_pools(struct request *request, const numbers *editions, const numbers *clocks,
                       match_wish *wish) {
    if (editions->count * clocks->count > QUEUE_POOLS) {
        request_refuse(request, "too-many", "64 ways to play at most: fewer editions, or clocks");
        return false;
    }
    for (unsigned i = 0; i < editions->count; i++) {
        int32_t rating;
        if (!find_rating(request, editions->number[i], &rating))
            return false;
        for (unsigned j = 0; j < clocks->count; j++)
            wish->pool[wish->pools++] =
                (match_pool){editions->number[i], clocks->number[j], rating};
    }
    return true;
}

static int64_t draw_version(void) {
    uint32_t drawn[2];
    randombytes_buf(drawn, sizeof drawn);
    return (int64_t)(drawn[0] >> 1) << 32 | drawn[1] | 1;
}

static bool read_wish(struct request *request, match_wish *wish) {
    const struct command *command = request->command;
    numbers editions, clocks;
    *wish = (match_wish){.person = request->who->person,
                         .origin = request->origin,
                         .rated = command->rated,
                         .bot = request->who->bot,
                         .bots = command->bots,
                         .version = draw_version()};
    if (command->rated && !request->who->has_account) {
        request_refuse(request, "not-signed-in", "rated games are for those who have signed in");
        return false;
    }
    return read_list(request, command->editions, &editions, find_edition, "unknown-edition",
                     "there is no such edition") &&
           read_list(request, command->clocks, &clocks, find_clock, "unknown-clock",
                     "there is no such clock: `welcome` lists them") &&
           fill_pools(request, &editions, &clocks, wish);
}

/* ---- entering and leaving ---- */

static void handle_seek(struct request *request) {
    match_wish wish;
    if (!read_wish(request, &wish) || !begin_has_room(request))
        return;
    switch (seeking_enter(request->hub, &wish)) {
    case MATCH_ENTERED:
        seeking_answer(request);
        return;
    case MATCH_ADDRESS_FULL:
        request_refuse(request, "too-many", "too many people of your address wait already");
        return;
    default:
        request_refuse(request, "too-many", "too many people wait already: offer a game instead");
    }
}

static void handle_unseek(struct request *request) {
    seeking_leave(request->hub, &request->who->person, request->client);
    seeking_answer(request);
}

const command_kind message_queue[] = {
    {"seek",
     COST_READ,
     handle_seek,
     {MESSAGE_NEEDS(LIST, editions), MESSAGE_NEEDS(LIST, clocks), MESSAGE_MAY(BOOL, rated),
      MESSAGE_MAY(BOOL, bots)}},
    {"unseek", COST_WRITE, handle_unseek, {{0}}},
    {0},
};
