# SPDX-License-Identifier: Apache-2.0
"""What test.py and regress.py share: the cases of several build folders run, told and judged."""
import argparse
import contextlib
import json
import pathlib
import re
import sys
import time

import ctest_build
import least_cases
import own_files
import script_main
import test_summary

RESULTS = ("junit.xml", "summary.json", "summary.html")
SHOWN = 20  # bad cases that are named in the end
TOLD, LINES = 3, 30  # those of them whose last lines are shown, where only what is printed may be left


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

    def minutes_left(self):
        return sum(self.left.values()) / self.jobs / 60

    def ended(self, machine, case, result, seconds):
        self.left.pop((machine, case), None)
        done = self.number - len(self.left)
        print(f"[{done}/{self.number}] {machine} {case}: {result}, {seconds:.1f} s; {self.minutes():.1f} of "
              f"{self.budget:g} minutes used, about {self.minutes_left():.1f} left", flush=True)


def parser(description, budget):
    """The options of both."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("out", type=pathlib.Path, help="folder for results and failures")
    made.add_argument("builds", nargs="+", type=pathlib.Path, help="build folders, one of each machine")
    made.add_argument("--budget", type=script_main.minutes, default=budget, help="minutes (%(default)s)")
    made.add_argument("--manifest", type=pathlib.Path, default=least_cases.MANIFEST,
                      help="which cases must not vanish (%(default)s)")
    return made


def read_manifest(options, suite, builds):
    """Which cases must not vanish. Tells of the machines that nobody has said that of."""
    own_files.refuse_overwriting([options.manifest], [options.out / name for name in (*RESULTS,
                                                                                      "state.json")])
    manifest = least_cases.read(options.manifest)
    for machine in least_cases.unknown(manifest, suite, [build.machine for build in builds]):
        print(f"{machine}: {options.manifest} does not say which cases of '{suite}' must exist: none will be "
              "missed", flush=True)
    return manifest


def without_kept(builds, kept):
    """The cases that are to run, by machine, with the set-ups they need; and those of `kept`, results of an
    earlier run, that are not among them."""
    passed = {(case["machine"], case["name"]) for case in kept}
    pending = {build.machine: build.with_fixtures(case for case in build.cases
                                                  if (build.machine, case) not in passed)
               for build in builds}
    return pending, [case for case in kept if case["name"] not in pending[case["machine"]]]


def progress_of(builds, pending, options):
    costs = {(build.machine, case): seconds for build in builds
             for case, seconds in build.seconds().items() if case in pending[build.machine]}
    return Progress(costs, options.jobs, options.budget)


def run(builds, pending, progress, options, said=None):
    """The results of every machine, as soon as it has ended. `said` takes what CTest says besides."""
    tell_kept_back()
    for build in builds:
        if pending[build.machine]:
            def ended(*result, machine=build.machine):
                progress.ended(machine, *result)
            yield build.run(pending[build.machine], options.jobs, ended, options.out / f"{build.machine}.xml",
                            said)


def tell_kept_back():
    if kept_back := ctest_build.environment()[1]:
        print(f"not passed on to the cases: {', '.join(kept_back)}", flush=True)


def remove_results(out):
    """Nobody is to find results of an earlier run while this one is under way. Its logs are those of the
    cases in its summary; what else lies in their folder is somebody's own."""
    logs = []
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        earlier = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        logs = [log_name(case) for case in earlier["cases"]]
    own_files.remove_named(out / "failures", re.compile("|".join(map(re.escape, logs)) or "(?!)"))
    for name in RESULTS:
        (out / name).unlink(missing_ok=True)


def log_name(case):
    return re.sub(r"[^\w.-]+", "_", f"{case['machine']}.{case['name']}") + ".log"


def write_results(out, suite, cases, numbers):
    test_summary.write_junit(out / "junit.xml", cases)
    test_summary.write_json(out / "summary.json", suite, cases, numbers)
    test_summary.write_html(out / "summary.html", f"NVE {suite}", cases, numbers)
    for case in cases:
        if case["status"] in test_summary.BAD:
            failures = out / "failures"
            failures.mkdir(exist_ok=True)
            test_summary.write_whole(failures / log_name(case), case["output"])


def tell(script, out, cases, numbers):
    """The sum, and what is wrong: the cases that are not good last, where nobody has to look for them."""
    print(f"{test_summary.sentence(numbers)}; {out}/summary.html", flush=True)
    for warning in numbers["warnings"]:
        print(f"{script}: warning: {warning}", file=sys.stderr)
    for problem in numbers["problems"]:
        print(f"{script}: error: {problem}", file=sys.stderr)
    bad = [case for case in cases if case["status"] in test_summary.BAD]
    for case in bad[:TOLD]:
        lines = case["output"].rstrip().splitlines()[-LINES:]
        print("\n".join([f"the end of {log_name(case)}:", *(f"  {line}" for line in lines)]), file=sys.stderr)
    for case in bad[:SHOWN]:
        print(f"{script}: error: {case['machine']} {case['name']}: {case['status']}; "
              f"{out}/failures/{log_name(case)}", file=sys.stderr)
    if len(bad) > SHOWN:
        print(f"{script}: error: {len(bad) - SHOWN} more; {out}/failures/", file=sys.stderr)


def judge(script, suite, options, manifest, cases, minutes, late, warnings=()):
    """Writes and tells the results. `late`: sentences on the time it took, `warnings`: those that are no
    failure. The exit code."""
    numbers = test_summary.totals(cases) | {"minutes": round(minutes, 1), "budget": options.budget}
    numbers["problems"] = (test_summary.problems(numbers) +
                           least_cases.differences(manifest, suite, cases, numbers) + late)
    numbers["warnings"] = list(warnings)
    write_results(options.out, suite, cases, numbers)
    tell(script, options.out, cases, numbers)
    return 1 if numbers["problems"] or numbers["failed"] else 0
