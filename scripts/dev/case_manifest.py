#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which cases must not vanish: tests/cases.json. What is not there at all cannot fail, so a run of test.py or
of regress.py is no success if it conducts fewer cases than the file says. More are no problem.

  case_manifest.py SUMMARY [SUMMARY ...] [--manifest FILE]

writes the file anew from the summary.json of runs in which nothing failed: the machines of each, all others
stay. A machine of the file has the least number of cases of each group, skipped ones not counted, and the
least number of compared cycles, which is what was found rounded down to two digits. A group of `make test` is
what stands before the first point of a name, a program of GoogleTest for the most part; of other runs it is
one case. Machines that the file does not have are not held to it.

Exit code: 0; 2 for wrong options or files. Standard library only.
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import least_cases  # noqa: E402
import own_files  # noqa: E402
import script_main  # noqa: E402
from json_shape import Any, Object, read_json  # noqa: E402
from test_summary import write_whole  # noqa: E402

CASE = Object({"machine": str, "name": str, "status": str}, open=True)
TOTALS = Object({"machines": Any(Object({"compared_cycles": int}, open=True))}, open=True)
SUMMARY = Object({"suite": str, "totals": TOTALS, "cases": [CASE]}, open=True)


def two_digits(number):
    """Rounded down to two significant digits."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit


def with_run(manifest, summary):
    """The file's contents with the machines of a run in place of what it had of them."""
    suite = summary["suite"]
    machines = dict(manifest.get(suite, {}))
    for machine, own in summary["totals"]["machines"].items():
        here = [case for case in summary["cases"] if case["machine"] == machine]
        machines[machine] = {"compared_cycles": two_digits(own["compared_cycles"]),
                             "cases": least_cases.numbers_of(suite, here)}
    return dict(sorted((manifest | {suite: dict(sorted(machines.items()))}).items()))


def read_run(path):
    summary = read_json(path, SUMMARY, "test.py and regress.py write it")
    if bad := sorted({case["status"] for case in summary["cases"]} - {"passed", "skipped"}):
        raise script_main.InputError(f"{path}: found cases that are {', '.join(bad)}, allowed: a run in "
                                     "which all passed")
    conducted = {case["machine"] for case in summary["cases"]}
    if empty := sorted(set(summary["totals"]["machines"]) - conducted):
        raise script_main.InputError(f"{path}: found no case of {', '.join(empty)}, allowed: a whole run")
    return summary


def main():
    parser = argparse.ArgumentParser(description="Writes which cases must not vanish, from runs of them.")
    parser.add_argument("summaries", nargs="+", type=pathlib.Path, help="summary.json of a run")
    parser.add_argument("--manifest", type=pathlib.Path, default=least_cases.MANIFEST, help="(%(default)s)")
    options = parser.parse_args()
    own_files.refuse_overwriting(options.summaries, [options.manifest])
    manifest = least_cases.read(options.manifest) if options.manifest.exists() else {}
    for path in options.summaries:
        manifest = with_run(manifest, read_run(path))
    write_whole(options.manifest, json.dumps(manifest, indent=1) + "\n")
    print(f"{options.manifest}: {sum(map(len, manifest.values()))} lists of cases")
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("case_manifest.py", main, "nothing was written"))
