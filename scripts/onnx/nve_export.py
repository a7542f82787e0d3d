#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a network as an ONNX graph of integer operators, with which any runtime computes NVE's bytes.

  nve-export NETWORK [--weights FILE | --seed N] [--fit HEIGHTxWIDTH|PICTURE] [--layers] -o FILE

NETWORK is a descriptor, or a folder with a network.xml and a weights.npz. Descriptor and weights are read and
checked by nvec, which makes the weights of a seed, too. docs/onnx.md has the graph.

Exit code: 0; 2 for wrong options or files; 70 for an internal error; 128 and its number for a signal.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib")]
import own_files  # noqa: E402
import script_main  # noqa: E402
import whole_file  # noqa: E402
from script_main import InputError  # noqa: E402

NAME = "nve-export"


class Once(argparse.Action):
    """An option that is given twice is a mistake."""

    def __call__(self, parser, namespace, values, option_string=None):
        if getattr(namespace, self.dest) != self.default:
            parser.error(f"{option_string}: found 2 values, allowed: one")
        setattr(namespace, self.dest, values)


def options_of():
    parser = argparse.ArgumentParser(prog=NAME, description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("network", type=path,
                        help="network descriptor (XML), or a folder with network.xml and weights.npz")
    parser.add_argument("--weights", type=path, action=Once, help="weights, biases, shifts, tables (.npz)")
    parser.add_argument("--seed", action=Once, help="make weights from this seed, by default 1")
    parser.add_argument("--fit", action=Once, help="make every map as large as this picture allows: "
                                                   "HEIGHTxWIDTH or a picture file")
    parser.add_argument("--layers", action="store_true", help="every layer is an output, not only the last")
    parser.add_argument("-o", "--output", type=path, action=Once, required=True, help="file to write (.onnx)")
    parser.add_argument("--bin", type=path, default=ROOT / "build" / "bin", help="folder of nvec")
    options = parser.parse_args()
    if options.network.is_dir():
        if options.weights is None and options.seed is None:
            options.weights = options.network / "weights.npz"
        options.network = options.network / "network.xml"
    if options.weights is not None and options.seed is not None:
        raise InputError("found --weights with --seed, allowed: one of them")
    if options.output.exists() and not options.output.is_file():
        raise InputError(f"--output: found {options.output}, which is no file, allowed: a file to write to")
    return options


def path(text):
    """Of an option"""
    if text in ("", "-"):
        raise argparse.ArgumentTypeError(f"found {text or 'nothing'}, allowed: the name of a file")
    return pathlib.Path(text)


def ask_nvec(options, network, weights):
    """Whether nvec takes what is given; saves network and weights. It tells what it finds wrong."""
    words = [options.bin / "nvec", "--save-network", network, "--save-weights", weights]
    words += [f"{name}={value}" for name, value in (("--weights", options.weights), ("--seed", options.seed),
                                                    ("--fit", options.fit)) if value is not None]
    try:
        ran = subprocess.run([*words, "--", options.network], capture_output=True, text=True, check=False)
    except OSError as error:
        raise InputError(f"{words[0]}: found {error.strerror}, allowed: nvec of a build, which `make tools` "
                         "makes") from error
    print(ran.stderr.replace("nvec: ", f"{NAME}: ").replace("'nvec ", f"'{NAME} "), file=sys.stderr, end="")
    return ran.returncode


def write(file, content):
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        whole_file.write_whole(file, content)
    except FileExistsError as error:
        raise InputError(f"--output: {file}: found {file.parent}, which is no folder, allowed: a file to "
                         "write to") from error
    except OSError as error:
        if error.errno in script_main.NO_ROOM:
            raise
        raise InputError(f"--output: {file}: found {error.strerror}, allowed: a file to write to") from error


def main():
    options = options_of()
    try:
        import integer_graph
        import network_file
        import picture_size
    except ModuleNotFoundError as error:
        raise InputError(f"found no Python module {error.name}, allowed: Debian's python3-onnx, which `make "
                         f"packages` installs, and {sys.executable} that finds it") from error
    given = [options.network, options.weights, options.fit]
    part = whole_file.part_of(options.output)
    own_files.refuse_overwriting([each for each in given if each is not None], [options.output, part])
    if part.exists():
        raise InputError(f"{part}: found a file where a part of {options.output} would be written, "
                         "allowed: none; move it")
    with tempfile.TemporaryDirectory() as folder:
        network, weights = (pathlib.Path(folder) / name for name in ("network.xml", "weights.npz"))
        if status := ask_nvec(options, network, weights):
            return status
        layers = network_file.layers_of(network, weights)
    size = picture_size.size_of(options.fit) if options.fit else layers[0].needs()[1:]
    model = integer_graph.model_of(options.network.stem, layers, size, options.layers)
    write(options.output, model.SerializeToString())
    values = [integer_graph.text_of(each) for each in (*model.graph.input, *model.graph.output)]
    print(f"{options.output}: {len(layers)} layers; from {values[0]} to {', '.join(values[1:])}; all uint8",
          flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run(NAME, main, "the result is whole or as it was before"))
