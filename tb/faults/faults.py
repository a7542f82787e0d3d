#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs faults of every family on one machine or several, in slices of seeds, and adds up the results.

  faults.py OUT BUILD [BUILD ...] [--families A,B] [--seeds N] [--slice N] [--engine ninja|slurm|list]
            [--jobs N] ...

A slice is a shard (docs/campaigns.md): OUT/results has one result of each, and the next call runs those that
have none, as long as BUILD/bin/nve-faults is the same. Every family has as many seeds as FAMILIES says, or N.
All slices of a machine and family together must have as many runs of each kind of fault as FAMILIES says, of
fewer seeds in proportion, and of all seeds as many in each stall of the core.

OUT/summary.json holds the totals of every machine and family by kind, and the failing seeds;
OUT/summary.txt the same to read, with the command that repeats each of those; OUT/junit.xml every slice.

Exit code: 0; 1 if a seed failed, a slice has no result, or a kind or stall has too few runs; 2 for wrong
options; 128 and its number for a signal.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import test_summary  # noqa: E402
from build_folders import by_machine  # noqa: E402
from script_main import InputError  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Family:
    seeds: int
    of_a_kind: int  # runs of each kind, of so many seeds
    of_a_stall: int  # and in each stall of the core, of resets and flips of the core alone
    slice: int  # seeds of a slice, if nobody says how many


FAMILIES = {"bus-errors": Family(400, 50, 0, 200), "descriptors": Family(1280, 40, 0, 160),
            "streams": Family(1050, 75, 0, 175), "resets": Family(1050, 350, 50, 525),
            "bit-flips": Family(10_000, 5000, 500, 625)}
SLICE_SECONDS = 7  # of those
STALLS = ("none", "input", "output")
FIRST_SEED = 1001  # those of `make test` lie before
MOST_SEEDS = 1_000_000  # of a call of nve-faults
NAMES = ("summary.json", "summary.txt", "junit.xml")
FILE = "faults.json"
OUTCOMES = ("reported", "harmless", "recovered", "flagged", "masked")
NUMBERS = ("conducted", "failed", *OUTCOMES, "compared_cycles")
TABLES = ("statuses", "stalls", "kinds")
SHOWN = 20  # failing seeds that are printed


def parse_arguments():
    parser = argparse.ArgumentParser(description="Faults of every family, slice by slice; resumable.")
    parser.add_argument("out", type=pathlib.Path, help="folder for results and summary")
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="build",
                        help="build folders with bin/nve-faults, one of each machine")
    parser.add_argument("--families", type=families, default=list(FAMILIES), help=f"{','.join(FAMILIES)}")
    parser.add_argument("--seeds", type=seeds, help="of every family, the first ones")
    parser.add_argument("--slice", type=seeds, help=f"seeds of a slice (as many as take {SLICE_SECONDS} s)")
    return runner.options_of(parser)


def families(text):
    names = text.split(",")
    for name in names:
        if name not in FAMILIES:
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: {', '.join(FAMILIES)}, with commas "
                                             "between them")
    return list(dict.fromkeys(names))


def seeds(text):
    return script_main.number(text, int, lambda value: 1 <= value <= MOST_SEEDS, f"1 to {MOST_SEEDS}")


def tool_of(build):
    return build / "bin" / "nve-faults"


class Faults(runner.Campaign):
    def __init__(self, options, builds):
        self.slices = []
        for machine, build in builds.items():
            for family in options.families:
                size = options.slice or FAMILIES[family].slice
                end = FIRST_SEED + (options.seeds or FAMILIES[family].seeds)
                self.slices += [slice_of(machine, tool_of(build), family, first, min(size, end - first))
                                for first in range(FIRST_SEED, end, size)]

    def shards(self, _outcome):
        return self.slices


def slice_of(machine, tool, family, first, number):
    last = first + number - 1
    argv = [tool, family, "--seeds", f"{first}-{last}", "--json", f"{shard_list.RESULT}/{FILE}"]
    about = {"campaign": "faults", "machine": machine, "family": family, "first": first, "number": number}
    return shard_list.shard(f"{machine}.{family}.{first}-{last}", argv, about, inputs=[tool],
                            seconds=SLICE_SECONDS * number / FAMILIES[family].slice)


def report_of(one, result):
    """What nve-faults has written of a slice. An error if that is no proof of anything."""
    report = json.loads((result.folder / FILE).read_text(encoding="utf-8"))
    first, number = one.about["first"], one.about["number"]
    wanted = {"family": one.about["family"], "seeds": [first, first + number - 1], "conducted": number,
              "failed": len(report["failures"])}
    for key, value in wanted.items():
        if report[key] != value:
            raise ValueError(f"{key}: found {report[key]}, allowed: {value}")
    if result.passed != (not report["failures"]):
        raise ValueError(f"exit code {result.exit_code} with {report['failed']} failed seeds")
    return report


class Total:
    """What the slices of a family on a machine come to."""

    def __init__(self):
        self.slices, self.missing = [], False
        self.sums = dict.fromkeys(("expected", *NUMBERS), 0) | {name: {} for name in TABLES}
        self.failures = []

    def add(self, one, report):
        """Of a slice without a result or with one that proves nothing there is no report."""
        self.slices.append((one.about["first"], one.about["number"], one.id))
        self.sums["expected"] += one.about["number"]
        if report is None:
            self.missing = True
            return
        add(self.sums, {name: report[name] for name in (*NUMBERS, *TABLES) if name in report})
        for failure in report["failures"]:
            command = [one.argv[0], one.about["family"], "--seeds", str(failure["seed"])]
            self.failures.append(failure | {"reproduce": shlex.join(command)})

    def problems(self, family):
        """Why this is no success, sentences."""
        found, known = [], FAMILIES[family]
        self.slices.sort()
        for (first, number, name), (begin, _, other) in zip(self.slices, self.slices[1:]):
            if begin < first + number:
                found.append(f"found seeds in both {name} and {other}, allowed: each once")
        if self.failures:
            found.append(f"found {len(self.failures)} failing seeds, allowed: none")
        if self.missing:
            return found  # and so too few of everything
        if not self.sums["compared_cycles"]:
            found.append("no cycle was compared")
        own, all_seeds = self.sums["expected"], self.sums["expected"] >= known.seeds
        least = known.of_a_kind * own // known.seeds
        runs = [(kind, numbers["conducted"], least) for kind, numbers in self.sums["kinds"].items()]
        runs += [(f"stall {stall}", self.sums["stalls"].get(stall, 0), known.of_a_stall * all_seeds)
                 for stall in STALLS]
        return found + [f"{name}: found {number} runs, allowed: {least} or more"
                        for name, number, least in runs if number < least]

    def lines(self, name):
        """Of the summary: the first one is the sum of all."""
        sums = self.sums
        stalls = "".join(f", {number} in stall {stall}" for stall, number in sums["stalls"].items())
        yield (f"{name}: {sums['expected']} expected, {numbers_of(sums)}; {sums['compared_cycles']} cycles "
               f"compared{stalls}")
        for kind, own in sums["kinds"].items():
            seen = ", ".join(f"{number} {status}" for status, number in own["statuses"].items())
            yield f"  {kind}: {numbers_of(own)}{': ' * bool(seen)}{seen}"


def add(sums, own):
    """Adds numbers to those of the same names, in tables too."""
    for name, value in own.items():
        if isinstance(value, dict):
            add(sums.setdefault(name, {}), value)
        else:
            sums[name] = sums.get(name, 0) + value


def numbers_of(own):
    outcomes = "".join(f", {own[name]} {name}" for name in OUTCOMES if own[name])
    return f"{own['conducted']} runs, {own['failed']} failed{outcomes}"


def judge(shards, outcome, out):
    """Writes the sums and tells them. The exit code."""
    totals, cases, broken = {}, [], dict(outcome.missing)
    for one in shards:
        machine, family, result = one.about["machine"], one.about["family"], outcome.results.get(one.id)
        report = None
        if result:
            try:
                report = report_of(one, result)
            except (OSError, ValueError, KeyError, TypeError) as error:
                broken[one.id] = f"found no report of its seeds ({error})"
        totals.setdefault((machine, family), Total()).add(one, report)
        status = "not conducted" if report is None else "passed" if result.passed else "failed"
        cases.append({"machine": machine, "name": one.id.removeprefix(f"{machine}."),
                      "status": status, "seconds": result.seconds if result else 0.0,
                      "output": broken.get(one.id) or result.output})
    problems = [f"{name}: {reason}" for name, reason in broken.items()]
    problems += [f"{machine} {family}: {problem}" for (machine, family), total in totals.items()
                 for problem in total.problems(family)]
    cases.append({"machine": "all", "name": "totals", "status": "failed" if problems else "passed",
                  "seconds": 0.0, "output": "".join(f"{problem}\n" for problem in problems)})
    test_summary.write_junit(out / "junit.xml", cases)
    write_sums(out, totals, problems)
    for problem in problems:
        print(f"faults.py: error: {problem}", file=sys.stderr)
    return 1 if problems else 0


def write_sums(out, totals, problems):
    """summary.json and summary.txt; the sums and some failing seeds are printed, too."""
    machines, sums, kinds, failing = {}, [], [], []
    for (machine, family), total in totals.items():
        machines.setdefault(machine, {})[family] = total.sums | {"failures": total.failures}
        lines = list(total.lines(f"{machine} {family}"))
        sums.append(lines[0])
        kinds += lines
        failing += [f"seed {one['seed']} on {machine}, {one['kind']}: {one['text']}\n"
                    f"  reproduce: {one['reproduce']}" for one in total.failures]
    content = result_tables.file_of("fault-campaign", {"machines": machines, "problems": problems})
    test_summary.write_whole(out / "summary.json", json.dumps(content, indent=1) + "\n")
    test_summary.write_whole(out / "summary.txt", "\n".join([*kinds, *failing, *problems]) + "\n")
    more = [f"{len(failing) - SHOWN} more failing seeds"] if len(failing) > SHOWN else []
    print("\n".join([*sums, *failing[:SHOWN], *more, str(out / "summary.txt")]))


def main():
    options = parse_arguments()
    builds = by_machine(options.folders)
    for build in builds.values():
        if not os.access(tool_of(build), os.X_OK) or not tool_of(build).is_file():
            raise InputError(f"{tool_of(build)}: found no program, build it: make faults does")
    with script_main.alone_in(options.out):
        for name in NAMES:  # nobody is to find those of an earlier call
            (options.out / name).unlink(missing_ok=True)
        return runner.judged(Faults(options, builds), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("faults.py", main, "what has ended is kept, the next call goes on"))
