/* flagfall rules: the rules of an edition, told in one of four languages. */
#include "commands.h"
#include "flagfall.h"
#include "support.h"

static int tell(const ff_edition *edition, ff_language language) {
    ff_buffer out = {0};
    ff_rules_write(edition, language, &out);
    if (out.failed)
        complain("out of memory");
    int status = !out.failed && file_write(NULL, &out) ? EXIT_DONE : EXIT_WRONG;
    ff_buffer_free(&out);
    return status;
}

int rules_run(int argc, char **argv) {
    const char *code = NULL;
    const option options[] = {
        {.name = "--lang",
         .value = "nl|fr|de|en",
         .help = "the edition's own language if not given",
         .text = &code},
        {.name = NULL},
    };
    const arguments spec = {
        "rules EDITION [OPTION...]",
        "Tells the rules of an edition, or of the file of one of your own, made\nfrom its data.",
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (!edition_choose(argv[1], &edition))
        return EXIT_WRONG;
    ff_language language = edition.language;
    if (code)
        ff_language_find(ff_span_of(code), &language);
    return tell(&edition, language);
}
