/* Which version of the shapes the program's --json prints (docs/json.md). It grows when a
 * member goes, or comes to mean something else; not when one is added. */
#ifndef FLAGFALL_FORMAT_OUTPUT_FORMAT_H
#define FLAGFALL_FORMAT_OUTPUT_FORMAT_H

enum { OUTPUT_FORMAT = 1 };

#endif
