#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges the results of a campaign: merge.py LIST OUT [--also FOLDER ...]

Reads LIST and OUT/results only, runs nothing, names what has no result and writes the campaign's summary into
OUT, as the campaign itself does at its end. With --also, the lists and results of other folders are taken in
first: of another cluster, say, that had other shards of the same programs. OUT then holds all of it: results
are copied into it, and OUT/shards.jsonl becomes the list of all, with which the campaign may go on. The other
folders stay as they are, and so does LIST if it lies elsewhere; it may be missing. A shard may be in several
lists if it is the same in all.

A shard or a result that a folder has and no list names is refused before anything is written: a summary
without it would not be that of the folder.

Exit code: 0; 1 if a shard has no result or the campaign has failed; 2 for wrong options, folders or lists.
"""
import argparse
import importlib.util
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from script_main import InputError  # noqa: E402
from shard_result import NoResult  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_NAMES = 5  # told of what is refused
# The scripts that judge: judge(shards, outcome, out) writes the summary and is the exit code.
CAMPAIGNS = {"cores": "scripts/charts/cores.py", "coverage": "tb/coverage/coverage.py",
             "faults": "tb/faults/faults.py",
             "formal": "tb/formal/formal.py", "fuzz": "tb/fuzz/fuzz.py",
             "mutate": "tb/mutation/mutate.py", "nightly": "tb/regress/nightly.py",
             "plans": "scripts/charts/plans.py", "regress": "tb/regress/regress.py",
             "regret": "scripts/charts/regret.py",
             "roofline": "scripts/charts/roofline.py", "sweep": "scripts/charts/sweep.py",
             "vary": "scripts/charts/vary.py", "zoo": "tb/zoo/check_zoo.py"}


def judge_of(shards, path):
    names = {str(one.about.get("campaign")) for one in shards}
    if len(names) != 1 or not names <= set(CAMPAIGNS):
        raise InputError(f"{path}: about.campaign: found {', '.join(sorted(names)) or 'no shard'}, allowed: "
                         f"one of {', '.join(CAMPAIGNS)}, the same in all lines")
    script = ROOT / CAMPAIGNS[names.pop()]
    sys.path.insert(0, str(script.parent))
    spec = importlib.util.spec_from_file_location(script.stem, script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.judge


def united(path, folders):
    """The shards of all lists."""
    shards = {one.id: one for one in shard_list.read(path)} if path.exists() or not folders else {}
    for folder in folders:
        for one in shard_list.read(folder / shard_list.LIST):
            if shards.setdefault(one.id, one).key != one.key:
                raise InputError(f"{folder}: found {one.id} of other programs or inputs than in the "
                                 "other folders, allowed: the same programs everywhere")
    return list(shards.values())


def refuse_others(path, shards, folders):
    """Refuses folders that hold more than the lists name."""
    names, problems = {one.id for one in shards}, []
    for folder in folders:
        own = folder / shard_list.LIST
        others = set(shard_result.others(folder, shards))
        if own.exists():
            others |= {one.id for one in shard_list.read(own)} - names
        if others:
            told = ", ".join(sorted(others)[:MOST_NAMES]) + (", ..." if len(others) > MOST_NAMES else "")
            problems.append(f"{folder}: found {len(others)} shards or results that {path} does not name: "
                            f"{told}; allowed: none, the summary would leave them out; merge with the "
                            "list that has them, or take these results away")
    if problems:
        raise InputError("\n".join(problems))


def take_in(out, folders, shards):
    """Copies results of other folders that OUT has not got, and makes the list of all that of OUT."""
    known = shard_result.read_all(out, shards).results
    for folder in folders:
        for one in shards:
            if one.id in known:
                continue
            try:
                found = shard_result.read(folder, one)
            except NoResult:
                continue
            work = out / "work" / f"{one.id}.copy"
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(found.folder, work)
            shard_result.put(out, one, work)
            known[one.id] = found
    out.mkdir(parents=True, exist_ok=True)
    shard_list.write(out / shard_list.LIST, shards)


def main():
    parser = argparse.ArgumentParser(description="Judges the results of a campaign.")
    parser.add_argument("list", type=pathlib.Path, help="list of shards")
    parser.add_argument("out", type=pathlib.Path, help="folder of results")
    parser.add_argument("--also", nargs="+", type=pathlib.Path, default=[], metavar="FOLDER",
                        help="folders of other results, each with its list")
    options = parser.parse_args()
    shards, folders = united(options.list, options.also), [options.out, *options.also]
    judge = judge_of(shards, options.list)
    refuse_others(options.list, shards, folders)
    if options.also:
        take_in(options.out, options.also, shards)
    outcome = shard_result.read_all(options.out, shards)
    print(outcome.cost)
    return judge(shards, outcome, options.out)


if __name__ == "__main__":
    sys.exit(script_main.run("merge.py", main, "call it again"))
