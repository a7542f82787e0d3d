# SPDX-License-Identifier: Apache-2.0
"""Runs yosys and abc for equal.py, within limits of processor time. Standard library only."""
import formal_engines

SECONDS = 60    # each engine
PATIENCE = 30   # real time granted for a second of processor time


class OutOfTime(Exception):
    """yosys has not finished."""


def run(command, work):
    """Exit code and output of a command that may take twice SECONDS of processor time."""
    return formal_engines.run(command, work / "log", 2 * SECONDS, PATIENCE)


def yosys(name, script, work):
    """Runs a script in the folder; RuntimeError with the end of its messages if it fails."""
    (work / name).write_text("\n".join(script) + "\n", encoding="utf-8")
    code, log = run(["yosys", "-q", "-s", name], work)
    if code < 0:
        raise OutOfTime
    if code > 0:
        raise RuntimeError(f"{work}: yosys: {log.strip()[-400:]}")
