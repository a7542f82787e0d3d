#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random programs on one machine or several for hours, in slices of seeds, and adds up the results.

  nightly.py OUT BUILD [BUILD ...] [--programs N] [--cycles N] [--failures N] [--first-seed N] [--slice N]
             [--engine ninja|slurm|list] [--jobs N] ...

The machines take turns, until so many programs have run and so many cycles have been compared in lockstep,
all machines together. A slice is a shard (docs/campaigns.md): OUT/results has one result of each, and the
next call goes on with the seeds that have none, as long as BUILD/bin/nve-random is the same.
OUT/summary.json holds the totals, OUT/junit.xml and OUT/summary.html those and every slice,
OUT/failures/MACHINE.SEED.txt the report of every failing program, shrunk, with the command that repeats it,
and OUT/failures/MACHINE.FIRST.fst waves of the first one of a slice that begins with seed FIRST. With
--failures of them no further slice begins.

Several clusters share the work with different --first-seed; scripts/campaign/merge.py --also adds it up.

Exit code: 0; 1 if a program failed or was not conducted, or there are too few; 2 for wrong options; 128 and
its number for a signal.
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import nightly_report  # noqa: E402
import nightly_results  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from build_folders import by_machine  # noqa: E402
from script_main import InputError  # noqa: E402

FIRST_SEED = 1_000_001  # those of `make regress` lie before
LAST_FIRST_SEED = 2 ** 63  # seeds have 64 bits: what lies behind is enough for every night
SLICE = 500
FAILURES = 100
PROGRAM_SECONDS, PROGRAM_CYCLES = 0.01, 15_000  # of a program on the average, until results say more
SLICE_NAME = re.compile(r"([\w-]+)\.(\d+)-(\d+)")


def parse_arguments():
    count = script_main.count
    parser = argparse.ArgumentParser(description="Random programs for hours; resumable.")
    parser.add_argument("out", type=pathlib.Path, help="folder for results, summary and failures")
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="build",
                        help="build folders with bin/nve-random, one of each machine")
    parser.add_argument("--programs", type=count, default=100_000, help="at least so many (%(default)s)")
    parser.add_argument("--cycles", type=count, default=1_000_000_000, help="at least so many (%(default)s)")
    parser.add_argument("--failures", type=count, default=FAILURES,
                        help="failing programs that end the call (%(default)s)")
    parser.add_argument("--first-seed", type=first_seed, default=FIRST_SEED,
                        help="to begin with (%(default)s)")
    parser.add_argument("--slice", type=count, default=SLICE, help="programs of a slice (%(default)s)")
    return runner.options_of(parser)


def first_seed(text):
    """Of an option: 1 or more, with room for the seeds behind it."""
    number = script_main.count(text)
    if number > LAST_FIRST_SEED:
        raise argparse.ArgumentTypeError(f"found {text}, allowed: 1 to {LAST_FIRST_SEED}")
    return number


def tool_of(build):
    return build / "bin" / "nve-random"


class Night(runner.Campaign):
    """The slices of one call, as the campaign that runner.py runs."""

    def __init__(self, options, builds):
        self.options, self.builds = options, builds
        self.digests = {machine: shard_list.digest_of(tool_of(build)) for machine, build in builds.items()}
        self.planned = self.earlier()

    def earlier(self):
        """The slices in OUT that have a result of today's tools; others are removed."""
        names = [match for path in sorted((self.options.out / "results").glob("*"))
                 if (match := SLICE_NAME.fullmatch(path.name)) and int(match[2]) <= int(match[3])]
        for machine in sorted({match[1] for match in names} - set(self.builds)):
            print(f"{machine}: results of a machine that is not named, kept and not counted", flush=True)
        found = [self.slice(match[1], int(match[2]), int(match[3]) - int(match[2]) + 1)
                 for match in names if match[1] in self.builds]
        outcome = shard_result.read_all(self.options.out, found)
        broken = outcome.missing | nightly_results.Results(found, outcome).broken
        for name in broken:
            shard_result.remove(self.options.out, name)
        for machine in sorted({name.rpartition(".")[0] for name in broken}):
            print(f"{machine}: results of another nve-random, or that prove nothing, are removed", flush=True)
        return [one for one in found if one.id not in broken]

    def slice(self, machine, first, number):
        tool, last = tool_of(self.builds[machine]), first + number - 1
        argv = [tool, "--seeds", f"{first}-{last}", "--profile", "all", "--shrink", "--json",
                f"{shard_list.RESULT}/report.json", "--wave-on-mismatch", f"{shard_list.RESULT}/waves.fst"]
        about = {"campaign": "nightly", "machine": machine, "first": first, "number": number,
                 "tool": self.digests[machine], "programs": self.options.programs,
                 "cycles": self.options.cycles, "failures": self.options.failures}
        return shard_list.shard(f"{machine}.{first}-{last}", argv, about, inputs=[tool],
                                seconds=number * PROGRAM_SECONDS)

    def shards(self, outcome):
        """Those there are, and as many more as programs and cycles need, of the machine with the fewest."""
        results = nightly_results.Results(self.planned, outcome)
        programs = {machine: sum(one.about["number"] for one in self.planned
                                 if one.about["machine"] == machine) for machine in self.builds}
        compared, conducted = results.sum("compared_cycles"), results.sum("conducted")
        of_one = compared / conducted if conducted else PROGRAM_CYCLES
        while True:
            machine = min(programs, key=programs.get)
            cycles = compared + (sum(programs.values()) - conducted) * of_one
            many = sum(programs.values()) >= self.options.programs and cycles >= self.options.cycles
            if many and programs[machine]:
                return self.planned
            first, number = self.gap(machine)
            self.planned.append(self.slice(machine, first, number))
            programs[machine] += number

    def gap(self, machine):
        """The next seeds of a machine that no slice has: the first of them and how many."""
        first = self.options.first_seed
        for begin, number in sorted((one.about["first"], one.about["number"]) for one in self.planned
                                    if one.about["machine"] == machine):
            if first < begin:
                return first, min(self.options.slice, begin - first)
            first = max(first, begin + number)
        return first, self.options.slice

    def told(self, result):
        return f"{nightly_results.number_in(result, 'compared_cycles') / 1e6:.1f} M cycles"

    def enough(self, outcome):
        """Why no further slice is to begin."""
        failed = sum(nightly_results.number_in(outcome.results[name], "failed") for name in outcome.failed)
        return f"found {failed} failing programs" if failed >= self.options.failures else ""


def judge(shards, outcome, out):
    """Writes summary and reports. The exit code."""
    return nightly_report.judge(shards, outcome, out, runner.problems_of(outcome))


def main():
    options = parse_arguments()
    builds = by_machine(options.folders)
    for build in builds.values():
        if not os.access(tool_of(build), os.X_OK) or not tool_of(build).is_file():
            raise InputError(f"{tool_of(build)}: found no program, build it: make nightly does")
    with script_main.alone_in(options.out):
        nightly_report.remove(options.out)
        return runner.judged(Night(options, builds), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("nightly.py", main, "what has ended is kept, the next call goes on"))
