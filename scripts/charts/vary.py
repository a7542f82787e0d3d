#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a network at several values of one or two parameters of the platform, and draws its cycles.

  vary.py BIN OUT BINARY --input PICTURE --vary PARAMETER=VALUE,... [--vary PARAMETER=VALUE,...]
          [--memory NAME] [--feed NAME] [--strips N] [--engine ninja|slurm|list] [--jobs N] ...

BIN holds nve-cosim, whose options these are (nve-cosim --help) and which refuses what is wrong before
anything runs, and nve-report, which joins the results. A shard (docs/campaigns.md) is one combination of
values; results stay in OUT/results, and the next call runs what has none. OUT/vary.json, OUT/vary.csv and
OUT/vary.svg are what one call of nve-cosim for all of it writes, but for the command, which is that of
vary.py. OUT/report.html is the page about them.

Exit code: 0; 1 if a shard has failed or has no result; 2 for wrong options or files; 70 for an internal
error; 128 and its number for a signal.
"""
import argparse
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import own_files  # noqa: E402
import result_page  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from script_main import InputError  # noqa: E402
from shard_list import RESULT  # noqa: E402

WHOLE = ("memory", "feed", "strips")  # options of all shards
SECONDS = 60  # of processor time that a run takes, about


def run(argv):
    """A tool's output. Ends the script with its words if it fails."""
    try:
        ran = subprocess.run(argv, capture_output=True, text=True, check=False)
    except OSError as error:
        raise InputError(f"{argv[0]}: found {error.strerror}, allowed: a tool of a build") from error
    if ran.returncode != 0:
        print(ran.stderr, file=sys.stderr, end="")
        sys.exit(ran.returncode)
    return ran.stdout


def cosim(options, vary):
    words = [word for text in vary for word in ("--vary", text)]
    more = [f"--{name}={text}" for name in WHOLE for text in getattr(options, name)]
    return [options.bin / "nve-cosim", options.binary, "--input", options.input, *words, *more]


def shard_of(options, number, point):
    argv = [*cosim(options, point.split(" ")), "--json", f"{RESULT}/vary.json"]
    files = [path for path in options.memory if pathlib.Path(path).is_file()]
    about = {"campaign": "vary", "point": point, "command": shlex.join(sys.argv)}
    return shard_list.shard(f"{number:04}", argv, about,
                            inputs=[argv[0], options.binary, options.input, *files], seconds=SECONDS)


def judge(shards, outcome, out):
    """Joins the rows of all shards. The exit code."""
    if not runner.all_passed("vary.py", outcome):
        return 1
    tools = result_page.tools_of(shards)
    parts = [outcome.results[one.id].folder / "vary.json" for one in shards]
    command = f"--command={shards[0].about['command']}"
    print(run([tools / "nve-report", "--vary", *parts, command, "--json", out / "vary.json",
               "--csv", out / "vary.csv", "--chart", out / "vary.svg"]), end="")
    page = result_page.write(tools, out / "vary.json", [out / "vary.svg"])
    print(f"{out}/vary.svg, {out}/vary.csv, {out}/vary.json; the page: {page}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--input", type=pathlib.Path, required=True, help="picture")
    parser.add_argument("--vary", action="append", default=[], required=True,
                        help="PARAMETER=VALUE,VALUE...")
    for name in WHOLE:
        parser.add_argument(f"--{name}", action="append", default=[], help="of nve-cosim")
    options = runner.options_of(parser)
    given = [options.binary, options.input, *options.memory]
    own_files.refuse_overwriting(given, [options.out / name for name in
                                         ("vary.json", "vary.csv", "vary.svg", result_page.FILE)])
    points = run([*cosim(options, options.vary), "--list"]).splitlines()
    with script_main.alone_in(options.out):
        campaign = runner.Campaign([shard_of(options, *each) for each in enumerate(points)])
        return runner.judged(campaign, options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("vary.py", main, "what has ended is kept, the next call goes on"))
