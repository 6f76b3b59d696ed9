"""Every message of the protocol in every phase of a game, from everybody: each is
answered by the word or the message that stands in the table, never by silence, and
nobody learns a rank by asking."""

import json
import os
import re

from client import Closed, main
from test_people import Meeting, Seat

PROTOCOL = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "protocol.md")
PHASES = ("waiting", "setup", "play", "over")
WHO = ("red", "blue", "watcher")

# What Red, Blue (who is a stranger while the game waits for him) and somebody who watches
# are told in each phase; `-`: nothing, by the protocol.
UNKNOWN = " unknown-game unknown-game"
EVERY = {phase: f"{phase} {phase} not-seated" for phase in ("not-begun", "begun", "game-over")}
TOO_EARLY = ("not-begun" + UNKNOWN, EVERY["not-begun"])
OF_GAMES = {
    "join": ("own" + UNKNOWN, *["game game unknown-game"] * 3),
    "cancel": ("game" + UNKNOWN, *["begun begun unknown-game"] * 3),
    "open": ("game" + UNKNOWN, *["game game game"] * 3),
    "close": ("-" + UNKNOWN, *["- - -"] * 3),
    "setup": ("not-begun" + UNKNOWN, "game game not-seated", EVERY["begun"], EVERY["game-over"]),
    "move": (*TOO_EARLY, "game not-yours not-seated", EVERY["game-over"]),
    "resign": ("not-begun" + UNKNOWN, *["game game not-seated"] * 2, EVERY["game-over"]),
    "abort": ("game" + UNKNOWN, *["game game not-seated"] * 2, EVERY["game-over"]),
    "draw": (*TOO_EARLY, "game game not-seated", EVERY["game-over"]),
    "claim": (*TOO_EARLY, "too-early too-early not-seated", EVERY["game-over"]),
    "takeback": (*TOO_EARLY, "not-computer not-computer not-seated", EVERY["game-over"]),
    "pause": ("not-computer" + UNKNOWN, *["not-computer not-computer not-seated"] * 3),
    "rematch": (*TOO_EARLY, EVERY["begun"], "game game not-seated"),
    "chat": ("not-begun" + UNKNOWN, *["chat chat chat"] * 3),
    "chat-before": ("chat-page" + UNKNOWN, *["chat-page chat-page chat-page"] * 3),
    "mute": ("not-begun" + UNKNOWN, *["muted muted muted"] * 3),
    "chat-report": ("unknown-line" + UNKNOWN, *["unknown-line unknown-line unknown-line"] * 3),
    "plan": (*TOO_EARLY, "not-correspondence not-correspondence not-seated", EVERY["game-over"]),
}
OF_NONE = {"new": "game", "challenge": "game", "invitation": "unknown-code", "lobby": "lobby",
           "suggest": "suggestion", "check": "checked", "history": "history",
           "register": "signed", "sign-in": "wrong-password", "sign-out": "not-signed-in",
           "password": "not-signed-in", "erase": "signed", "token": "not-signed-in",
           "recover": "wrong-recovery", "account": "not-signed-in", "recovery": "not-signed-in",
           "totp": "not-signed-in", "totp-confirm": "not-signed-in", "totp-off": "not-signed-in",
           "sign-out-others": "not-signed-in", "revoke-token": "not-signed-in",
           "save-army": "not-signed-in", "drop-army": "not-signed-in", "push": "no-push", "guest-name": "called",
           "watching": "-", "ping": "done", "seek": "queue", "unseek": "queue", "live": "live", "puzzle": "not-signed-in",
           "answer": "not-signed-in", "tournaments": "tournaments", "tournament": "unknown-tournament",
           "tournament-new": "not-signed-in", "tournament-cancel": "not-signed-in",
           "tournament-choose": "not-signed-in", "tournament-join": "unknown-tournament", "tournament-leave": "unknown-tournament",
           "profile": "not-signed-in", "follow": "not-signed-in", "following": "not-signed-in",
           "vacation": "not-signed-in"}


def tables():
    """The types, and the words of refusals, as the protocol's tables have them."""
    with open(PROTOCOL, encoding="utf-8") as file:
        text = file.read()
    asked = text.split("### From the client")[1].split("*Terms*")[0]
    refusals = text.split("### Refusals")[1].split("### A review")[0]
    cells = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", asked.split("|---|---|---|")[1], re.M)
    types = re.findall(r"`([a-z-]+)`", " ".join(cells))
    words = re.findall(r"`([a-z-]+)`", "\n".join(
        line.split("|")[1] for line in refusals.splitlines() if line.startswith("|")))
    return types, set(words)


TYPES, WORDS = tables()
WORDS |= {"not-yours"}  # the table says "the words for moves"
WORDS |= {"unknown-tournament"}  # told with the tournaments


def fields(kind, game, letters, move="a2-a3"):
    """A message of this type that is well formed."""
    own = {"edition": "duel", "game": game, "seat": "red", "opponent": "random", "letters": letters,
           "ply": 0, "before": 9, "time": 9, "reason": "spam", "from": move[:2], "to": move[3:], "as": "win", "yes": True, "on": True, "text": "hello",
           "code": "22222222", "style": "random", "name": "Ann" if kind == "register" else "Bob", "password": "correct horse",
           "old": "correct horse", "new": "battery staple", "recovery": "A" * 32,
           "endpoint": "https://push.example.net/x", "p256dh": "x", "auth": "x", "line": [],
           "editions": ["duel"], "clocks": ["15+3"], "puzzle": "x", "answer": "a1", "shows": "results",
           "tournament": "A" * 22, "system": "arena", "clock": {"bank": 300, "free": 0, "increment": 0, "setup": 0}}
    wants = {"new": "edition seat opponent", "challenge": "edition seat", "invitation": "code",
             "join": "game", "setup": "game letters", "move": "game ply from to",
             "draw": "game yes", "claim": "game as", "pause": "game on", "chat": "game text",
             "mute": "game on", "chat-before": "game before", "lobby": "on", "suggest": "edition style",
             "check": "edition letters", "history": "", "register": "name password",
             "sign-in": "name password", "sign-out": "", "password": "old new", "erase": "",
             "token": "password", "recover": "name recovery password", "account": "", "recovery": "password",
             "totp": "password", "totp-confirm": "code", "totp-off": "password code",
             "sign-out-others": "", "revoke-token": "", "save-army": "edition name letters", "drop-army": "edition name",
             "push": "on endpoint p256dh auth", "watching": "on", "ping": "", "guest-name": "name",
             "plan": "game ply line", "seek": "editions clocks", "unseek": "", "live": "", "puzzle": "",
             "answer": "puzzle answer", "tournaments": "", "tournament": "tournament",
             "tournament-new": "name system edition clock", "tournament-cancel": "tournament",
             "tournament-choose": "tournament name on", "tournament-join": "tournament", "tournament-leave": "tournament",
             "profile": "shows", "follow": "name on", "following": "",
             "vacation": "", "chat-report": "game time text reason"}
    return {name: own[name] for name in wants.get(kind, "game").split()}


class World:
    """A game in its phase, and three persons of whom two sit at it."""

    def __init__(self, test, phase, watch):
        self.clients = {who: test.join() for who in WHO}
        red = test.challenge(self.clients["red"], watch=watch)
        self.game = red["game"]
        self.letters = self.clients["red"].ask(type="suggest", edition="duel",
                                               style="random")["letters"]
        self.move = "a2-a3"
        if phase == "waiting":
            return
        blue = self.clients["blue"].ask(type="join", code=red["code"])
        if phase == "setup":
            return
        seats = Seat(self.clients["red"], red), Seat(self.clients["blue"], blue)
        test.begin(*seats)
        self.move = seats[0].quiet_move()
        self.armies = [seat.state["setup"] for seat in seats]
        if phase == "over":
            self.clients["red"].send(type="resign", game=self.game)
            seats[1].until(lambda state: state["phase"] == "over")

    def close(self):
        for client in self.clients.values():
            client.close()


class Words(Meeting):
    arguments = ("--per-address", "500")

    def answers(self, client, kind, message):
        """All that comes until the server has served the next message as well."""
        late = kind in ("register", "sign-in")  # a thread makes the hash first
        mark = os.urandom(6).hex()
        client.send(type=kind, **message)
        client.send(type="check", edition="duel", letters=mark)
        heard, marked = [], False
        try:
            while not marked or late:
                answer = client.receive()
                marked |= answer.get("letters") == mark
                if answer.get("letters") != mark:
                    heard.append(answer)
                late = late and not (answer.get("re") == kind or answer["type"] == "signed")
        except Closed as closed:
            self.assertEqual(1000, closed.code)
        return heard

    def word(self, kind, heard):
        """The refusal's word, the answer's type, or nothing."""
        for answer in heard:
            if answer["type"] == "refused" and answer["re"] == kind:
                self.assertIn(answer["reason"], WORDS)
                self.assertTrue(answer["message"])
                return answer["reason"]
        return heard[-1]["type"] if heard else "-"

    def ask_all(self, phase, watch, kinds, everybody):
        """The word for each type and person; a game serves until it has changed."""
        found = {}
        world = World(self, phase, watch)
        for kind in kinds:
            for who in everybody:
                self.answers(world.clients[who], "lobby", {"on": False})  # what came before
                heard = self.answers(world.clients[who], kind,
                                     fields(kind, world.game, world.letters, world.move))
                self.look_for_ranks(world, phase, who, heard)
                found.setdefault(kind, []).append(self.word(kind, heard))
                if any(answer["type"] in ("game", "signed") for answer in heard):
                    world.close()
                    world = World(self, phase, watch)
        world.close()
        return found

    def look_for_ranks(self, world, phase, who, heard):
        if phase != "play" or any(answer.get("phase") == "over" for answer in heard):
            return
        said = json.dumps(heard)
        for seat, army in zip(WHO, world.armies):
            if seat != who:
                self.assertNotIn(army, said)

    def check(self, phase, watch, everybody, wanted):
        found = self.ask_all(phase, watch, wanted, everybody)
        for kind, words in wanted.items():
            self.assertEqual(words, found[kind], (kind, phase, everybody))

    def test_at_a_game_everybody_is_told_the_right_word(self):
        self.assertEqual(set(OF_GAMES), {kind for kind in TYPES if "game" in fields(kind, "", "")})
        for number, phase in enumerate(PHASES):
            self.check(phase, True, WHO, {kind: table[number].split()
                                          for kind, table in OF_GAMES.items()})

    def test_a_game_of_others_is_unknown_whatever_one_asks(self):
        for phase in PHASES[:3]:
            self.check(phase, False, WHO[2:], {kind: ["unknown-game"] for kind in OF_GAMES})

    def test_what_is_of_no_game_is_answered_the_same_at_every_game(self):
        self.assertEqual(set(OF_NONE), set(TYPES) - set(OF_GAMES))
        self.check("play", True, WHO[:1], {kind: [word] for kind, word in OF_NONE.items()})

    def test_each_field_that_is_wrong_is_told(self):
        client = self.join()
        for kind in TYPES:
            good = fields(kind, "A" * 22, "M")
            for name in good:
                for value in (None, 1.5, [], {}, [[]] * 100, {"a": {"b": {}}}):
                    if name == "game" and kind == "join" and value is None:
                        continue  # without a code either it is told as well, by other words
                    if value == [] and isinstance(good[name], list):
                        continue  # that is one
                    if name == "clock" and (value is None or isinstance(value, dict)):
                        continue  # what is in it is looked at when the rest is right
                    answer = client.ask(type=kind, **{**good, name: value})
                    self.assertEqual(("refused", kind, "bad-message"),
                                     (answer["type"], answer["re"], answer["reason"]))
                    self.assertIn(f"`{name}`", answer["message"])


if __name__ == "__main__":
    main()
