/* The terminal as it was found. Signals that end the program are noted and looked at in the
 * loop, which leaves in order; a crash puts the terminal back on its way down. */
#ifndef FLAGFALL_TUI_RESTORE_H
#define FLAGFALL_TUI_RESTORE_H

/* Before the screen begins: keeps the terminal's settings, and takes the signals. */
void restore_begin(void);

/* When curses has begun, which notes that the window has another size by a handler of its own and
 * looks at it when keys are read: the signal wakes whoever waits for the file below as well. */
void restore_watch_size(void);

/* After it has ended: signals do again what they did. */
void restore_end(void);

/* The signal that ends the program and has come; 0: none. The file below has been read then. */
int restore_signal(void);

/* The terminal has gone: as if SIGHUP had come. */
void restore_note_hangup(void);

/* A file that can be read when a signal has come, also one that came before anybody waited. */
int restore_file(void);

#endif
