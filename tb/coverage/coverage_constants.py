#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bits of signals that are proved constant: what yosys finds after it has flattened and optimised nve_top.

  coverage_constants.py BUILD PROFILE RESULT    writes RESULT/constants.json, of a profile of the DMA

The proof is constant propagation through logic and registers, so a bit is constant in every run. A bit
of a module counts only if it is 0 or 1 in every instance of the module, in both profiles of the DMA and on
every machine asked for.

Exit code: 0; 2 for files that yosys cannot read.
"""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import coverage_data  # noqa: E402
import script_main  # noqa: E402
from coverage_data import RTL, signal_name  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

TOP = "nve_top"
FILE = "constants.json"

# Every signal of the source is kept with its driver: optimisation removes what nothing reads, or reads any
# more, and leaves the net undefined or without a name; and it changes a mux where nothing looks at it.
# For the same reason -keepdc: an undefined value is not taken for any constant that suits. Only registers may
# begin with any value, since nothing is counted before the end of the first reset: opt_dff.
KEEP = "setattr -set keep 1 w:* w:$* %d"
OPTIMISE = "opt -fine -keepdc; opt_dff; opt -fine -keepdc"


def sources():
    return [RTL / line for line in (RTL / "nve.f").read_text(encoding="utf-8").split("\n")
            if line.startswith("nve_")]


def netlist(files, profile, out):
    """nve_top as yosys leaves it, in JSON."""
    script = (f"read_verilog -sv -I{RTL} {' '.join(map(str, files))}; "
              f"hierarchy -top {TOP} -chparam DmaProfile {profile}; proc; "
              f"flatten; {KEEP}; {OPTIMISE}; simplemap; {OPTIMISE}; write_json {out}")
    result = subprocess.run(["yosys", "-q", "-p", script], capture_output=True, text=True, check=False)
    if result.returncode:
        last = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
        raise InputError(f"{files[0]}: yosys cannot read it with the RTL: {last}")
    return json.loads(out.read_text(encoding="utf-8"))["modules"]


def bits_of(modules, design):
    """(module, signal, bit) to whether it is constant in all instances. An undefined bit, x, is none of which
    anything is known."""
    found = {}
    module = next(m for name, m in modules.items() if name.lstrip("\\").startswith(TOP) or TOP in name)
    for name, net in module["netnames"].items():
        path = f"{TOP}.{name}".rsplit(".", 1)
        if net.get("hide_name") or path[0].split(".")[-1].startswith("$"):
            continue
        try:
            owner = design.module_of(path[0])
        except KeyError:
            continue
        for bit, value in enumerate(net["bits"]):
            key = (owner, path[1], bit)
            found[key] = found.get(key, True) and value in ("0", "1")
    return found


def package_of(build):
    return build / "generated" / "nve_pkg.sv"


def inputs_of(build):
    """The files that the result depends on."""
    return [package_of(build), pathlib.Path(__file__), pathlib.Path(coverage_data.__file__),
            pathlib.Path(coverage_data.sv_text.__file__), *sorted(RTL.glob("*.sv*")), RTL / "nve.f"]


def common(results):
    """The bits that are constant wherever they exist, of (machine, folder of a result)."""
    merged = {}
    for machine, folder in results:
        for module, signal, bit, constant in json.loads((folder / FILE).read_text(encoding="utf-8")):
            key = module, signal_name(signal, machine), bit
            merged[key] = merged.get(key, True) and constant
    return {key for key, constant in merged.items() if constant}


def main():
    build, profile, result = sys.argv[1:]
    result = pathlib.Path(result).resolve()
    full = result / "netlist.json"
    found = bits_of(netlist([package_of(pathlib.Path(build)), *sources()], profile, full),
                    coverage_data.Design())
    full.unlink()
    write_whole(result / FILE, json.dumps([[*key, value] for key, value in found.items()]))
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("coverage_constants.py", main, "there is no result"))
