#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a shard of check_zoo.py runs: zoo_bug.py TOOL KIND TEST REPORT NUMBER RESULT

Runs TOOL with bug NUMBER (0: none), writes what it prints to RESULT/run.log, and prints REPORT, or what is
wrong. TEST is a filter of GoogleTest, of the core seeds. Exit code: 0 if the bug is caught or, without one,
the run passes; 1 if not.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import script_main  # noqa: E402

SECONDS = 300  # of one run; a test that hangs has not reported anything
# A failed check, or an assertion of the RTL, which ends the program
FAILED = (1, -signal.SIGABRT)
# GoogleTest, in the end
NONE_PASSED = "[  PASSED  ] 0 tests."
PROFILE = "mixed"  # of random programs
# The field and the unit that lockstep names first, of the core's runs
FIRST = re.compile(r"^ *first: ([a-z0-9_]+)(?:\[\d+\])? (\([A-Za-z]+\))", re.M)
# Where a failed check of a test begins, an assertion of the RTL included, and where what is behind it does
CHECK = re.compile(r"^(?:.*:\d+: Failure|.*: Assertion failed in .*)$", re.M)
BEHIND = re.compile(r"^(?:.*:\d+: Failure|.*: Assertion failed in .*|\[  FAILED  \] .*|%Error: .*)$", re.M)


def command(tool, kind, test):
    if kind == "core":
        return [tool, "--seeds", test, "--profile", PROFILE]
    return [tool, f"--gtest_filter={test}", "--gtest_brief=1"]


def first_check(text):
    """The lines of the first failed check of a test; empty if none failed."""
    begin = CHECK.search(text)
    if not begin:
        return ""
    end = BEHIND.search(text, begin.end())
    return text[begin.start():end.start() if end else len(text)]


def run(words, number, log):
    """Exit code and text of a run with a bug."""
    try:
        done = subprocess.run(words, env={**os.environ, "NVE_BUG": number}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        code, text = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        code, text = None, (expired.stdout or b"").decode(errors="replace")
    log.write_text(text, encoding="utf-8")
    return code, text


def problem_of(kind, report, code, text):
    """Why a run with a bug has not caught it; empty if it has."""
    if kind == "core":
        first = FIRST.search(text)
        found = " ".join(first.groups()) if first else ""
        caught = found == report
    else:
        found = first_check(text).strip()
        caught = report in found
    if kind == "slower":
        # Legal, so no assertion of the RTL fails; and seen by all of its tests, of every build
        caught = caught and code == 1 and NONE_PASSED in text
    return "" if code in FAILED and caught else f"exit code {code}; report '{found}', expected '{report}'"


def problem_without_bug(kind, code, text):
    ran = kind != "core" or "0 failed" in text
    return "" if code == 0 and ran else f"exit code {code}, expected 0"


def main():
    tool, kind, test, report, number, result = sys.argv[1:]
    code, text = run(command(tool, kind, test), number, pathlib.Path(result) / "run.log")
    problem = (problem_without_bug(kind, code, text) if number == "0" else
               problem_of(kind, report, code, text))
    print(problem or report)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(script_main.run("zoo_bug.py", main, "there is no result"))
