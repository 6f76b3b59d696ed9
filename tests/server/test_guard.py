"""Strangers, and guests who misbehave, over a real socket."""

import errno
import json
import os
import random
import re
import socket
import struct
import unittest

from client import (BINARY, CLOSE, PATIENCE, PING, PONG, TEXT, Client, Closed, Game, Refused, Server, connect,
                    main, new_cookie, read_answer, request, wait_for)


class Guard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(arguments=["--public-host", "play.example.org"])
        cls.server.start()
        cls.port = cls.server.port

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        complaints = cls.server.complaints()
        cls.server.folder.cleanup()
        assert status == 0 and complaints == "", (status, complaints)

    def tearDown(self):
        """Whatever a test did, the server still serves others."""
        self.assertEqual(b"ok\n", request(self.port, "/healthz").body)
        client = self.join()
        self.assertEqual("game", client.ask(type="new", edition="duel", seat="red",
                                            opponent="random")["type"])

    def join(self, cookie=None, **options):
        client = Client(self.port, cookie or new_cookie(self.port), **options)
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    # Who may ask.

    def test_only_its_own_names_are_answered(self):
        port = self.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", f"LOCALHOST:{port}",
                     "play.example.org"):
            self.assertEqual(200, request(port, host=host).status, host)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                     f"127.0.0.1:{port}.evil.example", "play.example.org.evil.example",
                     f"play.example.org:{port}", "x" * 200, f" 127.0.0.2:{port}"):
            for path in ("/", "/healthz", "/nothing"):
                self.assertEqual(403, request(port, path, host=host).status, host)

    def test_a_header_that_is_too_long_is_never_taken_for_none(self):
        port = self.port
        for header in ("Host: " + "x" * 300, "Origin: http://" + "x" * 400,
                       "Authorization: Bearer " + "x" * 1100, "If-None-Match: " + "x" * 1100,
                       "X-Forwarded-Proto: " + "x" * 100, "Content-Length: " + "0" * 100):
            self.assertEqual(431, request(port, headers=[header]).status, header[:20])

    def test_a_request_without_a_host_is_refused(self):
        with socket.create_connection(("127.0.0.1", self.port)) as sock:
            sock.sendall(b"GET / HTTP/1.0\r\n\r\n")
            self.assertIn(b"403", sock.recv(4096))

    def test_a_websocket_opens_only_for_its_own_page(self):
        cookie = new_cookie(self.port)
        own = f"127.0.0.1:{self.port}"
        for host, origin in ((own, f"http://{own}"), (own, f"https://{own}"),
                             ("play.example.org", "https://play.example.org"),
                             (own, f"http://localhost:{self.port}")):
            self.join(cookie, host=host, origin=origin)
        for host, origin in ((own, "http://evil.example"), (own, "null"), (own, ""),
                             (own, f"http://127.0.0.1:{self.port + 1}"),
                             (own, f"ftp://{own}"), (own, own), (own, f"http://{own}.evil"),
                             (own, f"http://evil@{own}"), ("evil.example", "http://evil.example"),
                             ("evil.example", f"http://{own}")):
            with self.assertRaises(Refused, msg=(host, origin)) as refused:
                Client(self.port, cookie, host=host, origin=origin)
            self.assertEqual(403, refused.exception.status)

    def test_a_websocket_needs_a_cookie_that_is_one(self):
        good = new_cookie(self.port)
        for cookie in (None, "", good[:-1], good + "0", "g" + good[1:], "0" * 2000,
                       os.urandom(32).hex(), os.urandom(52).hex(), good[:64]):
            with self.assertRaises(Refused) as refused:
                Client(self.port, cookie)
            self.assertEqual(403, refused.exception.status)

    def test_a_websocket_needs_the_subprotocol_and_the_path(self):
        cookie = new_cookie(self.port)
        for options in ({"protocol": None}, {"protocol": "chat"}, {"protocol": "http"},
                        {"protocol": "listener"}, {"protocol": "answers"}, {"path": "/"},
                        {"path": "/ws/more"}):
            with self.assertRaises((Refused, ConnectionError, Closed), msg=options):
                Client(self.port, cookie, **options)

    def test_another_way_up_is_refused(self):
        for line in ("Upgrade: h2c", "Upgrade: raw", "Upgrade: mqtt"):
            headers = ["Connection: Upgrade, HTTP2-Settings", line,
                       "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"]
            try:
                self.assertNotEqual(101, request(self.port, headers=headers).status, line)
            except ConnectionError:
                pass
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            sock.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0")
            self.assertNotIn(b"\x00\x00\x00\x04", sock.recv(4096)[:12])

    def test_headers_keep_strangers_out_of_the_page(self):
        for path in ("/", "/healthz", "/nothing"):
            headers = request(self.port, path).headers
            policy = headers["content-security-policy"]
            for rule in ("default-src 'none'", "script-src 'self'", "style-src 'self'",
                         "font-src 'self'", "img-src 'self' data:", "connect-src 'self'",
                         "frame-ancestors 'none'",
                         "base-uri 'none'", "form-action 'none'"):
                self.assertIn(rule, policy)
            self.assertEqual("nosniff", headers["x-content-type-options"])
            self.assertEqual("no-referrer", headers["referrer-policy"])
            self.assertEqual("same-origin", headers["cross-origin-opener-policy"])
            self.assertEqual("same-origin", headers["cross-origin-resource-policy"])
            self.assertNotIn("server", headers)

    def test_the_cookie_is_a_secret_of_the_browser(self):
        line = request(self.port).headers["set-cookie"]
        self.assertRegex(line, r"^flagfall=[0-9a-f]{104};")
        for part in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="):
            self.assertIn(part, line)
        cookie = new_cookie(self.port)
        self.assertNotEqual(cookie, new_cookie(self.port))
        again = request(self.port, headers=[f"Cookie: flagfall={cookie}"])
        self.assertNotIn("set-cookie", again.headers)
        self.join(cookie).ask(type="new", edition="duel", seat="red", opponent="random")
        for name in os.listdir(self.server.folder.name):
            path = os.path.join(self.server.folder.name, name)
            self.assertEqual(0, os.stat(path).st_mode & 0o077, name)
            if name.endswith("-admin"):
                continue  # a socket, which keeps nothing
            with open(path, "rb") as file:
                data = file.read()
            self.assertNotIn(cookie[:64].encode(), data)
            self.assertNotIn(bytes.fromhex(cookie[:64]), data)

    # Files.

    def test_no_path_leads_out_of_the_page(self):
        for path in ("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/etc/passwd",
                     "//etc/passwd", "/./index.html/", "/.git/config", "/index.html%00.js",
                     "/" + "a" * 2000, "/%zz", "/~root"):
            try:
                self.assertIn(request(self.port, path).status, (400, 403, 404), path)
            except ConnectionError:
                pass

    def test_unchanged_files_are_not_sent_again(self):
        cookie = f"Cookie: flagfall={new_cookie(self.port)}"
        page = request(self.port, headers=[cookie])
        tag = page.headers["etag"]
        again = request(self.port, headers=[cookie, f"If-None-Match: {tag}"])
        self.assertEqual((304, b""), (again.status, again.body))
        changed = request(self.port, headers=[cookie, 'If-None-Match: "other"'])
        self.assertEqual((200, page.body), (changed.status, changed.body))

    def test_head_has_no_body_and_other_methods_are_refused(self):
        head = request(self.port, method="HEAD")
        self.assertEqual((200, b""), (head.status, head.body))
        self.assertEqual(str(len(request(self.port).body)), head.headers["content-length"])
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
            try:
                answer = request(self.port, method=method,
                                 headers=["Content-Length: 5"], body=b"a=b&c")
                self.assertIn(answer.status, (400, 403, 404, 405, 501), method)
            except ConnectionError:
                pass

    def test_a_connection_becomes_no_tunnel(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            sock.sendall(f"CONNECT / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            try:
                self.assertIn(sock.recv(4096)[9:12], (b"", b"403", b"405"))
            except ConnectionError:
                pass

    def test_one_connection_asks_many_times(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
            for _ in range(20):
                for path in ("/", "/healthz", "/nothing"):
                    line = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
                    sock.sendall(line.encode())
                    self.assertIn(read_answer(sock).status, (200, 404))

    def test_requests_that_are_none(self):
        for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100, b"GET / HTTP/1.1\r\n" + b"a" * 70000,
                     b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000 + b"\r\n", b"\x16\x03\x01" * 50,
                     os.urandom(3000)):
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as sock:
                try:
                    sock.sendall(data)
                    sock.shutdown(socket.SHUT_WR)
                    while sock.recv(4096):
                        pass
                except OSError as error:
                    self.assertIn(error.errno, (errno.ECONNRESET, errno.EPIPE, errno.ENOTCONN))

    # Whose game.

    def test_another_guests_game_is_as_unknown_as_none(self):
        owner = self.join()
        game = Game(owner)
        thief = self.join()
        letters = owner.ask(type="suggest", edition="tournament", style="random")["letters"]
        messages = ({"type": "open"}, {"type": "setup", "letters": letters}, {"type": "resign"},
                    {"type": "move", "ply": game.view["plies"], "from": "a4", "to": "a5"})
        for message in messages:
            stolen = thief.ask(game=game.id, **message)
            for invented in ("A" * 22, "", "x" * 5000, game.id[:-1], game.id + "A", "' OR 1=1 --"):
                unknown = thief.ask(game=invented, **message)
                unknown["game"] = game.id
                self.assertEqual(stolen, unknown)
            self.assertEqual("unknown-game", stolen["reason"])
        # It hears nothing of what goes on there either.
        game.play_random(random.Random(1), 5)
        thief.send(type="check", edition="duel", letters="")
        self.assertEqual("checked", thief.receive()["type"])

    # Messages that are none.

    def test_malformed_messages_are_refused_and_the_next_is_served(self):
        client = self.join()
        wrong = (b"", b"{", b"[]", b"null", b"1", b'"new"', b"{}", b'{"type":1}', b'{"type":null}',
                 b'{"type":"nothing"}', b'{"type":"new"}', b'{"type":["new"]}', b"[" * 8000,
                 b'{"type":"open","type":"open"}', b'{"type":"open","game":1}',
                 b'{"type":"open","game":"\\u0000"}', b'{"type":"open","game":"\\ud800"}',
                 b'{"type":"move","game":"a","ply":1e3,"from":"a4","to":"a5"}',
                 b'{"type":"move","game":"a","ply":99999999999999999999,"from":"a4","to":"a5"}',
                 b'{"type":"move","game":"a","ply":-1,"from":"a4","to":"a5"}',
                 b'{"type":"new","edition":"duel","seat":"green","opponent":"random"}',
                 b'{"type":"new","edition":"nope","seat":"red","opponent":"random"}',
                 b'{"type":"new","edition":"duel","seat":"red","opponent":"nope"}',
                 b'{"type":"new","edition":"duel","seat":"red","opponent":"random","memory":1}',
                 b'{"type":"suggest","edition":"duel","style":"nope"}', b'{"a":' * 2000)
        for text in wrong:
            client.send_frame(text)
            answer = client.receive()
            self.assertEqual("refused", answer["type"], text)
            self.assertTrue(answer["reason"] and answer["message"])
        self.assertEqual("checked", client.ask(type="check", edition="duel", letters="")["type"])

    def closes(self, client, codes):
        with self.assertRaises(Closed) as closed:
            for _ in range(100):
                client.receive_text()
        self.assertIn(closed.exception.code, codes)

    def test_text_that_is_not_utf8_closes(self):
        client = self.join()
        client.send_frame(b'{"type":"\xff\xfe"}')
        self.closes(client, (1007, None))

    def test_a_binary_frame_closes(self):
        client = self.join()
        client.send_frame(b'{"type":"check"}', BINARY)
        self.closes(client, (1003, None))

    def test_too_large_a_message_closes(self):
        for size in (16385, 70000):
            client = self.join()
            client.send_frame(b" " * size)
            self.closes(client, (1009, None))

    def test_the_largest_message_is_served(self):
        client = self.join()
        text = json.dumps({"type": "check", "edition": "duel", "letters": ""}).encode()
        client.send_frame(text + b" " * (16384 - len(text)))
        self.assertEqual("checked", client.receive()["type"])

    def test_an_announced_giant_is_cut_off_early(self):
        client = self.join()
        client.sock.sendall(bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 40) + b"\0\0\0\0")
        with self.assertRaises(ConnectionError):
            for _ in range(100_000):  # six gigabytes
                client.sock.send(b" " * 65536)

    def test_fragments_make_one_message(self):
        client = self.join()
        text = json.dumps({"type": "check", "edition": "duel", "letters": "M"}).encode()
        for at, byte in enumerate(text):
            client.send_frame(bytes([byte]), TEXT if at == 0 else 0, at + 1 == len(text))
            if at == 10:
                client.send_frame(b"still here?", PING)
        frame = client.receive_frame()
        self.assertEqual((PONG, b"still here?"), (frame[0], frame[2]))
        self.assertEqual("checked", client.receive()["type"])

    def test_fragments_without_end_are_cut_off(self):
        client = self.join()
        client.send_frame(b" " * 1000, TEXT, False)
        try:
            for _ in range(100):
                client.send_frame(b" " * 1000, 0, False)
        except ConnectionError:
            return
        self.closes(client, (1009, None))

    def test_frames_against_the_standard_close(self):
        for data in (b"\xf1\x80\0\0\0\0", b"\x80\x81\0\0\0\0x",
                     b"\x8f\x80\0\0\0\0", b"\x89\xfe\x01\x00\0\0\0\0" + b"a" * 256,
                     b"\x81\xfe\0\1\0\0\0\0x", b"\x09\x80\0\0\0\0",
                     b"\x88\x82\0\0\0\0\x03\xec"):
            client = self.join()
            client.sock.sendall(data)
            self.closes(client, (1002,))

    def test_frames_that_are_not_masked_are_refused_not_answered(self):
        message = b'{"type":"check","edition":"duel","letters":""}'
        for data in (b"\x81" + bytes([len(message)]) + message, b"\x81\x05hello", b"\x89\0",
                     b"\x88\x02\x03\xe8", b"\x81\x7e\x01\0", b"\x01\x01{"):
            # The second byte says that there is no mask: what is sent after the refusal could reset the
            # connection before its code is read.
            for parts in ([data], [data[:1], data[1:2]]):
                client = self.join()
                for part in parts:
                    client.sock.sendall(part)
                self.closes(client, (1002,))

    def test_only_the_standard_version_opens(self):
        cookie = new_cookie(self.port)
        for version in ("Sec-WebSocket-Version: 8", "Sec-WebSocket-Version: 0",
                        "Sec-WebSocket-Version: 13, 8", "Sec-WebSocket-Version: thirteen", "X: y"):
            answer = request(self.port, "/ws", headers=[
                "Upgrade: websocket", "Connection: Upgrade", version,
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: flagfall",
                f"Origin: http://127.0.0.1:{self.port}", f"Cookie: flagfall={cookie}"])
            self.assertEqual((426, "13"), (answer.status,
                                           answer.headers.get("sec-websocket-version")), version)

    def test_no_compression_is_agreed_on(self):
        """A few compressed bytes could be megabytes."""
        with connect(self.port) as sock:
            sock.sendall("\r\n".join([
                "GET /ws HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket",
                "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: flagfall",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
                f"Origin: http://127.0.0.1:{self.port}",
                f"Cookie: flagfall={new_cookie(self.port)}", "", ""]).encode())
            answer = read_answer(sock)
            self.assertEqual((101, None), (answer.status, answer.headers.get("sec-websocket-extensions")))
            sock.sendall(b"\xc1\x87\0\0\0\0" + b"\xaaV*\xa9,H\x05")  # masked, RSV1: a compressed text
            said, part, refusal = answer.body, b"..", b"\x88\x02" + struct.pack(">H", 1002)
            while part and refusal not in said and b"refused" not in said:
                part = sock.recv(65536)
                said += part
            self.assertIn(refusal, said)

    def test_a_close_is_answered(self):
        client = self.join()
        client.send_frame(struct.pack(">H", 1000), CLOSE)
        self.closes(client, (1000, None))

    # Too much of it.

    def test_a_client_that_does_not_read_is_dropped(self):
        client = self.join()
        client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        game = Game(client)
        game.play_random(random.Random(3), 40)
        with self.assertRaises(ConnectionError):
            for _ in range(100_000):
                client.send(type="check", edition="duel", letters="x" * 15000)

    def test_many_connections_are_borne(self):
        cookie = new_cookie(self.port)
        clients = [self.join(cookie) for _ in range(100)]
        for client in clients:
            client.close()

    def test_too_many_connections_are_turned_away(self):
        import resource
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < 1200:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(2000, hard), hard))
        socks = []
        try:
            for _ in range(1100):
                socks.append(socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE))
            socks[-1].settimeout(PATIENCE)
            self.assertEqual(b"", socks[-1].recv(1))
        finally:
            for sock in socks:
                sock.close()
        wait_for(self.answers)

    def answers(self):
        try:
            return request(self.port, "/healthz").status == 200
        except (ConnectionError, IndexError):
            return False

    def test_who_waits_at_the_door_is_counted_too(self):
        """No more come in together than there may be, however many have knocked before."""
        with Server(arguments=("--connections", "10")) as server:
            callers = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
                       for _ in range(30)]
            answered = 0
            for caller in callers:
                self.addCleanup(caller.close)
                try:
                    caller.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
                                   .encode())
                    answered += caller.recv(12) == b"HTTP/1.1 200"
                except ConnectionError:
                    pass
            self.assertEqual(10, answered)

    def test_pings_are_answered_but_not_without_end(self):
        with self.join() as client:
            for text in (b"", b"are you there?"):
                client.send_frame(text, PING)
                opcode, _, answer = client.receive_frame()
                self.assertEqual((PONG, text), (opcode, answer))
            for _ in range(2000):
                try:
                    client.send_frame(b"x" * 125, PING)
                except ConnectionError:
                    break
            with self.assertRaises((Closed, ConnectionError)) as closed:
                while True:
                    client.receive()
            if isinstance(closed.exception, Closed):
                self.assertIn(closed.exception.code, (None, 1008))

    def test_connections_that_come_and_go(self):
        cookie = new_cookie(self.port)
        rng = random.Random(4)
        game = Game(self.join(cookie)).id
        for _ in range(200):
            client = Client(self.port, cookie)
            for _ in range(rng.randrange(3)):
                client.send(type="open", game=game)
            if rng.random() < 0.5:
                client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()


class Begin(unittest.TestCase):
    def test_a_taken_port_is_told(self):
        from client import NotStarted
        with Server() as server:
            other = Server(port=server.port)
            with self.assertRaises(NotStarted) as failed:
                other.start()
            other.folder.cleanup()
            self.assertEqual(2, failed.exception.status)
            self.assertIn(f"port {server.port}", failed.exception.complaints)
            self.assertIn("in use", failed.exception.complaints)

    def refused(self, *arguments):
        from client import NotStarted
        other = Server(arguments=arguments)
        self.addCleanup(other.folder.cleanup)
        with self.assertRaises(NotStarted, msg=arguments) as failed, other:
            pass
        self.assertEqual(2, failed.exception.status)
        return failed.exception.complaints

    def test_a_public_host_that_no_browser_sends_is_refused(self):
        for given in ("http://play.example.org", "https://play.example.org/", "play.example.org/",
                      "http://play.example.org/flagfall"):
            said = self.refused("--public-host", given)
            self.assertIn(f"'play.example.org', not '{given}'", said)
        for given in ("", "a b", "https://", "play.example.org:http"):
            self.assertIn("NAME or NAME:PORT", self.refused("--public-host", given))

    def test_a_folder_of_the_page_that_is_not_there_is_told(self):
        for given in ("/nonexistent", __file__, ""):
            self.assertEqual(f"flagfall: --web: there is no folder '{given}'\n",
                             self.refused("--web", given))

    def test_a_wrong_list_of_addresses_is_told_in_words_that_suit_its_option(self):
        for given in ("--metrics", "--proxy"):
            said = self.refused(given, "foo")
            self.assertIn(f"flagfall: {given}: 'foo' is no address or network", said)

    def test_a_wrong_host_is_told(self):
        from client import NotStarted
        for host in ("nowhere.invalid", "999.1.1.1", ""):
            other = Server(arguments=["--host", host])
            with self.assertRaises(NotStarted, msg=host) as failed:
                other.start()
            other.folder.cleanup()
            self.assertEqual(2, failed.exception.status)

    def test_the_other_loopback_works_too(self):
        with Server(arguments=["--host", "::1"]) as server:
            with socket.create_connection(("::1", server.port), timeout=PATIENCE) as sock:
                sock.sendall(f"GET / HTTP/1.1\r\nHost: [::1]:{server.port}\r\n\r\n".encode())
                self.assertEqual(200, read_answer(sock).status)


class Flood(unittest.TestCase):
    def test_a_flood_waits_until_points_have_come_back(self):
        with Server(arguments=["--clock", "manual"]) as server:
            client = Client(server.port, new_cookie(server.port))
            self.addCleanup(client.close)
            client.receive()
            for _ in range(2600):
                client.send(type="check", edition="duel", letters="")
            for served, seconds in ((1993, 1), (2493, 0)):  # the welcome was seven
                while len(client.everything) - 1 < served:
                    self.assertEqual("wrong-length", client.receive()["reason"])
                said = request(server.port, "/metrics").body
                self.assertIn(b'messages_total{type="check"} %d\n' % served, said)
                server.pass_time(seconds)


if __name__ == "__main__":
    main()
