#!/bin/sh
# The signature of the first 1,000 playouts is the recorded one: it changes when a
# rule, a view or the order of moves does, and then this line does too.
set -u
expected=5bda9b342392d2e9
flagfall=${FLAGFALL:-build/flagfall}

line=$("$flagfall" bench playouts --seconds 1)
echo "$line"
case "$line" in
"playouts moves/s="*" signature=$expected") echo "1 passed, 0 failed" ;;
*) echo "expected signature=$expected"; echo "0 passed, 1 failed"; exit 1 ;;
esac
