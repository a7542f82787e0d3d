#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plans of one layer, predicted and measured: nve-layer-plans writes them, nve-cosim runs each in lockstep
and compares every pixel. OUT/plans.json has what both say; a wrong pixel or a mismatch is exit code 1.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

BEST, DRAWN = "10", "20"
SEED = "1"
FEW = 30  # plans of a layer; of fewer the column feed is taken, too


def call(*words):
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.stderr.write(ran.stderr)
        sys.exit(ran.returncode)


def plans_of(tools, folder, network, layer, cores, memory, fit):
    """What nve-layer-plans says, in as few feeds as give enough plans."""
    for feeds in ("mover", "mover,column"):
        call(tools / "nve-layer-plans", network, "--layer", layer, "--cores", cores, "--memory", memory,
             "--seed", SEED, "--best", BEST, "--drawn", DRAWN, "--feed", feeds, "-o", folder,
             *(() if fit == "-" else ("--fit", fit)))
        said = json.loads((folder / "plans.json").read_text(encoding="utf-8"))
        if said["space"] >= FEW:
            break
    return said


def measure(tools, folder, plan, layer, memory, image):
    """The plan with what the run of its binary says."""
    report = folder / "report.json"
    call(tools / "nve-cosim", folder / plan["file"], "--layers", layer.removeprefix("L"), "--input", image,
         "--memory", memory, "--dma", "mover", "--reference", folder / "network.xml", "--seed", SEED,
         "--json", report)
    said = json.loads(report.read_text(encoding="utf-8"))
    return plan | {"measured_cycles": said["total"]["elapsed_cycles"],
                   "compared_cycles": said["lockstep"]["cycles"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools", type=pathlib.Path, help="folder of the tools")
    parser.add_argument("out", type=pathlib.Path, help="folder for plans.json")
    for name in ("network", "layer", "cores", "memory"):
        parser.add_argument(name)
    parser.add_argument("fit", help="HEIGHTxWIDTH of the picture, - for a network as it is")
    parser.add_argument("image")
    options = parser.parse_args()
    folder = options.out / "plans"
    said = plans_of(options.tools, folder, options.network, options.layer, options.cores, options.memory,
                    options.fit)
    said["plans"] = [measure(options.tools, folder, plan, options.layer, options.memory, options.image)
                     for plan in said["plans"]]
    shutil.rmtree(folder)
    (options.out / "plans.json").write_text(json.dumps(said) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
