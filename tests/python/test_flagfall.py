"""The Python package: what its docstrings promise, over the C library that
FLAGFALL_LIBRARY names. Gymnasium's and PettingZoo's own checkers run where they are
installed; the conventions that they check are checked here without them too."""

import copy
import ctypes
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FLAGFALL", str(ROOT / "build" / "flagfall"))
sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402

import flagfall  # noqa: E402
from flagfall import _c  # noqa: E402


def installed(name):
    try:
        __import__(name)
        return True
    except ImportError:
        print(f"skipped: {name} is not installed, what needs it did not run")
        return False


class Binding(unittest.TestCase):
    def test_structs_are_laid_out_as_the_compiler_does(self):
        compiler = shutil.which("cc")
        self.assertIsNotNone(compiler)
        lines = []
        for struct, name in _c.LAYOUTS.items():
            lines.append(f'printf("%zu\\n", sizeof({name}));')
            lines += [f'printf("%zu\\n", offsetof({name}, {field[0]}));'
                      for field in struct._fields_]
        for field in _c.Player._fields_:
            lines.append(f'printf("%zu\\n", offsetof(ff_player, {field[0]}));')
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "layout.c")
            source.write_text("#include <flagfall.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                              "int main(void) {" + "\n".join(lines) + "return 0; }\n")
            program = pathlib.Path(folder, "layout")
            subprocess.run([compiler, f"-I{ROOT}/include", source, "-o", program], check=True)
            theirs = [int(n) for n in subprocess.check_output([program]).split()]
        ours = []
        for struct in _c.LAYOUTS:
            ours.append(ctypes.sizeof(struct))
            ours += [getattr(struct, field[0]).offset for field in struct._fields_]
        ours += [getattr(_c.Player, field[0]).offset for field in _c.Player._fields_]
        self.assertEqual(ours, theirs)


class Games(unittest.TestCase):
    def test_a_game_is_played_to_its_end_and_recorded(self):
        rng = np.random.default_rng(1)
        for name in flagfall.editions():
            with flagfall.Game(name, seed=3, ply_limit=300) as game:
                while not game.over:
                    moves, actions = game.moves(), game.actions()
                    self.assertEqual(sorted(moves),
                                     sorted(game.action_text(a) for a in actions))
                    game.act(rng.choice(actions))
                self.assertIn(game.result, ("red", "blue", "draw"))
                self.assertEqual(sum(game.returns()), 0)
                self.assertEqual(game.moves(), [])
                self.check_record(game)

    def check_record(self, game):
        """What is written says all of the game, and the program that reads records agrees."""
        tags, _, moves = game.record().partition("\n\n")
        said = dict(re.fullmatch(r'\[(\w+) "(.*)"\]', line).groups() for line in tags.splitlines())
        self.assertEqual(said, {"Edition": game.edition.id, "RedSetup": game.setups[0],
                                "BlueSetup": game.setups[1], "Result": game.result,
                                "Termination": game.ending})
        self.assertEqual([word for word in moves.split() if not word.endswith(".")],
                         game.moves_played)
        with tempfile.NamedTemporaryFile("w", suffix=".ffr") as file:
            file.write(game.record())
            file.flush()
            out = subprocess.run([PROGRAM, "check", file.name], capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stdout)
        self.assertIn(f"plies={len(game.moves_played)} result={game.result}", out.stdout)

    def test_a_record_of_a_game_that_goes_on_is_read_again(self):
        with flagfall.Game("barrage", seed=7) as game:
            for _ in range(9):
                game.act(game.actions()[0])
            again = flagfall.Game("barrage", red=game.setups[0], blue=game.setups[1])
            for move in game.record().partition("\n\n")[2].split():
                if not move.endswith(".") and move != "*":
                    again.move(move)
            self.assertEqual(again.record(), game.record())
            self.assertNotIn("Termination", game.record())

    def test_refusals_say_why(self):
        game = flagfall.Game("duel", seed=1)
        with self.assertRaises(flagfall.IllegalMove) as caught:
            game.move("a1-a9" if "a1-a9" not in game.moves() else "a1-b2")
        self.assertTrue(caught.exception.reason)
        for bad in ("", "a1", "z9-z8", "hello"):
            with self.assertRaises(ValueError):
                game.move(bad)
        with self.assertRaises(TypeError):
            game.move(7)
        for bad in (-1, 1800):
            with self.assertRaisesRegex(ValueError, "0 to 1799"):
                game.act(bad)
        with self.assertRaisesRegex(ValueError, "'red' or 'blue'"):
            game.board("green")
        with self.assertRaisesRegex(ValueError, "unknown edition"):
            flagfall.Game("chess")
        with self.assertRaisesRegex(ValueError, "set-up"):
            flagfall.Game("duel", red="AB")
        with self.assertRaisesRegex(ValueError, "unknown plane"):
            game.observation("red", planes=["own-pawn"])
        with self.assertRaisesRegex(ValueError, "dtype"):
            game.observation("red", dtype="int64")
        with self.assertRaisesRegex(ValueError, "unknown player"):
            flagfall.Computer("level:99")
        with self.assertRaisesRegex(TypeError, "list of names"):
            game.observation("red", planes="lake")
        for bad, error in ((-1, ValueError), (2**16, ValueError), (2**32 + 5, ValueError),
                           (1.5, TypeError), ("9", TypeError)):
            with self.assertRaisesRegex(error, "ply_limit"):
                flagfall.Game("duel", ply_limit=bad)
            with self.assertRaisesRegex(error, "ply_limit"):
                flagfall.AECEnv("duel", ply_limit=bad)
        for bad, error in ((-1, ValueError), (2**32, ValueError), (1.5, TypeError)):
            with self.assertRaisesRegex(error, "worlds"):
                game.belief("red", worlds=bad)
            with self.assertRaisesRegex(error, "budget_ms"):
                game.computer_move(flagfall.Computer("one-ply"), bad)
        with self.assertRaisesRegex(TypeError, "seed"):
            flagfall.Game("duel", seed="one")
        with self.assertRaisesRegex(TypeError, "action"):
            game.act(1.0)
        with self.assertRaisesRegex(TypeError, "red must be a set-up as a str.*not int"):
            flagfall.Game("duel", red=5)
        with self.assertRaisesRegex(TypeError, "text of its file.*not int"):
            flagfall.Edition.parse(5)
        with self.assertRaisesRegex(TypeError, "flagfall.Computer, not NoneType"):
            game.computer_move(None)
        for bad in (5, [5]):
            with self.assertRaisesRegex(TypeError, "planes must be a list of names"):
                game.observation("red", planes=bad)
        for bad in (None, ">f4", float, [1], {}):
            with self.assertRaisesRegex(ValueError, "dtype must be"):
                game.observation("red", dtype=bad)
        game.close()
        for ask in (game.moves, lambda: game.turn, lambda: game.board("red"),
                    lambda: game.move("a1-a2")):
            with self.assertRaisesRegex(ValueError, "closed"):
                ask()

    def test_copies_and_pickles_are_games_of_their_own(self):
        game = flagfall.Game("duel", seed=3, ply_limit=50)
        for _ in range(6):
            game.act(game.actions()[-1])
        for again in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            self.assertEqual(again.record(), game.record())
            again.act(again.actions()[0])
            self.assertEqual(len(game.moves_played), 6)
            while not again.over:
                again.act(again.actions()[0])
            self.assertLessEqual(len(again.moves_played), 50)

    def test_a_computer_has_no_copy(self):
        player = flagfall.Computer("one-ply", seed=1)
        for again in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "Computer cannot be copied.*make another"):
                again(player)

    def test_numbers_are_of_the_type_that_was_asked_for(self):
        game = flagfall.Game("duel", seed=1)
        for name, same in (("float32", np.float32), ("uint8", np.uint8)):
            for dtype in (name, same, np.dtype(name)):
                self.assertEqual(game.observation("red", dtype=dtype).dtype, same)
                env = flagfall.VectorEnv(2, "duel", planes=["lake"], dtype=dtype)
                self.assertEqual(env.reset()[0].dtype, same)
                one = flagfall.AECEnv("duel", planes=["lake"], dtype=dtype)
                one.reset()
                self.assertEqual(one.observe("red")["observation"].dtype, same)

    def test_a_possible_game_is_the_same_to_its_seat_and_other_to_the_enemy(self):
        rng = np.random.default_rng(5)
        for name in ("duel", "tournament"):
            with flagfall.Game(name, seed=8, ply_limit=400) as game:
                while not game.over:
                    if len(game.moves_played) % 20 == 0:
                        self.check_possible(game)
                    game.act(rng.choice(game.actions()))

    def check_possible(self, game):
        for seat, other in (("red", "blue"), ("blue", "red")):
            games = [game.possible(seat, seed) for seed in range(3)]
            for possible in games:
                self.assertEqual(possible.information(seat), game.information(seat))
                self.assertEqual(possible.moves_played, game.moves_played)
            if len(game.moves_played) == 0:
                self.assertEqual(len({g.information(other) for g in games}), 3)
            self.assertEqual(game.possible(seat, 0).setups, games[0].setups)

    def test_hidden_ranks_do_not_show(self):
        red = flagfall.Game("duel", seed=1).setups[0]
        blue = flagfall.Game("duel", seed=2).setups[1]
        order = [i for i, letter in enumerate(blue) if letter != "A"]
        letters = list(blue)
        letters[order[0]], letters[order[-1]] = letters[order[-1]], letters[order[0]]
        one = flagfall.Game("duel", red=red, blue=blue)
        two = flagfall.Game("duel", red=red, blue="".join(letters))
        self.assertEqual(one.information("red"), two.information("red"))
        self.assertTrue((one.observation("red") == two.observation("red")).all())
        self.assertTrue((one.belief("red") == two.belief("red")).all())
        self.assertTrue((one.world("red", 5) == two.world("red", 5)).all())
        self.assertNotEqual(one.information("blue"), two.information("blue"))

    def test_beliefs_are_chances(self):
        game = flagfall.Game("barrage", seed=5)
        for worlds in (0, 100):
            belief = game.belief("red", worlds=worlds)
            self.assertEqual(belief.shape, (100, 13))
            sums = belief.sum(1)
            self.assertTrue(np.allclose(sums[sums > 0], 1))
            self.assertEqual((sums > 0).sum(), 8)

    def test_the_computer_plays(self):
        game = flagfall.Game("duel", seed=2, draw="people")
        player = flagfall.Computer("one-ply", seed=1)
        for _ in range(10):
            move = game.computer_move(player, 1)
            self.assertIn(move, game.moves())
            game.move(move)
        player.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            game.computer_move(player)

    def test_an_edition_of_ones_own(self):
        edition = flagfall.Edition.parse("based-on = quick-arena\nid = mine\ntwo-squares = 5\n")
        self.assertEqual((edition.id, edition.actions), ("mine", 896))
        with self.assertRaisesRegex(ValueError, "line 1"):
            flagfall.Edition.parse("colour = blue\n")


class Vectors(unittest.TestCase):
    def test_shapes_types_and_masks(self):
        env = flagfall.VectorEnv(6, "quick-arena", planes=["own-known", "lake"], dtype="uint8")
        observations, infos = env.reset(seed=4)
        self.assertEqual((observations.shape, observations.dtype), ((6, 2, 8, 8), np.uint8))
        self.assertEqual((infos["action_mask"].shape, infos["action_mask"].dtype),
                         ((6, 896), np.bool_))
        actions = env.sample()
        self.assertTrue(infos["action_mask"][np.arange(6), actions].all())
        observations, rewards, terminations, truncations, infos = env.step(actions)
        self.assertEqual((rewards.shape, rewards.dtype), ((6,), np.float32))
        self.assertEqual(terminations.dtype, np.bool_)
        self.assertFalse(truncations.any())
        self.assertTrue((infos["turn"] == 1).all())

    def test_the_same_seed_is_the_same_run_at_any_number_of_threads(self):
        def run(threads, how):
            env = flagfall.VectorEnv(9, "duel", threads=threads, seed=8, planes=["empty"], **how)
            env.reset(seed=31)
            seen = []
            for _ in range(150):
                observations, rewards, done, _, infos = env.step(env.sample())
                seen.append((observations.tobytes(), rewards.tobytes(), done.tobytes(),
                             infos["action_mask"].tobytes()))
            return seen

        self.assertEqual(run(1, {}), run(3, {}))
        self.assertNotEqual(run(1, {}), run(1, {"setups": "people"}))

    def test_seeds_near_each_other_give_other_games(self):
        env = flagfall.VectorEnv(32)
        armies = [game.tobytes() for seed in (4, 5) for game in env.reset(seed=seed)[0]]
        armies += [game.tobytes() for game in env.reset()[0]]
        self.assertEqual(len(set(armies)), 96)
        again = [game.tobytes() for game in env.reset(seed=5)[0]]
        self.assertEqual(again, armies[32:64])

    def test_one_game_of_many_is_the_game(self):
        """Step by step beside `Game`, from the same set-ups."""
        setups = list(flagfall.Game("barrage", seed=9).setups[:1])
        env = flagfall.VectorEnv(2, "barrage", setups=setups, autoreset_mode="disabled")
        game = flagfall.Game("barrage", red=setups[0], blue=setups[0])
        observations, infos = env.reset()
        for _ in range(200):
            if game.over:
                break
            self.assertEqual(np.flatnonzero(infos["action_mask"][0]).tolist(), game.actions())
            self.assertTrue((observations[0] == game.observation(game.turn)).all())
            actions = env.sample()
            game.act(actions[0])
            observations, _, done, _, infos = env.step(actions)
            self.assertEqual(bool(done[0]), game.over)

    def test_finished_games_go_on_as_the_mode_says(self):
        for mode in ("next_step", "same_step", "disabled"):
            env = flagfall.VectorEnv(4, "duel", autoreset_mode=mode, planes=[], copy=True)
            _, infos = env.reset(seed=1)
            ended = np.zeros(4, bool)
            for _ in range(3000):
                turn = infos["turn"]
                _, rewards, done, _, infos = env.step(env.sample())
                if mode == "next_step" and ended.any():
                    self.assertTrue((rewards[ended] == 0).all() and not done[ended].any())
                    self.assertTrue((infos["turn"][ended] == 0).all())
                if done.any():
                    both = infos["rewards"][done]
                    self.assertTrue((both.sum(1) == 0).all())
                    self.assertTrue((rewards[done] == both[np.arange(len(both)),
                                                           turn[done]]).all())
                    over = infos["turn"][done] == 2
                    self.assertTrue(over.all() if mode != "same_step" else not over.any())
                ended = done
                if mode == "disabled" and (infos["turn"] == 2).all():
                    break
            if mode == "disabled":
                mask = np.array([True, False, False, False])
                _, infos = env.reset(options={"reset_mask": mask})
                self.assertEqual(infos["turn"].tolist(), [0, 2, 2, 2])

    def test_arrays_are_not_copied_unless_asked(self):
        env = flagfall.VectorEnv(2, "duel", planes=["length"])
        first, _ = env.reset()
        second = env.step(env.sample())[0]
        self.assertIs(first, second)
        same = np.from_dlpack(first)
        self.assertTrue(np.shares_memory(same, first))
        env = flagfall.VectorEnv(2, "duel", planes=["length"], copy=True)
        first, _ = env.reset()
        self.assertIsNot(first, env.step(env.sample())[0])

    def test_games_are_saved_and_loaded(self):
        env = flagfall.VectorEnv(2, "duel", planes=[], copy=True)
        env.reset(seed=3)
        for _ in range(15):
            env.step(env.sample())
        saved = env.save(0)
        env.load(1, saved)
        _, infos = env.look()
        self.assertTrue((infos["action_mask"][0] == infos["action_mask"][1]).all())
        self.assertEqual(env.save(1), saved)
        env.step(env.sample())
        self.assertNotEqual(env.save(1), saved)
        env.load(0, saved)
        env.clone(0, 1)
        self.assertEqual(env.save(1), saved)
        with self.assertRaisesRegex(IndexError, "0 to 1"):
            env.clone(0, 2)
        with self.assertRaisesRegex(ValueError, "no saved game"):
            env.load(1, saved[:-1])
        with self.assertRaises(TypeError):
            env.load(1, "text")
        with self.assertRaisesRegex(IndexError, "0 to 1"):
            env.save(2)

    def test_a_batch_has_no_copy(self):
        env = flagfall.VectorEnv(2, "duel", planes=[])
        for again in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, r"VectorEnv cannot be copied.*save\(\)"):
                again(env)

    def test_rewards_are_of_who_moves_in_a_game_put_in_place_unseen(self):
        env = flagfall.VectorEnv(2, "duel", planes=[], copy=True, autoreset_mode="disabled")
        for seed in range(4):
            _, infos = env.reset(seed=seed)
            done = [False]
            while not done[0]:
                before, turn, actions = env.save(0), infos["turn"][0], env.sample()
                _, _, done, _, infos = env.step(actions)
            won, score = infos["rewards"][0, turn], infos["rewards"][0]
            self.assertEqual(abs(won), 1)
            for put in (lambda: env.load(1, before), lambda: env.clone(0, 1)):
                # The game that is seen has the other seat's turn, or is new.
                env.reset(seed=seed)
                if turn == 0:
                    env.step(env.sample())
                env.load(0, before)
                put()
                _, rewards, _, _, infos = env.step(np.array([actions[0]] * 2))
                self.assertEqual(rewards.tolist(), [won, won])
                self.assertEqual(infos["rewards"].tolist(), [score.tolist()] * 2)

    def test_a_forked_process_goes_on_by_itself(self):
        """One that waits for threads which it has not is ended by an alarm."""
        env, one = (flagfall.VectorEnv(64, "duel", planes=[], threads=threads, seed=2)
                    for threads in (2, 1))
        for each in (env, one):
            each.reset()
            for _ in range(20):
                each.step(each.sample())
        child = os.fork()
        if child == 0:
            same = False
            try:
                signal.alarm(30)
                same = all((env.step(env.sample())[1] == one.step(one.sample())[1]).all() and
                           env.save(63) == one.save(63) for _ in range(200))
                env.close()
            finally:
                os._exit(0 if same else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        env.step(env.sample())
        env.close()

    def test_refusals_say_what_was_expected(self):
        env = flagfall.VectorEnv(3, "duel", planes=[])
        _, infos = env.reset()
        good = env.sample()
        for bad, error, words in (
                (good[:2], ValueError, r"shape \(3,\)"),
                (good.reshape(3, 1), ValueError, r"shape \(3,\)"),
                (good.astype(float), TypeError, "integers"),
                (["a", "b", "c"], TypeError, "integers"),
                (np.array([good[0], good[1], 1800]), ValueError, "1800 of game 2 is not legal"),
                (np.array([good[0], -5, good[2]]), ValueError, "game 1 is not legal"),
                (np.array([good[0], good[1], 2**40 + int(good[2])]), ValueError,
                 f"{2**40 + int(good[2])} of game 2 is not legal"),
                (np.array([good[0], 2**64 - 1, good[2]], np.uint64), ValueError,
                 f"{2**64 - 1} of game 1 is not legal"),
                (np.array([2**32 + int(good[0]), *good[1:]], np.uint64), ValueError, "game 0")):
            with self.assertRaisesRegex(error, words):
                env.step(bad)
        # Nothing was played before; and any type that holds the numbers will do.
        for kind in (np.int32, np.uint16, np.int64, np.uint64):
            env.step(env.sample().astype(kind))
        self.assertTrue((infos["turn"] == 0).all())
        env.step(env.sample())
        self.assertTrue((infos["turn"] == 1).all())
        with self.assertRaisesRegex(ValueError, "reset_mask"):
            env.reset(options={"reset_mask": [1, 0, 1]})
        with self.assertRaisesRegex(ValueError, "3 ints"):
            env.reset(seed=[1, 2])
        for bad, words in ((1.5, "3 ints, not float"), ([1, 2, 1.5], "whole number, not float")):
            with self.assertRaisesRegex(TypeError, words):
                env.reset(seed=bad)
        for bad, words in ((None, "list of set-ups, not None"), (5, "list of set-ups, not 5"),
                           ([1], r"setups\[0\] must be a set-up.*not int")):
            with self.assertRaisesRegex(TypeError, words):
                flagfall.VectorEnv(4, "duel", setups=bad)
        env.close()
        for call in (env.reset, env.sample, env.look, lambda: env.step(good)):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()
        for how, words in (({"num_envs": 0}, "num_envs must be 1 to 1048576, not 0"),
                           ({"num_envs": 2**32 + 1}, "num_envs must be"),
                           ({"num_envs": 1, "threads": 999}, "threads must be"),
                           ({"num_envs": 1, "threads": 2**32}, "threads must be"),
                           ({"num_envs": 1, "threads": -1}, "threads must be"),
                           ({"num_envs": 1, "ply_limit": 2**16}, "ply_limit must be"),
                           ({"num_envs": 1, "setups": "mine"}, "setups must be"),
                           ({"num_envs": 1, "setups": ["AB"]}, "set-up"),
                           ({"num_envs": 1, "setups": []}, "setups must be"),
                           ({"num_envs": 1, "planes": [], "dtype": "int8"}, "dtype"),
                           ({"num_envs": 1, "autoreset_mode": "never"}, "autoreset_mode"),
                           ({"num_envs": 1, "dtype": "int8"}, "dtype")):
            with self.assertRaisesRegex(ValueError, words):
                flagfall.VectorEnv(edition="duel", **how)

    def test_gymnasium_knows_it(self):
        if not installed("gymnasium"):
            return
        import gymnasium
        env = flagfall.VectorEnv(2, "duel")
        self.assertIsInstance(env, gymnasium.vector.VectorEnv)
        observations, _ = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observations))
        self.assertEqual(env.single_action_space.n, 1800)

    def test_gymnasiums_wrappers_take_it(self):
        if not installed("gymnasium"):
            return
        from gymnasium.wrappers.vector import RecordEpisodeStatistics
        env = RecordEpisodeStatistics(flagfall.VectorEnv(4, "duel", planes=["length"]))
        env.reset(seed=1)
        ended = 0
        for _ in range(2000):
            _, _, done, _, infos = env.step(env.unwrapped.sample())
            ended += done.sum()
            if done.any():
                self.assertTrue((infos["episode"]["l"][done] > 0).all())
        self.assertGreater(ended, 0)


class Others(unittest.TestCase):
    def test_an_aec_game_goes_round(self):
        env = flagfall.AECEnv("duel", planes=["empty"])
        for call in (lambda: env.observe("red"), lambda: env.step(0), env.last):
            with self.assertRaisesRegex(ValueError, r"there is no game: reset\(\)"):
                call()
        with self.assertRaisesRegex(TypeError, "seed must be"):
            env.reset(seed=1.5)
        with self.assertRaisesRegex(ValueError, "draw must be"):
            flagfall.AECEnv("duel", draw="x")
        rng = np.random.default_rng(2)
        for seed in range(3):
            env.reset(seed=seed)
            totals, turns = dict.fromkeys(env.possible_agents, 0.0), []
            for agent in env.agent_iter():
                seen, reward, over, cut, _ = env.last()
                totals[agent] += reward
                turns.append(agent)
                self.assertFalse(cut)
                if over:
                    with self.assertRaises(ValueError):
                        env.step(0)
                    env.step(None)
                    continue
                with self.assertRaises(ValueError):
                    env.step(None)
                env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            self.assertEqual(turns[:4], ["red", "blue", "red", "blue"])
            self.assertEqual(sum(totals.values()), 0)
            self.assertEqual(env.agents, [])
        env.close()

    def test_pettingzoo_agrees(self):
        if not installed("pettingzoo"):
            return
        from pettingzoo.test import api_test, seed_test
        api_test(flagfall.AECEnv("duel"), num_cycles=200)
        seed_test(lambda: flagfall.AECEnv("duel", planes=["empty"]), num_cycles=50)


class Examples(unittest.TestCase):
    def test_every_example_runs(self):
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
        for script in sorted((ROOT / "python" / "examples").glob("*.py")):
            with self.subTest(script.name):
                out = subprocess.run([sys.executable, script, "--short"], env=environment,
                                     capture_output=True, text=True)
                self.assertEqual(out.returncode, 0, out.stderr)
                self.assertTrue(out.stdout.strip())

    def test_records_become_arrays_whatever_their_comments_say(self):
        def arrays(path):
            environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
            return subprocess.check_output(
                [sys.executable, ROOT / "python" / "examples" / "records_to_arrays.py", path],
                env=environment, text=True)

        with tempfile.TemporaryDirectory() as folder:
            played, annotated = f"{folder}/played.ffr.gz", f"{folder}/annotated.ffr"
            said = subprocess.check_output(
                [PROGRAM, "selfplay", "level:6", "--edition", "duel", "--nodes", "100",
                 "--games", "2", "--limit", "60", "--record", played], text=True)
            with open(annotated, "wb") as out:
                subprocess.check_call([PROGRAM, "analyse", "--annotate", "--nodes", "100",
                                       "--quiet", played], stdout=out)
            self.assertIn("%best", pathlib.Path(annotated).read_text())
            plies = re.search(r"plies=(\d+)", said)[1]
            self.assertIn(f"actions ({plies},)", arrays(played))
            self.assertEqual(arrays(annotated), arrays(played))

    def test_the_notebook_runs(self):
        if not installed("matplotlib"):
            return
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), MPLBACKEND="Agg")
        for notebook in sorted((ROOT / "python" / "examples").glob("*.ipynb")):
            cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
            program = "\n\n".join("".join(cell["source"]) for cell in cells
                                  if cell["cell_type"] == "code")
            out = subprocess.run([sys.executable, "-c", program], env=environment,
                                 capture_output=True, text=True)
            self.assertEqual(out.returncode, 0, out.stderr)
            shown = "".join(text for cell in cells for output in cell.get("outputs", [])
                            for text in output.get("text", []))
            self.assertEqual(len(out.stdout.splitlines()), len(shown.splitlines()))

    def test_types_hold(self):
        mypy = shutil.which("mypy")
        if not mypy:
            print("skipped: mypy is not installed, types were not checked")
            return
        out = subprocess.run([mypy, "--strict", "--cache-dir", os.devnull, "flagfall", "examples"],
                             cwd=ROOT / "python", capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stdout + out.stderr)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
