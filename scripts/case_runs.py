"""What test.py and regress.py share: the cases of several build folders run, told and judged."""
import argparse
import pathlib
import re
import shutil
import sys
import time

import script_main
import test_summary


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
    made.add_argument("--jobs", type=script_main.count, default=2, help="cases at a time (%(default)s)")
    made.add_argument("--budget", type=script_main.minutes, default=budget, help="minutes (%(default)s)")
    return made


def progress_of(builds, pending, options):
    costs = {(build.machine, case): seconds for build in builds
             for case, seconds in build.seconds().items() if case in pending[build.machine]}
    return Progress(costs, options.jobs, options.budget)


def run(builds, pending, progress, options, said=None):
    """The results of every machine, as soon as it has ended. `said` takes what CTest says besides."""
    for build in builds:
        if pending[build.machine]:
            def ended(*result, machine=build.machine):
                progress.ended(machine, *result)
            yield build.run(pending[build.machine], options.jobs, ended, options.out / f"{build.machine}.xml",
                            said)


def remove_results(out):
    """Nobody is to find results of an earlier run while this one is under way."""
    for name in ("junit.xml", "summary.json", "summary.html"):
        (out / name).unlink(missing_ok=True)
    shutil.rmtree(out / "failures", ignore_errors=True)


def write_results(out, title, cases, numbers):
    test_summary.write_junit(out / "junit.xml", cases)
    test_summary.write_json(out / "summary.json", cases, numbers)
    test_summary.write_html(out / "summary.html", title, cases, numbers)
    for case in cases:
        if case["status"] in test_summary.BAD:
            failures = out / "failures"
            failures.mkdir(exist_ok=True)
            name = re.sub(r"[^\w.-]+", "_", f"{case['machine']}.{case['name']}")
            test_summary.write_whole(failures / f"{name}.log", case["output"])


def judge(script, title, options, cases, minutes, late, warnings=()):
    """Writes and tells the results. `late`: sentences on the time it took, `warnings`: those that are no
    failure. The exit code."""
    numbers = test_summary.totals(cases) | {"minutes": round(minutes, 1), "budget": options.budget}
    numbers["problems"] = found = test_summary.problems(numbers) + late
    numbers["warnings"] = list(warnings)
    write_results(options.out, title, cases, numbers)
    print(f"{test_summary.sentence(numbers)}; {options.out}/summary.html")
    for problem in found:
        print(f"{script}: error: {problem}", file=sys.stderr)
    for warning in warnings:
        print(f"{script}: warning: {warning}", file=sys.stderr)
    return 1 if found or numbers["failed"] else 0
