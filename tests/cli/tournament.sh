#!/bin/sh
# A tournament: everybody meets everybody, and the table says who took what from whom.
set -u
export LC_ALL=C
flagfall=${FLAGFALL:-build/flagfall}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

for jobs in 1 3; do
    "$flagfall" tournament random one-ply two=one-ply --games 4 --edition barrage --jobs $jobs \
        --record "$folder/$jobs.ffr" >"$folder/$jobs.txt"
    verdict "a tournament with $jobs threads is played"
done
"$flagfall" tournament general two=general random --threads 2 --nodes 2000 --games 2 \
    --edition barrage --jobs 2 >"$folder/threads.txt" &&
    [ "$(grep -c ' games=4 ' "$folder/threads.txt")" = 3 ]
verdict "players who think with two threads play"
cat "$folder/1.txt"
cmp "$folder/1.ffr" "$folder/3.ffr"
verdict "the games are the same at any number of threads"
[ "$(grep -c '^\[Red ' "$folder/1.ffr")" = 12 ]
verdict "three pairings of four games are twelve"
[ "$(grep -c ' games=8 ' "$folder/1.txt")" = 3 ]
verdict "everybody has played eight"
grep -q '^  3 random ' "$folder/1.txt"
verdict "random is last in the table"
awk '/^random/ { for (i = 2; i <= NF; i++) if ($i ~ /^points=/) { sub("points=", "", $i); line = $i } }
     /^  3 random/ { table = $5; sum = $6 + $7 }
     END { exit !(line != "" && line + 0 == table + 0 && line + 0 == sum + 0) }' "$folder/1.txt"
verdict "the points in its row are those of its line"
"$flagfall" check "$folder/1.ffr" >/dev/null
verdict "the records replay by the rules"

timeout --foreground -s KILL 0.05 "$flagfall" tournament random one-ply two=one-ply --games 4 --edition barrage \
    --resume "$folder/journal" --record "$folder/cut.ffr" >/dev/null 2>&1
"$flagfall" tournament random one-ply two=one-ply --games 4 --edition barrage \
    --resume "$folder/journal" --record "$folder/cut.ffr" >/dev/null
cmp "$folder/1.ffr" "$folder/cut.ffr"
verdict "a tournament that was killed goes on to the same end"

"$flagfall" tournament one-ply random other=random --gauntlet --games 2 --edition barrage --json \
    >"$folder/gauntlet.json"
verdict "a gauntlet is played"
python3 -c '
import json, sys
t = json.load(open(sys.argv[1]))
assert [p["games"] for p in t["players"]] == [4, 2, 2]
assert [p["players"] for p in t["pairings"]] == [[0, 1], [0, 2]]
assert t["players"][0]["elo"] > t["players"][1]["elo"]
' "$folder/gauntlet.json"
verdict "the first meets all others, who do not meet each other"
"$flagfall" tournament one-ply --games 2 >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "something is missing" "$folder/error.txt"
verdict "one player alone is refused"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
