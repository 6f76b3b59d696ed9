/* offline-door: the commands of src/offline/offline.h from standard input, one a line, each
 * answered by a line: the native program that the WebAssembly build is compared with. */
#define _POSIX_C_SOURCE 200809L
#include "offline/offline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    offline *door = offline_new();
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    while (door && (size = getline(&line, &capacity, stdin)) > 0) {
        size -= line[size - 1] == '\n';
        char *room = offline_room(door, (size_t)size);
        if (!room)
            break;
        memcpy(room, line, (size_t)size);
        size_t answer = offline_call(door);
        fwrite(offline_answer(door), 1, answer, stdout);
        putchar('\n');
    }
    free(line);
    offline_free(door);
    return 0;
}
