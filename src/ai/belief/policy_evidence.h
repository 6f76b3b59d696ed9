/* Policy evidence: what the enemy's moves tell of his hidden pieces, by what a player with pieces
 * of each rank would have done: the rule of Bayes with the move policy as the player (so in card
 * games Rebstock, Solinas, Buro, Sturtevant, Policy Based Inference in Trick-Taking Card Games,
 * 2019).
 *
 * A move tells of the piece that made it, and of all that might have moved and did not. What a move
 * counts in the policy depends on what is public and on the rank of the piece that makes it, and on
 * no other hidden rank. So no worlds are needed: what the other pieces would rather have done is
 * taken on average over what they may be by count. */
#ifndef FLAGFALL_AI_POLICY_EVIDENCE_H
#define FLAGFALL_AI_POLICY_EVIDENCE_H

#include "ai/setup/armies.h"
#include "flagfall/view.h"

enum { POLICY_EVIDENCE_UNIT = 256 }; /* of a doubling of the likelihood */

/* What has been read of a game so far. A struct of zeroes has read nothing. Plain values. */
typedef struct policy_evidence {
    uint64_t digest; /* of what has been read */
    unsigned plies;  /* how many have been */
    unsigned viewer;
    ff_position position;   /* after them; the rank of a piece that is not public is any */
    ff_knowledge knowledge; /* after them, as far as the viewer can tell */
    int16_t seen[FF_SQUARES][FF_RANKS]; /* of hidden enemies, in POLICY_EVIDENCE_UNITs; the
                                           likeliest rank has 0 */
} policy_evidence;

/* Reads a seat's view: what is new in it, where it goes on from what was read, or else the whole
 * game, some twenty-five microseconds for each move of the enemy's. What comes of it is the same.
 */
void policy_evidence_read(policy_evidence *t, const ff_view *view);

/* Adds how much better what the enemy did goes with each rank of his hidden piece on a square, in
 * MODEL_UNITs. Only differences between ranks are meant. */
void policy_evidence_weigh(const policy_evidence *t, const ff_edition *edition, int square,
                           int units[FF_RANKS]);

/* What a likelihood counts there, in 256ths of its logarithm: less than all of it, for players are
 * not the policy, and the same habits show in other evidence too. Learned together with the weights
 * of that (tools/learn/evidence.c). */
extern const uint8_t policy_evidence_share[ARMIES_KINDS];

#endif
