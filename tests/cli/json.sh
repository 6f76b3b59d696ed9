#!/bin/bash
# What commands print with --json is JSON of the shape that docs/json.md tells: the same
# members, the same types, and the values of the lines that they print without it.
set -u
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$flagfall" "$work" docs/json.md <<'PYTHON'
import json
import re
import subprocess
import sys

flagfall, work, docs = sys.argv[1:]
passed = failed = 0
setup = "MBCDDEEKLB" + "A" * 30
GAME = f'[Edition "duel"]\n[RedSetup "{setup}"]\n[BlueSetup "{setup}"]\n\n1. d1-d4 g10-g7\n2. d4-d3\n\n'
with open(f"{work}/games.ffr", "w") as file:
    file.write(GAME + GAME.replace("d4-d3", "a1-a2") + '[Edition "none"]\n')
with open(f"{work}/good.ffr", "w") as file:
    file.write(GAME)


def check(what, found, expected=True):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"not so: {what}\n  found    {found}\n  expected {expected}")


def run(*words):
    return subprocess.run((flagfall,) + words, capture_output=True, text=True).stdout


def told_members():
    """Of docs/json.md: command, then member and type, from the tables."""
    told, command = {}, None
    for line in open(docs, encoding="utf-8"):
        heading = re.match(r"## `?flagfall ([a-z]+)", line)
        row = re.match(r"\| `([^`]+)` \| ([a-z]+)", line)
        if heading:
            command = heading[1]
        elif line.startswith("## "):
            command = None
        elif command and row:
            told.setdefault(command, {})[row[1]] = row[2]
    return told


TYPES = {"number": (int, float), "string": str, "list": list, "object": dict, "boolean": bool}
told = told_members()


def check_object(command, thing):
    check(f"{command}: its version comes first", list(thing)[0], "format_version")
    check(f"{command}: its version", thing["format_version"], 1)
    for member, value in thing.items():
        name = next((row for row in told[command] if re.fullmatch(row.replace("*", ".*"), member)), None)
        if member == "format_version":
            continue
        check(f"{command}: docs/json.md tells of {member}", name is not None)
        if name and value is not None:
            check(f"{command}: {member} is a {told[command][name]}",
                  isinstance(value, TYPES[told[command][name]]), True)


def value_of(text):
    return json.loads(text) if re.fullmatch(r"-?(0|[1-9]\d{0,14})(\.\d+)?", text) else text


def as_lines(command, *words, first=None, stable=True, head=0):
    """The objects of --json hold what the lines without it say."""
    lines, objects = run(command, *words).splitlines()[head:], run(command, *words, "--json").splitlines()
    check(f"{command}: as many objects as lines", len(objects), len(lines))
    check(f"{command}: there are some", len(lines) > 0)
    for line, text in zip(lines, objects):
        thing = json.loads(text)
        check_object(command, thing)
        pairs = dict(re.findall(r"(\S+?)=(\S+)", line))
        keys = ([first] if first else []) + list(pairs)
        check(f"{command}: members of {line}", list(thing)[1:], keys)
        if stable:
            check(f"{command}: values", {key: thing[key] for key in pairs},
                  {key: value_of(value) for key, value in pairs.items()})


as_lines("perft", "--edition", "duel", "2")
as_lines("bench", "playouts", "--seconds", "1", "--edition", "examples/editions/toy-3x3.ffe", first="benchmark",
         stable=False)
as_lines("selfplay", "random", "--games", "4", "--edition", "duel")
as_lines("solve", "examples/editions/toy-3x3.ffe", "--plies", "5", "--iterations", "16", "--strategy")
as_lines("learn", "--games", "64", "--every", "64", "--editions", "examples/editions/toy-4x4.ffe", "--trial", "2",
         "--against", "random")

for text in run("check", "--json", f"{work}/games.ffr").splitlines():
    check_object("check", json.loads(text))
for text in run("analyse", "--json", f"{work}/good.ffr").splitlines():
    check_object("analyse", json.loads(text))
for text in run("convert", "--to", "json", f"{work}/good.ffr", f"{work}/good.ffr").splitlines():
    check_object("convert", json.loads(text))
for command in ("replay", "convert"):
    words = ("--json",) if command == "replay" else ("--to", "json")
    thing = json.loads(run(command, *words, f"{work}/good.ffr"))
    check_object(command, thing)
    check(f"{command}: plies", len(thing["game"]["events"]), 3)
for viewer, hidden in (("all", 0), ("red", 9), ("blue", 9), ("spectator", 18)):
    thing = json.loads(run("show", "--json", "--viewer", viewer, "--ply", "2", f"{work}/good.ffr"))
    check_object("show", thing)
    check(f"show to {viewer}: the last move", (thing["move"], thing["turn"]), ("g10-g7", "red"))
    check(f"show to {viewer}: what is hidden", sum(thing["board"].count(sign) for sign in "-+?!"), hidden)
    check("show: squares and water", (len(thing["board"]), thing["board"].count("_")), (100, 8))
run("match", "one-ply", "level:5", "--games", "4", "--edition", "barrage", "--seed", "5", "--record", f"{work}/m.ffr")
as_lines("puzzles", f"{work}/m.ffr", "--nodes", "1000", "--most", "1", head=1)
editions = json.loads(run("editions", "--json"))
check_object("editions", editions)
check("editions: one that is named is the same", json.loads(run("editions", "--json", "duel"))["editions"],
      [edition for edition in editions["editions"] if edition["id"] == "duel"])
for language in ("nl", "fr", "de", "en"):
    rules = json.loads(run("rules", "tournament", "--lang", language, "--json"))
    check_object("rules", rules)
    check(f"rules in {language}", rules["text"], run("rules", "tournament", "--lang", language))
match = ("--games", "2", "--edition", "barrage", "--json")
check_object("match", json.loads(run("match", "random", "random", *match, "--sprt", "0,500")))
check_object("tournament", json.loads(run("tournament", "random", "a=random", "b=random", *match)))

store = f"{work}/store.db"
server = subprocess.Popen([flagfall, "serve", "--port", "0", "--store", store, "--log", "off", "--sandbox", "off"],
                          stdout=subprocess.PIPE, text=True)
server.stdout.readline()
run("admin", "--store", store, "ban", "192.0.2.7")
for words in (("list",), ("bans",), ("add-bot", "Clanker"), ("check",)):
    text = run("admin", "--store", store, "--json", *words)
    for line in text.splitlines():
        check_object("admin", json.loads(line))
    check(f"admin {words[0]} says something", bool(text), words[0] != "list")
server.terminate()
server.wait()
for line in run("store", "copy", "--json", store, f"{work}/copy.db").splitlines():
    check_object("store", json.loads(line))

check("every command with --json is told of", set(told) - {"convert"}, {
    command for command in re.findall(r"^  ([a-z]+) ", run("help"), re.M)
    if re.search(r"^  --json ", run("help", command), re.M)})
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
PYTHON
