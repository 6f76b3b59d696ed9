# What scripts of commands share: they begin with `. "$(dirname "$0")/lib/checks.sh"` and end with
# `finish`. `$program` is what is tried, `$work` a folder that goes away. All begins in the
# repository's root.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 2
program=${FLAGFALL:-build/flagfall}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check WHAT COMMAND...: must succeed.
check() {
    local what=$1
    shift
    if "$@" >"$work/why" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -n 20 "$work/why" "$work/out" "$work/err" 2>/dev/null
    fi
}

# runs STATUS COMMAND OPTION...: of the program; what it prints is in $work/out and $work/err.
runs() {
    local expected=$1 status
    shift
    timeout 500 "$program" "$@" >"$work/out" 2>"$work/err"
    status=$?
    check "exit $expected of $* (was $status)" test "$status" = "$expected"
}

says() { check "says: $1" grep -qE -- "$1" "$work/out"; }
says_not() { check "does not say: $1" test "$(grep -cE -- "$1" "$work/out")" = 0; }
lines() { check "$1 lines of: $2" test "$(grep -cE -- "$2" "$work/out")" = "$1"; }
complains() { check "complains: $1" grep -qE -- "$1" "$work/err"; }

# The last line, and the script's exit status.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
