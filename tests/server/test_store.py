"""A store that fails: play stops with a clear word, and nothing acknowledged is
lost."""

import hashlib
import os
import random
import resource
import sqlite3
import tempfile
import unittest

from client import (CLOCK_BEGINS, PATIENCE, Client, Game, NotStarted, Server, main, metrics, new_cookie,
                    read_log, request, wait_for)


class Failing(unittest.TestCase):
    def join(self, server, cookie=None):
        client = Client(server.port, cookie or new_cookie(server.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def check_refused(self, answer, re):
        self.assertEqual(("refused", re, "store"), (answer["type"], answer["re"], answer["reason"]),
                         answer)

    def check_refuses_all(self, client, game):
        """While the store fails: each change is refused, and reading goes on."""
        game.wait()
        before = game.view
        move = game.message(game.quiet_move())
        for _ in range(3):
            self.check_refused(client.ask(**move), "move")
        self.check_refused(client.ask(type="resign", game=game.id), "resign")
        self.check_refused(client.ask(type="new", edition="duel", seat="red", opponent="random"),
                           "new")
        self.assertTrue(client.ask(type="suggest", edition="duel", style="random")["letters"])
        answer = client.ask(type="open", game=game.id)
        self.assertEqual(before["board"], answer["view"]["board"])
        self.assertEqual(before["plies"], answer["view"]["plies"])

    def check_goes_on(self, server, client, game):
        wait_for(lambda: request(server.port, "/healthz").status == 200)
        plies = game.view["plies"]
        game.play_random(random.Random(2), 5)
        game.wait()
        self.assertTrue(game.over or game.view["plies"] >= plies + 5)
        moves = [text for kind, _, text in read_log(server.store, game.id) if kind == 1]
        self.assertEqual([e["move"].replace("x", "-") for e in game.events], moves)

    def begin(self, server):
        client = self.join(server)
        return client, Game.going_on(client, random.Random(1), 5)

    def test_a_locked_store(self):
        with Server() as server:
            client, game = self.begin(server)
            other = sqlite3.connect(server.store, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            self.check_refuses_all(client, game)
            self.assertEqual(503, request(server.port, "/healthz").status)
            numbers = metrics(server.port)
            self.assertEqual(0, numbers["flagfall_store_works"])
            self.assertGreater(numbers["flagfall_store_failures_total"], 0)
            other.execute("ROLLBACK")
            other.close()
            self.check_goes_on(server, client, game)
            server.stop()
            self.assertIn("level=error event=store-fails", server.complaints())
            self.assertIn("event=store-works", server.log())

    def test_a_store_that_may_not_grow(self):
        """A full disk, made with a limit on the size of files. The limit is lifted
        from outside and play goes on."""
        with Server() as server:
            client, game = self.begin(server)
            size = max(os.stat(server.store + end).st_size for end in ("", "-wal"))
            _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size // 2, hard))
            self.check_refuses_all(client, game)
            self.assertEqual(503, request(server.port, "/healthz").status)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            self.check_goes_on(server, client, game)

    def test_a_store_that_fills_up_under_play_and_is_killed(self):
        """The limit strikes at any moment of a write; what was acknowledged before
        is there after a kill."""
        rng = random.Random(5)
        with Server() as server:
            client, game = self.begin(server)
            cookie = client.cookie
            for _ in range(5):
                size = os.stat(server.store + "-wal").st_size
                _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                                 (size + rng.randrange(30000), hard))
                while True:
                    game.wait_or_refused()
                    if game.over or not game.my_turn:
                        break
                    answer = client.ask(**game.message(rng.choice(game.view["moves"])))
                    if answer["type"] == "refused":
                        self.assertEqual("store", answer["reason"])
                        break
                    game.take(answer)
                server.kill()
                client.close()
                server.start()
                client = self.join(server, cookie)
                again = Game(client, game.id)
                self.assertEqual(game.events, again.events[:len(game.events)])
                game = again
                game.wait()
                if game.over:
                    game = Game(client)

    def test_the_computers_move_waits_for_the_store(self):
        with Server() as server:
            client = self.join(server)
            game = Game.going_on(client, random.Random(1), 0)
            other = sqlite3.connect(server.store, isolation_level=None)
            # The lock falls between our move and the computer's.
            for _ in range(200):
                game.send(game.quiet_move())
                answer = client.receive()
                other.execute("BEGIN IMMEDIATE")
                game.take(answer)
                warned = None
                client.sock.settimeout(1.5)
                try:
                    while warned is None and not game.my_turn and not game.over:
                        message = client.receive()
                        if message["type"] == "refused":
                            warned = message
                        else:
                            game.take(message)
                except TimeoutError:
                    pass
                client.sock.settimeout(PATIENCE)
                other.execute("ROLLBACK")
                if warned:
                    break
                game.wait()
                if game.over:
                    game = Game.going_on(client, random.Random(1), 0)
            other.close()
            self.check_refused(warned, "computer")
            self.assertEqual(game.id, warned["game"])
            game.wait()
            self.check_goes_on(server, client, game)

    def test_a_store_that_is_deleted(self):
        """What is written into a file without a name would be lost."""
        with Server() as server:
            client, game = self.begin(server)
            os.rename(server.store, server.store + ".away")
            answer = client.ask(**game.message(game.quiet_move()))
            self.check_refused(answer, "move")
            self.assertEqual(503, request(server.port, "/healthz").status)
            os.rename(server.store + ".away", server.store)
            self.check_goes_on(server, client, game)

    def test_one_server_a_store(self):
        with Server() as server:
            with self.assertRaises(NotStarted) as failed:
                Server(store=server.store).start()
            self.assertEqual(2, failed.exception.status)
            self.assertIn("another server", failed.exception.complaints)
            with Client(server.port, new_cookie(server.port)) as client:
                client.receive()
                Game(client, edition="duel")
            server.kill()
            server.start()


class Opening(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="flagfall-")
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "games.db")

    def check_not_started(self, *words, path=None):
        with self.assertRaises(NotStarted) as failed:
            Server(store=self.path if path is None else path).start()
        self.assertEqual(2, failed.exception.status)
        for word in words:
            self.assertIn(word, failed.exception.complaints)

    def test_a_store_of_a_newer_flagfall(self):
        with Server(store=self.path):
            pass
        with sqlite3.connect(self.path) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
        self.check_not_started("schema 99", "newer")

    def test_a_database_of_somebody_else(self):
        with sqlite3.connect(self.path) as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.close()
        self.check_not_started("not a Flagfall store")

    def test_a_file_that_is_no_database(self):
        for data in (b"my shopping list" * 100, os.urandom(5000)):
            with open(self.path, "wb") as file:
                file.write(data)
            self.check_not_started("not a database")
            with open(self.path, "rb") as file:
                self.assertEqual(data, file.read())

    def test_paths_that_are_no_files(self):
        self.check_not_started(path=os.path.join(self.folder.name, "no", "folder.db"))
        self.check_not_started(path=self.folder.name)
        self.check_not_started(path=":memory:")
        self.check_not_started(path="")
        self.check_not_started("PostgreSQL", path="postgresql://localhost/games")

    # What the first Flagfall made of its store, and wrote into it.
    FIRST_SCHEMA = """
        CREATE TABLE game (
         id TEXT NOT NULL UNIQUE, owner BLOB NOT NULL, edition TEXT NOT NULL,
         opponent TEXT NOT NULL, seat INTEGER NOT NULL, memory INTEGER NOT NULL,
         seed INTEGER NOT NULL, created INTEGER NOT NULL, phase INTEGER NOT NULL,
         result INTEGER NOT NULL, plies INTEGER NOT NULL) STRICT;
        CREATE INDEX game_owner ON game (owner, phase);
        CREATE INDEX game_open ON game (phase) WHERE phase < 2;
        CREATE TABLE act (
         game TEXT NOT NULL REFERENCES game (id), number INTEGER NOT NULL,
         kind INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL,
         PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE probe (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;
        PRAGMA application_id = 1179012145;
        PRAGMA user_version = 1;"""
    ARMIES = ("GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB",
              "FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD")

    def first_store(self, cookie):
        """One game to be set up, one under way with the guest on turn, one where the
        computer owes a move, one that is over."""
        owner = hashlib.blake2b(bytes.fromhex(cookie), digest_size=32,
                                key=b"flagfall guest").digest()
        setup = [(0, 0, self.ARMIES[0]), (0, 1, self.ARMIES[1])]
        moves = [(1, 0, "e4-e5"), (1, 1, "e7-e6")]
        games = (("army", 0, 0, 0, setup[1:]), ("mine", 1, 0, 2, setup + moves),
                 ("theirs", 1, 0, 1, setup + moves[:1]),
                 ("over", 2, 2, 0, setup + [(2, 0, "resign")]))
        now = CLOCK_BEGINS
        with sqlite3.connect(self.path) as store:
            store.executescript(self.FIRST_SCHEMA)
            for name, phase, result, plies, log in games:
                store.execute("INSERT INTO game VALUES (?, ?, 'travel-en', 'random', 0, 0, 5,"
                              " ?, ?, ?, ?)",
                              (name.ljust(22, "x"), owner, now * 1000, phase, result, plies))
                store.executemany("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?)",
                                  [(name.ljust(22, "x"), n, *act, now) for n, act in enumerate(log)])
        store.close()

    def test_games_of_the_first_flagfall_go_on(self):
        cookie = "ab" * 32
        self.first_store(cookie)
        with Server(store=self.path, arguments=["--clock", "manual"]) as server:
            with Client(server.port, cookie) as client:
                rows = {row["game"].rstrip("x"): row for row in client.receive()["games"]}
                self.assertEqual({"army": "setup", "mine": "play", "theirs": "play",
                                  "over": "over"}, {n: row["phase"] for n, row in rows.items()})
                self.assertEqual(("blue", "resign"), (rows["over"]["result"], rows["over"]["by"]))
                over = Game(client, game=rows["over"]["game"])
                self.assertEqual({"red": self.ARMIES[0], "blue": self.ARMIES[1]},
                                 over.state["armies"])
            for name in ("mine", "theirs"):
                with Client(server.port, cookie) as client:
                    client.receive()
                    game = Game(client, game=rows[name]["game"])
                    game.play_random(random.Random(1), 5)
                    self.assertGreater(len(game.events), 4)
                    self.assertEqual("e4-e5", game.events[0]["move"])
            with Client(server.port, cookie) as client:
                client.receive()
                army = rows["army"]["game"]
                client.send(type="setup", game=army, letters=self.ARMIES[0])
                client.until(lambda m: m.get("game") == army and m.get("phase") == "play")

    def test_a_store_is_opened_again_and_again(self):
        cookie = None
        for number in range(3):
            with Server(store=self.path) as server:
                cookie = cookie or new_cookie(server.port)
                with Client(server.port, cookie) as client:
                    self.assertEqual(number, len(client.receive()["games"]))
                    client.ask(type="new", edition="duel", seat="red", opponent="random")


if __name__ == "__main__":
    main()
