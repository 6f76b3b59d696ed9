"""monitoring.py NUMBERS FOLDER PAGE RULES: do the dashboard and the rules in FOLDER ask only for what
a server tells, by values of labels that there are? NUMBERS is what its /metrics said. And does PAGE
tell what each number is and what to do about each alert? Is the dashboard what Grafana takes, by its
documented JSON model and the kinds of panels and units that it has? Prints what is wrong, and fails.
Writes what the dashboard asks for into RULES, as rules that promtool can read."""

import json
import re
import sys

numbers, folder, page = open(sys.argv[1]).read(), sys.argv[2], open(sys.argv[3]).read()
faults = []


def told():
    """Each name that can be asked for: the labels of its samples, where it has any now."""
    names = {}
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", numbers, re.M):
        for suffix in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",):
            names[name + suffix] = re.findall(rf"^{name}{suffix}\{{(.*?)\}} ", numbers, re.M)
    return names


def look_at(expression, where, names):
    for name, selector in re.findall(r"(flagfall_\w+)(?:\{(.*?)\})?", expression):
        if name not in names:
            faults.append(f"{where}: no server tells {name}")
            continue
        for label in re.findall(r'\w+="[^"$]*"', selector):
            if names[name] and not any(label in sample for sample in names[name]):
                faults.append(f"{where}: {name} has no {label}")


# Of Grafana: what a dashboard and a panel have, and of each the type.
BOARD = {"title": str, "uid": str, "tags": list, "timezone": str, "editable": bool, "time": dict,
         "refresh": str, "schemaVersion": int, "version": int, "templating": dict, "panels": list}
PANEL = {"id": int, "type": str, "title": str, "gridPos": dict}
DRAWN = {"description": str, "datasource": dict, "fieldConfig": dict, "options": dict, "targets": list}
TARGET = {"refId": str, "datasource": dict, "expr": str}
KINDS = ("row", "stat", "timeseries")
UNITS = ("none", "short", "s", "bytes", "percentunit", "ops", "dateTimeFromNow")
WIDTH = 24


def look_at_members(of, members, where):
    for name, kind in members.items():
        if not isinstance(of.get(name), kind):
            faults.append(f"{where}: {name} is not a {kind.__name__}")


def look_at_panel(panel, where):
    look_at_members(panel, PANEL, where)
    if panel["type"] not in KINDS:
        faults.append(f"{where}: a panel {panel['type']}")
    if panel["type"] == "row":
        return
    look_at_members(panel, DRAWN, where)
    for target in panel["targets"]:
        look_at_members(target, TARGET, where)
        if target.get("datasource") != {"type": "prometheus", "uid": "${datasource}"}:
            faults.append(f"{where}: asks elsewhere than the others")
    if len({target.get("refId") for target in panel["targets"]}) != len(panel["targets"]):
        faults.append(f"{where}: two targets have one refId")
    if panel["fieldConfig"]["defaults"].get("unit") not in UNITS:
        faults.append(f"{where}: a unit {panel['fieldConfig']['defaults'].get('unit')}")


def places(panel):
    """The cells of Grafana's grid that it covers."""
    at = panel["gridPos"]
    return {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}


def look_at_board(board):
    look_at_members(board, BOARD, "dashboard")
    sources = [v["name"] for v in board["templating"]["list"] if v["type"] == "datasource"]
    if sources != ["datasource"] or len(board["uid"]) > 40:
        faults.append("dashboard: not one datasource to choose, or an uid of more than 40 characters")
    if len({panel["id"] for panel in board["panels"]}) != len(board["panels"]):
        faults.append("dashboard: two panels have one id")
    taken = set()
    for panel in board["panels"]:
        where = f"dashboard, {panel['title']}"
        look_at_panel(panel, where)
        if places(panel) & taken or any(not 0 <= x < WIDTH for x, _ in places(panel)):
            faults.append(f"{where}: lies on another or beyond the edge")
        taken |= places(panel)


def write_rules(path):
    """With what Grafana puts in the place of its variables."""
    with open(path, "w") as file:
        file.write("groups:\n- name: dashboard\n  rules:\n")
        for number, (_, expression) in enumerate(drawn):
            if "label_values" not in expression and expression != "prometheus":
                words = expression.replace("$instance", ".+")
                file.write(f"  - record: drawn:{number}\n    expr: {json.dumps(words)}\n")


board = json.load(open(f"{folder}/dashboard.json"))


def expressions_of_dashboard():
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for variable in board["templating"]["list"]:
        yield variable["name"], str(variable["query"])


names = told()
rules = open(f"{folder}/alerts.yml").read()
drawn = list(expressions_of_dashboard())
look_at_board(board)
write_rules(sys.argv[4])
for where, expression in drawn:
    look_at(expression, f"dashboard, {where}", names)
for rule in rules.split("- alert: ")[1:]:
    alert = rule.split()[0]
    look_at(rule, alert, names)
    if f"\n| `{alert}` |" not in page:
        faults.append(f"{alert}: the page does not say what to do")
    if f"alertname: {alert}\n" not in open(f"{folder}/alerts_test.yml").read():
        faults.append(f"{alert}: no test rings it")
for name in re.findall(r"^# TYPE flagfall_(\S+)", numbers, re.M):
    if not re.search(rf"^\|[^|]*`{name}`", page, re.M):
        faults.append(f"{name}: the page does not say what it is")
    if not any(f"flagfall_{name}" in expression for _, expression in drawn):
        faults.append(f"{name}: the dashboard does not draw it")
if len(drawn) < 20 or rules.count("- alert: ") < 15 or len(names) < 30:
    faults.append("too little was read")
print("\n".join(faults))
sys.exit(bool(faults))
