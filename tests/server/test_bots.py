"""Bots: accounts that play over HTTP, as docs/bots.md tells."""

import contextlib
import errno
import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

from client import (FLAGFALL, PATIENCE, Client, Game, Server, main, new_cookie, next_cookie,
                    read_answer, request)


class Bot:
    """A bot's requests. `stream` gives lines, with a time limit for each."""

    def __init__(self, port, token):
        self.port = port
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method, path, form=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = urllib.parse.urlencode(form) if isinstance(form, dict) else form
        headers = dict(self.headers)
        if method == "POST" and body is None:
            headers["Content-Length"] = "0"
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        status, text = answer.status, answer.read()
        connection.close()
        return status, json.loads(text)

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, form=None):
        return self.ask("POST", path, form)

    def stream(self, path):
        return Stream(self, path)


class Stream:
    def __init__(self, bot, path):
        self.connection = http.client.HTTPConnection("127.0.0.1", bot.port, timeout=PATIENCE)
        self.connection.request("GET", path, headers=bot.headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.raw = []
        self.outages = []

    def line(self):
        """The next line as it came, b"" at the end."""
        line = self.answer.readline()
        self.raw.append(line)
        return line

    def next(self):
        """The next line that says something; None at the end."""
        for _ in range(100):  # an empty one each five seconds
            line = self.line()
            if line == b"":
                return None
            told = json.loads(line) if line.strip() else None
            if told and told["type"] != "outage":  # which may come between any two
                return told
            if told:
                self.outages.append(told)
        raise AssertionError("the stream says nothing")

    def outage(self):
        """What is told next of clocks that stand; what comes before it is let pass."""
        while not self.outages:
            line = self.line()
            message = json.loads(line) if line.strip() else {}
            if message.get("type") == "outage":
                self.outages.append(message)
        return self.outages.pop(0)

    def until(self, wanted):
        while True:
            line = self.next()
            if line is None:
                raise AssertionError("the stream has ended")
            if wanted(line):
                return line

    def close(self):
        self.answer.close()
        self.connection.close()


class Page(Bot):
    """The same requests as the page makes them: by its cookie, from its own origin."""

    def __init__(self, port, cookie):
        super().__init__(port, "")
        self.headers = {"Cookie": f"flagfall={cookie}", "Origin": f"http://127.0.0.1:{port}"}


class World(unittest.TestCase):
    arguments = ()

    def setUp(self):
        self.server = Server(arguments=self.arguments)
        self.server.start()
        self.addCleanup(self.server.folder.cleanup)
        self.addCleanup(self.server.stop)
        self.port = self.server.port

    def join(self, cookie=None):
        client = Client(self.port, cookie or new_cookie(self.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def account(self, name, bot=True):
        """A new account: its client, and a bot with its token."""
        client = self.join()
        client.send(type="register", name=name, password="correct horse")
        signed = client.until(lambda answer: answer["type"] == "signed")
        client = self.join(next_cookie(self.port, client.cookie, signed))
        client.send(type="token", bot=bot, password="correct horse")
        token = client.until(lambda answer: answer["type"] == "token")["token"]
        return client, Bot(self.port, token)

    def army(self, client, edition="duel", style="random"):
        client.send(type="suggest", edition=edition, style=style)
        return client.until(lambda answer: answer["type"] == "suggestion")["letters"]

    def stream(self, bot, path):
        stream = bot.stream(path)
        self.addCleanup(stream.close)
        return stream


class Bots(World):
    def test_who_it_is(self):
        _, bot = self.account("Robot")
        status, you = bot.get("/api/account")
        self.assertEqual((200, "Robot", True), (status, you["username"], you["bot"]))

    def test_two_that_take_any_opponent_meet(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        streams = [self.stream(bot, "/api/stream/event") for bot in (ann, bob)]
        wish = {"editions": "duel,barrage", "clocks": "5+3 3d", "bots": "true"}
        self.assertEqual(400, ann.post("/api/seek")[0])
        self.assertEqual(400, ann.post("/api/seek", {**wish, "clocks": "9+9"})[0])
        self.assertEqual(200, ann.post("/api/seek", wish)[0])
        self.assertEqual(200, ann.post("/api/seek/cancel")[0])
        self.assertEqual(200, ann.post("/api/seek", json.dumps(
            {"editions": ["duel"], "clocks": ["3d"], "bots": True}))[0])
        self.assertEqual(200, bob.post("/api/seek", wish)[0])
        games = [stream.until(lambda line: line["type"] == "gameStart")["game"]
                 for stream in streams]
        self.assertEqual(games[0]["id"], games[1]["id"])
        self.assertEqual(("duel", 3), (games[0]["edition"], games[0]["terms"]["clock"]["days"]))
        self.assertEqual({"red", "blue"}, {game["seat"] for game in games})

    def test_finished_games_are_found_by_filters_page_by_page(self):
        client, ann = self.account("Ann", bot=False)
        played = []
        for edition in ("barrage", "tournament", "barrage"):
            game = Game.going_on(client, random.Random(1), 2, edition=edition)
            game.take(client.ask(type="resign", game=game.id))
            played.insert(0, game.id)
        status, found = ann.post("/api/history", {"edition": "barrage", "against": "computer", "result": "lost"})
        self.assertEqual((200, "history", None), (status, found["type"], found["before"]))
        listed = [row["game"] for row in found["games"]]  # others may have been lost at once
        self.assertEqual([played[0], played[2]], [game for game in listed if game in played])
        self.assertEqual({"barrage"}, {row["edition"] for row in found["games"]})
        self.assertIn(played[1], self.games_of(ann, json.dumps({"edition": "tournament"}))[1])
        self.assertEqual((200, []), self.games_of(ann, {"edition": "barrage", "rated": "true"}))
        self.assertEqual((200, []), self.games_of(ann, {"before": 1}))
        self.assertEqual((400, "bad-message"), self.refusal(ann, {"result": "perhaps"}))
        self.assertEqual((400, "unknown-edition"), self.refusal(ann, {"edition": "nope"}))
        self.assertEqual(200, ann.post("/api/history", {"edition": ""})[0])
        self.assertEqual((404, "unknown-name"), self.refusal(ann, {"name": "Nobody"}))
        self.assertEqual(401, Bot(self.port, "wrong").post("/api/history")[0])

    @staticmethod
    def games_of(bot, asked):
        status, found = bot.post("/api/history", asked)
        return status, [row["game"] for row in found["games"]]

    @staticmethod
    def refusal(bot, asked):
        status, why = bot.post("/api/history", asked)
        return status, why["reason"]

    def test_a_token_is_its_accounts_whoever_the_browser_is_now(self):
        """The browser that registered has signed out, and in to somebody else's."""
        client, bot = self.account("Robot")
        other, _ = self.account("Other", bot=False)
        client.send(type="sign-out")
        signed = client.until(lambda answer: answer["type"] == "signed")
        self.assertEqual("Robot", bot.get("/api/account")[1]["username"])
        client = self.join(next_cookie(self.port, client.cookie, signed))
        client.send(type="sign-in", name="Other", password="correct horse")
        signed = client.until(lambda answer: answer["type"] == "signed")
        next_cookie(self.port, client.cookie, signed)
        self.assertEqual("Robot", bot.get("/api/account")[1]["username"])

    def test_a_cookie_serves_from_the_pages_origin_alone(self):
        page = Page(self.port, new_cookie(self.port))
        status, game = page.post("/api/challenge/ai", {"edition": "duel", "level": "random"})
        self.assertEqual((200, "duel"), (status, game["edition"]))
        for origin in ("https://example.org", "null", ""):
            page.headers["Origin"] = origin
            self.assertIn(page.post("/api/challenge/ai", {"edition": "duel"})[0], (401, 403), origin)
            self.assertIn(page.get("/api/account")[0], (401, 403), origin)

    def test_a_cookie_that_another_has_replaced_is_nobodys(self):
        _, bot = self.account("Robot")
        client = self.join()
        client.send(type="register", name="Ann", password="correct horse")
        signed = client.until(lambda answer: answer["type"] == "signed")
        next_cookie(self.port, client.cookie, signed)
        self.assertEqual("Robot", bot.get("/api/account")[1]["username"])
        self.assertEqual(401, Page(self.port, client.cookie).get("/api/account")[0])
        self.assertEqual(401, Page(self.port, client.cookie).get("/api/stream/event")[0])

    def test_a_stream_by_cookie_ends_with_its_session_and_not_with_a_token(self):
        client, _ = self.account("Ann")
        page = Page(self.port, client.cookie)
        stream = self.stream(page, "/api/stream/event")
        client.send(type="token", bot=False, password="correct horse")  # another one: who has the old one leaves
        client.until(lambda answer: answer["type"] == "token")
        status, game = page.post("/api/challenge/ai", {"edition": "duel", "level": "random"})
        self.assertEqual(200, status)
        stream.until(lambda line: game["id"] in json.dumps(line))
        client.send(type="sign-out")
        signed = client.until(lambda answer: answer["type"] == "signed")
        next_cookie(self.port, client.cookie, signed)
        while stream.next():
            continue

    def test_without_a_token_nothing_is_answered(self):
        _, bot = self.account("Robot")
        cookie = new_cookie(self.port)
        for token in ("", "nonsense", "0" * 500, bot.headers["Authorization"][7:-1]):
            stranger = Bot(self.port, token)
            for method, path in (("GET", "/api/account"), ("GET", "/api/stream/event"),
                                 ("GET", "/api/bot/game/stream/x"),
                                 ("POST", "/api/challenge/open"),
                                 ("POST", "/api/bot/game/x/resign")):
                status, answer = stranger.ask(method, path)
                self.assertEqual((401, "token"), (status, answer["reason"]), (token, path))
        # A page's cookie is no token, and another page cannot use it so.
        answer = request(self.port, "/api/challenge/open", "POST",
                         headers=[f"Cookie: flagfall={cookie}", "Content-Length: 0",
                                  "Origin: http://evil.example"])
        self.assertEqual(403, answer.status)

    def test_requests_that_are_none_are_refused(self):
        _, bot = self.account("Robot")
        for path, form, status in (
                ("/api/bot/game/x/fly", None, 404), ("/api/challenge/open/fly", None, 404),
                ("/api/bot/game/x/resign", None, 404), ("/api/bot/game/x/move/a4-a5", None, 404),
                ("/api/bot/game/x/move/zz", None, 404),
                ("/api/challenge/open", "{", 400), ("/api/challenge/open", "{\"edition\":1", 400),
                ("/api/challenge/open", b"edition=%ff", 400),
                ("/api/challenge/open", {"edition": "nope"}, 400),
                ("/api/challenge/open", {"color": "green"}, 400),
                ("/api/challenge/open", {"clock.limit": "1"}, 400),
                ("/api/challenge/open", {"clock.limit": "ten"}, 400),
                ("/api/challenge/open", {"rated": "perhaps"}, 400),
                ("/api/challenge/nobody", {"edition": "duel"}, 404),
                ("/api/challenge/Robot", {"edition": "duel"}, 400)):
            answer = bot.post(path, form)
            self.assertEqual(status, answer[0], (path, form, answer))
            self.assertTrue(answer[1]["error"] and answer[1]["reason"])

    def test_what_has_nothing_to_say_needs_no_length(self):
        client, bot = self.account("Robot")
        client.send(type="new", edition="duel", seat="red", opponent="random")
        game = client.until(lambda answer: answer["type"] == "game")["game"]
        headers = [f"{name}: {value}" for name, value in bot.headers.items()]
        for act, status in (("draw/no", 400), ("abort", 200), ("abort", 400)):
            answer = request(self.port, f"/api/bot/game/{game}/{act}", "POST", headers=headers)
            self.assertEqual((status, "close"), (answer.status, answer.headers["connection"]), act)

    def test_json_says_what_it_means_and_a_form_in_text(self):
        _, bot = self.account("Robot")
        for said in ({"rated": "true"}, {"clock.limit": "600"}, {"clock.days": "3"}, {"memory": 1},
                     {"color": 1}, {"edition": True}):
            status, answer = bot.post("/api/challenge/link", json.dumps({"edition": "duel", **said}))
            self.assertEqual((400, "bad-message"), (status, answer.get("reason")), said)
            self.assertIn(next(iter(said)), answer["error"])
        said = {"edition": "duel", "rated": True, "clock.limit": 600}
        for body in (json.dumps(said), {**said, "rated": "true"}):
            status, game = bot.post("/api/challenge/link", body)
            terms = game["terms"]
            self.assertEqual((200, True, 600), (status, terms["rated"], terms["clock"]["bank"]))

    def test_a_word_that_is_neither_yes_nor_no_is_refused(self):
        _, bot = self.account("Robot")
        for path in ("draw/maybe", "draw/YES", "pause/on"):
            status, answer = bot.post(f"/api/bot/game/x/{path}")
            self.assertEqual((400, "bad-message"), (status, answer["reason"]))
            self.assertIn("yes or no", answer["error"])
        for path in ("draw/yes", "draw/no", "draw/true", "pause/false"):
            self.assertEqual(404, bot.post(f"/api/bot/game/x/{path}")[0], path)

    def test_a_refusal_names_what_the_bot_wrote(self):
        _, bot = self.account("Robot")
        for said, reason, words in (({"color": "green"}, "bad-message", "`color` is red"),
                                    ({"seat": "green"}, "bad-message", "`seat` is red"),
                                    ({"level": "3"}, "unknown-opponent", "`level` is a name, such as `level:"),
                                    ({}, "unknown-opponent", "`level` is a name")):
            form = {"level": "random", **said} if "level" not in said and said else said
            status, answer = bot.post("/api/challenge/ai", form)
            self.assertEqual((400, reason), (status, answer["reason"]), said)
            self.assertIn(words, answer["error"])

    def test_bytes_after_a_body_act_only_once(self):
        _, bot = self.account("Robot")
        head = (f"POST /api/challenge/link HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Authorization: {bot.headers['Authorization']}\r\n"
                "Content-Length: 12\r\n\r\nedition=duel").encode()
        for end in (b"x", b"edition=duel", b"\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
                sock.sendall(head + end)
                try:
                    sock.shutdown(socket.SHUT_WR)
                    while sock.recv(65536):
                        pass
                except OSError as error:
                    self.assertIn(error.errno, (errno.ECONNRESET, errno.ENOTCONN))
        numbers = request(self.port, "/metrics").body.decode()
        self.assertRegex(numbers, r"(?m)^flagfall_persons 1$")  # who has registered
        with sqlite3.connect(self.server.store) as store:
            games, = store.execute("SELECT count(*) FROM game").fetchone()
        store.close()
        self.assertLessEqual(games, 3)

    def test_an_army_in_the_path_is_refused_by_name(self):
        client, bot = self.account("Robot")
        client.send(type="new", edition="duel", seat="red", opponent="random")
        game = client.until(lambda answer: answer["type"] == "game")["game"]
        status, answer = bot.post(f"/api/bot/game/{game}/setup/{self.army(client)}")
        self.assertEqual((410, "moved"), (status, answer["reason"]))
        self.assertIn(f"/api/bot/game/ID/setup with `letters`", answer["error"])
        self.assertEqual(400, bot.post(f"/api/bot/game/{game}/setup")[0])
        for form in ({"letters": self.army(client)}, json.dumps({"letters": self.army(client)})):
            status, answer = bot.post(f"/api/bot/game/{game}/setup", form)
            self.assertIn((status, answer.get("reason")), ((200, None), (400, "begun")))

    def test_the_path_says_which_game_whatever_the_body_says(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        mine = ann.post("/api/challenge/link", {"edition": "duel", "to": "Bob", "open": "true"})[1]
        self.assertEqual((False, True), (mine["terms"]["open"], bool(mine["code"])))
        other = bob.post("/api/challenge/open", {"edition": "duel"})[1]
        self.assertEqual(404, bob.post("/api/challenge/nothing/accept", {"code": mine["code"]})[0])
        self.assertEqual(404, bob.post("/api/challenge/nothing/cancel", {"game": other["id"]})[0])
        self.assertEqual(200, bob.post(f"/api/challenge/{other['id']}/cancel")[0])

    def test_a_game_of_two_bots(self):
        ann, red = self.account("Ann")
        _, blue = self.account("Bob")
        events = self.stream(blue, "/api/stream/event")
        own = self.stream(red, "/api/stream/event")
        status, game = red.post("/api/challenge/Bob", {"edition": "duel", "color": "red",
                                                       "clock.limit": 60, "clock.increment": 2})
        self.assertEqual((200, "waiting"), (status, game.get("phase")), game)
        offer = events.next()
        self.assertEqual(("challenge", game["id"]), (offer["type"], offer["challenge"]["id"]))
        self.assertEqual("Ann", offer["challenge"]["red"]["name"])
        self.assertEqual((200, {"ok": True}), blue.post(f"/api/challenge/{game['id']}/accept"))
        for stream in (events, own):
            start = stream.next()
            self.assertEqual(("gameStart", game["id"]), (start["type"], start["game"]["id"]))
        streams = [self.stream(bot, f"/api/bot/game/stream/{game['id']}") for bot in (red, blue)]
        for stream, seat in zip(streams, ("red", "blue")):
            full = stream.next()
            self.assertEqual(("gameFull", seat, "setup"),
                             (full["type"], full["seat"], full["phase"]))
        for bot in (red, blue):
            letters = self.army(ann)
            self.assertEqual(200, bot.post(f"/api/bot/game/{game['id']}/setup",
                                           {"letters": letters})[0])
        rng, ply, states = random.Random(1), 0, [None, None]
        while True:
            for i in (0, 1):
                states[i] = streams[i].until(
                    lambda line: line["phase"] == "over" or
                    (line["phase"] == "play" and line["view"]["plies"] >= ply))
            if "over" in (states[0]["phase"], states[1]["phase"]):
                break
            mover = ply % 2
            waiter = (blue, red)[mover]
            move = rng.choice(states[mover]["view"]["moves"])
            if ply < 4:
                status, answer = waiter.post(f"/api/bot/game/{game['id']}/move/{move}")
                self.assertEqual((400, "not-yours"), (status, answer["reason"]))
                hidden = set("NOPQRSTUVWXY" if mover == 0 else "BCDEFGHIJKLM")
                self.assertFalse(hidden & set(states[mover]["view"]["board"]))
            bot = (red, blue)[mover]
            self.assertEqual((200, {"ok": True}),
                             bot.post(f"/api/bot/game/{game['id']}/move/{move}"))
            ply += 1
            if ply == 60:
                red.post(f"/api/bot/game/{game['id']}/resign")
                break
        for stream in (events, own):
            end = stream.until(lambda line: line["type"] != "challenge")
            self.assertEqual(("gameFinish", game["id"]), (end["type"], end["game"]["id"]))
            self.assertNotEqual("*", end["game"]["result"])

    def test_an_offer_that_is_taken_back_or_declined(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        events = self.stream(bob, "/api/stream/event")
        for who, word in ((ann, "cancel"), (bob, "decline")):
            _, game = ann.post("/api/challenge/Bob", {"edition": "duel"})
            self.assertEqual("challenge", events.next()["type"])
            self.assertEqual(200, who.post(f"/api/challenge/{game['id']}/{word}")[0])
            self.assertEqual("challengeCanceled", events.next()["type"])

    def test_a_stream_begins_with_what_there_is(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        _, game = ann.post("/api/challenge/Bob", {"edition": "duel"})
        stream = self.stream(bob, "/api/stream/event")
        self.assertEqual(("challenge", game["id"]),
                         (lambda line: (line["type"], line["challenge"]["id"]))(stream.next()))
        bob.post(f"/api/challenge/{game['id']}/accept")
        self.assertEqual("gameStart", stream.next()["type"])
        self.assertEqual("gameStart", self.stream(ann, "/api/stream/event").next()["type"])

    def test_streams_tell_that_the_store_fails_and_that_it_works_again(self):
        _, bot = self.account("Robot")
        game = bot.post("/api/challenge/ai", {"edition": "duel", "level": "random"})[1]["id"]
        streams = [self.stream(bot, path) for path in ("/api/stream/event", f"/api/bot/game/stream/{game}")]
        for stream in streams:
            stream.next()
        with contextlib.closing(sqlite3.connect(self.server.store, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.assertEqual(503, bot.post(f"/api/bot/game/{game}/resign")[0])
            for stream in streams:
                told = stream.outage()
                self.assertEqual(("outage", True, None), (told["type"], told["on"], told["ended"]))
        for stream in streams:
            told = stream.outage()
            self.assertEqual(("outage", False), (told["type"], told["on"]))
        self.assertEqual(200, bot.post(f"/api/bot/game/{game}/resign")[0])

    def test_silence_is_broken_by_empty_lines(self):
        _, bot = self.account("Robot")
        stream = self.stream(bot, "/api/stream/event")
        self.assertEqual(200, stream.status)
        self.assertEqual(b"\n", stream.line())

    def test_who_says_something_to_a_stream_ends_it(self):
        """Else the loop would ask again and again for a byte that nobody wants."""
        _, bot = self.account("Robot")
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            sock.sendall(f"GET /api/stream/event HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                         f"Authorization: {bot.headers['Authorization']}\r\n\r\n".encode())
            heard = b""
            while b"\r\n\r\n" not in heard:
                heard += sock.recv(65536)
            sock.sendall(b"x")
            beats = 0
            while sock.recv(65536):
                beats += 1
                self.assertLess(beats, 3)

    def raw_stream(self, bot, method="GET", version="1.1", headers=()):
        """A request for the stream of events, as it is written here."""
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.addCleanup(sock.close)
        lines = [f"{method} /api/stream/event HTTP/{version}", f"Host: 127.0.0.1:{self.port}",
                 f"Authorization: {bot.headers['Authorization']}", *headers, "", ""]
        sock.sendall("\r\n".join(lines).encode())
        return sock.makefile("rb")

    def test_who_closes_afterwards_has_a_stream_that_lasts(self):
        """`Connection: close`, or HTTP/1.0, is about the next request, and not this one."""
        _, bot = self.account("Robot")
        streams = [self.raw_stream(bot, headers=["Connection: close"]),
                   self.raw_stream(bot, version="1.0")]
        for stream in streams:
            self.assertIn(b" 200 ", stream.readline())
        offer = bot.post("/api/challenge/ai", {"edition": "duel", "level": "random"})[1]["id"]
        for stream in streams:
            line = next(line for line in stream if b"gameStart" in line)
            self.assertEqual(offer, json.loads(line)["game"]["id"])

    def test_head_tells_how_a_stream_begins_and_ends(self):
        _, bot = self.account("Robot")
        head, _, rest = self.raw_stream(bot, method="HEAD").read().partition(b"\r\n\r\n")
        self.assertIn(b" 200 ", head)
        self.assertIn(b"application/x-ndjson", head)
        self.assertEqual(b"", rest)

    def test_games_of_others_are_unknown(self):
        _, ann = self.account("Ann")
        _, eve = self.account("Eve")
        client = self.join()
        game = Game(client, edition="duel")
        stream = eve.stream(f"/api/bot/game/stream/{game.id}")
        self.assertEqual(404, stream.status)
        stream.close()
        self.assertEqual(404, eve.post(f"/api/bot/game/{game.id}/resign")[0])

    def test_a_game_against_the_computer(self):
        ann, bot = self.account("Robot")
        status, game = bot.post("/api/challenge/ai", {"edition": "duel", "level": "random",
                                                      "color": "red"})
        self.assertEqual(200, status, game)
        stream = self.stream(bot, f"/api/bot/game/stream/{game['id']}")
        bot.post(f"/api/bot/game/{game['id']}/setup", {"letters": self.army(ann)})
        state = stream.until(lambda line: line["phase"] in ("play", "over"))
        if state["phase"] == "play":
            bot.post(f"/api/bot/game/{game['id']}/move/{state['view']['moves'][0]}")
            stream.until(lambda line: line["phase"] == "over" or line["view"]["plies"] >= 2)

    def test_a_move_is_taken_back_and_a_game_pauses(self):
        ann, bot = self.account("Robot")
        _, game = bot.post("/api/challenge/ai", {"edition": "duel", "level": "random",
                                                 "color": "red"})
        at = f"/api/bot/game/{game['id']}"
        stream = self.stream(bot, f"/api/bot/game/stream/{game['id']}")
        bot.post(f"{at}/setup", {"letters": self.army(ann, style="corner")})
        state = stream.until(lambda line: line["phase"] == "play")
        quiet = next(move for move in state["view"]["moves"] if "x" not in move)  # which ends no game
        status, refused = bot.post(f"{at}/takeback")
        self.assertEqual((400, "too-early"), (status, refused["reason"]))
        bot.post(f"{at}/move/{quiet}")
        stream.until(lambda line: line["view"]["plies"] == 2)
        self.assertEqual((200, {"ok": True}), bot.post(f"{at}/takeback"))
        stream.until(lambda line: line["view"]["plies"] == 0)
        self.assertEqual((200, {"ok": True}), bot.post(f"{at}/pause/yes"))
        stream.until(lambda line: line["paused"])
        status, refused = bot.post(f"{at}/move/{quiet}")
        self.assertEqual((400, "paused"), (status, refused["reason"]))
        self.assertEqual((200, {"ok": True}), bot.post(f"{at}/pause/no"))
        stream.until(lambda line: not line["paused"])

    def test_what_is_for_computers_is_refused_between_people(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        _, game = ann.post("/api/challenge/Bob", {"edition": "duel"})
        bob.post(f"/api/challenge/{game['id']}/accept")
        for word in ("pause/yes", "takeback"):
            status, refused = ann.post(f"/api/bot/game/{game['id']}/{word}")
            self.assertEqual(400, status)
            self.assertIn(refused["reason"], ("not-computer", "not-begun"))

    def test_an_invitation_is_taken_by_its_code(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        _, game = ann.post("/api/challenge/link", {"edition": "duel", "color": "red"})
        status, refused = bob.post("/api/challenge/code/AAAAAAAA")
        self.assertEqual((404, "unknown-code"), (status, refused["reason"]))
        status, joined = bob.post(f"/api/challenge/code/{game['code']}")
        self.assertEqual((200, game["id"], "blue", "setup"),
                         (status, joined["id"], joined["seat"], joined["phase"]))

    def test_ones_games_and_the_lobby_are_listed(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob")
        self.assertEqual((200, {"games": []}), ann.get("/api/account/playing"))
        self.assertEqual(401, Bot(self.port, "nobody").get("/api/account/playing")[0])
        own = self.stream(ann, "/api/stream/lobby")
        lobby = self.stream(bob, "/api/stream/lobby")
        self.assertEqual(("lobby", []), (lambda l: (l["type"], l["challenges"]))(lobby.next()))
        _, game = ann.post("/api/challenge/open", {"edition": "duel", "color": "red"})
        offer = lobby.until(lambda line: line["challenges"])["challenges"][0]
        self.assertEqual((game["id"], "blue", "Ann", False),
                         (offer["game"], offer["seat"], offer["by"]["name"], offer["mine"]))
        self.assertTrue(own.until(lambda line: line["challenges"])["challenges"][0]["mine"])
        bob.post(f"/api/challenge/{game['id']}/accept")
        lobby.until(lambda line: not line["challenges"])
        for bot, seat in ((ann, "red"), (bob, "blue")):
            rows = bot.get("/api/account/playing")[1]["games"]
            self.assertEqual([(game["id"], seat, "setup")],
                             [(row["game"], row["seat"], row["phase"]) for row in rows])

    def test_a_name_with_a_space_is_written_in_a_path_as_paths_write_it(self):
        _, ann = self.account("Ann")
        _, bob = self.account("Bob Stone")
        status, game = ann.post("/api/challenge/Bob%20Stone", {"edition": "duel"})
        self.assertEqual(200, status, game)

    def test_a_stop_ends_streams(self):
        _, bot = self.account("Robot")
        stream = self.stream(bot, "/api/stream/event")
        self.assertEqual(0, self.server.stop())
        self.assertIsNone(stream.next())
        self.server.start()

    def test_the_example_plays_a_game_of_its_edition_and_declines_others(self):
        ann, _ = self.account("Ann", bot=False)
        other, bot = self.account("Robot")
        token = bot.headers["Authorization"][7:]
        path = os.path.join(os.path.dirname(__file__), "../../examples/server_bot.py")
        process = subprocess.Popen([sys.executable, path, f"http://127.0.0.1:{self.port}", token,
                                    "duel", self.army(other)], stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        ann.send(type="challenge", edition="tournament", seat="red", to="Robot", open=False, rated=False)
        other_game = ann.until(lambda answer: answer["type"] == "game")["game"]
        ann.until(lambda answer: answer.get("game") == other_game and answer.get("phase") == "over")
        ann.send(type="challenge", edition="duel", seat="red", to="Robot", open=False, rated=False)
        game = ann.until(lambda answer: answer["type"] == "game")
        ann.until(lambda answer: answer["type"] == "game" and answer["phase"] == "setup")
        ann.send(type="setup", game=game["game"], letters=self.army(ann))
        rng, ply = random.Random(2), -1
        while True:
            state = ann.until(lambda answer: answer["type"] == "game" and
                              answer["phase"] in ("play", "over"))
            view = state["view"]
            if state["phase"] == "over":
                break
            if view["moves"] and view["plies"] > ply:
                ply = view["plies"]
                if ply >= 40:
                    ann.send(type="resign", game=game["game"])
                    continue
                source, target = rng.choice(view["moves"]).replace("x", "-").split("-")
                ann.send(type="move", game=game["game"], ply=ply, **{"from": source, "to": target})
        line = json.loads(process.stdout.readline())
        self.assertEqual(game["game"], line["game"]["id"])


class Proxied(World):
    arguments = ("--clock", "manual", "--proxy", "127.0.0.2", "--per-address", "4")

    def connect(self):
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE,
                                        source_address=("127.0.0.2", 0))
        self.addCleanup(sock.close)
        return sock

    def send(self, sock, bot, source, path):
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                     f"X-Forwarded-For: {source}\r\n"
                     f"Authorization: {bot.headers['Authorization']}\r\n\r\n".encode())

    def ask(self, sock, bot, source, path):
        self.send(sock, bot, source, path)
        return read_answer(sock).status

    def halt(self):
        self.server.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.server.process.pid, os.WUNTRACED)

    def test_a_stream_that_failed_keeps_no_place_of_its_address(self):
        """The proxy's connection goes on, with requests of somebody else."""
        client, bot = self.account("Robot")
        for _ in range(4):
            sock = self.connect()
            self.assertEqual(200, self.ask(sock, bot, "192.0.2.1", "/"))
            with sqlite3.connect(self.server.store, isolation_level=None) as lock:
                lock.execute("BEGIN IMMEDIATE")
                self.halt()  # so that all comes at once, and no batch of it can be stored
                for _ in range(400):
                    client.send(type="new", edition="duel", seat="red", opponent="random")
                self.send(sock, bot, "192.0.2.1", "/api/stream/event")
                self.server.process.send_signal(signal.SIGCONT)
                self.assertEqual(503, read_answer(sock).status)
                for _ in range(400):
                    self.assertEqual("store", client.receive()["reason"])
                lock.execute("ROLLBACK")
            lock.close()
            self.assertEqual(200, self.ask(sock, bot, "192.0.2.3", "/"))
            sock.close()
            self.server.pass_time(30)
        self.assertEqual(200, self.ask(self.connect(), bot, "192.0.2.1", "/api/stream/event"))


class Bridge(World):
    """`flagfall bridge`: a player of ours, or a program, as a bot."""

    def bridge(self, token, *arguments):
        process = subprocess.Popen(
            [FLAGFALL, "bridge", "--server", f"http://127.0.0.1:{self.port}", "--token", token,
             "--movetime", "20", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def challenge(self, bot, **form):
        status, game = bot.post("/api/challenge/Robot", {"edition": "barrage", **form})
        self.assertEqual(200, status, game)
        return game["id"]

    def play(self, client, bot, game, plies, rng):
        """Plays on from wherever the game is until so many plies; the last state."""
        stream = self.stream(bot, f"/api/bot/game/stream/{game}")
        while True:
            state = stream.next()
            if state["phase"] == "setup" and state["setup"] is None:
                bot.post(f"/api/bot/game/{game}/setup",
                         {"letters": self.army(client, 'barrage')})
            if state["phase"] == "over":
                return state
            if state["phase"] == "play" and state["view"]["moves"]:
                if state["view"]["plies"] >= plies:
                    stream.close()
                    return state
                bot.post(f"/api/bot/game/{game}/move/{rng.choice(state['view']['moves'])}")

    def test_it_plays_through_a_restart_of_the_server_and_of_its_own(self):
        folder = tempfile.TemporaryDirectory()  # a program's folder is copied for each game
        self.addCleanup(folder.cleanup)
        program = shutil.copy(FLAGFALL, folder.name)
        for player in ("level:2", f"engine:{program} engine --level 1"):
            name = "Ann" if player == "level:2" else "Eve"
            client, ann = self.account(name, bot=False)
            if name == "Ann":
                _, robot = self.account("Robot")
            token = robot.headers["Authorization"][7:]
            process = self.bridge(token, player)
            game = self.challenge(ann, **{"clock.limit": 300, "clock.increment": 5})
            rng = random.Random(7)
            self.play(client, ann, game, 8, rng)
            self.server.stop()
            self.server.start()
            client = self.join(client.cookie)
            state = self.play(client, ann, game, 14, rng)
            process.kill()
            process.wait()
            process = self.bridge(token, "--count", "1", player)
            if state["phase"] != "over":
                state = self.play(client, ann, game, 20, rng)
            ann.post(f"/api/bot/game/{game}/resign")
            if state["phase"] != "over":
                said, complaints = process.communicate(timeout=PATIENCE)
                self.assertEqual((0, b""), (process.returncode, complaints))
                self.assertNotIn(b"refused", said)
            else:
                process.kill()  # it would take up the next one's game
                process.wait()

    def test_it_declines_what_it_is_not_to_play(self):
        _, ann = self.account("Ann", bot=False)
        _, robot = self.account("Robot")
        events = self.stream(ann, "/api/stream/event")
        process = self.bridge(robot.headers["Authorization"][7:], "--clock", "no", "--editions",
                              "barrage,duel", "random")
        for form in ({"edition": "tournament"}, {"clock.limit": 60}, {"memory": "true"}):
            self.challenge(ann, **form)
            self.assertEqual("challengeCanceled", events.next()["type"])
        self.challenge(ann)
        self.assertEqual("gameStart", events.next()["type"])
        self.challenge(ann)  # one at once
        self.assertEqual("challengeCanceled", events.next()["type"])

    def program(self, text):
        """A program of this text, in a folder of its own: as a player for the bridge."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "program")
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return "engine:" + path

    def tells(self, process, *words):
        """Reads what the bridge says up to one of these words, which it returns."""
        while True:
            said = process.stdout.readline()
            self.assertTrue(said, f"the bridge ends without {words}")
            self.assertNotIn(b"refused", said)
            for word in words:
                if word in said:
                    return word

    def begin(self, process, bot):
        """Has the bridge begin a game, as soon as it is free for it."""
        while True:
            game = self.challenge(bot, color="blue")
            if self.tells(process, b" begins", b" declined: busy") == b" begins":
                return game

    def test_a_program_that_fails_gives_its_game_up_and_the_bridge_goes_on(self):
        client, ann = self.account("Ann", bot=False)
        _, robot = self.account("Robot")
        ready = "#!/bin/sh\nwhile read -r word rest; do case $word in\nflagfall) echo ready 1;;\n"
        for text, fault in (
                ("#!/bin/sh\nexit 7\n", b"the program has ended, status 7 (shaking hands)"),
                (ready + "setup) echo setup ABC;;\nesac; done\n", b"the set-up: "),
                (ready + "setup) exit 0;;\nesac; done\n", b"the program has ended"),
                (ready + "setup) echo setup " + self.army(client, "barrage") +
                 ";;\ngo) kill -SEGV $$;;\nesac; done\n", b"the program has ended, signal 11 (on its turn)")):
            process = self.bridge(robot.headers["Authorization"][7:], self.program(text))
            for _ in range(2):  # the second is not declined: the first is over
                game = self.begin(process, ann)
                if "SEGV" in text:
                    stream = self.stream(ann, f"/api/bot/game/stream/{game}")
                    ann.post(f"/api/bot/game/{game}/setup",
                             {"letters": self.army(client, "barrage")})
                    while stream.next()["phase"] != "over":
                        pass
                self.tells(process, fault)
                self.tells(process, b" ends")
                status, _ = ann.post(f"/api/bot/game/{game}/resign")
                self.assertEqual(400, status, "the game is over")
            process.kill()
            process.wait()

    def test_what_cannot_be_is_told(self):
        process = self.bridge("nonsense", "random")
        self.assertEqual(2, process.wait(timeout=PATIENCE))
        self.assertIn(b"refuses the token", process.stderr.read())
        for arguments in (["--clock", "often", "random"], [], ["no-such-player"],
                          ["--server", "ftp://x", "random"],
                          ["--editions", "barrage,nope", "random"], ["--editions", "", "random"],
                          ["--server", f"http://127.0.0.1:{self.port}/foo", "random"]):
            process = self.bridge("x", *arguments)
            self.assertEqual(2, process.wait(timeout=PATIENCE), arguments)
            if "barrage,nope" in arguments:
                self.assertIn(b"there is no edition 'nope'", process.stderr.read())
            if "foo" in str(arguments):
                self.assertIn(b"is no Flagfall server (status 404)", process.stderr.read())


if __name__ == "__main__":
    main()
