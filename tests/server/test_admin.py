"""The operator's commands, with a server and without."""

import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import tempfile
import unittest

from client import (FLAGFALL, PATIENCE, Client, Closed, Game, Refused, Server, main, new_cookie, next_cookie,
                    request, wait_for)


class Admin(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.server.start()
        self.addCleanup(self.server.folder.cleanup)
        self.addCleanup(lambda: self.server.process and self.server.stop())
        self.port = self.server.port

    def admin(self, *words):
        done = subprocess.run([FLAGFALL, "admin", "--store", self.server.store, *words],
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout, done.stderr

    def good(self, *words):
        status, out, complaints = self.admin(*words)
        self.assertEqual((0, ""), (status, complaints), words)
        return out

    def join(self, cookie=None):
        client = Client(self.port, cookie or new_cookie(self.port))
        self.addCleanup(client.close)
        self.assertEqual("welcome", client.receive()["type"])
        return client

    def known(self, game):
        told = self.good("fair-play", game)
        return told if "moves=" in told else None

    def register(self, name):
        client = self.join()
        client.send(type="register", name=name, password="correct horse")
        signed = client.until(lambda answer: answer["type"] == "signed")
        return self.join(next_cookie(self.port, client.cookie, signed))

    def test_games_are_listed_and_closed(self):
        client = self.join()
        game = Game(client, edition="duel")
        if game.over:
            game = Game(client, edition="tournament")
        self.assertIn(f"{game.id} edition=", self.good("list"))
        self.assertNotIn(game.state["setup"], self.good("list"))
        self.good("close", game.id)
        state = client.until(lambda answer: answer.get("phase") == "over")
        self.assertEqual("aborted", state["view"]["by"])
        self.assertNotIn(game.id, self.good("list"))
        for wrong in (game.id, "nothing", ""):
            status, _, complaints = self.admin("close", wrong)
            self.assertEqual(1, status)
            self.assertIn("no such game", complaints)

    def test_how_far_a_finished_game_is_the_computers_is_told_to_the_host(self):
        game = Game.going_on(self.register("Ann"), random.Random(1), 2, edition="barrage")
        self.assertEqual(1, self.admin("fair-play", game.id)[0], "it goes on")
        before = self.good("fair-play", "Ann")  # a game that ended at once may stand there already
        self.assertNotIn(game.id, before)
        game.take(game.client.ask(type="resign", game=game.id))
        self.assertEqual(f"{game.id} state=waiting\n", self.good("fair-play", game.id))
        told = wait_for(lambda: self.known(game.id), "the analysis")
        self.assertRegex(told, f'^{game.id} seat=red name="Ann" nodes=20000 moves=2 same=[0-2] share=')
        *games, whole = map(json.loads, self.good("--json", "fair-play", "Ann").splitlines())
        self.assertEqual({"games": len(before.splitlines()), "unknown": 0, "moves": sum(one["moves"] for one in games)},
                         {key: whole[key] for key in ("games", "unknown", "moves")})

    def test_a_banned_account_is_out_until_it_may_come_again(self):
        client = self.register("Ann")
        self.good("ban", "ann")
        with self.assertRaises(Closed):
            client.until(lambda answer: False)
        with self.assertRaises(Refused) as refused:
            Client(self.port, client.cookie)
        self.assertEqual(403, refused.exception.status)
        guest = self.join()  # others may, but not as Ann
        answer = guest.ask(type="sign-in", name="Ann", password="correct horse")
        self.assertEqual(("refused", "banned"), (answer["type"], answer.get("reason")), answer)
        self.join(guest.cookie)
        self.assertEqual("account Ann\n", self.good("bans"))
        self.good("unban", "Ann")
        self.join(client.cookie)
        self.assertEqual("", self.good("bans"))

    def test_until_when_an_account_is_away_is_told_the_host(self):
        self.server.stop()
        self.server.arguments = ["--clock", "manual", "--vacation", "5"]
        self.server.start()
        ann = self.register("Ann")
        self.assertEqual("used=0 allowed=5\n", self.good("vacation", "Ann"))
        away = ann.ask(type="vacation", days=3)
        self.assertEqual(f"until={away['until']} used=3 allowed=5\n", self.good("vacation", "ann"))
        told = json.loads(request(self.port, "/api/export", headers=[f"Cookie: flagfall={ann.cookie}"]).body)
        self.assertEqual(away["until"], told["vacation"]["until"])
        self.server.pass_time(3 * 86400)
        back = ann.until(lambda answer: answer["type"] == "vacation")
        self.assertEqual((None, 3, 5), (back["until"], back["used"], back["allowed"]))
        self.assertEqual((1, "", "flagfall: there is no account of that name\n"),
                         self.admin("vacation", "Nobody"))

    def test_a_banned_address_is_out(self):
        client = self.join()
        self.good("ban", "127.0.0.1")
        with self.assertRaises(Closed):
            client.until(lambda answer: False)
        with self.assertRaises(Refused):
            Client(self.port, client.cookie)
        self.assertEqual("address 127.0.0.1\n", self.good("bans"))
        self.good("unban", "127.0.0.1")
        self.join(client.cookie)
        status, _, complaints = self.admin("ban", "nobody of this name")
        self.assertEqual(1, status)
        self.assertIn("no account", complaints)
        for words in ("ban", "2001:db8::/64"), ("unban", "192.0.2.0/24"):
            status, _, complaints = self.admin(*words)
            self.assertEqual(1, status)
            self.assertIn("give one address of it", complaints)

    def test_a_guest_is_banned_by_what_it_has_said(self):
        guest, neighbour = self.join(), self.join()
        games = [Game.going_on(client, random.Random(1), 2, edition="barrage") for client in (guest, neighbour)]
        guest.ask(type="chat", game=games[0].id, text="fool")
        self.good("ban", f"{games[0].id}/0")
        with self.assertRaises(Closed):
            guest.until(lambda answer: False)
        for cookie in (guest.cookie, new_cookie(self.port)):
            with self.assertRaises(Refused) as refused:
                Client(self.port, cookie)
            self.assertEqual(403, refused.exception.status)
        self.join(neighbour.cookie)  # it played here before
        self.assertEqual(f"guest {games[0].id}/0\n", self.good("bans"))
        self.good("unban", f"{games[0].id}/0")
        self.join(guest.cookie)

    def test_everybody_hears_an_announcement(self):
        client = self.join()
        self.good("announce", "Restart at noon <b>")
        self.assertEqual({"type": "notice", "text": "Restart at noon <b>"}, client.receive())
        self.server.stop()
        self.server.start()
        late = Client(self.port, new_cookie(self.port))
        self.addCleanup(late.close)
        self.assertEqual("Restart at noon <b>", late.receive()["notice"])
        self.good("announce")
        self.assertEqual({"type": "notice", "text": None}, late.receive())
        self.assertEqual(1, self.admin("announce", "x" * 301)[0])

    def test_a_stop_is_announced(self):
        client = self.join()
        self.server.process.send_signal(signal.SIGTERM)
        said = client.receive()
        self.assertEqual(("notice", "stopping"), (said["type"], said["code"]))
        self.server.process.wait(timeout=PATIENCE)
        self.server.process.stdout.close()
        self.server.process = None

    def test_a_backup_is_whole_while_games_go_on(self):
        client = self.join()
        game = Game(client, edition="duel")
        copy = os.path.join(self.server.folder.name, "copy.db")
        self.good("backup", copy)
        self.assertEqual(0, os.stat(copy).st_mode & 0o077)
        with sqlite3.connect(copy) as store:
            self.assertEqual(("ok",), store.execute("PRAGMA integrity_check").fetchone())
            self.assertEqual(1, store.execute("SELECT count(*) FROM game WHERE id = ?",
                                              (game.id,)).fetchone()[0])
        store.close()
        status, _, complaints = self.admin("backup", copy)
        self.assertEqual(1, status)
        self.assertTrue(complaints.startswith("flagfall: " + copy), complaints)
        with Server(store=copy) as other:
            self.assertEqual(200, request(other.port, "/healthz").status)

    def test_a_backup_for_which_there_is_no_room_leaves_no_file(self):
        client = self.join()
        Game(client, edition="tournament")
        copy = os.path.join(self.server.folder.name, "copy.db")
        done = subprocess.run(
            [FLAGFALL, "admin", "--store", self.server.store, "backup", copy], capture_output=True,
            text=True, timeout=PATIENCE, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000)))
        self.assertEqual(1, done.returncode)
        self.assertTrue(done.stderr.startswith("flagfall: " + copy), done.stderr)
        self.assertEqual([], [n for n in os.listdir(self.server.folder.name) if "copy" in n])
        self.good("backup", copy)

    def test_games_of_a_backup_go_on_after_a_kill(self):
        client = self.join()
        games = [Game.going_on(self.join(client.cookie), random.Random(i), 3) for i in range(3)]
        copy = os.path.join(self.server.folder.name, "copy.db")
        before = {game.id: list(game.events) for game in games}
        self.good("backup", copy)
        for game in games:
            game.play_random(random.Random(9), 2)
        self.server.kill()
        with Server(store=copy) as other:
            for name, events in before.items():
                with Client(other.port, client.cookie) as again:
                    self.assertEqual("welcome", again.receive()["type"])
                    game = Game(again, game=name)
                    self.assertEqual(events, game.events[:len(events)])
                    game.play_random(random.Random(3), 2)

    def test_a_start_tells_whether_the_file_is_sound(self):
        client = self.join()
        Game(client, edition="tournament")
        wait_for(lambda: "event=file-sound" in self.server.log())
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:
            root, = store.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'chat'").fetchone()
        store.close()
        with open(self.server.store, "r+b") as file:
            file.seek((root - 1) * 4096 + 5)
            file.write(b"\xff")
        self.server.start()
        self.join(client.cookie)
        wait_for(lambda: "event=file-damaged" in self.server.log())

    def test_check_finds_what_the_server_refuses(self):
        client = self.join()
        game, other = Game(client, edition="tournament"), Game(client, edition="tournament")
        self.assertRegex(self.good("check"), r"^games=2 damaged=0 problems=0\n$")
        self.server.stop()
        self.damage(game.id, "plies = plies + 1")
        status, out, _ = self.admin("check")
        self.assertEqual((1, f"game={game.id} problem=row\ngames=2 damaged=1 problems=1\n"),
                         (status, out))
        self.assertNotIn(other.id, out)
        copy = os.path.join(self.server.folder.name, "copy.db")
        self.assertEqual((1, out), self.admin("backup", copy)[:2])
        self.assertTrue(os.path.exists(copy))
        self.assertEqual(2, self.admin("check", "more")[0])
        with open(copy, "wb") as file:
            file.write(b"no store at all" * 100)
        self.server.store, store = copy, self.server.store
        self.assertEqual(2, self.admin("check")[0])
        self.server.store = store
        self.server.start()

    def test_a_bot_is_made_and_may_play(self):
        token = self.good("add-bot", "Robot").strip()
        answer = request(self.port, "/api/account", headers=[f"Authorization: Bearer {token}"])
        self.assertEqual(200, answer.status)
        self.assertIn(b'"Robot"', answer.body)
        for name in ("Robot", "robot", "", "x" * 50, "a\nb"):
            self.assertEqual(1, self.admin("add-bot", name)[0], name)
        self.good("ban", "Robot")
        answer = request(self.port, "/api/account", headers=[f"Authorization: Bearer {token}"])
        self.assertEqual(403, answer.status)

    def damage(self, game, sql):
        store = sqlite3.connect(self.server.store)
        self.assertEqual(1, store.execute(f"UPDATE game SET {sql} WHERE id = ?", (game,)).rowcount)
        store.commit()
        store.close()

    def test_a_damaged_game_is_refused_and_mended(self):
        client = self.join()
        game, other = Game(client, edition="tournament"), Game(client, edition="tournament")
        self.server.stop()
        self.damage(game.id, "plies = plies + 1")
        self.server.start()
        client = self.join(client.cookie)
        for _ in range(2):
            answer = client.ask(type="open", game=game.id)
            self.assertEqual(("refused", "damaged"), (answer["type"], answer["reason"]), answer)
        self.assertEqual("game", client.ask(type="open", game=other.id)["type"])
        self.assertIn("phase=damaged", self.good("list"))
        self.assertIn("\nflagfall_damaged_games_total 1\n",
                      request(self.port, "/metrics").body.decode())
        self.assertEqual(1, self.admin("mend", other.id)[0])
        self.good("mend", game.id)
        self.assertEqual(game.view["board"],
                         client.ask(type="open", game=game.id)["view"]["board"])
        self.server.stop()
        self.assertEqual(1, self.server.log().count(f"event=damaged game={game.id} what=row"))
        self.damage(game.id, "seed = seed + 1")
        self.good("close", game.id)
        self.server.start()
        client = self.join(client.cookie)
        self.assertEqual("unknown-game", client.ask(type="open", game=game.id)["reason"])

    def test_it_works_without_a_server_too(self):
        client = self.join()
        game = Game(client, edition="tournament")
        self.server.stop()
        self.assertTrue(self.good("list").startswith(game.id + " "))
        # One id in 64 begins so, perhaps this game's: hence another end.
        unknown = "-" + game.id[1:-1] + ("w" if game.id[-1] == "A" else "A")
        status, _, complaints = self.admin("close", unknown)
        self.assertEqual(1, status)
        self.assertIn("no such game", complaints)
        self.good("close", game.id)
        token = self.good("add-bot", "Robot").strip()
        self.good("announce", "Back again")
        self.good("backup", os.path.join(self.server.folder.name, "copy.db"))
        self.server.start()
        again = Client(self.port, client.cookie)
        self.addCleanup(again.close)
        welcome = again.receive()
        self.assertEqual("Back again", welcome["notice"])
        self.assertEqual("over", welcome["games"][0]["phase"])
        answer = request(self.port, "/api/account", headers=[f"Authorization: Bearer {token}"])
        self.assertEqual(200, answer.status)

    def test_after_a_kill_the_socket_is_taken_over(self):
        self.server.kill()
        self.assertEqual("", self.good("list"))
        self.server.start()
        self.assertEqual("", self.good("list"))

    def test_the_socket_is_its_owners_and_goes_with_the_server(self):
        path = self.server.store + "-admin"
        self.assertEqual(0, os.stat(path).st_mode & 0o077)
        self.server.stop()
        self.assertFalse(os.path.exists(path))
        self.assertEqual("", self.good("list"))
        self.server.start()

    def test_who_says_nothing_may_ask_once_more(self):
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(self.server.store + "-admin")
            sock.shutdown(socket.SHUT_WR)
            self.assertEqual(b"?", sock.recv(100))
        self.assertEqual("", self.good("list"))

    def test_wrong_commands_are_told(self):
        for words in (["fly"], ["list", "more"], ["list", "5"], ["close"], ["ban", "a", "b"], ["x" * 5000],
                      ["announce", "Hello", "there"], ["backup"], ["check", "it"]):
            status, out, complaints = self.admin(*words)
            self.assertEqual((2, ""), (status, out), words)
            self.assertTrue(complaints.startswith("flagfall: "), words)
        self.assertEqual(1, self.admin("close", "nosuchgame")[0])
        self.server.store += "-nowhere/x"
        self.assertEqual(2, self.admin("list")[0])
        self.server.store = self.server.store[:-len("-nowhere/x")]

    def test_the_systems_clock_is_nobodys_to_move(self):
        for words in (["clock", "+1000"], ["wall", "-1000"]):
            status, _, complaints = self.admin(*words)
            self.assertEqual(1, status)
            self.assertIn("serve --clock manual", complaints)


class NoStore(unittest.TestCase):
    def test_a_store_that_is_not_there_is_told_of_and_not_made(self):
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            store = os.path.join(folder, "mistyped.db")
            for words in (["ban", "192.0.2.7"], ["list"], ["mend", "game"], ["announce", "Hello"]):
                done = subprocess.run([FLAGFALL, "admin", "--store", store, *words],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual((2, ""), (done.returncode, done.stdout), words)
                self.assertIn(f"{store}: there is no such file", done.stderr)
                self.assertEqual([], os.listdir(folder), words)


    def test_of_a_store_that_cannot_be_copied_it_is_the_store_that_is_named(self):
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            copy = os.path.join(folder, "copy.db")
            text = os.path.join(folder, "text.db")
            with open(text, "w") as file:
                file.write("This is no store." * 100)
            for store in (folder, os.path.join(folder, "mistyped.db"), text):
                done = subprocess.run([FLAGFALL, "admin", "--store", store, "backup", copy],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual((2, ""), (done.returncode, done.stdout), store)
                self.assertIn(f"flagfall: {store}: the store cannot be read: ", done.stderr)
                self.assertFalse(os.path.exists(copy))


class ManualClock(unittest.TestCase):
    """`flagfall admin clock`: time goes by where the operator says so, and only there."""

    BEGIN = 946684800

    def admin(self, server, *words):
        return subprocess.run([FLAGFALL, "admin", "--store", server.store, *words],
                              capture_output=True, text=True, timeout=PATIENCE)

    def test_time_stands_still_until_it_is_let_go(self):
        with Server(arguments=["--clock", "manual"]) as server:
            for _ in range(2):
                told = self.admin(server, "clock", "+0")
                self.assertEqual((0, f"time={self.BEGIN}000 wall={self.BEGIN}000\n"),
                                 (told.returncode, told.stdout))
            self.assertEqual(self.BEGIN + 60, server.pass_time(60))
            told = self.admin(server, "wall", "-5000")
            self.assertEqual(f"time={self.BEGIN + 60}000 wall={self.BEGIN + 55}000\n",
                             told.stdout)
            self.assertEqual(self.BEGIN + 90, server.pass_time(30))
            server.set_wall(3600)  # the server's time jumps after it
            self.assertEqual(self.BEGIN + 3685, server.pass_time(0))
            for wrong in (["clock", "-1"], ["clock", "5"], ["clock", "+"], ["wall", "+1x"],
                          ["clock", "+1234567890123"]):
                self.assertEqual(1, self.admin(server, *wrong).returncode, wrong)
            self.assertEqual(self.BEGIN + 3685, server.pass_time(0))
            server.kill()
            server.start()
            self.assertEqual(self.BEGIN + 3685, server.pass_time(0))
            self.assertIn("time=2000-01-01T00:00:00.000Z level=info event=begin", server.log())

    def test_another_kind_of_clock_is_none(self):
        done = subprocess.run([FLAGFALL, "serve", "--clock", "cuckoo"], capture_output=True,
                              text=True)
        self.assertEqual(2, done.returncode)
        self.assertIn("--clock is system or manual", done.stderr)


if __name__ == "__main__":
    main()
