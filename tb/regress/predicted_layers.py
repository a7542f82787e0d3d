#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The transfer model against the RTL on random layers of 1x1 windows, most of them bound by the DRAM:
predicted_layers.py BIN FOLDER COUNT [SEED].

A layer has 60 to 300 rows and 2 to 9 maps of up to three. It runs on one to four cores in one feed, mostly
the mover's, with a port for each channel or one for all. Every prediction must be the measured cycles.
"""
import pathlib
import random
import sys

from predicted_frame import measure, predict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "tools"))
from made_npys import made_npy  # noqa: E402  (lies in another folder)

INPUTS = 3


def descriptor(rng, rows, columns):
    """Every input has a map that reads it."""
    maps = [list(range(INPUTS))]
    maps += [sorted(rng.sample(range(INPUTS), rng.randint(1, INPUTS))) for _ in range(rng.randint(1, 8))]
    outputs = "".join(f'<outNet idx="{index}" cnt="{len(inputs)}">{",".join(map(str, inputs))}</outNet>'
                      for index, inputs in enumerate(maps))
    return ('<convNetDescriptor name="layer" layerCount="1"><layerDescriptor idx="0">'
            f"<outHeight>{rows}</outHeight><outWidth>{columns}</outWidth>"
            "<kernelHeight>1</kernelHeight><kernelWidth>1</kernelWidth>"
            "<subHeight>1</subHeight><subWidth>1</subWidth>"
            f"<outCount>{len(maps)}</outCount>{outputs}</layerDescriptor></convNetDescriptor>")


def differs(tools, folder, seed):
    """Runs the layer of a seed; whether it takes other cycles than predicted."""
    rng = random.Random(seed)
    rows, columns = rng.randint(60, 300), rng.randint(8, 40)
    network, image, program = folder / "layer.xml", folder / "maps.npy", folder / "layer.nve"
    network.write_text(descriptor(rng, rows, columns), encoding="utf-8")
    image.write_bytes(made_npy("|u1", (INPUTS, rows, columns), rng.randbytes(INPUTS * rows * columns)))
    compiled = ["--cores", str(rng.randint(1, 4)), "--half-vectors", rng.choice(("auto", "always"))]
    platform = ["--memory", rng.choice(("bank",) * 5 + ("tso",)),
                "--memory-ports", rng.choice(("separate", "shared", "shared"))]
    feed = rng.choice(("contiguous", "column") + ("mover",) * 6)
    [layer] = predict(tools, network, program, compiled, platform)
    [run] = measure(tools, program, image, feed, platform)
    cycles, elapsed = layer["feeds"][feed]["cycles"], run["elapsed_cycles"]
    wrong = cycles != elapsed
    print(seed, f"{rows}x{columns}", *compiled, *platform, feed, cycles, elapsed, "WRONG" if wrong else "",
          flush=True)
    return wrong


def main(tools, folder, count, first="1"):
    tools, folder = pathlib.Path(tools), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(int(first), int(first) + int(count))
    print("seed size options predicted measured")
    wrong = [seed for seed in seeds if differs(tools, folder, seed)]
    print(f"{len(seeds)} layers, {len(wrong)} predictions wrong" + "".join(f" {seed}" for seed in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
