"""monitoring.py NUMBERS FOLDER PAGE: do the dashboard and the rules in FOLDER ask only for what
a server tells, by values of labels that there are? NUMBERS is what its /metrics said. And does PAGE
tell what each number is and what to do about each alert? Prints what is wrong, and fails."""

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


def expressions_of_dashboard():
    board = json.load(open(f"{folder}/dashboard.json"))
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for variable in board["templating"]["list"]:
        yield variable["name"], str(variable["query"])


names = told()
rules = open(f"{folder}/alerts.yml").read()
drawn = list(expressions_of_dashboard())
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
