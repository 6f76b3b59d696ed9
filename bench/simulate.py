#!/usr/bin/env python3
"""Several servers on one database, simulated: from what a move costs to how long people wait.

    bench/simulate.py check --costs FILE        beside what bench/servers.py has measured
    bench/simulate.py plan [--players N] ..     a site of that many players, in several designs

A discrete-event simulation: the same seed gives the same lines. Costs are those below, or what
`bench/servers.py --json FILE` has written. What is simulated (docs/several-servers.md says how it is):

    player    thinks, sends a move to its node, waits; the opponent may be at another node
    node      one loop: takes what has come as a batch; waits for the row of each game, and then for
              the commit, with which all that it writes is sent; tells; then hears the news of the
              others, each asked of the database, of several together
    database  processors, which statements wait for; and one lock, held by each commit until its
              write-ahead log is on the disk, for PostgreSQL commits transactions with news one after
              another (src/backend/commands/async.c, PreCommit_Notify)
    keeper    node 0, which follows every game that has a clock

Not simulated: rows that two wait for, deadlocks, checkpoints, vacuum, the memory's limits, lost
connections. So what this says cannot work will not; what it says works has still to be measured."""

import argparse
import collections
import heapq
import json
import random

# Microseconds of a processor, but for what is said otherwise: taken apart as costs_of() does.
COSTS = {
    "move_node": 65.6,        # a move at its player's node, both seats told
    "move_database": 85.5,    # its statements
    "question_node": 26.4,    # news that are asked about, however many together
    "question_database": 89.3,
    "followed_node": 8.0,     # each of them besides: of a game that somebody follows at that node
    "followed_database": 42.5,
    "other_node": 24.3,       # and of one that nobody follows there
    "other_database": 8.0,
    "commit_node": 160.0,     # a batch more
    "commit_database": 312.0,
    "game_node": 2000.0,      # a game that begins, and its two connections
    "game_database": 3000.0,
    "noticed": 3.0,           # news that is not asked about (a guess)
    "told": 8.0,              # a spectator of a move (bench/README.md: what is told, and sending)
    "flush_ms": 0.18,         # a write on the disk (pg_test_fsync)
}
# What each of many news asked about together takes at least: what the server tells one client, and
# what PostgreSQL itself counts for the statements (pg_stat_statements).
LEAST = {"followed_node": 8.0, "followed_database": 11.0, "other_node": 0.0, "other_database": 8.0}
MOVES_AT_ONCE, NEWS_AT_ONCE = 100, 1000  # of a batch; between two batches
NEWS_TOGETHER = 32                       # that are asked about together


class Simulation:
    """Time, and what is to happen. A process is a generator: it yields what it waits for, which is a
    function that is given what to call then."""

    def __init__(self):
        self.now, self.heap, self.number = 0.0, [], 0

    def after(self, seconds, act):
        self.number += 1
        heapq.heappush(self.heap, (self.now + seconds, self.number, act))

    def start(self, process):
        def go_on():
            try:
                next(process)(go_on)
            except StopIteration:
                pass
        go_on()

    def wait(self, seconds):
        return lambda then: self.after(seconds, then)

    def run(self, until):
        while self.heap and self.heap[0][0] <= until:
            self.now, _, act = heapq.heappop(self.heap)
            act()


class Processors:
    """So many at once; the others wait in line."""

    def __init__(self, simulation, count):
        self.simulation, self.count, self.free = simulation, count, count
        self.line, self.spent = collections.deque(), 0.0

    def use(self, seconds):
        def begin(then):
            if self.free:
                self.free -= 1
                self.serve(seconds, then)
            else:
                self.line.append((seconds, then))
        return begin

    def serve(self, seconds, then):
        self.spent += seconds

        def end():
            if self.line:
                self.serve(*self.line.popleft())
            else:
                self.free += 1
            then()
        self.simulation.after(seconds, end)


class Lock:
    def __init__(self):
        self.held, self.line = False, collections.deque()

    def take(self, then):
        if self.held:
            self.line.append(then)
        else:
            self.held = True
            then()

    def give(self):
        if self.line:
            self.line.popleft()()
        else:
            self.held = False


class Database:
    def __init__(self, site, processors):
        self.site, self.processors = site, processors
        self.commit, self.committing = Lock(), 0.0


class Node:
    def __init__(self, site, index, processors, database):
        self.site, self.index, self.processors, self.database = site, index, processors, database
        self.moves, self.news, self.asleep = collections.deque(), collections.deque(), None
        self.busy = 0.0

    def is_idle(self, then):
        self.asleep = then

    def wake(self):
        then, self.asleep = self.asleep, None
        if then:
            self.site.simulation.after(0, then)

    # ---- what its loop waits for ----

    def think(self, us):
        return self.processors.use(us / 1e6)

    def ask(self, trips, us):
        if trips:
            yield self.site.simulation.wait(trips * self.site.round_trip)
        if us:
            yield self.database.processors.use(us / 1e6)

    def run(self):
        simulation = self.site.simulation
        while True:
            if not self.moves and not self.news:
                yield self.is_idle
            began = simulation.now
            batch = [self.moves.popleft() for _ in range(min(len(self.moves), MOVES_AT_ONCE))]
            if batch:
                yield from self.serve(batch)
            left = min(len(self.news), NEWS_AT_ONCE)
            while left > 0:
                news = [self.news.popleft() for _ in range(min(NEWS_TOGETHER, left))]
                yield from self.hear(news)
                left -= len(news)
            self.busy += simulation.now - began

    def serve(self, batch):
        site, costs, design = self.site, self.site.costs, self.site.design
        for game in batch:
            yield self.think(costs["move_node"] + costs["told"] * game.spectators[self.index])
            yield from self.ask(design.trips_of_move, costs["move_database"])
            if game.begins():
                yield self.think(costs["game_node"])
                yield from self.ask(1, costs["game_database"])
        yield self.think(costs["commit_node"])
        yield from self.ask(design.trips_of_batch, costs["commit_database"])
        yield self.database.commit.take
        yield site.simulation.wait(costs["flush_ms"] / 1e3)
        self.database.committing += costs["flush_ms"] / 1e3
        self.database.commit.give()
        for game in batch:
            game.is_answered(self)
        for node in site.nodes:
            if node is not self and node.database is self.database:
                site.simulation.after(site.round_trip / 2, lambda to=node: to.take_news(batch))

    def take_news(self, batch):
        self.news.extend((game, game.sent) for game in batch)
        self.wake()

    def hear(self, news):
        """Several that have come: asked about first, then told."""
        costs, design = self.site.costs, self.site.design
        which = [("followed" if game.is_followed(self) else
                  "other" if design.asks_always else None) for game, _ in news]
        asked = [one for one in which if one and not design.news_tells]
        if asked:
            yield self.think(costs["question_node"])
            yield from self.ask(1, costs["question_database"] +
                                sum(costs[f"{one}_database"] for one in asked))
        for (game, sent), one in zip(news, which):
            yield self.think(costs["noticed"])
            if one:
                yield self.think(costs[f"{one}_node"] + costs["told"] * game.spectators[self.index])
            if self is game.node_of_waiting():
                game.is_told(sent)


class Game:
    def __init__(self, site, index):
        self.site, self.turn, self.plies = site, 0, site.random.randrange(site.plies)
        count = len(site.nodes)
        first = site.random.randrange(count)
        home = [node for node in range(count)
                if site.nodes[node].database is site.nodes[first].database]
        others = home if site.anywhere else [(first + 1) % count]
        self.nodes = [first, site.random.choice(others)]
        self.kept = site.random.random() < site.timed
        self.spectators = collections.Counter()
        if site.random.random() < site.watched:
            self.spectators.update(site.random.choice(home) for _ in range(site.crowd))
        self.sent = 0.0
        self.think()

    def think(self):
        self.site.simulation.after(self.site.thinking(), self.begin)

    def begin(self):
        if self.site.load:
            self.site.simulation.start(self.site.load.work(self.send))
        else:
            self.send()

    def send(self):
        self.sent = self.site.simulation.now
        node = self.site.nodes[self.nodes[self.turn]]
        node.moves.append(self)
        node.wake()

    def begins(self):
        self.plies = (self.plies + 1) % self.site.plies
        return self.plies == 0

    def node_of_waiting(self):
        return self.site.nodes[self.nodes[1 - self.turn]]

    def is_followed(self, node):
        return (node.index in self.nodes or self.spectators[node.index] > 0 or
                (self.kept and node is self.site.keeper_of(node.database)))

    def is_answered(self, node):
        self.site.answers.append((self.site.simulation.now, self.site.simulation.now - self.sent))
        if self.node_of_waiting() is node:
            self.is_told(self.sent)

    def is_told(self, sent):
        self.site.told.append((self.site.simulation.now, self.site.simulation.now - sent))
        self.turn = 1 - self.turn
        self.think()


class Load:
    """bench-load, one thread for all players, on the same processors."""

    def __init__(self, processors, us):
        self.processors, self.seconds, self.turn = processors, us / 1e6, Lock()

    def work(self, then):
        yield self.turn.take
        yield self.processors.use(self.seconds)
        self.turn.give()
        then()


class Design:
    """What is done otherwise than today: see DESIGNS. `together`: the rows of all games of a batch are
    waited for at once, and not each."""

    def __init__(self, name, together=False, asks_always=True, news_tells=False, databases=1):
        self.name, self.databases = name, databases
        self.asks_always, self.news_tells = asks_always, news_tells
        self.trips_of_move, self.trips_of_batch = (0, 2) if together else (1, 1)


DESIGNS = [
    Design("today"),
    # The rows of all games of a batch are locked by one question.
    Design("a", together=True),
    # Besides, nothing is asked about a move in a game that nobody follows at the node.
    Design("b", together=True, asks_always=False),
    # Besides, the news has the move in it, so nothing is asked at all.
    Design("c", together=True, asks_always=False, news_tells=True),
    # Besides, games are spread over four databases, each with nodes of its own.
    Design("d", together=True, asks_always=False, news_tells=True, databases=4),
]


class Site:
    def __init__(self, costs, design, games, nodes, thinking, seed=1, processors=None,
                 database_processors=8, round_trip_ms=0.0, plies=10**9, watched=0.0, crowd=3,
                 timed=0.0, anywhere=True):
        self.costs, self.design, self.simulation = costs, design, Simulation()
        self.random = random.Random(seed)
        self.round_trip = round_trip_ms / 1e3
        self.plies, self.watched, self.crowd, self.timed, self.anywhere = \
            plies, watched, crowd, timed, anywhere
        self.thinking = lambda: thinking(self.random)
        shared = Processors(self.simulation, processors) if processors else None
        self.databases = [Database(self, shared or Processors(self.simulation, database_processors))
                          for _ in range(design.databases)]
        self.nodes = [Node(self, i, shared or Processors(self.simulation, 1),
                           self.databases[i % design.databases]) for i in range(nodes)]
        self.load = Load(shared, costs["load"]) if processors else None
        self.answers, self.told = [], []
        for node in self.nodes:
            self.simulation.start(node.run())
        self.games = [Game(self, i) for i in range(games)]

    def keeper_of(self, database):
        return self.nodes[self.databases.index(database)]

    def measure(self, warm, seconds):
        self.simulation.run(warm)
        before = [node.busy for node in self.nodes], [(d.processors.spent, d.committing)
                                                      for d in self.databases]
        self.simulation.run(warm + seconds)
        busy = [(node.busy - was) / seconds for node, was in zip(self.nodes, before[0])]
        database = [((d.processors.spent - was[0]) / seconds, (d.committing - was[1]) / seconds)
                    for d, was in zip(self.databases, before[1])]
        answers = sorted(took for at, took in self.answers if at > warm)
        told = sorted(took for at, took in self.told if at > warm)
        return {"moves/s": len(answers) / seconds,
                "answer_median_ms": percentile_ms(answers, 0.5),
                "answer_p99_ms": percentile_ms(answers, 0.99),
                "opponent_median_ms": percentile_ms(told, 0.5),
                "opponent_p99_ms": percentile_ms(told, 0.99),
                "keeper": busy[0], "node": max(busy[1:], default=busy[0]),
                "database": max(spent for spent, _ in database),
                "commit": max(held for _, held in database)}


def percentile_ms(sorted_seconds, share):
    return 1e3 * sorted_seconds[int(share * (len(sorted_seconds) - 1))] if sorted_seconds else 0.0


# ---- costs from what was measured ----

def costs_of(found):
    """What bench/servers.py has written, taken apart. Of one node: where people think, batches are
    smaller, so the difference is what a batch costs. What the second node takes more is hearing of
    followed games, and the third of others: where people think each is asked about alone, at full
    speed many together, so that what a question costs and what each in it can be told apart."""
    def figure(way, pace, name):
        return found["ways"][way][str(pace)][name]

    fast, slow = sorted(int(pace) for pace in found["ways"]["1 node"])[:2]
    few, many = (figure("1 node", pace, "commits") for pace in (fast, slow))
    costs = dict(COSTS)
    for side, game in (("node", "game_us"), ("database", "game_database_us")):
        at_once = figure("1 node", fast, f"{side}_us")
        batch = max(figure("1 node", slow, f"{side}_us") - at_once, 0) / (many - few)
        move = at_once - batch * few

        def hearing(way, pace):
            return max(figure(way, pace, f"{side}_us") - move - batch * figure(way, pace, "commits"), 0)

        two, three = hearing("2 nodes", slow), hearing("3 nodes", slow)
        asked = questions(found, fast)
        question = min(max((two - hearing("2 nodes", fast)) / (1 - asked), 0),
                       two - LEAST[f"followed_{side}"], three - two - LEAST[f"other_{side}"])
        costs |= {f"commit_{side}": batch, f"move_{side}": move, f"question_{side}": question,
                  f"followed_{side}": two - question, f"other_{side}": three - two - question,
                  f"game_{side}": figure("1 node", fast, game)}
    return costs


def questions(found, pace):
    """Asked about one move by the second of two nodes: of the answers that are waited for, one is for
    the row of the move's game, and one for each commit."""
    two = found["ways"]["2 nodes"][str(pace)]
    return min(max(two["trips"] - 1 - two["commits"], 0), 0.9)


# ---- check ----

CHECKED = ["moves/s", "answer_median_ms", "answer_p99_ms", "opponent_median_ms", "opponent_p99_ms"]


def simulate_bench(design, costs, found, way, pace, slowness):
    """A run of bench/servers.py: all on one machine's processors, bench-load among them."""
    costs = costs | {"load": found["ways"][way][str(pace)]["load_us"]}
    times = {name: us * slowness if name != "flush_ms" else us for name, us in costs.items()}
    thinking = (lambda rng: rng.uniform(0, 2 * pace / 1e3)) if pace else (lambda rng: 0)
    site = Site(times, design, found["games"], int(way[0]), thinking, processors=found["processors"],
                round_trip_ms=0.02, anywhere=False)
    return site.measure(1, 10)


def find_slowness(design, costs, found):
    """The one thing that is fitted, for runs in which the processors never rest: what one process does
    after it has answered overlaps with the next one's work. By the throughput of one node."""
    low, high = 0.5, 50.0
    for _ in range(8):
        middle = (low * high) ** 0.5
        simulated = simulate_bench(design, costs, found, "1 node", 0, middle)["moves/s"]
        low, high = (middle, high) if simulated > found["ways"]["1 node"]["0"]["moves/s"] \
            else (low, middle)
    return (low * high) ** 0.5


def check(options):
    with open(options.costs) as file:
        found = json.load(file)
    costs = costs_of(found)
    design = DESIGNS[0]
    print("costs:", " ".join(f"{name}={value:.1f}" for name, value in costs.items()))
    slowness = find_slowness(design, costs, found)
    print(f"fitted, of pace 0: everything takes {slowness:.2f} times as long. Simulated/measured:")
    for pace in sorted(found["ways"]["1 node"], key=int):
        for way in ("1 node", "2 nodes", "3 nodes"):
            measured = found["ways"][way][pace]
            simulated = simulate_bench(design, costs, found, way, int(pace), 1.0 if int(pace) else slowness)
            print(f"{way:8} pace={pace} " + " ".join(
                f"{name}={simulated[name]:.1f}/{measured[name]:.1f}" for name in CHECKED))


# ---- plan ----

def plan(options):
    costs = COSTS
    if options.costs:
        with open(options.costs) as file:
            costs = costs_of(json.load(file))
    costs = costs | {"flush_ms": options.flush}
    print(f"round trip {options.round_trip} ms, flush {options.flush} ms, seed {options.seed}")
    for design in [one for one in DESIGNS if not options.designs or one.name in options.designs]:
        for players, nodes in [(p, n) for p in options.players for n in options.nodes]:
            wanted = players / 2 / options.seconds
            site = Site(costs, design, players // 2, nodes,
                        lambda rng: rng.expovariate(1 / options.seconds), options.seed,
                        database_processors=options.cores, round_trip_ms=options.round_trip,
                        plies=options.plies, watched=options.watched, timed=options.timed)
            found = site.measure(options.warm, options.measured)
            verdict = "" if found["moves/s"] > 0.97 * wanted else "  does not keep up"
            print(f"{design.name:5} players={players} nodes={nodes} " + " ".join(
                f"{name}={found[name]:.{0 if found[name] >= 100 else 2}f}" for name in found) + verdict,
                flush=True)


def read_designs(text):
    names = text.split(",")
    for name in names:
        if name not in [design.name for design in DESIGNS]:
            raise argparse.ArgumentTypeError(
                f"there is no design {name!r}, but " + " ".join(design.name for design in DESIGNS))
    return names


def read_numbers(text):
    return [int(number) for number in text.split(",")]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["check", "plan"])
    parser.add_argument("--costs")
    parser.add_argument("--players", type=read_numbers, default=[100000])
    parser.add_argument("--designs", type=read_designs, help="names of DESIGNS")
    parser.add_argument("--seconds", type=float, default=10, help="for which a player thinks, mean")
    parser.add_argument("--nodes", type=read_numbers, default=[4, 8])
    parser.add_argument("--round-trip", type=float, default=0.2, help="to the database, ms")
    parser.add_argument("--flush", type=float, default=0.5, help="of the database's disk, ms")
    parser.add_argument("--cores", type=int, default=16, help="of each database")
    parser.add_argument("--plies", type=int, default=300, help="of a game")
    parser.add_argument("--watched", type=float, default=0.1, help="share of games, by three each")
    parser.add_argument("--timed", type=float, default=0.9, help="share of games")
    parser.add_argument("--warm", type=float, default=5, help="seconds before it is measured")
    parser.add_argument("--measured", type=float, default=5, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "check":
        if not options.costs:
            parser.error("check needs --costs FILE")
        check(options)
    else:
        plan(options)


if __name__ == "__main__":
    main()
