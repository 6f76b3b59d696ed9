"""Several servers, each in a network namespace of its own, and a database in another, joined by links
whose packets can be dropped, in one direction or both, while no connection is closed. Needs
tests/support/with_network."""

import ctypes
import os
import subprocess

from nodes import Node, Nodes, ask

from client import metrics, request, wait_for

CLONE_NEWNET = 0x40000000
DIRECTIONS = ("to", "from", "both")  # of the packets that are lost, as the node sees the database


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


class Port(int):
    """Of a server that is not on this host."""
    address = ""


class Link:
    """A network namespace with two networks: one that its people come by, and one to the database."""

    def __init__(self, number):
        self.name = f"flagfall{number}"
        self.here, self.there = f"10.77.{number}.1", f"10.77.{number}.2"
        self.outside, self.inside = f"10.78.{number}.1", f"10.78.{number}.2"
        self.data = f"data{number}"
        self.lost = []
        run("ip", "netns", "add", self.name)
        self.join(self.data, "data", self.here, self.there)
        self.join(f"people{number}", "people", self.outside, self.inside)
        run("ip", "-n", self.name, "link", "set", "lo", "up")

    def join(self, ours, its, here, there):
        run("ip", "link", "add", ours, "type", "veth", "peer", "name", its, "netns", self.name)
        run("ip", "address", "add", f"{here}/30", "dev", ours)
        run("ip", "-n", self.name, "address", "add", f"{there}/30", "dev", its)
        run("ip", "link", "set", ours, "up")
        run("ip", "-n", self.name, "link", "set", its, "up")

    def cut(self, direction, *matching):
        """Packets are dropped where they arrive, so that nobody is told; only those that match."""
        if direction != "from":
            self.lose(["iptables", "-w"], ["INPUT", "-i", self.data, *matching, "-j", "DROP"])
        if direction != "to":
            self.lose(["ip", "netns", "exec", self.name, "iptables", "-w"],
                      ["INPUT", "-i", "data", *matching, "-j", "DROP"])

    def lose(self, program, rule):
        run(*program, "-A", *rule)
        self.lost.append([*program, "-D", *rule])

    def heal(self):
        while self.lost:
            run(*self.lost.pop())

    def sessions(self):
        """That the database has for the node, as their processes."""
        return set(ask(f"SELECT pid FROM pg_stat_activity WHERE client_addr = '{self.there}'"))

    def enter(self):
        """For the process that calls this."""
        with open(f"/run/netns/{self.name}") as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), f"namespace {self.name}")

    def close(self):
        run("ip", "netns", "delete", self.name)


class NetworkNode(Node):
    """A node at the other end of a link."""

    def __init__(self, number, arguments=(), settings=""):
        self.link = Link(number)
        name = f"node{number}"
        super().__init__(name, ("--host", self.link.inside, "--metrics", self.link.outside, *arguments),
                         f"postgresql://flagfall@{self.link.here}/postgres{settings}")
        self.setup = self.enter

    def enter(self):
        os.chdir(self.place.name)
        self.link.enter()

    def start(self):
        super().start()
        self.port = Port(self.port)
        self.port.address = self.link.inside

    def keeps(self):
        return metrics(self.port)["flagfall_keeper"] == 1

    def works(self):
        return request(self.port, "/healthz").status == 200


class Network(Nodes):
    """What goes wrong with nodes, and with the network between them and their database: cut for less
    time than the database waits for a node's next word, or for longer, so that it ends the node's
    session and another node keeps."""

    NEMESES = Nodes.NEMESES + ("cut_node", "lose_node", "cut_database", "lose_database")
    DOUBTFUL = ("store",)

    def __init__(self, *arguments, **more):
        self.cut = []  # nodes
        admit_nodes()
        super().__init__(*arguments, **more)

    def make_node(self, number, arguments):
        return NetworkNode(number, arguments)

    @property
    def server(self):
        return self.rng.choice([node for node in self.nodes if node.process and node not in self.cut])

    def cut_off(self, nodes):
        """While moves are under way. Who has sent them."""
        going = [pair for pair in self.pairs if not pair.over]
        before = self.rng.random() < 0.5
        direction = self.rng.choice(DIRECTIONS)
        movers = [pair.send_move() for pair in going] if before else []
        for node in nodes:
            node.link.cut(direction)
        self.cut = list(nodes)
        return movers or [pair.send_move() for pair in going]

    def join_again(self):
        for node in self.cut:
            node.link.heal()
        self.cut = []
        self.heal()

    def leave_node(self, long):
        """One is cut off, and its people go on at others."""
        keepers = [node for node in self.nodes if node.keeps()]
        node = self.rng.choice(keepers if keepers and long else self.nodes)
        sessions = node.link.sessions()
        movers = self.cut_off([node])
        for mover in self.rng.sample(movers, self.rng.randrange(len(movers) + 1)):
            mover.settle()
        for pair in self.pairs:
            pair.reopen()
        self.steps(self.rng.randrange(1, 20))
        if long:
            wait_for(lambda: not sessions & node.link.sessions(), "the end of a node's session")
            wait_for(lambda: any(one.keeps() for one in self.nodes if one is not node), "a keeper")
            wait_for(lambda: not node.works(), "that the node says it is cut off")
            self.steps(self.rng.randrange(1, 20))
        self.join_again()

    def cut_node(self):
        self.leave_node(False)

    def lose_node(self):
        self.leave_node(True)

    def leave_database(self, long):
        """All are cut off from it."""
        self.failing = True
        sessions = [(node, node.link.sessions()) for node in self.nodes]
        movers = self.cut_off(self.nodes)
        if long:
            for mover in movers:
                mover.settle()
            for node, before in sessions:
                wait_for(lambda: not before & node.link.sessions(), "the end of the sessions")
        for node in self.cut:
            node.link.heal()
        self.cut = []
        if not long:
            for mover in movers:
                mover.settle()
        self.heal()

    def cut_database(self):
        self.leave_database(False)

    def lose_database(self):
        self.leave_database(True)

    def close(self):
        super().close()
        for node in self.nodes:
            node.link.close()


def admit_nodes():
    """The database trusts what comes by the links."""
    (path,) = ask("SELECT to_json(current_setting('hba_file'))")
    line = "host all all 10.77.0.0/16 trust\n"
    with open(path, "r+") as file:
        if line not in file.read():
            file.write(line)
    ask("SELECT to_json(pg_reload_conf())")
