#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""train.py NET OUT: trains a network, tests it on what it has never seen, and writes what the tools need to
run it: network.xml, float.npz, calibration.npy, weights.npz, quantise.json, model.json.
docs/trained-networks.md.
"""
import argparse
import os
import pathlib
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there; see Training in the document
os.environ.setdefault("OMP_NUM_THREADS", "1")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))

import script_main  # noqa: E402
from script_main import InputError  # noqa: E402

PACKAGES = {"numpy": "python3-numpy", "PIL": "python3-pil"}


def percent(text):
    return script_main.number(text, int, lambda value: 1 <= value <= 100, "1 to 100")


def networks():
    try:
        import train_fashion
        import train_speed_sign
    except ModuleNotFoundError as missing:
        package = PACKAGES.get(missing.name, missing.name)
        raise InputError(f"found no Python module {missing.name}, allowed: that of the package {package}; "
                         f"as root: apt-get install {package}") from missing
    return {"speed_sign": train_speed_sign.train, "fashion": train_fashion.train}


def main():
    known = networks()
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("net", metavar="NET", help=f"which network: {', '.join(known)}")
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--seed", type=script_main.whole, default=1,
                        help="of all that is drawn and shuffled (default: 1)")
    parser.add_argument("--part", type=percent, default=100, metavar="PERCENT",
                        help="of the data and the epochs, for a quick try (default: 100)")
    parser.add_argument("--data", type=pathlib.Path, help="fashion: folder of the IDX files")
    parser.add_argument("--quantise", type=pathlib.Path, default=ROOT / "build" / "bin" / "nve-quantise",
                        help="the tool nve-quantise (default: build/bin/nve-quantise)")
    options = parser.parse_args()
    if options.net not in known:
        raise InputError(f"NET: found '{options.net}', allowed: {', '.join(known)}")
    if options.data and options.net != "fashion":
        raise InputError("found --data, allowed: with fashion only, the other network's data is drawn")
    if options.out.resolve().is_relative_to(ROOT / "networks"):
        raise InputError(f"{options.out}: found a folder of the shipped networks, allowed: any other; copy "
                         "the results there when they are good")
    if not os.access(options.quantise, os.X_OK) or options.quantise.is_dir():
        raise InputError(f"{options.quantise}: found no program, allowed: the tool nve-quantise; make "
                         "train builds it")
    with script_main.alone_in(options.out):
        known[options.net](options)
    print(f"{options.out}/model.json")
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("train.py", main, "OUT is as it was before"))
