"""Several servers on one database: what somebody does at one of them those at the others see, and
whole histories, with nodes that are killed in turn and a database that is: nothing that was told is
lost. tests/in_postgresql runs it."""

import json
import os
import random
import signal
import subprocess
import tempfile
import unittest

from nodes import URI, Node, Nodes, control, empty_database

from client import (Client, Game, NotStarted, Refused, Server, main, metrics, new_cookie, next_cookie,
                    request, wait_for)
from test_bots import Bot
from test_people import Seat


SEEK = {"type": "seek", "editions": ["duel"], "clocks": ["5+3"]}


def found(client):
    """The game that the queue leads to."""
    return client.until(lambda m: m["type"] == "queue" and m.get("game"))["game"]


class Beside(unittest.TestCase):
    """Two nodes."""

    @classmethod
    def setUpClass(cls):
        empty_database()
        cls.nodes = [Node("one"), Node("two")]
        for node in cls.nodes:
            node.start()

    @classmethod
    def tearDownClass(cls):
        for node in cls.nodes:
            assert node.stop() == 0 and "level=error" not in node.said, node.said
            node.place.cleanup()

    def join(self, node, cookie=None):
        port = self.nodes[node].port
        client = Client(port, cookie or new_cookie(port))
        self.addCleanup(client.close)
        client.receive()
        return client

    def meet(self):
        """A game between two, each at another node."""
        red, blue = self.join(0), self.join(1)
        red.send(type="challenge", edition="duel", seat="red", watch=True)
        code = red.until(lambda m: m.get("phase") == "waiting")["code"]
        blue.send(type="join", code=code)
        seats = [Seat(client, client.until(lambda m: m.get("phase") == "setup"))
                 for client in (red, blue)]
        for seat in seats:
            seat.army()
        for seat in seats:
            seat.until(lambda state: state["phase"] == "play")
        return seats

    def test_two_play_each_at_another_node(self):
        red, blue = self.meet()
        for _ in range(3):
            for mover, other in ((red, blue), (blue, red)):
                move = mover.quiet_move()
                mover.send(move)
                for seat in (mover, other):
                    plies = len(seat.events)
                    seat.until(lambda state: len(seat.events) > plies)
        self.assertEqual(red.events, blue.events)
        red.client.send(type="chat", game=red.id, text="well played")
        for seat in (red, blue):
            line = seat.client.until(lambda m: m["type"] == "chat")
            self.assertEqual(("red", "well played"), (line["from"], line["text"]))
        blue.client.send(type="resign", game=blue.id)
        red.until(lambda state: state["phase"] == "over")
        red.client.send(type="rematch", game=red.id)
        blue.until(lambda state: state["rematch"] == "red")
        blue.client.send(type="rematch", game=blue.id)
        red.client.until(lambda m: m.get("phase") == "setup")

    def test_wrong_passwords_are_counted_over_both_nodes(self):
        """Ten at once and then one a minute: of all strangers, wherever they try."""
        owner = self.join(0)
        owner.send(type="register", name="Wren", password="correct horse")
        owner.until(lambda m: m["type"] == "signed")

        def guess(node, address):
            port = self.nodes[node].port
            with Client(port, new_cookie(port), source=address) as stranger:
                stranger.receive()
                stranger.send(type="sign-in", name="Wren", password="wrong horse")
                return stranger.until(lambda m: m.get("re") == "sign-in")["reason"]

        reasons = [guess(number % 2, f"127.7.1.{number}") for number in range(1, 11)]
        self.assertEqual(["wrong-password"] * 10, reasons)
        # Each alone would take five more; what comes back within them depends on the machine.
        reasons = [guess(number % 2, f"127.7.2.{number}") for number in range(1, 11)]
        self.assertIn("rate", reasons)

    def test_both_hear_the_same_talk_in_the_same_order(self):
        red, blue = self.meet()
        texts = {seat: [f"{name} {i}" for i in range(5)]
                 for seat, name in ((red, "red"), (blue, "blue"))}
        for i in range(5):
            for seat in (red, blue):
                seat.client.send(type="chat", game=seat.id, text=texts[seat][i])
        heard = [[seat.client.until(lambda m: m["type"] == "chat")["text"] for _ in range(10)]
                 for seat in (red, blue)]
        self.assertEqual(heard[0], heard[1])
        for seat in (red, blue):
            self.assertEqual(texts[seat], [text for text in heard[0] if text in texts[seat]])

    def test_who_is_connected_elsewhere_is_not_away(self):
        red, blue = self.meet()
        blue.until(lambda state: state["red"]["here"])
        answer = blue.client.ask(type="claim", game=blue.id, **{"as": "win"})
        self.assertEqual(("refused", "too-early"), (answer["type"], answer["reason"]))
        red.client.close()
        blue.until(lambda state: not state["red"]["here"])

    def test_who_goes_as_soon_as_the_game_has_begun_is_seen_to_go(self):
        for _ in range(4):
            red, blue = self.meet()
            blue.until(lambda state: state["red"]["here"])
            red.client.close()
            blue.until(lambda state: not state["red"]["here"])

    def test_a_challenge_is_seen_in_each_lobby_while_its_person_is_here(self):
        watcher, offering = self.join(0), self.join(1)
        watcher.send(type="lobby", on=True)
        offering.send(type="challenge", edition="duel", seat="red", open=True)
        lobby = watcher.until(lambda m: m["type"] == "lobby" and m["challenges"])
        self.assertEqual("duel", lobby["challenges"][0]["edition"])
        offering.close()
        watcher.until(lambda m: m["type"] == "lobby" and not m["challenges"])

    def test_one_thinks_for_all(self):
        games = [Game.going_on(self.join(node), random.Random(node), 3) for node in (0, 1)]
        for game in games:
            game.play_random(random.Random(5), 2)

    def test_who_waits_for_any_opponent_meets_who_waits_at_another_node(self):
        for first, second in ((0, 1), (1, 0)):
            waiting = [self.join(node) for node in (first, second)]
            for client in waiting:
                self.assertTrue(client.ask(**SEEK)["on"])
            self.assertEqual(1, len({found(client) for client in waiting}))

    def test_bots_meet_at_different_nodes(self):
        bots = [Bot(self.nodes[i].port, self.nodes[0].admin("add-bot", f"seeker{i}").strip())
                for i in (0, 1)]
        streams = [bot.stream("/api/stream/event") for bot in bots]
        for bot in bots:
            self.assertEqual(200, bot.post("/api/seek", {"editions": "duel", "clocks": "5+3",
                                                         "bots": "true"})[0])
        starts = [stream.until(lambda line: line["type"] == "gameStart") for stream in streams]
        self.assertEqual(1, len({start["game"]["id"] for start in starts}))

    def test_a_tournament_is_joined_at_any_of_them(self):
        def look(node, tournament):
            return json.loads(request(node.port, f"/api/tournament/{tournament}").body)

        bots = [Bot(self.nodes[i % 2].port, self.nodes[0].admin("add-bot", f"bot{i}").strip())
                for i in range(6)]
        form = {"name": "Evening", "edition": "duel", "system": "arena", "minutes": 30, "delay": 3600,
                "clock.limit": 300, "clock.setup": 60}
        self.assertEqual(200, bots[0].post("/api/tournament", form)[0])
        listed = json.loads(request(self.nodes[0].port, "/api/tournament").body)["tournaments"]
        found = listed[0]["tournament"]
        for bot in bots:  # at once: what another node has not heard of yet is read
            self.assertEqual(200, bot.post(f"/api/tournament/{found}/join")[0])
        self.assertEqual(200, bots[1].post(f"/api/tournament/{found}/leave")[0])
        left = ["bot0", "bot2", "bot3", "bot4", "bot5"]
        for node in self.nodes:
            wait_for(lambda: sorted(row["player"]["name"] for row in look(node, found)["standings"]) == left,
                     "five players")

    def test_a_vacation_that_begins_or_ends_at_one_is_told_at_the_other(self):
        guest = self.join(0)
        guest.send(type="register", name="Vera", password="correct horse battery")
        signed = guest.until(lambda m: m["type"] == "signed")
        here = self.join(0, next_cookie(self.nodes[0].port, guest.cookie, signed))
        there, blue = self.join(1, here.cookie), self.join(1)
        offer = here.ask(type="challenge", edition="duel", seat="red", clock={"days": 3})
        red, blue = Seat(here, offer), Seat(blue, blue.ask(type="join", code=offer["code"]))
        for seat in (red, blue):
            seat.army()
        for seat in (red, blue):
            seat.until(lambda state: state["phase"] == "play")
        self.assertEqual((False, False), (blue.state["red"]["vacation"], blue.state["blue"]["vacation"]))
        for client, other, days in ((here, there, 5), (there, here, 0)):
            client.send(type="vacation", days=days)
            said, told = (one.until(lambda m: m["type"] == "vacation") for one in (client, other))
            self.assertEqual(days > 0, said["until"] is not None)
            self.assertEqual(said, told)
            blue.until(lambda state: state["red"]["vacation"] == (days > 0))
            self.assertFalse(blue.state["blue"]["vacation"])

    def test_who_is_banned_at_one_is_gone_from_the_other(self):
        token = self.nodes[0].admin("add-bot", "rogue").strip()
        stream = Bot(self.nodes[1].port, token).stream("/api/stream/event")
        self.assertEqual(200, stream.status)
        self.nodes[0].admin("ban", "rogue")
        while stream.next() is not None:  # it ends
            pass

    def test_a_server_that_would_have_the_store_alone_is_refused(self):
        with self.assertRaises(NotStarted) as caught:
            Server(URI).start()
        self.assertIn("another server is running on this store", str(caught.exception))


class Alone(unittest.TestCase):
    def test_a_file_has_one_server(self):
        with self.assertRaises(NotStarted) as caught:
            Server("games.db", ("--node", "one")).start()
        self.assertIn("PostgreSQL", str(caught.exception))
        self.assertFalse(os.path.exists("games.db"))


class Taken(unittest.TestCase):
    """Of two nodes the first, which keeps, does nothing any more."""

    def start(self, uri):
        empty_database()
        nodes = Node("first", uri=uri), Node("second")
        for node in nodes:
            self.addCleanup(node.place.cleanup)
            node.start()
        self.assertIn("event=keeper", nodes[0].log())
        return nodes

    def join(self, node, cookie=None):
        client = Client(node.port, cookie or new_cookie(node.port))
        self.addCleanup(client.close)
        client.receive()
        return client

    def test_another_node_takes_up_what_a_hung_one_did_for_all(self):
        first, second = self.start(f"{URI}&options=-c%20idle_session_timeout%3D3s")
        game = Game.going_on(self.join(second), random.Random(5), 3)
        first.process.send_signal(signal.SIGSTOP)
        game.play_random(random.Random(6), 2)  # the computer's answers come from the second one
        game.wait()
        wait_for(lambda: "event=keeper" in second.log(), "another keeper")
        first.process.send_signal(signal.SIGCONT)  # it finds out, and serves on
        wait_for(lambda: metrics(first.port)["flagfall_database_sessions_total"] > 1, "a new session")
        again = wait_for(lambda: self.open(first, game), "the game, at the node that hung")
        self.assertEqual(game.events, again.events)
        self.assertEqual([0, 1], [metrics(node.port)["flagfall_keeper"] for node in (first, second)])
        for node in (first, second):
            self.assertEqual(0, node.stop())

    def test_people_at_each_node_hear_that_the_database_is_away(self):
        """Nobody acts at either of them."""
        nodes = self.start(URI)
        people = [self.join(node) for node in nodes]
        control("stop")
        for client in people:
            gap = client.outage()
            self.assertEqual((True, None), (gap["on"], gap["ended"]))
        self.assertEqual([503, 503], [request(node.port, "/healthz").status for node in nodes])
        control("start")
        for client in people:
            over = client.outage()  # and perhaps once more, when it hears of the other's gap
            self.assertFalse(over["on"])
            self.assertGreater(over["ended"], over["began"])
        for node in nodes:
            self.assertEqual(0, node.stop())

    def open(self, node, game):
        """None while the node still says that its store fails."""
        try:
            return Game(self.join(node, game.client.cookie), game.id)
        except (AssertionError, Refused):
            return None

    def test_who_waits_while_the_keeper_is_killed_waits_on(self):
        first, second = self.start(URI)
        third = Node("third")
        self.addCleanup(third.place.cleanup)
        third.start()
        cookie = new_cookie(second.port)
        # Both wait, and would not meet: one at the keeper, the other at another node.
        ann, bob = self.join(first, cookie), self.join(second)
        for client, edition in ((ann, "duel"), (bob, "barrage")):
            self.assertTrue(client.ask(**{**SEEK, "editions": [edition]})["on"])
        first.kill()
        ann = self.join(third, cookie)
        self.assertTrue(bob.ask(**SEEK)["on"])
        self.assertEqual(found(ann), found(bob))
        for node in (second, third):
            self.assertEqual(0, node.stop())

    def test_another_node_takes_up_what_a_killed_one_did_for_all(self):
        first, second = self.start(URI)
        game = Game.going_on(self.join(second), random.Random(3), 4)
        first.kill()
        game.play_random(random.Random(4), 2)  # the computer's answers come from the second one
        game.wait()
        wait_for(lambda: "event=keeper" in second.log(), "another keeper")
        self.assertEqual(0, second.stop())


class Histories(unittest.TestCase):
    def test_whatever_goes_wrong_nothing_that_was_told_is_lost(self):
        world = Nodes(seed=7)
        self.addCleanup(world.close)
        rng = random.Random(8)
        for nemesis in (*Nodes.NEMESES, "kill_node"):
            world.steps(rng.randrange(5, 20))
            getattr(world, nemesis)()
        world.steps(20)
        self.assertEqual([], world.finish())
        kinds = {entry["what"] for entry in world.recorder.journal}
        self.assertLessEqual({"sent", "told", "refused", "army", "saw"}, kinds)
        reasons = {e["reason"] for e in world.recorder.journal if e["what"] == "refused"}
        self.assertEqual({"store"}, reasons)


if __name__ == "__main__":
    subprocess.run(["psql", "--version"], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        os.chdir(folder)
        main()
