#!/usr/bin/env python3
"""How much of what its ranks could do a match over MPI does.

    bench/ranks.py PROGRAM [--games N] [--rounds N] [--nodes N] [--hosts N]

Plays the same match in turns, round after round: by one process, by two ranks, and by one rank on each
of N hosts (8), each with one game at a time. A host is a network namespace with an address and a name
of its own: its ranks reach each other by TCP over a bridge and by nothing else. This needs root
and iproute2; without them it is left out, and that is said. All is in namespaces of this program's own
that end with it.

A line for each way and round: seconds by the wall, processor seconds of all its processes, the
messengers' and launchers' among them. Then for each way, of the round in which it was fastest:

    speed       how many times as fast as one process
    efficiency  that by the ranks, or by the machine's cores where it has fewer
    cost        processor seconds beside one process's: what working together takes

Where something else runs, too, speed is what it leaves: `chrt -r 1 bench/ranks.py ..` goes before it
(root, and for a minute at most). The games of all ways must be the same bytes, or it fails."""

import argparse
import ctypes
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time

NET = "10.77.0"
PR_SET_CHILD_SUBREAPER = 36
CLONE_NEWNS, CLONE_NEWNET, MS_REC, MS_PRIVATE = 0x20000, 0x40000000, 0x4000, 1 << 18
# What Open MPI starts instead of ssh: the daemon of another host.
AGENT = """#!/bin/sh
host=${1##*.}
shift
exec ip netns exec "h$host" unshare --uts sh -c "hostname h$host; $*"
"""


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def make_hosts(count, folder):
    """True where the hosts are there: h1, h2, .., joined by a bridge."""
    libc = ctypes.CDLL(None)
    if os.geteuid() != 0 or not shutil.which("ip") or libc.unshare(CLONE_NEWNS | CLONE_NEWNET) != 0:
        return False
    libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "bridge", "type", "bridge")
    run("ip", "link", "set", "bridge", "up")
    for i in range(1, count + 1):
        inside = ("ip", "-n", f"h{i}")
        run("ip", "netns", "add", f"h{i}")
        run("ip", "link", "add", f"v{i}", "type", "veth", "peer", "name", "eth0", "netns", f"h{i}")
        run("ip", "link", "set", f"v{i}", "master", "bridge", "up")
        run(*inside, "addr", "add", f"{NET}.{i}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")
        run(*inside, "link", "set", "lo", "up")
    with open(f"{folder}/hosts", "w") as hosts:
        hosts.writelines(f"{NET}.{i} slots=1\n" for i in range(1, count + 1))
    with open(f"{folder}/agent", "w") as agent:
        agent.write(AGENT)
    os.chmod(f"{folder}/agent", 0o755)
    return True


def ways(count, folder):
    """Names, how many ranks, and what stands before the program's words."""
    yield "one", 1, []
    yield "two", 2, ["mpirun", "-n", "2", "--oversubscribe", "--bind-to", "none",
                     "--mca", "btl", "self,vader", "--mca", "oob_tcp_if_include", "lo"]
    if make_hosts(count, folder):
        yield "hosts", count, [
            "ip", "netns", "exec", "h1", "mpirun", "-n", str(count), "--hostfile", f"{folder}/hosts",
            "--map-by", "node", "--bind-to", "none", "--mca", "plm", "rsh",
            "--mca", "plm_rsh_agent", f"{folder}/agent", "--mca", "plm_rsh_no_tree_spawn", "1",
            "--mca", "btl", "self,tcp", "--mca", "btl_tcp_if_include", f"{NET}.0/24",
            "--mca", "oob_tcp_if_include", f"{NET}.0/24"]
    else:
        print("skipped: hosts of their own need root and iproute2")


def wait_for_all():
    """Daemons of other hosts, whose parents have left them to us."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def measure(words):
    before, begin = os.times(), time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    wall = time.monotonic() - begin
    wait_for_all()
    after = os.times()
    return wall, (after.children_user - before.children_user +
                  after.children_system - before.children_system)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=8)
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    match = [options.program, "match", "level:8", "level:7", "--games", str(options.games), "--nodes",
             str(options.nodes), "--seed", "1", "--jobs", "1", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        known = list(ways(options.hosts, folder))
        best = {}
        for _ in range(options.rounds):
            for name, ranks, before in known:
                record = f"{folder}/{name}.ffr"
                wall, cost = measure(before + match + ["--record", record])
                print(f"{name:6} ranks={ranks} wall={wall:.2f} processor={cost:.2f}", flush=True)
                if not filecmp.cmp(record, f"{folder}/one.ffr", shallow=False):
                    sys.exit(f"{name}: other games than one process plays")
                best[name] = min(best.get(name, (wall, cost)), (wall, cost))
    for name, ranks, _ in known[1:]:
        speed = best["one"][0] / best[name][0]
        print(f"{name:6} speed={speed:.2f} efficiency={speed / min(ranks, os.cpu_count()):.2f} "
              f"cost={best[name][1] / best['one'][1]:.3f}")


main()
