/* The terminal as it was found. Signals that end the program are noted and looked at in the
 * loop, which leaves in order; a crash puts the terminal back on its way down. */
#ifndef FLAGFALL_TUI_RESTORE_H
#define FLAGFALL_TUI_RESTORE_H

/* Before the screen begins: keeps the terminal's settings, and takes the signals. */
void restore_begin(void);

/* After it has ended: signals do again what they did. */
void restore_end(void);

/* The signal that has come; 0: none. */
int restore_signal(void);

/* The terminal has gone: as if SIGHUP had come. */
void restore_note_hangup(void);

/* A file that can be read when a signal has come. */
int restore_file(void);

#endif
