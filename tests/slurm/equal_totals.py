#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs small campaigns by several engines and looks whether their totals are equal, shard by shard.

  equal_totals.py BUILD [--engines parallel,slurm] [--only A,B] [--coverage BUILD] [--out FOLDER]

BUILD is a build folder of nve with the programs of all campaigns (`make regress` builds them, and
`ninja -C BUILD mutants-fifo5` those of mutants). Each campaign runs with ninja first. `parallel` is what
--engine list prints, run by GNU parallel, stage by stage; `slurm` the two nodes of two_nodes.py. The shards
must be the same, end with the same exit code and leave the same, and the campaign must write the same summary
and end with the same exit code itself; times and computers do not count. Fuzzing is left out, since its
slices end by the clock. Logs and results stay in FOLDER if one is named.
Exit code: 0; 1 if something is not equal; 2 for wrong options.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import kill_rounds
import two_nodes

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import script_main  # noqa: E402  (lies in another folder)

BUGS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tb" / "zoo").glob("*.sed"))
# Small ones: some shards of each kind
COMMANDS = {
    "nightly": "tb/regress/nightly.py {out} {build} --programs 400 --slice 25 --cycles 1",
    "faults": "tb/faults/faults.py {out} {build} --seeds 40 --slice 10",
    "zoo": f"tb/zoo/check_zoo.py {{build}}/bin {{out}} {' '.join(BUGS)}",
    "mutate": "tb/mutation/mutate.py {build} {out} fifo5 fifo1",
    "formal": "tb/formal/formal.py --out {out} fifo agu",
    "regress": "tb/regress/regress.py {out} {build} --label ^(arch|cpu)$",
    "sweep": "scripts/charts/sweep.py {build}/bin {out} --sizes 64 --sizes 1024",
    "roofline": "scripts/charts/roofline.py {build}/bin {out} --networks face_detection --strips 1",
    "cores": "scripts/charts/cores.py {build}/bin {out} --networks small/two_layers --cores 2",
    "regret": "scripts/charts/regret.py {build}/bin {out} --networks two_layers --cores 4",
    "plans": "scripts/charts/plans.py {build}/bin {out}",
    "coverage": "tb/coverage/coverage.py {out} {coverage} --rtl",
}
PYTHON = ("/usr/bin/python3", "-B")  # as make calls them
SUMMARIES = ("*.json", "*.csv", "*.md", "*.txt")
# Times, and names of folders, in what campaigns write
LEFT_OUT = re.compile(r'work/[^/]*|"(?:[a-z_]*seconds?|minutes)": [^,}\n]*|\d+(?:\.\d+)? (?:s|minutes)\b')
GOES_ON = {"tb/regress/regress.py": ["--resume"]}  # what a call needs to count what there is


class Engine:
    def __init__(self, name, environment):
        self.name, self.environment = name, environment

    def call(self, words, log, **more):
        with open(log, "a", encoding="utf-8") as file:
            ran = subprocess.run(words, stdout=more.pop("stdout", file), stderr=file, text=True, check=False,
                                 cwd=ROOT, env=self.environment, **more)
        return ran

    def run(self, words, log):
        """Exit code of a campaign whose results an engine has made."""
        if self.name != "parallel":
            return self.call([*words, "--engine", self.name], log).returncode
        before = ""
        while True:
            listed = self.call([*words, "--engine", "list"], log, stdout=subprocess.PIPE)
            if not listed.stdout.startswith(str(ROOT)):  # it is no command
                return listed.returncode
            if listed.stdout == before:  # what never passes, and is to run anew in each call
                return self.call(words, log).returncode
            before = listed.stdout
            self.call(["parallel", "-j", str(len(two_nodes.NODES))], log, input=listed.stdout)
            words = [*words, *(word for word in GOES_ON.get(words[2], ()) if word not in words)]


def totals(out):
    """What a campaign has found, without times: by shard, and in all files that it has written."""
    found = {path.name: LEFT_OUT.sub("", path.read_text().replace(str(out), "OUT"))
             for pattern in SUMMARIES for path in sorted(out.glob(pattern))}
    if (out / "results").is_dir():
        found |= {name: one | {key: LEFT_OUT.sub("", json.dumps(value).replace(str(out), "OUT"))
                               for key, value in one.items() if key.endswith(".json")}
                  for name, one in kill_rounds.totals(out).items()}
    return found


def campaign(name, command, engines, folder):
    """Whether all engines agree, told in a line for each."""
    equal, first = True, None
    for engine in engines:
        out, log = folder / f"{name}.{engine.name}", folder / f"{name}.{engine.name}.log"
        began = time.monotonic()
        code = engine.run([*PYTHON, *(word.replace("{out}", str(out)) for word in command)], log)
        found = {"exit code": code} | totals(out)
        first = found if first is None else first
        other = [key for key in sorted(first.keys() | found.keys()) if first.get(key) != found.get(key)]
        shards = len(list((out / "results").glob("*")))
        equal = equal and not other and shards > 0
        differ = f"NOT EQUAL: {', '.join(other[:5])}" if other else "equal" if shards else "NO SHARDS"
        print(f"{name:9} {engine.name:9} {shards:4} shards, exit code {code}, "
              f"{time.monotonic() - began:6.1f} s: {differ}", flush=True)
    return equal


def main():
    parser = argparse.ArgumentParser(description="Compares the engines of campaigns.")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--engines", default="parallel,slurm", help="beside ninja (%(default)s)")
    parser.add_argument("--only", default=",".join(COMMANDS), help="campaigns (%(default)s)")
    parser.add_argument("--coverage", type=pathlib.Path, help="build folder that counts; none: no coverage")
    parser.add_argument("--out", type=pathlib.Path, help="folder for logs and results, a new one")
    options = parser.parse_args()
    chosen, names = options.engines.split(","), options.only.split(",")
    if other := [*set(chosen) - {"parallel", "slurm"}, *set(names) - COMMANDS.keys()]:
        parser.error(f"found {' '.join(other)}, allowed: parallel, slurm; {', '.join(COMMANDS)}")
    if "parallel" in chosen and not shutil.which("parallel"):
        parser.error("found no parallel, allowed: the program of the package parallel in PATH")
    if "slurm" in chosen and (reason := two_nodes.missing()):
        parser.error(reason)
    with contextlib.ExitStack() as stack:
        folder = options.out or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        own = {"HOME": str(folder)}  # where GNU parallel writes
        engines = [Engine("ninja", os.environ)]
        if "parallel" in chosen:
            engines.append(Engine("parallel", os.environ | own))
        if "slurm" in chosen:
            cluster = two_nodes.Cluster(folder / "cluster")
            cluster.start()
            stack.callback(cluster.stop)
            engines.append(Engine("slurm", cluster.environment))
        places = {"out": "{out}", "build": options.build.resolve(),
                  "coverage": options.coverage and options.coverage.resolve()}
        results = [campaign(name, [word.format(**places) for word in command.split()], engines, folder)
                   for name, command in COMMANDS.items()
                   if name in names and (name != "coverage" or options.coverage)]
    print(f"{len(results)} campaigns, {results.count(False)} not equal")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(script_main.run("equal_totals.py", main, "nothing is left running"))
