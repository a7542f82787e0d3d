#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shrinks failing random programs of every planted bug: shrink_bugs.py BIN BUG...

For each bug BIN/nve-shrink-BUG must fail; each of its first failing programs is then shrunk in a call of its
own. At least 90 % of all must end with 10 instructions or fewer, and none may take more than 60 seconds.

Exit code: 0; 1 if a bug is not found or its programs do not shrink so; 2 for wrong arguments or tools.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

SEEDS = "1-400"      # the tool stops after its first ten failing programs
MOST_INSTRUCTIONS = 10
MOST_SECONDS = 60    # of one program
LEAST_SHARE = 0.9


class WrongTool(Exception):
    """A tool that is not there or does not do what nve-random does."""


def failures_of(tool, *options):
    """The failing programs that a call of the tool reports."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        try:
            run = subprocess.run([tool, *options, "--json", report], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, check=False)
        except OSError as error:
            raise WrongTool(f"{tool}: found {error.strerror}, allowed: a program; "
                            "build nve_random_bugs") from error
        try:
            failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
            found = [(each["seed"], each["instructions"], each["shrunk"]) for each in failures]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise WrongTool(f"{tool}: found exit code {run.returncode} and no report ({error}), "
                            f"allowed: a report of nve-random; it printed\n{run.stdout}") from error
        if run.returncode != (1 if found else 0):
            raise WrongTool(f"{tool}: found exit code {run.returncode} with {len(found)} failing programs, "
                            f"allowed: 1 if there are any, else 0; it printed\n{run.stdout}")
        return found


def shrunk(tool, seed):
    """Instructions left of a failing program, None if it did not shrink, and the seconds it took."""
    began = time.monotonic()
    failures = failures_of(tool, "--seeds", str(seed), "--shrink")
    seconds = time.monotonic() - began
    if not failures:
        raise WrongTool(f"{tool}: found no failure of seed {seed} alone, allowed: the one it has "
                        "among others")
    return failures[0][2], seconds


def problems_of(bug, tool):
    """Sizes of a bug's programs when they are shrunk, and what is wrong with it."""
    failures = failures_of(tool, "--seeds", SEEDS)
    results = [shrunk(tool, seed) for seed, _, _ in failures]
    sizes = [size for size, _ in results]
    times = [f"{seconds:.1f}" for _, seconds in results]
    before = [instructions for _, instructions, _ in failures]
    print(f"{bug:20} {len(sizes):3} programs, instructions {before} -> {sizes}, seconds {', '.join(times)}",
          flush=True)
    problems = [] if sizes else [f"{bug}: not found by the seeds {SEEDS}"]
    for (seed, _, _), (_, seconds) in zip(failures, results):
        if seconds > MOST_SECONDS:
            problems.append(f"{bug}: found {seconds:.0f} s for the program of seed {seed}, "
                            f"allowed: {MOST_SECONDS}")
    return sizes, problems


def main():
    parser = argparse.ArgumentParser(description="Shrinks failing random programs of every planted bug.")
    parser.add_argument("bin", type=pathlib.Path, help="folder with nve-shrink-BUG")
    parser.add_argument("bugs", nargs="+", metavar="bug", help="names of bugs")
    options = parser.parse_args()
    sizes, problems = [], []
    for bug in options.bugs:
        own, wrong = problems_of(bug, options.bin / f"nve-shrink-{bug}")
        sizes += own
        problems += wrong
    small = sum(size is not None and size <= MOST_INSTRUCTIONS for size in sizes)
    print(f"{small} of {len(sizes)} programs shrunk to {MOST_INSTRUCTIONS} instructions or fewer")
    if small < LEAST_SHARE * len(sizes):
        problems.append(f"found {small} of {len(sizes)} small programs, allowed: at least {LEAST_SHARE:.0%}")
    for problem in problems:
        print(f"shrink_bugs.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WrongTool as wrong:
        print(f"shrink_bugs.py: error: {wrong}", file=sys.stderr)
        sys.exit(2)
