"""Whole histories under kills, broken disks, locks and clocks that jump; and that the
checker notices when something is wrong."""

import contextlib
import copy
import importlib.machinery
import importlib.util
import io
import os
import random
import unittest

from client import main
from history import HERE, Checker, Stored, World


class Histories(unittest.TestCase):
    def test_whatever_goes_wrong_nothing_that_was_told_is_lost(self):
        world = World(seed=7)
        self.addCleanup(world.close)
        rng = random.Random(8)
        for nemesis in 2 * World.NEMESES:
            world.steps(rng.randrange(5, 20))
            getattr(world, nemesis)()
        world.steps(20)
        self.assertEqual([], world.finish())
        kinds = {entry["what"] for entry in world.recorder.journal}
        self.assertLessEqual({"sent", "told", "refused", "army", "saw"}, kinds)
        reasons = {e["reason"] for e in world.recorder.journal if e["what"] == "refused"}
        self.assertEqual({"store"}, reasons)


class Checks(unittest.TestCase):
    """A small history, and what is said of it when one thing is changed."""

    MOVES = ["a4-a5", "a7-a6", "b4-b5", "b7-b6"]

    def setUp(self):
        acts = [(0, 0, 0, "ABC"), (1, 0, 1, "CBA")]
        acts += [(n + 2, 1, n % 2, move) for n, move in enumerate(self.MOVES)]
        self.stored = Stored((1, 4, 2, 0), acts, ["hello", "you too"],
                             {0: (b"ann", None), 1: (b"bob", None)})
        self.journal = []
        for ply, move in enumerate(self.MOVES):
            self.note("sent", "ann" if ply % 2 == 0 else "bob", ply=ply, move=move)
            for witness in ("ann", "bob", "eve"):
                self.note("told", witness, ply=ply, move=move)
        for text in ("hello", "you too"):
            self.note("line", "ann", text=text)
        self.note("saw", "ann", over=False, viewer="red", board="BCDl?!-")

    def note(self, what, witness, **fields):
        self.journal.append({"what": what, "game": "g", "who": witness, "witness": witness,
                             **fields})

    def complaints(self, ratings=None):
        return Checker(self.journal, {"g": self.stored}, ratings or {}).complaints

    def complains(self, about, ratings=None):
        complaints = self.complaints(ratings)
        self.assertTrue(any(about in text for text in complaints), (about, complaints))

    def store(self, moves, plies=None):
        acts = [(n + 2, 1, n % 2, move) for n, move in enumerate(moves)]
        self.stored = Stored((1, len(moves) if plies is None else plies, 2, 0),
                             self.stored.acts[:2] + acts, self.stored.chat, self.stored.seats)

    def test_a_whole_history_is_good(self):
        self.assertEqual([], self.complaints())
        self.note("sent", "ann", ply=4, move="c4-c5")  # and a kill before any answer
        self.assertEqual([], self.complaints())

    def test_a_lost_act(self):
        self.store(self.MOVES[:3])
        self.complains("is lost")

    def test_a_lost_game(self):
        self.assertTrue(Checker(self.journal, {}, {}).complaints)
        self.journal = []
        self.note("army", "ann", seat="red", letters="ABC")  # before anybody has moved
        self.assertTrue(Checker(self.journal, {}, {}).complaints)

    def test_a_doubled_ply(self):
        self.store(self.MOVES[:2] + self.MOVES[1:])
        self.complains("the store has")
        self.setUp()
        self.note("told", "bob", ply=3, move=self.MOVES[3])
        self.complains("was told the plies")

    def test_acts_of_one_number(self):
        self.stored.acts[3] = (4, *self.stored.acts[3][1:])
        self.complains("numbered")

    def test_a_reordering(self):
        self.store([self.MOVES[i] for i in (2, 1, 0, 3)])
        self.complains("the store has")

    def test_another_order_for_one_witness(self):
        told = [e for e in self.journal if e["what"] == "told" and e["witness"] == "eve"]
        told[0]["move"], told[2]["move"] = told[2]["move"], told[0]["move"]
        self.complains("eve was told")

    def test_a_refused_act(self):
        self.note("refused", "bob", ply=3, move=self.MOVES[3], reason="store")
        self.complains("refused or never sent")
        self.note("sent", "bob", ply=3, move=self.MOVES[3])
        self.assertEqual([], self.complaints())

    def test_an_act_of_nobodys(self):
        self.store(self.MOVES + ["c4-c5"])
        self.complains("refused or never sent")

    def test_a_summary_that_is_wrong(self):
        self.store(self.MOVES, plies=3)
        self.complains("3 plies")

    def test_chat(self):
        before = copy.deepcopy(self.journal)
        self.note("line", "bob", text="not stored")
        self.complains("lines of chat that are lost")
        self.journal = before + [{**before[-2]}]
        self.complains("another order, or twice")
        self.journal = before
        self.note("silenced", "bob", text="hello", reason="store")
        self.complains("was refused and is stored")

    def test_a_hidden_rank(self):
        self.note("saw", "ann", over=False, viewer="red", board="BCDX?!-")
        self.complains("hidden rank")

    def test_another_army(self):
        self.note("army", "ann", seat="red", letters="CCC")
        self.complains("another army")

    def test_a_lost_army(self):
        self.note("army", "ann", seat="red", letters="ABC")
        self.assertEqual([], self.complaints())
        del self.stored.armies[0]
        self.complains("an army that is lost")

    def test_an_end(self):
        self.note("over", "ann", result="red", rating=None, rated=False)
        self.complains("goes on")
        self.note("over", "bob", result="blue", rating=None, rated=False)
        self.complains("in two ways")

    def test_ratings_that_are_settled_twice(self):
        self.stored.rated = 1
        self.stored.seats = {0: (b"ann", 12), 1: (b"bob", -12)}
        self.assertEqual([], self.complaints({b"ann": 1, b"bob": 1}))
        self.complains("rated games", {b"ann": 2, b"bob": 1})
        self.note("over", "ann", result="red", rating={"red": 13, "blue": -13}, rated=True)
        self.complains("ratings were told", {b"ann": 1, b"bob": 1})


class Soak(unittest.TestCase):
    """What `tests/soak churn` says of samples (operations, bytes, files)."""

    def judged(self, size, files, count=60):
        loader = importlib.machinery.SourceFileLoader("soak", os.path.join(HERE, "..", "soak"))
        spec = importlib.util.spec_from_loader("soak", loader)
        soak = importlib.util.module_from_spec(spec)
        loader.exec_module(soak)
        with contextlib.redirect_stdout(io.StringIO()):
            return soak.judge([(n * 1000, size(n), files(n)) for n in range(count)])

    def test_what_is_flat_and_what_grows(self):
        self.assertTrue(self.judged(lambda n: 20_000_000 + n % 3 * 50_000, lambda n: 20 + n % 5))
        self.assertTrue(self.judged(lambda n: min(n, 15) * 1_000_000, lambda n: 20))  # warm by then
        self.assertFalse(self.judged(lambda n: 20_000_000, lambda n: 20, count=12))  # too short
        self.assertFalse(self.judged(lambda n: 20_000_000 + n * 100_000, lambda n: 20))
        self.assertFalse(self.judged(lambda n: 20_000_000, lambda n: 20 + n // 4))


if __name__ == "__main__":
    main()
