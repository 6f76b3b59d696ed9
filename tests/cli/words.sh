#!/bin/bash
# Help, pages of the manual and completion in bash, zsh and fish tell of the same commands and
# options as the program takes: no more, no fewer, with the same values.
set -u
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$flagfall" "$work/bin/flagfall"
export PATH=$work/bin:$PATH HOME=$work
for shell in bash zsh fish; do
    "$flagfall" help --completion $shell >"$work/words.$shell" || exit 1
done
cat >"$work/ask.bash" <<'BASH'
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_flagfall
printf '%s\n' "${COMPREPLY[@]}"
BASH
cat >"$work/ask.zsh" <<'ZSH'
compdef() { }
_describe() { print -l -- ${commands%%:*} }
_arguments() { print -l -- "$@" }
source $1
shift
words=("$@")
CURRENT=$#words
_flagfall
ZSH
cat >"$work/ask.fish" <<'FISH'
source $argv[1]
complete -C "$argv[2..]"
FISH
python3 - "$work" <<'PYTHON'
import glob
import os
import re
import shutil
import subprocess
import sys

work = sys.argv[1]
passed = failed = 0


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, cwd=work, **more)


def flagfall(*words):
    return run("flagfall", *words)


def check(what, found, expected):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"not so: {what}\n  found    {found}\n  expected {expected}")


def help_rows(command):
    """Option: the name of its value, or None."""
    rows = re.findall(r"^  (--?[a-z-]+)(?: (\S+))?(?: {2,}| (?=[a-z(]))", flagfall(command, "--help").stdout, re.M)
    return {name: value or None for name, value in rows}


def man_rows(command):
    page = flagfall("help", "--man", command).stdout
    rows = re.findall(r"^\.TP\n\\fB(\S+)\\fR(?: \\fI(.*)\\fR)?$", page, re.M)
    return {name.replace("\\-", "-"): value.replace("\\-", "-") or None for name, value in rows}


def bash(*words):
    return set(run("bash", work + "/ask.bash", work + "/words.bash", "flagfall", *words).stdout.split())


def zsh(*words):
    return run("zsh", "-f", work + "/ask.zsh", work + "/words.zsh", "flagfall", *words).stdout.splitlines()


def fish(*words):
    line = " ".join(("flagfall",) + words)
    done = run("fish", "--no-config", work + "/ask.fish", work + "/words.fish", line)
    return set(row.split("\t")[0] for row in done.stdout.splitlines())


def choices(value):
    return set(value.split("|")) if value and "|" in value else None


def takes(command, name, value):
    """What the program itself says of an option."""
    if value is None:
        check(f"{command} {name} is a flag", "takes no value" in flagfall(command, name + "=x").stderr, True)
        return
    said = flagfall(command, name).stderr
    check(f"{command} {name} takes a value", f"{name} wants a value: {value}\n" in said, True)
    if choices(value):
        said = flagfall(command, name, "nonsense").stderr
        check(f"{command} {name} names its values", choices(value) <= set(re.split(r"\W+", said)), True)


commands = re.findall(r"^  ([a-z]+) ", flagfall("help").stdout, re.M)
check("there are commands", len(commands) > 15, True)
check("the manual has the same", set(re.findall(r"^\.BR flagfall\\-(\w+)", flagfall("help", "--man").stdout, re.M)),
      set(commands))
check("bash has the same", bash(""), set(commands))
check("bash begins one", bash("tourn"), {"tournament"})
shells = {shell: shutil.which(shell) for shell in ("zsh", "fish")}
for shell, path in shells.items():
    if not path:
        print(f"skipped: completion in {shell}: it is not installed")
if shells["zsh"]:
    check("zsh has the same", set(zsh("")), set(commands) | {"--help", "--version"})
if shells["fish"]:
    check("fish has the same", fish("") & set(commands), set(commands))

everything = set()
for command in commands:
    rows = help_rows(command)
    everything |= set(rows)
    check(f"the manual of {command}", man_rows(command), rows)
    check(f"{command}: an option that it does not tell of",
          "unknown option '--nonsense'" in flagfall(command, "--nonsense").stderr, True)
    for name, value in rows.items():
        if name != "--help":
            takes(command, name, value)
        if choices(value):
            check(f"bash: {command} {name}", bash(command, name, ""), choices(value))
            check(f"bash: {command} {name}=", bash(command, name, "=", ""), choices(value))
            if shells["fish"]:
                check(f"fish: {command} {name}", fish(command, name, "''"), choices(value))
    check(f"bash: {command}", bash(command, "-"), set(rows))
    if shells["zsh"]:
        found = {re.split(r"[=\[]", row)[0] for row in zsh(command, "-") if row.startswith("-")}
        check(f"zsh: {command}", found, set(rows))
    if shells["fish"]:
        check(f"fish: {command}", {word.rstrip("=") for word in fish(command, "--")},
              {name for name in rows if name.startswith("--")})

open(os.path.join(work, "a game.ffr"), "w").close()
check("bash offers editions", {"barrage", "tournament"} <= bash("rules", ""), True)
check("bash offers an edition's files too", "a game.ffr" in run(
    "bash", work + "/ask.bash", work + "/words.bash", "flagfall", "match", "--edition", "a").stdout, True)
check("bash offers files", run("bash", work + "/ask.bash", work + "/words.bash", "flagfall", "check", "a ").stdout,
      "a game.ffr\n")
check("bash offers commands of the operator", {"list", "announce", "backup"} <= bash("admin", ""), True)
check("bash offers what can be measured", bash("bench", ""), {"playouts", "search"})

named = set()
for path in glob.glob("cmd/*.c") + glob.glob("src/contest/*.c"):
    # Words that an option had before are understood, and not told.
    source = re.sub(r'\.alias = "[^"]*"', "", open(path, encoding="utf-8").read())
    named |= set(re.findall(r'"(--?[a-z][a-z-]*)"', source))
check("all options of the sources are told", everything - {"--help"}, named - {"--version", "--help", "-h"})
if shutil.which("groff"):
    for command in [None] + commands:
        page = flagfall(*filter(None, ("help", "--man", command))).stdout
        read = run("groff", "-man", "-ww", "-Tutf8", "-z", input=page)
        check(f"the page of {command} is one", (read.returncode, read.stderr), (0, ""))
else:
    print("skipped: whether roff reads the pages: groff is not installed")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
PYTHON
