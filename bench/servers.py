#!/usr/bin/env python3
"""What moves cost on one server and on several.

    bench/servers.py PROGRAM BENCH-LOAD [--games N] [--plies N] [--pace MS,MS] [--rounds N] [--ways NAME,..]
        [--at-once N] [--delay MS] [--json FILE]
    bench/servers.py PROGRAM BENCH-LOAD --crowd N

Starts a PostgreSQL of its own (tests/support/with_postgresql) that waits for the disk, and by turns,
round after round: a server with a file, one with the database alone, and one, two and three nodes on
the database. Each time bench-load plays N games over them, whose seats are at two nodes where there
are two: first as fast as answers come (pace 0), then with people who think for up to twice MS. --at-once
games are set up at any time (1); all make their first move, and end, together, so that what each of
the three costs is known apart.

A line for each way, pace and round:

    moves/s           acknowledged, between the first and the last tenth of the moves
    answer, opponent  ms from a move sent until its player, and until the opponent is told: median, p99
    node_us           processor time of all servers, for a move
    database_us       and of all of PostgreSQL's processes
    wal               bytes of PostgreSQL's write-ahead log, for a move
    load_us           of bench-load, for a move
    game_us           processor time of servers and database for a game that begins
    busy              the share of a processor that the busiest server has used
    trips             how often a server waits for the database, for a move (of their /metrics)
    refused           what a server could not store, and was asked for again
    memory            KB of a server, for a connection

Then the medians of the rounds, and how they stand to the first way's; and from one run more of each
way with nodes, in which the database counts its statements (pg_stat_statements), what a move is
there: statements that a server waits for, rows, bytes, news. --json keeps the figures, for
bench/simulate.py. --delay: what is said to the database and its answers take so long there and back
(bench/delay.py, whose own processor time is nobody's here). --crowd: what it costs a node that somebody comes to another one, where N people are.

Processor time is the figure to trust where other work shares the processors: `moves/s` is what they
leave. FLAGFALL_POSTGRESQL_SETTINGS: other settings of the database."""

import argparse
import glob
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "tests")
SETTINGS = ("-c fsync=on -c shared_buffers=128MB -c shared_preload_libraries=pg_stat_statements"
            " -c autovacuum=off")
CROWD_LOOKS = 10
TICK = os.sysconf("SC_CLK_TCK")
LIMITS = ["--connections", "20000", "--per-address", "20000", "--log", "off"]
GUESTS = ["--guest-games", "100000000", "--guest-share", "100"]
WAYS = [("file", 1, False), ("database", 1, False),
        ("1 node", 1, True), ("2 nodes", 2, True), ("3 nodes", 3, True)]

# Of what the database has done since it was last asked to forget.
STATEMENTS = """
SELECT json_build_object('sql', query, 'asked', toplevel, 'calls', calls, 'rows', rows,
 'us', total_exec_time * 1000, 'wal', wal_bytes)
FROM stats.pg_stat_statements WHERE calls > 0 ORDER BY calls DESC"""
SIZES = """
SELECT json_build_object('table', relname, 'rows', reltuples::bigint, 'bytes', pg_total_relation_size(oid))
FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname IN ('game', 'act')"""


def ask(sql):
    """The rows of a question that gives one JSON value each."""
    said = subprocess.run(["psql", "-X", "-A", "-t", "-d", os.environ["FLAGFALL_POSTGRESQL"], "-c",
                           " ".join(sql.split())], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines() if line]


def tell(*commands):
    words = [word for sql in commands for word in ("-c", sql)]
    subprocess.run(["psql", "-X", "-q", "-d", os.environ["FLAGFALL_POSTGRESQL"], *words],
                   check=True, capture_output=True)


def empty_database():
    tell("DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CHECKPOINT")


# ---- processes ----

def stat_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()


def processor_of(pid):
    """Seconds, of all its threads."""
    return sum(int(ticks) for ticks in stat_of(pid)[11:13]) / TICK


def memory_of(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


def find_database():
    folder = ask("SELECT to_json(current_setting('data_directory'))")[0]
    with open(f"{folder}/postmaster.pid") as file:
        return int(file.readline())


def processor_of_database(postmaster):
    """Of its processes that run, and of those that have ended."""
    spent = sum(int(ticks) for ticks in stat_of(postmaster)[11:15]) / TICK
    for path in glob.glob("/proc/[0-9]*"):
        try:
            if int(stat_of(path[6:])[1]) == postmaster:
                spent += processor_of(path[6:])
        except FileNotFoundError:
            pass
    return spent


class Delay:
    """The database's socket, further away."""

    def __init__(self, ms):
        self.folder = tempfile.TemporaryDirectory(prefix="flagfall-delay-")
        there = ask("SELECT to_json(current_setting('unix_socket_directories'))")[0]
        name = ".s.PGSQL.5432"
        self.process = subprocess.Popen([f"{HERE}/delay.py", os.path.join(self.folder.name, name),
                                         os.path.join(there, name), str(ms)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.location = os.environ["FLAGFALL_POSTGRESQL"].replace(there, self.folder.name)

    def stop(self):
        self.process.communicate("")
        self.folder.cleanup()


class Servers:
    """Those of one way, started."""

    def __init__(self, program, count, shared, store):
        self.folder = tempfile.TemporaryDirectory(prefix="flagfall-servers-")
        self.processes, self.ports = [], []
        for i in range(count):
            place = os.path.join(self.folder.name, str(i))
            os.mkdir(place)
            node = ["--node", f"node{i}"] if shared else []
            process = subprocess.Popen([program, "serve", "--port", "0", "--store", store,
                                        *LIMITS, *GUESTS, *node],
                                       cwd=place, stdout=subprocess.PIPE, text=True)
            self.processes.append(process)
            self.ports.append(process.stdout.readline().rpartition(":")[2].rstrip("/\n"))

    def processor(self):
        return [processor_of(process.pid) for process in self.processes]

    def round_trips(self):
        """None of a program that does not count them."""
        said = [urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
                for port in self.ports]
        found = [re.search(r"^flagfall_database_round_trips_total (\d+)$", text, re.M) for text in said]
        return sum(int(one[1]) for one in found) if all(found) else math.nan

    def memory(self):
        return sum(memory_of(process.pid) for process in self.processes)

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
            process.stdout.close()
        self.folder.cleanup()


# ---- one run ----

def look(servers, postmaster, load=None):
    """What has been spent so far."""
    wal = ask("SELECT to_json(pg_current_wal_insert_lsn() - '0/0')")[0]
    return {"node": servers.processor(), "database": processor_of_database(postmaster), "wal": wal,
            "load": processor_of(load) if load else 0, "time": time.monotonic(),
            "trips": servers.round_trips()}


def per(before, after, count):
    """Microseconds and bytes for each of so many."""
    spent = [b - a for a, b in zip(before["node"], after["node"])]
    return {"node_us": 1e6 * sum(spent) / count, "busy": max(spent) / (after["time"] - before["time"]),
            "database_us": 1e6 * (after["database"] - before["database"]) / count,
            "load_us": 1e6 * (after["load"] - before["load"]) / count,
            "wal": (after["wal"] - before["wal"]) / count,
            "trips": (after["trips"] - before["trips"]) / count}


def play(options, servers, postmaster, pace, at_gates=lambda which: None):
    """One run of bench-load: what it says, and what the three parts of its games have cost."""
    memory = servers.memory()
    looks = [look(servers, postmaster)]
    load = subprocess.Popen([options.load, "--ports", ",".join(servers.ports), "--games",
                             str(options.games), "--plies", str(options.plies), "--pace", str(pace),
                             "--at-once", str(options.at_once)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for gate in ("ready", "played"):
        if load.stdout.readline().strip() != gate:
            sys.exit("bench-load has failed")
        memory = servers.memory() - memory if gate == "ready" else memory
        looks.append(look(servers, postmaster, load.pid))
        at_gates(gate)
        load.stdin.write("on\n")
        load.stdin.flush()
    words = dict(word.split("=") for word in load.stdout.readline().split()[1:])
    if load.wait() != 0:
        sys.exit("bench-load has found something wrong")
    figures = {name: float(value) for name, value in words.items()}
    figures |= per(looks[1], looks[2], figures["moves"])
    begun = per(looks[0], looks[1], options.games)
    figures["game_us"] = begun["node_us"]
    figures["game_database_us"] = begun["database_us"]
    figures["game_wal"] = begun["wal"]
    figures["memory"] = memory / (2 * options.games)
    return figures


def run(options, way, pace, at_gates=lambda which: None):
    name, count, shared = way
    empty_database()
    delay = Delay(options.delay) if options.delay else None
    store = "games.db" if name == "file" else delay.location if delay else os.environ["FLAGFALL_POSTGRESQL"]
    servers = Servers(options.program, count, shared, store)
    try:
        return play(options, servers, options.postmaster, pace, at_gates)
    finally:
        servers.stop()
        if delay:
            delay.stop()


SHOWN = ["moves/s", "answer_median_ms", "answer_p99_ms", "opponent_median_ms", "opponent_p99_ms",
         "node_us", "database_us", "load_us", "wal", "busy", "trips", "refused", "game_us",
         "game_database_us", "game_wal", "memory"]


def show(way, pace, label, figures):
    print(f"{way:8} pace={pace} {label} "
          + " ".join(f"{name}={figures[name]:.{0 if figures[name] >= 100 else 2}f}" for name in SHOWN),
          flush=True)


# ---- what the database counts ----

def track(which):
    """For connections that are made from now on."""
    tell(f"ALTER DATABASE {ask('SELECT to_json(current_database())')[0]}"
         f" SET pg_stat_statements.track = '{which}'")


def count_statements(options, way, pace):
    """What a move is to the database, by statement."""
    track("all")
    counted = []

    def at_gates(which):
        if which == "ready":
            tell("SELECT stats.pg_stat_statements_reset()")
        else:
            counted.extend(ask(STATEMENTS))

    figures = run(options, way, pace, at_gates)
    tell("ANALYZE")
    figures["sizes"] = {row["table"]: row["bytes"] / max(row["rows"], 1) for row in ask(SIZES)}
    track("none")
    ours = [row for row in counted if "pg_stat_" not in row["sql"]]
    show_statements(way[0], pace, figures, ours)
    return figures | {"statements": ours}


def show_statements(way, pace, figures, rows):
    moves = figures["moves"]

    def total(key, chosen):
        return sum(row[key] for row in rows if chosen(row)) / moves

    def begins(*words):
        return lambda row: row["sql"].lstrip().upper().startswith(words)

    figures["asked"] = total("calls", lambda row: row["asked"])
    figures["commits"] = total("calls", begins("COMMIT"))
    figures["written"] = total("rows", begins("INSERT", "UPDATE", "DELETE", "WITH CHANGED"))
    figures["news"] = total("calls", lambda row: "pg_notify" in row["sql"])
    print(f"{way:8} pace={pace} a move: asked={figures['asked']:.2f} commits={figures['commits']:.3f} "
          f"rows={figures['written']:.2f} news={figures['news']:.2f} wal={figures['wal']:.0f} "
          f"bytes: " + " ".join(f"{name}={size:.0f}" for name, size in figures["sizes"].items()))
    for row in rows:
        if row["calls"] / moves >= 0.005:
            print(f"    {row['calls'] / moves:6.3f} times, {row['rows'] / moves:6.3f} rows, "
                  f"{row['us'] / row['calls']:6.1f} us  {'' if row['asked'] else '(in a trigger) '}"
                  + " ".join(row["sql"].split())[:90])


# ---- who is connected to other nodes ----

NODE_LOCK = 0x46464C34  # src/server/database/store_nodes.h
COMES = "DELETE FROM here WHERE address = '192.0.2.2'; INSERT INTO here VALUES (7, '\\x00', '192.0.2.2')"


def measure_crowd(options, persons):
    """One node, and so many people at another, of whom somebody comes every second."""
    empty_database()
    servers = Servers(options.program, 1, True, os.environ["FLAGFALL_POSTGRESQL"])
    other = subprocess.Popen(["psql", "-X", "-q", "-d", os.environ["FLAGFALL_POSTGRESQL"]], text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        other.stdin.write(f"SELECT pg_advisory_lock({NODE_LOCK}, 7);\n")
        other.stdin.flush()
        time.sleep(1)
        tell(f"INSERT INTO here SELECT 7, decode(md5(i::text), 'hex'), '192.0.2.1'"
             f" FROM generate_series(1, {persons}) i", "ANALYZE here")
        time.sleep(3)
        before = look(servers, options.postmaster)
        for _ in range(CROWD_LOOKS):
            tell(COMES)
            time.sleep(1.2)
        spent = per(before, look(servers, options.postmaster), CROWD_LOOKS)
        print(f"crowd persons={persons} a look: node_ms={spent['node_us'] / 1e3:.1f} "
              f"database_ms={spent['database_us'] / 1e3:.1f}")
    finally:
        other.stdin.close()
        other.wait()
        servers.stop()


# ---- all of it ----

def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in SHOWN + ["moves"]}


def processor_of_move(figures):
    return figures["node_us"] + figures["database_us"]


def measure(options):
    runs = {}
    for number in range(options.rounds):
        for pace in options.pace:
            for way in options.ways:
                figures = run(options, way, pace)
                show(way[0], pace, f"round={number + 1}", figures)
                runs.setdefault((pace, way[0]), []).append(figures)
    found = {"games": options.games, "plies": options.plies,
             "processors": os.cpu_count(), "ways": {}}
    for (pace, way), all_runs in runs.items():
        middle = medians(all_runs)
        show(way, pace, "median", middle)
        found["ways"].setdefault(way, {})[str(pace)] = middle
    for pace in options.pace:
        first = options.ways[0][0]
        base = found["ways"][first][str(pace)]
        for way, _, _ in options.ways:
            of = found["ways"][way][str(pace)]
            print(f"{way:8} pace={pace} beside {first}: moves/s={of['moves/s'] / base['moves/s']:.2f} "
                  f"processor={processor_of_move(of) / processor_of_move(base):.2f}")
    for pace in options.pace:
        for way in [way for way in options.ways if way[0] != "file"]:
            of = count_statements(options, way, pace)
            found["ways"][way[0]][str(pace)] |= {name: of[name] for name in
                                                 ("asked", "commits", "written", "news", "sizes")}
    return found


def read_ways(text):
    names = text.split(",")
    return [way for way in WAYS if way[0] in names]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("load", type=os.path.abspath)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--pace", default="0,250", type=lambda text: [int(ms) for ms in text.split(",")])
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", default=WAYS, type=read_ways)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--crowd", type=int)
    parser.add_argument("--json")
    options = parser.parse_args()
    if "FLAGFALL_POSTGRESQL" not in os.environ:
        os.environ["FLAGFALL_POSTGRESQL_SETTINGS"] = \
            f"{SETTINGS} {os.environ.get('FLAGFALL_POSTGRESQL_SETTINGS', '')}"
        os.execv(f"{TESTS}/support/with_postgresql",
                 ["with_postgresql", sys.executable, os.path.abspath(__file__), *sys.argv[1:]])
    options.postmaster = find_database()
    tell("CREATE SCHEMA stats", "CREATE EXTENSION pg_stat_statements SCHEMA stats")
    track("none")
    if options.crowd:
        return measure_crowd(options, options.crowd)
    found = measure(options)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)


main()
