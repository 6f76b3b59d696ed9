#!/bin/bash
# The game on the full screen, in a pseudo-terminal (tests/terminal).
cd "$(dirname "$0")/../.."
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1}:suppressions=$PWD/tests/threads.supp
for python in python3 /usr/bin/python3; do
    "$python" -c 'import pyte' 2>/dev/null && exec "$python" tests/terminal/run.py "$@"
done
echo "SKIPPED"
echo "skipped: no Python has pyte (Debian: python3-pyte)"
