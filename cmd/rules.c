/* flagfall rules: the rules of an edition, told in one of four languages. */
#include "cli/files.h"
#include "cli/line.h"
#include "commands.h"
#include "flagfall.h"

static void tell_json(const ff_edition *edition, ff_language language, ff_buffer *out) {
    ff_buffer text = {0};
    ff_rules_write(edition, language, &text);
    line_open(out);
    line_member(out, "edition", ff_span_of(edition->id));
    line_member(out, "language", ff_span_of(ff_language_code(language)));
    line_member(out, "text", (ff_span){text.data ? text.data : "", text.size});
    ff_buffer_text(out, "}\n");
    out->failed |= text.failed;
    ff_buffer_free(&text);
}

static int tell(const ff_edition *edition, ff_language language, bool json) {
    ff_buffer out = {0};
    if (json)
        tell_json(edition, language, &out);
    else
        ff_rules_write(edition, language, &out);
    if (out.failed)
        complain("out of memory");
    int status = !out.failed && file_write(NULL, &out) ? EXIT_DONE : EXIT_WRONG;
    ff_buffer_free(&out);
    return status;
}

int rules_run(int argc, char **argv) {
    const char *code = NULL;
    bool json = false;
    const option options[] = {
        {.name = "--lang",
         .value = "nl|fr|de|en",
         .help = "the edition's own language if not given",
         .text = &code},
        {.name = "--json", .help = "a JSON object that holds the text", .flag = &json},
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
    return tell(&edition, language, json);
}
