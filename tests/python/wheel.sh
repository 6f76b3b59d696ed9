#!/bin/sh
# A wheel is built from the tree without a network, installs, and works without the tree.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m pip wheel -q --no-build-isolation --no-deps --no-index -w "$folder" ./python
"$python" -m pip install -q --no-deps --no-index --target "$folder/site" "$folder"/flagfall-*.whl
cd "$folder"
env -u FLAGFALL_LIBRARY PYTHONPATH="$folder/site" "$python" -c '
import flagfall
env = flagfall.VectorEnv(2, "duel")
assert env.reset()[0].shape == (2, 72, 10, 10)
assert flagfall.__file__.startswith("'"$folder"'")'
echo "1 passed, 0 failed"
