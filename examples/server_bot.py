#!/usr/bin/env python3
"""The smallest bot on a server (docs/bots.md): accepts challenges of one edition, declines others,
sets up as it is told, and moves by lot. Standard library only.
Usage: server_bot.py URL TOKEN EDITION LETTERS, as https://play.example.org abc.. duel KBHM.."""

import http.client
import json
import random
import sys
import threading
from urllib.parse import urlsplit

if len(sys.argv) != 5:
    sys.exit(__doc__)
URL, TOKEN, EDITION, LETTERS = urlsplit(sys.argv[1]), *sys.argv[2:]
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def connect():
    secure = URL.scheme == "https"
    return (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(URL.netloc)


def post(path, body=""):
    connection = connect()
    connection.request("POST", path, body, headers=HEADERS)
    answer = json.loads(connection.getresponse().read())
    if "error" in answer:
        print(f"{path}: {answer['error']}", file=sys.stderr)


def lines(path):
    connection = connect()
    connection.request("GET", path, headers=HEADERS)
    for line in connection.getresponse():
        if line.strip():
            yield json.loads(line)


def play(game):
    for state in lines(f"/api/bot/game/stream/{game}"):
        if state["type"] not in ("gameFull", "gameState"):
            continue
        if state["phase"] == "setup" and state["setup"] is None:
            post(f"/api/bot/game/{game}/setup", f"letters={LETTERS}")
        elif state["phase"] == "play" and state["view"]["moves"]:
            post(f"/api/bot/game/{game}/move/{random.choice(state['view']['moves'])}")
        elif state["phase"] == "over":
            return


for event in lines("/api/stream/event"):
    if event["type"] == "challenge":
        answer = "accept" if event["challenge"]["edition"] == EDITION else "decline"
        post(f"/api/challenge/{event['challenge']['id']}/{answer}")
    elif event["type"] == "gameStart":
        threading.Thread(target=play, args=(event["game"]["id"],), daemon=True).start()
    elif event["type"] == "gameFinish":
        print(json.dumps(event), flush=True)
