#!/usr/bin/env python3
"""Runs every bug of the zoo: check_zoo.py BIN LOGS BUG.sed...

The bugs are those planted, in the same order (plant_all.py). Each header names a run and a test; with the bug
the test must fail and report what the header says, and without a bug (NVE_BUG=0) it must pass. Logs go to the
folder LOGS, beside zoo.json with the totals.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

SECONDS = 300  # of one run; a test that hangs has not reported anything
# A failed check, or an assertion of the RTL, which ends the program
FAILED = (1, -signal.SIGABRT)
# Random programs stop at the tenth that fails.
SEEDS = "1-400"
# What lockstep says first, of the core's runs
FIRST = re.compile(r"lockstep mismatch: .*: ([a-z0-9_]+)(?:\[\d+\])? differs")


def header(bug, key):
    found = re.search(rf"^# {key}: (.*)$", bug.read_text(encoding="utf-8"), re.M)
    return found.group(1) if found else ""


def command(tools, kind, test):
    tool = str(tools / f"nve-zoo-{kind}")
    if kind == "core":
        return [tool, "--seeds", SEEDS, "--profile", test or "mixed"]
    return [tool, f"--gtest_filter={test}", "--gtest_brief=1"]


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
    kind, test, report = (header(bug, key) for key in ("run", "test", "report"))
    code, text = run(tools, kind, test, number, logs / f"{bug.stem}.log")
    if kind == "core":
        first = FIRST.search(text)
        found = first.group(1) if first else ""
        good = found == report
    else:
        found = report if report and report in text else ""
        good = bool(found)
    if code in FAILED and good:
        return bug.stem, found, ""
    return bug.stem, found, f"exit code {code}; report '{found}', expected '{report}'"


def check_without_bug(tools, logs, kind, tests):
    test = tests[0] if kind == "core" else ":".join(tests)
    code, text = run(tools, kind, test, 0, logs / f"none_{kind}.log")
    ran = "0 failed" in text if kind == "core" else code == 0
    return f"no bug, {kind}", "", "" if code == 0 and ran else f"exit code {code}, expected 0"


def main(tools, logs, *paths):
    tools, logs = pathlib.Path(tools), pathlib.Path(logs)
    logs.mkdir(parents=True, exist_ok=True)
    bugs = [pathlib.Path(path) for path in paths]
    tests = {}
    for bug in bugs:
        tests.setdefault(header(bug, "run"), set()).add(header(bug, "test"))
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
    (logs / "zoo.json").write_text(json.dumps(totals, indent=2) + "\n", encoding="utf-8")
    return 1 if failed or not bugs else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
