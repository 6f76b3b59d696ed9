#!/bin/bash
# bench/simulate.py, whose plans docs/scaling.md prints: what can be reckoned by hand comes out as it
# should, the same seed gives the same lines, and what is too much is called so.
cd "$(dirname "$0")/../.."
passed=0
failed=0
simulate() {
    python3 bench/simulate.py plan --plies 1000000 --watched 0 --timed 0 "$@"
}
check() {
    if [[ "$3" == *$2* ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'not ok: %s\n  %s\n' "$1" "$3"
    fi
}

# One game, so nobody waits for anybody: 124 us of the node, an answer of the database and its 153 us;
# for the batch 174, an answer, 308 and 500 us on the disk.
one=$(simulate --designs today --players 2 --nodes 1 --seconds 1 --measured 40)
check "a move of the only game takes the sum of what it waits for" "answer_median_ms=1.66 " "$one"
check "two at one node hear of it together" "opponent_median_ms=1.66 " "$one"

# To the other node 100 us, and there 3 and 45 us, an answer and 157 us.
two=$(simulate --designs today --players 2 --nodes 2 --seconds 1 --measured 40 --seed 3)
check "the opponent at another node hears of it after one question" "opponent_median_ms=2.16 " "$two"

# Three answers a move and two a batch, and two questions at the other node.
before=$(simulate --designs before --players 2 --nodes 2 --seconds 1 --measured 40 --seed 3)
check "as it was before each answer was waited for" "answer_median_ms=2.26 " "$before"
check "and at the other node too" "opponent_median_ms=2.96 " "$before"

busy=$(simulate --designs today --players 2000 --nodes 4 --seconds 0.2 --warm 1 --measured 1)
check "what nodes that ask for every move cannot do" "does not keep up" "$busy"
check "the same seed gives the same lines" "$busy" \
    "$(simulate --designs today --players 2000 --nodes 4 --seconds 0.2 --warm 1 --measured 1)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
