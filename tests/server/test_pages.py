"""Long lists come in pages: nobody gets more at once than a page, and nothing is lost
between two of them."""

import json
import os
import random
import sqlite3
import subprocess
import unittest

from client import FLAGFALL, Client, Game, Server, main, new_cookie, request

PAGE = 50


class Pages(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.server.start()
        self.addCleanup(self.end)

    def end(self):
        self.server.stop()
        self.server.folder.cleanup()

    def join(self, cookie=None):
        client = Client(self.server.port, cookie or new_cookie(self.server.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def restart_with(self, change):
        """The server meets a store that has been written to meanwhile."""
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            change(store)
        store.close()
        self.server.start()

    def pair(self):
        """Two persons at a game, and its id."""
        ann, bob = self.join(), self.join()
        game = ann.ask(type="challenge", edition="duel", seat="red", watch=True)
        bob.ask(type="join", code=game["code"])
        return ann.cookie, bob.cookie, game["game"]

    def fill(self, game, cookies, count):
        """So many lines: of red and blue in turn, and every third of a spectator."""
        def write(store):
            number = store.execute("SELECT number FROM game WHERE id = ?", (game,)).fetchone()[0]
            persons = [row[0] for row in store.execute(
                "SELECT person FROM seat WHERE game = ? ORDER BY seat", (number,))] + [b"w" * 32]
            store.executemany("INSERT INTO chat VALUES (?, ?, ?, ?, '', ?, ?)",
                              [(number, i, i % 3, persons[i % 3], f"line {i}", 1000 + i)
                               for i in range(count)])
        self.restart_with(write)

    def read_all(self, client, game):
        """All that is told of a game's chat, page by page."""
        client.send(type="open", game=game)
        lines, pages = [], 0
        page = client.until(lambda m: m["type"] == "chat-page")
        while True:
            self.assertLessEqual(len(page["lines"]), PAGE)
            lines = [line["text"] for line in page["lines"]] + lines
            pages += 1
            if page["before"] is None:
                return lines, pages
            page = client.ask(type="chat-before", game=game, before=page["before"])
            self.assertEqual(("chat-page", game), (page["type"], page["game"]))

    def test_an_open_tells_a_page_of_chat_and_the_rest_is_asked_for(self):
        red, blue, game = self.pair()
        self.fill(game, (red, blue), 1080)
        lines, pages = self.read_all(self.join(red), game)
        self.assertEqual([f"line {i}" for i in range(1080) if i % 3 < 2], lines)
        self.assertEqual(720 // PAGE + 1, pages)

    def test_pages_of_those_who_watch_have_no_word_of_those_who_sit(self):
        red, blue, game = self.pair()
        self.fill(game, (red, blue), 300)
        lines, _ = self.read_all(self.join(), game)
        self.assertEqual([f"line {i}" for i in range(300) if i % 3 == 2], lines)

    def test_who_hears_nobody_reads_its_own_lines(self):
        red, blue, game = self.pair()
        self.fill(game, (red, blue), 300)
        client = self.join(red)
        client.send(type="mute", game=game, on=True)
        client.until(lambda m: m["type"] == "muted")
        lines, _ = self.read_all(client, game)
        self.assertEqual([f"line {i}" for i in range(300) if i % 3 == 0], lines)

    def test_a_page_before_the_first_line_is_empty(self):
        red, _, game = self.pair()
        client = self.join(red)
        client.ask(type="open", game=game)
        page = client.ask(type="chat-before", game=game, before=0)
        self.assertEqual(([], None), (page["lines"], page["before"]))
        for wrong in (None, "1", 1.5):
            self.assertEqual("bad-message", client.ask(type="chat-before", game=game,
                                                       before=wrong)["reason"])
        self.assertEqual("unknown-game", client.ask(type="chat-before", game="x",
                                                    before=1)["reason"])

    def test_an_export_goes_on_page_by_page(self):
        red, blue, game = self.pair()
        self.fill(game, (red, blue), 13500)
        path, lines, pages = "/api/export", [], 0
        while path:
            answer = request(self.server.port, path, headers=[f"Cookie: flagfall={red}"])
            self.assertEqual(200, answer.status, answer.body[:200])
            page = json.loads(answer.body)
            self.assertLessEqual(len(page["chat"]), 2000)
            self.assertEqual(pages == 0, "games" in page)
            lines += [line["text"] for line in page["chat"]]
            path, pages = page["more"], pages + 1
        self.assertEqual([f"line {i}" for i in reversed(range(0, 13500, 3))], lines)
        for wrong in ("x", "1-2", "1-2-", "1-2-3-4", "-1-2-3", "1" * 30 + "-2-3"):
            status = request(self.server.port, f"/api/export/{wrong}",
                             headers=[f"Cookie: flagfall={red}"]).status
            self.assertEqual(404, status, wrong)

    def test_the_operators_list_is_whole(self):
        _, _, game = self.pair()

        def copy(store):
            number = store.execute("SELECT number FROM game WHERE id = ?", (game,)).fetchone()[0]
            names = [row[1] for row in store.execute("PRAGMA table_info(game)")]
            same = ", ".join(name for name in names if name not in ("number", "id"))
            for i in range(450):
                store.execute(f"INSERT INTO game (id, {same}) SELECT ?, {same} FROM game"
                              " WHERE number = ?", (f"copy{i:018}", number))
                store.execute("INSERT INTO seat (game, seat, kind, person, name, salt, commitment)"
                              " SELECT last_insert_rowid(), seat, kind, person, name, salt,"
                              " commitment FROM seat WHERE game = ?", (number,))
        self.restart_with(copy)
        for running in (True, False):
            if not running:
                self.server.stop()
            said = subprocess.run([FLAGFALL, "admin", "--store", self.server.store, "list"],
                                  capture_output=True, check=True).stdout.decode().splitlines()
            self.assertEqual([game] + [f"copy{i:018}" for i in range(450)],
                             [line.split()[0] for line in said])
        self.server.start()


if __name__ == "__main__":
    main()
