#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says how much faster a network is on several cores: speed-up, its bound, and where the difference went.

  speed_up.py ONE.json COMPILE.json REPORT.json

ONE.json and COMPILE.json are of nvec, for one core with its prediction and for several; REPORT.json is the
run of the latter by nve-cosim. The time of one core is the predicted one: it is exact
(docs/transfer-model.md, section 7) and costs no simulation.

Exit code: 0; 2 for files that cannot be read.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import core_shares  # noqa: E402
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402


def read(path):
    try:
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {error}") from error


def lines_of(one, compiled, report):
    cores, cycles = compiled["cores"], core_shares.cycles_of(report)
    feed = report.get("feed", "contiguous")  # that of nvec's steps, unless nve-cosim had another
    alone = one["predicted"]["total"]["feeds"][feed]["cycles"]
    bound = one["bound_cycles"] / compiled["bound_cycles"]
    shares = core_shares.shares_of(report)
    whole = sum(shares.values())
    parts = [("bound", shares["bound"]), *core_shares.largest(shares)]
    yield (f"speed-up on {cores} cores: {alone / cycles:.2f} of {bound:.2f} possible; {cycles} cycles, "
           f"one core {alone} (predicted)")
    said = ", ".join(f"{name} {100 * of_part / whole:.1f} %" for name, of_part in parts)
    yield f"cycles of {len(report['cores'])} cores: {said}"


def main():
    if len(sys.argv) != 4:
        raise InputError(f"found {len(sys.argv) - 1} files, allowed: 3; see the top of the script")
    for line in lines_of(*map(read, sys.argv[1:])):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("speed_up.py", main, "call it again"))
