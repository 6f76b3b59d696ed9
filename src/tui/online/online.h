/* A game on somebody's server as a host, by the API for bots (docs/bots.md). */
#ifndef FLAGFALL_TUI_ONLINE_H
#define FLAGFALL_TUI_ONLINE_H

#include "tui/model/table.h"
#include "tui/model/terms.h"

typedef struct online_setting {
    const char *server;   /* "https://play.example.org" */
    const char *token;    /* null: as a guest */
    const char *jar;      /* the file where a guest's cookie is kept */
    const char *game;     /* the id of one to accept, to go on with or to watch; null: a new one, */
    const char *against;  /* against this account, */
    const char *code;     /* the code of an invitation to take */
    bool open;            /* or whoever takes it in the lobby, */
    bool link;            /* or whoever has its code, */
    const char *opponent; /* or this computer player */
    game_terms terms;     /* of what is begun */
    ff_language language;
} online_setting;

/* Begins, or joins, and waits until the server has told the game. Null with the reason. */
host *online_new(const online_setting *setting, ff_error *error);

/* Why a server did not answer with 200, for the person: in that one's language, or as the server
 * says it, fit for a terminal. Returns false. */
bool online_refused(const online_setting *setting, long status, const ff_buffer *answer,
                    ff_error *error);

/* Turns an offer down, or withdraws one's own. False with the reason. */
bool online_decline(const online_setting *setting, const char *game, ff_error *error);

#endif
