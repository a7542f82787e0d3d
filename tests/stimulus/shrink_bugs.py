#!/usr/bin/env python3
"""Shrinks failing random programs of every planted bug: shrink_bugs.py BIN BUG...

For each bug BIN/nve-shrink-BUG must fail; its first failing programs are shrunk, and at least 90 % of all of
them must end with 10 instructions or fewer, each within 60 seconds.
"""
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


def failures_of(tool, report):
    """The failing programs of a bug and the seconds one took in the mean; searching is part of it."""
    began = time.monotonic()
    run = subprocess.run([tool, "--seeds", SEEDS, "--shrink", "--json", report], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    if run.returncode != 1:
        sys.stdout.write(run.stdout)
        return [], 0
    failures = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["failures"]
    return failures, (time.monotonic() - began) / len(failures)


def main(tools, *bugs):
    small = total = 0
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for bug in bugs:
            tool = pathlib.Path(tools) / f"nve-shrink-{bug}"
            failures, seconds = failures_of(tool, f"{folder}/report.json")
            sizes = [failure["shrunk"] for failure in failures]
            total += len(sizes)
            small += sum(size is not None and size <= MOST_INSTRUCTIONS for size in sizes)
            before = [failure["instructions"] for failure in failures]
            print(f"{bug:20} {len(sizes):3} programs, {seconds:5.1f} s each, "
                  f"instructions {before} -> {sizes}", flush=True)
            if not sizes:
                problems.append(f"{bug}: not found by the seeds {SEEDS}")
            if seconds > MOST_SECONDS:
                problems.append(f"{bug}: {seconds:.0f} s for a program, allowed: {MOST_SECONDS}")
    print(f"{small} of {total} programs shrunk to {MOST_INSTRUCTIONS} instructions or fewer")
    if not total or small < LEAST_SHARE * total:
        problems.append(f"allowed: at least {LEAST_SHARE:.0%}")
    for problem in problems:
        print(f"shrink_bugs: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
