#!/bin/sh
# Matches on several ranks: the same bytes as on one, whoever is lost. Where Open MPI is not
# installed this is skipped, and that is said.
set -u
export LC_ALL=C
flagfall=${FLAGFALL:-build/flagfall}
if [ ! -x "${flagfall%/*}/flagfall-mpi" ] || ! command -v mpirun >/dev/null 2>&1; then
    echo "skipped: no Open MPI here (libopenmpi-dev, openmpi-bin)"
    echo SKIPPED
    exit 0
fi
case $flagfall in /*) ;; *) flagfall=$PWD/$flagfall ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

# Ranks of this machine, more of them than it has cores; nothing leaves it.
ranks() {
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe \
        --mca btl self,vader --mca oob_tcp_if_include lo "$@"
}

# Rank 1 is killed as soon as the journal has a game.
cat >"$folder/victim" <<'END'
#!/bin/sh
"$@" &
victim=$!
while [ "$(grep -ac '^game ' "$JOURNAL")" -lt 1 ]; do kill -0 $victim || exit 0; done
kill -KILL $victim
END
chmod +x "$folder/victim"
export JOURNAL="$folder/journal"

# holds WHAT RECORD COMMAND...: played by three ranks, with one that is lost, and in two parts, it
# comes to the bytes of one process, the file of that name's kind.
holds() {
    what=$1 record=$2
    shift 2
    "$flagfall" "$@" --record "$folder/whole.$record" >"$folder/alone.txt"
    verdict "$what: one process plays it"
    ranks -n 3 "$flagfall" "$@" --record "$folder/three.$record" >"$folder/three.txt"
    verdict "$what: three ranks play it"
    cmp "$folder/whole.$record" "$folder/three.$record"
    verdict "$what: the games are the same bytes"
    cut -d' ' -f1-6 "$folder/alone.txt" >"$folder/alone.cut"
    cut -d' ' -f1-6 "$folder/three.txt" | cmp - "$folder/alone.cut"
    verdict "$what: and so are the results"

    : >"$JOURNAL"
    ranks --enable-recovery -n 1 "$flagfall" "$@" --record "$folder/lost.$record" \
        --resume "$JOURNAL" : -n 1 "$folder/victim" "$flagfall" "$@" : \
        -n 1 "$flagfall" "$@" >"$folder/lost.txt" 2>"$folder/lost.err"
    verdict "$what: where a rank is lost it is played to its end"
    cmp "$folder/whole.$record" "$folder/lost.$record"
    verdict "$what: and to the same bytes"
    grep -q 'rank 1 is lost: others do its work' "$folder/lost.err"
    verdict "$what: the loss is told"

    # Without that option the launcher ends all; the journal has what was played.
    : >"$JOURNAL"
    ranks -n 1 "$flagfall" "$@" --resume "$JOURNAL" : -n 1 "$folder/victim" \
        "$flagfall" "$@" >/dev/null 2>&1
    kept=$(grep -ac '^game ' "$JOURNAL")
    [ "$kept" -ge 1 ]
    verdict "$what: what was played before everything ended is kept"
    ranks -n 2 "$flagfall" "$@" --record "$folder/on.$record" --resume "$JOURNAL" >/dev/null
    cmp "$folder/whole.$record" "$folder/on.$record"
    verdict "$what: and it goes on from there to the same bytes"
    [ "$(grep -a '^game ' "$JOURNAL" | cut -d' ' -f2 | sort -n | uniq -d | wc -l)" = 0 ]
    verdict "$what: no game that was over is played again"
}

more="tournament level:6 level:5 two=level:6 --games 4 --nodes 1000 --edition classic30 --seed 4"
# shellcheck disable=SC2086 # a list of words on purpose
{
    holds "a tournament" ffr $more
    holds "self-play" ffr.gz selfplay level:6 --games 12 --nodes 1000 --edition classic30 --seed 4
    # What one learns from: every position, by replay, and what its player thought of it. Only a
    # move that is the only one is made without a thought.
    plies=$(sed -n 's/.*plies=\([0-9]*\)$/\1/p' "$folder/lost.txt")
    "$flagfall" check "$folder/lost.ffr.gz" >"$folder/check.txt"
    [ "$(grep -c ' ok ' "$folder/check.txt")" = 12 ] &&
        [ "$(($(sed 's/.* plies=\([0-9]*\) .*/\1 +/' "$folder/check.txt") 0))" = "$plies" ]
    verdict "self-play: its record replays to every position"
    [ "$(gzip -dc "$folder/lost.ffr.gz" | grep -o '{score' | wc -l)" -gt $((plies * 9 / 10)) ]
    verdict "self-play: and says what the player thought of them"

    ranks --enable-recovery -n 1 "$flagfall" $more --record "$folder/seed.ffr" : \
        -n 1 "$flagfall" $more --seed 5 >/dev/null 2>"$folder/seed.err"
    cmp "$folder/whole.ffr" "$folder/seed.ffr" && grep -q 'started for something else' "$folder/seed.err"
    verdict "a rank that was started with other options has no part in it"

    echo nonsense >"$folder/nonsense"
    ranks --enable-recovery -n 1 "$flagfall" $more --resume "$folder/nonsense" : \
        -n 1 "$flagfall" $more >/dev/null 2>"$folder/gone.err"
    grep -q 'nonsense is no journal of a match' "$folder/gone.err" &&
        grep -q 'rank 0 is gone' "$folder/gone.err"
    verdict "where the first rank cannot begin the others are told, and end"
    ranks -n 2 "$flagfall" $more --log "$folder/log" >/dev/null 2>"$folder/log.err"
    [ $? != 0 ] && grep -q -- '--log is for one process' "$folder/log.err"
    verdict "several do not write one log"
}

mkdir "$folder/bare" && cp "$flagfall" "$folder/bare/"
OMPI_COMM_WORLD_SIZE=2 "$folder/bare/flagfall" match random random --games 2 2>"$folder/bare.err"
[ $? = 2 ] && grep -q 'libopenmpi-dev' "$folder/bare.err"
verdict "two that cannot work together say so, and do not both play everything"

[ $failed = 0 ] || cat "$folder"/*.err
echo "$passed passed, $failed failed"
[ $failed = 0 ]
