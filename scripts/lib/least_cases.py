# SPDX-License-Identifier: Apache-2.0
"""What tests/cases.json says of a run: how many cases and compared cycles it must have at least, of each
machine. Written by scripts/dev/case_manifest.py, which tells what is counted.
"""
import collections
import pathlib

from json_shape import Any, Object, read_json
from test_summary import BAD

MANIFEST = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cases.json"
TEST = "test"  # the run whose groups are programs
MACHINE = Object({"compared_cycles": int, "cases": Any(int)})
KIND = Any(Any(MACHINE))
HOW = "if that is meant, scripts/dev/case_manifest.py writes what a run has found"


def read(path):
    return read_json(path, KIND, "scripts/dev/case_manifest.py writes it")


def group_of(suite, name):
    return name.partition(".")[0] if suite == TEST else name


def numbers_of(suite, cases):
    """{group: cases that were not skipped}, sorted."""
    return dict(sorted(collections.Counter(group_of(suite, case["name"]) for case in cases
                                           if case["status"] != "skipped").items()))


def unknown(manifest, suite, machines):
    """The machines whose cases the file does not have."""
    return [machine for machine in machines if machine not in manifest.get(suite, {})]


def differences(manifest, suite, cases, numbers):
    """What a run lost of what the file has; a list of sentences. `numbers`: totals of the run."""
    found = []
    for machine, own in numbers["machines"].items():
        allowed = manifest.get(suite, {}).get(machine)
        if allowed is None:
            continue
        here = [case for case in cases if case["machine"] == machine]
        conducted = numbers_of(suite, here)
        found += [f"{machine}: {group}: found {conducted.get(group, 0)} cases that were not skipped, "
                  f"allowed: {least} or more; {HOW}"
                  for group, least in allowed["cases"].items() if conducted.get(group, 0) < least]
        if any(case["status"] in BAD for case in here):
            continue  # they have compared nothing and are told anyway
        if own["compared_cycles"] < allowed["compared_cycles"]:
            found.append(f"{machine}: found {own['compared_cycles']} compared cycles, allowed: "
                         f"{allowed['compared_cycles']} or more; {HOW}")
    return found
