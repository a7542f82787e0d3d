#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how compile time and memory of nvec grow with the maps of a layer, and those of speed sign.

  compile_curve.py BIN [--csv FILE] [--runs N]

Layers of 8, 16, ... 512 maps of 3x3 windows: `full`, every map reads the same 8; `sparse`, as many input
maps as maps, of which every map reads 6 random ones. Time is processor time, the best of N runs of nvec;
memory is the largest resident set, of which about 15 MB are this script's, whose process nvec starts from.
n is the operations of VMAC in an iteration. Exit 1 if speed sign takes longer or more memory
than the limits below. Standard library only.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402

MAPS = (8, 16, 32, 64, 128, 256, 512)
SPEED_SIGN_SECONDS = 2
SPEED_SIGN_MB = 500
COLUMNS = ("network", "maps", "operations", "seconds", "peak_mb", "programs", "words", "lower_bound",
           "ns_per_nlogn", "ns_per_n2")


def layer_xml(lists):
    sizes = {"outHeight": 32, "outWidth": 40, "kernelHeight": 3, "kernelWidth": 3, "subHeight": 1,
             "subWidth": 1, "outCount": len(lists)}
    lines = [f"<{name}>{value}</{name}>" for name, value in sizes.items()]
    lines += [f'<outNet idx="{idx}" cnt="{len(inputs)}">{",".join(map(str, inputs))}</outNet>'
              for idx, inputs in enumerate(lists)]
    return ('<convNetDescriptor name="curve" layerCount="1"><layerDescriptor idx="0">' + "\n".join(lines) +
            "</layerDescriptor></convNetDescriptor>\n")


def inputs_of(pattern, maps):
    if pattern == "full":
        return [list(range(8))] * maps
    drawn = random.Random(maps)
    return [sorted(drawn.sample(range(maps), 6)) for _ in range(maps)]


def compile_once(nvec, network, folder):
    """Processor seconds, peak megabytes and the report of one run of nvec."""
    report = folder / "report.json"
    command = [nvec, network, "-o", folder / "program.nve", "--json", report]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, json.loads(report.read_text())["layers"]


def measure(name, nvec, network, folder, runs):
    seconds, peak, layers = min((compile_once(nvec, network, folder) for _ in range(runs)),
                                key=lambda run: run[0])
    n = sum(layer["bounds"]["vmac"] for layer in layers)
    bounds = [layer["data_words_bound"] for layer in layers]
    return {"network": name,
            "maps": "" if len(layers) > 1 else int(network.stem),
            "operations": n,
            "seconds": round(seconds, 4),
            "peak_mb": round(peak, 1),
            "programs": sum(layer["programs"] for layer in layers),
            "words": sum(layer["data_words_per_strip"] for layer in layers),
            "lower_bound": "" if None in bounds else sum(bounds),
            "ns_per_nlogn": round(1e9 * seconds / (n * math.log2(n)), 1),
            "ns_per_n2": round(1e9 * seconds / n**2, 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path, help="folder of nvec")
    parser.add_argument("--csv", help="also write the table to this file")
    parser.add_argument("--runs", type=script_main.count, default=5, help="runs of which the best counts")
    options = parser.parse_args()
    nvec = options.bin / "nvec"
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for pattern in ("full", "sparse"):
            for maps in MAPS:
                network = folder / f"{maps}.xml"
                network.write_text(layer_xml(inputs_of(pattern, maps)))
                rows.append(measure(pattern, nvec, network, folder, options.runs))
        speed_sign = pathlib.Path(__file__).resolve().parents[2] / "networks" / "speed_sign.xml"
        rows.append(measure("speed sign", nvec, speed_sign, folder, options.runs))
    print("| " + " | ".join(COLUMNS) + " |\n|---" + "|---:" * (len(COLUMNS) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(str(row[column]) for column in COLUMNS) + " |")
    if options.csv:
        with open(options.csv, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    last = rows[-1]
    return 1 if last["seconds"] > SPEED_SIGN_SECONDS or last["peak_mb"] > SPEED_SIGN_MB else 0


if __name__ == "__main__":
    sys.exit(main())
