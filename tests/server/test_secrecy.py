"""What a seat, or a spectator, is sent does not depend on ranks that are hidden from it:
whole games are played twice, the second time with two pieces exchanged that the viewer
never came to know, and every byte is compared.

`Secrecy` compares what is sent of many games of all kinds (FLAGFALL_GAMES=1000 for the long run).
`Leaks` compares everything else that one may ask for meanwhile: a game of a tournament is played twice
from one store, and everybody but the owner of the exchanged pieces asks for every route, every message
and every stream. Ids, cookies, times and names are the same in both, so that every byte has to be, but
for the commitments to the armies. What push services are sent is in test_push.py: all of it, and its
length."""

import glob
import json
import os
import random
import re
import shutil
import unittest

from client import Client, Server, main, new_cookie, request, wait_for
from test_bots import World
from test_people import Seat
from test_words import OF_GAMES, OF_NONE, fields

GAMES = int(os.environ.get("FLAGFALL_GAMES", "6"))
EDITIONS = ("barrage", "travel-de", "duel", "tournament", "quick-arena", "classic30")
PROTOCOLS = ("flagfall", "flagfall.2")  # the second tells what has changed
SALT = "00112233445566778899aabbccddeeff"
PROBES = 5  # refusals asked for in a game by each seat
FRAMES = 20  # plies from one look at the game's frame to the next
UNMOVABLE = "BM"

# ---- what there is to ask for (Leaks) ----

SOURCE = os.path.join(os.path.dirname(__file__), "..", "..", "src", "server")
LOOKED_PLIES = 30
STEP = 10  # plies from one look at everything to the next
MEASURED = rb"_seconds|_bytes|_batches|_connections|_streams|_worker_jobs"  # numbers of the machine, which differ each time
RECORD = '[Edition "duel"]\n[Result "*"]\n'

# Of each route what is asked: paths, and the body of a POST.
READ = {
    "GET /": ["/", "/robots.txt"],
    "GET /healthz": ["/healthz"],
    "GET /metrics": ["/metrics"],
    "GET /api/game/*": ["/api/game/{game}"],
    "GET /game/*.*": ["/game/{game}.ffr", "/game/{game}.gsn", "/game/{game}.xml", "/game/{game}.json"],
    "GET /join/*": ["/join/{game}", "/join/22222222"],
    "GET /g/*.png": ["/g/{game}.png"],
    "GET /g/*/*.png": ["/g/{game}/3.png"],
    "GET /g/*": ["/g/{game}"],
    "GET /g/*/*": ["/g/{game}/3"],
    "GET /g/*/*/*": ["/g/{game}/3/analysis"],
    "GET /embed/*": ["/embed/{game}"],
    "GET /embed/*/*": ["/embed/{game}/de"],
    "GET /embedded.*": ["/embedded.js", "/embedded.css"],
    "GET /api/export": ["/api/export"],
    "GET /api/export/*": ["/api/export/1"],
    "GET /api/people/*": ["/api/people/Ann", "/api/people/Bob", "/api/people/Eve"],
    "GET /api/people/*/setups": ["/api/people/Ann/setups", "/api/people/Bob/setups"],
    "GET /api/person": ["/api/person"],
    "GET /api/person/setups": ["/api/person/setups"],
    "GET /api/person/games.ffr": ["/api/person/games.ffr"],
    "GET /api/person/games/*.ffr": ["/api/person/games/1.ffr"],
    "GET /api/account": ["/api/account"],
    "GET /api/account/playing": ["/api/account/playing"],
    "GET /api/tournament": ["/api/tournament"],
    "GET /api/tournament/*": ["/api/tournament/{tournament}"],
    "GET /api/tournament/*/games.ffr": ["/api/tournament/{tournament}/games.ffr"],
    "GET /api/tournament/*/games/*.ffr": ["/api/tournament/{tournament}/games/1.ffr"],
    "POST /api/history": ["/api/history"],
    "POST /api/review": ["/api/review"],
    "POST /api/analysis": ["/api/analysis"],
    "POST /api/seek/*": ["/api/seek/cancel"],
    "POST /api/challenge/*": ["/api/challenge/Nobody"],
    "POST /api/challenge/*/*": ["/api/challenge/{game}/decline", "/api/challenge/{game}/cancel", "/api/challenge/code/22222222"],
}
# What the opponent does not ask for, because it would act: who has no seat is refused it.
ACT = {
    "POST /api/tournament/*/*": ["/api/tournament/{tournament}/leave", "/api/tournament/{tournament}/choose"],
    "POST /api/bot/game/*/*": [f"/api/bot/game/{{game}}/{act}" for act in
                               ("setup", "abort", "resign", "rematch", "takeback", "claim")],
    "POST /api/bot/game/*/*/*": ["/api/bot/game/{game}/move/a1-a2", "/api/bot/game/{game}/draw/yes",
                                 "/api/bot/game/{game}/pause/yes"],
}
STREAMS = {  # that are open all the while
    "GET /api/bot/game/stream/*": "/api/bot/game/stream/{game}",
    "GET /api/stream/event": "/api/stream/event",
    "GET /api/stream/lobby": "/api/stream/lobby",
}
NOT_READ = {
    "POST /api/session": "needs a ticket that is made for one browser, and gives a cookie made by lot",
    "POST /api/seek": "waits for another game",
    "POST /api/tournament": "announces another tournament, with an id made by lot",
}

# Messages that act at a game: who has no seat is refused them.
MESSAGES_ACT = {"setup", "move", "resign", "abort", "draw", "rematch", "chat", "mute", "tournament-leave"}
MESSAGES_NOT_ASKED = {
    **dict.fromkeys(("new", "challenge", "seek", "tournament-new"), "begins something else, with an id made by lot"),
    **dict.fromkeys(("suggest", "puzzle", "answer"), "by lot, of no game"),
    **dict.fromkeys(("register", "sign-in", "sign-out", "recover", "erase", "password", "recovery", "totp", "totp-confirm",
                     "totp-off", "sign-out-others", "token", "revoke-token"), "about who asks alone, and answered by secrets made by lot"),
}


def without_commitments(text):
    return re.sub(rb'"(red|blue)":"[0-9a-f]{64}"', rb'"\1":"?"', text)


def masked(text):
    """Without what is drawn by lot for each game: its id, code, commitments, times."""
    text = re.sub(rb'"(game|code|next)":"[\w-]+"', rb'"\1":"?"', without_commitments(text))
    return re.sub(rb'"time":\d+', b'"time":0', text)


def sources(pattern):
    """The texts of the server's files of that name."""
    for path in sorted(glob.glob(os.path.join(SOURCE, pattern))):
        with open(path, encoding="utf-8") as file:
            yield file.read()


def routes_of_the_server():
    text, = sources("api/routes.c")
    return {f"{method} {path}" for method, path in re.findall(r'\{HTTP_(\w+), "([^"]+)", COST_', text)}


def messages_of_the_server():
    tables = [table for text in [*sources("commands/*.c"), *sources("tournaments/*.c")]
              for table in re.findall(r"^const command_kind message_\w+\[\] = \{\n(.*?)^\};", text, re.M | re.S)]
    return {kind for table in tables for kind in re.findall(r'^    \{"([a-z-]+)"', table, re.M)}


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


def exchange(rng, events, places, armies, seat):
    """The armies with two of the seat's hidden pieces exchanged, or None."""
    hidden, moved = hidden_pieces(events, places)
    army = armies[seat]
    hidden = [i for i in hidden if army[i] != "A"]
    pairs = [(i, j) for i in hidden for j in hidden if army[i] < army[j]
             and not ({i, j} & moved and (army[i] in UNMOVABLE or army[j] in UNMOVABLE))]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    letters = list(army)
    letters[i], letters[j] = letters[j], letters[i]
    return [("".join(letters) if s == seat else armies[s]) for s in (0, 1)]


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

    def test_no_byte_tells_a_hidden_rank(self):
        rng = random.Random(7)
        compared = 0
        for number in range(GAMES):
            edition, memory = EDITIONS[number % len(EDITIONS)], number % 4 == 3
            protocol = rng.choice(PROTOCOLS)
            first, script = self.play_first(rng, edition, memory, protocol)
            for seat in (0, 1):
                armies = exchange(rng, first.seats[0].events, squares(self.editions[edition], seat), first.armies, seat)
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


class Player(Seat):
    """A seat of a game of a tournament, of which other messages tell too."""

    def hear(self):
        self.take(self.client.until(lambda m: m.get("game") == self.id and m["type"] in ("game", "change")))


class Viewer:
    """Somebody with an account, who has a seat or watches: a connection, and streams of its own.

    The lobby and tournaments are told again after changes, how often depends on what comes together: of
    these the answers count, which are the same text."""

    def __init__(self, test, name, cookie, bot):
        self.test, self.name, self.cookie, self.bot = test, name, cookie, bot
        self.client = Client(test.port, cookie, protocol="flagfall.2")
        self.client.receive()
        self.heard = []
        self.streams = [bot.stream(path.format(**test.ids)) for path in STREAMS.values()]
        test.assertEqual([200] * len(STREAMS), [stream.status for stream in self.streams])
        for message in ({"type": "open", "game": test.ids["game"]}, {"type": "lobby", "on": True},
                        {"type": "tournament", "on": True, "tournament": test.ids["tournament"]}):
            self.ask("at first", message)

    def ask(self, label, message=None):
        """All that has come, and what comes as an answer."""
        if message:
            self.client.send(**message)
        mark = f"marked {label}"  # what is answered is answered in order
        self.client.send(type="check", edition="duel", letters=mark)
        newest = {}
        while mark.encode() not in (text := self.client.receive_text()):
            kind = json.loads(text)["type"]
            if kind in ("lobby", "tournament"):
                newest[kind] = text
            else:
                self.heard.append((label, without_commitments(text)))
        if message and message["type"] in newest:
            self.heard.append((label, newest[message["type"]]))

    def close(self):
        for stream in self.streams:
            stream.close()
        self.client.close()


class Leaks(World):
    maxDiff = None

    arguments = ("--clock", "manual", "--per-address", "500")

    def test_each_route_and_message_is_read_or_said_why_not(self):
        self.assertEqual(routes_of_the_server(), {*READ, *ACT, *STREAMS, *NOT_READ})
        kinds = messages_of_the_server()
        self.assertEqual(kinds, {*OF_GAMES, *OF_NONE}, "whose fields are known")
        self.assertLessEqual(MESSAGES_ACT | set(MESSAGES_NOT_ASKED), kinds)

    # ---- a game, prepared once and played from copies of the store ----

    def prepare(self, edition):
        """A game of a round robin whose armies are to be set up, and a store that can be copied."""
        self.people = {}
        for name in ("Ann", "Bob", "Eve"):
            client, bot = self.account(name, bot=False)
            client.send(type="profile", shows="setups")
            client.until(lambda m: m["type"] == "done")
            self.people[name] = (client.cookie, bot)
        ann, bob = (self.people[name][1] for name in ("Ann", "Bob"))
        ann.post("/api/tournament", {"name": "Evening", "system": "round-robin", "edition": edition, "delay": 60,
                                     "clock.limit": 3600, "clock.setup": 3600})
        tournament = ann.get("/api/tournament")[1]["tournaments"][0]["tournament"]
        for bot in (ann, bob):
            self.assertEqual(200, bot.post(f"/api/tournament/{tournament}/join")[0])
        self.server.pass_time(61)
        game, = wait_for(lambda: bob.get(f"/api/tournament/{tournament}")[1]["games"], "the round")
        self.ids = {"tournament": tournament, "game": game["game"]}
        self.sitting = [game["red"]["name"], game["blue"]["name"]]
        with Client(self.port, self.people["Eve"][0]) as eve:
            self.edition = next(e for e in eve.receive()["editions"] if e["id"] == edition)
            eve.send(type="follow", name="Ann", on=True)
            eve.send(type="follow", name="Bob", on=True)
            self.armies = [self.army(eve, edition) for _ in range(2)]
        self.server.stop()
        shutil.copy(self.server.store, self.server.store + ".kept")

    def start_again(self):
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(self.server.store + ending):
                os.remove(self.server.store + ending)
        shutil.copy(self.server.store + ".kept", self.server.store)
        self.server.start()

    # ---- one play, and everything that was said meanwhile ----

    def requests(self, viewer, number):
        """Every route, as each way in has it: with the token, with the cookie, as nobody. Each request
        is of an address of its own, so that none is refused for what was asked before."""
        ways = [("nobody", [])] if viewer is None else [
            ("token", list(f"{key}: {value}" for key, value in viewer.bot.headers.items())),
            ("cookie", [f"Cookie: flagfall={viewer.cookie}", f"Origin: http://127.0.0.1:{self.port}"])]
        seated = viewer is not None and viewer.name in self.sitting
        for route, paths in {**READ, **({} if seated else ACT)}.items():
            for path in paths:
                for way, headers in ways:
                    number += 1
                    source = f"127.{1 + number // 250}.{len(viewer.name) if viewer else 9}.{1 + number % 250}"
                    yield route, path.format(**self.ids), way, headers, source

    def look_by_http(self, viewer, step, said):
        for route, path, way, headers, source in self.requests(viewer, 1000 * step):
            method = route.split(" ")[0]
            body = RECORD.encode() if path in ("/api/review", "/api/analysis") else b""
            if method == "POST":
                headers = headers + [f"Content-Length: {len(body)}"]
            answer = request(self.port, path, method, headers=headers, body=body, source=source)
            self.assertNotIn(answer.status, (405, 429, 503), (route, path, way))
            answer.headers.pop("set-cookie", None)  # made by lot
            said.append(((step, way, path), answer.status, sorted(answer.headers.items()), without_commitments(answer.body)))

    def look_by_messages(self, viewer, step):
        kinds = messages_of_the_server() - set(MESSAGES_NOT_ASKED)
        if viewer.name in self.sitting:
            kinds -= MESSAGES_ACT
        for kind in sorted(kinds):
            message = {**fields(kind, self.ids["game"], "M", "a1-a2"), "type": kind}
            for name in ("tournament", "game"):
                if name in message:
                    message[name] = self.ids[name]
            if "shows" in message:
                message["shows"] = "setups"  # as it was: there is more to read
            if "name" in message:
                message["name"] = "Ann" if viewer.name != "Ann" else "Bob"
            self.server.pass_time(1)
            viewer.ask(f"{step} {kind}", message)
        viewer.ask(f"{step} again", {"type": "open", "game": self.ids["game"]})

    def look(self, viewers, step, said):
        self.server.pass_time(2)  # lists are told again
        for viewer in viewers:
            self.look_by_messages(viewer, step)
            self.look_by_http(viewer, step, said[viewer.name])
        self.look_by_http(None, step, said["nobody"])
        numbers = request(self.port, "/metrics").body.splitlines()
        said["host"] += [(step, line) for line in numbers if not re.match(rb"#|\w*(" + MEASURED + rb")", line)]

    def play(self, armies, owners, script=None):
        """What all but the owners were told: by name, a list. `script` is played, or made."""
        self.start_again()
        rng = random.Random(3)
        seats = []
        for name in self.sitting:
            client = Client(self.port, self.people[name][0])
            client.receive()
            seats.append(Player(client, client.ask(type="open", game=self.ids["game"])))
        viewers = [Viewer(self, name, *self.people[name]) for name in self.people if name not in owners]
        said = {name: [] for name in [*self.people, "nobody", "host"]}
        made = []
        for number, (seat, army) in enumerate(zip(seats, armies)):
            seat.client.send(type="setup", game=self.ids["game"], letters=army, salt=SALT)
            seat.until(lambda state: state["setup"])
            self.look(viewers, number, said)
        for seat in seats:
            seat.until(lambda state: state["phase"] == "play")
        while len(made) < (LOOKED_PLIES if script is None else len(script)) and not seats[0].over:
            mover = next(seat for seat in seats if seat.my_turn)
            move = script[len(made)] if script else rng.choice(mover.view["moves"])
            made.append(move)
            mover.send(move)
            for seat in seats:
                seat.until(lambda state: state["phase"] == "over" or state["view"]["plies"] == len(made))
            if len(made) % STEP == 0 and not seats[0].over:
                self.look(viewers, 2 + len(made), said)
        events = list(seats[0].events)
        self.end(seats, viewers, said)
        return made, events, said

    def end(self, seats, viewers, said):
        """The game ends, and with it every stream of it: what came before that is what counts."""
        for viewer in viewers:
            viewer.ask("at last")
        if not seats[0].over:
            seats[0].client.send(type="resign", game=self.ids["game"])
            seats[0].until(lambda state: state["phase"] == "over")
        self.server.pass_time(2)
        for viewer in viewers:
            said[viewer.name] += [(label, text) for label, text in viewer.heard if b'"phase":"over"' not in text]
            for path, stream in zip(STREAMS, viewer.streams):
                if path.endswith("event") and viewer.name not in self.sitting:
                    continue  # it says nothing, and never ends
                self.read_stream(path, stream, said[viewer.name])
            viewer.close()
        for seat in seats:
            seat.client.close()
        self.assertEqual(0, self.server.stop())

    def read_stream(self, path, stream, said):
        """Up to the line that tells of the end. The lobby's is told now and then: what it says of each look counts."""
        last = {"GET /api/bot/game/stream/*": lambda line: line.get("phase") == "over",
                "GET /api/stream/event": lambda line: line["type"] == "gameFinish",
                "GET /api/stream/lobby": lambda line: not line["games"]}[path]
        lobby = {}
        while not (last(line := stream.next()) and (lobby or not path.endswith("lobby"))):
            if not path.endswith("lobby"):
                said.append((path, without_commitments(stream.raw[-1])))
            elif line["games"] and line["games"][0]["plies"] % STEP == 0:
                lobby[line["games"][0]["plies"]] = stream.raw[-1]
        said += lobby.items()

    # ---- what is compared ----

    def compare(self, first, again, what):
        for name in first:
            for one, other in zip(first[name], again[name]):
                self.assertEqual(one, other, (what, name))
            self.assertEqual(len(first[name]), len(again[name]), (what, name))

    def compare_games(self, edition, number):
        rng = random.Random(number)
        self.prepare(edition)
        self.addCleanup(lambda: self.server.process or self.server.start())  # which World stops
        compared = 0
        for seat in (0, 1):
            script, events, first = self.play(self.armies, {self.sitting[seat]})
            armies = exchange(rng, events, squares(self.edition, seat), self.armies, seat)
            if armies:
                made, _, again = self.play(armies, {self.sitting[seat]}, script)
                self.assertEqual(script, made)
                self.compare(first, again, (edition, seat, self.armies, armies, script))
                compared += 1
        self.assertGreater(compared, 0)

    def test_nothing_that_anybody_else_can_ask_for_tells_a_hidden_rank(self):
        self.compare_games("tournament", 1)

    def test_nor_in_an_army_of_eight(self):
        self.compare_games("barrage", 2)


if __name__ == "__main__":
    main()
