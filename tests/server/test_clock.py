"""Clocks that run while the world goes wrong, offers, claims, takeback, pause, chat, and
games that nobody ends. Time stands still here until a test lets it go by, so that what a
clock shows is known to the millisecond."""

import mmap
import os
import random
import sqlite3
import subprocess
import unittest

from client import CLOCK_BEGINS, Client, Server, main, new_cookie, read_log
from test_people import Seat

GRACE = 5  # seconds after a start, or a store's failure, before clocks go on
LIFE = 4  # between two signs of life
DAY = 24 * 3600


def clock(bank=60, free=0, increment=0, setup=0):
    return {"bank": bank, "free": free, "increment": increment, "setup": setup}


class Clocks(unittest.TestCase):
    arguments = ("--clock", "manual")

    def setUp(self):
        self.server = Server(arguments=self.arguments)
        self.addCleanup(self.server.__exit__)
        self.server.start()

    def join(self, cookie=None):
        client = Client(self.server.port, cookie or new_cookie(self.server.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def pair(self, **terms):
        """A game between two, both setting up; Red has offered it."""
        red, blue = self.join(), self.join()
        offered = Seat(red, red.ask(type="challenge", edition="duel", seat="red", **terms))
        joined = Seat(blue, blue.ask(type="join", code=offered.state["code"]))
        offered.until(lambda s: s["phase"] == "setup")
        return offered, joined

    def play(self, **terms):
        """And both armies given."""
        seats = self.pair(**terms)
        for seat in seats:
            seat.army(style="random")
        for seat in seats:
            seat.until(lambda s: s["phase"] == "play")
        return seats

    def move(self, seat, other):
        plies = seat.view["plies"]
        seat.send(seat.quiet_move())
        for one in (seat, other):
            one.until(lambda s: s["view"]["plies"] > plies or s["phase"] == "over")

    def again(self, seat):
        """The same seat on a new connection."""
        client = self.join(seat.client.cookie)
        return Seat(client, client.ask(type="open", game=seat.id))

    def end(self, seat):
        seat.until(lambda s: s["phase"] == "over")
        return seat.view["result"], seat.view["by"]

    def look(self, seat):
        """The game as it is told now, past all that has been told before."""
        seat.client.send(type="open", game=seat.id)
        seat.client.send(type="check", edition="duel", letters="")
        told = None
        while (message := seat.client.receive())["type"] != "checked":
            if message["type"] == "game" and message["game"] == seat.id:
                told = message
        return told

    def left(self, seat):
        """Milliseconds in the seat's bank."""
        return self.look(seat)["clock"][seat.state["seat"]]

    def ended(self, game):
        """When the last act of a game was stored, in seconds of the server's time."""
        with sqlite3.connect(self.server.store) as store:
            (time,), = store.execute("SELECT max(act.time) FROM act JOIN game"
                                     " ON game.number = act.game WHERE game.id = ?", (game.id,))
        store.close()
        return time / 1000 - CLOCK_BEGINS

    def test_time_that_runs_out(self):
        flagged = self.play(clock=clock(bank=10, setup=15))
        late = self.pair(clock=clock(setup=15))
        nobody = self.pair(clock=clock(setup=15))
        late[1].army()
        late[0].until(lambda s: s["blue"]["ready"])
        self.assertEqual(["red"], late[0].state["clock"]["running"])
        self.assertEqual(["red", "blue"], nobody[0].state["clock"]["running"])
        self.move(*flagged)
        self.server.pass_time(9.999)
        self.assertEqual("play", self.look(flagged[0])["phase"])
        self.assertEqual(1, self.left(flagged[1]))
        self.server.pass_time(0.001)
        self.assertEqual(("red", "time"), self.end(flagged[0]))
        self.assertEqual(("red", "time"), self.end(flagged[1]))
        self.server.pass_time(4.999)
        self.assertEqual("setup", self.look(late[0])["phase"])
        self.server.pass_time(0.001)
        for seat in (*late, *nobody):
            seat.until(lambda s: s["phase"] == "over")
        ends = {game.id: read_log(self.server.store, game.id)[-1]
                for game in (late[0], nobody[0])}
        self.assertEqual((2, 0, "time"), ends[late[0].id])
        self.assertEqual("aborted", ends[nobody[0].id][2])

    def test_each_flag_falls_at_its_own_time(self):
        """However much time goes by at once."""
        games = {bank: self.play(clock=clock(bank=bank)) for bank in (30, 10, 20)}
        self.server.pass_time(60)
        for bank, (red, blue) in games.items():
            self.assertEqual(("blue", "time"), self.end(red))
            self.assertEqual(("blue", "time"), self.end(blue))
            self.assertEqual(bank, self.ended(red))

    def test_a_wall_clock_that_is_set_takes_nothing_from_anybody(self):
        red, blue = self.play(clock=clock(bank=60))
        self.server.pass_time(10)
        self.server.set_wall(-3600)  # not followed
        self.server.pass_time(10)
        self.assertEqual(40000, self.left(red))
        self.server.set_wall(2 * 3600)  # followed, as a gap: the machine has slept
        self.assertEqual(40000, self.left(red))
        self.server.pass_time(1)
        self.assertEqual(39000, self.left(red))
        self.move(red, blue)
        self.assertEqual(60000, self.left(blue))

    def test_kills_charge_nobody_for_time_without_a_server(self):
        """After a kill who is on turn has lost no more than the time that the server
        lived, and no less than that without the time between two signs of life."""
        seats = list(self.play(clock=clock(bank=600)))
        rng = random.Random(3)
        for round_ in range(8):
            mover, other = seats[round_ % 2], seats[1 - round_ % 2]
            before, lived = self.left(mover), 0
            for _ in range(rng.randrange(1, 8)):
                step = rng.randrange(0, 3000)
                self.server.pass_time(step / 1000)
                lived += step
            self.server.kill()
            self.server.start()
            seats = [self.again(seat) for seat in seats]
            mover, other = seats[round_ % 2], seats[1 - round_ % 2]
            after = mover.state["clock"][mover.state["seat"]]
            self.assertEqual([mover.state["seat"]], mover.state["clock"]["running"])
            self.assertGreaterEqual(after, before - lived)
            self.assertLessEqual(after, before - max(0, lived - LIFE * 1000))
            self.assertEqual(mover.state["clock"], other.state["clock"])
            self.server.pass_time(GRACE)
            self.assertEqual(after, self.left(mover))
            self.server.pass_time(1)
            self.assertEqual(after - 1000, self.left(mover))
            self.move(mover, other)

    def test_a_game_that_was_killed_ends_by_its_clock(self):
        red, blue = self.play(clock=clock(bank=10))
        self.move(red, blue)
        self.server.pass_time(LIFE)
        self.server.kill()
        self.server.start()
        blue = self.again(blue)
        self.server.pass_time(GRACE + 10 - LIFE - 0.001)
        self.assertEqual("play", self.look(blue)["phase"])
        self.server.pass_time(0.001)
        self.assertEqual(("red", "time"), self.end(blue))

    def test_a_store_that_fails_flags_nobody(self):
        red, blue = self.play(clock=clock(bank=10))
        self.server.pass_time(7)
        other = sqlite3.connect(self.server.store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        red.send(red.quiet_move())
        refused = red.client.until(lambda m: m["type"] == "refused")
        self.assertEqual("store", refused["reason"])
        self.server.pass_time(5)
        other.execute("ROLLBACK")
        other.close()
        self.server.pass_time(0)  # the store is tried again
        self.server.pass_time(GRACE + 1)
        self.move(red, blue)
        self.assertEqual(2000, red.state["clock"]["red"])

    def one_move(self, client):
        """A game against the computer after a move of each, or over."""
        game = Seat(client, client.ask(type="new", edition="duel", seat="red", opponent="random",
                                       clock=clock(free=10)))
        game.army()
        game.until(lambda s: s["phase"] == "play")
        self.before = game.view["board"]
        game.send(game.quiet_move())
        game.until(lambda s: s["view"]["plies"] == 2 or s["phase"] == "over")
        return game

    def test_takeback_and_pause(self):
        client = self.join()
        game = self.one_move(client)
        while game.over:  # by chance the computer has taken the flag at once
            game = self.one_move(client)
        client.send(type="takeback", game=game.id)
        game.until(lambda s: s["view"]["plies"] == 0)
        self.assertEqual((self.before, 0), (game.view["board"], game.state["from"]))
        self.assertEqual([], game.view["events"])
        game.events = []
        client.send(type="pause", game=game.id, on=True)
        game.until(lambda s: s["paused"])
        self.assertEqual([], game.state["clock"]["running"])
        refused = client.ask(**game.message(game.quiet_move()))
        self.assertEqual("paused", refused["reason"])
        left = game.state["clock"]
        self.server.kill()
        self.server.start()
        game = self.again(game)
        self.assertTrue(game.state["paused"])
        self.assertEqual(left["red"], game.state["clock"]["red"])
        self.assertEqual(left["free"], game.state["clock"]["free"])
        game.client.send(type="pause", game=game.id, on=False)
        game.until(lambda s: not s["paused"])
        game.send(game.quiet_move())
        game.until(lambda s: s["view"]["plies"] == 2 or s["phase"] == "over")

    def test_draw_and_abort(self):
        red, blue = self.play()
        red.client.send(type="draw", game=red.id, yes=True)
        blue.until(lambda s: s["draw"] == "red")
        self.server.kill()
        self.server.start()
        red, blue = self.again(red), self.again(blue)
        self.assertEqual("red", blue.state["draw"])
        blue.client.send(type="draw", game=blue.id, yes=True)
        self.assertEqual(("draw", "agreement"), self.end(red))
        red, blue = self.pair()
        blue.client.send(type="abort", game=blue.id)
        red.until(lambda s: s["phase"] == "over")

    def test_chat(self):
        red, blue = self.play()
        red.client.send(type="chat", game=red.id, text=" good \n luck <script>")
        line = blue.client.until(lambda m: m["type"] == "chat")
        self.assertEqual(("red", None, "good luck <script>"),
                         (line["from"], line["name"], line["text"]))
        self.assertEqual(CLOCK_BEGINS * 1000, line["time"])
        self.server.kill()
        self.server.start()
        again = self.again(blue)
        self.assertEqual(line,
                         {"type": "chat", "game": red.id,
                          **again.client.until(lambda m: m["type"] == "chat-page")["lines"][-1]})
        for text in ("", "x" * 201, "\n", 5):
            self.assertEqual("bad-message", again.client.ask(type="chat", game=again.id,
                                                             text=text)["reason"])
        self.server.stop()
        self.assertNotIn("luck", self.server.complaints())

    def test_games_that_nobody_ends(self):
        red, blue = self.play()
        self.move(red, blue)
        self.move(blue, red)
        offer = red.client.ask(type="challenge", edition="duel", seat="red")
        self.server.pass_time(DAY - 60)
        self.assertEqual("waiting", red.client.ask(type="open", game=offer["game"])["phase"])
        self.server.pass_time(120)
        gone = self.join(red.client.cookie).ask(type="open", game=offer["game"])
        self.assertEqual("over", gone["phase"])  # red has it open still
        self.server.pass_time(13 * DAY - 120)
        self.assertEqual("play", self.look(red)["phase"])
        self.server.pass_time(120)
        self.assertEqual(("blue", "time"), self.end(red))
        self.server.stop()
        self.server.start()
        gone = self.join(red.client.cookie).ask(type="open", game=offer["game"])
        self.assertEqual("unknown-game", gone["reason"])


class Claims(Clocks):
    arguments = ("--clock", "manual", "--claim", "1")

    def test_who_is_left_alone_claims(self):
        red, blue = self.play(clock=clock())
        self.move(red, blue)
        blue.client.close()
        red.until(lambda s: not s["blue"]["here"])
        self.assertEqual(1000, red.state["claim"])
        self.server.pass_time(0.999)
        self.assertEqual("too-early",
                         red.client.ask(type="claim", game=red.id, **{"as": "win"})["reason"])
        self.server.pass_time(0.001)
        red.client.send(type="claim", game=red.id, **{"as": "win"})
        self.assertEqual(("red", "time"), self.end(red))


# Of `Claims` its own story alone: the others are told above.
for name in unittest.defaultTestLoader.getTestCaseNames(Clocks):
    setattr(Claims, name, None)

# The monotonic clock, put on by as many seconds as the file that is named there says.
CLOCK = rb"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static const volatile int *seconds;

static void __attribute__((constructor)) begin(void) {
    int fd = open(getenv("SECONDS_FILE"), O_RDONLY | O_CLOEXEC);
    seconds = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, fd, 0);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(id, now);
    if (id == CLOCK_MONOTONIC && seconds)
        now->tv_sec += *seconds;
    return result;
}
"""


class LongConnections(unittest.TestCase):
    """A connection lasts as long as its client answers, be it hours. Not with the manual clock of the
    others, for which nobody falls silent."""

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.folder.cleanup)
        folder = self.server.folder.name
        library, path = os.path.join(folder, "clock.so"), os.path.join(folder, "seconds")
        subprocess.run([*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-x", "c", "-", "-o",
                        library, "-ldl"], input=CLOCK, check=True)
        with open(path, "w+b") as file:
            file.write(bytes(4096))
            file.flush()
            self.seconds = mmap.mmap(file.fileno(), 4096)
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        self.server.environment = {**os.environ, "LD_PRELOAD": library, "SECONDS_FILE": path,
                                   "ASAN_OPTIONS": options}
        self.server.start()

    def tearDown(self):
        self.assertEqual(0, self.server.stop())

    def put_on(self, seconds):
        self.seconds[:4] = seconds.to_bytes(4, "little")

    def test_who_speaks_now_and_then_stays_for_an_hour(self):
        client = Client(self.server.port, new_cookie(self.server.port))
        client.receive()
        for seconds in range(0, 3600, 25):
            self.put_on(seconds)
            self.assertEqual("suggestion", client.ask(type="suggest", edition="duel", style="random")["type"])
        client.close()


if __name__ == "__main__":
    main()
