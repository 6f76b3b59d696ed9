/* Players from their names on the command line: a kind of ours, a program of our protocol
 * or one of 2012. What is made here outlives the match that it plays in. */
#define _XOPEN_SOURCE 700 /* realpath, strndup, fileno */
#include "contest/competitor.h"

#include "ai/learned/net_file.h"
#include "base/hash.h"
#include "cli/files.h"
#include "flagfall.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ff_player *create_kind(const void *context, uint64_t seed) {
    const competitor *c = context;
    ff_player *player = ff_player_new(c->kind, seed);
    if (!player || ff_player_bound(player, &c->means))
        return player;
    player->free(player);
    return NULL;
}

/* A player is made once beforehand, so that one that needs more memory than it may have is refused
 * now and not in the middle of a match. */
static bool find_kind(const char *word, const player_terms *terms, competitor *c) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(word));
    if (!kind) {
        complain("there is no player '%s'; there are:", word);
        for (size_t i = 0; i < ff_computer_count(); i++)
            complain("  %s", ff_computer_at(i)->name);
        return false;
    }
    c->kind = kind;
    c->means = terms->means;
    c->entrant.context = c;
    ff_player *first = create_kind(c, 0);
    if (!first) {
        complain("%s needs more memory than %u MB for %u threads, or than there is", word,
                 c->means.memory_mb, c->means.threads);
        return false;
    }
    first->free(first);
    c->entrant.create = create_kind;
    return true;
}

static ff_player *create_ucc(const void *context, uint64_t seed) {
    (void)seed;
    return ucc_player_new(context);
}

static bool find_ucc(const char *path, const player_terms *terms, competitor *c) {
    char *real = realpath(path, NULL);
    bool runs = real && access(real, X_OK) == 0;
    if (!runs)
        complain("%s cannot be run: %s", path, strerror(errno));
    else if (!command_line_of_file(real, &c->command))
        runs = complain("memory is out") == EXIT_DONE;
    free(real);
    if (!runs)
        return false;
    c->is_ucc = true;
    c->ucc = (ucc_program){&c->command, terms->reply_ms};
    c->entrant.context = &c->ucc;
    c->entrant.create = create_ucc;
    c->entrant.fault = ucc_player_fault;
    c->entrant.own_army = true;
    return true;
}

/* --- networks ----------------------------------------------------------------------- */

static ff_player *within_means(const competitor *c, ff_player *player) {
    if (!player || player->bound(player, &c->means))
        return player;
    player->free(player);
    return NULL;
}

static ff_player *create_net(const void *context, uint64_t seed) {
    const competitor *c = context;
    return within_means(c, learned_new(&c->learned, seed));
}

static ff_player *create_advised(const void *context, uint64_t seed) {
    const competitor *c = context;
    return within_means(c, search_player_new(&c->advised, seed));
}

static bool read_net(const char *path, const player_terms *terms, competitor *c) {
    ff_buffer bytes = {0};
    ff_error error;
    bool good = file_read(path, &bytes);
    ff_span span = {bytes.data, bytes.size};
    c->net = good ? malloc(sizeof *c->net) : NULL;
    if (good && !c->net)
        good = complain("memory is out") == EXIT_DONE;
    if (good && !net_read(span, c->net, &error))
        good = complain("%s: %s", path, error.message) == EXIT_DONE;
    if (good) {
        c->learned = learned_grown;
        c->advised = search_player_full;
        c->learned.net = c->advised.net = c->net;
        c->learned.pieces = c->advised.pieces = net_pieces(span);
        c->net_hash = hash_bytes(0, span.data, span.size);
        c->means = terms->means;
        c->entrant.context = c;
    }
    ff_buffer_free(&bytes);
    return good;
}

static bool find_net(const char *path, const player_terms *terms, competitor *c) {
    c->entrant.create = create_net;
    return read_net(path, terms, c);
}

static bool find_advised(const char *path, const player_terms *terms, competitor *c) {
    c->entrant.create = create_advised;
    return read_net(path, terms, c);
}

/* --- engines ------------------------------------------------------------------------ */

static ff_player *create_engine(const void *context, uint64_t seed) {
    return engine_player_new(context, seed);
}

/* "3 > go movetime 100": the number of the game, and who says it. */
static void log_line(void *context, unsigned number, engine_voice who, ff_span line) {
    fprintf(context, "%u %c %.*s\n", number + 1, (char)who, (int)line.size, line.data);
}

/* Takes "NAME=VALUE,NAME=VALUE" apart, in place. */
static bool take_choices(char *text, competitor *c) {
    engine_program *e = &c->engine;
    while (text && *text) {
        char *next = strchr(text, ','), *sign = strchr(text, '=');
        if (next)
            *next++ = '\0';
        if (!sign || sign == text || sign > text + strlen(text) ||
            e->choice_count == ENGINE_CHOICES_MAX) {
            complain("an engine's option is set by NAME=VALUE, not '%s'", text);
            return false;
        }
        *sign = '\0';
        c->choices[e->choice_count++] = (engine_choice){text, sign + 1};
        text = next;
    }
    return true;
}

/* The rest is ":CMD" or ",NAME=VALUE,...:CMD". */
static bool find_engine(const char *rest, const player_terms *terms, competitor *c) {
    const char *colon = strchr(rest, ':');
    ff_error error;
    c->engine = (engine_program){.command = &c->command,
                                 .reply_ms = terms->reply_ms,
                                 .choices = c->choices,
                                 .hear = terms->log ? log_line : NULL,
                                 .context = terms->log,
                                 .started = &c->started,
                                 .errors = terms->log ? fileno(terms->log) : -1};
    c->choice_text = strndup(rest, (size_t)(colon - rest));
    if (!c->choice_text || !take_choices(c->choice_text + (*rest == ','), c))
        return c->choice_text ? false : complain("memory is out") == EXIT_DONE;
    if (!command_line_parse(ff_span_of(colon + 1), &c->command, &error) ||
        !command_line_resolve(&c->command, &error)) {
        complain("engine: %s", error.message);
        return false;
    }
    c->entrant.context = &c->engine;
    c->entrant.create = create_engine;
    c->entrant.fault = engine_player_fault;
    c->entrant.over = engine_player_over;
    return true;
}

/* Kinds of player by how the word begins; the last takes all others. */
static const struct manner {
    const char *prefix;
    bool (*find)(const char *rest, const player_terms *terms, competitor *c);
} manners[] = {{"ucc:", find_ucc},
               {"net:", find_net},
               {"advised:", find_advised},
               {"engine", find_engine},
               {"", find_kind}};

/* "engine" stands before ":" or ",...:". */
static bool is_manner(const struct manner *m, const char *word) {
    size_t size = strlen(m->prefix);
    if (strncmp(word, m->prefix, size) != 0)
        return false;
    return m->find != find_engine || word[size] == ':' ||
           (word[size] == ',' && strchr(word + size, ':'));
}

/* The player's own word: behind "NAME=", which is kept. */
static const char *take_name(const char *word, competitor *c) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._+-";
    size_t size = strspn(word, letters);
    if (word[size] != '=' || size == 0 || size >= sizeof c->name)
        return word;
    memcpy(c->name, word, size);
    return word + size + 1;
}

bool competitor_find(const char *word, const player_terms *terms, competitor *c) {
    memset(c, 0, sizeof *c);
    const char *player = take_name(word, c);
    c->word = player;
    c->entrant.name = c->name[0] ? c->name : player;
    const struct manner *m = manners;
    while (!is_manner(m, player))
        m++;
    return m->find(player + strlen(m->prefix), terms, c);
}

void competitor_describe(const competitor *c, ff_buffer *out) {
    ff_json_string(out, ff_span_of(c->entrant.name));
    if (c->name[0]) {
        ff_buffer_byte(out, '=');
        ff_json_string(out, ff_span_of(c->word));
    }
    if (c->net)
        ff_buffer_format(out, "#%llx", (unsigned long long)c->net_hash);
}

void competitor_prepare(competitor *c, const ff_options *options) {
    c->engine.options = *options;
}

void competitor_free(competitor *c) {
    free(c->choice_text);
    free(c->net);
    command_line_free(&c->command);
}
