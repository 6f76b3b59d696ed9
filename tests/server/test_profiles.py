"""What others see of an account, and what one has of one's own games."""

import json
import unittest
from urllib.parse import quote

from client import main, next_cookie, request
from test_people import Meeting, Seat


class Profiles(Meeting):
    def account(self, name):
        """A client that is signed in."""
        guest = self.join()
        guest.send(type="register", name=name, password="correct horse battery")
        signed = guest.until(lambda m: m["type"] in ("signed", "refused"))
        self.assertEqual("signed", signed["type"], signed)
        return self.join(next_cookie(self.server.port, guest.cookie, signed))

    def read(self, path, cookie=None):
        headers = [f"Cookie: flagfall={cookie}"] if cookie else []
        return request(self.server.port, path, headers=headers)

    def profile(self, name, cookie=None):
        answer = self.read(f"/api/people/{quote(name)}", cookie)
        return json.loads(answer.body) if answer.status == 200 else answer.status

    def begun(self, red, blue, **terms):
        """A game under way between two."""
        red.send(type="challenge", edition="duel", seat="red", **terms)
        offer = red.until(lambda m: m.get("phase") == "waiting")
        seats = Seat(red, offer), Seat(blue, blue.ask(type="join", code=offer["code"]))
        self.begin(*seats)
        return seats

    def finished(self, red, blue, plies=2, **terms):
        """Blue gives it up."""
        seats = self.begun(red, blue, **terms)
        self.play_quietly(*seats, plies)
        blue.send(type="resign", game=seats[0].id)
        for seat in seats:
            seat.until(lambda state: state["phase"] == "over")
        return seats[0].id

    def test_results_are_public_and_a_game_that_goes_on_is_in_none_of_it(self):
        ann, bob = self.account("Ada"), self.account("Ben")
        over = self.finished(ann, bob, rated=True, watch=True)
        hidden = self.finished(ann, bob)
        live = self.begun(ann, bob, watch=True)[0]
        seen = self.profile("ada")
        self.assertEqual(("Ada", "account", False, None),
                         (seen["name"], seen["kind"], seen["own"], seen["shows"]))
        self.assertEqual({"games": 2, "won": 2, "drawn": 0, "lost": 0}, seen["results"])
        self.assertEqual([("Ben", 2)], [(row["name"], row["games"]) for row in seen["opponents"]])
        self.assertEqual(1, len(seen["ratings"][0]["points"]))
        self.assertEqual(["first-win"], [one["badge"] for one in seen["badges"]])
        # The games of which others may know, and one's own.
        eve = self.join()
        rows = eve.ask(type="history", name="Ada")["games"]
        self.assertEqual([over], [row["game"] for row in rows])
        own = ann.ask(type="history")["games"]
        self.assertEqual([hidden, over], [row["game"] for row in own])
        self.assertEqual([], ann.ask(type="history", result="lost")["games"])
        self.refused("bad-message", ann.ask(type="history", result="glory"))
        everything = json.dumps([seen, rows, own]) + self.read(
            "/api/person/games.ffr", ann.cookie).body.decode()
        self.assertNotIn(live.id, everything)
        self.assertNotIn(live.state["setup"], everything)

    def test_the_owner_decides(self):
        ann, bob = self.account("Cora"), self.account("Dan")
        self.finished(ann, bob, rated=True, watch=True)
        self.assertEqual("results", self.profile("Cora", ann.cookie)["shows"])
        self.assertEqual("done", ann.ask(type="profile", shows="nothing")["type"])
        self.assertEqual(404, self.profile("Cora"))
        self.assertEqual(404, self.profile("Cora", bob.cookie))
        self.assertEqual(404, self.profile("Nobody"))
        self.refused("unknown-name", bob.ask(type="history", name="Cora"))
        self.assertEqual("nothing", self.profile("Cora", ann.cookie)["shows"])
        self.assertNotIn("Cora", json.dumps(self.profile("Dan")))
        self.assertIn("Cora", json.dumps(self.profile("Dan", bob.cookie)))
        self.refused("bad-message", ann.ask(type="profile", shows="all"))
        self.refused("not-signed-in", self.join().ask(type="profile", shows="results"))

    def test_set_ups_of_a_game_that_goes_on_are_nowhere(self):
        ann, bob = self.account("Eva"), self.account("Finn")
        live = self.begun(ann, bob, watch=True)
        paths = ["/api/people/Eva", "/api/people/Eva/setups", "/api/person", "/api/person/setups"]
        self.assertEqual("done", ann.ask(type="profile", shows="setups")["type"])
        everything = b"".join(self.read(path, cookie).body for path in paths
                              for cookie in (ann.cookie, bob.cookie))
        for seat in live:
            self.assertNotIn(seat.state["setup"].encode(), everything)
        bob.send(type="resign", game=live[0].id)
        live[1].until(lambda state: state["phase"] == "over")
        over = json.loads(self.read("/api/people/Eva/setups", bob.cookie).body)["editions"]
        self.assertEqual([("duel", 1, live[0].state["setup"])],
                         [(one["edition"], one["won"], one["favourite"][0]["letters"])
                          for one in over])
        ann.ask(type="profile", shows="results")
        self.assertEqual(404, self.read("/api/people/Eva/setups", bob.cookie).status)

    def test_all_games_are_one_file_and_a_guest_has_that_too(self):
        guest, other = self.join(), self.join()
        ids = [self.finished(guest, other) for _ in range(3)]
        answer = self.read("/api/person/games.ffr", guest.cookie)
        self.assertEqual(200, answer.status)
        self.assertIn("flagfall-games.ffr", answer.headers["content-disposition"])
        self.assertNotIn("link", answer.headers)
        text = answer.body.decode()
        self.assertEqual(ids, [line.split('"')[1] for line in text.splitlines()
                               if line.startswith("[Game ")])
        own = json.loads(self.read("/api/person", guest.cookie).body)
        self.assertEqual((None, "guest", True, 3),
                         (own["name"], own["kind"], own["own"], own["results"]["won"]))
        self.assertEqual(401, self.read("/api/person").status)
        self.assertEqual(401, self.read("/api/person/games.ffr").status)
        self.assertEqual(404, self.read("/api/person/games/x1.ffr", guest.cookie).status)
        self.assertEqual(b"", self.read("/api/person/games/999999999.ffr", guest.cookie).body)


if __name__ == "__main__":
    main()
