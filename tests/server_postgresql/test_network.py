"""Two servers, each in a network of its own, and what becomes of people and games when one of them is cut
off from the database while nobody's connection is closed. tests/support/with_network runs it."""

import os
import random
import subprocess
import sys
import unittest

if not os.environ.get("FLAGFALL_NETWORK"):
    sys.exit("test_network.py needs tests/support/with_network")

from network import NetworkNode, admit_nodes
from nodes import empty_database

from client import Client, Game, main, new_cookie
from test_people import Seat

# Less time than an operator would take: what follows is the same.
SILENT_MS = 2000
SETTINGS = (f"?keepalives_idle=1&keepalives_interval=1&keepalives_count=2&tcp_user_timeout={SILENT_MS}"
            "&options=-c%20idle_session_timeout%3D3s%20-c%20idle_in_transaction_session_timeout%3D3s")


def holds(words):
    return "-m", "string", "--algo", "bm", "--string", words


class CutOff(unittest.TestCase):
    """The first node keeps."""

    def setUp(self):
        empty_database()
        admit_nodes()
        self.nodes = []
        for number in range(2):
            node = NetworkNode(number, settings=SETTINGS)
            self.nodes.append(node)
            self.addCleanup(node.link.close)
            self.addCleanup(node.place.cleanup)
            node.start()
            self.addCleanup(lambda node=node: node.process and node.kill())
        self.first, self.second = self.nodes
        self.assertTrue(self.first.keeps())

    def join(self, node, cookie=None):
        client = Client(node.port, cookie or new_cookie(node.port))
        self.addCleanup(client.close)
        client.receive()
        return client

    def meet(self):
        """A game between two, Red at the first node and Blue at the second."""
        clients = self.join(self.first), self.join(self.second)
        clients[0].send(type="challenge", edition="duel", seat="red")
        clients[1].send(type="join",
                        code=clients[0].until(lambda m: m.get("phase") == "waiting")["code"])
        seats = [Seat(client, client.until(lambda m: m.get("phase") == "setup")) for client in clients]
        for seat in seats:
            seat.army("corner")
        for seat in seats:
            seat.until(lambda state: state["phase"] == "play")
        return seats

    def lose_answer(self, red, blue):
        """Red's move stands, and the first node, which is cut off then, does not know. Of its batches
        only one with a game's changed row has that tag in one packet with the commit's: what it writes
        at intervals (who is here, its sign of life) is answered."""
        try:
            self.first.link.cut("from", *holds("COMMIT"), *holds("SELECT 1"))
        except subprocess.CalledProcessError:
            self.skipTest("iptables cannot look for words here (xt_string)")
        red.send(red.quiet_move())
        blue.until(lambda state: len(blue.events) == 1)
        self.first.link.cut("both")

    def test_clocks_stand_from_before_the_wait_for_a_silent_database(self):
        """Nobody acts."""
        client = self.join(self.first)
        self.first.link.cut("both")
        gap = client.outage()
        self.assertTrue(gap["on"])
        self.assertGreater(gap["now"] - gap["began"], SILENT_MS / 2)
        self.first.link.heal()
        over = client.outage()
        self.assertEqual((False, gap["began"]), (over["on"], over["began"]))
        self.assertEqual([0, 0], [node.stop() for node in self.nodes])

    def test_a_keeper_is_cut_off_in_the_middle_of_a_commit(self):
        computers = Game.going_on(self.join(self.second), random.Random(5), 3)
        red, blue = self.meet()
        self.lose_answer(red, blue)
        computers.play_random(random.Random(6), 2)  # the answers come from the second node
        computers.wait()
        self.assertTrue(self.second.keeps())
        refused = red.client.until(lambda m: m["type"] in ("refused", "change"))
        self.assertEqual("store", refused.get("reason"))
        self.assertFalse(self.first.works())
        self.first.link.heal()
        red.until(lambda state: len(red.events) == 1)  # on the connection that had been refused
        self.assertEqual(blue.events, red.events)
        blue.send(blue.quiet_move())
        for seat in (red, blue):
            seat.until(lambda state: len(seat.events) == 2)
        again = Game(self.join(self.first, computers.client.cookie), computers.id)
        self.assertEqual(computers.events, again.events)
        self.assertEqual([False, True], [node.keeps() for node in self.nodes])
        self.assertEqual([0, 0], [node.stop() for node in self.nodes])


if __name__ == "__main__":
    main()
