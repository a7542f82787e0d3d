#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a network for horizontal vectors and runs one picture through the RTL core alone, in lockstep:
ideal_frame.py BIN NETWORK IMAGE FOLDER.

Every layer must be bit-exact and take exactly the cycles nvec predicts, all layers together no more than
LIMITS. Skipped (77) if this machine is too small for the network.
"""
import json
import pathlib
import subprocess
import sys

# Cycles of all layers, by machine and network.
LIMITS = {
    "nve": {"face_detection": 5_840_000, "speed_sign": 69_900_000},
    "nve_split": {"face_detection": 5_310_000, "speed_sign": 68_200_000},
}


def problems_of(compiled, run, limit):
    lockstep = run["lockstep"]
    if lockstep["cycles"] == 0 or lockstep["mismatches"] or lockstep["cycle_delta"]:
        yield f"lockstep: {lockstep}"
    layers = zip(compiled["layers"], run["layers"], run["reference"]["layers"], strict=True)
    for want, got, reference in layers:
        if not reference["bit_exact"]:
            yield reference["text"]
        if got["cycles"] != want["predicted_cycles"]:
            yield f"{want['name']}: {got['cycles']} cycles, predicted {want['predicted_cycles']}"
    if limit and run["total"]["cycles"] > limit:
        yield f"{run['total']['cycles']} cycles, allowed {limit}"


def main(tools, network, image, folder):
    tools, network, folder = pathlib.Path(tools), pathlib.Path(network), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    program, compiled, run = folder / "program.nve", folder / "compile.json", folder / "report.json"
    nvec = subprocess.run([tools / "nvec", network, "--seed", "7", "--vectors", "horizontal", "-o", program,
                           "--json", compiled], stderr=subprocess.PIPE, text=True)
    sys.stderr.write(nvec.stderr)
    if nvec.returncode:
        return 77 if "available:" in nvec.stderr else 1
    subprocess.run([tools / "nve-cosim", program, "--input", image, "--feed", "ideal", "--reference", network,
                    "--seed", "7", "--json", run], check=True)
    compiled = json.loads(compiled.read_text())
    limit = LIMITS.get(compiled["arch"], {}).get(network.stem)
    problems = list(problems_of(compiled, json.loads(run.read_text()), limit))
    for problem in problems:
        print(f"ideal_frame: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
