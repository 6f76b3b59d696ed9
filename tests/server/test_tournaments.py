"""Tournaments of bots, from the first round to the last, through a kill -9 in the middle."""

import json
import unittest

from client import Client, Server, main, new_cookie, request, wait_for
from test_bots import Bot

CLOCK = {"clock.limit": 300, "clock.setup": 60}


def look(server, tournament):
    return json.loads(request(server.port, f"/api/tournament/{tournament}").body)


def listed(server):
    return json.loads(request(server.port, "/api/tournament").body)["tournaments"]


class Player:
    """A bot with an open stream, as an arena wants it."""

    def __init__(self, server, number):
        self.name = f"bot{number}"
        self.token = server.admin("add-bot", self.name).strip()

    def connect(self, server):
        self.bot = Bot(server.port, self.token)
        self.stream = self.bot.stream("/api/stream/event")
        return self


def records(server, tournament, page=""):
    """The games of a page of its records."""
    answer = request(server.port, f"/api/tournament/{tournament}/games{page}.ffr")
    assert answer.status == 200 and "link" not in answer.headers, answer
    return [line.split('"')[1] for line in answer.body.decode().splitlines()
            if line.startswith("[Game ")]


def play(server, players, tournament):
    """What is under way: both armies, then Blue resigns."""
    by_name = {player.name: player for player in players}
    for game in look(server, tournament)["games"]:
        if game["result"] != "*" or not game["game"]:
            continue
        for seat in ("red", "blue"):
            bot = by_name[game[seat]["name"]].bot
            bot.post(f"/api/bot/game/{game['game']}/setup", {"letters": server.army})
        by_name[game["blue"]["name"]].bot.post(f"/api/bot/game/{game['game']}/resign")


class TournamentTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(arguments=["--clock", "manual"])
        self.server.start()
        self.addCleanup(self.server.__exit__)
        self.server.army = self.find_army()
        self.players = [Player(self.server, i).connect(self.server) for i in range(5)]

    def find_army(self):
        with Client(self.server.port, new_cookie(self.server.port)) as client:
            client.receive()
            return client.ask(type="suggest", edition="duel", style="corner")["letters"]

    def announce(self, **fields):
        form = {"name": "Evening", "edition": "duel", "delay": 60, **CLOCK, **fields}
        status, _ = self.players[0].bot.post("/api/tournament", form)
        self.assertEqual(status, 200)
        found = [row for row in listed(self.server) if row["state"] == "open"]
        for player in self.players:
            status, _ = player.bot.post(f"/api/tournament/{found[0]['tournament']}/join")
            self.assertEqual(status, 200)
        return found[0]["tournament"]

    def state(self, tournament, key="state"):
        return look(self.server, tournament)[key]

    def open_games(self, tournament):
        games = look(self.server, tournament)["games"]
        return [game for game in games if game["result"] == "*" and game["game"]]

    def test_a_swiss_goes_on_after_a_kill(self):
        tournament = self.announce(system="swiss", rounds=3)
        self.server.pass_time(61)
        for number in (1, 2, 3):
            wait_for(lambda: len(self.open_games(tournament)) == 2, "a round")
            self.assertEqual(self.state(tournament, "round"), number)
            self.assertEqual(len(records(self.server, tournament)), 2 * (number - 1))
            if number == 2:
                before = look(self.server, tournament)
                self.server.kill()
                self.server.start()
                after = look(self.server, tournament)
                self.assertEqual({**before, "now": 0}, {**after, "now": 0})
                for player in self.players:
                    player.connect(self.server)
            play(self.server, self.players, tournament)
            wait_for(lambda: not self.open_games(tournament), "the round's end")
            self.server.pass_time(1)
            self.server.pass_time(11)
        wait_for(lambda: self.state(tournament) == "over", "the end")
        over = look(self.server, tournament)
        self.assertEqual(sum(line["points"] for line in over["standings"]), 900)
        self.assertEqual(len(over["games"]), 9)
        self.assertTrue(all(game["result"] in ("red", "blue") for game in over["games"]))
        self.check_records(tournament, [game["game"] for game in reversed(over["games"]) if game["game"]])

    def check_records(self, tournament, games):
        self.assertEqual(len(games), 6)
        self.assertEqual(records(self.server, tournament), games)
        self.assertEqual(records(self.server, tournament, "/3"), games[2:])  # a bye is a place too
        self.assertEqual(records(self.server, tournament, "/999999999"), [])
        for path in (f"{tournament}/games/x.ffr", "nothing/games.ffr", "nothing-of-this-length/games.ffr"):
            self.assertEqual(request(self.server.port, f"/api/tournament/{path}").status, 404)

    def test_an_arena_ends_when_its_time_is_up(self):
        tournament = self.announce(system="arena", minutes=1)
        self.server.pass_time(61)
        for _ in range(4):
            self.server.pass_time(4)
            wait_for(lambda: len(self.open_games(tournament)) == 2, "two pairs")
            play(self.server, self.players, tournament)
            wait_for(lambda: not self.open_games(tournament), "the games' end")
        self.server.pass_time(60)
        wait_for(lambda: self.state(tournament) == "over", "the end")
        over = look(self.server, tournament)
        self.assertGreaterEqual(sum(line["wins"] for line in over["standings"]), 8)
        self.assertEqual([row["tournament"] for row in listed(self.server)], [tournament])


if __name__ == "__main__":
    main()
