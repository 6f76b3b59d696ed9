/* Any bytes as an edition file: refused with a reason, or an edition that can be
 * played and that comes back the same. */
#include "fuzz.h"

static void must_come_back(const ff_edition *edition) {
    ff_buffer first = {0}, second = {0};
    ff_edition again;
    ff_error error;
    ff_edition_write(edition, &first);
    MUST(ff_edition_read((ff_span){first.data, first.size}, &again, &error));
    ff_edition_write(&again, &second);
    must_be_same(&first, &second);
    ff_buffer_free(&first);
    ff_buffer_free(&second);
}

static void must_play(const ff_edition *edition) {
    ff_rules rules;
    ff_rng rng;
    ff_setup red, blue;
    ff_position position;
    ff_rules_init(&rules, edition, NULL);
    ff_rng_seed(&rng, 1);
    ff_setup_random(&red, edition, &rng);
    ff_setup_random(&blue, edition, &rng);
    MUST(ff_setup_check(&red, edition) == FF_SETUP_OK);
    ff_position_setup(&rules, &position, &red, &blue);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_edition edition;
    ff_error error;
    if (!ff_edition_read((ff_span){(const char *)data, size}, &edition, &error)) {
        must_be_told(&error);
        return 0;
    }
    MUST(ff_edition_check(&edition, &error));
    must_come_back(&edition);
    must_play(&edition);
    return 0;
}
