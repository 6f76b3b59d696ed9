#include "server/people.h"

bool people_of_cookie(ff_store *store, const ff_person *cookie, ff_person *person) {
    (void)store;
    *person = *cookie;
    return true;
}

bool people_sit(ff_store *store, const ff_person *person, store_seat *seat) {
    (void)store;
    *seat = (store_seat){
        .kind = SEAT_GUEST, .person = *person, .rating = STORE_NULL, .change = STORE_NULL};
    return true;
}

store_answer people_find(ff_store *store, ff_span name, ff_person *person) {
    (void)store, (void)name, (void)person;
    return STORE_NONE; /* nobody has a name */
}
