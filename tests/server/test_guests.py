"""What guests may fill: an address has its share of their seats, and leaves the rest."""

import sqlite3
import unittest

from client import Client, NotStarted, Server, main, new_cookie


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


if __name__ == "__main__":
    main()
