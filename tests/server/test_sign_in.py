"""Who may sign in, how often one may try, and what helps who has lost something. The
server's clock is held still: time passes where a test says so."""

import base64
import hashlib
import hmac
import json
import struct
import unittest

from client import PATIENCE, Closed, main, new_cookie, next_cookie, request
from test_accounts import Visitors

WRONG, RIGHT, OTHER = "wrong horse", "correct horse", "battery staple"


def one_time_code(secret, seconds):
    """RFC 6238, with the usual six digits."""
    mac = hmac.new(base64.b32decode(secret), struct.pack(">Q", int(seconds) // 30), hashlib.sha1)
    at = mac.digest()[-1] & 15
    return f"{(struct.unpack_from('>I', mac.digest(), at)[0] & 0x7fffffff) % 10 ** 6:06d}"


class SignIn(Visitors):
    arguments = ("--clock", "manual")

    def sign_in(self, client, password, name="Ann", **more):
        """The reason of the refusal, or None."""
        client.send(type="sign-in", name=name, password=password, **more)
        answer = client.until(lambda m: m["type"] == "signed" or m.get("re") == "sign-in")
        return answer.get("reason")

    # Guessing.

    def test_guessing_names_is_slowed_down(self):
        client, _ = self.join()
        reasons = [self.sign_in(client, WRONG, f"Name {i}") for i in range(12)]
        self.assertEqual(["wrong-password"] * 10 + ["rate"] * 2, reasons)
        self.server.pass_time(6)
        self.assertEqual("wrong-password", self.sign_in(client, WRONG, "Name 12"))
        self.assertEqual("game", client.ask(type="new", edition="duel", seat="red",
                                            opponent="random")["type"])

    def test_each_wrong_password_makes_the_next_wait_longer(self):
        self.register("Ann")
        client, _ = self.join(source="127.7.0.1")
        self.assertEqual(["wrong-password"] * 5 + ["rate"],
                         [self.sign_in(client, WRONG) for _ in range(6)])
        self.server.pass_time(1)
        self.assertEqual(["wrong-password", "rate"], [self.sign_in(client, WRONG) for _ in range(2)])
        self.server.pass_time(1)
        self.assertEqual("rate", self.sign_in(client, RIGHT))
        self.server.pass_time(1)
        self.assertIsNone(self.sign_in(client, RIGHT))

    def test_wrong_passwords_from_elsewhere_never_keep_the_owner_out(self):
        """An attacker with as many addresses as he likes tries without end."""
        ann, _ = self.register("Ann")
        ann, _ = self.sign(ann, type="sign-out")
        mallory = [self.join(source=f"127.8.0.{i}")[0] for i in range(1, 9)]
        for round in range(3):
            reasons = [self.sign_in(one, WRONG) for one in mallory for _ in range(3)]
            self.assertIn("rate", reasons)
            self.assertLessEqual(reasons.count("wrong-password"), 10)
            self.assertEqual(["rate"] * 8, [self.sign_in(one, WRONG) for one in mallory])
            # Who is a stranger is kept waiting with him, but not the browser that has been in,
            # wherever it is now, and not another browser at the address of before.
            stranger, _ = self.join(source=f"127.9.0.{round + 1}")
            self.assertEqual("rate", self.sign_in(stranger, RIGHT))
            away, _ = self.join(ann.cookie, source=f"127.10.0.{round + 1}")
            signed = self.signed(away, type="sign-in", name="Ann", password=RIGHT)
            self.assertEqual("signed", signed["type"], signed)
            ann, _ = self.join(next_cookie(self.port, ann.cookie, signed))
            fresh, _ = self.join()
            self.assertIsNone(self.sign_in(fresh, RIGHT))
            ann, _ = self.sign(ann, type="sign-out")
            self.server.pass_time(20)

    def test_guessing_behind_the_same_address_keeps_no_known_browser_out(self):
        ann, _ = self.register("Ann")
        ann, _ = self.sign(ann, type="sign-out")
        mallory, _ = self.join()
        reasons = [self.sign_in(mallory, WRONG, name) for name in ("Ann", "Bob") for _ in range(8)]
        self.assertEqual("rate", reasons[-1])
        self.assertIsNone(self.sign_in(ann, RIGHT))

    # Names and passwords that are not taken.

    def test_names_of_the_host_are_for_nobody(self):
        client, _ = self.join()
        for name in ("admin", "Adm1n", "S.e.r.v.e.r", "Flagfall", "moderator 2", "Level 3", "random"):
            self.refuse("name-reserved", client, type="register", name=name, password=RIGHT)
        self.sign(client, type="register", name="Adminton", password=RIGHT)

    def test_passwords_that_everybody_tries_are_refused(self):
        client, _ = self.join()
        for password in ("password", "PassW0rd", "12345678", "Anneliese", "motdepasse"):
            self.refuse("common-password", client, type="register", name="Anneliese",
                        password=password)
        ann, _ = self.sign(client, type="register", name="Anneliese", password=RIGHT)
        self.refuse("common-password", ann, type="password", old=RIGHT, new="qwertyuiop")

    # The recovery code.

    def registered(self, name="Ann"):
        """An account's browser, and its recovery code."""
        client, _ = self.join()
        signed = self.signed(client, type="register", name=name, password=RIGHT)
        return self.join(next_cookie(self.port, client.cookie, signed))[0], signed["recovery"]

    def test_a_recovery_code_sets_a_new_password_once(self):
        ann, code = self.registered()
        self.assertRegex(code, r"^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$")
        lost, _ = self.join(source="127.7.0.1")
        self.refuse("wrong-recovery", lost, type="recover", name="Ann", recovery="A" * 32,
                    password=OTHER)
        self.refuse("wrong-recovery", lost, type="recover", name="Bob", recovery=code, password=OTHER)
        self.refuse("bad-password", lost, type="recover", name="Ann", recovery=code, password="x")
        signed = self.signed(lost, type="recover", name="ann", recovery=code.lower().replace("-", " "),
                             password=OTHER)
        self.assertEqual("Ann", signed["you"]["name"])
        self.assertNotEqual(code, signed["recovery"])
        self.assertEqual("Ann", self.name_of(next_cookie(self.port, lost.cookie, signed)))
        with self.assertRaises(Closed):
            ann.until(lambda m: False)
        self.assertIsNone(self.name_of(ann.cookie))
        other, _ = self.join()
        self.refuse("wrong-recovery", other, type="recover", name="Ann", recovery=code, password=RIGHT)
        self.refuse("wrong-password", other, type="sign-in", name="Ann", password=RIGHT)
        self.signed(other, type="recover", name="Ann", recovery=signed["recovery"], password=RIGHT)

    def test_a_recovery_code_works_while_somebody_guesses(self):
        _, code = self.registered()
        for i in range(1, 4):
            mallory, _ = self.join(source=f"127.8.0.{i}")
            reasons = [self.sign_in(mallory, WRONG) for _ in range(6)]
        self.assertEqual("rate", reasons[-1])
        lost, _ = self.join(source="127.7.0.1")
        self.assertEqual("signed", self.signed(lost, type="recover", name="Ann", recovery=code,
                                               password=OTHER)["type"])

    def test_a_new_recovery_code_is_given_for_the_password(self):
        ann, code = self.registered()
        self.refuse("wrong-password", ann, type="recovery", password=WRONG)
        fresh = ann.ask(type="recovery", password=RIGHT)["recovery"]
        lost, _ = self.join()
        self.refuse("wrong-recovery", lost, type="recover", name="Ann", recovery=code, password=OTHER)
        self.assertEqual("signed", self.signed(lost, type="recover", name="Ann", recovery=fresh,
                                               password=OTHER)["type"])
        guest, _ = self.join()
        self.refuse("not-signed-in", guest, type="recovery", password=RIGHT)

    def test_a_recovery_code_is_not_in_the_store_as_it_is(self):
        ann, code = self.registered()
        with open(self.server.store, "rb") as store, open(self.server.store + "-wal", "rb") as log:
            data = store.read() + log.read()
        self.assertNotIn(code.encode(), data)
        self.assertNotIn(code.replace("-", "").encode(), data)

    # One-time codes.

    def now(self):
        return self.server.pass_time(0)

    def with_totp(self):
        ann, code = self.registered()
        told = ann.ask(type="totp", password=RIGHT)
        self.assertEqual("totp", told["type"], told)
        self.assertIn(f"secret={told['secret']}&", told["uri"])
        self.assertEqual({"type": "done", "re": "totp-confirm"},
                         ann.ask(type="totp-confirm", code=one_time_code(told["secret"], self.now())))
        return ann, told["secret"], code

    def test_one_time_codes_are_asked_for_once_they_are_confirmed(self):
        ann, _ = self.registered()
        self.refuse("not-begun", ann, type="totp-confirm", code="123456")
        self.refuse("wrong-password", ann, type="totp", password=WRONG)
        secret = ann.ask(type="totp", password=RIGHT)["secret"]
        self.refuse("wrong-code", ann, type="totp-confirm", code="12345")
        self.assertIsNone(self.sign_in(self.join()[0], RIGHT))
        self.assertFalse(ann.ask(type="account")["totp"])
        code = one_time_code(secret, self.now())
        self.assertEqual("done", ann.ask(type="totp-confirm", code=code)["type"])
        self.assertTrue(ann.ask(type="account")["totp"])
        self.refuse("begun", ann, type="totp", password=RIGHT)
        other, _ = self.join()
        self.assertEqual("code-needed", self.sign_in(other, RIGHT))
        self.assertEqual("wrong-password", self.sign_in(other, WRONG, code=code))
        self.assertEqual("wrong-code", self.sign_in(other, RIGHT, code=code))  # used already
        self.server.pass_time(30)
        self.assertIsNone(self.sign_in(other, RIGHT, code=one_time_code(secret, self.now())))

    def test_a_one_time_code_is_good_once(self):
        _, secret, _ = self.with_totp()
        self.server.pass_time(30)
        code = one_time_code(secret, self.now())
        self.assertIsNone(self.sign_in(self.join()[0], RIGHT, code=code))
        self.assertEqual("wrong-code", self.sign_in(self.join()[0], RIGHT, code=code))

    def test_codes_are_not_guessed_by_who_knows_the_password(self):
        """That the password was right gives no more tries at the code."""
        self.with_totp()
        thief, _ = self.join(source="127.8.0.1")
        reasons = []
        for i in range(8):
            reasons.append(self.sign_in(thief, RIGHT, code=f"{i:06d}"))
            reasons.append(self.sign_in(thief, RIGHT))
        self.assertLessEqual(reasons.count("wrong-code"), 5)
        self.assertEqual("rate", reasons[-1])

    def test_with_one_time_codes_the_password_alone_does_nothing_that_lasts(self):
        """Who knows the password and sits at a browser that is signed in has no phone."""
        ann, secret, _ = self.with_totp()
        for asked in ({"type": "erase"}, {"type": "token"}, {"type": "recovery"}):
            self.refuse("code-needed", ann, **asked, password=RIGHT)
            self.refuse("wrong-code", ann, **asked, password=RIGHT, code="000000")
        self.refuse("code-needed", ann, type="password", old=RIGHT, new=OTHER)

        def code():
            self.server.pass_time(60)
            return one_time_code(secret, self.now())
        self.assertEqual("token", ann.ask(type="token", password=RIGHT, code=code())["type"])
        self.assertEqual("recovery", ann.ask(type="recovery", password=RIGHT, code=code())["type"])
        ann, _ = self.sign(ann, type="password", old=RIGHT, new=OTHER, code=code())
        ann, welcome = self.sign(ann, type="erase", password=OTHER, code=code())
        self.assertIsNone(welcome["you"]["name"])

    def test_one_time_codes_end_with_password_and_code_or_by_recovery(self):
        ann, secret, recovery = self.with_totp()
        self.server.pass_time(30)
        self.refuse("code-needed", ann, type="totp-off", password=RIGHT, code="")
        self.refuse("wrong-code", ann, type="totp-off", password=RIGHT, code="000000")
        code = one_time_code(secret, self.now())
        self.assertEqual("done", ann.ask(type="totp-off", password=RIGHT, code=code)["type"])
        self.assertIsNone(self.sign_in(self.join()[0], RIGHT))
        secret = ann.ask(type="totp", password=RIGHT)["secret"]
        self.server.pass_time(30)
        ann.ask(type="totp-confirm", code=one_time_code(secret, self.now()))
        lost, _ = self.join(source="127.7.0.1")
        self.assertEqual("code-needed", self.sign_in(lost, RIGHT))
        self.assertEqual("signed", self.signed(lost, type="recover", name="Ann", recovery=recovery,
                                               password=OTHER)["type"])
        self.assertIsNone(self.sign_in(self.join(source="127.7.0.2")[0], OTHER))

    # Where one is signed in, and tokens.

    def bearer(self, token):
        return request(self.port, "/api/account",
                       headers=[f"Authorization: Bearer {token}"]).status

    def test_an_account_tells_where_it_is_signed_in(self):
        ann, _ = self.registered()
        self.server.pass_time(3600)
        other, _ = self.sign(self.join()[0], type="sign-in", name="Ann", password=RIGHT)
        told = other.ask(type="account")
        self.assertEqual((True, False, False), (told["recovery"], told["totp"], told["token"]))
        self.assertEqual([True, False], [one["here"] for one in told["sessions"]])
        here, there = told["sessions"]
        self.assertLess(there["created"], here["created"])
        self.refuse("not-signed-in", self.join()[0], type="account")
        self.assertEqual({"type": "done", "re": "sign-out-others"},
                         other.ask(type="sign-out-others"))
        with self.assertRaises(Closed):
            ann.until(lambda m: False)
        self.assertIsNone(self.name_of(ann.cookie))
        self.assertEqual(1, len(other.ask(type="account")["sessions"]))
        self.assertEqual("Ann", self.name_of(other.cookie))

    def test_signing_the_others_out_voids_their_tickets(self):
        ann, _ = self.registered()
        thief, _ = self.join()
        signed = self.signed(thief, type="sign-in", name="Ann", password=RIGHT)
        ann.ask(type="sign-out-others")
        with self.assertRaises(KeyError):
            next_cookie(self.port, thief.cookie, signed)

    def test_a_token_is_made_for_the_password_alone(self):
        """Who sits down at somebody's browser takes nothing away that goes on working."""
        ann, _ = self.registered()
        self.assertEqual("bad-message", ann.ask(type="token")["reason"])
        self.refuse("wrong-password", ann, type="token", password=WRONG)
        self.refuse("wrong-password", ann, type="token", password=WRONG, bot=True)
        self.assertFalse(ann.ask(type="account")["token"])
        token = ann.ask(type="token", password=RIGHT)["token"]
        self.assertEqual((200, True), (self.bearer(token), ann.ask(type="account")["token"]))

    def test_a_token_is_revoked_by_its_button_and_by_whatever_signs_the_others_out(self):
        ann, _ = self.registered()
        token = ann.ask(type="token", password=RIGHT)["token"]
        self.assertEqual({"type": "done", "re": "revoke-token"}, ann.ask(type="revoke-token"))
        self.assertEqual((401, False), (self.bearer(token), ann.ask(type="account")["token"]))
        token = ann.ask(type="token", password=RIGHT)["token"]
        ann, _ = self.sign(ann, type="password", old=RIGHT, new=OTHER)
        self.assertEqual((401, False), (self.bearer(token), ann.ask(type="account")["token"]))
        token = ann.ask(type="token", password=OTHER)["token"]
        self.assertEqual("done", ann.ask(type="sign-out-others")["type"])
        self.assertEqual((401, False), (self.bearer(token), ann.ask(type="account")["token"]))

    def test_a_revoked_token_ends_its_streams(self):
        import http.client
        ann, _ = self.registered()
        token = ann.ask(type="token", password=RIGHT)["token"]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/stream/event", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        self.assertEqual(200, answer.status)
        ann.ask(type="revoke-token")
        while answer.readline():
            pass


if __name__ == "__main__":
    main()
