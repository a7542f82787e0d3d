#!/usr/bin/env python3
"""Runs random programs on one machine or several for hours, in slices of seeds, and adds up the results.

  nightly.py OUT BUILD [BUILD ...] [--programs N] [--cycles N] [--slice N] [--jobs N]

The machines take turns, until so many programs have run and so many cycles have been compared in lockstep,
all machines together. OUT/state.json holds the results of every slice that has ended: the next call goes on
where this one stopped, as long as BUILD/bin/nve-random is the same. OUT/summary.json holds the totals,
OUT/failures/MACHINE.SEED.txt the report of every failing program, shrunk, with the command that repeats it.

Exit code: 0; 1 if a program failed or was not conducted; 2 for wrong options.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

from test_summary import write_whole

FIRST_SEED = 1_000_001  # those of `make regress` lie before
SUMS = ("expected", "conducted", "failed", "legal", "illegal", "congested", "runs", "compared_cycles",
        "compared_words", "mismatches", "cycle_delta", "refused_starts", "watchdog_resets")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Random programs for hours; resumable.")
    parser.add_argument("out", type=pathlib.Path, help="folder for state, summary and failures")
    parser.add_argument("builds", nargs="+", type=pathlib.Path, help="build folders with bin/nve-random")
    parser.add_argument("--programs", type=int, default=100_000, help="at least so many (%(default)s)")
    parser.add_argument("--cycles", type=int, default=1_000_000_000, help="at least so many (%(default)s)")
    parser.add_argument("--slice", type=int, default=500, help="programs of a slice (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="slices at a time (%(default)s)")
    options = parser.parse_args()
    for name in ("programs", "cycles", "slice", "jobs"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}: found {getattr(options, name)}, allowed: 1 or more")
    for build in options.builds:
        if not os.access(build / "bin" / "nve-random", os.X_OK):
            parser.error(f"{build}/bin/nve-random is not there; make nightly builds it")
    return options


class State:
    """The slices that have ended, by build folder and first seed, in OUT/state.json."""

    def __init__(self, options):
        self.path = options.out / "state.json"
        self.slice = options.slice
        tools = {str(build): hashlib.sha256((build / "bin" / "nve-random").read_bytes()).hexdigest()
                 for build in options.builds}
        self.content = {"slice": options.slice, "tools": tools, "slices": {build: {} for build in tools}}
        if self.path.is_file():
            before = json.loads(self.path.read_text(encoding="utf-8"))
            if before["slice"] == self.content["slice"] and before["tools"] == tools:
                self.content = before
            else:
                print("nightly.py: other programs than last time, starting anew", flush=True)

    def results(self):
        return [result for slices in self.content["slices"].values() for result in slices.values()]

    def sum(self, key):
        return sum(result[key] for result in self.results())

    def has(self, build, first):
        return str(first) in self.content["slices"][str(build)]

    def keep(self, build, first, result):
        self.content["slices"][str(build)][str(first)] = result
        write_whole(self.path, json.dumps(self.content, indent=1) + "\n")


class Night:
    def __init__(self, options):
        self.options = options
        self.failures = options.out / "failures"
        self.failures.mkdir(parents=True, exist_ok=True)
        self.state = State(options)
        self.lock = threading.Lock()
        self.next = 0      # slice, counted over all builds
        self.planned = 0   # programs of slices given out
        self.broken = []   # slices without a result
        self.began = time.monotonic()
        self.cycles_before = self.state.sum("compared_cycles")

    def take(self):
        """The next slice that has no result yet, or None at the end."""
        with self.lock:
            while True:
                enough = self.state.sum("compared_cycles") >= self.options.cycles
                if self.broken or (self.planned >= self.options.programs and enough):
                    return None
                build = self.options.builds[self.next % len(self.options.builds)]
                first = FIRST_SEED + self.next // len(self.options.builds) * self.options.slice
                self.next += 1
                self.planned += self.options.slice
                if not self.state.has(build, first):
                    return build, first

    def run(self, build, first):
        report = self.options.out / f"slice-{os.getpid()}-{threading.get_ident()}.json"
        command = [build / "bin" / "nve-random", "--seeds", f"{first}-{first + self.options.slice - 1}",
                   "--profile", "all", "--shrink", "--json", report]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with self.lock:
            if not report.is_file():
                self.broken.append(f"{build}, seeds from {first}: exit code {run.returncode}: {run.stderr}")
                return
            result = json.loads(report.read_text(encoding="utf-8"))
            report.unlink()
            for failure in result["failures"]:
                path = self.failures / f"{result['arch']}.{failure['seed']}.txt"
                path.write_text(failure["text"], encoding="utf-8")
            kept = {key: result[key] for key in SUMS}
            kept["arch"] = result["arch"]
            kept["failing_seeds"] = [failure["seed"] for failure in result["failures"]]
            self.state.keep(build, first, kept)
            self.tell(result)

    def tell(self, result):
        cycles = self.state.sum("compared_cycles")
        rate = (cycles - self.cycles_before) / (time.monotonic() - self.began)
        left = max(self.options.cycles - cycles, 0) / rate
        programs = self.state.sum("conducted")
        rest = (self.options.programs - programs) * cycles / programs / rate
        left = int(max(left, rest, 0))
        print(f"{result['arch']} {result['seeds'][0]}: {programs} of {self.options.programs} programs, "
              f"{cycles / 1e6:.0f} of {self.options.cycles / 1e6:.0f} M cycles, {rate / 1e6:.2f} M/s, "
              f"{self.state.sum('failed')} failed, {left // 60}:{left % 60:02} left", flush=True)

    def work(self):
        while (task := self.take()) is not None:
            self.run(*task)

    def summary(self):
        total = {key: self.state.sum(key) for key in SUMS}
        machines = {}
        for result in self.state.results():
            machine = machines.setdefault(result["arch"], {key: 0 for key in SUMS} | {"failing_seeds": []})
            for key in SUMS:
                machine[key] += result[key]
            machine["failing_seeds"] += result["failing_seeds"]
        content = {"total": total, "machines": machines, "broken": self.broken}
        write_whole(self.options.out / "summary.json", json.dumps(content, indent=1) + "\n")
        print(f"nightly: {total['expected']} programs expected, {total['conducted']} conducted, "
              f"{total['failed']} failed; {total['compared_cycles']} cycles compared, "
              f"{total['mismatches']} mismatches, cycle delta {total['cycle_delta']}")
        for problem in self.broken:
            print(f"nightly.py: error: {problem}", file=sys.stderr)
        complete = (total["conducted"] == total["expected"] >= self.options.programs
                    and total["compared_cycles"] >= self.options.cycles)
        return 0 if complete and not total["failed"] and not self.broken else 1


def main():
    night = Night(parse_arguments())
    with concurrent.futures.ThreadPoolExecutor(night.options.jobs) as pool:
        for worker in [pool.submit(night.work) for _ in range(night.options.jobs)]:
            worker.result()
    return night.summary()


if __name__ == "__main__":
    sys.exit(main())
