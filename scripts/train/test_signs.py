#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test_signs.py MODEL.json FOLDER: boxes that the rules of docs/trained-networks.md give, in numpy, on the
pictures of a folder, as draw_streets.py writes them, against what is where in them."""
import argparse
import json
import os
import pathlib
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

import script_main  # noqa: E402
from script_main import InputError  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", metavar="MODEL.json", type=pathlib.Path)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args()
    import numpy as np  # pylint: disable=import-outside-toplevel
    import PIL.Image  # pylint: disable=import-outside-toplevel

    import conv_net  # pylint: disable=import-outside-toplevel
    import read_out  # pylint: disable=import-outside-toplevel
    from integer_net import IntegerNet  # pylint: disable=import-outside-toplevel
    model = read_json(options.model)
    if model.get("kind") != "detect":
        raise InputError(f"{options.model}: found kind '{model.get('kind')}', allowed: detect")
    truths = sorted(options.folder.glob("*.json"))
    if not truths:
        raise InputError(f"{options.folder}: found no *.json, allowed: a folder of draw_streets.py")
    layers = conv_net.layers_of(options.model.parent / model["network"])
    net = IntegerNet(layers, options.model.parent / model["weights"])
    sums = np.zeros(3, int)
    for path in truths:
        truth = read_json(path)
        with PIL.Image.open(path.parent / truth["picture"]) as image:
            boxes = read_out.detected(np.asarray(image.convert("L")), model, net.map_of)
        found, false = read_out.judged(boxes, truth["signs"])
        sums += found, len(truth["signs"]), false
        print(f"{path.stem}: {found} of {len(truth['signs'])} signs, {false} false boxes", flush=True)
    print(f"{len(truths)} pictures: {sums[0]} of {sums[1]} signs, {sums[2]} false boxes")
    return 0


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: found {error}, allowed: a JSON file") from error


if __name__ == "__main__":
    sys.exit(script_main.run("test_signs.py", main, "it writes nothing"))
