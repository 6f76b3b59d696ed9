/* All commands that there are, and a message as one of them. */
#ifndef FLAGFALL_SERVER_COMMANDS_COMMAND_TABLE_H
#define FLAGFALL_SERVER_COMMANDS_COMMAND_TABLE_H

#include "server/request/command.h"

/* A row of zeros ends each. */
extern const command_kind message_games[]; /* beginning and finding games */
extern const command_kind message_challenges[];
extern const command_kind message_play[]; /* what is done in a game */
extern const command_kind message_ends[]; /* and beside its moves */
extern const command_kind message_chat[];
extern const command_kind message_armies[];
extern const command_kind message_accounts[];
extern const command_kind message_security[];
extern const command_kind message_lobby[]; /* and wake-ups */
extern const command_kind message_queue[]; /* for any opponent */
extern const command_kind message_plan[];  /* conditional moves */
extern const command_kind message_people[];
extern const command_kind message_vacation[];
extern const command_kind message_puzzles[];

/* Null where there is none of this type. */
const command_kind *command_find(const char *type);

/* Reads a message. Where that fails `out` has its kind and game as far as they were read. */
bool command_read(struct command *out, ff_span text, struct arena *memory, command_refusal *why);

#endif
