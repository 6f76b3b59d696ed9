#include "server/session/wire.h"
#include "server/session/wire_parts.h"

#include <math.h>
#include <string.h>

static bool add_rating(void *context, const store_rating *rating) {
    ff_buffer *out = context;
    wire_open(out, NULL);
    wire_text(out, "group", rating->group);
    wire_number(out, "rating", lround(rating->glicko.rating));
    wire_number(out, "deviation", lround(rating->glicko.deviation));
    wire_number(out, "games", rating->games);
    wire_close(out);
    return true;
}

bool wire_person(ff_buffer *out, ff_store *store, const ff_identity *who) {
    wire_maybe_text(out, "name", who->name);
    wire_bool(out, "bot", who->bot);
    wire_begin(out, "ratings", "[");
    bool ok = store_visit_ratings(store, &who->person, add_rating, out);
    ff_buffer_byte(out, ']');
    return ok;
}

bool wire_you(ff_buffer *out, ff_store *store, const ff_identity *who) {
    wire_begin(out, "you", "{");
    bool ok = wire_person(out, store, who);
    wire_close(out);
    return ok;
}

static bool add_army(void *context, const store_army *army) {
    ff_buffer *out = context;
    wire_open(out, NULL);
    wire_text(out, "edition", army->edition);
    wire_text(out, "name", army->name);
    wire_text(out, "letters", army->letters);
    wire_close(out);
    return true;
}

bool wire_army_list(ff_buffer *out, ff_store *store, const ff_person *person) {
    wire_begin(out, "armies", "[");
    bool ok = store_visit_armies(store, person, add_army, out);
    ff_buffer_byte(out, ']');
    return ok;
}

bool wire_signed(ff_buffer *out, ff_store *store, const ff_identity *who, const char *ticket,
                 const char *recovery) {
    wire_open(out, "signed");
    bool ok = wire_you(out, store, who);
    wire_text(out, "ticket", ticket);
    wire_maybe_text(out, "recovery", recovery ? recovery : "");
    wire_close(out);
    return ok;
}

bool wire_armies(ff_buffer *out, ff_store *store, const ff_person *person) {
    wire_open(out, "armies");
    bool ok = wire_army_list(out, store, person);
    wire_close(out);
    return ok;
}

void wire_token(ff_buffer *out, const char *token) {
    wire_open(out, "token");
    wire_text(out, "token", token);
    wire_close(out);
}

void wire_done(ff_buffer *out, const char *re) {
    wire_open(out, "done");
    wire_text(out, "re", re);
    wire_close(out);
}

void wire_recovery(ff_buffer *out, const char *code) {
    wire_open(out, "recovery");
    wire_text(out, "recovery", code);
    wire_close(out);
}

void wire_totp(ff_buffer *out, const char *secret, const char *uri) {
    wire_open(out, "totp");
    wire_text(out, "secret", secret);
    wire_text(out, "uri", uri);
    wire_close(out);
}

typedef struct session_list {
    ff_buffer *out;
    const ff_person *here;
} session_list;

static bool add_session(void *context, const store_session *session) {
    const session_list *list = context;
    wire_open(list->out, NULL);
    wire_number(list->out, "created", session->created);
    wire_number(list->out, "used", session->used);
    wire_bool(list->out, "here", memcmp(&session->cookie, list->here, sizeof *list->here) == 0);
    wire_close(list->out);
    return true;
}

bool wire_account(ff_buffer *out, ff_store *store, const store_account *account,
                  const ff_person *here) {
    wire_open(out, "account");
    wire_bool(out, "recovery", account->has_recovery);
    wire_bool(out, "totp", account->totp_on);
    wire_bool(out, "token", account->has_token);
    wire_begin(out, "sessions", "[");
    bool ok = store_visit_sessions(store, &account->person, WIRE_SESSIONS, add_session,
                                   &(session_list){out, here});
    ff_buffer_byte(out, ']');
    wire_close(out);
    return ok;
}
