#!/bin/bash
# flagfall solve: small editions are solved, players measured, and what cannot be is refused
# with a reason. The last line is `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.."
flagfall=${FLAGFALL:-build/flagfall}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; cat "$work/out" "$work/err"; fi
}

solve() {
    "$flagfall" solve "$@" >"$work/out" 2>"$work/err"
}

# number KEY PLAYER: that number of a player's line.
number() {
    sed -n "s/^player=$2 .*\b$1=\([-0-9.]*\).*/\1/p" "$work/out"
}

# holds EXPRESSION: of numbers.
holds() {
    awk "BEGIN { exit !($1) }"
}

small="examples/editions/toy-3x3.ffe --plies 5"
# shellcheck disable=SC2086 # a list of words on purpose
solve $small --player one-ply --until 0.005 --strategy
verdict "a small edition is solved"
grep -q '^edition=toy-3x3 set-ups=6 positions=[0-9]* information-sets=[0-9]* plies=5$' "$work/out"
verdict "it says how large the game is"
holds "$(number exploitability equilibrium) <= 0.005"
verdict "the equilibrium is as good as was asked for"
holds "$(number worst-as-red equilibrium) <= $(number value equilibrium) + 0.0001"
verdict "whoever knows it gains nothing but what is told"
holds "$(number exploitability one-ply) > $(number exploitability equilibrium)"
verdict "a computer player is further from it"
holds "$(sed -n '/^player=equi/,/^player=pick/s/.*seat=red .*chance=//p' "$work/out" |
    awk '{ sum += $1 } END { print sum }') > 0.99"
verdict "it says how often each set-up is chosen"
cp "$work/out" "$work/first"
# shellcheck disable=SC2086
solve $small --player one-ply --until 0.005 --strategy
cmp -s "$work/out" "$work/first"
verdict "the same each time"
# shellcheck disable=SC2086
solve $small --random-setups --iterations 20
verdict "set-ups may be drawn"
for file in examples/editions/*.ffe; do
    "$flagfall" editions "$file" >"$work/out" 2>"$work/err"
    verdict "$file is an edition"
    solve "$file" --iterations 1
    verdict "$file is small enough"
done

# refused WORDS ARGUMENT...: with status 2, a reason and no answer.
refused() {
    local words=$1
    shift
    solve "$@"
    [ $? = 2 ] && grep -q -- "$words" "$work/err" && [ ! -s "$work/out" ]
    verdict "refused: $words"
}
refused "set up in more than 10000 ways" tournament
refused "more than 1000 positions" examples/editions/toy-3x3.ffe --positions 1000
refused "a number from 0 to 1" examples/editions/toy-3x3.ffe --until few
refused "a number from 0 to 1" examples/editions/toy-3x3.ffe --until nan
refused "no player 'nobody'" examples/editions/toy-3x3.ffe --player nobody
refused "--plies" examples/editions/toy-3x3.ffe --plies 0
refused "nowhere.ffe" nowhere.ffe

echo "$passed passed, $failed failed"
[ $failed = 0 ]
