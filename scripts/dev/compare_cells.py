#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the cells of several machines side by side, from the JSON files of cell_table.py.

  compare_cells.py NAME=cells.json NAME=cells.json ...

Modules with equal numbers are left out; the last row is the total. Standard library only.
"""
import json
import sys

COLUMNS = ("dsp", "ramb36", "ramb18", "lut", "ff")


def cells_of(row):
    return " + ".join(f"{row[column]} {column.upper()}" for column in COLUMNS if row[column]) or "-"


def main(arguments):
    machines = {}
    for argument in arguments:
        name, separator, path = argument.partition("=")
        if not separator:
            print(f"error: found '{argument}', allowed: NAME=cells.json", file=sys.stderr)
            return 2
        with open(path, encoding="utf-8") as file:
            machines[name] = json.load(file)
    modules = sorted({module for cells in machines.values() for module in cells["modules"]})
    nothing = dict.fromkeys(COLUMNS, 0)
    print("| module | " + " | ".join(machines) + " |\n|---" + "|---" * len(machines) + "|")
    for module in modules:
        texts = [cells_of(cells["modules"].get(module, nothing)) for cells in machines.values()]
        if len(set(texts)) > 1:
            print(f"| {module} | " + " | ".join(texts) + " |")
    print("| total | " + " | ".join(cells_of(cells["total"]) for cells in machines.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
