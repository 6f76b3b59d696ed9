"""What a seat, or a spectator, is sent does not depend on ranks that are hidden from it:
whole games are played twice, the second time with two pieces exchanged that the viewer
never came to know, and every byte is compared.

FLAGFALL_GAMES=1000 for the long run."""

import os
import random
import re
import unittest

from client import Client, Server, main, new_cookie, request
from test_people import Seat

GAMES = int(os.environ.get("FLAGFALL_GAMES", "6"))
EDITIONS = ("barrage", "travel-de", "duel", "tournament", "quick-arena", "classic30")
PROTOCOLS = ("flagfall", "flagfall.2")  # the second tells what has changed
SALT = "00112233445566778899aabbccddeeff"
PROBES = 5  # refusals asked for in a game by each seat
FRAMES = 20  # plies from one look at the game's frame to the next
UNMOVABLE = "BM"


def masked(text):
    """Without what is drawn by lot for each game: its id, code, commitments, times."""
    text = re.sub(rb'"(game|code|next)":"[\w-]+"', rb'"\1":"?"', text)
    text = re.sub(rb'"(red|blue)":"[0-9a-f]{64}"', rb'"\1":"?"', text)
    return re.sub(rb'"time":\d+', b'"time":0', text)


class Table:
    """A game between two people and a spectator, of whom all traffic is kept."""

    def __init__(self, test, edition, armies, memory, protocol):
        self.protocol = protocol
        self.port, self.frames = test.server.port, []
        self.clients = [Client(test.server.port, new_cookie(test.server.port), protocol=protocol)
                        for _ in range(3)]
        for client in self.clients:
            client.receive()
        red, blue, watcher = self.clients
        self.edition = edition
        red.send(type="challenge", edition=edition, seat="red", watch=True, memory=memory)
        offer = red.until(lambda m: m.get("phase") == "waiting")
        blue.send(type="join", code=offer["code"])
        self.id = offer["game"]
        seats = [Seat(red, offer), Seat(blue, blue.until(lambda m: m.get("phase") == "setup"))]
        seats[0].until(lambda state: state["phase"] == "setup")
        watcher.send(type="open", game=self.id)
        self.seats = seats + [Seat(watcher, watcher.until(lambda m: m.get("game") == self.id))]
        self.armies = armies or [self.suggestion(seat) for seat in seats]
        for seat, army in zip(seats, self.armies):
            seat.client.send(type="setup", game=self.id, letters=army, salt=SALT)
            seat.until(lambda state: state["setup"])
        for seat in self.seats:
            seat.until(lambda state: state["phase"] == "play")

    def suggestion(self, seat):
        answer = seat.client.ask(type="suggest", edition=self.edition, style="random")
        while answer["type"] != "suggestion":
            seat.take(answer)
            answer = seat.client.receive()
        return answer["letters"]

    @property
    def mover(self):
        return next(seat for seat in self.seats if seat.my_turn)

    @property
    def over(self):
        return self.seats[0].over

    def play(self, move):
        plies = self.seats[0].view["plies"]
        self.mover.send(move)
        for seat in self.seats:
            seat.until(lambda state: state["view"]["plies"] > plies)
        if plies % FRAMES == 0 and not self.over:
            self.frames.append(request(self.port, f"/embed/{self.id}").body.replace(self.id.encode(), b"?"))

    def probe(self, number, source, target):
        """A seat tries something that is refused."""
        seat = self.seats[number]
        seat.client.send(type="move", game=self.id, ply=seat.view["plies"], **{"from": source,
                                                                              "to": target})
        answer = seat.client.until(lambda m: True)
        assert answer["type"] == "refused", answer

    def traffic(self, number):
        """All that one viewer was sent while ranks were hidden."""
        texts = self.clients[number].everything
        return [masked(text) for text in texts
                if b'"type":"suggestion"' not in text and b'"phase":"over"' not in text]

    def close(self):
        for client in self.clients:
            client.close()


def squares(edition_object, seat):
    """The squares of a seat's zone in the order of an army's letters."""
    files, rows, zone = (edition_object[key] for key in ("files", "rows", "zoneRows"))
    names = "abcdefghik"[:files]
    if seat == 0:
        return [f"{f}{r + 1}" for r in range(zone) for f in names]
    return [f"{f}{rows - r}" for r in range(zone) for f in reversed(names)]


def hidden_pieces(events, places):
    """Where in the army those pieces stood that were never shown, and which have moved."""
    at = {square: index for index, square in enumerate(places)}
    shown, moved = set(), set()
    for event in events:
        source, target = re.split("[-x]", event["move"])
        index = at.pop(source, None)
        if index is not None:
            moved.add(index)
            if event.get("revealed"):
                shown.add(index)
        if "battle" in event:
            shown |= {index, at.get(target)}
            if event["battle"] in ("attacker", "both", "flag"):
                at.pop(target, None)
        if index is not None and event.get("battle") not in ("defender", "both"):
            at[target] = index
    return [i for i in range(len(places)) if i not in shown], moved


class Secrecy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(arguments=["--per-address", "500"])
        cls.server.start()
        client = Client(cls.server.port, new_cookie(cls.server.port))
        cls.editions = {e["id"]: e for e in client.receive()["editions"]}
        client.close()

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        cls.server.folder.cleanup()
        assert status == 0

    def probes(self, rng, edition):
        """What a seat tries that cannot be, whatever stands where: across the board, off
        it, from and to squares that are taken or not. Asked only out of turn or of another
        row and file, it is refused in every game."""
        object_ = self.editions[edition]
        names = "abcdefghik"[:object_["files"]]
        source = rng.choice(names[:-1]) + str(rng.randrange(1, object_["rows"]))
        target = names[names.index(source[0]) + 1] + str(int(source[1:]) + 1)
        return rng.randrange(2), source, target

    def play_first(self, rng, edition, memory, protocol):
        table = Table(self, edition, None, memory, protocol)
        script = []
        while not table.over and len(script) < 300:
            if rng.random() < 0.05:
                script.append(("probe", *self.probes(rng, edition)))
                table.probe(*script[-1][1:])
            move = rng.choice(table.mover.view["moves"])
            script.append(("play", move))
            table.play(move)
        table.close()
        return table, script

    def play_again(self, first, script, armies, memory):
        table = Table(self, first.edition, armies, memory, first.protocol)
        for what, *arguments in script:
            getattr(table, what)(*arguments)
        table.close()
        return table

    def exchange(self, rng, first, seat):
        """The armies with two of the seat's hidden pieces exchanged, or None."""
        places = squares(self.editions[first.edition], seat)
        events = [event for event in first.seats[0].events]
        hidden, moved = hidden_pieces(events, places)
        army = first.armies[seat]
        hidden = [i for i in hidden if army[i] != "A"]
        pairs = [(i, j) for i in hidden for j in hidden if army[i] < army[j]
                 and not ({i, j} & moved and (army[i] in UNMOVABLE or army[j] in UNMOVABLE))]
        if not pairs:
            return None
        i, j = rng.choice(pairs)
        letters = list(army)
        letters[i], letters[j] = letters[j], letters[i]
        return [("".join(letters) if s == seat else first.armies[s]) for s in (0, 1)]

    def test_no_byte_tells_a_hidden_rank(self):
        rng = random.Random(7)
        compared = 0
        for number in range(GAMES):
            edition, memory = EDITIONS[number % len(EDITIONS)], number % 4 == 3
            protocol = rng.choice(PROTOCOLS)
            first, script = self.play_first(rng, edition, memory, protocol)
            for seat in (0, 1):
                armies = self.exchange(rng, first, seat)
                if not armies:
                    continue
                again = self.play_again(first, script, armies, memory)
                for viewer in (1 - seat, 2):
                    self.assertEqual(first.traffic(viewer), again.traffic(viewer),
                                     (edition, seat, viewer, first.armies, armies, script))
                self.assertEqual(first.frames, again.frames)
                self.assertNotEqual(first.traffic(seat), again.traffic(seat))
                compared += 1
        self.assertGreater(compared, GAMES)


if __name__ == "__main__":
    main()
