/* SQLite's quick_check of the store's file while the server already serves, on a thread and
 * a connection of its own: a file that is torn is told of at the start, and not when somebody
 * comes upon the place. What it finds is logged; games are refused when they are read
 * (store_seal.h). */
#ifndef FLAGFALL_SERVER_DATABASE_FILE_CHECK_H
#define FLAGFALL_SERVER_DATABASE_FILE_CHECK_H

#include "server/base/log.h"

struct file_check;

/* Null, and nothing is checked, where the store is no file or the system gives no thread. What is
 * given must live until the end. */
struct file_check *file_check_begin(const char *path, const struct log *log);

/* Stops it where it still goes on. May be given null. */
void file_check_end(struct file_check *check);

#endif
