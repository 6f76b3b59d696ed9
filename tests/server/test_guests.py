"""What guests may fill: an address has its share of their seats, and leaves the rest."""

import sqlite3
import unittest

from client import Client, NotStarted, Server, main, new_cookie
from test_people import Meeting


class Guests(unittest.TestCase):
    def come(self, server, source):
        client = Client(server.port, new_cookie(server.port), source=source)
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def begin(self, server, source):
        """A guest who is new begins a game: what it is told."""
        client = self.come(server, source)
        answer = client.ask(type="new", edition="duel", seat="red", opponent="random")
        client.close()
        return answer.get("reason", answer["type"])

    def test_one_address_cannot_take_all_seats(self):
        with Server(arguments=["--guest-games", "40"]) as server:
            for share in ("127.0.0.1", "127.0.0.2"):
                self.assertEqual(["game"] * 2 + ["too-many"] * 3,
                                 [self.begin(server, share) for _ in range(5)], share)
            server.kill()
            server.start()
            self.assertEqual("too-many", self.begin(server, "127.0.0.1"))
            self.assertEqual("game", self.begin(server, "127.0.0.3"))

    def test_a_guest_who_joins_has_a_seat_too(self):
        with Server(arguments=["--guest-games", "40", "--guest-share", "5"]) as server:
            ann = self.come(server, "127.0.0.1")
            codes = [ann.ask(type="challenge", edition="duel", seat="red")["code"]
                     for _ in range(2)]
            self.assertEqual("too-many", self.come(server, "127.0.0.1").ask(
                type="join", code=codes[0])["reason"])
            self.assertEqual("game", self.come(server, "127.0.0.2").ask(
                type="join", code=codes[0])["type"])

    def test_in_a_rematch_each_counts_at_its_own_address(self):
        with Server(arguments=["--guest-games", "40", "--guest-share", "10"]) as server:
            ann, bob = self.come(server, "127.0.0.1"), self.come(server, "127.0.0.2")
            offer = ann.ask(type="challenge", edition="duel", seat="red")
            bob.ask(type="join", code=offer["code"])
            game = offer["game"]
            for _ in range(2):
                ann.send(type="abort", game=game)
                bob.until(lambda m: m.get("phase") == "over")
                ann.send(type="rematch", game=game)
                bob.until(lambda m: m.get("rematch"))
                bob.send(type="rematch", game=game)
                game = bob.until(lambda m: m.get("phase") == "setup")["game"]
            server.stop()
            with sqlite3.connect(server.store) as store:
                seats = store.execute("SELECT person, count(DISTINCT origin), count(*) FROM seat"
                                      " GROUP BY person").fetchall()
                self.assertEqual([(1, 3), (1, 3)], [row[1:] for row in seats])
                self.assertEqual([3, 3], [row[0] for row in store.execute(
                    "SELECT seats FROM tally WHERE origin != 0")])
            store.close()
            server.start()

    def test_who_has_sat_where_nobody_knows_any_more_still_has_a_rematch(self):
        """With a share of two seats, and four of all guests."""
        with Server(arguments=["--guest-games", "40", "--guest-share", "5"]) as server:
            ann, bob = self.come(server, "127.0.0.1"), self.come(server, "127.0.0.2")
            self.begin(server, "127.0.0.3")
            self.begin(server, "127.0.0.4")
            offer = ann.ask(type="challenge", edition="duel", seat="red")
            bob.ask(type="join", code=offer["code"])
            ann.send(type="abort", game=offer["game"])
            bob.until(lambda m: m.get("phase") == "over")
            server.stop()
            with sqlite3.connect(server.store) as store:
                store.execute("UPDATE seat SET origin = NULL")
            store.close()
            server.start()
            ann, bob = (Client(server.port, who.cookie, source=source)
                        for who, source in ((ann, "127.0.0.1"), (bob, "127.0.0.2")))
            for client in (ann, bob):
                self.addCleanup(client.close)
                client.ask(type="open", game=offer["game"])
            ann.send(type="rematch", game=offer["game"])
            bob.until(lambda m: m.get("rematch"))
            bob.send(type="rematch", game=offer["game"])
            answer = bob.until(lambda m: m["type"] == "refused" or m.get("phase") == "setup")
            self.assertEqual("game", answer["type"], answer)

    def test_the_store_has_no_address(self):
        with Server() as server:
            self.begin(server, "127.9.8.7")
            server.stop()
            with open(server.store, "rb") as file:
                data = file.read()
            self.assertNotIn(b"127.9.8.7", data)
            self.assertNotIn(bytes([0xff, 0xff, 127, 9, 8, 7]), data)
            with sqlite3.connect(server.store) as store:
                rows = store.execute("SELECT origin FROM seat WHERE kind = 1").fetchall()
                self.assertEqual([(0, 1), (rows[0][0], 1)],
                                 sorted(store.execute("SELECT origin, seats FROM tally"),
                                        key=lambda row: row[0] != 0))
            store.close()
            server.start()

    def test_a_share_is_a_part(self):
        for wrong in ("0", "101", "x"):
            with self.assertRaises(NotStarted):
                with Server(arguments=["--guest-share", wrong]):
                    pass

    def test_an_old_store_is_made_so_that_space_can_be_given_back(self):
        with Server() as server:
            self.assertEqual("game", self.begin(server, "127.0.0.1"))
            server.stop()
            store = sqlite3.connect(server.store, isolation_level=None)
            store.execute("PRAGMA auto_vacuum = NONE")
            store.execute("VACUUM")
            self.assertEqual(0, store.execute("PRAGMA auto_vacuum").fetchone()[0])
            store.close()
            server.start()
            server.stop()
            store = sqlite3.connect(server.store)
            self.assertEqual(2, store.execute("PRAGMA auto_vacuum").fetchone()[0])
            self.assertEqual(1, store.execute("SELECT count(*) FROM game").fetchone()[0])
            store.close()
            server.start()


class Names(Meeting):
    """How often one may change is counted by address, so each test comes from its own."""

    def join(self, cookie=None):
        source = f"127.0.1.{sum(map(ord, self.id())) % 200 + 20}"
        client = Client(self.server.port, cookie or new_cookie(self.server.port), source=source)
        self.addCleanup(client.close)
        self.welcome = client.receive()
        return client

    def call(self, client, name):
        return client.ask(type="guest-name", name=name)

    def test_a_guest_is_called_as_it_likes_with_a_mark_everywhere(self):
        ann, bob = self.join(), self.join()
        self.assertEqual({"type": "called", "name": "Ann van Dam"}, self.call(ann, "  Ann van Dam "))
        offer = self.challenge(ann, open=True)
        self.assertEqual(("Ann van Dam (Guest)", "guest"), (offer["red"]["name"], offer["red"]["kind"]))
        seen = bob.ask(type="invitation", code=offer["code"])
        self.assertEqual("Ann van Dam (Guest)", seen["challenge"]["by"]["name"])
        self.join(cookie=ann.cookie)
        self.assertEqual((None, "Ann van Dam"), (self.welcome["you"]["name"], self.welcome["you"]["called"]))

    def test_it_is_never_an_accounts_and_tells_none(self):
        ann, bob = self.join(), self.join()
        ann.send(type="register", name="Marie", password="correct horse")
        ann.until(lambda answer: answer["type"] == "signed")
        self.assertEqual("called", self.call(bob, "Marie")["type"], "as for any other name")
        offer = self.challenge(bob)
        self.assertEqual("Marie (Guest)", offer["red"]["name"])
        eve = self.join()
        self.refused("bad-name", eve.ask(type="register", name="Marie (Guest)", password="correct horse"))

    def test_what_is_no_name_is_refused(self):
        ann = self.join()
        for wrong in ("x", "a" * 21, "Ann (Guest)", "<b>", "a\u202eb"):
            self.refused("bad-name", self.call(ann, wrong))
        for reserved in ("Admin", "Adm1n", "Flagfall", "Guest 7"):
            self.refused("name-reserved", self.call(ann, reserved))
        self.assertIsNone(self.challenge(ann)["red"]["name"])

    def test_it_is_taken_away_and_goes_with_the_person(self):
        ann = self.join()
        self.call(ann, "Ann")
        self.assertEqual({"type": "called", "name": None}, self.call(ann, ""))
        self.assertIsNone(self.challenge(ann)["red"]["name"])
        bob = self.join()
        self.call(bob, "Bob")
        self.assertEqual("signed", bob.ask(type="erase")["type"])
        with sqlite3.connect(self.server.store) as store:
            self.assertEqual([(0,)], store.execute("SELECT count(*) FROM guest_name WHERE name IN ('Ann', 'Bob')").fetchall())

    def test_nothing_is_kept_of_it_beside_an_account(self):
        ann = self.join()
        self.call(ann, "Before")
        self.assertEqual("signed", ann.ask(type="register", name="After", password="correct horse")["type"])
        with sqlite3.connect(self.server.store) as store:
            self.assertEqual([(0,)], store.execute("SELECT count(*) FROM guest_name WHERE name = 'Before'").fetchall())


class Changes(Meeting):
    arguments = ("--clock", "manual")

    def test_it_cannot_be_changed_all_the_time(self):
        ann = self.join()
        answers = [ann.ask_once(type="guest-name", name=f"Ann {i}") for i in range(14)]
        self.assertIn("rate", [answer.get("reason") for answer in answers])


if __name__ == "__main__":
    main()
