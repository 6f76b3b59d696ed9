/* The page's files: out of the program, compressed once at the start, or out of a
 * folder for whoever works on the page. One thread. */
#ifndef FLAGFALL_SERVER_HTTP_FILES_H
#define FLAGFALL_SERVER_HTTP_FILES_H

#include "server/http/http.h"
#include "server/http/reply.h"

struct files;

/* Of the program, or of `folder` where that is not null (it must outlive the files).
 * Null when memory is out. */
struct files *files_new(const char *folder);
void files_free(struct files *files);

/* Answers a GET or HEAD for a path ("/" is the page): 200, 304 where the client has
 * it, or 404. A page of the program is valid as long as the files. */
void files_answer(const struct files *files, const http_request *request, http_reply *reply);

#endif
