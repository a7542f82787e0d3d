# SPDX-License-Identifier: Apache-2.0
"""The page that nve-report makes of a result file and of charts beside it."""
import pathlib
import subprocess
import sys

from script_main import InputError

FILE = "report.html"


def tools_of(shards):
    """The folder of the tools that a campaign calls."""
    return pathlib.Path(shards[0].argv[0]).parent


def write(tools, result, charts):
    """Writes FILE beside the result, by the nve-report of a folder. Ends the script with its words if it
    fails. The page's path."""
    tool, page = tools / "nve-report", result.parent / FILE
    words = [word for chart in charts for word in ("--with-chart", chart)]
    try:
        ran = subprocess.run([tool, result, *words, "-o", page], capture_output=True, text=True, check=False)
    except OSError as error:
        raise InputError(f"{tool}: found {error.strerror}, allowed: a tool of a build") from error
    if ran.returncode != 0:
        print(ran.stderr, file=sys.stderr, end="")
        sys.exit(ran.returncode)
    return page
