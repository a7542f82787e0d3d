#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the shards of one task of an array: slurm_task.py LIST TASKS OUT, with SLURM_ARRAY_TASK_ID.

Line SLURM_ARRAY_TASK_ID of TASKS (from 0 on) has their numbers in LIST. Exit code 1 if one of them has no
result.
"""
import os
import pathlib
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402
from processes import die_with_parent  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def main():
    path, tasks, out = sys.argv[1:]
    with open(tasks, encoding="utf-8") as file:
        numbers = file.read().splitlines()[int(os.environ["SLURM_ARRAY_TASK_ID"])].split()
    codes = []
    for number in numbers:
        with subprocess.Popen([sys.executable, "-B", str(HERE / "shard.py"), path, number, out],
                              preexec_fn=die_with_parent(signal.SIGTERM)) as process:
            try:
                codes.append(process.wait())
            except BaseException:
                process.terminate()
                raise
    return 0 if all(code in (0, 1) for code in codes) else 1


if __name__ == "__main__":
    sys.exit(script_main.run("slurm_task.py", main, "the next call of the campaign runs what has no result"))
