#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz targets for so much processor time each and goes on where the last call stopped.

  fuzz.py BUILD OUT [--minutes 20] [--targets binary,image] [--replicas N] [--kept FOLDER]
          [--engine ninja|slurm|list] [--jobs N] ...
  fuzz.py BUILD OUT --keep [--targets binary,image] [--kept FOLDER]

A minute of a target is a shard (docs/campaigns.md): OUT/results has one result of each, which counts as long
as the target's program is the same. In a round every target has one slice, or more of them side by side
(--replicas), on the inputs that it had before. Then OUT/corpus takes in the new ones, of programs that have
changed since too, and OUT/findings the findings. A finding ends its target until it is fixed: each call first
runs all of OUT/findings again, unless they have passed with the same program, and what passes becomes an
input. OUT/summary.json has time, executions, edges covered and findings. --keep runs no shard: it minimises
the grown inputs and puts the smallest into the kept ones. docs/fuzzing.md

Exit code: 0; 1 if a finding is open or a target did not run as it must, or not as long; 2 for wrong options
or files; 128 and its number for a signal.
"""
import argparse
import json
import math
import os
import pathlib
import re
import shutil
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import fuzz_slice  # noqa: E402
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from fuzz_slice import TARGETS  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

SLICE_NAME = re.compile(r"(\w+)\.(\d+)")
CHECK_SECONDS = 1.0  # that a finding is expected to take
# The names that libFuzzer gives; every other file among the kept inputs stays.
OWN_NAME = re.compile("[0-9a-f]{40}")
# Kept inputs per target besides those with a name of their own.
KEPT_FILES = 45


def parse_arguments():
    parser = argparse.ArgumentParser(description="Runs the fuzz targets; resumable.")
    parser.add_argument("build", type=pathlib.Path, help="build folder with NVE_FUZZ=ON")
    parser.add_argument("out", type=pathlib.Path, help="folder for results, inputs, findings, summary")
    parser.add_argument("--minutes", type=minutes, default=20,
                        help="processor time of each target in all calls together (%(default)s)")
    parser.add_argument("--targets", type=targets, default=list(TARGETS), help="which, separated by commas")
    parser.add_argument("--replicas", type=script_main.count, default=1,
                        help="slices of a target side by side, from the same inputs (%(default)s)")
    parser.add_argument("--keep", action="store_true",
                        help="do not fuzz: minimise the grown inputs, put them into the kept ones")
    parser.add_argument("--kept", type=pathlib.Path, default=HERE / "corpus",
                        help="kept inputs, a folder for each target (tb/fuzz/corpus)")
    options = runner.options_of(parser)
    if options.keep:
        script_main.refuse_beside("--keep", parser, options, ("minutes", "replicas", "engine", "jobs"))
    return options


def minutes(text):
    """Of an option: with none nothing would run."""
    return script_main.number(text, float, lambda value: 0 < value < math.inf, "a number above 0")


def targets(text):
    """Of an option: names, each once."""
    names = text.split(",")
    for name in names:
        if name not in TARGETS:
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: {', '.join(TARGETS)}")
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"found {name} more than once, allowed: once")
    return names


def program_of(options, name):
    return options.build / "bin" / f"fuzz_{name}"


def folder_at(path):
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: found {error.strerror}, allowed: a folder to write to") from error
    return path


def grown(out, name):
    return folder_at(out / "corpus" / name)


def take_in(out, folder):
    """The new inputs and the findings of a result."""
    name = SLICE_NAME.fullmatch(folder.name)
    if name and name[1] in TARGETS and zipfile.is_zipfile(folder / "inputs.zip"):
        shutil.unpack_archive(folder / "inputs.zip", grown(out, name[1]))
        for finding in (folder / "findings").iterdir():
            shutil.copyfile(finding, folder_at(out / "findings") / finding.name)


def take_in_all(out):
    """Of all results that are there, of other programs too."""
    for folder in sorted((out / "results").glob("*")):
        take_in(out, folder)


def said_by(result):
    """What a slice says. Python itself may have ended it, and has said nothing then."""
    path = result.folder / "slice.json"
    said = {"problem": "found no slice.json"}
    if path.is_file():
        said = json.loads(path.read_text(encoding="utf-8"))
    if said["problem"]:
        said["problem"] += f"; {result.folder / shard_result.FILE} has what it printed"
    return said | {"cpu_seconds": result.processor_seconds}


def numbers_of(name, shards, outcome):
    """What the results of a target say."""
    own = [(one.about["finding"], outcome.results.get(one.id)) for one in shards
           if one.about["target"] == name]
    slices = [said_by(result) for finding, result in own if result and not finding]
    ran = [said for said in slices if not said["problem"]]  # time in which no input ran does not count
    closed = [finding for finding, result in own if finding and result and result.passed]
    known = {finding for finding, _ in own if finding}.union(*(said["findings"] for said in ran))
    return {"cpu_seconds": round(sum(said["cpu_seconds"] for said in ran), 2)} | {
        key: sum(said[key] for said in ran) for key in ("executions", "inputs")} | {
        key: max((said[key] for said in ran), default=0) for key in ("edges", "features")} | {
        "open_findings": sorted(known.difference(closed)), "closed_findings": closed,
        "problems": [f"fuzz_{name}: {said['problem']}" for said in slices if said["problem"]]}


class Fuzzing(runner.Campaign):
    """Findings and slices of some targets, as the campaign that runner.py runs."""

    def __init__(self, options):
        self.options, self.out = options, options.out
        for name in options.targets:
            grown(self.out, name)
        take_in_all(self.out)
        names = sorted(path.name for path in folder_at(self.out / "findings").iterdir())
        for name in names:
            if not name.startswith(tuple(f"{target}-" for target in TARGETS)):
                raise InputError(f"{self.out / 'findings' / name}: found a file of no target, allowed: "
                                 "findings, whose names begin with that of their target and a -")
        self.checks = [self.check(target, name) for target in options.targets for name in names
                       if name.startswith(f"{target}-")]
        found = [match for path in (self.out / "results").glob("*")
                 if (match := SLICE_NAME.fullmatch(path.name)) and match[1] in options.targets]
        self.slices = [self.slice(match[1], match[2]) for match in sorted(found, key=lambda own: int(own[2]))]
        self.forget()
        self.taken = {one.id for one in self.slices}

    def forget(self):
        """Removes what is to run again: findings that failed, slices that did not run as they must or of
        another program."""
        outcome = shard_result.read_all(self.out, self.checks + self.slices)
        again = {one.id for one in self.checks if one.id in outcome.failed} | {
            one.id for one in self.slices
            if one.id in outcome.missing or said_by(outcome.results[one.id])["problem"]}
        for name in again:
            shard_result.remove(self.out, name)
        self.slices = [one for one in self.slices if one.id not in again]

    def shard(self, name, target, argv, inputs, seconds, finding=""):
        program = program_of(self.options, target)
        about = {"campaign": "fuzz", "target": target, "finding": finding,
                 "program": shard_list.text_of(program), "minutes": self.options.minutes}
        script = HERE / "fuzz_slice.py"
        return shard_list.shard(name, [shard_list.PYTHON, "-B", script, *argv, shard_list.RESULT], about,
                                inputs=[program, script, *inputs], seconds=seconds)

    def check(self, target, finding):
        path = self.out / "findings" / finding
        return self.shard(f"{finding}.check", target, ["check", program_of(self.options, target), path],
                          [path], CHECK_SECONDS, finding)

    def slice(self, target, number):
        """What it begins with is no part of its key: it grows, and the time that was spent stays spent."""
        argv = ["slice", program_of(self.options, target), target, number, grown(self.out, target),
                self.options.kept / target]
        return self.shard(f"{target}.{number}", target, argv, fuzz_slice.dictionary(target),
                          fuzz_slice.SECONDS)

    def shards(self, _outcome):
        """All there are, and a round more of the targets that have time left and nothing open."""
        shards = self.checks + self.slices
        outcome = shard_result.read_all(self.out, shards)
        for one in self.slices:
            if one.id in outcome.results and one.id not in self.taken:
                take_in(self.out, outcome.results[one.id].folder)
                self.taken.add(one.id)
        for name in self.options.targets:
            slices = [one for one in self.slices if one.about["target"] == name]
            own = numbers_of(name, shards, outcome)
            for finding in own["closed_findings"]:
                shutil.copyfile(self.out / "findings" / finding, grown(self.out, name) / finding)
            left = math.ceil((60 * self.options.minutes - own["cpu_seconds"]) / fuzz_slice.SECONDS)
            ended = all(one.id in self.taken for one in slices)
            if ended and not own["open_findings"] and not own["problems"]:
                first = 1 + max((int(one.id.rpartition(".")[2]) for one in slices), default=0)
                self.slices += [self.slice(name, number)
                                for number in range(first, first + min(left, self.options.replicas))]
        return self.checks + self.slices

    def told(self, result):
        if not SLICE_NAME.fullmatch(result.id):
            return ""
        said = said_by(result)
        return said["problem"] or (f"{said['executions']} executions, {said['edges']} edges, "
                                   f"{said['inputs']} new inputs, {len(said['findings'])} findings")


def judge(shards, outcome, out):
    """Writes the summary, tells what is open and what did not run. The exit code."""
    problems, numbers = runner.problems_of(outcome), {}
    for one in shards:
        name, limit = one.about["target"], one.about["minutes"]
        if name in numbers:
            continue
        own = numbers[name] = numbers_of(name, shards, outcome)
        spent = own["cpu_seconds"] / 60
        print(f"{name:12} {spent:6.1f} of {limit:g} min  {own['executions']:>11} executions  "
              f"{own['edges']:>6} edges  {own['inputs']:>6} inputs  {len(own['open_findings'])} findings")
        for finding in own["open_findings"]:
            print(f"finding: {one.about['program']} {out}/findings/{finding}")
        problems += own["problems"]
        if not own["open_findings"] and not own["problems"] and spent < limit:
            problems.append(f"{name}: found {spent:.1f} minutes of processor time, allowed: {limit:g} or "
                            "more; call again")
    for name in outcome.failed:
        take_in(out, outcome.results[name].folder)
    content = result_tables.file_of("fuzz", {"targets": numbers, "problems": problems})
    write_whole(out / "summary.json", json.dumps(content, indent=2) + "\n")
    for problem in problems:
        print(f"fuzz.py: error: {problem}", file=sys.stderr)
    return 1 if problems or any(own["open_findings"] for own in numbers.values()) else 0


def keep(options, name):
    """Makes the kept inputs the fewest that reach what the grown ones do: small ones first, and so many. Why
    not, if there is a reason."""
    take_in_all(options.out)
    kept = options.kept / name
    named = [path.name for path in kept.iterdir() if not OWN_NAME.fullmatch(path.name)]
    with tempfile.TemporaryDirectory() as merged, tempfile.TemporaryDirectory() as work:
        # Merging into a folder leaves what it holds alone and adds what reaches more.
        for file in named:
            shutil.copy(kept / file, merged)
        folders = [merged, grown(options.out, name).absolute(), kept.absolute()]
        code, text = fuzz_slice.run(program_of(options, name).absolute(), ["-merge=1", *folders], work)
        if code != 0:
            return f"fuzz_{name}: found exit code {code} of merging, allowed: 0\n{text[-2000:]}"
        fresh = [path for path in pathlib.Path(merged).iterdir() if path.name not in named]
        if not fresh:
            return (f"fuzz_{name}: found no input left of merging {kept}, allowed: 1 or more besides the "
                    f"named ones; all stay\n{text[-2000:]}")
        fresh.sort(key=lambda path: (path.stat().st_size, path))
        stay = {*named, *(path.name for path in fresh[:KEPT_FILES])}
        # The old ones go last: whoever stops this has too many inputs, and none lost.
        for path in fresh[:KEPT_FILES]:
            shutil.copy(path, kept)
        for path in kept.iterdir():
            if path.name not in stay:
                path.unlink()
    sizes = [path.stat().st_size for path in kept.iterdir()]
    print(f"{name:12} {len(sizes)} inputs, {sum(sizes)} bytes; {max(0, len(fresh) - KEPT_FILES)} left out")
    return ""


def main():
    options = parse_arguments()
    for name in options.targets:
        program = program_of(options, name)
        if not program.is_file() or not os.access(program, os.X_OK):
            raise InputError(f"{program}: found no program, build it with NVE_FUZZ=ON: make fuzz does")
    with script_main.alone_in(options.out):
        if options.keep:
            problems = [problem for name in options.targets if (problem := keep(options, name))]
            for problem in problems:
                print(f"fuzz.py: error: {problem}", file=sys.stderr)
            return 1 if problems else 0
        return runner.judged(Fuzzing(options), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("fuzz.py", main, "what has ended is kept, the next call goes on"))
