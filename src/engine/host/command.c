/* Words of a command line, quoted as a shell would, and the program that they mean. No
 * shell is ever started. */
#define _GNU_SOURCE /* fts needs it, realpath */
#include "engine/host/command.h"

#include "format/words.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- splitting ------------------------------------------------------------------- */

/* Reads a quoted part whose quote has been taken; false where it does not end. */
static bool take_quoted(ff_span *rest, char quote, ff_buffer *word) {
    while (rest->size > 0 && *rest->data != quote) {
        bool escaped = quote == '"' && *rest->data == '\\' && rest->size > 1 &&
                       (rest->data[1] == '"' || rest->data[1] == '\\');
        rest->data += escaped;
        rest->size -= escaped;
        ff_buffer_byte(word, *rest->data++);
        rest->size--;
    }
    bool closed = rest->size > 0;
    rest->data += closed;
    rest->size -= closed;
    return closed;
}

/* Takes the next word, quoted or not; the rest does not begin with a space. */
static bool take_shell_word(ff_span *rest, ff_buffer *word, ff_error *error) {
    ff_buffer_text(word, "");
    while (rest->size > 0 && !is_space(*rest->data)) {
        char c = *rest->data++;
        rest->size--;
        if (c == '\0')
            return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "a command holds no NUL");
        if (c == '\'' || c == '"') {
            if (!take_quoted(rest, c, word))
                return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "a quote %c is not closed", c);
            continue;
        }
        if (c == '\\' && rest->size > 0) {
            c = *rest->data++;
            rest->size--;
        }
        ff_buffer_byte(word, c);
    }
    return !word->failed || ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
}

/* Takes over a word from the heap. */
static bool add_word(command_line *c, char *text) {
    char **grown = text ? realloc(c->word, (c->count + 2) * sizeof *grown) : NULL;
    if (!grown) {
        free(text);
        return false;
    }
    c->word = grown;
    c->word[c->count++] = text;
    c->word[c->count] = NULL;
    return true;
}

bool command_line_parse(ff_span text, command_line *c, ff_error *error) {
    for (;;) {
        ff_buffer word = {0};
        while (text.size > 0 && is_space(*text.data)) {
            text.data++;
            text.size--;
        }
        if (text.size == 0)
            break;
        if (!take_shell_word(&text, &word, error)) {
            ff_buffer_free(&word);
            return false;
        }
        if (!add_word(c, word.data))
            return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
    }
    return c->count > 0 || ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "a command has one word at least");
}

void command_line_free(command_line *c) {
    for (size_t i = 0; i < c->count; i++)
        free(c->word[i]);
    free(c->word);
    free(c->home);
    *c = (command_line){.count = 0};
}

/* --- finding ----------------------------------------------------------------------- */

static bool is_program(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* Calls `match` with each folder of the PATH until it gives something. */
static char *search_path(char *(*match)(const char *folder, const char *what), const char *what) {
    const char *at = getenv("PATH");
    char *found = NULL;
    while (at && *at && !found) {
        size_t size = strcspn(at, ":");
        char *folder = strndup(at, size);
        found = folder && size > 0 ? match(folder, what) : NULL;
        free(folder);
        at += size + (at[size] == ':');
    }
    return found;
}

static char *program_in(const char *folder, const char *name) {
    ff_buffer path = {0};
    ff_buffer_format(&path, "%s/%s", folder, name);
    if (!path.failed && is_program(path.data))
        return path.data;
    ff_buffer_free(&path);
    return NULL;
}

/* The folder itself where it is the same one. */
static char *same_folder(const char *folder, const char *other) {
    char *real = realpath(folder, NULL);
    if (real && strcmp(real, other) == 0)
        return real;
    free(real);
    return NULL;
}

/* A program that is installed, and not put somewhere to be played with: it has no home of its own
 * that would have to be copied. */
static bool is_on_path(const char *folder) {
    char *found = search_path(same_folder, folder);
    free(found);
    return found;
}

/* The folder that a file lies in, its own name not followed where it is a link. Null
 * when memory is out. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *real = folder ? realpath(folder, NULL) : NULL;
    free(folder);
    return real;
}

/* Puts another word in its place; takes it over. False where there is none. */
static bool replace(char **word, char *other) {
    if (!other)
        return false;
    free(*word);
    *word = other;
    return true;
}

/* "./NAME", where a file stands in the copy of home; null where it does not lie there,
 * or memory is out. */
static char *at_home(const char *home, const char *path) {
    ff_buffer full = {0};
    char *folder = folder_of(path), *inside = NULL;
    const char *slash = strrchr(path, '/');
    if (folder)
        ff_buffer_format(&full, "%s/%s", folder, slash ? slash + 1 : path);
    size_t size = strlen(home);
    if (full.data && strncmp(full.data, home, size) == 0 && full.data[size] == '/') {
        full.data[size - 1] = '.'; /* "/home/x" becomes "./x" where it ends */
        inside = strdup(full.data + size - 1);
    }
    ff_buffer_free(&full);
    free(folder);
    return inside;
}

bool command_line_of_file(const char *path, command_line *c) {
    c->home = folder_of(path);
    return c->home && add_word(c, at_home(c->home, path));
}

/* The program itself; its home if it has one. */
static bool resolve_program(command_line *c, ff_error *error) {
    char *word = c->word[0];
    if (!strchr(word, '/')) {
        if (replace(&c->word[0], search_path(program_in, word)))
            return true;
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0,
                       "%s is not found along the PATH; a file here is ./%s", word, word);
    }
    if (!is_program(word)) {
        struct stat s;
        bool there = stat(word, &s) == 0;
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s cannot be run: %s", word,
                       !there               ? strerror(errno)
                       : S_ISDIR(s.st_mode) ? "it is a folder"
                                            : "no permission, or no file");
    }
    char *folder = folder_of(word);
    if (folder && is_on_path(folder)) {
        free(folder);
        return replace(&c->word[0], realpath(word, NULL));
    }
    c->home = folder;
    return folder && replace(&c->word[0], at_home(folder, word));
}

/* An argument; false when memory is out. One that names a file means a file of the user's: the
 * program runs in another folder, so the name is made to be right from there. */
static bool resolve_argument(command_line *c, char **word) {
    struct stat s;
    if ((!strchr(*word, '/') && !strchr(*word, '.')) || stat(*word, &s) != 0)
        return true;
    if (!c->home && S_ISREG(s.st_mode))
        c->home = folder_of(*word);
    char *inside = c->home ? at_home(c->home, *word) : NULL;
    return replace(word, inside ? inside : realpath(*word, NULL));
}

/* Bytes of the files in a folder, links followed, until they are more than `most`. */
static long size_within(char *folder, long most) {
    char *const roots[] = {folder, NULL};
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    long size = 0;
    for (const FTSENT *e; tree && size <= most && (e = fts_read(tree));)
        if (e->fts_info == FTS_F)
            size += e->fts_statp->st_size;
    if (tree)
        fts_close(tree);
    return size;
}

bool command_line_resolve(command_line *c, ff_error *error) {
    error->message[0] = 0;
    if (!resolve_program(c, error))
        return error->message[0] ? false
                                 : ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
    for (size_t i = 1; i < c->count; i++)
        if (!resolve_argument(c, &c->word[i]))
            return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
    if (c->home && size_within(c->home, COMMAND_HOME_MAX) > COMMAND_HOME_MAX)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0,
                       "its folder holds more than %ld MiB and is copied for every game; "
                       "put the program into one of its own",
                       COMMAND_HOME_MAX >> 20);
    return true;
}
