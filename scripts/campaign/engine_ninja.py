# SPDX-License-Identifier: Apache-2.0
"""Shards on this computer, by ninja: an edge for each, behind those of the shards that it needs. One that
must run alone stands behind all edges before it and before all others.

The outputs of the edges are never made, so ninja runs all that it is given; which shards those are, results
decide and not time stamps. Ninja and its commands end with the script.
"""
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys

from processes import die_with_parent, end
from script_main import InputError
from test_summary import write_whole

HERE = pathlib.Path(__file__).resolve().parent
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
        pending = [name for stage in stages for name in sorted(stage, key=self.is_alone)]
        command = shlex.join([sys.executable, "-B", str(HERE / "ninja_shard.py"), str(self.path)])
        place = escaped(shlex.quote(str(self.out)))
        lines = [f"builddir = {escaped(str(work))}", "rule shard",
                 f"  command = exec {escaped(command)} $index {place}"]
        there = set(pending)
        alone, beside = [], []  # the last one that runs alone, and those that have come since
        for name in pending:
            before = [*alone, *(other for other in self.shards[name].needs if other in there)]
            if self.is_alone(name):
                before, alone, beside = before + beside, [name], []
            else:
                beside.append(name)
            edges = " ".join(f"s{self.index[other]}" for other in before)
            lines += [f"build s{self.index[name]}: shard" + (f" || {edges}" if edges else ""),
                      f"  index = {self.index[name]}"]
        write_whole(work / "build.ninja", "\n".join(lines) + "\n")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["ninja", "-k", "0", "-j", str(self.jobs), "-f", str(work / "build.ninja")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM))

    def is_alone(self, name):
        return self.shards[name].alone

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
        last = " ".join(self.log.read_bytes()[-LAST:].decode(errors="replace").split())
        return [f"ended by signal {-code}" if code < 0 else f"exit code {code}: {last}"]

    def stop(self):
        if self.process is not None:
            end(self.process)
