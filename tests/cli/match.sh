#!/bin/sh
# A match says who won how often, plays the same games at any number of threads,
# and records games that replay by the rules.
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
    "$flagfall" match one-ply random --games 6 --edition barrage --seed 5 --jobs $jobs \
        --record "$folder/$jobs.ffr" >"$folder/$jobs.txt"
    verdict "a match with $jobs threads is played"
done
cat "$folder/1.txt"
cmp "$folder/1.ffr" "$folder/3.ffr"
verdict "the games are the same at any number of threads"
[ "$(sed 's/ ms_.*//' "$folder/1.txt")" = "$(sed 's/ ms_.*//' "$folder/3.txt")" ]
verdict "so are the results"
number='-*[0-9infa][0-9.infa]*'
ends='[a-z:0-9,-]*'
for name in one-ply random; do
    grep -qx "$name games=6 won=$number drawn=$number lost=$number points=$number ms_mean=$number ms_p99=$number share=$number share_low=$number share_high=$number elo=$number elo_low=$number elo_high=$number plies_mean=$number won_by=$ends drawn_by=$ends lost_by=$ends won_share=$number won_low=$number won_high=$number" \
        "$folder/1.txt"
    verdict "a line for $name"
done
"$flagfall" check "$folder/1.ffr" >"$folder/check.txt"
verdict "the records replay by the rules"
[ "$(grep -c ': ok ' "$folder/check.txt")" = 6 ]
verdict "there is a record of every game"
head -n 1 "$folder/1.ffr" | grep -q '^\[Edition '
verdict "and nothing else, where no scores are asked for: such records may be changed by hand"
setups=$(grep RedSetup "$folder/1.ffr" | uniq -c | awk '$1 != 2')
[ -z "$setups" ]
verdict "both games of a pair have the same red army"
# --- going on

play() {
    "$flagfall" match one-ply random --games 300 --edition barrage --seed 5 "$@"
}
play --record "$folder/whole.ffr" >"$folder/whole.txt"
verdict "a longer match is played"
# Without --foreground `timeout` kills itself too, and what it began may still hold the journal.
for _ in 1 2 3 4 5 6 7 8; do
    timeout --foreground -s KILL 0.06 "$flagfall" match one-ply random --games 300 --edition barrage --seed 5 \
        --resume "$folder/journal" --record "$folder/part.ffr" >/dev/null 2>&1
done
cp "$folder/journal" "$folder/journal.cut"
play --jobs 2 --resume "$folder/journal" --record "$folder/part.ffr" >"$folder/part.txt"
verdict "a match that was killed goes on"
cmp "$folder/whole.ffr" "$folder/part.ffr"
verdict "and its record has the same bytes"
[ "$(sed 's/ ms_[a-z0-9]*=[0-9.]*//g' "$folder/whole.txt")" = "$(sed 's/ ms_[a-z0-9]*=[0-9.]*//g' "$folder/part.txt")" ]
verdict "and the same results"
head -c 4000 "$folder/journal" >"$folder/journal.torn"
play --resume "$folder/journal.torn" --record "$folder/torn.ffr" >/dev/null
cmp "$folder/whole.ffr" "$folder/torn.ffr"
verdict "a journal torn in the middle of a game is good for the games before"
# The second game, and the last one: what is between them is not played again.
cp "$folder/journal" "$folder/journal.damaged"
for game in 2 300; do
    at=$(grep -ab '^game ' "$folder/journal" | sed -n "${game}s/:.*//p")
    printf X | dd of="$folder/journal.damaged" bs=1 seek=$((at + 200)) conv=notrunc 2>"$folder/dd.txt"
done
start=$(grep -ab '^game ' "$folder/journal" | sed -n "2s/:.*//p")
end=$(grep -ab '^game ' "$folder/journal" | sed -n "3s/:.*//p")
play --resume "$folder/journal.damaged" --record "$folder/mended.ffr" >/dev/null 2>"$folder/error.txt"
grep -q "journal.damaged: damaged from byte $start to $end; what was there is played again" "$folder/error.txt"
verdict "a journal that was damaged in its middle is told of, with the place"
cmp "$folder/whole.ffr" "$folder/mended.ffr"
verdict "and what was there is played again"
[ "$(grep -ac '^game ' "$folder/journal.damaged")" = 301 ]
verdict "and no other game"
play --resume "$folder/journal" | cmp - "$folder/part.txt"
verdict "a finished match is told again, times and all"
"$flagfall" match one-ply random --games 310 --edition barrage --seed 5 --resume "$folder/journal" |
    grep -q '^one-ply games=310 '
verdict "more games can be added"
"$flagfall" match one-ply random --edition barrage --seed 6 --resume "$folder/journal" \
    >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "another match" "$folder/error.txt"
verdict "another match does not go on from there"
cp "$folder/journal" "$folder/journal.kept"
for other in "--memory 65" "--threads 2" "--reply 4999" "--armies plain"; do
    # shellcheck disable=SC2086 # two words
    play $other --resume "$folder/journal" >/dev/null 2>"$folder/error.txt"
    [ $? = 2 ] && grep -q "this one is: .* $(echo "$other" | sed 's/^--//; s/ /=/') " "$folder/error.txt" &&
        cmp -s "$folder/journal" "$folder/journal.kept"
    verdict "nor one with $other"
done
play --memory 64 --threads 1 --reply 5000 --resume "$folder/journal" | cmp - "$folder/part.txt"
verdict "options that say what holds without them change nothing"
named() { "$flagfall" match "new=$1" random --games 2 --edition duel --resume "$folder/named"; }
named one-ply >/dev/null && named one-ply >/dev/null
verdict "a match of a player with a name goes on"
named random >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q 'another match: .*"new"="one-ply"' "$folder/error.txt"
verdict "but not with another player by the same name"
train() {
    "$flagfall" learn --editions duel --games 16 --every 16 --nodes 20 --against '' --seed "$1" \
        --net "$folder/net" --quiet >/dev/null
}
with_net() { "$flagfall" match "net:$folder/net" random --games 2 --edition duel --nodes 20 --resume "$folder/net.journal"; }
train 1 && with_net >/dev/null && with_net >/dev/null
verdict "a match of a network goes on"
train 2 && ! with_net >/dev/null 2>"$folder/error.txt" && grep -q 'another match: ' "$folder/error.txt"
verdict "but not where the file has another network by then"
"$flagfall" match one-ply random --games 4 --edition barrage --seed 5 --resume "$folder/journal" |
    grep -q '^one-ply games=4 ' &&
    "$flagfall" match one-ply random --games 310 --edition barrage --seed 5 \
        --resume "$folder/journal" --progress 2>&1 >/dev/null | wc -l | grep -qx 0
verdict "fewer games are told without losing the others"
flock "$folder/journal" "$flagfall" match one-ply random --games 2 --edition barrage --seed 5 \
    --resume "$folder/journal" >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "is being played" "$folder/error.txt"
verdict "nobody else plays with a journal that is in use"
cp "$folder/whole.ffr" "$folder/kept.ffr"
"$flagfall" match one-ply random --seed 6 --resume "$folder/journal" --record "$folder/kept.ffr" \
    >/dev/null 2>&1
cmp -s "$folder/whole.ffr" "$folder/kept.ffr"
verdict "and what the record file held is there still"
"$flagfall" match one-ply random --resume "$folder/whole.ffr" >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "no journal" "$folder/error.txt" && cmp -s "$folder/whole.ffr" "$folder/part.ffr"
verdict "a file that is no journal is left alone"

# --- tests, clocks, JSON

"$flagfall" match one-ply random --edition barrage --sprt 0,50 >"$folder/sprt.txt"
[ $? = 0 ] && grep -q '^sprt elo0=0 elo1=50 .* accepted=elo1$' "$folder/sprt.txt"
verdict "a test says that one-ply is stronger than random"
"$flagfall" match random one-ply --edition barrage --sprt 0,50 >"$folder/sprt.txt"
[ $? = 1 ] && grep -q 'accepted=elo0$' "$folder/sprt.txt"
verdict "and that random is not, with exit status 1"
"$flagfall" match random one-ply --edition barrage --sprt 0,50 --games 2 >"$folder/sprt.txt"
[ $? = 1 ] && grep -q 'accepted=none$' "$folder/sprt.txt"
verdict "nor is it decided by two games"
"$flagfall" match random one-ply --games 2 --gametime 2000+10 --json >"$folder/match.json"
verdict "a match with clocks is played"
python3 -c '
import json, sys
m = json.load(open(sys.argv[1]))
a, b = m["players"]
assert a["name"] == "random" and a["games"] == 2 and a["won"] == b["lost"]
assert sum(a["lost_by"].values()) == a["lost"] and m["pairings"][0]["players"] == [0, 1]
assert a["elo"] is None or a["elo"] < 0
' "$folder/match.json"
verdict "its JSON says what the lines say"
"$flagfall" match random random --games 2 --limit 10 | grep -q 'drawn=2 .*drawn_by=limit:2'
verdict "a limit of plies draws"
"$flagfall" match random random --games 2 --edition ucc --quiet-limit 6 --record "$folder/quiet.ffr" |
    grep -q 'drawn_by=limit:2'
verdict "so do plies without an attack"
"$flagfall" check "$folder/quiet.ffr" >/dev/null
verdict "and the records of such games replay"
"$flagfall" match old=one-ply new=one-ply --games 2 --edition barrage | cut -d' ' -f1 | tr '\n' ' ' |
    grep -qx 'old new '
verdict "players go by the names they are given"
"$flagfall" match picket general --games 2 --edition duel --nodes 10 | cut -d' ' -f1 | tr '\n' ' ' |
    grep -qx 'picket general '
verdict "players are still found by the names they had before"
"$flagfall" match one-ply random --games 2 --edition barrage --progress 2>&1 >/dev/null |
    grep -q '^100 %  2 of 2 games  .*/s  0:00:00 left  '
verdict "progress is told where it is asked for"
[ -z "$("$flagfall" match one-ply random --games 2 --edition barrage 2>&1 >/dev/null)" ]
verdict "and nowhere else but on a terminal"

# --- usage

# refused WORDS ARGUMENT...: exit 2 and a message.
refused() {
    local words=$1
    shift
    timeout 300 "$flagfall" match one-ply "$@" >/dev/null 2>"$folder/error.txt"
    [ $? = 2 ] && grep -q -e "$words" "$folder/error.txt"
    verdict "refused: $*"
}
refused "sprt wants" random --sprt 5
refused "sprt wants" random --sprt 5,0
refused "sprt wants" random --sprt 0,5,2,2
refused "sprt wants" random --sprt 0,5x
refused "gametime wants" random --gametime 1s
refused "gametime wants" random --gametime 100+
refused "exclude each other" random --gametime 100 --movetime 5
refused "--armies is drawn, plain or own" random --armies mine
refused "No such" random --record "$folder/nowhere/x.ffr"
refused "No such" random --resume "$folder/nowhere/x"
"$flagfall" match one-ply nobody >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "one-ply" "$folder/error.txt"
verdict "an unknown player is refused, and the known ones are told"

# Armies drawn plainly are others, and stand alike for both games of a pair.
armies() {
    "$flagfall" match one-ply random --games 2 --seed 4 --armies "$1" --record "$folder/$1.ffr" >/dev/null
    grep -E '^\[(Red|Blue)Setup' "$folder/$1.ffr" | sort -u
}
armies drawn >"$folder/drawn.txt"
armies plain >"$folder/plain.txt"
[ "$(wc -l <"$folder/plain.txt")" = 2 ] && ! cmp -s "$folder/drawn.txt" "$folder/plain.txt"
verdict "armies drawn plainly are other armies"

# Self-play: records with what the player thought, as text and compressed.
self="selfplay level:9 --nodes 500 --games 6 --edition barrage --seed 2"
# shellcheck disable=SC2086 # a list of words on purpose
{
    "$flagfall" $self --record "$folder/self.ffr" >"$folder/self.txt"
    verdict "a player plays against itself"
    [ "$(grep -c '^games=6 drawn=[0-9]* plies=[0-9]*$' "$folder/self.txt")" = 1 ]
    verdict "how many games it were is told"
    [ "$(grep -o '{score -*[0-9]*}' "$folder/self.ffr" | wc -l)" -gt 20 ]
    verdict "its records say what it thought"
    "$flagfall" $self --record "$folder/self.ffr.gz" --jobs 3 >/dev/null &&
        gzip -dc "$folder/self.ffr.gz" | cmp - "$folder/self.ffr"
    verdict "compressed records hold the same bytes"
}
[ "$("$flagfall" check "$folder/self.ffr.gz" | grep -c ' ok ')" = 6 ]
verdict "compressed records are read"
cat "$folder/self.ffr.gz" "$folder/self.ffr.gz" >"$folder/twice.gz"
[ "$("$flagfall" check "$folder/twice.gz" | grep -c ' ok ')" = 12 ]
verdict "files put one behind the other are read whole"
size=$(wc -c <"$folder/self.ffr.gz")
head -c $((size - 3)) "$folder/self.ffr.gz" >"$folder/cut.gz"
"$flagfall" check "$folder/cut.gz" 2>"$folder/error.txt"
[ $? = 2 ] && grep -q 'damaged or not whole (it ends too early)$' "$folder/error.txt"
verdict "a compressed file that was cut off is refused"

# flip FILE BYTE: turns a bit of that byte over.
flip() {
    python3 - "$1" "$2" <<'END'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2]))
    byte = file.read(1)[0]
    file.seek(-1, 1)
    file.write(bytes([byte ^ 1]))
END
}
flip "$folder/twice.gz" $((size + size / 2))
"$flagfall" check "$folder/twice.gz" 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "damaged or not whole from byte $size on (.*); .*: head -c $size$" "$folder/error.txt"
verdict "and one of which a bit has turned over, with the place"
head -c "$size" "$folder/twice.gz" >"$folder/sound.gz"
[ "$("$flagfall" check "$folder/sound.gz" | grep -c ' ok ')" = 6 ]
verdict "what is said to be whole before it is"

# Of records with scores each game has a sum: found is also what is no fault by the rules.
head -n 1 "$folder/self.ffr" | grep -qx '; crc32 [0-9a-f]\{8\} of [0-9]* bytes'
verdict "each game has a check sum before it"
third=$(grep -bn '^; crc32' "$folder/self.ffr" | sed -n 3p)
line=$((${third%%:*} + 1))
at=$(head -n "${third%%:*}" "$folder/self.ffr" | wc -c)
cp "$folder/self.ffr" "$folder/flipped.ffr"
score=$(tail -c +$((at + 1)) "$folder/self.ffr" | grep -bo '{score -*[0-9]' | sed -n '1s/:.*//p')
flip "$folder/flipped.ffr" $((at + score + 1))
"$flagfall" check "$folder/flipped.ffr" >"$folder/flipped.txt"
[ $? = 2 ] && grep -q "flipped.ffr:$line: error not as it was written: the [0-9]* bytes of the game that begins \
at byte $at have the CRC-32 [0-9a-f]*, and had $(sed -n "$((line - 1))s/; crc32 \([0-9a-f]*\) .*/\1/p" "$folder/self.ffr")$" "$folder/flipped.txt"
verdict "a bit that has turned over is told of, with game and place"
[ "$(grep -c ' ok ' "$folder/flipped.txt")" = 6 ] && [ "$(grep -c error "$folder/flipped.txt")" = 1 ]
verdict "in a comment too, and of that game alone"
# (A space at the end of a half does not count.)
half=$(($(sed -n "$((line - 1))s/.* of \([0-9]*\) bytes/\1/p" "$folder/self.ffr") / 2))
head -c $((at + half)) "$folder/self.ffr" | "$flagfall" check - >"$folder/short.txt"
[ $? = 2 ] && grep -q "^-:$line: error cut off: of the game that begins at byte $at \($half\|$((half - 1))\) bytes are there" "$folder/short.txt"
verdict "a file that was cut off is, too"
sed "$((line - 1))s/ of .*/ of/" "$folder/self.ffr" | "$flagfall" check - >"$folder/mangled.txt"
[ $? = 2 ] && grep -q "^-:$((line - 1)): error the line before byte [0-9]* should be '; crc32 SUM of SIZE bytes'" "$folder/mangled.txt"
verdict "and a sum that cannot be read"
sed '/^; crc32/d' "$folder/self.ffr" | "$flagfall" check - >"$folder/bare.txt"
[ $? = 0 ] && [ "$(grep -c ' ok ' "$folder/bare.txt")" = 6 ]
verdict "games without sums are as good"
for _ in $(seq 20000); do echo '; crc32 12345678 of 100000 bytes'; done | "$flagfall" check - >"$folder/many.txt"
[ "$(grep -c 'error cut off' "$folder/many.txt")" = 20000 ]
verdict "sums of what is not there are compared with nothing"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
