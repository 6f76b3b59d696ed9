/* Which version of the library this is. */
#ifndef FLAGFALL_VERSION_H
#define FLAGFALL_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of the headers that a program is compiled with (docs/library.md tells what may change
 * between which versions). */
#define FF_VERSION_MAJOR 0
#define FF_VERSION_MINOR 1
#define FF_VERSION_PATCH 0
#define FF_VERSION_TEXT "0.1.0"

/* A number that grows with the version: compare with `FF_VERSION_NUMBER(0, 2, 0)`. */
#define FF_VERSION_NUMBER(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define FF_VERSION FF_VERSION_NUMBER(FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH)

/* Of the library that the program runs with: its FF_VERSION and FF_VERSION_TEXT. From any
 * thread. */
int ff_version(void);
const char *ff_version_text(void);

#ifdef __cplusplus
}
#endif

#endif
