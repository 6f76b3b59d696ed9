"""What the host does not keep for ever: finished games of guests, and old chat."""

import random
import sqlite3
import unittest

from client import Client, Game, Server, main, new_cookie, next_cookie, request

DAY = 24 * 3600


class Retention(unittest.TestCase):
    def setUp(self):
        self.server = Server(arguments=["--clock", "manual", "--keep-guest-games", "10",
                                        "--keep-chat", "5", "--idle", "1000"])
        self.addCleanup(self.server.__exit__)
        self.server.start()

    def come(self, cookie=None):
        client = Client(self.server.port, cookie or new_cookie(self.server.port))
        self.assertEqual("welcome", client.receive()["type"])
        self.addCleanup(client.close)
        return client

    def begin(self, client, over):
        """A game against the computer, both armies given, with a line of chat; its id."""
        game = Game.going_on(client, random.Random(1), 2, edition="duel")
        client.send(type="chat", game=game.id, text="hello")
        client.until(lambda m: m["type"] == "chat")
        if over:
            client.send(type="resign", game=game.id)
            client.until(lambda m: m["type"] == "game" and m["phase"] == "over")
        return game.id

    def register(self, client):
        """The client, come back signed in."""
        client.send(type="register", name="Ann", password="correct horse")
        told = client.until(lambda m: m["type"] == "signed")
        cookie = next_cookie(self.server.port, client.cookie, told)
        client.close()
        return self.come(cookie)

    def pass_days(self, days):
        """With enough looks around afterwards that all is found."""
        self.server.pass_time(days * DAY)
        for _ in range(20):
            self.server.pass_time(1)

    def stored(self, table, column="game"):
        """The numbers of the games of which there is something."""
        with sqlite3.connect(self.server.store) as store:
            rows = {row[0] for row in store.execute(f"SELECT {column} FROM {table}")}
        store.close()
        return rows

    def test_guests_games_and_chat_go_and_the_rest_stays(self):
        guest, owner = self.come(), self.come()
        old, owned = self.begin(guest, True), self.begin(owner, True)
        going = self.begin(guest, False)
        guest.close()
        self.register(owner).close()
        with sqlite3.connect(self.server.store) as store:
            number = dict(store.execute("SELECT id, number FROM game"))
        store.close()
        every, rest = set(number.values()), {number[owned], number[going]}
        self.assertLessEqual({number[old]} | rest, every)
        self.pass_days(4)
        self.assertIn(number[old], self.stored("chat"))
        self.pass_days(2)
        self.assertEqual({number[going]}, self.stored("chat"))
        self.assertEqual(every, self.stored("game", "number"))
        self.assertEqual(200, request(self.server.port, f"/api/game/{old}").status)
        self.pass_days(5)
        self.assertEqual(rest, self.stored("game", "number") & (rest | {number[old]}))
        for table in ("seat", "act"):
            self.assertEqual(self.stored("game", "number"), self.stored(table), table)
        self.assertEqual(404, request(self.server.port, f"/api/game/{old}").status)
        self.assertEqual(200, request(self.server.port, f"/api/game/{owned}").status)
        self.assertEqual("unknown-game", self.come().ask(type="open", game=old)["reason"])
        self.assertEqual("play", self.come(guest.cookie).ask(type="open", game=going)["phase"])


if __name__ == "__main__":
    main()
