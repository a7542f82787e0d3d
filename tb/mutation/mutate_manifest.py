# SPDX-License-Identifier: Apache-2.0
"""Reads the manifests of the mutants, units.json and benches.json, of which mutate.py needs a part."""
from json_shape import Any, Object, read_json

UNIT = Object({"module": str}, {"strict": bool}, open=True)
PART = Object({"name": str}, {"units": [UNIT]}, open=True)  # netlist.py and cpp_mutants.py read the rest
UNITS = Object({"netlists": [PART], "programs": [PART]})
BENCH = Object({"tests": str}, {"program": str, "model": str, "observed": Any(Any((int, str)))})
GATE = Object(dict.fromkeys(("mutants", "killed", "bounded"), (int, float)))
GATES = Object({"rtl": GATE, "cpp": GATE})
ADVICE = "--folder names the folder of the manifests, tb/mutation without it"


def read(folder):
    """Units and benches of a folder."""
    units = read_json(folder / "units.json", UNITS, ADVICE)
    names = [part["name"] for kind in ("netlists", "programs") for part in units[kind]]
    kind = Object({"gates": GATES} | dict.fromkeys(names, BENCH), open=True)
    return units, read_json(folder / "benches.json", kind, ADVICE)
