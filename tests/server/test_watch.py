"""Watching: what those see who have no seat, in a frame of another site too."""

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

    def pair(self, edition="duel", **terms):
        red, blue = self.join(), self.join()
        offer = red.ask(type="challenge", edition=edition, seat="red", **terms)
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
        for _ in range(plies):
            mover = next(s for s in seats if s.my_turn)
            before = mover.view["plies"]
            mover.send(mover.quiet_move())
            for seat in seats:
                seat.until(lambda s: s["view"]["plies"] > before)

    def picture(self, game, *headers):
        return request(self.server.port, f"/g/{game}.png", headers=headers)

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

    def test_a_link_to_a_game_is_previewed_by_a_picture_of_what_spectators_see(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        page = request(self.server.port, f"/g/{seats[0].id}").body.decode()
        self.assertIn(f'<meta property="og:image" content="/g/{seats[0].id}.png">', page)
        early = self.picture(seats[0].id)
        self.assertEqual((200, "image/png", b"\x89PNG"), (early.status, early.headers["content-type"], early.body[:4]))
        self.play(seats, 1)
        live = self.picture(seats[0].id)
        self.assertNotEqual(early.body, live.body)
        again = self.picture(seats[0].id, f"If-None-Match: {live.headers['etag']}")
        self.assertEqual((304, b""), (again.status, again.body))
        seats[1].client.send(type="resign", game=seats[0].id)
        seats[0].until(lambda s: s["phase"] == "over")
        self.assertNotEqual(live.body, self.picture(seats[0].id).body, "now both armies are shown")

    def resign(self, seats):
        seats[1].client.send(type="resign", game=seats[0].id)
        seats[0].until(lambda s: s["phase"] == "over")

    def test_a_link_to_a_ply_is_previewed_by_a_picture_of_that_ply(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        self.play(seats, 4)
        self.resign(seats)
        game = seats[0].id
        for link in (f"{game}/2", f"{game}/2/analysis"):
            page = request(self.server.port, f"/g/{link}").body.decode()
            self.assertIn(f'<meta property="og:image" content="/g/{game}/2.png">', page)
        early = self.picture(f"{game}/2")
        self.assertEqual((200, "image/png"), (early.status, early.headers["content-type"]))
        again = self.picture(f"{game}/2", f"If-None-Match: {early.headers['etag']}")
        self.assertEqual((304, b""), (again.status, again.body))
        # A game of the same armies and moves that has ended there.
        shorter = self.pair(watch=True)
        for seat, before in zip(shorter, seats):
            seat.client.send(type="setup", game=seat.id, letters=before.state["setup"])
        for seat in shorter:
            seat.until(lambda s: s["phase"] == "play")
        self.play(shorter, 2)
        self.resign(shorter)
        self.assertEqual(shorter[0].events[:2], seats[0].events[:2])
        self.assertEqual(self.picture(shorter[0].id).body, early.body)
        every = [self.picture(f"{game}/{plies}").body for plies in range(5)]
        self.assertEqual(5, len(set(every)))
        for last in (game, f"{game}/5", f"{game}/9999"):
            self.assertEqual(every[4], self.picture(last).body)
        for wrong in ("x", "-1", "1.5", "12345", "%31x"):
            self.assertEqual(404, self.picture(f"{game}/{wrong}").status, wrong)

    def test_of_a_game_that_goes_on_no_picture_shows_the_past_or_a_rank(self):
        games = []
        for _ in range(2):  # with other armies, drawn by lot, that fill the same squares
            seats = self.pair(edition="tournament", watch=True)
            self.begin(seats)
            games.append(seats)
        self.assertNotEqual(games[0][0].state["setup"], games[1][0].state["setup"])
        start = self.picture(games[0][0].id).body
        self.assertEqual(start, self.picture(games[1][0].id).body)
        for seats in games:
            for plies in range(3):
                now = self.picture(seats[0].id).body
                for asked in (0, 1, 2, 3, 9999):
                    self.assertEqual(now, self.picture(f"{seats[0].id}/{asked}").body, (plies, asked))
                self.play(seats, 1)
            self.assertNotEqual(start, now)

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
        none = self.picture("A" * 22)
        for game in (seats[0].id, offer["game"], "x", "A" * 500):
            for picture in (self.picture(game, cookie), self.picture(game + "/0", cookie)):
                self.assertEqual((200, none.body), (picture.status, picture.body), game)


class Lists(Watching):
    def test_games_that_may_be_watched_come_in_pages_with_who_watches(self):
        games, hidden = [], self.pair(watch=False)
        self.begin(hidden)
        for _ in range(21):
            seats = self.pair(watch=True)
            self.begin(seats)
            games.append(seats[0].id)
            for seat in seats:
                seat.client.close()
        eve, adam = self.join(), self.join()
        for client in (eve, adam):
            client.ask(type="open", game=games[-1])
        adam.ask(type="open", game=games[3])
        adam.send(type="close", game=games[-1])
        adam.ask(type="live")  # and has gone by then
        page = eve.ask(type="live")
        self.assertEqual(games[:0:-1], [row["game"] for row in page["games"]])
        self.assertEqual([1, 0], [row["viewers"] for row in page["games"][:2]])
        self.assertEqual(("red", 0), (page["games"][0]["turn"], page["games"][0]["plies"]))
        rest = eve.ask(type="live", after=page["after"])
        self.assertEqual(([games[0]], None), ([row["game"] for row in rest["games"]], rest["after"]))
        self.assertEqual([], eve.ask(type="live", after=games[0])["games"])
        self.assertEqual(page, eve.ask(type="live", after=hidden[0].id), "which is as unknown")
        self.server.stop()
        self.server.start()
        again = self.join().ask(type="live")
        self.assertEqual(games[:0:-1], [row["game"] for row in again["games"]], "a restart knows them")

    def test_what_is_over_is_no_more_in_the_list(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        eve = self.join()
        self.assertEqual(1, len(eve.ask(type="live")["games"]))
        seats[0].client.send(type="resign", game=seats[0].id)
        seats[1].until(lambda s: s["phase"] == "over")
        self.assertEqual([], eve.ask(type="live")["games"])


class Chosen(Watching):
    def test_players_may_have_spectators_see_their_game_later(self):
        seats = self.pair(watch=True, delay=60)
        self.begin(seats)
        self.play(seats, 1)
        eve = self.join()
        self.assertEqual(60, seats[0].state["terms"]["delay"])
        self.assertIsNone(eve.ask(type="open", game=seats[0].id)["view"])
        row, = eve.ask(type="live")["games"]
        self.assertEqual((None, None), (row["plies"], row["turn"]))
        self.assertIn("being set up", self.frame(seats[0].id).body.decode())
        self.server.stop()
        self.server.start()
        eve = self.join()
        watcher = Seat(eve, eve.ask(type="open", game=seats[0].id))
        self.assertIsNone(watcher.view)
        self.server.pass_time(60)
        watcher.until(lambda s: s["view"] and s["view"]["plies"] == 1)
        self.assertIn("1 move", self.frame(seats[0].id).body.decode())
        for wrong in (-1, 3601):
            answer = eve.ask(type="challenge", edition="duel", seat="red", delay=wrong)
            self.assertEqual("bad-message", answer["reason"])


class Late(Watching):
    arguments = ("--clock", "manual", "--watch-delay", "60")

    def test_no_list_and_no_record_tells_what_cannot_be_seen_yet(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        eve = self.join()
        for plies in range(2):
            live, = eve.ask(type="live")["games"]
            lobby, = eve.ask(type="lobby", on=True)["games"]
            for row in (live, lobby):
                self.assertEqual((None, None), (row["plies"], row["turn"]))
            self.play(seats, 1)
        for path in (f"/game/{seats[0].id}.ffr", f"/api/game/{seats[0].id}"):
            self.assertEqual(404, request(self.server.port, path).status)
        seats[0].client.send(type="chat", game=seats[0].id, text="good move")
        seats[1].client.until(lambda m: m["type"] == "chat")
        eve.send(type="open", game=seats[0].id)
        eve.send(type="chat", game=seats[0].id, text="who wins?")
        self.assertEqual("who wins?", eve.until(lambda m: m["type"] == "chat")["text"])
        self.assertNotIn(b"good move", b"".join(eve.everything))

    def test_a_frame_is_as_late_as_the_host_says(self):
        seats = self.pair(watch=True)
        self.begin(seats)
        self.play(seats, 2)
        self.assertIn("The armies are being set up.", self.frame(seats[0].id).body.decode())
        for plies in range(3):
            self.assertEqual(self.picture("A" * 22).body, self.picture(f"{seats[0].id}/{plies}").body)
        self.server.pass_time(60)
        self.assertIn("Red to move · 2 moves", self.frame(seats[0].id).body.decode())


if __name__ == "__main__":
    main()
