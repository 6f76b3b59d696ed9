/* A page is shown in the browser of whoever sits here. */
#ifndef FLAGFALL_CLI_OPEN_PAGE_H
#define FLAGFALL_CLI_OPEN_PAGE_H

#include <stdbool.h>

/* Starts a process that waits for an address to open: to be called before this one gives up
 * its rights. The file to which the address is to be written, or -1 where none can be made. */
int open_page_begin(void);

/* Does somebody serve on this port of this machine already? */
bool open_page_answers(unsigned port);

/* Hands the address over; once. */
void open_page(int file, const char *address);

#endif
