#!/bin/bash
# The game in the terminal, through a pipe as a screen reader or a program would
# drive it. The last line is `N passed, N failed`.
set -u
. "$(dirname "$0")/lib/checks.sh"

# play STATUS TEXT OPTION...: types the text; the answer is in $work/out.
play() {
    local expected=$1 text=$2 status
    shift 2
    printf "$text" | timeout 300 "$program" play "$@" >"$work/out" 2>&1
    status=$?
    check "exit $expected of play $* (was $status)" test "$status" = "$expected"
}

# --- beginning and leaving

play 0 'quit\n' --seed 1
says '^You leave the game unfinished\.$'
play 1 '' --seed 1
says '^The input has ended'
play 1 'random\nstart\n' --seed 1
says '^Your move, Red\.$'
play 1 'random' --seed 1
says '^Your army is [A-M]{40}\.$'
play 0 'random\nstart\nresign\nquit\n' --seed 1
says '^Blue has won\. By resignation\. You have lost\.$'
play 0 'random\nstart\nresign\n' --blue --seed 1
says '^Red has won\. By resignation\. You have lost\.$'
says '^ +k +i +h +g +f +e +d +c +b +a$'

# --- taking back, and without hints

play 0 'random\nstart\ntakeback\nresign\nquit\n' --seed 1
says "^'takeback' cannot be used now"
play 0 'MBBBBBEEEECDFFFFGGGGHHHHIIIJKLDBJEDDDDDD\nstart\na4-a5\ntakeback\nhistory\na4-a5\nresign\n' --opponent random --seed 1
says '^Your last move has been taken back\.$'
says '^No moves yet\.$'
check "the same move again" test "$(grep -c '^Red: a4 to a5\.$' "$work/out")" = 2
play 0 'random\nstart\ntakeback\nresign\n' --blue --opponent random --seed 1
says '^It is too early for this\.$'
play 0 'random\nstart\nmoves\nresign\n' --no-hints --seed 1
says '^This game is played without move hints\.$'

# --- usage

play 2 '' --level 0
says 'from 1 to [0-9]+'
play 2 '' --clock 5+3
says '^flagfall: --clock is for a game on a --server'
play 2 '' --server http://127.0.0.1:1 --clock 3d --level 1 --token T
says '^flagfall: --clock 3d is for games between people'
play 2 '' --server http://127.0.0.1:1 --clock 5-3 --token T
says "as in 15\+3 \(added\) or '5\|10' \(free\), .*14d \(days a move\), or none; not '5-3'"
play 2 '' --server http://127.0.0.1:1 --open --rated
says '\-\-rated needs an account'
play 2 '' --server http://127.0.0.1:1 --level 3 --rated --token T
says '\-\-rated is for games between people'
play 2 '' --level 99
play 2 '' --edition orignal
says "there is no edition 'orignal'"
play 2 '' --opponent nobody
says 'there are: level:1'
play 2 '' --red --blue
# What does not go together is refused before anything begins.
for words in '--two --level 3' '--two --human-memory' '--two --plain' '--two --server http://127.0.0.1:1' \
    '--opponent random --level 2' '--opponent random --human-memory' '--game x' '--code x' '--invite' \
    '--open' '--against Ann' '--token T' '--server http://127.0.0.1:1 --open --level 3' \
    '--server http://127.0.0.1:1 --game x --red' '--server http://127.0.0.1:1 --code x --edition duel' \
    '--seek' '--server http://127.0.0.1:1 --seek --open' '--server http://127.0.0.1:1 --bots --open' '--server http://127.0.0.1:1 --seek --red' \
    '--server http://127.0.0.1:1 --open --invite' '--server ftp://127.0.0.1'; do
    play 2 '' $words
    says '^flagfall: .*--'
done
HOME= XDG_STATE_HOME=relative play 2 '' --server http://127.0.0.1:1 --open
says 'neither XDG_STATE_HOME nor HOME names a folder; say --token T'
printf 'based-on = quick-arena\nid = mine\ntitle = Mine\n' >"$work/mine.ffe"
play 0 'quit\n' --edition "$work/mine.ffe"
says '^Mine against '
play 2 '' --edition "$work/none.ffe"
says "nor a file of that name"
play 2 '' extra
play 0 '' --help
says 'Exit status'

# --- setting up

letters=MBEDFDEDHIBGBHGBFGFDIJEKDLHCDBJIDHEGDFBE
play 0 'nonsense\nsetup random\npresets\ncorner\nstart now\nquit\n' --seed 2
says '^That is no preset, and no army: '
says '^corner: '
says '^The game begins\.$'
play 0 "AAAA\n$letters\nboard\nresign\na4-a5\nsave x\nquit\n" --seed 2
says "^Your army is $letters\.$"
says "^'resign' cannot be used now; help tells what can\.$"
says '^The game has not begun'
says "^'save' cannot be used now"
play 0 'start\nhelp\nquit\n' --seed 2
says '^Choose an army first\.$'
says '^setup ARMY: '
says_not '^resign: '
play 0 'BMBAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nquit\n' --edition duel
says 'no army: Those are not exactly the pieces'

# Two squares change places; the page's titles of armies are understood as well as their names.
play 0 "$letters\na1 a4\na1 a9\nFalse nest\nquit\n" --seed 2
says '^Your army is J'
says '^The game has not begun'
says_not 'no army'

# --- the other languages: their words, and English ones, with accents and without

play 0 'zufall\nAufstellung corner\nbeginnen\nzüge\nZUEGE\nmoves\nbrett aus\naufgeben\nende\n' --language de --seed 2
says '^Du bist am Zug, Rot\.$'
says '^Blau hat gewonnen\..* Du hast verloren\.$'
check 'all three words list the moves' test "$(grep -cE ' nach [a-k][0-9]' "$work/out")" -ge 12
says_not 'Es gibt keinen Befehl'
LC_ALL=fr_FR.UTF-8 play 0 'hasard\ncommencer\npieces\npièces\nflieg\nabandonner\nquitter\n' --seed 2
says '^À toi de jouer, Rouge\.$'
says "^Il n'y a pas de commande 'flieg' ; tape aide"
check 'both words list the pieces' test "$(grep -c '^Les pièces de Rouge' "$work/out")" = 2
play 0 'willekeurig\nbegin\nhulp\nopgeven\nstop\n' --language nl --seed 2
says '^zetten \[VELD\]: '
says_not '^(help|moves|quit)'
play 0 'quit\n' --language de
says '^Du verlässt die Partie unfertig\.$'
play 2 '' --language da
says 'en, nl, fr or de'

# --- refusals, each in a sentence; nothing is played by them

# Row 4 from the left: a4 scout, b4 bomb, c4 colonel, d4 miner.
army=MBBBBBEEEECDFFFFGGGGHHHHIIIJKLDBJEDDDDDD
moves='j4-j5\na5-a6\na7-a6\nb4-b5\na4-a4\na4-b5\nd4-d6\nc4-c5\na4-b4\na1-a2\na3-a5\nmoves b4\nmoves z\n'
play 0 "$army\nstart\n${moves}history\nquit\n" --opponent random --seed 3
says '^That square is not on this board\.$'
says '^There is no piece there to move\.$'
says '^That piece, or this turn, is not yours\.$'
says '^Bombs and the flag never move\.$'
says '^A move must end on another square\.$'
says '^Pieces move along a row or a file, never diagonally\.$'
says '^This piece moves one square at a time; only scouts go further\.$'
says '^Nobody can enter or cross a lake\.$'
says "^One of your own pieces stands there\.$"
says '^No piece of yours can move from there now\.$'
says '^No moves yet\.$'
says_not '^Red: '

play 0 "$army\nstart\na4-a5\na5-a4\na4-a5\na5-a4\nquit\n" --opponent random --edition travel-en --seed 5
says '^This piece has gone back and forth between the same squares too often'

# --- a line that is no command

# --- levels are told with ratings that rise from each to the next

play 0 '' --levels
says '^10 +[0-9]+  [A-Z]'
check 'ten levels, each rated above the one before' awk \
    '$1 != NR || $2 <= last { exit bad = 1 } { last = $2 } END { exit bad || NR != 10 }' "$work/out"

# --- threads: the computer answers with as many as it is given, and a bad number is refused

play 0 'random\nstart\nresign\nquit\n' --blue --seed 1 --threads 2
says '^Red has won\. By resignation\.'
play 2 '' --threads 0
says "wants a number from 1 to 256, not '0'"

play 0 'random\nstart\nfly\n\n   \nmoves\nfl\\x\001\xff\na4\na4-\nquit\n' --seed 3
says "^There is no command 'fly'; type help"
says '^A move is two squares, as in a4-a5\.$'
says_not $'[\001\033]'
long=$(head -c 5000 /dev/zero | tr '\0' a)
play 0 "$long\nquit\n"
says '^That line is too long'
head -c 100000 /dev/urandom | timeout 300 "$program" play --seed 1 >"$work/out" 2>&1
check 'random bytes do no harm' test $? -le 1
says_not 'Sanitizer'

# --- whole games: the program is asked for its moves, and one of them is typed

# whole EDITION COLOUR OPTION...: plays until the end, or resigns after 400 moves.
whole() {
    local edition=$1 colour=$2 line moves=() typed=0
    shift 2
    rm -f "$work/game.ffr"
    coproc GAME { timeout 300 "$program" play --edition "$edition" "--$colour" "$@" 2>&1; }
    local pid=$GAME_PID
    exec {input}<&"${GAME[0]}" {output}>&"${GAME[1]}"
    RANDOM=7
    : >"$work/out"
    printf 'random\nboard off\nstart\n' >&$output
    while IFS= read -r line <&$input; do
        printf '%s\n' "$line" >>"$work/out"
        case $line in
        'Your move'*)
            if [ ${#moves[@]} -gt 0 ]; then
                [ $typed -lt 400 ] || moves=(resign)
                printf '%s\n' "${moves[RANDOM % ${#moves[@]}]}" >&$output
                typed=$((typed + 1))
                moves=()
            else
                printf 'moves\n' >&$output
            fi
            ;;
        *') to '*)
            local from=${line%% *} to
            for to in ${line#*) to }; do
                [ "$to" = '(attack)' ] || moves+=("$from $to")
            done
            ;;
        'Type save'*)
            [ -e "$work/game.ffr" ] && break
            printf 'save %s\n' "$work/game.ffr" >&$output
            ;;
        esac
    done
    printf 'captured\nsave %s\nhistory\nquit\n' "$work/game.ffr" >&$output
    cat <&$input >>"$work/out"
    exec {input}<&- {output}>&-
    wait "$pid"
    check "$edition is played to its end (exit $?)" test $? = 0
}

for edition in barrage duel quick-arena classic30 tournament; do
    colour=red
    [ "$edition" = duel ] && colour=blue
    whole $edition $colour --level 1 --seed 2
    says '^(Red|Blue) has won\. .*\. You have (won|lost)\.$|^A draw\.'
    cat "$work/out" >>"$work/all"
    says '^The game is saved as .*game\.ffr\.$'
    says '^The game could not be saved: File exists\.$'
    says '^(Red|Blue) has lost: [0-9]'
    says_not $'\033'
    check "the record of $edition replays" "$program" check "$work/game.ffr"
    plies=$(grep -oE '^[0-9]+\. (Red|Blue): ' "$work/out" | tail -n 1 | grep -oE '^[0-9]+')
    "$program" check "$work/game.ffr" >"$work/verdict"
    check "the record of $edition has all $plies plies" grep -q "plies=$plies " "$work/verdict"
done

# Somebody attacks in some of these games.
cp "$work/all" "$work/out"
says '^Red: attack from [a-k][0-9]+ to [a-k][0-9]+\. Red’s .* (takes|falls to|and) Blue’s .*[.!]$'
says '^Blue: attack from [a-k][0-9]+ to [a-k][0-9]+\. Blue’s .* (takes|falls to|and) Red’s .*[.!]$'

whole duel red --opponent one-ply --memory --seed 4
says '^Memory mode'
says '^The game is saved as '

finish
