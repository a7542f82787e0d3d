#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The transfer model against the RTL on whole networks:
predicted_frame.py BIN NETWORK IMAGE FOLDER [CASE ...].

A case is VECTORS:PORTS:MEMORY, such as horizontal:shared:bank; MEMORY is fixed, fixed70 (its latency) or
bank. Every layer must take the predicted cycles in every feed. Prints one line per layer and mode, which
docs/transfer-model.md sums up. Skipped (77) if this machine is too small for the network.
"""
import itertools
import json
import pathlib
import subprocess
import sys

FEEDS = ("contiguous", "reordered", "column", "mover")
CASES = [":".join(case) for case in itertools.product(("vertical", "horizontal"), ("separate", "shared"),
                                                      ("fixed", "fixed70", "bank"))]


def platform_options(ports, memory):
    latency = memory.removeprefix("fixed") if memory.startswith("fixed") else ""
    options = ["--memory", "fixed" if memory.startswith("fixed") else memory, "--memory-ports", ports]
    return options + (["--memory-latency", latency] if latency else [])


def predict(tools, network, program, compiled, platform):
    """Layers as predicted. `compiled`: options of the compiler, `platform`: of prediction and run."""
    report = program.with_suffix(".predicted.json")
    nvec = subprocess.run([tools / "nvec", network, "--seed", "1", *compiled, "-o", program,
                           "--predict", *platform, "--json", report],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if nvec.returncode:
        sys.stderr.write(nvec.stderr)
        sys.exit(77 if "available:" in nvec.stderr else 1)
    return json.loads(report.read_text())["predicted"]["layers"]


def measure(tools, program, image, feed, platform):
    """Layers as measured."""
    report = program.with_suffix(".measured.json")
    subprocess.run([tools / "nve-cosim", program, "--input", image, "--no-lockstep", "--feed", feed,
                    *platform, "--json", report], stdout=subprocess.DEVNULL, check=True)
    return json.loads(report.read_text())["layers"]


def main(tools, network, image, folder, *cases):
    tools, network, folder = pathlib.Path(tools), pathlib.Path(network), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    problems = 0
    print("network vectors ports memory mode layer predicted measured error")
    for case in cases or CASES:
        vectors, ports, memory = case.split(":")
        options = platform_options(ports, memory)
        program = folder / f"{vectors}.nve"
        predicted = predict(tools, network, program, ["--vectors", vectors], options)
        for feed in FEEDS:
            measured = measure(tools, program, image, feed, options)
            for want, got in zip(predicted, measured, strict=True):
                cycles, elapsed = want["feeds"][feed]["cycles"], got["elapsed_cycles"]
                error = 100 * (cycles - elapsed) / elapsed
                wrong = cycles != elapsed
                problems += wrong
                print(network.stem, vectors, ports, memory, feed, want["name"], cycles, elapsed,
                      f"{error:+.2f}%{' WRONG' if wrong else ''}", flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
