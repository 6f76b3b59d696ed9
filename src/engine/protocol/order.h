/* What a host says to an engine: our own protocol, docs/engine-protocol.md. Pure:
 * lines to values and back. A line is a span without its end. */
#ifndef FLAGFALL_ENGINE_ORDER_H
#define FLAGFALL_ENGINE_ORDER_H

#include "flagfall/notation.h"
#include "flagfall/player.h"

enum {
    ENGINE_VERSION = 1,
    ORDER_LINE_MAX = 4096 /* bytes of a line that an engine must be able to read */
};

typedef enum order_kind {
    ORDER_HELLO,    /* `number`: the version that the host speaks */
    ORDER_SET,      /* option `name`, value `text` */
    ORDER_PING,     /* `text`, any */
    ORDER_NEWGAME,  /* `seat` is the engine's */
    ORDER_EDITION,  /* `text`: a line of an edition file */
    ORDER_SETUP,    /* asks for an army */
    ORDER_ARMY,     /* `text`: the engine's army */
    ORDER_BEGIN,    /* `text`: the first board */
    ORDER_EVENT,    /* `seat` made the ply `event` */
    ORDER_BOARD,    /* `text` */
    ORDER_MOVES,    /* `text` */
    ORDER_GO,       /* `number`: milliseconds, 0 where none are said; `limits` */
    ORDER_STOP,     /* answer now */
    ORDER_GAMEOVER, /* `text`: result and ending */
    ORDER_QUIT,
    ORDER_KINDS
} order_kind;

typedef struct order {
    order_kind kind;
    ff_span name;
    ff_span text;
    unsigned long number;
    ff_seat seat;
    ff_event event;
    ff_limits limits;
} order;

/* False with what is wrong and what would be right. An empty line is refused too. */
bool order_parse(ff_span line, order *o, ff_error *error);

/* Lines that take more than a word to write, with their ends. */
void order_write_newgame(ff_seat seat, const ff_rules *rules, ff_buffer *out);
void order_write_event(ff_seat seat, const ff_event *event, ff_buffer *out);
void order_write_moves(const ff_view *view, ff_buffer *out);
void order_write_go(unsigned move_ms, const ff_limits *limits, ff_buffer *out);

/* Reads the board of a seat with that army before the first ply: own pieces must be
 * the army, `enemy` (all false before) says where the others stand. */
bool order_begin_parse(ff_span board, const ff_edition *edition, ff_seat seat, const ff_setup *army,
                       bool enemy[FF_SQUARES], ff_error *error);

#endif
