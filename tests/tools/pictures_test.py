#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Made-up PGM, PPM and PNG files against readers of their own: pictures_test.py BUILD OUT [COUNT [SEED]].

COUNT files are anymaps: headers have random white space, comments and line ends. As many are PNG files (see
made_pngs.py). Half of all are then changed in one of the ways in which pictures go wrong, and their names
say nothing about their kind. What tools read must be what netpbm_reader.py and png_reader.py read, pixel by
pixel, and what the one refuses the other must refuse, with the name of the file. Some go through nve-sim,
whose output must be that of the same pixels in an array. Standard library only.
"""
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys

import made_pngs
from made_npys import made_npy
from netpbm_reader import NoPicture, read_picture
from png_reader import read_png

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIDE = 4  # of what the network reads
THROUGH_SIM = 12  # of 600 files of a kind
ENDINGS = [".pgm", ".png", ".npy", ".npz", ""]


def space_of(draw):
    return b"".join(draw.choice([b" ", b"\n", b"\t", b"\r", b"\r\n"]) for _ in range(draw.randint(1, 3)))


def gap_of(draw):
    """Between two numbers of a header."""
    gap = space_of(draw)
    if draw.random() < 0.3:
        text = bytes(draw.choice(b"abc 019#P\t") for _ in range(draw.randint(0, 9)))
        gap += b"#" + text + draw.choice([b"\n", b"\r", b"\r\n"]) + draw.choice([b"", b" "])
    return gap


def sample_of(draw, most):
    """Often one whose byte looks like a header's."""
    sample = draw.choice([draw.randint(0, most), draw.choice(b"\n\r# \t059")])
    return min(sample, most)


def made(draw):
    """(bytes of a good picture, where the byte behind its largest sample is)"""
    kind = draw.choice("2356")
    width, height = draw.choice([(SIDE, SIDE), (draw.randint(1, 6), draw.randint(1, 6))])
    most = draw.choice([255, 255, 1, 15, 256, 65535, draw.randint(1, 65535)])
    head = f"P{kind}".encode() + gap_of(draw) + f"{width}".encode() + gap_of(draw) + f"{height}".encode()
    head += gap_of(draw) + f"{most}".encode()
    samples = [sample_of(draw, most) for _ in range(width * height * (3 if kind in "36" else 1))]
    if kind in "56":
        raster = b"".join(sample.to_bytes(1 if most < 256 else 2, "big") for sample in samples)
        return head + draw.choice([b" ", b"\n", b"\n", b"\t", b"\r"]) + raster, len(head)
    text = b"".join(gap_of(draw) + str(sample).encode() for sample in samples)
    return head + text + draw.choice([b"", b"\n", b"\r\n# end"]), len(head)


def inserted(data, at, more):
    return data[:at] + more + data[at:]


CHANGES = {
    "none": lambda draw, data, end: data,
    "CR LF": lambda draw, data, end: data[:end] + b"\r\n" + data[end + 1:],
    "CR LF, cut": lambda draw, data, end: data[:end] + b"\r\n" + data[end + 2:],
    "comment": lambda draw, data, end: (data[:end] + draw.choice([b" # c\n", b"\n# c\n", b"#c\n"])
                                        + data[end + 1:]),
    "two spaces": lambda draw, data, end: inserted(data, end, draw.choice([b" ", b"\n", b"\r"])),
    "no space": lambda draw, data, end: data[:end] + data[end + 1:],
    "surplus": lambda draw, data, end: data + draw.choice([b"\n", b"\0", b" 7", b"x", b" ", b"\r\n"]),
    "cut": lambda draw, data, end: data[:-draw.randint(1, 4)],
    "twice": lambda draw, data, end: data + draw.choice([b"", b"\n"]) + data,
    "byte": lambda draw, data, end: inserted(data, draw.randrange(len(data)), bytes([draw.randrange(256)])),
    "converted": lambda draw, data, end: data.replace(b"\n", b"\r\n"),
    "line ends": lambda draw, data, end: data.replace(b"\r\n", b"\n"),
}


def made_anymap(draw):
    """(what was changed, bytes)"""
    change = draw.choice(["none"] * len(CHANGES) + list(CHANGES))
    return change, CHANGES[change](draw, *made(draw))


def read_any(data):
    return read_png(data) if data.startswith(b"\x89PNG") else read_picture(data)


def expected_of(data):
    try:
        width, height, pixels = read_any(data)
    except NoPicture:
        return None
    return f"{width} {height} {bytes(pixels).hex()}"


def check_reader(build, files):
    """Failures, and how many files of each change were read."""
    lines = []
    names = list(files)
    for at in range(0, len(names), 500):
        run = subprocess.run([build / "bin" / "read_pictures", *names[at:at + 500]], stdout=subprocess.PIPE,
                             text=True, errors="replace", check=True)
        lines += run.stdout.splitlines()
    failures = []
    read = collections.Counter()
    for name, line in zip(names, lines, strict=True):
        change, data = files[name]
        expected = expected_of(data)
        read[change, expected is not None] += 1
        right = line.startswith(f"refused {name}: error: ") if expected is None else line == expected
        if not right:
            failures.append(f"{name} ({change}): {data!r} gives {line!r}, expected "
                            f"{expected or 'a refusal'!r}")
    return failures, read


def check_simulator(build, out, files):
    """Exit codes, and the same output for the same pixels."""
    network = (ROOT / "networks" / "small" / "filter3x3.xml").read_text(encoding="utf-8")
    for side in ("outHeight", "outWidth"):
        begin = network.index(f"<{side}>") + len(side) + 2
        network = network[:begin] + str(SIDE - 2) + network[network.index("<", begin):]
    (out / "n.xml").write_text(network, encoding="utf-8")
    subprocess.run([build / "bin" / "nvec", out / "n.xml", "--seed", "1", "-o", out / "p.nve"], check=True,
                   capture_output=True)

    def output_of(picture):
        shutil.rmtree(out / "maps", ignore_errors=True)
        run = subprocess.run([build / "bin" / "nve-sim", out / "p.nve", "--input", picture, "--output",
                              out / "maps"], capture_output=True, check=False)
        result = out / "maps" / "output.npy"
        return run.returncode, result.read_bytes() if result.exists() else None

    failures = []
    for name, (change, data) in files.items():
        try:
            width, height, pixels = read_any(data)
        except NoPicture:
            expected = (2, None)
        else:
            if (width, height) != (SIDE, SIDE):
                continue
            (out / "same.npy").write_bytes(made_npy("|u1", (SIDE, SIDE), pixels))
            expected = (0, output_of(out / "same.npy")[1])
        if output_of(name) != expected:
            failures.append(f"nve-sim, {name} ({change}): expected exit code {expected[0]} and its output")
    return failures


def main():
    build, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    count, seed = (int(argument) for argument in (sys.argv[3:] + ["600", "1"][len(sys.argv) - 3:]))
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    draw = random.Random(seed)
    kinds = {"anymap": (made_anymap, CHANGES),
             "png": (lambda draw: made_pngs.made_png(draw, SIDE), made_pngs.CHANGES)}
    failures, good, through_sim = [], 0, {}
    for kind, (make, changes) in kinds.items():
        files = {}
        for number in range(count):
            path = out / f"{kind}{number}{draw.choice(ENDINGS)}"
            files[str(path)] = make(draw)
            path.write_bytes(files[str(path)][1])
        wrong, read = check_reader(build, files)
        failures += wrong
        failures += [f"no {kind} with the change '{change}'" for change in changes
                     if not read[change, True] + read[change, False]]
        good += sum(number for (_, is_read), number in read.items() if is_read)
        through_sim.update(list(files.items())[:THROUGH_SIM * count // 600])
    failures += check_simulator(build, out, through_sim)
    for failure in failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{count} files of each of {len(kinds)} kinds, {good} of them pictures, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
