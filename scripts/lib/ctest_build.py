# SPDX-License-Identifier: Apache-2.0
"""The cases of a build folder: what CTest knows of them, how they are run, when they need no repeating."""
import contextlib
import functools
import json
import os
import re
import subprocess

import digests
import test_summary
from processes import end
from script_main import InputError

# What GoogleTest, a runner that it knows, RapidCheck and the tests themselves take from the environment:
# which tests there are, how often and with which seeds. A run that is to count takes what its cases say.
CHOOSING = re.compile(r"GTEST_|TESTBRIDGE_TEST_ONLY$|RC_PARAMS$|NVE_")
STARTS = re.compile(r"^\s*Start\s+\d+: ")
ENDED = re.compile(r"^\s*\d+/\d+ Test\s+#\d+: (.+?) \.{3,}\s*(.+?)\s+([\d.]+) sec")
OUTPUT_SIZES = ["--test-output-size-passed", "1000000", "--test-output-size-failed", "1000000"]
UNKNOWN_SECONDS = 30  # of a longer case that was never run here
LONGEST = 10800       # seconds; no case may take that long
TARGETS_OF_ALL = re.compile(r"^build (?:\S+/)?all: phony (.*)$", re.MULTILINE)  # in files of ninja
NOT_BUILT = "_NOT_BUILT"  # gtest_discover_tests has one case of this name for a program that is not there


def environment():
    """What the cases get of the environment, and the names of what they do not get."""
    kept_back = sorted(name for name in os.environ if CHOOSING.match(name))
    return {name: value for name, value in os.environ.items() if name not in kept_back}, kept_back


digest_of = functools.cache(digests.of_file)  # many cases run the same program


def names_of_all(folder):
    """Of the programs that building all builds, and not by a set-up of some cases; None if ninja did not."""
    file = folder / "build.ninja"
    if not file.is_file():
        return None
    targets = " ".join(TARGETS_OF_ALL.findall(file.read_text(encoding="utf-8"))).split()
    return {target.removeprefix("bin/") for target in targets if target.startswith("bin/")}


def end_in(line):
    """Name of a case, CTest's word for how it ended, and seconds; None if the line tells of no end."""
    found = ENDED.match(line)
    return found and (found[1], re.sub(r"\*+(Exception:)?", " ", found[2]).strip().lower(), float(found[3]))


class Build:
    """A build folder: its machine and its cases with a label, or without it, with the set-ups they need."""

    def __init__(self, folder, machine, label, without=False, unknown_seconds=UNKNOWN_SECONDS):
        self.folder, self.machine, self.unknown_seconds = folder, machine, unknown_seconds
        self.selection = ["-LE" if without else "-L", label]
        everything = self.shown([], f"{folder}: found no list of tests, build it first")
        tests = self.shown(self.selection,
                           f"--label: found '{label}', allowed: a regular expression of CMake")
        if not tests:
            raise InputError(f"{folder}: found no test {'without' if without else 'with'} label {label}")
        # Nobody knows the labels of cases that are not built: they may be among those asked for.
        found = {test["name"] for test in tests}
        tests += [test for test in everything
                  if test["name"].endswith(NOT_BUILT) and test["name"] not in found]
        self.cases = [test["name"] for test in tests]
        if twice := sorted({case for case in self.cases if self.cases.count(case) > 1}):
            raise InputError(f"{folder}: found several tests of the names {twice}, allowed: one of each")
        self.definitions = {test["name"]: self.definition(test) for test in tests}
        properties = {test["name"]: {one["name"]: one["value"] for one in test["properties"]}
                      for test in tests}
        if cleaning := [case for case, own in properties.items() if own.get("FIXTURES_CLEANUP")]:
            raise InputError(f"{folder}: {cleaning[0]}: found FIXTURES_CLEANUP, allowed: FIXTURES_SETUP; "
                             "nobody is there to run it last")
        self.made_by = {case: set(own.get("FIXTURES_SETUP", [])) for case, own in properties.items()}
        self.alone = {case for case, own in properties.items()
                      if own.get("RUN_SERIAL") or own.get("PROCESSORS", 1) > 1}
        self.will_fail = {case for case, own in properties.items() if own.get("WILL_FAIL")}
        self.needed_by = {case: set(own.get("FIXTURES_REQUIRED", [])) for case, own in properties.items()}
        names = names_of_all(folder)
        self.programs = {path.name: digest_of(path) for path in sorted((folder / "bin").iterdir())
                         if path.is_file() and (names is None or path.name in names)}

    def shown(self, options, problem):
        command = ["ctest", "--test-dir", str(self.folder), "--show-only=json-v1", *options]
        try:
            ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, errors="replace")
            return json.loads(ran.stdout)["tests"]
        except subprocess.CalledProcessError as error:
            said = " ".join(error.stderr.split())
            raise InputError(f"{problem} (CTest said: {said})" if said else problem) from None
        except (ValueError, KeyError):
            raise InputError(problem) from None
        except OSError as error:
            raise InputError(f"found no ctest to run ({error.strerror}), install CMake") from None

    def definition(self, test):
        """Changes with command and properties of a case, and with the sources that the command or the
        property REQUIRED_FILES names."""
        command = test.get("command", [])
        required = [path for one in test["properties"] if one["name"] == "REQUIRED_FILES"
                    for path in one["value"]]
        made = (f"{self.folder.absolute()}/", f"{self.folder.resolve()}/")  # by set-ups, anew each time
        files = [[path, digest_of(path)] for path in command + required
                 if os.path.isabs(path) and os.path.isfile(path) and not path.startswith(made)]
        return digests.of_text(json.dumps([command, test["properties"], files]))

    def set_ups_of(self, case):
        return sorted(other for other in self.cases if self.made_by[other] & self.needed_by[case])

    def with_fixtures(self, pending):
        """The cases to run so that those pending find their set-ups made."""
        pending = set(pending)
        while True:
            needed = set().union(*(self.needed_by[case] for case in pending))
            more = {case for case in self.cases if self.made_by[case] & needed} - pending
            if not more:
                return pending
            pending |= more

    def seconds(self):
        """What every case took here, by CTest's record of names, how often each ran, and mean seconds."""
        path = self.folder / "Testing" / "Temporary" / "CTestCostData.txt"
        costs = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
            fields = line.rsplit(maxsplit=2)
            with contextlib.suppress(IndexError, ValueError):
                # CTest begins with any number (10^9 s) as the mean of a case that it skips, and goes on with
                # it when the case runs.
                if int(fields[1]) > 0 and float(fields[2]) < LONGEST:
                    costs[fields[0]] = float(fields[2])
        return {case: costs.get(case, self.unknown_seconds) for case in self.cases}

    def run(self, pending, jobs, ended, junit, said=None):
        """The pending cases and what has become of each. Calls ended(case, result, seconds) meanwhile, and
        said(line) with what CTest says besides, the output of cases that failed among it."""
        running = set(pending)
        junit.unlink(missing_ok=True)
        command = ["ctest", "--test-dir", str(self.folder), *self.selection, "-j", str(jobs),
                   "--output-junit", str(junit.resolve()), *OUTPUT_SIZES]
        if said:
            command.append("--output-on-failure")
        if leave_out := [case for case in self.cases if case not in pending]:
            command += ["-E", "^(" + "|".join(re.escape(case) for case in leave_out) + ")$"]
        # A session of its own: the end of all its processes is up to this script
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                              errors="replace", start_new_session=True, env=environment()[0]) as process:
            try:
                for line in process.stdout:
                    found = end_in(line)
                    if found and found[0] in running:  # and not in the output of a case
                        running.discard(found[0])
                        ended(*found)
                    elif said and not STARTS.match(line):
                        said(line)
            except BaseException:
                end(process)
                raise
        cases = test_summary.read_junit(junit, self.machine, self.will_fail)
        junit.unlink(missing_ok=True)
        missing = set(pending) - {case["name"] for case in cases}
        return cases + [test_summary.not_conducted(self.machine, case) for case in sorted(missing)]
