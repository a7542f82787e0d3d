#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges the results of a campaign: merge.py LIST OUT [--also FOLDER ...]

Reads LIST and OUT/results only, runs nothing, names what has no result and writes the campaign's summary into
OUT, as the campaign itself does at its end. With --also, lists and results of other folders are added to
those of OUT first: of another cluster, say, that had other shards of the same programs. A shard may be in
several lists if it is the same in all.

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
# The scripts that judge: judge(shards, outcome, out) writes the summary and is the exit code.
CAMPAIGNS = {"coverage": "tb/coverage/coverage.py", "faults": "tb/faults/faults.py",
             "formal": "tb/formal/formal.py", "fuzz": "tb/fuzz/fuzz.py",
             "mutate": "tb/mutation/mutate.py", "nightly": "tb/regress/nightly.py",
             "plans": "scripts/charts/plans.py", "regress": "tb/regress/regress.py",
             "roofline": "scripts/charts/roofline.py", "sweep": "scripts/charts/sweep.py",
             "zoo": "tb/zoo/check_zoo.py"}


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


def united(path, out, folders):
    """The shards of all lists; results of the other folders are copied into OUT."""
    shards = {one.id: one for one in shard_list.read(path)} if path.exists() or not folders else {}
    lists = {folder: shard_list.read(folder / shard_list.LIST) for folder in folders}
    for folder, own in lists.items():
        for one in own:
            if shards.setdefault(one.id, one).key != one.key:
                raise InputError(f"{folder}: found {one.id} of other programs or inputs than in the "
                                 "other folders, allowed: the same programs everywhere")
    for folder, own in lists.items():
        for one in own:
            copy(folder, out, one)
    shards = list(shards.values())
    if folders:
        shard_list.write(path, shards)
    return shards


def copy(folder, out, one):
    """A result that is there and is not in OUT yet."""
    try:
        shard_result.read(out, one)
        return
    except NoResult:
        pass
    try:
        found = shard_result.read(folder, one)
    except NoResult:
        return
    work = out / "work" / f"{one.id}.copy"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(found.folder, work)
    shard_result.put(out, one, work)


def main():
    parser = argparse.ArgumentParser(description="Judges the results of a campaign.")
    parser.add_argument("list", type=pathlib.Path, help="list of shards")
    parser.add_argument("out", type=pathlib.Path, help="folder of results")
    parser.add_argument("--also", nargs="+", type=pathlib.Path, default=[], metavar="FOLDER",
                        help="folders of other results, each with its list")
    options = parser.parse_args()
    shards = united(options.list, options.out, options.also)
    judge = judge_of(shards, options.list)
    for name in shard_result.others(options.out, shards):
        print(f"{options.out / 'results' / name}: of another list, not counted")
    outcome = shard_result.read_all(options.out, shards)
    print(outcome.cost)
    return judge(shards, outcome, options.out)


if __name__ == "__main__":
    sys.exit(script_main.run("merge.py", main, "call it again"))
