"""Bits of signals that are proved constant: what yosys finds after it has flattened and optimised nve_top.

The proof is constant propagation through logic and registers, so a bit is constant in every run. A bit
of a module counts only if it is so in every instance of the module, in both profiles of the DMA and on
every machine asked for. Results are kept in a file beside the build until the RTL changes.
"""
import concurrent.futures
import hashlib
import json
import subprocess

from coverage_data import RTL, machine_of, signal_name
from test_summary import write_whole

TOP = "nve_top"


def netlist(package, profile, out):
    """nve_top as yosys leaves it, in JSON."""
    files = " ".join(str(RTL / line) for line in (RTL / "nve.f").read_text(encoding="utf-8").split("\n")
                     if line.startswith("nve_"))
    script = (f"read_verilog -sv -I{RTL} {package} {files}; "
              f"hierarchy -top {TOP} -chparam DmaProfile {profile}; proc; "
              f"flatten; opt -full; simplemap; opt -full; write_json {out}")
    subprocess.run(["yosys", "-q", "-p", script], check=True, stdout=subprocess.DEVNULL)
    return json.loads(out.read_text(encoding="utf-8"))["modules"]


def bits_of(modules, design):
    """(module, signal, bit) to whether it is constant in all instances."""
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
            found[key] = found.get(key, True) and isinstance(value, str)
    return found


def constants(builds, design):
    """The bits that are constant wherever they exist."""
    jobs = []
    for build in builds:
        package = build / "generated" / "nve_pkg.sv"
        digest = hashlib.sha256(package.read_bytes())
        for path in sorted(RTL.glob("*.sv*")):
            digest.update(path.read_bytes())
        jobs += [(build / f"constants_{profile}_{digest.hexdigest()[:16]}.json", package, profile,
                  machine_of(build)) for profile in (0, 1)]

    def run(job):
        kept, package, profile, machine = job
        if not kept.is_file():
            full = kept.with_suffix(".netlist")
            found = bits_of(netlist(package, profile, full), design)
            full.unlink()
            write_whole(kept, json.dumps([[*key, value] for key, value in found.items()]))
        return [((module, signal_name(signal, machine), bit), constant)
                for module, signal, bit, constant in json.loads(kept.read_text(encoding="utf-8"))]

    merged = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for rows in pool.map(run, jobs):
            for key, constant in rows:
                merged[key] = merged.get(key, True) and constant
    return {key for key, constant in merged.items() if constant}
