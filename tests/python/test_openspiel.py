"""Stratego as a game of OpenSpiel's: what its states promise, with OpenSpiel and without, and,
where it is installed, its own conformance test and its own algorithms on them as they are."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FLAGFALL", str(ROOT / "build" / "flagfall"))
sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402

import flagfall  # noqa: E402

try:
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import (cfr, exploitability, external_sampling_mccfr,
                                              ismcts, mcts, outcome_sampling_mccfr)
except ImportError as missing:
    pyspiel = None
    print(f"skipped: OpenSpiel's algorithms did not run ({missing})")

TOY = ROOT / "examples" / "editions" / "toy-3x3.ffe"
PLIES = 3


def toy(**how):
    return flagfall.Stratego(flagfall.Edition.parse(TOY.read_text()), ply_limit=PLIES, **how)


def solved(*options):
    """What `flagfall solve` says of the equilibrium of the same game."""
    out = subprocess.check_output([PROGRAM, "solve", TOY, "--plies", str(PLIES), "--json", "--quiet",
                                   *options], text=True)
    rows = [json.loads(line) for line in out.splitlines()]
    return next(row for row in rows if row.get("player") == "equilibrium")


def play(state, choose):
    while not state.is_terminal():
        state.apply_action(choose(state))
    return state


class States(unittest.TestCase):
    def test_a_game_is_played_to_its_end(self):
        rng = np.random.default_rng(4)
        for edition in ("duel", "barrage"):
            for setups in ("drawn", "chosen"):
                game = flagfall.Stratego(edition, setups=setups, ply_limit=60)
                placed = 2 * flagfall.Edition(edition).zone
                self.assertEqual((game.num_players(), game.num_distinct_actions()), (2, 1800))
                self.assertEqual(game.max_game_length(), 60 + placed * (setups == "chosen"))
                state = game.new_initial_state()
                while not state.is_terminal():
                    self.check(state, setups)
                    action = int(rng.choice(state.legal_actions()))
                    child = state.child(action)
                    state.apply_action(action)
                    self.assertEqual(str(child), str(state))
                    self.assertEqual(child.history(), state.history())
                self.assertEqual(state.current_player(), -4)
                self.assertEqual(state.legal_actions(), [])
                self.assertEqual(sum(state.returns()), 0)
                self.assertLessEqual(state.move_number(), 60 + placed)

    def check(self, state, setups):
        player = state.current_player()
        if state.is_chance_node():
            self.assertEqual(setups, "drawn")
            outcomes, chances = zip(*state.chance_outcomes())
            self.assertEqual(list(outcomes), state.legal_actions())
            self.assertAlmostEqual(sum(chances), 1)
            return
        self.assertEqual(state.legal_actions(1 - player), [])
        mask = state.legal_actions_mask()
        self.assertEqual([i for i, legal in enumerate(mask) if legal], state.legal_actions())
        texts = [state.action_to_string(player, action) for action in state.legal_actions()]
        self.assertEqual(len(set(texts)), len(texts))

    def test_observations_have_the_shape_that_the_game_tells(self):
        game = toy()
        state = game.new_initial_state()
        size = int(np.prod(game.observation_tensor_shape()))
        self.assertEqual(list(game.observation_tensor_shape()), [len(flagfall.planes()), 3, 3])
        while not state.is_terminal():
            for player in (0, 1):
                self.assertEqual(len(state.observation_tensor(player)), size)
            state.apply_action(state.legal_actions()[0])

    def test_all_setups_are_drawn_alike(self):
        chances = collections.Counter()

        def walk(state, chance):
            if not state.is_chance_node():
                chances[str(state)] += chance
                return
            for action, part in state.chance_outcomes():
                walk(state.child(action), chance * part)

        walk(toy().new_initial_state(), 1.0)
        self.assertEqual(len(chances), 36)
        for chance in chances.values():
            self.assertAlmostEqual(chance, 1 / 36)

    def test_who_sets_up_second_does_not_see_the_first(self):
        def after(red):
            state = toy(setups="chosen").new_initial_state()
            for action in red:
                state.apply_action(action)
            return state
        one, two = after((3, 10, 12)), after((12, 10, 3))
        self.assertEqual(one.current_player(), 1)
        self.assertEqual(one.information_state_string(1), two.information_state_string(1))
        self.assertNotEqual(one.information_state_string(0), two.information_state_string(0))
        self.assertEqual(list(one.observation_tensor(1)), list(two.observation_tensor(1)))

    def test_setups_that_are_given_are_not_set_up_again(self):
        red, blue = flagfall.Game("duel", seed=2).setups
        state = flagfall.Stratego("duel", red=red, blue=blue).new_initial_state()
        self.assertEqual(state.current_player(), 0)
        self.assertIn(red, str(state))
        half = flagfall.Stratego("duel", blue=blue).new_initial_state()
        self.assertTrue(half.is_chance_node())
        while half.is_chance_node():
            half.apply_action(half.legal_actions()[0])
        self.assertIn(blue, str(half))

    def test_other_histories_of_an_information_state_are_the_same_to_its_player(self):
        rng = np.random.default_rng(9)
        for setups in ("drawn", "chosen"):
            state, others = toy(setups=setups).new_initial_state(), 0
            while not state.is_terminal():
                player = state.current_player()
                if player >= 0:
                    other = state.resample_from_infostate(player, rng.random)
                    self.assertEqual(other.information_state_string(player),
                                     state.information_state_string(player))
                    self.assertEqual(other.legal_actions(), state.legal_actions())
                    self.assertEqual(other.move_number(), state.move_number())
                    others += str(other) != str(state)
                state.apply_action(int(rng.choice(state.legal_actions())))
            self.assertGreater(others, 0)

    def test_refusals_say_why(self):
        state = toy(setups="chosen").new_initial_state()
        for bad in (0, 5, 13):
            with self.assertRaisesRegex(ValueError, "left to place"):
                state.apply_action(bad)
        with self.assertRaisesRegex(ValueError, "'drawn' or 'chosen'"):
            flagfall.Stratego("duel", setups="fixed")
        with self.assertRaisesRegex(ValueError, "set-up"):
            flagfall.Stratego("duel", red="AB")
        with self.assertRaisesRegex(ValueError, "unknown edition"):
            flagfall.Stratego("chess")


@unittest.skipUnless(pyspiel, "OpenSpiel is not installed")
class Algorithms(unittest.TestCase):
    def value(self, game, strategy):
        """What the game is worth to Red at least and at most, by best replies."""
        red, blue = (exploitability.best_response(game, strategy, player)["best_response_value"]
                     for player in (0, 1))
        return -blue, red

    def check_value(self, game, strategy, *options):
        """OpenSpiel's bounds of the game's worth and ours have a number in common."""
        least, most = self.value(game, strategy)
        ours = solved(*options)
        self.assertLess(most - least, 0.5)
        self.assertLessEqual(ours["worst-as-red"], most + 1e-4)
        self.assertGreaterEqual(-ours["worst-as-blue"], least - 1e-4)

    def test_it_conforms(self):
        for name in ("flagfall(edition=duel,ply_limit=40)",
                     f"flagfall(edition={TOY},setups=chosen,ply_limit=6)"):
            pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True,
                                    verbose=False)

    def test_cfr_and_best_replies_agree_with_our_solver(self):
        for setups, options in (("drawn", ["--random-setups"]), ("chosen", [])):
            game = toy(setups=setups)
            solver = cfr.CFRPlusSolver(game)
            for _ in range(30):
                solver.evaluate_and_update_policy()
            self.check_value(game, solver.average_policy(), *options)

    def test_the_best_reply_in_cpp_is_that_in_python(self):
        game = toy()
        strategy = policy.UniformRandomPolicy(game)
        self.assertAlmostEqual(exploitability.exploitability(game, strategy),
                               exploitability.nash_conv(game, strategy) / 2)

    def test_sampling_cfr_comes_nearer_to_an_equilibrium(self):
        game = toy()
        before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        for algorithm, rounds in ((external_sampling_mccfr.ExternalSamplingSolver, 200),
                                  (outcome_sampling_mccfr.OutcomeSamplingSolver, 2000)):
            np.random.seed(1)
            solver = algorithm(game)
            for _ in range(rounds):
                solver.iteration()
            self.assertLess(exploitability.nash_conv(game, solver.average_policy()), before)

    def test_cfr_in_cpp_runs_too(self):
        game = toy()
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(10):
            solver.evaluate_and_update_policy()
        self.assertLess(pyspiel.nash_conv(game, solver.average_policy(), False),
                        exploitability.nash_conv(game, policy.UniformRandomPolicy(game)))

    def test_tree_searches_play_legal_moves(self):
        rng = np.random.RandomState(3)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        for edition in ("duel", flagfall.Edition.parse(TOY.read_text())):
            game = flagfall.Stratego(edition, ply_limit=8)
            bots = [mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=rng),
                    ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=rng)]
            end = play(game.new_initial_state(), lambda state: (
                rng.choice(state.legal_actions()) if state.is_chance_node()
                else bots[state.current_player()].step(state)))
            self.assertEqual(sum(end.returns()), 0)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed")
    sys.exit(bad > 0)
