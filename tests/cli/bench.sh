#!/bin/sh
# The signature of the first 1,000 playouts is the recorded one: it changes when a
# rule, a view or the order of moves does, and then this line does too.
set -u
expected=5bda9b342392d2e9
flagfall=${FLAGFALL:-build/flagfall}

line=$("$flagfall" bench playouts --seconds 1)
echo "$line"
passed=0
case "$line" in
"playouts moves/s="*" signature=$expected") passed=1 ;;
*) echo "expected signature=$expected" ;;
esac
# The parts run, and say what they did.
parts=$(dirname "$flagfall")/bench-parts
[ -e "$parts" ] || parts=build-gcc/bench-parts # a build without tests has none
[ ! -e "$parts" ] && echo "$passed passed, $((1 - passed)) failed" && exit $((1 - passed))
"$parts" 0
[ "$("$parts" 0 | grep -cE '^[a-z]+ (plies|nodes)/s=[1-9][0-9]*$')" = 4 ] && passed=$((passed + 1))
echo "$passed passed, $((2 - passed)) failed"
[ "$passed" = 2 ]
