# SPDX-License-Identifier: Apache-2.0
"""Bits of signals that are proved constant: what yosys finds after it has flattened and optimised nve_top.

The proof is constant propagation through logic and registers, so a bit is constant in every run. A bit
of a module counts only if it is 0 or 1 in every instance of the module, in both profiles of the DMA and on
every machine asked for. Results are kept in a file beside the build until the RTL or the proof changes.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import subprocess

import coverage_data
from coverage_data import RTL, machine_of, signal_name
from script_main import InputError
from test_summary import write_whole

TOP = "nve_top"

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
    try:
        result = subprocess.run(["yosys", "-q", "-p", script], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise InputError("found no yosys, which proves constants; install it or add --no-constants") from None
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


def kept_file(build, profile):
    """Where the result for a build is kept: a name for the RTL and for what makes the proof."""
    package = package_of(build)
    if not package.is_file():
        raise InputError(f"{build}: found no generated/nve_pkg.sv, allowed: a folder whose models are built")
    digest = hashlib.sha256(package.read_bytes())
    for path in (pathlib.Path(__file__), pathlib.Path(coverage_data.__file__), *sorted(RTL.glob("*.sv*")),
                 RTL / "nve.f"):
        digest.update(path.read_bytes())
    return build / f"constants_{profile}_{digest.hexdigest()[:16]}.json"


def constants(builds, design):
    """The bits that are constant wherever they exist, of builds with models."""
    jobs = [(kept_file(build, profile), build, profile) for build in builds for profile in (0, 1)
            if next(build.rglob("*_points.json"), None)]

    def run(job):
        kept, build, profile = job
        if not kept.is_file():
            full = kept.with_suffix(".netlist")
            found = bits_of(netlist([package_of(build), *sources()], profile, full), design)
            full.unlink()
            write_whole(kept, json.dumps([[*key, value] for key, value in found.items()]))
        return [((module, signal_name(signal, machine_of(build)), bit), constant)
                for module, signal, bit, constant in json.loads(kept.read_text(encoding="utf-8"))]

    merged = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for rows in pool.map(run, jobs):
            for key, constant in rows:
                merged[key] = merged.get(key, True) and constant
    return {key for key, constant in merged.items() if constant}
