"""People against people, over two sockets and more: how they find each other, what each
is told, and what comes after the game."""

import hashlib
import json
import random
import unittest

from client import Client, Game, Server, main, new_cookie, read_log

FILES = "abcdefghik"


class Seat(Game):
    """One person's side of a game between two, or a spectator's."""

    def __init__(self, client, message):
        self.client = client
        self.events = []
        self.take(message)

    def hear(self):
        """The next message of this game."""
        self.take(self.client.until(lambda m: m.get("game") == self.id))

    def until(self, wanted):
        while not wanted(self.state):
            self.hear()

    def army(self, style="random", **more):
        answer = self.client.ask(type="suggest", edition=self.state["edition"], style=style)
        while answer["type"] != "suggestion":
            self.take(answer)
            answer = self.client.receive()
        self.client.send(type="setup", game=self.id, letters=answer["letters"], **more)


class Meeting(unittest.TestCase):
    """A server, and how two people sit down at a game on it."""

    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(arguments=cls.arguments)
        cls.server.start()

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        complaints = cls.server.complaints()
        cls.server.folder.cleanup()
        assert status == 0 and "level=error" not in complaints, (status, complaints)

    def join(self, cookie=None):
        client = Client(self.server.port, cookie or new_cookie(self.server.port))
        self.addCleanup(client.close)
        self.welcome = client.receive()
        return client

    def challenge(self, client, edition="duel", seat="red", **more):
        return client.ask(type="challenge", edition=edition, seat=seat, **more)

    def refused(self, reason, answer):
        self.assertEqual(("refused", reason), (answer["type"], answer.get("reason")), answer)

    def pair(self, **terms):
        """Ann has Red and Bob Blue, and both are to set up."""
        ann, bob = self.join(), self.join()
        offer = self.challenge(ann, **terms)
        return (Seat(ann, offer),
                Seat(bob, bob.ask(type="join", code=offer["code"])))

    def begin(self, red, blue):
        red.army()
        blue.army()
        red.until(lambda state: state["phase"] == "play")
        blue.until(lambda state: state["phase"] == "play")

    def play(self, red, blue, rng, plies=10 ** 9):
        """At most so many plies, both hearing each of them."""
        for _ in range(plies):
            if red.over:
                return
            mover = red if red.view["turn"] == "red" else blue
            self.step(mover, rng.choice(mover.view["moves"]), red, blue)

    def play_quietly(self, red, blue, plies):
        """So many plies that end no game, both hearing each of them."""
        for _ in range(plies):
            mover = red if red.view["turn"] == "red" else blue
            self.step(mover, mover.quiet_move(), red, blue)

    def step(self, mover, move, *seats):
        plies = mover.view["plies"]
        mover.send(move)
        for seat in seats:
            seat.until(lambda s: s["phase"] == "over" or s["view"]["plies"] > plies)

    def quiet(self, client, **message):
        """The refusal of a message, past what else comes."""
        client.send(**message)
        return client.until(lambda m: m["type"] == "refused")


class People(Meeting):
    # The way to a game.

    def test_a_code_leads_a_friend_to_a_whole_game(self):
        ann, bob = self.join(), self.join()
        offer = self.challenge(ann, edition="barrage", seat="blue")
        self.assertEqual(("waiting", "blue", None), (offer["phase"], offer["seat"], offer["view"]))
        self.assertRegex(offer["code"], "^[2-9A-HJ-NP-Z]{8}$")
        self.assertEqual("free", offer["red"]["kind"])
        typed = f" {offer['code'][:4].lower()}-{offer['code'][4:]} "
        red, blue = Seat(bob, bob.ask(type="join", code=typed)), Seat(ann, offer)
        self.assertEqual(("setup", "red", None),
                         (red.state["phase"], red.state["seat"], red.state["code"]))
        blue.until(lambda state: state["phase"] == "setup")
        self.begin(red, blue)
        self.play(red, blue, random.Random(1))
        self.assertTrue(red.over and blue.over)
        self.assertEqual(red.events, blue.events)
        self.assertEqual(red.view["result"], blue.view["result"])

    def test_an_invitation_says_who_offers_what_before_one_joins(self):
        ann, bob, eve = self.join(), self.join(), self.join()
        offer = self.challenge(ann, edition="barrage", seat="blue")
        told = bob.ask(type="invitation", code=offer["code"].lower())
        self.assertEqual(("invitation", False), (told["type"], told["seated"]))
        challenge = told["challenge"]
        self.assertEqual((offer["game"], "barrage", "red", offer["terms"]["memory"]),
                         (challenge["game"], challenge["edition"], challenge["seat"],
                          challenge["terms"]["memory"]))
        self.assertEqual("guest", challenge["by"]["kind"])
        self.assertTrue(ann.ask(type="invitation", code=offer["code"])["seated"])
        bob.ask(type="join", code=offer["code"])
        self.assertTrue(bob.ask(type="invitation", code=offer["code"])["seated"])
        self.refused("taken", eve.ask(type="invitation", code=offer["code"]))
        self.refused("unknown-code", eve.ask(type="invitation", code="22222222"))

    def test_armies_are_promised_and_the_promise_is_kept(self):
        red, blue = self.pair(edition="tournament")
        red.army(salt="00112233445566778899aabbccddeeff")
        blue.army()
        for seat in (red, blue):
            seat.until(lambda state: state["phase"] == "play")
            self.assertIsNone(seat.state["salts"])
            self.assertIsNone(seat.state["armies"])
        promised = red.state["commitments"]
        self.assertEqual(promised, blue.state["commitments"])
        self.play(red, blue, random.Random(2), 10)
        if not red.over:
            red.client.send(type="resign", game=red.id)
        blue.until(lambda state: state["phase"] == "over")
        self.assertEqual("00112233445566778899aabbccddeeff", blue.state["salts"]["red"])
        for seat in ("red", "blue"):
            said = ["flagfall/1", "tournament", seat, blue.state["armies"][seat],
                    blue.state["salts"][seat]]
            again = hashlib.blake2b("\n".join(said).encode(), digest_size=32).hexdigest()
            self.assertEqual(promised[seat], again)

    def test_a_salt_must_be_one(self):
        red, _ = self.pair()
        for salt in ("", "abc", "zz" * 16, "00" * 15, "00" * 200, "00" * 15 + "0"):
            self.refused("bad-message", self.quiet(red.client, type="setup", game=red.id,
                                                   letters="A", salt=salt))

    def test_a_challenge_has_terms_and_both_are_told(self):
        clock = {"bank": 900, "free": 0, "increment": 3, "setup": 300}
        red, blue = self.pair(memory=True, remember=False, hints=False, clock=clock)
        self.assertEqual(red.state["terms"], blue.state["terms"])
        self.assertEqual({"clock": clock, "memory": True, "remember": False, "hints": False,
                          "watch": False, "delay": 0, "open": False, "rated": False},
                         red.state["terms"])
        ann = self.join()
        for wrong in ({"bank": 9}, {"free": 601}, {"increment": -1}, {"setup": 14}, {"bank": "x"},
                      {"bank": 86401}, {"setup": None}):
            self.refused("bad-message", self.challenge(ann, clock={**clock, **wrong}))
        self.refused("bad-message", self.challenge(ann, clock=5))
        self.assertIsNone(self.challenge(ann, clock=None)["terms"]["clock"])
        self.refused("not-signed-in", self.challenge(ann, rated=True))
        self.refused("unknown-name", self.challenge(ann, to="nobody"))

    def test_an_open_challenge_is_taken_by_one(self):
        ann, bob, eve = self.join(), self.join(), self.join()
        offer = self.challenge(ann, open=True)
        self.assertTrue(offer["terms"]["watch"])
        self.refused("own", ann.ask(type="join", game=offer["game"]))
        self.refused("own", ann.ask(type="join", code=offer["code"]))
        self.assertEqual("setup", bob.ask(type="join", game=offer["game"])["phase"])
        self.refused("taken", eve.ask(type="join", game=offer["game"]))
        self.refused("taken", eve.ask(type="join", code=offer["code"]))
        # Who follows the link again is back in the game.
        self.assertEqual("blue", bob.ask(type="join", code=offer["code"])["seat"])

    def test_who_has_no_code_does_not_get_in(self):
        ann, eve = self.join(), self.join()
        offer = self.challenge(ann)
        self.refused("unknown-game", eve.ask(type="join", game=offer["game"]))
        self.refused("unknown-game", eve.ask(type="open", game=offer["game"]))
        for code in ("22222222", "", "2", offer["code"][:-1], offer["code"] + "2", "0O1I0O1I",
                     "é" * 8):
            self.refused("unknown-code", eve.ask(type="join", code=code))
        self.refused("bad-message", eve.ask(type="join"))
        self.refused("not-begun", ann.ask(type="setup", game=offer["game"], letters="A"))
        self.refused("not-begun", ann.ask(type="resign", game=offer["game"]))

    def test_a_challenge_is_taken_back(self):
        ann, bob = self.join(), self.join()
        offer = self.challenge(ann, open=True)
        self.refused("not-seated", bob.ask(type="cancel", game=offer["game"]))
        over = ann.ask(type="cancel", game=offer["game"])
        self.assertEqual(("over", "aborted", "*"),
                         (over["phase"], over["view"]["by"], over["view"]["result"]))
        self.refused("unknown-game", bob.ask(type="join", game=offer["game"]))
        self.refused("unknown-code", bob.ask(type="join", code=offer["code"]))
        ann.send(type="close", game=offer["game"])
        self.assertEqual([], ann.ask(type="history")["games"])
        self.refused("unknown-game", ann.ask(type="open", game=offer["game"]))

    def test_nothing_is_said_where_nobody_has_come(self):
        """Nor kept: a challenge that is taken back leaves nothing, and the store works on."""
        ann, bob = self.join(), self.join()
        offer = self.challenge(ann, open=True)
        id = offer["game"]
        self.refused("not-begun", ann.ask(type="mute", game=id, on=True))
        self.refused("not-begun", ann.ask(type="chat", game=id, text="hello?"))
        self.assertEqual("over", ann.ask(type="cancel", game=id)["phase"])
        other = self.challenge(bob)  # which may have its number in the store
        self.refused("not-begun", ann.ask(type="mute", game=id, on=True))
        self.refused("not-begun", ann.ask(type="chat", game=id, text="hello?"))
        bob.send(type="open", game=other["game"])
        self.assertEqual("waiting", bob.receive()["phase"])
        self.assertEqual([], bob.ask(type="history")["games"])  # and no chat before it

    def test_a_game_under_way_is_not_taken_back(self):
        red, blue = self.pair()
        self.refused("begun", blue.client.ask(type="cancel", game=blue.id))
        self.begin(red, blue)
        self.refused("begun", blue.client.ask(type="cancel", game=blue.id))

    def test_ten_offers_are_enough(self):
        ann = self.join()
        offers = [self.challenge(ann)["game"] for _ in range(10)]
        self.refused("too-many", self.challenge(ann))
        ann.ask(type="cancel", game=offers[0])
        self.assertEqual("waiting", self.challenge(ann)["phase"])

    # The lobby.

    def lobby(self, client, wanted):
        return client.until(lambda m: m["type"] == "lobby" and wanted(m))

    def offered(self, lobby):
        return [c["game"] for c in lobby["challenges"]]

    def test_the_lobby_tells_of_challenges_while_they_are_there(self):
        ann, bob, eve = self.join(), self.join(), self.join()
        before = eve.ask(type="lobby", on=True)
        self.assertGreaterEqual(before["online"], 3)
        offer = self.challenge(ann, open=True, seat="blue")["game"]
        self.assertNotIn(self.challenge(ann)["game"], self.offered(before))  # a friend's
        seen = self.lobby(eve, lambda m: offer in self.offered(m))
        row = next(c for c in seen["challenges"] if c["game"] == offer)
        self.assertEqual(("duel", "red", "guest", False, False, False),
                         tuple((row["edition"], row["seat"], row["by"]["kind"], row["rated"],
                                row["mine"], row["toYou"])))
        mine = ann.ask(type="lobby", on=True)
        self.assertTrue(next(c for c in mine["challenges"] if c["game"] == offer)["mine"])
        bob.ask(type="join", game=offer)
        self.lobby(eve, lambda m: offer not in self.offered(m))
        second = self.challenge(bob, open=True)["game"]
        self.lobby(eve, lambda m: second in self.offered(m))
        bob.close()
        self.lobby(eve, lambda m: second not in self.offered(m))
        eve.send(type="lobby", on=False)
        self.challenge(ann, open=True)
        self.refused("unknown-edition", self.quiet(eve, type="check", edition="?", letters=""))

    def test_the_lobby_tells_of_games_to_watch(self):
        eve = self.join()
        eve.ask(type="lobby", on=True)
        red, blue = self.pair(watch=True)
        self.begin(red, blue)
        seen = self.lobby(eve, lambda m: red.id in [g["game"] for g in m["games"]])
        row = next(g for g in seen["games"] if g["game"] == red.id)
        self.assertEqual((None, "play", "red"), (row["seat"], row["phase"], row["turn"]))
        red.client.send(type="resign", game=red.id)
        self.lobby(eve, lambda m: red.id not in [g["game"] for g in m["games"]])

    # What each is told.

    def test_each_sees_the_own_army_alone(self):
        red, blue = self.pair(edition="tournament")
        self.begin(red, blue)
        self.play(red, blue, random.Random(3), 40)
        armies = {seat: text for kind, seat, text in read_log(self.server.store, red.id)
                  if kind == 0}
        for seat, hidden, own in ((red, armies[1], armies[0]), (blue, armies[0], armies[1])):
            said = b"".join(text for text in seat.client.everything
                            if b'"phase":"over"' not in text).decode()
            shifted = "".join(chr(ord(c) + 12) for c in armies[1])
            self.assertIn(own, said)
            self.assertNotIn(hidden, said)
            if seat is red:
                self.assertNotIn(shifted[::-1], said)
        if not red.over:  # a random scout may have hit the flag
            self.assertNotEqual(red.view["board"], blue.view["board"])

    def test_one_cannot_move_for_the_other(self):
        red, blue = self.pair()
        self.begin(red, blue)
        quiet = [move for move in red.view["moves"] if "-" in move]  # a scout may take the flag
        move = random.Random(4).choice(quiet)
        self.refused("not-yours", blue.client.ask(**red.message(move)))
        self.refused("begun", blue.client.ask(type="setup", game=blue.id, letters="A"))
        red.play(move)
        self.refused("stale", red.client.ask(**{**red.message(move), "ply": 0}))

    def test_two_tabs_are_one_person(self):
        red, blue = self.pair()
        tab = self.join(red.client.cookie)
        self.assertEqual(red.id, self.welcome["games"][0]["game"])
        second = Seat(tab, tab.ask(type="open", game=red.id))
        self.assertEqual("red", second.state["seat"])
        self.begin(red, blue)
        second.until(lambda state: state["phase"] == "play")
        second.send(second.quiet_move())
        for seat in (red, blue, second):
            seat.until(lambda state: state["view"]["plies"] == 1)

    def test_one_is_told_when_the_other_comes_and_goes(self):
        red, blue = self.pair()
        red.until(lambda state: state["blue"]["here"])
        tab = self.join(blue.client.cookie)
        tab.ask(type="open", game=blue.id)
        blue.client.close()
        tab.send(type="close", game=blue.id)
        red.until(lambda state: not state["blue"]["here"])
        again = self.join(blue.client.cookie)
        again.ask(type="open", game=blue.id)
        red.until(lambda state: state["blue"]["here"])

    def test_a_game_that_may_not_be_watched_is_as_unknown_as_none(self):
        red, blue = self.pair()
        self.begin(red, blue)
        eve = self.join()
        for kind, more in (("open", {}), ("resign", {}), ("rematch", {}), ("close", {}),
                           ("move", {"ply": 0, "from": "a4", "to": "a5"}), ("cancel", {})):
            there = eve.ask(type=kind, game=red.id, **more)
            nowhere = eve.ask(type=kind, game="x" * 22, **more)
            self.assertEqual(json.dumps({**there, "game": 0}), json.dumps({**nowhere, "game": 0}))
            self.refused("unknown-game", there)
        red.client.send(type="resign", game=red.id)
        red.until(lambda state: state["phase"] == "over")
        shown = eve.ask(type="open", game=red.id)
        self.assertEqual(("over", None), (shown["phase"], shown["seat"]))
        self.assertEqual(red.state["armies"], shown["armies"])

    def test_a_spectator_sees_what_both_know(self):
        red, blue = self.pair(edition="tournament", watch=True)
        eve = self.join()
        watcher = Seat(eve, eve.ask(type="open", game=red.id))
        self.assertEqual(("setup", None, None, None),
                         tuple(watcher.state[k] for k in ("phase", "seat", "setup", "view")))
        self.begin(red, blue)
        self.play(red, blue, random.Random(5), 30)
        if red.over:
            return
        watcher.until(lambda s: s["view"] and s["view"]["plies"] == red.view["plies"])
        self.assertEqual("spectator", watcher.view["viewer"])
        self.assertEqual([], watcher.view["moves"])
        self.assertEqual(red.events, watcher.events)
        for mine, his, seen in zip(red.view["board"], blue.view["board"], watcher.view["board"]):
            self.assertIn(seen, (mine, his))
            if seen.isalpha() and seen not in "A":
                self.assertEqual((mine, his), (seen, seen))  # public to all
        for kind, more in (("resign", {}), ("rematch", {}), ("setup", {"letters": "A"}),
                           ("move", {"ply": red.view["plies"], "from": "a4", "to": "a5"})):
            self.refused("not-seated", eve.ask(type=kind, game=red.id, **more))
        eve.send(type="close", game=red.id)
        self.refused("unknown-edition", eve.ask(type="check", edition="?", letters=""))
        self.play_quietly(red, blue, 1)
        self.refused("unknown-edition", eve.ask(type="check", edition="?", letters=""))

    # After the game.

    def over(self, **terms):
        red, blue = self.pair(**terms)
        self.begin(red, blue)
        red.client.send(type="resign", game=red.id)
        for seat in (red, blue):
            seat.until(lambda state: state["phase"] == "over")
        return red, blue

    def test_a_rematch_is_agreed_and_changes_the_seats(self):
        clock = {"bank": 60, "free": 0, "increment": 0, "setup": 0}
        red, blue = self.over(clock=clock, watch=True)
        red.client.send(type="rematch", game=red.id)
        for seat in (red, blue):
            seat.until(lambda state: state["rematch"] == "red")
        red.client.send(type="rematch", game=red.id)  # saying it twice is saying it once
        red.hear()
        self.assertIsNone(red.state["next"])
        blue.client.send(type="rematch", game=blue.id)
        for seat in (red, blue):
            seat.until(lambda state: state["next"])
        self.assertEqual(red.state["next"], blue.state["next"])
        news = [seat.client.until(lambda m: m.get("game") == red.state["next"])
                for seat in (red, blue)]
        self.assertEqual(["blue", "red"], [state["seat"] for state in news])
        self.assertEqual(red.state["terms"], news[0]["terms"])
        self.assertEqual("setup", news[0]["phase"])
        self.refused("begun", self.quiet(red.client, type="rematch", game=red.id))
        self.begin(Seat(blue.client, news[1]), Seat(red.client, news[0]))

    def test_a_computer_agrees_at_once(self):
        ann = self.join()
        game = Game(ann, seat="red", edition="duel")
        self.refused("begun" if not game.over else "", self.quiet(ann, type="rematch", game=game.id))
        ann.send(type="resign", game=game.id)
        ann.until(lambda m: m.get("phase") == "over")
        ann.send(type="rematch", game=game.id)
        after = ann.until(lambda m: m.get("next"))
        news = ann.until(lambda m: m.get("game") == after["next"])
        self.assertEqual(("setup", "blue", "random"),
                         (news["phase"], news["seat"], news["red"]["name"]))

    def test_history_tells_all_finished_games_page_by_page(self):
        ann, bob = self.join(), self.join()
        ids = []
        for _ in range(53):
            offer = self.challenge(ann)
            ids.append(offer["game"])
            self.quiet_join(bob, offer["code"])
            ann.until(lambda m: m.get("phase") == "setup")
            ann.send(type="resign", game=offer["game"])
            ann.until(lambda m: m.get("phase") == "over")
        page = self.answer(ann, "history", type="history")
        self.assertEqual(ids[:2:-1], [row["game"] for row in page["games"]])
        row = page["games"][0]
        self.assertEqual(("over", "blue", "resign", "red"),
                         tuple(row[k] for k in ("phase", "result", "by", "seat")))
        rest = self.answer(ann, "history", type="history", before=page["before"])
        self.assertEqual(ids[2::-1], [row["game"] for row in rest["games"]])
        self.assertIsNone(rest["before"])

    def answer(self, client, kind, **message):
        client.send(**message)
        return client.until(lambda m: m["type"] == kind)

    def quiet_join(self, client, code):
        client.send(type="join", code=code)
        return client.until(lambda m: m.get("phase") == "setup" or m["type"] == "refused")


class Lobby(Meeting):
    arguments = ("--clock", "manual")

    def test_many_changes_are_few_messages(self):
        """At most two a second, of which the last one tells how things are."""
        ann, eve = self.join(), self.join()
        eve.ask(type="lobby", on=True)
        first = ann.ask(type="challenge", edition="duel", seat="red", open=True)["game"]
        self.server.pass_time(1)
        eve.until(lambda m: first in [c["game"] for c in m["challenges"]])
        for _ in range(3):
            for _ in range(40):
                offer = ann.ask(type="challenge", edition="duel", seat="red", open=True)
                ann.ask(type="cancel", game=offer["game"])
            last = ann.ask(type="challenge", edition="duel", seat="red", open=True)["game"]
            self.server.pass_time(1)
            lobby = eve.receive()
            self.assertEqual("lobby", lobby["type"])
            self.assertIn(last, [c["game"] for c in lobby["challenges"]])
            self.assertEqual("checked", eve.ask(type="check", edition="duel", letters="")["type"])


class Delay(Meeting):
    """A host may let spectators see games later; everything else stays as it is."""

    arguments = ("--watch-delay", "2", "--clock", "manual")

    def test_spectators_see_moves_later_and_the_end_at_once(self):
        red, blue = self.pair(edition="tournament", watch=True)
        self.begin(red, blue)
        eve = self.join()
        watcher = Seat(eve, eve.ask(type="open", game=red.id))
        self.assertEqual(("setup", None), (watcher.state["phase"], watcher.state["commitments"]))
        self.play_quietly(red, blue, 3)
        self.server.pass_time(1.999)
        self.assertIsNone(self.join().ask(type="open", game=red.id)["view"])
        self.server.pass_time(0.001)
        watcher.until(lambda s: s["view"] and s["view"]["plies"] == 3)
        self.assertEqual(red.events, watcher.events)
        self.play_quietly(red, blue, 2)
        self.server.pass_time(1.999)
        self.assertEqual(3, self.join().ask(type="open", game=red.id)["view"]["plies"])
        red.client.send(type="resign", game=red.id)
        watcher.until(lambda s: s["phase"] == "over")
        self.assertEqual(blue.events, watcher.events)


class Limits(unittest.TestCase):
    def test_codes_cannot_be_guessed_fast(self):
        with Server(arguments=["--clock", "manual"]) as server:
            clients = [Client(server.port, new_cookie(server.port)) for _ in range(3)]
            for client in clients:
                client.receive()
            offers = [clients[0].ask(type="challenge", edition="duel", seat="red")["code"]
                      for _ in range(10)]
            for code in offers * 2:  # right ones are no guesses
                self.assertNotEqual("rate", clients[1].ask(type="join", code=code).get("reason"))
            reasons = []
            for n in range(13):
                client = clients[n % 2 + 1]
                client.send(type="join", code="2222222" + "23456789ABCDEF"[n])
                reasons.append(client.until(lambda m: m["type"] == "refused")["reason"])
            self.assertEqual(["unknown-code"] * 10 + ["rate"] * 3, reasons)
            for client in clients:
                client.close()

    def test_guests_together_may_fill_so_much(self):
        with Server(arguments=["--guest-games", "3", "--guest-share", "100"]) as server:
            def offer():
                with Client(server.port, new_cookie(server.port)) as client:
                    client.receive()
                    return client.ask(type="challenge", edition="duel", seat="red")
            self.assertEqual(["game"] * 3 + ["refused"], [offer()["type"] for _ in range(4)])
            self.assertEqual("too-many", offer()["reason"])
            server.stop()
            self.assertEqual(1, server.complaints().count("guests-full"))
            server.start()
            self.assertEqual("too-many", offer()["reason"])
            self.assertEqual("too-many", offer()["reason"])
            self.assertEqual(1, server.complaints().count("guests-full"), "also of seats that others took")

    def test_what_guests_take_back_fills_nothing(self):
        with Server(arguments=["--guest-games", "2", "--guest-share", "100"]) as server:
            with Client(server.port, new_cookie(server.port)) as client:
                client.receive()
                for _ in range(5):
                    offer = client.ask(type="challenge", edition="duel", seat="red")
                    self.assertEqual("game", offer["type"], offer)
                    client.ask(type="cancel", game=offer["game"])


class Kill(unittest.TestCase):
    def test_a_game_between_two_goes_on_after_a_kill(self):
        with Server() as server:
            cookies = [new_cookie(server.port) for _ in range(2)]
            clients = [Client(server.port, cookie) for cookie in cookies]
            for client in clients:
                client.receive()
            offer = clients[0].ask(type="challenge", edition="duel", seat="red")
            seats = [Seat(clients[0], offer),
                     Seat(clients[1], clients[1].ask(type="join", code=offer["code"]))]
            rng = random.Random(7)
            for _ in range(3):
                if seats[0].state["phase"] == "waiting" or seats[0].state["phase"] == "setup":
                    for seat in seats:
                        seat.army()
                        seat.until(lambda s: s["phase"] == "play" or s["setup"])
                for _ in range(6):
                    if seats[0].over:
                        break
                    for seat in seats:
                        seat.until(lambda s: s["phase"] in ("play", "over"))
                    mover = next((s for s in seats if s.my_turn), None)
                    if mover:
                        plies = mover.view["plies"]
                        mover.send(rng.choice(mover.view["moves"]))
                        for seat in seats:
                            seat.until(lambda s: s["view"]["plies"] > plies or s["phase"] == "over")
                before = [(s.view["board"], s.events, s.state["commitments"]) for s in seats]
                server.kill()
                for client in clients:
                    client.close()
                server.start()
                clients = [Client(server.port, cookie) for cookie in cookies]
                for client in clients:
                    client.receive()
                seats = [Seat(c, c.ask(type="open", game=offer["game"])) for c in clients]
                self.assertEqual(before, [(s.view["board"], s.events, s.state["commitments"])
                                          for s in seats])
            for client in clients:
                client.close()


if __name__ == "__main__":
    main()
