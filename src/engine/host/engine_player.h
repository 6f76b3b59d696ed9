/* A foreign program as a player by our own protocol (docs/engine-protocol.md): the
 * host's side. The program is told what its seat may know, all of it made from a
 * view, and has one game. */
#ifndef FLAGFALL_ENGINE_ENGINE_PLAYER_H
#define FLAGFALL_ENGINE_ENGINE_PLAYER_H

#include "engine/host/command.h"
#include "flagfall/player.h"

#include <stdatomic.h>

enum { ENGINE_CHOICES_MAX = 32 };

/* An option that the program must have, and its value. */
typedef struct engine_choice {
    const char *name;
    const char *value;
} engine_choice;

/* Who says a line of a log; the sign before it. */
typedef enum engine_voice {
    VOICE_HOST = '>',
    VOICE_PROGRAM = '<',
    VOICE_FAULT = '!' /* nobody: what the program has done wrong */
} engine_voice;

typedef struct engine_program {
    const command_line *command; /* resolved */
    unsigned reply_ms;           /* within which it must answer; besides what a move may take */
    ff_options options;          /* of the games, told with their edition */
    const engine_choice *choices;
    size_t choice_count; /* ENGINE_CHOICES_MAX at most */
    /* Hears each line without its end: who says it, and how many programs had been started
     * before. May be null; from any thread. */
    void (*hear)(void *context, unsigned number, engine_voice who, ff_span line);
    void *context;
    atomic_uint *started; /* counts them; may be null */
    int errors;           /* a descriptor for the program's standard error, or -1 */
} engine_program;

/* Starts the program for one game and shakes hands: what it does wrong then is its
 * fault, and it will not move. Its option `seed`, where it has one, is set from
 * `seed`. Null when memory or processes are out. */
ff_player *engine_player_new(const engine_program *program, uint64_t seed);

/* What the program has done wrong, one line; null while there is nothing. */
const char *engine_player_fault(const ff_player *player);

/* Tells it how the game has ended. */
void engine_player_over(ff_player *player, const ff_view *view);

#endif
