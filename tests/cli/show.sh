#!/bin/bash
# Positions of records as text and as pictures, and replays without a terminal.
set -u
cd "$(dirname "$0")/../.."
flagfall=${FLAGFALL:-build/flagfall}
export LSAN_OPTIONS=suppressions=$PWD/tests/leaks.supp:print_suppressions=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

cat >"$work/board.ffr" <<'FFR'
[Edition "duel"]
[Board "MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALAAAAAAAAA__AA__AAAA__AA__AAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYA"]
FFR
"$flagfall" show "$work/board.ffr" >"$work/all"
verdict "a position that nobody has played is shown"
[ "$(grep -c '\[10\]\|( 3)' "$work/all")" = 2 ]
verdict "with all ranks"
grep -q '~~~~ ~~~~' "$work/all"
verdict "and the lakes"
"$flagfall" show --viewer red "$work/board.ffr" >"$work/red"
grep -q '( ?)' "$work/red" && ! grep -q '( [3F])' "$work/red" && grep -q '\[10\]' "$work/red"
verdict "to Red without Blue's ranks"
"$flagfall" show --viewer blue "$work/board.ffr" >"$work/blue"
head -n 1 "$work/blue" | grep -q '^ 1 ' && ! grep -q '\[10\]' "$work/blue"
verdict "to Blue from its side, without Red's"
"$flagfall" show --viewer red --format svg --out "$work/red.svg" "$work/board.ffr"
verdict "as SVG"
python3 - "$work/red.svg" <<'PYTHON'
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
ids = [node.get("id") for node in root.iter() if node.get("id")]
uses = [node.get("href") for node in root.iter() if node.tag.endswith("}use")]
# Blue's two pieces are drawn by one hidden picture, Red's flag and marshal by their own.
assert sorted(uses) == ["#blue13", "#blue13", "#red10", "#red12"], uses
assert sorted(ids) == ["blue", "blue13", "red", "red10", "red12"], ids
PYTHON
verdict "which holds no more than Red may know"
"$flagfall" show --format png --width 320 --out "$work/board.png" "$work/board.ffr"
verdict "as PNG"
[ "$(head -c 8 "$work/board.png" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
verdict "which begins as a PNG does"
[ "$(head -c 20 "$work/board.png" | tail -c 4 | od -An -tx1 | tr -d ' \n')" = 00000140 ]
verdict "and is as wide as was asked"
"$flagfall" show --ply 9 "$work/board.ffr" 2>"$work/why"
[ $? = 2 ] && grep -q 'plies, not 9' "$work/why"
verdict "a ply that is not there is refused"
"$flagfall" show --game 2 "$work/board.ffr" 2>"$work/why"
[ $? = 2 ] && grep -q 'there is 1 game in it, not 2' "$work/why"
verdict "and a game that is not there"
"$flagfall" show --out "$work/no/such" "$work/board.ffr" 2>"$work/why"
[ $? = 2 ] && grep -q 'No such file' "$work/why"
verdict "and a file that cannot be written"

"$flagfall" match random random --edition duel --games 1 --seed 3 --record "$work/played.ffr" >"$work/out"
"$flagfall" replay --language nl "$work/played.ffr" >"$work/told"
verdict "a record is told where there is no terminal"
grep -q '^1\. Rood: .* naar ' "$work/told"
verdict "in the language that was asked for"
plies=$("$flagfall" check "$work/played.ffr" | grep -oE 'plies=[0-9]+')
[ "plies=$(grep -cE '^[0-9]+\. ' "$work/told")" = "$plies" ]
verdict "all of its moves"
"$flagfall" show --ply 0 --viewer spectator "$work/played.ffr" >"$work/first"
! grep -q '[0-9]\]\|[0-9])' "$work/first"
verdict "a spectator of its beginning knows no rank"

"$flagfall" show --animate --out "$work/film.svg" "$work/played.ffr"
verdict "a game as a film"
"$flagfall" show --json "$work/played.ffr" >"$work/end.json"
python3 - "$work/film.svg" "$work/end.json" "${plies#plies=}" <<'PYTHON'
import json
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
letters = json.load(open(sys.argv[2]))["board"]
standing, moves = {"red": 0, "blue": 0}, 0
seconds = None
for actor in root.iter("{http://www.w3.org/2000/svg}g"):
    uses = [node for node in actor if node.tag.endswith("}use")]
    if not uses:
        continue
    fallen = False
    places = [actor.get("transform")[len("translate("):-1]]
    for motion in actor:
        if not motion.tag.endswith(("}animate", "}animateTransform")):
            continue
        times = [float(text) for text in motion.get("keyTimes").split(";")]
        values = motion.get("values").split(";")
        assert len(times) == len(values) and times == sorted(times) and times[0] == 0 and times[-1] <= 1
        assert seconds in (None, motion.get("dur")), "all take the same time"
        seconds = motion.get("dur")
        fallen = fallen or motion.tag.endswith("}animate")
        if motion.tag.endswith("}animateTransform"):
            assert values[0] == places[0] and times[-1] == 1
            moves += (len(values) - 2) // 2
    if not fallen:
        standing["red" if uses[0].get("href").startswith("#red") else "blue"] += 1
assert moves == int(sys.argv[3]), (moves, sys.argv[3])
for seat, own in (("red", "bcdefghijklm"), ("blue", "nopqrstuvwxy")):
    assert standing[seat] == sum(letter.lower() in own for letter in letters), (seat, standing, letters)
PYTHON
verdict "in which each ply is a move, and who fell is gone"
"$flagfall" show --animate --viewer red "$work/played.ffr" 2>"$work/why"
[ $? = 2 ] && grep -q 'all ranks' "$work/why"
verdict "a film shows all ranks, and does not go with a viewer"
"$flagfall" show --animate --ply 4000 "$work/played.ffr" 2>"$work/why"
[ $? = 2 ] && grep -q 'plies, not 4000' "$work/why"
verdict "nor to a ply that is not there"
echo '[Edition "none"]' | "$flagfall" replay - 2>"$work/why"
[ $? = 2 ]
verdict "a record of no edition is refused"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
