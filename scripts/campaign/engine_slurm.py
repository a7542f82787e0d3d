# SPDX-License-Identifier: Apache-2.0
"""Shards on a cluster, by job arrays of Slurm, and a job behind them that merges.

A task of an array runs shards one behind the other until they are expected to take two minutes, since
starting a task takes some 0.4 s, or less where processors would have nothing to do; OUT/slurm/tasks.N has
them, a line each, as numbers in OUT/slurm/shards.jsonl. An array has the tasks of one stage and waits for
those of the stage before, passed or not: shard.py looks at what a shard needs. OUT/slurm/jobs has the numbers
of the jobs: the next call waits for those that are still there and submits what has neither job nor result
then. What the queue, its jobs and the nodes say is told in words and decides nothing else.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

import script_main
import shard_list
import slurm_words
from script_main import InputError
from whole_file import write_whole

HERE = pathlib.Path(__file__).resolve().parent
# Ours, those of sbatch, and variables that stand for them
OPTIONS = {"queue": ("partition", "SLURM_PARTITION"), "time": ("time", "SLURM_TIMELIMIT"),
           "mem": ("mem", "SLURM_MEM"), "account": ("account", "SLURM_ACCOUNT")}
HELP = {"queue": "partition", "time": "limit of a task", "mem": "memory of one", "account": "to be charged"}
TASK_SECONDS = 120
TASKS_PER_PROCESSOR = 4  # at least, if there are so many shards
MOST_TASKS = 1000  # of an array, if the controller does not say
PATIENCE = 30  # seconds in which nothing has been able to run before the call ends


def add_options(group):
    group.add_argument("--patience", type=script_main.count,
                       help="of Slurm: seconds in which nothing has been able to run, then the call ends "
                            f"({PATIENCE})")
    for name in OPTIONS:
        group.add_argument(f"--{name}", help=f"of Slurm: {HELP[name]}, as sbatch takes it; or "
                                             f"{OPTIONS[name][1]}")


class Slurm:
    SECONDS = 1.0

    def __init__(self, out, path, shards, options):
        self.out, self.path, self.folder = out, path, out / "slurm"
        self.index = {one.id: number for number, one in enumerate(shards)}
        self.shards = {one.id: one for one in shards}
        self.options, self.patience = options, options.patience or PATIENCE
        self.jobs, self.told, self.new = [], set(), []
        self.stuck_since, self.given_up = None, False

    def start(self, stages):
        for program in ("sbatch", "squeue", "scancel", "sinfo", "scontrol"):
            if not shutil.which(program):
                raise InputError(f"found no {program}, allowed: the programs of Slurm in PATH, on a computer "
                                 "that may submit")
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.wait_for_earlier():
            return
        shutil.copyfile(self.path, self.folder / "shards.jsonl")  # the jobs' own: a later call writes another
        processors, most = slurm_words.processors(), self.most_tasks()
        before = []
        try:
            for stage in stages:
                submitted = []
                for alone in (False, True):
                    tasks = shard_list.tasks([self.shards[name] for name in stage
                                              if self.shards[name].alone == alone],
                                             TASK_SECONDS, TASKS_PER_PROCESSOR * processors)
                    for first in range(0, len(tasks), most):
                        submitted.append(self.submit(tasks[first:first + most], before, alone))
                before = submitted
            self.submit_merge(before)
        except InputError as error:
            raise InputError(f"{error}\n{self.withdrawn()}") from error

    def wait_for_earlier(self):
        """Whether jobs of an earlier call are still there."""
        path = self.folder / "jobs"
        earlier = path.read_text(encoding="utf-8").split() if path.is_file() else []
        self.jobs = earlier  # told by who is stopped meanwhile
        states = slurm_words.states(earlier)
        if states is None:
            raise InputError(f"found jobs of an earlier call ({' '.join(earlier)}) and no controller that "
                             "knows of them; allowed: a cluster that answers squeue; wait for it or start "
                             "slurmctld, then call again")
        self.jobs = [job for job in earlier if any(name.split("_")[0] == job for name, _, _ in states)]
        if self.jobs:
            self.new.append(f"jobs {' '.join(self.jobs)} of an earlier call are there, waiting for them")
        else:
            path.unlink(missing_ok=True)
            shutil.rmtree(self.out / "work", ignore_errors=True)  # of shards that were killed
        return bool(self.jobs)

    @staticmethod
    def most_tasks():
        for line in slurm_words.output_of(["scontrol", "show", "config"]).splitlines():
            if line.startswith("MaxArraySize"):
                return max(1, min(MOST_TASKS, int(line.split("=")[1])))
        return MOST_TASKS

    def submit(self, tasks, before, alone):
        """The number of an array of these tasks, each of which may have a node for itself."""
        name = f"tasks.{len(self.jobs)}"
        write_whole(self.folder / name, "".join(f"{self.indices(task)}\n" for task in tasks))
        command = [sys.executable, "-B", str(HERE / "slurm_task.py"), str(self.folder / "shards.jsonl"),
                   str(self.folder / name), str(self.out)]
        more = ["--array", f"0-{len(tasks) - 1}", *(["--exclusive"] if alone else [])]
        return self.sbatch(command, "shards", more, before, "%A_%a")

    def indices(self, task):
        return ",".join(str(self.index[one.id]) for one in task)

    def submit_merge(self, before):
        command = [sys.executable, "-B", str(HERE / "merge.py"), str(self.path), str(self.out)]
        self.sbatch(command, "merge", [], before, "%A")

    def sbatch(self, command, name, more, before, log):
        script = f"#!/bin/sh\nexec {shlex.join(command)}\n"
        chosen = [f"--{key}={value}" for own, (key, variable) in OPTIONS.items()
                  if (value := getattr(self.options, own) or os.environ.get(variable))]
        behind = [f"--dependency=afterany:{':'.join(before)}"] if before else []
        ran = subprocess.run(["sbatch", "--parsable", f"--job-name=nve-{name}",
                              f"--chdir={pathlib.Path.cwd()}", f"--output={self.folder.absolute()}/{log}.log",
                              *more, *behind, *chosen],
                             input=script, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise InputError(f"sbatch: found {' '.join(ran.stderr.split())}; allowed: what the cluster "
                             "takes, see --queue, --time, --mem and --account")
        job = ran.stdout.strip().split(";")[0]
        self.jobs.append(job)
        write_whole(self.folder / "jobs", "".join(f"{each}\n" for each in self.jobs))
        return job

    def withdrawn(self):
        """Takes back what was submitted, in words."""
        if not self.jobs:
            return "nothing was submitted"
        ran = subprocess.run(["scancel", *self.jobs], capture_output=True, text=True, check=False)
        jobs, self.jobs = self.jobs, []
        if ran.returncode != 0:
            return f"submitted: {' '.join(jobs)}, which scancel did not end ({' '.join(ran.stderr.split())})"
        (self.folder / "jobs").unlink(missing_ok=True)
        return "nothing is left of what was submitted"

    def working(self):
        """Whether a job of ours is there that can go on."""
        states = slurm_words.states(self.jobs)
        if states == []:
            (self.folder / "jobs").unlink(missing_ok=True)
            return False
        stuck = slurm_words.stuck(states)
        for remark in stuck:
            self.tell(remark)
        if not stuck or (states and any(state in slurm_words.UNDER_WAY for _, state, _ in states)):
            self.stuck_since = None
            return True
        self.stuck_since = self.stuck_since or time.monotonic()
        if time.monotonic() - self.stuck_since < self.patience:
            return True
        self.given_up = True
        self.tell(f"nothing has been able to run for {self.patience} s: do what is said above, then call "
                  "again")
        if states is not None:
            self.tell(self.withdrawn())
        return False

    def done(self):
        """All shards have results: nobody has to wait for the queue."""
        self.withdrawn()

    def tell(self, remark):
        if remark not in self.told:
            self.told.add(remark)
            self.new.append(remark)

    def remarks(self):
        new, self.new = self.new, []
        return new

    def stop(self):
        """What is in the queue stays there: the call may have ended by accident."""
        if self.jobs:
            print(f"slurm: jobs {' '.join(self.jobs)} go on; call again to wait for them, or end them: "
                  f"scancel {' '.join(self.jobs)}", file=sys.stderr)
