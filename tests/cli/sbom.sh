#!/bin/bash
# tools/sbom: the list of parts is CycloneDX, names all that the program is linked with, and
# is the same each time. The last line is `N passed, N failed`.
set -u
. "$(dirname "$0")/lib/checks.sh"
unset SOURCE_DATE_EPOCH

status_is() {
    local expected=$1
    shift
    "$@" >/dev/null
    [ $? = "$expected" ]
}

tools/sbom "$program" >"$work/bill" || echo "tools/sbom fails"
tools/sbom "$program" >"$work/again"
SOURCE_DATE_EPOCH=1700000000 tools/sbom "$program" >"$work/dated"

check "the same bytes each time" cmp "$work/bill" "$work/again"
check "a time only where it is given" sh -c '! grep -q timestamp "$1"' - "$work/bill"
check "the time that is given" grep -q '"timestamp": "2023-11-14T22:13:20Z"' "$work/dated"
check "a licence as in the file" grep -q '^BSD 2-Clause License' LICENSE
check "no program, no list" status_is 2 tools/sbom

# The fields that the specification (cyclonedx.org/docs/1.5/json) requires, and their forms.
check "as the specification wants it" python3 - "$work/bill" "$program" <<'PYTHON'
import hashlib, json, os, re, subprocess, sys

bill = json.load(open(sys.argv[1]))
assert bill["bomFormat"] == "CycloneDX" and bill["specVersion"] == "1.5" and bill["version"] == 1
assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
assert set(bill) <= {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata",
                     "components", "dependencies"}
whole = bill["metadata"]["component"]
assert whole["hashes"][0] == {
    "alg": "SHA-256", "content": hashlib.sha256(open(sys.argv[2], "rb").read()).hexdigest()}
said = subprocess.run([sys.argv[2], "--version"], capture_output=True, text=True).stdout.split()
assert [whole["name"], whole["version"]] == said

refs = [whole["bom-ref"]]
for part in bill["components"]:
    refs.append(part["bom-ref"])
    if part["type"] == "file":
        continue
    assert part["type"] == "library" and part["name"] and part["version"], part
    assert re.fullmatch(r"pkg:deb/[a-z]+/[A-Za-z0-9.+%-]+@[^?\s]+\?arch=[a-z0-9]+&distro=[a-z0-9.-]+",
                        part["purl"]), part["purl"]
    assert part["licenses"], part
    for licence in part["licenses"]:
        assert len({"id", "name"} & set(licence["license"])) == 1, licence
assert len(refs) == len(set(refs))
assert sorted(entry["ref"] for entry in bill["dependencies"]) == sorted(refs)
for entry in bill["dependencies"]:
    assert set(entry["dependsOn"]) <= set(refs)
    assert len(entry["dependsOn"]) == len(set(entry["dependsOn"]))

# What the page brings that others made, as it is shipped, and its licence beside it.
files = [part for part in bill["components"] if part["type"] == "file"]
shipped = {os.path.join(where, name) for where, _, names in os.walk("web") for name in names
           if name.endswith((".woff2", ".woff", ".ttf", ".otf"))}
assert shipped and {part["name"] for part in files} == shipped
for part in files:
    content = open(part["name"], "rb").read()
    assert part["hashes"][0]["content"] == hashlib.sha256(content).hexdigest()
    assert part["licenses"] == [{"license": {"id": "OFL-1.1"}}]
    licence = os.path.join(os.path.dirname(part["name"]), "OFL.txt")
    assert "SIL OPEN FONT LICENSE Version 1.1" in open(licence).read()

# Every library that the loader finds.
libraries = [part for part in bill["components"] if part["type"] == "library"]
named = {p["value"] for part in libraries for p in part["properties"]
         if p["name"] == "debian:library"}
linked = subprocess.run(["ldd", sys.argv[2]], capture_output=True, text=True).stdout
linked = {line.split()[0].rpartition("/")[2] for line in linked.splitlines()
          if "/" in line}
assert len(linked) > 10 and linked <= named, linked - named
# What is loaded by name when the server starts, though no loader knows of it.
assert "libwebsockets-evlib_ev.so" in named and "libev.so.4" in named, named
of = {p["value"]: part for part in libraries for p in part["properties"]}
known = {"libexpat.so.1": "MIT", "libz.so.1": "Zlib", "libjansson.so.4": "MIT"}
for library, licence in known.items():
    assert {"license": {"id": licence}} in of[library]["licenses"], of[library]
direct = next(e for e in bill["dependencies"] if e["ref"] == whole["bom-ref"])["dependsOn"]
for library in ("libwebsockets.so.17", "libsodium.so.23", "libsqlite3.so.0", "libjansson.so.4"):
    if library in of:
        assert of[library]["bom-ref"] in direct, library
PYTHON

finish
