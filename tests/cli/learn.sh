#!/bin/bash
# flagfall learn: it reports, stops and goes on, what it makes can play, and it says what is
# wrong with what it is given. The last line is `N passed, N failed`.
set -u
. "$(dirname "$0")/lib/checks.sh"

# Games of some thirty plies: long enough to learn from.
small=$work/small.ffe
cat >"$small" <<'END'
id = small
files = 5
rows = 5
zone-rows = 2
ply-limit = 60
flag = 1
bomb = 1
spy = 1
scout = 2
miner = 2
marshal = 1
END

# learn STATUS OPTION...: quick games.
learn() {
    runs "$1" learn --editions "$small" --every 64 --evaluation-games 2 "${@:2}"
}

# With a stop between, and without: the same network.
learn 0 --games 64 --state "$work/state" --net "$work/net" --against random
check "a line of progress" grep -qE \
    '^games=64 lessons=0 loss=.* length=.* draws=.* random@small=' "$work/out"
learn 0 --games 128 --state "$work/state" --net "$work/net" --curves "$work/curves.svg" \
    --against random --threads 2
check "it goes on where it was" test "$(grep -c games= "$work/out")" = 1
check "curves of all reports" grep -q '128 games' "$work/curves.svg"
learn 0 --games 128 --net "$work/whole" --against random
# The heads tell how each was made.
weights() { sed '1,/^$/d' "$1" | head -c -8 | cksum; }
check "the same weights at one go" test "$(weights "$work/net")" = "$(weights "$work/whole")"
check "the file tells how it was made" grep -aq '^made-by flagfall learn --editions' "$work/net"

check "the network plays" "$program" match "net:$work/net" random --games 2 \
    --edition "$small"
check "the search player takes its advice" "$program" match "advised:$work/net" random --games 2 \
    --edition "$small" --nodes 100
learn 0 --games 64 --from "$work/net" --against '' --rivals random=10,picket=5
learn 0 --games 128 --from "$work/net" --against '' --searched 10 --nodes 20 --every 128
check "it learns from games of the search player" grep -q '^games=128 lessons=[1-9]' "$work/out"
lessons() { sed -n 's/^games=128 lessons=\([0-9]*\) .*/\1/p' "$work/out"; }
learn 0 --games 128 --against '' --every 128
once=$(lessons)
learn 0 --games 128 --against '' --every 128 --passes 3
check "it learns from the same games three times" test "$(lessons)" = $((3 * once))
learn 0 --games 64 --state "$work/state" --against ''
check "nothing is left to be done" test ! -s "$work/out"
complains 'state has 128 games already'

# Without games it writes what it begins with: a network as it is, or the mean of several.
learn 0 --games 0 --from "$work/net" --net "$work/same"
check "a network as it is" test "$(weights "$work/net")" = "$(weights "$work/same")"
learn 0 --games 64 --seed 5 --net "$work/other" --against ''
learn 0 --games 0 --from "$work/net,$work/other" --net "$work/mean"
learn 0 --games 0 --from "$work/other,$work/net" --net "$work/again"
check "a mean has no order" test "$(weights "$work/mean")" = "$(weights "$work/again")"
check "and is neither" test "$(weights "$work/mean")" != "$(weights "$work/net")" -a \
    "$(weights "$work/mean")" != "$(weights "$work/other")"
learn 2 --games 0 --from "$work/net,$work/missing"
complains 'missing'
learn 0 --games 0 --state "$work/state" --net "$work/kept"
check "and what a state file has" test "$(weights "$work/net")" = "$(weights "$work/kept")"

# Interrupted it ends what it has begun, and keeps it.
mkfifo "$work/lines"
"$program" learn --editions "$small" --every 64 --against '' --games 100000000 \
    --state "$work/long" >"$work/lines" 2>"$work/err" &
pid=$!
exec 3<"$work/lines"
read -r line <&3
kill -TERM "$pid"
wait "$pid"
check "an interruption is an end like others" test $? = 0
check "it had told of a round" grep -q '^games=64 ' <<<"$line"
check "what was learned is kept" test -s "$work/long"

# So it does in the middle of a match that would take for ever.
"$program" learn --editions "$small" --every 64 --evaluation-games 100000 --games 100000000 --threads 2 \
    --state "$work/match" >"$work/out" 2>"$work/err" &
pid=$!
# Until it has had a second of a processor's time, or is gone.
while awk '{ exit $14 >= 100 }' "/proc/$pid/stat" 2>>"$work/err"; do :; done
kill -TERM "$pid"
wait "$pid"
check "an interruption in a match is an end like others" test $? = 0
check "what was learned before it is told" grep -q '^games=64 .*draws=[0-9.]*' "$work/out"
check "and kept" test -s "$work/match"

# What it cannot use.
head -c 100000 "$work/state" >"$work/short"
learn 2 --games 64 --state "$work/short"
complains 'short: .*damaged'
echo nonsense >"$work/bad"
learn 2 --games 64 --from "$work/bad"
complains 'bad: no network'
"$program" match "net:$work/bad" random --games 2 2>"$work/err"
complains 'bad: no network'
"$program" match "net:$work/missing" random --games 2 2>"$work/err"
complains 'missing'
"$program" match "advised:$work/bad" random --games 2 2>"$work/err"
complains 'bad: no network'
for kept in state net curves; do
    learn 2 --games 64 "--$kept" "$work/nowhere/$kept" --against ''
    complains "nowhere/$kept"
    check "before it learns" test ! -s "$work/out"
done
learn 2 --editions nowhere
complains 'nowhere'
learn 2 --editions duel:0
complains 'SHARE from 1'
learn 2 --editions duel@50
complains 'from the first game'
learn 2 --rivals nobody=5
complains "no player 'nobody'"
learn 2 --opponents random=90
complains 'more than all games'
learn 2 --searched 101
complains '--searched wants a number'
learn 2 --passes 0
complains '--passes wants a number'
learn 2 --against nobody
complains "no player 'nobody'"
learn 2 --rate many
complains '--rate wants a number'
learn 2 --discount nan
complains '--discount wants a number'
learn 2 --games -1
complains '--games'

finish
