"""The smallest bot: accepts every challenge, sets up as it is told, and moves by lot.
Usage: bot.py PORT TOKEN LETTERS. Standard library only."""

import http.client
import json
import random
import sys
import threading

PORT, TOKEN, LETTERS = int(sys.argv[1]), sys.argv[2], sys.argv[3]
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def post(path, body=""):
    connection = http.client.HTTPConnection("127.0.0.1", PORT)
    connection.request("POST", path, body, headers=HEADERS)
    return json.loads(connection.getresponse().read())


def lines(path):
    connection = http.client.HTTPConnection("127.0.0.1", PORT)
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
        post(f"/api/challenge/{event['challenge']['id']}/accept")
    elif event["type"] == "gameStart":
        threading.Thread(target=play, args=(event["game"]["id"],), daemon=True).start()
    elif event["type"] == "gameFinish":
        print(json.dumps(event), flush=True)
