/* What persons offer, told in fair turns: numbers (of games), each of a person who is here,
 * each person of an origin (store_origin_of an address). A list that has room for fifty shows one
 * number of each origin before it shows a second of any, and within an origin one of each person;
 * so whoever offers much fills what others leave free, and no more than a few places.
 *
 * Everything is bounded by who is here: a person has FAIR_KEPT numbers at most. Choosing
 * takes time by what is chosen, not by what there is. Pure; one thread. */
#ifndef FLAGFALL_SERVER_SESSION_FAIR_LIST_H
#define FLAGFALL_SERVER_SESSION_FAIR_LIST_H

#include "flagfall/base.h"
#include "server/base/person.h"
#include "server/database/store.h"

enum {
    FAIR_KEPT = 20,      /* numbers of a person; of more the oldest are forgotten */
    FAIR_OF_PERSON = 3,  /* of these, chosen at once */
    FAIR_OF_ORIGIN = 10, /* and of one origin */
};

typedef struct fair_list fair_list;

/* Null when memory is out. */
fair_list *fair_list_new(void);
void fair_list_free(fair_list *list);

/* A person comes, from an origin: false, and nothing changed, where it is here already or memory
 * is out (then it shows nothing). And goes, with all its numbers. */
bool fair_list_enter(fair_list *list, const struct person *person, int64_t origin);
void fair_list_leave(fair_list *list, const struct person *person);

/* The person's newest number, unless it is there already; and one that is no more. Persons
 * who are not here are passed over. */
void fair_list_put(fair_list *list, const struct person *person, int64_t number);
void fair_list_drop(fair_list *list, const struct person *person, int64_t number);

/* Numbers in fair turns, `most` at most; origins, persons and numbers each newest first.
 * Returns how many. */
size_t fair_list_choose(fair_list *list, int64_t *numbers, size_t most);

#endif
