"""A release replaces another: nodes of two builds beside each other on one database, and nothing that
was told is lost; or, where the store's schema is another one, all of the old before the first of the
new. The builds of later releases are CMake's (`flagfall-next`, `flagfall-next-schema`).
tests/in_postgresql runs it."""

import os
import random
import tempfile
import unittest

from nodes import Node, Nodes, ask, empty_database

from client import Client, Game, NotStarted, Server, main, new_cookie, request

OLD = Server.program
NEXT, NEXT_SCHEMA = OLD + "-next", OLD + "-next-schema"


def join(node, cookie=None):
    """A connection, and what release serves it."""
    client = Client(node.port, cookie or new_cookie(node.port))
    return client, client.receive()["version"]


def release(node):
    client, version = join(node)
    client.close()
    return version


class SameSchema(unittest.TestCase):
    def test_nodes_are_replaced_one_after_another_while_people_play(self):
        world = Nodes(seed=21, nodes=2, pairs=2)
        self.addCleanup(world.close)
        old = release(world.nodes[0])
        self.assertNotEqual("next", old)
        replaced = [(0, NEXT), (0, OLD), (0, NEXT), (1, NEXT)]  # once it is taken back
        for at, program in replaced:
            world.steps(4)
            world.replace_node(world.nodes[at], program)
            self.assertEqual("next" if program == NEXT else old, release(world.nodes[at]))
        world.steps(8)
        told = sum(entry["what"] == "told" for entry in world.recorder.journal)
        self.assertEqual([], world.finish())
        self.assertGreater(told, 20)


class OtherSchema(unittest.TestCase):
    def start(self, name, program):
        node = Node(name, program=program)
        self.addCleanup(node.place.cleanup)
        node.start()
        self.addCleanup(lambda: node.process and node.kill())
        return node

    def check_refused(self, program, words):
        with self.assertRaises(NotStarted) as caught:
            self.start("late", program)
        self.assertIn(words, str(caught.exception))

    def test_all_of_the_old_end_before_the_first_of_the_new(self):
        empty_database()
        old = [self.start(name, OLD) for name in ("one", "two")]
        schema, = ask("SELECT schema FROM flagfall_store")
        client, _ = join(old[0])
        game = Game.going_on(client, random.Random(1), 3)
        self.check_refused(NEXT_SCHEMA, f"nodes run that use the store's schema {schema}: end them all, "
                                        f"then start one that knows {schema + 1}")
        self.assertEqual([schema], ask("SELECT schema FROM flagfall_store"))
        game.play_random(random.Random(2), 1)  # the old ones have noticed nothing
        for node in old:
            self.assertEqual(200, request(node.port, "/healthz").status)
        game.wait()
        client.close()
        for node in old:
            self.assertEqual(0, node.stop())
        new = [self.start(name, NEXT_SCHEMA) for name in ("one", "two")]
        self.assertEqual([schema + 1], ask("SELECT schema FROM flagfall_store"))
        self.assertEqual([0], ask("SELECT count(*) FROM next"))
        self.check_refused(OLD, f"the store has schema {schema + 1}, written by a newer Flagfall")
        client, version = join(new[1], client.cookie)
        self.assertEqual("next", version)
        again = Game(client, game.id)
        self.assertEqual(game.events, again.events)
        again.play_random(random.Random(3), 1)
        client.close()
        for node in new:
            self.assertEqual(0, node.stop())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        os.chdir(folder)
        main()
