/* `flagfall editions`: what is supported. */
#include "cli/files.h"
#include "cli/line.h"
#include "commands.h"

#include "flagfall.h"

#include <stdio.h>

/* The edition that is named, or all of them: the same shape. */
static void write_json(ff_buffer *out, const ff_edition *named) {
    line_open(out);
    ff_buffer_text(out, ",\"editions\":[");
    for (size_t i = 0; i < (named ? 1 : ff_edition_count()); i++) {
        ff_buffer_text(out, i == 0 ? "\n " : ",\n ");
        ff_json_edition(out, named ? named : ff_edition_at(i));
    }
    ff_buffer_text(out, "]}\n");
}

int editions_run(int argc, char **argv) {
    bool json = false;
    const option options[] = {
        {.name = "--json", .help = "a JSON object that holds them", .flag = &json},
        {.name = NULL},
    };
    const arguments spec = {
        "editions [OPTION...] [EDITION]",
        "Lists the editions; with an id (or the file of an edition of your own) prints\n"
        "that one as an edition file, to start your own from.",
        options, 0, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (argc > 1 && !edition_choose(argv[1], &edition))
        return EXIT_WRONG;
    ff_buffer out = {0};
    if (json)
        write_json(&out, argc > 1 ? &edition : NULL);
    else if (argc > 1)
        ff_edition_write(&edition, &out);
    else
        for (size_t i = 0; i < ff_edition_count(); i++) {
            const ff_edition *e = ff_edition_at(i);
            ff_buffer_format(&out, "%-17s %2ux%-2u %2u pieces  %s\n", e->id, e->files, e->rows,
                             ff_edition_army_size(e), e->title);
        }
    bool good = file_write(NULL, &out);
    ff_buffer_free(&out);
    return good ? EXIT_DONE : EXIT_WRONG;
}
