#!/bin/sh
# A match says who won how often, plays the same games at any number of threads,
# and records games that replay by the rules.
set -u
flagfall=${FLAGFALL:-build/flagfall}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# verdict WHAT: counts the exit status of the command before it.
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

for jobs in 1 3; do
    "$flagfall" match picket random --games 6 --edition barrage --seed 5 --jobs $jobs \
        --record "$folder/$jobs.ffr" >"$folder/$jobs.txt"
    verdict "a match with $jobs threads is played"
done
cat "$folder/1.txt"
cmp "$folder/1.ffr" "$folder/3.ffr"
verdict "the games are the same at any number of threads"
[ "$(sed 's/ ms_.*//' "$folder/1.txt")" = "$(sed 's/ ms_.*//' "$folder/3.txt")" ]
verdict "so are the results"
number='[0-9][0-9.]*'
for name in picket random; do
    grep -qx "$name games=6 won=$number drawn=$number lost=$number points=$number ms_mean=$number ms_p99=$number" \
        "$folder/1.txt"
    verdict "a line for $name"
done
"$flagfall" check "$folder/1.ffr" >"$folder/check.txt"
verdict "the records replay by the rules"
[ "$(grep -c ': ok ' "$folder/check.txt")" = 6 ]
verdict "there is a record of every game"
setups=$(grep RedSetup "$folder/1.ffr" | uniq -c | awk '$1 != 2')
[ -z "$setups" ]
verdict "both games of a pair have the same red army"
"$flagfall" match picket nobody >/dev/null 2>"$folder/error.txt"
[ $? = 2 ] && grep -q "picket" "$folder/error.txt"
verdict "an unknown player is refused, and the known ones are told"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
