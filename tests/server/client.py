"""What the server's tests stand on: a server in a process of its own, and a small
WebSocket client (RFC 6455) that can also misbehave. Standard library only."""

import base64
import json
import os
import re
import signal
import socket
import struct
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGFALL = os.environ.get("FLAGFALL", "build/flagfall")
PATIENCE = 300  # seconds; what has not come by then would hang for ever. Nothing is asserted by it
CLOCK_BEGINS = 946684800  # where the time of `--clock manual` does, in seconds since 1970


def wait_for(condition, what="the condition"):
    """Until it holds, looking again and again; gives what it was in the end. This is the one place
    where tests sleep: how long it takes says nothing, and the deadline is there for what would hang
    for ever. Where a server has died nothing is waited for."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        for server in list(Server.running):
            if server.has_died():
                raise AssertionError(f"{what} cannot come: a server has ended with"
                                     f" {server.process.returncode}\n{server.complaints()}")
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come in five minutes")
        time.sleep(0.02)
    return found


class NotStarted(Exception):
    def __init__(self, status, complaints):
        super().__init__(f"exit {status}: {complaints}")
        self.status = status
        self.complaints = complaints


class Server:
    """A server on any free port. `setup` runs in the child before it starts; `environment`
    is its environment, ours where there is none; `program` may be another build."""

    environment = None
    program = FLAGFALL
    running = set()  # those that no test has stopped

    def __init__(self, store=None, arguments=(), setup=None, port=0):
        self.folder = None
        if store is None:
            self.folder = tempfile.TemporaryDirectory(prefix="flagfall-")
            store = os.path.join(self.folder.name, "games.db")
        self.store = store
        self.arguments = list(arguments)
        self.setup = setup
        self.port = port
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, failure=None, *_):
        if self.process:
            self.stop()
        if failure:
            sys.stderr.write(self.complaints())
        if self.folder:
            self.folder.cleanup()

    def start(self):
        """Starts, and stays on the port of the first start."""
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--store", self.store, "--think", "20",
             *self.arguments],
            stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=self.setup,
            env=self.environment)
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"http://\S+:(\d+)/\n", line)
        if not found:
            status = self.process.wait()
            self.process.stdout.close()
            self.process = None
            complaints = self.complaints()
            self.errors.close()
            raise NotStarted(status, complaints)
        self.port = int(found.group(1))
        Server.running.add(self)

    def has_died(self):
        """It has ended, and no test has stopped it; a test may have threads."""
        process = self.process
        return process is not None and process.poll() is not None and self in Server.running

    def log(self):
        """What it has said on stderr."""
        if not self.errors.closed:
            self.errors.seek(0)
            self.said = self.errors.read().decode(errors="replace")
        return self.said

    def complaints(self):
        """Of this, what somebody should look after."""
        return "".join(line for line in self.log().splitlines(True)
                       if not re.match(r"time=\S+ level=(info|debug) ", line))

    def admin_socket(self):
        return self.store + "-admin"

    def admin(self, *words):
        """A command of the operator's, answered: what it prints."""
        while True:
            with socket.socket(socket.AF_UNIX) as sock:
                sock.connect(self.admin_socket())
                try:
                    sock.sendall(b"".join(word.encode() + b"\0" for word in words))
                    sock.shutdown(socket.SHUT_WR)
                    answer = b"".join(iter(lambda: sock.recv(65536), b""))
                except (BrokenPipeError, ConnectionResetError):
                    continue  # it has not waited for the command, and has hung up
            if answer != b"?":  # the server had waited for it too briefly
                break
        if answer[:1] != b"+":
            raise AssertionError(f"{words}: {answer.decode()}")
        return answer[1:].decode()

    def pass_time(self, seconds):
        """Lets time go by for a server with `--clock manual`; all that is due has been
        done afterwards. What time the server has then, in seconds since 1970."""
        told = self.admin("clock", f"+{round(seconds * 1000)}")
        return int(re.match(r"time=(\d+) ", told).group(1)) / 1000

    def set_wall(self, seconds):
        """Sets such a server's wall clock forward or back."""
        self.admin("wall", f"{round(seconds * 1000):+d}")

    def stop(self, how=signal.SIGTERM):
        Server.running.discard(self)
        self.process.send_signal(how)
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log()
        self.errors.close()
        self.process = None
        return status

    def kill(self):
        return self.stop(signal.SIGKILL)


class Answer:
    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.strip().lower()] = value.strip()
        self.body = body


def read_answer(sock):
    data = b""
    while b"\r\n\r\n" not in data:
        part = sock.recv(65536)
        if not part:
            raise ConnectionError(f"closed after {data!r}")
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    answer = Answer(head, body)
    length = int(answer.headers.get("content-length", 0))
    while answer.status not in (101, 304) and len(answer.body) < length:
        part = sock.recv(65536)
        if not part:
            break
        answer.body += part
    return answer


def connect(port, timeout=PATIENCE, source=None):
    """To a server on this host, or at the address that its port has."""
    return socket.create_connection((getattr(port, "address", "127.0.0.1"), int(port)), timeout=timeout,
                                    source_address=source and (source, 0))


def request(port, path="/", method="GET", host=None, headers=(), body=b"", source=None):
    """One HTTP request on a connection of its own."""
    with connect(port, source=source) as sock:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}"]
        lines += list(headers) + ["", ""]
        sock.sendall("\r\n".join(lines).encode() + body)
        if method == "HEAD":
            data = b""
            while b"\r\n\r\n" not in data:
                data += sock.recv(65536)
            return Answer(data.partition(b"\r\n\r\n")[0], data.partition(b"\r\n\r\n")[2])
        return read_answer(sock)


def metrics(port):
    """The server's numbers, by their names with labels."""
    found = {}
    for line in request(port, "/metrics").body.decode().splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            found[name] = float(value)
    return found


def read_cookie(answer, name="flagfall"):
    """The cookie that an answer sets."""
    return re.match(name + r"=([0-9a-f]{104});", answer.headers["set-cookie"]).group(1)


def new_cookie(port, source=None):
    return read_cookie(request(port, method="HEAD", source=source))


def take_ticket(port, cookie, ticket, **options):
    """What a browser does when it has been told `signed`: the answer, whose cookie is the
    next one."""
    body = json.dumps({"ticket": ticket}).encode()
    headers = [f"Cookie: flagfall={cookie}", f"Origin: http://127.0.0.1:{port}",
               "Content-Type: application/json", f"Content-Length: {len(body)}"]
    return request(port, "/api/session", method="POST", headers=headers, body=body, **options)


def next_cookie(port, cookie, signed):
    return read_cookie(take_ticket(port, cookie, signed["ticket"]))


class Closed(Exception):
    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):
    def __init__(self, answer):
        super().__init__(f"status {answer.status}")
        self.status = answer.status


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Client:
    """A guest's connection. `everything` keeps all bytes that have come."""

    def __init__(self, port, cookie, host=None, origin=None, protocol="flagfall", path="/ws",
                 timeout=PATIENCE, source=None):
        host = host or f"127.0.0.1:{port}"
        self.everything = []
        self.outages = []
        self.cookie = cookie
        self.sock = connect(port, timeout, source)
        self.data = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        if origin != "":
            lines.append(f"Origin: {origin or f'http://{host}'}")
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if cookie:
            lines.append(f"Cookie: theme=dark; flagfall={cookie}")
        try:
            self.sock.sendall("\r\n".join(lines + ["", ""]).encode())
            answer = read_answer(self.sock)
            if answer.status != 101:
                raise Refused(answer)
        except BaseException:
            self.sock.close()
            raise
        self.data = answer.body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.sock.close()

    # Frames.

    def send_frame(self, payload, opcode=TEXT, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.sock.sendall(head + mask + masked)

    def take(self, size):
        while len(self.data) < size:
            part = self.sock.recv(1 << 16)
            if not part:
                raise Closed(None)
            self.data += part
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def receive_frame(self):
        first, second = self.take(2)
        size = second & 0x7f
        if size == 126:
            size = struct.unpack(">H", self.take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.take(8))[0]
        return first & 15, bool(first & 0x80), self.take(size)

    # Messages.

    def send(self, **message):
        self.send_frame(json.dumps(message).encode())

    def receive_text(self):
        text = b""
        while True:
            try:
                opcode, final, payload = self.receive_frame()
            except (ConnectionResetError, BrokenPipeError):
                raise Closed(None) from None
            if opcode == PING:
                self.send_frame(payload, PONG)
                continue
            if opcode == PONG:
                continue
            if opcode == CLOSE:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
            text += payload
            if final:
                self.everything.append(text)
                return text

    def receive(self):
        """The next message; that clocks stand may be told between any two, and is kept."""
        while True:
            message = json.loads(self.receive_text())
            if message["type"] != "outage":
                return message
            self.outages.append(message)

    def outage(self):
        """What is told next of clocks that stand; what comes before it is let pass."""
        while not self.outages:
            message = json.loads(self.receive_text())
            if message["type"] == "outage":
                self.outages.append(message)
        return self.outages.pop(0)

    def ask(self, **message):
        """The next message after this one; tests are faster than people, so that one
        that came too fast is said again."""
        while True:
            self.send(**message)
            answer = self.receive()
            if answer.get("reason") != "rate":
                return answer
            time.sleep(0.05)  # so as not to flood: how long it takes says nothing

    def ask_once(self, **message):
        self.send(**message)
        return self.receive()

    def until(self, wanted):
        """Reads on until a message for which `wanted` holds."""
        while True:
            message = self.receive()
            if wanted(message):
                return message


def merged(game, change):
    """The whole game after a `change`, by the rule of docs/protocol.md; `game` is left as
    it is, and is whole itself."""
    assert change["number"] == game["number"] + 1, (game["number"], change)
    after = {**game, **{key: value for key, value in change.items() if key not in ("type", "view")}}
    if "view" in change:
        news, before = change["view"], game["view"] or {"first": 0, "events": []}
        view = {**before, **{key: value for key, value in news.items()
                             if key not in ("cells", "first", "events")}}
        board = list(view["board"])
        for place, letter in news.get("cells", []):
            board[place] = letter
        view["board"] = "".join(board)
        if "events" in news:
            assert news["first"] <= len(before["events"]), "events are missing"
            view["events"] = before["events"][:news["first"]] + news["events"]
        after["view"] = view
    return after


class Game:
    """One game of a client's: keeps all that it has been told, and plays."""

    def __init__(self, client, game=None, edition="tournament", seat="red", opponent="random",
                 memory=False, style="corner"):
        """A new game with an army whose flag no scout can hit in the first moves; or, with
        its id, one that goes on."""
        self.client = client
        self.events = []
        if game:
            self.take(client.ask(type="open", game=game))
            return
        self.take(client.ask(type="new", edition=edition, seat=seat, opponent=opponent,
                             memory=memory))
        letters = client.ask(type="suggest", edition=edition, style=style)["letters"]
        self.take(client.ask(type="setup", game=self.id, letters=letters))
        assert self.state["setup"] == letters
        while self.state["phase"] == "setup":
            self.take(client.receive())

    @classmethod
    def going_on(cls, client, rng, plies, **options):
        """A game in which the seat has moved so often and is on turn. A random scout
        may hit the flag at once: then another one."""
        while True:
            game = cls(client, **options)
            game.play_random(rng, plies)
            game.wait()
            if not game.over:
                return game

    def take(self, message):
        """A `game` message: state, and the events that go on where the last ended; or a
        `change` of that."""
        if message["type"] == "change":
            message = merged(self.state, message)
        assert message["type"] == "game", message
        self.state = message
        self.id = message["game"]
        self.view = message["view"]
        if self.view:
            assert self.view["first"] <= len(self.events), "events are missing"
            self.events[self.view["first"]:] = self.view["events"]
            assert len(self.events) == self.view["plies"]

    @property
    def over(self):
        return self.state["phase"] == "over"

    @property
    def my_turn(self):
        return not self.over and self.view["turn"] == self.state["seat"]

    def wait(self):
        """Until the seat is on turn or the game over."""
        while not self.over and not self.my_turn:
            self.take(self.client.receive())

    def wait_or_refused(self):
        """As `wait`, but gives up when the server says that it cannot store."""
        while not self.over and not self.my_turn:
            message = self.client.receive()
            if message["type"] == "refused":
                return
            self.take(message)

    def message(self, move):
        source, target = move.replace("x", "-").split("-")
        return {"type": "move", "game": self.id, "ply": self.view["plies"],
                "from": source, "to": target}

    def quiet_move(self):
        """A move that attacks nothing, so that it cannot end the game."""
        return next(move for move in self.view["moves"] if "x" not in move)

    def send(self, move):
        self.client.send(**self.message(move))

    def play(self, move):
        self.take(self.client.ask(**self.message(move)))

    def play_random(self, rng, plies=10 ** 9):
        """Plays at most so many moves of its own, to the end if it comes."""
        for _ in range(plies):
            self.wait()
            if self.over:
                return
            self.play(rng.choice(self.view["moves"]))


def mend(store):
    """Seals what a test has changed in a store while no server ran; one runs now."""
    with sqlite3.connect(store) as connection:
        games = connection.execute("SELECT id FROM game").fetchall()
    connection.close()
    for game, in games:
        subprocess.run([FLAGFALL, "admin", "--store", store, "mend", game], capture_output=True,
                       check=False)


def read_log(store, game):
    """The log of a game as the store has it: (kind, seat, text)."""
    with sqlite3.connect(store) as connection:
        rows = connection.execute(
            "SELECT kind, act.seat, text FROM act JOIN game ON game.number = act.game"
            " WHERE game.id = ? ORDER BY act.number", (game,)).fetchall()
    connection.close()
    return rows


def main():
    result = unittest.main(module="__main__", exit=False, verbosity=2).result
    failed = len(result.failures) + len(result.errors)
    sys.stdout.flush()
    sys.stderr.flush()
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
