#!/usr/bin/env python3
"""The game on the full screen, in a pseudo-terminal: what a person sees and presses. Screens
are compared with those in tests/terminal/screens; `--write` writes them anew, for a change
that is meant. The last line is `N passed, N failed`."""

import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import termios
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../server")]
from client import Server  # noqa: E402
from terminal import Ended, Terminal, compare  # noqa: E402

COMES = b"\033[?1049h"  # the other screen of xterm
LEAVES = b"\033[?1049l"
COLOUR = re.compile(rb"\033\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[0-9;:]*m")
RIGHT, UP = "\033OC", "\033OA"
PATIENCE = 120  # seconds; what has not come by then would hang for ever. Nothing is asserted by it
tests = []


def test(function):
    tests.append(function)
    return function


def expect(found, expected):
    assert found == expected, f"found:\n{found}\nexpected:\n{expected}"


def shows(name, terminal):
    """The screen is the one that is kept, as soon as all of it has come."""
    try:
        terminal.until(lambda lines: len(set(compare(name, lines))) == 1)
    except Ended:
        expect(*compare(name, terminal.lines()))
        raise


def play(*words, **more):
    return Terminal("play", "--opponent", "random", "--seed", "12", *words, **more)


def first_moves(t):
    """Sets up a drawn army, and moves the piece on f4."""
    t.until("Set up your army, Red")
    t.keys("s", "Your move, Red.")
    t.keys("\r", "chosen.")
    t.keys("k\r", "  2. (")
    t.until("Your move, Red.")


@test
def a_game_is_seen_at_80_by_24():
    with play() as t:
        t.until("Set up your army, Red")
        t.until("? help")
        shows("army", t)
        t.keys("p", "Corner keep")
        t.keys("u", lambda lines: "Corner keep" not in "\n".join(lines))
        t.keys("s", "Your move, Red.")
        t.keys("\r", "chosen.")
        t.until("+")
        t.keys("k\r", "  2. (")
        t.until("Your move, Red.")
        shows("move", t)
        t.keys("[", "Move 1 of 2")
        shows("review", t)
        t.keys("?", "Any key goes back.")
        shows("help", t)
        t.keys("x", "Move 1 of 2")
        t.keys("]", "Your move, Red.")
        t.keys("q", "Leave the game unfinished?")
        t.keys("n", "Your move, Red.")
        t.send("qy")
        expect(t.end(), 0)


@test
def hidden_ranks_are_not_on_the_screen():
    with play() as t:
        t.until("Set up your army, Red")
        t.keys("s", "Your move, Red.")
        blue = re.findall(r"\(([^)]*)\)", "\n".join(line[:54] for line in t.lines()))
        expect(set(blue), {" ?"})
        expect(len(blue), 40)


@test
def the_screen_follows_the_size_of_the_window():
    with play(rows=40, columns=120) as t:
        first_moves(t)
        shows("large", t)
        t.resize(10, 40)
        os.kill(t.pid, signal.SIGWINCH)
        t.until("The terminal is 40 by 10")
        t.resize(14, 60)
        os.kill(t.pid, signal.SIGWINCH)
        t.until("Your move, Red.")
        shows("small", t)


@test
def moves_are_chosen_with_the_mouse():
    with play() as t:
        t.until("Set up your army, Red")
        t.keys("s", "Your move, Red.")
        t.until("? help")
        # f4 is dragged to f5: columns 29 .. 33; rows 13, 14 and 11, 12. From 1, in the protocol.
        t.keys("\033[<0;31;14M", "chosen.")
        t.keys("\033[<0;31;12m", "  2. (")


@test
def a_refused_move_says_why():
    with play() as t:
        t.until("Set up your army, Red")
        t.keys("s", "Your move, Red.")
        t.keys("lll\r", "chosen.")  # on i4 stands no scout
        t.send("kkkk\r")
        t.until(lambda lines: "moves one" in "\n".join(lines) or "stands in the way" in
                "\n".join(lines))
        t.keys("\033", "Your move, Red.")


@test
def the_languages_are_those_of_the_page():
    said = {"nl": "Jij bent aan zet, Rood.", "fr": "À toi de jouer, Rouge.",
            "de": "Du bist am Zug, Rot."}
    for language, words in said.items():
        with play("--language", language) as t:
            t.until(lambda lines: lines[22])
            t.keys("s", words)
    with play(LC_ALL="de_DE.UTF-8", LANG="de_DE") as t:
        t.until("Stell deine Armee auf, Rot")


@test
def a_terminal_without_utf_8_is_shown_ascii():
    with play("--language", "fr", LANG="C", LC_ALL="C") as t:
        t.until("Place ton armee")
        t.send("s")
        t.until("A toi de jouer")
        assert all(byte < 0x80 for byte in t.raw)


@test
def colours_are_as_many_as_the_terminal_has():
    for term in ("xterm-256color", "xterm", "linux"):
        with play(term=term) as t:
            t.until("Set up your army, Red")
            t.until("? help")
            assert COLOUR.search(t.raw), term
    for more in ({"NO_COLOR": "1"}, {"term": "vt100"}):
        with play(**more) as t:
            first_moves(t)
            assert not COLOUR.search(t.raw), more
            assert "[ 9]" in t.text()


@test
def without_a_screen_the_game_goes_in_sentences():
    with play(term="dumb") as t:
        t.until("You play Red")
        t.send("quit\n")
        expect(t.end(), 0)
        assert b"\033" not in t.raw


@test
def the_terminal_is_left_as_it_was_found():
    def leave(t):
        t.send("qy")

    def interrupt(t):
        t.send("\003")

    def terminate(t):
        os.kill(t.pid, signal.SIGTERM)

    def crash(t):
        os.kill(t.pid, signal.SIGABRT)

    for end, status in ((leave, 0), (interrupt, -signal.SIGINT), (terminate, -signal.SIGTERM),
                        (crash, -signal.SIGABRT)):
        with Terminal("bash", "-c", 'trap : INT; stty -a >settings; "$@"; status=$?; stty -a >after; '
                      "cmp settings after && echo as it was; exit $status", "bash",
                      os.environ["PROGRAM"], "play", "--seed", "3", program=None,
                      folder=os.environ["WORK"]) as t:
            t.until("Set up your army, Red")
            t.until("? help")
            t.pid, shell = int(os.popen(f"pgrep -P {t.pid}").read()), t.pid
            end(t)
            t.pid = shell
            code = t.end()
            assert LEAVES in t.raw, end.__name__
            assert b"as it was" in t.raw.split(LEAVES)[-1], end.__name__
            expect(code, 128 - status if status < 0 else 0)


@test
def a_terminal_that_goes_takes_the_game_with_it():
    with play() as t:
        t.until("Set up your army, Red")
        os.close(t.master)
        t.master = os.open(os.devnull, os.O_RDONLY)
        _, status = os.waitpid(t.pid, 0)
        t.status = os.waitstatus_to_exitcode(status)
        expect(t.status, -signal.SIGHUP)


@test
def a_game_can_be_stopped_and_gone_on_with():
    with Terminal("bash", "-mc", '"$@"; echo the game is stopped; read; fg', "bash",
                  os.environ["PROGRAM"], "play", "--seed", "3", program=None) as t:
        t.until("Set up your army, Red")
        t.until("? help")
        t.send("\032")
        t.until("the game is stopped")
        assert LEAVES in t.raw
        t.send("\n")
        # What is typed before it has come back to its screen is dropped by curses.
        t.until(lambda _: t.raw.count(COMES) == 2 and b"help" in t.raw.split(COMES)[-1])
        t.send("qy")
        expect(t.end(), 0)


@test
def two_people_see_their_own_ranks_alone():
    with Terminal("play", "--two", "--seed", "5", "--edition", "duel") as t:
        t.until("Set up your army, Red")
        t.until("? help")
        t.keys("s", "Blue, your turn")
        shows("curtain", t)
        t.keys("\r", "Set up your army, Blue")
        t.keys("s", "Red, your turn")
        expect([line for line in t.lines() if "[" in line or "?)" in line], [])
        t.keys("\r", "Your move, Red.")
        board = "\n".join(line[:54] for line in t.lines())
        assert set(re.findall(r"\(([^)]*)\)", board)) == {" ?"}, board


@test
def a_finished_game_is_saved_and_stepped_through():
    with tempfile.TemporaryDirectory() as folder:
        with play("--edition", "duel", folder=folder) as t:
            t.until("Set up your army, Red")
            t.keys("s", "Your move, Red.")
            t.keys("R", "Resign this game?")
            t.keys("y", "Blue has won.")
            t.keys("s", "flagfall-1.ffr")
            t.send("q")
            expect(t.end(), 0)
        with Terminal("replay", "flagfall-1.ffr", folder=folder) as t:
            t.until("Replay: Duel")
            t.until("Player")
            t.send("q")
            expect(t.end(), 0)
        with Terminal("replay", "none.ffr", folder=folder) as t:
            expect(t.end(), 2)


def squares(lines, files, pattern):
    """Row and column, from 1, of what looks so on the board: cells of 5 by 2."""
    found = []
    for row in range(1, 21, 2):
        for file in range(files):
            cell = lines[row][3 + 5 * file:8 + 5 * file].ljust(5)
            if re.match(pattern, cell):
                found.append((row + 1, 3 + 5 * file + 3))
    return found


def mouse(t, place, presses):
    t.send(f"\033[<0;{place[1]};{place[0]}{'M' if presses else 'm'}")


def plies(lines):
    return max((int(number) for number in re.findall(r"(\d+)\. [\[(]", "\n".join(lines))), default=0)


def is_settled(lines, least):
    """Is Red to move after at least so many plies, and nothing chosen, or is it over? The screen
    comes in pieces: what is asked for here was not there before the last move."""
    if " won." in lines[22] or "draw" in lines[22]:
        return True
    return ("Your move, Red." in lines[22] and "chosen." not in " ".join(lines) and
            plies(lines) >= least and plies(lines) % 2 == 0)


@test
def a_whole_game_is_played_by_mouse():
    draw = random.Random(7)
    with play("--edition", "quick-arena") as t:
        t.until("Set up your army, Red")
        t.until("? help")
        t.send("s")
        files = 8
        played = 0
        while True:
            lines = t.until(lambda lines: is_settled(lines, played))
            played = plies(lines)
            if "Your move" not in lines[22]:
                break
            place = draw.choice(squares(lines, files, r".\[(?! [●⚑BF]\])"))
            mouse(t, place, True)
            lines = t.until(lambda lines: "chosen." in " ".join(lines))
            targets = squares(lines, files, "[+x]")
            if targets:
                mouse(t, draw.choice(targets), False)  # dragged there
                played += 1
                continue
            mouse(t, place, False)
            t.send("\033")
        t.keys("<", "Move 0 of")
        t.keys(">", lambda lines: "Move" not in lines[22])
        t.send("q")
        expect(t.end(), 0)


@test
def sentences_have_a_prompt_with_editing_and_history():
    with play("--plain") as t:
        t.until(lambda _: b"against Random." in t.raw and t.raw.endswith(b"> "))
        t.send("prexsets\002\002\002\002\177\n")  # four back, and the x goes
        t.until(lambda _: t.raw.count(b"corner: ") == 1 and t.raw.endswith(b"> "))
        t.send("random\n")
        t.until(lambda _: b"Type start to begin" in t.raw and t.raw.endswith(b"> "))
        t.send("\033[A\033[A\n")  # the line before the last one, again
        t.until(lambda _: t.raw.count(b"corner: ") == 2 and t.raw.endswith(b"> "))
        t.send("\004")
        expect(t.end(), 1)


def online(server, folder, *words, **more):
    """As a guest, whose cookie is kept in the folder."""
    return Terminal("play", "--server", f"http://127.0.0.1:{server.port}/", *words,
                    XDG_STATE_HOME=folder, **more)


@test
def a_guest_plays_on_a_server():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        with online(server, folder, "--level", "1", "--red", "--seed", "3") as t:
            t.until("Set up your army, Red")
            t.until("Pip")
            game = t.lines()[0].split()[-1]
            t.keys("s", "Your move, Red.")
            board = "\n".join(line[:54] for line in t.lines())
            expect(set(re.findall(r"\(([^)]*)\)", board)), {" ?"})
            t.keys("\r", "chosen.")
            t.keys("k\r", "  2. (")
            t.until("Your move, Red.")
            t.keys("[", "Move 1 of 2")
            t.keys("]", "Your move, Red.")
            t.keys("q", "Leave?")
            t.send("y")
            expect(t.end(), 0)
        # The same guest comes again, and goes on.
        with online(server, folder, "--game", game) as t:
            t.until("Your move, Red.")
            t.until("  2. (")
            t.keys("R", "Resign this game?")
            t.keys("y", "Blue has won.")
            t.send("q")
            expect(t.end(), 0)


def sentences(server, folder, typed, *words, **more):
    """Plays in sentences through a pipe; what was said."""
    own = {**os.environ, "XDG_STATE_HOME": folder, "LC_ALL": "C.UTF-8", **more}
    done = subprocess.run([os.environ["PROGRAM"], "play", "--plain", "--server",
                           f"http://127.0.0.1:{server.port}", *words], input=typed, cwd=folder,
                          capture_output=True, text=True, env=own, timeout=PATIENCE)
    expect(done.returncode, 0)
    return done.stdout


@test
def a_guest_plays_on_a_server_in_sentences():
    army = "MBBBBBEEEECDFFFFGGGGHHHHIIIJKLDBJEDDDDDD"
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        said = sentences(server, folder, f"{army}\nstart\na4-a5\ntakeback\na4-a5\npause\nb4-b5\n"
                         "pause\nb2-b2\nsay\nsay hello\nresign\nsave game.ffr\nrematch\nquit\n",
                         "--red", "--level", "1")
        for line in ("Classic against Pip. You play Red; Red moves first.", "The game begins.",
                     "Your last move has been taken back.", "The game is paused.",
                     "The game goes on.", "A move must end on another square.",
                     "say TEXT: says something to the other player.",
                     "Blue has won. By resignation. You have lost.",
                     "The game is saved as game.ffr.", "Classic against Pip. You play Blue; "
                     "Red moves first.", "You leave; the game goes on on the server."):
            assert line + "\n" in said, (line, said)
        expect(said.count("Red: a4 to a5.\n") >= 2, True)
        with open(os.path.join(folder, "game.ffr"), encoding="utf-8") as file:
            assert '[Termination "resign"]' in file.read()
        said = sentences(server, folder, "ende\n", "--open", LC_ALL="de_DE.UTF-8")
        assert "Angeboten als" in said, said


@test
def moves_are_taken_back_games_pause_and_begin_again_on_a_server():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        with online(server, folder, "--level", "1", "--red", "--seed", "3") as t:
            t.until("Set up your army, Red")
            t.keys("s", "Your move, Red.")
            t.keys("\r", "chosen.")
            t.keys("k\r", "  2. (")
            t.until("Your move, Red.")
            t.keys("u", "No moves yet.")
            t.keys("p", "The game is paused.")
            t.keys("p", "Your move, Red.")
            t.keys("j\r", "chosen.")
            t.keys("k\r", "  2. (")
            t.until("Your move, Red.")
            t.keys("t", "Nothing has been said yet.")
            t.keys("hem\177llo\r", "You: hello")
            t.keys("\033", "Your move, Red.")
            t.keys("R", "Resign this game?")
            t.keys("y", "Blue has won.")
            t.keys("n", "Set up your army, Blue")
            t.keys("s", "Your move, Blue.")


@test
def people_find_each_other_in_the_list_of_a_server():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two, tempfile.TemporaryDirectory() as three:
        with online(server, one) as red, online(server, two) as blue:
            red.until("> Find an opponent")
            blue.until("> Find an opponent")
            red.keys("j\r", "Offered as")
            blue.until("Classic, against Guest, no clock")
            blue.keys("kkk\r", "Set up your army")
            red.until("Set up your army")
            red.keys("s", "still setting up")
            blue.keys("s", lambda lines: any("move" in line for line in lines[22:]))
        with online(server, one) as red:  # the game is among its own, and can be gone on with
            red.until("Your games")
            red.until("> Classic, against Guest")
            red.keys("jjj\r", "The code for a friend: ")
            code = re.search("friend: ([A-Z0-9]{8})", red.text()).group(1)
            said = sentences(server, three, f"nobody\n{code[:4]}-{code[4:].lower()}\nquit\nquit\n")
            assert "That is no number of the list" in said, said
            assert "You leave; the game goes on on the server." in said, said
            red.until("Set up your army")
            red.keys("q", "Leave? The game goes on on the server.")
            red.keys("y", "> Classic, against Guest, set up your army")
            red.send("q")
            expect(red.end(), 0)


@test
def terms_are_chosen_in_the_list_and_offers_turned_down_there():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        with online(server, one) as red, online(server, two) as blue:
            red.until("> Find an opponent")
            blue.until("> Find an opponent")
            red.keys("jjjjjll", "> Your colour: Blue")
            red.keys("jll", "Clock: 5+3")
            red.keys("jjjl", "Move hints: no")
            red.keys("kkkkkkkk\r", "Offered as")
            blue.until("Classic, against Guest, 5+3, no move hints")
            red.send("qy")
            red.until("x decline, withdraw")
            red.keys("x", lambda lines: "nobody yet" not in "\n".join(lines))
            blue.until(lambda lines: "against Guest" not in "\n".join(lines))
        # In sentences, of an account, to another.
        ann, ben = (server.admin("add-bot", name).strip() for name in ("Ann", "Ben"))
        said = sentences(server, one, "quit\n", "--against", "Ben", "--clock", "15|30", "--rated",
                         "--token", ann)
        assert "Offered as" in said, said
        said = sentences(server, two, "decline 9\ndecline 1\nquit\n", "--token", ben)
        assert "1  Classic, against Ann, 15|30, rated\n" in said, said
        assert "decline and its number declines an offer to you" in said, said
        assert said.count("against Ann") == 2, said  # not in the list after it was declined
        sentences(server, one, "quit\n", "--against", "Ben", "--clock", "3d", "--token", ann)
        said = sentences(server, two, "quit\n", "--token", ben)
        assert "1  Classic, against Ann, 3d\n" in said, said


@test
def people_talk_on_a_server():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        with online(server, one, "--invite", "--red") as red:
            red.until("The code for a friend: ")
            code = re.search("friend: ([A-Z0-9]{8})", red.text()).group(1)
            with online(server, two, "--code", code.lower()) as blue:
                red.until("Set up your army, Red")
                blue.until("Set up your army, Blue")
                red.keys("t", "Chat")
                red.send("good luck \u00e9\U0001f600\r\033")
                blue.until("Red: good luck")
                blue.keys("t", "Chat")
                blue.keys("thanks\r", "You: thanks")
                red.until("Blue: thanks")


@test
def who_looks_for_any_opponent_meets_whoever_looks_too():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        with online(server, one, "--seek") as red:
            red.until("Looking for an opponent")
            red.until("Stop looking")
            with online(server, two, "--plain", "--seek", "--clock", "15+3") as blue:
                blue.until("Looking for an opponent")
                red.until("Set up your army")
                blue.until("Choose your army")
                blue.keys("random\nstart\n", "still setting up")


@test
def who_stops_looking_for_an_opponent_is_in_no_queue():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        said = sentences(server, one, "1\n", "--seek")
        assert "Looking for an opponent" in said and "  1  Stop looking\n" in said, said
        said = sentences(server, one, "1\n", "--seek", LC_ALL="de_DE.UTF-8")
        assert "Stop looking" not in said, said
        with online(server, two) as other:
            other.until("Find an opponent")
            other.keys("\r", "Stop looking")  # it is the first of the list
            other.keys("\r", "Offer a game")  # and the list again
            other.send("q")
            expect(other.end(), 0)


@test
def who_looks_for_an_opponent_looks_on_when_the_server_is_back():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        with online(server, one, "--seek") as red:
            red.until("Looking for an opponent")
            server.stop()
            red.until("Connection lost.")
            server.start()
            red.until(lambda lines: "Connection lost." not in "\n".join(lines))
            with online(server, two, "--seek"):
                red.until("Set up your army")


@test
def who_stops_looking_is_not_kept_by_a_server_that_does_not_answer():
    """Another program waits for its answer half a minute: who leaves is gone before it."""
    for key, status in (("q", 0), ("\003", 1)):
        with Server() as server, tempfile.TemporaryDirectory() as one, \
                tempfile.TemporaryDirectory() as two:
            with online(server, one, "--seek") as red:
                red.until("Stop looking")
                os.kill(server.process.pid, signal.SIGSTOP)
                try:
                    with online(server, two, "--plain", "--token", "nobody", "--open") as waits:
                        red.send(key)
                        expect(red.end(), status)
                        expect(os.waitpid(waits.pid, os.WNOHANG), (0, 0))
                finally:
                    os.kill(server.process.pid, signal.SIGCONT)


@test
def who_looks_for_any_opponent_may_meet_a_bot():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        token = server.admin("add-bot", "Robby").strip()
        with online(server, one, "--seek", "--bots") as red, \
                online(server, two, "--token", token, "--seek"):
            red.until("Set up your army")
            red.until("Robby")


@test
def why_nobody_can_be_looked_for_is_said():
    with Server() as server, tempfile.TemporaryDirectory() as one:
        for words, why in ((("--token", "nobody"), "token is needed"), (("--edition", "nowhere"), "flagfall: http:")):
            with online(server, one, "--seek", *words) as red:
                red.until(why)
                expect(red.end(), 2)


@test
def an_offer_that_is_made_twice_leaves_nobody_waiting():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two:
        with online(server, one, "--plain", "--invite", "--red") as red:
            red.until("The code for a friend: ")
            cookies = os.path.join(one, "flagfall", "cookies")
            expect(os.stat(cookies).st_mode & 0o777, 0o600)
            code = re.search("friend: ([A-Z0-9]{8})", red.text()).group(1)
            with online(server, two, "--plain", "--code", code) as blue:
                red.until("Choose your army")
                red.keys("random\nstart\n", "still setting up")
                blue.keys("random\nstart\n", "The game begins.")
                red.until("Your move, Red.")
                red.keys("draw\n", "You have offered a draw.")
                blue.until("Guest offers a draw.")
                red.keys("draw\nfly\n", "There is no command 'fly'")
                blue.keys("resign\nrematch\n", "You have offered a rematch.")
                blue.keys("rematch\nfly\n", "There is no command 'fly'")
                red.until("Guest offers a rematch.")
                red.keys("rematch\n", "You play Blue; Red moves first.")


@test
def a_server_that_goes_away_is_told_and_found_again():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        with online(server, folder, "--level", "1", "--red", "--seed", "3") as t:
            t.until("Set up your army, Red")
            t.keys("s", "Your move, Red.")
            server.stop()
            t.until("Connection lost.")
            server.start()
            t.until("Your move, Red.")
            t.keys("\r", "chosen.")
            t.keys("k\r", "  2. (")


def lock(server):
    """A store that cannot be written to, until it is closed."""
    other = sqlite3.connect(server.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return contextlib.closing(other)


@test
def a_move_waits_while_the_server_can_store_nothing():
    told = {"en": ("The server cannot save just now: clocks stand still and moves wait.", "Your move, Red.",
                   "chosen."),
            "fr": ("Le serveur ne peut rien enregistrer : pendules arrêtées, coups en attente.",
                   "À toi de jouer, Rouge.", "choisi.")}
    with Server() as server:
        for language, (trouble, turn, chosen) in told.items():
            with tempfile.TemporaryDirectory() as folder, \
                    online(server, folder, "--level", "1", "--red", "--seed", "3", "--clock", "15+3",
                           "--language", language) as t:
                t.until("Pip")
                t.keys("s", turn)
                t.keys("\r", chosen)
                with lock(server):
                    t.until(trouble)
                    t.send("k\r")
                    t.until(lambda lines: not any(chosen in line for line in lines))
                    assert any(trouble in line for line in t.lines()), t.text()
                t.until("  2. (")
                t.until(turn)


@test
def people_meet_on_a_server_and_others_watch():
    with Server() as server, tempfile.TemporaryDirectory() as one, \
            tempfile.TemporaryDirectory() as two, tempfile.TemporaryDirectory() as three:
        with online(server, one, "--open", "--red", "--seed", "4") as red:
            red.until("Offered as")
            game = red.lines()[0].split()[-1]
            with online(server, two, "--game", game, "--seed", "5") as blue:
                red.until("Set up your army, Red")
                blue.until("Set up your army, Blue")
                red.keys("s", "still setting up")
                blue.send("s")
                red.until("Your move, Red.")
                blue.until("is to move")
                with online(server, three, "--game", game) as watcher:
                    watcher.until("You are watching")
                    board = "\n".join(line[:54] for line in watcher.lines())
                    expect(set(re.findall(r"[\[(]([^\])]*)[\])]", board)), {" ?"})
                    red.keys("R", "Call the game off?")
                    red.keys("y", "No result.")
                    blue.until("No result.")
                    watcher.until("No result.")


@test
def a_server_that_is_not_there_is_told_of():
    with tempfile.TemporaryDirectory() as folder:
        with Terminal("play", "--server", "http://127.0.0.1:1", XDG_STATE_HOME=folder) as t:
            expect(t.end(), 2)
            assert "does not answer" in t.text(), t.text()
        with Terminal("play", "--server", "ftp://nowhere") as t:
            expect(t.end(), 2)


def give_up(*_):
    raise Ended("what was waited for has not come")


def main():
    failed = 0
    signal.signal(signal.SIGALRM, give_up)
    with tempfile.TemporaryDirectory() as work:
        os.environ["WORK"] = work
        os.environ["PROGRAM"] = os.path.realpath(os.environ.get("FLAGFALL", "build/flagfall"))
        wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
        chosen = [one for one in tests if not wanted or one.__name__ in wanted]
        for one in chosen:
            try:
                signal.alarm(PATIENCE)
                one()
            except (AssertionError, Ended, OSError, termios.error):
                failed += 1
                print(f"FAILED: {one.__name__.replace('_', ' ')}")
                traceback.print_exc(file=sys.stdout)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
