/* Reading a command line by its table of options. What is wrong is told in one line on
 * standard error, and nothing is done after it. */
#include "cli/arguments.h"

#include "cli/describe.h"

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

/* --- values -------------------------------------------------------------------------- */

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

/* Is the text one of "a|b|c"? */
static bool is_one_of(const char *text, const char *words) {
    size_t size = strlen(text);
    for (const char *word = words; word; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL)
        if (strcspn(word, "|") == size && memcmp(word, text, size) == 0)
            return true;
    return false;
}

/* "on|off" is told as "on or off". */
static int complain_of_word(const option *o, const char *text) {
    char told[256] = "";
    size_t size = 0;
    for (const char *at = o->value; *at && size + 5 < sizeof told; at++) {
        const char *sign = strchr(at + 1, '|') ? ", " : " or ";
        size += (size_t)snprintf(told + size, sizeof told - size, "%.*s", *at == '|' ? 4 : 1,
                                 *at == '|' ? sign : at);
    }
    return complain("%s is %s, not '%s'", o->name, told, text);
}

/* --- options ------------------------------------------------------------------------- */

static bool is_called(const char *name, const char *word, size_t length) {
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

static const option *option_find(const option *options, const char *word) {
    size_t length = strcspn(word, "=");
    for (const option *o = options; o->name; o++)
        if (is_called(o->name, word, length) || (o->alias && is_called(o->alias, word, length)))
            return o;
    return NULL;
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
    if (strchr(o->value, '|') && !is_one_of(text, o->value))
        return complain_of_word(o, text);
    *o->text = text;
    return GO_ON;
}

/* --- lines --------------------------------------------------------------------------- */

/* What "--help" asks for, or null where the word is another. */
static describe_form help_form(const char *word) {
    if (strcmp(word, "-h") == 0)
        word = "--help";
    if (strncmp(word, "--help", 6) != 0 || (word[6] && word[6] != '='))
        return NULL;
    return describe_find(word[6] ? word + 7 : "text");
}

/* Moves the words that are no options to the front of `argv`, and takes the options. With
 * `only_first` the options end at the first word: what follows is another command's. */
static int parse(const arguments *spec, bool only_first, int *argc, char **argv) {
    int words = 0;
    bool open = true;
    for (int i = 1; i < *argc; i++) {
        char *word = argv[i];
        if (!open || word[0] != '-' || word[1] == 0) {
            argv[++words] = word;
            open = open && !only_first;
        } else if (strcmp(word, "--") == 0) {
            open = false;
        } else if (help_form(word)) {
            help_form(word)(spec);
            return EXIT_DONE;
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
    if (words < spec->least)
        return complain("something is missing; usage: flagfall %s", spec->usage);
    if (words > spec->most)
        return complain("too many words; usage: flagfall %s", spec->usage);
    return GO_ON;
}

int arguments_parse(const arguments *spec, int *argc, char **argv) {
    return parse(spec, false, argc, argv);
}

int arguments_parse_command(const arguments *spec, int *argc, char **argv) {
    return parse(spec, true, argc, argv);
}
