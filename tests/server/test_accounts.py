"""Accounts: optional, one's own, and deleted when one says so."""

import json
import os
import sqlite3
import unittest

from client import (HERE, Client, Closed, Game, NotStarted, Refused, Server, main, new_cookie, next_cookie,
                    read_cookie, request, take_ticket, wait_for)

ARMY = "MCBBBBBB"  # too short for any edition but for its complaint


class Visitors(unittest.TestCase):
    """Browsers at a server, and what they do to be somebody."""
    arguments = ()

    def setUp(self):
        self.server = Server(arguments=self.arguments)
        self.server.start()
        self.addCleanup(self.server.folder.cleanup)
        self.addCleanup(self.server.stop)
        self.port = self.server.port

    def join(self, cookie=None, source=None):
        """A connection, and its welcome."""
        client = Client(self.port, cookie or new_cookie(self.port, source), source=source)
        self.addCleanup(client.close)
        welcome = client.receive()
        self.assertEqual("welcome", welcome["type"])
        return client, welcome

    def sign(self, client, **message):
        """Signs in or out, sees the connection closed, and comes again."""
        client.send(**message)
        answer = client.until(lambda answer: answer["type"] in ("signed", "refused"))
        self.assertEqual("signed", answer["type"], answer)
        with self.assertRaises(Closed) as closed:
            client.receive()
        self.assertEqual(1000, closed.exception.code)
        again, welcome = self.join(next_cookie(self.port, client.cookie, answer))
        self.assertEqual(answer["you"], welcome["you"])
        return again, welcome

    def register(self, name, password="correct horse", cookie=None):
        client, _ = self.join(cookie)
        return self.sign(client, type="register", name=name, password=password)

    def name_of(self, cookie):
        """Who that cookie is: a name, None for a guest, False for nobody at all."""
        try:
            return self.join(cookie)[1]["you"]["name"]
        except Refused as refused:
            self.assertEqual(403, refused.status)
            return False

    def signed(self, client, **message):
        client.send(**message)
        return client.until(lambda answer: answer["type"] in ("signed", "refused"))

    def refuse(self, reason, client, **message):
        answer = client.ask(**message)
        self.assertEqual(("refused", reason), (answer["type"], answer.get("reason")), answer)


class Accounts(Visitors):
    def test_a_guest_who_registers_keeps_everything(self):
        client, welcome = self.join()
        self.assertIsNone(welcome["you"]["name"])
        game = Game(client, edition="duel")
        client, welcome = self.sign(client, type="register", name="Ann Ber", password="correct horse")
        self.assertEqual("Ann Ber", welcome["you"]["name"])
        self.assertEqual([game.id], [row["game"] for row in welcome["games"]])

    def test_an_account_is_the_same_in_every_browser_and_after_a_restart(self):
        client, _ = self.register("Ann")
        game = Game(client, edition="duel")
        other, welcome = self.join()
        self.assertEqual([], welcome["games"])
        other, welcome = self.sign(other, type="sign-in", name="aNN", password="correct horse")
        self.assertEqual([game.id], [row["game"] for row in welcome["games"]])
        self.server.kill()
        self.server.start()
        self.assertEqual("Ann", self.join(other.cookie)[1]["you"]["name"])

    def test_signing_out_gives_the_guest_back(self):
        ann, _ = self.register("Ann")
        guest, _ = self.join()
        game = Game(guest, edition="duel")
        guest, welcome = self.sign(guest, type="sign-in", name="Ann", password="correct horse")
        self.assertEqual([], welcome["games"])
        self.refuse("unknown-game", guest, type="resign", game=game.id)
        guest, welcome = self.sign(guest, type="sign-out")
        self.assertEqual([game.id], [row["game"] for row in welcome["games"]])
        ann, welcome = self.sign(ann, type="sign-out")
        self.assertIsNone(welcome["you"]["name"])

    def test_signing_out_of_the_browser_that_registered_leaves_the_account_behind(self):
        client, _ = self.join()
        game = Game(client, edition="duel")
        client, _ = self.sign(client, type="register", name="Ann", password="correct horse")
        client, welcome = self.sign(client, type="sign-out")
        self.assertEqual((None, []), (welcome["you"]["name"], welcome["games"]))
        self.refuse("unknown-game", client, type="resign", game=game.id)

    def test_wrong_names_and_passwords_are_told_apart_by_nobody(self):
        self.register("Ann")
        client, _ = self.join()
        self.refuse("wrong-password", client, type="sign-in", name="Ann", password="wrong horse")
        self.refuse("wrong-password", client, type="sign-in", name="Bob", password="wrong horse")
        self.refuse("bad-password", client, type="register", name="Bob", password="short")
        self.refuse("bad-name", client, type="register", name="<b>", password="correct horse")
        self.refuse("not-signed-in", client, type="sign-out")
        self.refuse("bad-message", client, type="register", name="Bob")
        self.refuse("bad-message", client, type="sign-in", name=["Ann"], password="correct horse")

    def test_two_names_that_look_alike_are_one(self):
        self.register("Ann")
        client, _ = self.join()
        for name in ("Ann", "ANN", "A-n-n", "Ánn"):
            self.refuse("name-taken", client, type="register", name=name, password="correct horse")

    def test_two_who_want_one_name_at_once_get_one(self):
        clients = [self.join()[0] for _ in range(3)]
        for client in clients:
            client.send(type="register", name="Ann", password="correct horse")
        answers = [client.receive() for client in clients]
        self.assertEqual(["refused", "refused", "signed"], sorted(a["type"] for a in answers))
        self.assertEqual({"name-taken"}, {a["reason"] for a in answers if a["type"] == "refused"})

    def test_a_new_password_locks_out_whoever_had_the_old_one(self):
        here, _ = self.register("Ann")
        there, _ = self.join()
        there, _ = self.sign(there, type="sign-in", name="Ann", password="correct horse")
        self.refuse("wrong-password", here, type="password", old="wrong horse", new="battery staple")
        again, _ = self.sign(here, type="password", old="correct horse", new="battery staple")
        with self.assertRaises(Closed):
            there.receive()
        self.assertIsNone(self.join(there.cookie)[1]["you"]["name"])
        self.assertEqual("Ann", self.join(again.cookie)[1]["you"]["name"])
        stranger, _ = self.join()
        self.refuse("wrong-password", stranger, type="sign-in", name="Ann", password="correct horse")
        self.sign(stranger, type="sign-in", name="Ann", password="battery staple")

    # The cookie.

    def test_who_has_planted_a_cookie_is_not_signed_in_by_it(self):
        """Session fixation: Mallory knows the cookie with which Ann comes."""
        planted = new_cookie(self.port)
        mallory, _ = self.join(planted)
        ann, _ = self.join(planted)
        ann, _ = self.sign(ann, type="register", name="Ann", password="correct horse")
        with self.assertRaises(Closed):
            mallory.receive()
        self.assertIs(False, self.name_of(planted))
        out, _ = self.sign(ann, type="sign-out")
        self.assertIs(False, self.name_of(ann.cookie))
        again, _ = self.sign(out, type="sign-in", name="Ann", password="correct horse")
        self.assertIs(False, self.name_of(out.cookie))
        fresh, _ = self.sign(again, type="password", old="correct horse", new="battery staple")
        self.assertIs(False, self.name_of(again.cookie))
        self.assertEqual("Ann", self.name_of(fresh.cookie))

    def test_the_old_cookie_is_no_account_while_the_ticket_waits(self):
        """Whoever never fetches the new cookie has not become the account by the old one."""
        client, _ = self.join()
        game = Game(client, edition="duel")
        self.assertEqual("signed", self.signed(client, type="register", name="Ann",
                                               password="correct horse")["type"])
        again, welcome = self.join(client.cookie)
        self.assertEqual((None, []), (welcome["you"]["name"], welcome["games"]))
        self.refuse("unknown-game", again, type="resign", game=game.id)
        self.signed(again, type="sign-in", name="Ann", password="correct horse")
        self.assertIsNone(self.name_of(again.cookie))

    def test_a_ticket_is_good_once_and_for_its_browser(self):
        client, _ = self.join()
        ticket = self.signed(client, type="register", name="Ann", password="correct horse")["ticket"]
        for cookie, said in ((new_cookie(self.port), ticket), (client.cookie, ticket[:-1] + "_"),
                             (client.cookie, ""), (client.cookie, "A" * len(ticket))):
            answer = take_ticket(self.port, cookie, said)
            self.assertEqual(403, answer.status)
            self.assertNotIn("set-cookie", answer.headers)
        body = json.dumps({"ticket": ticket}).encode()
        for origin in ([], ["Origin: http://evil.example"], ["Authorization: Bearer x"],
                       ["Authorization: Bearer x", "Origin: http://evil.example"]):
            answer = request(self.port, "/api/session", "POST", body=body,
                             headers=[f"Cookie: flagfall={client.cookie}",
                                      f"Content-Length: {len(body)}", *origin])
            self.assertEqual(403, answer.status, origin)
        for body in (b"", b"{}", b"[]", b'{"ticket":1}', b"\xff"):
            answer = request(self.port, "/api/session", "POST", body=body,
                             headers=[f"Cookie: flagfall={client.cookie}",
                                      f"Origin: http://127.0.0.1:{self.port}",
                                      f"Content-Length: {len(body)}"])
            self.assertEqual(400, answer.status, body)
        answer = take_ticket(self.port, client.cookie, ticket)
        self.assertEqual(200, answer.status)
        self.assertEqual("Ann", self.name_of(read_cookie(answer)))
        self.assertEqual(403, take_ticket(self.port, client.cookie, ticket).status)
        self.assertEqual(403, take_ticket(self.port, read_cookie(answer), ticket).status)

    def test_a_ticket_of_before_a_new_password_is_void(self):
        ann, _ = self.register("Ann")
        thief, _ = self.join()
        ticket = self.signed(thief, type="sign-in", name="Ann", password="correct horse")["ticket"]
        self.sign(ann, type="password", old="correct horse", new="battery staple")
        self.assertEqual(403, take_ticket(self.port, thief.cookie, ticket).status)

    def test_a_store_that_fails_exchanges_no_cookie(self):
        client, _ = self.join()
        ticket = self.signed(client, type="register", name="Ann", password="correct horse")["ticket"]
        with sqlite3.connect(self.server.store, isolation_level=None) as lock:
            lock.execute("BEGIN IMMEDIATE")
            answer = take_ticket(self.port, client.cookie, ticket)
            self.assertEqual(503, answer.status)
            self.assertNotIn("set-cookie", answer.headers)
            lock.execute("ROLLBACK")
        lock.close()
        answers = []
        wait_for(lambda: answers.append(take_ticket(self.port, client.cookie, ticket))
                 or answers[-1].status != 503)
        self.assertEqual("Ann", self.name_of(read_cookie(answers[-1])))

    def test_a_cookie_that_nobody_made_is_none(self):
        for value in (os.urandom(32).hex(), os.urandom(52).hex(), new_cookie(self.port)[:64]):
            self.assertIs(False, self.name_of(value))
            answer = request(self.port, headers=[f"Cookie: flagfall={value}"])
            self.assertNotEqual(value, read_cookie(answer))
            answer = request(self.port, "/api/export", headers=[f"Cookie: flagfall={value}"])
            self.assertEqual(401, answer.status)

    def test_a_page_that_reloads_while_cookies_change_gets_no_third(self):
        client, _ = self.join()
        signed = self.signed(client, type="register", name="Ann", password="correct horse")
        next_cookie(self.port, client.cookie, signed)
        answer = request(self.port, headers=[f"Cookie: flagfall={client.cookie}"])
        self.assertNotIn("set-cookie", answer.headers)

    # Of a Flagfall whose cookies had no proof, as the store of schema 5 knows them.

    def make_old(self, *cookies):
        """The sessions of the store as the migration leaves them: for these, which are
        signed in, and for all guests with games."""
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            store.execute("UPDATE session SET old = 1")
            store.execute("INSERT OR IGNORE INTO session SELECT DISTINCT person, NULL, person,"
                          " NULL, 1, 0, unixepoch() * 1000 FROM seat WHERE kind = 1"
                          " AND person NOT IN (SELECT person FROM account)")
        store.close()
        self.server.start()

    def test_cookies_of_an_older_flagfall_go_on(self):
        guest, _ = self.join()
        game = Game(guest, edition="duel")
        ann, _ = self.register("Ann")
        stranger = new_cookie(self.port)
        self.make_old()
        old = guest.cookie[:64]
        self.assertEqual([game.id], [row["game"] for row in self.join(old)[1]["games"]])
        self.assertEqual("Ann", self.name_of(ann.cookie[:64]))
        self.assertIs(False, self.name_of(stranger[:64]))
        proved = read_cookie(request(self.port, headers=[f"Cookie: flagfall={old}"]))
        self.assertEqual(old, proved[:64])
        self.assertEqual([game.id], [row["game"] for row in self.join(proved)[1]["games"]])
        client, _ = self.sign(self.join(old)[0], type="sign-in", name="Ann",
                              password="correct horse")
        self.assertIs(False, self.name_of(old))
        self.assertIs(False, self.name_of(proved))
        client, welcome = self.sign(client, type="sign-out")
        self.assertEqual([game.id], [row["game"] for row in welcome["games"]])

    # Time.

    def age(self, days, column="used"):
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            store.execute(f"UPDATE session SET {column} = {column} - ?", (days * 86400000,))
        store.close()
        self.server.start()

    def test_a_session_ends_when_nobody_comes(self):
        guest, _ = self.join()
        game = Game(guest, edition="duel")
        self.register("Ann")
        client, _ = self.sign(guest, type="sign-in", name="Ann", password="correct horse")
        self.age(89)
        self.assertEqual("Ann", self.name_of(client.cookie))  # which begins the time anew
        self.age(89)
        self.assertEqual("Ann", self.name_of(client.cookie))
        self.age(91)
        again, welcome = self.join(client.cookie)
        self.assertEqual((None, [game.id]),
                         (welcome["you"]["name"], [row["game"] for row in welcome["games"]]))

    def test_a_session_ends_however_often_one_comes(self):
        client, _ = self.register("Ann")
        self.age(399, "created")
        self.assertEqual("Ann", self.name_of(client.cookie))
        self.age(2, "created")
        self.assertIsNone(self.name_of(client.cookie))

    def test_what_has_run_out_is_deleted(self):
        self.register("Ann")
        self.age(402)
        with sqlite3.connect(self.server.store) as store:
            wait_for(lambda: not store.execute("SELECT count(*) FROM session").fetchone()[0])
        store.close()

    def test_armies_are_kept_by_name(self):
        client, welcome = self.register("Ann")
        self.assertEqual([], welcome["armies"])
        letters = client.ask(type="suggest", edition="duel", style="random")["letters"]
        army = {"edition": "duel", "name": "left rush", "letters": letters}
        self.assertEqual([army], client.ask(type="save-army", **army)["armies"])
        other = {**army, "letters": client.ask(type="suggest", edition="duel",
                                               style="random")["letters"]}
        self.assertEqual([other], client.ask(type="save-army", **other)["armies"])
        self.assertEqual([other], self.join(client.cookie)[1]["armies"])
        self.refuse("wrong-length", client, type="save-army", edition="duel", name="x", letters=ARMY)
        self.refuse("bad-name", client, type="save-army", edition="duel", name=" ", letters=letters)
        self.refuse("unknown-edition", client, type="save-army", edition="chess", name="x",
                    letters=letters)
        self.assertEqual([], client.ask(type="drop-army", edition="duel", name="left rush")["armies"])
        guest, _ = self.join()
        self.refuse("not-signed-in", guest, type="save-army", **army)

    def test_a_person_who_leaves_is_forgotten(self):
        client, _ = self.register("Zwaantje")
        finished = Game(client, edition="duel")
        client.send(type="resign", game=finished.id)
        finished.take(client.until(lambda m: m.get("phase") == "over"))
        going_on = Game(client, edition="duel")
        self.refuse("wrong-password", client, type="erase", password="wrong horse")
        client, welcome = self.sign(client, type="erase", password="correct horse")
        self.assertEqual((None, []), (welcome["you"]["name"], welcome["games"]))
        self.refuse("wrong-password", client, type="sign-in", name="Zwaantje", password="correct horse")
        for game in (finished, going_on):
            state = client.ask(type="open", game=game.id)
            self.assertEqual(("over", None), (state["phase"], state["red"]["name"]), state)
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            self.assertFalse([line for line in store.iterdump() if "Zwaantje" in line])
        store.close()
        self.server.start()

    def test_who_has_the_game_open_is_told_that_a_person_has_left(self):
        ann, _ = self.register("Zwaantje")
        bob, _ = self.join()
        offer = ann.ask(type="challenge", edition="duel", seat="red")
        bob.ask(type="join", code=offer["code"])
        for client in (ann, bob):
            client.send(type="suggest", edition="duel", style="random")
            letters = client.until(lambda m: m["type"] == "suggestion")["letters"]
            client.send(type="setup", game=offer["game"], letters=letters)
        bob.until(lambda m: m.get("phase") == "play")
        ann.send(type="resign", game=offer["game"])
        over = bob.until(lambda m: m.get("phase") == "over")
        self.assertEqual("Zwaantje", over["red"]["name"])
        ann.send(type="erase", password="correct horse")
        after = bob.until(lambda m: m["type"] == "game" and not m["red"]["name"])
        self.assertEqual(("over", "resign"), (after["phase"], after["view"]["by"]))
        record = request(self.port, f"/game/{offer['game']}.ffr")
        self.assertEqual(200, record.status)
        self.assertNotIn(b"Zwaantje", record.body)

    def test_nobody_begins_another_game_against_who_has_left(self):
        ann, _ = self.join()
        bob, _ = self.join()
        offer = ann.ask(type="challenge", edition="duel", seat="red")
        game = bob.ask(type="join", code=offer["code"])["game"]
        ann.send(type="resign", game=game)
        ann.send(type="abort", game=game)
        bob.until(lambda m: m.get("phase") == "over")
        ann.send(type="rematch", game=game)
        bob.until(lambda m: m.get("rematch") == "red")
        ann.send(type="erase")
        ann.until(lambda m: m["type"] == "signed")
        bob.send(type="rematch", game=game)
        answer = bob.until(lambda m: m["type"] == "refused" or m.get("phase") == "setup")
        self.assertEqual(("refused", "not-begun"), (answer["type"], answer.get("reason")), answer)

    def test_a_guest_may_leave_without_a_password(self):
        client, _ = self.join()
        game = Game(client, edition="duel")
        client, welcome = self.sign(client, type="erase")
        self.assertEqual([], welcome["games"])
        self.assertEqual("over", client.ask(type="open", game=game.id)["phase"])

    def test_a_token_is_told_once_and_kept_as_a_hash(self):
        client, welcome = self.register("Robot")
        self.assertFalse(welcome["you"]["bot"])
        token = client.ask(type="token", bot=True, password="correct horse")["token"]
        self.assertTrue(self.join(client.cookie)[1]["you"]["bot"])
        self.assertNotEqual(token, client.ask(type="token", password="correct horse")["token"])
        self.assertTrue(self.join(client.cookie)[1]["you"]["bot"])
        with sqlite3.connect(self.server.store) as store:
            self.assertFalse([line for line in store.iterdump() if token in line])
        store.close()
        guest, _ = self.join()
        self.refuse("not-signed-in", guest, type="token", password="correct horse")

    def test_a_rated_game_moves_both_ratings(self):
        ann, _ = self.register("Ann")
        bob, _ = self.register("Bob")
        offer = ann.ask(type="challenge", edition="duel", seat="red", rated=True)
        guest, _ = self.join()
        self.refuse("not-signed-in", guest, type="join", code=offer["code"])
        self.refuse("not-signed-in", guest, type="challenge", edition="duel", seat="red", rated=True)
        game = bob.ask(type="join", code=offer["code"])
        self.assertEqual(("Ann", 1500, "Bob", 1500),
                         (game["red"]["name"], game["red"]["rating"], game["blue"]["name"],
                          game["blue"]["rating"]))
        for client in (ann, bob):
            client.send(type="suggest", edition="duel", style="random")
            letters = client.until(lambda m: m["type"] == "suggestion")["letters"]
            client.send(type="setup", game=game["game"], letters=letters)
        for client in (ann, bob):
            client.until(lambda m: m.get("phase") == "play")
        ann.send(type="resign", game=game["game"])
        over = bob.until(lambda m: m.get("phase") == "over")
        self.assertLess(over["rating"]["red"], 0)
        self.assertEqual(-over["rating"]["red"], over["rating"]["blue"])
        ratings = {name: self.join(client.cookie)[1]["you"]["ratings"]
                   for name, client in (("Ann", ann), ("Bob", bob))}
        self.assertEqual([("few", 1)], [(r["group"], r["games"]) for r in ratings["Bob"]])
        self.assertEqual(1500 + over["rating"]["red"], ratings["Ann"][0]["rating"])
        self.assertEqual(1500 + over["rating"]["blue"], ratings["Bob"][0]["rating"])

    def test_a_store_that_fails_makes_no_half_account(self):
        client, _ = self.join()
        with sqlite3.connect(self.server.store, isolation_level=None) as lock:
            lock.execute("BEGIN IMMEDIATE")
            self.refuse("store", client, type="register", name="Ann", password="correct horse")
            lock.execute("ROLLBACK")
        lock.close()
        wait_for(lambda: "reason" not in client.ask(type="new", edition="duel", seat="red",
                                                    opponent="random"))
        self.sign(client, type="register", name="Ann", password="correct horse")


# Rated puzzles

PUZZLES = os.path.join(HERE, "../../web/offline/puzzles.txt")


def read_set():
    """The page's puzzles: the fields of each by its name."""
    lines = [line for line in open(PUZZLES, encoding="utf-8") if line.startswith("puzzle=")]
    sets = [dict(pair.split("=", 1) for pair in line.split()) for line in lines]
    return {one["puzzle"]: one for one in sets}


SET = read_set()


class Solvers(Visitors):
    """The server deals puzzles near an account's rating, and the first answer counts."""

    arguments = ("--clock", "manual")

    def setUp(self):
        super().setUp()
        self.editions = {one["id"]: one for one in self.join()[1]["editions"]}

    def right(self, client, puzzle):
        return client.ask(type="answer", puzzle=puzzle["puzzle"], answer=SET[puzzle["puzzle"]]["answer"])

    def wrong(self, client, puzzle):
        """Another answer that is legal."""
        view, answer = puzzle["view"], SET[puzzle["puzzle"]]["answer"]
        if puzzle["kind"] == "flag":
            enemy = "-?"[puzzle["seat"] == "red"]
            places = [i for i, letter in enumerate(view["board"]) if letter == enemy]
            width = self.editions[puzzle["edition"]]["files"]
            squares = ["abcdefghik"[i % width] + str(i // width + 1) for i in places]
            other = next(square for square in squares if square != answer)
        else:
            other = next(move for move in view["moves"] if move.replace("x", "-") != answer.replace("x", "-"))
        return client.ask(type="answer", puzzle=puzzle["puzzle"], answer=other)

    def test_the_first_answer_counts_and_both_ratings_move(self):
        ann = self.register("Ann")[0]
        first = ann.ask(type="puzzle")
        self.assertEqual("puzzle", first["type"], first)
        self.assertEqual((1500, 350, 0, 0), tuple(first["you"][key] for key in ("rating", "deviation", "games", "streak")))
        self.assertEqual(first, ann.ask(type="puzzle"), "it stays until it is answered")
        solution = self.right(ann, first)
        self.assertEqual(("solution", True, 1, 1), (solution["type"], solution["right"], solution["you"]["games"], solution["you"]["streak"]))
        self.assertGreater(solution["change"], 0)
        self.assertEqual(1500 + solution["change"], solution["you"]["rating"])
        self.assertEqual("stale", self.wrong(ann, first)["reason"], "and no other answer does")
        second = ann.ask(type="puzzle")
        self.assertNotEqual(first["puzzle"], second["puzzle"])
        worse = self.wrong(ann, second)
        self.assertEqual((False, 0, 1), (worse["right"], worse["you"]["streak"], worse["you"]["best"]))
        self.assertLess(worse["change"], 0)
        rating, = [r for r in self.join(ann.cookie)[1]["you"]["ratings"] if r["group"] == "puzzles"]
        self.assertEqual((worse["you"]["rating"], 2), (rating["rating"], rating["games"]))
        bob = self.register("Bob")[0]
        for _ in range(8):
            puzzle = bob.ask(type="puzzle")
            self.right(bob, puzzle)
        self.assertEqual(8, bob.ask(type="puzzle")["you"]["streak"])

    def test_nothing_of_the_solution_is_said_before_the_answer(self):
        ann = self.register("Ann")[0]
        for _ in range(5):
            puzzle = ann.ask(type="puzzle")
            self.assertEqual({"type", "puzzle", "kind", "edition", "seat", "view", "you"}, set(puzzle))
            own = "-+" if puzzle["seat"] == "red" else "?!"
            enemy = "?!" if puzzle["seat"] == "red" else "-+"
            self.assertTrue(any(letter in enemy for letter in puzzle["view"]["board"]))
            self.assertFalse(any(letter in own for letter in puzzle["view"]["board"]))
            self.wrong(ann, puzzle)

    def test_who_may_and_what_is_refused(self):
        guest, _ = self.join()
        self.assertEqual("not-signed-in", guest.ask(type="puzzle")["reason"])
        ann = self.register("Ann")[0]
        self.assertEqual("stale", ann.ask(type="answer", puzzle="0" * 16, answer="a1")["reason"])
        puzzle = ann.ask(type="puzzle")
        self.assertEqual("bad-message", ann.ask(type="answer", puzzle=puzzle["puzzle"], answer="z99")["reason"])
        self.assertEqual(puzzle, ann.ask(type="puzzle"), "which is no answer")
        self.right(ann, puzzle)
        told = json.loads(request(self.port, "/api/export", headers=[f"Cookie: flagfall={ann.cookie}"]).body)
        self.assertEqual([(puzzle["puzzle"], True)], [(one["puzzle"], one["right"]) for one in told["puzzles"]])
        self.sign(ann, type="erase", password="correct horse")
        with sqlite3.connect(self.server.store) as store:
            for table in ("puzzle_try", "puzzle_solver", "rating"):
                self.assertEqual(0, store.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table)
        store.close()


class OwnPuzzles(unittest.TestCase):
    def test_a_hosts_file_adds_to_the_set_and_a_wrong_one_is_told(self):
        with Server(arguments=["--puzzles", PUZZLES]):
            pass
        server = Server(arguments=["--puzzles", os.path.join(HERE, "client.py")])
        self.addCleanup(server.folder.cleanup)
        with self.assertRaises(NotStarted) as caught:
            server.start()
        self.assertIn("--puzzles: line 1", str(caught.exception))


if __name__ == "__main__":
    main()
