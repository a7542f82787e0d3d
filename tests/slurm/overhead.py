#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what a shard costs beside its command.

  overhead.py [--engine ninja|slurm] [--slots N] [--shards N] [--seconds S] [--expected S]
  overhead.py [--engine ninja|slurm] [--slots N] -- COMMAND

Runs a campaign of N shards that sleep for S seconds, on two jobs of ninja or on the two nodes of
two_nodes.py, or on one of them (--slots 1). Prints the time that each shard took beside sleeping, in
milliseconds and in percent of S, and with ninja the processor time of all that ran, which other work on the
computer disturbs less. --expected tells the campaign other seconds than those that the shards sleep. With
COMMAND, a call of a campaign with {out} in the place of its folder, it is measured how long that takes.
Exit code: 0; 1 if a shard has not passed; 2 for wrong options or a computer that can have no nodes.
"""
import argparse
import contextlib
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import two_nodes

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import runner  # noqa: E402  (lies in another folder)
import script_main  # noqa: E402
import shard_list  # noqa: E402

SLOTS = len(two_nodes.NODES)


def processor_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@contextlib.contextmanager
def nodes(options):
    """The cluster, if one is asked for, on which all calls of Slurm's programs then are."""
    if options.engine == "ninja":
        yield
        return
    if reason := two_nodes.missing():
        raise script_main.InputError(reason)
    with tempfile.TemporaryDirectory(prefix="overhead.") as folder:
        cluster = two_nodes.Cluster(pathlib.Path(folder) / "cluster")
        cluster.start()
        try:
            os.environ["SLURM_CONF"] = str(cluster.configuration)
            for node in two_nodes.NODES[options.slots:]:
                cluster.call(["scontrol", "update", f"nodename={node}", "state=drain", "reason=unused"])
            yield
        finally:
            cluster.stop()


def engine_words(options):
    jobs = ["--jobs", str(options.slots)] if options.engine == "ninja" else []
    return ["--engine", options.engine, *jobs]


def called(options):
    """Exit code and seconds of a campaign's command."""
    with tempfile.TemporaryDirectory(prefix="overhead.") as folder, nodes(options):
        words = [word.replace("{out}", f"{folder}/out") for word in options.command[1:]]
        began = time.monotonic()
        ran = subprocess.run([*words, *engine_words(options)], stdout=subprocess.DEVNULL, check=False)
        return ran.returncode, time.monotonic() - began


def measured(options):
    shards = [shard_list.shard(f"sleep{n}", ["sleep", f"{options.seconds:g}"], {"campaign": "overhead"},
                               seconds=options.expected or options.seconds) for n in range(options.shards)]
    with tempfile.TemporaryDirectory(prefix="overhead.") as folder, nodes(options):
        own = runner.options_of(argparse.ArgumentParser(), engine_words(options))
        own.out = pathlib.Path(folder) / "out"
        own.out.mkdir()
        began, used = time.monotonic(), processor_seconds()
        _, outcome = runner.run(runner.Campaign(shards), own)
        return outcome, time.monotonic() - began, processor_seconds() - used


def main():
    parser = argparse.ArgumentParser(description="Measures what a shard costs beside its command.")
    parser.add_argument("--engine", choices=("ninja", "slurm"), default="ninja")
    parser.add_argument("--shards", type=script_main.count, default=40, help="(%(default)s)")
    parser.add_argument("--seconds", type=script_main.minutes, default=1.0, help="of each (%(default)s)")
    parser.add_argument("--expected", type=script_main.minutes, help="what the campaign takes them for")
    parser.add_argument("--slots", type=int, choices=range(1, SLOTS + 1), default=SLOTS,
                        help="jobs of ninja or nodes (%(default)s)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- and a campaign to measure")
    options = parser.parse_args()
    if options.command:
        code, seconds = called(options)
        print(f"{options.engine}, {options.slots} at a time: {seconds:.1f} s; load {os.getloadavg()[0]:.1f}")
        return code
    outcome, seconds, used = measured(options)
    ideal = -(-options.shards // options.slots) * options.seconds
    beside = (seconds - ideal) * options.slots / options.shards
    share = f", {100 * beside / options.seconds:.1f} %" if options.seconds else ""
    own = f"; processor {1000 * used / options.shards:.0f} ms" if options.engine == "ninja" else ""
    print(f"{options.engine}, {options.slots} at a time, {options.shards} shards of {options.seconds:g} s: "
          f"{seconds:.1f} s, {1000 * beside:.0f} ms a shard beside sleeping{share}{own}; "
          f"load {os.getloadavg()[0]:.1f}")
    return 0 if runner.all_passed("overhead.py", outcome) else 1


if __name__ == "__main__":
    sys.exit(script_main.run("overhead.py", main, "nothing is kept"))
