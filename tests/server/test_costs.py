"""Attackers by cost beside somebody who asks for little. How long that one waits is counted
in batches of the server's loop, by the server itself (/metrics): no clock is looked at, and a
slow machine changes nothing."""

import re
import select
import socket
import sqlite3
import unittest

from client import (PATIENCE, Client, Server, main, new_cookie, next_cookie, read_answer,
                    request, wait_for)

EVE, ANN = "127.0.0.66", "127.0.0.9"
CROWD = 40  # connections of Eve's


class Costs(unittest.TestCase):
    def setUp(self):
        self.server = Server(arguments=["--clock", "manual"])  # so no points come back unasked
        self.server.start()
        self.addCleanup(self.end)

    def end(self):
        self.server.stop()
        self.server.folder.cleanup()

    def come(self, source, protocol="flagfall"):
        client = Client(self.server.port, new_cookie(self.server.port), source=source, protocol=protocol)
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def metrics(self):
        text = request(self.server.port, "/metrics").body.decode()
        return {name: float(value) for name, value in
                re.findall(r"^flagfall_(\S+) (\S+)$", text, re.M)}

    def longest_wait(self, kind):
        return self.metrics().get(f'longest_wait_batches{{type="{kind}"}}')

    def talkative_game(self):
        """A game with 1,080 lines of chat, that may be watched."""
        ann, bob = self.come(ANN), self.come(ANN)
        offer = ann.ask(type="challenge", edition="duel", seat="red", watch=True)
        bob.ask(type="join", code=offer["code"])
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            number = store.execute("SELECT number FROM game").fetchone()[0]
            store.executemany("INSERT INTO chat VALUES (?, ?, 2, ?, '', ?, ?)",
                              [(number, i, b"w" * 32, "x" * 200, 1000 + i) for i in range(1080)])
        store.close()
        self.server.start()
        return offer["game"]

    def flood(self, count, *messages, crowd=CROWD, source=EVE):
        """Each of Eve's connections sends all of these so often, and reads nothing."""
        crowd = [self.come(source) for _ in range(crowd)]
        for client in crowd:
            for _ in range(count):
                for message in messages:
                    client.send(**message)
        return crowd

    def send_from(self, source, path, *headers, times=1):
        """A connection on which this has been asked for, so often."""
        sock = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE,
                                        source_address=(source, 0))
        self.addCleanup(sock.close)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", *headers, "", ""]
        sock.sendall("\r\n".join(lines).encode() * times)
        return sock

    def get_from(self, source, path):
        with self.send_from(source, path) as sock:
            return read_answer(sock).status

    def is_kept_waiting(self, sock):
        """Is what this one has asked for unanswered, after so many batches that its turn would
        have come if it had points?"""
        for _ in range(60):
            self.assertEqual(200, self.get_from("127.0.0.8", "/healthz"))
            if select.select([sock], [], [], 0)[0]:
                return False
        return True

    def count_messages(self, kind):
        return self.metrics().get(f'messages_total{{type="{kind}"}}', 0)

    def spend(self, source, *headers):
        """Asks for what costs much until no points are left for it; returns what waits then."""
        for _ in range(60):
            asked = [self.send_from(source, "/api/game/nothing", *headers) for _ in range(10)]
            waits = self.is_kept_waiting(asked[-1])
            answered = select.select(asked, [], [], 0)[0]
            for sock in answered:
                self.assertIn(read_answer(sock).status, (404, 429))
                sock.close()
            if waits:
                return [sock for sock in asked if sock not in answered]
        self.fail("points for everything")

    def test_nobody_waits_behind_one_address_that_opens_a_long_game(self):
        game = self.talkative_game()
        ann = self.come(ANN)
        self.flood(60, {"type": "open", "game": game})
        # Once Eve's points are spent she waits, and what WebSockets have spent is missing for
        # requests of the same address, and of no other.
        self.spend(EVE)
        self.assertEqual(404, self.get_from(ANN, "/api/game/nothing"))
        for _ in range(10):
            self.assertEqual("history", ann.ask(type="history")["type"])
        self.assertLessEqual(self.longest_wait("history"), 1)
        self.server.pass_time(1)
        self.assertTrue(any(self.longest_wait("open") > 1 for _ in range(500)))

    def test_requests_whose_points_are_spent_wait_and_are_answered_in_the_end(self):
        """And who hangs up meanwhile is forgotten."""
        waiting = self.spend(EVE)
        more = [self.send_from(EVE, path) for path in ("/", "/api/game/nothing") * 20]
        self.assertTrue(self.is_kept_waiting(more[0]))
        for sock in more[::2]:
            sock.close()
        self.assertEqual(200, self.get_from(ANN, "/"))
        self.server.pass_time(1)
        self.server.pass_time(1)
        for sock in waiting:
            self.assertIn(read_answer(sock).status, (404, 429))
        for sock in more[1::2]:
            self.assertIn(read_answer(sock).status, (404, 429))

    def test_nobody_waits_behind_a_flood_of_requests(self):
        ann = self.come(ANN)
        for _ in range(CROWD):
            self.send_from(EVE, "/metrics", times=20)
        for _ in range(10):
            self.assertEqual("history", ann.ask(type="history")["type"])
        self.assertLessEqual(self.longest_wait("history"), 1)

    def account(self, source):
        """A connection of an account's, and the header with its token."""
        client = self.come(source)
        client.send(type="register", name="Robot", password="correct horse")
        signed = client.until(lambda answer: answer["type"] == "signed")
        client = Client(self.server.port, next_cookie(self.server.port, client.cookie, signed),
                        source=source)
        self.addCleanup(client.close)
        client.send(type="token", bot=True, password="correct horse")
        token = client.until(lambda answer: answer["type"] == "token")["token"]
        return client, f"Authorization: Bearer {token}"

    def test_a_person_has_the_same_points_for_messages_and_requests(self):
        """Whatever address each comes from."""
        robot, token = self.account("127.0.0.70")
        self.spend("127.0.0.71", token)
        robot.send(type="history")
        self.assertTrue(self.is_kept_waiting(robot.sock))
        self.assertTrue(self.is_kept_waiting(self.send_from("127.0.0.72", "/api/account", token)))
        self.assertEqual(404, self.get_from("127.0.0.71", "/api/game/nothing"))
        self.server.pass_time(1)
        self.assertEqual("history", robot.receive()["type"])

    def test_what_costs_little_waits_too_for_who_has_spent_all(self):
        """A person is known by the cookie as well, and at whatever address."""
        eve = self.come(EVE)
        cookie = f"Cookie: flagfall={eve.cookie}"
        self.spend("127.0.0.73", cookie)
        page = self.send_from("127.0.0.74", "/", cookie)
        self.assertTrue(self.is_kept_waiting(page))
        self.assertEqual(200, self.get_from("127.0.0.74", "/"))
        self.server.pass_time(1)
        self.assertEqual(200, read_answer(page).status)

    def test_nobody_waits_behind_a_flood_of_the_lobby(self):
        ann = self.come(ANN)
        self.flood(60, {"type": "lobby", "on": True}, {"type": "lobby", "on": False},
                   {"type": "challenge", "edition": "duel", "seat": "red", "open": True})
        for _ in range(10):
            self.assertEqual("history", ann.ask(type="history")["type"])
        self.assertLessEqual(self.longest_wait("history"), 1)

    def test_a_flood_of_offers_leaves_room_for_one(self):
        ann, viewer = self.come(ANN), self.come("127.0.0.7")
        mine = ann.ask(type="challenge", edition="duel", seat="red", open=True)["game"]
        for client in self.flood(10, {"type": "challenge", "edition": "duel", "seat": "red",
                                      "open": True}):
            for _ in range(10):
                self.assertEqual("game", client.receive()["type"])
        shown = viewer.ask(type="lobby", on=True)["challenges"]
        self.assertIn(mine, [offer["game"] for offer in shown])
        self.assertLessEqual(len(shown), 11)

    def test_whoever_asks_for_much_is_served_in_the_end(self):
        eve = self.come(EVE)
        for _ in range(700):
            eve.send(type="history")
        for served in range(700):
            if served % 100 == 0:
                self.server.pass_time(1)
            self.assertEqual("history", eve.receive()["type"])

    def test_a_welcome_waits_for_its_turn_as_messages_do(self):
        game = self.talkative_game()
        ann = self.come(ANN)
        self.flood(60, {"type": "open", "game": game})
        self.spend(EVE)
        late = Client(self.server.port, new_cookie(self.server.port), source=EVE)
        self.addCleanup(late.close)
        self.come(ANN)
        for _ in range(10):
            self.assertEqual("history", ann.ask(type="history")["type"])
        self.assertEqual((b"", []), (late.data, select.select([late.sock], [], [], 0)[0]))
        self.assertLessEqual(self.longest_wait("history"), 1)
        for _ in range(60):
            self.server.pass_time(1)
        self.assertEqual("welcome", late.receive()["type"])

    def test_who_tells_many_pays_for_each(self):
        """A short message costs little to write, and its sending each time: 170 spectators of one
        address, at eight games, and seats that came and went took a third of a core."""
        eve, bob = self.come(EVE), self.come(EVE)
        offer = eve.ask(type="challenge", edition="duel", seat="red", watch=True)
        bob.ask(type="join", code=offer["code"])
        for _ in range(100):
            spectator = self.come("127.0.0.75", protocol="flagfall.2")
            self.assertEqual("game", spectator.ask(type="open", game=offer["game"])["type"])
        eve.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # so that all of it is there
        for _ in range(150):
            eve.send(type="close", game=offer["game"])
            eve.send(type="open", game=offer["game"])
        wait_for(lambda: self.count_messages("close") >= 20)
        for _ in range(60):
            self.assertEqual(200, self.get_from("127.0.0.8", "/healthz"))
        self.assertLess(self.count_messages("close"), 100)  # at 28 points for both; it was 8

    def test_what_one_address_does_not_read_is_limited(self):
        """No connection of Eve's leaves as much unread as one may; all of them together do."""
        game = self.talkative_game()
        ann = self.come(ANN)
        self.flood(165, {"type": "open", "game": game}, crowd=14)
        for _ in range(25):
            self.server.pass_time(1)
            numbers = self.metrics()
            self.assertLessEqual(numbers["unread_bytes"], 16 << 20)
            if numbers["clients_dropped_total"] > 0:
                break
        self.assertGreater(numbers["unread_bytes"], 12 << 20)
        self.assertGreater(numbers["clients_dropped_total"], 0)
        self.assertEqual("history", ann.ask(type="history")["type"])

    def test_what_all_together_do_not_read_is_limited(self):
        """Who leaves most is cut off, and not who happens to be the next."""
        self.server.arguments += ["--unread", "4"]
        game = self.talkative_game()
        [mia] = self.flood(130, {"type": "open", "game": game}, crowd=1, source="127.0.0.67")
        self.flood(165, {"type": "open", "game": game}, crowd=5)
        for _ in range(25):
            self.server.pass_time(1)
            numbers = self.metrics()
            self.assertLessEqual(numbers["unread_bytes"], 4 << 20)
            if numbers["clients_dropped_total"] > 0:
                break
        self.assertGreater(numbers["unread_bytes"], 1 << 20)  # the largest had 2 MB at most
        self.assertGreater(numbers["clients_dropped_total"], 0)
        mia.send(type="history")
        for _ in range(40):
            self.server.pass_time(1)
        self.assertEqual("history", mia.until(lambda m: m["type"] == "history")["type"])

    def test_files_of_games_are_as_seldom_as_reviews(self):
        """Each page is a hundred games that a thread replays, whosever they are."""
        cookie = f"Cookie: flagfall={new_cookie(self.server.port)}"

        def statuses(count):
            return [request(self.server.port, "/api/person/games.ffr", headers=[cookie]).status
                    for _ in range(count)]
        self.assertEqual([200] * 20 + [429], statuses(21))
        self.server.pass_time(1)
        self.assertEqual([200, 429], statuses(2))

    def test_pictures_are_as_seldom_as_finished_games(self):
        """One of a ply has all plies before it played again, by the loop."""
        for path in ("/g/nothing.png", "/g/nothing/3.png"):
            self.server.pass_time(60)
            self.assertEqual([200] * 20 + [429], [request(self.server.port, path).status
                                                  for _ in range(21)])

    def test_batches_are_counted(self):
        before = self.metrics()
        self.come(ANN).ask(type="history")
        after = self.metrics()
        self.assertGreater(after["batch_seconds_count"], before["batch_seconds_count"])
        self.assertGreater(after["longest_batch_seconds"], 0)


if __name__ == "__main__":
    main()
