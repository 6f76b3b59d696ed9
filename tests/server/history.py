"""Whole histories: a recorder of what clients have sent and have been told, people who
play while the world goes wrong, and a checker that reads the record beside the store.

What must hold: whatever a client was told is in the store, at its place, once; both seats
and spectators were told one story; what was refused is not in the log, unless it was sent
again; nobody was told the other side's army before the end; a rated game has changed
ratings once. `tests/soak` runs this for as long as one likes."""

import collections
import json
import os
import random
import sqlite3
import subprocess
import tempfile

from client import PATIENCE, Client, Closed, Server, next_cookie, new_cookie, request, wait_for
from test_people import Seat

HERE = os.path.dirname(os.path.abspath(__file__))
MOVE, END = 1, 2  # kinds of acts in the store
RED, BLUE, SPECTATOR = 0, 1, 2


# ---- the record ----

class Recorder:
    """The journal: a list of dicts, each with `what` and `game`; in a file too where one is
    named, a line each, so that a history can be looked at afterwards."""

    def __init__(self, path=None):
        self.journal = []
        self.file = open(path, "w") if path else None

    def note(self, what, **fields):
        entry = {"what": what, **fields}
        self.journal.append(entry)
        if self.file:
            self.file.write(json.dumps(entry) + "\n")

    def close(self):
        if self.file:
            self.file.close()


class Witness(Seat):
    """A connection's side of one game, which notes all that it sends and is told. `who` is
    the name of the person; each connection is a witness of its own."""

    def __init__(self, recorder, who, client, message):
        self.recorder, self.who = recorder, who
        self.key = f"{who}/{id(self)}/{len(recorder.journal)}"
        self.refusal = None
        self.was_over = False
        super().__init__(client, message)

    def note(self, what, **fields):
        self.recorder.note(what, who=self.who, witness=self.key, game=self.id, **fields)

    def take(self, message):
        before = len(self.events)
        super().take(message)
        if message.get("setup"):
            self.note("army", seat=self.state["seat"], letters=self.state["setup"])
        for ply in range(before, len(self.events)):
            self.note("told", ply=ply, move=self.events[ply]["move"].replace("x", "-"))
        self.note("saw", over=self.over, board=(self.view or {}).get("board"),
                  viewer=(self.view or {}).get("viewer"))
        if self.over and not self.was_over:
            self.was_over = True
            self.note("over", result=self.view["result"] if self.view else "*",
                      rating=self.state["rating"], rated=self.state["terms"]["rated"])

    def hear(self):
        message = self.client.receive()
        if message["type"] == "refused":
            self.refusal = message
        elif message["type"] == "chat":
            self.note("line", text=message["text"])
        elif message.get("game") == self.id and "phase" in message or message["type"] == "change":
            self.take(message)

    def send(self, move):
        self.refusal = None
        self.sent = (self.view["plies"], move.replace("x", "-"))
        self.note("sent", ply=self.sent[0], move=self.sent[1])
        super().send(move)

    def settle(self):
        """Until the move that was sent last has been played or refused. True: played."""
        while not self.refusal and len(self.events) <= self.sent[0] and not self.over:
            self.hear()
        if self.refusal:
            self.note("refused", ply=self.sent[0], move=self.sent[1],
                      reason=self.refusal["reason"])
        return not self.refusal

    def follow(self, plies):
        while len(self.events) < plies and not self.over:
            self.hear()

    def say(self, text):
        """A line of chat. True: it has come back, so it is stored."""
        self.refusal = None
        self.note("said", text=text)
        self.client.send(type="chat", game=self.id, text=text)
        lines = len(self.recorder.journal)
        while not self.refusal:
            self.hear()
            if any(e["what"] == "line" and e["text"] == text
                   for e in self.recorder.journal[lines:]):
                return True
        self.note("silenced", text=text, reason=self.refusal["reason"])
        return False

    def drain(self):
        """All that had been sent before the server was gone."""
        try:
            while True:
                self.hear()
        except (Closed, OSError):
            pass
        self.client.close()


# ---- the check ----

class Stored:
    """What the store has of one game."""

    def __init__(self, row, acts, chat, seats):
        self.number, self.plies, self.phase, self.rated = row
        self.acts, self.chat, self.seats = acts, chat, seats
        self.moves = [text for _, kind, _, text in acts if kind == MOVE]
        self.armies = {seat: text for _, kind, seat, text in acts if kind == 0}


def read_store(path):
    games = {}
    with sqlite3.connect(path) as store:
        for game, *row in store.execute("SELECT id, number, plies, phase, rated FROM game"):
            def rows(sql):
                return store.execute(sql, (row[0],)).fetchall()
            games[game] = Stored(
                row, rows("SELECT number, kind, seat, text FROM act WHERE game = ? ORDER BY number"),
                [text for text, in rows("SELECT text FROM chat WHERE game = ? ORDER BY number")],
                {seat: (person, change) for seat, person, change in
                 rows("SELECT seat, person, change FROM seat WHERE game = ?")})
        ratings = dict(store.execute("SELECT person, sum(games) FROM rating GROUP BY person"))
    store.close()
    return games, ratings


class Checker:
    """Compares a journal with the store; `complaints` says what does not fit. `doubtful`: reasons of
    refusals that may have been stored all the same, as where the database is lost in the middle of a
    commit; `stands` counts these."""

    def __init__(self, journal, games, ratings, doubtful=()):
        self.games, self.ratings, self.complaints = games, ratings, []
        self.doubtful, self.stands = doubtful, 0
        entries = collections.defaultdict(list)
        for entry in journal:
            entries[entry["game"]].append(entry)
        for game, entries in entries.items():
            if game not in games:
                if any(e["what"] in ("told", "army", "line", "over") for e in entries):
                    self.complain(game, "was told of and is not in the store")
                continue
            self.check_log(game, games[game])
            self.check_told(game, games[game], entries)
            self.check_refused(game, games[game], entries)
            self.check_chat(game, games[game], entries)
            self.check_secrets(game, games[game], entries)
            self.check_ends(game, games[game], entries)
        self.check_ratings()

    def complain(self, game, text):
        self.complaints.append(f"game {game}: {text}")

    def check_log(self, game, stored):
        numbers = [number for number, *_ in stored.acts]
        if numbers != list(range(len(numbers))):
            self.complain(game, f"its acts are numbered {numbers}")
        if stored.plies != len(stored.moves):
            self.complain(game, f"{stored.plies} plies, but {len(stored.moves)} moves in its log")
        if sum(kind == END for _, kind, _, _ in stored.acts) > 1:
            self.complain(game, "it ends twice")

    def check_told(self, game, stored, entries):
        """Each witness was told the log from its beginning, in its order."""
        told = collections.defaultdict(list)
        for entry in entries:
            if entry["what"] == "told":
                told[entry["witness"]].append((entry["ply"], entry["move"]))
        for witness, plies in told.items():
            if [ply for ply, _ in plies] != list(range(len(plies))):
                self.complain(game, f"{witness} was told the plies {[p for p, _ in plies]}")
            for ply, move in plies:
                if ply >= len(stored.moves):
                    self.complain(game, f"{witness} was told ply {ply} {move}, which is lost")
                elif stored.moves[ply] != move:
                    self.complain(game, f"{witness} was told {move} as ply {ply}, the store has"
                                        f" {stored.moves[ply]}")

    def check_refused(self, game, stored, entries):
        """In the log is what was sent and not refused, and nothing else."""
        standing, doubts = collections.Counter(), collections.Counter()
        for entry in entries:
            if entry["what"] in ("sent", "refused"):
                standing[entry["ply"], entry["move"]] += 1 if entry["what"] == "sent" else -1
            if entry["what"] == "refused" and entry["reason"] in self.doubtful:
                doubts[entry["ply"], entry["move"]] += 1
        for ply, move in enumerate(stored.moves):
            if standing[ply, move] < 1 <= standing[ply, move] + doubts[ply, move]:
                self.stands += 1
            elif standing[ply, move] < 1:
                self.complain(game, f"ply {ply} {move} is in the log, but was refused or never sent")

    def check_chat(self, game, stored, entries):
        lines = collections.defaultdict(list)
        for entry in entries:
            if entry["what"] == "line":
                lines[entry["witness"]].append(entry["text"])
            elif (entry["what"] == "silenced" and entry["text"] in stored.chat
                  and entry["reason"] not in self.doubtful):
                self.complain(game, f"the line {entry['text']!r} was refused and is stored")
        for witness, told in lines.items():
            if [text for text in told if text not in stored.chat]:
                self.complain(game, f"{witness} was told lines of chat that are lost")
            elif [text for text in stored.chat if text in told] != told:
                self.complain(game, f"{witness} was told the chat in another order, or twice")

    def check_secrets(self, game, stored, entries):
        """While it goes on a side's own pieces alone have capital letters: the other's are
        signs, or letters in lower case where the rank is public."""
        foreign = {"red": "NOPQRSTUVWXY", "blue": "BCDEFGHIJKLM",
                   "spectator": "BCDEFGHIJKLMNOPQRSTUVWXY"}
        for entry in entries:
            if entry["what"] == "saw" and not entry["over"] and entry["board"]:
                if set(entry["board"]) & set(foreign[entry["viewer"]]):
                    self.complain(game, f"{entry['witness']} was told a hidden rank")
            if entry["what"] == "army":
                army = stored.armies.get(RED if entry["seat"] == "red" else BLUE)
                if army is None:
                    self.complain(game, f"{entry['witness']} was told an army that is lost")
                elif entry["letters"] != army:
                    self.complain(game, f"{entry['witness']} was told another army than is stored")

    def check_ends(self, game, stored, entries):
        ends = [e for e in entries if e["what"] == "over"]
        if ends and stored.phase != 3:
            self.complain(game, "was told to be over and goes on")
        if len({e["result"] for e in ends}) > 1:
            self.complain(game, "its result was told in two ways")
        for entry in ends:
            changes = [stored.seats.get(seat, (None, None))[1] for seat in (RED, BLUE)]
            if entry["rating"] and [entry["rating"]["red"], entry["rating"]["blue"]] != changes:
                self.complain(game, f"ratings were told to change by {entry['rating']},"
                                    f" the store has {changes}")

    def check_ratings(self):
        """Each finished rated game counts once for each of its persons."""
        counts = collections.Counter()
        for stored in self.games.values():
            for person, change in stored.seats.values():
                counts[person] += stored.rated and change is not None
        for person, count in counts.items():
            if count != self.ratings.get(person, 0):
                self.complain("-", f"somebody has {count} rated games and a rating of"
                                   f" {self.ratings.get(person, 0)}")


def check(journal, path):
    """The complaints about a journal beside a store on which no server runs."""
    return Checker(journal, *read_store(path)).complaints


# ---- those who play ----

class Pair:
    """Two people, and now and then somebody who watches, at one game after another."""

    def __init__(self, world, number, rated):
        self.world, self.rng, self.rated = world, world.rng, rated
        self.names = [f"pair {number} {seat}" for seat in ("red", "blue")]
        port = world.server.port
        self.cookies = [new_cookie(port) for _ in range(2)]
        if rated:
            self.cookies = [self.register(f"Zwaantje {number} {i}", cookie)
                            for i, cookie in enumerate(self.cookies)]
        self.seats, self.watcher, self.lines = [], None, 0
        self.begin()

    def register(self, name, cookie):
        with Client(self.world.server.port, cookie) as client:
            client.send(type="register", name=name, password="correct horse")
            signed = client.until(lambda m: m["type"] in ("signed", "refused"))
        assert signed["type"] == "signed", signed
        return next_cookie(self.world.server.port, cookie, signed)

    def close(self):
        for one in (*self.seats, self.watcher):
            if one:
                one.client.close()
        self.seats, self.watcher = [], None

    def join(self, cookie):
        client = Client(self.world.server.port, cookie)
        client.receive()
        return client

    def begin(self):
        """A new game, on new connections, both armies given."""
        self.close()
        red, blue = (self.join(cookie) for cookie in self.cookies)
        red.send(type="challenge", edition=self.rng.choice(("duel", "tournament")), seat="red",
                 watch=True, rated=self.rated)
        offer = red.until(lambda m: m.get("phase") == "waiting")
        blue.send(type="join", code=offer["code"])
        self.game = offer["game"]
        self.seats = []
        for name, client in zip(self.names, (red, blue)):
            message = client.until(lambda m: m.get("game") == self.game and m["phase"] == "setup")
            self.seats.append(Witness(self.world.recorder, name, client, message))
        for seat in self.seats:
            seat.army()
        for seat in self.seats:
            while seat.state["phase"] == "setup":
                seat.hear()

    def open(self, name, cookie):
        client = self.join(cookie)
        client.send(type="open", game=self.game)
        return Witness(self.world.recorder, name, client,
                       client.until(lambda m: m.get("game") == self.game))

    def reopen(self):
        """The same game on fresh connections, for both and a spectator."""
        for one in (*self.seats, self.watcher):
            if one:
                one.drain() if self.world.gone else one.client.close()
        self.seats = [self.open(name, cookie) for name, cookie in zip(self.names, self.cookies)]
        self.watcher = self.open("a spectator", new_cookie(self.world.server.port))

    @property
    def over(self):
        return any(seat.over for seat in self.seats)

    def mover(self):
        turn = self.seats[0].view["turn"]
        return self.seats[turn == "blue"], self.seats[turn == "red"]

    def send_move(self):
        mover, _ = self.mover()
        mover.send(self.rng.choice(mover.view["moves"]))
        return mover

    def move(self):
        mover = self.send_move()
        if mover.settle():
            for one in (*self.seats, self.watcher):
                if one:
                    one.follow(len(mover.events))

    def step(self):
        """One act of somebody's."""
        if self.over:
            return self.world.can_begin() and self.begin()
        what = self.rng.random()
        if what < 0.08:
            self.lines += 1
            self.rng.choice(self.seats).say(f"line {self.lines} of {self.game}")
        elif what < 0.1:
            self.reopen()
        elif what < 0.1 + self.world.resigning:
            self.resign()
        else:
            self.move()

    def resign(self):
        seat = self.rng.choice(self.seats)
        seat.refusal = None
        seat.client.send(type="resign", game=self.game)
        while not seat.over and not seat.refusal:
            seat.hear()


# ---- the world, and what goes wrong in it ----

class World:
    """A server with its clock in our hands, pairs that play on it, and the nemeses."""

    NEMESES = ("kill", "disk", "fsync", "lock", "clock")
    resigning = 0.01  # of all acts

    def __init__(self, seed, pairs=3, journal=None):
        self.rng = random.Random(seed)
        self.recorder = Recorder(journal)
        self.folder = tempfile.TemporaryDirectory(prefix="flagfall-history-")
        self.fault = os.path.join(self.folder.name, "fault")
        self.gone = self.failing = False
        self.server = Server(os.path.join(self.folder.name, "games.db"), setup=None, arguments=(
            "--clock", "manual", "--guest-games", "100000000", "--guest-share", "100"))
        self.server.environment = self.environment()
        self.server.start()
        self.pairs = [Pair(self, i, rated=i == 0) for i in range(pairs)]

    def environment(self):
        library = os.path.join(self.folder.name, "faulty_disk.so")
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", library,
                        os.path.join(HERE, "faulty_disk.c"), "-ldl"], check=True)
        asan = os.environ.get("ASAN_OPTIONS", "")
        return {**os.environ, "LD_PRELOAD": library, "FLAGFALL_FAULT": self.fault,
                "ASAN_OPTIONS": f"{asan}:verify_asan_link_order=0"}

    def can_begin(self):
        return not self.failing

    def steps(self, count):
        for _ in range(count):
            self.rng.choice(self.pairs).step()
            if self.rng.random() < 0.2:
                self.server.pass_time(1)  # so that nobody is refused for being too fast

    # What goes wrong.

    def kill(self):
        """While moves are under way, some answered and some not yet."""
        going = [pair for pair in self.pairs if not pair.over]
        movers = [pair.send_move() for pair in going]
        for mover in self.rng.sample(movers, self.rng.randrange(len(movers) + 1)):
            mover.settle()
        self.server.kill()
        self.gone = True
        self.server.start()
        for pair in self.pairs:
            pair.reopen()
        self.gone = False

    def break_disk(self, kind):
        with open(self.fault, "w") as file:
            file.write(kind)
        self.suffer()
        os.unlink(self.fault)
        self.heal()

    def disk(self):
        self.break_disk("w")

    def fsync(self):
        self.break_disk("f")

    def lock(self):
        other = sqlite3.connect(self.server.store, isolation_level=None, timeout=PATIENCE)
        other.execute("BEGIN IMMEDIATE")
        self.suffer()
        other.execute("ROLLBACK")
        other.close()
        self.heal()

    def clock(self):
        self.server.set_wall(self.rng.choice((-3600, -1, 1, 3, 3600)))
        self.steps(3)
        self.server.pass_time(self.rng.choice((0.001, 5, 600)))

    def suffer(self):
        self.failing = True
        for pair in self.pairs:
            if not pair.over:
                pair.move()
        self.steps(self.rng.randrange(6))

    def heal(self):
        """Waits for the store, then all come again: nobody knows what others were told."""
        wait_for(lambda: self.server.pass_time(0) and
                 request(self.server.port, "/healthz").status == 200, "a store that works")
        self.failing = False
        for pair in self.pairs:
            pair.reopen()

    # The end.

    def finish(self):
        """Everybody looks once more, the server stops, and the check: its complaints."""
        for pair in self.pairs:
            pair.reopen()
            pair.close()
        status = self.server.stop()
        self.recorder.close()
        complaints = check(self.recorder.journal, self.server.store)
        return complaints + ([f"the server ended with {status}"] if status else [])

    def close(self):
        for pair in self.pairs:
            pair.close()
        if self.server.process:
            self.server.kill()
        self.folder.cleanup()
