"""Behind nginx and Caddy, with TLS, WebSockets and IPv6: the configurations are those that
docs/server.md prints, with ports, names and certificates of the test's own. Says which
proxy is skipped because it is not installed."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import unittest

from client import HERE, PATIENCE, Client, Refused, Server, main, read_answer, read_cookie, wait_for

DOCS = os.path.join(HERE, "..", "..", "docs", "server.md")
NAME = "play.example.org"


def blocks():
    """The code blocks of docs/server.md."""
    with open(DOCS) as file:
        return re.findall(r"^```\w*\n(.*?)^```$", file.read(), re.M | re.S)


def free_port():
    with socket.socket(socket.AF_INET6) as sock:
        sock.bind(("::", 0))
        return sock.getsockname()[1]


def replaced(text, *pairs):
    """Each must be there: what is tested is what the documentation says."""
    for old, new in pairs:
        if old not in text:
            raise AssertionError(f"docs/server.md does not say {old!r} any more")
        text = text.replace(old, new)
    return text


class Secure(Client):
    """A WebSocket client that speaks TLS."""

    def __init__(self, address, port, cookie, source=None, headers=()):
        raw = socket.create_connection((address, port), timeout=PATIENCE,
                                       source_address=source and (source, 0))
        sock = ssl._create_unverified_context().wrap_socket(raw, server_hostname=NAME)
        self.sock, self.data, self.everything, self.cookie = sock, b"", [], cookie
        lines = ["GET /ws HTTP/1.1", f"Host: {NAME}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                 f"Origin: https://{NAME}", "Sec-WebSocket-Protocol: flagfall",
                 f"Cookie: __Host-flagfall={cookie}", *headers]
        sock.sendall("\r\n".join(lines + ["", ""]).encode())
        answer = read_answer(sock)
        if answer.status != 101:
            sock.close()
            raise Refused(answer)
        self.data = answer.body


class Proxies:
    """What both must do. `command` starts the proxy in the foreground."""

    arguments = ()

    @classmethod
    def setUpClass(cls):
        if not shutil.which(cls.program):
            print(f"skipped: {cls.program} is not installed", flush=True)
            raise unittest.SkipTest(cls.program)
        cls.folder = tempfile.TemporaryDirectory(prefix="flagfall-proxy-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.key, cls.certificate = cls.path("key.pem"), cls.path("certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                        "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", cls.key,
                        "-out", cls.certificate], check=True, capture_output=True)
        # The documented command's own options.
        command, = [b for b in blocks() if b.startswith("flagfall serve --public-host")]
        cls.server = Server(arguments=[*command.split()[2:], "--log", "debug",
                                       "--per-address", "3", "--clock", "manual", *cls.arguments])
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.begin()
        cls.addClassCleanup(cls.end)
        wait_for(cls.answers, cls.program)

    @classmethod
    def begin(cls):
        cls.port = free_port()
        with open(cls.path("log"), "w") as log:
            cls.proxy = subprocess.Popen(cls.command(), stdout=log, stderr=log,
                                         env={**os.environ, "HOME": cls.folder.name,
                                              "XDG_DATA_HOME": cls.folder.name,
                                              "XDG_CONFIG_HOME": cls.folder.name})

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def end(cls):
        cls.proxy.terminate()
        cls.proxy.wait()

    @classmethod
    def answers(cls):
        if cls.proxy.poll() is not None:
            with open(cls.path("log")) as log:
                said = log.read()
            if "in use" not in said:
                raise AssertionError(f"{cls.program} has ended: {said}")
            cls.begin()  # somebody else was quicker to take the port
        try:
            return cls.get("127.0.0.1", "/healthz").status == 200
        except (OSError, IndexError):
            return False

    @classmethod
    def get(cls, address, path="/", *headers, source=None):
        with socket.create_connection((address, cls.port), timeout=PATIENCE,
                                      source_address=source and (source, 0)) as raw:
            with ssl._create_unverified_context().wrap_socket(raw, server_hostname=NAME) as sock:
                lines = [f"GET {path} HTTP/1.1", f"Host: {NAME}", "Connection: close", *headers]
                sock.sendall("\r\n".join([*lines, "", ""]).encode())
                return read_answer(sock)

    def setUp(self):
        self.server.pass_time(60)  # the limits of the other tests are forgotten

    def join(self, address="127.0.0.1"):
        cookie = read_cookie(self.get(address), "__Host-flagfall")
        client = Secure(address, self.port, cookie)
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def test_the_page_and_its_cookie_are_secure(self):
        answer = self.get("127.0.0.1")
        self.assertEqual(200, answer.status)
        self.assertRegex(answer.headers["set-cookie"], "^__Host-flagfall=.*; Secure")
        self.assertIn("strict-transport-security", answer.headers)

    def test_a_game_is_played_over_tls_by_both_kinds_of_addresses(self):
        ann, bob = self.join("127.0.0.1"), self.join("::1")
        offer = ann.ask(type="challenge", edition="duel", seat="red")
        bob.send(type="join", code=offer["code"])
        self.assertEqual("setup", bob.until(lambda m: m.get("phase"))["phase"])
        bob.send(type="chat", game=offer["game"], text="hello")
        self.assertEqual("hello", ann.until(lambda m: m["type"] == "chat")["text"])

    def test_the_log_names_the_client_and_not_the_proxy(self):
        self.get("127.0.0.1", "/?who", source="127.0.0.77")
        self.get("::1", "/?who")
        wait_for(lambda: "address=127.0.0.77 " in self.server.log())
        wait_for(lambda: re.search(r"address=::1? ", self.server.log()))

    def test_nobody_says_whose_request_it_is_but_the_proxy(self):
        for headers in ([], ["X-Forwarded-For: 127.0.0.1"],
                        ["X-Forwarded-For: 192.0.2.9", "X-Forwarded-For: 127.0.0.1"],
                        ["X-Forwarded-For: " + "127.0.0.1, " * 60 + "127.0.0.1"],
                        ["X-Forwarded-For: " + "x" * 600],
                        ["X-Forwarded-For: " + "127.0.0.1, " * 250 + "127.0.0.1"]):
            status = self.get("127.0.0.1", "/metrics", *headers, source="127.0.0.78").status
            self.assertIn(status, (400, 403, 431), headers)

    def test_a_banned_client_is_out_and_others_are_not(self):
        cookie = read_cookie(self.get("127.0.0.1"), "__Host-flagfall")

        def come(source, *headers):
            Secure("127.0.0.1", self.port, cookie, source, headers).close()

        self.server.admin("ban", "127.0.0.79")
        for headers in ([], ["X-Forwarded-For: 192.0.2.9"]):
            with self.assertRaises(Refused) as refused:
                come("127.0.0.79", *headers)
            self.assertEqual(403, refused.exception.status)
        come("127.0.0.80")
        self.server.admin("unban", "127.0.0.79")
        come("127.0.0.79")

    def test_limits_are_each_clients_own(self):
        statuses = [self.get("127.0.0.1", source="127.0.0.81").status for _ in range(20)]
        self.assertIn(429, statuses)
        self.assertEqual(200, self.get("127.0.0.1", source="127.0.0.82").status)


class Nginx(Proxies, unittest.TestCase):
    program = "nginx"

    @classmethod
    def command(cls):
        documented, = [b for b in blocks() if "proxy_pass" in b]
        site = replaced(documented, ("listen 443 ssl;", f"listen {cls.port} ssl; listen [::]:{cls.port} ssl;"),
                        ("/etc/letsencrypt/live/play.example.org/fullchain.pem", cls.certificate),
                        ("/etc/letsencrypt/live/play.example.org/privkey.pem", cls.key),
                        ("127.0.0.1:8080", f"127.0.0.1:{cls.server.port}"))
        temporary = "".join(f"{kind}_temp_path {cls.path(kind)};\n" for kind in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(cls.path("nginx.conf"), "w") as file:
            file.write(f"daemon off; master_process off; pid {cls.path('pid')}; error_log stderr;\n"
                       f"events {{}}\nhttp {{ access_log off;\n{temporary}{site}}}\n")
        return ["nginx", "-e", "stderr", "-p", cls.folder.name, "-c", cls.path("nginx.conf")]


class Caddy(Proxies, unittest.TestCase):
    program = "caddy"

    @classmethod
    def site(cls):
        documented, = [b for b in blocks() if "reverse_proxy" in b]
        return replaced(documented, ("127.0.0.1:8080", f"127.0.0.1:{cls.server.port}"))

    @classmethod
    def command(cls):
        site = replaced(cls.site(), ("play.example.org {", f"play.example.org {{\n    tls {cls.certificate} {cls.key}"))
        with open(cls.path("Caddyfile"), "w") as file:
            file.write(f"{{\n    admin off\n    auto_https disable_redirects\n"
                       f"    https_port {cls.port}\n    storage file_system {cls.folder.name}\n}}\n{site}")
        return ["caddy", "run", "--adapter", "caddyfile", "--config", cls.path("Caddyfile")]


class CaddyOfSeveral(Caddy):
    """The example of two nodes: one is away, and the other is looked at by a name that it does not
    know, as a container's is. When it had no name to ask by, the proxy took both for gone."""

    arguments = ("--host", "0.0.0.0")

    @classmethod
    def site(cls):
        with open(os.path.join(HERE, "..", "..", "examples", "several-servers", "Caddyfile")) as file:
            return replaced(file.read(), ("a:8080 b:8080", f"127.0.0.2:1 127.0.0.2:{cls.server.port}"))


if __name__ == "__main__":
    main()
