"""A server whose games are in PostgreSQL: kills of it, and a database that is away, killed or cuts
its sessions, lose nothing that was acknowledged; a store moves between a file and a database, and a
backup brings it back. tests/in_postgresql runs it."""

import glob
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
BLITZ = {"bank": 60, "free": 0, "increment": 0, "setup": 0}
GRACE_MS = 5000


def control(word):
    subprocess.run([os.environ["FLAGFALL_POSTGRESQL_CTL"], word], check=True)


def program(name):
    """One of PostgreSQL's own; skips the test where it is missing."""
    path = os.path.join(os.environ["FLAGFALL_POSTGRESQL_BIN"], name)
    if not os.path.exists(path):
        raise unittest.SkipTest(f"{name} is not installed")
    return path


def copy_store(source, target):
    return subprocess.run([os.environ["FLAGFALL"], "store", "copy", source, target], capture_output=True, text=True)


def forget_all():
    subprocess.run([program("psql"), "-q", URI, "-c", "SET client_min_messages = error",
                    "-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public"], check=True)


class Timed(Server):
    """One whose time a test lets go by."""

    def __init__(self):
        super().__init__(URI, ("--clock", "manual"))

    def admin_socket(self):
        return glob.glob("flagfall-*-admin")[0]


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

    def begin_pair(self, server):
        """Two people in a game with clocks, its id, and who is on turn first."""
        red, blue = self.join(server), self.join(server)
        red.send(type="challenge", edition="duel", seat="red", clock=BLITZ)
        told = red.until(lambda m: m["type"] == "game")
        blue.send(type="join", code=told["code"])
        for client in (red, blue):
            client.send(type="suggest", edition="duel", style="random")
            army = client.until(lambda m: m["type"] == "suggestion")["letters"]
            client.send(type="setup", game=told["game"], letters=army)
        begun = red.until(lambda m: m["type"] == "game" and m["phase"] == "play")
        return red, blue, begun

    def left(self, client, game):
        """The clocks, as somebody is told who asks."""
        client.send(type="open", game=game)
        return client.until(lambda m: m["type"] == "game")["clock"]

    def test_everybody_hears_that_the_database_is_away_and_nobody_pays_for_it(self):
        """Nobody acts: it is found out by itself, and told once to players and bystanders."""
        forget_all()
        with Timed() as server:
            red, blue, game = self.begin_pair(server)
            bystander = self.join(server)
            everybody = (red, blue, bystander)
            server.pass_time(7)
            before = self.left(red, game["game"])
            control("stop")
            gaps = [client.outage() for client in everybody]
            for gap in gaps:
                self.assertEqual((True, None), (gap["on"], gap["ended"]))
                self.assertLessEqual(gap["began"], gap["now"])
            self.assertEqual(1, len({gap["began"] for gap in gaps}))
            self.assertEqual(503, request(server.port, "/healthz").status)
            server.pass_time(3600)  # far longer than the clock of who is on turn
            control("start")
            for client in everybody:
                over = client.outage()
                self.assertEqual((False, gaps[0]["began"]), (over["on"], over["began"]))
                self.assertEqual(3600000 + GRACE_MS, over["ended"] - over["began"])
            self.assertEqual(before, self.left(red, game["game"]))
            server.pass_time(GRACE_MS / 1000)
            self.assertEqual(before, self.left(blue, game["game"]))
            server.pass_time(2)
            seat = game["view"]["turn"]
            self.assertEqual(before[seat] - 2000, self.left(red, game["game"])[seat])
            for client in everybody:
                self.assertEqual([], client.outages)

    def test_a_second_server_is_refused(self):
        with Server(URI) as server:
            with self.assertRaises(NotStarted) as caught:
                Server(URI).start()
            self.assertIn("another server is running on this store", str(caught.exception))
            self.assertEqual(200, request(server.port, "/healthz").status)

    def test_a_club_moves_from_a_file_to_a_database_and_back(self):
        forget_all()
        with Server("club.db") as server:
            game = Game.going_on(self.join(server), random.Random(2), 5)
            refused = copy_store("club.db", URI)
            self.assertEqual(2, refused.returncode)
            self.assertIn("club.db: another server is running on this store", refused.stderr)
            game.client.close()  # nobody for whom the server's end waits
        for source, target in (("club.db", URI), (URI, "again.db")):
            copied = copy_store(source, target)
            self.assertEqual((0, ""), (copied.returncode, copied.stderr))
            self.assertIn("damaged=0 problems=0", copied.stdout)
            with Server(target) as server:
                game = self.play_on(self.reopen(server, game), 20)
                game.wait()
                game.client.close()

    def test_a_backup_is_restored(self):
        dump, restore = program("pg_dump"), program("pg_restore")
        forget_all()
        with Server(URI) as server:
            game = Game.going_on(self.join(server), random.Random(3), 5)
            subprocess.run([dump, "-Fc", "-f", "backup", URI], check=True)  # while the server runs
            kept = list(game.events)
            self.play_on(game, 30)
            game.client.close()
        forget_all()
        subprocess.run([restore, "--clean", "--if-exists", "--exit-on-error", "--single-transaction",
                        "-d", URI, "backup"], check=True)
        self.assertEqual(0, subprocess.run([os.environ["FLAGFALL"], "admin", "--store", URI, "check"],
                                           stdout=subprocess.DEVNULL).returncode)
        with Server(URI) as server:
            game = Game(self.join(server, game.client.cookie), game.id)
            self.assertEqual(kept, game.events)
            self.play_on(game, 31)
            game.client.close()

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
