#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures networks in every feed and draws their rooflines and waterfalls.

  roofline.py BIN OUT [--networks A,B] [--modes A,B] [--memory NAME|FILE] [--ports separate|shared]
              [--strips N]

BIN holds nvec, nve-cosim and nve-sweep. Every network runs whole, 1280x720, in each mode (with --strips only
the first N strips of each layer, which the table and the charts say); filter3x3 with vertical, the others
with horizontal vectors. In OUT:

  roofline.csv         a line for every layer and mode: memory, cycles, GOPs/s of useful MACs, both
                       intensities, waterfall
  roofline.json        the same with the parameters of the memory and the measured bandwidths
  roofline_NET.svg     GOPs/s against operations per byte under the compute roof and the port's bandwidth;
                       each layer at the thesis's intensity (every pixel once, filled) and at the bytes
                       really moved (hollow)
  waterfall_NET.svg    where the cycles of each layer and mode go, as shares of the cycles of its bound
"""
import argparse
import concurrent.futures
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import charts  # noqa: E402
import own_files  # noqa: E402
import script_main  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGE = ROOT / "images" / "street.png"
MODES = ("column", "reordered", "contiguous", "mover")
NETWORKS = ("filter3x3", "face_detection", "speed_sign")
SEED = "1"
OPS_PER_MAC = 2
PARTS = ("bound", "schedule", "prologue", "load", "host", "copy", "ramp", "drain", "descriptors", "transfer",
         "row", "turnaround", "refresh", "writes", "latency", "output")
COLUMNS = ("network", "layer", "mode", "memory", "ports", "strips", "macs", "cycles", "gops", "bytes_once",
           "bytes_moved", "ops_per_byte_once", "ops_per_byte_moved") + PARTS
PART_COLOURS = dict(zip(PARTS, (
    "#2f7d4f", "#7fb69a", "#b9d6c6", "#1f5f99", "#6f9cc4", "#8a6d1d", "#a9c3de", "#c9d9ea",
    "#c0491f", "#d97f5e", "#7a4fa3", "#9d7cbd", "#b89fd0", "#d3c4e2", "#8d8d8d", "#4d4d4d")))
# In points: two of them often coincide.
LABEL_OFFSETS = {"column": -3, "reordered": -3, "contiguous": 3, "mover": -9}
LONG_BYTES = "4096"
COLUMN_BYTES = "24"


def run(command):
    try:
        result = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    except OSError as error:
        charts.fail(command[0], f"{error.strerror}; expected a tool in the folder of a build")
    if result.returncode != 0:
        print(result.stderr, file=sys.stderr, end="")
        print(f"error: {' '.join(map(str, command))}: exit code {result.returncode}", file=sys.stderr)
        sys.exit(1)
    return result.stdout


def moved_bytes(axi):
    return sum(axi[port][side]["bytes"] for port in axi for side in axi[port])


def row_of(options, clock_mhz, network, mode, layer):
    ops = OPS_PER_MAC * layer["macs"]
    once, moved = layer["pixels"], moved_bytes(layer["axi"])
    cycles = layer["elapsed_cycles"]
    waterfall = layer["waterfall"]
    if waterfall["sum"] != cycles:
        print(f"error: {network} {layer['name']}: the waterfall's sum is {waterfall['sum']}, "
              f"measured {cycles}", file=sys.stderr)
        sys.exit(1)
    return {"network": network, "layer": layer["name"], "mode": mode, "memory": options.memory,
            "ports": options.ports, "strips": options.strips or "all", "macs": layer["macs"],
            "cycles": cycles, "gops": round(ops / cycles * clock_mhz / 1000, 4),
            "bytes_once": once, "bytes_moved": moved,
            "ops_per_byte_once": round(ops / once, 3), "ops_per_byte_moved": round(ops / moved, 3),
            **{part: waterfall[part] for part in PARTS}}


def measure(options, clock_mhz, folder, network, mode):
    """The lines of one network in one mode."""
    xml = ROOT / "networks" / f"{network}.xml"
    program = folder / f"{network}.nve"
    common = [options.bin / "nve-cosim", program, "--input", IMAGE, "--feed", mode, "--memory",
              options.memory, "--memory-ports", options.ports, "--no-lockstep"]
    parts = [None]
    if options.strips:
        layers = len(json.loads((folder / f"{network}.json").read_text(encoding="utf-8"))["layers"])
        parts = range(1, layers + 1)
    rows = []
    for part in parts:
        out = folder / f"{network}_{mode}_{part}.json"
        # With the reference a wrong pixel is exit code 1.
        chosen = ["--reference", xml, "--seed", SEED]
        if part is not None:
            chosen += ["--layers", part, "--strips", options.strips]
        run(common + chosen + ["--json", out])
        for layer in json.loads(out.read_text(encoding="utf-8"))["layers"]:
            if layer["elapsed_cycles"] > 0:
                rows.append(row_of(options, clock_mhz, network, mode, layer))
    print(f"{network:<16} {mode:<11} {sum(r['cycles'] for r in rows):>12} cycles", flush=True)
    return rows


def measured_bandwidths(options, folder):
    """(name, GB/s) of the port as the sweep measures it, the parameters of its memory, and clock and peak
    of a port."""
    parameters, machine = {}, {}

    def measure(profile, direction, size):
        out = folder / "sweep.json"
        run([options.bin / "nve-sweep", "--profiles", profile, "--directions", direction, "--sizes", size,
             "--memory", options.memory, "--ports", options.ports, "--json", out, "--csv",
             folder / "sweep.csv"])
        swept = json.loads(out.read_text(encoding="utf-8"))
        parameters.update(swept["memories"][options.memory])
        machine.update(clock_mhz=swept["clock_mhz"], lanes=swept["lanes"],
                       port_gb_s=swept["port_mb_s"] / 1000)
        row = swept["transfers"][0]
        rates = [row[side]["mb_s"] for side in ("mm2s", "s2mm") if side in row]
        charts.check_rates(f"{profile}, {direction}, {size} bytes", rates, row["peak_mb_s"]["direction"],
                           row["peak_mb_s"]["together"])
        return sum(rates) / 1000
    bandwidths = (("measured, both directions", measure("mover", "both", LONG_BYTES)),
                  ("measured, reading alone", measure("mover", "mm2s", LONG_BYTES)),
                  (f"measured, a descriptor for every {COLUMN_BYTES} bytes",
                   measure("axi_dma", "both", COLUMN_BYTES)))
    return bandwidths, parameters, machine


def draw_roofline(rows, bandwidths, machine, path):
    compute_gops = machine["lanes"] * OPS_PER_MAC * machine["clock_mhz"] / 1000
    figure, axes = charts.plot.subplots(figsize=(8, 5.2))
    span = [0.5, 2 * max(r["ops_per_byte_once"] for r in rows)]
    roofs = [("port peak, both directions", 2 * machine["port_gb_s"], "#bbbbbb", 3),
             ("port peak, one direction", machine["port_gb_s"], "#bbbbbb", 3)]
    roofs += [(name, bandwidth, "#333333", 1) for name, bandwidth in bandwidths]
    for (name, bandwidth, colour, width), style in zip(roofs, ("-", "--", "-", "--", ":")):
        points = sorted(span + [compute_gops / bandwidth])
        axes.plot(points, [min(compute_gops, bandwidth * x) for x in points], style, color=colour,
                  linewidth=width, label=f"{name} {bandwidth:.2f} GB/s")
    axes.text(span[1], compute_gops * 1.04, f"compute roof {compute_gops} GOPs/s", ha="right")
    one_layer = len({r["layer"] for r in rows}) == 1
    for colour, mode in zip(charts.COLOURS, MODES):
        chosen = [r for r in rows if r["mode"] == mode]
        for index, row in enumerate(chosen):
            once, moved, gops = row["ops_per_byte_once"], row["ops_per_byte_moved"], row["gops"]
            axes.plot([moved, once], [gops, gops], color=colour, linewidth=0.5)
            axes.plot(once, gops, "o", color=colour, markersize=5, label=mode if index == 0 else None)
            axes.plot(moved, gops, "o", color=colour, markersize=5, markerfacecolor="white")
            axes.annotate(mode if one_layer else row["layer"], (once, gops), (5, LABEL_OFFSETS[mode]),
                          textcoords="offset points", fontsize=7, color=colour)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("operations per byte (filled: every pixel once; hollow: bytes really moved)")
    axes.set_ylabel("GOPs/s of useful MACs")
    part = "whole frame" if rows[0]["strips"] == "all" else f"first {rows[0]['strips']} strips of each layer"
    axes.set_title(f"{rows[0]['network']}, {part}")
    axes.grid(True, color="#e2e2e2", linewidth=0.5)
    axes.legend(loc="lower right", fontsize=7, frameon=False)
    charts.save(figure, path)


def draw_waterfall(rows, path):
    figure, axes = charts.plot.subplots(figsize=(8, 0.9 + 0.24 * len(rows)))
    labels = []
    for y, row in enumerate(rows):
        left = 0
        for part in PARTS:
            width = row[part] / row["bound"]
            if width > 0:
                axes.barh(y, width, left=left, color=PART_COLOURS[part], height=0.8)
            left += width
        axes.text(left, y, f" {left:.3f}", va="center", fontsize=7)
        labels.append(f"{row['layer']} {row['mode']}")
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("cycles / cycles of the bound")
    axes.set_title(f"{rows[0]['network']}: where the cycles go")
    used = [part for part in PARTS if any(row[part] for row in rows)]
    patches = [charts.plot.Rectangle((0, 0), 1, 1, color=PART_COLOURS[part]) for part in used]
    axes.legend(patches, used, fontsize=7, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    charts.save(figure, path)


def table_of(rows):
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def choice(names):
    def check(text):
        chosen = text.split(",")
        wrong = [name for name in chosen if name not in names]
        if wrong:
            raise argparse.ArgumentTypeError(f"found '{wrong[0]}', allowed: {', '.join(names)}")
        return chosen
    return check


def refuse_overwriting(options):
    """A memory may be a file of the user."""
    written = [f"{kind}_{network}.svg" for kind in ("roofline", "waterfall") for network in options.networks]
    try:
        own_files.refuse_overwriting([options.memory], [options.out / name for name in
                                                        ("roofline.csv", "roofline.json", *written)])
    except script_main.InputError as error:
        charts.fail("roofline.py", error)


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--networks", type=choice(NETWORKS), default=list(NETWORKS))
    parser.add_argument("--modes", type=choice(MODES), default=list(MODES))
    parser.add_argument("--memory", default="bank")
    parser.add_argument("--ports", choices=("separate", "shared"), default="shared")
    parser.add_argument("--strips", type=script_main.whole, default=0)
    options = parser.parse_args()
    refuse_overwriting(options)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for network in options.networks:
            run([options.bin / "nvec", ROOT / "networks" / f"{network}.xml", "--seed", SEED, "--vectors",
                 "vertical" if network == "filter3x3" else "horizontal", "-o", folder / f"{network}.nve",
                 "--json", folder / f"{network}.json"])
        bandwidths, parameters, machine = measured_bandwidths(options, folder)
        jobs = [(network, mode) for network in options.networks for mode in options.modes]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = pool.map(lambda job: measure(options, machine["clock_mhz"], folder, *job), jobs)
            rows = [row for part in parts for row in part]
    charts.write(options.out / "roofline.csv", table_of(rows))
    charts.write(options.out / "roofline.json",
                 json.dumps({"memory": parameters, "ports": options.ports, "gb_s": dict(bandwidths),
                             "layers": rows}, indent=1) + "\n")
    for network in options.networks:
        chosen = [row for row in rows if row["network"] == network]
        chosen.sort(key=lambda row: (row["layer"], MODES.index(row["mode"])))
        draw_roofline(chosen, bandwidths, machine, options.out / f"roofline_{network}.svg")
        draw_waterfall(chosen, options.out / f"waterfall_{network}.svg")
    for name, bandwidth in bandwidths:
        print(f"bandwidth {name}: {bandwidth:.3f} GB/s")
    print(f"{options.out}/roofline.csv, roofline.json, roofline_*.svg, waterfall_*.svg")


if __name__ == "__main__":
    main()
