/* A game against the computer on one device: the door of the WebAssembly module that the page's
 * worker loads (docs/web.md). A command is a line of words, its answer JSON, so that the door
 * stays small. Nothing is kept but one game, and one record that is analysed; no globals. */
#ifndef FLAGFALL_OFFLINE_OFFLINE_H
#define FLAGFALL_OFFLINE_OFFLINE_H

#include <stddef.h>

enum {
    OFFLINE_COMMAND_MAX = 1 << 20, /* bytes */
    OFFLINE_NODES = 20000,         /* positions it looks at where it has no time to keep */
};

typedef struct offline offline;

/* Null when memory is out. */
offline *offline_new(void);
void offline_free(offline *door);

/* Room for the next command, `size` bytes to be filled by the caller; null when memory is out
 * or the command is longer than OFFLINE_COMMAND_MAX. */
char *offline_room(offline *door, size_t size);

/* Carries out the command in the room. Returns the size of the answer, at `offline_answer`
 * until the next command; 0 when memory is out: the game is then to be begun anew.
 *
 * What a command cannot do it answers by {"refused":word}: the words of moves and set-ups, and
 * `bad-message`, `unknown-edition`, `unknown-opponent`, `unknown-style`, `not-begun`, and of
 * records `unreadable`, `going-on` (it has not ended), `no-army`. SEAT is `red` or `blue`; a seed
 * is a decimal number.
 *
 *   welcome                      the members of a welcome (docs/protocol.md) that are the same
 *                                for everybody: version, editions, default, opponents, styles
 *   begin EDITION MEMORY         a new game, in the place of the one before; MEMORY: 0 or 1
 *   player NAME SEED             a computer player for it
 *   army SEAT                    that player's army for the seat, as {"letters":text}
 *   setup SEAT LETTERS           gives the seat an army
 *   move SEAT FROM TO            moves
 *   think SEAT MS                the player's move, as {"from":square,"to":square}, both null
 *                                where it resigns; MS of 0: without looking at a clock
 *   end WORD SEAT                ends it by `resign` (SEAT loses), `agreement` or `aborted`
 *   view VIEWER FIRST            the view of a seat, or `spectator`, its events from FIRST on
 *   record TAGS                  the finished game as {"record":text,"gsn":text or null}; lines
 *                                `Name value`
 *   suggest EDITION STYLE SEED   an army, as {"letters":text}
 *   check EDITION LETTERS        {"ok":bool,"reason":word or null,"canMove":bool}
 *   puzzle LINE                  asks a puzzle (docs/formats.md), which is no part of the game:
 *                                {"puzzle":id,"kind":word,"edition":id,"seat":word,"view":..}
 *   answer ANSWER                a square or a move: {"right":bool,"answer":text,..}, with what
 *                                was measured and the whole board, `board`
 *   study RECORD                 takes the first game of a text of records, which has ended, to be
 *                                analysed: {"plies":number}
 *   insight PLY SEAT NODES       of a ply (from 1) of it what SEAT (or `mover`) could know, and of
 *                                the mover what the move was worth by so many positions, 40,000
 *                                for 0: an object of `plies` in docs/computer.md, with the move's
 *                                `comment` where SEAT is its mover
 *   deal PLY SEAT SEED           an army that SEAT could think the enemy's before that ply (or, one
 *                                more than there are, after the last), as {"letters":text}
 *   annotate RECORD              a record whose moves have those comments as `flagfall analyse
 *                                --annotate` writes it, {"record":text} */
size_t offline_call(offline *door);
const char *offline_answer(const offline *door);

#endif
