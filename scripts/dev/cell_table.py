#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a table of cells per module from the text of yosys' `stat` on a hierarchical netlist.

A row counts the module's own cells in all its instances, parametrised variants together; what lies in
instantiated modules stands in their rows, so the rows add up to the total. Inverters are left out: a
flip-flop with an active-low clear costs one in the netlist and nothing in the device.
Standard library only.
"""
import argparse
import collections
import json
import re
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import own_files  # noqa: E402
from script_main import InputError  # noqa: E402

COLUMNS = {
    "dsp": r"DSP48",
    "ramb36": r"RAMB36",
    "ramb18": r"RAMB18",
    "lut": r"LUT[1-6]$",
    "lutram": r"RAM(32|64|128|256)",
    "carry4": r"CARRY4",
    "ff": r"FD[CPRS]E",
}


def read_modules(text):
    """{module name: {cell type: number}} of the sections `=== name ===`."""
    modules, cells = {}, None
    for line in text.splitlines():
        section = re.match(r"=== (.+) ===$", line)
        if section:
            cells = None if section[1] == "design hierarchy" else {}
            if cells is not None:
                modules[section[1]] = cells
        elif cells is not None:
            entry = re.match(r"\s{5}(\S+)\s+(\d+)$", line)
            if entry:
                cells[entry[1]] = int(entry[2])
    return modules


def count_instances(modules, top):
    """How often each module occurs below and including the top."""
    instances = collections.Counter()

    def visit(name, times):
        instances[name] += times
        for cell, number in modules[name].items():
            if cell in modules:
                visit(cell, times * number)

    visit(top, 1)
    return instances


def plain_name(name):
    """`$paramod$hash\\nve_fifo` and `$paramod\\nve_dma\\Width=...` without the parameters."""
    found = re.search(r"\\(\w+)", name) if name.startswith("$paramod") else None
    return found[1] if found else name


def tabulate(modules, top):
    rows = {}
    for name, times in count_instances(modules, top).items():
        row = rows.setdefault(plain_name(name), dict.fromkeys(("instances", *COLUMNS), 0))
        row["instances"] += times
        for cell, number in modules[name].items():
            for column, pattern in COLUMNS.items():
                if re.match(pattern, cell):
                    row[column] += times * number
    return dict(sorted(rows.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stat", help="output of yosys `stat`")
    parser.add_argument("--top", default="nve_top")
    parser.add_argument("--json", help="also write the table to this file")
    options = parser.parse_args()
    try:
        own_files.refuse_overwriting([options.stat], [options.json] if options.json else [])
    except InputError as error:
        print(f"cell_table.py: error: {error}", file=sys.stderr)
        return 2
    with open(options.stat, encoding="utf-8") as file:
        modules = read_modules(file.read())
    if options.top not in modules:
        print(f"{options.stat}: error: no module '{options.top}'; expected the output of `stat`",
              file=sys.stderr)
        return 1
    rows = tabulate(modules, options.top)
    total = {column: sum(row[column] for row in rows.values()) for column in COLUMNS}
    header = ["module", "instances", *COLUMNS]
    print("| " + " | ".join(header) + " |\n|---" + "|---:" * (len(header) - 1) + "|")
    for name, row in rows.items():
        print("| " + " | ".join([name] + [str(row[c]) for c in header[1:]]) + " |")
    print("| total | | " + " | ".join(str(total[c]) for c in COLUMNS) + " |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"top": options.top, "modules": rows, "total": total}, file, indent=2)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
