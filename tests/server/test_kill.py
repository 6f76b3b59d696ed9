"""A server that is killed loses nothing that it has acknowledged."""

import random
import threading
import time
import unittest

from client import Client, Closed, Game, Server, main, new_cookie, read_log

ROUNDS = 20


class Kill(unittest.TestCase):
    def reopen(self, server, cookie, known):
        """The game again, which must go on from what the guest knows."""
        client = Client(server.port, cookie)
        self.addCleanup(client.close)
        client.receive()
        game = Game(client, known.id)
        self.assertEqual(known.events, game.events[:len(known.events)])
        self.assertEqual(known.state["setup"], game.state["setup"])
        return game

    def play_until_it_breaks(self, game, rng):
        try:
            game.play_random(rng)
        except (Closed, ConnectionError, BrokenPipeError):
            pass

    def test_twenty_kills_under_play_lose_no_move(self):
        rng = random.Random(11)
        with Server() as server:
            cookies = [new_cookie(server.port) for _ in range(3)]
            games = []
            for cookie, seat in zip(cookies, ("red", "blue", "red")):
                client = Client(server.port, cookie)
                self.addCleanup(client.close)
                client.receive()
                games.append(Game(client, seat=seat))
            for round_ in range(ROUNDS):
                threads = [threading.Thread(target=self.play_until_it_breaks,
                                            args=(game, random.Random(round_ * 10 + i)))
                           for i, game in enumerate(games)]
                for thread in threads:
                    thread.start()
                time.sleep(rng.uniform(0.01, 0.25))
                server.kill()
                for thread in threads:
                    thread.join()
                server.start()
                games = [self.reopen(server, cookie, game)
                         for cookie, game in zip(cookies, games)]
                for game in games:
                    game.wait()  # the computer goes on by itself where it was its turn
                for i, game in enumerate(games):
                    if game.over:
                        games[i] = Game(game.client)
            for game in games:
                moves = [text for kind, _, text in read_log(server.store, game.id) if kind == 1]
                self.assertEqual([e["move"].replace("x", "-") for e in game.events],
                                 moves[:len(game.events)])
            self.assertEqual(0, server.stop())

    def test_a_kill_before_the_armies_stand_loses_no_game(self):
        with Server() as server:
            cookie = new_cookie(server.port)
            client = Client(server.port, cookie)
            client.receive()
            ids = [client.ask(type="new", edition="duel", seat="blue", opponent="random")["game"]
                   for _ in range(5)]
            letters = client.ask(type="suggest", edition="duel", style="random")["letters"]
            client.ask(type="setup", game=ids[0], letters=letters)
            server.kill()
            client.close()
            server.start()
            client = Client(server.port, cookie)
            self.addCleanup(client.close)
            welcome = client.receive()
            self.assertEqual(ids[::-1], [g["game"] for g in welcome["games"]])
            first = Game(client, ids[0])
            self.assertEqual(letters, first.state["setup"])
            while first.state["phase"] == "setup":
                first.take(client.receive())
            first.wait()
            self.assertTrue(first.my_turn)
            second = client.ask(type="open", game=ids[1])
            self.assertEqual(("setup", None), (second["phase"], second["setup"]))

    def test_the_computer_plays_the_same_after_a_restart(self):
        """Its seed is stored: the same game goes on in the same way, whoever is
        asked again."""
        with Server() as server:
            cookie = new_cookie(server.port)
            client = Client(server.port, cookie)
            client.receive()
            game = Game(client, seat="blue", opponent="random")
            game.wait()
            before = list(game.events)
            for _ in range(3):
                server.kill()
                server.start()
                game = self.reopen(server, cookie, game)
                game.wait()
            self.assertEqual(before, game.events)


if __name__ == "__main__":
    main()
