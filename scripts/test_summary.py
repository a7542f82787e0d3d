"""Results of CTest runs: read from its JUnit files, totalled, written as JUnit, JSON and HTML.

A case is a plain dictionary: machine, name, status (passed, failed or skipped), seconds, output.
"""
import html
import json
import os
import pathlib
import re
import xml.etree.ElementTree as ElementTree

COMPARED = re.compile(r"(\d+) cycles compared")
STYLE = """body { font-family: sans-serif; margin: 2em; } table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
td.seconds { text-align: right; } .failed { background: #fbb; } .skipped { background: #eee; }
pre { white-space: pre-wrap; margin: 0; }"""


def write_whole(path, text):
    """All of a file or nothing of it."""
    path = pathlib.Path(path)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def read_junit(path, machine):
    """The cases of a file that `ctest --output-junit` wrote."""
    cases = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        status = {"run": "passed", "fail": "failed"}.get(case.get("status"), "skipped")
        cases.append({"machine": machine, "name": case.get("name"), "status": status,
                      "seconds": float(case.get("time") or 0), "output": case.findtext("system-out") or ""})
    return cases


def totals(cases, expected):
    """Numbers of a run in which `expected` cases were planned. Skipped ones are not conducted."""
    count = {status: sum(case["status"] == status for case in cases)
             for status in ("passed", "failed", "skipped")}
    return {"expected": expected, "conducted": count["passed"] + count["failed"], **count,
            "compared_cycles": sum(int(n) for case in cases for n in COMPARED.findall(case["output"])),
            "seconds": round(sum(case["seconds"] for case in cases), 1)}


def problems(numbers):
    """Why a run is not a success, besides the failed cases; a list of sentences."""
    found = []
    missing = numbers["expected"] - numbers["conducted"] - numbers["skipped"]
    if missing:
        found.append(f"{missing} of {numbers['expected']} cases were not conducted")
    if numbers["compared_cycles"] == 0:
        found.append("no cycle was compared")
    return found


def write_junit(path, cases):
    suites = ElementTree.Element("testsuites")
    for machine in sorted({case["machine"] for case in cases}):
        own = [case for case in cases if case["machine"] == machine]
        suite = ElementTree.SubElement(suites, "testsuite", name=machine, tests=str(len(own)),
                                       failures=str(sum(case["status"] == "failed" for case in own)),
                                       skipped=str(sum(case["status"] == "skipped" for case in own)))
        for case in own:
            element = ElementTree.SubElement(suite, "testcase", classname=machine, name=case["name"],
                                             time=f"{case['seconds']:.3f}")
            if case["status"] != "passed":
                ElementTree.SubElement(element, {"failed": "failure"}.get(case["status"], "skipped"))
            ElementTree.SubElement(element, "system-out").text = printable(case["output"])
    write_whole(path, ElementTree.tostring(suites, encoding="unicode", xml_declaration=True))


def printable(text):
    """Without the control characters that XML 1.0 has no way to write."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", "?", text)


def write_json(path, cases, numbers):
    rows = [{key: case[key] for key in ("machine", "name", "status", "seconds")} for case in cases]
    write_whole(path, json.dumps({"totals": numbers, "cases": rows}, indent=1) + "\n")


def write_html(path, title, cases, numbers):
    rows = []
    for case in sorted(cases, key=lambda c: (c["status"] != "failed", c["machine"], c["name"])):
        output = f"<pre>{html.escape(case['output'])}</pre>"
        if case["status"] != "failed":
            output = f"<details><summary>output</summary>{output}</details>"
        rows.append(f"<tr class=\"{case['status']}\"><td>{html.escape(case['machine'])}</td>"
                    f"<td>{html.escape(case['name'])}</td><td>{case['status']}</td>"
                    f"<td class=\"seconds\">{case['seconds']:.1f}</td><td>{output}</td></tr>")
    write_whole(path, f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>
<style>{STYLE}</style></head><body>
<h1>{html.escape(title)}</h1>
<p>{html.escape(sentence(numbers))}</p>
<table><tr><th>machine</th><th>case</th><th>result</th><th>seconds</th><th>output</th></tr>
{chr(10).join(rows)}
</table></body></html>
""")


def sentence(numbers):
    return (f"{numbers['expected']} expected, {numbers['conducted']} conducted, {numbers['failed']} failed, "
            f"{numbers['skipped']} skipped; {numbers['compared_cycles']} cycles compared")
