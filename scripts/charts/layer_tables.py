#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes weights whose layers have an activation table each.

  layer_tables.py NVEC NETWORK SEED OUT.npz

Made-up weights have the same table in every layer, so a core loads it once. Trained networks have one per
layer (docs/quantisation.md). The weights are those of NVEC's --seed; entry i of layer n's table is the
made-up one plus n, at most 255.

Exit code: 0, or 2 for what cannot be read; nvec's if it fails.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402

TABLE = re.compile(r"L([0-9]+)\.table\.npy")
ENTRIES = 1024  # the last bytes of an array's file


def changed(name, content):
    match = TABLE.fullmatch(name)
    if not match:
        return content
    head, table = content[:-ENTRIES], content[-ENTRIES:]
    return head + bytes(min(255, entry + int(match[1])) for entry in table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nvec", type=pathlib.Path)
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("seed")
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    made = options.out.with_name(options.out.name + ".made.npz")
    try:
        ran = subprocess.run([options.nvec, options.network, "--seed", options.seed, "--save-weights", made],
                             stdout=subprocess.DEVNULL, check=False)
        if ran.returncode != 0:
            return ran.returncode
        with zipfile.ZipFile(made) as before, zipfile.ZipFile(options.out, "w") as after:
            for entry in before.infolist():
                after.writestr(entry, changed(entry.filename, before.read(entry)))
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from error
    finally:
        made.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("layer_tables.py", main, "call it again"))
