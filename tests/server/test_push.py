"""Wake-ups: a push service on this machine takes what the server sends, and a browser of the
test's own opens it, by RFC 8291, with another library than the server's."""

import base64
import datetime
import http.server
import json
import os
import re
import ssl
import subprocess
import tempfile
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from client import CLOCK_BEGINS, FLAGFALL, PATIENCE, Client, Server, main, new_cookie, next_cookie, request, wait_for
from test_people import Meeting, Seat

CONTACT = "mailto:host@example.org"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(public):
    return public.public_bytes(serialization.Encoding.X962,
                               serialization.PublicFormat.UncompressedPoint)


def write_certificate(folder):
    """A certificate for `localhost` and `good.localhost`, signed by itself, and its key: two files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begin = datetime.datetime(2000, 1, 1)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(begin).not_valid_after(begin + datetime.timedelta(days=36500))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in ("localhost", "good.localhost")]), False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
            .sign(key, hashes.SHA256()))
    paths = os.path.join(folder, "push.pem"), os.path.join(folder, "push.key")
    with open(paths[0], "wb") as file:
        file.write(made.public_bytes(serialization.Encoding.PEM))
    with open(paths[1], "wb") as file:
        file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                     serialization.NoEncryption()))
    return paths


class Service:
    """A push service: keeps what it is sent, and answers with what `answers` has for the path,
    one after another: (status, headers); 201 where nothing is left."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="flagfall-push-")
        self.certificate, key = write_certificate(self.folder.name)
        self.sent, self.answers = [], {}
        self.answering = threading.Lock()  # who has an answer finds its request in `sent_to`
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = (service.answers.get(self.path) or [(201, {})]).pop(0)
                with service.answering:
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    service.sent.append((self.path, self.headers, body))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.origin = f"https://localhost:{self.port}"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.folder.cleanup()

    def sent_to(self, path):
        with self.answering:
            return [(headers, body) for at, headers, body in self.sent if at == path]


class Browser:
    """A subscription, and the keys that open what comes for it."""

    def __init__(self, service, path):
        self.service, self.path = service, path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    def wish(self, on=True, **more):
        return {"type": "push", "on": on, "endpoint": self.service.origin + self.path,
                "p256dh": base64url(point_of(self.key.public_key())),
                "auth": base64url(self.secret), **more}

    def derive(self, salt, key, info, size):
        return HKDF(algorithm=hashes.SHA256(), length=size, salt=salt, info=info).derive(key)

    def open(self, body):
        """RFC 8291, section 3, and RFC 8188, section 2."""
        salt, size, public = body[:16], int.from_bytes(body[16:20], "big"), body[21:21 + body[20]]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
        own = point_of(self.key.public_key())
        shared = self.key.exchange(ec.ECDH(), other)
        key = self.derive(self.secret, shared, b"WebPush: info\0" + own + public, 32)
        content = self.derive(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self.derive(salt, key, b"Content-Encoding: nonce\0", 12)
        sealed = body[21 + body[20]:]
        assert len(sealed) <= size, "more than one record"
        text = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record ends with 2"
        return json.loads(text[:-1])

    def woken(self):
        return [self.open(body) for _, body in self.service.sent_to(self.path)]


class Waking(Meeting):
    """A server that wakes people up by our own service."""

    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)  # whatever becomes of the server: its thread would go on for ever
        cls.server = Server(arguments=("--clock", "manual", "--push-ca", cls.service.certificate,
                                       "--push-allow", f"localhost:{cls.service.port},*.localhost:{cls.service.port}"))
        cls.server.start()
        said = cls.server.admin("push-keys", CONTACT)
        cls.key = re.match(r"public key (\S{87})\n", said).group(1)
        cls.server.stop()
        cls.server.start()

    def hide(self, client):
        """The page is not looked at any more; the server has heard it."""
        client.send(type="watching", on=False)
        self.assertEqual("suggestion", client.ask(type="suggest", edition="duel", style="random")["type"])

    def subscribe(self, client, path, host="localhost"):
        browser = Browser(self.service, path)
        endpoint = f"https://{host}:{self.service.port}{path}"
        self.assertEqual({"type": "done", "re": "push"}, client.ask(**browser.wish(endpoint=endpoint)))
        return browser

    def wait_for_sent(self, browser, count):
        wait_for(lambda: len(self.service.sent_to(browser.path)) >= count, "a wake-up")

    def outcomes(self):
        text = request(self.server.port, "/metrics").body.decode()
        found = re.findall(r'flagfall_wakes_total\{outcome="(\S+)"\} (\d+)', text)
        return {name: int(count) for name, count in found}

    def wait_for_outcome(self, name, count):
        wait_for(lambda: self.outcomes().get(name, 0) >= count, name)

    def exported(self, client):
        answer = request(self.server.port, "/api/export", headers=[f"Cookie: flagfall={client.cookie}"])
        return [one["endpoint"] for one in json.loads(answer.body)["push"]]

    def sleeping_pair(self, path, host="localhost"):
        """Ann has Red and sleeps once both armies stand; Bob moves second."""
        red, blue = self.pair()
        self.begin(red, blue)
        browser = self.subscribe(red.client, path, host)
        self.hide(red.client)
        return red, blue, browser

    def move(self, seat, other):
        plies = seat.view["plies"]
        seat.send(seat.quiet_move())
        for one in (seat, other):
            one.until(lambda s: s["phase"] == "over" or s["view"]["plies"] > plies)

    def wake_once(self, red, blue):
        """Red's move and Blue's: the turn comes back to Red."""
        self.move(red, blue)
        self.move(blue, red)


class WhatIsSent(Waking):
    def test_who_offers_a_game_is_woken_when_it_is_taken(self):
        ann = self.join()
        self.assertEqual(self.key, self.welcome["push"])
        browser = self.subscribe(ann, "/taken")
        offer = self.challenge(ann)
        self.hide(ann)
        bob = self.join()
        bob.ask(type="join", code=offer["code"])
        self.wait_for_sent(browser, 1)
        self.assertEqual([{"why": "joined", "game": offer["game"], "edition": "duel",
                           "opponent": None}], browser.woken())

    def test_one_is_woken_by_each_turn_and_by_the_end(self):
        red, blue, browser = self.sleeping_pair("/turns")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 2)
        blue.client.send(type="resign", game=blue.id)
        red.until(lambda state: state["phase"] == "over")
        self.wait_for_sent(browser, 3)
        self.assertEqual(["turn", "turn", "over"], [one["why"] for one in browser.woken()])

    def test_it_says_nothing_of_the_board(self):
        red, blue, browser = self.sleeping_pair("/secrets")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)
        said, = browser.woken()
        self.assertEqual({"why": "turn", "game": red.id, "edition": "duel", "opponent": None}, said)
        (headers, body), = self.service.sent_to(browser.path)
        self.assertEqual(16 + 4 + 1 + 65 + 512 + 1 + 16, len(body), "its length says nothing either")
        self.assertNotIn(red.id.encode(), body)

    def test_the_service_knows_the_server_by_its_key(self):
        red, blue, browser = self.sleeping_pair("/vapid")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)
        headers, _ = self.service.sent_to(browser.path)[0]
        self.assertEqual(("aes128gcm", "high"), (headers["Content-Encoding"], headers["Urgency"]))
        self.assertGreater(int(headers["TTL"]), 0)
        token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", headers["Authorization"]).groups()
        self.assertEqual(self.key, key)
        signed, signature = token.rsplit(".", 1)
        raw = from_base64url(signature)
        der = utils.encode_dss_signature(*(int.from_bytes(half, "big") for half in (raw[:32], raw[32:])))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key))
        public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        head, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
        self.assertEqual({"typ": "JWT", "alg": "ES256"}, head)
        self.assertEqual((self.service.origin, CONTACT), (claims["aud"], claims["sub"]))
        self.assertTrue(0 < claims["exp"] - CLOCK_BEGINS <= 86400 * 2, claims)

    def test_the_service_cannot_look_at_the_game(self):
        red, blue, browser = self.sleeping_pair("/topic")
        for times in (1, 2):
            self.wake_once(red, blue)
            self.wait_for_sent(browser, times)
        first, second = (headers["Topic"] for headers, _ in self.service.sent_to(browser.path))
        self.assertRegex(first, r"^[-\w]{32}$")
        self.assertEqual(first, second, "the newer message takes the older one's place")
        for headers, _ in self.service.sent_to(browser.path):
            self.assertNotIn(red.id, str(headers), "who has a game's id may look at it")

    def test_nobody_is_woken_who_looks_at_a_page(self):
        red, blue, browser = self.sleeping_pair("/awake")
        watcher = self.join(cookie=red.client.cookie)  # in another tab
        self.wake_once(red, blue)
        watcher.close()
        wait_for(lambda: self.server.admin("clock", "+1000") and self.looks(red) == 0, "the tab's end")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)
        self.assertEqual(1, len(browser.woken()))

    def come_back(self, path, begin):
        """Whose two games `begin` has brought so far is on vacation until it is over: why it is woken."""
        guest = self.join()
        guest.send(type="watching", on=False)
        guest.send(type="register", name=f"Ann_{path[1:]}", password="correct horse")
        signed = guest.until(lambda answer: answer["type"] == "signed")
        ann = self.join(next_cookie(self.server.port, guest.cookie, signed))
        browser = self.subscribe(ann, path)
        for _ in range(2):
            offer = self.challenge(ann, clock={"days": 3})
            bob = self.join()
            begin(Seat(ann, offer), Seat(bob, bob.ask(type="join", code=offer["code"])))
        ann.send(type="vacation", days=2)
        ann.send(type="watching", on=False)
        ann.send(type="suggest", edition="duel", style="random")
        ann.until(lambda answer: answer["type"] == "suggestion")  # and both games have been told
        self.server.pass_time(2 * 86400 + 2)
        self.wait_for_sent(browser, 1)
        self.server.pass_time(60)
        return [one["why"] for one in browser.woken()]

    def test_whose_vacation_is_over_is_woken_once_for_all_games(self):
        self.assertEqual(["back"], self.come_back("/back", self.begin))

    def test_whose_vacation_is_over_is_woken_for_games_that_wait_for_an_army(self):
        def begin(red, blue):
            blue.army()
            red.until(lambda state: state["blue"]["ready"])
        self.assertEqual(["back"], self.come_back("/army", begin))

    def looks(self, seat):
        """How many tabs of that person the server knows: its websockets but the hidden ones."""
        text = request(self.server.port, "/metrics").body.decode()
        return int(re.search(r"flagfall_websockets (\d+)", text).group(1)) - 2

    def test_a_computer_wakes_nobody(self):
        client = self.join()
        browser = self.subscribe(client, "/computer")
        self.hide(client)
        game = Seat(client, client.ask(type="new", edition="duel", seat="blue", opponent="random",
                                       memory=False))
        game.army()
        game.until(lambda s: s["phase"] == "over" or s["phase"] == "play" and s["view"]["turn"] == "blue")
        red, blue, other = self.sleeping_pair("/beside")
        self.wake_once(red, blue)
        self.wait_for_sent(other, 1)
        self.assertEqual([], browser.woken())


class WhatServicesAnswer(Waking):
    def test_a_subscription_that_is_gone_is_deleted(self):
        for status in (404, 410):
            path = f"/gone{status}"
            self.service.answers[path] = [(status, {})]
            red, blue, browser = self.sleeping_pair(path)
            before = self.outcomes().get("gone", 0)
            self.assertEqual([self.service.origin + path], self.exported(red.client))
            self.wake_once(red, blue)
            self.wait_for_outcome("gone", before + 1)
            self.assertEqual([], self.exported(red.client))
            self.wake_once(red, blue)
            self.assertEqual(1, len(self.service.sent_to(path)))

    def test_a_service_that_has_no_time_is_asked_later(self):
        for status, headers in ((429, {"Retry-After": "200"}), (503, {})):
            path = f"/later{status}"
            self.service.answers[path] = [(status, headers), (201, {})]
            before = self.outcomes()
            red, blue, browser = self.sleeping_pair(path)
            self.wake_once(red, blue)
            self.wait_for_outcome("again", before.get("again", 0) + 1)
            self.server.pass_time(29)
            self.assertEqual(1, len(self.service.sent_to(path)))
            self.server.pass_time(201)
            self.wait_for_sent(browser, 2)
            self.wait_for_outcome("sent", before.get("sent", 0) + 1)

    def test_one_browser_that_is_sent_too_much_keeps_nobody_else_waiting(self):
        self.service.answers["/much"] = [(429, {"Retry-After": "200"})]
        before = self.outcomes().get("again", 0)
        red, blue, much = self.sleeping_pair("/much")
        self.wake_once(red, blue)
        self.wait_for_outcome("again", before + 1)
        red, blue, calm = self.sleeping_pair("/calm")
        self.wake_once(red, blue)
        self.wait_for_sent(calm, 1)
        self.assertEqual(1, len(self.service.sent_to("/much")))

    def test_a_service_that_has_no_time_for_anybody_is_left_alone(self):
        pairs = [self.sleeping_pair(f"/nobody{i}") for i in range(9)]
        before = self.outcomes().get("again", 0)
        for i, (red, blue, browser) in enumerate(pairs[:8]):
            self.service.answers[browser.path] = [(429, {"Retry-After": "100"})]
            self.wake_once(red, blue)
            self.wait_for_outcome("again", before + i + 1)
        red, blue, last = pairs[8]
        self.wake_once(red, blue)
        self.server.pass_time(99)
        self.assertEqual([], self.service.sent_to(last.path))
        self.server.pass_time(31)
        self.wait_for_sent(last, 1)

    def test_fast_moves_are_not_sent_one_by_one(self):
        red, blue, browser = self.sleeping_pair("/fast")
        for times in range(7):
            self.wake_once(red, blue)
            self.wait_for_sent(browser, min(times + 1, 4))
        self.server.pass_time(11)
        self.wait_for_sent(browser, 5)
        self.server.pass_time(60)
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 6)
        self.assertEqual(6, len(self.service.sent_to("/fast")))

    def test_it_follows_nobody_elsewhere(self):
        self.service.answers["/moved"] = [(307, {"Location": self.service.origin + "/there"})]
        red, blue, browser = self.sleeping_pair("/moved")
        before = self.outcomes().get("refused", 0)
        self.wake_once(red, blue)
        self.wait_for_outcome("refused", before + 1)
        self.assertEqual([], self.service.sent_to("/there"))

    def test_who_has_come_back_is_not_woken_late(self):
        self.service.answers["/back"] = [(503, {}), (201, {})]
        red, blue, browser = self.sleeping_pair("/back")
        before = self.outcomes()
        self.wake_once(red, blue)
        self.wait_for_outcome("again", before.get("again", 0) + 1)
        red.client.send(type="watching", on=True)
        red.client.ask(type="suggest", edition="duel", style="random")
        self.server.pass_time(3600)
        self.wait_for_outcome("seen", before.get("seen", 0) + 1)
        self.assertEqual(1, len(self.service.sent_to("/back")))


    def test_who_does_not_want_it_any_more_is_not_woken_late(self):
        def erase(red, browser):
            red.client.send(type="erase")
            while red.client.receive()["type"] != "signed":
                pass

        def take_back(red, browser):
            red.client.ask(**browser.wish(on=False))

        def become_somebody_else(red, browser):
            self.join().ask(**browser.wish())

        for end in (erase, take_back, become_somebody_else):
            path = "/" + end.__name__
            self.service.answers[path] = [(503, {}), (201, {})]
            red, blue, browser = self.sleeping_pair(path)
            before = self.outcomes()
            self.wake_once(red, blue)
            self.wait_for_outcome("again", before.get("again", 0) + 1)
            end(red, browser)
            self.server.pass_time(3600)
            self.wait_for_outcome("gone", before.get("gone", 0) + 1)
            self.assertEqual(1, len(self.service.sent_to(path)), path)


class HostsThatAreNotThere(Waking):
    """Anybody may name one below a service's name; here its certificate is not of that name."""

    def test_others_of_the_same_service_are_sent_to_meanwhile(self):
        red, blue, _ = self.sleeping_pair("/nobody", "bad.localhost")
        before = self.outcomes().get("again", 0)
        self.wake_once(red, blue)
        self.wait_for_outcome("again", before + 1)
        red, blue, browser = self.sleeping_pair("/somebody", "good.localhost")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)
        self.assertEqual("turn", browser.woken()[0]["why"])

    def test_a_flood_to_one_leaves_room_for_others(self):
        red, blue, _ = self.sleeping_pair("/flood", "worse.localhost")
        subprocess.run(["sqlite3", "-cmd", ".timeout 5000", self.server.store,
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)"
                        " INSERT INTO push SELECT endpoint || i, person, cookie, point, secret, guest, time, NULL"
                        " FROM push, n WHERE endpoint LIKE '%/flood'"], check=True, timeout=PATIENCE)
        before = self.outcomes().get("again", 0)
        self.wake_once(red, blue)
        self.wait_for_outcome("full", 1)
        self.wait_for_outcome("again", before + 1)
        red, blue, browser = self.sleeping_pair("/room", "good.localhost")
        self.wake_once(red, blue)
        self.wait_for_sent(browser, 1)


class WhoseItIs(Waking):
    def test_only_known_services_are_sent_to(self):
        ann = self.join()
        wish = Browser(self.service, "/x").wish()
        good = ("https://fcm.googleapis.com/fcm/send/a:b_c-d", "https://updates.push.services.mozilla.com/wpush/v2/x",
                "https://web.push.apple.com/Q", "https://db5p.notify.windows.com/w/?token=x%2by")
        bad = ("http://fcm.googleapis.com/x", "https://fcm.googleapis.com.example.org/x", "https://127.0.0.1/x",
               f"https://127.0.0.1:{self.service.port}/x", "https://localhost/x", "https://[::1]/x",
               "https://example.org@fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x",
               "https://notify.windows.com.example.org/x", "ftp://fcm.googleapis.com/x", "file:///etc/passwd",
               "https://fcm.googleapis.com/x\r\nHost: y", "https://fcm.googleapis.com/" + "x" * 1100, "", "x")
        for endpoint in good:
            self.assertEqual("done", ann.ask(**{**wish, "endpoint": endpoint})["type"], endpoint)
        for endpoint in bad:
            self.refused("unknown-service", ann.ask(**{**wish, "endpoint": endpoint}))

    def test_a_key_has_to_be_one(self):
        ann = self.join()
        browser = Browser(self.service, "/key")
        point = bytearray(point_of(browser.key.public_key()))
        point[40] ^= 1  # not on the curve
        for wrong in ({"p256dh": base64url(point)}, {"p256dh": base64url(b"\4" + bytes(64))}, {"p256dh": ""},
                      {"p256dh": base64url(b"\0")}, {"auth": base64url(bytes(15))}, {"auth": "!"}):
            self.refused("bad-key", ann.ask(**browser.wish(**wrong)))
        self.assertEqual([], self.exported(ann))

    def test_a_person_has_five_at_most_the_newest(self):
        ann = self.join()
        for i in range(7):
            self.subscribe(ann, f"/many{i}")
            self.server.pass_time(1)
        self.assertEqual([f"{self.service.origin}/many{i}" for i in range(2, 7)], self.exported(ann))

    def test_it_is_taken_back(self):
        ann, bob = self.join(), self.join()
        browser = self.subscribe(ann, "/back")
        self.assertEqual("done", bob.ask(**browser.wish(on=False))["type"], "nobody else's is touched")
        self.assertEqual([self.service.origin + "/back"], self.exported(ann))
        self.assertEqual("done", ann.ask(**browser.wish(on=False))["type"])
        self.assertEqual([], self.exported(ann))

    def test_a_browser_wakes_one_person_at_a_time(self):
        ann, bob = self.join(), self.join()
        browser = self.subscribe(ann, "/shared")
        bob.ask(**browser.wish())
        self.assertEqual(([], [self.service.origin + "/shared"]), (self.exported(ann), self.exported(bob)))

    def test_it_goes_with_the_person(self):
        ann = self.join()
        self.subscribe(ann, "/erased")
        self.assertEqual("signed", ann.ask(type="erase")["type"])
        self.assertEqual([], self.exported(ann))
        rows = subprocess.run(["sqlite3", self.server.store, "SELECT count(*) FROM push WHERE endpoint LIKE '%erased'"],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual("0\n", rows.stdout)

    def test_guests_have_room_of_their_own(self):
        def count():
            done = subprocess.run(["sqlite3", self.server.store, "SELECT count FROM push_guests;"
                                   "SELECT count(*) FROM push WHERE guest = 1"],
                                  capture_output=True, text=True, timeout=PATIENCE)
            kept, counted = map(int, done.stdout.split())
            self.assertEqual(counted, kept)
            return kept

        def set_kept(number):
            subprocess.run(["sqlite3", "-cmd", ".timeout 5000", self.server.store,
                            f"UPDATE push_guests SET count = {number}"], check=True, timeout=PATIENCE)

        ann, bob = self.join(), self.join()
        before = count()
        browser = self.subscribe(ann, "/room")
        bob.ask(**browser.wish())
        self.assertEqual(before + 1, count())
        bob.ask(**browser.wish(on=False))
        self.assertEqual(before, count())
        set_kept(20000)
        self.refused("too-many", ann.ask(**browser.wish()))
        set_kept(before)
        self.subscribe(ann, "/room")

    def test_guests_of_one_address_have_a_share(self):
        def run(sql):
            subprocess.run(["sqlite3", "-cmd", ".timeout 5000", self.server.store, sql], check=True, timeout=PATIENCE)

        ann, far = self.join(), "127.0.0.2"
        eve = Client(self.server.port, new_cookie(self.server.port, far), source=far)
        self.addCleanup(eve.close)
        eve.receive()
        self.subscribe(ann, "/share")
        run("INSERT INTO push SELECT endpoint || value, randomblob(32), cookie, point, secret, guest, time, origin"
            " FROM push, generate_series(1, 100) WHERE endpoint LIKE '%/share'")
        self.addCleanup(run, "DELETE FROM push WHERE endpoint GLOB '*/share[0-9]*'")
        self.refused("too-many", ann.ask(**Browser(self.service, "/share-more").wish()))
        self.subscribe(ann, "/share")  # what stands may be said again
        self.subscribe(eve, "/share-elsewhere")


class Fcm:
    origin = "https://fcm.googleapis.com"


# A resolver that never answers for one name, loaded before the C library. It tells the server's log.
SILENT_NAMES = b"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
typedef int resolver(const char *, const char *, const struct addrinfo *, struct addrinfo **);
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    static const char asked[] = "time=0 level=info event=asked\\n";
    int silent = name && strcmp(name, "silent.example") == 0;
    if (silent && write(STDERR_FILENO, asked, sizeof asked - 1) < 0)
        return EAI_SYSTEM;
    while (silent)
        poll(NULL, 0, -1);
    return ((resolver *)dlsym(RTLD_NEXT, "getaddrinfo"))(name, service, hints, found);
}
"""


class ANameThatNobodyAnswersFor(Waking):
    """A resolver is not asked again and again whether it is still there: it has no time limit."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.stop()
        library = os.path.join(cls.service.folder.name, "silent_names.so")
        subprocess.run([*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-ldl"],
                       input=SILENT_NAMES, check=True)
        cls.server.arguments[-1] += f",silent.example:{cls.service.port}"
        # The sanitizers' library comes first wherever it stands.
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        cls.server.environment = {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": options}
        cls.server.start()

    def test_the_end_does_not_wait_for_it(self):
        red, blue, browser = self.sleeping_pair("/silent", "silent.example")
        self.wake_once(red, blue)
        wait_for(lambda: "event=asked" in self.server.log(), "a question")
        self.assertEqual(0, self.server.stop())
        self.server.start()


class Hosts(Meeting):
    arguments = ("--clock", "manual")

    def test_without_keys_nobody_is_woken(self):
        ann = self.join()
        self.assertIsNone(self.welcome["push"])
        self.refused("no-push", ann.ask(type="push", on=True, endpoint="https://fcm.googleapis.com/x",
                                        p256dh="x", auth="x"))

    def test_keys_need_a_contact_and_are_taken_away(self):
        with Server() as server:
            for wrong in ("", "me", "mailto:", "http://example.org", "https://example.org/\"", "mailto:a b"):
                with self.assertRaises(AssertionError):
                    server.admin("push-keys", wrong)
            first, second = (server.admin("push-keys", CONTACT) for _ in range(2))
            self.assertNotEqual(first, second)
            server.stop()
            server.start()
            client = Client(server.port, new_cookie(server.port))
            self.assertIn(client.receive()["push"], second)
            server.admin("push-keys", CONTACT)  # what is subscribed now would be for the key of before
            wish = Browser(Fcm, "/1").wish()
            self.refused("no-push", client.ask(**wish))
            client.close()
            server.admin("push-keys", "off")
            client = Client(server.port, new_cookie(server.port))
            self.assertIsNone(client.receive()["push"])
            client.close()
            server.stop()
            server.start()
            client = Client(server.port, new_cookie(server.port))
            self.assertIsNone(client.receive()["push"])
            client.close()

    def test_keys_are_made_while_no_server_runs(self):
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            store = os.path.join(folder, "games.db")
            Server(store=store).__enter__().stop()
            done = subprocess.run([FLAGFALL, "admin", "--store", store, "push-keys", CONTACT],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertRegex(done.stdout, r"^public key \S{87}\n")

    def test_a_list_of_services_that_is_none_is_refused(self):
        for wrong in ("localhost:", "localhost:0", "localhost:x", ":443", "a,,b", "a:70000"):
            done = subprocess.run([FLAGFALL, "serve", "--port", "0", "--store", "none.db", "--push-allow", wrong],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(2, done.returncode, wrong)
            self.assertIn("--push-allow", done.stderr)

    def test_a_file_without_certificates_is_refused_at_once(self):
        """And not found out by nobody ever being woken."""
        for wrong in ("/nowhere/push.pem", __file__, os.path.dirname(__file__)):
            done = subprocess.run([FLAGFALL, "serve", "--port", "0", "--store", "none.db", "--push-ca", wrong],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(2, done.returncode, wrong)
            self.assertIn("--push-ca", done.stderr)


if __name__ == "__main__":
    main()
