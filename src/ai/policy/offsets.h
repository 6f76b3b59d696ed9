/* How two pieces stand to each other: classes of the offset between their squares, which the move
 * policy and the networks share. Near ones are told exactly, far ones by distance; left and right
 * are alike. */
#ifndef FLAGFALL_AI_OFFSETS_H
#define FLAGFALL_AI_OFFSETS_H

#include "flagfall/edition.h"

enum { OFFSETS_NEAR = 15, OFFSETS_FAR = 8, OFFSETS = OFFSETS_NEAR + OFFSETS_FAR };

/* Squares of a board so wide that the difference between two of them names one offset alone; and
 * the class of each difference, plus OFFSET_MIDDLE. */
enum { OFFSET_WIDE = 2 * FF_FILES - 1, OFFSET_MIDDLE = (FF_ROWS - 1) * OFFSET_WIDE + FF_FILES - 1 };
extern const uint8_t offset_classes[(2 * FF_ROWS - 1) * OFFSET_WIDE]
    __attribute__((visibility("hidden")));

static inline int offset_wide(unsigned square) {
    return (int)(square / FF_FILES * OFFSET_WIDE + square % FF_FILES);
}

/* The class of the offset from an own piece's square to an enemy's, seen from the own side; below
 * OFFSETS. */
static inline unsigned offset_class(unsigned own, unsigned enemy) {
    return offset_classes[OFFSET_MIDDLE + offset_wide(enemy) - offset_wide(own)];
}

#endif
