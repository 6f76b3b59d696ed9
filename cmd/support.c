/* Reading arguments and files for all subcommands. What is wrong is told in one line on
 * standard error, and nothing is done after it. */
#include "support.h"

#include "flagfall/edition_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("flagfall: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return EXIT_WRONG;
}

/* Options. */

static const option *option_find(const option *options, const char *word) {
    size_t length = strcspn(word, "=");
    for (const option *o = options; o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, word, length) == 0)
            return o;
    return NULL;
}

/* Digits only, no sign, no space, no overflow. */
static bool number_parse(const char *text, uint64_t *number) {
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

int argument_number(const char *name, const char *text, uint64_t minimum, uint64_t maximum,
                    uint64_t *number) {
    uint64_t value;
    if (!number_parse(text, &value) || value < minimum || value > maximum)
        return complain("%s wants a number from %llu to %llu, not '%s'", name,
                        (unsigned long long)minimum, (unsigned long long)maximum, text);
    *number = value;
    return GO_ON;
}

/* Takes the option at argv[*at]; leaves *at at the last word that it used. */
static int option_take(const option *o, int argc, char **argv, int *at) {
    const char *text = strchr(argv[*at], '=');
    if (o->flag) {
        if (text)
            return complain("%s takes no value", o->name);
        *o->flag = true;
        return GO_ON;
    }
    if (text)
        text++;
    else if (*at + 1 < argc)
        text = argv[++*at];
    else
        return complain("%s wants a value: %s", o->name, o->value);
    if (o->number)
        return argument_number(o->name, text, o->minimum, o->maximum, o->number);
    *o->text = text;
    return GO_ON;
}

static int help(const arguments *spec) {
    printf("usage: flagfall %s\n", spec->usage);
    if (spec->about)
        printf("\n%s\n", spec->about);
    printf("\n");
    for (const option *o = spec->options; o->name; o++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-22s %s\n", left, o->help);
    }
    printf("  %-22s %s\n", "--help", "this text");
    return EXIT_DONE;
}

static int words_check(const arguments *spec, int words) {
    if (words < spec->least)
        return complain("something is missing; usage: flagfall %s", spec->usage);
    if (words > spec->most)
        return complain("too many words; usage: flagfall %s", spec->usage);
    return GO_ON;
}

static int parse(const arguments *spec, bool command, int *argc, char **argv) {
    int words = 0;
    bool open = true;
    for (int i = 1; i < *argc; i++) {
        char *word = argv[i];
        if (!open || word[0] != '-' || word[1] == 0) {
            argv[++words] = word;
            open = open && !command;
        } else if (strcmp(word, "--") == 0) {
            open = false;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            return help(spec);
        } else {
            const option *o = option_find(spec->options, word);
            if (!o)
                return complain("unknown option '%s'; usage: flagfall %s", word, spec->usage);
            int status = option_take(o, *argc, argv, &i);
            if (status != GO_ON)
                return status;
        }
    }
    *argc = words + 1;
    return words_check(spec, words);
}

int arguments_parse(const arguments *spec, int *argc, char **argv) {
    return parse(spec, false, argc, argv);
}

int arguments_parse_command(const arguments *spec, int *argc, char **argv) {
    return parse(spec, true, argc, argv);
}

/* Files. */

static bool stream_read(FILE *stream, ff_buffer *out) {
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, stream)) > 0)
        ff_buffer_add(out, block, size);
    return !ferror(stream);
}

bool file_read(const char *path, ff_buffer *out) {
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    bool good = stream_read(stream, out);
    int error = errno;
    if (!standard)
        fclose(stream);
    if (!good)
        complain("%s: %s", path, strerror(error));
    else if (out->failed)
        complain("%s: too big for the memory of this machine", path);
    return good && !out->failed;
}

bool file_write(const char *path, const ff_buffer *text) {
    bool standard = !path || strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    FILE *stream = standard ? stdout : fopen(path, "wb");
    if (!stream) {
        complain("%s: %s", name, strerror(errno));
        return false;
    }
    bool good = !text->size || fwrite(text->data, 1, text->size, stream) == text->size;
    good &= fflush(stream) == 0;
    int error = errno;
    if (!standard && fclose(stream) != 0 && good) {
        error = errno;
        good = false;
    }
    if (!good)
        complain("%s: %s", name, strerror(error));
    return good;
}

/* Editions. */

bool edition_read(const char *path, ff_edition *edition) {
    ff_buffer text = {0};
    ff_error error;
    bool good = file_read(path, &text);
    if (good && !ff_edition_read((ff_span){text.data, text.size}, edition, &error)) {
        good = false;
        if (error.line > 0)
            complain("%s:%zu: %s", path, error.line, error.message);
        else
            complain("%s: %s", path, error.message);
    }
    ff_buffer_free(&text);
    return good;
}

bool edition_choose(const char *name, ff_edition *edition) {
    const ff_edition *found = ff_edition_find(ff_span_of(name));
    if (found) {
        *edition = *found;
        return true;
    }
    FILE *file = fopen(name, "rb");
    if (file) {
        fclose(file);
        return edition_read(name, edition);
    }
    complain("there is no edition '%s', nor a file of that name; 'flagfall editions' lists them",
             name);
    return false;
}
