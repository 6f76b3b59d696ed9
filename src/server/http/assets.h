/* The page's files, embedded into the program: the build turns the folder web/
 * into this table (tools/embed.cmake). */
#ifndef FLAGFALL_SERVER_HTTP_ASSETS_H
#define FLAGFALL_SERVER_HTTP_ASSETS_H

#include <stddef.h>

typedef struct server_asset {
    const char *name; /* "index.html", "parts/board.js"; null ends the table */
    const unsigned char *data;
    size_t size;
    const char *tag; /* changes with the contents */
} server_asset;

extern const server_asset server_assets[];

#endif
