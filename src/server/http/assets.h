/* The page's files, embedded into the program: the build packs the folder web/
 * into this table (tools/embed.cmake). */
#ifndef FLAGFALL_SERVER_HTTP_ASSETS_H
#define FLAGFALL_SERVER_HTTP_ASSETS_H

#include <stddef.h>

typedef struct server_asset {
    const char *name; /* "index.html", "main-6KQ2XW5C.js"; null ends the table */
    const unsigned char *data;
    size_t size;
    const char *tag; /* changes with the contents */
    int lasting;     /* so does the name: under it there is never anything else */
} server_asset;

extern const server_asset server_assets[];

#endif
