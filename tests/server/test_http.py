"""The server as its host and its proxy see it: files, records, limits, numbers, logs."""

import gzip
import json
import random
import re
import resource
import select
import signal
import socket
import subprocess
import tempfile
import unittest

from client import FLAGFALL, PATIENCE, Client, Closed, Game, Refused, Server, main, metrics, new_cookie, read_answer, read_cookie, request, wait_for

ARMY = "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
RECORD = f"""[Edition "travel-en"]
[Red "Ann"]
[Blue "<b>Bob</b>"]
[RedSetup "{ARMY}"]
[BlueSetup "{ARMY}"]
[Result "red"]
[Termination "resign"]

1. e4-e5 e7-e6 2. e5xe6
"""
PAGE_LIMIT = 220_000  # bytes, compressed, with all four languages
OFFLINE_LIMIT = 145_000  # the game on this device: its worker and its module
PUZZLES_LIMIT = 80_000


def post(port, path, body, headers=()):
    body = body if isinstance(body, bytes) else body.encode()
    return request(port, path, "POST", headers=[f"Content-Length: {len(body)}", *headers],
                   body=body)


def raise_files(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))
    return True


class Invitations(unittest.TestCase):
    def test_a_link_previews_as_an_invitation_and_tells_nobody_whose(self):
        server = Server(arguments=["--clock", "manual", "--public-host", "play.example"])
        server.start()
        try:
            ann = Client(server.port, new_cookie(server.port))
            ann.receive()
            code = ann.ask(type="challenge", edition="duel", seat="red")["code"]
            real = request(server.port, f"/join/{code}")
            self.assertEqual((real.status, real.headers["content-type"]), (200, "text/html; charset=utf-8"))
            text = real.body.decode()
            self.assertIn(f'<meta property="og:url" content="https://play.example/join/{code}">', text)
            self.assertIn(f'content="0; url=/#/join/{code}"', text)
            image = re.search('og:image" content="https://play.example(/[^"]+)"', text)[1]
            self.assertEqual(request(server.port, image).headers["content-type"], "image/png")
            other = request(server.port, "/join/22222222").body.decode()
            self.assertEqual(other.replace("22222222", code), text, "no code can be tried here")
            for wrong in ("/join/", "/join/a%22b", "/join/22222222/x", "/join/" + "2" * 13, "/join/<b>"):
                self.assertEqual(request(server.port, wrong).status, 404, wrong)
            ann.close()
            icon = request(server.port, "/favicon.ico")
            self.assertEqual((icon.status, icon.body[:4]), (200, b"\0\0\1\0"))
        finally:
            server.stop()
            server.folder.cleanup()

    def test_only_a_game_that_has_ended_is_analysed_and_an_address_does_not_ask_for_ever(self):
        with Server(arguments=["--clock", "manual"]) as server:
            def analysis(text):
                answer = post(server.port, "/api/analysis", text)
                return answer.status, json.loads(answer.body)
            status, body = analysis(RECORD)
            self.assertEqual((200, 3), (status, len(body["plies"])))
            self.assertIn("beliefs", body["plies"][0])
            self.assertIn("%eval", body["plies"][0]["comment"])
            self.assertEqual([(3, "blue")], [(one["ply"], one["seat"]) for one in body["others"]])
            status, body = analysis(re.sub(r"\[(Result|Termination) .*\]\n", "", RECORD))
            self.assertEqual((400, "going-on"), (status, body["reason"]))
            answers = [analysis("no record") for _ in range(3)]
            self.assertIn("no game", answers[0][1]["error"])
            self.assertEqual([400, 400, 429], [status for status, _ in answers])
        with Server(arguments=["--clock", "manual"]) as server:
            answers = [post(server.port, "/api/analysis", 9000 * " ").status for _ in range(3)]
            self.assertEqual([400, 400, 429], answers, "a long one counts for more")
        with Server(arguments=["--clock", "manual"]) as server:
            moves = " ".join(f"{number}. a4-a5 a7-a6" for number in range(1, 1002))
            answer = post(server.port, "/api/analysis", re.sub(r"\n1\. (.|\n)*", f"\n{moves}\n", RECORD))
            self.assertEqual((400, "too-long"), (answer.status, json.loads(answer.body)["reason"]), "nor is it replayed")
        with Server(arguments=["--analysis", "off"]) as server:
            answer = post(server.port, "/api/analysis", RECORD)
            self.assertEqual((404, "no-analysis"), (answer.status, json.loads(answer.body)["reason"]))

    def test_a_link_to_a_game_previews_alike_whether_there_is_one_or_not(self):
        with Server(arguments=["--clock", "manual"]) as server:
            game = "Aa0_-" * 4 + "Zz"
            for rest in (game, game + "/0", game + "/1234", game + "/12/analysis"):
                answer = request(server.port, f"/g/{rest}")
                self.assertEqual((answer.status, answer.headers["content-type"]), (200, "text/html; charset=utf-8"))
                self.assertIn(f'content="0; url=/#/game/{rest}"', answer.body.decode())
                self.assertNotIn("set-cookie", answer.headers)
            for wrong in ("", "x", game[:-1], game + "x", game + "/", game + "/x", game + "/12345", game + "/1/2",
                          game + "/analysis", game + "//analysis", game + "/1/analysis/analysis", game + "/1/analysi",
                          game[:-1] + "%22", game[:-1] + '"', game[:-1] + "<"):
                self.assertEqual(request(server.port, f"/g/{wrong}").status, 404, wrong)

    def test_where_the_host_has_named_no_address_none_is_made_up(self):
        server = Server(arguments=["--clock", "manual"])
        server.start()
        try:
            text = request(server.port, "/join/2222-2222").body.decode()
            self.assertIn('og:url" content="/join/2222-2222"', text)
        finally:
            server.stop()
            server.folder.cleanup()


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(arguments=["--clock", "manual"])
        cls.server.start()
        cls.port = cls.server.port

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        assert cls.server.complaints() == "", cls.server.complaints()
        cls.server.folder.cleanup()

    def test_files_are_compressed_for_those_who_understand_it(self):
        script = next(f"/{name}" for name in self.packed_files() if name.startswith("main-"))
        plain = request(self.port, script)
        packed = request(self.port, script, headers=["Accept-Encoding: br, gzip"])
        self.assertEqual("gzip", packed.headers["content-encoding"])
        self.assertNotIn("content-encoding", plain.headers)
        self.assertEqual(plain.body, gzip.decompress(packed.body))
        self.assertLess(len(packed.body), len(plain.body))
        for answer in (plain, packed):
            self.assertEqual("accept-encoding", answer.headers["vary"])
        self.assertNotEqual(plain.headers["etag"], packed.headers["etag"])
        again = request(self.port, script, headers=[
            "Accept-Encoding: gzip", f"If-None-Match: {packed.headers['etag']}"])
        self.assertEqual((304, b""), (again.status, again.body))
        refused = request(self.port, script, headers=["Accept-Encoding: gzip;q=0"])
        self.assertEqual(plain.body, refused.body)

    def test_no_cache_keeps_a_cookie_for_others(self):
        port = self.server.port
        first = request(port)
        self.assertIn("set-cookie", first.headers)
        self.assertEqual("no-store", first.headers["cache-control"])
        self.assertNotIn("etag", first.headers)
        again = request(port, headers=[f"Cookie: flagfall={read_cookie(first)}"])
        self.assertNotIn("set-cookie", again.headers)
        self.assertEqual("no-cache", again.headers["cache-control"])
        stale = request(port, headers=[f"If-None-Match: {again.headers['etag']}"])
        self.assertIn("set-cookie", stale.headers)
        self.assertEqual("no-store", stale.headers["cache-control"])

    def packed_files(self):
        """What the page names, what that names in turn, as name: answer."""
        found, todo = {}, ["index.html"]
        while todo:
            name = todo.pop()
            answer = request(self.port, f"/{name}", headers=["Accept-Encoding: gzip"])
            self.assertEqual(200, answer.status, name)
            found[name] = answer
            text = answer.body
            if answer.headers.get("content-encoding") == "gzip":
                text = gzip.decompress(text)
            if not name.endswith((".html", ".js", ".css")):
                continue
            for other in re.findall(rb'["(\']?(?:\./)?([a-z-]+-[0-9A-Z]{8}\.[a-z0-9]+)', text):
                if other.decode() not in [*found, *todo]:
                    todo.append(other.decode())
        return found

    def test_the_whole_page_is_small(self):
        files = self.packed_files()
        offline = {name for name in files if re.match(r"worker-|.*\.wasm$", name)}  # loaded when wanted
        puzzles = {name for name in files if name.startswith("puzzles-")}  # so are these
        total = sum(len(answer.body) for name, answer in files.items() if name not in offline | puzzles)
        self.assertGreater(total, 50_000)
        self.assertLess(total, PAGE_LIMIT)
        self.assertLess(sum(len(files[name].body) for name in offline), OFFLINE_LIMIT)
        self.assertLess(sum(len(files[name].body) for name in puzzles), PUZZLES_LIMIT)
        languages = [name for name in files if re.match("(en|nl|fr|de)-", name)]
        self.assertEqual(4, len(languages))

    def test_files_named_by_their_contents_are_never_asked_for_again(self):
        for name, answer in self.packed_files().items():
            kept = answer.headers["cache-control"]
            if name == "index.html":
                self.assertIn(kept, ("no-cache", "no-store"))
            else:
                self.assertEqual("public, max-age=31536000, immutable", kept, name)

    def test_a_record_comes_back_as_a_review(self):
        answer = post(self.port, "/api/review", RECORD)
        self.assertEqual(200, answer.status)
        self.assertEqual("application/json", answer.headers["content-type"])
        game, = json.loads(answer.body)["games"]
        self.assertEqual(["e4-e5", "e7-e6", "e5xe6"], [event["move"] for event in game["events"]])
        self.assertEqual(("red", "resign", None), (game["result"], game["by"], game["error"]))
        self.assertEqual("<b>Bob</b>", game["blue"])

    def test_a_record_that_is_none_is_told_where(self):
        for body in ("", "hello", "[Edition \"duel\"", "<a>", "\0" * 100, "#X38FA11"):
            answer = post(self.port, "/api/review", body)
            self.assertEqual(400, answer.status, body)
            self.assertTrue(json.loads(answer.body)["error"])

    def test_a_body_has_a_size(self):
        self.assertEqual(200, post(self.port, "/api/review",
                                   RECORD + ";" + "x" * (2 ** 20 - len(RECORD) - 1)).status)
        for headers, status in ((["Content-Length: 1048577"], 413), (["Content-Length: -1"], 413),
                                (["Content-Length: 1e3"], 413),
                                (["Content-Length:"], 411), (["Transfer-Encoding:"], 411),
                                (["Transfer-Encoding: chunked"], 411),
                                (["Content-Length: 5", "Transfer-Encoding: chunked"], 411)):
            answer = request(self.port, "/api/review", "POST", headers=headers)
            self.assertEqual(status, answer.status, headers)
            self.assertTrue(json.loads(answer.body)["reason"])
        self.assertEqual(405, request(self.port, "/api/review").status)
        answer = post(self.port, "/", "a=b")
        self.assertEqual((405, "GET, HEAD"), (answer.status, answer.headers["allow"]))

    def test_what_says_no_length_has_no_body(self):
        answer = request(self.port, "/api/review", "POST")
        self.assertEqual((400, "close"), (answer.status, answer.headers["connection"]))
        self.assertEqual("unreadable", json.loads(answer.body)["reason"])
        self.assertEqual("text/plain; charset=utf-8",
                         request(self.port, "/", "POST").headers["content-type"])

    def test_programs_are_refused_in_json(self):
        long = "X-Forwarded-Proto: " + "x" * 100
        for method, path, headers, status, reason in (
                ("GET", "/api/nope", [], 404, "unknown-page"),
                ("GET", "/api/review", [], 405, "method"), ("PUT", "/api/review", [], 405, "method"),
                ("POST", "/api/account", [], 405, "method"),
                ("POST", "/api/seek", ["Transfer-Encoding: chunked"], 411, "length"),
                ("POST", "/api/seek", ["Content-Length: 4097"], 413, "too-large"),
                ("POST", "/api/seek", ["Content-Length: 0", "Expect: 200"], 417, "expectation"),
                ("GET", "/api/account", [long], 431, "header")):
            answer = request(self.port, path, method, headers=headers)
            self.assertEqual((status, "application/json"),
                             (answer.status, answer.headers["content-type"]), (method, path))
            told = json.loads(answer.body)
            self.assertEqual((reason, {"error", "reason"}), (told["reason"], set(told)))
        self.assertEqual(403, (answer := request(self.port, "/api/account", host="evil")).status)
        self.assertEqual("host", json.loads(answer.body)["reason"])
        self.assertEqual("GET, HEAD", request(self.port, "/api/account", "POST").headers["allow"])
        self.assertEqual(b"there is no such page\n", request(self.port, "/nope").body)

    def test_a_long_body_that_is_refused_is_told_so(self):
        """However much of it has come with its head, or comes behind the answer."""
        for path, status in (("/api/review", 413), ("/api/nothing", 405)):
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
                sock.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                             f"Content-Length: {4 << 20}\r\n\r\n".encode() + b"x" * (4 << 20))
                self.assertEqual(status, read_answer(sock).status)

    def test_a_record_that_takes_long_holds_up_nobody(self):
        self.server.pass_time(60)  # for the reviews of the other tests to be forgotten
        moves = ["e4-e5 e7-e6"] + ["e5-f5 e6-f6", "f5-e5 f6-e6"] * 2_499
        game = RECORD.split("[Result")[0] + "[Option \"no-limits\"]\n\n" + "\n".join(moves) + "\n\n"
        body = (game * 8).replace("travel-en", "ucc").encode()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            sock.sendall(f"POST /api/review HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            # Whoever asks afterwards is answered before.
            self.assertEqual(200, request(self.port, "/healthz").status)
            self.assertEqual([], select.select([sock], [], [], 0)[0])
            games = json.loads(read_answer(sock).body)["games"]
        self.assertEqual(8, sum(len(game["events"]) > 1000 for game in games))

    def test_a_finished_game_is_there_for_whoever_has_its_link(self):
        client = Client(self.port, new_cookie(self.port))
        self.addCleanup(client.close)
        client.receive()
        game = Game.going_on(client, random.Random(5), 3, edition="gravon")
        for path in (f"/game/{game.id}.ffr", f"/api/game/{game.id}", f"/game/{game.id}.gsn",
                     f"/game/{'A' * 22}.ffr", f"/api/game/{'A' * 22}", "/game/x.ffr", "/game/.ffr"):
            self.assertEqual(404, request(self.port, path).status, path)
        game.take(client.ask(type="resign", game=game.id))
        record = request(self.port, f"/game/{game.id}.ffr")
        self.assertEqual(200, record.status)
        self.assertEqual(f'attachment; filename="{game.id}.ffr"',
                         record.headers["content-disposition"])
        with tempfile.NamedTemporaryFile(suffix=".ffr") as file:
            file.write(record.body)
            file.flush()
            checked = subprocess.run([FLAGFALL, "check", file.name], capture_output=True)
        self.assertEqual(0, checked.returncode, checked.stdout)
        moves = [event["move"] for event in game.events]
        review = json.loads(request(self.port, f"/api/game/{game.id}").body)
        self.assertEqual(moves, [event["move"] for event in review["events"]])
        self.assertEqual(("blue", "resign"), (review["result"], review["by"]))
        for form in ("ffr", "gsn", "xml"):
            body = request(self.port, f"/game/{game.id}.{form}").body
            other, = json.loads(post(self.port, "/api/review", body).body)["games"]
            self.assertEqual((moves, review["board"]),
                             ([event["move"] for event in other["events"]], other["board"]), form)
        self.assertEqual(404, request(self.port, f"/game/{game.id}.pgn").status)

    def test_what_is_kept_of_somebody_is_theirs_to_take(self):
        self.server.pass_time(60)
        cookie = new_cookie(self.port)
        client = Client(self.port, cookie)
        self.addCleanup(client.close)
        client.receive()
        over = Game.going_on(client, random.Random(6), 1, edition="tournament")
        over.take(client.ask(type="resign", game=over.id))
        game = Game.going_on(client, random.Random(6), 2, edition="tournament")
        self.assertEqual(401, request(self.port, "/api/export").status)
        answer = request(self.port, "/api/export", headers=[f"Cookie: flagfall={cookie}"])
        self.assertEqual('attachment; filename="flagfall.json"',
                         answer.headers["content-disposition"])
        kept = json.loads(answer.body)
        rows = {entry["row"]["game"]: entry for entry in kept["games"]}
        self.assertLessEqual({over.id, game.id}, set(rows))  # and any that ended too soon
        own = [act["text"] for act in rows[game.id]["acts"]]
        self.assertEqual(game.state["setup"], own[0])
        self.assertEqual(3, len(own))
        self.assertEqual(200, request(self.port, rows[over.id]["record"]).status)
        stranger = request(self.port, "/api/export",
                           headers=[f"Cookie: flagfall={new_cookie(self.port)}"])
        self.assertEqual([], json.loads(stranger.body)["games"])

    def test_another_page_cannot_post(self):
        cookie = new_cookie(self.port)
        own = f"Origin: http://127.0.0.1:{self.port}"
        mine = f"Cookie: flagfall={cookie}"
        self.assertEqual(200, post(self.port, "/api/review", RECORD, [own, mine]).status)
        for headers in ([mine], ["Origin: http://evil.example"], ["Origin: null", mine],
                        ["Origin: http://evil.example", mine]):
            self.assertEqual(403, post(self.port, "/api/review", RECORD, headers).status, headers)

    def test_requests_may_follow_each_other_on_one_connection(self):
        body = RECORD.encode()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            for _ in range(3):
                sock.sendall(f"POST /api/review HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                             f"Content-Length: {len(body)}\r\n\r\n".encode())
                sock.sendall(body[:10])
                sock.sendall(body[10:])
                self.assertEqual(200, read_answer(sock).status)
                sock.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
                self.assertEqual(200, read_answer(sock).status)

    def test_metrics_are_prometheus_text(self):
        client = Client(self.port, new_cookie(self.port))
        self.addCleanup(client.close)
        client.receive()
        client.ask(type="check", edition="duel", letters="")
        answer = request(self.port, "/metrics")
        self.assertTrue(answer.headers["content-type"].startswith("text/plain; version=0.0.4"))
        for line in answer.body.decode().splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) flagfall_\w+ .+|"
                                   r'flagfall_\w+(\{\w+="[\w+.-]+"(,\w+="\w+")?\})? [0-9.e+-]+)$')
        numbers = metrics(self.port)
        self.assertGreaterEqual(numbers["flagfall_websockets"], 1)
        self.assertGreaterEqual(numbers['flagfall_http_requests_total{status="200"}'], 1)
        self.assertGreater(numbers["flagfall_resident_memory_bytes"], 1e6)
        self.assertEqual(1, numbers["flagfall_store_works"])
        self.assertGreater(numbers["flagfall_store_bytes"], 1e5)
        self.assertGreater(numbers["flagfall_disk_free_bytes"], 0)
        self.assertEqual(0, numbers["flagfall_overdue_clock_seconds"])
        self.assertEqual(1, numbers['flagfall_worker_threads{pool="passwords"}'])
        self.assertIn('flagfall_worker_jobs{pool="computers",state="waiting"}', numbers)
        before = numbers
        game = Game(client, edition="duel")
        client.ask(type="open", game="nothing")
        game.play_random(random.Random(1), 1)
        numbers = metrics(self.port)
        for name in ('flagfall_messages_total{type="new"}', "flagfall_moves_total",
                     'flagfall_refusals_total{reason="unknown-game"}',
                     'flagfall_commit_seconds_count', 'flagfall_commit_seconds_bucket{le="+Inf"}'):
            self.assertGreater(numbers[name], before.get(name, 0), name)
        self.assertGreaterEqual(numbers["flagfall_persons"], 1)
        self.assertTrue(game.over or any(name.startswith('flagfall_games{edition="duel"')
                                         for name in numbers))
        self.assertNotIn(game.id, request(self.port, "/metrics").body.decode())


class Proxied(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(arguments=["--proxy", "127.0.0.2,127.1.0.0/16", "--per-address", "3", "--clock", "manual"])
        cls.server.start()
        cls.port = cls.server.port

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.server.folder.cleanup()

    def ask(self, source, *headers, path="/"):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE,
                                      source_address=(source, 0)) as sock:
            lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers, "", ""]
            sock.sendall("\r\n".join(lines).encode())
            return read_answer(sock)

    def is_let_in(self, source):
        try:
            return self.ask(source).status == 200
        except ConnectionError:
            return False

    def test_tls_is_believed_of_a_proxy_only(self):
        for source, secure in (("127.0.0.2", True), ("127.1.2.3", True), ("127.0.0.3", False)):
            answer = self.ask(source, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https")
            self.assertEqual(secure, "; Secure" in answer.headers["set-cookie"], source)
            self.assertEqual("__Host-flagfall" if secure else "flagfall",
                             answer.headers["set-cookie"].partition("=")[0])
            self.assertNotIn("Domain", answer.headers["set-cookie"])
            self.assertEqual(secure, "strict-transport-security" in answer.headers, source)
        answer = self.ask("127.0.0.2", "X-Forwarded-Proto: http")
        self.assertNotIn("Secure", answer.headers["set-cookie"])

    def test_a_cookie_counts_under_the_name_of_its_scheme(self):
        secure = read_cookie(self.ask("127.0.0.2", "X-Forwarded-Proto: https"), "__Host-flagfall")
        plain = read_cookie(self.ask("127.0.0.2", "X-Forwarded-Proto: http"))
        for name, value, scheme, known in (("__Host-flagfall", secure, "https", True),
                                           ("flagfall", plain, "http", True),
                                           ("flagfall", secure, "https", False),
                                           ("flagfall", plain, "https", False),
                                           ("__Host-flagfall", secure, "http", False)):
            answer = self.ask("127.0.0.2", f"X-Forwarded-Proto: {scheme}", f"Cookie: {name}={value}")
            self.assertEqual(known, "set-cookie" not in answer.headers, (name, scheme))

    def test_numbers_are_for_the_host_not_for_clients_of_the_proxy(self):
        self.assertEqual(200, self.ask("127.0.0.1", path="/metrics").status)
        self.assertEqual(403, self.ask("127.0.0.2", "X-Forwarded-For: 192.0.2.9",
                                       path="/metrics").status)
        # What the client itself has written does not help.
        self.assertEqual(403, self.ask("127.0.0.2", "X-Forwarded-For: 127.0.0.1, 192.0.2.9",
                                       path="/metrics").status)
        self.assertEqual(403, self.ask("127.0.0.2", "X-Forwarded-For: 127.0.0.1",
                                       "X-Forwarded-For: 192.0.2.9", path="/metrics").status)

    def test_who_asks_too_much_is_told_so_and_others_are_not(self):
        statuses = [self.ask("127.0.0.2", "X-Forwarded-For: 192.0.2.50").status for _ in range(40)]
        self.assertIn(429, statuses)
        self.assertEqual(200, self.ask("127.0.0.2", "X-Forwarded-For: 192.0.2.51").status)
        statuses = [self.ask("127.0.0.4").status for _ in range(40)]
        self.assertIn(429, statuses)
        # Saying that one is another does not help who is no proxy.
        statuses = [self.ask("127.0.0.4", f"X-Forwarded-For: 192.0.2.{i}").status
                    for i in range(10)]
        self.assertIn(429, statuses)

    def test_an_address_has_so_many_connections(self):
        held = [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE,
                                         source_address=("127.0.0.5", 0)) for _ in range(3)]
        extra = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE,
                                         source_address=("127.0.0.5", 0))
        self.assertEqual(b"", extra.recv(1))
        self.assertEqual(200, self.ask("127.0.0.6").status)
        for sock in [extra, *held]:
            sock.close()
        wait_for(lambda: self.is_let_in("127.0.0.5"))


class ProxyOfTheHost(unittest.TestCase):
    """The proxy stands where the host may read the numbers, as in docs/server.md."""

    def test_a_long_list_of_addresses_makes_nobody_the_host(self):
        """What a client has written is in front; what the proxy adds counts."""
        with Server(arguments=["--proxy", "127.0.0.1"]) as server:
            self.assertEqual(200, request(server.port, "/metrics").status)
            for size in (1, 400, 490, 505, 511, 512, 600, 1500, 3500):
                said = "X-Forwarded-For: " + "127.0.0.1, " * (size // 11)
                for headers in ([said + "192.0.2.9"], [said, "X-Forwarded-For: 192.0.2.9"],
                                ["X-Forwarded-For: " + "x" * size, "X-Forwarded-For: 192.0.2.9"]):
                    status = request(server.port, "/metrics", headers=headers).status
                    self.assertIn(status, (403, 431), (size, headers))


class ProxyThatNobodyNamed(unittest.TestCase):
    """A proxy on the same machine, and the host has forgotten --proxy: everybody comes from
    127.0.0.1."""

    def test_what_it_passes_on_is_not_the_host(self):
        with Server() as server:
            for header in ("X-Forwarded-For: 192.0.2.9", "X-Forwarded-For: 127.0.0.1",
                           "Forwarded: for=192.0.2.9;proto=https", "forwarded: for=127.0.0.1"):
                answer = request(server.port, "/metrics", headers=[header])
                self.assertEqual(403, answer.status, header)
                self.assertIn(b"--proxy", answer.body)
                self.assertEqual(200, request(server.port, "/", headers=[header]).status)
            self.assertIn(b"flagfall_unnamed_proxy_pages_total 4\n", request(server.port, "/metrics").body)
            for _ in range(20):
                request(server.port, "/", headers=["X-Forwarded-For: 192.0.2.9"])
            self.assertEqual(1, server.log().count("event=unnamed-proxy address=127.0.0.1 "))

    def test_what_a_named_one_says_in_words_that_are_not_read_is_not_the_host(self):
        with Server(arguments=["--proxy", "127.0.0.1"]) as server:
            answer = request(server.port, "/metrics", headers=["Forwarded: for=192.0.2.9"])
            self.assertEqual(403, answer.status)
            self.assertIn(b"X-Forwarded-For", answer.body)
            self.assertEqual(200, request(server.port, "/metrics",
                                          headers=["X-Forwarded-For: 127.0.0.1"]).status)


class HalfOpen(unittest.TestCase):
    def test_ten_thousand_that_say_nothing_disturb_nobody(self):
        count = 10_000
        if not raise_files(count + 200):
            count = 2_000
        with Server() as server:
            port = server.port
            client = Client(port, new_cookie(port))
            self.addCleanup(client.close)
            client.receive()
            game = Game(client, edition="duel")
            rng = random.Random(1)
            held = []
            try:
                for i in range(count):
                    sock = socket.socket()
                    sock.bind((f"127.9.{i // 250}.{i % 250 + 1}", 0))
                    sock.setblocking(False)
                    try:
                        sock.connect(("127.0.0.1", port))
                    except BlockingIOError:
                        pass
                    held.append(sock)
                    if i % 3 == 0:
                        poll = select.poll()
                        poll.register(sock, select.POLLOUT)
                        poll.poll(1000 * PATIENCE)
                        try:
                            sock.send(b"GET / HTTP/1.1\r\nHost: ")
                        except OSError:
                            pass
                    if i % 500 == 0:
                        self.assertEqual(200, request(port, "/").status)
                        self.assertEqual("checked", client.ask(type="check", edition="duel",
                                                               letters="")["type"])
                numbers = metrics(port)
                self.assertLessEqual(numbers["flagfall_waiting_connections"], 2000)
                self.assertLess(numbers["flagfall_resident_memory_bytes"], 2e8)
                if not game.over:
                    game.play_random(rng, 2)
            finally:
                for sock in held:
                    sock.close()
            self.assertEqual(200, request(port, "/").status)

    def test_slow_heads_do_not_take_the_place_of_others(self):
        with Server() as server:
            held = []
            for i in range(90):
                sock = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
                # A whole request, and then a part of the next.
                sock.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
                read_answer(sock)
                sock.sendall(b"GET /healthz HTTP/1.1\r\nHo")
                held.append(sock)
            for _ in range(5):
                self.assertEqual(200, request(server.port, "/").status)
            for sock in held:
                sock.close()

    def test_who_never_asks_is_sent_away(self):
        with Server(arguments=["--clock", "manual"]) as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
                sock.sendall(b"GET / HTTP/1.1\r\n")
                wait_for(lambda: metrics(server.port)["flagfall_waiting_connections"] == 1)
                server.pass_time(10)
                self.assertIn(b" 408 ", sock.recv(4096))

    def test_a_head_that_is_too_long_is_told(self):
        with Server() as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
                sock.sendall(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000)
                self.assertIn(b" 431 ", sock.recv(4096))


class Log(unittest.TestCase):
    LINE = r'^time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=(error|info|debug) event=[a-z-]+' \
           r'( [a-z-]+=("([^"\\]|\\.)*"|[^ "]+))*$'

    def test_lines_have_a_shape_and_no_secret(self):
        with Server(arguments=["--log", "debug"]) as server:
            cookie = new_cookie(server.port)
            with Client(server.port, cookie) as client:
                client.receive()
                game = Game(client)
                game.play_random(random.Random(1), 3)
                letters = game.state["setup"]
                client.send(type="chat", game=game.id, text="very private words")
                client.receive()
            request(server.port, f"/api/bot/game/x/setup/{letters}",
                    headers=["Authorization: Bearer secret-token-1"])
            post(server.port, "/api/review", RECORD)
            server.stop()
            text = server.log()
        for line in text.splitlines():
            self.assertRegex(line, self.LINE)
        self.assertIn("event=request", text)
        self.assertIn("address=127.0.0.1", text)
        for secret in (cookie, letters, ARMY, "private", "secret-token"):
            self.assertNotIn(secret, text)

    def test_off_is_silent(self):
        with Server(arguments=["--log", "off"]) as server:
            request(server.port)
            server.stop()
            self.assertEqual("", server.log())

    def test_wrong_options_are_told(self):
        from client import NotStarted
        for arguments in (["--log", "loud"], ["--proxy", "localhost"], ["--metrics", "1.2.3.4/99"],
                          ["--connections", "1"], ["--per-address", "0"]):
            server = Server(arguments=arguments)
            with self.assertRaises(NotStarted) as failed:
                server.start()
            server.folder.cleanup()
            self.assertEqual(2, failed.exception.status)
            self.assertIn(arguments[0], failed.exception.complaints)


class Few(unittest.TestCase):
    def test_too_few_files_are_told(self):
        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (3000, 3000))
        with Server(setup=few) as server:
            self.assertEqual(200, request(server.port).status)
            server.stop()
            self.assertIn("event=few-files", server.log())


class Goodbye(unittest.TestCase):
    def test_a_stop_closes_with_1001_and_keeps_what_was_said(self):
        with Server() as server:
            client = Client(server.port, new_cookie(server.port))
            client.receive()
            game = Game(client)
            game.play_random(random.Random(2), 2)
            game.wait()
            server.process.send_signal(signal.SIGTERM)
            with self.assertRaises(Closed) as closed:
                while True:
                    client.receive()
            self.assertEqual(1001, closed.exception.code)
            client.close()
            self.assertEqual(0, server.process.wait(timeout=PATIENCE))
            server.process.stdout.close()
            server.process = None
            server.start()
            with Client(server.port, client.cookie) as again:
                again.receive()
                self.assertEqual(game.events, Game(again, game.id).events[:len(game.events)])

    def test_a_client_that_does_not_answer_is_not_waited_for(self):
        with Server() as server:
            client = Client(server.port, new_cookie(server.port))
            self.addCleanup(client.close)
            self.assertEqual(0, server.stop())


if __name__ == "__main__":
    main()
