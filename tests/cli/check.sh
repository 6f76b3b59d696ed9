#!/bin/bash
# The commands about records and editions, as people call them: their lines and
# their exit statuses.
set -u
shopt -s lastpipe # what stands after a pipe counts, too
flagfall=${FLAGFALL:-build/flagfall}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# expect WHAT STATUS EXPECTED-OUTPUT COMMAND...: runs the program; its standard
# output, with the folder's name left out, and its exit status must be these.
expect() {
    local what=$1 status=$2 expected=$3 found code
    shift 3
    found=$("$flagfall" "$@" 2>"$folder/complaints" | sed "s:$folder/::g"; exit "${PIPESTATUS[0]}")
    code=$?
    if [ "$found" = "$expected" ] && [ "$code" = "$status" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'not so: %s\n  exit %s, expected %s\n%s\n  expected\n%s\n' \
            "$what" "$code" "$status" "$found" "$expected"
        sed 's/^/  stderr: /' "$folder/complaints"
    fi
}

# complains WHAT WORDS: did the last command say this on standard error?
complains() {
    if grep -qF -- "$2" "$folder/complaints"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not so: $1"
        sed 's/^/  stderr: /' "$folder/complaints"
    fi
}

setup=MBCDDEEKLBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
a30=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
middle=AA__AA__AAAA__AA__AA
board=MAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAAAAAAAAL$middle${a30}YAAAAAAAAX
start=$setup$middle${a30}NXWQQPPONY

# --- check -------------------------------------------------------------------

cat >"$folder/good.ffr" <<END
; two games that are right
[Edition "duel"]
[RedSetup "$setup"]
[BlueSetup "$setup"]

[Edition "duel"]
[Board "$board"]
[Result "red"]
[Termination "flag"]

1. a4xa10 {from afar}
END
won=MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAL$middle${a30}DAAAAAAAAX
expect "games that are right" 0 \
    "good.ffr:2: ok plies=0 result=* by=- turn=red board=$start
good.ffr:6: ok plies=1 result=red by=flag turn=blue board=$won" check "$folder/good.ffr"

printf '[Edition "duel"]\n[RedSetup "%s"]\n[BlueSetup "%s"]\n\n1. d1-d4 g10-g7 *\n' $setup $setup |
    expect "a star closes the moves of a game that goes on" 0 \
        "-:1: ok plies=2 result=* by=- turn=red board=MBCADEEKLBAAAAAAAAAAAAAAAAAAAAAAADAAAAAAAA__AA__AAAA__AA__AAAAAAAAPAAAAAAAAAAAAAAAAAAAAAAANXWQQPAONY" check -
printf '[Edition "duel"]\n[RedSetup "%s"]\n[BlueSetup "%s"]\n\n1. d1-d4 * g10-g7\n' $setup $setup |
    expect "and nothing of that game stands behind it" 2 \
        "-:1: error line 5, column 12: expected the tags of the next game after the closing '*', not 'g10-g7'" check -

cat >"$folder/illegal.ffr" <<END
[Edition "duel"]
[Board "$board"]

k4-k5 k10-k9 k5-k4 k9-k10 k4-k5 k10-k9 k5-k4

[Edition "duel"]
[RedSetup "${setup/M/A}"]
[BlueSetup "$setup"]

[Edition "duel"]
[Board "$board"]
[Result "blue"]
[Termination "flag"]

a4xa10

[Edition "duel"]
[Board "$board"]

a4xa10 k10-k9 ; too late
END
expect "games that are not" 1 \
    "illegal.ffr:1: illegal ply=7 move=k5-k4 reason=two-squares
illegal.ffr:6: illegal setup=red reason=wrong-counts
illegal.ffr:10: illegal reason=wrong-result
illegal.ffr:17: illegal ply=2 move=k10-k9 reason=game-over" check "$folder/illegal.ffr"

cat >"$folder/broken.ffr" <<END
[Edition "orignal"]

[Edition "duel"]
[Board "$board"

1. a4-a5

[Edition "duel"]
[Board "$board"]

1. a4-a5 what?

[Edition "duel"]
[Board "$board"]

1. a1-a2
END
expect "games that cannot be read, and one that is illegal" 2 \
    "broken.ffr:1: error unknown edition \"orignal\"
broken.ffr:3: error line 4, column 110: expected ']' at the end of the tag, not the end of the word
broken.ffr:8: error line 11, column 10: 'what?' is no move; one looks like a4-a5 or a4xa5
broken.ffr:13: illegal ply=1 move=a1-a2 reason=immobile" check "$folder/broken.ffr"

expect "standard input" 0 \
    "-:2: ok plies=0 result=* by=- turn=red board=$start
-:6: ok plies=1 result=red by=flag turn=blue board=$won" check - <"$folder/good.ffr"
expect "no game at all" 2 "" check - </dev/null
complains "there is no game" "- holds no game"
expect "a file that is not there" 2 \
    "good.ffr:2: ok plies=0 result=* by=- turn=red board=$start
good.ffr:6: ok plies=1 result=red by=flag turn=blue board=$won" \
    check "$folder/none.ffr" "$folder/good.ffr"
complains "the file is named" "none.ffr: No such file or directory"
expect "no file named" 2 "" check
complains "the usage is told" "usage: flagfall check"
expect "an unknown option" 2 "" check --fast "$folder/good.ffr"
complains "the option is named" "unknown option '--fast'"

expect "json" 2 \
    '{"format_version":1,"file":"broken.ffr","line":1,"status":"error","message":"unknown edition \"orignal\""}
{"format_version":1,"file":"broken.ffr","line":3,"status":"error","message":"line 4, column 110: expected '"']'"' at the end of the tag, not the end of the word"}
{"format_version":1,"file":"broken.ffr","line":8,"status":"error","message":"line 11, column 10: '"'what?'"' is no move; one looks like a4-a5 or a4xa5"}
{"format_version":1,"file":"broken.ffr","line":13,"status":"illegal","ply":1,"move":"a1-a2","reason":"immobile"}' \
    check --json "$folder/broken.ffr"
expect "json of a good game" 0 \
    "{\"format_version\":1,\"file\":\"good.ffr\",\"line\":2,\"status\":\"ok\",\"plies\":0,\"result\":\"*\",\"by\":\"-\",\"turn\":\"red\",\"board\":\"$start\"}
{\"format_version\":1,\"file\":\"good.ffr\",\"line\":6,\"status\":\"ok\",\"plies\":1,\"result\":\"red\",\"by\":\"flag\",\"turn\":\"blue\",\"board\":\"$won\"}" \
    check "$folder/good.ffr" --json

# --- commitments ---------------------------------------------------------------

salt=000102030405060708090a0b0c0d0e0f
promise() { # SEAT: the hash of a seat's army, by another program
    printf 'flagfall/1\nduel\n%s\n%s\n%s' "$1" "$setup" $salt | b2sum -l 256 | cut -d' ' -f1
}
committed() { # TAGS...: a game of two armies with more tags
    printf '[Edition "duel"]\n[RedSetup "%s"]\n[BlueSetup "%s"]\n' "$setup" "$setup"
    printf '%s\n' "$@" ""
}
committed "[RedCommitment \"$(promise red)\"]" "[RedSalt \"$salt\"]" \
    "[BlueCommitment \"$(promise blue)\"]" "[BlueSalt \"$salt\"]" |
    expect "promises that were kept" 0 "-:1: ok plies=0 result=* by=- turn=red board=$start" check -
{
    committed "[BlueCommitment \"$(promise red)\"]" "[BlueSalt \"$salt\"]"
    committed "[RedCommitment \"$(promise red)\"]" "[RedSalt \"${salt/f/e}\"]" "a1-a2"
    committed "[RedCommitment \"$(promise red)\"]"
    committed "[RedCommitment \"$(promise red)\"]" "[RedSalt \"0011\"]"
    committed "[RedCommitment \"xyz\"]" "[RedSalt \"$salt\"]"
    printf '[Edition "duel"]\n[Board "%s"]\n[RedCommitment "xyz"]\n' "$board"
} | expect "promises that were broken" 1 \
    "-:1: illegal commitment=blue reason=mismatch
-:7: illegal commitment=red reason=mismatch
-:14: illegal commitment=red reason=no-salt
-:19: illegal commitment=red reason=bad-salt
-:25: illegal commitment=red reason=bad-hash
-:31: illegal commitment=red reason=no-setup" check -

# --- editions ------------------------------------------------------------------

printf 'based-on = duel\nid = mine\nforfeit = yes\n' >"$folder/mine.ffe"
printf '[Edition "mine"]\n[RedSetup "%s"]\n[BlueSetup "%s"]\n\na1-a2\n' $setup $setup >"$folder/mine.ffr"
expect "an edition of one's own" 0 \
    "mine.ffr:1: ok plies=0 result=blue by=forfeit turn=red board=$start" \
    check --edition "$folder/mine.ffe" "$folder/mine.ffr"
expect "the same without its file" 2 "mine.ffr:1: error unknown edition \"mine\"" \
    check "$folder/mine.ffr"
printf 'based-on = duel\nid = mine\n\nchase = wild\n' >"$folder/bad.ffe"
expect "an edition that is none" 2 "" check --edition "$folder/bad.ffe" "$folder/mine.ffr"
complains "the line is named" "bad.ffe:4: chase must be none, isf or exact, not 'wild'"

for id in $("$flagfall" editions | cut -d' ' -f1); do
    "$flagfall" editions "$id" >"$folder/$id.ffe"
    expect "$id comes back from its file" 0 "$(cat "$folder/$id.ffe")" editions "$folder/$id.ffe"
done
expect "an unknown edition" 2 "" editions original
complains "the edition is named" "there is no edition 'original'"
"$flagfall" editions --json | python3 -c 'import json, sys
assert len(json.load(sys.stdin)["editions"]) >= 19' || { failed=$((failed + 1)); echo "not so: JSON"; }

# --- convert -------------------------------------------------------------------

cat >"$folder/game.ffr" <<END
[Edition "duel"]
[Red "Ann"]
[Blue "Bob"]
[RedSetup "$setup"]
[BlueSetup "$setup"]
[Result "red"]
[Termination "resign"]

1. d1-d4 g10-g7

END
expect "a record to GSN" 0 "" convert --to gsn "$folder/game.ffr" -o "$folder/game.gsn"
expect "GSN to XML" 0 "" convert --to xml "$folder/game.gsn" -o "$folder/game.xml"
expect "XML to a record, nothing lost" 0 "$(cat "$folder/game.ffr")" convert "$folder/game.xml"
expect "many files to one" 0 "$(cat "$folder/game.ffr" "$folder/game.ffr")" \
    convert "$folder/game.xml" "$folder/game.xml"
cat "$folder/game.ffr" "$folder/game.ffr" "$folder/game.ffr" >"$folder/three.ffr"
expect "several games to a format that holds one" 2 "" \
    convert --to gsn "$folder/three.ffr" -o "$folder/three.gsn"
complains "say how to choose one" "three.ffr: gsn holds one game a file; choose one with --game N"
if [ "$(wc -l <"$folder/complaints")" = 1 ] && [ ! -e "$folder/three.gsn" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "not so: it is said once, and nothing is written"
fi
expect "a format that is said" 2 "" convert --from xml "$folder/game.gsn"
complains "the place is named" "game.gsn:1:1: syntax error"
expect "the second game of two" 0 "$(sed -n '6,$p' "$folder/good.ffr")" \
    convert --game 2 "$folder/good.ffr"
expect "two games in one GSN" 2 "" convert --to gsn "$folder/good.ffr"
complains "how to choose one is told" "choose one with --game N"
sed 's/duel/travel-duel-nl/; s/g7/g7 {slow}/' "$folder/game.ffr" >"$folder/lossy.ffr"
expect "a game that loses something" 0 "$(cat "$folder/game.gsn")" convert --to gsn "$folder/lossy.ffr"
complains "what is lost is told" "lossy.ffr: edition travel-duel-nl becomes duel"
complains "and all of it" "lossy.ffr: comments are lost: 1"
sed "s/duel/ucc/; s/$setup/GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB/; s/d1-d4 g10-g7/b4-b5 i7-i5/" "$folder/game.ffr" >"$folder/ucc.ffr"
expect "a record to a log of 2012" 0 "" convert --to ucc "$folder/ucc.ffr" -o "$folder/ucc.log"
expect "and back, nothing lost" 0 "$(cat "$folder/ucc.ffr")" convert "$folder/ucc.log"
sed '$i\
hey \x1b]0;boo\x07' "$folder/ucc.log" >"$folder/odd.log"
expect "a log with a line that nobody knows" 0 "$(cat "$folder/ucc.ffr")" convert "$folder/odd.log"
complains "what a terminal would obey is not repeated" "not understood: 'hey ?]0;boo?'"
expect "a record to Ataraxos's text" 0 "" convert --quiet --to ataraxos "$folder/ucc.ffr" -o "$folder/game.txt"
expect "which is found out from how it begins" 0 \
    "-:1: ok plies=2 result=* by=- turn=red board=$("$flagfall" check "$folder/ucc.ffr" | sed 's/.*board=//')" \
    check - < <("$flagfall" convert "$folder/game.txt")
expect "an unknown format" 2 "" convert --to pgn "$folder/game.ffr"
complains "the formats are told" "--to is record, gsn, xml, ucc, ataraxos or json, not 'pgn'"

# --- perft and the program itself --------------------------------------------------

expect "perft of Yorktown" 0 "depth=1 nodes=10
depth=2 nodes=50
depth=3 nodes=636
depth=4 nodes=5974" perft --edition ucc --turn red --board \
    FEBMBEFEEFBGIBHIBEDBGJDDDHCGJGDHDLIFKDDHAA__AA__AAAA__AA__AASTQQNSQPTSUPWPVRPXPURNQONNQSNVPTNQRRTYUP 4
expect "a finished game has no continuation" 0 "depth=1 nodes=0
depth=2 nodes=0" perft --edition duel --board "M$(printf 'A%.0s' {1..39})$middle${a30}YAAAAAAAAX" 2
expect "no ply is one sequence" 0 "depth=0 nodes=1" perft --edition duel 0
expect "no depth" 2 "" perft --edition duel -- -1
complains "the range is told" "DEPTH wants a number from 0 to"
cat >"$folder/mine.ffe" <<END
based-on = quick-arena
id = mine
END
expect "perft of an edition of one's own" 0 "depth=1 nodes=18" perft --edition "$folder/mine.ffe" 1
expect "the rules of an edition of one's own" 0 "$("$flagfall" rules quick-arena)" \
    rules "$folder/mine.ffe"
expect "the rules of nothing" 2 "" rules
"$flagfall" bench playouts --seconds 1 --edition "$folder/mine.ffe" >"$folder/own" 2>&1
"$flagfall" bench playouts --seconds 1 --edition quick-arena >"$folder/built-in" 2>&1
expect_same_signature() {
    local own built_in
    own=$(grep -o 'signature=.*' "$folder/own") && built_in=$(grep -o 'signature=.*' "$folder/built-in")
    if [ -n "$own" ] && [ "$own" = "$built_in" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not so: bench plays an edition of one's own"
        cat "$folder/own" "$folder/built-in"
    fi
}
expect_same_signature
for command in help "editions ucc" "perft --edition duel 1" "bench playouts --seconds 1 --edition examples/editions/toy-3x3.ffe" "check $folder/good.ffr"; do
    # shellcheck disable=SC2086 # words
    "$flagfall" $command >/dev/full 2>"$folder/complaints"
    if [ $? = 2 ] && grep -q '^flagfall: standard output' "$folder/complaints"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not so: $command complains when its output cannot be written"
    fi
done
expect "an unknown command" 2 "" chekc
complains "the list is pointed at" "there is no command 'chekc'; 'flagfall help' lists them"
expect "the version" 0 "flagfall $("$flagfall" --version | cut -d' ' -f2)" --version
for command in $("$flagfall" help | awk '/^  [a-z]/ { print $1 }'); do
    if "$flagfall" help "$command" | grep -q "^usage: flagfall $command"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not so: help $command tells its usage"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
