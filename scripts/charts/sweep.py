#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast the DMA moves transfers of given sizes, and draws it.

  sweep.py BIN OUT [--sizes LIST] [--profiles LIST] [--directions LIST] [--memory LIST] [--ports LIST]
           [--latency N] [--descriptor-latency N] [--outstanding N] [--stride N]
           [--engine ninja|slurm|list] [--jobs N] ...

BIN holds nve-sweep, whose options these are (nve-sweep --help) and which refuses what is wrong before
anything runs. A shard (docs/campaigns.md) measures a profile in a direction, some seconds; results stay in
OUT/results, and the next call runs what has none. OUT/sweep.csv and OUT/sweep.json are what one call of
nve-sweep for all of it writes, but for the command, which is that of sweep.py. OUT/sweep.svg is drawn of
them by plot_sweep.py, and OUT/report.html is the page of nve-report about them, which lies in BIN, too.

Exit code: 0; 1 if a shard has failed or has no result; 2 for wrong options or files; 70 for an internal
error; 128 and its number for a signal.
"""
import csv
import io
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import charts  # noqa: E402
import own_files  # noqa: E402
import plot_sweep  # noqa: E402
import result_page  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from script_main import InputError  # noqa: E402
from shard_list import RESULT  # noqa: E402

CUT = ("sizes", "profiles", "directions")  # options that differ from shard to shard,
WHOLE = ("memory", "ports", "latency", "descriptor-latency", "outstanding", "stride")  # and those of all
TRANSFERS = '"transfers": [\n'
COMMAND = re.compile(r'^  "command": ".*",$', re.MULTILINE)
TRANSFER = re.compile(r"^    \{\n.*?^    \}", re.MULTILINE | re.DOTALL)  # of sweep.json


def planned(tool, words):
    """Profile, direction and bytes of all that nve-sweep would measure. Ends the script with its words if it
    refuses them."""
    try:
        ran = subprocess.run([tool, *words, "--list"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise InputError(f"{tool}: found {error.strerror}, allowed: a tool of a build") from error
    if ran.returncode != 0:
        print(ran.stderr, file=sys.stderr, end="")
        sys.exit(ran.returncode)
    return [line.split(",") for line in ran.stdout.splitlines()]


def files_of(memories):
    """The files among words, each of which may be one or a list: a name may have commas in it."""
    return [path for text in memories for path in dict.fromkeys([text, *text.split(",")])
            if os.path.isfile(path)]


def words_of(options, names):
    return [f"--{name}={text}" for name in names for text in getattr(options, name.replace("-", "_"))]


def shard_of(options, profile, direction, sizes):
    tool = options.bin / "nve-sweep"
    argv = [tool, "--profiles", profile, "--directions", direction, "--sizes", ",".join(sizes),
            *words_of(options, WHOLE), "--csv", f"{RESULT}/sweep.csv", "--json", f"{RESULT}/sweep.json"]
    about = {"campaign": "sweep", "sizes": len(sizes), "command": shlex.join(sys.argv)}
    return shard_list.shard(f"{profile}.{direction}", argv, about,
                            inputs=[tool, *files_of(options.memory)], seconds=len(sizes))


def joined(shards, parts):
    """The rows of all shards as in one call: a memory and its ports at a time."""
    cut = [[rows[at:at + one.about["sizes"]] for at in range(0, len(rows), one.about["sizes"])]
           for one, rows in zip(shards, parts)]
    return [row for same_memory in zip(*cut) for rows in same_memory for row in rows]


def judge(shards, outcome, out):
    """Writes the table, the results, the chart and the page. The exit code."""
    if not runner.all_passed("sweep.py", outcome):
        return 1
    tables, transfers = [], []
    for one in shards:
        folder = outcome.results[one.id].folder
        with open(folder / "sweep.csv", newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        tables.append(rows)
        before, _, behind = (folder / "sweep.json").read_text(encoding="utf-8").partition(TRANSFERS)
        transfers.append(TRANSFER.findall(behind))
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *joined(shards, tables)])
    charts.write(out / "sweep.csv", text.getvalue())
    behind = ",\n".join(joined(shards, transfers))
    own = f'  "command": {json.dumps(shards[0].about["command"])},'
    before = COMMAND.sub(lambda _: own, before)
    charts.write(out / "sweep.json", f"{before}{TRANSFERS}{behind}\n  ]\n}}\n")
    plot_sweep.draw(out / "sweep.csv", out / "sweep.svg")
    page = result_page.write(result_page.tools_of(shards), out / "sweep.json", [out / "sweep.svg"])
    print(f"{out}/sweep.svg, {out}/sweep.csv, {out}/sweep.json; the page: {page}")
    return 0


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    for name in CUT + WHOLE:
        parser.add_argument(f"--{name}", action="append", default=[], help="of nve-sweep")
    options = runner.options_of(parser)
    results = [f"--{kind}={options.out / f'sweep.{kind}'}" for kind in ("csv", "json")]
    measured = planned(options.bin / "nve-sweep", words_of(options, CUT + WHOLE) + results)
    own_files.refuse_overwriting(files_of(options.memory), [options.out / name for name in
                                                            ("sweep.svg", result_page.FILE)])
    with script_main.alone_in(options.out):
        campaign = runner.Campaign([shard_of(options, *of, [size for *_, size in each])
                                    for of, each in itertools.groupby(measured, lambda row: row[:2])])
        return runner.judged(campaign, options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("sweep.py", main, "what has ended is kept, the next call goes on"))
