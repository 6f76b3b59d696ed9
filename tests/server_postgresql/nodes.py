"""Several servers on one database, and people whose connections are spread over them: what
`tests/server/history.py` plays and checks, with nodes that are killed and a database that is.
Needs FLAGFALL_POSTGRESQL (tests/support/with_postgresql)."""

import glob
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
os.environ["FLAGFALL"] = os.path.abspath(os.environ.get("FLAGFALL", "build/flagfall"))

from client import Client, Server, new_cookie, request, wait_for
from history import Checker, Pair, Recorder, Stored

URI = os.environ.get("FLAGFALL_POSTGRESQL", "")

GAMES = """
SELECT json_build_object('id', id, 'row', json_build_array(number, plies, phase, rated),
 'acts', coalesce((SELECT json_agg(json_build_array(a.number, a.kind, a.seat, a.text)
                                   ORDER BY a.number) FROM act a WHERE a.game = game.number), '[]'),
 'chat', coalesce((SELECT json_agg(c.text ORDER BY c.number) FROM chat c
                   WHERE c.game = game.number), '[]'),
 'seats', (SELECT json_agg(json_build_array(s.seat, encode(s.person, 'hex'), s.change))
           FROM seat s WHERE s.game = game.number)) FROM game"""
RATINGS = "SELECT json_build_array(encode(person, 'hex'), sum(games)) FROM rating GROUP BY person"


def control(word):
    subprocess.run([os.environ["FLAGFALL_POSTGRESQL_CTL"], word], check=True)


def ask(sql):
    """The rows of a question that gives one JSON value each."""
    words = " ".join(sql.split())
    said = subprocess.run(["psql", "-X", "-A", "-t", "-d", URI, "-c", words],
                          check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def empty_database():
    subprocess.run(["psql", "-X", "-q", "-d", URI, "-c",
                    "DROP SCHEMA public CASCADE; CREATE SCHEMA public"],
                   check=True, capture_output=True)


def read_store():
    """What the database has, as the checker wants it."""
    games = {game["id"]: Stored(game["row"], [tuple(act) for act in game["acts"]], game["chat"],
                                {seat: (person, change) for seat, person, change in game["seats"]})
             for game in ask(GAMES)}
    return games, {person: int(count) for person, count in ask(RATINGS)}


class Node(Server):
    """One of several servers. Each has a folder of its own, in which its operator's socket lies."""

    def __init__(self, name, arguments=(), uri=URI, program=Server.program):
        self.program = program
        self.place = tempfile.TemporaryDirectory(prefix="flagfall-node-")
        super().__init__(uri, ("--node", name, *arguments),
                         setup=lambda: os.chdir(self.place.name))

    def admin_socket(self):
        return glob.glob(os.path.join(self.place.name, "flagfall-*-admin"))[0]


class Pairing(Pair):
    """Two people, each of whose connections goes to some node."""

    def join(self, cookie):
        node = self.world.server
        client = Client(node.port, cookie)
        client.node = node
        client.receive()
        return client

    def reopen(self):
        for one in (*self.seats, self.watcher):
            if one:
                one.drain() if one.client.node is self.world.killed else one.client.close()
        self.seats = [self.open(name, cookie) for name, cookie in zip(self.names, self.cookies)]
        self.watcher = self.open("a spectator", self.world.visitor())

    def mover(self):
        """As both nodes have it: one may have heard of a move that the other has not yet."""
        plies = max(len(seat.events) for seat in self.seats)
        for seat in self.seats:
            seat.follow(plies)
        return super().mover()


class Nodes:
    """Nodes on one database, pairs that play on them, and what goes wrong."""

    NEMESES = ("kill_node", "kill_database", "restart_node")
    DOUBTFUL = ()  # as of the checker
    gone = False
    resigning = 0.01  # of all acts

    def __init__(self, seed, nodes=3, pairs=3, journal=None):
        self.rng = random.Random(seed)
        self.recorder = Recorder(journal)
        self.killed = None
        self.failing = False
        self.turn = 0
        empty_database()
        self.nodes = [self.make_node(i, ("--guest-games", "100000000", "--guest-share", "100"))
                      for i in range(nodes)]
        for node in self.nodes:
            node.start()
        self.pairs = [Pairing(self, i, rated=i == 0) for i in range(pairs)]

    def make_node(self, number, arguments):
        return Node(f"node{number}", arguments)

    @property
    def server(self):
        """Some node that runs."""
        return self.rng.choice([node for node in self.nodes if node.process])

    def visitor(self):
        return new_cookie(self.server.port)

    def can_begin(self):
        return not self.failing

    def steps(self, count):
        """In turns, so that nobody is silent for so long that a node takes them for gone."""
        waiting = []
        for _ in range(count):
            waiting = waiting or self.rng.sample(self.pairs, len(self.pairs))
            waiting.pop().step()

    # What goes wrong.

    def kill_node(self):
        """The next one, while moves are under way, some answered and some not yet."""
        going = [pair for pair in self.pairs if not pair.over]
        movers = [pair.send_move() for pair in going]
        for mover in self.rng.sample(movers, self.rng.randrange(len(movers) + 1)):
            mover.settle()
        self.killed = self.nodes[self.turn % len(self.nodes)]
        self.turn += 1
        self.killed.kill()
        for pair in self.pairs:
            pair.reopen()
        self.steps(5)
        node, self.killed = self.killed, None
        node.start()

    def restart_node(self):
        self.replace_node(self.rng.choice(self.nodes))

    def replace_node(self, node, program=None):
        """It ends as it should, and its people go elsewhere; then it is started again, of that build."""
        self.killed = node
        assert self.killed.stop() == 0
        for pair in self.pairs:
            pair.reopen()
        self.steps(5)
        self.killed = None
        node.program = program or node.program
        node.start()

    def kill_database(self):
        self.failing = True
        control("kill")
        for pair in self.pairs:
            if not pair.over:
                pair.send_move().settle()
        control("start")
        self.heal()

    def heal(self):
        wait_for(lambda: all(request(node.port, "/healthz").status == 200 for node in self.nodes),
                 "nodes that work")
        self.failing = False
        for pair in self.pairs:
            pair.reopen()

    # The end.

    def finish(self):
        """Everybody looks once more, the nodes stop, and the check: its complaints."""
        for pair in self.pairs:
            pair.reopen()
            pair.close()
        statuses = [node.stop() for node in self.nodes]
        self.recorder.close()
        checker = Checker(self.recorder.journal, *read_store(), self.DOUBTFUL)
        self.stands = checker.stands
        return checker.complaints + [f"a node ended with {status}" for status in statuses if status]

    def close(self):
        for pair in self.pairs:
            pair.close()
        for node in self.nodes:
            if node.process:
                node.kill()
            node.place.cleanup()
