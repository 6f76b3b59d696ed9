/* A game as a page for a frame on somebody else's site: the board as a picture, who plays, whose
 * turn it is, and a link to the game. It is written from a spectator's view and knows nothing
 * else of the game. Pure. */
#ifndef FLAGFALL_SERVER_WATCH_EMBED_PAGE_H
#define FLAGFALL_SERVER_WATCH_EMBED_PAGE_H

#include "flagfall/view.h"

typedef struct embed_scene {
    const char *game; /* its id */
    const ff_edition *edition;
    const ff_view *view; /* a spectator's; its `turn` is FF_NOBODY where nothing can be seen yet */
    const char *player[2];   /* as they are called; empty: a guest without a name */
    const char *public_host; /* of the server, for the link; null: the link is a path */
    ff_language language;
} embed_scene;

/* The language by its tag (`en` `nl` `fr` `de`); false where there is none of that tag. */
bool embed_find_language(ff_span tag, ff_language *language);

void embed_page_write(ff_buffer *out, const embed_scene *scene);

#endif
