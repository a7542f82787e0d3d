#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""four_columns.py MODEL BUILD OUT: a trained classifier as float network, reference, golden model and RTL.

MODEL is a folder of networks/trained. Every column classifies the same pictures; the scores of the quantised
ones are compared byte by byte. Writes OUT/columns.json and OUT/report.html. Exit code 1 if scores differ.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "charts")]

import result_page  # noqa: E402  (lies in another folder)
import result_tables  # noqa: E402
import script_main  # noqa: E402
from whole_file import write_whole  # noqa: E402

NAMES = ("float", "reference", "golden model", "RTL")


def call(*words):
    """A tool of the build; its result file says what came of it, unless it refuses."""
    try:
        ended = subprocess.run(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                               check=False)
    except OSError as error:
        raise script_main.InputError(f"{words[0]}: found {error.strerror}, allowed: a tool of a build") \
            from error
    if ended.returncode not in (0, 1):
        print(ended.stderr, file=sys.stderr, end="")
        sys.exit(ended.returncode)


def scores_of(folder, classes):
    """(pictures, classes) of a classes.csv with all classes, which are sorted there by their scores."""
    numpy = script_main.module("numpy", "python3-numpy")
    with open(folder / "classes.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    scores = numpy.zeros((len(rows), len(classes)), numpy.uint8)
    for picture, row in enumerate(rows):
        for rank in range(1, len(classes) + 1):
            scores[picture, classes.index(row[f"class_{rank}"])] = int(row[f"score_{rank}"])
    return scores


class Columns:
    def __init__(self, options):
        self.numpy = script_main.module("numpy", "python3-numpy")
        import conv_net
        self.folder = options.model
        self.tools, self.out = options.build / "bin", options.out
        self.model = json.loads((self.folder / "model.json").read_text(encoding="utf-8"))
        self.layers = conv_net.layers_of(self.folder / "network.xml")
        self.pictures, self.labels = pictures_of(options)
        self.out.mkdir(parents=True, exist_ok=True)

    def file(self, name, array):
        self.numpy.save(self.out / name, array)
        return self.out / name

    def float(self):
        from float_net import FloatNet
        net = FloatNet(self.layers, self.folder / "float.npz")
        return self.numpy.concatenate([net.logits(self.pictures[at:at + 256])
                                       for at in range(0, len(self.pictures), 256)])

    def reference(self):
        """By the functional reference, picture by picture."""
        call(self.tools / "layer_reference", self.folder / "network.xml", self.folder / "weights.npz",
             self.file("pictures4.npy", self.pictures[:, None]), self.out / "reference")
        return self.numpy.load(self.out / f"reference/L{len(self.layers)}.npy")[:, :, 0, 0]

    def simulated(self, tool, most):
        """Scores and result of nve-sim or nve-cosim on the first pictures, all in one mosaic."""
        chosen = self.file(f"{tool}.npy", self.pictures[:most])
        truth = self.file(f"{tool}_labels.npy", self.labels[:most])
        what = ("--read-out", self.folder / "model.json", "--input", chosen)
        call(self.tools / "nvec", *what, "-o", self.out / "program.nve")
        call(self.tools / tool, self.out / "program.nve", *what, "--labels", truth, "--top",
             str(len(self.model["classes"])), "--reference", self.folder / "network.xml", "--weights",
             self.folder / "weights.npz", "--output", self.out / tool, "--json", self.out / f"{tool}.json")
        result = json.loads((self.out / f"{tool}.json").read_text(encoding="utf-8"))
        if failure := result.get("failure"):
            print(f"{tool}: {failure['text']}")
        return scores_of(self.out / tool, self.model["classes"]), result


def pictures_of(options):
    numpy = script_main.module("numpy", "python3-numpy")
    from idx_file import read_idx
    if options.data:
        pictures = read_idx(options.data / "t10k-images-idx3-ubyte.gz", 3)
        labels = read_idx(options.data / "t10k-labels-idx1-ubyte.gz", 1)
    else:
        pictures, labels = (numpy.load(options.model / name) for name in ("pictures.npy", "labels.npy"))
    return pictures[:options.pictures], labels[:options.pictures]


def column(name, scores, columns, float_classes, reference):
    """A row of the table: a column of the comparison."""
    numpy, count = columns.numpy, len(scores)
    classes = scores.argmax(axis=1)
    row = {"column": name, "pictures": count,
           "accuracy": float(numpy.mean(classes == columns.labels[:count])),
           "class_of_float": float(numpy.mean(classes == float_classes[:count]))}
    if name != "float":
        row["equal_bytes"] = int(numpy.sum(scores == reference[:count]))
        row["bytes"] = scores.size
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("model", metavar="MODEL", type=pathlib.Path, help="a folder of networks/trained")
    parser.add_argument("build", metavar="BUILD", type=pathlib.Path, help="folder of a build")
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--pictures", type=script_main.whole, help="the first so many (default: all)")
    parser.add_argument("--rtl", type=script_main.whole, default=20,
                        help="pictures on the RTL (default: %(default)s)")
    parser.add_argument("--data", type=pathlib.Path,
                        help="folder of the IDX files t10k-*; else MODEL's own pictures")
    options = parser.parse_args()
    with script_main.alone_in(options.out):
        columns = Columns(options)
        scores = {"float": columns.float(), "reference": columns.reference()}
        scores["golden model"], golden = columns.simulated("nve-sim", len(columns.pictures))
        scores["RTL"], rtl = columns.simulated("nve-cosim", options.rtl)
    float_classes = scores["float"].argmax(axis=1)
    rows = [column(name, scores[name], columns, float_classes, scores["reference"]) for name in NAMES]
    lockstep = {key: rtl["lockstep"][key] for key in ("cycles", "mismatches")}
    layers = {name: sum(layer["pixels"] for layer in result["reference"]["layers"] if layer["bit_exact"])
              for name, result in (("golden model", golden), ("RTL", rtl))}
    result = result_tables.file_of("columns", {"model": columns.model["name"], "columns": rows,
                                               "lockstep": lockstep, "equal_pixels_of_layers": layers})
    write_whole(options.out / "columns.json", json.dumps(result, indent=1) + "\n")
    page = result_page.write(options.build / "bin", options.out / "columns.json", [])
    print(f"{'':14}{'pictures':>9}{'accuracy':>10}{'class of float':>16}{'scores equal the reference':>28}")
    for row in rows:
        equal = f"{row['equal_bytes']} of {row['bytes']} bytes" if "bytes" in row else ""
        print(f"{row['column']:14}{row['pictures']:9}{row['accuracy']:10.2%}{row['class_of_float']:16.2%}"
              f"{equal:>28}")
    print(f"lockstep: {lockstep['cycles']} cycles compared, {lockstep['mismatches']} mismatches")
    print(f"report: {page}")
    right = all(row.get("equal_bytes") == row.get("bytes") for row in rows) and not lockstep["mismatches"]
    return 0 if right and not golden.get("failure") and not rtl.get("failure") else 1


if __name__ == "__main__":
    sys.exit(script_main.run("four_columns.py", main, "OUT is as it was before"))
