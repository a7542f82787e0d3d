#!/usr/bin/env python3
"""Runs the longer tests of one build folder or several and says what became of them.

  regress.py OUT BUILD [BUILD ...] [--label L] [--jobs N] [--budget MINUTES] [--resume]

The tests are those of CTest's label L (regress). A line for each that ends: how many are done, time left
by what they took the last time. OUT gets junit.xml, summary.json, summary.html and, of every failed case,
failures/MACHINE.CASE.log with the whole output (seed and command to repeat it are in there). The results of
every machine that has ended are kept in OUT/state.json: --resume leaves out what has passed and repeats what
has failed, as long as the programs in BUILD/bin are the same.

Exit code: 0; 1 if a case failed or was not conducted, nothing was compared, or the budget (45 minutes) was
exceeded; 2 for wrong options.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import test_summary

ENDED = re.compile(r"^\s*\d+/\d+ Test\s+#\d+: (.+?) \.{2,}\s*\**(\w[\w ]*?)\s+([\d.]+) sec")
OUTPUT_BYTES = "1000000"
UNKNOWN_SECONDS = 30  # of a case that was never run here


class Build:
    """A build folder: its machine and its cases."""

    def __init__(self, folder, label):
        self.folder = pathlib.Path(folder)
        cache = self.folder / "CMakeCache.txt"
        if not cache.is_file():
            raise ValueError(f"{folder}: found no CMakeCache.txt, name a build folder")
        machine = re.search(r"^NVE_ARCH:\w+=(.*)$", cache.read_text(encoding="utf-8"), re.MULTILINE)
        self.machine = pathlib.Path(machine.group(1)).stem
        shown = json.loads(self.ctest("--show-only=json-v1", "-L", label))
        self.cases = [test["name"] for test in shown["tests"]]
        if not self.cases:
            raise ValueError(f"{folder}: found no test with label {label}")

    def ctest(self, *options):
        command = ["ctest", "--test-dir", str(self.folder), *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def seconds(self):
        """What every case took the last time it was run here."""
        path = self.folder / "Testing" / "Temporary" / "CTestCostData.txt"
        costs = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
            fields = line.rsplit(maxsplit=2)
            if len(fields) == 3:
                costs[fields[0]] = float(fields[2])
        return {case: costs.get(case, UNKNOWN_SECONDS) for case in self.cases}

    def fingerprint(self):
        """Changes when a program does."""
        files = sorted(path for path in (self.folder / "bin").iterdir() if path.is_file())
        stamps = "".join(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}\n" for path in files)
        return hashlib.sha256(stamps.encode()).hexdigest()


class Progress:
    """Tells of every case that ends; time left from the costs of those that have not."""

    def __init__(self, costs, jobs, budget):
        self.left = dict(costs)
        self.number = len(costs)
        self.jobs = jobs
        self.budget = budget
        self.start = time.monotonic()

    def minutes(self):
        return (time.monotonic() - self.start) / 60

    def ended(self, machine, case, result, seconds):
        self.left.pop((machine, case), None)
        done = self.number - len(self.left)
        minutes = sum(self.left.values()) / self.jobs / 60
        print(f"[{done}/{self.number}] {machine} {case}: {result.lower()}, {float(seconds):.1f} s; "
              f"{self.minutes():.1f} of {self.budget:g} minutes used, about {minutes:.1f} left", flush=True)


def run(build, leave_out, jobs, label, progress, junit):
    """CTest on the cases that are not to be left out; its cases, fixtures' set-ups among them."""
    command = ["ctest", "--test-dir", str(build.folder), "-L", label, "-j", str(jobs),
               "--output-junit", str(junit.resolve()),
               "--test-output-size-passed", OUTPUT_BYTES, "--test-output-size-failed", OUTPUT_BYTES]
    if leave_out:
        command += ["-E", "^(" + "|".join(re.escape(case) for case in leave_out) + ")$"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            ended = ENDED.match(line)
            if ended:
                progress.ended(build.machine, *ended.groups())
    return test_summary.read_junit(junit, build.machine) if junit.is_file() else []


def read_state(path, fingerprints):
    """The cases of an earlier run of the same programs that need not be repeated."""
    if not path.is_file():
        return []
    state = json.loads(path.read_text(encoding="utf-8"))
    return [case for case in state["cases"]
            if case["status"] != "failed" and state["fingerprints"].get(case["machine"]) ==
            fingerprints.get(case["machine"])]


def write_results(out, title, cases, numbers):
    test_summary.write_junit(out / "junit.xml", cases)
    test_summary.write_json(out / "summary.json", cases, numbers)
    test_summary.write_html(out / "summary.html", title, cases, numbers)
    failures = out / "failures"
    shutil.rmtree(failures, ignore_errors=True)
    for case in cases:
        if case["status"] == "failed":
            failures.mkdir(exist_ok=True)
            name = re.sub(r"[^\w.-]+", "_", f"{case['machine']}.{case['name']}")
            test_summary.write_whole(failures / f"{name}.log", case["output"])


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=True)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("builds", nargs="+")
    parser.add_argument("--label", default="regress")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=45)
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    try:
        builds = [Build(folder, options.label) for folder in options.builds]
    except ValueError as error:
        print(f"regress.py: error: {error}", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    state = options.out / "state.json"
    fingerprints = {build.machine: build.fingerprint() for build in builds}
    cases = read_state(state, fingerprints) if options.resume else []
    done = {(case["machine"], case["name"]) for case in cases}
    costs = {(build.machine, case): seconds for build in builds for case, seconds in build.seconds().items()
             if (build.machine, case) not in done}
    print(f"{len(costs)} cases to run, {len(done)} kept, about "
          f"{sum(costs.values()) / options.jobs / 60:.1f} minutes of {options.budget:g}", flush=True)
    progress = Progress(costs, options.jobs, options.budget)
    for build in builds:
        leave_out = [name for machine, name in done if machine == build.machine]
        if len(leave_out) < len(build.cases):
            junit = options.out / f"{build.machine}.xml"
            junit.unlink(missing_ok=True)
            ran = run(build, leave_out, options.jobs, options.label, progress, junit)
            names = {case["name"] for case in ran}
            cases = [c for c in cases if c["machine"] != build.machine or c["name"] not in names] + ran
            test_summary.write_whole(state, json.dumps({"fingerprints": fingerprints, "cases": cases}))
    numbers = test_summary.totals(cases, sum(len(build.cases) for build in builds))
    numbers["minutes"] = round(progress.minutes(), 1)
    write_results(options.out, f"NVE {options.label}", cases, numbers)
    found = test_summary.problems(numbers)
    if progress.minutes() > options.budget:
        found.append(f"it took {progress.minutes():.0f} minutes, the budget is {options.budget:g}")
    print(test_summary.sentence(numbers) + f"; {options.out}/summary.html")
    for problem in found:
        print(f"regress.py: error: {problem}", file=sys.stderr)
    return 1 if found or numbers["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
