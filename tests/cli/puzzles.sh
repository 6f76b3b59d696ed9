#!/bin/bash
# flagfall puzzles: finds some in games, the same each time; goes on where it was stopped; looks
# at them again; refuses what is no game and no puzzle. The last line is `N passed, N failed`.
set -u
. "$(dirname "$0")/lib/checks.sh"

puzzles() { runs "$1" puzzles "${@:2}"; }

"$program" match one-ply level:5 --games 6 --edition barrage --seed 5 --record "$work/games.ffr" \
    >"$work/out" || echo "no games to search"

# --- finding

puzzles 0 "$work/games.ffr" --nodes 2000
cp "$work/out" "$work/set"
check "the head comes first" test "$(head -n 1 "$work/set")" = flagfall-puzzles=1
check "there are some" grep -q '^puzzle=' "$work/set"
puzzles 0 - --nodes 2000 <"$work/games.ffr"
check "the same games give the same puzzles" cmp "$work/out" "$work/set"
puzzles 0 "$work/games.ffr" --nodes 2000 --most 1
check "one is enough" test "$(grep -c '^puzzle=' "$work/out")" = 1
puzzles 0 "$work/games.ffr" --nodes 2000 --json
cat >"$work/read.py" <<'PY'
import json, sys
lines = [line for line in open(sys.argv[1]) if line.startswith("puzzle=")]
objects = [json.loads(line) for line in open(sys.argv[2])]
assert len(lines) == len(objects) > 0
for line, found in zip(lines, objects):
    pairs = dict(pair.split("=", 1) for pair in line.split())
    assert found.pop("format_version") == 1
    assert {key: str(value) for key, value in found.items()} == pairs, (found, pairs)
PY
check "objects hold what lines say" python3 "$work/read.py" "$work/set" "$work/out"

# --- going on

puzzles 0 "$work/games.ffr" --nodes 2000 --out "$work/grown"
check "all in a file" cmp <(grep '^puzzle=' "$work/grown") <(grep '^puzzle=' "$work/set")
check "with a mark for each game" test "$(grep -c '^searched=' "$work/grown")" = 6
cp "$work/grown" "$work/whole"
puzzles 0 "$work/games.ffr" --nodes 2000 --out "$work/grown"
check "nothing is searched twice" cmp "$work/grown" "$work/whole"
half=$(($(wc -c <"$work/whole") / 2))
head -c "$half" "$work/whole" >"$work/grown"
puzzles 0 "$work/games.ffr" --nodes 2000 --out "$work/grown"
check "a file that was cut off is made whole" cmp "$work/grown" "$work/whole"
head -c "$((half / 1024 * 1024))" "$work/whole" >"$work/grown"
check "what a full disk stopped is no success" bash -c '
    ulimit -f "$(($(wc -c <"$1") / 1024))"; trap "" XFSZ
    "$2" puzzles "$3" --nodes 2000 --out "$1"; [ $? = 2 ]' - "$work/grown" "$program" "$work/games.ffr"
puzzles 0 "$work/games.ffr" --nodes 2000 --out "$work/grown"
check "and goes on" cmp "$work/grown" "$work/whole"
[ -e /dev/full ] && {
    "$program" puzzles "$work/games.ffr" --nodes 2000 >/dev/full 2>"$work/err"
    check "a full disk is told" test $? = 2
    complains 'standard output cannot be written'
}
puzzles 2 "$work/games.ffr" --json --out "$work/grown"
complains 'choose one'

# --- looking again

puzzles 0 --check "$work/whole" --nodes 4000
says "^kind=all puzzles=$(grep -c '^puzzle=' "$work/set") right=[0-9]+ share=[01]\.[0-9]{3}$"
puzzles 0 --check "$work/whole" --nodes 4000 --json
says '^\{"format_version":1,"kind":"all","puzzles":[0-9]+,"right":[0-9]+,"share":'
sed 's/^\(puzzle=.\).../\1fff/' "$work/set" >"$work/spoiled"
puzzles 2 --check "$work/spoiled" --nodes 4000
complains "spoiled: line 2, column 8: this puzzle's name is [0-9a-f]{16}"
puzzles 2 --check "$work/games.ffr"
complains 'games.ffr: line 1, column 1: a file of puzzles begins with flagfall-puzzles=1'
puzzles 2 "$work/games.ffr" --out "$work/spoiled"
complains 'spoiled: line 2, column 8: '
check "and is left as it was" test "$(head -c 16 "$work/spoiled")" = flagfall-puzzles
printf '{"a line": "without an end"}' >"$work/other"
cp "$work/other" "$work/kept"
puzzles 2 "$work/games.ffr" --out "$work/other"
complains 'other: line 1, column 1: a file of puzzles begins with flagfall-puzzles=1'
check "somebody else's file is left as it was" cmp "$work/other" "$work/kept"
printf flagfall-puz >"$work/grown"
puzzles 0 "$work/games.ffr" --nodes 2000 --out "$work/grown"
check "a head that was cut off is made whole" cmp "$work/grown" "$work/whole"
puzzles 0 "$work/games.ffr" --nodes 2000 --out - </dev/null
check "- is standard output" cmp "$work/out" "$work/set"

# --- what no puzzles come of

printf '[Edition "barrage"]\n[Board "AAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAXAAAAAAAAAAAYA"]\n[Result "red"]\n[Termination "resign"]\n' |
    timeout 300 "$program" puzzles - >"$work/out" 2>"$work/err"
complains 'flagfall: -:1: passed over: it does not begin from two set-ups'
sed 's/^1\. \([a-k][0-9]*\)[-x][a-k][0-9]*/1. \1-\1/' "$work/games.ffr" >"$work/bad.ffr"
puzzles 1 "$work/bad.ffr" --nodes 1000 --most 1
complains 'bad.ffr:[0-9]+: illegal ply=1 move=.* reason=null-move'
puzzles 2 "$work/nothing.ffr"
complains 'nothing.ffr: '
puzzles 2
complains 'usage: flagfall puzzles'

finish
