#!/bin/sh
# The benchmarks run, and their signatures are the recorded ones.
#
# playouts: of the first 1,000 games; it changes when a rule, a view or the order of
# moves does. search: of the strongest player's moves in six games; it changes with
# everything that player thinks, and a change of its that is about speed alone keeps
# it. Whoever means to change them writes the new one here.
set -u
playouts=5ef8e8081720d1d7
search=b79b2767242249e8
flagfall=${FLAGFALL:-build/flagfall}
passed=0
failed=0

# check WHAT TEXT PATTERN: the text matches the (shell) pattern.
check() {
    echo "$2"
    case "$2" in
    $3) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "FAILED: $1: expected $3"
        ;;
    esac
}

line=$("$flagfall" bench playouts --seconds 1)
check playouts "$line" "playouts moves/s=[1-9]* signature=$playouts"
line=$("$flagfall" bench search --seconds 1)
check search "$line" "search nodes/s=[1-9]* worlds/s=[1-9]* moves/s=* signature=$search"
line=$("$flagfall" bench search --seconds 1 --memory 2)
check "search with less memory" "$line" "search nodes/s=[1-9]* signature=*"
line=$("$flagfall" bench nothing 2>&1)
check "no such benchmark" "$line" "*there is no benchmark 'nothing'; there are: playouts, search"

# The parts run, and say what they did. A build without tests has none of the rest.
folder=$(dirname "$flagfall")
[ -e "$folder/bench-parts" ] || folder=build-gcc
if [ -e "$folder/bench-parts" ]; then
    "$folder/bench-parts" 0
    lines=$("$folder/bench-parts" 0 | grep -cE '^[a-z]+ (plies|nodes)/s=[1-9][0-9]*$')
    check "lines of bench-parts" "$lines" 4
    lines=$("$folder/bench-batch" 0.001 4 duel | grep -cE '^[a-z0-9-]+ threads=[12] steps/s=[1-9][0-9]* ')
    check "lines of bench-batch" "$lines" 9
fi

# Positions with a flag shut in are found in games of its own, and played on.
if [ -e "$folder/bench-breakin" ]; then
    records=$(mktemp)
    "$folder/flagfall" match guarded guarded --games 2 --nodes 300 --armies own --seed 3 \
        --record "$records" >"$records.log"
    line=$("$folder/bench-breakin" "$records" 100 level:7 1)
    check breakin "$line" "breakin positions=1 won=[01] drawn=[01] lost=[01] share=* opened=[01] plies=*"
    line=$("$folder/bench-breakin" "$records" 100 nobody 2>&1)
    check "no such defender" "$line" "*there is no player 'nobody'"
    rm -f "$records" "$records.log"
fi

# How far players agree with the computer is told of each of them.
if [ -e "$folder/bench-agreement" ]; then
    records=$(mktemp)
    "$folder/flagfall" match one-ply level:5 --edition classic30 --games 2 --limit 100 --seed 1 \
        --record "$records" >"$records.log"
    table=$("$folder/bench-agreement" "$records")
    for player in one-ply level:5; do
        check "agreement of $player" "$table" "*agreement player=$player games=[12] moves=[1-9]* share=0.* lowest=0.* from-0.70=*"
    done
    line=$("$folder/bench-agreement" /nowhere 2>&1)
    check "no records to agree with" "$line" "*/nowhere: *"
    rm -f "$records" "$records.log"
fi

# Of recorded games: believed and true, band by band.
if [ -e "$folder/bench-belief" ]; then
    records=$(mktemp)
    "$folder/flagfall" match one-ply one-ply --games 2 --seed 3 --record "$records" >"$records.log"
    table=$("$folder/bench-belief" --records "$records")
    lines=$(echo "$table" | grep -cE '^calibration ply=50 of=rank band=[0-9]+-[0-9]+ pieces=[0-9]+ believed=[0-9.]+ true=[0-9.]+$')
    check "bands of calibration" "$([ "$lines" -ge 4 ] && echo yes)" yes
    check "pieces by what they were seen to do" "$table" "*belief evidence=unmoved nats=*"
    gzip "$records"
    check "compressed records" "$("$folder/bench-belief" --records "$records.gz")" "$table"
    line=$("$folder/bench-belief" --records /nowhere 2>&1)
    check "no such records" "$line" "*/nowhere: *"
    rm -f "$records.gz" "$records.log"
fi

# Worths are fitted to games: better than today's on what they were learned from, and told apart
# from games held out.
if [ -e "$folder/bench-evaluation" ]; then
    records=$(mktemp)
    "$folder/flagfall" match one-ply one-ply --edition classic30 --games 20 --seed 3 \
        --record "$records" >"$records.log"
    for target in result 20; do
        table=$("$folder/bench-evaluation" "$target" "$records")
        better=$(echo "$table" | grep -cE ' of=learned games=16 loss=[0-9.]+ less=[0-9.]+ error=[0-9.]+$')
        check "groups that fit the games better, by $target" "$better" 9
        held=$(echo "$table" | grep -cE ' of=held games=4 loss=[0-9.]+ less=-?[0-9.]+ error=[0-9.]+$')
        check "groups on games held out, by $target" "$held" 10
        check "terms in scouts, by $target" "$table" "*evaluation term=marshal alone=*"
    done
    line=$("$folder/bench-evaluation" 0 "$records" 2>&1)
    check "no plies ahead" "$line" "usage: bench-evaluation *"
    line=$("$folder/bench-evaluation" result /nowhere 2>&1)
    check "no such games" "$line" "*/nowhere: *"
    rm -f "$records" "$records.log"
fi

# Hidden ranks are foretold better than by counting, on set-ups never seen.
setups=${FLAGFALL_FIXTURES:-}/setups/human-classic.txt
if [ -e "$folder/bench-belief" ] && [ -e "$setups" ]; then
    table=$("$folder/bench-belief" "$setups" 2)
    echo "$table"
    lines=$(echo "$table" | grep -cE '^belief ply=[0-9]+ by=[a-z]+ nats=[12]\.[0-9]{3} top1=[0-9.]+ pieces=[0-9]+$')
    check "lines of bench-belief" "$lines" 10
    check "counts at ply 0" "$table" "*ply=0 by=counts nats=2.27* top1=20.0*"
    check "places at ply 0" "$table" "*ply=0 by=player nats=2.1[0-3]*"
    check "one place after the other" "$table" "*ply=0 by=model nats=1.6*"
    better=$(echo "$table" | awk '{ for (i = 2; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] }
        sum[v["by"]] += v["nats"] } END { print sum["player"] < sum["counts"] ? "yes" : "no" }')
    check "player foretells better than counts" "$better" yes
else
    echo "skipped: bench-belief, without FLAGFALL_FIXTURES"
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
