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

# One game, so nobody waits for anybody: 66 us of the node, an answer of the database and its 86 us;
# for the batch 160, an answer, 312 and 500 us on the disk.
one=$(simulate --designs today --players 2 --nodes 1 --seconds 1 --measured 40)
check "a move of the only game takes the sum of what it waits for" "answer_median_ms=1.52 " "$one"
check "two at one node hear of it together" "opponent_median_ms=1.52 " "$one"

# To the other node 100 us; there 26 to ask, an answer, 89 for the question and 43 for the game, 3 and 8 to tell.
two=$(simulate --designs today --players 2 --nodes 2 --seconds 1 --measured 40 --seed 3)
check "the opponent at another node hears of it after one question" "opponent_median_ms=1.99 " "$two"
told=$(simulate --designs c --players 2 --nodes 2 --seconds 1 --measured 40 --seed 3)
check "and without one where the news has the move in it" "opponent_median_ms=1.63 " "$told"

# Figures that are made of costs: 50 and 60 us a move, 100 and 200 a batch; a question 40 and 80, and for
# each move in it 20 and 30 where it is followed, 10 and 15 where not. At full speed ten are asked together.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$folder/costs.json" <<'END'
import json, sys
def figures(nodes, commits, share):
    followed, other = nodes > 1, nodes > 2
    asked = share * (nodes - 1)
    return {"commits": commits, "trips": 1 + commits + asked, "load_us": 50, "moves/s": 1000,
            "game_us": 1000, "game_database_us": 2000,
            "node_us": 50 + 100 * commits + 40 * asked + 20 * followed + 10 * other,
            "database_us": 60 + 200 * commits + 80 * asked + 30 * followed + 15 * other,
            "answer_median_ms": 1, "answer_p99_ms": 1, "opponent_median_ms": 1, "opponent_p99_ms": 1}
ways = {f"{n} node{'s' * (n > 1)}": {"0": figures(n, 0.1, 0.1), "500": figures(n, 0.9, 1)} for n in (1, 2, 3)}
json.dump({"games": 2, "processors": 2, "ways": ways}, open(sys.argv[1], "w"))
END
costs=$(python3 bench/simulate.py check --costs "$folder/costs.json")
check "costs are found again in figures that were made of them" "costs: move_node=50.0 move_database=60.0 \
question_node=40.0 question_database=80.0 followed_node=20.0 followed_database=30.0 other_node=10.0 \
other_database=15.0 commit_node=100.0 commit_database=200.0 game_node=1000.0" "$costs"

busy=$(simulate --designs today --players 2000 --nodes 4 --seconds 0.2 --warm 1 --measured 1)
check "what nodes that ask for every move cannot do" "does not keep up" "$busy"
check "the same seed gives the same lines" "$busy" \
    "$(simulate --designs today --players 2000 --nodes 4 --seconds 0.2 --warm 1 --measured 1)"
check "a design that there is not" "there is no design 'before', but today a b c d" "$(simulate --designs a,before 2>&1)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
