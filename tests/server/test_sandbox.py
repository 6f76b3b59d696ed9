"""The server gives up what it does not need (unit/server/sandbox.c tries the sandbox
itself), and all that it does goes on within."""

import ctypes
import os
import subprocess
import tempfile
import unittest

from client import FLAGFALL, PATIENCE, Client, Game, Server, main, new_cookie, next_cookie, request


def has_landlock():
    return ctypes.CDLL(None).syscall(444, None, 0, 1) >= 1  # landlock_create_ruleset


def status_of(server, field):
    with open(f"/proc/{server.process.pid}/status") as lines:
        return next(line.split()[1] for line in lines if line.startswith(field + ":"))


@unittest.skipUnless(has_landlock(), "skipped: this kernel has no Landlock")
class Sandbox(unittest.TestCase):
    def test_it_is_on_unless_it_is_turned_off(self):
        for arguments, said, rights in (((), "on", "1"), (("--sandbox", "off"), "off", "0")):
            server = Server(arguments=arguments)
            self.addCleanup(server.folder.cleanup)
            server.start()
            found = status_of(server, "NoNewPrivs")
            self.assertEqual(0, server.stop())
            self.assertEqual(rights, found)
            self.assertIn(f" sandbox={said}\n", server.log())

    def test_everything_goes_on_within(self):
        with Server() as server:
            client = Client(server.port, new_cookie(server.port))
            self.addCleanup(client.close)
            client.receive()
            Game(client, edition="duel")  # a computer's army, from a thread
            client.send(type="register", name="Ann", password="correct horse")
            signed = client.until(lambda answer: answer["type"] in ("signed", "refused"))
            self.assertEqual("signed", signed["type"])
            self.assertTrue(next_cookie(server.port, client.cookie, signed))
            copy = os.path.join(server.folder.name, "copy.db")
            for words in (("backup", copy), ("list",)):
                done = subprocess.run([FLAGFALL, "admin", "--store", server.store, *words],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual((0, ""), (done.returncode, done.stderr), words)
            self.assertIn("flagfall_", request(server.port, "/metrics").body.decode())
            self.assertEqual("", server.complaints())

    def test_a_link_in_the_pages_folder_leads_nowhere(self):
        with tempfile.TemporaryDirectory(prefix="flagfall-") as web, \
                tempfile.NamedTemporaryFile("w", suffix=".txt") as secret:
            secret.write("secret")
            secret.flush()
            with open(os.path.join(web, "open.txt"), "w") as file:
                file.write("open")
            os.symlink(secret.name, os.path.join(web, "link.txt"))
            with Server(arguments=("--web", web)) as server:
                self.assertEqual(b"open", request(server.port, "/open.txt").body)
                self.assertEqual(404, request(server.port, "/link.txt").status)

    def test_the_store_may_be_behind_a_link(self):
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            os.mkdir(os.path.join(folder, "real"))
            os.mkdir(os.path.join(folder, "seen"))
            link = os.path.join(folder, "seen", "games.db")
            os.symlink(os.path.join(folder, "real", "games.db"), link)
            for _ in range(2):
                with Server(store=link) as server:
                    self.assertEqual("flagfall_", request(server.port, "/metrics").body.decode()[7:16])
                    self.assertEqual(200, request(server.port, "/healthz").status)
                    self.assertEqual("", server.complaints())
            self.assertEqual(["games.db"], [name for name in os.listdir(os.path.join(folder, "real"))
                                            if name.endswith(".db")])

    def test_another_word_is_refused(self):
        done = subprocess.run([FLAGFALL, "serve", "--sandbox", "perhaps"], capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual(2, done.returncode)
        self.assertIn("--sandbox is on or off", done.stderr)


if __name__ == "__main__":
    main()
