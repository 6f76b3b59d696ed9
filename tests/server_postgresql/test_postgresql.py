"""A server whose games are in PostgreSQL: kills of it, and a database that is away, killed or cuts
its sessions, lose nothing that was acknowledged. tests/in_postgresql runs it."""

import os
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
os.environ["FLAGFALL"] = os.path.abspath(os.environ.get("FLAGFALL", "build/flagfall"))

from client import Client, Game, NotStarted, Refused, Server, main, new_cookie, request, wait_for

URI = os.environ["FLAGFALL_POSTGRESQL"]


def control(word):
    subprocess.run([os.environ["FLAGFALL_POSTGRESQL_CTL"], word], check=True)


class PostgreSQL(unittest.TestCase):
    def connect(self, server, cookie):
        """None where the server says to come later: it notices a killed database when it asks it."""
        try:
            return Client(server.port, cookie or new_cookie(server.port))
        except Refused as refused:
            self.assertEqual(503, refused.status)
            return None

    def join(self, server, cookie=None):
        client = wait_for(lambda: self.connect(server, cookie), "a connection")
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def reopen(self, server, known):
        """The game again, which goes on from what the guest was told."""
        game = Game(self.join(server, known.client.cookie), known.id)
        self.assertEqual(known.events, game.events[:len(known.events)])
        return game

    def play_on(self, game, seed):
        game.play_random(random.Random(seed), 3)
        game.wait()
        return Game(game.client) if game.over else game

    def test_a_game_over_kills_of_server_and_database(self):
        with Server(URI) as server:
            game = Game.going_on(self.join(server), random.Random(1), 5)
            for round_ in range(3):
                server.kill()
                server.start()
                game = self.play_on(self.reopen(server, game), round_)
            game.wait()
            control("stop")
            move = game.message(game.quiet_move())
            for _ in range(3):
                answer = game.client.ask(**move)
                self.assertEqual(("refused", "store"), (answer["type"], answer["reason"]))
            self.assertEqual(503, request(server.port, "/healthz").status)
            control("start")
            wait_for(lambda: request(server.port, "/healthz").status == 200)
            game = self.play_on(self.reopen(server, game), 10)
            control("kill")
            control("start")
            wait_for(lambda: request(server.port, "/healthz").status == 200)
            game = self.play_on(self.reopen(server, game), 11)
            self.assertEqual(0, server.stop())
            self.assertIn("event=store-works", server.log())

    def test_a_second_server_is_refused(self):
        with Server(URI) as server:
            with self.assertRaises(NotStarted) as caught:
                Server(URI).start()
            self.assertIn("another server is running on this store", str(caught.exception))
            self.assertEqual(200, request(server.port, "/healthz").status)

    def test_a_password_is_not_told(self):
        with self.assertRaises(NotStarted) as caught:
            Server("postgresql://somebody:se%20cret@127.0.0.1:1/games?sslmode=disable").start()
        self.assertEqual(2, caught.exception.status)
        self.assertIn("postgresql://127.0.0.1:1/games: ", str(caught.exception))
        self.assertNotIn("cret", str(caught.exception))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        os.chdir(folder)  # in which the operator's socket lies
        main()
