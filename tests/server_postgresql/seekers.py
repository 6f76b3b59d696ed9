"""People who seek any opponent at several servers on one database, stop, lose their connection and
come back elsewhere, while nodes are killed; and what must hold of the games that the queue begins:
nobody is told of a game of others, nobody gets more games than wishes, and in the end whoever seeks
meets somebody. Needs FLAGFALL_POSTGRESQL (tests/support/with_postgresql)."""

import collections
import random
import select
import time

from nodes import Node, ask, control, empty_database

from client import Client, Closed, Refused, new_cookie, request, wait_for

BREAK_MS = 3000  # around a change of the connection, in which a game may begin and not be told of
WISHES = (["duel"], ["barrage"], ["duel", "barrage"])


class Seeker:
    """A guest with one connection, to some node."""

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.cookie = new_cookie(world.some_node().port)
        self.client = None
        self.wishes = 0  # that it has uttered
        self.games = []  # that it was told of
        self.waits = False
        self.seats = {}  # by game
        self.moves = []  # from connection to connection: when, in ms since 1970
        self.join()

    def join(self):
        """To any node that takes it. As the page does, it says again what it wished."""
        self.leave()
        self.moves.append(time.time() * 1000)
        while not self.client:
            try:
                self.client = Client(self.world.some_node().port, self.cookie)
                self.client.receive()
            except (OSError, Closed, Refused):
                self.leave()
        self.moves.append(time.time() * 1000)
        if self.waits:
            self.say(**self.wish)

    def leave(self):
        if self.client:
            self.client.close()
        self.client = None

    def say(self, **message):
        try:
            self.client.send(**message)
        except OSError:
            self.join()

    def seek(self, editions):
        self.wish = {"type": "seek", "editions": editions, "clocks": ["5+3"]}
        self.waits = True
        self.wishes += 1
        self.say(**self.wish)

    def unseek(self):
        self.waits = False
        self.say(type="unseek")

    def hear(self, patience=0):
        """All that has come. A ping is no message: none may follow it."""
        self.client.sock.settimeout(1)
        try:
            while self.client.data or select.select([self.client.sock], [], [], patience)[0]:
                patience = 0
                self.take(self.client.receive())
        except TimeoutError:
            pass
        except (OSError, Closed):
            self.join()

    def take(self, message):
        if message["type"] == "queue" and message["game"]:
            self.waits = False
            self.games.append(message["game"])
            self.say(type="open", game=message["game"])
        elif message["type"] == "queue":
            self.waits = self.waits and message["on"]
        elif message["type"] == "game" and message.get("phase") == "setup":
            self.seats[message["game"]] = ("red", "blue").index(message["seat"])
            self.say(type="abort", game=message["game"])
        elif message["type"] == "refused":
            assert message["reason"] in ("store", "rate", "game-over"), message
            self.waits = self.waits and message.get("re") != "seek"


class Seekers:
    NEMESES = ("kill_node", "kill_database", "restart_node")

    def __init__(self, seed, count=8, nodes=3):
        self.rng = random.Random(seed)
        empty_database()
        self.nodes = [Node(f"node{i}", ("--guest-games", "100000000", "--guest-share", "100"))
                      for i in range(nodes)]
        for node in self.nodes:
            node.start()
        self.people = [Seeker(self, f"seeker{i}") for i in range(count)]

    def some_node(self):
        return self.rng.choice([node for node in self.nodes if node.process])

    def hear(self):
        for person in self.people:
            person.hear()

    def steps(self, count, joining=2):
        acts = [lambda one: one.seek(self.rng.choice(WISHES)), Seeker.unseek, Seeker.join]
        for _ in range(count):
            one = self.rng.choice(self.people)
            seeking = 1 if one.waits else 40
            self.rng.choices([*acts, Seeker.hear], [seeking, 1, joining, 40 - seeking])[0](one)
            one.hear(patience=0.05)
            self.hear()

    def kill_node(self):
        node = self.some_node()
        node.kill()
        self.steps(10)
        node.start()

    def restart_node(self):
        node = self.some_node()
        assert node.stop() == 0
        self.steps(10)
        node.start()

    def kill_database(self):
        control("kill")
        self.steps(5, joining=0)  # nobody is let in meanwhile
        control("start")
        wait_for(lambda: all(request(node.port, "/healthz").status == 200 for node in self.nodes),
                 "nodes that work")

    def settle(self):
        """Everybody meets somebody; whoever has seeks on, so that nobody is the last one."""
        told = {one: len(one.games) for one in self.people}

        def all_have_met():
            for one in self.people:
                one.hear(patience=0.02)
                if not one.waits:
                    one.seek(["duel"])
            return all(len(one.games) > told[one] for one in self.people)

        wait_for(all_have_met, "a game for everybody")

    def finish(self):
        """What does not hold."""
        self.settle()
        games = ask("""SELECT json_build_object('id', id, 'created', created, 'persons', (SELECT
            json_agg(encode(person, 'hex') ORDER BY seat) FROM seat WHERE game = number)) FROM game""")
        told = collections.Counter(game for one in self.people for game in set(one.games))
        complaints = [f"{game} was told to {count}" for game, count in told.items() if count > 2]
        complaints += [f"{game} is no game" for game in set(told) - {game["id"] for game in games}]
        complaints += [f"{game['id']} has one person twice" for game in games
                       if len(set(game["persons"])) != 2]
        if 2 * len(games) > sum(one.wishes for one in self.people):
            complaints.append("more seats than wishes")
        complaints += self.missed(games)
        return complaints + [f"a node ended with {status}" for status in
                             [node.stop() for node in self.nodes] if status]

    def missed(self, games):
        """Seats whose person was not told of the game, though it had a connection all the time."""
        seats = {(game["id"], seat): game for game in games for seat in (0, 1)}
        keys = {}
        for one in self.people:
            for game, seat in one.seats.items():
                keys[seats[game, seat]["persons"][seat]] = one
        for (name, seat), game in seats.items():
            one = keys.get(game["persons"][seat])
            if (one and name not in one.games
                    and not any(abs(at - game["created"]) < BREAK_MS for at in one.moves)):
                yield f"{name} was not told to {one.name}"

    def close(self):
        for one in self.people:
            one.leave()
        for node in self.nodes:
            if node.process:
                node.kill()
            node.place.cleanup()
