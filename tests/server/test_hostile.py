"""What people do to a server on purpose, and that the others do not notice. Sizes for a
long run: FLAGFALL_HALF_OPEN, FLAGFALL_FLOOD."""

import contextlib
import errno
import json
import os
import random
import resource
import select
import socket
import sqlite3
import unittest

from client import PATIENCE, Client, Server, main, new_cookie, next_cookie, read_answer, request, wait_for
from test_people import Meeting, Seat

HALF_OPEN = int(os.environ.get("FLAGFALL_HALF_OPEN", "1500"))
FLOOD = int(os.environ.get("FLAGFALL_FLOOD", "20"))
SECURITY = ("content-security-policy", "x-content-type-options", "referrer-policy",
            "cross-origin-opener-policy", "cross-origin-resource-policy")
MARKUP = ("' OR '1'='1", "'); DROP TABLE game; --", '"; DELETE FROM act; --', "x' UNION SELECT 1 --",
          "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{7*7}}", "%s%n%x", "../../x",
          "\u202e\u0007\u200b", "\ud83d\ude00" * 50, "A" * 15000, "", " ", "null", "\\", "%00")


class Hostile(Meeting):
    arguments = ("--per-address", "400")

    def come(self, source=None, secret=None):
        """A connection, from an address of one's own where others are slowed down."""
        client = Client(self.server.port, secret or new_cookie(self.server.port, source), source=source)
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def call(self, source="127.0.0.1", head=b""):
        sock = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE,
                                        source_address=(source, 0))
        self.addCleanup(sock.close)
        sock.sendall(head.replace(b"HOST", b"127.0.0.1:%d" % self.server.port))
        return sock

    def serves(self, client):
        self.assertEqual("checked", client.ask(type="check", edition="duel", letters="")["type"])
        self.assertEqual(200, request(self.server.port, "/healthz").status)

    # HTTP.

    def test_every_answer_keeps_strangers_out(self):
        asked = (b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
                 b"GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n",
                 b"GET /metrics HTTP/1.1\r\nHost: HOST\r\n\r\n",
                 b"GET /api/account HTTP/1.1\r\nHost: HOST\r\n\r\n",
                 b"GET /api/game/x HTTP/1.1\r\nHost: HOST\r\n\r\n",
                 b"PUT / HTTP/1.1\r\nHost: HOST\r\n\r\n", b"POST / HTTP/1.1\r\nHost: HOST\r\n\r\n",
                 b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n",
                 b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9999999\r\n\r\n",
                 b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\nx",
                 b"GET /ws HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                 b"Sec-WebSocket-Protocol: flagfall\r\nOrigin: http://evil\r\n\r\n",
                 b"GET / HTTP/1.1\r\nX: " + b"x" * 9000)
        statuses = set()
        for head in asked:
            answer = read_answer(self.call(head=head))
            statuses.add(answer.status)
            for name in SECURITY:
                self.assertIn(name, answer.headers, (head, answer.status))
        self.assertTrue({200, 400, 401, 403, 404, 405, 411, 413, 431} <= statuses, statuses)

    def test_a_body_is_never_taken_for_the_next_request(self):
        inner = b"GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n"
        size = len(inner) + len(str(self.server.port)) + len("127.0.0.1:") - len("HOST")
        answered = 0
        for method in (b"GET /healthz", b"HEAD /healthz", b"POST /healthz", b"POST /api/review",
                       b"POST /api/challenge/x/accept"):
            for length in (b"Content-Length: %d" % size, b"Transfer-Encoding: chunked",
                           b"Content-Length: 3\r\nContent-Length: %d" % size,
                           b"Transfer-Encoding: chunked\r\nContent-Length: %d" % size,
                           b"Transfer-Encoding: gzip, chunked",
                           # Nothing that the server reads, and perhaps somebody before it does.
                           b"X: y", b"Transfer-Encoding:", b"Content-Length:",
                           b"Transfer-Encoding : chunked", b"Content-Length : %d" % size,
                           b"X: y\r\n Transfer-Encoding: chunked"):
                sock = self.call(head=method + b" HTTP/1.1\r\nHost: HOST\r\n" + length +
                                 b"\r\n\r\n" + inner)
                heard = self.hears(sock)
                self.assertLessEqual(heard.count(b"HTTP/1.1 "), 1, (method, length, heard))
                answered += heard.count(b"HTTP/1.1 ")
        self.assertGreater(answered, 10)

    def test_what_comes_behind_a_post_without_a_length_is_nobodys(self):
        head = b"POST /api/review HTTP/1.1\r\nHost: HOST\r\n\r\n"
        more = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % self.server.port
        for parts in ((head + more,), (head, more), (head + more[:9], more[9:]), (head, b"0\r\n\r\n" + more)):
            for source in ("127.5.2.1", "127.5.2.2"):
                sock = self.call(source, parts[0])
                for part in parts[1:]:
                    with contextlib.suppress(ConnectionError):
                        sock.sendall(part)
                heard = self.hears(sock)
                self.assertEqual((0, heard.count(b"HTTP/1.1 ")),
                                 (heard.count(b" 200 "), heard.count(b" 400 ")), (parts, heard))
                self.assertLessEqual(heard.count(b"HTTP/1.1 "), 1, parts)
        self.assertEqual(200, request(self.server.port, "/healthz").status)

    def hears(self, sock):
        """All that the server says, until it hangs up on who has no more to say."""
        heard = b""
        try:
            sock.shutdown(socket.SHUT_WR)
            while part := sock.recv(65536):
                heard += part
        except ConnectionError:
            pass
        except OSError as error:  # shut already
            self.assertEqual(errno.ENOTCONN, error.errno)
        return heard

    def test_bytes_after_a_body_are_no_second_body(self):
        head = b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\n\r\n"
        for parts in ((head + b"{}x",), (head, b"{}x"), (head + b"{}", b"x"), (head, b"{", b"}xy", b"z")):
            for source in ("127.3.2.1", "127.3.2.2", "127.3.2.3"):
                sock = self.call(source, parts[0])
                for part in parts[1:]:
                    try:
                        sock.sendall(part)
                    except ConnectionError:
                        break
                self.assertLessEqual(self.hears(sock).count(b"HTTP/1.1 400"), 1)
        self.assertEqual(200, request(self.server.port, "/healthz").status)

    def test_what_comes_before_the_last_answer_is_not_read(self):
        """libwebsockets took the head of a body for the body, and then freed the connection twice."""
        ask = b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n"
        for more in (b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nhello",
                     b"POST /api/review HTTP/1.1\r\nHost: HOST\r\n\r\nhello",
                     b"POST /ws HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Content-Length: 5\r\n\r\nhello",
                     b"PUT / HTTP/1.1\r\nHost: HOST\r\n\r\nhello",
                     b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nhello", ask, b"GE"):
            heard = self.hears_all(self.call(head=ask + more + ask))
            self.assertEqual([b"200"], [part[:3] for part in heard.split(b"HTTP/1.1 ")[1:]], more)

    def test_who_keeps_a_connection_is_heard_beside_those_who_do_not_wait_for_answers(self):
        ask = b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n"
        post = (b"POST /api/review HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 5\r\n\r\nhello"
                % self.server.port)
        for source in range(1, 21):
            kept = self.call(f"127.4.0.{source}", ask)
            self.assertEqual(200, read_answer(kept).status)
            others = [self.call("127.3.0.2", ask * 8) for _ in range(8)]
            kept.sendall(post)
            self.assertIn(b"unreadable", read_answer(kept).body)
            for other in others:
                self.assertEqual(1, self.hears_all(other).count(b"HTTP/1.1 200"))

    def hears_all(self, sock):
        heard = b""
        while part := sock.recv(65536):
            heard += part
        return heard

    def test_who_announces_bodies_and_sends_none_keeps_nobody_out(self):
        head = b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1048576\r\n\r\n<"
        held = [self.call("127.3.0.1", head) for _ in range(100)]
        answered = []

        def most_are_answered():
            answered[:] = select.select(held, [], [], 0)[0]
            return len(answered) > 80
        wait_for(most_are_answered, "an answer to most of them")
        self.assertEqual({429}, {read_answer(sock).status for sock in answered})
        other = self.call("127.3.0.2", b"POST /api/review HTTP/1.1\r\nHost: HOST\r\n"
                          b"Content-Length: 5\r\n\r\nhello")
        self.assertEqual(400, read_answer(other).status)
        for sock in held:
            sock.close()
        wait_for(lambda: read_answer(self.call(
            "127.3.0.1", b"POST /api/review HTTP/1.1\r\nHost: HOST\r\n"
            b"Content-Length: 5\r\n\r\nhello")).status == 400)

    def test_many_who_announce_bodies_leave_room_for_what_is_small(self):
        """Seen: eight addresses, and nobody could sign in or play by the API any more."""
        head = b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1048576\r\n\r\n<"
        held = [self.call(f"127.4.0.{address}", head) for address in range(1, 10) for _ in range(8)]

        def is_full():
            return len(select.select(held, [], [], 0)[0]) == 72 - 48
        wait_for(is_full, "a refusal for what is more than three quarters of the room")
        large = self.call("127.4.1.1", head)
        self.assertEqual(503, read_answer(large).status)
        small = self.call("127.4.1.2", b"POST /api/review HTTP/1.1\r\nHost: HOST\r\n"
                          b"Content-Length: 5\r\n\r\nhello")
        self.assertEqual(400, read_answer(small).status)

    def test_slow_writers_disturb_nobody(self):
        client = self.come()
        head = b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n".replace(
            b"HOST", b"127.0.0.1:%d" % self.server.port)
        body = b"POST /api/review HTTP/1.1\r\nHost: HOST\r\nContent-Length: 200\r\n\r\n"
        writers = [self.call("127.3.1.1") for _ in range(20)]
        bodies = [self.call("127.3.1.2", body) for _ in range(5)]
        frames = [self.come("127.3.1.3") for _ in range(5)]
        mask = b"\0\0\0\0"
        text = b'{"type":"check","edition":"duel","letters":""}'
        frame = bytes([0x81, 0x80 | len(text)]) + mask + text
        for at in range(max(len(head), len(frame))):
            for sock in writers:
                sock.sendall(head[at:at + 1])
            for sock in bodies:
                sock.sendall(b"x")
            for slow in frames:
                slow.sock.sendall(frame[at:at + 1])
            if at % 20 == 0:
                self.serves(client)
        for sock in writers:
            self.assertEqual(200, read_answer(sock).status)
        for slow in frames:
            self.assertEqual("checked", slow.receive()["type"])
        for sock in bodies:
            sock.sendall(b"x" * (200 - max(len(head), len(frame))))
            self.assertEqual(400, read_answer(sock).status)

    # Guesses and floods.

    def test_a_name_like_an_address_takes_nothing_from_that_address(self):
        mallory = self.come("127.4.0.1")
        mallory.send(type="register", name="127.4.0.2", password="correct horse")
        signed = mallory.until(lambda m: m["type"] in ("signed", "refused"))
        again = self.come("127.4.0.1", next_cookie(self.server.port, mallory.cookie, signed))
        for _ in range(9):
            again.send(type="password", old="wrong horse", new="battery staple")
            again.until(lambda m: m["type"] == "refused")
        victim = self.come("127.4.0.2")
        reasons = [victim.ask_once(type="join", code=code)["reason"]
                   for code in ("22222222", "22222223", "22222224")]
        self.assertEqual(["unknown-code"] * 3, reasons)

    def crowd_at(self, game):
        """A thousand guests who watch have each said something there and muted it."""
        with sqlite3.connect(self.server.store, timeout=PATIENCE) as store:
            number, = store.execute("SELECT number FROM game WHERE id = ?", (game,)).fetchone()
            crowd = [(number, i, os.urandom(32)) for i in range(1000)]
            store.executemany("INSERT INTO chat (game, number, seat, person, name, text, time)"
                              " VALUES (?, ?, 2, ?, '', 'spam', 0)", crowd)
            store.executemany("INSERT INTO mute (game, person) VALUES (?, ?)",
                              [(number, person) for number, _, person in crowd])
        store.close()

    def test_spectators_cannot_use_up_what_the_seats_may_say(self):
        red, blue = self.pair(watch=True)
        self.crowd_at(red.id)
        eve = self.come()
        self.refused("too-many", self.quiet(eve, type="chat", game=red.id, text="hello"))
        self.refused("too-many", self.quiet(eve, type="mute", game=red.id, on=True))
        red.client.send(type="chat", game=red.id, text="hello")
        self.assertEqual("hello", blue.client.until(lambda m: m["type"] == "chat")["text"])
        red.client.send(type="mute", game=red.id, on=True)
        self.assertTrue(red.client.until(lambda m: m["type"] == "muted")["on"])

    def test_markup_and_sql_are_text(self):
        ann, bob = self.come("127.4.1.1"), self.come("127.4.1.2")
        for text in MARKUP:
            messages = [{"type": "challenge", "edition": "duel", "seat": "red", "to": text},
                        {"type": "challenge", "edition": text, "seat": "red"},
                        {"type": "challenge", "edition": "duel", "seat": text},
                        {"type": "new", "edition": "duel", "seat": "red", "opponent": text},
                        {"type": "suggest", "edition": "duel", "style": text},
                        {"type": "check", "edition": text, "letters": "M"},
                        {"type": "open", "game": text}, {"type": "join", "game": text},
                        {"type": "join", "code": text[:7]}, {"type": "invitation", "code": text[:7]},
                        {"type": "move", "game": text, "ply": 0, "from": text, "to": text},
                        {"type": "claim", "game": text, "as": text}, {"type": text or "?"},
                        {"type": "sign-in", "name": text, "password": "correct horse"},
                        {"type": "register", "name": text + "<", "password": "correct horse"},
                        {"type": "save-army", "edition": "duel", "name": text, "letters": text},
                        {"type": "chat", "game": text, "text": text}]
            for message in messages:
                if len(json.dumps(message)) > 16000:
                    message = {name: value[:3000] if name != "ply" else 0
                               for name, value in message.items()}
                self.assertEqual("refused", ann.ask_once(**message)["type"], message)
        offer = self.challenge(ann)
        red, blue = Seat(ann, offer), Seat(bob, bob.ask(type="join", code=offer["code"]))
        for letters in ("' --", "<b>", "M" * 15000):
            self.assertIn(self.quiet(ann, type="setup", game=red.id, letters=letters)["reason"],
                          ("wrong-length", "bad-letter"))
            self.refused("bad-message", self.quiet(ann, type="setup", game=red.id, letters="",
                                                   salt=letters))
        for text in MARKUP[1], MARKUP[4]:
            ann.send(type="chat", game=red.id, text=text)
            self.assertEqual(text, bob.until(lambda m: m["type"] == "chat")["text"])
        self.serves(self.come())

    def test_numbers_at_their_limits(self):
        red, blue = self.pair()
        self.begin(red, blue)
        move = red.message(red.quiet_move())
        for ply in (-1, 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63 - 1, -2 ** 63):
            self.refused("stale", self.quiet(red.client, **{**move, "ply": ply}))
        for ply in (0.0, 0.5, "0", None, [0], {}, True):
            self.refused("bad-message", self.quiet(red.client, **{**move, "ply": ply}))
        for text in ("1e999", "9223372036854775808", "NaN", "01", "0x1", "-"):
            red.client.send_frame(json.dumps({**move, "ply": "@"}).replace('"@"', text).encode())
            self.refused("bad-json", red.client.until(lambda m: m["type"] == "refused"))
        for before in (-1, 0, 1, 2 ** 63 - 1, -2 ** 63):
            red.client.send(type="history", before=before)
            red.client.until(lambda m: m["type"] == "history")
        clock = {"bank": 900, "free": 0, "increment": 3, "setup": 300}
        for part in clock:
            for value in (-1, 2 ** 31, 2 ** 32 + 60, 2 ** 63 - 1, 1.5, None, True, "60"):
                self.refused("bad-message", self.quiet(
                    red.client, type="challenge", edition="duel", seat="red",
                    clock={**clock, part: value}))
        red.play(red.quiet_move())

    def test_old_messages_said_again_do_no_harm(self):
        red, blue = self.pair()
        self.begin(red, blue)
        said = []
        rng = random.Random(8)
        for _ in range(6):
            if red.over:
                return
            mover, other = (red, blue) if red.view["turn"] == "red" else (blue, red)
            said.append((mover, mover.message(rng.choice(mover.view["moves"]))))
            plies = mover.view["plies"]
            mover.client.send(**said[-1][1])
            for seat in (mover, other):
                seat.until(lambda s: s["phase"] == "over" or s["view"]["plies"] > plies)
        before = red.events[:]
        rng.shuffle(said)
        for mover, message in said:
            self.refused("game-over" if red.over else "stale", self.quiet(mover.client, **message))
            thief = blue if mover is red else red
            self.refused("game-over" if red.over else "stale", self.quiet(thief.client, **message))
        self.assertEqual(before, Seat(red.client, red.client.ask(type="open", game=red.id)).events)

    def test_floods_do_not_stop_a_game(self):
        red, blue = self.pair()
        self.begin(red, blue)
        crowd = [self.come(f"127.5.{i // 200}.{i % 200 + 1}") for i in range(FLOOD)]
        for eve in crowd:
            for _ in range(12):
                eve.send(type="challenge", edition="duel", seat="red", open=True)
            for i in range(12):
                eve.send(type="sign-in", name=f"Name {i}", password="wrong horse")
            for _ in range(20):
                eve.send(type="chat", game=red.id, text="spam")
        self.play_quietly(red, blue, 4)
        words = set()
        for eve in crowd[:5]:
            for _ in range(12 + 12 + 20):
                words.add(eve.receive().get("reason", "game"))
        self.assertLessEqual({"too-many", "unknown-game", "game"}, words)
        self.assertLessEqual(words, {"too-many", "rate", "wrong-password", "unknown-game", "game"})


class Full(Meeting):
    """A disk that fills up while two people play, made with a limit on the size of files:
    at any byte of what is written."""

    arguments = ("--clock", "manual")
    CLOCK = {"bank": 60, "free": 0, "increment": 0, "setup": 0}

    def limit(self, size):
        pid = self.server.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard if size is None else size, hard))

    def lift(self):
        self.limit(None)
        wait_for(lambda: request(self.server.port, "/healthz").status == 200)

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        assert status == 0 and "event=store-fails" in cls.server.complaints()
        cls.server.folder.cleanup()

    def play_until_refused(self, red, blue, rng):
        """What has been played, and who was refused; nothing that was told is lost."""
        for _ in range(200):
            mover, other = (red, blue) if red.view["turn"] == "red" else (blue, red)
            plies = mover.view["plies"]
            mover.send(rng.choice([move for move in mover.view["moves"] if "x" not in move]))
            answer = mover.client.until(
                lambda m: m["type"] == "refused" or
                m.get("view") and (m["view"]["plies"] > plies or m["phase"] == "over"))
            if answer["type"] == "refused":
                self.assertEqual("store", answer["reason"])
                return mover
            mover.take(answer)
            other.until(lambda s: s["phase"] == "over" or s["view"]["plies"] > plies)
            if mover.over:
                return None
        self.fail("the disk did not fill up")

    def test_both_keep_their_game_and_their_time(self):
        rng = random.Random(11)
        red, blue = self.pair(edition="tournament", clock=self.CLOCK)
        self.begin(red, blue)
        for _ in range(2):
            if red.over:
                break
            self.limit(os.stat(self.server.store + "-wal").st_size + rng.randrange(30000))
            mover = self.play_until_refused(red, blue, rng)
            if not mover:
                break
            before = mover.state["clock"][mover.state["seat"]]
            self.server.pass_time(4)
            self.lift()
            told = red.events[:]
            again = [Seat(seat.client, self.quietly_open(seat)) for seat in (red, blue)]
            self.assertEqual([told, told], [seat.events for seat in again])
            left = again[0].state["clock"][mover.state["seat"]]
            self.assertEqual(left, before)
            red, blue = again
        self.lift()

    def quietly_open(self, seat):
        seat.client.send(type="open", game=seat.id)
        return seat.client.until(lambda m: m["type"] == "game" and m["view"]["first"] == 0)


class Secrets(Meeting):
    arguments = ("--log", "debug")

    def test_neither_log_nor_numbers_tell_a_secret(self):
        ann, bob = self.join(), self.join()
        secrets = [ann.cookie, bob.cookie, "correct horse", "wrong horse", "Zwaantje"]
        offer = self.challenge(ann)
        red, blue = Seat(ann, offer), Seat(bob, bob.ask(type="join", code=offer["code"]))
        self.begin(red, blue)
        secrets += [offer["code"], offer["game"], red.state["setup"], blue.state["setup"]]
        ann.send(type="register", name="Zwaantje", password="correct horse")
        signed = ann.until(lambda m: m["type"] == "signed")
        ann = self.join(next_cookie(self.server.port, ann.cookie, signed))
        secrets += [signed["ticket"], ann.cookie]
        secrets.append(ann.ask(type="token", bot=True, password="correct horse")["token"])
        self.quiet(bob, type="sign-in", name="Zwaantje", password="wrong horse")
        for path in (f"/api/bot/game/stream/{offer['game']}", f"/?code={offer['code']}",
                     f"/{offer['code']}", "/api/account"):
            request(self.server.port, path, headers=[f"Authorization: Bearer {secrets[-1]}",
                                                     "Connection: close"])
        said = self.server.log() + request(self.server.port, "/metrics").body.decode()
        self.assertIn("event=request", said)
        for secret in secrets:
            self.assertNotIn(secret, said)


class HalfOpen(unittest.TestCase):
    def test_one_address_that_never_finishes_shuts_out_itself_alone(self):
        with Server() as server:
            with Client(server.port, new_cookie(server.port)) as client:
                client.receive()
                held = []
                for _ in range(HALF_OPEN):
                    sock = socket.socket()
                    sock.bind(("127.6.0.1", 0))
                    sock.setblocking(False)
                    sock.connect_ex(("127.0.0.1", server.port))
                    held.append(sock)
                    if len(held) % 100 == 0:
                        self.assertEqual("checked", client.ask(type="check", edition="duel",
                                                               letters="")["type"])
                        self.assertEqual(200, request(server.port, "/healthz").status)
                for sock in held:
                    sock.close()


if __name__ == "__main__":
    main()
