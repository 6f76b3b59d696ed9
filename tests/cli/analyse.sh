#!/bin/bash
# flagfall analyse: text, JSON, one game of several, both seats' eyes, and what it
# says of records that it cannot use. The last line is `N passed, N failed`.
set -u
. "$(dirname "$0")/lib/checks.sh"

# Few positions a move: what is said is the same at any depth.
analyse() { runs "$1" analyse --nodes 300 "${@:2}"; }

"$program" match one-ply random --games 2 --edition quick-arena --seed 3 --record "$work/two.ffr" \
    >"$work/out" || echo "no games to analyse"
plies=$("$program" check "$work/two.ffr" | head -n 1 | grep -oE 'plies=[0-9]+' | cut -d= -f2)

# --- text

analyse 0 "$work/two.ffr" --game 1
lines 1 "two\.ffr:[0-9]+: edition=quick-arena plies=$plies result="
lines "$plies" '^[0-9]+\. (red|blue) [a-h][1-8][-x][a-h][1-8], (the best|cost [0-9.]+, best [a-h][1-8][-x][a-h][1-8]) \([+-][0-9.]+\)'
lines "$plies" '^    (red|blue) sees [A-Z?!+_a-z-]{64}$'
says '^    [a-h][1-8] +[A-Z0-9]+ [0-9]+%'
says '; .+ attacks .+, worth [+-][0-9.]+ on average, luck [+-][0-9.]+$'
lines 2 ' inaccuracies=[0-9]+ mistakes=[0-9]+ blunders=[0-9]+ given=[0-9.]+$'
lines 2 '^(red|blue): moves=[0-9]+ best=[0-9]+ cost=[0-9.]+.* battles=[0-9]+ luck=[+-][0-9.]+ '
cp "$work/out" "$work/first"
analyse 0 "$work/two.ffr" --game=1
check "the same record gives the same text" cmp "$work/out" "$work/first"
analyse 0 "$work/two.ffr" --seat blue
lines 2 'edition=quick-arena'
lines 0 'red sees'
lines 0 '^[0-9]+\. red [a-k0-9x-]+, (the best|cost)'
analyse 0 - --movetime 1 --game 2 <"$work/two.ffr"
lines 1 '^-:[0-9]+: edition=quick-arena'

# --- JSON

analyse 0 "$work/two.ffr" --json
cat >"$work/read.py" <<'PY'
import json, sys
games = [json.loads(line) for line in open(sys.argv[1])]
assert [g["game"] for g in games] == [1, 2], "both games, numbered"
for g in games:
    assert g["edition"] == "quick-arena" and g["eyes"] == "mover" and g["by"] != "-"
    assert [p["ply"] for p in g["plies"]] == list(range(1, len(g["plies"]) + 1))
    for p in g["plies"]:
        assert p["seat"] == p["mover"] and p["cost"] >= 0 and p["best"]
        assert 0 <= p["loss"] <= p["score"] <= 1 and p["given"] <= p["secret"]
        margins = {"inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2}
        marks = [m for m in margins if p["loss"] >= margins[m]]
        assert p.get("mark") == (marks[-1] if marks else None) or min(
            abs(p["loss"] - m) for m in margins.values()) <= 0.0005, "the last digit is rounded"
        assert len(p["board"]) == 64
        hidden = sum(letter in ("?!" if p["seat"] == "red" else "-+") for letter in p["board"])
        assert hidden <= len(p["beliefs"]) <= 10
        for chances in p["beliefs"].values():
            assert len(chances) == 12 and abs(sum(chances) - 1000) <= 6
        assert ("battle" in p) == ("x" in p["move"]) == ("luck" in p)
    cost = sum(p["cost"] for p in g["plies"] if p["mover"] == "red")
    assert abs(cost - g["sum"]["red"]["cost"]) < 0.01 * len(g["plies"])
assert len(games[0]["plies"]) == int(sys.argv[2])
PY
check "the JSON is whole" python3 "$work/read.py" "$work/out" "$plies"

# --- the record with comments

cat >"$work/plain.py" <<'PY'
import re, sys
text = open(sys.argv[1]).read()
print(re.sub(r"\s+", " ", re.sub(r"\{[^}]*\}|\[Annotator .*\]", "", text)))
PY
analyse 0 "$work/two.ffr" --annotate
cp "$work/out" "$work/annotated.ffr"
check "the comments leave the games as they are" cmp <(python3 "$work/plain.py" "$work/two.ffr") \
    <(python3 "$work/plain.py" "$work/annotated.ffr")
says '^\[Annotator "Flagfall '
check "each ply has its number" test "$(tr '\n' ' ' <"$work/out" | grep -oE '\[%eval [01]\.[0-9]{3}\]' | wc -l)" \
    = "$("$program" check "$work/two.ffr" | grep -oE 'plies=[0-9]+' | cut -d= -f2 | paste -sd+ | bc)"
check "an annotated record is checked as any" "$program" check "$work/annotated.ffr"
analyse 0 "$work/annotated.ffr" --annotate
check "annotated once more it is the same" cmp "$work/out" "$work/annotated.ffr"
printf '[Edition "barrage"]\n[Option "forfeit"]\n[RedSetup "MBCKAAAAEALDDAAAAAAAAAAAAAAAAAAAAAAAAAAA"]\n[BlueSetup "MBCKAAAAEALDDAAAAAAAAAAAAAAAAAAAAAAAAAAA"]\n\n1. a1-a2 {an end}\n' \
    >"$work/forfeit.ffr"
analyse 0 "$work/forfeit.ffr" --annotate
says '^1\. a1-a2 \{an end\}'
analyse 2 "$work/two.ffr" --annotate --json
complains 'choose one'

# --- unfinished games, boards, editions of one's own

cat >"$work/odd.ffr" <<'R'
[Edition "barrage"]
[Board "AAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAXAAAAAAAAAAAYA"]
[Turn "blue"]

1. g9-g8
R
analyse 0 "$work/odd.ffr"
says 'plies=1 result=\* by=-'
lines 1 '^1\. blue g9-g8'
printf '[Edition "barrage"]\n[Board "AAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAXAAAAAAAAAAAYA"]\n' |
    timeout 300 "$program" analyse - --json >"$work/out" 2>"$work/err"
says '"plies":\[\],"sum":'
"$program" editions quick-arena | sed 's/^id = .*/id = mine/' >"$work/mine.ffe"
sed 's/quick-arena/mine/' "$work/two.ffr" >"$work/mine.ffr"
analyse 2 "$work/mine.ffr"
complains 'mine.ffr:1: error unknown edition "mine"'
analyse 0 "$work/mine.ffr" --game 1 --edition "$work/mine.ffe" --movetime 1
says 'edition=mine'

# --- what cannot be used

sed 's/^1\. \(..\)-\(..\)/1. \1-\1/' "$work/two.ffr" >"$work/bad.ffr"
analyse 1 "$work/bad.ffr"
complains 'bad.ffr:[0-9]+: illegal ply=1 move=.* reason=null-move'
{ printf '[Edition "barrage"\n\n'; cat "$work/two.ffr"; } >"$work/broken.ffr"
analyse 2 "$work/broken.ffr"
complains 'broken.ffr:1: line [0-9]+, column [0-9]+: '
lines 2 'edition=quick-arena'
analyse 2 "$work/two.ffr" --game 3
complains 'holds 2 games, so there is no --game 3'
analyse 2 "$work/two.ffr" --seat green
complains "red or blue, not 'green'"
analyse 2 "$work/nothing.ffr"
complains 'nothing.ffr: '
: >"$work/empty.ffr"
analyse 2 "$work/empty.ffr"
complains 'holds no game'
analyse 2
complains 'usage: flagfall analyse'
[ -e /dev/full ] && {
    timeout 300 "$program" analyse "$work/two.ffr" >/dev/full 2>"$work/err"
    check "a full disk is told" test $? = 2
}

finish
