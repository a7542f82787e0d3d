"""Which functional bins and antecedents must be counted: tests/coverage/manifest.json.

What is not counted at all cannot be missing from a percentage, so the file has, for every instance, the
number of bins in each group, those that cannot happen apart, and the names of all assertions. Standard
library only.
"""
import collections
import json

from json_shape import Any, Object, read_json
from test_summary import write_whole

KIND = Object({"bins": Any(Any(int)), "antecedents": [str]})
ADVICE = "scripts/coverage.py --update writes it"


def counted(points):
    """What the counters have, as the file has it."""
    bins = {machine: dict(sorted(collections.Counter(name.rpartition("/")[0] for name in names).items()))
            for machine, names in sorted(points.names.items())}
    return {"bins": bins, "antecedents": sorted(".".join(key) for key in points.antecedent)}


def read(path):
    return read_json(path, KIND, ADVICE)


def write(path, points):
    """Writes what the counters have, and gives it back."""
    found = counted(points)
    write_whole(path, json.dumps(found, indent=1) + "\n")
    return found


def differences(manifest, points):
    """Where counters and file differ; a list of sentences."""
    found = counted(points)
    sentences = []
    for machine in sorted(manifest["bins"] | found["bins"]):
        here, allowed = found["bins"].get(machine, {}), manifest["bins"].get(machine, {})
        sentences += [f"functional: {machine}: {group}: found {here.get(group, 0)} bins, allowed: "
                      f"{allowed.get(group, 0)}" for group in sorted(here | allowed)
                      if here.get(group, 0) != allowed.get(group, 0)]
    names = set(found["antecedents"]), set(manifest["antecedents"])
    sentences += [f"antecedent: {name}: found none, allowed: all of the manifest"
                  for name in sorted(names[1] - names[0])]
    return sentences + [f"antecedent: {name}: found one that is not in the manifest"
                        for name in sorted(names[0] - names[1])]
