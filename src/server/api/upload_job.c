/* Jobs of texts that were sent. What must hold: the job has a copy of the text, for the request may
 * be gone before its turn comes. */
#include "server/api/upload_job.h"

#include <stdlib.h>

typedef struct upload_job {
    http_job base; /* first */
    const struct site *site;
    upload_answer *answer;
    ff_buffer text;
} upload_job;

static void upload_work(job *done) {
    upload_job *upload = (upload_job *)done;
    ff_span text = {upload->text.data ? upload->text.data : "", upload->text.size};
    upload->answer(upload->site, text, &upload->base.reply);
}

static void upload_free(job *gone) {
    upload_job *upload = (upload_job *)gone;
    ff_buffer_free(&upload->text);
    http_job_clear(&upload->base);
    free(upload);
}

bool upload_job_ask(const struct site *site, struct workers *workers, upload_answer *answer,
                    ff_span text, http_reply *reply) {
    upload_job *upload = calloc(1, sizeof *upload);
    if (!upload)
        return false;
    http_job_init(&upload->base, upload_work, upload_free);
    upload->site = site;
    upload->answer = answer;
    ff_buffer_add(&upload->text, text.data, text.size);
    if (!upload->text.failed && reply_by_worker(reply, workers, &upload->base))
        return true;
    upload_free(&upload->base.job);
    return false;
}
