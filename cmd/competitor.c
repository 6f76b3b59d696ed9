#define _XOPEN_SOURCE 700 /* realpath */
#include "competitor.h"

#include "flagfall.h"
#include "support.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ff_player *create_kind(const void *context, uint64_t seed) {
    return ff_player_new(context, seed);
}

static bool find_kind(const char *word, const program_terms *terms, competitor *c) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(word));
    (void)terms;
    if (!kind) {
        complain("there is no player '%s'; there are:", word);
        for (size_t i = 0; i < ff_computer_count(); i++)
            complain("  %s", ff_computer_at(i)->name);
        return false;
    }
    c->entrant.context = kind;
    c->entrant.create = create_kind;
    return true;
}

static ff_player *create_ucc(const void *context, uint64_t seed) {
    (void)seed;
    return ucc_player_new(context);
}

static bool find_ucc(const char *path, const program_terms *terms, competitor *c) {
    c->path = realpath(path, NULL);
    if (!c->path || access(c->path, X_OK) != 0) {
        complain("%s cannot be run: %s", path, strerror(errno));
        return false;
    }
    c->is_ucc = true;
    c->ucc = (ucc_program){c->path, terms->reply_ms};
    c->entrant.context = &c->ucc;
    c->entrant.create = create_ucc;
    c->entrant.fault = ucc_player_fault;
    c->entrant.own_army = true;
    return true;
}

/* Kinds of player by how the word begins; the last takes all others. */
static const struct manner {
    const char *prefix;
    bool (*find)(const char *rest, const program_terms *terms, competitor *c);
} manners[] = {{"ucc:", find_ucc}, {"", find_kind}};

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

bool competitor_find(const char *word, const program_terms *terms, competitor *c) {
    memset(c, 0, sizeof *c);
    const char *player = take_name(word, c);
    c->entrant.name = c->name[0] ? c->name : player;
    const struct manner *m = manners;
    while (strncmp(player, m->prefix, strlen(m->prefix)) != 0)
        m++;
    return m->find(player + strlen(m->prefix), terms, c);
}

void competitor_free(competitor *c) {
    free(c->path);
}
