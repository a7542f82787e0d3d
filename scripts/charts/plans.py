#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes all tables and charts of the two planning papers beside ours: plans.py BIN OUT [--engine ...] ...

BIN holds nve-plan, one call of which is the only shard of this campaign (docs/campaigns.md). What it writes
is copied to OUT. OUT/report.html is the page of nve-report about it, which lies in BIN, too.

Exit code: 0; 1 if the call has failed or has no result; 2 for wrong options or files; 70 for an internal
error; 128 and its number for a signal.
"""
import argparse
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import result_page  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from script_main import InputError  # noqa: E402


def judge(shards, outcome, out):
    """Puts the files where people look for them, and writes the page. The exit code."""
    if not runner.all_passed("plans.py", outcome):
        return 1
    written = sorted(outcome.results[shards[0].id].folder.iterdir())
    for path in written:
        if path.name != shard_result.FILE:
            try:
                shutil.copyfile(path, out / path.name)
            except OSError as error:
                raise InputError(f"{out / path.name}: found {error.strerror}, allowed: a file to write "
                                 "to") from error
    page = result_page.write(result_page.tools_of(shards), out / "plans.json",
                             [out / path.name for path in written if path.suffix == ".svg"])
    print((out / "plans.txt").read_text(encoding="utf-8"), end="")
    print(f"{out}/plans.txt, plans.json, *.csv, *.svg; the page: {page}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path, help="folder of nve-plan")
    parser.add_argument("out", type=pathlib.Path, help="folder for the tables and charts")
    options = runner.options_of(parser)
    with script_main.alone_in(options.out):
        tool = options.bin / "nve-plan"
        papers = shard_list.shard("papers", [tool, "--papers", shard_list.RESULT], {"campaign": "plans"},
                                  inputs=[tool])
        return runner.judged(runner.Campaign([papers]), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("plans.py", main, "the next call goes on"))
