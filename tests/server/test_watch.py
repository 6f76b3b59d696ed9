"""Watching: what those see who have no seat, in a frame of another site too."""

import random
import unittest

from client import Client, Server, main, new_cookie, request
from test_people import Seat


class Watching(unittest.TestCase):
    arguments = ("--clock", "manual")

    def setUp(self):
        self.server = Server(arguments=self.arguments)
        self.server.start()
        self.addCleanup(self.end)

    def end(self):
        self.assertEqual(0, self.server.stop())
        self.server.folder.cleanup()

    def join(self):
        client = Client(self.server.port, new_cookie(self.server.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def pair(self, **terms):
        red, blue = self.join(), self.join()
        offer = red.ask(type="challenge", edition="duel", seat="red", **terms)
        seats = [Seat(red, offer), Seat(blue, blue.ask(type="join", code=offer["code"]))]
        for seat in seats:
            seat.until(lambda s: s["phase"] == "setup")
        return seats

    def begin(self, seats):
        for seat in seats:
            seat.army()
        for seat in seats:
            seat.until(lambda s: s["phase"] == "play")

    def play(self, seats, plies):
        rng = random.Random(plies)
        for _ in range(plies):
            mover = next(s for s in seats if s.my_turn)
            before = mover.view["plies"]
            mover.send(rng.choice(mover.view["moves"]))
            for seat in seats:
                seat.until(lambda s: s["view"]["plies"] > before)

    def frame(self, game, *headers):
        return request(self.server.port, f"/embed/{game}", headers=headers)


class Frames(Watching):
    def test_a_frame_of_any_site_shows_what_spectators_see(self):
        seats = self.pair(watch=True)
        early = self.frame(seats[0].id)
        self.assertIn("The armies are being set up.", early.body.decode())
        self.begin(seats)
        self.play(seats, 1)
        live = self.frame(seats[0].id)
        text = live.body.decode()
        self.assertEqual(200, live.status)
        self.assertIn("Blue to move · 1 move", text)
        self.assertIn("data-live", text)
        again = self.frame(seats[0].id, f"If-None-Match: {live.headers['etag']}")
        self.assertEqual((304, b""), (again.status, again.body))
        self.assertIn("Blau ist am Zug", request(self.server.port, f"/embed/{seats[0].id}/de").body.decode())
        seats[1].client.send(type="resign", game=seats[0].id)
        seats[0].until(lambda s: s["phase"] == "over")
        over = self.frame(seats[0].id).body.decode()
        self.assertIn("Red has won.", over)
        self.assertNotIn("data-live", over)

    def test_its_policy_is_narrow_and_all_else_stays_out_of_frames(self):
        seats = self.pair(watch=True)
        for path in (f"/embed/{seats[0].id}", "/embedded.js", "/embedded.css"):
            headers = request(self.server.port, path).headers
            policy = headers["content-security-policy"]
            for part in ("default-src 'none'", "frame-ancestors *", "sandbox allow-scripts"):
                self.assertIn(part, policy, path)
            self.assertNotIn("allow-same-origin", policy)
            self.assertNotIn("set-cookie", headers)
            self.assertEqual("cross-origin", headers["cross-origin-resource-policy"])
        for path in ("/", "/healthz", f"/g/{seats[0].id}", "/join/22222222", "/nowhere"):
            headers = request(self.server.port, path).headers
            self.assertIn("frame-ancestors 'none'", headers["content-security-policy"], path)
            self.assertNotIn("access-control-allow-origin", headers)

    def test_a_game_that_others_may_not_watch_is_as_unknown_as_none(self):
        seats = self.pair(watch=False)
        self.begin(seats)
        offer = self.join().ask(type="challenge", edition="duel", seat="red")
        none = self.frame("A" * 22)
        cookie = f"Cookie: flagfall={seats[0].client.cookie}"
        for game in (seats[0].id, offer["game"], "x", "A" * 500):
            answer = self.frame(game, cookie)
            self.assertEqual((404, none.body), (answer.status, answer.body), game)
        self.assertEqual(404, request(self.server.port, f"/embed/{seats[0].id}/xx").status)


class LateFrames(Watching):
    arguments = ("--clock", "manual", "--watch-delay", "60")

    def test_a_frame_is_as_late_as_the_host_says(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        self.play(seats, 2)
        self.assertIn("The armies are being set up.", self.frame(seats[0].id).body.decode())
        self.server.pass_time(60)
        self.assertIn("Red to move · 2 moves", self.frame(seats[0].id).body.decode())


if __name__ == "__main__":
    main()
