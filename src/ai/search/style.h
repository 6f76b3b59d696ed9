/* Styles: what a search player likes beside what it thinks best, as numbers. */
#ifndef FLAGFALL_AI_STYLE_H
#define FLAGFALL_AI_STYLE_H

#include "ai/search/root_features.h"

/* In hundredths of a scout; all zero: it likes nothing beyond the best. */
typedef struct search_style {
    uint16_t guard; /* a hidden strong piece beside a weaker one of its own that is in the open */
    uint16_t fork;  /* each enemy piece but one that its strong piece could take next */
    uint16_t shy;   /* no piece beside its marshal that may be the spy */
    uint16_t still; /* a piece that has not moved yet where it is */
} search_style;

/* What the style adds to a legal move of the viewer's, in hundredths of a scout. */
int search_style_bias(const search_style *style, const root_features *features, ff_move move);

#endif
