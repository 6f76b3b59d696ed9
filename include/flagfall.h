/* The one public door of libflagfall: every name that the library offers.
 *
 * Stratego as plain values and small functions. Nothing here does I/O, nothing
 * has a mutable global, and every handle may be used by one thread at a time
 * while different handles may be used by different threads. Bad input from
 * outside comes back as a value that says what is wrong. A broken promise of
 * the caller's (a null pointer, an illegal move handed to `ff_position_play`)
 * is not input: a debug build stops with an assertion, a release build does not
 * look, and what then happens is undefined.
 *
 * Reading order: edition, position, view, game, then what you need.
 */
#ifndef FLAGFALL_H
#define FLAGFALL_H

#include "flagfall/action.h"
#include "flagfall/base.h"
#include "flagfall/edition.h"
#include "flagfall/position.h"
#include "flagfall/setup.h"
#include "flagfall/version.h"
#include "flagfall/view.h"
#include "flagfall/world.h"

#include "flagfall/analysis.h"
#include "flagfall/batch.h"
#include "flagfall/belief.h"
#include "flagfall/computer.h"
#include "flagfall/game.h"
#include "flagfall/observation.h"
#include "flagfall/player.h"
#include "flagfall/presets.h"
#include "flagfall/simulate.h"

#include "flagfall/edition_text.h"
#include "flagfall/gsn.h"
#include "flagfall/json.h"
#include "flagfall/notation.h"
#include "flagfall/record.h"
#include "flagfall/replay.h"
#include "flagfall/rules_text.h"

#endif
