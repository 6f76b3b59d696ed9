/* The version that the library was compiled with; flagfall/version.h is the one place that says
 * which it is, for CMake too. */
#include "flagfall/version.h"

int ff_version(void) {
    return FF_VERSION;
}

const char *ff_version_text(void) {
    return FF_VERSION_TEXT;
}
