#!/bin/bash
# Programs as players: honest ones play, others lose with the reason in the record
# and in bounded time, and nothing of them is left behind.
set -u
cd "$(dirname "$0")/../.."
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bots" "$folder/temporary" "$folder/elsewhere"
export TMPDIR=$folder/temporary
# Nobody else sleeps that long: so are the test's own children found.
export FLAGFALL_TEST_SLEEP=$((100000 + $$))
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

# bot MANNER: the program that behaves so, with a link to a file of another folder.
echo 7 >"$folder/elsewhere/luck"
ln -s ../elsewhere/luck "$folder/bots/luck"
bot() {
    cp tests/cli/bots/ucc_bot.py "$folder/bots/$1"
    echo "ucc:$folder/bots/$1"
}

# --- a program that plays by the rules

timeout 300 "$flagfall" match random "$(bot random)" --games 4 --jobs 2 --plies 300 \
    --reply 60000 --record "$folder/honest.ffr" >"$folder/honest.txt" 2>&1
verdict "a match with a program is played"
"$flagfall" check "$folder/honest.ffr" >"$folder/check.txt"
verdict "its games replay by the rules"
[ "$(grep -c ': ok ' "$folder/check.txt")" = 4 ]
verdict "all of them"
[ "$(grep -c 'Edition "ucc"' "$folder/honest.ffr")" = 4 ]
verdict "they are of the edition that such programs know"
! grep -q Fault "$folder/honest.ffr"
verdict "nobody is at fault"
[ ! -e "$folder/bots/written" ]
verdict "what it writes is written into a copy of its folder"

# Our own player is such a program too.
printf '#!/bin/sh\nexec "%s" engine --ucc --level 2 --movetime 5 --seed 3\n' "$flagfall" \
    >"$folder/bots/ours"
chmod +x "$folder/bots/ours"
timeout 300 "$flagfall" match "ucc:$folder/bots/ours" "$(bot random)" --games 2 \
    --record "$folder/ours.ffr" >"$folder/ours.txt" 2>&1
verdict "two programs play each other"
! grep -q Fault "$folder/ours.ffr" && grep -q '^ucc.*ours games=2 won=2' "$folder/ours.txt"
verdict "ours wins as a program, from either side"

# --- programs that do not

# loses MANNER WORDS [REPLY]: both games of a match are lost, and the record says why.
# Who answers at all may take long over it: the machine may be busy.
loses() {
    timeout 600 "$flagfall" match random "$(bot "$1")" --games 2 --reply "${3:-60000}" \
        --record "$folder/$1.ffr" >"$folder/$1.txt" 2>&1
    verdict "$1: the match is played"
    grep -q '^ucc.* lost=2 ' "$folder/$1.txt"
    verdict "$1: loses"
    [ "$(grep -c "$2" "$folder/$1.ffr")" = 2 ]
    verdict "$1: the record says $2"
}
loses hang 'Fault "the program has not answered in time' 1500
loses crash 'Fault "the program has ended, s'
grep -q '^flagfall: ucc:.*crash: 2 of 2 games forfeited, the first: the program has ended, s' "$folder/crash.txt"
verdict "crash: the match tells why it lost"
loses garbage 'Fault "bad answer'
loses no_move 'Fault "bad answer .NO_MOVE.: a move begins with two numbers'
loses illegal 'Fault "bad answer .0 0 UP.: the move leaves the board'
loses endless 'Fault "the program says a line of more than 500 bytes'
loses deaf 'Fault "the program has' 1500
loses parent 'Fault "the program has not answered in time' 1500
loses bad_army 'Fault "the set-up: wrong-counts'
loses surrender 'Termination "resign"'
[ "$("$flagfall" check "$folder/illegal.ffr" "$folder/garbage.ffr" | grep -c ': ok .*by=-\|by=forfeit')" = 4 ]
verdict "records of forfeited games are read"
[ "$("$flagfall" check "$folder/bad_army.ffr" | grep -c ': ok plies=0 .*by=forfeit')" = 2 ]
verdict "so is one of a game that was over before both armies stood"

# --- what is left

! pgrep -f "sleep $FLAGFALL_TEST_SLEEP" >/dev/null
verdict "children of programs are ended with them"
[ -z "$(ls -A "$TMPDIR")" ]
verdict "all temporary folders are gone"
timeout 2 "$flagfall" match random "ucc:$folder/bots/hang" --games 1 >/dev/null 2>&1
gone() { [ -z "$(ls -A "$TMPDIR")" ] && ! pgrep -f "$TMPDIR" >/dev/null; }
for _ in {1..600}; do gone && break; sleep 0.1; done # however long it takes
gone
verdict "so they are when the match itself is ended"

# --- usage

# refused WORDS ARGUMENT...: exit 2 and a message.
refused() {
    local words=$1
    shift
    "$flagfall" "$@" >/dev/null 2>"$folder/error.txt" </dev/null
    [ $? = 2 ] && grep -q "$words" "$folder/error.txt"
    verdict "refused: $*"
}
refused "cannot be run" match random "ucc:$folder/bots/nobody"
refused "cannot be run" match random "ucc:$folder/bots/luck"
refused "another board" match random "$(bot random)" --edition barrage
refused "line 1 of the manager" engine --ucc
refused "unknown option" engine --uci

echo "$passed passed, $failed failed"
[ $failed = 0 ]
