"""A server that is killed loses nothing that it has acknowledged."""

import os
import random
import threading
import unittest

from client import Client, Closed, Game, Server, main, new_cookie, read_log, wait_for
from test_people import Seat

# FLAGFALL_KILLS=500 for an hour's worth.
ROUNDS = int(os.environ.get("FLAGFALL_KILLS", "20"))


class Pair:
    """Two people's game, both played by random; each remembers what it was told."""

    def __init__(self, port):
        self.cookies = [new_cookie(port) for _ in range(2)]
        self.connect(port)
        self.begin()

    def connect(self, port):
        self.clients = [Client(port, cookie) for cookie in self.cookies]
        for client in self.clients:
            client.receive()

    def begin(self):
        """A game; what comes of an older one meanwhile is let pass."""
        red, blue = self.clients
        red.send(type="challenge", edition="tournament", seat="red")
        offer = red.until(lambda m: m.get("phase") == "waiting")
        blue.send(type="join", code=offer["code"])
        self.seats = [Seat(client, client.until(lambda m: m.get("game") == offer["game"]
                                                and m["phase"] == "setup"))
                      for client in self.clients]
        for seat in self.seats:
            seat.army()
        for seat in self.seats:
            seat.until(lambda state: state["phase"] == "play")

    def play(self, seat, rng):
        """Until the server is gone or the game over."""
        try:
            while not seat.over:
                if seat.my_turn:
                    plies = seat.view["plies"]
                    seat.send(rng.choice(seat.view["moves"]))
                    seat.until(lambda state: state["view"]["plies"] > plies)
                else:
                    seat.hear()
        except (Closed, ConnectionError, BrokenPipeError):
            pass

    def reopen(self, port, test):
        """Both come again: nothing that either was told is lost, and both are told one
        story."""
        before = [seat.events for seat in self.seats]
        for client in self.clients:
            client.close()
        self.connect(port)
        games = [seat.id for seat in self.seats]
        self.seats = []
        for client, game, events in zip(self.clients, games, before):
            client.send(type="open", game=game)
            seat = Seat(client, client.until(lambda m: m.get("game") == game))
            test.assertEqual(events, seat.events[:len(events)])
            self.seats.append(seat)
        red, blue = self.seats
        test.assertEqual(red.events, blue.events)
        test.assertEqual(red.view["result"], blue.view["result"])
        if red.over:
            self.begin()

    def close(self):
        for client in self.clients:
            client.close()


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

    def kill_under_play(self, server, threads, told, rng):
        """The players play, and after so many moves the server is killed, in the middle of
        whatever it does; then it is started again."""
        moves = sum(len(game.events) for game in told) + rng.randrange(1, 60)
        for thread in threads:
            thread.start()
        wait_for(lambda: sum(len(game.events) for game in told) >= moves
                 or not any(thread.is_alive() for thread in threads))
        server.kill()
        for thread in threads:
            thread.join()
        server.start()

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
                self.kill_under_play(server, threads, games, rng)
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

    def test_kills_between_two_people_lose_no_move_and_both_agree(self):
        rng = random.Random(12)
        with Server() as server:
            pairs = [Pair(server.port) for _ in range(3)]
            for round_ in range(ROUNDS):
                threads = [threading.Thread(target=pair.play, args=(seat, random.Random(rng.random())))
                           for pair in pairs for seat in pair.seats]
                self.kill_under_play(server, threads,
                                     [seat for pair in pairs for seat in pair.seats], rng)
                for pair in pairs:
                    pair.reopen(server.port, self)
            for pair in pairs:
                for seat in pair.seats:
                    moves = [text for kind, _, text in read_log(server.store, seat.id) if kind == 1]
                    self.assertEqual([e["move"].replace("x", "-") for e in seat.events],
                                     moves[:len(seat.events)])
                pair.close()
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

    def test_a_test_that_waits_for_a_dead_server_fails_at_once(self):
        with Server() as server:
            server.process.kill()
            with self.assertRaisesRegex(AssertionError, "a move cannot come: a server has ended with -9"):
                wait_for(lambda: False, "a move")


if __name__ == "__main__":
    main()
