/* Sending one message to a push service (RFC 8030), on a thread of its own: to the services that
 * are known alone, by https, without following anybody elsewhere, in a bounded time. */
#ifndef FLAGFALL_SERVER_PUSH_PUSH_SEND_H
#define FLAGFALL_SERVER_PUSH_PUSH_SEND_H

#include "server/base/workers.h"
#include "server/push/push_crypto.h"
#include "server/push/push_services.h"

#include <stdatomic.h>

enum {
    PUSH_CONTACT_SIZE = 256,
    PUSH_TOPIC_SIZE = 33, /* RFC 8030, section 5.4: 32 characters of base64url */
    PUSH_TTL = 86400,     /* seconds for which a service keeps a message */
};

/* What all messages are sent with. To be made before a sandbox is entered, for libraries read
 * their settings then; `services`, `contact` and `authorities` are set by who makes it. */
typedef struct push_sender {
    struct push_key *key;
    char contact[PUSH_CONTACT_SIZE];
    push_services services;
    const char *authorities; /* a file of certificates; null: the system's */
    struct workers *workers; /* that send */
    atomic_bool stopped;     /* what is on its way is given up */
} push_sender;

/* libcurl is made ready, once, and put away. */
bool push_send_begin(void);
void push_send_end(void);

/* To be called before the workers are freed, which would wait for a service's answer. */
void push_send_stop(push_sender *sender);

/* A message on its way. All but the last two are set by who asks. */
typedef struct push_send {
    job job; /* first; `work` is push_send_work */
    const push_sender *sender;
    char endpoint[PUSH_ENDPOINT_SIZE];
    uint8_t point[PUSH_POINT];
    uint8_t secret[PUSH_SECRET];
    char topic[PUSH_TOPIC_SIZE]; /* a later message of the same takes this one's place */
    char text[PUSH_TEXT_MAX + 1];
    int64_t now;     /* seconds since 1970 */
    long status;     /* of the answer; 0: there was none */
    int64_t wait_ms; /* as the service asks before another try; 0: it does not say */
} push_send;

/* Sends the message of the job, on a thread of the workers, and sets `status` and `wait_ms`. Takes
 * some ten seconds at most. */
void push_send_work(job *wanted);

#endif
