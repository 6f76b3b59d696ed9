#!/bin/bash
# What the host's dashboard draws and what rings is told by a server that runs, documented, and
# tested by Prometheus' own tool where it is installed (Debian: prometheus).
. "$(dirname "$0")/lib/checks.sh"
files=packaging/monitoring
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

mkfifo "$work/said"
"$program" serve --port 0 --store "$work/store.db" >"$work/said" 2>"$work/log" &
server=$!
read -r address <"$work/said"
curl -sf "${address}healthz" >"$work/health"
check "a server runs" test "$(cat "$work/health")" = ok
check "it tells its numbers" curl -sf "${address}metrics" -o "$work/numbers"
check "the rules and the dashboard ask for numbers that it tells, and the page explains each" \
    python3 tests/cli/lib/monitoring.py "$work/numbers" $files docs/monitoring.md "$work/drawn.yml"

if command -v promtool >/dev/null; then
    check "Prometheus takes the configuration" promtool check config $files/prometheus.yml
    check "what the dashboard asks for can be asked" promtool check rules "$work/drawn.yml"
    check "and the rules" promtool check rules $files/alerts.yml
    check "each rule rings when it is to, and only then" promtool test rules $files/alerts_test.yml
    check "the numbers are well-formed" promtool check metrics --extended <"$work/numbers"
else
    echo "skipped: no promtool here (Debian's package prometheus) to test the alert rules"
fi
finish
