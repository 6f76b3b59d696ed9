/* Messages about accounts. What must hold: hashes, secrets and other people's sessions never come
 * into one; what is shown once (a token, a recovery code) is given by its caller as text. */
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/store/store_guests.h"

#include <string.h>

static bool add_rating(void *context, const store_rating *rating) {
    encode_rating(context, rating);
    encode_close(context);
    return true;
}

void encode_called(ff_buffer *out, const char *name) {
    encode_open(out, "called");
    encode_maybe_text(out, "name", name);
    encode_close(out);
}

/* `called` is what a guest has chosen to be called, without the mark that others see; an account
 * has a name instead. */
bool encode_person(ff_buffer *out, struct store *store, const struct identity *who) {
    char called[SEAT_NAME_SIZE] = "";
    bool ok =
        who->has_account || store_find_guest_name(store, &who->person, called) != STORE_FAILED;
    encode_maybe_text(out, "name", who->name);
    encode_bool(out, "bot", who->bot);
    encode_maybe_text(out, "called", called);
    encode_begin(out, "ratings", "[");
    ok = ok && store_visit_ratings(store, &who->person, add_rating, out);
    ff_buffer_byte(out, ']');
    return ok;
}

bool encode_you(ff_buffer *out, struct store *store, const struct identity *who) {
    encode_begin(out, "you", "{");
    bool ok = encode_person(out, store, who);
    encode_close(out);
    return ok;
}

static bool add_army(void *context, const store_army *army) {
    ff_buffer *out = context;
    encode_open(out, NULL);
    encode_text(out, "edition", army->edition);
    encode_text(out, "name", army->name);
    encode_text(out, "letters", army->letters);
    encode_close(out);
    return true;
}

bool encode_army_list(ff_buffer *out, struct store *store, const struct person *person) {
    encode_begin(out, "armies", "[");
    bool ok = store_visit_armies(store, person, add_army, out);
    ff_buffer_byte(out, ']');
    return ok;
}

bool encode_signed(ff_buffer *out, struct store *store, const struct identity *who,
                   const char *ticket, const char *recovery) {
    encode_open(out, "signed");
    bool ok = encode_you(out, store, who);
    encode_text(out, "ticket", ticket);
    encode_maybe_text(out, "recovery", recovery ? recovery : "");
    encode_close(out);
    return ok;
}

bool encode_armies(ff_buffer *out, struct store *store, const struct person *person) {
    encode_open(out, "armies");
    bool ok = encode_army_list(out, store, person);
    encode_close(out);
    return ok;
}

void encode_token(ff_buffer *out, const char *token) {
    encode_open(out, "token");
    encode_text(out, "token", token);
    encode_close(out);
}

void encode_done(ff_buffer *out, const char *re) {
    encode_open(out, "done");
    encode_text(out, "re", re);
    encode_close(out);
}

void encode_recovery(ff_buffer *out, const char *code) {
    encode_open(out, "recovery");
    encode_text(out, "recovery", code);
    encode_close(out);
}

/* The picture as rows of text, a character a module, so that the page draws it and no image has to
 * be made, sent or cached. */
void encode_totp(ff_buffer *out, const char *secret, const char *uri, const totp_picture *picture) {
    encode_open(out, "totp");
    encode_text(out, "secret", secret);
    encode_text(out, "uri", uri);
    encode_begin(out, "qr", "[");
    for (unsigned i = 0; i < picture->side; i++) {
        encode_comma(out);
        ff_json_string(out, (ff_span){picture->row[i], picture->side});
    }
    ff_buffer_byte(out, ']');
    encode_close(out);
}

typedef struct session_list {
    ff_buffer *out;
    const struct person *here;
} session_list;

/* A session is told by its times alone: its cookie's hash would be a name under which somebody
 * could be followed. */
static bool add_session(void *context, const store_session *session) {
    const session_list *list = context;
    encode_open(list->out, NULL);
    encode_number(list->out, "created", session->created);
    encode_number(list->out, "used", session->used);
    encode_bool(list->out, "here", memcmp(&session->cookie, list->here, sizeof *list->here) == 0);
    encode_close(list->out);
    return true;
}

bool encode_account(ff_buffer *out, struct store *store, const store_account *account,
                    const struct person *here) {
    encode_open(out, "account");
    encode_bool(out, "recovery", account->has_recovery);
    encode_bool(out, "totp", account->totp_on);
    encode_bool(out, "token", account->has_token);
    encode_begin(out, "sessions", "[");
    bool ok = store_visit_sessions(store, &account->person, STORE_BROWSERS, add_session,
                                   &(session_list){out, here});
    ff_buffer_byte(out, ']');
    encode_close(out);
    return ok;
}
