/* Lines for the host. What must hold: whatever texts it is given, an event is one line of at most
 * LINE bytes, and words that came from outside are quoted. */
#define _POSIX_C_SOURCE 200809L

#include "server/base/log.h"

#include <assert.h>

#include <string.h>
#include <time.h>

static const char *const words[] = {
    [LOG_OFF] = "off", [LOG_ERROR] = "error", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};

bool log_level_parse(const char *word, log_level *level) {
    for (int i = LOG_OFF; i <= LOG_DEBUG; i++)
        if (i != LOG_ERROR && strcmp(word, words[i]) == 0) {
            *level = (log_level)i;
            return true;
        }
    return false;
}

bool log_wants(const struct log *log, log_level level) {
    return log && log->stream && level <= log->level;
}

enum { LINE = 1024 };

static size_t write_time(const time_source *source, char line[LINE]) {
    struct tm parts;
    int64_t now = time_source_now(source).wall;
    time_t seconds = (time_t)(now / 1000);
    size_t size = strftime(line, LINE, "time=%Y-%m-%dT%H:%M:%S", gmtime_r(&seconds, &parts));
    return size + (size_t)snprintf(line + size, LINE - size, ".%03dZ", (int)(now % 1000));
}

/* One write a line, so that lines of several programs do not mix. */
void log_event(const struct log *log, log_level level, const char *event, const char *fields, ...) {
    if (!log_wants(log, level))
        return;
    char line[LINE];
    va_list arguments;
    size_t size = write_time(log->time, line);
    size += (size_t)snprintf(line + size, LINE - size, " level=%s event=%s%s", words[level], event,
                             *fields ? " " : "");
    assert(size < LINE / 2); /* names of events are short constants: fields have room */
    va_start(arguments, fields);
    int more = vsnprintf(line + size, LINE - size - 1, fields, arguments);
    va_end(arguments);
    size_t room = LINE - size - 2; /* before the line's end; what does not fit is cut off */
    size += more < 0 ? 0 : (size_t)more < room ? (size_t)more : room;
    line[size++] = '\n';
    fwrite(line, 1, size, log->stream);
    fflush(log->stream);
}

const char *log_quote(char room[LOG_QUOTED], const char *text) {
    char *to = room;
    *to++ = '"';
    for (; *text && to < room + LOG_QUOTED - 4; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text >= 0x20 && *text < 0x7f ? *text : '?';
    }
    *to++ = '"';
    *to = 0;
    return room;
}
