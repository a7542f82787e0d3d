#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every bug of the zoo: check_zoo.py BIN LOGS BUG.sed...

The bugs are those planted, in the same order (plant_all.py). Each header names the run. Of the core that
is random programs: the field of the probe that differs first, and the unit that lockstep names for it, must
be those of the header. Of the others the header names a test, too: it must fail, and what its first failed
check says must hold the text the header reports, which names the unit. Slower bugs of the DMA are legal and
have no unit; all tests of their header must fail, and no assertion. Without a bug (NVE_BUG=0) all runs
must pass. Logs go to the folder LOGS, beside zoo.json with the totals. Exit code: 1 if a bug is not caught,
2 if a header lacks a line.
"""
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

from bug_header import header, refuse

SECONDS = 300  # of one run; a test that hangs has not reported anything
# A failed check, or an assertion of the RTL, which ends the program
FAILED = (1, -signal.SIGABRT)
# GoogleTest, in the end
NONE_PASSED = "[  PASSED  ] 0 tests."
# Random programs stop at the tenth that fails.
SEEDS = "1-400"
PROFILE = "mixed"
KINDS = ("core", "dma", "host", "slower")
# The field and the unit that lockstep names first, of the core's runs
FIRST = re.compile(r"^ *first: ([a-z0-9_]+)(?:\[\d+\])? (\([A-Za-z]+\))", re.M)
# Where a failed check of a test begins, an assertion of the RTL included, and where what is behind it does
CHECK = re.compile(r"^(?:.*:\d+: Failure|.*: Assertion failed in .*)$", re.M)
BEHIND = re.compile(r"^(?:.*:\d+: Failure|.*: Assertion failed in .*|\[  FAILED  \] .*|%Error: .*)$", re.M)


@dataclasses.dataclass
class Bug:
    name: str
    kind: str
    test: str
    report: str


def read_bug(path):
    bug = pathlib.Path(path)
    kind, report = header(bug, "run", KINDS), header(bug, "report")
    if kind == "slower":
        return Bug(bug.stem, kind, header(bug, "test"), report)
    unit = header(bug, "unit")
    if kind == "core":
        return Bug(bug.stem, kind, "", f"{report} ({unit})")
    if unit.lower() not in report.lower():
        refuse(f"{bug}: report: found '{report}', allowed: a text with the name of the unit, '{unit}'")
    return Bug(bug.stem, kind, header(bug, "test"), report)


def command(tools, kind, test):
    tool = str(tools / f"nve-zoo-{kind}")
    if kind == "core":
        return [tool, "--seeds", SEEDS, "--profile", PROFILE]
    return [tool, f"--gtest_filter={test}", "--gtest_brief=1"]


def first_check(text):
    """The lines of the first failed check of a test; empty if none failed."""
    begin = CHECK.search(text)
    if not begin:
        return ""
    end = BEHIND.search(text, begin.end())
    return text[begin.start():end.start() if end else len(text)]


def run(tools, kind, test, number, log):
    """Exit code and text of a run with a bug."""
    try:
        done = subprocess.run(command(tools, kind, test), env={**os.environ, "NVE_BUG": str(number)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        code, text = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        code, text = None, (expired.stdout or b"").decode(errors="replace")
    log.write_text(text, encoding="utf-8")
    return code, text


def check(tools, logs, number, bug):
    """The bug's name, what was found, and the problem, empty if there is none."""
    code, text = run(tools, bug.kind, bug.test, number, logs / f"{bug.name}.log")
    if bug.kind == "core":
        first = FIRST.search(text)
        found = " ".join(first.groups()) if first else ""
        caught = found == bug.report
    else:
        found = first_check(text).strip()
        caught = bug.report in found
    if bug.kind == "slower":
        # Legal, so no assertion of the RTL fails; and seen by all of its tests, of every build
        caught = caught and code == 1 and NONE_PASSED in text
    if code in FAILED and caught:
        return bug.name, bug.report, ""
    return bug.name, found, f"exit code {code}; report '{found}', expected '{bug.report}'"


def check_without_bug(tools, logs, kind, tests):
    test = tests[0] if kind == "core" else ":".join(tests)
    code, text = run(tools, kind, test, 0, logs / f"none_{kind}.log")
    ran = "0 failed" in text if kind == "core" else code == 0
    return f"no bug, {kind}", "", "" if code == 0 and ran else f"exit code {code}, expected 0"


def main(arguments):
    if len(arguments) < 3:
        refuse(f"found {len(arguments)} arguments, allowed: BIN LOGS BUG.sed...")
    tools, logs, *paths = (pathlib.Path(path) for path in arguments)
    bugs = [read_bug(path) for path in paths]
    logs.mkdir(parents=True, exist_ok=True)
    tests = {}
    for bug in bugs:
        tests.setdefault(bug.kind, set()).add(bug.test)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(check_without_bug, tools, logs, kind, sorted(names))
                   for kind, names in sorted(tests.items())]
        waiting += [pool.submit(check, tools, logs, number, bug) for number, bug in enumerate(bugs, 1)]
        results = [job.result() for job in waiting]
    failed = [(name, problem) for name, _, problem in results if problem]
    for name, found, problem in results:
        print(f"{name:28} {'FAILED: ' + problem if problem else 'caught: ' + found if found else 'passes'}")
    print(f"bugs: {len(bugs)} expected, {len(results) - len(tests)} conducted, {len(failed)} failed")
    totals = {"expected": len(bugs), "conducted": len(results) - len(tests), "failed": len(failed),
              "failures": dict(failed)}
    unfinished = logs / "zoo.json.tmp"
    unfinished.write_text(json.dumps(totals, indent=2) + "\n", encoding="utf-8")
    unfinished.replace(logs / "zoo.json")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
