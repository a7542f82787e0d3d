#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills something at random moments of a campaign and looks whether its results are whole and equal.

  kill_rounds.py [--rounds N] [--seed N] [--engine slurm|ninja] [--json FILE] COMMAND ...

COMMAND is a call of a campaign with {out} in the place of its folder, which runs undisturbed with ninja
first. Each round begins in a new folder and kills one of: the runner, a shard, a shard's command and, of
Slurm, a node's daemon with all it runs, the controller. Daemons are started again after some seconds. Then
the campaign is called again until it passes, at most so often as CALLS says; commands that it prints
(scontrol update ..., scancel ...) are obeyed before. The results must be those of the undisturbed call, shard
by shard.
Exit code: 0; 1 if a round ended otherwise; 2 for wrong options.
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import two_nodes

CALLS = 4  # after the disturbed one
TOLD = re.compile(r"scontrol update nodename=\S+ state=resume|scancel [\d ]+\d")
OF_NINJA = ("runner", "shard", "command")
OF_SLURM = (*OF_NINJA, "node", "controller")
LEFT_OUT = {"seconds", "processor_seconds", "node", "output", "files"}  # of a result: other in each run


def processes(*words):
    """Numbers of processes that have all words on their command lines."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (path / "cmdline").read_bytes()
            if all(word.encode() in line for word in words):
                found.append(int(path.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def kill(pids):
    for pid in pids:
        two_nodes.with_no_error(os.kill, pid, signal.SIGKILL)


def children(pid):
    found = [int(path.parent.name) for path in pathlib.Path("/proc").glob("[0-9]*/stat")
             if parent_of(path) == pid]
    return found + [each for child in found for each in children(child)]


def parent_of(path):
    try:
        return int(path.read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def totals(out):
    """What does not depend on time: exit codes of all shards and the reports of their programs."""
    found = {}
    for line in (out / "shards.jsonl").read_text().splitlines():
        name = json.loads(line)["id"]
        with open(out / "results" / name / "result.json", encoding="utf-8") as file:
            content = json.load(file)
        found[name] = {key: value for key, value in content.items() if key not in LEFT_OUT}
        for path in sorted((out / "results" / name).glob("*.json")):
            if path.name != "result.json":
                found[name][path.name] = json.loads(path.read_text())
    return found


class Rounds:
    def __init__(self, options, folder, cluster):
        self.options, self.folder, self.cluster = options, folder, cluster
        self.random = random.Random(options.seed)
        self.environment = cluster.environment if cluster else dict(os.environ)

    def call(self, out, engine):
        command = [word.replace("{out}", str(out)) for word in self.options.command]
        with open(f"{out}.log", "a", encoding="utf-8") as log:
            return subprocess.Popen([*command, "--engine", engine], stdout=log, stderr=subprocess.STDOUT,
                                    env=self.environment, start_new_session=True)

    def disturb(self, kind, out):
        if kind == "runner":
            kill([self.process.pid])
        elif kind in ("shard", "command"):
            shards = [pid for script in ("shard.py", "slurm_task.py") for pid in processes(script, str(out))
                      if children(pid)]
            if shards:
                victim = self.random.choice(shards)
                kill([victim] if kind == "shard" else children(victim))
        elif kind == "node":
            node = self.random.choice(two_nodes.NODES)
            daemon = self.cluster.pid(f"slurmd.{node}")
            steps = [pid for pid in processes("slurmstepd") if self.step_of(pid, node)]
            kill([daemon, *[each for step in steps for each in [step, *children(step)]]])
            time.sleep(self.random.uniform(1, 4))
            self.cluster.start_node(node)
        else:
            self.cluster.kill("slurmctld")
            time.sleep(self.random.uniform(1, 4))
            self.cluster.start_controller()

    @staticmethod
    def step_of(pid, node):
        """Whether a step daemon belongs to a node; its spool folder is open in it."""
        with contextlib.suppress(OSError):
            return f"spool.{node}" in pathlib.Path(f"/proc/{pid}/environ").read_text(errors="replace") or any(
                f".{node}" in os.readlink(link) for link in pathlib.Path(f"/proc/{pid}/fd").iterdir())
        return False

    def obey(self, out):
        """Does what the campaign's output has asked for."""
        text = pathlib.Path(f"{out}.log").read_text()
        pathlib.Path(f"{out}.log").rename(f"{out}.log.{time.monotonic_ns()}")
        commands = list(dict.fromkeys(TOLD.findall(text)))
        for command in commands:
            subprocess.run(command.split(), env=self.environment, capture_output=True, check=False)
        return commands

    def round(self, number, expected, seconds):
        kind = self.random.choice(OF_SLURM if self.options.engine == "slurm" else OF_NINJA)
        out = self.folder / f"round{number}"
        moment = self.random.uniform(0.5, max(1.0, 0.9 * seconds))
        began = time.monotonic()
        self.process = self.call(out, self.options.engine)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(moment)
        self.disturb(kind, out)
        codes, obeyed = [self.process.wait()], []
        while codes[-1] != 0 and len(codes) <= CALLS:
            obeyed += self.obey(out)
            if self.options.engine == "slurm":
                with contextlib.suppress(RuntimeError):
                    self.cluster.wait_for_nodes()
            codes.append(self.call(out, self.options.engine).wait())
        equal = codes[-1] == 0 and totals(out) == expected
        row = {"round": number, "killed": kind, "after": round(moment, 1), "exit_codes": codes,
               "obeyed": obeyed, "seconds": round(time.monotonic() - began, 1), "equal": equal}
        print(f"round {number}: {kind} killed after {moment:.1f} s, exit codes {codes}, {len(obeyed)} "
              f"commands obeyed, {'equal' if equal else 'NOT EQUAL'}, {row['seconds']} s", flush=True)
        if equal:
            shutil.rmtree(out)
        return row

    def all(self):
        calm = self.folder / "calm"
        began = time.monotonic()
        if code := self.call(calm, "ninja").wait():
            raise SystemExit(f"kill_rounds.py: error: the undisturbed call: exit code {code}, see {calm}.log")
        seconds, expected = time.monotonic() - began, totals(calm)
        print(f"undisturbed: {len(expected)} shards, {seconds:.1f} s", flush=True)
        return [self.round(number, expected, seconds) for number in range(1, self.options.rounds + 1)]


def main():
    parser = argparse.ArgumentParser(description="Kills parts of a campaign at random moments.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("slurm", "ninja"), default="slurm")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    options.command = options.command[options.command[:1] == ["--"]:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kill_rounds."))
    cluster = two_nodes.Cluster(folder / "cluster") if options.engine == "slurm" else None
    if cluster:
        if reason := two_nodes.missing():
            print(f"kill_rounds.py: error: {reason}", file=sys.stderr)
            return 2
        cluster.start()
    try:
        rows = Rounds(options, folder, cluster).all()
    finally:
        if cluster:
            cluster.stop()
    if options.json:
        options.json.write_text(json.dumps({"command": options.command, "rounds": rows}, indent=1) + "\n")
    bad = [row for row in rows if not row["equal"]]
    print(f"{len(rows)} rounds, {len(bad)} not equal{f', see {folder}' if bad else ''}")
    if not bad:
        shutil.rmtree(folder)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
