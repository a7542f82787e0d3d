#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the shards of one task of an array: slurm_task.py LIST TASKS OUT, with SLURM_ARRAY_TASK_ID.

Line SLURM_ARRAY_TASK_ID of TASKS (from 0 on) has their numbers in LIST, as shard.py takes them. Exit code 1
if one of them has no result.
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402
import shard  # noqa: E402


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        sys.argv[2] = file.read().splitlines()[int(os.environ["SLURM_ARRAY_TASK_ID"])]
    return shard.main() not in (shard.PASSED, shard.FAILED)


if __name__ == "__main__":
    sys.exit(script_main.run("slurm_task.py", main, "the next call of the campaign runs what has no result"))
