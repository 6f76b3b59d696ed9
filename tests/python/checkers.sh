#!/bin/sh
# The package beside Gymnasium and PettingZoo, with their own checkers: in a virtual
# environment of its own, with what pip finds. Skipped where pip reaches no index.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=$folder/venv/bin/python
if ! { "${PYTHON:-python3}" -m venv "$folder/venv" && "$python" -m pip install -q --retries 0 \
    --timeout 10 numpy gymnasium pettingzoo matplotlib; } >"$folder/log" 2>&1; then
    echo "SKIPPED"
    echo "skipped: pip reaches no package index, Gymnasium's and PettingZoo's checkers did not run"
    exit 0
fi
"$python" -m pip list | grep -iE "^(numpy|gymnasium|pettingzoo) "
"$python" tests/python/test_flagfall.py
