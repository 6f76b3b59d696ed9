/* Whose profile is asked for. What must hold: an account that does not show what is asked is
 * answered as one that does not exist, and one that shows nothing is not named to others. */
#include "server/people/subject.h"

#include "server/encoding/encode_parts.h"

/* An account that is banned shows nothing to others: a profile is no stage for it. */
store_answer subject_find(struct store *store, const profile_question *asked, profile_shows needed,
                          subject *found) {
    struct person person = asked->viewer.person;
    store_account account;
    store_answer answer = asked->name.size > 0        ? identity_find(store, asked->name, &person)
                          : person_is_nobody(&person) ? STORE_NONE
                                                      : STORE_FOUND;
    if (answer != STORE_FOUND)
        return answer;
    if (!identity_read(store, &person, &found->who) ||
        people_find_shows(store, &person, &found->shows) == STORE_FAILED ||
        store_find_account(store, &person, &account) == STORE_FAILED)
        return STORE_FAILED;
    found->since = found->who.has_account ? account.created : STORE_NULL;
    found->own = person_is(&person, &asked->viewer.person);
    return found->own || (found->shows >= needed && !found->who.banned) ? STORE_FOUND : STORE_NONE;
}

bool subject_may_name(struct store *store, uint8_t kind, const struct person *person, bool *may) {
    profile_shows shows = SHOWS_RESULTS;
    bool is_account = kind == SEAT_ACCOUNT || kind == SEAT_BOT;
    bool read = !is_account || people_find_shows(store, person, &shows) != STORE_FAILED;
    *may = read && shows > SHOWS_NOTHING;
    return read;
}

/* What an account shows is its own affair: others see only whether there are set-ups to ask for. */
void subject_write(ff_buffer *out, const subject *of) {
    encode_maybe_text(out, "name", of->who.name);
    encode_text(out, "kind", !of->who.has_account ? "guest" : of->who.bot ? "bot" : "account");
    encode_bool(out, "own", of->own);
    if (of->own && of->who.has_account)
        encode_text(out, "shows", profile_shows_word(of->shows));
    else
        encode_null(out, "shows");
    encode_bool(out, "setups", of->own || of->shows >= SHOWS_SETUPS);
    encode_maybe_number(out, "since", of->since);
}

void subject_write_score(ff_buffer *out, const career_score *score) {
    encode_number(out, "games", score->games);
    encode_number(out, "won", score->won);
    encode_number(out, "drawn", score->drawn);
    encode_number(out, "lost", score->lost);
}
