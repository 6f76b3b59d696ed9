/* What the server says, as docs/protocol.md tells it: of a game only a view. */
#ifndef FLAGFALL_SERVER_ENCODING_ENCODE_H
#define FLAGFALL_SERVER_ENCODING_ENCODE_H

#include "format/json_view.h"
#include "server/identity/identity.h"
#include "server/identity/totp.h"
#include "server/play/tables.h"
#include "server/store/store_chat.h"
#include "server/store/store_sessions.h"

/* Why something was not done: what was asked, of which game, the word for programs and the sentence
 * for people. */
typedef struct encode_refusal {
    const char *re;
    ff_span game; /* null data: of no game */
    const char *reason;
    const char *message;
} encode_refusal;

void encode_refused(ff_buffer *out, const encode_refusal *refusal);

/* Through whose eyes a game is told, and what the table cannot know. */
typedef struct encode_eyes {
    ff_seat viewer;   /* FF_NOBODY: a spectator */
    unsigned first;   /* the first event to tell; from the start where there are fewer */
    bool here[2];     /* is the person of that seat connected, and has the game open? */
    int64_t now;      /* in the time that counts for clocks */
    int64_t claim_ms; /* how long somebody must have been away for a claim */
} encode_eyes;

enum { ENCODE_GAME_MEMBERS = 21, ENCODE_MEMBERS = ENCODE_GAME_MEMBERS + JSON_VIEW_MEMBERS };

/* What a viewer may know of a game but for the list of events: the members of `game`, then
 * those of its view, each as `,"key":value`. Begins as {0}; ends with `encode_snapshot_free`. */
typedef struct encode_snapshot {
    ff_buffer text;
    size_t begin;               /* of the first member */
    size_t end[ENCODE_MEMBERS]; /* of each; empty ones where there is no view yet */
    unsigned plies;             /* events that there are, */
    unsigned takebacks;         /* and how often there were fewer again */
    bool redacted;              /* only the latest event shows ranks */
    bool played;                /* there is a view */
} encode_snapshot;

/* The game as it is now. `view` is filled, and good until the game changes. Of a state that
 * cannot be read (`table_seen_by`) there is no snapshot. */
void encode_look(encode_snapshot *snapshot, const struct table *table, const encode_eyes *eyes,
                 ff_view *view);
void encode_snapshot_copy(encode_snapshot *to, const encode_snapshot *from);
void encode_snapshot_free(encode_snapshot *snapshot);

/* Is there more between two snapshots of one viewer than time that has passed? */
bool encode_has_changed(const encode_snapshot *before, const encode_snapshot *now);

/* The message `game`, with the events from number `first` on; number 0 is left out. */
void encode_whole(ff_buffer *out, const encode_snapshot *now, const ff_view *view, unsigned first,
                  uint32_t number);

/* The message `change`: what makes of one snapshot, with its events, the other. */
void encode_change(ff_buffer *out, const encode_snapshot *before, const encode_snapshot *now,
                   const ff_view *view, uint32_t number);

/* Both at once: `game` as the viewer may know it, without number. Returns how many events
 * there are. */
unsigned encode_game(ff_buffer *out, const struct table *table, const encode_eyes *eyes);

/* A line of chat, as it is said. */
void encode_chat(ff_buffer *out, const store_game *game, const store_line *line);

/* A page of what has been said: its beginning, then each line, then its end; `before` is
 * where earlier ones begin, STORE_NULL: there are none. */
void encode_chat_page(ff_buffer *out, const store_game *game);
void encode_chat_line(ff_buffer *out, const store_line *line);
void encode_chat_page_end(ff_buffer *out, int64_t before);

/* The person hears nobody but itself at this game, or everybody again. */
void encode_muted(ff_buffer *out, const store_game *game, bool on);

/* An army that the server proposes, of the style that was asked for. */
void encode_suggestion(ff_buffer *out, const ff_edition *edition, ff_span style,
                       const char *letters);

/* The reason is FF_SETUP_OK for an army that may be played. */
void encode_checked(ff_buffer *out, const ff_edition *edition, ff_span letters,
                    ff_setup_reason reason, bool can_move);

/* The welcome in parts: its beginning with the tag of the lists, these lists, which are the same
 * for all, what is the person's up to the list of games, which follow as rows (encode_parts.h),
 * and the end. */
void encode_welcome_opening(ff_buffer *out, const char *version, const char *tag);
void encode_welcome_lists(ff_buffer *out, const struct opponents *opponents);
bool encode_welcome_person(ff_buffer *out, struct store *store, const struct identity *who);
/* `notice` is the host's words, or empty; `push` the key for wake-ups, or null. */
void encode_welcome_end(ff_buffer *out, const char *notice, const char *push);

/* `code` is the word for a sentence of the program's own, by which it can be said in another
 * language; null: these are the host's words. */
void encode_notice(ff_buffer *out, const char *notice, const char *code);

/* Clocks stand, or stood, in this gap of the server's time. */
void encode_outage(ff_buffer *out, const outage_gap *gap, int64_t now);

/* Who one is, with what else the store knows of the person: as the member `you`, or the members of
 * that. False, with nothing written that is of use, when it cannot be read; so are the next ones.
 */
bool encode_person(ff_buffer *out, struct store *store, const struct identity *who);
bool encode_you(ff_buffer *out, struct store *store, const struct identity *who);
/* The armies that somebody has saved, as a member. */
bool encode_army_list(ff_buffer *out, struct store *store, const struct person *person);
/* Signed in, or out: with the ticket for a new cookie. `recovery` is a new code to be shown, or
 * null.
 */
bool encode_signed(ff_buffer *out, struct store *store, const struct identity *who,
                   const char *ticket, const char *recovery);
/* What protects an account, and where it is signed in: STORE_BROWSERS at most, of which one is
 * `here`. */
bool encode_account(ff_buffer *out, struct store *store, const store_account *account,
                    const struct person *here);
/* What is shown this once: a new recovery code; the secret of one-time codes, as text, as an
 * address for programs and as a picture; an account's token. */
void encode_recovery(ff_buffer *out, const char *code);
void encode_totp(ff_buffer *out, const char *secret, const char *uri, const totp_picture *picture);
void encode_token(ff_buffer *out, const char *token);

/* The saved armies, after one of them has changed. */
bool encode_armies(ff_buffer *out, struct store *store, const struct person *person);

/* What a guest is called from now on; empty: nothing. */
void encode_called(ff_buffer *out, const char *name);

/* What was asked by this type of message is done. */
void encode_done(ff_buffer *out, const char *re);

#endif
