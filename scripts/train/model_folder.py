# SPDX-License-Identifier: Apache-2.0
"""The files of a trained network, made in a folder of their own and put in their place when all are there."""
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import PIL.Image

from script_main import InputError

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = {"schema": "nve-model", "schema_version": 1}
INPUT = {"value_of_pixel": "pixel / 255"}


def descriptor(name, layers, window):
    """XML of layers (kernel, step, [inputs of each output map]), for a picture of the window's size."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             f'<convNetDescriptor name="{name}" layerCount="{len(layers)}">']
    side = window
    for number, (kernel, step, inputs) in enumerate(layers):
        side = (side - kernel) // step + 1
        lines.append(f' <layerDescriptor idx="{number}">')
        lines += [f"  <{tag}>{value}</{tag}>" for tag, value in
                  (("outHeight", side), ("outWidth", side), ("kernelHeight", kernel), ("kernelWidth", kernel),
                   ("subHeight", step), ("subWidth", step), ("outCount", len(inputs)))]
        lines += [f'  <outNet idx="{output}" cnt="{len(maps)}">{ranges(maps)}</outNet>'
                  for output, maps in enumerate(inputs)]
        lines.append(" </layerDescriptor>")
    return "\n".join(lines + ["</convNetDescriptor>", ""])


def ranges(numbers):
    """A list with ranges: 0-3,7"""
    parts, first = [], 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
            parts.append(f"{numbers[first]}-{numbers[at - 1]}" if at - first > 1 else f"{numbers[first]}")
            first = at
    return ",".join(parts)


class Parts:
    """A folder beside OUT for what is being made; commit() moves all of it to OUT, which stays as it was
    until then. Nothing of it is left in any case."""

    def __init__(self, out):
        self.out = pathlib.Path(out)

    def __enter__(self):
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            self.folder = tempfile.TemporaryDirectory(dir=self.out, prefix=".part")
        except OSError as error:
            raise InputError(f"{self.out}: found {error.strerror}, allowed: a folder to write to") from error
        self.path = pathlib.Path(self.folder.name)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def commit(self):
        for path in sorted(self.path.iterdir()):
            os.replace(path, self.out / path.name)


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def write_scene(folder, name, scene):
    """NAME.png and NAME.json, the truth about it."""
    PIL.Image.fromarray(scene.picture).save(folder / f"{name}.png", optimize=True)
    write_json(folder / f"{name}.json", {"picture": f"{name}.png", "signs": scene.signs,
                                         "look_alikes": scene.look_alikes})


def write_floats(folder, net, calibration):
    np.savez(folder / "float.npz", **net.arrays())
    np.save(folder / "calibration.npy", calibration)


def quantise(tool, folder):
    """weights.npz from float.npz, by nve-quantise; what it measured."""
    words = [tool, folder / "network.xml", folder / "float.npz", "--calibrate", folder / "calibration.npy",
             "-o", folder / "weights.npz", "--json", folder / "quantise.json"]
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise InputError(f"{tool}: found exit code {ran.returncode}, allowed: 0\n"
                         f"{ran.stdout}{ran.stderr}".rstrip())
    return json.loads((folder / "quantise.json").read_text(encoding="utf-8"))


def command(options):
    """What makes the same again."""
    if options.part == 100 and not options.data:
        return f"make train NET={options.net}" + (f" SEED={options.seed}" if options.seed != 1 else "")
    words = f"scripts/train/train.py {options.net} OUT --seed {options.seed} --part {options.part}"
    return words + (f" --data {options.data}" if options.data else "")
