#!/bin/bash
# Our own engine protocol: the example of the page plays everywhere, what the page
# quotes is true, ours answers whatever it is told, and who does not play by it loses
# with the reason in the record and leaves nothing behind.
set -u
cd "$(dirname "$0")/../.."
export LC_ALL=C
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bots" "$folder/temporary"
export TMPDIR=$folder/temporary
# Nobody else sleeps that long: so are the test's own children found.
export FLAGFALL_TEST_SLEEP=$((200000 + $$))
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

# Where a program is to answer it has --reply to do so: five seconds are not enough for Python to begin
# on every machine.

# --- the page and its example

[ "$(wc -l <examples/bot.py)" = 60 ]
verdict "the example has the sixty lines that the page promises"
"$flagfall" match --reply 300000 engine:examples/bot.py random --edition quick-arena --games 1 --armies own \
    --limit 4 --seed 5 --log "$folder/log" >/dev/null
sed -n '/^> flagfall 1$/,/^> quit$/p' docs/engine-protocol.md >"$folder/page"
[ -s "$folder/page" ] && sed 's/^1 //' "$folder/log" | diff "$folder/page" -
verdict "the dialogue on the page is what is said"
for edition in $("$flagfall" editions | cut -d' ' -f1); do
    "$flagfall" match --reply 300000 random engine:examples/bot.py --edition "$edition" --games 2 --armies own \
        --limit 60 --record "$folder/all.ffr" >/dev/null && ! grep -q Fault "$folder/all.ffr" &&
        [ "$("$flagfall" check "$folder/all.ffr" | grep -c ': ok ')" = 2 ]
    verdict "the example plays $edition by the rules"
done

# --- ours

mkdir "$folder/ours"
cp "$flagfall" "$folder/ours/flagfall"
ours="$folder/ours/flagfall engine"
for jobs in 1 3; do
    "$flagfall" match --reply 300000 "engine,level=3:$ours" engine:examples/bot.py --edition barrage --games 4 \
        --jobs $jobs --record "$folder/ours$jobs.ffr" >"$folder/ours.txt"
    verdict "ours plays the example with $jobs threads"
done
cmp "$folder/ours1.ffr" "$folder/ours3.ffr"
verdict "the games are the same at any number of threads, for the seeds are set"
! grep -q Fault "$folder/ours1.ffr"
verdict "nobody is at fault"
"$flagfall" match --reply 300000 level:3 engine:examples/bot.py --edition barrage --games 4 --seed 1 \
    --limit 30 --record "$folder/direct.ffr" >/dev/null
"$flagfall" match --reply 300000 "engine:$ours --level 10 --movetime 5" level:1 --edition barrage --games 1 \
    --armies own --gametime 6000+50 --log "$folder/think.log" >/dev/null
grep -q '^1 > go redtime 6000 bluetime 6000 inc 50$' "$folder/think.log" &&
    grep -q '^1 < info depth [0-9]* score -*[0-9]* nodes [0-9]* ms [0-9]*$' "$folder/think.log"
verdict "it is told the clocks, and tells what it thinks"
awk '/^1 > go/ { depth = 0; lines = 0 }
     /^1 < info depth/ { if ($5 < depth) wrong = 1; depth = $5; if (++lines > 2) many = 1 }
     END { exit wrong || !many }' "$folder/think.log"
verdict "it tells more than once how far it is, deeper and deeper"
"$flagfall" match --reply 300000 "engine,level=10,beliefs=true:$ours" level:1 --edition barrage --games 1 \
    --nodes 200 --log "$folder/think.log" >/dev/null
grep -q '^1 > go nodes 200$' "$folder/think.log" &&
    grep -q '^1 < info belief [a-k][0-9]* .*[B-M][0-9]' "$folder/think.log"
verdict "it is told a number of positions, and tells its beliefs"

# told LINES: what ours answers.
told() {
    printf "$1" | timeout 300 "$flagfall" engine --seed 7 "${@:2}" 2>&1
}
game='newgame red\nedition based-on = quick-arena\nedition id = q\narmy BADKCAMAAAAADAAEABAAAEAL\nbegin BADKCAMAAAAADAAEABAAAEALAA_AA_AAAA_AA_AAA????A?A?A?AA?AAAAAAAA??\n'
once=$(told "${game}go nodes 500\n")
[ "$(grep -c '^bestmove [a-h][1-8][x-][a-h][1-8]$' <<<"$once")" = 1 ]
verdict "it plays a game told by hand"
twice=$(told "${game}go nodes 500\nping\nstop\ngameover red flag\n${game}go nodes 500\n")
[ "$(grep '^bestmove' <<<"$twice" | sort -u)" = "$(grep '^bestmove' <<<"$once")" ] &&
    [ "$(grep -c '^bestmove' <<<"$twice")" = 2 ]
verdict "a second game in the same process is as in a fresh one"
{
    printf "$game"
    printf 'go movetime 50000000\nping are you there\nevent red e2-e5\nfoo\n'
    sleep 1 # so that it thinks, if it is as fast as that
    printf 'stop\nping\n'
} | "$flagfall" engine --level 10 >"$folder/stop.txt"
[ "$(sed 's/line [0-9]*:.*/line/; s/bestmove.*/bestmove/; /^info/d' "$folder/stop.txt" | tr '\n' ' ')" = \
    "pong are you there error line error line bestmove pong " ]
verdict "it stops when it is told to, and is there while it thinks"
echo "$(told "${game}go movetime 50000\n")" | grep -q '^bestmove'
verdict "the end of the input ends its thought"

# objects LINES WORDS: ours answers by an error that says so, and goes on.
objects() {
    local answer
    answer=$(told "$1ping on\n")
    grep -q "^error line [0-9]*: .*$2" <<<"$answer" && tail -n 1 <<<"$answer" | grep -qx 'pong on'
    verdict "ours objects: $2"
}
objects 'foo\n' "'foo' is no order"
objects 'flagfall x\n' "stands the version"
objects 'set wit 3\n' "no option 'wit'"
objects 'set level 11\n' "a number from 1 to 10, not '11'"
objects 'newgame green\n' "'green' is no seat"
objects 'setup\n' "first comes newgame"
objects 'begin AAAA\n' "first come newgame"
objects 'go\n' "there is no game"
objects 'event red a4-a5\n' "there is no game"
objects 'newgame red\nsetup\n' "the edition"
objects 'newgame red\nedition id = x y\nedition files = 99\nsetup\n' "the edition, line 2 of it: files must be"
objects 'newgame red\nedition based-on = barrage\nedition id = b\narmy XYZ\n' "the army"
objects "${game}event blue a6-a5\n" "not that seat"
objects "${game}event red e2-k9\n" "not legal"
objects "${game}event red e2xe6 attacker K M\n" "not the pieces"
objects "${game}board AAAA\n" "the board is BADKCAMA"
objects "${game}go movetime soon\n" "behind 'movetime' stands a number"
objects "${game}event red e2-e3\ngo\n" "the other's turn"
objects "$(printf 'a%.0s' $(seq 5000))"'\n' "at most 4096 bytes"
objects 'a\000b\377\n' "is no order"

# --- programs that do not play by it

bot() {
    cp tests/cli/bots/engine_bot.py "$folder/bots/$1"
    echo "engine:$folder/bots/$1"
}

# plays MANNER OPTION...: what its match with random says, and its record. An answer has
# time enough for any machine; where time is what is tried, the line says how much.
plays() {
    timeout 600 "$flagfall" match random "$(bot "$1")" --games 2 --jobs 2 --edition barrage \
        --reply 20000 --limit 20 --record "$folder/$1.ffr" "${@:2}" >"$folder/$1.txt" 2>&1
}

# loses MANNER WORDS OPTION...: both games of a match, and the record says why.
loses() {
    plays "$1" "${@:3}" && grep -q "^engine.*$1 .* lost=2 \|\"lost\":2" "$folder/$1.txt"
    verdict "$1: loses"
    [ "$(grep -c "$2" "$folder/$1.ffr")" = 2 ]
    verdict "$1: the record says $2"
}
plays plain
[ $? = 0 ] && ! grep -q Fault "$folder/plain.ffr"
verdict "a program of another hand is played"
loses hang 'Fault "the program has not answered in time (on its turn)' --reply 8000
plays edge
[ $? = 0 ] && ! grep -q Fault "$folder/edge.ffr"
verdict "a line may have 500 bytes"
loses crash 'Fault "the program has ended, signal 6 (on its turn)'
grep -qx "flagfall: engine:.*crash: 2 of 2 games forfeited, the first: the program has ended, signal 6 (on its turn)" \
    "$folder/crash.txt"
verdict "crash: the match tells why it lost"
loses half 'Fault "the program has ended, status 3 (on its turn)' --log "$folder/half.log" --quiet --json --resume "$folder/journal"
grep -qx '1 < bestmove a1' "$folder/half.log" &&
    grep -qx '1 ! the program has ended, status 3 (on its turn)' "$folder/half.log"
verdict "half: the log has what was said last, and the fault"
[ "$(grep -c 'forfeited, the first: the program has ended, status 3' "$folder/half.txt")" = 1 ]
verdict "half: told with --quiet and --json too, once"
cp "$folder/half.txt" "$folder/before.txt"
plays half --quiet --json --resume "$folder/journal" && cmp "$folder/half.txt" "$folder/before.txt"
verdict "half: so it is of games that were played before"
loses mute 'Fault "the program has not answered in time (shaking hands)' --reply 2000
loses deaf 'Fault "the program has '
loses silent 'Fault "the program has closed its input or output (on its turn)'
loses parent 'Fault "the program has not answered in time' --reply 2000
loses garbage 'Fault "bad answer .*is no reply'
loses illegal 'Fault "illegal move .a1-a1.: '
loses nowhere 'Fault "illegal move .z9-z9.: off-board'
loses talk 'Fault "the program talks without end'
loses endless 'Fault "the program says a line of more than 500 bytes (on its turn)'
loses long 'Fault "the program says a line of more than 500 bytes (on its turn)' --log "$folder/long.log"
[ "$(grep -c '^[12] < id name yyyyy*$' "$folder/long.log")" = 2 ]
verdict "long: the log has how the line begins"
loses badinfo 'Fault "bad answer: info: .depth. has no right value'
loses complain 'Fault "the program says: error I do not like this'
loses newer 'Fault "the program speaks version 2'
loses army 'Fault "the set-up: ' --armies own
loses resign 'Termination "resign"'
loses slow 'Termination "time"' --gametime 500
plays stubborn --movetime 50
[ $? = 0 ] && ! grep -q Fault "$folder/stubborn.ffr"
verdict "who overdraws its time is told to stop"

# --- options and standard error

timeout 300 "$flagfall" match --reply 300000 random "engine,wit=4:$folder/bots/plain" --games 1 --edition barrage \
    --limit 4 --log "$folder/log" >/dev/null
grep -qx '1 > set wit 4' "$folder/log" && grep -qx 'wit is wit 4' "$folder/log"
verdict "options are set, and the log holds what a program complains of, in whole lines"
[ "$(tail -n 1 "$folder/log")" = "no end" ]
verdict "the log's last line has an end"
[ ! -e "$folder/bots/settings" ]
verdict "what it writes is written into a copy of its folder"
timeout 300 "$flagfall" match --reply 300000 random "engine,wit=9:$folder/bots/plain" --games 2 --edition barrage \
    --record "$folder/nine.ffr" >/dev/null 2>&1
grep -q 'Fault "option wit is a number from 1 to 5' "$folder/nine.ffr"
verdict "a value that an option cannot have is a fault"
timeout 300 "$flagfall" match --reply 300000 random "engine,luck=9:$folder/bots/plain" --games 2 --edition barrage \
    --record "$folder/luck.ffr" >/dev/null 2>&1
grep -q "Fault \"the program has no option 'luck'" "$folder/luck.ffr"
verdict "so is an option that it does not have"
cp tests/cli/bots/engine_bot.py "$folder/bots/two words.py"
timeout 300 "$flagfall" match --reply 300000 random "engine:python3 '$folder/bots/two words.py'" --games 1 \
    --edition barrage --limit 4 --record "$folder/words.ffr" >/dev/null
[ $? = 0 ] && ! grep -q Fault "$folder/words.ffr"
verdict "an interpreter runs a file whose name has a space, quoted"

# --- what is left

! pgrep -f "sleep $FLAGFALL_TEST_SLEEP" >/dev/null
verdict "children of programs are ended with them"
[ -z "$(ls -A "$TMPDIR")" ]
verdict "all temporary folders are gone"

# --- usage

# refused WORDS PLAYER: exit 2 and a message.
refused() {
    "$flagfall" match random "$2" >/dev/null 2>"$folder/error.txt"
    [ $? = 2 ] && grep -q "$1" "$folder/error.txt"
    verdict "refused: $2"
}
refused "one word at least" "engine:"
refused "not closed" "engine:'x"
refused "cannot be run: No such file" "engine:$folder/nobody"
refused "cannot be run: it is a folder" "engine:$folder"
refused "not found along the PATH" "engine:no-such-program x"
refused "NAME=VALUE" "engine,wit:$folder/bots/plain"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
