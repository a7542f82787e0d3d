#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random programs on one machine or several for hours, in slices of seeds, and adds up the results.

  nightly.py OUT BUILD [BUILD ...] [--programs N] [--cycles N] [--failures N] [--first-seed N] [--slice N]
             [--jobs N]
  nightly.py --merge OUT OTHER [OTHER ...] [--programs N] [--cycles N]

The machines take turns, until so many programs have run and so many cycles have been compared in lockstep,
all machines together. OUT/state.json holds the results of every slice that has ended: the next call goes on
with the seeds that have no result, as long as BUILD/bin/nve-random is the same; the results of a machine with
another one are removed. OUT/summary.json holds the totals, OUT/junit.xml and OUT/summary.html those and every
slice, OUT/failures/MACHINE.SEED.txt the report of every failing program, shrunk, with the command that
repeats it, and OUT/failures/MACHINE.FIRST.fst waves of the first one of a slice that begins with seed FIRST.
With --failures of them no further slice begins.

Several computers share the work with different --first-seed; --merge adds the results in the folders OTHER to
those in OUT, if they are of the same nve-random and no seed is there twice.

Exit code: 0; 1 if a program failed or was not conducted, or there are too few; 2 for wrong options, or a
state.json with numbers that cannot be; 128 and its number for a signal.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import nightly_report  # noqa: E402
import own_files  # noqa: E402
import script_main  # noqa: E402
from build_folders import by_machine  # noqa: E402
from nightly_merge import FAILURE_FILES, merge  # noqa: E402
from nightly_results import NoResults, Results, read_slice  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

FIRST_SEED = 1_000_001  # those of `make regress` lie before
LAST_FIRST_SEED = 2 ** 63  # seeds have 64 bits: what lies behind is enough for every night
SLICE = 500
JOBS = 2
FAILURES = 100


def parse_arguments():
    count = script_main.count
    parser = argparse.ArgumentParser(description="Random programs for hours; resumable.")
    parser.add_argument("out", type=pathlib.Path, help="folder for state, summary and failures")
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="build",
                        help="build folders with bin/nve-random, one of each machine")
    parser.add_argument("--merge", action="store_true",
                        help="the folders are other OUT folders, whose results are added to those of OUT")
    parser.add_argument("--programs", type=count, default=100_000, help="at least so many (%(default)s)")
    parser.add_argument("--cycles", type=count, default=1_000_000_000, help="at least so many (%(default)s)")
    running = {"failures": (count, FAILURES, "failing programs that end the call"),
               "first-seed": (first_seed, FIRST_SEED, "to begin with"),
               "slice": (count, SLICE, "programs of a slice"),
               "jobs": (count, JOBS, "slices at a time")}
    for name, (kind, standard, text) in running.items():
        parser.add_argument(f"--{name}", type=kind, help=f"{text} ({standard})")
    options = parser.parse_args()
    for name, (_, standard, _) in running.items():
        key = name.replace("-", "_")
        if getattr(options, key) is None:
            setattr(options, key, standard)
        elif options.merge:
            parser.error(f"--{name}: found together with --merge, which runs nothing; allowed: one of them")
    return options


def first_seed(text):
    """Of an option: 1 or more, with room for the seeds behind it."""
    number = script_main.count(text)
    if number > LAST_FIRST_SEED:
        raise argparse.ArgumentTypeError(f"found {text}, allowed: 1 to {LAST_FIRST_SEED}")
    return number


def tool_of(build):
    return build / "bin" / "nve-random"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Night:
    """The slices of one call, given out to threads."""

    def __init__(self, options, builds):
        self.options, self.builds = options, builds
        self.state = options.out / "state.json"
        self.failures = options.out / "failures"
        self.failures.mkdir(exist_ok=True)
        # Of a call that was killed
        own_files.remove_named(options.out, re.compile(r"slice\.[\w-]+\.\d+\.json"))
        self.results = self.results_before()
        self.lock = threading.Lock()
        self.next = {machine: options.first_seed for machine in builds}
        self.planned = {machine: self.results.sum("expected", machine) for machine in builds}
        self.running = set()
        self.stopped = False
        self.broken = []  # slices without a result
        self.began = time.monotonic()
        self.cycles_before = self.results.sum("compared_cycles")

    def results_before(self):
        """The results in OUT of the tools as they are now."""
        results = Results()
        if self.state.is_file():
            try:
                results = Results.read(self.state)
            except NoResults as error:
                print(f"nightly.py: {error}, beginning anew", flush=True)
                self.forget()
        if others := sorted(set(results.tools) - set(self.builds)):
            raise InputError(f"{self.options.out}: found results of {', '.join(others)} too, allowed: the "
                             "machines of this call; name their build folders or another folder for results")
        for machine, build in self.builds.items():
            tool = digest(tool_of(build))
            if results.tools.get(machine, tool) != tool:
                print(f"{machine}: another nve-random than before, its results are removed", flush=True)
            if results.tools.get(machine) != tool:
                self.forget(re.escape(machine))
                results.begin(machine, tool)
        results.write(self.state)
        return results

    def forget(self, machines=r"[\w-]+"):
        """Removes what was kept of failing programs: MACHINE.SEED with an ending."""
        kinds = "|".join(map(re.escape, FAILURE_FILES))
        own_files.remove_named(self.failures, re.compile(rf"(?:{machines})\.\d+(?:{kinds})"))
        self.failures.mkdir(exist_ok=True)

    def take(self):
        """The next slice without a result, of the machine with the fewest programs, or None at the end."""
        with self.lock:
            machine = min(self.planned, key=self.planned.get)
            enough = (sum(self.planned.values()) >= self.options.programs and self.planned[machine] > 0
                      and self.results.sum("compared_cycles") >= self.options.cycles)
            if self.stopped or self.broken or enough or self.failed_enough():
                return None
            first, number = self.results.gap(machine, self.next[machine], self.options.slice)
            self.next[machine] = first + number
            self.planned[machine] += number
            return machine, first, number

    def failed_enough(self):
        return self.results.sum("failed") >= self.options.failures

    def run(self, machine, first, number):
        tool = tool_of(self.builds[machine])
        report = self.options.out / f"slice.{machine}.{first}.json"
        report.unlink(missing_ok=True)
        command = [tool, "--seeds", f"{first}-{first + number - 1}", "--profile", "all", "--shrink",
                   "--json", report, "--wave-on-mismatch", self.failures / f"{machine}.{first}.fst"]
        name = f"{tool}, seeds {first}-{first + number - 1}"
        with self.lock:
            if self.stopped:
                return
            try:  # a session of its own: Ctrl-C is for this script, which ends the others
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                           encoding="utf-8", errors="replace", start_new_session=True)
            except OSError as error:
                self.broken.append(f"{name}: {error}")
                return
            self.running.add(process)
        began = time.monotonic()
        errors = process.communicate()[1]
        seconds = round(time.monotonic() - began, 1)
        with self.lock:
            self.running.discard(process)
            try:
                result, texts = read_slice(report, machine, first, number, process.returncode)
                if digest(tool) != self.results.tools[machine]:
                    raise ValueError("nve-random has changed meanwhile")
            except ValueError as error:
                if not self.stopped:
                    self.broken.append(f"{name}, exit code {process.returncode}: {error}; {errors.strip()}")
                return
            finally:
                report.unlink(missing_ok=True)
            self.keep(machine, result | {"seconds": seconds}, texts)

    def keep(self, machine, result, texts):
        for seed, text in texts.items():
            origin = f"{machine}: {tool_of(self.builds[machine])}, called in {os.getcwd()}\n"
            write_whole(self.failures / f"{machine}.{seed}.txt", origin + text)
        self.results.keep(machine, result)
        self.results.write(self.state)
        self.tell(machine, result["first"])

    def tell(self, machine, first):
        cycles, programs = self.results.sum("compared_cycles"), self.results.sum("conducted")
        rate = (cycles - self.cycles_before) / (time.monotonic() - self.began)
        missing = max(self.options.cycles - cycles, (self.options.programs - programs) * cycles / programs, 0)
        left = int(missing / rate)
        print(f"{machine} {first}: {programs} of {self.options.programs} programs, "
              f"{cycles / 1e6:.0f} of {self.options.cycles / 1e6:.0f} M cycles, {rate / 1e6:.2f} M/s, "
              f"{self.results.sum('failed')} failed, {left // 60}:{left % 60:02} left", flush=True)

    def work(self):
        try:
            while (task := self.take()) is not None:
                self.run(*task)
        except BaseException:
            self.stop()
            raise

    def stop(self):
        """Gives out no more and ends what runs."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.kill()

    def run_all(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            try:
                workers = [pool.submit(self.work) for _ in range(self.options.jobs)]
                for worker in script_main.completed(workers):
                    worker.result()
            except BaseException:
                self.stop()
                raise
        if self.failed_enough():
            self.broken.append(f"found {self.results.sum('failed')} failing programs, no further slice was "
                               f"begun; allowed: fewer than --failures {self.options.failures}")


def main():
    options = parse_arguments()
    builds = {} if options.merge else by_machine(options.folders)
    for build in builds.values():
        if not os.access(tool_of(build), os.X_OK) or not tool_of(build).is_file():
            raise InputError(f"{tool_of(build)}: found no program, build it: make nightly does")
    with script_main.alone_in(options.out):
        if options.merge:
            results, broken = merge(options), []
        else:
            night = Night(options, builds)
            nightly_report.remove(options.out)
            night.run_all()
            results, broken = night.results, night.broken
        return nightly_report.write(results, options, broken)


if __name__ == "__main__":
    sys.exit(script_main.run("nightly.py", main, "what has ended is kept, the next call goes on"))
