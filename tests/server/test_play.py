"""Whole games over a real socket, and what a guest may learn from them."""

import json
import random
import sqlite3
import unittest

from client import CLOCK_BEGINS, Client, Game, Server, main, mend, new_cookie, read_log, request


class Play(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.start()

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        complaints = cls.server.complaints()
        cls.server.folder.cleanup()
        assert status == 0 and complaints == "", (status, complaints)

    def join(self, cookie=None, path="/ws"):
        client = Client(self.server.port, cookie or new_cookie(self.server.port), path=path)
        self.addCleanup(client.close)
        self.welcome = client.receive()
        self.assertEqual("welcome", self.welcome["type"])
        return client

    def test_welcome_tells_editions_opponents_and_styles(self):
        self.join()
        ids = [edition["id"] for edition in self.welcome["editions"]]
        self.assertIn(self.welcome["default"], ids)
        self.assertIn("travel-duel-fr", ids)
        self.assertIn("random", [o["name"] for o in self.welcome["opponents"]])
        rated = [o["rating"] for o in self.welcome["opponents"] if o["rating"] is not None]
        self.assertEqual(len(rated), 10, "each level has a rating")
        self.assertEqual(rated, sorted(rated, reverse=True), "a stronger level a higher one")
        for style in self.welcome["styles"]:
            self.assertTrue(set(style["editions"]) <= set(ids) and style["editions"])
        self.assertEqual([], self.welcome["games"])

    def test_who_has_kept_the_lists_of_a_welcome_is_not_sent_them_again(self):
        cookie = new_cookie(self.server.port)
        self.join(cookie)
        whole = self.welcome
        lists = ("editions", "default", "opponents", "styles", "clocks")
        self.assertTrue(set(lists) <= set(whole))
        tag = whole["lists"]
        for path in (f"/ws?lists={tag}", f"/ws?other=1&lists={tag}"):
            self.join(cookie, path)
            self.assertEqual({key: value for key, value in whole.items() if key not in lists},
                             self.welcome)
        for path in ("/ws?lists=", "/ws?lists", "/ws?lists=0123456789abcdef", f"/ws?lists={tag}0",
                     f"/ws?lists={tag[:-1]}", f"/ws?lists=%20{tag}", f"/ws?lists={tag * 9}",
                     f"/ws?{tag}", f"/ws?lists=x&lists={tag}"):
            self.join(cookie, path)
            self.assertEqual(whole, self.welcome, path)

    def test_whole_games_of_every_edition_end_with_a_result(self):
        client = self.join()
        rng = random.Random(2)
        for number, edition in enumerate(e["id"] for e in self.welcome["editions"]):
            seat = ("red", "blue", "random")[number % 3]
            game = Game(client, edition=edition, seat=seat)
            game.play_random(rng, 60)
            game.wait()  # on turn it hears of nothing else
            if not game.over:
                game.take(client.ask(type="resign", game=game.id))
                self.assertEqual("resign", game.view["by"])
            self.assertIn(game.view["result"], ("red", "blue", "draw"))
            self.assertNotIn("?", game.view["board"])
            self.assertEqual([], game.view["moves"])

    def test_the_better_computer_plays_whole_games(self):
        client = self.join()
        best = self.welcome["opponents"][0]["name"]
        for seat in ("red", "blue"):
            game = Game(client, seat=seat, opponent=best, edition="barrage")
            game.play_random(random.Random(3))
            self.assertTrue(game.over)

    def test_a_game_that_nobody_resigns_is_played_to_its_end(self):
        client = self.join()
        game = Game(client, edition="travel-duel-en", style="random")
        game.play_random(random.Random(4))
        self.assertTrue(game.over)
        self.assertIn(game.view["by"], ("flag", "immobile", "limit"))

    def test_every_style_makes_an_army_that_checks(self):
        client = self.join()
        for style in self.welcome["styles"]:
            for edition in style["editions"]:
                made = client.ask(type="suggest", edition=edition, style=style["name"])
                checked = client.ask(type="check", edition=edition, letters=made["letters"])
                self.assertTrue(checked["ok"], checked)

    def test_check_says_what_is_wrong(self):
        client = self.join()
        good = client.ask(type="suggest", edition="tournament", style="random")["letters"]
        for letters, reason in ((good[:-1], "wrong-length"), ("Z" + good[1:], "bad-letter"),
                                ("M" * 40, "wrong-counts"), ("", "wrong-length")):
            checked = client.ask(type="check", edition="tournament", letters=letters)
            self.assertEqual((False, reason, False),
                             (checked["ok"], checked["reason"], checked["canMove"]))
        # Six bombs before the six gaps between the lakes, all else behind them.
        stuck = "MCDDDDDDDD" + "EEEEEFFFFG" + "GGGHHHHIII" + "BB" + "JJ" + "BB" + "KL" + "BB"
        checked = client.ask(type="check", edition="tournament", letters=stuck)
        self.assertEqual((True, None, False),
                         (checked["ok"], checked["reason"], checked["canMove"]))

    def test_reload_gives_the_same_view(self):
        client = self.join()
        game = Game.going_on(client, random.Random(5), 30)
        again = Game(self.join(client.cookie), game.id)
        self.assertEqual(game.events, again.events)
        for key in set(game.view) - {"first", "events"}:
            self.assertEqual(game.view[key], again.view[key], key)
        self.assertEqual(game.id, self.welcome["games"][0]["game"])
        listed = self.welcome["games"][0]
        self.assertEqual((game.view["plies"], "play", "*"),
                         (listed["plies"], listed["phase"], listed["result"]))

    def test_a_second_tab_hears_every_move(self):
        client = self.join()
        game = Game(client)
        tab = self.join(client.cookie)
        other = Game(tab, game.id)
        rng = random.Random(6)
        for _ in range(20):
            game.play_random(rng, 1)
            game.wait()
            while other.view["plies"] < game.view["plies"]:
                other.take(tab.receive())
            self.assertEqual(game.events, other.events)
            self.assertEqual(game.view["board"], other.view["board"])

    def test_new_games_come_first_in_the_list(self):
        client = self.join()
        ids = [client.ask(type="new", edition="duel", seat="red", opponent="random")["game"]
               for _ in range(4)]
        self.join(client.cookie)
        self.assertEqual(ids[::-1], [g["game"] for g in self.welcome["games"]])

    def test_a_repeated_move_does_no_harm(self):
        client = self.join()
        game = Game(client)
        game.wait()
        move = game.quiet_move()
        game.send(move)
        game.send(move)
        seen = [client.receive()]
        while seen[-1]["type"] != "refused":
            seen.append(client.receive())
        self.assertEqual("stale", seen[-1]["reason"])
        again = Game(self.join(client.cookie), game.id)
        self.assertEqual(move, again.events[0]["move"])
        self.assertLessEqual(len(again.events), 2)

    def test_refusals_say_why(self):
        client = self.join()
        game = client.ask(type="new", edition="tournament", seat="red", opponent="random")["game"]
        letters = client.ask(type="suggest", edition="tournament", style="random")["letters"]

        def reason(**message):
            answer = client.ask(game=game, **message)
            self.assertEqual("refused", answer["type"])
            self.assertEqual(game, answer["game"])
            self.assertTrue(answer["message"])
            return answer["reason"]

        self.assertEqual("not-begun", reason(type="move", ply=0, **{"from": "a4", "to": "a5"}))
        self.assertEqual("wrong-counts", reason(type="setup", letters="M" * 40))
        self.assertEqual("wrong-length", reason(type="setup", letters="M" * 400))
        answer = client.ask(type="setup", game=game, letters=letters)
        while answer["phase"] == "setup":
            answer = client.receive()
        self.assertEqual("begun", reason(type="setup", letters=letters))
        for source, target, why in (("a7", "a6", "not-yours"), ("a5", "a6", "empty-source"),
                                    ("j4", "a5", "off-board"), ("a1", "a2", "own-piece")):
            got = reason(type="move", ply=0, **{"from": source, "to": target})
            self.assertIn(got, (why, "immobile"))
        self.assertEqual("stale", reason(type="move", ply=1, **{"from": "a4", "to": "a5"}))
        self.assertEqual("bad-message", reason(type="move", ply=0, **{"from": "x", "to": "a5"}))
        self.assertEqual("bad-message", reason(type="move", ply="0", **{"from": "x", "to": "a5"}))
        over = client.ask(type="resign", game=game)
        self.assertEqual(("over", "blue", "resign"),
                         (over["phase"], over["view"]["result"], over["view"]["by"]))
        self.assertEqual("game-over", reason(type="resign"))
        self.assertEqual("game-over", reason(type="move", ply=0, **{"from": "a4", "to": "a5"}))

    def test_a_guest_may_not_pile_up_games(self):
        client = self.join()
        for _ in range(20):
            answer = client.ask(type="new", edition="duel", seat="blue", opponent="random")
            self.assertEqual("game", answer["type"])
        refused = client.ask(type="new", edition="duel", seat="blue", opponent="random")
        self.assertEqual("too-many", refused["reason"])
        client.ask(type="resign", game=answer["game"])
        again = client.ask(type="new", edition="duel", seat="blue", opponent="random")
        self.assertEqual("game", again["type"])

    # What the seat may not know.

    def enemy_letters(self, seat):
        return "NOPQRSTUVWXY" if seat == "red" else "BCDEFGHIJKLM"

    def squares(self, game):
        """The squares of the board's letters, as the protocol orders them."""
        edition = next(e for e in self.welcome["editions"] if e["id"] == game.state["edition"])
        files = "abcdefghik"[:edition["files"]]
        return [f"{f}{r}" for r in range(1, edition["rows"] + 1) for f in files]

    def watch(self, game, public, seen):
        """Follows the events: which enemy pieces have been shown, and where they are."""
        enemy = "blue" if game.state["seat"] == "red" else "red"
        for ply in range(seen, len(game.events)):
            event = game.events[ply]
            source, target = event["move"].replace("x", "-").split("-")
            mover = "red" if ply % 2 == 0 else "blue"
            rank = public.pop(source, None)
            if event.get("revealed"):
                rank = "D"
            if "battle" in event:
                mine = event["attacker"] if mover == enemy else event["defender"]
                winner = {"attacker": mover, "flag": mover, "both": None,
                          "defender": "red" if mover == "blue" else "blue"}[event["battle"]]
                public.pop(target, None)
                if winner == enemy:
                    public[target] = mine
            elif mover == enemy and rank:
                public[target] = rank
        return len(game.events)

    def check_board(self, game, public):
        shift = 12 if game.state["seat"] == "red" else 0
        for square, letter in zip(self.squares(game), game.view["board"]):
            self.assertNotIn(letter, self.enemy_letters(game.state["seat"]), square)
            if letter.upper() in self.enemy_letters(game.state["seat"]):
                self.assertEqual(public.get(square), chr(ord(letter.upper()) - shift), square)

    def test_no_hidden_rank_reaches_the_socket(self):
        for seat in ("red", "blue"):
            client = self.join()
            game = Game(client, seat=seat)
            rng, public, seen = random.Random(8), {}, 0
            seen = self.watch(game, public, seen)
            while not game.over and seen < 150:
                self.check_board(game, public)
                game.play_random(rng, 1)
                game.wait()
                seen = self.watch(game, public, seen)
            log = read_log(self.server.store, game.id)
            armies = {s: text for kind, s, text in log if kind == 0}
            hidden = armies[1 if seat == "red" else 0]
            said = b"".join(text for text in client.everything if b'"phase":"over"' not in text).decode()
            self.assertNotIn(hidden, said)
            self.assertNotIn(hidden[::-1], said)
            as_blue = "".join(chr(ord(c) + 12) if c != "A" else c for c in hidden)
            self.assertNotIn(as_blue, said)
            self.assertNotIn(as_blue[::-1], said)
            self.assertIn(armies[0 if seat == "red" else 1], said)

    def test_memory_mode_tells_no_rank_twice(self):
        client = self.join()
        game = Game(client, memory=True)
        rng = random.Random(9)
        for _ in range(60):
            game.play_random(rng, 1)
            game.wait()
            if game.over:
                break
            self.assertFalse(any(c in "nopqrstuvwxy" for c in game.view["board"]))
            self.assertTrue(set(game.view["lost"]["red"]) <= {""})
        full = client.ask(type="open", game=game.id)["view"]
        if full["result"] != "*":
            return  # a game that is over hides nothing
        for event in full["events"][:-1]:
            self.assertIsNone(event.get("attacker"))
            self.assertIsNone(event.get("defender"))

    def test_refusals_are_the_same_whatever_the_enemy_is(self):
        """Every move onto every enemy square is answered alike in two games that
        differ in the hidden army alone."""
        client = self.join()
        letters = client.ask(type="suggest", edition="tournament", style="random")["letters"]
        answers = []
        for _ in range(2):
            game = client.ask(type="new", edition="tournament", seat="red",
                              opponent="random")["game"]
            state = client.ask(type="setup", game=game, letters=letters)
            while state["phase"] == "setup":
                state = client.receive()
            said = []
            for target in (f"{f}{r}" for f in "abcdefghik" for r in (7, 8, 9, 10)):
                answer = client.ask(type="move", game=game, ply=0, **{"from": target, "to": "a6"})
                del answer["game"]
                said.append(answer)
            del state["game"], state["commitments"]  # salts are random
            answers.append((state, said))
        self.assertEqual(json.dumps(answers[0]), json.dumps(answers[1]))


class Stop(unittest.TestCase):
    def test_signals_stop_it_gracefully(self):
        import signal
        for how in (signal.SIGTERM, signal.SIGINT):
            with Server() as server:
                with Client(server.port, new_cookie(server.port)) as client:
                    client.receive()
                    game = Game(client)
                    game.play_random(random.Random(1), 3)
                    self.assertEqual(0, server.stop(how))
                    self.assertEqual("", server.complaints())

    def test_the_page_comes_with_its_files(self):
        with Server() as server:
            page = request(server.port).body.decode()
            self.assertIn("<!doctype html", page.lower())
            import re
            names = re.findall(r'(?:src|href)="([^":]+)"', page)
            self.assertTrue(names)
            for name in names:
                self.assertEqual(200, request(server.port, "/" + name.lstrip("./")).status, name)


class Length(unittest.TestCase):
    """A text that knows no draw by length: the host calls one, after the number of
    plies that the edition names and the page tells."""

    def shuttle(self, letters, rows):
        """A front piece of this army goes to and fro."""
        files = "abcdefghik" if rows == (4, 5) else "kihgfedcba"
        front = dict(zip(files, letters[-10:]))
        file = next(f for f in "abefik" if front[f] in "CDEFGHIJKL")
        there, back = f"{file}{rows[0]}-{file}{rows[1]}", f"{file}{rows[1]}-{file}{rows[0]}"
        return [there, back]

    def test_an_edition_without_a_limit_ends_at_its_own_cap(self):
        with Server(arguments=["--clock", "manual"]) as server:
            cookie = new_cookie(server.port)
            with Client(server.port, cookie) as client:
                edition = next(e for e in client.receive()["editions"] if e["id"] == "ucc")
                self.assertEqual((0, 0), (edition["quietLimit"], edition["plyLimit"]))
                game = Game(client, edition="ucc", seat="blue")
            server.stop()
            armies = {seat: text for kind, seat, text in read_log(server.store, game.id)
                      if kind == 0}
            moves = [self.shuttle(armies[0], (4, 5)), self.shuttle(armies[1], (7, 6))]
            plies = edition["hostCap"] - 1
            with sqlite3.connect(server.store) as store:
                store.execute("DELETE FROM act WHERE kind = 1")
                number, = store.execute("SELECT number FROM game").fetchone()
                store.executemany(
                    "INSERT INTO act VALUES (?, ?, 1, ?, ?, ?, NULL)",
                    [(number, n + 2, n % 2, moves[n % 2][n // 2 % 2], CLOCK_BEGINS * 1000)
                     for n in range(plies)])
                store.execute("UPDATE game SET plies = ?", (plies,))
            server.start()
            mend(server.store)
            with Client(server.port, cookie) as client:
                client.receive()
                game = Game(client, game=game.id)
                self.assertEqual(("play", 9997), (game.state["phase"], game.view["plies"]))
                game.play(moves[1][plies // 2 % 2])
                self.assertEqual(("draw", "limit"), (game.view["result"], game.view["by"]))


if __name__ == "__main__":
    main()
