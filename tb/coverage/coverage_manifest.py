# SPDX-License-Identifier: Apache-2.0
"""Which functional bins and points must be counted: tb/coverage/manifest.json; and which antecedents: those
of all assertions of the RTL.

What is not counted at all cannot be missing from a percentage, so the file has, for every machine, the
number of bins in each group, those that cannot happen apart, and the names of the models that are run; and
for all of them together for each kind of points how many every module has. Standard library only.
"""
import collections
import json

from json_shape import Any, Object, read_json
from test_summary import write_whole

KINDS = ("line", "branch", "port", "internal")  # of the points of modules
KIND = Object({"bins": Any(Any(int)), "models": Any([str]),
               "modules": Object({kind: Any(int) for kind in KINDS})})
ADVICE = "tb/coverage/coverage.py --update writes it"


def counted(points):
    """What the counters have, as the file has it."""
    bins = {machine: dict(sorted(collections.Counter(name.rpartition("/")[0] for name in names).items()))
            for machine, names in sorted(points.names.items())}
    modules = {kind: dict(sorted(collections.Counter(key[0].removesuffix(".sv")
                                                     for key in getattr(points, kind)).items()))
               for kind in KINDS}
    return {"bins": bins, "modules": modules,
            "models": {machine: sorted(names) for machine, names in sorted(points.models.items())}}


def read(path):
    return read_json(path, KIND, ADVICE)


def write(path, points):
    """Writes what the counters have, and gives it back."""
    found = counted(points)
    write_whole(path, json.dumps(found, indent=1) + "\n")
    return found


def differences(manifest, points, assertions):
    """Where the counters differ from the file and from the assertions of the RTL; a list of sentences."""
    found = counted(points)
    sentences = []
    for machine in sorted(manifest["bins"] | found["bins"]):
        sentences += number_differences(f"functional: {machine}", "bins", found["bins"].get(machine, {}),
                                        manifest["bins"].get(machine, {}))
    sentences += name_differences("antecedent", [".".join(key) for key in points.antecedent], assertions,
                                  "assertions of the RTL")
    for machine in sorted(manifest["models"] | found["models"]):
        sentences += name_differences(f"model: {machine}", found["models"].get(machine, []),
                                      manifest["models"].get(machine, []))
    for kind in KINDS:
        sentences += number_differences(kind, "points", found["modules"][kind], manifest["modules"][kind])
    return sentences


def number_differences(kind, what, found, allowed):
    """Groups or modules of which two objects have different numbers, as sentences."""
    return [f"{kind}: {name}: found {found.get(name, 0)} {what}, allowed: {allowed.get(name, 0)}"
            for name in sorted(found | allowed) if found.get(name, 0) != allowed.get(name, 0)]


def name_differences(kind, found, allowed, source="manifest"):
    """Names that one of two lists lacks, as sentences."""
    return ([f"{kind}: {name}: found none, allowed: all of the {source}"
             for name in sorted(set(allowed) - set(found))] +
            [f"{kind}: {name}: found one that is not in the {source}"
             for name in sorted(set(found) - set(allowed))])
