"""Clocks that run while the world goes wrong, offers, claims, takeback, pause, chat, and
games that nobody ends."""

import concurrent.futures
import random
import sqlite3
import sys
import time
import unittest

from client import Client, Server, new_cookie, read_log
from test_people import Seat

GRACE = 5  # seconds after a start, or a store's failure, before clocks go on
LIFE = 4  # between two signs of life


def clock(bank=60, free=0, increment=0, setup=0):
    return {"bank": bank, "free": free, "increment": increment, "setup": setup}


class Clocks(unittest.TestCase):
    arguments = ()

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

    def safe_move(self, seat):
        """One that attacks nobody, so that the game goes on."""
        return next(m for m in seat.view["moves"] if "-" in m)

    def move(self, seat, other):
        plies = seat.view["plies"]
        seat.send(self.safe_move(seat))
        for one in (seat, other):
            one.until(lambda s: s["view"]["plies"] > plies or s["phase"] == "over")

    def again(self, seat):
        """The same seat on a new connection."""
        client = self.join(seat.client.cookie)
        return Seat(client, client.ask(type="open", game=seat.id))

    def end(self, seat):
        seat.until(lambda s: s["phase"] == "over")
        return seat.view["result"], seat.view["by"]

    def test_time_that_runs_out(self):
        began = time.monotonic()
        flagged = self.play(clock=clock(bank=10, setup=15))
        late = self.pair(clock=clock(setup=15))
        nobody = self.pair(clock=clock(setup=15))
        late[1].army()
        late[0].until(lambda s: s["blue"]["ready"])
        self.assertEqual(["red"], late[0].state["clock"]["running"])
        self.assertEqual(["red", "blue"], nobody[0].state["clock"]["running"])
        self.move(*flagged)
        self.assertEqual(("red", "time"), self.end(flagged[0]))
        self.assertEqual(("red", "time"), self.end(flagged[1]))
        self.assertGreaterEqual(time.monotonic() - began, 10)
        for seat in (*late, *nobody):
            seat.until(lambda s: s["phase"] == "over")
        self.assertGreaterEqual(time.monotonic() - began, 15)
        self.assertLess(time.monotonic() - began, 25)
        ends = {game.id: read_log(self.server.store, game.id)[-1]
                for game in (late[0], nobody[0])}
        self.assertEqual((2, 0, "time"), ends[late[0].id])
        self.assertEqual("aborted", ends[nobody[0].id][2])

    def test_kills_charge_nobody_for_time_without_a_server(self):
        """After a kill who is on turn has lost no more than the time that the server
        lived, and no less than that without the time between two signs of life."""
        seats = list(self.play(clock=clock(bank=600)))
        rng = random.Random(3)
        for round_ in range(3):
            mover = seats[round_ % 2]
            before = mover.state["clock"][mover.state["seat"]]
            lived = time.monotonic()
            time.sleep(rng.uniform(0.5, 2) if round_ else LIFE + 1)
            self.server.kill()
            lived = time.monotonic() - lived
            time.sleep(rng.uniform(0, 1))
            self.server.start()
            seats = [self.again(seat) for seat in seats]
            mover, other = seats[round_ % 2], seats[1 - round_ % 2]
            after = mover.state["clock"][mover.state["seat"]]
            self.assertEqual([mover.state["seat"]], mover.state["clock"]["running"])
            self.assertGreaterEqual(after, before - lived * 1000 - 50)
            self.assertLessEqual(after, before - max(0, lived - LIFE - 1) * 1000)
            self.assertEqual(mover.state["clock"], other.state["clock"])
            self.move(mover, other)

    def test_a_game_that_was_killed_ends_by_its_clock(self):
        red, blue = self.play(clock=clock(bank=10))
        self.move(red, blue)
        time.sleep(LIFE + 1)
        self.server.kill()
        self.server.start()
        began = time.monotonic()
        self.assertEqual(("red", "time"), self.end(self.again(blue)))
        self.assertGreaterEqual(time.monotonic() - began, GRACE + 10 - LIFE - 2)
        self.assertLessEqual(time.monotonic() - began, GRACE + 10 - 1)

    def test_a_store_that_fails_flags_nobody(self):
        red, blue = self.play(clock=clock(bank=10))
        time.sleep(7)
        other = sqlite3.connect(self.server.store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        red.send(self.safe_move(red))
        refused = red.client.until(lambda m: m["type"] == "refused")
        self.assertEqual("store", refused["reason"])
        time.sleep(5)
        other.execute("ROLLBACK")
        other.close()
        time.sleep(2)
        self.move(red, blue)
        self.assertLess(red.state["clock"]["red"], 3500)
        self.assertGreater(red.state["clock"]["red"], 500)

    def test_takeback_and_pause(self):
        client = self.join()
        game = Seat(client, client.ask(type="new", edition="duel", seat="red", opponent="random",
                                       clock=clock(free=10)))
        game.army()
        game.until(lambda s: s["phase"] == "play")
        before = game.view["board"]
        game.send(self.safe_move(game))
        game.until(lambda s: s["view"]["plies"] == 2 or s["phase"] == "over")
        if not game.over:
            client.send(type="takeback", game=game.id)
            game.until(lambda s: s["view"]["plies"] == 0)
            self.assertEqual((before, 0), (game.view["board"], game.state["from"]))
            self.assertEqual([], game.view["events"])
            game.events = []
        client.send(type="pause", game=game.id, on=True)
        game.until(lambda s: s["paused"])
        self.assertEqual([], game.state["clock"]["running"])
        refused = client.ask(**game.message(game.view["moves"][0]))
        self.assertEqual("paused", refused["reason"])
        left = game.state["clock"]
        self.server.kill()
        self.server.start()
        game = self.again(game)
        self.assertTrue(game.state["paused"])
        self.assertEqual(left["red"], game.state["clock"]["red"])
        self.assertTrue(left["free"] <= game.state["clock"]["free"] <= left["free"] + 1000)
        game.client.send(type="pause", game=game.id, on=False)
        game.until(lambda s: not s["paused"])
        game.send(self.safe_move(game))
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
        self.assertLess(abs(line["time"] / 1000 - time.time()), 30)
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
        self.server.stop()
        days = 15 * 24 * 3600 * 1000
        with sqlite3.connect(self.server.store) as store:
            store.execute("UPDATE act SET time = time - ?", (days,))
            store.execute("UPDATE game SET created = created - ?", (days,))
        store.close()
        self.server.start()
        self.assertEqual(("blue", "time"), self.end(self.again(red)))
        gone = self.join(red.client.cookie).ask(type="open", game=offer["game"])
        self.assertEqual("unknown-game", gone["reason"])


class Claims(Clocks):
    arguments = ("--claim", "1")

    def test_who_is_left_alone_claims(self):
        red, blue = self.play(clock=clock())
        self.move(red, blue)
        blue.client.close()
        red.until(lambda s: not s["blue"]["here"])
        self.assertTrue(0 < red.state["claim"] <= 1000)
        self.assertEqual("too-early",
                         red.client.ask(type="claim", game=red.id, **{"as": "win"})["reason"])
        time.sleep(1.1)
        red.client.send(type="claim", game=red.id, **{"as": "win"})
        self.assertEqual(("red", "time"), self.end(red))


def run(test):
    result = unittest.TestResult()
    test.run(result)
    return result


def main():
    """Plays all stories at once, each on a server of its own: they mostly wait."""
    names = unittest.defaultTestLoader.getTestCaseNames(Clocks)
    tests = [Clocks(name) for name in names] + [Claims("test_who_is_left_alone_claims")]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(tests)) as pool:
        for test, result in zip(tests, pool.map(run, tests)):
            trouble = result.failures + result.errors
            failed += bool(trouble)
            print(test.id(), "FAILED" if trouble else "ok")
            for _, text in trouble:
                print(text)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
