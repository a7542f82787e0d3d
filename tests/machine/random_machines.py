#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random machines within the table of arch/README.md.

  random_machines.py SOURCES BUILD OUT --seeds FIRST-LAST [--whole N]

Each is drawn from its seed, built in BUILD/machines, and runs every small network that fits it: compiled by
BUILD's nvec with --machine, then the core's RTL and the golden model in lockstep, its pixels compared with
the reference's. Every Nth machine (--whole) is built with DMA and memory too, so that its FIFOs fill and
empty. A machine that no network fits, or a network that fails otherwise than by a refusal, is a failure.

Exit code: 0; 1 if a run failed; 2 for wrong options. Standard library only.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys

NETWORKS = ("filter3x3", "filter5x5", "padded", "ranges", "scopes2015", "scopes2015_face", "stride2_6x6",
            "two_layers")


def ranges_of(sources):
    sys.path.insert(0, str(sources / "arch"))
    from shape import RANGES
    return RANGES


def draw(seed, ranges):
    """What a description of this seed lays over nve.json."""
    draws = random.Random(seed)
    split = draws.random() < 0.3
    machine = {"datapath": {"split": split, "max_stride": 1 if split else draws.choice((1, 2, 2))}}
    for path, (low, high) in ranges.items():
        part, key = path.split(".")
        if key == "local_words":
            value = 1 << draws.randint(low.bit_length() - 1, high.bit_length() - 1)
        else:
            near = draws.randint(low, min(high, 4 * low))
            value = draws.choice((low, high, near, draws.randint(low, high)))
        machine.setdefault(part, {})[key] = value
    return machine


def described(seed, sources, folder):
    """The file of a machine; whole, since what it extends would lie elsewhere."""
    with open(sources / "arch" / "nve.json", encoding="utf-8") as file:
        description = json.load(file)
    for part, values in draw(seed, ranges_of(sources)).items():
        description[part].update(values)
    description["title"] = f"random machine {seed}"
    path = folder / f"random_{seed}.json"
    text = json.dumps(description, indent=1) + "\n"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


class Failed(Exception):
    pass


def call(command, allowed=(0,), **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode not in allowed:
        raise Failed(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done


def build(sources, common, description, tool):
    """The machine's folder with one tool in it."""
    folder = common / "machines" / description.stem
    flags = [f"-DNVE_COMMON={common}", f"-DNVE_ARCH={description}", "-DCMAKE_BUILD_TYPE=Release"]
    call(["cmake", "-S", sources, "-B", folder, "-G", "Ninja", *flags])
    call(["cmake", "--build", folder, "--target", tool],
         env=os.environ | {"CCACHE_BASEDIR": str(sources), "CCACHE_NOHASHDIR": "1"})
    return folder / "bin" / tool


def run_networks(sources, common, description, program, out):
    """Cycles compared of the networks that fit, and how many do."""
    cycles, fitting = 0, 0
    for network in NETWORKS:
        xml = sources / "networks" / "small" / f"{network}.xml"
        binary, report = out / f"{description.stem}.{network}.nve", out / f"{description.stem}.{network}.json"
        nvec = [common / "bin" / "nvec", xml, "--machine", description, "--seed", 1, "-o", binary]
        compiled = call(nvec, (0, 2))
        if compiled.returncode == 2:
            continue  # it does not fit, which the message says
        feed = ["--feed", "ideal"] if program.name.endswith("-core") else ["--memory", "bank"]
        call([program, binary, "--input", sources / "images" / "street.png", "--reference", xml, "--seed", 1,
              "--json", report, *feed])
        fitting += 1
        with open(report, encoding="utf-8") as file:
            cycles += json.load(file)["compared"]["cycles"]
    if not fitting:
        raise Failed(f"{description}: no network fits")
    return cycles, fitting


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seeds", required=True)
    parser.add_argument("--whole", type=int, default=0)
    options = parser.parse_args()
    first, last = map(int, options.seeds.split("-"))
    options.out.mkdir(parents=True, exist_ok=True)
    total, failures = 0, 0
    for seed in range(first, last + 1):
        description = described(seed, options.sources, options.out.resolve())
        whole = options.whole and seed % options.whole == 0
        try:
            tool = "nve-cosim" if whole else "nve-cosim-core"
            program = build(options.sources, options.build, description, tool)
            cycles, fitting = run_networks(options.sources, options.build, description, program, options.out)
            total += cycles
            kind = ", with DMA" if whole else ""
            print(f"machine {seed}: {fitting} networks, {cycles} cycles{kind}", flush=True)
        except Failed as failure:
            failures += 1
            print(f"machine {seed}: {draw(seed, ranges_of(options.sources))}\n{failure}", flush=True)
    print(f"compared: {total} cycles")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
