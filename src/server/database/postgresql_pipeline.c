/* What must hold: of what was sent together it is known what has been done, or the session is given
 * up; and neither side ever waits for the other to read before it reads itself. */
#include "server/database/engine.h"

#ifdef FLAGFALL_POSTGRESQL

#include "server/database/postgresql_pipeline.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Nobody knows what the database has heard of us: it ends the session, and takes its batch back, as
 * soon as the connection is cut. */
static bool give_up(struct postgresql *own, bool noted) {
    if (!noted)
        postgresql_note(own, NULL);
    own->sent = 0;
    own->cut = true;
    shutdown(PQsocket(own->db), SHUT_RDWR);
    return false;
}

/* ---- sending ---- */

/* A batch that is longer than what is waited for at once is waited for in pieces. In a session that
 * was given up answers to what was sent before may still lie: they would be taken for the next. */
static bool make_room(struct postgresql *own) {
    if (own->sent == SENT_MAX && !pipeline_wait(own))
        return false;
    bool ready = own->sent > 0 ||
                 (!own->cut && PQsetnonblocking(own->db, 1) == 0 && PQenterPipelineMode(own->db));
    return ready || give_up(own, own->cut);
}

static bool note_sent(struct postgresql *own, int sent, PGresult **answer) {
    if (!sent)
        return give_up(own, false);
    own->answer[own->sent++] = answer;
    return true;
}

bool pipeline_send(struct postgresql *own, const struct query *query, PGresult **answer) {
    return make_room(own) &&
           note_sent(own,
                     PQsendQueryPrepared(own->db, query->name, query->count, query->value,
                                         query->size, query->format, 1),
                     answer);
}

bool pipeline_send_sql(struct postgresql *own, const char *sql, PGresult **answer) {
    return make_room(own) &&
           note_sent(own, PQsendQueryParams(own->db, sql, 0, NULL, NULL, NULL, NULL, 1), answer);
}

/* As libpq wants it: what the database answers is read while it does not read. */
static bool flush(struct postgresql *own) {
    int left;
    while ((left = PQflush(own->db)) > 0) {
        struct pollfd socket = {PQsocket(own->db), POLLIN | POLLOUT, 0};
        if (poll(&socket, 1, -1) < 0 && errno != EINTR)
            return false;
        if (socket.revents & POLLIN && !PQconsumeInput(own->db))
            return false;
    }
    return left == 0;
}

/* ---- waiting ---- */

typedef enum outcome { DONE, REFUSED, LOST } outcome;

/* What another than the last one has met nobody is told of at once: from now on each is waited for,
 * so that the next time it is known whose row is damaged. */
static void note_failure(struct postgresql *own, PGresult *result, bool is_last) {
    postgresql_note(own, result);
    own->careful |= own->damaged;
    own->damaged &= is_last;
}

static outcome take_answer(struct postgresql *own, PGresult **answer, bool is_last, bool noted) {
    PGresult *result = PQgetResult(own->db);
    ExecStatusType status = PQresultStatus(result);
    bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    if (!result)
        return LOST;
    if (done)
        own->changes = strtoull(PQcmdTuples(result), NULL, 10);
    if (done && answer)
        *answer = result;
    else if (done || noted || status == PGRES_PIPELINE_ABORTED)
        PQclear(result);
    else
        note_failure(own, result, is_last);
    result = postgresql_is_away(own) ? NULL : PQgetResult(own->db); /* the end of the answer */
    bool ended = !postgresql_is_away(own) && !result;
    PQclear(result);
    return !ended ? LOST : done ? DONE : REFUSED;
}

/* Behind the answers, the database's word that it waits for the next statement. */
static bool leave(struct postgresql *own) {
    PGresult *end = PQgetResult(own->db);
    bool all = PQresultStatus(end) == PGRES_PIPELINE_SYNC;
    PQclear(end);
    return all && PQexitPipelineMode(own->db) && PQsetnonblocking(own->db, 0) == 0;
}

static void drop_answers(struct postgresql *own, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (own->answer[i]) {
            PQclear(*own->answer[i]);
            *own->answer[i] = NULL;
        }
}

bool pipeline_wait(struct postgresql *own) {
    unsigned count = own->sent;
    bool good = true;
    if (count == 0)
        return true;
    own->round_trips++;
    if (!PQpipelineSync(own->db) || !flush(own))
        return give_up(own, false);
    for (unsigned i = 0; i < count; i++) {
        outcome next = take_answer(own, own->answer[i], i + 1 == count, !good);
        if (next == LOST) {
            drop_answers(own, i + 1);
            return give_up(own, !good);
        }
        good = good && next == DONE;
    }
    own->sent = 0;
    return (leave(own) || give_up(own, false)) && good;
}

/* ---- asked for early ---- */

static void write_key(const struct query *query, ff_buffer *key) {
    ff_buffer_text(key, query->name);
    for (int i = 0; i < query->count; i++) {
        const char *value = query->value[i];
        size_t size = !value ? 0 : query->format[i] ? (size_t)query->size[i] : strlen(value);
        ff_buffer_format(key, " %d %zu ", value != NULL, size);
        ff_buffer_add(key, value ? value : "", size);
    }
}

void pipeline_ask(struct postgresql *own, const struct query *query) {
    if (own->asks == ASKED_MAX)
        return;
    ff_buffer *key = &own->asked[own->asks].key;
    write_key(query, key);
    if (!key->failed && pipeline_send(own, query, &own->asked[own->asks].rows))
        own->asks++;
    else
        ff_buffer_free(key);
}

PGresult *pipeline_take(struct postgresql *own, const struct query *query) {
    ff_buffer key = {0};
    PGresult *rows = NULL;
    if (own->asks > 0)
        write_key(query, &key);
    for (unsigned i = 0; i < own->asks && !rows && !key.failed; i++) {
        const ff_buffer *of = &own->asked[i].key;
        if (of->size != key.size || memcmp(of->data, key.data, key.size) != 0)
            continue;
        pipeline_wait(own);
        rows = own->asked[i].rows;
        own->asked[i].rows = NULL;
    }
    ff_buffer_free(&key);
    return rows;
}

void pipeline_forget(struct postgresql *own) {
    if (own->asks > 0)
        pipeline_wait(own);
    for (; own->asks > 0; own->asks--) {
        PQclear(own->asked[own->asks - 1].rows);
        own->asked[own->asks - 1].rows = NULL;
        ff_buffer_free(&own->asked[own->asks - 1].key);
    }
}

#else

typedef int no_postgresql; /* a file of C is not empty */

#endif
