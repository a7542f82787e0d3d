#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares ONNX Runtime with the functional reference, every byte of every layer: onnx_check.py BUILD OUT
[NAME ...]

Every case of onnx_cases.py, or those whose names contain a NAME, is written by nve-export and run in npm's
onnxruntime-node, as it is written and as the runtime changes it. BUILD has nvec, nve-export and
layer_reference. OUT gets the runtime (tb/onnx/package.json has its version) and NAME.onnx of every case.

Exit code: 0; 1 if a byte differs; 2 for wrong options or files; 77 if the runtime is not there and cannot be
had for want of a network; 70 for an internal error; 128 and its number for a signal.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy
import onnx

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "onnx")]
import network_file  # noqa: E402
import onnx_cases  # noqa: E402
import planted  # noqa: E402
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402

NAME = "onnx_check.py"
SKIPPED = 77
LEVELS = ("all", "disabled")  # how far the runtime changes a graph
# What npm says where there is no network
NO_NETWORK = re.compile("ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|"
                        "ERR_SOCKET_TIMEOUT")


class Skipped(Exception):
    """There is no runtime to compare with."""


class Different(Exception):
    """A byte is not the reference's."""


def installed(out):
    """The version of the runtime in a folder, if there is one."""
    try:
        text = (out / "node_modules/onnxruntime-node/package.json").read_text(encoding="utf-8")
        return json.loads(text)["version"]
    except (OSError, ValueError, KeyError):
        return None


def install(out):
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    wanted = package["dependencies"]["onnxruntime-node"]
    if installed(out) == wanted:
        return
    if not shutil.which("npm") or not shutil.which("node"):
        raise InputError("found no npm and node in PATH, allowed: both, for onnxruntime-node; `make onnx` "
                         "installs Debian's")
    print(f"Installing onnxruntime-node {wanted} in {out}/node_modules, 288 MB", flush=True)
    shutil.copy(HERE / "package.json", out)
    words = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock",
             "--fetch-retries=1"]
    ran = subprocess.run(words, cwd=out, capture_output=True, text=True, check=False)
    if ran.returncode and NO_NETWORK.search(ran.stderr):
        raise Skipped(f"found no network to get onnxruntime-node {wanted} with: {ran.stderr.splitlines()[0]}")
    if ran.returncode or installed(out) != wanted:
        raise InputError(f"onnxruntime-node {wanted}: npm does not install it\n{ran.stderr}")


def call(*words, **more):
    """The standard output of a program that must pass."""
    ran = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **more)
    if ran.returncode:
        raise InputError(f"{pathlib.Path(words[0]).name}: found exit code {ran.returncode}, allowed: 0\n"
                         f"{ran.stderr or ran.stdout}")
    return ran.stdout


class Run:
    """One case in a folder of its own."""

    def __init__(self, tools, out, case, folder):
        self.tools, self.case, self.folder = tools, case, folder
        self.model = out / f"{case.name}.onnx"
        self.modules = out / "node_modules"
        self.seconds = {}

    def prepare(self):
        """The graph, and the network and weights for the reference."""
        case, saved = self.case, (self.folder / "network.xml", self.folder / "weights.npz")
        given = [f"--fit={case.fit}"] if case.fit else []
        save = [f"--save-network={saved[0]}", f"--save-weights={saved[1]}"]
        weights = case.weights
        if case.made:
            weights = self.folder / "made.npz"
            call(self.tools / "nvec", case.network, "--seed=1", *given, *save)
            numpy.savez(weights, **case.made(network_file.layers_of(*saved)))
        given += [f"--weights={weights}" if weights else "--seed=1"]
        call(self.tools / "nvec", case.network, *given, *save)
        call(self.tools / "nve-export", case.network, *given, "--layers", "-o", self.model)
        return saved

    def refer(self, saved, shape):
        """The reference's layers by name, and the pictures they are of."""
        pictures = self.case.pictures
        if not isinstance(pictures, pathlib.Path):
            array = onnx_cases.drawn_pictures(shape) if pictures is None else pictures
            pictures = self.folder / "pictures.npy"
            numpy.save(pictures, array)
        folder = self.folder / "reference"
        folder.mkdir()
        call(self.tools / "layer_reference", *saved, pictures, folder)
        layers = {path.stem: numpy.load(path) for path in folder.glob("*.npy")}
        return layers, layers.pop("picture")

    def compute(self, pictures, level):
        """The runtime's layers by name."""
        folder = self.folder / level
        folder.mkdir(exist_ok=True)
        raw = folder / "pictures"
        raw.write_bytes(numpy.ascontiguousarray(pictures).tobytes())
        shape = "x".join(map(str, pictures.shape))
        told = json.loads(call("node", HERE / "run_graph.js", self.model, raw, shape, level, folder,
                               env=os.environ | {"NODE_PATH": str(self.modules)}))
        self.seconds[level] = told["seconds"]
        return {name: numpy.fromfile(folder / name, numpy.uint8).reshape(shape)
                for name, shape in told["outputs"].items()}

    def check(self):
        """Runs and compares; how many pictures, layers and bytes there were."""
        saved = self.prepare()
        given, = onnx.load(self.model).graph.input
        shape = [each.dim_value for each in given.type.tensor_type.shape.dim][1:]
        expected, pictures = self.refer(saved, shape)
        pictures = pictures[:, :shape[0], :shape[1], :shape[2]]
        for level in LEVELS:
            compare(self.case.name, level, expected, self.compute(pictures, level))
        if self.case.planted:
            self.plant(expected, pictures)
        return len(pictures), len(expected), sum(each.size for each in expected.values())

    def plant(self, expected, pictures):
        """A comparison that sees no planted bug would see no other."""
        right = self.model
        self.model = self.folder / "planted.onnx"
        for bug in planted.BUGS:
            model = onnx.load(right)
            bug(model.graph)
            onnx.save(model, self.model)
            try:
                compare(bug.__name__, "all", expected, self.compute(pictures, "all"))
            except Different as different:
                print(f"planted and seen: {different}", flush=True)
            else:
                raise Different(f"{self.case.name}: the planted bug {bug.__name__} was not seen")


def compare(name, level, expected, found):
    if sorted(found) != sorted(expected):
        raise Different(f"{name}: found the outputs {sorted(found)}, allowed: {sorted(expected)}")
    for layer, wanted in sorted(expected.items(), key=lambda item: (len(item[0]), item[0])):
        got = found[layer]
        if got.shape != wanted.shape:
            raise Different(f"{name}, {layer}: found the shape {got.shape}, allowed: {wanted.shape}")
        if len(wrong := numpy.argwhere(got != wanted)):
            picture, *place = map(int, wrong[0])
            raise Different(f"{name}, {layer}, optimisation {level}: {len(wrong)} of {wanted.size} bytes "
                            f"differ; picture {picture} map {place[0]} row {place[1]} column {place[2]} is "
                            f"{got[tuple(wrong[0])]}, expected {wanted[tuple(wrong[0])]}")


def check_all(cases, tools, out):
    """Tells of every case; how many bytes differ nowhere, and how many cases failed."""
    failed = bytes_of_all = 0
    print(f"{'network':28} {'pictures':>8} {'layers':>6} {'bytes':>12}  ONNX Runtime, changed and as written")
    for case in cases:
        with tempfile.TemporaryDirectory(dir=out) as folder:
            run = Run(tools, out, case, pathlib.Path(folder))
            try:
                pictures, layers, count = run.check()
            except Different as different:
                failed += 1
                print(f"{NAME}: {different}", file=sys.stderr, flush=True)
                continue
        bytes_of_all += count
        times = ", ".join(f"{run.seconds[level]:.2f} s" for level in LEVELS)
        print(f"{case.name:28} {pictures:8} {layers:6} {count:12}  equal, {times}", flush=True)
    return bytes_of_all, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("build", type=pathlib.Path, help="build folder")
    parser.add_argument("out", type=pathlib.Path, help="folder for the runtime and the graphs")
    parser.add_argument("names", nargs="*", help="parts of names of cases, by default all")
    options = parser.parse_args()
    cases = onnx_cases.all_cases()
    chosen = [case for case in cases if not options.names or any(name in case.name for name in options.names)]
    if not chosen:
        raise InputError(f"found {' '.join(options.names)}, allowed: parts of "
                         f"{', '.join(case.name for case in cases)}")
    start = time.monotonic()
    out = options.out.resolve()
    with script_main.alone_in(out):
        try:
            install(out)
        except Skipped as reason:
            print(f"{NAME}: skipped: {reason}", file=sys.stderr)
            return SKIPPED
        count, failed = check_all(chosen, options.build.resolve() / "bin", out)
    print(f"{len(chosen) - failed} of {len(chosen)} cases equal in ONNX Runtime {installed(out)}: all {count}"
          f" bytes of all layers, {time.monotonic() - start:.0f} s; graphs: {options.out}/*.onnx")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(script_main.run(NAME, main, "the next call begins anew"))
