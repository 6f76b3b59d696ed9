/* A game as a picture for previews of links: the board from Red's side, as a spectator sees it.
 * Programs that preview links want pixels (PNG), and draw no SVG. Pure. */
#ifndef FLAGFALL_SERVER_WATCH_BOARD_PICTURE_H
#define FLAGFALL_SERVER_WATCH_BOARD_PICTURE_H

#include "flagfall/base.h"
#include "flagfall/view.h"

enum { BOARD_LABEL_MAX = 2 }; /* signs that fit on a piece */

/* What is to be drawn. Every byte is set, and nothing else is drawn: equal scenes are equal
 * pictures, so a scene's hash is a picture's before it is drawn. */
typedef struct board_scene {
    uint8_t drawing; /* another number where the same is drawn otherwise than before */
    uint8_t files, rows;
    struct board_square {
        uint8_t ground; /* of board_picture.c */
        uint8_t seat;   /* ff_seat, FF_NOBODY where nothing stands */
        bool hidden;    /* a piece whose rank is not shown */
        char label[BOARD_LABEL_MAX];
    } square[FF_SQUARES];
} board_scene;

/* The scene of a spectator's view, or (null) of the empty board. */
void board_scene_init(board_scene *scene, const ff_edition *edition, const ff_view *view);

/* Appends its picture, by any thread. Where memory is out `out` has failed. */
void board_picture_write(ff_buffer *out, const board_scene *scene);

#endif
