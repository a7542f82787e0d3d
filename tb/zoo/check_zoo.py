#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every bug of the zoo.

  check_zoo.py BIN OUT BUG.sed... [--force] [--engine ninja|slurm|list] [--jobs N] ...

The bugs are those planted, in the same order (plant_all.py). Each header names the run. Of the core that
is random programs: the field of the probe that differs first, and the unit that lockstep names for it, must
be those of the header. Of the others the header names a test, too: it must fail, and what its first failed
check says must hold the text the header reports, which names the unit. Slower bugs of the DMA are legal and
have no unit; all tests of their header must fail, and no assertion. Without a bug (NVE_BUG=0) all runs
must pass. A run is a shard (docs/campaigns.md): OUT/results keeps what has been found, and a call runs what
has no result of the same programs, or everything with --force. OUT/zoo.json holds the totals.

Exit code: 0; 1 if a bug is not caught or a run has no result; 2 for wrong options or a header that lacks a
line; 128 and its number for a signal.
"""
import argparse
import dataclasses
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from bug_header import header, refuse  # noqa: E402
from test_summary import write_whole  # noqa: E402

SCRIPT = pathlib.Path(__file__).resolve().parent / "zoo_bug.py"
KINDS = ("core", "dma", "host", "slower")
SEEDS = "1-400"  # of random programs, which stop at the tenth that fails
RUN_SECONDS = 0.2


@dataclasses.dataclass
class Bug:
    name: str
    kind: str
    test: str
    report: str


def read_bug(bug):
    kind, report = header(bug, "run", KINDS), header(bug, "report")
    if kind == "slower":
        return Bug(bug.stem, kind, header(bug, "test"), report)
    unit = header(bug, "unit")
    if kind == "core":
        return Bug(bug.stem, kind, SEEDS, f"{report} ({unit})")
    if unit.lower() not in report.lower():
        refuse(f"{bug}: report: found '{report}', allowed: a text with the name of the unit, '{unit}'")
    return Bug(bug.stem, kind, header(bug, "test"), report)


class Zoo(runner.Campaign):
    def __init__(self, options, bugs):
        tests = {}
        for bug in bugs:
            tests.setdefault(bug.kind, set()).add(bug.test)
        none = [Bug(f"no bug, {kind}", kind, ":".join(sorted(names)), "passes")
                for kind, names in sorted(tests.items())]
        self.runs = [self.run(options.tools, bug, 0) for bug in none]
        self.runs += [self.run(options.tools, bug, number) for number, bug in enumerate(bugs, 1)]
        if options.force:
            for one in self.runs:
                shard_result.remove(options.out, one.id)

    @staticmethod
    def run(tools, bug, number):
        tool = tools / f"nve-zoo-{bug.kind}"
        argv = [shard_list.PYTHON, "-B", SCRIPT, tool, bug.kind, bug.test, bug.report, number,
                shard_list.RESULT]
        return shard_list.shard(bug.name if number else f"none.{bug.kind}", argv,
                                {"campaign": "zoo", "name": bug.name, "number": number},
                                inputs=[tool, SCRIPT], seconds=RUN_SECONDS)

    def shards(self, _outcome):
        return self.runs


def judge(shards, outcome, out):
    """Tells what every run has found and writes zoo.json. The exit code."""
    failures = {}
    for one in shards:
        name, result = one.about["name"], outcome.results.get(one.id)
        found = result.output.strip() if result else outcome.missing[one.id]
        if not result or not result.passed:
            failures[name] = found
            found = f"FAILED: {found}"
        else:
            found = f"caught: {found}" if one.about["number"] else found
        print(f"{name:28} {found}")
    bugs = [one.id for one in shards if one.about["number"]]
    totals = {"expected": len(bugs), "conducted": sum(name in outcome.results for name in bugs),
              "failed": len(failures), "failures": failures}
    print(f"bugs: {totals['expected']} expected, {totals['conducted']} conducted, {len(failures)} failed")
    write_whole(out / "zoo.json", json.dumps(result_tables.file_of("zoo", totals), indent=2) + "\n")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description="Runs every bug of the zoo.")
    parser.add_argument("tools", type=pathlib.Path, metavar="bin", help="folder of the programs nve-zoo-*")
    parser.add_argument("out", type=pathlib.Path, help="folder for results and totals")
    parser.add_argument("bugs", nargs="+", type=pathlib.Path, metavar="bug.sed", help="all that are planted")
    parser.add_argument("--force", action="store_true", help="also run what has a result already")
    options = runner.options_of(parser)
    bugs = [read_bug(path) for path in options.bugs]
    with script_main.alone_in(options.out):
        return runner.judged(Zoo(options, bugs), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("check_zoo.py", main, "what has ended is kept, the next call goes on"))
