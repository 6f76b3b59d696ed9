/* What was sent, worked at by a thread: the answer is made of the text alone, so it asks for
 * nothing that the loop changes. */
#ifndef FLAGFALL_SERVER_API_UPLOAD_JOB_H
#define FLAGFALL_SERVER_API_UPLOAD_JOB_H

#include "server/http/reply.h"

/* Ends the reply. Called by a thread: of the site it reads only what was set before the server
 * began. */
typedef void upload_answer(const struct site *site, ff_span text, http_reply *reply);

/* Asks one of `workers` for the answer. False, with the reply still open, where too many wait or
 * memory is out. */
bool upload_job_ask(const struct site *site, struct workers *workers, upload_answer *answer,
                    ff_span text, http_reply *reply);

#endif
