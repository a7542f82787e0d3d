# SPDX-License-Identifier: Apache-2.0
"""Shards on this computer, by ninja: an edge for each, or for several that are short, since Python takes a
tenth of a second to start. An edge stands behind those of the shards that it needs. One that must run alone
stands behind all edges before it and before all others.

The outputs of the edges are never made, so ninja runs all that it is given; which shards those are, results
decide and not time stamps. Ninja and its commands end with the script.
"""
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys

import shard_list
from processes import die_with_parent, end
from script_main import InputError
from whole_file import refuse_full_disk, write_whole

HERE = pathlib.Path(__file__).resolve().parent
TASK_SECONDS = 10  # of an edge with several shards
TASKS_PER_JOB = 4  # at least, if there are so many shards
LAST = 400  # bytes of what ninja has printed


def escaped(text):
    return text.replace("$", "$$").replace("\n", "$\n")


class Ninja:
    SECONDS = 0.1

    def __init__(self, out, path, shards, options):
        self.out, self.path, self.jobs = out, path, options.jobs
        self.index = {one.id: number for number, one in enumerate(shards)}
        self.shards = {one.id: one for one in shards}
        self.given_up = False  # which ninja never does
        self.process, self.log = None, out / "work" / "ninja.log"

    def start(self, stages):
        if not shutil.which("ninja"):
            raise InputError("found no ninja, allowed: the program of the package ninja-build in PATH")
        work = self.out / "work"
        shutil.rmtree(work, ignore_errors=True)  # of calls that were killed
        work.mkdir(parents=True, exist_ok=True)  # what is still ending may have been quicker
        command = shlex.join([sys.executable, "-S", "-B", str(HERE / "ninja_shard.py"), str(self.path)])
        place = escaped(shlex.quote(str(self.out)))
        lines = [f"builddir = {escaped(str(work))}", "rule shard",
                 f"  command = exec {escaped(command)} $index {place}"]
        edges = {}  # of shards, by name
        alone, beside = [], []  # the last one that runs alone, and those that have come since
        for task in self.tasks_of(stages):
            edge = f"s{self.index[task[0].id]}"
            before = [*alone, *(edges[other] for one in task for other in one.needs if other in edges)]
            if task[0].alone:
                before, alone, beside = before + beside, [edge], []
            else:
                beside.append(edge)
            edges |= {one.id: edge for one in task}
            lines += [f"build {edge}: shard" + (f" || {' '.join(dict.fromkeys(before))}" if before else ""),
                      f"  index = {','.join(str(self.index[one.id]) for one in task)}"]
        write_whole(work / "build.ninja", "\n".join(lines) + "\n")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["ninja", "-k", "0", "-j", str(self.jobs), "-f", str(work / "build.ninja")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM))

    def tasks_of(self, stages):
        """Groups of shards, behind those that they need."""
        for stage in stages:
            shards = [self.shards[name] for name in stage]
            yield from shard_list.tasks([one for one in shards if not one.alone], TASK_SECONDS,
                                        TASKS_PER_JOB * self.jobs)
            yield from ([one] for one in shards if one.alone)

    def working(self):
        return self.process.poll() is None

    def done(self):
        """All shards have results: it ends by itself."""
        self.process.wait()

    def remarks(self):
        """Ninja ends well however shards end, unless a signal has ended it or one of them."""
        code = self.process.poll()
        if not code:
            return []
        refuse_full_disk(self.out)  # which it may not have had the room to tell
        last = " ".join(self.log.read_bytes()[-LAST:].decode(errors="replace").split())
        return [f"ended by signal {-code}" if code < 0 else f"exit code {code}: {last}"]

    def stop(self):
        if self.process is not None:
            end(self.process)
