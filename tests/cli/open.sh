#!/bin/bash
# `flagfall serve --open`: what the desktop entry starts opens the page, keeps games where data
# of the user's programs are, and shows the same page to whoever asks twice.
set -u
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
passed=0
failed=0
verdict() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "not so: $1"; fi
}
mkdir "$work/bin"
mkfifo "$work/opened"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$work" >"$work/bin/xdg-open"
chmod +x "$work/bin/xdg-open"
export PATH=$work/bin:$PATH XDG_DATA_HOME=$work/data/deep

"$flagfall" serve --open --port 0 >"$work/said" 2>"$work/log" &
server=$!
read -r address <"$work/opened"
[[ $address =~ ^http://127\.0\.0\.1:[0-9]+/$ ]]
verdict "the page is opened: $address"
[ "$(cat "$work/said")" = "$address" ]
verdict "and its address printed"
[ "$(stat -c %a "$XDG_DATA_HOME/flagfall/flagfall.db")" = 600 ]
verdict "the games are kept with the user's data, for nobody else"

port=${address##*:}
"$flagfall" serve --open --port "${port%/}" >"$work/again" 2>&1 &
second=$!
read -r again <"$work/opened"
wait $second
verdict "who asks twice is not refused"
[ "$again" = "$address" ]
verdict "and sees the same page"

kill "$server"
wait "$server"
server=
rm "$work/bin/xdg-open"
PATH=$work/bin "$flagfall" serve --open --port 0 --store "$work/own.db" >"$work/said" 2>"$work/log.fifo.err" &
server=$!
while ! grep -q . "$work/said"; do read -rt 0.1 <> <(:); done
while ! grep -q xdg-open "$work/log.fifo.err"; do read -rt 0.1 <> <(:); done
grep -q "open http://127.0.0.1:[0-9]*/ in a browser" "$work/log.fifo.err"
verdict "where nothing opens pages, it is said what to do"
[ -e "$work/own.db" ]
verdict "a store of one's own is used"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
