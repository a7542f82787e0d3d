# SPDX-License-Identifier: Apache-2.0
"""Results of CTest runs: read from its JUnit files, totalled, written as JUnit, JSON and HTML.

A case is a plain dictionary: machine, name, status (passed, failed, skipped or not conducted), seconds,
output. Only a test that ran and ended with its SKIP_RETURN_CODE, or that GoogleTest skipped, is skipped.
Everything else that has no verdict is not conducted: programs or files that are not there, set-ups that
failed, tests that are disabled, filters of GoogleTest that match no test.
"""
import html
import json
import re
import xml.etree.ElementTree as ElementTree

import result_tables
from whole_file import write_whole

NO_TEST = re.compile(r"\b0 tests from 0 test suites\b")  # what GoogleTest says of such a filter
SKIPPED = re.compile(r"^\[  SKIPPED \] ", re.MULTILINE)  # what GoogleTest says of a test that it skips
# The line in which a program says what it has compared; a text that quotes it is none.
COMPARED = re.compile(r"^(?:lockstep|seeds \d+ to \d+): (\d+) cycles compared\b", re.MULTILINE)
BAD = ("failed", "not conducted")
STATUSES = ("passed", "skipped", *BAD)
STYLE = """body { font-family: sans-serif; margin: 2em; } table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
td.seconds { text-align: right; } .failed { background: #fbb; } .skipped { background: #eee; }
.warning { background: #ffb; }
pre { white-space: pre-wrap; margin: 0; }"""


def not_conducted(machine, name):
    """A case that CTest says nothing about."""
    return {"machine": machine, "name": name, "status": "not conducted", "seconds": 0.0,
            "output": "CTest has no result: it ended before, or the program of the test is not built\n"}


def read_junit(path, machine, will_fail=()):
    """The cases of a file that `ctest --output-junit` wrote; none if it wrote none, or not all of it.
    `will_fail`: names of those that must fail, one of which may be that no test matches a filter."""
    try:
        root = ElementTree.parse(path).getroot()
    except (FileNotFoundError, ElementTree.ParseError):
        return []
    return [{"machine": machine, "name": case.get("name"), "status": status_of(case, will_fail),
             "seconds": float(case.get("time") or 0), "output": output_of(case)}
            for case in root.iter("testcase")]


def output_of(case):
    return case.findtext("system-out") or ""


def status_of(case, will_fail):
    if NO_TEST.search(output_of(case)) and case.get("name") not in will_fail:
        return "not conducted"
    skipped = case.find("skipped")
    reason = "" if skipped is None else skipped.get("message") or ""
    if reason.startswith("SKIP_RETURN_CODE="):
        return "skipped"
    if reason == "SKIP_REGULAR_EXPRESSION_MATCHED" and SKIPPED.search(output_of(case)):
        return "skipped"
    return {"run": "passed", "fail": "failed"}.get(case.get("status"), "not conducted")


def compared_cycles(case):
    """What a case has compared: nothing unless it passed. A case is one run; of several lines that say so, as
    of a program that shows what another has said, the largest number counts, and never their sum."""
    numbers = [int(number) for number in COMPARED.findall(case["output"])]
    return max(numbers, default=0) if case["status"] == "passed" else 0


def totals(cases):
    """Numbers of all cases together and of every machine. `cases` has each that was expected."""
    machines = sorted({case["machine"] for case in cases})
    return count(cases) | {"machines": {machine: count([case for case in cases if case["machine"] == machine])
                                        for machine in machines}}


def count(cases):
    of = {status: sum(case["status"] == status for case in cases) for status in STATUSES}
    return {"expected": len(cases), "conducted": of["passed"] + of["failed"], "passed": of["passed"],
            "failed": of["failed"], "skipped": of["skipped"], "not_conducted": of["not conducted"],
            "compared_cycles": sum(map(compared_cycles, cases)),
            "seconds": round(sum(case["seconds"] for case in cases), 1)}


def problems(numbers):
    """Why a run is not a success, besides the failed cases; a list of sentences."""
    found = []
    for machine, own in numbers["machines"].items():
        if own["not_conducted"]:
            found.append(f"{machine}: {own['not_conducted']} of {own['expected']} cases were not conducted")
        if own["compared_cycles"] == 0:
            found.append(f"{machine}: no cycle was compared")
    return found


def write_junit(path, cases):
    suites = ElementTree.Element("testsuites")
    for machine in sorted({case["machine"] for case in cases}):
        own = [case for case in cases if case["machine"] == machine]
        numbers = count(own)
        suite = ElementTree.SubElement(suites, "testsuite", name=machine, tests=str(numbers["expected"]),
                                       failures=str(numbers["failed"]), errors=str(numbers["not_conducted"]),
                                       skipped=str(numbers["skipped"]))
        for case in own:
            element = ElementTree.SubElement(suite, "testcase", classname=machine, name=case["name"],
                                             time=f"{case['seconds']:.3f}")
            tag = {"failed": "failure", "skipped": "skipped", "not conducted": "error"}.get(case["status"])
            if tag:
                ElementTree.SubElement(element, tag)
            ElementTree.SubElement(element, "system-out").text = printable(case["output"])
    write_whole(path, ElementTree.tostring(suites, encoding="unicode", xml_declaration=True))


def printable(text):
    """Without the control characters that XML 1.0 has no way to write."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", "?", text)


def write_json(path, suite, cases, numbers):
    rows = [{key: case[key] for key in ("machine", "name", "status", "seconds")} for case in cases]
    content = result_tables.file_of("cases", {"suite": suite, "totals": numbers, "cases": rows})
    write_whole(path, json.dumps(content, indent=1) + "\n")


def write_html(path, title, cases, numbers):
    rows = []
    for case in sorted(cases, key=lambda c: (c["status"] not in BAD, c["machine"], c["name"])):
        output = f"<pre>{html.escape(case['output'])}</pre>"
        bad = case["status"] in BAD
        if not bad:
            output = f"<details><summary>output</summary>{output}</details>"
        shade = "failed" if bad else case["status"]
        rows.append(f"<tr class=\"{shade}\"><td>{html.escape(case['machine'])}</td>"
                    f"<td>{html.escape(case['name'])}</td><td>{case['status']}</td>"
                    f"<td class=\"seconds\">{case['seconds']:.1f}</td><td>{output}</td></tr>")
    found = "".join(f'<p class="{kind}">{html.escape(text)}</p>\n'
                    for kind, key in (("failed", "problems"), ("warning", "warnings"))
                    for text in numbers.get(key, []))
    write_whole(path, f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>
<style>{STYLE}</style></head><body>
<h1>{html.escape(title)}</h1>
<p>{html.escape(sentence(numbers))}</p>
{found}<table><tr><th>machine</th><th>case</th><th>result</th><th>seconds</th><th>output</th></tr>
{chr(10).join(rows)}
</table></body></html>
""")


def sentence(numbers):
    text = (f"{numbers['expected']} expected, {numbers['conducted']} conducted, {numbers['failed']} failed, "
            f"{numbers['skipped']} skipped; {numbers['compared_cycles']} cycles compared")
    if "minutes" in numbers:
        text += f"; {numbers['minutes']:g} of {numbers['budget']:g} minutes"
    return text
